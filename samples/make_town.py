#!/usr/bin/env python3
"""Makes city-town.json, a city save: a small town between hills, a river and a lake, whose ground stands in
the file itself.

Usage: make_town.py                 prints the save as JSON
       make_town.py --verify FILE   reads such JSON ("-": standard input) and proves what it says of it

The proof takes the heights from the JSON: what stands there stands on dry ground that is level enough for
it, nothing in something else, and the bridge leads across water.
"""
import json
import sys

SIDE = 49
WATER = 5.0
# x, y, half their width, height
HILLS = [(5, 5, 17, 13.0), (27, 2, 13, 7.5), (2, 27, 12, 6.5), (47, 4, 12, 9.0), (3, 47, 13, 8.0),
         (46, 22, 9, 3.0)]
ROCK = (15, 16, 6.5, 8.0)  # steep on all sides
LAKE = (39, 37, 11)
NAMES = ["overworld-house", "overworld-cottage", "overworld-barn", "overworld-mill",
         "overworld-watchtower", "overworld-church", "overworld-oak", "overworld-pine",
         "overworld-bridge"]
HOUSE, COTTAGE, BARN, MILL, TOWER, CHURCH, OAK, PINE, BRIDGE = range(9)
# Directions: 0 looks along x, 2 along y.
ALONG_X, ALONG_Y, BACK_X, BACK_Y = 0, 2, 4, 6


def bend(t):
    """A wave of parabolas, from -1 to 1 and back every 2."""
    t %= 2
    return 4 * t * (1 - t) if t < 1 else -4 * (t - 1) * (2 - t)


def bump(x, y, at_x, at_y, half):
    """1 in the middle, 0 from half a width on."""
    share = 1 - ((x - at_x) ** 2 + (y - at_y) ** 2) / (half * half)
    return share * share if share > 0 else 0


def height_at(x, y):
    height = 6.25 + sum(tall * bump(x, y, at_x, at_y, half) for at_x, at_y, half, tall in HILLS)
    at_x, at_y, half, tall = ROCK
    height += min(tall, 2.5 * tall * bump(x, y, at_x, at_y, half))
    from_river = y - (33 + 5 * bend(x / 26))
    height -= (height - 2.5) * max(0, 1 - from_river * from_river / 10)
    height -= (height - 2.0) * min(1, 2 * bump(x, y, *LAKE))
    return int(height * 4) / 4


PLACES = [
    # The street along x, and the one that leads to the bridge.
    (HOUSE, ALONG_Y, 18, 25), (COTTAGE, ALONG_Y, 22, 25), (HOUSE, ALONG_Y, 31, 22),
    (COTTAGE, ALONG_Y, 35, 21), (HOUSE, BACK_Y, 18, 30), (COTTAGE, BACK_Y, 23, 29),
    (CHURCH, ALONG_X, 23, 20), (HOUSE, BACK_X, 30, 17), (COTTAGE, ALONG_X, 23, 15),
    (HOUSE, BACK_X, 30, 14), (BARN, ALONG_Y, 37, 16), (BARN, ALONG_X, 13, 24),
    (MILL, BACK_X, 30, 26), (TOWER, ALONG_Y, 15, 16),
    # Across the water.
    (COTTAGE, ALONG_X, 22, 43), (HOUSE, BACK_Y, 26, 40), (BARN, ALONG_X, 17, 45),
    (COTTAGE, BACK_Y, 26, 46),
    (BRIDGE, ALONG_Y, 27, 33),
    (OAK, 0, 5, 40), (OAK, 1, 8, 41), (OAK, 5, 31, 47), (OAK, 3, 40, 13), (OAK, 7, 14, 29),
    (OAK, 2, 39, 20), (OAK, 4, 19, 41), (OAK, 0, 9, 31), (OAK, 6, 5, 30),
    (PINE, 0, 5, 9), (PINE, 3, 8, 5), (PINE, 6, 11, 8), (PINE, 1, 3, 13), (PINE, 2, 13, 3),
    (PINE, 5, 8, 11), (PINE, 7, 24, 4), (PINE, 0, 28, 6), (PINE, 4, 45, 7), (PINE, 2, 42, 4),
    (PINE, 6, 46, 11), (PINE, 0, 2, 25), (PINE, 1, 4, 22), (PINE, 3, 4, 45), (PINE, 5, 2, 3),
]


def make_town():
    heights = [height_at(x, y) for y in range(SIDE) for x in range(SIDE)]
    things = [{"meta_thing": kind, "direction": direction, "x": float(x), "y": float(y),
               "z": 5.5 if kind == BRIDGE else heights[y * SIDE + x], "reserved": ""}
              for kind, direction, x, y in PLACES]
    name = "Lakeside"
    return {"format": "city", "variant": "d3", "header_size": 6 + len(name), "version": 0,
            "name": name,
            "terrain": {"size": 13 + 4 * len(heights), "kind": "heights", "x_vertices": SIDE,
                        "y_vertices": SIDE, "heights": heights},
            "meta_things_size": 8 + sum(2 + len(name) for name in NAMES), "meta_things": NAMES,
            "things_size": 8 + 21 * len(things), "things": things}


def print_city(city):
    """Prints JSON the way `overworld convert` does: things one a line, the rest one line a field."""
    fields = []
    for name, value in city.items():
        text = json.dumps(value, ensure_ascii=False)
        if name == "things":
            text = "[\n    " + ",\n    ".join(json.dumps(thing) for thing in value) + "\n  ]"
        fields.append(f'  "{name}": {text}')
    print("{\n" + ",\n".join(fields) + "\n}")


# From here on: the proof.


# How much of a slope under them is too much; 1 for what has a floor.
SLOPES = {"oak": 5, "pine": 5, "watchtower": 2}


def verify(city):
    terrain = city["terrain"]
    width, heights = terrain["x_vertices"], terrain["heights"]
    stands = {}
    for thing in city["things"]:
        name = city["meta_things"][thing["meta_thing"]].split("-")[1]
        x, y = int(thing["x"]), int(thing["y"])
        around = [heights[(y + dy) * width + x + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        uneven = max(around) - min(around)
        assert all(max(abs(x - a), abs(y - b)) > 1 for a, b in stands), f"{name} at {x} {y} is in another"
        stands[x, y] = name
        if name == "bridge":
            assert max(around) < WATER < thing["z"], "the bridge crosses no water"
            continue
        assert thing["z"] == around[4], f"{name} at {x} {y} is not on the ground"
        assert min(around) >= WATER, f"{name} at {x} {y} gets wet feet"
        assert uneven <= SLOPES.get(name, 1), f"{name} at {x} {y} stands {uneven} askew"
    return stands


def main():
    if len(sys.argv) == 1:
        print_city(make_town())
    elif len(sys.argv) == 3 and sys.argv[1] == "--verify":
        with sys.stdin if sys.argv[2] == "-" else open(sys.argv[2], encoding="utf-8") as source:
            print(f"{len(verify(json.load(source)))} things make a town")
    else:
        sys.exit("usage: make_town.py [--verify FILE]")


if __name__ == "__main__":
    main()
