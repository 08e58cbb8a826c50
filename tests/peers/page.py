#!/usr/bin/env python3
"""The page in headless Chromium: worlds of each format opened, seen, changed, compared and saved, held against
what the command makes of them.

Usage: page.py OVERWORLD PROJECT CORPUS [GROUP]

The page is built first where something of it is new. The tests are web/viewer/test/*.mjs; run.mjs has
the groups.
"""
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import nodejs  # noqa: E402


def main():
    overworld, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    subprocess.run([project / "scripts/web.sh", "page"], check=True)
    done = subprocess.run(["node", *nodejs.ARGUMENTS, project / "web/viewer/test/run.mjs", overworld, project, corpus,
                           *sys.argv[4:]], check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
