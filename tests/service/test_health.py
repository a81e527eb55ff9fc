"""Whether a table is taken for up, second by second, as systemd and a phone tell it; and what is not ours stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from systemd.installer import health, release, steps
from systemd.installer.machine import Done, Machine, Trouble


def up(process: int) -> str:
    return f"ActiveState=active\nSubState=running\nMainPID={process}\n"


FALLEN = "ActiveState=activating\nSubState=auto-restart\nResult=exit-code\nMainPID=0\n"
FAILED = "ActiveState=failed\nSubState=failed\nResult=start-limit-hit\nMainPID=0\n"
STARTING = "ActiveState=activating\nSubState=start\nMainPID=9\n"


def watched(folder: Path, said: Iterator[str], patience: int = 60) -> tuple[str, int]:
    """Return what is made of what systemd says, second by second, and how many seconds it took."""
    seconds: list[float] = []

    def run(_argv: Sequence[str], _more: Mapping[str, str]) -> Done:
        return Done(0, next(said))

    machine = Machine(folder, live=True, runner=run, sleep=seconds.append)
    return health.watch(machine, patience), len(seconds)


def then(*first: str, last: str) -> Iterator[str]:
    yield from first
    while True:
        yield last


@pytest.fixture(autouse=True)
def phone(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What a phone gets: the status in the list."""
    status = [200]
    monkeypatch.setattr(health, "answers", lambda _machine: status[0])
    return status


def test_a_slow_start_is_waited_for_and_a_steady_one_is_up(tmp_path: Path) -> None:
    assert watched(tmp_path, then(*[STARTING] * 30, last=up(9))) == ("", 30 + health.STEADY + 1)


def test_three_falls_are_enough(tmp_path: Path) -> None:
    assert watched(tmp_path, then(last=FALLEN)) == ("it ended by itself (exit-code)", 3)
    assert watched(tmp_path, then(last=FAILED)) == ("it ended by itself (start-limit-hit)", 3)


def test_one_that_falls_once_and_stands_again_is_up(tmp_path: Path) -> None:
    assert watched(tmp_path, then(up(9), FALLEN, last=up(10)))[0] == ""


def test_another_process_every_few_seconds_is_not_up(tmp_path: Path) -> None:
    """It is up whenever one looks, and never for long."""
    said = iter([up(n) for n in range(20) for _ in range(3)])
    assert watched(tmp_path, said)[0] == "it keeps ending and starting again"


def test_one_that_answers_no_phone_is_not_up(tmp_path: Path, phone: list[int]) -> None:
    phone[0] = 0
    assert watched(tmp_path, then(last=up(9)), 10) == ("it runs, but a phone gets no page (HTTP no answer)", 10)


# what is not ours


def test_a_program_of_the_same_name_is_left_alone(tmp_path: Path) -> None:
    machine = Machine(tmp_path, live=False, say=lambda _: None)
    place = machine.at(steps.LINK)
    place.parent.mkdir(parents=True)
    place.write_text("somebody's")
    with pytest.raises(Trouble, match="not ours"):
        machine.link(steps.LINK, f"{release.CURRENT}/tablehand")
    assert place.read_text() == "somebody's"


def test_the_boot_settings_as_they_were_before_us_are_kept_once(tmp_path: Path) -> None:
    machine = Machine(tmp_path, live=False, say=lambda _: None)
    config = machine.at("/boot/firmware/config.txt")
    for file, content in {
        config: "dtparam=audio=on\n",
        machine.at("/proc/device-tree/model"): "Raspberry Pi 4",
    }.items():
        file.parent.mkdir(parents=True)
        file.write_text(content)
    assert steps.buses(machine)
    steps.no_buses(machine)
    config.write_text("dtparam=audio=off\n")
    assert steps.buses(machine)
    assert config.with_name("config.txt.before-tablehand").read_text() == "dtparam=audio=on\n"
