"""What does not fit in a pack's file is told in words for whoever wrote it, with the entry that it is in."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from companion.game import Packed, PackError, read_file


class Chair(Packed, frozen=True, tag="chair", tag_field="is"):
    legs: Annotated[int, msgspec.Meta(ge=1, le=4)]


class Lamp(Packed, frozen=True, tag="lamp", tag_field="is"):
    colour: Literal["red", "green"] | None = None
    bulbs: tuple[int, int] = (0, 0)


class Room(Packed, frozen=True):
    name: Annotated[str, msgspec.Meta(max_length=8)]
    things: dict[int, Chair | Lamp]
    doors: tuple[str, ...] = ()
    high: float = 2.5


SOUND = b'[hall]\nname = "Hall"\n[hall.things.1]\nis = "chair"\nlegs = 4\n[hall.things.2]\nis = "lamp"\n'


def test_a_sound_file_is_read() -> None:
    assert set(read_file("house.toml", {"house.toml": SOUND}, dict[str, Room])) == {"hall"}


@pytest.mark.parametrize(
    ("old", "new", "place", "hint"),
    [
        ("legs = 4", 'legs = "four"', "hall.things.1.legs", "a whole number from 1 to 4 belongs here, not a text"),
        ("legs = 4", "legs = 5", "hall.things.1.legs", "a whole number from 1 to 4 belongs here"),
        ("legs = 4", "legs = 1.5", "hall.things.1.legs", "from 1 to 4 belongs here, not a number with a point"),
        ("legs = 4", "lges = 4", "hall.things.1.lges", "is not known here; did you mean legs? There are legs"),
        ("legs = 4", "", "hall.things.1.legs", "is missing"),
        ('is = "chair"', 'is = "stool"', "hall.things.1.is", '"chair" or "lamp" belongs here, not "stool"'),
        ('is = "lamp"', 'is = "lamp"\ncolour = "pink"', "hall.things.2.colour", 'one of "green", "red" belongs here'),
        ('is = "lamp"', 'is = "lamp"\nbulbs = [1]', "hall.things.2.bulbs", "a list of 2 in brackets belongs here"),
        ('is = "lamp"', 'is = "lamp"\nbulbs = [1, "b"]', "hall.things.2.bulbs[1]", "a whole number belongs here"),
        ("things.2", "things.two", "hall.things", "each name in this table is a whole number"),
        ('"Hall"', '"A long hall"', "hall.name", "a text in quotes of at most 8 characters belongs here"),
        ('"Hall"', '"Hall"\ndoors = "two"', "hall.doors", "a list in brackets belongs here, not a text"),
        ('"Hall"', '"Hall"\nhigh = "3 m"', "hall.high", "a number belongs here, not a text"),
        ("[hall]", "den = 3\n[hall]", "den", "a table belongs here, not a whole number"),
    ],
)
def test_what_does_not_fit_has_its_place_and_what_belongs_there(old: str, new: str, place: str, hint: str) -> None:
    with pytest.raises(PackError) as refused:
        read_file("house.toml", {"house.toml": SOUND.replace(old.encode(), new.encode(), 1)}, dict[str, Room])
    assert refused.value.place == place
    assert hint in refused.value.hint
    assert "`" not in refused.value.hint, "no word of a programmer's"
