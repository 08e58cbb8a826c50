#!/usr/bin/env python3
"""Makes a C source of texts: embed.py OUT LIST FILE..., each FILE under its name, without ".schema.json".

It defines LIST, one of cli/help/embedded.h, which ends with a row without a name.
"""
import pathlib
import sys


def literal(text):
    """A list of characters: a string literal of C may not be this long."""
    return ", ".join(str(byte) for byte in text)


def main():
    name_of_list = sys.argv[2]
    out, *files = map(pathlib.Path, sys.argv[1:2] + sys.argv[3:])
    lines = ["/* Made by scripts/embed.py. */", '#include "help/embedded.h"', ""]
    rows = []
    for number, file in enumerate(files):
        text = file.read_bytes()
        lines.append(f"static const unsigned char text_{number}[] = {{{literal(text)}}};")
        name = file.name.removesuffix(".schema.json")
        rows.append(f'    {{"{name}", text_{number}, sizeof text_{number}}},')
    lines += ["", f"const struct embedded {name_of_list}[] = {{", *rows, "    {0, 0, 0},", "};", ""]
    out.write_text("\n".join(lines), encoding="ascii")


main()
