"""The help menu and its pages."""

from __future__ import annotations

from builder.vassal.buildfile import attributes as a
from builder.vassal.buildfile.declaration import Component


class Documentation(
    Component,
    tag="VASSAL.build.module.Documentation",
    holds="BrowserPDFFile BrowserHelpFile HelpFile AboutScreen Tutorial",
):
    """The help menu."""


class AboutScreen(Component, tag="VASSAL.build.module.documentation.AboutScreen"):
    """The picture shown on start-up and under Help, About."""

    title: str | None = a.optional()
    file_name: str | None = a.optional_image()


class HelpFile(Component, tag="VASSAL.build.module.documentation.HelpFile"):
    """A page of the help menu, in plain text or HTML from the archive."""

    title: str = a.text("help")
    file_name: str | None = a.optional_file()
    vassal_doc: str = a.text("user")
    image: str | None = a.optional()
    file_type: str = a.text("archive")


class BrowserHelpFile(Component, tag="VASSAL.build.module.documentation.BrowserHelpFile"):
    """A folder of HTML shown in the browser."""

    title: str | None = a.optional()
    contents: str | None = a.optional()
    starting_page: str = a.text()


class BrowserPDFFile(Component, tag="VASSAL.build.module.documentation.BrowserPDFFile"):
    """A PDF opened from the help menu."""

    title: str = a.text("Show PDF file")
    pdf_file: str = a.file("MyRulebook.PDF")


class Tutorial(Component, tag="VASSAL.build.module.documentation.Tutorial"):
    """A log to step through, offered at the first start."""

    name: str | None = a.optional()
    logfile: str | None = a.optional_file()
    launch_on_startup: bool = a.flag(False)
    prompt_message: str = a.text("Load the tutorial?")
    welcome_message: str = a.text(
        'Hit the "Step forward" button in the toolbar to step through the tutorial'
    )
