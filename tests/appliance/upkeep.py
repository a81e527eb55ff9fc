"""What an owner does with a box over the years: another version, one that fails, taking it off; and its Wi-Fi.

The radios are made up by the kernel (mac80211_hwsim): one is the box's, the other, in a network of its own, first the
house's and then a phone's.
"""

from __future__ import annotations

import re

import zxingcpp
from PIL import Image

from tests.appliance.guest import Guest, Trouble
from tests.appliance.hands import Hands
from tests.appliance.mirror import PAD
from tests.appliance.report import Failed, Report, see

INSTALL = "./tablehand install --no-apt --wheels /run/stage/wheels"
UPDATE = "tablehand update --wheels /run/stage/wheels"
TABLEHAND = "tablehand.service"
ROUNDS = 100
PARTS = ("keypad", "board", "display")
GROWTH = 512
"""KiB that the table may have grown by over the last four fifths of the rounds: a page here and there."""
PIP = 900.0
"""Seconds for a Python environment in the guest."""
_ROWS = (
    "import sqlite3; "
    "print(sqlite3.connect('file:/var/lib/tablehand/evening.sqlite3?mode=ro', uri=True)"
    ".execute('select count(*) from entry').fetchone()[0])"
)
_OURS = "/opt/tablehand /usr/local/bin/tablehand /etc/udev/rules.d/70-tablehand.rules /etc/systemd/system/tablehand"
PACKAGES = ("network-manager", "wpasupplicant", "dnsmasq-base", "nftables", "iw", "iproute2", "busybox")
"""What the guest needs besides for this: on a Pi they are there, or the installer brings them."""

PHONE = "ip netns exec phone"
_HOUSE = """
ctrl_interface=/run/house
network={
 ssid="house"
 mode=2
 frequency=2437
 key_mgmt=WPA-PSK
 proto=RSN
 pairwise=CCMP
 psk="a house of cards"
}
"""
_LEASE = """#!/bin/sh
[ "$1" = bound ] || [ "$1" = renew ] || exit 0
ip addr flush dev "$interface"
ip addr add "$ip/24" dev "$interface"
echo "ip=$ip router=$router dns=$dns" >/run/lease
"""
_ASKED = """
import http.client, socket, struct, sys
def name(host):
    asked = b"".join(bytes([len(p)]) + p.encode() for p in host.split(".")) + b"\\0"
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(20)
    s.sendto(struct.pack(">6H", 7, 256, 1, 0, 0, 0) + asked + struct.pack(">2H", 1, 1), ("10.41.0.1", 53))
    return socket.inet_ntoa(s.recv(512)[-4:])
host = "connectivitycheck.gstatic.com"
at = name(host)
c = http.client.HTTPConnection(at, 80, timeout=30)
c.request("GET", "/generate_204", headers={"Host": host})
r = c.getresponse(); r.read()
d = http.client.HTTPConnection("10.41.0.1", 80, timeout=30)
d.request("GET", "/join"); s = d.getresponse(); s.read()
print(at, r.status, s.status)
"""


class Upkeep:
    """These checks, on a machine of their own. ``run`` makes them one after the other."""

    def __init__(self, guest: Guest, report: Report) -> None:
        self._guest, self._report, self._hands = guest, report, Hands(guest)

    def run(self) -> None:
        """Make every check. What cannot go on is said and ends it."""
        try:
            self._report.tell("starting the machine ...")
            self._report.ok(f"the machine starts, in {self._guest.start():.0f} s")
            self._guest.must("systemctl start NetworkManager", 60)
            self._guest.must(f"cd /run/stage/source && {INSTALL}", 300)
            self._report.ok("installed")
            for step in (self._wifi, self._update, self._rounds, self._uninstall):
                try:
                    step()
                except (Failed, Trouble) as error:
                    self._report.no(step.__name__.strip("_"), str(error))
        except (Failed, Trouble) as error:
            self._report.no("starting", str(error))

    # plugs

    def _rounds(self) -> None:
        """Pull keypad, board and display out and put them back, again and again; each time the keys must count."""
        guest, hands = self._guest, self._hands
        guest.must("systemd-run -q -u board -p Restart=always -p RestartSec=1 sh /run/stage/guest/board")
        with self._report.check(
            f"{ROUNDS} times keypad, board and display out and in: nothing lost, nothing kept"
        ) as more:
            rows, seen = int(self._kept()[0]), {}
            for turn in range(ROUNDS):
                for way in ("out", "in"):
                    plugs = "; ".join(f"sh /run/stage/guest/plug {part} {way}" for part in PARTS)
                    guest.must(f"{plugs}; sleep 0.3")
                guest.until(f"[ -e {PAD} ]", 20)
                guest.must("sleep 1.5")  # the table looks for pads every second
                for key in ("*", "0"):  # mute, or not mute any more
                    see(hands.key(key) or hands.key(key), f"round {turn + 1}: nobody took the key {key}")
                guest.until(f'[ "$(python3 -c "{_ROWS}")" = {rows + turn + 1} ]', 20, f'python3 -c "{_ROWS}"')
                if turn + 1 in (ROUNDS // 5, ROUNDS):
                    seen[turn + 1] = self._holds()
            (_, first), (_, last) = seen.items()
            see(last[0] <= first[0] and last[1] <= first[1], f"threads, files, KiB: {seen}")
            see(last[2] - first[2] <= GROWTH, f"threads, files, KiB: {seen}")
            more(f"threads, open files, KiB after so many rounds: {seen}")
            see(guest.display.picture().getbbox() is not None and not guest.display.fault, "the display is dark")

    def _holds(self) -> tuple[int, ...]:
        """Return the table's threads, its open files and its memory in KiB, when it has come to rest."""
        self._guest.must("sleep 3")
        pid = f"/proc/$(systemctl show -p MainPID --value {TABLEHAND})"
        said = self._guest.must(f"ls {pid}/task | wc -l; ls {pid}/fd | wc -l; awk '/VmRSS/ {{print $2}}' {pid}/status")
        return tuple(map(int, said.split()))

    # Wi-Fi

    def _wifi(self) -> None:
        guest = self._guest
        self._radios()
        with self._report.check("Wi-Fi: while the house's network is there, the box is in it and opens none") as more:
            guest.write(("/run/house.conf", _HOUSE, 0.0))
            guest.must(f"{PHONE} wpa_supplicant -B -i wlan1 -c /run/house.conf -P /run/house.pid", 30)
            guest.must(f"{PHONE} ip addr add 192.168.77.1/24 dev wlan1")
            guest.must(
                "nmcli connection add type wifi con-name house ssid house ifname wlan0 wifi-sec.key-mgmt wpa-psk "
                "wifi-sec.psk 'a house of cards' ipv4.method manual ipv4.addresses 192.168.77.5/24 ipv6.method disabled"
            )
            guest.until("nmcli -t -f TYPE,STATE,CONNECTION device | grep -q '^wifi:connected:house'", 60, _STATE)
            guest.must("sleep 75", 100)  # longer than the looks that open the hotspot
            said = guest.must("nmcli -t -f NAME connection show --active")
            see("tablehand-hotspot" not in said, said)
            more(guest.must("ip -4 -o addr show wlan0 | awk '{print $4}'"))
        with self._report.check("Wi-Fi: where there is none for a minute, the box's own opens by itself") as more:
            guest.must("kill $(cat /run/house.pid); nmcli connection delete house")
            opened = "nmcli -t -f TYPE,STATE,CONNECTION device | grep -q '^wifi:connected:tablehand-hotspot'"
            guest.until(opened, 200, f"{_STATE}; {_LOG}")
            more(guest.must("ip -4 -o addr show wlan0 | awk '{print $4}'"))
        said = guest.must("cat /etc/tablehand/hotspot.toml")
        own = dict(re.findall(r'^(name|password) = "(.*)"$', said, re.MULTILINE))
        with self._report.check("Wi-Fi: the display shows its code, which another reader reads"):
            for key in ("*", "3", "1"):
                see(self._hands.key(key), f"nobody took the key {key}")
            wanted = f"WIFI:T:WPA;S:{own['name']};P:{own['password']};;"
            see(guest.display.wait(lambda picture: wanted in _codes(picture), 60), str(_codes(guest.display.picture())))
        for _ in range(3):
            self._hands.key(".")
        with self._report.check("Wi-Fi: a phone with a wrong password stays out"):
            see(not self._joins(own["name"], "not the password", 15), "it was let in")
        with self._report.check("Wi-Fi: a phone joins by name and password, has an address, asks and stays") as more:
            see(self._joins(own["name"], own["password"], 60), guest.run(f"{PHONE} iw dev wlan1 link").out)
            guest.write(("/root/lease.sh", _LEASE, 0.0))
            guest.must(f"chmod +x /root/lease.sh && {PHONE} busybox udhcpc -n -q -t 10 -i wlan1 -s /root/lease.sh", 90)
            lease = guest.must("cat /run/lease")
            see("router=10.41.0.1" in lease and "dns=10.41.0.1" in lease, lease)
            guest.write(("/run/asked.py", _ASKED, 0.0))
            said = guest.must(f"{PHONE} python3 /run/asked.py", 90)
            see(said.startswith("10.41.0.1 ") and said.endswith(" 200"), said)
            more(f"{lease}; name, its test, the table's page: {said}")
        with self._report.check("Wi-Fi: doctor names the open hotspot and not its password"):
            said = guest.run("tablehand doctor", 90).out
            see(f"hotspot is open: {own['name']}" in said and own["password"] not in said, said)

    def _radios(self) -> None:
        guest = self._guest
        unmanaged = "[keyfile]\nunmanaged-devices=interface-name:wlan1\n"
        guest.write(("/etc/NetworkManager/conf.d/stage.conf", unmanaged, 0.0))
        guest.must("nmcli general reload; modprobe mac80211_hwsim radios=2", 60)
        guest.until("[ -e /sys/class/net/wlan1/phy80211/name ]", 20)
        guest.must("ip netns add phone; iw phy $(cat /sys/class/net/wlan1/phy80211/name) set netns name phone")
        guest.must(f"{PHONE} ip link set lo up; {PHONE} ip link set wlan1 up; rfkill unblock wlan 2>/dev/null; true")

    def _joins(self, name: str, password: str, seconds: float) -> bool:
        """Let the phone try to join for some seconds. Tells whether it has."""
        guest = self._guest
        text = f'ctrl_interface=/run/phone\nnetwork={{\n ssid="{name}"\n psk="{password}"\n}}\n'
        guest.write(("/run/phone.conf", text, 0.0))
        guest.run("[ ! -e /run/phone.pid ] || kill $(cat /run/phone.pid)")
        guest.must(f"{PHONE} ip addr flush dev wlan1; sleep 1")
        guest.must(f"{PHONE} wpa_supplicant -B -i wlan1 -c /run/phone.conf -P /run/phone.pid", 30)
        joined = f"{PHONE} wpa_cli -p /run/phone -i wlan1 status | grep -q wpa_state=COMPLETED"
        loop = f"for n in $(seq {seconds:.0f}); do {joined} && exit 0; sleep 1; done; exit 1"
        return guest.run(f"( {loop} )", 3 * seconds + 30).code == 0

    # other versions

    def _update(self) -> None:
        guest = self._guest
        guest.must("echo '# the owner was here' >>/etc/tablehand/settings.toml")
        for key in ("*", "0"):  # something that the evening has to keep: the table is muted
            see(self._hands.key(key), f"nobody took the key {key}")
        guest.must("sleep 2")
        before, kept = self._use(), self._kept()
        see(kept[0] != "0", f"nothing was entered: {kept}")
        self._version("next", "companion/__init__.py", "# the next version")
        with self._report.check("update: the next version is in use, state and settings as they were") as more:
            said = guest.must(f"{UPDATE} /root/next", PIP)
            see("the table is up again" in said, said)
            see(self._use() != before and self._kept() == kept, f"{self._use()} {self._kept()}, before {kept}")
            left = guest.must("ls /opt/tablehand/releases")
            see(left == self._use(), f"left over: {left}")
            more(f"{kept[0]} rows kept")
        before = self._use()
        for name, file, fault in (
            ("ends", "companion/app.py", "raise RuntimeError('this version ends at once')"),
            ("mute", "web/__init__.py", "def create_app(*_, **__):\n    import flask\n    return flask.Flask('none')"),
        ):
            self._version(name, file, fault)
            with self._report.check(f"update: a version that {_FAULTS[name]} is taken back by itself") as more:
                ended = guest.run(f"{UPDATE} /root/{name}", PIP)
                see(ended.code == 1 and "so the old one is in use again" in ended.out, f"{ended.code}: {ended.out}")
                see(self._use() == before and self._kept() == kept, f"{self._use()}, {self._kept()}, before {kept}")
                see(guest.must("ls /opt/tablehand/releases") == before, "the failed one is left over")
                guest.must(f"systemctl is-active {TABLEHAND}")
                more(ended.out.strip().splitlines()[-1][:100] if ended.out.strip() else "")

    def _version(self, name: str, file: str, more: str) -> None:
        """Lay a version into /root that differs in the last lines of one file."""
        self._guest.must(f"rm -rf /root/{name}; cp -r /run/stage/source /root/{name}", 60)
        self._guest.must(f"cat >>/root/{name}/{file} <<'END'\n\n{more}\nEND")

    def _use(self) -> str:
        return self._guest.must("basename $(readlink /opt/tablehand/current)")

    def _kept(self) -> tuple[str, str]:
        """Return how many rows the evening has, and a sum of secrets and settings."""
        rows = self._guest.must(f'python3 -c "{_ROWS}"')
        return rows, self._guest.must("cat /var/lib/tablehand/secrets.json /etc/tablehand/*.toml | sha256sum")

    # taking it off

    def _uninstall(self) -> None:
        guest, kept = self._guest, self._kept()
        there = f"ls -d {_OURS}* 2>/dev/null; systemctl list-unit-files --no-legend 'tablehand*'; true"
        with self._report.check("uninstall: nothing of ours is left but the evening and the settings"):
            guest.must("cp -r /run/stage/source /root/last; cd /root/last && ./tablehand uninstall", 120)
            left = [line for line in guest.must(there).splitlines() if not line.endswith(".service.d")]
            see(not left, "\n".join(left))
            see(self._kept() == kept, "evening or settings have changed")
        with self._report.check("uninstall: again, there is nothing to do"):
            said = guest.must("cd /root/last && ./tablehand uninstall", 60).strip()
            see(said == "nothing to do", said)
        with self._report.check("installed once more: the evening goes on, on the display too"):
            guest.must(f"cd /root/last && {INSTALL}", PIP)
            see(self._kept() == kept, f"{self._kept()}, before {kept}")
            see(guest.display.wait(lambda picture: picture.getbbox() is not None, 30), "the display stayed dark")
        with self._report.check("uninstall --purge: nothing is left at all, nor its user"):
            guest.must("cd /root/last && ./tablehand uninstall --purge", 120)
            said = guest.must("ls -d /var/lib/tablehand /etc/tablehand 2>/dev/null; id tablehand 2>/dev/null; true")
            see(not said, said)


_STATE = "nmcli -t device; nmcli -t connection"
_LOG = "journalctl -b -u tablehand-wifi -u NetworkManager -u wpa_supplicant -n 40 -o short-monotonic"
_FAULTS = {"ends": "ends by itself", "mute": "serves no page"}


def _codes(picture: Image.Image) -> list[str]:
    """Return what an independent reader reads on a picture of the display."""
    photo = picture.convert("L").resize((1024, 512))
    return [found.text for found in zxingcpp.read_barcodes(photo)]
