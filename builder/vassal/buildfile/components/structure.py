"""The module and the parts that stand once in it."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component
from builder.vassal.keystroke import KeyStroke


class GameModule(
    Component,
    tag="VASSAL.build.GameModule",
    holds="BasicCommandEncoder BasicLogger Documentation PlayerRoster GlobalOptions "
    "GlobalProperties GlobalTranslatableMessages Language Localization "
    "PrototypesContainer Chatter KeyNamer GamePieceImageDefinitions EventLog "
    "ConnectionWindow ChatServerControls DebugControls Plugin ScriptContainer "
    "BshCommandEncoder BshPlugin DieManager IconFamily ModuleSubFolder MapWindow "
    "PrivateMap PlayerHand PieceWindow ChartWindow DiceButton InternetDiceButton "
    "RandomTextButton SpecialDiceButton DoActionButton GlobalKeyCommand "
    "StartupGlobalKeyCommand MultiActionButton ToolbarMenu Inventory NotesWindow "
    "TurnTracker ChessClockControl PredefinedSetup ScenarioPropertiesOptionTab "
    "ChangePropertyButton",
):
    """The module itself, the root of the tree; saves are matched to it by `name`."""

    name: str = a.text()
    version: str = a.text()
    vassal_version: str = a.text(xml="VassalVersion")
    description: str = a.text()
    next_piece_slot_id: int = a.whole(0)
    module_other1: str = a.text(xml="ModuleOther1")
    module_other2: str = a.text(xml="ModuleOther2")


class BasicModule(GameModule, tag="VASSAL.launch.BasicModule"):
    """The root as modules before VASSAL 3 call it."""


class BasicCommandEncoder(Component, tag="VASSAL.build.module.BasicCommandEncoder"):
    """Reads and writes piece commands; must stand before anything that defines a piece."""


class BasicLogger(Component, tag="VASSAL.build.module.BasicLogger"):
    """Writes the log; the engine adds one by itself."""


class PlayerRoster(Component, tag="VASSAL.build.module.PlayerRoster", holds="Entry"):
    """The sides that players may take."""

    description: str | None = a.optional()
    sides: tuple[str, ...] | None = a.optional_strings()
    button_text: str = a.text("Retire")
    button_tool_tip: str = a.text(
        "Switch sides, become an observer, or allow another player to take your side in this game"
    )
    button_icon: str | None = a.optional_image()
    button_key_stroke: KeyStroke | None = a.key()


class Entry(Component, tag="entry"):
    """One side of the roster: its name is the content."""


class GlobalOptions(
    Component,
    tag="VASSAL.build.module.GlobalOptions",
    holds="StringPreference TextPreference EnumPreference IntegerPreference "
    "DoublePreference BooleanPreference Option",
):
    """Settings of the whole module, and the keys of the log's step and undo buttons."""

    description: str | None = a.optional()
    non_owner_unmaskable: str = a.choice(
        "Always", "Never", "Use Preferences Setting", default="Never"
    )
    prompt_string: str = a.text("Opponents can unmask my pieces")
    auto_report: str = a.choice("Always", "Never", "Use Preferences Setting")
    player_id_format: str = a.message("$PlayerName$")
    chatter_html_support: str = a.choice(
        "Always", "Never", default="Never", xml="chatterHTMLSupport"
    )
    hot_keys_on_closed_windows: str = a.choice("Always", "Never", default="Never")
    inventory_for_all: str = a.choice("Always", "Never")
    send_to_location_move_trails: str = a.choice("Always", "Never", default="Never")
    store_leading_zero_integers_as_strings: bool = a.flag(False)
    purge_blank_property_prompts: bool = a.flag(True)
    disable_piece_indexing: bool = a.flag(False)
    min_max_heap: int = a.whole(0)
    center_on_move: str | None = a.optional()  # of modules before 3.5; later engines keep it


class Option(Component, tag="option"):
    """One registered setting of the global options; the content is its value."""

    name: str = a.text()


class Chatter(Component, tag="VASSAL.build.module.Chatter"):
    """The chat window."""


class KeyNamer(Component, tag="VASSAL.build.module.KeyNamer"):
    """Names of keys; it has no settings."""


class EventLog(Component, tag="VASSAL.build.module.EventLog"):
    """Events recorded by old modules."""


class ConnectionWindow(Component, tag="VASSAL.build.module.ConnectionWindow"):
    """The server window of old modules."""


class ChatServerControls(Component, tag="VASSAL.chat.ui.ChatServerControls"):
    """The server's room list in the chat window."""


class DebugControls(Component, tag="VASSAL.tools.DebugControls"):
    """The window that shows what the engine is doing."""


class IconFamily(Component, tag="VASSAL.tools.icon.IconFamily"):
    """One icon in several sizes."""

    name: str = a.text()
    scalable_icon: str | None = a.optional()
    icon0: str | None = a.optional()
    icon1: str | None = a.optional()
    icon2: str | None = a.optional()
    icon3: str | None = a.optional()


class Language(Component, tag="VASSAL.i18n.Language", holds="Translation"):
    """The translations that come with the module."""


class Localization(Component, tag="VASSAL.i18n.Localization", holds="Translation"):
    """The older name of the container of translations."""


class Translation(Component, tag="VASSAL.i18n.Translation"):
    """The texts of one locale."""

    locale: str = a.text()


class PredefinedSetup(
    Component, tag="VASSAL.build.module.PredefinedSetup", holds="PredefinedSetup"
):
    """An entry of the start menu: a save inside the module, or a fresh game."""

    name: str | None = a.optional()
    description: str | None = a.optional()
    is_menu: bool = a.flag(False)
    use_file: bool = a.flag(True)
    file: str | None = a.optional_file()


class ModuleSubFolder(
    Component,
    tag="VASSAL.build.module.folder.ModuleSubFolder",
    holds="ModuleSubFolder MapWindow PieceWindow ToolbarMenu MultiActionButton "
    "DoActionButton DiceButton GlobalKeyCommand StartupGlobalKeyCommand Inventory "
    "RandomTextButton SpecialDiceButton PrivateMap PlayerHand ChartWindow NotesWindow "
    "TurnTracker ChessClockControl PredefinedSetup",
):
    """Keeps parts of the module together in the editor."""

    name: str | None = a.optional()
    desc: str = a.text()


class Plugin(Component, tag="VASSAL.build.module.Plugin"):
    """A plugin's place in the tree."""


class ModulePlugin(Component, tag="VASSAL.build.module.ModulePlugin"):
    """The root of a plugin's build file."""


class ModuleExtension(Component, tag="VASSAL.build.module.ModuleExtension"):
    """The root of an extension's build file."""

    module: str = a.text()
    module_version: str = a.text()
    version: str = a.text()
    vassal_version: str = a.text()
    description: str = a.text()
    extension_id: str = a.text()
    next_piece_slot_id: int = a.whole(0)
    any_module: bool = a.flag(False)


class ExtensionElement(Component, tag="VASSAL.build.module.ExtensionElement"):
    """What an extension adds, and where."""

    target: str = a.text()
