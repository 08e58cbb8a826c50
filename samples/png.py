"""PNG, with a compressor that is the same everywhere, which zlib's is not."""
import struct
import zlib

SHORTEST_MATCH, LONGEST_MATCH, FARTHEST_MATCH = 4, 257, 32768


class Bits:
    """Bits into bytes, the lowest first, as deflate wants them."""

    def __init__(self):
        self.data, self.held, self.count = bytearray(), 0, 0

    def put(self, value, size):
        self.held |= value << self.count
        self.count += size
        while self.count >= 8:
            self.data.append(self.held & 255)
            self.held >>= 8
            self.count -= 8

    def put_code(self, code, size):
        """A Huffman code, whose highest bit comes first."""
        self.put(int(f"{code:0{size}b}"[::-1], 2), size)

    def put_symbol(self, symbol):
        """A literal or a length in the codes that deflate fixes (RFC 1951, 3.2.6)."""
        for first, code, size in ((280, 0xC0, 8), (256, 0, 7), (144, 0x190, 9), (0, 0x30, 8)):
            if symbol >= first:
                self.put_code(code + symbol - first, size)
                return


def put_scaled(bits, value, base, step, put):
    """Lengths and distances: a code for a range that doubles every `step` codes, then what is left
    of the value in plain bits."""
    code = extra = 0
    while value >= base + (1 << extra):
        base += 1 << extra
        code += 1
        if code >= 2 * step and code % step == 0:
            extra += 1
    put(code)
    bits.put(value - base, extra)


def match_at(data, at, seen):
    """How much of what stands at `at` stood before, and how far back: at the last
    place with the same four bytes, which `seen` knows."""
    start = data[at:at + SHORTEST_MATCH]
    before = seen.get(start, -FARTHEST_MATCH - 1)
    seen[start] = at
    size = SHORTEST_MATCH
    if len(start) < size or at - before > FARTHEST_MATCH:
        return 0, 0
    while (size < LONGEST_MATCH and at + size < len(data)
           and data[at + size] == data[before + size]):
        size += 1
    return size, at - before


def deflate(data):
    """A zlib stream (RFC 1950) of one block in the codes that deflate fixes."""
    bits, seen, at = Bits(), {}, 0
    bits.put(0b011, 3)
    while at < len(data):
        size, distance = match_at(data, at, seen)
        if size == 0:
            bits.put_symbol(data[at])
            at += 1
            continue
        put_scaled(bits, size, 3, 4, lambda code: bits.put_symbol(257 + code))
        put_scaled(bits, distance, 1, 2, lambda code: bits.put_code(code, 5))
        for skipped in range(at + 1, at + size):
            seen[data[skipped:skipped + SHORTEST_MATCH]] = skipped
        at += size
    bits.put_symbol(256)
    bits.put(0, 7)
    return b"\x78\x01" + bytes(bits.data) + struct.pack(">I", zlib.adler32(data))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(rows, clear=False):
    """Rows of bytes, three to a pixel, or four where it can be clear, each told by how it differs from
    the one above."""
    width = len(rows[0]) // (4 if clear else 3)
    above, filtered = bytes(len(rows[0])), b""
    for row in rows:
        filtered += b"\x02" + bytes((a - b) & 255 for a, b in zip(row, above))
        above = row
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 6 if clear else 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
            + chunk(b"IDAT", deflate(filtered)) + chunk(b"IEND", b""))
