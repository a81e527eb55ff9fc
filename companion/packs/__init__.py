"""Data packs: the numbers a publisher could print, and what an owner changes or adds.

A pack is a folder (or a zip of one) of TOML files and pictures. Every game is shipped with one; an owner's
packs lie in the state directory under ``packs/GAME/``. They override shipped files of the same name, or add
new ones.
"""

from .fault import Fault
from .files import Pack, read_pack
from .library import Library, check, open_library, opened, shipped
from .owner import OWNER_FILE, Owner, Value

__all__ = [
    "OWNER_FILE",
    "Fault",
    "Library",
    "Owner",
    "Pack",
    "Value",
    "check",
    "open_library",
    "opened",
    "read_pack",
    "shipped",
]
