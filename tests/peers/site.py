#!/usr/bin/env python3
"""The site that `make site` makes: no link leads nowhere, and all of it works in Chromium from a disk, wide and on a phone.

Usage: site.py OVERWORLD PROJECT CORPUS
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from support.tally import Tally


def check_links(tally, site):
    """All links within the site by LinkChecker. Sphinx has refused links to headings that do not exist."""
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as settings:
        settings.write("[filtering]\nignore=\n  ^https?:\n")
        settings.flush()
        Path(settings.name).chmod(0o644)  # as root, it takes the rights of another user
        done = subprocess.run(["linkchecker", "-f", settings.name, "--no-status", site / "index.html"], check=False,
                              capture_output=True, text=True)
    tally.check("links: none leads nowhere", done.returncode == 0 and " 0 errors found" in done.stdout,
                done.stdout[-2000:])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    project, tally = Path(sys.argv[2]).resolve(), Tally()
    made = subprocess.run([project / "scripts/site.sh"], check=False, capture_output=True, text=True)
    tally.check("make site: Sphinx and Doxygen have no complaint", made.returncode == 0, made.stderr[-2000:])
    site = project / "build-site/site"
    check_links(tally, site)
    looked = subprocess.run(["node", project / "tests/peers/site.mjs", project], check=False, capture_output=True, text=True)
    for line in looked.stdout.splitlines():
        found = json.loads(line)
        tally.check(found["name"], not found["wrong"], found["wrong"])
    tally.check("Chromium looked at everything", looked.returncode == 0, looked.stderr[-2000:])
    print(f"{tally.passed} passed, {tally.failed} failed")
    sys.exit(tally.failed > 0)


if __name__ == "__main__":
    main()
