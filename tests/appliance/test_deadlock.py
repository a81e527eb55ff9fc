"""The stage's way to deadlock a table works on one that runs here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
WATCHED = """
import sys, threading, time
from pathlib import Path
import sitecustomize
from companion.app import Appliance
from companion.config import Settings, Web
import gc
sitecustomize.WISH = Path(sys.argv[2]) / "deadlock"
box = Appliance(Settings(state=sys.argv[2], web=Web(port=0)))
box.start()
gc.collect(); gc.freeze()
sitecustomize.WISH.touch()
threading.Thread(target=sitecustomize._lurk, daemon=True).start()
for _ in range(1000):
    if box.table._lock.acquire(timeout=0.01):
        box.table._lock.release()
    elif not sitecustomize.WISH.exists():
        print("taken", flush=True)
        break
    time.sleep(0.01)
import os
os._exit(0)
"""


def test_the_stage_finds_the_table_and_takes_its_lock(tmp_path: Path) -> None:
    """Also where the collector leaves alone what a start has made."""
    path = os.pathsep.join((str(HERE / "guest/deadlock"), str(HERE.parents[1])))
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, "watched", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert "taken" in done.stdout, done.stdout + done.stderr
