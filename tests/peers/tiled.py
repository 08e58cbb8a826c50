#!/usr/bin/env python3
"""Levels through the real Tiled: opened and saved by it, they come back byte for byte, and its picture of
them has the colours of the palette.

Usage: tiled.py OVERWORLD PROJECT CORPUS

Each level of the samples and of the corpus goes through TMJ and TMX, and through both after each other.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ENVIRONMENT = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C"}
AT_ONCE = 2


def run(*command):
    """Runs a program; what it prints is in the error where it fails."""
    done = subprocess.run([str(word) for word in command], env=ENVIRONMENT, text=True,
                          capture_output=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stdout}{done.stderr}")
    return done.stderr


def save_in_tiled(source, target):
    run("tiled", "--export-map", {"tmj": "json", "tmx": "tmx"}[target.suffix[1:]], source, target)


def comes_back(overworld, level, folder, kinds):
    """The level as a map of the first kind, saved by Tiled as each of the next, and back. The tileset is
    that of the first: Tiled finds it by its name."""
    map_file = folder / f"level.{kinds[0]}"
    run(overworld, "convert", level, map_file)
    for i, kind in enumerate(kinds[1:]):
        saved = folder / f"saved-{i}.{kind}"
        save_in_tiled(map_file, saved)
        map_file = saved
    told = run(overworld, "convert", map_file, folder / "back.lvd")
    if (folder / "back.lvd").read_bytes() != level.read_bytes():
        raise RuntimeError("other bytes came back")
    if told:
        raise RuntimeError(f"something was lost: {told}")


def pixels_of(png):
    """Width, and the pixels of a PNG of 8 bits a sample as rows of (red, green, blue)."""
    data = png.read_bytes()
    at, packed, palette = 8, b"", b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, depth, color, *_ = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
        elif kind == b"PLTE":
            palette = body
    channels = {2: 3, 3: 1, 6: 4}[color]
    assert depth == 8, depth
    raw, rows, before = zlib.decompress(packed), [], bytearray(width * channels)
    for y in range(height):
        begin = y * (width * channels + 1)
        row = unfilter(raw[begin], bytearray(raw[begin + 1:begin + 1 + width * channels]), before,
                       channels)
        before = row
        if color == 3:
            rows.append([tuple(palette[3 * i:3 * i + 3]) for i in row])
        else:
            rows.append([tuple(row[i:i + 3]) for i in range(0, len(row), channels)])
    return rows


def unfilter(kind, row, before, channels):
    for i in range(len(row)):
        left = row[i - channels] if i >= channels else 0
        up, corner = before[i], before[i - channels] if i >= channels else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = up
        elif kind == 3:
            add = (left + up) // 2
        elif kind == 4:
            guess = left + up - corner
            add = min((left, up, corner), key=lambda value: abs(guess - value))
        else:
            add = 0
        row[i] = (row[i] + add) & 255
    return row


def is_drawn_in_the_palette(overworld, level, folder):
    """Tiled's picture, cell by cell, against the level: the colour of the uppermost tile."""
    map_file, picture = folder / "level.tmj", folder / "picture.png"
    run(overworld, "convert", level, map_file)
    run(overworld, "convert", level, folder / "level.json")
    blocks = json.loads((folder / "level.json").read_text())["blocks"]
    meshes = [block for block in blocks if block["id"] == "MESH"]
    layers = json.loads(map_file.read_text())["layers"]
    hidden = [layer["name"] for layer in layers if layer["name"].split()[0] != "tiles"]
    if not meshes or not any(layer["type"] == "tilelayer" for layer in layers):
        return
    run("tmxrasterizer", *[word for name in hidden for word in ("--hide-layer", name)], map_file,
        picture)
    tiles, seen = pixels_of(folder / "level-tiles.png"), pixels_of(picture)
    mesh, size = meshes[-1], 16
    columns = len(tiles[0]) // (mesh.get("tile_width") or size)
    width, height = mesh.get("tile_width") or size, mesh.get("tile_height") or size
    for place in range(len(mesh["layers"][0])):
        row, column = divmod(place, mesh["width"])
        stack = [layer[place] & 0x7fff for layer in mesh["layers"]]
        tile = next((tile for tile in reversed(stack[1:]) if tile), stack[0])
        wanted = tiles[tile // columns * height][tile % columns * width]
        if row * height + height > len(seen): # cells beyond the last whole row
            break
        found = seen[row * height + height // 2][column * width + width // 2]
        if found != wanted:
            raise RuntimeError(f"cell {column}, {row} is {found}, tile {tile} is {wanted}")


CASES = {
    "TMJ": lambda *place: comes_back(*place, ["tmj", "tmj"]),
    "TMX": lambda *place: comes_back(*place, ["tmx", "tmx"]),
    "TMJ, saved as TMX, then as TMJ": lambda *place: comes_back(*place, ["tmj", "tmx", "tmj"]),
    "the picture": is_drawn_in_the_palette,
}


def test(overworld, level, case):
    folder = Path(tempfile.mkdtemp(prefix="tiled-"))
    try:
        CASES[case](overworld, level, folder)
        return None
    except Exception as error:  # a test that breaks has failed, and the others go on
        return f"{level} through {case}: {error}"
    finally:
        shutil.rmtree(folder)


def main():
    overworld, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    levels = sorted((project / "samples").glob("*.lvd")) + sorted(
        (project / "samples" / "issues").glob("*.lvd")) + sorted((corpus / "leveld").glob("*.lvd"))
    # Some samples are no levels, which is what they are for.
    levels = [level for level in levels
              if subprocess.run([overworld, "convert", level, "-"], capture_output=True,
                                check=False).returncode == 0]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(lambda job: test(overworld, *job),
                                [(level, case) for level in levels for case in CASES]))
    problems = [result for result in results if result]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(results) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
