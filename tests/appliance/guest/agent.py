"""The tester's hands inside the guest: does what it is told over a virtio port, and passes on what the display hears.

Runs with the guest's own Python and nothing else. One JSON object a line, both ways. Requests have an ``id``, which
their answers bear; what the display's bus records comes by itself.
"""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

PORT = "/dev/virtio-ports/agent"
DISPLAY = "/dev/i2c-oled-sim"
KEYPAD = "/dev/hidg0"
MOST = 200_000
"""Characters of a command's output that are passed on: its last ones."""


class Agent:
    def __init__(self, port: int) -> None:
        self._port = port
        self._writing = threading.Lock()

    def tell(self, said: dict[str, Any]) -> None:
        line = json.dumps(said).encode() + b"\n"
        with self._writing:
            while line:
                line = line[os.write(self._port, line) :]

    def watch(self) -> None:
        """Pass on every byte that the display is sent, as soon as it is."""
        display = os.open(DISPLAY, os.O_RDONLY)
        while True:
            heard = os.read(display, 65536)
            if heard:
                self.tell({"display": base64.b64encode(heard).decode(), "at": time.monotonic()})
            else:
                time.sleep(0.01)

    def serve(self) -> None:
        waiting = b""
        while True:
            got = os.read(self._port, 65536)
            if not got:  # nobody holds the other end
                time.sleep(0.05)
                continue
            waiting += got
            *lines, waiting = waiting.split(b"\n")
            for line in lines:
                asked = json.loads(line)
                threading.Thread(target=self._answer, args=(asked,), daemon=True).start()

    def _answer(self, asked: dict[str, Any]) -> None:
        try:
            answer = {"run": run, "type": strike, "write": write, "levels": levels}[asked["do"]](asked)
        except Exception as error:  # noqa: BLE001 - whatever it was, the tester has to hear of it
            answer = {"trouble": f"{type(error).__name__}: {error}"}
        self.tell({"id": asked["id"], **answer})


def run(asked: dict[str, Any]) -> dict[str, Any]:
    """Run a shell command in a session of its own; what has not ended in time is ended with all it started."""
    process = subprocess.Popen(
        ["/bin/sh", "-c", asked["command"]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"},
    )
    try:
        out, _ = process.communicate(timeout=asked["timeout"])
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, _ = process.communicate()
        return {"code": 124, "out": out.decode("utf-8", "replace")[-MOST:]}
    return {"code": process.returncode, "out": out.decode("utf-8", "replace")[-MOST:]}


def strike(asked: dict[str, Any]) -> dict[str, Any]:
    """Send reports (hexadecimal) from the keypad, ``gap`` seconds apart. Says how many the table's side took."""
    taken = 0
    try:
        keypad = os.open(KEYPAD, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return {"taken": 0}
    try:
        for report in asked["reports"]:
            if not select.select([], [keypad], [], asked["patience"])[1]:
                break
            os.write(keypad, bytes.fromhex(report))
            taken += 1
            time.sleep(asked["gap"])
        select.select([], [keypad], [], asked["patience"])
    except OSError:
        pass
    finally:
        os.close(keypad)
    return {"taken": taken}


def write(asked: dict[str, Any]) -> dict[str, Any]:
    """Write texts to files, in order, each with the seconds to wait after it: levels to pins."""
    for path, text, pause in asked["files"]:
        Path(path).write_text(text, "utf-8")
        time.sleep(pause)
    return {}


def levels(asked: dict[str, Any]) -> dict[str, Any]:
    """Read files again and again for ``seconds``. Returns how often each read "1", and how often all were read."""
    ones, times = [0] * len(asked["files"]), 0
    until = time.monotonic() + asked["seconds"]
    while not times or time.monotonic() < until:
        for n, path in enumerate(asked["files"]):
            ones[n] += Path(path).read_text("ascii").strip() == "1"
        times += 1
    return {"ones": ones, "times": times}


def main() -> None:
    agent = Agent(os.open(PORT, os.O_RDWR))
    agent.tell({"up": time.monotonic()})
    threading.Thread(target=agent.watch, daemon=True).start()
    agent.serve()


if __name__ == "__main__":
    main()
