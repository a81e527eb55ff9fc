"""Hazards 47 and 48: what lies in a pack is not trusted, and every fault names file, place and hint."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from companion.packs import Fault, read_pack
from companion.packs import files as pack_files
from companion.packs.toml import read_toml


def faults(content: bytes) -> tuple[Fault, ...]:
    return read_toml("roles.toml", content)[1]


def only(content: bytes) -> Fault:
    (fault,) = faults(content)
    assert fault.file == "roles.toml"
    return fault


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    (tmp_path / "roles.toml").write_bytes(b"\xef\xbb\xbfcards = 19\n")
    pack = read_pack(tmp_path)
    assert pack.faults == ()
    assert pack.files == {"roles.toml": b"cards = 19\n"}


def test_windows_line_ends_are_accepted() -> None:
    assert read_toml("a.toml", b"a = 1\r\nb = 2\r\n") == ({"a": 1, "b": 2}, ())


def test_a_number_with_zeros_in_front_is_told_to_be_a_text() -> None:
    fault = only(b"a = 1\ncode = 007\n")
    assert fault.place.startswith("line 2, column ")
    assert '"007"' in fault.hint


def test_an_odd_byte_is_named_with_line_and_column() -> None:
    fault = only(b'a = 1\nname = "Zo' + b'\xe9"\n')
    assert (fault.place, fault.hint[:7]) == ("line 2, column 11", "byte E9")
    assert only(b"x = '\xc3\xa9'\ny = '\xe9'").place == "line 2, column 6"


def test_the_column_of_an_odd_byte_counts_characters() -> None:
    assert only('n = "éé'.encode() + b'\xe9"').place == "line 1, column 8"


def test_utf16_is_named() -> None:
    assert "UTF-16" in only("a = 1".encode("utf-16")).hint


@pytest.mark.parametrize("twice", [b"a = 1\na = 2\n", b"[a]\nb = 1\n[a]\nc = 1\n", b"a.b = 1\na = 2\n"])
def test_a_duplicate_key_is_refused_with_its_place(twice: bytes) -> None:
    fault = only(twice)
    assert "twice" in fault.hint
    assert fault.place.startswith("line ")


@pytest.mark.parametrize("written", ["nan", "-nan", "inf", "+inf", "-inf", "1e999"])
def test_nan_and_infinities_are_refused_wherever_they_are(written: str) -> None:
    fault = only(f"[[die]]\nfaces = [1, {written}]\n".encode())
    assert fault.place == "die[0].faces[1]"


@pytest.mark.parametrize(
    "deep",
    [b"a = " + b"[" * 100_000, b"a = " + b"[" * 100_000 + b"]" * 100_000, b"a = " + b"{b=" * 50_000],
)
def test_depth_is_refused_with_its_place(deep: bytes) -> None:
    fault = only(deep)
    assert fault.place.startswith("line 1, column ")
    assert "deeper" in fault.hint


def test_dotted_keys_nest_too() -> None:
    for part in (b"a", b'"a"', b"7"):
        assert "deeper" in only(b"x = 1\n" + b".".join([part] * 100_000) + b" = 1").hint
    assert faults(b"a = [" + b"1.5, " * 1000 + b"]\nb.c.d = 'x." + b"." * 100 + b"'\n") == ()


def test_brackets_in_strings_and_comments_do_not_nest() -> None:
    values, odd = read_toml("a.toml", b'# [[[[\na = "' + b"[" * 500 + b"\"\nb = '''" + b"[" * 500 + b"'''\n")
    assert odd == ()
    assert set(values) == {"a", "b"}


def test_an_unclosed_string_is_found_at_once() -> None:
    assert faults(b'a = """' + b'\\"""' * 100_000)


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("a = ssd1306", "a text stands in quotes"),
        ("a = True", "true and false in small letters"),
        ('a = "x', "a quote is missing"),
        ("a", "followed by = and its value"),
        ("a = 3,5", "after a value its line is over"),
        ("[a", "stands between [ and ]"),
        ("[[a]", "stands between [[ and ]]"),
        (r'a = "C:\data"', "a backslash in a text is written twice"),
        ("= 3", "a line is a name, = and a value"),
    ],
)
def test_the_commonest_slips_are_told_in_plain_words(written: str, hint: str) -> None:
    fault = only(f"{written}\n".encode())
    assert fault.place.startswith("line 1, column ")
    assert hint in fault.hint


def test_a_number_with_too_many_digits_is_a_fault() -> None:
    assert "digits" in only(b"a = " + b"1" * 10_000).hint


def test_what_is_no_toml_names_its_place() -> None:
    assert only(b"a = 1\nb 2\n").place.startswith("line 2")
    assert only(b"a = [1,").place == "line 1, column 7"
    assert only(b"a = 'x\x00'").place.startswith("line 1")


def test_an_absent_picture_is_listed_at_load(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text('[[card]]\nimage = "art/bomber.png"\n[[card]]\nimage = "here.png"\n')
    (tmp_path / "here.png").write_bytes(b"\x89PNG")
    assert read_pack(tmp_path).faults == (
        Fault("cards.toml", "card[0].image", "the picture 'art/bomber.png' is not in the pack"),
    )


def test_a_folder_refuses_links_strange_kinds_and_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_files, "MOST_TOML", 100)
    pack = tmp_path / "pack"
    pack.mkdir()
    (tmp_path / "secret.toml").write_text("a = 1")
    (pack / "link.toml").symlink_to(tmp_path / "secret.toml")
    (pack / "dir").symlink_to(tmp_path)
    (pack / "run.py").write_text("print()")
    (pack / "big.toml").write_text("# " + "x" * 200)
    (pack / "good.toml").write_text("a = 1")
    read = read_pack(pack)
    assert set(read.files) == {"good.toml"}
    assert {f.file: f.hint.split(";")[0] for f in read.faults} == {
        "link.toml": "is a symbolic link",
        "dir": "a pack holds TOML files, pictures and notes (.md, .txt) only",
        "run.py": "a pack holds TOML files, pictures and notes (.md, .txt) only",
        "big.toml": "is too large",
    }


def archive(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in entries:
            made.writestr(name, content)
    return path


def test_a_sound_archive_is_read_with_or_without_a_folder_around_it(tmp_path: Path) -> None:
    flat = archive(tmp_path / "a.zip", ("roles.toml", b"a = 1"), ("__MACOSX/._roles.toml", b"junk"))
    around = archive(tmp_path / "b.zip", ("my pack/roles.toml", b"a = 1"), ("my pack/art/x.png", b"p"))
    assert (read_pack(flat).files, read_pack(flat).faults) == ({"roles.toml": b"a = 1"}, ())
    assert set(read_pack(around).files) == {"roles.toml", "art/x.png"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../../x.toml", "leads out"),
        ("a/../../x.toml", "leads out"),
        ("..\\x.toml", "leads out"),
        ("/etc/x.toml", "absolute"),
        ("\\\\server\\x.toml", "absolute"),
        ("C:\\x.toml", "absolute"),
        ("a\nb.toml", "control"),
    ],
)
def test_an_archive_cannot_lead_out(tmp_path: Path, name: str, why: str) -> None:
    pack = read_pack(archive(tmp_path / "p.zip", (name, b"a = 1"), ("good.toml", b"a = 1")))
    assert [f.hint for f in pack.faults if why in f.hint], pack.faults
    assert set(pack.files) == {"good.toml"}
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["p.zip"]


def test_an_archive_refuses_links_and_other_kinds(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    pipe = zipfile.ZipInfo("pipe.toml")
    pipe.external_attr = (stat.S_IFIFO | 0o666) << 16
    pack = read_pack(archive(tmp_path / "p.zip", (link, b"/etc/passwd"), (pipe, b""), ("run.sh", b"")))
    assert pack.files == {}
    assert len(pack.faults) == 3


def test_bombs_are_refused_without_unpacking_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    big = read_pack(archive(tmp_path / "big.zip", ("a.toml", b"#" * 30_000_000)))
    assert "too large" in big.faults[0].hint
    many = read_pack(archive(tmp_path / "many.zip", *((f"{n}.toml", b"") for n in range(501))))
    assert "501 files" in many.faults[0].hint
    monkeypatch.setattr(pack_files, "MOST_PACK", 2000)
    wide = read_pack(archive(tmp_path / "wide.zip", *((f"{n}.toml", b"#" * 999) for n in range(9))))
    assert any("too large" in f.hint for f in wide.faults)


def test_the_size_that_an_archive_claims_is_not_believed(tmp_path: Path) -> None:
    path = archive(tmp_path / "liar.zip", ("a.toml", b"#" * 2_000_000))
    content = path.read_bytes().replace((2_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path.write_bytes(content)
    assert read_pack(path).faults


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no zip at all"])
def test_a_broken_archive_is_one_fault(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "p.zip"
    path.write_bytes(content)
    assert "no zip" in read_pack(path).faults[0].hint


def test_a_damaged_entry_is_a_fault(tmp_path: Path) -> None:
    path = archive(tmp_path / "p.zip", ("a.toml", bytes(range(1, 127)) * 40))
    content = bytearray(path.read_bytes())
    content[60:70] = b"\xff" * 10
    path.write_bytes(bytes(content))
    assert "cannot be unpacked" in read_pack(path).faults[0].hint


def test_the_same_name_twice_is_refused(tmp_path: Path) -> None:
    pack = read_pack(archive(tmp_path / "p.zip", ("a.toml", b"a = 1"), ("A.toml", b"a = 2")))
    assert "twice" in pack.faults[0].hint
