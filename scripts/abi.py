#!/usr/bin/env python3
"""Holds the interface of the shared library against its description, docs/reference/overworld.abi.

The description has every call, with all types that it takes and returns and where each member lies. A program that was
compiled before a change goes on to work as long as the description does not change. tests/install.sh holds the calls of
the headers against those of the installed library, so a library without code is described here: all calls of the
headers, with empty bodies. It compiles in a second and has debug information, which a release has not.

Usage: abi.py check|make FOLDER    (FOLDER is for what is made on the way)
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
DESCRIPTION = os.path.join(ROOT, "docs", "reference", "overworld.abi")
MARK = '__attribute__((visibility("default")))'  # what OW_API is


def headers():
    """The text of all public headers that describe the interface."""
    names = sorted(os.listdir(os.path.join(ROOT, "include", "overworld")))
    return "".join(f"#include <overworld/{name}>\n" for name in names)


def compiler(*words, **options):
    command = ["gcc", "-std=c11", "-I", os.path.join(ROOT, "include"), "-x", "c", *words]
    return subprocess.run(command, check=True, text=True, **options)


def calls():
    """Each call and constant that the headers declare, as text without the semicolon."""
    text = compiler("-E", "-P", "-", input=headers(), capture_output=True).stdout
    return [" ".join(call.split()) for call in re.findall(rf"{re.escape(MARK)}\s+([^;{{]*);", text)]


def body(declared):
    """The definition of a call, with an empty body, or of a constant."""
    if declared.startswith("extern "):
        return declared[len("extern "):] + " = {0};\n"
    return declared + " { __builtin_trap(); }\n"


def make_library(path):
    """A library that has all calls, with empty bodies."""
    bodies = "".join(body(declared) for declared in calls())
    compiler("-g", "-O0", "-w", "-fPIC", "-shared", "-Wl,-soname,liboverworld.so", "-o", path, "-",
             input=headers() + bodies)


def describe(library):
    """Makes the description anew."""
    subprocess.run(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--type-id-style", "hash",
                    "--out-file", DESCRIPTION, library], check=True)
    return 0


def check(library):
    run = subprocess.run(["abidiff", DESCRIPTION, library], text=True, capture_output=True, check=False)
    if run.returncode == 0:
        return 0
    print(run.stdout + run.stderr, end="")
    print("the interface of the library changed: docs/reference/abi.md says which changes are allowed. If it is allowed, "
          "add a line to CHANGELOG.md and run `scripts/abi.py make build-lint/abi`")
    return 1


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("check", "make"):
        sys.exit("Usage: abi.py check|make FOLDER")
    os.makedirs(sys.argv[2], exist_ok=True)
    library = os.path.join(sys.argv[2], "liboverworld.so")
    make_library(library)
    return check(library) if sys.argv[1] == "check" else describe(library)


if __name__ == "__main__":
    sys.exit(main())
