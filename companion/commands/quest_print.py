"""Location book, map, sheets and cards of a quest as one page of HTML that a browser prints well (A4)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib import resources

from companion.commands.quest_words import condition, lines
from companion.effects import Body
from companion.games.freelancers.quest import Quest
from companion.games.freelancers.quest.cards import QuestCard
from companion.games.freelancers.quest.location_book import LocationPage
from companion.games.freelancers.quest.sheets import Box, CampAction, SheetEnding
from companion.games.freelancers.quest.things import SKILLS

KINDS = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp"}
MARKS = {
    "campsite": "△",
    "chaotic-temple": "✺",
    "crossroads": "✛",
    "dungeon": "▼",
    "duel": "⚔",
    "event": "!",
    "fortune-teller": "☾",
    "lawful-shrine": "⚖",
    "location-page": "▤",
    "market": "¤",
    "tavern": "∪",
    "threat": "☠",
    "treasure-golem": "◆",
}
"""A mark for each map icon, for a pack that has no picture `art/icon-KIND.svg`."""


def page(quest: Quest, files: Mapping[str, bytes]) -> str:
    """Return the whole print-out. Pictures of the pack are put inside as data, so that one file is all there is."""
    style = (resources.files("companion") / "data" / "quest-print.css").read_text(encoding="utf-8")
    parts = _Parts(quest, files)
    body = "\n".join(
        [parts.cover(), parts.map(), *map(parts.location, quest.pages.values()), *parts.sheets(), *parts.cards()]
    )
    lang, title = escape(quest.cover.language, quote=True), escape(quest.cover.title)
    head = f'<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
    return f"{head}\n<style>{style}</style></head><body>\n{body}\n</body></html>\n"


class _Parts:
    def __init__(self, quest: Quest, files: Mapping[str, bytes]) -> None:
        self.quest, self.files = quest, files

    def picture(self, name: str, kind: str = "art") -> str:
        """Return a picture of the pack as a plain image: nothing in it can do more than be seen."""
        suffix = name.rpartition(".")[2].lower()
        if not name or name not in self.files or suffix not in KINDS:
            return ""
        return f'<img class="{kind}" alt="" src="data:{KINDS[suffix]};base64,{b64encode(self.files[name]).decode()}">'

    def effects(self, name: str) -> str:
        """Return what a body of the book does as a list."""
        return _list(lines(self.quest, self.quest.book.get(name, ())))

    # --- the book

    def cover(self) -> str:
        cover = self.quest.cover
        losses = " or ".join(cover.losses.threat)
        told = [
            f"{cover.players[0]}–{cover.players[1]} players. Begin with “{self.quest.entries[cover.start].title}”.",
            f"Wound track empty: enter {cover.losses.wounds}. Threat dial at its end: enter {losses}.",
        ]
        by = f"<p>{escape(cover.author)}</p>" if cover.author else ""
        rows = _list(told)
        return f'<section class="cover"><h1>{escape(cover.title)}</h1>{by}<p>{escape(cover.about)}</p>{rows}</section>'

    def map(self) -> str:
        sheet = self.quest.map
        at = {place.key: place for place in sheet.places}
        under = self.picture(sheet.art)
        drawn = []
        for path in sheet.paths:
            one, two = (at[key] for key in path.between)
            kind = "path shut" if path.shut else "path"
            drawn.append(f'<line class="{kind}" x1="{one.x}%" y1="{one.y}%" x2="{two.x}%" y2="{two.y}%"/>')
        for place in sheet.places:
            icons = "".join(MARKS[icon] for icon in place.icons)
            kind = "place start" if place.key == sheet.start else "place"
            drawn.append(f'<circle class="{kind}" cx="{place.x}%" cy="{place.y}%" r="16"/>')
            drawn.append(f'<text x="{place.x}%" y="{place.y}%" dy="5" class="icons">{icons}</text>')
            drawn.append(f'<text x="{place.x}%" y="{place.y}%" dy="30" class="name">{escape(place.name)}</text>')
        used = dict.fromkeys(icon for place in sheet.places for icon in place.icons)
        key = _list(f"{MARKS[icon]} {icon.replace('-', ' ').capitalize()}" for icon in used)
        board = f'<div class="board">{under}<svg>{"".join(drawn)}</svg></div>'
        return f'<section class="map"><h2>{escape(sheet.name)}</h2>{board}<div class="key">{key}</div></section>'

    def location(self, page: LocationPage) -> str:
        actions = []
        for action in page.actions:
            signs = " ".join(f"<i>{escape(symbol)}</i>" for symbol in action.symbols)
            lock = " · locked at first" if action.number in page.locks else ""
            head = f"<h3><b>{action.number}</b> {escape(action.name)} <small>{action.type}{lock}</small> {signs}</h3>"
            text = f"<p>{escape(action.text)}</p>" if action.text else ""
            actions.append(f"<article>{head}{text}{self.effects(f'action.{page.number}.{action.number}')}</article>")
        dials = "".join(
            f"<p>Dial {escape(dial.name)}: {dial.start}{f' + {dial.each} per player' if dial.each else ''}</p>"
            for dial in page.dials
        )
        head = f"<header><span>{page.number}</span><h2>{escape(page.name)}</h2></header>{self.picture(page.art)}"
        foot = f'<footer>Round end: enter <b class="code">{escape(page.end)}</b></footer>'
        return f'<section class="page">{head}{_list(page.features)}{dials}{"".join(actions)}{foot}</section>'

    # --- sheets

    def sheets(self) -> Iterator[str]:
        quest = self.quest
        for key, species in quest.species.items():
            weapon = quest.cards[species.weapon]
            yield "".join(
                [
                    f'<section class="sheet"><h2>{escape(species.name)}</h2>{self.picture(species.art)}',
                    f"<p>Name ______________________</p>{_list(species.blanks)}",
                    f'<p class="hearts">{"♡ " * species.hp}</p>',
                    self.skills({skill: species.skills.of(skill) for skill in SKILLS}),
                    f"<p>Starting weapon: {escape(weapon.number)} {escape(weapon.name)}</p>",
                    self.camp(f"camp.species.{key}", species.camp),
                    "<h3>Titles</h3>",
                    "<p>______________ lawful / chaotic</p>" * 4,
                    "</section>",
                ]
            )
        for key, job in quest.jobs.items():
            endings = _list(f"{self.reached(ending)}: {ending.text}" for ending in job.endings)
            title = f"{job.gold_title} ({job.gold_kind})"
            yield "".join(
                [
                    f'<section class="sheet"><h2>{escape(job.name)}</h2>{self.picture(job.art)}{_list(job.blanks)}',
                    self.skills({skill: job.skills.of(skill) for skill in SKILLS}),
                    f"<h3>Gold</h3>{self.symbols('gold', key, job.gold, '◇')}<p>All: {escape(title)}</p>",
                    f"<h3>Level</h3>{self.symbols('level', key, job.level, '☆')}",
                    self.camp(f"camp.job.{key}", job.camp),
                    f"<h3>Endings</h3>{endings}",
                    f'<p class="backstory">{escape(job.backstory)}</p></section>',
                ]
            )

    def reached(self, ending: SheetEnding) -> str:
        """Return for whom a line of an endings chart is."""
        titles = {one.key: one.title for one in self.quest.cover.endings}
        after = f", “{titles[ending.after]}”" if ending.after else ""
        return f"{ending.least}+ XP{after}{f', more {ending.kind} titles' if ending.kind else ''}"

    def skills(self, tracks: Mapping[str, tuple[Box, ...]]) -> str:
        rows = [
            f"<tr><th>{skill.capitalize()}</th><td>{''.join(_box(box) for box in boxes)}</td></tr>"
            for skill, boxes in tracks.items()
            if boxes
        ]
        return f'<table class="skills">{"".join(rows)}</table>' if rows else ""

    def symbols(self, kind: str, job: str, count: int, mark: str) -> str:
        told = []
        for n in range(count):
            given = " ".join(lines(self.quest, self.quest.book.get(f"{kind}.{job}.{n}", ())))
            told.append(f"<span>{mark}{f' <small>{escape(given)}</small>' if given else ''}</span>")
        return f'<p class="track">{"".join(told)}</p>'

    def camp(self, name: str, actions: tuple[CampAction, ...]) -> str:
        if not actions:
            return ""
        told = []
        for n, action in enumerate(actions):
            open_to = f" (if {condition(self.quest, action.test)})" if action.test else ""
            head = f"<b>{escape(action.name)}</b>{escape(open_to)} {escape(action.text)}"
            told.append(f"<div>{head}{self.effects(f'{name}.{n}')}</div>")
        return f"<h3>At camp</h3>{''.join(told)}"

    # --- cards

    def cards(self) -> Iterator[str]:
        for deck in ("weapon", "treasure", "story", "follower"):
            numbers = self.quest.deck(deck)
            if numbers:
                inside = "".join(self.card(self.quest.cards[number]) for number in numbers)
                head = f"<h2>{deck.capitalize()} cards</h2>"
                yield f'<section class="cards">{head}<div class="deck">{inside}</div></section>'

    def card(self, card: QuestCard) -> str:
        given = [f"{skill.capitalize()} +{n}" for skill in (*SKILLS, "weapon") if (n := getattr(card.bonus, skill)) > 0]
        given += [
            f"{skill.capitalize()} −{-n}" for skill in (*SKILLS, "weapon") if (n := getattr(card.bonus, skill)) < 0
        ]
        given += [f"Bonus die d{card.die}"] if card.die else []
        given += [f"HP +{card.hp}"] if card.hp else []
        given += [f"Token {card.token}"] if card.token else []
        given += list(card.traits)
        discard = self._told("Discard", self.quest.book.get(f"discard.{card.number}", ()))
        on = {"travel": "After a travel", "page": "On a new page", "round": "Each round", "check": "After your checks"}
        events = "".join(
            self._told(on[event.on], self.quest.book.get(f"event.{card.number}.{n}", ()))
            for n, event in enumerate(card.events)
        )
        head = f"<h3>{escape(card.name)}</h3><small>{card.kind} · {escape(', '.join(given))}</small>"
        text = f"<p>{escape(card.text)}</p>" if card.text else ""
        inside = f"{head}{self.picture(card.art)}{text}{discard}{events}<b>{escape(card.number)}</b>"
        return f'<article class="card">{inside}</article>'

    def _told(self, when: str, body: Body) -> str:
        return f"<p><strong>{when}:</strong> {escape(' '.join(lines(self.quest, body)))}</p>" if body else ""


def _box(box: Box) -> str:
    inside = (f"d{box.die}" if box.die else "") + ("★" if box.star else "") + ("◇" if box.gold else "")
    return f'<span class="box">{inside or "&nbsp;"}</span>'


def _list(told: Iterable[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in told)
    return f"<ul>{items}</ul>" if items else ""
