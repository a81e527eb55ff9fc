"""Whether the table comes up: what systemd says of it, and whether it answers a phone."""

from __future__ import annotations

import http.client

from systemd.installer.machine import Machine
from systemd.installer.steps import SERVICE, port

PATIENCE = 120
"""Seconds that a table may take to come up: a Pi Zero starts Python slowly, and the first start compiles."""
STEADY = 4
"""Seconds that it must then have stayed up."""


def restart(machine: Machine) -> str:
    """Start the table anew and watch. Returns "" when it is up and stays up, else a sentence why not."""
    machine.run("systemctl", "reset-failed", SERVICE)
    done = machine.run("systemctl", "--no-block", "restart", SERVICE)
    if done.code:
        return f"systemd does not start it: {done.out.strip()}"
    return watch(machine)


def watch(machine: Machine, patience: int = PATIENCE) -> str:
    """Return "" once the table has been up and answering for STEADY seconds, else a sentence why not."""
    steady, trouble, process = 0, "it does not start", ""
    falls = 0
    for _ in range(patience):
        machine.sleep(1.0)
        shown = show(machine)
        if shown.get("ActiveState") == "failed" or shown.get("SubState") == "auto-restart":
            falls += 1
            steady, trouble = 0, f"it ended by itself ({shown.get('Result', '?')})"
            if falls >= 3:
                return trouble
            continue
        if shown.get("ActiveState") != "active":
            steady = 0
            continue
        if process and shown.get("MainPID") != process:
            falls += 1
            if falls >= 3:
                return "it keeps ending and starting again"
            steady = 0
        process = shown.get("MainPID", "")
        code = answers(machine)
        if not 200 <= code < 400:  # the first page may send one on
            steady, trouble = 0, f"it runs, but a phone gets no page (HTTP {code or 'no answer'})"
            continue
        steady += 1
        if steady > STEADY:
            return ""
    return trouble


def show(machine: Machine) -> dict[str, str]:
    """Return what systemd knows of the service."""
    asked = "ActiveState,SubState,Result,MainPID,NRestarts,StatusText"
    found = machine.run("systemctl", "show", "-p", asked, SERVICE).out
    return dict(line.split("=", 1) for line in found.splitlines() if "=" in line)


def answers(machine: Machine) -> int:
    """Return the status of the table's first page, 0 where nothing answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port(machine), timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def last_words(machine: Machine) -> str:
    """Return the last lines of the service's log."""
    return machine.run("journalctl", "-u", SERVICE, "-n", "12", "-o", "cat", "--no-pager").out.strip()
