"""What a machine needs to be a tablehand box, one step each. Every step may be done again and then changes nothing."""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from pathlib import Path

from firmware_bridge import hotspot
from systemd.installer.machine import TROUBLE, USAGE, Machine, Trouble

USER = "tablehand"
SETTINGS = "/etc/tablehand/settings.toml"
STATE = "/var/lib/tablehand"
LINK = "/usr/local/bin/tablehand"
UNITS = "/etc/systemd/system"
SERVICE = "tablehand.service"
ENABLED = (SERVICE, "tablehand-blank.service", "tablehand-power.path", "tablehand-wifi.timer")

PROFILE = f"/etc/NetworkManager/system-connections/{hotspot.PROFILE}.nmconnection"
SYSUSERS = "/etc/sysusers.d/tablehand.conf"
RULES = "/etc/udev/rules.d/70-tablehand.rules"
JOURNALD = "/etc/systemd/journald.conf.d/tablehand.conf"
AVAHI = "/etc/avahi/services/tablehand.service"
DNSMASQ = "/etc/NetworkManager/dnsmasq-shared.d/tablehand.conf"

FILES = {
    RULES: "70-tablehand.rules",
    JOURNALD: "journald.conf",
    AVAHI: "avahi.service",
    DNSMASQ: "dnsmasq.conf",
}
"""Where the files of systemd/files belong; left out where the machine has no avahi or no NetworkManager."""
_ONLY_WHERE = {AVAHI: "/etc/avahi", DNSMASQ: "/etc/NetworkManager"}

PACKAGES = ("python3-venv",)
TO_BUILD = ("gcc", "libc6-dev", "python3-dev")
"""evdev, for the keypad, comes as source only."""
WANTED = ("avahi-daemon", "espeak-ng")
WANTED_PI = ("network-manager", "dnsmasq-base")
"""Only on a Pi: on any other Debian, network-manager might take over a network that is set up otherwise."""

BEGIN, END = "# tablehand: begin", "# tablehand: end"
_BLOCK = re.compile(rf"\n*^{BEGIN}$.*?^{END}$\n?", re.MULTILINE | re.DOTALL)


def python_of(machine: Machine) -> tuple[str, str]:
    """Return the Python that the service is to run with, and its version as in "313".

    The system's own comes first: one in somebody's home is out of the service's sight.
    """
    asked = "import ensurepip, sys, venv; print('%d%d' % sys.version_info[:2] if sys.version_info >= (3, 11) else '')"
    for python in dict.fromkeys(("/usr/bin/python3", sys.executable)):
        found = machine.run(python, "-c", asked)
        if found.code == 0 and found.out.strip():
            return python, found.out.strip()
    raise Trouble("needs Python 3.11 or newer with its venv module: apt install python3 python3-venv", TROUBLE)


def packages(machine: Machine, *, build: bool) -> None:
    """Install what is missing of the system's packages. One that is only wanted may be left out, with a sentence."""
    needed = [*PACKAGES, *(TO_BUILD if build else ())]
    wanted = [*WANTED, *(WANTED_PI if machine.is_pi else ())]
    if machine.is_pi and sys.version_info >= (3, 13):
        needed.append("python3-lgpio")
    missing = _missing(machine, needed + wanted)
    if not missing:
        return
    apt = ("apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300", "install", "--no-install-recommends")
    machine.run("apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", "update")
    musts = [p for p in missing if p in needed]
    if musts:
        why = "could not install packages; without network, give --no-apt and --wheels DIR"
        machine.must(why, *apt, *musts, DEBIAN_FRONTEND="noninteractive")
        machine.changed(f"installed {' '.join(musts)}")
    for package in (p for p in missing if p in wanted):
        if machine.run(*apt, package, DEBIAN_FRONTEND="noninteractive").code == 0:
            machine.changed(f"installed {package}")
        else:
            machine.say(f"  left out {package}: it could not be installed")


def _missing(machine: Machine, names: list[str]) -> list[str]:
    found = machine.run("dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\\n", *names).out
    there = {line.split()[0] for line in found.splitlines() if line.endswith(" installed")}
    return [name for name in names if name not in there]


def user(machine: Machine, home: Path) -> None:
    """Make the service's user and the groups of its devices."""
    machine.write(SYSUSERS, (home / "systemd/files/sysusers.conf").read_text())
    if not machine.live:
        return
    groups = set(machine.run("id", "-nG", USER).out.split())
    if not {USER, "gpio", "i2c", "spi", "input", "dialout", "audio"} <= groups:
        machine.must("could not make the user tablehand", "systemd-sysusers", str(machine.at(SYSUSERS)))
        machine.changed(f"made the user {USER}, in gpio i2c spi input dialout audio")


def settings(machine: Machine, home: Path) -> bool:
    """Put the first settings in place; those that are there are the owner's. Returns whether they were new."""
    if machine.at(SETTINGS).exists():
        return False
    return machine.write(SETTINGS, (home / "systemd/files/settings.toml").read_text())


def port(machine: Machine) -> int:
    """Return the port that the settings name."""
    try:
        found = tomllib.loads(machine.at(SETTINGS).read_text("utf-8-sig")).get("web", {}).get("port", 8080)
    except (OSError, ValueError, AttributeError):
        return 80
    return found if isinstance(found, int) else 80


def wifi(machine: Machine) -> None:
    """Give the box a hotspot of its own: made once, or as the owner has set it since."""
    file = str(hotspot.FILE)
    ours = hotspot.read(machine.at(file))
    if ours is None:
        if machine.at(file).exists():
            raise Trouble(
                f"{file} names no usable Wi-Fi: name of 1 to 32 and password of 8 to 63 plain characters, in quotes",
                USAGE,
            )
        ours = hotspot.fresh()
        machine.write(file, ours.toml(), 0o640, USER)
        machine.say(f"  the box's own Wi-Fi is {ours.name}; its password is in {file}")
    else:
        machine.write(file, machine.at(file).read_text("utf-8"), 0o640, USER)
    if machine.at("/etc/NetworkManager").is_dir() and machine.write(PROFILE, ours.profile(), 0o600) and machine.live:
        machine.run("nmcli", "connection", "reload")


def buses(machine: Machine) -> bool:
    """Switch the display's bus on, on a Pi. Returns whether the machine has to be started anew for it."""
    place = boot_config(machine)
    if place is None:
        return False
    lines = ["[all]", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"]
    if _display_on_spi(machine):
        lines.append("dtparam=spi=on")
    before = machine.at(place).read_text("utf-8", "surrogateescape")
    block = "\n".join((BEGIN, *lines, END)) + "\n"
    after = _BLOCK.sub("\n", before).rstrip("\n") + "\n\n" + block
    return _boot_write(machine, place, before, after)


def boot_config(machine: Machine) -> str | None:
    """Return where a Pi's boot settings lie; None on other machines."""
    if not machine.is_pi:
        return None
    for place in ("/boot/firmware/config.txt", "/boot/config.txt"):
        if machine.at(place).is_file() and not machine.at(place).is_symlink():
            return place
    return None


def no_buses(machine: Machine) -> None:
    """Take our lines out of the boot settings again."""
    place = boot_config(machine)
    if place is not None:
        before = machine.at(place).read_text("utf-8", "surrogateescape")
        _boot_write(machine, place, before, _BLOCK.sub("\n", before))


def _boot_write(machine: Machine, place: str, before: str, after: str) -> bool:
    if after == before:
        return False
    file = machine.at(place)
    kept = file.with_name("config.txt.before-tablehand")
    if not kept.exists():
        shutil.copyfile(file, kept)
    # Written beside it and swapped: a Pi with half a config.txt may not start again.
    new = file.with_name("config.txt.new")
    new.write_text(after, "utf-8", "surrogateescape")
    new.replace(file)
    machine.changed(f"wrote {place} (what was there before: {kept.name})")
    return True


def _display_on_spi(machine: Machine) -> bool:
    try:
        display = tomllib.loads(machine.at(SETTINGS).read_text("utf-8-sig")).get("display", {})
    except (OSError, ValueError):
        return False
    return isinstance(display, dict) and "spi" in (display.get("interface"), display.get("bus"))


def units_of(home: Path) -> list[Path]:
    """Return the units that a copy of the program brings."""
    return sorted((home / "systemd/units").glob("tablehand*.*"))


def files(machine: Machine, home: Path) -> bool:
    """Put units and rules in place and let their readers know. Returns whether a unit has changed."""
    names = {unit.name for unit in units_of(home)}
    changed = [machine.write(f"{UNITS}/{unit.name}", unit.read_text("utf-8")) for unit in units_of(home)]
    old = [p.name for p in machine.at(UNITS).glob("tablehand*.*") if p.is_file() and p.name not in names]
    changed += [machine.remove(f"{UNITS}/{name}") for name in sorted(old)]
    for place, name in FILES.items():
        if not machine.at(_ONLY_WHERE.get(place, "/etc")).is_dir():
            continue
        text = (home / "systemd/files" / name).read_text("utf-8").replace("@PORT@", str(port(machine)))
        if machine.write(place, text) and machine.live:
            _reread(machine, place)
    if any(changed) and machine.live:
        machine.must("systemd does not take the units", "systemctl", "daemon-reload")
    return any(changed)


def _reread(machine: Machine, place: str) -> None:
    if place == RULES:
        machine.run("udevadm", "control", "--reload")
        machine.run("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=i2c-dev",
                    "--subsystem-match=spidev", "--subsystem-match=input", "--subsystem-match=tty")  # fmt: skip
    elif place == JOURNALD:
        machine.run("systemctl", "try-restart", "systemd-journald.service")


def enable(machine: Machine) -> None:
    """Let the units start with the machine."""
    if not machine.live:
        return
    off = [u for u in ENABLED if machine.run("systemctl", "is-enabled", u).out.strip() != "enabled"]
    if off:
        machine.must("systemd does not enable the units", "systemctl", "enable", *off)
        machine.changed(f"enabled {' '.join(off)}")
    others = [u for u in ENABLED if u != SERVICE]
    idle = [u for u in others if machine.run("systemctl", "is-active", u).out.strip() != "active"]
    if idle:
        machine.run("systemctl", "start", *idle)
