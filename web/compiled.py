"""Templates that are compiled once and for all starts: to do so takes a second on a small box, and 2 MB of memory."""

from __future__ import annotations

import contextlib
from pathlib import Path

import jinja2
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket


class Compiled(FileSystemBytecodeCache):
    """Keeps compiled templates in a folder of its own. What cannot be kept or read there is compiled anew.

    One counts only for the very template, Jinja and Python that it was made of and by.
    """

    def __init__(self, folder: Path) -> None:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, exist_ok=True)
        super().__init__(str(folder), f"%s-{jinja2.__version__}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill ``bucket`` with what was kept, if it is whole."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # noqa: BLE001 - half a file after a power cut can be anything; then it is compiled again
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in ``bucket``, where the disk takes it."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)
