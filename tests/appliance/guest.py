"""The virtual machine: started, spoken to, cut off. The display at its bus is watched from here, byte by byte."""

from __future__ import annotations

import base64
import json
import os
import signal
import socket
import struct
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image

from tests.hardware.oled_model import SSD1306

QEMU = "qemu-system-x86_64"
CPU = "Nehalem"
"""x86-64-v2, which packages from the index may ask for; cheaper to emulate than "max"."""
MEMORY = 640
BOOT = 300.0
"""Seconds that the guest may take to start."""
LONGEST = 3600
"""Seconds after which a machine is ended whatever its tester does."""


class Trouble(Exception):
    """The machine does not do what it was asked; the sentence says what."""


class Ended(NamedTuple):
    """What a command in the guest came to."""

    code: int
    out: str


class Display:
    """What an eye sees on the guest's display: the bytes of the bus, taken in by a model of the controller."""

    def __init__(self) -> None:
        self.chip = SSD1306()
        self.bytes = 0
        self.fault = ""
        self.changed = threading.Condition()
        self._rest = b""
        self._picture = self.chip.picture()
        self._seen: deque[tuple[float, bytes]] = deque(maxlen=200)

    def take(self, heard: bytes) -> None:
        """Take in what the bus recorded: for every message its length in two bytes, then its bytes."""
        self._rest += heard
        while len(self._rest) >= 2:
            (length,) = struct.unpack_from("<H", self._rest)
            if len(self._rest) < 2 + length:
                break
            message, self._rest = self._rest[2 : 2 + length], self._rest[2 + length :]
            self.bytes += length
            try:
                self.chip.i2c(message)
            except AssertionError as error:
                self.fault = self.fault or f"the display was sent what its data sheet does not allow: {error}"
        with self.changed:
            picture = self.chip.picture()
            if picture.tobytes() != self._picture.tobytes():
                self._seen.append((time.monotonic(), picture.tobytes()))
            self._picture = picture
            self.changed.notify_all()

    def picture(self) -> Image.Image:
        """Return what is seen now."""
        return self._picture

    def since(self, moment: float) -> list[bytes]:
        """Return the pictures that came since ``moment``, in seconds of the monotonic clock."""
        with self.changed:
            return [picture for at, picture in self._seen if at >= moment]

    def dark(self) -> bool:
        """Tell whether nothing is seen, and nothing is left in the memory either."""
        return self._picture.getbbox() is None and self.chip.empty

    def still(self, quiet: float = 2.0, patience: float = 20.0) -> Image.Image:
        """Wait until nothing has changed for ``quiet`` seconds, and return what is seen then. Raises Trouble."""
        until = time.monotonic() + patience
        while self.since(time.monotonic() - quiet):
            if time.monotonic() > until:
                raise Trouble(f"the display does not come to rest within {patience:.0f} s")
            time.sleep(0.1)
        return self.picture()

    def wait(self, wanted: Callable[[Image.Image], bool], patience: float) -> bool:
        """Wait until ``wanted`` holds of the picture. Returns whether it came to that within ``patience`` seconds."""
        until = time.monotonic() + patience
        with self.changed:
            while not wanted(self._picture):
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self.changed.wait(min(left, 0.1))
        return True


class Guest:
    """One machine on one disk. ``start`` and ``cut`` may follow each other as often as one likes."""

    def __init__(self, system: Path, disk: Path, folder: Path, share: Path, cores: int = 2) -> None:
        """``system`` holds the kernel, ``disk`` the disk to start from, which stays as it is; ``folder`` is ours."""
        self._system, self._folder, self._share, self._cores = system, folder, share, cores
        self.disk = folder / "disk.qcow2"
        self.display = Display()
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._asked = 0
        self._answers: dict[int, dict[str, Any]] = {}
        self._heard = threading.Condition()
        self._up = False
        self._writing = threading.Lock()
        # What the guest has not flushed is gone with the emulator: its disk's tables live in the emulator's memory.
        create = ("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(disk / "disk.img"), str(self.disk))
        subprocess.run(create, check=True, timeout=30, stdin=subprocess.DEVNULL)

    def start(self) -> float:
        """Switch on and wait until the guest answers. Returns how many seconds that took; raises Trouble."""
        self.starts += 1
        began = time.monotonic()
        path = self._folder / "agent.sock"
        path.unlink(missing_ok=True)
        self._up = False
        self.display = Display()  # it has lost its power as well
        self._process = subprocess.Popen(
            self._command(path),
            stdin=subprocess.DEVNULL,
            stdout=(self._folder / "qemu.log").open("ab"),
            stderr=subprocess.STDOUT,
        )
        self._socket = self._connect(path, began)
        threading.Thread(target=self._listen, args=(self._socket, self.display), daemon=True).start()
        with self._heard:
            while not self._up:
                if self._process.poll() is not None:
                    raise Trouble(f"the machine ended while it started{self._last_words()}")
                if time.monotonic() - began > BOOT:
                    raise Trouble(f"the machine did not start within {BOOT:.0f} s{self._last_words()}")
                self._heard.wait(0.2)
        return time.monotonic() - began

    def _command(self, path: Path) -> list[str]:
        options = "root=/dev/vda rw rootfstype=ext4 console=ttyS0 quiet panic=-1 mitigations=off"
        return [
            "setpriv", "--pdeathsig", "TERM", "timeout", "-k", "5", str(LONGEST),
            "nice", "-n", os.environ.get("TABLEHAND_NICE", "5"), QEMU,
            "-accel", "tcg,thread=multi,tb-size=512", "-cpu", CPU, "-machine", "q35",
            "-smp", str(self._cores), "-m", str(MEMORY), "-nodefaults", "-no-reboot", "-display", "none",
            "-serial", f"file:{self._folder}/console-{self.starts}.log",
            "-kernel", str(self._system / "vmlinuz"), "-initrd", str(self._system / "initrd.img"), "-append", options,
            "-drive", f"file={self.disk},format=qcow2,if=virtio,cache=writeback",
            "-device", "virtio-rng-pci", "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=agent,path={path},server=on,wait=off",
            "-device", "virtserialport,chardev=agent,name=agent",
            "-virtfs", f"local,path={self._share},mount_tag=stage,security_model=none,readonly=on",
        ]  # fmt: skip

    def _connect(self, path: Path, began: float) -> socket.socket:
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        while True:
            try:
                found.connect(str(path))
                return found
            except OSError:
                assert self._process is not None
                if self._process.poll() is not None or time.monotonic() - began > 30:
                    found.close()
                    raise Trouble(f"the emulator does not start{self._last_words('qemu.log')}") from None
                time.sleep(0.05)

    def _listen(self, port: socket.socket, display: Display) -> None:
        with port, port.makefile("rb") as lines:
            try:
                for line in lines:
                    said = json.loads(line)
                    if "display" in said:
                        display.take(base64.b64decode(said["display"]))
                        continue
                    with self._heard:
                        if "up" in said:
                            self._up = True
                        else:
                            self._answers[said["id"]] = said
                        self._heard.notify_all()
            except (OSError, ValueError):
                return  # cut off in the middle of a line

    def ask(self, do: str, limit: float, **more: Any) -> dict[str, Any]:
        """Let the guest do something and return its answer. Raises Trouble when none comes within ``limit`` seconds."""
        port = self._socket
        if port is None or not self.running:
            raise Trouble(f"the machine is off, and was asked to {do}")
        with self._writing:
            self._asked += 1
            number = self._asked
            try:
                port.sendall(json.dumps({"id": number, "do": do, **more}).encode() + b"\n")
            except OSError:
                raise Trouble(f"the machine has gone, and was asked to {do}") from None
        until = time.monotonic() + limit
        with self._heard:
            while number not in self._answers:
                left = until - time.monotonic()
                if left <= 0 or not self.running:
                    raise Trouble(f"no answer from the machine, which was asked to {do} {more}")
                self._heard.wait(min(left, 0.2))
            answer = self._answers.pop(number)
        if "trouble" in answer:
            raise Trouble(f"the machine could not {do}: {answer['trouble']}")
        return answer

    def run(self, command: str, limit: float = 30.0) -> Ended:
        """Run a shell command as root in the guest; one that takes longer than ``limit`` seconds ends with code 124."""
        answer = self.ask("run", limit + 15, command=command, timeout=limit)
        return Ended(answer["code"], answer["out"])

    def must(self, command: str, limit: float = 30.0) -> str:
        """Run a command that has to come off and return its output without the last line's end. Raises Trouble."""
        ended = self.run(command, limit)
        if ended.code:
            last = "\n".join(ended.out.splitlines()[-12:])
            raise Trouble(f"`{command}` in the guest: exit code {ended.code}\n{last}")
        return ended.out.rstrip("\n")

    def until(self, test: str, seconds: float, else_show: str = "true") -> None:
        """Wait until a shell command comes off. Raises Trouble, with what ``else_show`` prints, if it never does."""
        loop = (
            f"end=$(($(date +%s) + {seconds:.0f})); until {test}; do [ $(date +%s) -lt $end ] || break; sleep 0.2; done"
        )
        ended = self.run(f"{loop}; {test} || {{ {else_show}; exit 1; }}", seconds + 20)
        if ended.code:
            raise Trouble(f"it never came to `{test}` in {seconds:.0f} s: {ended.out.strip()[-4000:]}")

    def type(self, reports: Iterable[str], gap: float = 0.03, patience: float = 5.0) -> int:
        """Send the keypad's reports. Returns how many were taken by the other side of the cable."""
        sent = list(reports)
        limit = patience * (len(sent) + 1) + gap * len(sent) + 10
        return int(self.ask("type", limit, reports=sent, gap=gap, patience=patience)["taken"])

    def write(self, *files: tuple[str, str, float]) -> None:
        """Write texts to files of the guest, one after the other, each with the seconds to wait after it."""
        self.ask("write", 20, files=files)

    def levels(self, files: list[str], seconds: float) -> list[float]:
        """Return for each file which part of the time it read "1"."""
        answer = self.ask("levels", seconds + 20, files=files, seconds=seconds)
        return [ones / answer["times"] for ones in answer["ones"]]

    @property
    def running(self) -> bool:
        """Whether the machine is on."""
        return self._process is not None and self._process.poll() is None

    def cut(self) -> None:
        """Cut the power: the emulator is killed, and what the guest had not got onto its disk is gone."""
        process = self._process
        if process is None or process.poll() is not None:
            return
        # `timeout` waits for the emulator, which is its only child; killing that ends both.
        for child in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii").split():
            os.kill(int(child), signal.SIGKILL)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(10)

    def wait_off(self, patience: float) -> bool:
        """Wait until the machine has switched itself off. Returns whether it did within ``patience`` seconds."""
        assert self._process is not None
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _last_words(self, name: str = "") -> str:
        file = self._folder / (name or f"console-{self.starts}.log")
        lines = file.read_text("utf-8", "replace").splitlines()[-12:] if file.exists() else []
        return "".join(f"\n    {line}" for line in lines)
