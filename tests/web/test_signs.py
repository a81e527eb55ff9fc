"""Signs on pages: only those that every phone has a picture for; all others are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parents[2]
EVERYWHERE = frozenset(
    "–—―‘’‚“”„†‡•…‰′″‹›⁄€№™Ω←↑→↓↔↕∂∆∏∑−∙√∞∩∫≈≠≡≤≥■□▪▫▬▲►▼◄◊○●◦☺☻☼♀♂♠♣♥♦♪♫"  # WGL4, the set of system fonts
    "★✓✕⚑"  # besides in DejaVu (Debian), Noto (Android), Segoe UI Symbol and Apple Symbols
)
ESCAPES = (r"\\u([0-9a-fA-F]{4})", r"&#x([0-9a-fA-F]+);", r'content:\s*"\\([0-9a-fA-F]{4,5})')


def _shown() -> Iterator[Path]:
    """Give every file whose letters may come to stand on a page."""
    yield from (HOME / "web" / "templates").rglob("*.html")
    yield from (
        f for f in (HOME / "web" / "static").rglob("*") if f.suffix in (".css", ".js") and "vendor" not in f.parts
    )
    yield from (HOME / "companion").rglob("templates/*.html")
    yield from (HOME / "companion").rglob("words*.toml")
    yield from (HOME / "companion" / "data" / "words").glob("*.toml")


def _strange(text: str) -> set[str]:
    for escape in ESCAPES:
        text = re.sub(escape, lambda found: chr(int(found[1], 16)), text)
    return {sign for sign in text if ord(sign) > 0x17F and sign not in EVERYWHERE and not "\u0370" <= sign <= "\u04ff"}


def test_no_sign_stands_on_a_page_that_a_phone_may_lack() -> None:
    files = sorted(set(_shown()))
    assert len(files) > 60
    strange = {str(file.relative_to(HOME)): found for file in files if (found := _strange(file.read_text()))}
    assert strange == {}


def test_strange_signs_are_found_however_they_are_written() -> None:
    assert _strange('⌖ &#x2316; content: "\\2316" \\u2316 ★ ■ é Ж') == {"⌖"}
