"""Blank the display and switch it off: ``python -m firmware_bridge.blank SETTINGS``.

The service manager calls this after the table's own process has ended, whichever way that was, and before power-off.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion import config
from firmware_bridge.oled import blank


def main(arguments: list[str]) -> int:
    """Blank what the file of settings names. Returns 0 where that is done or there is no display, else 1."""
    try:
        settings = config.load(Path(arguments[0]) if arguments else None)
    except config.SettingsError as error:
        print(f"tablehand: {error}", file=sys.stderr)
        return 1
    if not settings.display.driver:
        return 0
    status = blank(settings.display)
    if not status.ok:
        print(f"tablehand: the display was not blanked: {status.text}", file=sys.stderr)
    return 0 if status.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
