"""Speech: lines one after another through espeak-ng or Piper, where a sound card is there. Nobody waits for it."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.config import Sound as Wanted
from firmware_bridge.in_turn import InTurn
from firmware_bridge.status import Status

WAITING = 8
"""So many lines wait at most; then the oldest gives way, for what is late is of no use."""
LONGEST = 400
"""Characters of a line that are spoken."""
PATIENCE = 10.0
"""Seconds beyond what a line should take after which a speaker that hangs is ended."""
GLANCE = 0.2
"""Seconds between glances at whether a speaker that does not end by itself is to be ended."""
CARDS = Path("/proc/asound/cards")
_RATE = 22_050
_LOG = logging.getLogger(__name__)
_CARD = re.compile(r"^ *(\d+) \[([^]]*)\]: *(.*)$", re.MULTILINE)


class Card(NamedTuple):
    """A sound card: its number and its name for ALSA (``sound.card`` may be either), and what it says of itself."""

    number: str
    key: str
    name: str

    @property
    def hdmi(self) -> bool:
        """Whether it is a screen's: a Pi lists these first, with no screen on them too."""
        return "hdmi" in f"{self.key} {self.name}".lower()


def cards(text: str) -> list[Card]:
    """Return the sound cards in ``text``, as the kernel lists them in /proc/asound/cards."""
    return [Card(number, key.strip(), name.strip()) for number, key, name in _CARD.findall(text)]


def chosen(found: Sequence[Card]) -> Card | None:
    """Return the card to speak through where none is named: the first that is no screen's, else the first."""
    return next((card for card in found if not card.hdmi), found[0] if found else None)


class Speech:
    """Speaks what ``say`` is given, as ``wanted`` has it. Without a voice or a card it says so once, in the log."""

    def __init__(
        self,
        wanted: Wanted,
        *,
        cards: Path = CARDS,
        find: Callable[[str], str | None] = shutil.which,
    ) -> None:
        self._wanted = wanted
        self._cards, self._find = cards, find
        self._running: list[subprocess.Popen[bytes]] = []
        self._told = ""
        self._turns: InTurn[str] = InTurn("speech", self._speak, self._failed, most=WAITING, stop=self._terminate)

    def say(self, line: str) -> None:
        """Speak ``line`` after those that wait."""
        line = " ".join("".join(c if c.isprintable() else " " for c in line).split())[:LONGEST]
        if line:
            self._turns.put(line)

    def hush(self) -> None:
        """Be silent at once: what is spoken is cut, what waits is dropped."""
        self._turns.hush()

    def close(self) -> None:
        self._turns.close()

    def idle(self, timeout: float) -> bool:
        """Wait until nothing is spoken or waits; tells whether that came within ``timeout`` seconds."""
        return self._turns.idle(timeout)

    # the thread

    def _failed(self, error: Exception) -> None:
        """Say it once: without a voice the table plays on."""
        self._tell(f"it cannot speak ({error})")

    def _speak(self, line: str) -> None:
        commands, trouble = self._commands()
        if trouble:
            self._tell(trouble)
            return
        self._running = started = _start(commands, self._environment())
        if self._turns.cut:  # meanwhile
            self._terminate()
        first = started[0]
        try:
            with contextlib.suppress(OSError):  # it ended before it had read the line
                assert first.stdin is not None
                first.stdin.write(line.encode() + b"\n")
                first.stdin.close()
            if not self._ended(started, PATIENCE + len(line) / 5):
                self._tell(f"{_name(started[0])} hangs and was ended")
        finally:
            self._finish()

    def _ended(self, started: list[subprocess.Popen[bytes]], longest: float) -> bool:
        """Wait until all have ended, or speaking is cut; False after ``longest`` seconds."""
        over = time.monotonic() + longest
        for process in started:
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(GLANCE)
                    break
                if self._turns.cut:
                    return True
                if time.monotonic() > over:
                    return False
        return True

    def _finish(self) -> None:
        """End what still runs, and see to it that nothing is left of it."""
        failed = [p for p in self._running if p.poll() not in (0, None)]
        self._terminate()
        for process in self._running:
            try:
                process.wait(0.5)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):
                        pipe.close()
        if failed and not self._turns.cut:
            self._tell(f"{_name(failed[0])} failed with code {failed[0].returncode}")
        self._running = []

    def _terminate(self) -> None:
        for process in self._running:
            if process.poll() is None:
                with contextlib.suppress(OSError):
                    os.killpg(process.pid, signal.SIGTERM)

    def _commands(self) -> tuple[list[list[str]], str]:
        """Return the programs that speak a line given to the first one, each feeding the next; or what is missing."""
        wanted = self._wanted
        if wanted.speech == "off":
            return [], "speech is off"
        if not self._found():
            return [], "there is no sound card; plug one in: nothing need be restarted"
        onnx = wanted.voice.endswith(".onnx")
        if wanted.speech == "piper" or (wanted.speech == "auto" and onnx):
            piper, player = self._find("piper"), self._find("aplay")
            if not onnx or not Path(wanted.voice).is_file():
                return [], f"Piper needs a voice: sound.voice = {wanted.voice!r} is no .onnx file that is there"
            if piper is None or player is None:
                return [], f"{'piper' if piper is None else 'aplay'} is not installed"
            speak = [piper, "--model", wanted.voice, "--output-raw"]
            return [speak, [player, "-q", "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", str(_rate(wanted.voice))]], ""
        espeak = self._find("espeak-ng")
        if espeak is None:
            return [], "espeak-ng is not installed (on Debian: apt install espeak-ng)"
        voice = wanted.language if onnx or not wanted.voice else wanted.voice
        return [[espeak, "-v", voice, "-s", str(wanted.words_a_minute), "-a", str(wanted.volume), "--stdin"]], ""

    def _found(self) -> list[Card]:
        try:
            return cards(self._cards.read_text(errors="replace"))
        except OSError:
            return []

    def _environment(self) -> dict[str, str]:
        found = self._found()
        best = chosen(found)
        if self._wanted.card:
            return {**os.environ, "ALSA_CARD": self._wanted.card}
        if best is None or best == found[0]:
            return dict(os.environ)
        return {"ALSA_CARD": best.key, **os.environ}

    def _tell(self, sentence: str) -> None:
        if sentence != self._told and not self._turns.closed:
            self._told = sentence
            _LOG.info("speech: %s", sentence)

    def status(self) -> Status:
        commands, trouble = self._commands()
        off = self._wanted.speech == "off"
        return Status("speech", not trouble or off, trouble or f"by {Path(commands[0][0]).name}")


def _start(commands: list[list[str]], environment: dict[str, str]) -> list[subprocess.Popen[bytes]]:
    """Start programs each of which feeds the next, in sessions of their own. Raises OSError, and then none is left."""
    started: list[subprocess.Popen[bytes]] = []
    for command in commands:
        before = started[-1].stdout if started else None
        try:
            process = subprocess.Popen(
                command,
                stdin=before or subprocess.PIPE,
                stdout=subprocess.PIPE if len(started) < len(commands) - 1 else subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,
            )
        except OSError:
            for other in started:
                other.kill()
                other.communicate()
            raise
        if before is not None:
            before.close()  # the next one's alone, so that the first notices its end
        started.append(process)
    return started


def _name(process: subprocess.Popen[bytes]) -> str:
    command = process.args
    return Path(str(command[0])).name if isinstance(command, list) else str(command)


def _rate(voice: str) -> int:
    """Return how many samples a second a Piper voice speaks with; most say 22050."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return int(json.loads(Path(voice + ".json").read_bytes())["audio"]["sample_rate"])
    return _RATE
