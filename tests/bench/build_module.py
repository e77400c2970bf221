"""Times building a module: `python -m tests.bench.build_module [GAME] [--peer PYTHON]`.

From nothing, then again with one counter changed, then with nothing changed. With `--peer`, the
Python of an environment that has pywargame (it needs 3.12 or newer), the peer writes a module with
as many counters, of pictures that are drawn already, in the same run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from builder.game.loader import load_game
from builder.game.model import Game
from builder.module.build import build_module
from builder.vassal.buildfile.module import read_module

GOAL_NEW, GOAL_AGAIN = 5.0, 1.0  # seconds, on two cores

_PEER = """
import json, pathlib, sys, time
import pywargame.vassal as vassal
folder, counters, target = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
images = {path.name: path.read_bytes() for path in folder.iterdir()}
names = sorted(name for name in images if name != "map.png")
start = time.perf_counter()
build = vassal.BuildFile()
game = build.addGame(name="Peer", version="1.0.0", description="")
game.addBasicCommandEncoder()
window = game.addMap(mapName="Main Map")
window.addBoardPicker().addBoard(name="Map", image="map.png")
panel = game.addPieceWindow(name="Counters").addPanel(entryName="All")
for number in range(counters):
    image = names[number % len(names)]
    traits = [
        vassal.LayerTrait(images=[image, image], newNames=["", "+ (reduced)"], name="Step"),
        vassal.MarkTrait(name="Counter", value=str(number)),
        vassal.ReportTrait(), vassal.TrailTrait(), vassal.MovedTrait(), vassal.DeleteTrait(),
        vassal.BasicTrait(name=f"Unit {number}", filename=image, gpid=number),
    ]
    panel.addPieceSlot(entryName=f"Unit {number}", gpid=number, traits=traits)
with vassal.VMod(target, "w") as archive:
    archive.addFiles(**{"images/" + name: data for name, data in images.items()})
    archive.addFile("buildFile.xml", build.encode())
    about = vassal.ModuleData()
    data = about.addData()
    data.addVersion(version="1.0.0")
    data.addVASSALVersion(version="3.7.26")
    data.addName(name="Peer")
    archive.addFile("moduledata", about.encode())
print(json.dumps({"seconds": time.perf_counter() - start}))
"""


def timed(game: Game, output: Path, cache: Path) -> float:
    """Seconds to build the module."""
    start = time.perf_counter()
    build_module(game, output, cache=cache)
    return time.perf_counter() - start


def one_changed(game: Game) -> Game:
    """The game with another name on its first counter."""
    name, counter = next(iter(game.counters.items()))
    return replace(game, counters={**game.counters, name: replace(counter, name="99")})


def peer(python: str, module: Path, counters: int, folder: Path) -> str:
    """What pywargame takes, or why it does not say."""
    pictures = folder / "pictures"
    pictures.mkdir()
    for name, data in read_module(module).images.items():
        (pictures / name).write_bytes(data)
    command = [python, "-c", _PEER, str(pictures), str(counters), str(folder / "peer.vmod")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return "failed: " + (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    return f"{json.loads(done.stdout)['seconds']:.2f} s, its pictures drawn already"


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="dagc")
    parser.add_argument("--peer", help="a Python that has pywargame")
    asked = parser.parse_args()
    game = load_game(asked.game)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new = timed(game, folder / "a", folder / "cache")
        again = timed(one_changed(game), folder / "b", folder / "cache")
        same = timed(game, folder / "c", folder / "cache")
        counters = sum(counter.copies for counter in game.counters.values())
        print(f"{game.id}: {counters} counters, {len(game.grid)} hexes")
        print(f"  from nothing          {new:5.2f} s (goal {GOAL_NEW:g} s on two cores)")
        print(f"  one counter changed   {again:5.2f} s (goal {GOAL_AGAIN:g} s)")
        print(f"  nothing changed       {same:5.2f} s")
        built = [next((folder / part).glob("*.vmod")).read_bytes() for part in ("a", "c")]
        print(f"  the same bytes twice  {'yes' if built[0] == built[1] else 'NO'}")
        if asked.peer:
            module = next((folder / "a").glob("*.vmod"))
            print(f"  pywargame             {peer(asked.peer, module, counters, folder)}")


if __name__ == "__main__":
    main()
