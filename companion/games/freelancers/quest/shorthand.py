"""Effects in one line, as printed pages have them: "Will +1", "everyone: Stress +1", "Goto 2741"."""

from __future__ import annotations

import re
from typing import Any, get_args

from companion.game import PackError

from .things import GROUPS, Gained, Lost

_GAINED, _LOST = get_args(Gained), get_args(Lost)
_COUNTED = re.compile(r"([a-z]+) ?([+-]?\d{1,3})")
_GROUP = re.compile(r"([a-z0-9-]+): *(.+)", re.DOTALL)
_TITLE = re.compile(r"title (.+) \((lawful|chaotic)\)", re.IGNORECASE)
_COUNT = re.compile(r"count ([a-z][a-z0-9_]*) (?:([+-]\d{1,4})|= ?(\d{1,4}))", re.IGNORECASE)
_BARE = {"new round": "round", "travel": "travel", "camp": "camp", "save": "save", "fail": "fail"}
_NAMED = {
    "goto": "to",
    "read": "entry",
    "tell": "code",
    "card": "card",
    "drop": "card",
    "win": "ending",
    "move": "place",
}
_NUMBERED = {"lock": "action", "unlock": "action", "heal": "n", "time": "n"}
HINT = (
    'is no effect in one line; there are "Will +1", "Luck -1", "Risk -1", "Threat +1", "Heal 1", "Time 1", "Lock 3", '
    '"Turn to 4", "New round", "Travel", "Goto 2741", "Read 2741", "Tell 2741", "Card 12", "Drop 12", "Win dawn", '
    '"Fail", "Camp", "Save", "Count owls +1", "Title the Brave (lawful)", "say: A sentence.", and "GROUP: " before one'
)


def spelled_out(raw: Any, file: str, place: str) -> Any:
    """Return a list of effects with every line in it, however deep, as the table that it stands for.

    What is no list, and tables that are odd, are left for the reader to name. Raises PackError for an odd line.
    """
    if not isinstance(raw, list):
        return raw
    return [_item(item, file, f"{place}[{n}]") for n, item in enumerate(raw)]


def _item(item: Any, file: str, place: str) -> Any:
    if isinstance(item, str):
        return line(item, file, place)
    if not isinstance(item, dict):
        return item
    told = dict(item)
    for key in ("then", "else"):
        if key in told:
            told[key] = spelled_out(told[key], file, f"{place}.{key}")
    for key in ("ways", "bands"):
        if isinstance(told.get(key), list):
            told[key] = [
                {**part, "then": spelled_out(part["then"], file, f"{place}.{key}[{n}].then")}
                if isinstance(part, dict) and "then" in part
                else part
                for n, part in enumerate(told[key])
            ]
    return told


def line(text: str, file: str, place: str) -> dict[str, Any]:
    """Return the table that a line stands for. Raises PackError."""
    text = text.strip()
    low = text.lower()
    if low.startswith("say:"):
        return {"do": "say", "text": text[4:].strip()}
    if found := _GROUP.fullmatch(text):
        if found[1] not in GROUPS:
            raise PackError(file, place, f"{found[1]!r} is no group; there are {', '.join(GROUPS)}")
        return {"do": "each", "of": found[1], "then": [line(found[2], file, place)]}
    if low in _BARE:
        return {"do": _BARE[low]}
    if found := _TITLE.fullmatch(text):
        return {"do": "title", "title": found[1], "kind": found[2].lower()}
    if found := _COUNT.fullmatch(text):
        counter = found[1].lower()
        if found[2]:
            return {"do": "count", "counter": counter, "by": int(found[2])}
        return {"do": "count", "counter": counter, "to": int(found[3])}
    word, _, rest = text.partition(" ")
    if word.lower() in _NAMED and rest:
        return {"do": word.lower(), _NAMED[word.lower()]: rest.strip()}
    if low.startswith("turn to ") and low[8:].isdecimal():
        return {"do": "turn", "page": int(low[8:])}
    if (found := _COUNTED.fullmatch(low)) and (made := _counted(found[1], found[2])):
        return made
    raise PackError(file, place, f"{text!r} {HINT}")


def _counted(word: str, number: str) -> dict[str, Any] | None:
    """Return what "WORD ±N" means, None where it means nothing."""
    n = int(number)
    word = {"wounds": "wound", "followers": "follower", "treasures": "treasure"}.get(word, word)
    if not n:
        return None
    if word in _NUMBERED:
        return {"do": word, _NUMBERED[word]: n} if n > 0 else None
    if not number.startswith(("+", "-")):
        return None
    if word in ("risk", "threat"):
        return {"do": word, "n": n}
    if n > 0 and word in _GAINED:
        return {"do": "gain", "what": word, "n": n}
    if n < 0 and word in _LOST:
        return {"do": "lose", "what": word, "n": -n}
    return None
