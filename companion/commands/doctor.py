"""``doctor``: what the box sees of its parts, and what to do about each."""

from __future__ import annotations

from pathlib import Path

from companion import config
from companion.commands import USAGE, Stop

OF_A_BOX = Path("/etc/tablehand/settings.toml")
"""The settings of an installed box."""


def doctor(file: Path | None, picture: bool) -> int:
    """Print what is seen; with ``picture`` show the trial picture on the display. Returns 1 if something is amiss."""
    if file is None and OF_A_BOX.is_file():
        file = OF_A_BOX
    try:
        settings = config.load(file)
    except config.SettingsError as error:
        raise Stop(USAGE, str(error.fault)) from None
    from companion.app import examine

    return examine(settings, picture)
