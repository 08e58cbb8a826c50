#!/usr/bin/env python3
"""Fails for each page that has no example that is run: README.md and the pages of docs/.

Usage: check-examples.py [SOURCE_ROOT]

tests/pages.py finds the examples and runs them. An example that is not run, because it needs another program, does not
count: add a short one that needs nothing.
"""
import glob
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tests"))
import pages  # pylint: disable=wrong-import-position


def pages_of(root):
    """All pages, in folders too, but the one about the project's own tests."""
    paths = [os.path.join(root, "README.md"), *glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True)]
    return sorted({os.path.relpath(path, root) for path in paths} - {"docs/reference/mutations.md"})


def main():
    root = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, ".."))
    shown = {case.name.split(":")[0] for case in pages.cases_of(root) if not case.why_not}
    missing = [page for page in pages_of(root) if page not in shown]
    for page in missing:
        print(f"{page}: no example of this page is run: add a block of commands that begin with \"overworld\"")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
