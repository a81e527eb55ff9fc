"""The boards' numbers, which the rulebook's text does not give: what the box asks, the owner's answers put in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from companion.game import AskCode, AskNumber, Doubt, PackError, Setup, plain, read_file, say

from .commands import FreelancersSetup
from .printed import Printed
from .quest import quests
from .quest.boards import Boards, RiskToken, ThreatToken

BOARDS_FILE = "boards.toml"
OWNER_FILE = "owner.toml"
_KINDS: tuple[tuple[Literal[1, 2], bool], ...] = ((1, False), (1, True), (2, False), (2, True))
"""Risk tokens by track, and whether they say that another is drawn."""
_TRACKS: tuple[Literal[0, 1, 2], ...] = (0, 1, 2)


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


def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return the TOML files beside the quests that this game does not read."""
    read = (BOARDS_FILE, OWNER_FILE, "words.toml")
    strange = (name for name in sorted(packs) if name.endswith(".toml") and "/" not in name and name not in read)
    hint = "is not read; there is boards.toml, and a quest is a folder with a quest.toml"
    return tuple(PackError(name, "the file", hint) for name in strange)


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
        case "boards.tokens" if len(digits) == 4 and any(digits):
            return replace(boards, tokens=_risk_tokens(digits))
        case "boards.threats" if len(digits) == 2 * len(_risks(boards)) and _are_pairs(digits):
            return replace(boards, threats=_threat_tokens(boards, digits))
        case "boards.seconds" if 5 <= int(value) <= 600:
            return replace(boards, seconds=int(value))
    raise PackError(OWNER_FILE, key, "this game has no such value, or it cannot be so")


def _risk_tokens(counts: tuple[int, ...]) -> tuple[RiskToken, ...]:
    """Return risk tokens by how many there are: of track 1, those that say draw again, then of track 2."""
    return tuple(RiskToken(track, n, again) for (track, again), n in zip(_KINDS, counts, strict=True) if n)


def _threat_tokens(boards: Boards, digits: tuple[int, ...]) -> tuple[ThreatToken, ...]:
    """Return the threat tokens, those like risk by two digits each: the track (0: either), 1 for another draw."""
    found, rest = [], list(digits)
    for token in boards.threats:
        if token.does != "risk":
            found.append(token)
            continue
        track, again, *rest = rest
        found.append(ThreatToken("risk", _TRACKS[track], bool(again)))
    return tuple(found)


def _counts(boards: Boards) -> str:
    found = [sum(t.n for t in boards.tokens if (t.track, t.again) == kind) for kind in _KINDS]
    return "".join(map(str, found))


def _are_pairs(digits: tuple[int, ...]) -> bool:
    """Tell whether digits are pairs of a track (0: either) and 0 or 1."""
    return all(track < len(_TRACKS) for track in digits[::2]) and all(again < 2 for again in digits[1::2])


def _risks(boards: Boards) -> tuple[ThreatToken, ...]:
    """Return the threat tokens that are laid on a track like risk."""
    return tuple(token for token in boards.threats if token.does == "risk")


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
        Doubt(
            "boards.risk",
            say("freelancers.doubt.risk"),
            risk,
            AskCode(field="value", label=how, least=2, most=2),
            say("freelancers.doubt.tracks", a=boards.risk[0], b=boards.risk[1]),
        ),
        Doubt(
            "boards.threat",
            say("freelancers.doubt.threat"),
            threat,
            AskCode(field="value", label=how, least=2, most=9),
            plain(" ".join(map(str, boards.threat))),
        ),
        _number("wounds", boards.wounds, 1, 20),
    ]
    if kept.get("bag", "app") != "unseen":
        found += _bag(boards)
    if kept.get("clock", "app") == "app":
        found.append(_number("seconds", boards.seconds, 5, 600))
    return tuple(found)


def _bag(boards: Boards) -> list[Doubt]:
    """Return what is not known of the tokens of the time bag."""
    risks = _risks(boards)
    tokens = Doubt(
        "boards.tokens",
        say("freelancers.doubt.tokens"),
        _counts(boards),
        AskCode(field="value", label=say("freelancers.doubt.how_tokens"), least=4, most=4),
        plain(" ".join(_counts(boards))),
    )
    if not risks:
        return [tokens]
    pairs = tuple(f"{token.track}{int(token.again)}" for token in risks)
    size = 2 * len(risks)
    ask = AskCode(field="value", label=say("freelancers.doubt.how_threats"), least=size, most=size)
    threats = Doubt("boards.threats", say("freelancers.doubt.threats"), "".join(pairs), ask, plain(" ".join(pairs)))
    return [tokens, threats]


def _number(what: str, n: int, low: int, high: int) -> Doubt:
    label = say(f"freelancers.doubt.{what}")
    return Doubt(f"boards.{what}", label, str(n), AskNumber(field="value", label=label, low=low, high=high))
