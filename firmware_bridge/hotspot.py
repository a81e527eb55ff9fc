"""The box's own hotspot: its name and password, as a code for phones and as a profile for NetworkManager.

Needs nothing but Python itself, because the installer uses it before anything else is there.
"""

from __future__ import annotations

import secrets
import tomllib
import uuid
from pathlib import Path
from typing import NamedTuple

FILE = Path("/etc/tablehand/hotspot.toml")
"""Where the installer leaves name and password, readable by root and the table."""
ADDRESS = "10.41.0.1"
"""The box's address on its hotspot: short, so that it fits a small code."""
NEIGHBOUR = "10.41.0.2"
"""An address that only the hotspot leads to."""
PROFILE = "tablehand-hotspot"

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # nothing that reads like something else on a card
_PASSWORD = 12
_BAND = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


class Hotspot(NamedTuple):
    """A Wi-Fi network with its password (8 to 63 ASCII characters)."""

    name: str
    password: str

    def code(self) -> str:
        """Return what a phone reads from a QR code to join."""
        return f"WIFI:T:WPA;S:{_escaped(self.name)};P:{_escaped(self.password)};;"

    @property
    def channel(self) -> int:
        """One of the three channels that do not overlap and are allowed everywhere; neighbours' boxes may differ."""
        return (1, 6, 11)[sum(self.name.encode()) % 3]

    def toml(self) -> str:
        """Return the file that ``read`` reads."""
        return (
            "# The box's own Wi-Fi, for where the house has none. Change both here, then: sudo tablehand install\n"
            f'name = "{self.name}"\npassword = "{self.password}"\n'
        )

    def profile(self) -> str:
        """Return NetworkManager's profile of it. Equal hotspots make equal profiles."""
        ident = uuid.uuid5(uuid.NAMESPACE_DNS, f"{self.name}.tablehand.local")
        return (
            f"[connection]\nid={PROFILE}\nuuid={ident}\ntype=wifi\n"
            "# Opened by tablehand-wifi.service only when the house's network is not there.\n"
            "autoconnect=false\n\n"
            # Without a channel NetworkManager makes one of the name, and that may be 13, which many countries do not
            # let an access point use: it would never open.
            f"[wifi]\nmode=ap\nband=bg\nchannel={self.channel}\nssid={self.name}\n\n"
            # Management frame protection off (1): brcmfmac, a Pi's driver, cannot set the key that it takes; from
            # wpa_supplicant 2.11 (Trixie) on the hotspot would not even open.
            f"[wifi-security]\nkey-mgmt=wpa-psk\nproto=rsn;\npairwise=ccmp;\ngroup=ccmp;\npmf=1\npsk={self.password}\n\n"
            f"[ipv4]\nmethod=shared\naddress1={ADDRESS}/24\n\n[ipv6]\nmethod=disabled\n"
        )


def fresh() -> Hotspot:
    """Return a hotspot of this box's own: a name that neighbours do not share, a password nobody can guess."""
    name = "".join(secrets.choice(_BAND) for _ in range(4))
    return Hotspot(f"tablehand-{name}", "".join(secrets.choice(_LETTERS) for _ in range(_PASSWORD)))


def read(file: Path = FILE) -> Hotspot | None:
    """Return the hotspot in ``file``, or None where there is none that could be used."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    name, password = found.get("name"), found.get("password")
    if not isinstance(name, str) or not isinstance(password, str) or not usable(name, password):
        return None
    return Hotspot(name, password)


def usable(name: str, password: str) -> bool:
    """Tell whether Wi-Fi, a profile and a TOML text can hold these: printable ASCII without quotes or backslashes."""
    plain = all(" " <= c <= "~" and c not in "\"\\'#;" for c in name + password)
    trimmed = name == name.strip() and password == password.strip()
    return plain and trimmed and 1 <= len(name) <= 32 and 8 <= len(password) <= 63


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in '\\;,:"' else c for c in text)
