"""The library: every game's checked packs, a broken owner's pack left out and named."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.game import AnyGame, Doubt, PackError, Title

from .fault import Fault
from .files import Pack, read_pack
from .owner import OWNER_FILE, Owner, Value
from .toml import without_mark

Files = Mapping[str, bytes]

_TRUTHS: Mapping[str, Value] = {"true": True, "false": False}
"""How a yes or no arrives from a list of options, whose values are texts."""

_LOG = logging.getLogger(__name__)


def shipped(game: str) -> dict[str, bytes]:
    """Return the files that ``game`` is shipped with, file name -> content."""
    found: dict[str, bytes] = {}

    def collect(folder: Traversable, prefix: str) -> None:
        for item in folder.iterdir():
            if item.is_dir():
                collect(item, f"{prefix}{item.name}/")
            elif not item.name.startswith("."):
                found[prefix + item.name] = item.read_bytes()

    data = resources.files("companion.games").joinpath(game, "data")
    if data.is_dir():
        collect(data, "")
    # As they are: tests check what is shipped, and reading every file once more would slow down every start.
    return {name: without_mark(content) if name.endswith(".toml") else content for name, content in found.items()}


class Library:
    """What every game is bound to: shipped files, overridden and extended by the owner's packs and values.

    ``faults`` names what is wrong; a pack with a fault is left out whole, all others count.
    """

    def __init__(self, titles: Iterable[Title], folder: Path | None, owner: Owner) -> None:
        self.owner = owner
        self._folder = folder
        self._titles = {title.meta.key: title for title in titles}
        self._files: dict[str, Files] = {}
        faults: list[Fault] = list(owner.faults)
        for key, title in self._titles.items():
            faults += self._load(key, title)
        self.faults = tuple(faults)
        for fault in faults:
            _LOG.warning("%s", fault)

    def _load(self, key: str, title: Title) -> Iterator[Fault]:
        files: Files = shipped(key)
        packs, values = tuple(_owned(self._folder, key)), self.owner.file_for(key)
        if packs or values:  # else nothing is new: to read every game on the shelf would hold up the first picture
            try:
                title.bind(files)
            except PackError as error:
                yield Fault.of(error, f"{key}/{error.file}")
                return
        for pack in packs:
            where = f"packs/{key}/{pack.name}"
            if pack.faults:
                yield from (Fault(_under(where, f.file), f.place, f.hint) for f in pack.faults)
                continue
            top = _top(title, pack)
            more = {**files, **_placed(pack, top)}
            try:
                title.bind(more)
                files = more
            except PackError as error:
                yield Fault.of(error, _under(where, error.file.removeprefix(top)))
            for strange in title.unread(_placed(pack, top)):
                _LOG.warning("%s", Fault.of(strange, _under(where, strange.file)))
        if values:
            more = {**files, OWNER_FILE: values}
            try:
                title.bind(more)
                files = more
            except PackError as error:
                yield Fault(OWNER_FILE, f"{key}.values.{error.place}", error.hint)
        self._files[key] = files

    def __contains__(self, game: object) -> bool:
        return game in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def packs(self, game: str) -> Files:
        """Return what the next game of this kind is bound to. Raises KeyError where no pack is sound."""
        return self._files[game]

    def boxes(self) -> tuple[tuple[Title, Files], ...]:
        """Return every game that can be played with its packs: what a shelf is filled with."""
        return tuple((self._titles[key], files) for key, files in self._files.items())

    def unanswered(self, game: str, doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
        """Return those of ``doubts`` that the box still has to ask."""
        return self.owner.unanswered(game, doubts)

    def answer(self, game: str, answers: Mapping[str, Value], fits: Callable[[AnyGame], object] | None = None) -> Files:
        """Keep the owner's ``answers`` and return what the next game is bound to.

        Raises PackError when a value cannot be, and what ``fits`` raises that is given the game with these answers
        (nothing is kept then); OSError when the disk does not take it (the answers then hold until the program ends).
        """
        answers = {key: _TRUTHS.get(str(value).lower(), value) for key, value in answers.items()}
        trial = Owner(None)
        trial.keep(game, {**self.owner.values(game), **answers})
        files = {**self._files[game], OWNER_FILE: trial.file_for(game) or b""}
        bound = self._titles[game].bind(files)
        if fits is not None:
            fits(bound)
        self._files[game] = files
        self.owner.keep(game, answers)
        return files

    def play_with_ours(self, game: str) -> None:
        """Answer for the whole pack: the values as shipped, no more questions. Raises OSError."""
        self.owner.play_with_ours(game)


def _top(title: Title, pack: Pack) -> str:
    """Return the folder of a pack that stands beside the others of its game, "" for one that changes them."""
    folder, _, file = title.beside.rpartition("/")
    name = pack.name.rpartition(".")[0] if pack.name.lower().endswith(".zip") else pack.name
    return folder.replace("*", name) + "/" if file and file in pack.files else ""


def _placed(pack: Pack, top: str) -> Files:
    """Return a pack's files as its game finds them."""
    return {top + name: content for name, content in pack.files.items()}


def _under(pack: str, file: str) -> str:
    """Return the place of a file of a pack (a pack of one file is that file)."""
    return pack if pack.endswith(f"/{file}") else f"{pack}/{file}"


def _owned(folder: Path | None, game: str) -> Iterator[Pack]:
    """Yield the owner's packs of ``game``, in alphabetical order: folders, zips, and single TOML files."""
    place = folder / game if folder is not None else None
    if place is None or not place.is_dir():
        return
    for path in sorted(place.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_symlink():
            yield Pack(path.name, {}, (Fault(path.name, "", "is a symbolic link; put the pack itself here"),))
        elif path.is_dir() or path.suffix.lower() in (".zip", ".toml"):
            yield read_pack(path)
        else:
            hint = "is no pack; a pack is a folder, a .zip or a .toml file"
            yield Pack(path.name, {}, (Fault(path.name, "", hint),))


def open_library(titles: Iterable[Title], state: Path | None) -> Library:
    """Return the library with what lies in the state directory (none: as shipped)."""
    if state is None:
        return Library(titles, None, Owner(None))
    return Library(titles, state / "packs", Owner(state / OWNER_FILE))


def check(path: Path, titles: Iterable[Title], game: str | None = None) -> tuple[Fault, ...]:
    """Return every fault of the pack at ``path``, by the rules of ``game`` too (else of whose place it lies in).

    That the game cannot be told is a fault as well: nothing has been said then of what the pack holds.
    An owner's folder ``packs/GAME``, and one without a TOML file of its own, is checked pack by pack.
    Raises FileNotFoundError when there is nothing at ``path``.
    """
    by_key = {title.meta.key: title for title in titles}
    an_owners = path.name in by_key and path.resolve().parent.name == "packs"
    if path.is_dir() and (an_owners or not any(path.glob("*.toml"))):
        inside = [p for p in sorted(path.iterdir()) if p.is_dir() or p.suffix.lower() in (".zip", ".toml")]
        if inside:
            return tuple(fault for p in inside for fault in _check_one(p, by_key, game, f"{path.name}/"))
    return _check_one(path, by_key, game, "")


def _check_one(path: Path, titles: Mapping[str, Title], game: str | None, prefix: str) -> tuple[Fault, ...]:
    if path.is_dir() and not any(path.rglob("*.toml")):
        return (Fault(f"{prefix}{path.name}", "", "holds no TOML file, so it is no pack"),)
    pack = read_pack(path)
    within = prefix if path.name in pack.files else f"{prefix}{path.name}/"
    own = (path.name,)
    faults = [Fault(prefix + f.file if f.file in own else within + f.file, f.place, f.hint) for f in pack.faults]
    game = game or _game_of(path, pack.files, titles)
    if not faults and game is None:
        hint = f"whose pack is this? Name its game ({', '.join(titles)}), or lay it into packs/GAME/"
        faults.append(Fault(f"{prefix}{path.name}", "", hint))
    if not faults and game is not None:
        try:
            top = _top(titles[game], pack)
            titles[game].bind({**shipped(game), **_placed(pack, top)})
        except PackError as error:
            faults += (Fault.of(one, within + one.file.removeprefix(top)) for one in (error, *error.others))
        faults += (Fault.of(strange, within + strange.file) for strange in titles[game].unread(_placed(pack, top)))
    return tuple(faults)


def _game_of(path: Path, files: Iterable[str], titles: Mapping[str, Title]) -> str | None:
    """Return whose pack this is: by the folder it lies in, else by file names that one game alone has."""
    for part in reversed(path.resolve().parts):
        if part in titles:
            return part
    there = set(files)
    theirs = [key for key, title in titles.items() if title.beside and title.beside.rpartition("/")[2] in there]
    theirs = theirs or [key for key in titles if there & set(shipped(key)) - {"words.toml"}]
    return theirs[0] if len(theirs) == 1 else None


def opened(path: Path, titles: Iterable[Title], game: str | None = None) -> tuple[str | None, Files, Files]:
    """Return whose pack lies at ``path`` (None: cannot be told), what its game is bound to with it, its own files.

    Raises FileNotFoundError when there is nothing there, PackError for the first fault that shows without rules.
    """
    pack = read_pack(path)
    if pack.faults:
        first = pack.faults[0]
        raise PackError(first.file, first.place or "the file", first.hint)
    by_key = {title.meta.key: title for title in titles}
    game = game or _game_of(path, pack.files, by_key)
    if game is None:
        return None, pack.files, pack.files
    placed = _placed(pack, _top(by_key[game], pack))
    return game, {**shipped(game), **placed}, pack.files
