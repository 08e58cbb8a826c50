#!/usr/bin/env python3
"""Makes terrain/river-valley.png, the ground of the city samples: a river between hills.

Usage: make_terrain.py FILE          writes the image
       make_terrain.py --at X Y...   prints the heights at places, as the game sees them

The picture is 129 x 129 pixels, RGB; a pixel's red, times the save's z_scale of 0.1, is the height
there, and water stands at 5.0. Green and blue, in bands, are for people who look at it. Nothing
here depends on the machine: sums, products and quotients alone.
"""
import sys

from png import png

SIZE = 129
WATER = 50  # 5.0
HILLS = [  # x, y, half their width, height
    (24, 20, 15, 120), (58, 8, 18, 90), (112, 30, 20, 130), (96, 104, 17, 110), (34, 116, 22, 130),
]


def bend(t):
    """A wave of parabolas, from -1 to 1 and back every 2."""
    t %= 2
    return 4 * t * (1 - t) if t < 1 else -4 * (t - 1) * (2 - t)


def red_at(x, y):
    from_river = y - (62 + 22 * bend(x / 58) + x / 16)
    valley = 34 + 84 * from_river * from_river / (from_river * from_river + 900)
    hills = sum(tall * half * half / (half * half + (x - at_x) ** 2 + (y - at_y) ** 2)
                for at_x, at_y, half, tall in HILLS)
    level = valley + hills * (valley - 34) / 84
    return max(0, min(255, int(level)))


def pixel(x, y):
    red = red_at(x, y)
    if red < WATER:
        return red, 120, 200
    band = red // 16
    return red, 96 + 8 * band, 48 + 4 * band


def main():
    if len(sys.argv) == 2 and sys.argv[1][0] != "-":
        rows = [bytes(c for x in range(SIZE) for c in pixel(x, y)) for y in range(SIZE)]
        with open(sys.argv[1], "wb") as file:
            file.write(png(rows))
    elif len(sys.argv) > 3 and sys.argv[1] == "--at":
        places = list(map(int, sys.argv[2:]))
        for x, y in zip(places[::2], places[1::2]):
            print(x, y, red_at(x, y) / 10)
    else:
        sys.exit("usage: make_terrain.py FILE | --at X Y...")


if __name__ == "__main__":
    main()
