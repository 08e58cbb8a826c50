"""Reads LevelD levels, versions 0 to 4, as JSON. Written from the specification and notes on what the code of each
version wrote."""
from reading import Cursor, Refused

VARIANTS = {0: (None, "short-meta", "v4-layout"), 1: (None, "1b"), 2: (None,), 3: (None, "u64-counts"), 4: (None,)}


class Layout:
    """What a version, or one of its variants, has."""

    def __init__(self, version, variant):
        self.number, self.variant = version, variant
        version = 4 if variant == "v4-layout" else version
        self.version = version
        self.has_names = variant != "short-meta"
        self.has_tile_sizes = version >= 2 or variant == "1b"
        self.has_layers = version >= 3
        self.has_layer_ids = version >= 4
        self.has_actor_ids = version >= 1
        self.long_count = "u64" if variant == "u64-counts" else "u32"


def read(data):
    """The JSON of a level. The file does not state its byte order or variant: what reads to its end is right."""
    if len(data) < 2:
        raise Refused("no version")
    for order in ("little", "big"):
        version = int.from_bytes(data[:2], order)
        for variant in VARIANTS.get(version, ()):
            try:
                return read_as(data, order, Layout(version, variant))
            except Refused:
                pass
    raise Refused("no version, byte order and variant read to the end")


def string(cursor):
    return cursor.text(cursor.number("u8"))


def cells(cursor):
    return cursor.numbers("u16", cursor.number("u32"))


def read_as(data, order, layout):
    level = {"format": "leveld", "version": layout.number, "byte_order": order}
    if layout.variant:
        level["variant"] = layout.variant
    cursor = Cursor(data, order, 2)
    level["blocks"] = []
    while cursor.left():
        level["blocks"].append(read_block(cursor, layout))
    return level


def read_block(cursor, layout):
    name = bytes(cursor.bytes(4))
    if name not in READERS:
        raise Refused(f"block {name!r}")
    return {"id": name.decode(), **READERS[name](cursor, layout)}


def read_meta(cursor, layout):
    meta = {"timestamp": str(cursor.number("u64"))}
    for field in ("level_id", "name") if layout.has_names else ():
        meta[field] = string(cursor)
    return {**meta, "author": string(cursor), "description": string(cursor)}


def read_mesh(cursor, layout):
    mesh = {}
    if layout.has_tile_sizes:
        mesh = {"tile_width": cursor.number("u16"), "tile_height": cursor.number("u16")}
    mesh["width"] = cursor.number("u32")
    if layout.has_layers:
        mesh["height"] = cursor.number("u32")
        mesh["layers"] = cursor.list(cursor.number(layout.long_count), cells)
    else:
        mesh["layers"] = [cells(cursor)]
    return mesh


def read_actor(cursor, layout):
    actor = {"id": cursor.number("u32")} if layout.has_actor_ids else {}
    return {**actor, "x": cursor.number("u32"), "y": cursor.number("u32"), "flags": cursor.number("u16")}


def layer_id(cursor, layout):
    return {"layer_id": cursor.number("u32")} if layout.has_layer_ids else {}


def numbers(cursor, *names):
    return {name: cursor.number("u32") for name in names}


def read_thing(cursor, layout):
    return {**numbers(cursor, "id", "tag", "x", "y"), **layer_id(cursor, layout), "flags": cursor.number("u16"),
            "metadata": string(cursor)}


def read_trigger(cursor, layout):
    trigger = {**numbers(cursor, "x", "y"), **layer_id(cursor, layout), "area_type": cursor.number("u8")}
    for size in {0: ("width", "height"), 1: ("radius",)}.get(trigger["area_type"], ()):
        trigger[size] = cursor.number("u16")
    return {**trigger, **numbers(cursor, "id", "tag"), "type": cursor.number("u16"),
            **numbers(cursor, "a1", "a2", "a3", "a4", "a5"), "metadata": string(cursor)}


def read_path(cursor, layout):
    path = {"looping": cursor.number("u8"), **numbers(cursor, "tag"), **layer_id(cursor, layout)}
    path["points"] = cursor.list(cursor.number("u32"), lambda it: numbers(it, "x", "y", "value"))
    return path


def records(field, read_record, has_long_count=False):
    """A block of a count and as many records."""
    def read_records(cursor, layout):
        count = cursor.number(layout.long_count if has_long_count else "u32")
        return {field: cursor.list(count, lambda it: read_record(it, layout))}
    return read_records


READERS = {b"META": read_meta, b"MESH": read_mesh, b"THNG": records("things", read_thing),
           b"TRIG": records("triggers", read_trigger, True), b"PATH": records("paths", read_path),
           **dict.fromkeys((b"PLRS", b"NPCS", b"ITEM"), records("actors", read_actor))}
