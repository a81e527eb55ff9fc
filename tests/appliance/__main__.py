"""``tablehand test-appliance``: makes the machine, makes the checks on it, says how many held."""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from tests.appliance import cache, disk, image
from tests.appliance.checks import Checks
from tests.appliance.guest import Guest
from tests.appliance.report import Report
from tests.appliance.upkeep import PACKAGES, Upkeep

LIMIT = 1080
"""Seconds that everything together may take; then it ends with a failure, wherever it is."""
LIMIT_OF_UPKEEP = 5400
"""The same with --upkeep: Python environments are made in the machine itself."""


class TooLong(BaseException):
    """Time is up. Nothing on the way out may take it for a fault that it knows."""


def main(arguments: list[str] | None = None) -> int:
    """Run it. Returns 0 if every check held, else 1."""
    parser = argparse.ArgumentParser(prog="tablehand test-appliance", description=__doc__, allow_abbrev=False)
    parser.add_argument("--fresh", action="store_true", help="make the machine's disk anew, whatever is kept")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave logs, console and disk in DIR")
    what = "instead: another version, one that fails, taking it off, its own Wi-Fi (made-up radios); half an hour"
    parser.add_argument("--upkeep", action="store_true", help=what)
    given = parser.parse_args(arguments)
    limit = LIMIT_OF_UPKEEP if given.upkeep else LIMIT
    os.environ.pop("PYTHONPATH", None)  # how we were found is nobody else's affair
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(limit)
    report = Report()
    try:
        with cache.alone(report.tell):
            _all(report, given.fresh, given.keep, given.upkeep)
    except image.NoImage as error:
        report.no("the machine's disk", str(error))
    except KeyboardInterrupt:
        report.no("everything", "interrupted")
    except TooLong:
        report.no("everything", f"not through within {limit} s")
    print(f"{report.passed} passed, {report.failed} failed", flush=True)
    return 1 if report.failed or not report.passed else 0


def _all(report: Report, fresh: bool, keep: Path | None, upkeep: bool) -> None:
    work = Path(tempfile.mkdtemp(prefix="tablehand-appliance-"))
    work.chmod(0o755)  # the guest's users look into the folder that it shares
    share = work / "share"
    try:
        program = disk.source(share / "source")
        report.tell("packages, system and disk of the machine: kept from before, or made now (some minutes) ...")
        packages, _ = disk.wheels(fresh)
        system, new_system = image.system(fresh, PACKAGES if upkeep else ())
        made, new_disk = disk.disk(system, packages, program, fresh)
        how = "all made now" if new_system else "disk made now, system kept" if new_disk else "kept from before"
        report.tell(f"the machine's disk is there ({how})")
        shutil.copytree(Path(__file__).parent / "guest", share / "guest")
        shutil.copytree(packages, share / "wheels")
        shutil.copytree(Path(__file__).parents[1] / "board/device", share / "device")
        _micropython(share / "micropython")
        guest = Guest(system, made, work, share, cores=min(2, os.cpu_count() or 1))
        try:
            if upkeep:
                Upkeep(guest, report).run()
            else:
                Checks(guest, report, work).run()
        finally:
            guest.cut()
            if report.failed:
                _last_lines(work, report)
    finally:
        if keep is not None:
            shutil.copytree(work, keep, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sock"))
        shutil.rmtree(work, ignore_errors=True)


def _micropython(folder: Path) -> None:
    """Copy MicroPython's unix port, for the board's program, where there is one that the guest's Python can load."""
    found = importlib.util.find_spec("micropython_run"), importlib.util.find_spec("micropython_unix")
    files = [Path(spec.origin) for spec in found if spec is not None and spec.origin is not None]
    if len(files) == len(found) and sys.version_info[:2] == disk.PYTHON:
        folder.mkdir()
        for file in files:
            shutil.copy2(file, folder)


def _last_lines(work: Path, report: Report) -> None:
    for file in sorted(work.glob("console-*.log")):
        lines = file.read_text("utf-8", "replace").splitlines()[-25:]
        report.tell(f"the last lines of {file.name}:\n" + "\n".join(f"    {line}" for line in lines))


def _too_long(*_given: object) -> None:
    raise TooLong


if __name__ == "__main__":
    sys.exit(main())
