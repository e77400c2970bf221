"""The size of a picture, without unpacking its pixels."""

from __future__ import annotations

import io
import warnings

LARGE = 100_000_000  # pixels: 400 MB when unpacked


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no picture that VASSAL shows."""
    if not data:  # no file is opened as slowly as an empty one
        return None
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            with Image.open(
                io.BytesIO(data), formats=("PNG", "GIF", "JPEG", "BMP", "TIFF")
            ) as picture:
                return picture.size
        except Image.DecompressionBombError:
            return LARGE, 2
        except (OSError, ValueError, SyntaxError):
            return None
