"""Baseline: a process that imports the libraries of a running table, says so, and does nothing else.

Run as a program; it ends when its input does.
"""

import sqlite3
import sys

import flask
import msgspec
import PIL.Image
import qrcode
import waitress

print("imported", len((flask, msgspec, PIL.Image, qrcode, sqlite3, waitress)), "libraries", flush=True)
sys.stdin.read()
