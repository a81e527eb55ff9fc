"""Values that the rulebook's text does not give: what the box asks about, and the owner's answers put in place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from companion.game import AskCode, AskOne, Doubt, Option, PackError, Setup, plain, read_file, say

from .commands import RollingFreightSetup
from .printed import Printed, Tables
from .reading import OWNER_FILE, check_faces, check_tables, read_packs
from .terms import BASIC, DICE, face_sign, listing

CARDS = ("acquisition", "planner", "storage", "friendly", "builder")
OURS = "ours"


def load(packs: Mapping[str, bytes]) -> Printed:
    """Return the checked packs with the owner's answers in place of ours. Raises PackError."""
    printed = _read(tuple(packs.items()))
    if OWNER_FILE not in packs:
        return printed
    tables = printed.tables
    for key, value in read_file(OWNER_FILE, packs, dict[str, bool | int | str]).items():
        tables = _answered(printed, tables, key, str(value))
    return replace(printed, tables=tables)


@lru_cache(2)
def _read(packs: tuple[tuple[str, bytes], ...]) -> Printed:
    """Return what the same packs hold without reading them anew for every table."""
    return read_packs(dict(packs))


def _answered(printed: Printed, tables: Tables, key: str, value: str) -> Tables:
    match key.split("."):
        case ["tables", "slots" | "improvements" | "stations" as what, "price"]:
            numbers = tuple(_digits(key, value))
            found = replace(tables, **{what: replace(getattr(tables, what), price=numbers, verified=True)})
        case ["tables", "payout", length] if length.isdecimal() and 1 <= int(length) <= len(tables.payout.rows):
            digits = "".join(map(str, _digits(key, value)))
            row = tuple(int(digits[at : at + 2]) for at in range(0, len(digits), 2))
            rows = tuple(row if n == int(length) else old for n, old in enumerate(tables.payout.rows, 1))
            found = replace(tables, payout=replace(tables.payout, rows=rows))
        case ["tables", "bonus", "slow" | "fast" as what]:
            found = replace(tables, bonus=replace(tables.bonus, **{what: tuple(_digits(key, value))}))
        case ["tables", "dice", kind] if kind in (BASIC, *DICE):
            die = replace(tables.dice[kind], faces=tuple(value.split()), verified=True)
            found = replace(tables, dice={**tables.dice, kind: die})
            check_faces(found, kind, OWNER_FILE)
        case ["tables", "cards"] if len(value) == len(CARDS):
            counts = dict(zip(CARDS, _digits(key, value), strict=True))
            found = replace(tables, cards=replace(tables.cards, verified=True, **counts))
        case ["maps", name] if name in printed.maps:
            return tables
        case _:
            raise PackError(OWNER_FILE, key, "this game has no such value")
    check_tables(found, OWNER_FILE)
    return found


def _digits(key: str, value: str) -> list[int]:
    if not value or not (value.isascii() and value.isdecimal()):
        raise PackError(OWNER_FILE, key, "digits only")
    return [int(digit) for digit in value]


# --- what is asked


def doubts(printed: Printed, setup: Setup) -> tuple[Doubt, ...]:
    """Return the unverified values on which this game would rest."""
    options = setup.options
    if not isinstance(options, RollingFreightSetup) or options.map not in printed.maps:
        return ()
    kept = {keeping.component: keeping.keeper for keeping in setup.keepers}
    tables, found = printed.tables, list[Doubt]()
    atlas = printed.maps[options.map]
    if kept.get("map", "app") == "app" and not atlas.verified:
        ask = AskOne(
            field="value",
            label=say("rolling_freight.doubt.map_how"),
            options=(Option(OURS, say("rolling_freight.doubt.ours")),),
        )
        label = say("rolling_freight.doubt.map", map=plain(atlas.name))
        found.append(Doubt(f"maps.{options.map}", label, OURS, ask, say("rolling_freight.doubt.ours")))
    dice = kept.get("dice", "app")
    if dice != "unseen":
        for what in ("slots", "improvements", "stations"):
            prices = getattr(tables, what)
            if not prices.verified:
                found.append(_code(f"tables.{what}.price", what, prices.price, len(prices.price)))
    if dice == "app":
        found += [_faces(tables, kind) for kind in (BASIC, *DICE) if not tables.dice[kind].verified]
    if not tables.payout.verified:
        found += [_payout(tables, length) for length in range(1, len(tables.payout.rows) + 1)]
    if not tables.bonus.verified:
        found += [_code(f"tables.bonus.{what}", what, getattr(tables.bonus, what), 20) for what in ("slow", "fast")]
    if not tables.cards.verified:
        counts = tuple(getattr(tables.cards, card) for card in CARDS)
        found.append(_code("tables.cards", "cards", counts, len(CARDS)))
    return tuple(found)


def _code(key: str, what: str, numbers: tuple[int, ...], most: int) -> Doubt:
    value = "".join(map(str, numbers))
    least = 4 if what == "stations" else 1 if most > len(numbers) else len(numbers)
    ask = AskCode(
        field="value",
        label=say(f"rolling_freight.doubt.{what}_how"),
        least=least,
        most=9 if what == "stations" else most,
    )
    return Doubt(key, say(f"rolling_freight.doubt.{what}"), value, ask, plain(" ".join(map(str, numbers))))


def _payout(tables: Tables, length: int) -> Doubt:
    row = tables.payout.rows[length - 1]
    value = "".join(f"{n:02d}" for n in row)
    ask = AskCode(field="value", label=say("rolling_freight.doubt.payout_how"), least=len(value), most=len(value))
    label = say("rolling_freight.doubt.payout", n=length)
    return Doubt(f"tables.payout.{length}", label, value, ask, plain(" ".join(map(str, row))))


def _faces(tables: Tables, kind: str) -> Doubt:
    faces = tables.dice[kind].faces
    label = say("rolling_freight.doubt.faces", die=say(f"rolling_freight.die.{kind}"))
    return Doubt(f"tables.dice.{kind}", label, " ".join(faces), None, listing(tuple(map(face_sign, faces))))
