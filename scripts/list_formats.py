#!/usr/bin/env python3
"""Prints the names of the formats, a line each, as src/formats.def lists them.

Usage: list_formats.py [LIST]

Before that it brings the lines of include/overworld/formats.h that name each format in line with the list, without
a LIST of its own. Needs no build.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADER = ROOT / "include/overworld/formats.h"


def formats(path=ROOT / "src/formats.def"):
    """The formats of a list: pairs of a name and the type of a document."""
    return re.findall(r"^FORMAT\((\w+), (\w+)\)$", pathlib.Path(path).read_text(encoding="utf-8"), re.MULTILINE)


def with_lines(text, comment, lines):
    """The text with these lines behind a comment, in place of the lines of their kind that stand there."""
    kind = re.escape(lines[0].split()[0]) if lines[0].startswith("#") else r" *ow_\w+ \*\w+;"
    before, mark, after = text.partition(comment + "\n")
    if not mark:
        sys.exit(f"list_formats.py: {HEADER} has no line \"{comment.strip()}\"")
    return before + mark + "".join(line + "\n" for line in lines) + re.sub(rf"\A(?:{kind}.*\n)*", "", after)


def write_header(listed):
    old = HEADER.read_text(encoding="utf-8")
    new = with_lines(old, "/* The formats, written by scripts/list_formats.py. */",
                     sorted(f'#include "{name}.h"' for name, _ in listed))
    new = with_lines(new, "        /* A member for each format, written by scripts/list_formats.py. */",
                     [f"        {kind} *{name};" for name, kind in listed])
    if new != old:
        HEADER.write_text(new, encoding="utf-8")


def main():
    if len(sys.argv) > 1:
        listed = formats(sys.argv[1])
    else:
        listed = formats()
        write_header(listed)
    print("\n".join(name for name, _ in listed))


if __name__ == "__main__":
    main()
