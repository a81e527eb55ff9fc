"""Pages as they come at a table, and each widget by itself: what the golden pictures show."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Page, Text
from companion.game.page import (
    AnyWidget,
    Big,
    Chair,
    Chairs,
    Code,
    Dial,
    Dials,
    Entry,
    Face,
    Item,
    Lines,
    Menu,
    Sequence,
    Track,
)
from companion.game.text import plain

JOIN = "HTTP://10.41.0.1/#K7QX2MZ4PDW5TCA"
WIFI = "WIFI:T:WPA;S:Tablehand;P:quietlamp4711;;"


@dataclass(frozen=True)
class Shown:
    shown: int
    running: bool = True
    counted: bool = False


FACES = {
    "talk": Shown(167),
    "last": Shown(38),
    "break": Shown(95, False),
    "long": Shown(754),
    "day": Shown(4320),
    "count": Shown(3, counted=True),
}


def words(text: Text) -> str:
    return str(dict(text.args).get("text", text.key))


def page(*widgets: AnyWidget, hints: str | None = None) -> Page:
    return Page(key="page", widgets=widgets, hints=None if hints is None else plain(hints))


def menu(title: str, *labels: str, lit: int | None = None, on: tuple[int, ...] = ()) -> Menu:
    items = tuple(Item((i + 1) % 10, plain(label), i in on) for i, label in enumerate(labels))
    return Menu(plain(title), items, lit)


def lines(*strings: str, lit: int | None = None) -> Lines:
    return Lines(tuple(map(plain, strings)), lit)


def dial(label: str, value: int, high: int, low: int = 0) -> Dial:
    return Dial(plain(label), value, low, high)


def chairs(marks: str, *lit: int) -> Chairs:
    return Chairs(tuple(Chair(n, mark.strip(), n in lit) for n, mark in enumerate(marks, 1)))


def sequence(title: str, *aims: str) -> Sequence:
    return Sequence(plain(title), tuple(enumerate(aims, 1)))


TABLE_MENU = (
    "Break",
    "What now",
    "Join, leave",
    "Fix a number",
    "Scores",
    "Sound",
    "Display",
    "Next game",
    "Save, off",
    "Mute",
)

PAGES: dict[str, Page] = {
    # the widgets, one by one
    "big": page(Big(plain("Guns down"), plain("if not armed")), hints="enter: next   (2/5)"),
    "big-alone": page(Big(plain("7"))),
    "big-count": page(Big(plain("3"), plain("point at someone"))),
    "big-digit-hints": page(Big(plain("12")), hints="enter:ok   +-:change"),
    "big-sentence": page(Big(plain("Everybody looks at the card and passes it left")), hints="enter: done"),
    "big-long": page(
        Big(plain("Everybody looks at the two cards, keeps quiet about them, and then passes both of them to the left"))
    ),
    "big-name": page(Big(plain("小明"), plain("is the next dealer")), hints="enter: deal"),
    "big-word": page(Big(plain("Donaudampfschifffahrtsgesellschaftskapitän"))),
    "lines": page(lines("Red team wins", "Ann  Bo  Cy", "VIP was hit", "2 points each")),
    "lines-hints": page(lines("Red team wins", "Ann  Bo  Cy", "2 points each"), hints="1:again  2:other game"),
    "lines-four-hints": page(
        lines("Red team wins", "Ann  Bo  Cy", "VIP was hit", "2 points each"), hints="enter: next"
    ),
    "lines-lit": page(lines("Ann 12", "Bo 9", "Cy 7", lit=1), hints="+-:choose enter:fix"),
    "lines-two": page(lines("Ann is in", "4 to come"), hints="enter: start"),
    "lines-names": page(lines("Zoë  Łucja", "O’Neil – 2", "小明 🙂 Ørsted", "אבי  علي  e\u0302\u0323x")),
    "lines-long": page(lines("Alexander the Great 1", "Alexander the Great 2", "A line that is far too long for it")),
    "face": page(Face("talk")),
    "face-hints": page(Face("last"), hints="-:pause  /seat claim"),
    "face-paused": page(Face("break")),
    "face-long": page(Face("long")),
    "face-hours": page(Face("day"), hints="*: menu"),
    "face-counted": page(Face("count"), hints="*: menu"),
    "face-none": page(Face("gone"), hints="*: menu"),
    "face-beside": page(Face("last", (plain("say who"), plain("you are"))), hints="/seat claim  -:pause"),
    "face-beside-paused": page(Face("break", (plain("Break"),)), hints="enter: go on"),
    "face-chairs": page(
        Face("last", (plain("say who"), plain("you are"))), chairs("AVB?AUB", 2), hints="/seat claim  -:pause"
    ),
    "face-chairs-ten": page(Face("talk", (plain("talk"),)), chairs("AVB?AUBAAV", 2, 10), hints="/seat claim  -:pause"),
    "menu-two": page(menu("Which mode?", "Crossfire", "Sniper", lit=0), hints="1-2 or enter"),
    "menu-four": page(
        menu("Game of tonight", "Crossfire", "Freelancers", "Free Radicals", "Rolling Freight", lit=1),
        hints="1-4, +- enter",
    ),
    "menu-table": page(menu("Table", *TABLE_MENU, lit=2), hints="1-0 pick   .: back"),
    "menu-scrolled": page(
        menu("Who is away?", *(f"Alexander the Great {n}" for n in range(1, 11)), lit=6, on=(1, 6)),
        hints="+-:move enter:tick",
    ),
    "menu-ticks": page(
        menu("Roles in play", "Saboteur", "Medic", "Twin", "Hunter", lit=0, on=(0, 2)), hints="digit: on/off"
    ),
    "menu-three": page(
        menu("Who deals, Peggy?", "Jacqueline", "Peggy", "(nobody)", lit=1), hints="digit picks  .:back"
    ),
    "menu-accents": page(menu("Gyula plays", "Zoë", "Ágy", "Élodie", "[G] Gray", lit=1), hints="digit picks  .:back"),
    "menu-small": page(
        menu("Ann advances which track?", "Reach into the chest", "Call somebody in", "Give something back", lit=0),
        hints="digit picks  .:back",
    ),
    "menu-whole": page(
        menu("Bo resolves an action", "Resolve 1 Reach into the chest", "Enter a code", "Ann uses up a card", lit=0),
        hints="digit picks  .:back",
    ),
    "menu-whole-last": page(
        menu("Who keeps what", *(f"{what}: you do it, the box stays out" for what in ("Dice", "Bag", "Cards")), lit=2),
        hints="digit picks  .:back",
    ),
    "menu-question": page(
        menu("Amy takes a contract: which number?", "Red 1", "Red 2", "Red 3", "Red 4 gyp", lit=1), hints="digit picks"
    ),
    "menu-question-small": page(
        menu("Ann: No slot for Handkerchief. What goes?", "Discard Handkerchief", "Discard Lucky button for it", lit=1),
        hints="digit picks  .:back",
    ),
    "menu-chinese": page(menu("谁先开始", "小明", "小红", "王伟", lit=1), hints="enter: ok"),
    "entry": page(Entry(plain("Story code"), "407", 4), hints="enter:read  .:delete"),
    "entry-one": page(Entry(plain("Ann's score now?"), "", 2), hints="enter:ok  .:delete"),
    "entry-question": page(
        Entry(plain("Ann: how many cubes lie on unfinished links?"), "1", 2), hints="0-35 + - enter"
    ),
    "entry-pin": page(Entry(plain("PIN of the host"), "471", 6, masked=True), hints="enter:ok  .:delete"),
    "entry-ten": page(Entry(plain("Long code"), "40713", 10)),
    "sequence-seven": page(
        sequence("Who points at whom?", "3", "7", "-", "1+5", "", "", ""), hints="own digit: nobody"
    ),
    "sequence-ten": page(
        sequence("Right?", "3", "7", "-", "1+5", "6", "2+10", "1", "9", "8", "4+7"), hints="enter:yes .:again"
    ),
    "sequence-five": page(sequence("Right?", "3", "1", "-", "1+5", "2"), hints="enter:yes .:again"),
    "chairs": page(Big(plain("Who deals?")), chairs("ABCDE", 3), hints="1-5: seat"),
    "chairs-ten": page(chairs("AVB?AUBAAV", 2, 10), hints="/seat: claim"),
    "chairs-bare": page(chairs("     ", 4), hints="/seat: claim"),
    "chairs-shapes": page(chairs("■●▲■●▲✓", 1), Big(plain("4 ready")), hints="enter: go"),
    "dials": page(
        Dials((dial("THREAT", 3, 6), dial("DIAL A", 7, 12), dial("WOUNDS", 4, 8))), hints="1-3 pick   + - turn"
    ),
    "dials-two": page(Dials((dial("Order", 10, 12), dial("Fear", 0, 6))), hints="1-2 pick   + - turn"),
    "dial-alone": page(Dials((dial("Threat level", 9, 12),)), hints="+ - turn"),
    "track": page(Track(plain("Round"), 12, 7), Big(plain("Ann")), hints="enter: end of turn"),
    "tracks": page(
        Track(plain("Trust"), 8, 3), Track(plain("Evolution"), 10, 10), Track(plain("Coal"), 60, 25), hints="1-3 pick"
    ),
    "code": page(Code(JOIN, (plain("Table"), plain("10.41.0.1"), plain("code 4719"))), hints="5 seated"),
    "code-alone": page(Code(JOIN)),
    "code-wifi": page(Code(WIFI, (plain("Wi-Fi"), plain("Tablehand"), plain("quietlamp4711")))),
    "code-long-address": page(
        Code(
            "HTTP://192.168.178.123:8080/#K7QX2MZ4PDW5TCA",
            (plain("Join"), plain("192.168.178.123:8080"), plain("code 4719")),
        ),
        hints="7 seated",
    ),
    "code-menu": page(Code(JOIN), menu("Seat 3", "done", "new code", lit=0), hints="1-2"),
    # how they share a screen
    "turn": page(
        lines("3 Zoë     R 7/12", lit=0),
        menu("", "Visit", "Awaken", "Know", "Favor", "Points"),
        hints="enter: end of turn",
    ),
    "empty": page(),
    "hints-only": page(hints="a hint that is too long for the display's bottom row"),
    "hints-25": page(Big(plain("Your turn")), hints="enter:go .:back *:menu 0:no"),
    "crowded": page(Big(plain("Too much")), lines("a", "b", "c", "d"), Face("talk"), chairs("ABC"), hints="enter"),
}
