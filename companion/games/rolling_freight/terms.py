"""The words of the game: colours, contracts, faces of dice, improvements, phases."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Literal

from companion.game import Text, Who, plain, say

Colour = Literal["blue", "gray", "red", "yellow"]
COLOURS: tuple[Colour, ...] = ("blue", "gray", "red", "yellow")
SLASH = "slash"
KINDS = (*COLOURS, SLASH)
"""Colours of contracts, in the order of their keys 1 to 5."""

FAST = ("red", "yellow")
"""Cargo that is paid for speed; the others are paid for distance."""

LETTERS = {"blue": "B", "gray": "G", "red": "R", "yellow": "Y", SLASH: "S"}
OF_LETTER = {letter: colour for colour, letter in LETTERS.items()}

Period = Literal["A", "B", "C"]
PERIODS: tuple[Period, ...] = ("A", "B", "C")

END = "END"
DISASTER = "DISASTER"
"""The two kinds of cards of the contract deck that are no contracts."""

# Faces of dice. A face is its colours' letters in alphabetical order, BLANK, or a symbol.
BLANK = "-"
CUBES, POINTS, DOUBLE, AGAIN = "cubes", "points", "double", "again"
SYMBOLS = (CUBES, POINTS, DOUBLE, AGAIN)
FACES = (
    *("".join(letters) for count in range(1, 5) for letters in combinations("BGRY", count)),
    BLANK,
    *SYMBOLS,
)
"""Every face that a die can be said to show."""

BASIC = "basic"
DICE = ("black", "yellow", "blue", "gray", "red")
"""Colours of the improvement dice, in the order of the rulebook's list."""

ACQUISITION, PLANNER, STORAGE, FRIENDLY, BUILDER = "acquisition", "planner", "storage", "friendly", "builder"
IMPROVEMENTS = (ACQUISITION, PLANNER, STORAGE, FRIENDLY, BUILDER, *(f"die_{die}" for die in DICE))
"""Kinds of improvement cards, in the order of their keys 1 to 0."""

PLAYER_COLOURS = ("white", "green", "purple", "orange", "black")
"""Of cubes and sticks, seat by seat."""


def colour_of(contract: str) -> str:
    """Return the colour of a contract's key: "B3" is blue."""
    return OF_LETTER[contract[0]]


def number_of(contract: str) -> int:
    """Return the number of a contract's key."""
    return int(contract[1:])


def phase_of(contract: str) -> Period:
    """Return the phase whose deck a contract belongs to (rulings: 1-8 A, 9-16 B, 17-24 C; slash 1-6, 7-12, 13-18)."""
    each = 6 if contract[0] == LETTERS[SLASH] else 8
    return PERIODS[min((number_of(contract) - 1) // each, 2)]


@cache
def colours_on(face: str) -> tuple[Colour, ...]:
    """Return the colours that a face shows: none for a symbol or a blank one."""
    return tuple(colour for colour in COLOURS if LETTERS[colour] in face) if face[:1].isupper() else ()


def die_of(improvement: str) -> str:
    """Return the colour of the die that an improvement brings ("" for none)."""
    return improvement.removeprefix("die_") if improvement.startswith("die_") else ""


# names: there are few, and every page and list is full of them


@cache
def colour_name(colour: str) -> Text:
    """Return a colour's name."""
    return say(f"rolling_freight.colour.{colour}")


@cache
def contract_name(contract: str) -> Text:
    """Return a contract's name: "Red 5"."""
    return say("rolling_freight.contract", colour=colour_name(colour_of(contract)), n=number_of(contract))


@cache
def improvement_name(kind: str) -> Text:
    """Return an improvement's name."""
    return say(f"rolling_freight.improvement.{kind}")


@cache
def face_name(face: str) -> Text:
    """Return what a face shows, in words: "Red", "Blue/Red", "2 points"."""
    if face == BLANK or face in SYMBOLS:
        return say(f"rolling_freight.face.{'blank' if face == BLANK else face}")
    names = [colour_name(colour) for colour in colours_on(face)]
    found = names[0]
    for name in names[1:]:
        found = say("rolling_freight.either", a=found, b=name)
    return found


@cache
def face_sign(face: str) -> Text:
    """Return what a face shows, in signs: "R", "BR", "×2"."""
    if face in SYMBOLS:
        return say(f"rolling_freight.page.symbol.{face}")
    return say("rolling_freight.gap") if face == BLANK else plain(face)


def seat_name(seat: int) -> Text:
    """Return a seat's name."""
    return say("rolling_freight.seat", seat=Who(seat))


def listing(parts: tuple[Text, ...]) -> Text:
    """Return texts in a row."""
    if not parts:
        return plain("")
    found = parts[0]
    for part in parts[1:]:
        found = say("rolling_freight.and", a=found, b=part)
    return found
