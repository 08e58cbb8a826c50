#!/usr/bin/env python3
"""Makes builds for Sandbox World in versions 0 to 5 of .structure: the same small build in each, as far
as a version can say it, with what only that version can say.

Usage: make_older_builds.py          prints their names, such as build-v0
       make_older_builds.py NAME     prints one as JSON

What each version has is told in docs/reference/structure.md.
"""
import math

from make_builds import (BEARING, CUSTOM, GAME, MATH, METAL, PLAIN, QUARTER, SEAT, SWITCH,
                         game_with, mask_of, metadata, print_named)

LIGHT = 30
SPEED_IS_NOT_ZERO = 0x80
ORANGE, SEE_THROUGH = (255, 128, 0, 255), (0, 64, 255, 96)
# Middle and size of the upper face of a custom block, then of the lower one, as x, y and z.
FLAT = [[0.5, 1.0, 0.5], [1.0, 0.0, 1.0], [0.5, 0.0, 0.5], [0.5, 0.0, 0.5]]
# Below version 4 a size had a height, half of which counts for the middle.
HIGH = [[0.5, 0.75, 0.5], [1.0, 0.5, 1.0], [0.5, 0.25, 0.5], [0.5, 0.5, 0.5]]
# The base, and an arm that hangs on it.
ROOTS = (((0.0, 1.0, 0.0), (0.0, 0.0, 0.0)), ((0.0, 2.5, 0.0), (0.0, 90.0, 0.0)))


def shape(version, vertices):
    """What the metadata of a custom block has: version 0 has vectors, the others parts of a range."""
    if version == 0:
        return metadata(vectors=vertices, colors=[], gradients=[])
    numbers = [number for vertex in vertices for number in vertex]
    low, high = math.floor(min(numbers)), math.ceil(max(numbers))
    parts = [[int((number - low) / (high - low) * 65535) for number in vertex] for vertex in vertices]
    made = metadata(custom={"min": low, "max": high, "vertices": parts}, colors=[], gradients=[])
    return made if version < 5 else without_lists(made)


def without_lists(made):
    """From version 5 on, metadata without colours has no list of them."""
    return {name: value for name, value in made.items() if name not in ("colors", "gradients")}


def full_metadata(version):
    """All that a seat can hold. Below version 5 the numbers are wider, and -1 is no block."""
    wide = version < 5
    gradient = {"colors": [[255, 0, 0, 255], [0, 0, 255, 128]], "color_positions": [0.0, 1.0],
                "alphas": [1.0, 0.25], "alpha_positions": [0.0, 1.0]}
    return metadata(booleans=[True, False, True, True, False, False, False, True, True],
                    floats=[0.5, -0.25], vectors=[[1.0, 2.0, 3.0]],
                    groups=[[2, 4], [], [-1 if wide else 65535]],
                    bytes=[3, -1, 70000] if wide else [3, 0, 255],
                    colors=[[10, 20, 30, 255]], gradients=[gradient])


def math_metadata(version):
    made = metadata(colors=[], gradients=[], formula="A * B + 0.5", inputs=[0, 1], slots=[1, 0])
    return made if version < 5 else without_lists(made)


def parts(version):
    """Root, place, type and fields of each block. A block is turned a quarter if it is at an odd
    place of the list."""
    floor = {"color": ORANGE, **({"name": "Floor"} if version == 0 else {})}
    glow = {"speed": 128}  # version 3 gave a block without settings a speed
    return [
        (0, (0.0, 1.0, 0.0), METAL, floor),
        (0, (0.0, 1.5, 0.0), SWITCH, {"name": "Свет / lights", "signal": 255, "connections": [2, 4]}),
        (0, (0.5, 1.5, 0.0), LIGHT, {"speed": 255, "integers": [-2, 70000], "color": SEE_THROUGH}),
        (0, (-0.5, 1.5, 0.0), SEAT, {"connections": [2, 4], "metadata": full_metadata(version)}),
        (0, (0.0, 1.5, 0.5), MATH, {"connections": [2], "metadata": math_metadata(version)}),
        (0, (0.5, 1.0, 0.0), CUSTOM, {"metadata": shape(version, FLAT), "color": ORANGE}),
        (0, (-0.5, 1.0, 0.0), CUSTOM, {"metadata": shape(version, HIGH)}),
        (0, (0.0, 2.0, 0.0), BEARING, {}),
        (1, (0.0, 2.5, 0.0), METAL, glow if version >= 3 else {}),
        (1, (0.0, 2.5, 0.5), LIGHT, {"bearing": 7}),
    ]


def bounds(root, found):
    """The middle and the size of a box of side 1 at the root that has grown around all places."""
    low = [min(middle - 0.5, *places) for middle, places in zip(root, zip(*found))]
    high = [max(middle + 0.5, *places) for middle, places in zip(root, zip(*found))]
    return [(a + b) / 2 for a, b in zip(low, high)], [b - a for a, b in zip(low, high)]


def make_root(version, index, made):
    position, rotation = ROOTS[index]
    root = {"position": list(position), "rotation": list(rotation)}
    if version >= 1:
        found = [place for owner, place, _, _ in made if owner == index]
        root["bounds_center"], root["bounds_size"] = bounds(position, found)
    if version >= 2:
        root["last_block"] = max(i for i, part in enumerate(made) if part[0] == index)
    return root


def position_of(root, place):
    """Version 0 has the place itself, the others parts of the bounds, cut off."""
    if "bounds_size" not in root:
        return list(place)
    return [int((at - middle) * 32767 / size)
            for at, middle, size in zip(place, root["bounds_center"], root["bounds_size"])]


def color_of(version, color):
    """Version 0 has red, green, blue and alpha; the others 16 bits, with red in the high five."""
    red, green, blue, _ = color
    return list(color) if version == 0 else red >> 3 << 11 | green >> 2 << 5 | blue >> 3


def make_block(version, root, index, part):
    owner, place, kind, fields = part
    fields = dict(fields)
    if "color" in fields:
        fields["color"] = color_of(version, fields["color"])
    if version == 0 or kind not in PLAIN:
        fields = {"speed": 0, "signal": 0, **fields}
    mask = mask_of(fields)
    if version >= 3 and fields.get("speed"):
        mask |= SPEED_IS_NOT_ZERO
    made = {"position": position_of(root, place), "rotation": [0, QUARTER * (index % 2), 0],
            "id": kind, **({"root": owner} if version < 2 else {}), "mask": mask}
    order = ("speed", "name", "signal", "bearing", "connections", "integers", "metadata", "color")
    made.update({name: fields[name] for name in order if name in fields})
    return made


def variant_of(version, variant=None):
    """The variant as JSON of this version has it: what it leaves open about groups goes last."""
    variant = dict(variant or GAME)
    open_switches = {"group_count_bytes": 2} if version == 0 else {}
    if 1 <= version <= 4:
        open_switches = {"group_value_bytes": 4}
    return {**variant, **{name: variant.get(name, value) for name, value in open_switches.items()}}


def build(version, roots, blocks, variant=None):
    return {"format": "structure", "version": version, "variant": variant_of(version, variant),
            "roots": roots, "blocks": blocks}


def rich(version):
    made = parts(version)
    roots = [make_root(version, index, made) for index in range(len(ROOTS))]
    return build(version, roots, [make_block(version, roots[part[0]], index, part)
                                  for index, part in enumerate(made)])


def grouped(version, switch, value, groups):
    """Two seats with groups, which are written another way than `game` has them."""
    seats = [(0, (0.0, 1.0 + i, 0.0), SEAT,
              {"connections": [1 - i],
               "metadata": metadata(floats=[0.5], groups=groups, colors=[], gradients=[])})
             for i in range(2)]
    root = make_root(version, 0, seats)
    return build(version, [root], [make_block(version, root, i, seat) for i, seat in enumerate(seats)],
                 game_with(switch, value))


BUILDS = {
    **{f"build-v{version}": lambda version=version: rich(version) for version in range(6)},
    "build-v0-narrow-groups": lambda: grouped(0, "group_count_bytes", 1, [[0, 1], [], [-1]]),
    "build-v1-narrow-groups": lambda: grouped(1, "group_value_bytes", 2, [[0, 1], [], [65535]]),
}


if __name__ == "__main__":
    print_named(BUILDS)
