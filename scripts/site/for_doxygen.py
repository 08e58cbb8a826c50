#!/usr/bin/env python3
"""Prints a public header with its comments as Doxygen reads them. Doxygen calls it for each header.

Usage: for_doxygen.py HEADER

A comment stands before what it describes, or behind it on the same line. In that of a function, a line that begins
with names of parameters and a colon describes them, and one that begins with "Returns" the result.
"""
import glob
import os
import re
import sys


def described(comment, declared=""):
    """The text of a comment with Doxygen's commands. `declared`: what follows, which has the names of parameters."""
    names = set(re.findall(r"\w+", declared))
    lines, inside = [], False
    for line in re.sub(r"([@<>&$#\\])", r"\\\1", comment).split("\n"):
        parameter = re.match(r" \* ([a-z_]\w*(?:, [a-z_]\w*)*):(?: |$)(.*)", line)
        if parameter and names.issuperset(parameter[1].split(", ")):
            inside = True
            line = " * - " + re.sub(r"(\w+)", r"\\b \1", parameter[1]) + ": " + parameter[2]
        elif re.match(r" \* (Returns |Since [\d.]+\.)", line):
            inside = False
            line = re.sub(r" \* Since ([\d.]+)\.", r" *\n * \\since \1", line.replace(" * Returns ", " *\n * \\return "))
        elif inside:
            line = line.replace(" * ", " *   ", 1)
        lines.append(line)
    return "\n".join(lines)


def with_commands(text, defined):
    whole = re.search(r"/\*(.*?)\*/\n#ifndef", text, re.S)
    body = text[whole.end(1) + 2:]
    body = re.sub(r"(?ms)^( *)/\*((?:(?!\*/).)*)\*/(?=\n([^;{]*))",
                  lambda found: f"{found[1]}/**{described(found[2], found[3])}*/", body)
    body = re.sub(r"(?m)^( *[^\s/*].*[^\s/*] *)/\*(?!\*)((?:(?!\*/)[\s\S])*)\*/",
                  lambda found: f"{found[1]}/**<{described(found[2])}*/", body)
    # Sphinx knows one name for a structure and its type, and no array whose size is a condition.
    body = re.sub(r"(?m)^typedef ((?:struct|union|enum) (\w+) {)(.*?)} \2;", r"\1\3};", body, flags=re.S)
    for name in defined:
        body = body.replace(f"\ntypedef struct {name} {name};", "")
    body = re.sub(r"/\*\*((?:(?!\*/).)*\*/\n\n)", r"/*\1", body, flags=re.S)  # of what is declared elsewhere
    body = re.sub(r"(?m)^typedef char \w+\[.*\n", "", body)
    return f"/** \\file\n *{described(whole[1])}*/{body}"


if __name__ == "__main__":
    headers = {}
    for path in glob.glob(os.path.join(os.path.dirname(sys.argv[1]), "*.h")):
        with open(path, encoding="utf-8") as header:
            headers[os.path.basename(path)] = header.read()
    structures = set(re.findall(r"(?m)^(?:typedef )?struct (\w+) {", "".join(headers.values())))
    sys.stdout.write(with_commands(headers[os.path.basename(sys.argv[1])], structures))
