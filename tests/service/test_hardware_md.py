"""hardware.md says what the defaults are, and which wire goes where. (tests/cli/test_docs.py tries its commands.)"""

from __future__ import annotations

import re
from pathlib import Path

from companion.config import Display, Settings, claims

TEXT = (Path(__file__).resolve().parents[2] / "hardware.md").read_text("utf-8")
HEADER = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11,
    18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""Which pin of the 40-pin header a GPIO is, from the Raspberry Pi documentation."""


def rows() -> list[tuple[str, str, int, int]]:
    """Return the pin tables: part, setting, GPIO, header pin."""
    found = re.findall(r"^\| ([^|]+) \| `?([^|`]+)`? \| (\d+) \| (\d+) \|", TEXT, re.MULTILINE)
    return [(part, setting, int(gpio), int(pin)) for part, setting, gpio, pin in found]


def test_the_pin_table_holds_the_defaults() -> None:
    table = {setting: gpio for _, setting, gpio, _ in rows() if "." in setting}
    spi = Display(driver="ssd1309", interface="spi")
    assert table == dict(claims(Settings())) | dict(spi.claims())


def test_the_display_s_wires_are_the_settings_own() -> None:
    told = {gpio: part for part, setting, gpio, _ in rows() if part.startswith("display") and "." not in setting}
    assert told == Display(driver="ssd1309").wires() | Display(driver="ssd1309", interface="spi").wires()


def test_every_gpio_is_the_header_pin_it_says() -> None:
    assert len(rows()) == 15
    for part, _, gpio, pin in rows():
        assert HEADER[gpio] == pin, part


def test_a_gpio_and_a_pin_named_in_one_breath_are_the_same() -> None:
    found = re.findall(r"GPIO (\d+), pin (\d+)", TEXT)
    assert ("25", "22") in found
    for gpio, pin in found:
        assert HEADER[int(gpio)] == int(pin)
    assert "reset_pin = 25" in TEXT


def test_the_drawing_agrees_with_the_table() -> None:
    drawing = TEXT.split("## Wiring")[1].split("## The case")[0]
    left = re.findall(r"GP(\d+) +(\d+) --\|", drawing)
    right = re.findall(r"\|-- +(\d+) +GP(\d+)", drawing)
    drawn = {int(g): int(p) for g, p in left} | {int(g): int(p) for p, g in right}
    for part, _, gpio, pin in rows():
        if gpio in drawn:
            assert drawn[gpio] == pin, part
    for name in ("back", "up", "down", "select"):
        gpio = getattr(Settings().buttons, name)
        assert re.search(rf"^ +{name} +GP{gpio} +{HEADER[gpio]} --", drawing, re.MULTILINE)


def test_the_drawing_has_power_where_the_header_has_it() -> None:
    drawing = TEXT.split("## Wiring")[1].split("## The case")[0]
    left = re.findall(r"(3V3|5V|GND) +(\d+) --\|", drawing)
    right = re.findall(r"\|-- +(\d+) +(3V3|5V|GND)", drawing)
    drawn = {int(pin): name for name, pin in left} | {int(pin): name for pin, name in right}
    assert drawn == {1: "3V3", 17: "3V3", 2: "5V", 4: "5V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")
    pins = [int(left or right) for left, right in re.findall(r"(\d+) --\||\|-- +(\d+)", drawing)]
    assert sorted(pins) == list(range(1, 41))


def test_what_was_not_seen_is_called_so() -> None:
    for part in ("access point", "RP2040's own pins", "the\noverlay", "| Bluetooth"):
        place = TEXT.index(part)
        assert "ot seen" in TEXT[place - 400 : place + 900], part
