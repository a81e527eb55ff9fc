"""Which pin of the box belongs to what: settings that give one pin to two owners are refused by name. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

NOT_WIRED = 0
"""The pin number in the settings that means: there is no such part."""

TAKEN: Mapping[int, str] = {
    1: "the board's identity chip (ID_SC)",
    2: "the I2C bus (SDA)",
    3: "the I2C bus (SCL)",
    7: "the SPI bus (CE1)",
    8: "the SPI bus (CE0)",
    9: "the SPI bus (MISO)",
    10: "the SPI bus (MOSI)",
    11: "the SPI bus (SCLK)",
}
"""Pins (Broadcom numbers) of the Raspberry Pi's header that no setting may claim, and whose they are."""


def clash(claims: Iterable[tuple[str, int]], wires: Mapping[int, str]) -> tuple[str, str] | None:
    """Return the first setting whose pin belongs to another, and a sentence that names pin and owner; None: no clash.

    ``claims`` are settings by their dotted names with their pins, a pin of 0 being no claim; ``wires`` holds the
    pins of the bus that the display hangs on, with what each is there.
    """
    owners: dict[int, str] = {**TAKEN, **wires}
    for setting, pin in claims:
        if pin == NOT_WIRED:
            continue
        if pin in owners:
            return setting, f"GPIO{pin} belongs to {owners[pin]} already; choose another pin, or 0 for none"
        owners[pin] = setting
    return None
