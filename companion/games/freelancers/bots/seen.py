"""What a bot makes of a view: how good somebody is at something, how hurt, what a card is worth.

All of it stands on the public pages. Nothing here, nor anywhere in this package, knows a state or a quest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.game import Text
from companion.games.freelancers.sight import FreelancersView, ItemView, PlayerView

FAIR = 10
"""A total that is usually enough for something. Which total is, nobody knows before the check is over."""
CONTENT = 13
"""A total that nobody does anything about."""
SKILLS = ("might", "agility", "smarts", "will", "sense")
CHECKS = (*SKILLS, "weapon")
"""Guide symbols that say what is checked."""
_DIE = re.compile(r"d(\d+)$")


def texts(text: Text) -> Iterator[Text]:
    """Yield a text and all texts inside it."""
    yield text
    for _, filling in text.args:
        if isinstance(filling, Text):
            yield from texts(filling)


def player(view: FreelancersView, seat: int) -> PlayerView:
    """Return the sheet of a seat."""
    return next(one for one in view.players if one.seat == seat)


def line_adds(line: Text) -> dict[str, int]:
    """Return what the line of a card says that it adds, by skill; its bonus die as "die"."""
    found: dict[str, int] = {}
    for text in texts(line):
        given = dict(text.args)
        if text.key == "freelancers.bonus" and isinstance(what := given["what"], Text):
            found[what.key.rpartition(".")[2]] = int(str(given["n"]))
        elif text.key == "plain" and (die := _DIE.match(str(given["text"]))):
            found["die"] = int(die.group(1))
    return found


def line_worth(line: Text) -> float:
    """Return what a card is worth by its line: all that it adds, a die by what it rolls on average."""
    adds = line_adds(line)
    return sum(n * (0.6 if what == "weapon" else 1) for what, n in adds.items() if what != "die") + (
        (adds["die"] + 1) / 2 if "die" in adds else 0
    )


def item_worth(item: ItemView) -> float:
    """Return what a card on a sheet is worth: its line, free hearts of an armor, what is attached."""
    return line_worth(item.line) + 0.7 * item.hp + len(item.augments)


def mean(sheet: PlayerView, what: str) -> float:
    """Return what a player's check comes to on average."""
    if what == "weapon":
        weapon = next((item for item in sheet.items if item.kind == "weapon"), None)
        die = line_adds(weapon.line).get("die", 0) if weapon is not None else 0
        plus = sum(line_adds(item.line).get("weapon", 0) for item in sheet.items if item.kind != "augment")
        plus += len(weapon.augments) if weapon is not None else 0
    else:
        skill = next((one for one in sheet.skills if one.key == what), None)
        die, plus = (skill.die, skill.plus) if skill is not None else (0, 0)
    return 10.5 + plus + ((die + 1) / 2 if die and not sheet.corruption else 0)


def odds(sheet: PlayerView, what: str, total: int = FAIR) -> float:
    """Return about how often a player's check reaches a total, 0 to 1."""
    return min(1.0, max(0.05, (mean(sheet, what) - total + 10.5) / 20))


def hurt(sheet: PlayerView) -> float:
    """Return how much of a player's hearts is taken, 0 to 1."""
    return 1 - min(1.0, sheet.free / max(1, sheet.hp))
