"""Words as values: a key with arguments, put into a language at the edge."""

from __future__ import annotations

import msgspec


class Who(msgspec.Struct, frozen=True, tag="who", tag_field="is"):
    """A seat named inside a text. Its player's name is filled in at the edge, never kept in a game."""

    seat: int


class Text(msgspec.Struct, frozen=True, tag="text", tag_field="is"):
    """One piece of wording: a key of the word list and what fills its gaps.

    ``args`` holds (gap, filling) pairs in alphabetical order, so that equal texts are equal values.
    A name, a title from a pack or any other given string is an argument, never a key.
    """

    key: str
    args: tuple[tuple[str, str | int | Who | Text], ...] = ()


def say(key: str, **args: str | int | Who | Text) -> Text:
    """Return the text of ``key`` with its gaps filled: ``say("crossfire.hit", seat=Who(3))``."""
    return Text(key, tuple(sorted(args.items()))) if args else Text(key)


def listed(texts: tuple[Text, ...]) -> Text:
    """Return one text or more as one: "Ann, Bo and Cy". Raises IndexError for none."""
    found = texts[0]
    for text in texts[1:-1]:
        found = say("list.comma", a=found, b=text)
    return say("list.and", a=found, b=texts[-1]) if len(texts) > 1 else found


def plain(string: str) -> Text:
    """Return a text that shows ``string`` as it stands: a name, a number, a pack's own words."""
    return say("plain", text=string)
