"""Reads city saves in all five variants as JSON. Written from the specification and notes on the game's own code."""
import base64

from reading import Cursor, Refused, in_base64, is_text

VARIANTS = ("d3", "s1", "p0", "l2", "l1")  # in the order in which they are tried


def read(data):
    """The JSON of a city: the first variant that ends at the end of the file."""
    for variant in VARIANTS:
        try:
            return read_as(data, variant)
        except Refused:
            pass
    raise Refused("no variant ends at the end of the file")


def string(cursor):
    return cursor.text(cursor.number("u16"))


def read_as(data, variant):
    cursor = Cursor(data, "big")
    is_early = variant in ("l1", "l2")
    floats = "little" if variant == "p0" else "big"
    city = {"format": "city", "variant": variant, "header_size": cursor.number("u16")}
    if not is_early:
        city["version"] = cursor.number("u16")
        if city["version"] != 0:
            raise Refused(f"version {city['version']}")
    city["name"] = string(cursor)
    city["terrain"] = read_terrain(cursor, variant, floats)
    if not is_early:
        city["meta_things_size"] = cursor.number("u32")
        city["meta_things"] = cursor.list(cursor.number("u32"), string)
        city["things_size"] = cursor.number("u32")
        city["things"] = cursor.list(cursor.number("u32"), lambda it: read_thing(it, variant, floats))
        if variant == "p0" and city["things"] and city["things_size"] == 8 + 21 * len(city["things"]):
            raise Refused("the size of the Things has room for reserved data")
    if cursor.left():
        raise Refused(f"{cursor.left()} bytes left")
    return city


def read_terrain(cursor, variant, floats):
    terrain = {"size": cursor.number("u16" if variant in ("l1", "l2") else "u32")}
    kind = cursor.number("u8")
    if kind == 0:
        start = cursor.offset
        terrain.update(kind="image", image_path=string(cursor))
        if variant in ("d3", "l2"):
            terrain["z_scale"] = cursor.float(floats)
        # A stated size that has room for more speaks against a variant: the file is cut short.
        elif variant == "l1" and terrain["size"] == 2 + 1 + cursor.offset - start + 4:
            raise Refused("the size of the terrain has room for z_scale")
    elif kind == 1:
        terrain.update(kind="heights", x_vertices=cursor.number("u32"), y_vertices=cursor.number("u32"))
        terrain["heights"] = cursor.floats(terrain["x_vertices"] * terrain["y_vertices"], floats)
    else:
        raise Refused(f"terrain of kind {kind}")
    return terrain


def read_thing(cursor, variant, floats):
    thing = {"meta_thing": cursor.number("u32"), "direction": cursor.number("u8"),
             **dict(zip("xyz", cursor.floats(3, floats)))}
    if variant != "p0":
        thing["reserved"] = in_base64(cursor.bytes(cursor.number("u32")))
    return thing


def length(text):
    """The bytes of a text."""
    return len(text.encode() if is_text(text) else base64.b64decode(text["base64"]))


def is_plain(text):
    return is_text(text) and text != "" and all(ord(letter) >= 32 and ord(letter) != 127 for letter in text)


def is_recognisable(city):
    """Whether bytes that read to their end count as a city: two things must speak for it, since there is no magic
    number. A size does that if it is true, or wrong as the game writes it."""
    is_early, terrain = "version" not in city, city["terrain"]
    name = length(city["name"])
    speaking = [city["header_size"] in ((4 if is_early else 6) + name, 48 + name), is_plain(city["name"])]
    front = 3 if is_early else 5
    if terrain["kind"] == "image":
        path = length(terrain["image_path"])
        true = front + 2 + path + (4 if "z_scale" in terrain else 0)
        speaking += [terrain["size"] in (true, 56 + path), is_plain(terrain["image_path"])]
    else:
        count = len(terrain["heights"])
        speaking += [terrain["size"] == front + 8 + 4 * count, count > 0]
    if not is_early:
        table = 8 + sum(2 + length(name) for name in city["meta_things"])
        things = 8 + sum(17 if "reserved" not in thing else 21 + len(base64.b64decode(thing["reserved"]))
                         for thing in city["things"])
        speaking += [city["meta_things_size"] == table, city["things_size"] == things]
    return sum(speaking) >= 2
