"""The ways of a quest as a picture: what leads where, in columns from the start."""

from __future__ import annotations

from html import escape

from companion.games.freelancers.quest import Quest
from companion.games.freelancers.quest.ways import LOST, MAP, WON, Ways, page_node

WIDE, HIGH, GAP_X, GAP_Y, EDGE = 150, 30, 70, 12, 20
"""Width and height of a box, the room between columns and rows, and the border, in px."""
STYLE = """
svg { background: #f5efe3; font: 11px system-ui, sans-serif; }
rect { fill: #fffaf0; stroke: #6a6357; } .page rect { fill: #d9e4ef; stroke: #3f7fc4; stroke-width: 2; }
.end rect { fill: #f5d9a8; stroke: #b07a10; stroke-width: 2; } .lost rect { fill: #f0cfc6; stroke: #d4553d; }
.never rect { stroke-dasharray: 4 3; stroke: #d4553d; } text { fill: #23211d; } .code { font-weight: 700; }
path { fill: none; stroke: #6a6357; stroke-opacity: 0.45; }
"""


def svg(quest: Quest) -> str:
    """Return an SVG of all entries and pages, what nothing leads to at the bottom with a broken line."""
    ways = Ways(quest)
    columns = _columns(ways, quest)
    at: dict[str, tuple[int, int]] = {}
    for column, nodes in enumerate(columns):
        for row, node in enumerate(nodes):
            at[node] = (EDGE + column * (WIDE + GAP_X), EDGE + row * (HIGH + GAP_Y))
    width = 2 * EDGE + len(columns) * (WIDE + GAP_X) - GAP_X
    height = 2 * EDGE + max(map(len, columns)) * (HIGH + GAP_Y)
    lines = [_line(at[node], at[to]) for node in at for to in sorted(ways.leads[node])]
    boxes = [_box(quest, ways, node, *place) for node, place in at.items()]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    inside = f"<title>{escape(quest.cover.title)}</title><style>{STYLE}</style>"
    return "\n".join([head, inside, *lines, *boxes, "</svg>", ""])


def _columns(ways: Ways, quest: Quest) -> list[list[str]]:
    """Return the nodes by how many steps they are from the start; what else there is in the last column."""
    first = ways.first(quest.cover.start)
    columns, seen = [[first]], {first}
    while columns[-1]:
        after = [to for node in columns[-1] for to in sorted(ways.leads[node])]
        columns.append([to for to in dict.fromkeys(after) if to not in seen])
        seen |= set(columns[-1])
    columns[-1] = [node for node in ways.leads if node not in seen]
    return [column for column in columns if column]


def _line(start: tuple[int, int], end: tuple[int, int]) -> str:
    x, y, to_x, to_y = start[0] + WIDE, start[1] + HIGH // 2, end[0], end[1] + HIGH // 2
    bend = max(40, abs(to_x - x) // 2)
    return f'<path d="M{x} {y}C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}"/>'


def _box(quest: Quest, ways: Ways, node: str, x: int, y: int) -> str:
    pages = {page_node(number): page.name for number, page in quest.pages.items()}
    kind = "entry"
    if node in pages:
        kind, title = "page", pages[node]
    elif node in (MAP, WON, LOST):
        kind, title = ("lost" if node == LOST else "end"), ""
    else:
        title = quest.entries[node].title
    if node not in ways.reached and node not in (MAP, WON, LOST):
        kind += " never"
    whole = f"<title>{escape(node)} {escape(title)}</title>"
    text = f'<text x="{x + 6}" y="{y + 12}" class="code">{escape(node[:22])}</text>'
    text += f'<text x="{x + 6}" y="{y + 25}">{escape(title if len(title) < 25 else title[:24] + "…")}</text>'
    return f'<g class="{kind}">{whole}<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="4"/>{text}</g>'
