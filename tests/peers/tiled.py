#!/usr/bin/env python3
"""Levels through the real Tiled: opened and saved by it, they come back byte for byte, and its picture of
them has the colours of the palette.

Usage: tiled.py OVERWORLD PROJECT CORPUS

Each level of the samples and of the corpus, and some with random odd values, goes through TMJ and TMX, and through both after each other.
"""
import json
import os
import random
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
RANDOM_LEVELS = 60


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


def comes_back_without_images(overworld, level, folder):
    """Tiled forgets how many tiles a tileset has whose image is missing, and saves it so."""
    run(overworld, "convert", level, folder / "level.tmj")
    for image in folder.glob("*.png"):
        image.unlink()
    maps = [folder / name for name in ("level.tmj", "a.tmj", "b.tmj", "c.tmx", "d.tmj")]
    for source, target in zip(maps, maps[1:]):
        save_in_tiled(source, target)
        run(overworld, "convert", target, folder / "back.lvd", "--force")
        if (folder / "back.lvd").read_bytes() != level.read_bytes():
            raise RuntimeError(f"other bytes came back from {target.name}")


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


TEXTS = ["", "plain", " blanks around ", "\"quotes\" & <marks>", "umlauts äöü, 日本, 😀", "a\nb", "a\tb\r",
         "\u0001\u007f", "\u0085\u009f", "\ufeffmark", "\u2028", "\ufffe", "\\backslash", "]]>",
         {"base64": "gIH+/w=="}, "x" * 255]
NUMBERS = [0, 1, 2, 999999, 1000000, 1234567, 9999995, 12345650, 2**31 - 1, 2**31, 2**32 - 1]
VARIANTS = {0: ["short-meta", "v4-layout", None], 1: ["1b", None], 2: [None], 3: ["u64-counts", None], 4: [None]}


class Maker:
    """Levels of random odd values, the same for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.version = self.random.randrange(5)
        self.variant = self.random.choice(VARIANTS[self.version])
        self.layout = 4 if self.variant == "v4-layout" else self.version

    def number(self, bits=32):
        return self.random.choice([n for n in NUMBERS if n < 1 << bits] +
                                  [self.random.randrange(1 << bits), self.random.randrange(400)])

    def text(self):
        return self.random.choice(TEXTS)

    def layer_id(self):
        return {"layer_id": self.number()} if self.layout >= 4 else {}

    def meta(self):
        names = ["author", "description"]
        if self.variant != "short-meta":
            names = ["level_id", "name"] + names
        return {"timestamp": str(self.random.choice([0, 2**64 - 1, 1676973600])),
                **{name: self.text() for name in names}}

    def mesh(self):
        width, height = self.random.choice([(1, 1), (3, 2), (16, 9), (0, 0), (5, 0)])
        count = self.random.randrange(4) if self.layout >= 3 else 1
        cells = width * height
        if self.layout < 3:
            cells += self.random.choice([0, 0, max(width - 1, 0)])
        mesh = {"width": width}
        if self.layout >= 3:
            mesh["height"] = height
        if self.layout >= 2 or self.variant == "1b":
            mesh.update(tile_width=self.random.choice([0, 16, 32, 65535]),
                        tile_height=self.random.choice([0, 16, 7]))
        values = [0, 1, 15, 200, 32767]
        mesh["layers"] = [[self.random.choice(values) | self.random.choice([0, 0x8000])
                           for _ in range(cells)] for _ in range(count)]
        return mesh

    def actors(self):
        def actor():
            made = {"x": self.number(), "y": self.number(), "flags": self.number(16)}
            return made if self.layout == 0 else {"id": self.number(), **made}
        return {"actors": [actor() for _ in range(self.random.randrange(3))]}

    def things(self):
        return {"things": [{"id": self.number(), "tag": self.number(), "x": self.number(),
                            "y": self.number(), **self.layer_id(), "flags": self.number(16),
                            "metadata": self.text()} for _ in range(self.random.randrange(4))]}

    def trigger(self):
        kind = self.random.choice([0, 0, 1, 1, 2, 255])
        area = {0: {"width": self.number(16), "height": self.number(16)},
                1: {"radius": self.number(16)}}.get(kind, {})
        return {"x": self.number(), "y": self.number(), **self.layer_id(), "area_type": kind, **area,
                "id": self.number(), "tag": self.number(), "type": self.number(16),
                **{f"a{i}": self.number() for i in range(1, 6)}, "metadata": self.text()}

    def path(self):
        return {"looping": self.random.choice([0, 1, 2, 255]), "tag": self.number(), **self.layer_id(),
                "points": [{"x": self.number(), "y": self.number(), "value": self.number()}
                           for _ in range(self.random.randrange(5))]}

    def block(self):
        name = self.random.choice(["META", "MESH", "PLRS", "NPCS", "ITEM", "THNG", "TRIG", "PATH"])
        contents = {"META": self.meta, "MESH": self.mesh, "THNG": self.things,
                    "TRIG": lambda: {"triggers": [self.trigger() for _ in range(3)]},
                    "PATH": lambda: {"paths": [self.path() for _ in range(3)]}}
        return {"id": name, **contents.get(name, self.actors)()}

    def level(self):
        order = "little" if self.random.random() < 0.5 else "big"
        level = {"format": "leveld", "version": self.version, "byte_order": order}
        if self.variant:
            level["variant"] = self.variant
        level["blocks"] = [self.block() for _ in range(self.random.randrange(9))]
        return level


def make_levels(overworld, folder, count):
    """Levels with everything that could go wrong in Tiled. Seeds are their names."""
    levels = []
    for seed in range(count):
        source, level = folder / f"random-{seed}.json", folder / f"random-{seed}.lvd"
        source.write_text(json.dumps(Maker(seed).level()))
        run(overworld, "convert", source, level)
        levels.append(level)
    return levels


CASES = {
    "TMJ": lambda *place: comes_back(*place, ["tmj", "tmj"]),
    "TMX": lambda *place: comes_back(*place, ["tmx", "tmx"]),
    "TMJ, saved as TMX, then as TMJ": lambda *place: comes_back(*place, ["tmj", "tmx", "tmj"]),
    "TMJ without images": comes_back_without_images,
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


def is_level(overworld, file):
    """Whether the file is a level that can be read: a name alone says neither."""
    told = subprocess.run([overworld, "info", "--json", file], capture_output=True, check=False)
    return told.returncode == 0 and json.loads(told.stdout)["format"] == "leveld"


def main():
    overworld, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    levels = sorted((project / "samples").glob("*.lvd")) + sorted(
        (project / "samples" / "issues").glob("*.lvd")) + sorted((corpus / "leveld").glob("*.lvd"))
    # Some samples are broken, some are no levels, which is what they are for.
    levels = [level for level in levels if is_level(overworld, level)]
    made = Path(tempfile.mkdtemp(prefix="tiled-"))
    jobs = [(level, case) for level in levels for case in CASES
            if case != "TMJ without images" or level.parent.name == "samples"]
    jobs += [(level, case) for level in make_levels(overworld, made, RANDOM_LEVELS)
             for case in CASES if case != "the picture"]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(lambda job: test(overworld, *job), jobs))
    shutil.rmtree(made)
    problems = [result for result in results if result]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(results) - len(problems)} passed, {len(problems)} failed")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
