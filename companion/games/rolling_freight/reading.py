"""Reads and checks the packs: every fault with its file, place and hint."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game import PackError, read_file

from .atlas import is_map, read_map
from .printed import Printed, Tables
from .terms import BASIC, DICE, FACES, IMPROVEMENTS, SYMBOLS, colours_on

TABLES = "tables.toml"
OWNER_FILE = "owner.toml"
NO_MAPS = (TABLES, OWNER_FILE, "words.toml")


def read_packs(packs: Mapping[str, bytes]) -> Printed:
    """Return the packs' content, checked file by file. Raises PackError with file, place and hint."""
    tables = read_file(TABLES, packs, Tables)
    check_tables(tables)
    maps = {}
    for file in sorted(packs):
        if file.endswith(".toml") and file not in NO_MAPS and is_map(packs[file]):
            maps[file.removesuffix(".toml")] = read_map(file, packs)
    if "western" not in maps:
        raise PackError("western.toml", "the pack", "this file is missing")
    return Printed(tables, maps)


def unread(packs: Mapping[str, bytes]) -> tuple[PackError, ...]:
    """Return the TOML files that are neither tables nor maps."""
    files = (file for file in sorted(packs) if file.endswith(".toml") and file not in NO_MAPS)
    hint = "is not read: it has no cities, and only tables.toml is no map"
    return tuple(PackError(file, "the file", hint) for file in files if not is_map(packs[file]))


def check_tables(tables: Tables, file: str = TABLES) -> None:
    """Refuse tables that cannot be, or that say otherwise than the rulebook's own examples."""
    _check_prices(tables, file)
    rows = tables.payout.rows
    if not 6 <= len(rows) <= 12 or any(len(row) != tables.limits.contracts for row in rows):
        raise PackError(file, "payout.rows", "6 to 12 lengths, each with a number for one, two, three contracts held")
    if tables.payout.points(6, 2) != 6:
        raise PackError(file, "payout.rows", "a link of 6 pays 6 while two contracts are held: the worked example")
    for name, row in (("slow", tables.bonus.slow), ("fast", tables.bonus.fast)):
        if not 1 <= len(row) <= 20 or min(row) < 0:
            raise PackError(file, f"bonus.{name}", "1 to 20 numbers, none below zero")
    if tables.bonus.points("blue", 6) != 2:
        raise PackError(file, "bonus.slow", "slow cargo over six links brings 2: the worked example")
    for kind in (BASIC, *DICE):
        if kind not in tables.dice:
            raise PackError(file, f"dice.{kind}", "every kind of die has its faces")
        check_faces(tables, kind, file)
    for place, counts in (("two", tables.two), *((f"without.{key}", n) for key, n in tables.without.items())):
        for kind in counts:
            if kind not in IMPROVEMENTS:
                raise PackError(file, f"{place}.{kind}", f"one of {', '.join(IMPROVEMENTS)}")


def _check_prices(tables: Tables, file: str) -> None:
    slots, prices, stations = tables.slots.price, tables.improvements.price, tables.stations.price
    if len(slots) != 4 or not {1, 3} <= set(slots) or min(slots) < 0:
        raise PackError(file, "slots.price", "four numbers, 1 and 3 among them: the worked examples")
    if len(prices) != 3 or not {4, 6} <= set(prices) or min(prices) < 0:
        raise PackError(file, "improvements.price", "three numbers, 4 and 6 among them: the worked examples")
    if not 4 <= len(stations) <= 9 or min(stations) < 1:
        raise PackError(file, "stations.price", "four to nine numbers: the worked example has four stations")


def check_faces(tables: Tables, kind: str, file: str = TABLES) -> None:
    """Refuse a die that the rulebook does not know."""
    faces = tables.dice[kind].faces
    if len(faces) != 6 or any(face not in FACES for face in faces):
        raise PackError(file, f"dice.{kind}.faces", f"six faces, each one of {', '.join(FACES)}")
    if kind == BASIC and any(face in SYMBOLS or not 1 <= len(colours_on(face)) <= 2 for face in faces):
        raise PackError(file, f"dice.{kind}.faces", "player dice show one or two colours")
