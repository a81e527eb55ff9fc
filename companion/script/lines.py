"""The lines of a table script, as values. ``reader`` makes them, ``run`` plays them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.panel import Button, KeyName


class ScriptError(Exception):
    """A script cannot be read, or a line of it does not hold. ``where`` is file:line."""

    def __init__(self, where: str, sentence: str) -> None:
        super().__init__(f"{where}: {sentence}")
        self.where = where
        self.sentence = sentence


class At(msgspec.Struct, frozen=True):
    """Where a line stands: file, number, and how it is written."""

    file: str
    number: int
    written: str

    def __str__(self) -> str:
        """Return the place as an editor takes it."""
        return f"{self.file}:{self.number}"


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all lines."""

    at: At


class Seats(Line, frozen=True):
    """These players sit down, with a phone each, in chair order.

    ``seats Ann - Cy`` leaves seat 2 free (None); ``""`` is a player without a name.
    """

    names: tuple[str | None, ...]


class Join(Line, frozen=True):
    """Someone sits down on the first free seat (or ``seat``), with a phone unless ``phone`` is false."""

    name: str
    seat: int | None = None
    phone: bool = True


class Leave(Line, frozen=True):
    """A player leaves the table for good."""

    name: str


class Away(Line, frozen=True):
    """A player is away for a while, or back."""

    name: str
    away: bool


class NewPhone(Line, frozen=True):
    """A player's phone is replaced by another one at the box; the old one has the seat no longer."""

    name: str


class Keeper(Line, frozen=True):
    """Who keeps a component; before ``game`` it holds for the game to come."""

    component: str
    keeper: str


class Preset(Line, frozen=True):
    """All in the box, or beside the boxed game."""

    preset: str


class Owner(Line, frozen=True):
    """From now on the box asks for unverified values, as it asks a new owner."""


class OwnPack(Line, frozen=True):
    """A pack of the owner's lies in the box for a game from now on; ``path`` is where it was made."""

    game: str
    path: str


class Seed(Line, frozen=True):
    """What the app's chance is drawn from."""

    seed: int


class Fate(Line, frozen=True):
    """The app's next outcomes of a component, in order."""

    component: str
    items: tuple[str, ...]


class StartGame(Line, frozen=True):
    """A game is taken from the shelf and started."""

    game: str
    fields: dict[str, Any]


class Keys(Line, frozen=True):
    """Strokes of the keypad, 500 ms apart."""

    names: tuple[KeyName, ...]


class KeyCode(Line, frozen=True):
    """A raw key of a keypad, pressed and released."""

    code: int


class Press(Line, frozen=True):
    """A button is pressed briefly (no seconds) or held."""

    button: Button
    seconds: float | None = None


class Do(Line, frozen=True):
    """Someone does something: a player from their phone, or the box for the table or for a player."""

    who: str | None
    box: bool
    tag: str
    fields: dict[str, Any]


class Told(Line, frozen=True):
    """People say what came of a component."""

    component: str
    items: tuple[str, ...]


class Together(Line, frozen=True):
    """These lines arrive at once."""

    lines: tuple[Line, ...]


class Again(Line, frozen=True):
    """The last command comes a second time, with its id."""


class Late(Line, frozen=True):
    """The last command comes once more under a new id, when its question is closed."""


class Wait(Line, frozen=True):
    """Time passes."""

    seconds: float


class Restart(Line, frozen=True):
    """The box is switched off and on again; ``cut``: by pulling its plug."""

    cut: bool = False


class Plug(Line, frozen=True):
    """A device is plugged in, or out."""

    device: str
    on: bool


class Undo(Line, frozen=True):
    """The last thing that a person did is taken back."""


class Let(Line, frozen=True):
    """A value of a view is remembered under a name in capitals."""

    name: str
    path: Path


class Path(msgspec.Struct, frozen=True):
    """A path into a view as JSON: ``viewer`` is ``public`` or a player."""

    viewer: str
    steps: tuple[str, ...]

    def __str__(self) -> str:
        """Return the path as it is written."""
        return " ".join((self.viewer, ".".join(self.steps)))


Where = Literal["oled", "page", "held", "board", "say", "lamp", "tone"]


class ExpectText(Line, frozen=True):
    """Something can be read (or not) on OLED, phone, while holding, on the big screen; or is heard; or lit."""

    where: Where
    text: str
    who: str = ""
    no: bool = False


class ExpectPath(Line, frozen=True):
    """A value of a view compares with another as ``how`` says."""

    path: Path
    how: str
    value: Any


class ExpectOffered(Line, frozen=True):
    """A command is on offer to someone (or not), with these fields."""

    who: str | None
    tag: str
    fields: dict[str, Any]
    no: bool = False


class ExpectRefused(Line, frozen=True):
    """The action before this was refused, with this in its reason."""

    text: str


class Script(msgspec.Struct, frozen=True):
    """A script that was read: its file and its lines, those of ``given`` files first."""

    file: str
    lines: tuple[Line, ...]


Action = Seats | Join | Leave | Away | NewPhone | StartGame | Do | Told | Again | Late | Undo | Keys | Press | KeyCode
"""Lines that the table may refuse."""
