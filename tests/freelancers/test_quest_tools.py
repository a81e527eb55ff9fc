"""`quest new`, `check`, `codes`, `graph` and `print` as the writer of a quest uses them."""

from __future__ import annotations

import re
import zipfile
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.__main__ import main
from companion.commands.quest.files import load
from companion.games.freelancers.quest import quest_keys, try_quest
from companion.packs import shipped
from tests.browser import in_a_browser

WIDE, HIGH = 703, 1032
"""What is left of A4 within margins of 12 mm, in pixels of a browser."""
SHIPPED = quest_keys(shipped("freelancers"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "kettle"
    assert main(["quest", "new", str(place)]) == 0
    return place


def test_a_new_quest_has_no_faults_also_as_a_zip(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = folder.with_suffix(".zip")
    with zipfile.ZipFile(archive, "w") as packed:
        for path in folder.rglob("*"):
            packed.write(path, path.relative_to(folder.parent))
    assert main(["quest", "check", str(folder), str(archive)]) == 0
    assert capsys.readouterr().out.count("no faults") == 2
    assert main(["quest", "new", str(folder)]) == 2


def test_check_names_file_place_and_hint(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = folder / "entries/entries.toml"
    entries.write_text(entries.read_text().replace("Goto tea", "Goto coffee"))
    assert main(["quest", "check", str(folder)]) == 1
    assert re.search(r"entries/entries.toml: line \d+, entry 0905.*no entry 'coffee'", capsys.readouterr().out)
    assert main(["quest", "graph", str(folder)]) == 1


def test_check_of_what_is_no_quest(tmp_path: Path) -> None:
    assert main(["quest", "check", str(tmp_path / "nothing")]) == 2
    assert main(["quest", "check", str(tmp_path)]) == 1


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_quests_have_no_faults(name: str) -> None:
    assert main(["quest", "check", name]) == 0


def test_codes_keep_clear_of_a_quests_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["quest", "codes", "20", "--digits", "4", "--pack", str(folder)]) == 0
    codes = capsys.readouterr().out.split()
    assert len(set(codes)) == 20
    assert not {"0905", "0904", "9005"} & set(codes)
    assert main(["quest", "codes", "11", "--digits", "1"]) == 2


def test_the_graph_shows_every_entry_and_page(folder: Path, tmp_path: Path) -> None:
    assert main(["quest", "graph", str(folder), "--out", str(tmp_path / "g.svg")]) == 0
    drawn = "".join(ElementTree.parse(tmp_path / "g.svg").getroot().itertext())
    for node in ("prologue", "4724", "page 1", "page 2", "the map", "won", "lost"):
        assert node in drawn


def test_what_a_pack_says_is_printed_as_text_only(folder: Path, tmp_path: Path) -> None:
    cover = folder / "quest.toml"
    cover.write_text(cover.read_text().replace("The Missing Kettle", "<script>alert(1)</script>"))
    assert main(["quest", "print", str(folder), "--out", str(tmp_path / "q.html")]) == 0
    assert "<script" not in (tmp_path / "q.html").read_text()


def test_everything_in_a_pack_is_on_paper(folder: Path, tmp_path: Path) -> None:
    art = folder / "art"
    art.mkdir()
    for name in ("map", "page", "card", "icon-campsite"):
        (art / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><!--{name}--></svg>'
        )
    for file, mark, name in (
        ("map.toml", 'name = "Little', "map"),
        ("pages/pages.toml", "number = 1\nname", "page"),
        ("cards/cards.toml", 'number = "W1"', "card"),
    ):
        text = (folder / file).read_text()
        assert mark in text
        (folder / file).write_text(text.replace(mark, f'art = "art/{name}.svg"\n{mark}', 1))
    assert main(["quest", "print", str(folder), "--out", str(tmp_path / "q.html")]) == 0
    paper = (tmp_path / "q.html").read_text()
    drawn = [b64decode(data).decode() for data in re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", paper)]
    for name in ("map", "page", "card", "icon-campsite"):
        assert any(f"<!--{name}-->" in svg for svg in drawn), name
    quest, _ = try_quest("kettle", load(folder)[0])
    assert quest is not None
    words = [page.name for page in quest.pages.values()] + [place.name for place in quest.map.places]
    words += [action.name for page in quest.pages.values() for action in page.actions]
    words += [page.end for page in quest.pages.values()] + [token.code for token in quest.tokens.values()]
    words += [species.name for species in quest.species.values()] + [job.name for job in quest.jobs.values()]
    words += [ending.text for job in quest.jobs.values() for ending in job.endings]
    words += [card.name for card in quest.cards.values()] + list(quest.cards)
    shown = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", paper)))
    for word in words:
        assert " ".join(word.split()) in shown, word
    assert not re.search(r"\b(quest|freelancers)\.[a-z_]+\.", shown)  # no word is missing
    for address in re.findall(r"""(?:src|href)=["']([^"']*)""", paper):
        assert address.startswith(("data:image/", "#fl-"))  # all there is lies in the one file


@pytest.fixture
def printed(tmp_path: Path, window: Any) -> Callable[[str], Any]:
    """Return a way to a quest's print-out, opened as on A4 within its margins, at 96 px an inch."""

    def opened(quest: str) -> Any:
        target = tmp_path / "q.html"
        assert main(["quest", "print", quest, "--out", str(target)]) == 0
        page = window.new_page()
        page.set_viewport_size({"width": WIDE, "height": HIGH})
        page.goto(target.as_uri())
        page.emulate_media(media="print")
        return page

    return opened


@in_a_browser
def test_it_prints_as_pages(folder: Path, printed: Callable[[str], Any]) -> None:
    page = printed(str(folder))
    wide = page.evaluate("document.documentElement.scrollWidth")
    sections = page.locator("section").count()
    pdf = page.pdf(prefer_css_page_size=True)
    assert wide <= WIDE
    assert pdf.startswith(b"%PDF")
    # Cover, map, two pages, species, jobs, four decks, tokens: each begins a sheet of its own.
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= sections == 11
    assert all(
        box.split()[2:] in ([b"595", b"842"], [b"594.95996", b"841.91998"])
        for box in re.findall(rb"/MediaBox \[([^\]]+)\]", pdf)
    )


@in_a_browser
@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_quests_fit_on_their_sheets(name: str, printed: Callable[[str], Any]) -> None:
    page = printed(name)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDE
    # A page of the location book is one sheet; nothing of a card or a character sheet is cut off.
    tall = page.evaluate(
        """(high) => [...document.querySelectorAll("section.page, section.map-sheet, section.cover")]
            .filter((e) => e.getBoundingClientRect().height > high).map((e) => e.innerText.slice(0, 40))""",
        HIGH,
    )
    assert tall == []
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".card, .sheet")]
            .filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
            .map((e) => e.innerText.slice(0, 40))"""
    )
    assert cut == []
    assert page.locator("section.page img.art").count() == page.locator("section.page").count()
    assert page.evaluate("[...document.images].filter((i) => !i.naturalWidth).length") == 0
