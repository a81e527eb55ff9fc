"""The doctor: what it sees of the box, and what to do about each thing. It looks, and changes nothing."""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

import msgspec

from companion.config import Settings, claims
from firmware_bridge import hotspot, oled_bus, parts_file
from firmware_bridge.machine import DISPLAYS, Machine
from firmware_bridge.speech import cards, chosen

Level = Literal["good", "note", "bad"]
MARKS: dict[Level, str] = {"good": "ok  ", "note": "note", "bad": "BAD "}
LEAST_MEMORY = 60
"""MiB that should be left while the table runs: below that a Pi begins to swap to its card."""
LEAST_SPACE = 100
"""MiB that the disk should have left."""
BORN = 1_735_689_600
"""2025: a clock before that was never set."""
SERVICE = "tablehand.service"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was seen. ``bad``: somebody has to do something; ``todo`` says what to do, if anything."""

    name: str
    level: Level
    text: str
    todo: str = ""

    def __str__(self) -> str:
        line = f"{MARKS[self.level]}  {self.name:<9} {self.text}"
        return f"{line}\n{'':<15} -> {self.todo}" if self.todo else line


def good(name: str, text: str, todo: str = "") -> Finding:
    """Return a finding that all is well."""
    return Finding(name, "good", text, todo)


def note(name: str, text: str, todo: str = "") -> Finding:
    """Return a finding that is worth knowing and hinders nothing."""
    return Finding(name, "note", text, todo)


def bad(name: str, text: str, todo: str) -> Finding:
    """Return a finding that has to be put right."""
    return Finding(name, "bad", text, todo)


def examine(settings: Settings, machine: Machine | None = None) -> list[Finding]:
    """Return what is to be seen of every part. A look that fails is a finding too."""
    seen = machine or Machine()
    looks: tuple[Callable[[Machine, Settings], Iterable[Finding]], ...] = (
        _machine, _pins, _keypad, _display, _board, _sound, _wifi, _state, _clock, _service,
    )  # fmt: skip
    found: list[Finding] = []
    for look in looks:
        try:
            found.extend(look(seen, settings))
        except Exception as error:  # noqa: BLE001 - the doctor goes on to the next part
            found.append(bad(look.__name__.strip("_"), f"could not be looked at ({error})", "please report this"))
    return found + list(_contradicted(seen, found))


def _contradicted(seen: Machine, found: Iterable[Finding]) -> Iterable[Finding]:
    """Yield what the running table says of parts that look well from here: a board that never speaks, a pin in use."""
    amiss = {finding.name for finding in found if finding.level != "good"}
    for part in parts_file.read(seen.at(parts_file.PLACE)):
        if not part.ok and part.name not in {*amiss, "speech"}:  # of speech all is said by "sound"
            yield bad(part.name, f"the table says: {part.text}", "see this part in hardware.md")


def _machine(seen: Machine, _settings: Settings) -> Iterable[Finding]:
    name = seen.model or "no Raspberry Pi: missing parts are simulated in the browser"
    total, left = seen.memory()
    yield good("machine", name)
    if total and left < LEAST_MEMORY:
        yield bad("memory", f"{left} of {total} MiB left", "end other programs, or use a board with more memory")
    elif total:
        yield good("memory", f"{left} of {total} MiB left")
    power = seen.power()
    if power is not None and power & 0x1:
        yield bad("power", "the voltage is too low now", "use the board's own supply, and a short thick cable")
    elif power is not None and power & 0x10000:
        yield note("power", "the voltage was too low before", "use the board's own supply, a short thick cable")


def _pins(seen: Machine, settings: Settings) -> Iterable[Finding]:
    wired = ", ".join(f"{_part_at(setting)} GPIO{pin}" for setting, pin in claims(settings) if pin)
    if not wired:
        yield note("pins", "no button, lamp or buzzer is set")
        return
    chips = seen.some("/dev", "gpiochip*")
    wanted = os.environ.get("GPIOZERO_PIN_FACTORY", "")
    if not chips and not wanted:
        finding = bad if seen.is_pi else note
        todo = "is this kernel the Pi's own? ls /dev/gpiochip*" if seen.is_pi else ""
        yield finding("pins", "no pins on this machine: buttons, lamp and buzzer are simulated", todo)
        return
    backend = wanted or "lgpio"
    missing = [lib for lib in ("gpiozero", *(["lgpio"] if backend == "lgpio" else [])) if _lacks(lib)]
    finding = bad if seen.is_pi else note
    if missing:
        todo = "sudo ./tablehand install (on Debian: apt install python3-gpiozero python3-lgpio)"
        yield finding("pins", f"the library {missing[0]} is missing, so there are no buttons", todo)
        return
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        yield finding("pins", f"{chips[0]} may not be used by this user", _group("gpio"))
        return
    yield good("pins", f"backend {backend}; {wired}")


def _part_at(setting: str) -> str:
    """Return what hangs on the pin of a setting: "up" for buttons.up, "display reset" for display.reset_pin."""
    section, _, name = setting.partition(".")
    if section == "buttons":
        return name
    return section if name in ("pin", "single") else f"{section} {name.removesuffix('_pin')}"


def _keypad(seen: Machine, settings: Settings) -> Iterable[Finding]:
    wanted = settings.keypad.device
    if wanted:
        if not seen.at(wanted).exists():
            yield bad("keypad", f"{wanted} is not there", "plug it in, or take [keypad] device out of the settings")
        elif not os.access(seen.at(wanted), os.R_OK):
            yield bad("keypad", f"{wanted} may not be read", _group("input"))
        else:
            yield good("keypad", wanted)
        return
    pads = [n for n in seen.inputs() if n.keypad]
    used = [n for n in pads if not n.keyboard or settings.keypad.full is True]
    if not used and len(pads) == 1 and settings.keypad.full == "auto":
        used = pads
    for pad in used:
        where = f"{pad.node} {pad.name}"
        yield good("keypad", where) if pad.readable else bad("keypad", f"{where}: may not be read", _group("input"))
    if used:
        if _lacks("evdev"):
            yield bad("keypad", "the library evdev is missing", "sudo ./tablehand install")
        return
    for pad in pads:
        todo = f'[keypad] device = "{pad.node}", or its name in /dev/input/by-id, takes it'
        if not settings.keypad.full:
            todo = '[keypad] full = "auto" takes it until a letter comes, full = true always'
        yield note("keypad", f"{pad.node} {pad.name} looks like a whole keyboard: not taken", todo)
    if not pads:
        todo = "plug a USB number pad in; it is found by its keys, within seconds" if seen.is_pi else ""
        yield note("keypad", "none here: the one in the browser serves", todo)


def _display(seen: Machine, settings: Settings) -> Iterable[Finding]:
    display = settings.display
    if not display.driver:
        yield from _unset_display(seen)
        return
    if _lacks("luma.oled"):
        yield bad("display", "the library luma.oled is missing", "sudo ./tablehand install")
        return
    node = oled_bus.node(display)
    if not seen.at(node).exists():
        bus = "I2C" if display.interface == "i2c" else "SPI"
        todo = f"switch {bus} on: sudo raspi-config, Interface Options; or sudo ./tablehand install and start anew"
        yield bad("display", f"{display.driver}: there is no {node}", todo)
        return
    if not os.access(seen.at(node), os.R_OK | os.W_OK):
        yield bad("display", f"{node} may not be used by this user", _group(display.interface))
        return
    if display.interface == "spi":
        yield good("display", f"{display.driver} on {node} (SPI cannot tell whether one is there)", "doctor --picture")
        return
    found = seen.displays(node, dict.fromkeys((display.address, *DISPLAYS)))
    if display.address in found:
        yield good("display", f"{display.driver} answers at 0x{display.address:02X} on {node}")
    elif found:
        todo = f"[display] address = 0x{found[0]:02X}"
        yield bad("display", f"nothing at 0x{display.address:02X} on {node}, but something at 0x{found[0]:02X}", todo)
    else:
        todo = 'look at its four wires (3V3, GND, SDA on pin 3, SCL on pin 5); [display] driver = "" if there is none'
        if display.reset:
            todo = f"while the table does not run, its reset (GPIO{display.reset}) keeps it silent; else {todo}"
        yield bad("display", f"nothing answers at 0x{display.address:02X} on {node}", todo)


def _unset_display(seen: Machine) -> Iterable[Finding]:
    if not seen.is_pi:  # a laptop's buses belong to its own chips
        yield note("display", "none set: the panel in the browser serves")
        return
    for bus in seen.some("/dev", "i2c-*"):
        if bus.name not in ("i2c-1", "i2c-0"):
            continue
        found = seen.displays(f"/dev/{bus.name}")
        if found:
            text = f"none set, but something answers at 0x{found[0]:02X} on /dev/{bus.name}"
            yield bad("display", text, '[display] driver = "ssd1309" (2.42 inch), "ssd1306" (0.96) or "sh1106" (1.3)')
            return
    yield note("display", "none set and none found", "wire one up; see hardware.md")


def _board(seen: Machine, settings: Settings) -> Iterable[Finding]:
    wanted = settings.board
    if not wanted.usb:
        yield note("board", 'none is to be used ([board] usb = "")')
        return
    boards = [board for board in seen.boards() if board.ident == wanted.usb]
    used = [b for b in boards if not wanted.serial or b.serial.lower() == wanted.serial.lower()]
    for board in boards:
        where = f"{board.node} {board.name or board.ident}, {board.serial or 'without a serial number'}"
        if board not in used:
            yield note("board", f"{where}: another one, left alone")
        elif not board.readable:
            yield bad("board", f"{where}: may not be read", _group("dialout"))
        elif len(used) > 1:
            yield bad("board", f"{where}: one of several, so none is used", f'[board] serial = "{board.serial}"')
        elif _lacks("serial"):
            yield bad("board", "the library pyserial is missing", "sudo ./tablehand install")
        else:
            yield good("board", where)
    if wanted.serial and not used:
        yield bad("board", f"{wanted.serial} is not there", "plug it in, or take [board] serial out of the settings")
    elif not boards:
        yield note("board", "no dial board (it is optional)")


def _sound(seen: Machine, settings: Settings) -> Iterable[Finding]:
    found = cards(seen.text("/proc/asound/cards"))
    named = next((card for card in found if settings.sound.card in (card.key, card.number)), None)
    card = named if settings.sound.card else chosen(found)
    if not found:
        yield note("sound", "no sound card: the buzzer and the phones serve")
    elif card is None:
        there = ", ".join(card.key for card in found)
        yield bad("sound", f"there is no card {settings.sound.card}", f"[sound] card: one of {there}")
    elif settings.sound.speech == "off":
        yield good("sound", f"{card.name}; speech is off")
    elif settings.sound.speech != "piper" and seen.which("espeak-ng") is None:
        yield note("sound", f"{card.name}, but nothing that speaks", "sudo apt install espeak-ng")
    elif card.hdmi and named is None:
        yield note("sound", f"{card.name}: only a screen with loudspeakers sounds", "or plug a USB sound stick in")
    else:
        yield good("sound", card.name)


def _wifi(seen: Machine, _settings: Settings) -> Iterable[Finding]:
    radios = seen.radios()
    if not radios:
        yield note("Wi-Fi", "no radio here; phones come by cable's network")
        return
    if seen.blocked():
        todo = "sudo raspi-config, Localisation, WLAN country; else: rfkill unblock wlan"
        yield bad("Wi-Fi", f"{radios[0]} is switched off (rfkill)", todo)
        return
    code, said = seen.run(("nmcli", "--terse", "--fields", "TYPE,STATE,CONNECTION", "device"))
    if code:
        yield note("Wi-Fi", f"{radios[0]}; not looked after by NetworkManager, so there is no hotspot of its own")
        return
    line = next((rest for rest in said.splitlines() if rest.startswith("wifi:connected")), "")
    on = line.partition(":")[2].partition(":")[2].replace("\\:", ":").replace("\\\\", "\\")  # as nmcli escapes a name
    if on == hotspot.PROFILE:
        own = hotspot.read(seen.at(str(hotspot.FILE)))
        yield good("Wi-Fi", f"the box's own hotspot is open: {own.name if own else on}")
    elif on:
        yield good("Wi-Fi", f"{radios[0]} is in the network {on}")
    else:
        yield note(
            "Wi-Fi", f"{radios[0]} is in no network", "the hotspot opens a minute after the start, or: sudo nmtui"
        )


def _state(seen: Machine, settings: Settings) -> Iterable[Finding]:
    place = Path("/var/lib/tablehand") if seen.is_box and not settings.state else settings.state_dir
    there = seen.at(str(place))
    while not there.exists() and there != there.parent:
        there = there.parent
    disk = os.statvfs(there)
    left = disk.f_bavail * disk.f_frsize // 2**20
    if disk.f_flag & os.ST_RDONLY:
        yield bad("state", f"{place} lies on a disk that takes nothing", "see read-only root in hardware.md")
    elif left < LEAST_SPACE:
        yield bad("state", f"{place}: {left} MiB left on the disk", "make room; the table plays on, but does not save")
    elif not os.access(there, os.W_OK) and not seen.is_box:
        yield bad("state", f"{place} may not be written by this user", "give another place with --state DIR")
    else:
        yield good("state", f"{place}, {left} MiB left")


def _clock(seen: Machine, _settings: Settings) -> Iterable[Finding]:
    _, said = seen.run(("timedatectl", "show", "-p", "NTPSynchronized"))
    if time.time() < BORN:
        yield note("clock", "it was never set", "games do not mind; only dates in the log are wrong")
    elif said.strip() == "NTPSynchronized=yes":
        yield good("clock", "in step with the network's time")
    else:
        yield note("clock", "not in step with any other clock", "games do not mind: they measure, they do not look")


def _service(seen: Machine, _settings: Settings) -> Iterable[Finding]:
    unit = seen.systemd(SERVICE)
    if unit.get("LoadState") != "loaded":
        finding = bad if seen.is_box else note
        yield finding("service", "not installed", "sudo ./tablehand install" if seen.is_box or seen.is_pi else "")
        return
    state = unit.get("ActiveState", "")
    again = unit.get("NRestarts", "0")
    if state != "active":
        text = f"{state} ({unit.get('SubState', '')}, {unit.get('Result', '')}), started anew {again} times"
        yield bad("service", text, "journalctl -u tablehand -n 50; sudo systemctl restart tablehand")
    elif "not answering" in unit.get("StatusText", ""):
        yield bad("service", unit["StatusText"], "it is started anew by itself; see journalctl -u tablehand")
    else:
        text = f"up: {unit.get('StatusText') or 'open'}" + (f"; started anew {again} times" if again != "0" else "")
        yield good("service", text)
    if unit.get("UnitFileState") not in ("enabled", "", None):
        yield bad("service", "it does not start with the machine", "sudo systemctl enable tablehand")


def _lacks(library: str) -> bool:
    try:
        return importlib.util.find_spec(library) is None
    except (ImportError, ValueError):
        return True


def _group(name: str) -> str:
    return f"sudo usermod -aG {name} $USER, then log in again; the service's own user is in it"


def picture(settings: Settings, machine: Machine | None = None, seconds: float = 20.0) -> Finding:
    """Show the trial picture on the display for a while."""
    from firmware_bridge.oled import Oled
    from firmware_bridge.trial_picture import trial_picture

    if not settings.display.driver:
        return bad("picture", "no display is set", '[display] driver = "ssd1309" (or ssd1306, sh1106)')
    if (machine or Machine()).systemd(SERVICE).get("ActiveState") == "active":
        return bad("picture", "the table has the display", "sudo systemctl stop tablehand, and start it afterwards")
    oled = Oled(settings.display)
    try:
        oled.show(trial_picture())
        time.sleep(min(seconds, 2.0))
        status = oled.status()
        if not status.ok:
            return bad("picture", status.text, "see display above")
        time.sleep(max(0.0, seconds - 2.0))
    finally:
        oled.close()
    text = "was shown; a border all round? 1 upright at the upper left? does a phone read the code?"
    todo = "a side missing: [display] offset; on its head: rotate; stripes: driver; bands in the camera: clock"
    return good("picture", text, todo)


def report(findings: Iterable[Finding], say: Callable[[str], None] = print) -> int:
    """Print the findings; returns 1 if one of them has to be put right, else 0."""
    code = 0
    for finding in findings:
        say(str(finding))
        code = code or (1 if finding.level == "bad" else 0)
    return code
