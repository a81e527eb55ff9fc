"""The command line: ``tablehand COMMAND``.

Exit codes: 0 all well; 1 something did not hold (a script, a replay, a pack, a test); 2 bad usage or input (a file that
is not there, settings that cannot be read); 3 the surroundings do not allow it (busy port, state directory, second
copy); 130 interrupted. The launcher and the installer have the same.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.commands import TROUBLE, USAGE, Stop

CODES = """
exit code: 0 all well; 1 something did not hold; 2 bad usage or input;
3 the surroundings do not allow it (busy port, state directory, second copy);
130 interrupted
"""
INSTALLER = {
    "install": "make this machine a box: service, units, devices (with sudo)",
    "update": "bring an installed box to another version, with a way back (with sudo)",
    "uninstall": "take tablehand off this machine; the evening stays (with sudo)",
}


def _port(written: str) -> int:
    if not (written.isascii() and written.isdecimal() and len(written) <= 5 and int(written) <= 65535):
        raise argparse.ArgumentTypeError(f"{written!r} is no port (0 to 65535; 0 takes a free one)")
    return int(written)


def _count(written: str) -> int:
    if not (written.isascii() and written.isdecimal() and len(written) <= 9 and int(written) > 0):
        raise argparse.ArgumentTypeError(f"{written!r} is no number above 0")
    return int(written)


def _seed(written: str) -> int:
    if not (written.isascii() and written.isdecimal() and len(written) <= 18):
        raise argparse.ArgumentTypeError(f"{written!r} is no seed (a whole number)")
    return int(written)


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, what: str, more: str = ""
) -> argparse.ArgumentParser:
    """Return the parser of the command ``name``, which does ``what``; ``more`` is said of it in its own help."""
    return commands.add_parser(
        name,
        help=what,
        description=f"{what[0].upper()}{what[1:]}.{' ' if more else ''}{more}",
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="tablehand",
        description="A box for the middle of a board-game table.",
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action=_Version, nargs=0, help="print the version")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    run = _add(
        commands,
        "run",
        "start the table, with whatever hardware there is",
        "Prints one address. Ctrl-C stops it; the evening goes on at the next start.",
    )
    run.add_argument("--state", metavar="DIR", help="where saves, packs and the owner's values lie")
    run.add_argument("--port", type=_port, metavar="N", help="the port for phones (0: a free one)")
    run.add_argument("--config", type=Path, metavar="FILE", help="settings in TOML")

    test = _add(commands, "test", "run the tests of the program", "Whatever follows goes to pytest.")
    test.add_argument("arguments", nargs=argparse.REMAINDER, metavar="PYTEST ARGUMENTS")

    appliance = _add(
        commands,
        "test-appliance",
        "try the whole box in a virtual machine",
        "A small Debian with made-up pins, keypad, dial board and display, killed and cut off now and then.",
    )
    appliance.add_argument("--fresh", action="store_true", help="make the machine anew, whatever is kept")
    appliance.add_argument("--keep", type=Path, metavar="DIR", help="leave logs, console and disk in DIR")

    play = _add(
        commands,
        "play",
        "play table scripts without hardware, on a fake clock",
        "A folder stands for all *.table files in it and below; none at all is a failure.",
    )
    play.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR")
    play.add_argument("--keep-going", action="store_true", help="play on after a script that does not hold")

    replay = _add(
        commands,
        "replay",
        "play a saved evening again from its journal and compare every stored state",
        "The journal itself is only read.",
    )
    which = replay.add_mutually_exclusive_group(required=True)
    which.add_argument("journal", nargs="?", type=Path, metavar="JOURNAL", help="a journal's file")
    which.add_argument("--state", type=Path, metavar="DIR", help="the state directory that holds it")
    replay.add_argument("--as-script", action="store_true", help="print a table script that plays the same")

    bench = _add(commands, "bench", "measure this machine and print a table of figures")
    bench.add_argument("--json", type=Path, metavar="FILE", help="also write name -> number to FILE")

    playtest = _add(commands, "playtest", "let bots play whole games")
    playtest.add_argument("game", metavar="GAME")
    playtest.add_argument("--games", type=_count, required=True, metavar="N")
    playtest.add_argument("--players", type=_count, required=True, metavar="P")
    playtest.add_argument("--seed", type=_seed, default=1, metavar="S", help="equal seeds play equal games")

    pack = _add(commands, "pack", "look after data packs")
    inside = pack.add_subparsers(dest="what", metavar="COMMAND", required=True)
    check = _add(
        inside, "check", "name file, place and hint for every fault", "Packs are folders, .zip and .toml files."
    )
    check.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR")
    check.add_argument("--game", metavar="GAME", help="check by the rules of this game (else: by the place)")

    for what, told in (
        ("graph", "draw what a pack holds (a map) as one SVG picture"),
        ("poster", "draw what a pack holds (a map) as a page to print over several sheets of A4"),
    ):
        drawing = _add(inside, what, told)
        drawing.add_argument("path", type=Path, metavar="FILE|DIR")
        drawing.add_argument("--game", metavar="GAME", help="whose pack it is (else: by the place)")
        drawing.add_argument("--only", metavar="NAME", help="which drawing, where there are several")
        drawing.add_argument("--out", type=Path, metavar="FILE", help="where to write it (else: to standard output)")
        if what == "poster":
            drawing.add_argument("--sheets", type=_count, default=8, metavar="N", help="the most sheets (8)")

    _quest(_add(commands, "quest", "write quests for Freelancers", "docs/quests.md says what a quest is made of."))

    games = _add(commands, "games", "list the games on the shelf")
    games.add_argument("--state", type=Path, metavar="DIR", help="with the owner's packs in this directory")

    doctor = _add(
        commands,
        "doctor",
        "list what the box sees of its parts, and what to do about each",
        "Changes nothing, and on a laptop says what is simulated.",
    )
    doctor.add_argument("--config", type=Path, metavar="FILE", help="settings in TOML (on a box: its own)")
    doctor.add_argument("--picture", action="store_true", help="show a test picture on the display for 20 seconds")

    for name, what in INSTALLER.items():
        _add(commands, name, what, "The launcher (sudo ./tablehand) does this itself; see there for --help.")
    return top


def _quest(quest: argparse.ArgumentParser) -> None:
    inside = quest.add_subparsers(dest="what", metavar="COMMAND", required=True)

    check = _add(inside, "check", "name file, place and hint for every fault of quests")
    check.add_argument("paths", nargs="+", type=Path, metavar="DIR|ZIP|NAME")
    new = _add(inside, "new", "make a folder with a small whole quest in it, to be changed into one's own")
    new.add_argument("folder", type=Path, metavar="NAME")
    codes = _add(inside, "codes", "propose codes that no slip of a finger turns into one another")
    codes.add_argument("count", type=_count, metavar="N")
    codes.add_argument("--digits", type=int, choices=range(1, 7), default=4, help="how long they are (4)")
    codes.add_argument("--pack", type=Path, metavar="DIR", help="keep clear of the codes of this quest")
    for name, what in (
        ("graph", "draw entries, pages and map as one SVG picture"),
        ("print", "write location book, map, sheets and cards as one page to be printed from a browser"),
    ):
        one = _add(inside, name, what)
        one.add_argument("path", type=Path, metavar="DIR|ZIP|NAME")
        one.add_argument("--out", type=Path, metavar="FILE", help="where to write it (else: here, by its name)")
        one.add_argument("--to", dest="out", type=Path, help=argparse.SUPPRESS)  # what it was called before
    play = _add(inside, "play", "let bots play whole quests and print what came of it")
    play.add_argument("path", type=Path, metavar="DIR|ZIP|NAME")
    play.add_argument("--games", type=_count, default=100, metavar="N", help="how many, all told (100)")
    play.add_argument(
        "--players", type=_count, nargs="+", metavar="P", help="how many play (all that the quest is for)"
    )
    play.add_argument("--seed", type=_seed, default=1, metavar="S", help="equal seeds play equal games (1)")
    play.add_argument("--processes", type=_count, metavar="N", help="on how many cores (all)")
    play.add_argument("--json", type=Path, metavar="FILE", help="write the figures and every game to FILE, too")
    play.add_argument("--plots", type=Path, metavar="DIR", help="draw the figures into DIR, as SVG")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for: that takes longer than all the rest of the start."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object, **_more: object) -> None:
        """Print it and end."""
        from importlib import metadata

        try:
            print(f"tablehand {metadata.version('tablehand')}")
        except metadata.PackageNotFoundError:
            print("tablehand (not installed)")
        parser.exit()


def _command(given: argparse.Namespace) -> Callable[[], int]:
    """Return what the command line asks for. Each command imports what it needs, so that ``run`` starts fast."""
    match given.command:
        case "run":
            from companion.commands.run import run

            return lambda: run(given.state, given.port, given.config)
        case "test":
            from companion.commands.testing import test

            return lambda: test(given.arguments)
        case "test-appliance":
            from companion.commands.testing import test_appliance

            return lambda: test_appliance(given.fresh, given.keep)
        case "play":
            from companion.commands.scripts import play

            return lambda: play(given.paths, given.keep_going)
        case "replay":
            from companion.commands.scripts import replay_journal

            return lambda: replay_journal(given.journal, given.state, given.as_script)
        case "bench":
            from companion.commands.testing import bench

            return lambda: bench(given.json)
        case "playtest":
            from companion.commands.testing import playtest

            return lambda: playtest(given.game, given.games, given.players, given.seed)
        case "pack":
            if given.what == "graph":
                from companion.commands.drawing import graph

                return lambda: graph(given.path, given.game, given.only, given.out)
            if given.what == "poster":
                from companion.commands.drawing import poster

                return lambda: poster(given.path, given.game, given.only, given.out, given.sheets)
            from companion.commands.shelf import check

            return lambda: check(given.paths, given.game)
        case "quest":
            from companion.commands.quest import writing

            match given.what:
                case "check":
                    return lambda: writing.check(given.paths)
                case "new":
                    return lambda: writing.new(given.folder)
                case "codes":
                    return lambda: writing.codes(given.count, given.digits, given.pack)
                case "graph":
                    return lambda: writing.graph(given.path, given.out)
                case "play":
                    from companion.commands.quest.play import quest_play

                    return lambda: quest_play(
                        given.path, given.games, given.players, given.seed, given.processes, given.json, given.plots
                    )
                case _:
                    return lambda: writing.print_out(given.path, given.out)
        case "doctor":
            from companion.commands.doctor import doctor

            return lambda: doctor(given.config, given.picture)
        case "install" | "update" | "uninstall":
            return _only_by_the_launcher
        case _:
            from companion.commands.shelf import games

            return lambda: games(given.state)


def _only_by_the_launcher() -> int:
    raise Stop(USAGE, "installing is done by the launcher: sudo ./tablehand install")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. What can be expected to go wrong is one sentence on stderr."""
    given = parser().parse_args(arguments)
    try:
        code = _command(given)()
        sys.stdout.flush()
    except Stop as stop:
        print(f"tablehand: {stop.sentence}", file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        print("tablehand: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read us (head, less) has gone; keep the interpreter from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    return code


__all__ = ["USAGE", "main", "parser"]

if __name__ == "__main__":
    sys.exit(main())
