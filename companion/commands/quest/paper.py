"""Location book, map, sheets and cards of a quest as one page of HTML that a browser prints well (A4)."""

from __future__ import annotations

from base64 import b64encode
from importlib import resources

from markupsafe import Markup

from companion.commands.quest.words import condition, lines, told
from companion.effects import Test
from companion.games.freelancers.charting import height, labels
from companion.games.freelancers.quest import Quest
from companion.games.freelancers.quest.cards import QuestCard
from companion.games.freelancers.quest.map_sheet import icon_file
from companion.games.freelancers.quest.sheets import Box, SheetEnding, Tracks
from companion.games.freelancers.quest.things import SKILLS
from companion.games.freelancers.sight import PathView, PlaceView
from companion.packs.drawings import environment
from companion.words import of_the_house


def page(quest: Quest) -> str:
    """Return the whole print-out. Pictures of the pack are put inside as data, so that one file is all there is."""
    env = environment(of_the_house("freelancers"))
    used = tuple(dict.fromkeys(icon for place in quest.map.places for icon in place.icons))
    icons = tuple((icon, icon_file(icon)) for icon in used if quest.picture(icon_file(icon)) is not None)
    high = height(quest.picture(quest.map.art))

    def picture(file: str) -> str:
        """Return a picture as an address that holds all of it: as an image it can do no more than be seen."""
        found = quest.pictures[file]
        return f"data:{found.kind};base64,{b64encode(found.content).decode()}"

    def does(name: str) -> tuple[str, ...]:
        return lines(quest, quest.book.get(name, ()))

    def test(of: Test) -> str:
        return condition(quest, of)

    def reached(ending: SheetEnding) -> str:
        return _reached(quest, ending)

    env.filters["picture"] = picture
    env.globals.update(told=told, lines=does, condition=test, reached=reached, tracks=_tracks, bonuses=_bonuses)
    style = (resources.files("companion") / "data" / "quest-print.css").read_text(encoding="utf-8")
    return env.get_template("quest-print.html").render(
        quest=quest,
        style=Markup(style),  # our own file, and in a style sheet no sign is escaped
        high=high,
        used=used,
        icons=icons,
        own=dict(icons),
        places=_places(quest, high),
        paths=_paths(quest),
    )


def _places(quest: Quest, high: float) -> tuple[PlaceView, ...]:
    """Return the places of a fresh map sheet: nothing crossed out, the start circled."""
    at = labels(quest.map, high)
    return tuple(
        PlaceView(
            key=place.key,
            name=place.name,
            icons=place.icons,
            x=place.x,
            y=place.y,
            here=place.key == quest.map.start,
            crossed=False,
            remarks=(),
            label=at[place.key],
        )
        for place in quest.map.places
    )


def _paths(quest: Quest) -> tuple[PathView, ...]:
    at = {place.key: place for place in quest.map.places}
    ends = ((path, at[path.between[0]], at[path.between[1]]) for path in quest.map.paths)
    return tuple(
        PathView(key=path.key, x1=one.x, y1=one.y, x2=two.x, y2=two.y, walked=False, open=not path.shut)
        for path, one, two in ends
    )


def _tracks(skills: Tracks) -> tuple[tuple[str, tuple[Box, ...]], ...]:
    return tuple((skill, skills.of(skill)) for skill in SKILLS)


def _bonuses(card: QuestCard) -> tuple[tuple[str, str], ...]:
    """Return what a card adds to checks, with its sign."""
    found = ((what, int(getattr(card.bonus, what))) for what in (*SKILLS, "weapon"))
    return tuple((what, f"+{n}" if n > 0 else f"−{-n}") for what, n in found if n)


def _reached(quest: Quest, ending: SheetEnding) -> str:
    """Return for whom a line of an endings chart is."""
    titles = {one.key: one.title for one in quest.cover.endings}
    found = told("print.reached", n=ending.least)
    if ending.after:
        found = told("print.reached_after", what=found, title=titles[ending.after])
    return told(f"print.reached_{ending.kind}", what=found) if ending.kind else found
