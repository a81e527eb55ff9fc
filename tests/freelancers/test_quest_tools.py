"""`quest new`, `check`, `codes`, `graph` and `print` as the writer of a quest uses them."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.__main__ import main
from companion.games.freelancers.quest import quest_keys
from companion.packs import shipped

CHROMIUM = os.environ.get("TABLEHAND_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
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
    assert main(["quest", "codes", "11", "--digits", "1"]) == 1


def test_the_graph_shows_every_entry_and_page(folder: Path, tmp_path: Path) -> None:
    assert main(["quest", "graph", str(folder), "--to", str(tmp_path / "g.svg")]) == 0
    drawn = "".join(ElementTree.parse(tmp_path / "g.svg").getroot().itertext())
    for node in ("prologue", "4724", "page 1", "page 2", "the map", "won", "lost"):
        assert node in drawn


def test_what_a_pack_says_is_printed_as_text_only(folder: Path, tmp_path: Path) -> None:
    cover = folder / "quest.toml"
    cover.write_text(cover.read_text().replace("The Missing Kettle", "<script>alert(1)</script>"))
    assert main(["quest", "print", str(folder), "--to", str(tmp_path / "q.html")]) == 0
    assert "<script" not in (tmp_path / "q.html").read_text()


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium, or set TABLEHAND_CHROMIUM")
def test_it_prints_as_pages(folder: Path, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    target = tmp_path / "q.html"
    assert main(["quest", "print", str(folder), "--to", str(target)]) == 0
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": 687, "height": 1016})  # A4 within its margins, at 96 px an inch
        page.goto(target.as_uri())
        page.emulate_media(media="print")
        wide = page.evaluate("document.documentElement.scrollWidth")
        sections = page.locator("section").count()
        pdf = page.pdf(prefer_css_page_size=True)
        browser.close()
    assert wide <= 687
    assert pdf.startswith(b"%PDF")
    # Cover, map, two pages, four species, two jobs, four decks: each begins a sheet of its own.
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= sections == 14
    assert all(
        box.split()[2:] in ([b"595", b"842"], [b"594.95996", b"841.91998"])
        for box in re.findall(rb"/MediaBox \[([^\]]+)\]", pdf)
    )
