"""``tablehand install | update | uninstall``, with the system's own Python."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from systemd.installer import commands, release
from systemd.installer.machine import OK, TROUBLE, USAGE, Machine, Trouble, complain

HERE = Path(__file__).resolve().parents[2]

CODES = (
    "exit code: 0 all well (also when there was nothing to do); 1 it did not come off; 2 bad usage or input; "
    "3 the surroundings do not allow it (no rights, no systemd, no Python, a full disk); 130 interrupted"
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the three commands."""
    top = argparse.ArgumentParser(prog="tablehand", epilog=CODES, allow_abbrev=False)
    inside = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(name: str, what: str, more: str) -> argparse.ArgumentParser:
        found = inside.add_parser(name, help=what, description=f"{what}. {more}", epilog=CODES, allow_abbrev=False)
        found.add_argument("--root", type=Path, default=Path("/"), metavar="DIR",
                           help="an image in the making: files only, no command of this system")  # fmt: skip
        return found

    install = add(
        "install",
        "Make this machine a tablehand box",
        "Packages, a copy of the program under /opt/tablehand, its user, units and rules, the display's bus. "
        "Run again, it changes nothing.",
    )
    install.add_argument("--no-apt", action="store_true", help="install no Debian packages")
    install.add_argument("--no-start", action="store_true", help="do not start the table")
    update = add(
        "update",
        "Bring an installed box to another version",
        "State and settings stay; if the new version does not come up, the old one is brought back.",
    )
    update.add_argument("folder", nargs="?", type=Path, metavar="FOLDER",
                        help="where the new version lies (else: where the last one was installed from)")  # fmt: skip
    for each in (install, update):
        each.add_argument("--wheels", type=Path, metavar="DIR", help="Python packages from this folder, no network")
    uninstall = add("uninstall", "Take tablehand off this machine", "State and settings stay.")
    uninstall.add_argument("--purge", action="store_true", help="remove state, settings and the user as well")
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = parser().parse_args(arguments)
    os.umask(0o022)
    root = given.root.resolve()
    if root == Path("/") and os.geteuid() != 0:
        complain(f"this changes the system: sudo {os.environ.get('TABLEHAND_CALLED', './tablehand')} {given.command}")
        return TROUBLE
    machine = Machine(root)
    wheels = getattr(given, "wheels", None)
    if wheels is not None and not wheels.is_dir():
        complain(f"{wheels} is no folder")
        return USAGE
    wheels = wheels.resolve() if wheels else None
    try:
        if given.command == "install":
            commands.install(machine, _source(machine), apt=not given.no_apt, wheels=wheels, start=not given.no_start)
        elif given.command == "update":
            source = given.folder.resolve() if given.folder else _source(machine)
            if source == HERE and (HERE / release.STAMP).exists():
                raise Trouble("the folder it was installed from is gone; name one: tablehand update FOLDER", USAGE)
            if source != HERE:
                _hand_over(source, root, wheels)
            commands.update(machine, source, wheels=wheels)
        else:
            commands.uninstall(machine, purge=given.purge)
    except Trouble as trouble:
        complain(str(trouble))
        return trouble.code
    except OSError as error:
        complain(f"{error.filename or 'the system'}: {error.strerror}")
        return TROUBLE
    except KeyboardInterrupt:
        complain("stopped; run the same command again to go on")
        return 130
    return OK


def _source(machine: Machine) -> Path:
    """Return the folder to install from: ours, or where ours was installed from."""
    if not (HERE / release.STAMP).exists():
        return HERE
    try:
        folder = Path(machine.at(commands.SOURCE).read_text("utf-8").strip())
    except OSError:
        return HERE
    return folder if folder.is_dir() else HERE


def _hand_over(source: Path, root: Path, wheels: Path | None) -> None:
    """Go on with the new version's own installer, which knows what that version needs."""
    if not (source / "systemd/installer/__main__.py").is_file():
        raise Trouble(f"{source} holds no tablehand that can be installed", USAGE)
    more = ["--root", str(root), *(["--wheels", str(wheels)] if wheels else [])]
    os.environ["PYTHONPATH"] = str(source)
    os.execv(sys.executable, [sys.executable, "-P", "-B", "-m", "systemd.installer", "update", str(source), *more])


if __name__ == "__main__":
    sys.exit(main())
