"""How the running table finds its parts, left where the doctor reads it: two cannot have a port or a pin at once."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from firmware_bridge.status import Status

NAME = "parts.json"
PLACE = f"/run/tablehand/{NAME}"
"""Where the service's own folder lies; it goes with the service, so what stands there is never old."""


def write(parts: Sequence[Status], environ: Mapping[str, str] = os.environ) -> None:
    """Leave ``parts`` in the service's own folder; does nothing without one (a laptop), or where it takes nothing."""
    folder = environ.get("RUNTIME_DIRECTORY", "")
    if not folder:
        return
    file = Path(folder) / NAME
    half = file.with_suffix(".new")
    with contextlib.suppress(OSError):
        half.write_bytes(msgspec.json.encode(list(parts)))
        half.replace(file)


def read(file: Path) -> list[Status]:
    """Return what the running table says of its parts: nothing where none runs, or where we may not read it."""
    with contextlib.suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(file.read_bytes(), type=list[Status])
    return []
