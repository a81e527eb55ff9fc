"""The boards' numbers, which the rulebook's text does not give: what the box asks, the owner's answers put in place."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.game import AskCode, AskNumber, Doubt, PackError, Setup, plain, read_file, say

from .commands import FreelancersSetup
from .printed import Printed
from .quest import quests
from .quest.boards import Boards

BOARDS_FILE = "boards.toml"
OWNER_FILE = "owner.toml"


def load(packs: Mapping[str, bytes]) -> Printed:
    """Return the checked packs with the owner's answers in place of ours. Raises PackError."""
    boards = read_file(BOARDS_FILE, packs, Boards)
    answers = read_file(OWNER_FILE, packs, dict[str, bool | int | str]) if OWNER_FILE in packs else {}
    for key, value in answers.items():
        boards = _answered(boards, key, str(value))
    found = quests(packs)
    if answers:  # a quest without boards of its own stands on the owner's
        found = {
            key: replace(quest, boards=boards) if f"quests/{key}/{BOARDS_FILE}" not in packs else quest
            for key, quest in found.items()
        }
    return Printed(found, boards)


def _answered(boards: Boards, key: str, value: str) -> Boards:
    if not (value.isascii() and value.isdecimal()):
        raise PackError(OWNER_FILE, key, "digits only")
    digits = tuple(map(int, value))
    match key:
        case "boards.risk" if len(digits) == 2 and min(digits) > 1:
            return replace(boards, risk=(digits[0], digits[1]))
        case "boards.threat" if len(digits) > 1:
            return replace(boards, threat=digits)
        case "boards.wounds" if 1 <= int(value) <= 20:
            return replace(boards, wounds=int(value))
        case "boards.seconds" if 5 <= int(value) <= 600:
            return replace(boards, seconds=int(value))
    raise PackError(OWNER_FILE, key, "this game has no such value, or it cannot be so")


def doubts(printed: Printed, setup: Setup) -> tuple[Doubt, ...]:
    """Return the unverified values on which this game would rest."""
    options = setup.options
    if not isinstance(options, FreelancersSetup):
        return ()
    kept = {keeping.component: keeping.keeper for keeping in setup.keepers}
    quest = printed.quests.get(options.quest) if kept.get("story", "app") == "app" else None
    boards = quest.boards if quest is not None else printed.boards
    if boards.verified:
        return ()
    risk, threat = ("".join(map(str, numbers)) for numbers in (boards.risk, boards.threat))
    how = say("freelancers.doubt.how")
    found = [
        Doubt("boards.risk", say("freelancers.doubt.risk"), risk, AskCode(field="value", label=how, least=2, most=2)),
        Doubt(
            "boards.threat",
            say("freelancers.doubt.threat"),
            threat,
            AskCode(field="value", label=how, least=2, most=9),
            plain(" ".join(map(str, boards.threat))),
        ),
        _number("wounds", boards.wounds, 1, 20),
    ]
    if kept.get("clock", "app") == "app":
        found.append(_number("seconds", boards.seconds, 5, 600))
    return tuple(found)


def _number(what: str, n: int, low: int, high: int) -> Doubt:
    label = say(f"freelancers.doubt.{what}")
    return Doubt(f"boards.{what}", label, str(n), AskNumber(field="value", label=label, low=low, high=high))
