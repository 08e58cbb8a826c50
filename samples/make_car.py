#!/usr/bin/env python3
"""Makes build-car.json, a build for Sandbox World: a small car with a seat, lights and four wheels.

Usage: make_car.py                 prints the build as JSON
       make_car.py --verify FILE   reads such JSON ("-": standard input) and proves that it is a car

The proof knows nothing of how the car was made. It turns the numbers of the JSON back into places and
looks at what stands where: in one piece, the same on both sides, each wheel at a bearing.
"""
import json
import sys

# The car seen from above, the front at the top, one picture a layer from the ground up.
LAYERS = """
.ddddd.  .lrrrl.  .......  .......
wb#c#bw  .rrrrr.  .ggggg.  .rrrrr.
.#####.  .r.s.r.  .g...g.  .rrrrr.
.#####.  .r.S.r.  .g...g.  .rrrrr.
.#####.  .rrrrr.  .ggggg.  .rrrrr.
wb#e#bw  .rrrrr.  .......  .......
.ddddd.  .trrrt.  .......  .......
"""
METAL, SEAT, SWITCH, BEARING, WHEEL, STEERING, ENGINE, GLASS, LIGHT, PIXEL = (
    0, 5, 9, 12, 13, 14, 15, 28, 30, 76)
RED, DARK, GREY, WHITE = 0, 1, 2, 3
# Red stands in the high five bits, then six of green, then blue.
COLORS = [28 << 11 | 6 << 5 | 4, 5 << 11 | 10 << 5 | 6, 15 << 11 | 30 << 5 | 15, 0xFFFF]
KINDS = {"r": (METAL, RED), "d": (METAL, DARK), "#": (METAL, GREY), "g": (GLASS, None),
         "b": (BEARING, DARK), "w": (WHEEL, DARK), "c": (STEERING, GREY), "e": (ENGINE, GREY),
         "l": (LIGHT, WHITE), "t": (PIXEL, RED), "s": (SWITCH, DARK), "S": (SEAT, DARK)}
PLAIN = {METAL, GLASS}  # the other types are interactive
# About the axis that points up, in 65535ths of a turn, rounded down: ahead, right, backwards, left.
ROTATIONS = [[0, 0, 0], [0, 16383, 0], [0, 32767, 0], [0, 49151, 0]]
AHEAD, RIGHT, BACKWARDS, LEFT = range(4)

HAS_NAME, HAS_CONNECTIONS, NO_METADATA, NO_COLOR = 0x01, 0x02, 0x04, 0x08
NO_BEARING, NO_INTEGERS, HAS_SPEED = 0x10, 0x20, 0x80


def places():
    """Yields each letter of the picture with its place: x to the right, y up, z ahead; 0 0 0 is in the
    middle of the ground."""
    rows = [row.split() for row in LAYERS.strip().split("\n")]
    for y in range(len(rows[0])):
        for row, layers in enumerate(rows):
            for column, letter in enumerate(layers[y]):
                if letter != ".":
                    yield letter, (column - 3, y, 3 - row)


def bounds(found):
    """The middle and the size of a box around places whose blocks are 1 wide."""
    low = [min(place[axis] for _, place in found) for axis in range(3)]
    high = [max(place[axis] for _, place in found) for axis in range(3)]
    return ([(a + b) / 2 for a, b in zip(low, high)], [float(b - a + 1) for a, b in zip(low, high)])


def make_root(found, last):
    center, size = bounds(found)
    return {"position": [0.0] * 3, "rotation": [0.0] * 3, "bounds_center": center,
            "bounds_size": size, "last_block": last}


def rotation_of(letter, x):
    if letter in "bw":
        return LEFT if x < 0 else RIGHT
    return BACKWARDS if letter == "t" else AHEAD


def make_block(letter, place, root, more):
    """A block; `more` has what it has beside: name, speed, bearing, connections, groups."""
    kind, color = KINDS[letter]
    mask = NO_METADATA | NO_BEARING | NO_INTEGERS | (NO_COLOR if color is None else 0)
    for field, bit in (("name", HAS_NAME), ("connections", HAS_CONNECTIONS),
                       ("groups", NO_METADATA), ("bearing", NO_BEARING), ("speed", HAS_SPEED)):
        mask ^= bit if field in more else 0
    raw = [int((at - middle) * 32767 / size)
           for at, middle, size in zip(place, root["bounds_center"], root["bounds_size"])]
    block = {"position": raw, "rotation_index": rotation_of(letter, place[0]), "id": kind,
             "mask": mask}
    if kind not in PLAIN:
        settings = {"speed": 0, "name": None, "signal": 0, "bearing": None, "connections": None}
        settings.update({name: more[name] for name in settings if name in more})
        block.update({name: value for name, value in settings.items() if value is not None})
        if "groups" in more:
            block["metadata"] = {"booleans": [True, False], "floats": [0.5],
                                 "groups": more["groups"], "bytes": [1]}
    if color is not None:
        block["color_index"] = color
    return block


def make_car():
    body = [found for found in places() if found[0] != "w"]
    wheels = [found for found in places() if found[0] == "w"]
    index = {}
    for i, (letter, place) in enumerate(body + wheels):
        index.setdefault(letter, []).append(i)
    front, rear = index["b"][:2], index["b"][2:]
    more = {"s": {"name": "Свет / lights", "connections": index["l"] + index["t"]},
            "c": {"connections": front},
            "e": {"connections": rear, "speed": 255},
            "S": {"name": "Driver", "connections": index["c"] + index["e"],
                  "groups": [index["c"], index["e"], [65535]]}}
    roots = [make_root(body, len(body) - 1)]
    blocks = [make_block(letter, place, roots[0], more.get(letter, {})) for letter, place in body]
    for wheel, bearing in zip(wheels, index["b"]):
        roots.append(make_root([wheel], len(blocks)))
        blocks.append(make_block(*wheel, roots[-1], {"bearing": bearing}))
    variant = {"name": "game", "byte_order": "little", "tables": "counts_first",
               "string_prefix": "varint", "metadata_color_bytes": 4, "empty_custom_bounds": False,
               "wide_index_from": 257, "flipped_ids": []}
    return {"format": "structure", "version": 6, "variant": variant, "colors": COLORS,
            "rotations": ROTATIONS, "roots": roots, "blocks": blocks}


def print_build(build):
    """Prints JSON the way `overworld convert` does: fields of the build and their records one a line."""
    fields = []
    for name, value in build.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and value and not isinstance(value[0], int):
            text = ",\n    ".join(json.dumps(record, ensure_ascii=False) for record in value)
            text = f"[\n    {text}\n  ]"
        fields.append(f'  "{name}": {text}')
    print("{\n" + ",\n".join(fields) + "\n}")


# From here on: the proof.


def place_of(raw, root):
    exact = [number / (32767 / size) + middle
             for number, size, middle in zip(raw, root["bounds_size"], root["bounds_center"])]
    rounded = tuple(round(number) for number in exact)
    assert max(abs(a - b) for a, b in zip(exact, rounded)) < 0.001, f"{exact} is between places"
    return rounded


def find_places(build):
    """What stands where, and which root it belongs to."""
    where, first = [], 0
    for root in build["roots"]:
        for block in build["blocks"][first:root["last_block"] + 1]:
            where.append(place_of(block["position"], root))
        first = root["last_block"] + 1
    assert len(where) == len(build["blocks"]) == len(set(where)), "two blocks in one place"
    return where


def neighbours(place):
    x, y, z = place
    return {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)}


def verify_one_piece(where):
    seen, ahead = {where[0]}, [where[0]]
    while ahead:
        ahead += (new := (neighbours(ahead.pop()) & set(where)) - seen)
        seen |= new
    assert len(seen) == len(where), f"{len(where) - len(seen)} blocks have come off"


def verify_sides(build, where):
    look = {place: (block["id"], block.get("color_index"))
            for place, block in zip(where, build["blocks"])}
    for (x, y, z), seen in look.items():
        assert look.get((-x, y, z)) == seen, f"the sides differ at {x} {y} {z}"


def verify_wheels(build, where):
    blocks = build["blocks"]
    wheels = [i for i, block in enumerate(blocks) if block["id"] == WHEEL]
    held = {blocks[i]["bearing"] for i in wheels}
    assert len(wheels) == len(held) == 4, "there are not four wheels at four bearings"
    for i in wheels:
        bearing = blocks[i]["bearing"]
        assert blocks[bearing]["id"] == BEARING, f"wheel {i} is held by no bearing"
        assert where[bearing] in neighbours(where[i]), f"wheel {i} is far from its bearing"


def verify_wires(build):
    blocks = build["blocks"]
    wired = {block["id"]: [blocks[target]["id"] for target in block["connections"]]
             for block in blocks if "connections" in block}
    assert wired[SEAT] == [STEERING, ENGINE], "the driver has nothing in hand"
    assert wired[STEERING] == wired[ENGINE] == [BEARING] * 2, "an axle is not driven"
    assert wired[SWITCH] == [LIGHT] * 2 + [PIXEL] * 2, "the switch does not switch the lights"


def verify(build):
    where = find_places(build)
    verify_one_piece(where)
    verify_sides(build, where)
    verify_wheels(build, where)
    verify_wires(build)
    print(f"{len(where)} blocks make a car")


def main():
    if len(sys.argv) == 1:
        print_build(make_car())
    elif len(sys.argv) == 3 and sys.argv[1] == "--verify":
        with sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8") as source:
            verify(json.load(source))
    else:
        sys.exit("usage: make_car.py [--verify FILE]")


if __name__ == "__main__":
    main()
