"""Speech through programs that stand in for espeak-ng, Piper and aplay on PATH."""

from __future__ import annotations

import json
import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.config import Sound
from firmware_bridge.speech import Speech

USB = " 1 [Device         ]: USB-Audio - USB Audio Device\n                      C-Media at usb-1\n"
HDMI = " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi\n"
ESPEAK = 'echo "espeak-ng $*" >>"$OUT/calls"; cat >>"$OUT/said"; echo "$ALSA_CARD" >>"$OUT/card"\n'
HANGS = 'cat >>"$OUT/said"; echo $$ >>"$OUT/pids"; exec sleep 600\n'


class Room:
    """A machine with programs of its own and maybe a sound card."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place = place
        self.bin = place / "bin"
        self.bin.mkdir()
        self.cards = place / "cards"
        self.cards.write_text(USB)
        for name in ("sh", "cat", "sleep", "echo"):
            found = shutil.which(name)
            assert found is not None
            (self.bin / name).symlink_to(found)
        monkeypatch.setenv("PATH", str(self.bin))
        monkeypatch.setenv("OUT", str(place))
        monkeypatch.delenv("ALSA_CARD", raising=False)
        self.made: list[Speech] = []

    def program(self, name: str, body: str) -> None:
        file = self.bin / name
        file.write_text(f"#!{self.bin}/sh\n{body}")
        file.chmod(0o755)

    def speech(self, wanted: Sound | None = None) -> Speech:
        self.made.append(Speech(wanted or Sound(), cards=self.cards))
        return self.made[-1]

    def read(self, name: str) -> str:
        file = self.place / name
        return file.read_text() if file.exists() else ""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    found = Room(tmp_path, monkeypatch)
    yield found
    for speech in found.made:
        speech.close()
    assert not any(t.name == "speech" for t in threading.enumerate())


def until(true: Callable[[], bool]) -> None:
    for _ in range(4000):
        if true():
            return
        time.sleep(0.005)
    raise AssertionError("it never came about")


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_lines_are_spoken_one_after_another(room: Room) -> None:
    room.program("espeak-ng", ESPEAK)
    speech = room.speech()
    for line in ("Ann shoots.", "Two missions won.", "-v evil $(touch x)"):
        speech.say(line)
    assert speech.idle(20)
    assert room.read("said").splitlines() == ["Ann shoots.", "Two missions won.", "-v evil $(touch x)"]
    assert room.read("calls").splitlines() == ["espeak-ng -v en -s 160 -a 100 --stdin"] * 3
    assert speech.status().text == "by espeak-ng"


def test_language_voice_speed_loudness_and_card_come_from_the_settings(room: Room) -> None:
    room.program("espeak-ng", ESPEAK)
    room.speech(Sound(language="de")).say("Guten Abend")
    assert room.made[-1].idle(20)
    room.speech(Sound(voice="en-gb+f3", words_a_minute=120, volume=50, card="Device")).say("Good evening")
    assert room.made[-1].idle(20)
    assert room.read("calls").splitlines() == [
        "espeak-ng -v de -s 160 -a 100 --stdin",
        "espeak-ng -v en-gb+f3 -s 120 -a 50 --stdin",
    ]
    assert room.read("card") == "\nDevice\n"


@pytest.mark.parametrize(
    ("cards", "card", "heard"),
    [
        (HDMI + USB, "", "Device"),  # the system's own choice would be a socket with no screen on it
        (HDMI, "", ""),
        (USB + HDMI, "", ""),
        (HDMI + USB, "vc4hdmi", "vc4hdmi"),
    ],
)
def test_a_loudspeaker_comes_before_a_screen(room: Room, cards: str, card: str, heard: str) -> None:
    room.program("espeak-ng", ESPEAK)
    room.cards.write_text(cards)
    speech = room.speech(Sound(card=card))
    speech.say("Good evening")
    assert speech.idle(20)
    assert room.read("card") == f"{heard}\n"


def test_what_the_system_was_told_counts_more(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.program("espeak-ng", ESPEAK)
    room.cards.write_text(HDMI + USB)
    monkeypatch.setenv("ALSA_CARD", "Other")
    speech = room.speech()
    speech.say("Good evening")
    assert speech.idle(20)
    assert room.read("card") == "Other\n"


def test_a_hush_ends_the_speaker_and_drops_what_waits(room: Room) -> None:
    room.program("espeak-ng", HANGS)
    speech = room.speech()
    for n in range(5):
        speech.say(f"line {n}")
    until(lambda: bool(room.read("pids")))
    pid = int(room.read("pids"))
    speech.hush()
    assert speech.idle(20)
    assert gone(pid)
    assert room.read("said") == "line 0\n"
    room.program("espeak-ng", ESPEAK)
    speech.say("after")
    assert speech.idle(20)
    assert room.read("said").endswith("after\n")


def test_a_hush_while_nothing_is_spoken_cuts_nothing_later(room: Room) -> None:
    room.program("espeak-ng", ESPEAK)
    speech = room.speech()
    speech.hush()
    speech.say("heard")
    assert speech.idle(20)
    assert room.read("said") == "heard\n"


def test_the_end_of_the_table_is_the_end_of_the_speaker(room: Room) -> None:
    room.program("espeak-ng", f"trap '' TERM; {HANGS.replace('exec sleep 600', 'sleep 600 & wait; sleep 600')}")
    speech = room.speech()
    speech.say("on and on")
    until(lambda: bool(room.read("pids")))
    speech.close()
    assert gone(int(room.read("pids")))


def test_a_speaker_that_hangs_is_ended(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("firmware_bridge.speech.PATIENCE", 0.05)
    room.program("espeak-ng", HANGS)
    speech = room.speech()
    with caplog.at_level(logging.INFO):
        speech.say("a")
        assert speech.idle(20)
    assert gone(int(room.read("pids")))
    assert "espeak-ng hangs and was ended" in caplog.text


def test_what_comes_too_fast_is_dropped_from_the_front(room: Room) -> None:
    room.program("espeak-ng", HANGS)
    speech = room.speech()
    speech.say("first")
    until(lambda: bool(room.read("pids")))
    for n in range(100):
        speech.say(str(n))
    assert list(speech._turns._waiting) == [str(n) for n in range(92, 100)]


def test_without_a_card_or_a_voice_it_says_so_once(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    speech = room.speech()
    with caplog.at_level(logging.INFO):
        for _ in range(5):
            speech.say("nobody hears")
        assert speech.idle(20)
        assert [r.message for r in caplog.records] == [
            "speech: espeak-ng is not installed (on Debian: apt install espeak-ng)"
        ]
        room.program("espeak-ng", ESPEAK)
        room.cards.write_text("--- no soundcards ---\n")
        for _ in range(5):
            speech.say("nobody hears")
        assert speech.idle(20)
        room.cards.unlink()
        speech.say("nobody hears")
        assert speech.idle(20)
    assert len(caplog.records) == 2
    assert "there is no sound card" in caplog.text
    assert not speech.status().ok
    room.cards.write_text(USB)  # plugged in meanwhile
    speech.say("now")
    assert speech.idle(20)
    assert room.read("said") == "now\n"


def test_a_speaker_that_fails_is_told_once(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.program("espeak-ng", "exit 3\n")
    speech = room.speech()
    with caplog.at_level(logging.INFO):
        for _ in range(4):
            speech.say("x" * 300)
        assert speech.idle(20)
    assert [r.message for r in caplog.records] == ["speech: espeak-ng failed with code 3"]


def test_piper_speaks_through_aplay(room: Room) -> None:
    voice = room.place / "joe.onnx"
    voice.write_bytes(b"")
    Path(f"{voice}.json").write_text(json.dumps({"audio": {"sample_rate": 16000}}))
    room.program("piper", 'echo "piper $*" >>"$OUT/calls"; cat\n')
    room.program("aplay", 'echo "aplay $*" >>"$OUT/aplay"; cat >>"$OUT/said"\n')
    speech = room.speech(Sound(voice=str(voice)))
    speech.say("Hello there")
    assert speech.idle(20)
    assert room.read("said") == "Hello there\n"
    assert room.read("calls") == f"piper --model {voice} --output-raw\n"
    assert room.read("aplay").split()[-2:] == ["-r", "16000"]
    assert speech.status().text == "by piper"


def test_piper_without_its_player_or_voice(room: Room) -> None:
    assert "is no .onnx file that is there" in room.speech(Sound(speech="piper")).status().text
    voice = room.place / "joe.onnx"
    voice.write_bytes(b"")
    wanted = Sound(speech="piper", voice=str(voice))
    assert room.speech(wanted).status().text == "piper is not installed"
    room.program("piper", "cat\n")
    assert room.speech(wanted).status().text == "aplay is not installed"
    room.program("aplay", "exit 1\n")  # no such card: Piper ends with it
    speech = room.speech(wanted)
    speech.say("x")
    assert speech.idle(20)


def test_off_is_off(room: Room) -> None:
    room.program("espeak-ng", ESPEAK)
    speech = room.speech(Sound(speech="off"))
    speech.say("nothing")
    assert speech.idle(20)
    assert room.read("said") == ""
    assert speech.status().ok


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=500))
def test_any_line_is_one_line(room: Room, line: str) -> None:
    room.program("espeak-ng", ESPEAK)
    (room.place / "said").unlink(missing_ok=True)
    speech = room.speech()
    speech.say(line)
    assert speech.idle(20)
    assert len(room.read("said").split("\n")) <= 2
    speech.close()
