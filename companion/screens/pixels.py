"""The picture as bytes, as the panel's page and the display take it."""

from __future__ import annotations

from PIL import Image

#: Width and height of the display in pixels.
SIZE = (128, 64)


def packed(picture: Image.Image) -> bytes:
    """Return the 1024 bytes of a picture: row by row from the top, the leftmost of eight pixels in the highest bit."""
    if picture.mode != "1" or picture.size != SIZE:
        raise ValueError(f"not a picture of the display: {picture.mode} {picture.size}")
    return picture.tobytes()


def unpacked(data: bytes) -> Image.Image:
    """Return the picture whose 1024 bytes these are. Raises ValueError if they are not 1024."""
    if len(data) != 1024:
        raise ValueError(f"a picture has 1024 bytes, not {len(data)}")
    return Image.frombytes("1", SIZE, data)
