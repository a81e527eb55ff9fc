"""``install``, ``update`` and ``uninstall``.

Runs with the system's own Python, before tablehand's environment exists: it needs nothing but the standard library.
"""
