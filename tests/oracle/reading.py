"""What the readers of the four formats share: numbers and texts taken from bytes, and the JSON that they become.

The readers were written from the published specifications and from notes on real files. They share no code with the
library and none of its ideas, so a mistake would have to be made twice to stay unseen.
"""
import base64
import struct

SIZES = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "u64": "Q"}


class Refused(Exception):
    """The bytes are no file of the format."""


class Float(float):
    """A float of 32 bits that keeps its bits, for NaN and negative zeros."""

    def __new__(cls, bits):
        value = super().__new__(cls, struct.unpack("<f", struct.pack("<I", bits))[0])
        value.bits = bits
        return value

    def is_finite(self):
        return self.bits & 0x7F800000 != 0x7F800000


class Cursor:
    """Takes values from bytes, from the first to the last."""

    def __init__(self, data, order="little", offset=0):
        self.data, self.order, self.offset = data, order, offset

    def left(self):
        return len(self.data) - self.offset

    def bytes(self, count):
        if count < 0 or count > self.left():
            raise Refused(f"{count} bytes wanted at {self.offset}, {self.left()} left")
        self.offset += count
        return self.data[self.offset - count:self.offset]

    def number(self, kind):
        code = SIZES[kind]
        form = ("<" if self.order == "little" else ">") + code
        return struct.unpack(form, self.bytes(struct.calcsize(form)))[0]

    def numbers(self, kind, count):
        # A count is held against the bytes first, or a large one would take all memory.
        if count * struct.calcsize(SIZES[kind]) > self.left():
            raise Refused(f"{count} numbers wanted at {self.offset}")
        return [self.number(kind) for _ in range(count)]

    def float(self, order=None):
        return Float(int.from_bytes(self.bytes(4), order or self.order))

    def floats(self, count, order=None):
        if 4 * count > self.left():
            raise Refused(f"{count} floats wanted at {self.offset}")
        return [self.float(order) for _ in range(count)]

    def text(self, length):
        return text(self.bytes(length))

    def list(self, count, read):
        """A list of records. No record takes less than a byte."""
        if count < 0 or count > self.left():
            raise Refused(f"{count} records wanted at {self.offset}")
        return [read(self) for _ in range(count)]


def in_base64(data):
    return base64.b64encode(data).decode()


def text(data):
    """Text as JSON: a string, or base64 if it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"base64": in_base64(data)}


def is_text(value):
    return isinstance(value, str)


def same_float(bits, other):
    """Whether a value of JSON stands for these 32 bits."""
    names = {"NaN": 0x7FC00000, "Infinity": 0x7F800000, "-Infinity": 0xFF800000}
    if isinstance(other, str):
        return (int(other[4:], 16) if other.startswith("NaN:") else names.get(other)) == bits
    if isinstance(other, bool) or not isinstance(other, (int, float)):
        return False
    try:
        return struct.pack("<f", other) == struct.pack("<I", bits)
    except OverflowError:
        return False


def difference(ours, theirs, place=""):
    """Where two values of JSON differ and how, as text; nothing if they do not."""
    if isinstance(ours, Float):
        return None if same_float(ours.bits, theirs) else f"{place}: {ours!r} ({ours.bits:08x}) and {theirs!r}"
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if ours.keys() != theirs.keys():
            return f"{place}: fields differ: {sorted(ours.keys() ^ theirs.keys())}"
        pairs = [(key, ours[key], theirs[key]) for key in ours]
    elif isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            return f"{place}: {len(ours)} and {len(theirs)} elements"
        pairs = zip(range(len(ours)), ours, theirs)
    else:
        same = type(ours) is type(theirs) and ours == theirs
        return None if same else f"{place}: {ours!r} and {theirs!r}"
    for key, mine, other in pairs:
        found = difference(mine, other, f"{place}/{key}")
        if found:
            return found
    return None
