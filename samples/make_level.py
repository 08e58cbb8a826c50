#!/usr/bin/env python3
"""Makes moated-keep.json, a LevelD level: a garden, a shallow moat, a bridge, a keep of four rooms.

Usage: make_level.py                 prints the level as JSON
       make_level.py --verify FILE   reads such JSON ("-": standard input) and proves that it can be
                                     played

The proof knows nothing of how the level was made. It reads map, things, triggers and paths from the
JSON, walks from where the player starts and looks at what can be reached.
"""
import json
import sys

VERSION = 4
TIMESTAMP = 1700000000  # of no meaning but that it never changes
TILE = 16  # pixels

# The two layers, one character a cell. A capital and "#" let nobody pass.
GROUND = """
TTTTTTTTTTTTTTTTTTTTTTTT
T,,,,,~~~~~~~~~~~~~~~~~T
T,T,,~~##############~~T
T,,,,~##.....#......##~T
T,,,,~#......#.......#~T
T,T,,~#......+.......#~T
T,,,,~#......#.......#~T
T,,,,=+......####+####~T
T,,,,~#......#.......#~T
T,T,,~####+###.......#~T
T,,,,~##.....+......##~T
T,,,,~~##############~~T
T,,,,,~~~~~~~~~~~~~~~~~T
TTTTTTTTTTTTTTTTTTTTTTTT
"""
ABOVE = """
------------------------
-f----------------------
---f--------------------
--------r---L-L----L----
-f------rr-----LrrrL----
---f----r-------rKr-----
--------r-------rrr-----
--pppp--r---------------
-f----------------------
---f------------B----B--
------------------B-----
-f----------------------
---f--------------------
------------------------
"""
# Tile ids of each character; id 0 on the upper layer is a cell with nothing in it.
GROUND_TILES = {".": 1, ",": 2, "~": 3, "T": 4, "#": 5, "+": 6, "=": 7}
ABOVE_TILES = {"-": 0, "f": 8, "p": 9, "r": 10, "L": 11, "B": 12, "K": 13}
IMPASSABLE = 0x8000

# What the numbers of the level mean to its game: they are its own.
PLAYER, GUARD, COIN, KEY, SECRET = 1, 10, 20, 21, 30
OPEN_GATE, RING_BELL, FINISH = 1, 2, 3
ON_ENTER, ON_USE = 0, 1
GATE_TAG, PATROL_TAG, RAT_TAG = 1, 2, 3
RIGHT, DOWN, LEFT = 0, 2, 4  # facing, in steps of 45 degrees


def layer(picture, tiles):
    rows = picture[1:-1].split("\n")
    assert len({len(row) for row in rows}) == 1, "rows of different lengths"
    solid = {c for c in tiles if c.isupper() or c == "#"}
    cells = [tiles[c] | (IMPASSABLE if c in solid else 0) for row in rows for c in row]
    return len(rows[0]), len(rows), cells


def centre(column, row):
    return {"x": column * TILE + TILE // 2, "y": row * TILE + TILE // 2}


def thing(kind, column, row, tag=0, flags=0, metadata="", layer_id=0):
    return {"id": kind, "tag": tag, **centre(column, row), "layer_id": layer_id, "flags": flags,
            "metadata": metadata}


def arguments(*values):
    values = list(values) + [0] * (5 - len(values))
    return {f"a{i + 1}": value for i, value in enumerate(values)}


def rectangle(action, column, row, columns, rows, kind, tag, metadata, *values):
    return {"x": column * TILE, "y": row * TILE, "layer_id": 0, "area_type": 0,
            "width": columns * TILE, "height": rows * TILE, "id": action, "tag": tag, "type": kind,
            **arguments(*values), "metadata": metadata}


def circle(action, column, row, radius, kind, tag, metadata, *values):
    return {**centre(column, row), "layer_id": 0, "area_type": 1, "radius": radius, "id": action,
            "tag": tag, "type": kind, **arguments(*values), "metadata": metadata}


def path(tag, looping, *points):
    return {"looping": int(looping), "tag": tag, "layer_id": 0,
            "points": [{**centre(column, row), "value": wait} for column, row, wait in points]}


def make_things():
    guards = [thing(GUARD, 9, 4, PATROL_TAG, RIGHT, "captain"),
              thing(GUARD, 3, 2, RAT_TAG, DOWN),
              thing(GUARD, 19, 8, 0, LEFT, "asleep")]
    coins = [thing(COIN, column, 10) for column in (9, 10, 11)]
    return [thing(PLAYER, 2, 7, flags=RIGHT, metadata="start"), *guards, *coins,
            thing(KEY, 19, 10, GATE_TAG), thing(SECRET, 17, 6, metadata="behind the throne",
                                                layer_id=1)]


def make_triggers():
    return [rectangle(OPEN_GATE, 5, 7, 2, 1, ON_USE, GATE_TAG, "the drawbridge", 7, 5),
            rectangle(FINISH, 16, 4, 3, 2, ON_ENTER, 0, ""),
            circle(RING_BELL, 9, 5, 24, ON_ENTER, PATROL_TAG, "alarm", 30)]


def make_paths():
    return [path(PATROL_TAG, True, (9, 4, 0), (12, 4, 2), (12, 8, 0), (9, 8, 2)),
            path(RAT_TAG, False, (3, 2, 0), (3, 11, 5))]


def make_level():
    width, height, ground = layer(GROUND, GROUND_TILES)
    assert (width, height) == layer(ABOVE, ABOVE_TILES)[:2], "layers of different sizes"
    return {
        "format": "leveld",
        "version": VERSION,
        "byte_order": "big",
        "blocks": [
            {"id": "META", "timestamp": str(TIMESTAMP), "level_id": "keep",
             "name": "The Moated Keep", "author": "Overworld", "description":
             "A garden, a shallow moat and four rooms. The bell in the hall wakes the guards."},
            {"id": "MESH", "tile_width": TILE, "tile_height": TILE, "width": width,
             "height": height, "layers": [ground, layer(ABOVE, ABOVE_TILES)[2]]},
            {"id": "THNG", "things": make_things()},
            {"id": "TRIG", "triggers": make_triggers()},
            {"id": "PATH", "paths": make_paths()},
        ],
    }


def lines(records, indent):
    inner = (",\n" + indent + "  ").join(json.dumps(record) for record in records)
    return f"[\n{indent}  {inner}\n{indent}]"


def print_level(level):
    """Prints JSON the way `overworld convert` does: a block's fields and its records one a line."""
    blocks = []
    for block in level["blocks"]:
        fields = [f'      "{name}": ' + (lines(value, " " * 6) if isinstance(value, list)
                                         else json.dumps(value))
                  for name, value in block.items()]
        blocks.append("    {\n" + ",\n".join(fields) + "\n    }")
    head = [f'  "{name}": {json.dumps(value)}' for name, value in level.items() if name != "blocks"]
    print("{\n" + ",\n".join(head) + ',\n  "blocks": [\n' + ",\n".join(blocks) + "\n  ]\n}")


# From here on: the proof.


class Map:
    """Where one can walk: a cell is open where no layer of the map blocks it."""

    def __init__(self, level):
        self.blocks = {block["id"]: block for block in level["blocks"]}
        self.mesh = self.blocks["MESH"]
        assert all(len(cells) == self.mesh["width"] * self.mesh["height"]
                   for cells in self.mesh["layers"]), "a layer has not one cell for each place"

    def cell_of(self, place):
        return place["x"] // self.mesh["tile_width"], place["y"] // self.mesh["tile_height"]

    def is_open(self, cell):
        x, y = cell
        if not (0 <= x < self.mesh["width"] and 0 <= y < self.mesh["height"]):
            return False
        return not any(cells[y * self.mesh["width"] + x] & IMPASSABLE
                       for cells in self.mesh["layers"])

    def reachable(self, start):
        seen, ahead = {start}, [start]
        while ahead:
            x, y = ahead.pop()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell not in seen and self.is_open(cell):
                    seen.add(cell)
                    ahead.append(cell)
        return seen


def verify_way(world, path_):
    """Between two points of a path, which lie in one row or column, nothing is in the way."""
    points = [world.cell_of(point) for point in path_["points"]]
    if path_["looping"]:
        points.append(points[0])
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        assert x == to_x or y == to_y, "a path runs aslant"
        for cell in ((i, j) for i in range(min(x, to_x), max(x, to_x) + 1)
                     for j in range(min(y, to_y), max(y, to_y) + 1)):
            assert world.is_open(cell), f"a path runs into {cell}"


def verify(level):
    world = Map(level)
    things = world.blocks["THNG"]["things"]
    starts = [t for t in things if t["id"] == PLAYER]
    assert len(starts) == 1, "there is not one player"
    reachable = world.reachable(world.cell_of(starts[0]))
    for t in things:
        assert world.cell_of(t) in reachable, f"{t} cannot be reached"
    for t in world.blocks["TRIG"]["triggers"]:
        assert world.cell_of(t) in reachable, f"{t} cannot be set off"
    for path_ in world.blocks["PATH"]["paths"]:
        verify_way(world, path_)
        assert any(t["tag"] == path_["tag"] for t in things), "nobody walks a path"
    width, height = world.mesh["width"], world.mesh["height"]
    openings = sum(world.is_open((x, y)) for x in range(width) for y in range(height))
    assert openings == len(reachable), "there is a place that nobody comes to"
    print(f"{len(reachable)} cells and {len(things)} things can be reached")


def main():
    if len(sys.argv) == 1:
        print_level(make_level())
    elif len(sys.argv) == 3 and sys.argv[1] == "--verify":
        source = sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8")
        with source:
            verify(json.load(source))
    else:
        sys.exit("usage: make_level.py [--verify FILE]")


if __name__ == "__main__":
    main()
