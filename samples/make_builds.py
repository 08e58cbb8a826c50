#!/usr/bin/env python3
"""Makes the builds for Sandbox World of version 6 that show one feature of .structure, or one variant
of it, each.

Usage: make_builds.py          prints their names, such as build-names
       make_builds.py NAME     prints one as JSON
"""
import os
import sys

from make_car import print_build

METAL, WOOD, SEAT, SWITCH, BEARING, WHEEL, GLASS, FILTER, TEXT_STICKER, MATH = (
    0, 1, 5, 9, 12, 13, 28, 57, 126, 129)
CUSTOM, WOOD_CUSTOM, GLASS_CUSTOM, NEON_CUSTOM = 109, 120, 121, 130
# Types without settings: metal, wood, glass and their half blocks.
PLAIN = {METAL, WOOD, GLASS, *range(33, 39), 59, *range(62, 76), 86, 87, 88}
# Types that have settings in `game`, and none in `spec`.
SPEC_PLAIN = (6, 13, 16, 17, 19, 20, 21, 22, 25, 29, 56, 105, 106, 113, 116, 118, 119, 120, 121, 122)

GAME = {"name": "game", "byte_order": "little", "tables": "counts_first", "string_prefix": "varint",
        "metadata_color_bytes": 4, "empty_custom_bounds": False, "wide_index_from": 257,
        "flipped_ids": []}
SPEC = {**GAME, "name": "spec", "byte_order": "big", "tables": "lengths_first",
        "string_prefix": "u16", "metadata_color_bytes": 3, "flipped_ids": list(SPEC_PLAIN)}


def game_with(switch, value):
    return {**GAME, "name": f"game with another {switch}", switch: value}


def root(last_block, center=(0.0, 0.0, 0.0), size=(1.0, 1.0, 1.0)):
    return {"position": [0.0] * 3, "rotation": [0.0] * 3, "bounds_center": list(center),
            "bounds_size": list(size), "last_block": last_block}


def build(blocks, colors=None, rotations=None, roots=None, variant=None):
    step = min(1000, 16000 // max(1, len(blocks)))  # the bounds end at 16383
    for i, made in enumerate(blocks):
        made["position"] = made["position"] or [step * i, 0, 0]
    if roots is None:
        roots = [root(len(blocks) - 1, size=(8.0, 8.0, 8.0))] if blocks else []
    return {"format": "structure", "version": 6, "variant": variant or GAME, "colors": colors,
            "rotations": rotations, "roots": roots, "blocks": blocks}


def mask_of(fields):
    """What the mask says of a block with these fields."""
    bits = (("name", 0x01, 0), ("connections", 0x02, 0), ("metadata", 0, 0x04), ("color", 0, 0x08),
            ("color_index", 0, 0x08), ("bearing", 0, 0x10), ("integers", 0, 0x20))
    absent = {no for field, _, no in bits if no and field not in fields}
    if "color" in fields or "color_index" in fields:
        absent.discard(0x08)
    return sum(yes for field, yes, _ in bits if field in fields) + sum(absent)


def block(kind, position=None, rotation=0, interactive=None, mask=None, **fields):
    """A block with fields as JSON calls them. `rotation` is an index, or three angles where the build
    has no table; the mask follows from the fields unless told. Without a position the build puts it in
    a row with the others."""
    made = {"position": position and list(position)}
    made["rotation_index" if isinstance(rotation, int) else "rotation"] = rotation
    made.update({"id": kind, "mask": mask_of(fields) if mask is None else mask})
    if kind not in PLAIN if interactive is None else interactive:
        fields = {"speed": 0, "signal": 0, **fields}
    order = ("speed", "name", "signal", "bearing", "connections", "integers", "metadata", "color",
             "color_index")
    made.update({name: fields[name] for name in order if name in fields})
    return made


def metadata(custom=None, **fields):
    """Metadata with nothing in it but `fields`; `custom`: of a custom block with so many fields."""
    empty = {"booleans": [], "floats": [], "groups": [], "bytes": []}
    if custom is not None:
        empty = {"booleans": [], "floats": [], **custom, "bytes": []}
    order = ("booleans", "spare_bits", "floats", "vectors", "min", "max", "vertices", "groups",
             "bytes", "colors", "gradients", "formula", "inputs", "slots")
    made = {**empty, **fields}
    return {name: made[name] for name in order if name in made}


# Angles in 65535ths of a turn, rounded down.
QUARTER, HALF = 16383, 32767
STRAIGHT = [0, 0, 0]
# Red, yellow, green, cyan and blue, of 16 bits with red in the high five.
RAINBOW = [0xF800, 0xFFE0, 0x07E0, 0x07FF, 0x001F]


def tables():
    """Both tables, and several roots, the last two of which turn on bearings."""
    rotations = [STRAIGHT, [0, QUARTER, 0], [QUARTER, 0, HALF]]
    blocks = [block(METAL, (0, -8191, 0), 0, color_index=0),
              block(BEARING, (0, 8191, 0), 2, color_index=1),
              block(BEARING, (0, 0, 0), 2, bearing=1, color_index=0),
              # Of a block without settings the mask says that it has a bearing, and no more.
              block(METAL, (16383, 0, 0), 1, mask=0x24, color_index=1),
              block(WHEEL, (0, 0, 0), 2, color_index=1, bearing=2)]
    roots = [root(1, (0.0, 0.5, 0.0), (1.0, 2.0, 1.0)), root(3, (0.0, 2.0, 0.0)),
             {**root(4, (0.0, 3.0, 0.0)), "position": [0.25, -0.5, 11.5],
              "rotation": [0.0, 90.0, -0.0]}]
    return build(blocks, RAINBOW[::4], rotations, roots)


def no_tables():
    """Neither table: each block has a rotation and a colour of its own."""
    return build([block(METAL, (-4095 + 4095 * i, 0, 0), [0, QUARTER * i, 0], color=RAINBOW[i])
                  for i in range(3)] + [block(GLASS, (8190, 0, 0), STRAIGHT)])


def empty_tables():
    """Both tables are there and have nothing in them, which counts as neither."""
    return build([block(WOOD, rotation=[QUARTER, 0, 0], color=0xFFFF)], [], [])


def empty():
    return build([])


def masks():
    """A switch and a metal block with nothing beside, with one bit of the mask turned, with all."""
    fields = (("name", "A"), ("connections", [0]), ("metadata", metadata()), ("color_index", 0),
              ("bearing", 0), ("integers", [-1, 70000, -2147483648, 2147483647]))
    bits = (0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80)
    blocks = [block(BEARING)]
    for kind in (SWITCH, METAL):
        some = dict(fields) if kind == SWITCH else {"color_index": 0}
        blocks.append(block(kind))
        for (name, value), bit in zip(fields, bits):
            blocks.append(block(kind, mask=0x3C ^ bit, **({name: value} if name in some else {})))
        blocks.append(block(kind, mask=0x3C | 0x40, **({"speed": 3} if kind == SWITCH else {})))
        blocks.append(block(kind, mask=0x3C | 0x80, speed=128))
        blocks.append(block(kind, mask=0x3C ^ 0xFF, speed=200, **some))
    return build(blocks, [0xFFFF], [STRAIGHT])


def names():
    """Names of 0, 127 and 128 bytes, in several scripts, and one of 300 characters."""
    return build([block(SWITCH, name=name) for name in
                  ("", "x" * 127, "y" * 128, "Табличка «Привет»", "名前 🚗", "é" * 300, "a\n\"b\"\\c")],
                 None, [STRAIGHT])


def many_rotations(count, variant=None):
    """One block for each of the first and the last rotations of a table."""
    table = [[0, 256 * (i % 256), i // 256] for i in range(count)]
    blocks = [block(WOOD, (i % 16 * 1000, i // 16 * 1000, 0), i)
              for i in (0, 1, count // 2, count - 2, count - 1)]
    return build(blocks, None, table, variant=variant)


def gradient(alpha):
    return {"colors": [[255, 0, 0] + alpha, [0, 0, 255] + alpha], "color_positions": [0.0, 1.0],
            "alphas": [1.0, 0.25, 0.0], "alpha_positions": [0.0, 0.5, 1.0]}


def full_metadata(variant=None, alpha=(128,)):
    """Everything that metadata can hold, with vectors and without, and with nothing in each."""
    alpha = list(alpha)
    everything = metadata(
        booleans=[True, False, True, True, False, False, False, True, True],
        floats=[0.5, -0.0, 1000000.0], vectors=[[1.0, 2.0, 3.0], [-0.25, 0.0, 0.125]],
        groups=[[0, 1], [], [65535]], bytes=[3, 0, 255], colors=[[10, 20, 30] + alpha],
        gradients=[gradient(alpha), {"colors": [], "color_positions": [], "alphas": [],
                                     "alpha_positions": []}])
    without = metadata(booleans=[False] * 8, floats=[1.5], groups=[[2]], bytes=[1])
    return build([block(SEAT, metadata=everything), block(SEAT, metadata=without),
                  block(SEAT, metadata=metadata(vectors=[], colors=[], gradients=[])),
                  block(SEAT, metadata=metadata())], None, [STRAIGHT], variant=variant)


TETRAHEDRON = [[0, 0, 0], [65535, 65535, 0], [65535, 0, 65535], [0, 65535, 65535]]


def custom():
    """Custom blocks of each type, and one without vertices."""
    solid = metadata(custom={"min": -1, "max": 1, "vertices": TETRAHEDRON}, colors=[[1, 2, 3, 255]])
    return build([block(kind, metadata=solid)
                  for kind in (CUSTOM, WOOD_CUSTOM, GLASS_CUSTOM, NEON_CUSTOM)] +
                 [block(CUSTOM, metadata=metadata(custom={"vertices": []}))], None, [STRAIGHT])


def custom_bounds():
    """A custom block without vertices whose bounds stand all the same."""
    bare = metadata(custom={"min": -2, "max": 7, "vertices": []}, bytes=[9])
    solid = metadata(custom={"min": 0, "max": 1, "vertices": TETRAHEDRON})
    return build([block(CUSTOM, metadata=bare), block(CUSTOM, metadata=solid)], None, [STRAIGHT],
                 variant=game_with("empty_custom_bounds", True))


def math():
    """A math block that three switches feed."""
    formula = metadata(formula="A * B + C / 2", inputs=[0, 1, 2], slots=[9, 8, 0])
    return build([block(MATH, metadata=formula)] +
                 [block(SWITCH, name=name, signal=85 * i, connections=[0])
                  for i, name in enumerate("ABC")] +
                 [block(MATH, metadata=metadata(formula="", inputs=[], slots=[]))],
                 None, [STRAIGHT])


def spec():
    """The published specification to the letter, where it and the game differ."""
    plain = [block(kind, (0, 800 * i, 0), i % 2, interactive=False, color_index=i % 5)
             for i, kind in enumerate(SPEC_PLAIN)]
    more = metadata(floats=[0.5], groups=[[0, 1]], bytes=[1], colors=[[1, 2, 3]])
    return build(plain + [block(BEARING, name="Подшипник", connections=[len(plain) + 1], integers=[-2]),
                          block(SEAT, metadata=more, bearing=len(plain))],
                 RAINBOW, [STRAIGHT, [0, QUARTER, 0]], variant=SPEC)


def lengths_first():
    return build([block(METAL, (0, 0, 1000 * i), i % 2, color_index=i % 3) for i in range(7)],
                 RAINBOW[:3], [STRAIGHT, [0, QUARTER, 0]],
                 variant=game_with("tables", "lengths_first"))


def wide_prefix(prefix):
    return build([block(SWITCH, name="long: " + "ы" * 150), block(FILTER, name="short")],
                 None, [STRAIGHT], variant=game_with("string_prefix", prefix))


def big_endian():
    """All in which `spec` is not `game`, the order of bytes aside, as `game` has it."""
    settled = [block(kind, color_index=i % 5) for i, kind in enumerate(SPEC_PLAIN)]
    colored = block(SEAT, metadata=metadata(colors=[[1, 2, 3, 128]]))
    named = block(SWITCH, name="Big end first", connections=[1], integers=[-2])
    return build(settled + [colored, named], RAINBOW, [STRAIGHT], variant=game_with("byte_order", "big"))


def flipped_ids():
    """A wheel and a text sticker without settings."""
    return build([block(WHEEL, interactive=False), block(TEXT_STICKER, interactive=False),
                  block(SWITCH, name="A")],
                 None, [STRAIGHT], variant=game_with("flipped_ids", [WHEEL, TEXT_STICKER]))


def oddities():
    """What no game would write, and reads all the same."""
    odd = metadata(booleans=[True], spare_bits=85, floats=["NaN", "NaN:7fc00001", "-Infinity", 1e-45],
                   groups=[[65535, 65535], []], bytes=[0] * 63)
    gradient_of_odd_lists = {"colors": [[1, 2, 3, 4]], "color_positions": [], "alphas": [0.0],
                             "alpha_positions": [0.0, "Infinity"]}
    strange = metadata(booleans=[False, True], spare_bits=1, gradients=[gradient_of_odd_lists])
    blocks = [block(200, (-32768, 32767, -1), 7, connections=[0, 0, 1], metadata=odd),
              block(SWITCH, name={"base64": "/w=="}, metadata=strange, color_index=254),
              block(METAL, mask=0xFF, speed=255), block(SEAT, bearing=65535, integers=[]),
              block(3, connections=[])]
    flat = {**root(4, size=(0.0, -1.0, 16777216.0)), "position": [-0.0, 1e-45, 16777216.0]}
    return build(blocks, [0, 0], [STRAIGHT], [flat])


BUILDS = {
    "build-tables": tables, "build-no-tables": no_tables, "build-empty-tables": empty_tables,
    "build-empty": empty, "build-masks": masks, "build-names": names,
    "build-rotations-256": lambda: many_rotations(256),
    "build-rotations-300": lambda: many_rotations(300),
    "build-metadata": full_metadata, "build-custom": custom, "build-math": math,
    "build-oddities": oddities, "build-spec": spec, "build-lengths-first": lengths_first,
    "build-u16-prefix": lambda: wide_prefix("u16"),
    "build-u16-big-prefix": lambda: wide_prefix("u16_big"), "build-big-endian": big_endian,
    "build-flipped-ids": flipped_ids, "build-custom-bounds": custom_bounds,
    "build-rgb": lambda: full_metadata(game_with("metadata_color_bytes", 3), ()),
    "build-rotations-256-wide": lambda: many_rotations(256, game_with("wide_index_from", 256)),
}


def print_named(builds):
    """What a script that makes builds by name does: lists them, or prints one."""
    if len(sys.argv) == 1:
        print("\n".join(builds))
    elif len(sys.argv) == 2 and sys.argv[1] in builds:
        print_build(builds[sys.argv[1]]())
    else:
        sys.exit(f"usage: {os.path.basename(sys.argv[0])} [NAME]")


if __name__ == "__main__":
    print_named(BUILDS)
