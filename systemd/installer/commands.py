"""The three commands: install, update with a way back, uninstall."""

from __future__ import annotations

import shutil
from pathlib import Path

from systemd.installer import health, release, steps
from systemd.installer.machine import TROUBLE, Machine, Trouble

SOURCE = f"{release.HOME}/source"
"""Names the folder that the program was installed from, for an ``update`` that names none."""
BEFORE = f"{release.HOME}/state-before-update"


def install(
    machine: Machine, source: Path, *, apt: bool = True, wheels: Path | None = None, start: bool = True
) -> None:
    """Make the machine a box with the program in ``source``. A second time it changes nothing.

    Where another copy is in use already this is an update, with its way back. Raises Trouble.
    """
    if machine.live and not machine.at("/run/systemd/system").is_dir():
        why = "systemd does not run this machine, so nothing can be installed here; ./tablehand run works"
        raise Trouble(why, TROUBLE)
    release.check(source)
    if apt and machine.live:
        steps.packages(machine, build=wheels is None)
    python, version = steps.python_of(machine)
    steps.user(machine, source)
    fresh = steps.settings(machine, source)
    steps.wifi(machine)
    name = release.name(source, version)
    old = release.current(machine)
    if not release.whole(machine, name):
        if name == old and machine.live:
            machine.run("systemctl", "stop", steps.SERVICE)  # its Python has gone; it is made again in place
        release.build(machine, source, name, python, wheels)
    anew = steps.buses(machine)
    if old and old != name and release.whole(machine, old):
        _change_over(machine, old, name)
    else:
        changed = _use(machine, name)
        steps.enable(machine)
        if machine.live and start and (changed or fresh or health.show(machine).get("ActiveState") != "active"):
            _start(machine)
    if not (source / release.STAMP).exists():
        machine.write(SOURCE, f"{source}\n")
    release.prune(machine, name)
    if anew:
        machine.say("  the display's bus is switched on with the next start: sudo reboot")
    if not machine.changes:
        machine.say("nothing to do")


def update(machine: Machine, source: Path, *, wheels: Path | None = None) -> None:
    """Bring an installed box to the program in ``source``; state and settings stay. Raises Trouble."""
    if not release.current(machine):
        raise Trouble("tablehand is not installed here: sudo ./tablehand install", TROUBLE)
    install(machine, source, apt=False, wheels=wheels)


def _use(machine: Machine, name: str) -> bool:
    """Let the machine use this copy. Returns whether anything that the service runs by has changed."""
    moved = machine.link(release.CURRENT, f"releases/{name}")
    machine.link(steps.LINK, f"{release.CURRENT}/tablehand")
    return steps.files(machine, machine.at(f"{release.RELEASES}/{name}")) or moved


def _start(machine: Machine) -> None:
    trouble = health.restart(machine)
    if trouble:
        raise Trouble(f"the table does not come up: {trouble}\n{health.last_words(machine)}")
    machine.changed("started the table")


def _change_over(machine: Machine, old: str, new: str) -> None:
    """Change from one copy to another; if the new one does not come up, everything is as it was before."""
    if not machine.live:
        _use(machine, new)
        return
    machine.run("systemctl", "stop", steps.SERVICE)
    _keep_state(machine)
    trouble = ""
    try:
        _use(machine, new)
        steps.enable(machine)
        trouble = health.restart(machine)
    except (Trouble, OSError) as error:
        trouble = str(error)
    if not trouble:
        machine.remove(BEFORE)
        machine.changed("the table is up again")
        return
    said = health.last_words(machine)
    machine.say(f"  the new one does not come up ({trouble}); going back ...")
    machine.run("systemctl", "stop", steps.SERVICE)
    _bring_back_state(machine)
    _use(machine, old)
    machine.remove(f"{release.RELEASES}/{new}")
    worse = health.restart(machine)
    ended = f"and the old one does not come up either ({worse})" if worse else "so the old one is in use again"
    raise Trouble(f"the new one does not come up ({trouble}), {ended}\n{said}")


def _keep_state(machine: Machine) -> None:
    """Keep a copy of the evening: a program that failed half-way may have written what the old one cannot read."""
    state, kept = machine.at(steps.STATE), machine.at(BEFORE)
    shutil.rmtree(kept, ignore_errors=True)
    if state.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.mkdir(mode=0o700)
        for file in state.iterdir():
            _copy(file, kept / file.name)


def _bring_back_state(machine: Machine) -> None:
    state, kept = machine.at(steps.STATE), machine.at(BEFORE)
    if not kept.is_dir() or not state.is_dir():
        return
    for file in state.iterdir():
        shutil.rmtree(file) if file.is_dir() and not file.is_symlink() else file.unlink()
    for file in kept.iterdir():
        _copy(file, state / file.name)
    shutil.rmtree(kept)


def _copy(file: Path, to: Path) -> None:
    """Copy with owner and rights, links as links."""
    if file.is_symlink() or not (file.is_dir() or file.is_file()):
        if file.is_symlink():
            to.symlink_to(file.readlink())
        return
    if file.is_dir():
        to.mkdir()
        for inside in file.iterdir():
            _copy(inside, to / inside.name)
    else:
        shutil.copyfile(file, to)
    shutil.copystat(file, to)
    owner = file.stat()
    try:
        shutil.chown(to, owner.st_uid, owner.st_gid)
    except PermissionError:  # not root, in a scratch root: the owner is us anyway
        return


def uninstall(machine: Machine, *, purge: bool = False) -> None:
    """Take everything away but state and settings; with ``purge`` those too. A second time it changes nothing."""
    units = [p.name for p in sorted(machine.at(steps.UNITS).glob("tablehand*.*")) if p.is_file()]
    if machine.live and units:
        machine.run("systemctl", "disable", "--now", *units)
    for unit in units:
        machine.remove(f"{steps.UNITS}/{unit}")
    for place in (*steps.FILES, steps.PROFILE, steps.SYSUSERS):
        if machine.remove(place) and machine.live:
            if place == steps.RULES:
                machine.run("udevadm", "control", "--reload")
            elif place == steps.PROFILE:
                machine.run("nmcli", "connection", "reload")
    if machine.at(steps.LINK).is_symlink():
        machine.remove(steps.LINK)
    machine.remove(release.HOME)
    steps.no_buses(machine)
    if purge:
        machine.remove(steps.STATE)
        machine.remove("/etc/tablehand")
        if machine.live and machine.run("id", steps.USER).code == 0:
            machine.run("userdel", steps.USER)
            machine.changed(f"removed the user {steps.USER}")
    if machine.live and units:
        machine.run("systemctl", "daemon-reload")
    if not machine.changes:
        machine.say("nothing to do")
    elif not purge:
        machine.say(f"  kept: {steps.STATE} and /etc/tablehand (uninstall --purge removes them)")
