#!/usr/bin/env python3
"""Makes tiles/moated-keep.png, what the tiles of moated-keep look like: 14 of 16 x 16 pixels in a row.

Usage: make_tiles.py FILE
"""
import sys

from png import png

SIDE = 16
CLEAR = (0, 0, 0, 0)


def color(text):
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4)) + (255,)


def plain(of):
    return [[color(of)] * SIDE for _ in range(SIDE)]


def clear():
    return [[CLEAR] * SIDE for _ in range(SIDE)]


def box(tile, left, top, right, bottom, of):
    for y in range(top, bottom):
        for x in range(left, right):
            tile[y][x] = color(of)


def dots(tile, seed, count, *of):
    """Strews dots; the same ones each time."""
    for i in range(count):
        seed = (seed * 1103515245 + 12345) % 2 ** 31
        tile[seed >> 12 & 15][seed >> 20 & 15] = color(of[i % len(of)])


def floor():
    tile = plain("cdbf9f")
    for x, y in ((0, 0), (8, 0), (0, 8), (8, 8)):
        box(tile, x, y, x + 8, y + 1, "bcad8c")
        box(tile, x, y, x + 1, y + 8, "bcad8c")
    return tile


def grass():
    tile = plain("7fae5a")
    dots(tile, 2, 22, "74a352", "8bb866", "6d9a4c")
    return tile


def water():
    tile = plain("4a86b8")
    for y, x in ((3, 2), (4, 9), (9, 5), (12, 11), (13, 1)):
        box(tile, x, y, min(x + 4, SIDE), y + 1, "6fa5cf")
    return tile


def hedge():
    tile = plain("3f6f3c")
    for x, y in ((1, 1), (9, 2), (5, 8), (12, 10), (0, 11)):
        box(tile, x, y, min(x + 5, SIDE), min(y + 4, SIDE), "4c8047")
        box(tile, x + 1, y, min(x + 3, SIDE), y + 1, "63995a")
    return tile


def wall():
    tile = plain("8a8791")
    for row in range(4):
        top = row * 4
        box(tile, 0, top, SIDE, top + 1, "6c6974")
        for x in ((0, 8) if row % 2 else (4, 12)):
            box(tile, x, top, x + 1, top + 4, "6c6974")
    return tile


def door():
    tile = floor()
    box(tile, 1, 1, 15, 15, "7a5230")
    for x in (4, 8, 12):
        box(tile, x, 1, x + 1, 15, "5d3d22")
    box(tile, 10, 7, 12, 9, "e0c060")
    return tile


def bridge():
    tile = plain("a77b4a")
    for x in (0, 4, 8, 12):
        box(tile, x, 0, x + 1, SIDE, "83602f")
    box(tile, 0, 0, SIDE, 2, "6b4c27")
    box(tile, 0, 14, SIDE, 16, "6b4c27")
    return tile


def flowers():
    tile = clear()
    for x, y, petals in ((3, 3, "e8e4d0"), (10, 6, "e08aa8"), (5, 11, "e8c84a")):
        box(tile, x, y + 1, x + 3, y + 2, petals)
        box(tile, x + 1, y, x + 2, y + 3, petals)
        box(tile, x + 1, y + 1, x + 2, y + 2, "b06a20")
    return tile


def path():
    tile = plain("d2bd8a")
    dots(tile, 9, 26, "c4ae7a", "dccb9e", "b5a070")
    return tile


def rug():
    tile = plain("a5404a")
    for inset, of in ((1, "c98a4e"), (2, "a5404a"), (6, "b8545c"), (7, "c98a4e")):
        box(tile, inset, inset, SIDE - inset, SIDE - inset, of)
    return tile


def shelf():
    tile = clear()
    box(tile, 0, 1, 16, 15, "6d4a2a")
    for row in (2, 9):
        box(tile, 1, row, 15, row + 5, "3d2816")
        for i, of in enumerate(("b04a3a", "4a6fa0", "d0b060", "5a8a50", "8a5a90", "c8c0b0")):
            box(tile, 2 + 2 * i, row + 1, 3 + 2 * i, row + 5, of)
    return tile


def barrel():
    tile = clear()
    box(tile, 4, 1, 12, 15, "9a6a38")
    box(tile, 3, 3, 13, 13, "9a6a38")
    for y in (4, 11):
        box(tile, 3, y, 13, y + 1, "5a5a60")
    box(tile, 6, 2, 7, 14, "b58450")
    return tile


def throne():
    tile = rug()
    box(tile, 4, 2, 12, 14, "d0a840")
    box(tile, 5, 5, 11, 12, "8a2f3a")
    box(tile, 4, 2, 5, 3, "f0d880")
    box(tile, 11, 2, 12, 3, "f0d880")
    return tile


TILES = (clear, floor, grass, water, hedge, wall, door, bridge, flowers, path, rug, shelf, barrel,
         throne)


def main():
    tiles = [tile() for tile in TILES]
    rows = [b"".join(bytes(pixel) for tile in tiles for pixel in tile[y]) for y in range(SIDE)]
    with open(sys.argv[1], "wb") as file:
        file.write(png(rows, clear=True))


if __name__ == "__main__":
    main()
