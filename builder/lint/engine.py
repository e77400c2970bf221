"""What the engine brings along."""

from __future__ import annotations

ENGINE_IMAGES = frozenset(
    {
        "Edit16.gif",
        "Help16.gif",
        "Save16.gif",
        "SaveAs16.gif",
        "Splash.gif",
        "Splash.png",
        "StepForward16.gif",
        "Undo16.gif",
        "VASSAL-256x256.png",
        "black.jpg",
        "camera.gif",
        "chart.gif",
        "chess_clock.png",
        "connect.gif",
        "counter.gif",
        "die.gif",
        "disconnect.gif",
        "getMessages.gif",
        "globe_selected.gif",
        "globe_unselected.gif",
        "inventory.gif",
        "keyCommand.gif",
        "lockedRoom.gif",
        "map.gif",
        "moved.gif",
        "notes.gif",
        "overview.gif",
        "playerAway.gif",
        "playerLooking.gif",
        "postMessage.gif",
        "recenter.gif",
        "status.gif",
        "thread.gif",
        "unmoved.gif",
        "zoom.png",
        "zoomIn.gif",
        "zoomIn.png",
        "zoomOut.gif",
        "zoomOut.png",
    }
)
"""The pictures in the images folder of VASSAL 3.7.26's own archive."""
