"""Reads city saves in all five variants as JSON. Written from the specification and notes on the game's own code."""
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
    if cursor.left():
        raise Refused(f"{cursor.left()} bytes left")
    return city


def read_terrain(cursor, variant, floats):
    terrain = {"size": cursor.number("u16" if variant in ("l1", "l2") else "u32")}
    kind = cursor.number("u8")
    if kind == 0:
        terrain.update(kind="image", image_path=string(cursor))
        if variant in ("d3", "l2"):
            terrain["z_scale"] = cursor.float(floats)
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


def is_recognisable(city):
    """Whether something speaks for a city: a name or path that is text. There is no magic number."""
    return any(is_text(text) and text for text in (city["name"], city["terrain"].get("image_path", "")))
