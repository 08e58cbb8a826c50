"""Which of many trials are made: the rule of tests/robust/trials.c for programs in Python.

A trial has a place, that is what decides its path through the code. Each place is tried once, wherever it comes first.
Of the other trials OVERWORLD_DRAW, any text, draws a few. With OVERWORLD_DEPTH=deep all are made. With
OVERWORLD_DEPTH=lines, as `make coverage` has it, those are left out that reach no line which another reaches.
"""
import hashlib
import os

DRAWN_OF = 97  # one of so many further trials is drawn
_tried = set()


def is_deep():
    return os.environ.get("OVERWORLD_DEPTH") == "deep"


def is_for_lines():
    return os.environ.get("OVERWORLD_DEPTH") == "lines"


def is_drawn(*trial):
    draw = os.environ.get("OVERWORLD_DRAW")
    if not draw or is_for_lines():
        return False
    return int.from_bytes(hashlib.sha256(repr((draw, trial)).encode()).digest()[:4], "big") % DRAWN_OF == 0


def is_worth_trying(place, *trial):
    """Whether to make a trial, any values that name it, at a place, any value that can be in a set."""
    if is_deep():
        return True
    is_new = place not in _tried
    _tried.add(place)
    return is_new or is_drawn(*trial)
