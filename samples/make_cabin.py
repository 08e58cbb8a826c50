#!/usr/bin/env python3
"""Makes build-cabin.json, a build for Sandbox World: a cabin with a garden, a pond and a wind turbine.

Usage: make_cabin.py                 prints the build as JSON
       make_cabin.py --verify FILE   reads such JSON ("-": standard input) and proves what it says of it

The proof knows nothing of how the cabin was made: blocks lie on the grid and in one piece, nothing stands
in the same place twice, and the switch by the door lights every lamp and nothing else.
"""
import json
import sys

from make_builds import (BEARING, CUSTOM, GAME, GLASS, METAL, QUARTER, STRAIGHT, SWITCH, WOOD,
                         WOOD_CUSTOM, block, metadata)
from make_car import print_build

SEAT, TABLE, LIGHT, SIGN, NEON_CUSTOM = 5, 6, 30, 91, 130

# The garden from above, ahead (z) at the top, x to the right: one picture for each layer.
LAYERS = [
    """
    ggggggggggggg
    gggggggggGggg
    gGggggggggggg
    ggggggggggGgg
    ggggggggggggg
    ggggggggGgggg
    ggggpggggggGg
    gGggpgggkkkkg
    ggggpggkqqqqk
    ggGgpggkqqqqk
    ggggpgggkkkkg
    """, """
    .............
    .WWoWWoW...M.
    .W.....W.....
    .o.....o.....
    .W.....W..t..
    .WoWDWoW.....
    .....P.......
    .bT..........
    ...P.P.......
    f...........f
    .f......n....
    """, """
    .............
    .WWoWWoW...M.
    .W.....W.....
    .o.....o.....
    .W.....W..t..
    .WoWDWoW.....
    .....s.......
    .............
    ...L.L.......
    .............
    .............
    """, """
    .............
    .WWWWWWW...M.
    .W.....W.....
    .W.....W.....
    .W.....W.lll.
    .WWWWWWW.ltl.
    .........lll.
    .............
    .............
    .............
    .............
    """, """
    .............
    ...........M.
    ......C......
    ....R........
    .........lll.
    .........ltl.
    .........lll.
    .............
    .............
    .............
    .............
    """, """
    .............
    ...........M.
    ......C......
    .............
    ..........l..
    .........lll.
    ..........l..
    .............
    .............
    .............
    .............
    """, """
    .............
    ...........B.
    ......C......
    .............
    .............
    .............
    .............
    .............
    .............
    .............
    .............
    """]
GREEN, DARK_GREEN, SAND, STONE, WATER, LEAF, BRICK, WHITE, ROOF, DOOR, PINK, YELLOW = range(12)


def color(red, green, blue):
    return (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3


COLORS = [color(118, 168, 84), color(104, 154, 76), color(222, 204, 152), color(150, 150, 148),
          color(72, 150, 206), color(74, 138, 70), color(150, 74, 60), color(238, 238, 234),
          color(176, 74, 58), color(110, 66, 46), color(232, 120, 168), color(248, 204, 72)]
KINDS = {"g": (METAL, GREEN), "G": (METAL, DARK_GREEN), "p": (METAL, SAND), "k": (METAL, STONE),
         "q": (METAL, WATER), "W": (WOOD, None), "o": (GLASS, None), "D": (WOOD, DOOR),
         "t": (WOOD, None), "l": (METAL, LEAF), "C": (METAL, BRICK), "M": (METAL, WHITE),
         "B": (BEARING, STONE), "P": (WOOD, DOOR), "L": (LIGHT, None), "s": (SWITCH, None),
         "b": (SEAT, None), "T": (TABLE, None), "n": (SIGN, None), "R": (WOOD_CUSTOM, ROOF),
         "f": (CUSTOM, PINK)}
# Ahead, and what a turbine's blades need: quarter turns about the axis that points ahead.
ROTATIONS = [STRAIGHT] + [[0, 0, QUARTER * turn + turn * 3 // 4] for turn in range(1, 4)] + [
    [0, 2 * QUARTER + 1, 0]]
BACKWARDS = 4
# Middle and size of the upper face, then of the lower one.
GABLE = [(0, 1.5, 0), (7, 0, 0), (0, -0.5, 0), (8, 0, 6)]
FLOWER = [(0, 0, 0), (0.5, 0, 0.5), (0, -0.5, 0), (0.25, 0, 0.25)]
BLADE = [(0, 2.75, 0), (0.25, 0, 0.125), (0, 0.25, 0), (0.625, 0, 0.25)]
HUB = [(0, 0.25, 0), (0.5, 0, 0.625), (0, -0.25, 0), (0.5, 0, 0.625)]


def shape(vertices):
    """Metadata of a custom block: its vertices as parts of what lies between two whole numbers."""
    numbers = [number for vertex in vertices for number in vertex]
    low, high = int(min(numbers) // 1), int(-(-max(numbers) // 1))
    parts = [[int((number - low) / (high - low) * 65535) for number in vertex] for vertex in vertices]
    return metadata(custom={"min": low, "max": high, "vertices": parts})


def places():
    """Yields each letter with its place, the lowest layer first; 0 0 0 is in the middle of the ground."""
    for y, layer in enumerate(LAYERS):
        for row, letters in enumerate(layer.split()):
            for column, letter in enumerate(letters):
                if letter != ".":
                    yield letter, (column - 6, y, 5 - row)


def make_root(found, last):
    low = [min(place[axis] for place in found) for axis in range(3)]
    high = [max(place[axis] for place in found) for axis in range(3)]
    return {"position": [0.0] * 3, "rotation": [0.0] * 3,
            "bounds_center": [(a + b) / 2 for a, b in zip(low, high)],
            "bounds_size": [float(b - a + 1) for a, b in zip(low, high)], "last_block": last}


def raw_place(place, root):
    return [round((at - middle) * 32767 / size)
            for at, middle, size in zip(place, root["bounds_center"], root["bounds_size"])]


def make_part(letter, place, root, lamps):
    kind, painted = KINDS[letter]
    more = {} if painted is None else {"color_index": painted}
    if letter == "s":
        more.update(name="Lights", connections=lamps, signal=255)
    elif letter == "n":
        more.update(name="Pond")
    elif letter == "R":
        more["metadata"] = shape(GABLE)
    elif letter == "f":
        more.update(metadata=shape(FLOWER), color_index=(PINK, YELLOW)[place[0] % 2])
    turn = BACKWARDS if letter in "Lb" else 0
    return block(kind, raw_place(place, root), turn, **more)


def make_cabin():
    garden = list(places())
    root = make_root([place for _, place in garden], len(garden) - 1)
    lamps = [i for i, (letter, _) in enumerate(garden) if letter == "L"]
    blocks = [make_part(letter, place, root, lamps) for letter, place in garden]
    bearing = [i for i, (letter, _) in enumerate(garden) if letter == "B"][0]
    x, y, z = garden[bearing][1]
    hub = (x, y, z - 1)
    turbine = make_root([hub], len(blocks) + 4)
    parts = [block(CUSTOM, raw_place(hub, turbine), turn, metadata=shape(BLADE), color_index=WHITE)
             for turn in range(4)]
    parts.append(block(CUSTOM, raw_place(hub, turbine), 0, metadata=shape(HUB), bearing=bearing,
                       color_index=BRICK))
    return {"format": "structure", "version": 6, "variant": GAME, "colors": COLORS,
            "rotations": ROTATIONS, "roots": [root, turbine], "blocks": blocks + parts}


# From here on: the proof.


def find_places(build):
    where, first = [], 0
    for root in build["roots"]:
        for made in build["blocks"][first:root["last_block"] + 1]:
            exact = [number * size / 32767 + middle for number, size, middle in
                     zip(made["position"], root["bounds_size"], root["bounds_center"])]
            rounded = tuple(round(number) for number in exact)
            assert max(abs(a - b) for a, b in zip(exact, rounded)) < 0.001, f"{exact} is off the grid"
            where.append(rounded)
        first = root["last_block"] + 1
    assert len(where) == len(build["blocks"])
    return where


def verify(build):
    where = find_places(build)
    body = where[:build["roots"][0]["last_block"] + 1]
    assert len(set(body)) == len(body), "two blocks in one place"
    # The roof is larger than its place, and joins walls, chimney and what it lies on.
    roof = {place for place, made in zip(body, build["blocks"]) if made["id"] == WOOD_CUSTOM}
    left, edge = set(body), [body[0]]
    left.discard(body[0])
    while edge:
        x, y, z = edge.pop()
        near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)}
        edge += left & near
        left -= near
    assert left <= roof | {(0, 4, 3), (0, 5, 3), (0, 6, 3)}, f"loose: {left - roof}"
    kinds = [made["id"] for made in build["blocks"]]
    for made in build["blocks"]:
        if made["id"] == SWITCH:
            assert [kinds[i] for i in made["connections"]] == [LIGHT] * kinds.count(LIGHT)
    turbine = where[build["roots"][0]["last_block"] + 1:]
    bearing = where[build["blocks"][-1]["bearing"]]
    assert len(set(turbine)) == 1 and turbine[0] == (bearing[0], bearing[1], bearing[2] - 1)
    print(f"{len(where)} blocks make a cabin")


def main():
    if len(sys.argv) == 1:
        print_build(make_cabin())
    elif len(sys.argv) == 3 and sys.argv[1] == "--verify":
        with sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8") as file:
            verify(json.load(file))
    else:
        sys.exit("usage: make_cabin.py [--verify FILE]")


if __name__ == "__main__":
    main()
