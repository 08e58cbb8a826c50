#!/usr/bin/env python3
"""Fails for each public call whose comment does not have the shape of all others, and for each header without "Threads:".

Usage: check-headers.py [FOLDER]

Directly above a call stands a comment of its own: what the call does, then a line "NAME: ..." or "NAME, NAME: ..." for
each parameter that needs words, then "Returns ..." if the call returns something, then "Since MAJOR.MINOR.". Each NAME
must be a parameter of the call.
"""
import pathlib
import re
import sys

CALL = re.compile(r"^OW_API\s+(?!extern\b)([^;()]*?)\b(ow_\w+)\s*\(([^;]*)\);", re.M | re.S)
COMMENT_ABOVE = re.compile(r"^/\*((?:(?!\*/).)*)\*/\n\Z", re.M | re.S)
PARAMETER_LINE = re.compile(r"^ \* ((?:[a-z]\w*)(?:, [a-z]\w*)*): ", re.M)


def problems_of_call(text, call):
    """What the comment of a call lacks."""
    returned, _, parameters = call.groups()
    comment = COMMENT_ABOVE.search(text[:call.start()])
    if not comment:
        return ["has no comment directly above it"]
    words = comment.group(1)
    found = []
    if returned.strip() != "void" and "Returns " not in words:
        found.append("does not say what it returns: \"Returns ...\"")
    if not re.search(r"\bSince \d+\.\d+\.", words):
        found.append("does not say since which version: \"Since 0.1.\"")
    known = set(re.findall(r"\w+", parameters))
    for line in PARAMETER_LINE.finditer(words):
        found += [f"describes \"{name}\", which is not a parameter"
                  for name in line.group(1).split(", ") if name not in known]
    return found


def problems_of_header(text):
    """Pairs of a line number and a problem."""
    found = []
    first = text[:max(text.find("*/"), 0)]
    if "OW_API" in text and "Threads:" not in first:
        found.append((1, "the first comment does not say \"Threads: ...\""))
    for call in CALL.finditer(text):
        number = text.count("\n", 0, call.start()) + 1
        found += [(number, f"{call.group(2)} {problem}") for problem in problems_of_call(text, call)]
    return found


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "include/overworld"
    bad = False
    for path in sorted(folder.glob("*.h")):
        for number, problem in sorted(problems_of_header(path.read_text(encoding="utf-8"))):
            print(f"{path}:{number}: {problem}")
            bad = True
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
