#!/usr/bin/env python3
"""The npm package in the hands of bundlers: programs that import it are bundled by esbuild and Vite, without settings and
without a warning, and run in headless Chromium, in a page and in a Worker.

Usage: bundlers.py OVERWORLD PROJECT CORPUS
"""
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import nodejs  # noqa: E402


def pack(project, folder):
    """Installs the package below a folder, with the files that a user gets."""
    done = subprocess.run(["npm", "pack", "--silent", "--pack-destination", folder], cwd=project / "web/overworld",
                          check=True, capture_output=True, text=True)
    modules = folder / "node_modules"
    modules.mkdir()
    with tarfile.open(folder / done.stdout.split()[-1]) as archive:
        archive.extractall(modules)
    (modules / "package").rename(modules / "overworld")


def main():
    project = Path(sys.argv[2]).resolve()
    subprocess.run([project / "scripts/web.sh", "page"], check=True)
    modules = nodejs.install(project)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made).resolve()
        pack(project, folder)
        done = subprocess.run(["node", *nodejs.ARGUMENTS, Path(__file__).with_suffix(".mjs"), modules, project, folder],
                              check=False, timeout=300)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
