"""The checks, in the order in which they are made on one machine that is started twice."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

import msgspec

from companion import packs, script
from companion.app import pages
from companion.games import TITLES
from companion.shelf import Shelf
from companion.words import of_the_house
from tests.appliance.guest import Guest, Trouble
from tests.appliance.hands import Hands
from tests.appliance.mirror import Box, Hand, joining, remarks
from tests.appliance.report import Failed, Report, see

HERE = Path(__file__).parent
EVENING = HERE / "evening.table"
SECRET = """key * 8
key 4  # another game
key enter
expect oled "1 Crossfire"
key 1
expect oled "4 Beside boxed game"
key 1
expect oled "Look at your card"
key 1  # whose secret: nobody's turn says it
expect oled "hold select: look"
"""
"""The keys that lead from the end of the evening to where seat 1 has a secret to look at."""
INSTALL = "cd /run/stage/source && ./tablehand install --no-apt --wheels /run/stage/wheels"
PYTHON = "/opt/tablehand/current/.venv/bin/python -P"
TABLEHAND = "tablehand.service"
UNITS = " ".join(f"/etc/systemd/system/tablehand*.{kind}" for kind in ("service", "path", "timer"))
EXPOSURE = 2.5
WATCHDOG = 8
"""Seconds of the watchdog for its test; the unit's own would only take longer."""
AS_THE_TABLE = "setpriv --reuid tablehand --regid tablehand --init-groups env HOME=/var/lib/tablehand LG_WD=/tmp"

_SECOND_GRAB = """
import fcntl, glob, os, sys
for path in glob.glob("/dev/input/by-id/*Fake_Keypad*event-if00"):
    node = os.open(path, os.O_RDWR)
    try: fcntl.ioctl(node, 0x40044590, 1)
    except OSError as error: print(error.strerror)
    else: print("grabbed")
"""
_SECOND_CLAIM = """
import lgpio
chip = lgpio.gpiochip_open(0)
try: lgpio.gpio_claim_input(chip, 5)
except lgpio.error as error: print(error)
else: print("claimed")
"""


class Checks:
    """All of them. ``run`` makes them one after the other; what cannot go on is said and ends it."""

    def __init__(self, guest: Guest, report: Report, work: Path) -> None:
        self._guest, self._report, self._work = guest, report, work
        self._hands = Hands(guest)
        self._box: Box | None = None

    def run(self) -> None:
        """Make every check. One whose machine is gone fails, and so do those that would have come after it."""
        steps = (
            ("starting", self._start),
            ("installing", self._install),
            ("the service", self._service),
            ("the parts", self._parts),
            ("an evening", self._evening),
            ("the board", self._board),
            ("a deadlock", self._deadlock),
            ("a secret", self._secret),
            ("switching off", self._off),
        )
        for name, step in steps:
            try:
                step()
            except (Failed, Trouble, script.ScriptError) as error:
                self._report.no(name, str(error))
                if name in ("starting", "installing") or not self._guest.running:
                    return

    # the machine and the installer

    def _start(self) -> None:
        self._report.tell("starting the machine ...")
        seconds = self._guest.start()
        see(self._guest.must("uname -r"), "no kernel")
        self._report.ok(f"the machine starts with all its parts, in {seconds:.0f} s")

    def _install(self) -> None:
        with self._report.check("installer: installs, and the table comes up") as more:
            began = time.monotonic()
            said = self._guest.must(INSTALL, 240)
            see("started the table" in said, said)
            more(f"{time.monotonic() - began:.0f} s")
        with self._report.check("installer: run again, it changes nothing"):
            said = self._guest.must(INSTALL, 120).strip()
            see(said == "nothing to do", said)

    def _service(self) -> None:
        guest = self._guest
        with self._report.check("the table is up, as its own user, and a phone gets its page on port 80"):
            shown = self._shown("ActiveState,SubState,User,Type,NRestarts,MainPID")
            see(
                shown["ActiveState"] == "active" and shown["Type"] == "notify" and shown["NRestarts"] == "0", str(shown)
            )
            uid = guest.must(f"stat -c %U /proc/{shown['MainPID']}")
            see(uid == "tablehand", f"it runs as {uid}")
            status = guest.must(_http("/board"))
            see(status == "200", f"HTTP {status}")
        with self._report.check("units: systemd-analyze verify has nothing to say"):
            ended = guest.run(f"systemd-analyze verify --man=no $(ls {UNITS})", 60)
            see(ended.code == 0 and not ended.out.strip(), ended.out)
        with self._report.check(f"units: exposure at most {EXPOSURE}") as more:
            said = guest.must(f"systemd-analyze security {TABLEHAND} --no-pager", 60)
            found = re.search(r"exposure level for \S+ ([\d.]+)", said)
            see(found and float(found[1]) <= EXPOSURE, said[-200:])
            more(f"it is {found[1] if found else '?'}")
        with self._report.check("a second copy ends with one clear line, and leaves the first alone") as more:
            pid = self._shown("MainPID")["MainPID"]
            ended = guest.run(f"{AS_THE_TABLE} {PYTHON} -m companion run --state /tmp/second --port 8099", 60)
            lines = [line for line in ended.out.splitlines() if line.strip()]
            see(ended.code == 3 and lines, f"exit code {ended.code}: {ended.out}")
            see("Traceback" not in ended.out, ended.out)
            see(self._shown("MainPID")["MainPID"] == pid, "the first one was started anew")
            more(lines[-1].removeprefix("tablehand: "))
        with self._report.check("no unit has failed"):
            failed = guest.must("systemctl --failed --no-legend --plain")
            see(not failed, failed)

    def _parts(self) -> None:
        guest = self._guest
        with self._report.check("udev: pins, bus, keypad and board belong to their groups, nobody else may"):
            nodes = "/dev/gpiochip0 /dev/i2c-1 $(readlink -f /dev/input/by-id/*Fake_Keypad*event-if00) /dev/ttyACM0"
            found = guest.must(f"stat -L -c '%G %a' {nodes}")
            see(found.split("\n") == ["gpio 660", "i2c 660", "input 660", "dialout 660"], found)
        with self._report.check("doctor: every part is found"):
            ended = guest.run("tablehand doctor", 90)
            rows = {tuple(line.split(None, 2)[:2]) for line in ended.out.splitlines()}
            wanted = ("pins", "keypad", "display", "board", "state", "service")
            see(all(("ok", part) in rows for part in wanted), ended.out)
        with self._report.check("keypad: grabbed, so that nothing of it reaches a console"):
            said = guest.must(f"python3 -c '{_SECOND_GRAB}'")
            see(said == "Device or resource busy", said or "the keypad was not found by its name")
        with self._report.check("pins: one process has them, another is told that they are busy"):
            said = guest.must(f"cd /tmp && {PYTHON} -c '{_SECOND_CLAIM}'", 60)
            see("busy" in said.lower(), said)

    # the evening

    def _stage(self) -> Box:
        """Set up the table beside the box: the same state, nobody seated, the same way to join."""
        library, words = packs.open_library(TITLES, None), of_the_house(*(t.meta.key for t in TITLES))
        folder = Path(tempfile.mkdtemp(prefix="table-", dir=self._work))
        box = Box(self._guest, self._hands, self._report.tell, folder, TITLES, words, pages,
                  lambda: Shelf(*library.boxes()))  # fmt: skip
        kept = msgspec.json.decode(self._guest.must("cat /var/lib/tablehand/secrets.json"))
        box.join = box.front.join = joining("http://127.0.0.1", kept["room"], kept["code"])
        return box

    def _evening(self) -> None:
        self._box = box = self._stage()
        with self._report.check("the lobby's picture, pixel by pixel"):
            try:
                box.compare()
            except ValueError as error:
                raise Failed(str(error)) from None
        self._report.tell("playing an evening, key by key ...")
        hand = Hand(box, remarks(EVENING), self._report.ok)
        with self._report.check("an evening of Crossfire from key to pixels") as more:
            hand.play_script(script.read(EVENING))
            more(f"{box.compared} pictures as drawn")
        with self._report.check("the display was sent only what its data sheet allows"):
            see(not self._guest.display.fault, self._guest.display.fault)

    def _board(self) -> None:
        guest, said = self._guest, "cat /run/board.out"
        with self._report.check("board: one without its program: the doctor tells of it, the log once a start"):
            said_of = "nothing is heard of the board"
            guest.until(f"grep -q '{said_of}' /run/tablehand/parts.json", 60, "cat /run/tablehand/parts.json")
            told = guest.run("tablehand doctor", 90).out
            see(said_of in told, told)
            lines = guest.must(f"journalctl -b -u {TABLEHAND} --no-pager -o cat | grep -c '{said_of}' || true")
            starts = guest.must(f"journalctl -b -u {TABLEHAND} --no-pager -o cat | grep -c 'the display is on' || true")
            see(int(lines) <= int(starts), f"{lines} lines in {starts} starts")
        with self._report.check("board: its own program at the far end of the cable, and the table find each other"):
            there = guest.run("[ -d /run/stage/micropython ]").code == 0
            see(there, "MicroPython's unix port is not here for the guest's Python")
            guest.must("systemd-run -q -u board -p Restart=always -p RestartSec=1 sh /run/stage/guest/board")
            guest.until("grep -q ^linked /run/board.out", 60, said)
        with self._report.check("board: pulled out and put back, it has its name and its link again"):
            self._hands.plug("board", on=False)
            guest.until("[ ! -e /dev/ttyACM0 ]", 10)
            guest.must("echo again >>/run/board.out")
            self._hands.plug("board", on=True)
            guest.until("sed 1,/again/d /run/board.out | grep -q ^linked", 60, said)
            name = guest.must("readlink -f /dev/serial/by-id/*Fake_Board*")
            see(name.startswith("/dev/ttyACM"), "it has no name")

    # what goes wrong

    def _deadlock(self) -> None:
        guest, box = self._guest, self._box
        assert box is not None
        drop_in = f"/run/systemd/system/{TABLEHAND}.d/deadlock.conf"
        text = rf"[Service]\nWatchdogSec={WATCHDOG}\nEnvironment=PYTHONPATH=/run/stage/guest/deadlock\n"
        guest.must(f"mkdir -p $(dirname {drop_in}) && printf '{text}' >{drop_in} && systemctl daemon-reload")
        with self._report.check("started without display and keypad: it is up, and finds both when they come"):
            for part in ("display", "keypad"):
                self._hands.plug(part, on=False)
            guest.must(f"systemctl restart {TABLEHAND}", 90)
            for part in ("display", "keypad"):
                self._hands.plug(part, on=True)
            box.mirror_restart()
        with self._report.check(f"a display that hangs {WATCHDOG + 4} s is not the table's death"):
            before = self._shown("NRestarts,MainPID")
            guest.write(("/sys/module/i2c_oled_sim/parameters/slow", str((WATCHDOG + 4) * 1000), 0.0))
            self._hands.key("*")
            time.sleep(WATCHDOG + 5)
            guest.write(("/sys/module/i2c_oled_sim/parameters/slow", "0", 0.0))
            see(self._shown("NRestarts,MainPID") == before, "it was started anew")
            self._hands.key(".")
        with self._report.check("a deadlocked table is killed by the watchdog, and the game comes back") as more:
            began = time.monotonic()
            pid = self._shown("MainPID")["MainPID"]
            guest.write(("/run/tablehand/deadlock", "", 0.0))
            while self._shown("MainPID")["MainPID"] in (pid, "0"):
                see(time.monotonic() - began < 90, "it was not started anew")
                time.sleep(1)
            more(f"started anew after {time.monotonic() - began:.0f} s")
            said = guest.must(f"journalctl -b -u {TABLEHAND} --no-pager -o cat")
            see("stage: the table's lock is taken" in said, "there was no deadlock")
            see(re.search("watchdog timeout", said, re.IGNORECASE), "systemd says nothing of a watchdog")
            see("no sign of life from: table" in said, "the table does not say who is late")
            box.mirror_restart()
        guest.must(f"rm {drop_in} && systemctl daemon-reload")

    def _secret(self) -> None:
        guest, box, hands = self._guest, self._box, self._hands
        assert box is not None
        hand = Hand(box, {}, self._report.ok)
        hand.play_script(script.read_text(SECRET, "secret"))
        try:
            box.compare()
        except ValueError as error:
            raise Failed(str(error)) from None
        public = guest.display.still().tobytes()
        with self._report.check("a secret is dim, shown while select is held, and gone with it"):
            bright = guest.display.chip.contrast
            hands.button("select", down=True)
            # Both at once: another line of the page may change before the hold comes true.
            chip = guest.display.chip
            covered = guest.display.wait(lambda picture: picture.tobytes() != public and chip.contrast < bright, 20)
            see(covered, f"contrast {chip.contrast}, before {bright}")
            shown = guest.display.still(1.0)
            see(shown.getbbox() is not None, "the display went dark")
            see(chip.contrast < bright, f"contrast {chip.contrast}, before {bright}")
            hands.button("select", down=False)
            see(guest.display.wait(lambda picture: picture.tobytes() != shown.tobytes(), 10), "it stayed")
        with self._report.check("stopped while a secret is shown: the display is dark and its memory empty") as more:
            hands.key("2")
            time.sleep(1.0)
            before = guest.display.still().tobytes()
            hands.button("select", down=True)
            see(guest.display.wait(lambda picture: picture.tobytes() != before, 20), "nothing was shown")
            began = time.monotonic()
            guest.must(f"systemctl --no-block stop {TABLEHAND}")
            see(guest.display.wait(lambda picture: picture.getbbox() is None, 15), "it stayed lit")
            more(f"{time.monotonic() - began:.1f} s")
            hands.button("select", down=False)
            guest.until("! systemctl is-active -q tablehand", 30)
            see(guest.display.dark(), "something is left in the display's memory")
        with self._report.check("the lamp and the buzzer are silent then"):
            see(sum(hands.lamp()) == 0, "the lamp is lit")
        guest.must(f"systemctl start {TABLEHAND}", 90)

    def _off(self) -> None:
        guest, hands = self._guest, self._hands
        with self._report.check("switched off from the keypad's menu: the machine goes off, the display dark") as more:
            see(guest.display.wait(lambda picture: picture.getbbox() is not None, 60), "the display stayed dark")
            time.sleep(2)
            for key in ("*", "9", "1"):
                see(hands.key(key), f"nobody took the key {key}")
                time.sleep(1.5)
            began = time.monotonic()
            see(guest.wait_off(60), "it is still on")
            more(f"{time.monotonic() - began:.0f} s")
            see(guest.display.dark(), "something is left on the display")

    def _shown(self, names: str) -> dict[str, str]:
        said = self._guest.must(f"systemctl show -p {names} {TABLEHAND}")
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)


def _http(path: str) -> str:
    """Return a command that prints the status of a page of the guest's own table."""
    code = f"import http.client as h; c = h.HTTPConnection('127.0.0.1', 80, timeout=20); c.request('GET', '{path}'); "
    return f'python3 -c "{code}print(c.getresponse().status)"'
