#!/usr/bin/env python3
"""Packs a folder as FOLDER.zip beside it, and prints where. The same files give the same bytes: the time of the last commit
stands in for that of the files.

Usage: pack_zip.py FOLDER
"""
import subprocess
import sys
import time
import zipfile
from pathlib import Path


def main():
    folder = Path(sys.argv[1])
    done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=Path(__file__).parent, check=False,
                          capture_output=True, text=True)
    changes = Path(__file__).parent.parent / "CHANGELOG.md"
    moment = time.gmtime(int(done.stdout) if done.returncode == 0 else changes.stat().st_mtime)
    target = folder.with_name(folder.name + ".zip")
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(str(path.relative_to(folder.parent)), moment[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), compresslevel=9)
    print(target)


main()
