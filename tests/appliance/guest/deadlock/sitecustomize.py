"""Lets a running table be deadlocked from outside: as soon as WISH is there, a thread takes its lock and keeps it.

Python imports this by itself where PYTHONPATH names its folder, as one drop-in of the stage does. Every other thread
of the table goes on: pages are served, keys are read, the watchdog's own thread runs.
"""

import gc
import sys
import threading
import time
from pathlib import Path

WISH = Path("/run/tablehand/deadlock")


def _lurk() -> None:
    while not WISH.exists():
        time.sleep(0.2)
    WISH.unlink()
    kind = sys.modules["companion.table"].Table
    gc.unfreeze()  # what a start has made is kept from the collector, and would not be found
    table = next(found for found in gc.get_objects() if isinstance(found, kind))
    with table._lock:
        print("stage: the table's lock is taken and will not be given back", flush=True)
        threading.Event().wait()


if "companion" in sys.orig_argv:
    threading.Thread(target=_lurk, name="stage", daemon=True).start()
