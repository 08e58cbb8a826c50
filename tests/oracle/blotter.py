"""Reads saves of Logic World, versions 4 to 7, as JSON. Written from the specification and notes on real files."""
from reading import Cursor, Refused, in_base64

HEADER, FOOTER = b"Logic World save", b"redstone sux lol"
SAVE_TYPES = {1: "world", 2: "subassembly"}


class Layout:
    """What a version, or the draft of version 5, has."""

    def __init__(self, version, is_draft=False):
        self.version, self.is_draft = version, is_draft
        self.is_old = version == 4 or is_draft
        self.peg_kinds = {1: "input", 2: "output"} if version == 7 else {1: "input", 0: "output"}


def read(data):
    """The JSON of a save. Version 5 and its draft share a number: the one that reads to the footer is right."""
    if data[:16] != HEADER or len(data) < 17:
        raise Refused("no header")
    version = data[16]
    if version not in (4, 5, 6, 7):
        raise Refused(f"version {version}")
    if version == 5:
        try:
            return read_as(data, Layout(5))
        except Refused:
            return read_as(data, Layout(5, True))
    return read_as(data, Layout(version))


def string(cursor):
    return cursor.text(cursor.number("i32"))


def read_as(data, layout):
    cursor = Cursor(data, offset=17)
    save = {"format": "blotter", "version": layout.version}
    if layout.is_draft:
        save["variant"] = "draft"
    save["game_version"] = cursor.numbers("i32", 4)
    if layout.version > 4:
        kind = cursor.number("u8")
        if kind not in SAVE_TYPES:
            raise Refused(f"save type {kind}")
        save["save_type"] = SAVE_TYPES[kind]
    components, wires = cursor.number("i32"), cursor.number("i32")
    if not layout.is_old:
        save["mods"] = cursor.list(cursor.number("i32"), read_mod)
    save["component_types"] = cursor.list(cursor.number("i32"), read_type)
    save["components"] = cursor.list(components, lambda it: read_component(it, layout))
    save["wires"] = cursor.list(wires, lambda it: read_wire(it, layout))
    if layout.version > 4:
        save["circuit_states"] = read_states(cursor, save["save_type"])
    if cursor.bytes(16) != FOOTER:
        raise Refused("no footer")
    if cursor.left():
        save["trailing"] = in_base64(cursor.bytes(cursor.left()))
    return save


def read_mod(cursor):
    return {"id": string(cursor), "version": cursor.numbers("i32", 4)}


def read_type(cursor):
    return {"id": cursor.number("u16"), "name": string(cursor)}


def read_component(cursor, layout):
    component = {"address": cursor.number("u32"), "parent": cursor.number("u32"), "type": cursor.number("u16")}
    component["position"] = cursor.numbers("i32", 3) if layout.version > 5 else cursor.floats(3)
    turn = cursor.floats(4)
    component["rotation"] = turn[1:] + turn[:1] if layout.version == 4 else turn
    count = "u8" if layout.is_draft else "i32"
    component["inputs"] = cursor.list(cursor.number(count), lambda it: read_input(it, layout))
    component["outputs"] = cursor.list(cursor.number(count), lambda it: read_output(it, layout))
    length = cursor.number("i32")
    component["custom_data"] = None if length == -1 else in_base64(cursor.bytes(length))
    return component


def read_input(cursor, layout):
    if layout.is_draft:
        return {"exclusive": cursor.number("u8"), "circuit_state": cursor.number("i32")}
    return {"exclusive": cursor.number("u8")} if layout.version == 4 else cursor.number("i32")


def read_output(cursor, layout):
    return {"on": cursor.number("u8")} if layout.version == 4 else cursor.number("i32")


def read_peg(cursor, layout):
    kind = cursor.number("u8")
    return {"kind": layout.peg_kinds.get(kind, kind), "component": cursor.number("u32"),
            "index": cursor.number("u8" if layout.is_old else "i32")}


def read_wire(cursor, layout):
    wire = {"first": read_peg(cursor, layout), "second": read_peg(cursor, layout)}
    if layout.version > 4:
        wire["circuit_state"] = cursor.number("i32")
    wire["rotation"] = cursor.float()
    return wire


def read_states(cursor, save_type):
    count = cursor.number("i32")
    if save_type == "world":
        return in_base64(cursor.bytes(count))
    return cursor.list(count, lambda it: it.number("i32"))
