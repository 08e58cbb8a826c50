"""Reads .structure builds, versions 0 to 6, as JSON. Written from the specification and notes on real files.

The specification leaves points open. A Variant answers each of them; `read_as` reads a build in one variant and says
whether the contents make sense in it. Which variant is right, `judge` asks of a variant that somebody chose.
"""
import dataclasses
import itertools

from reading import Cursor, Refused, is_text

CUSTOM, MATH = (109, 120, 121, 130), 129
PASSIVE = {0, 1, 28, *range(33, 39), 59, *range(62, 76), 86, 87, 88}
SPEC_FLIPS = (6, 13, 16, 17, 19, 20, 21, 22, 25, 29, 56, 105, 106, 113, 116, 118, 119, 120, 121, 122)
DOUBTFUL = {*SPEC_FLIPS, 126, *range(133, 256)}  # types that a variant may flip


@dataclasses.dataclass(frozen=True)
class Variant:
    """An answer to each point of doubt. The defaults are those of `game`."""
    byte_order: str = "little"
    tables: str = "counts_first"
    string_prefix: str = "varint"
    metadata_color_bytes: int = 4
    empty_custom_bounds: bool = False
    wide_index_from: int = 257
    flipped_ids: tuple = ()
    group_count_bytes: int = 2
    group_value_bytes: int = 4


GAME = Variant()
SPEC = Variant("big", "lengths_first", "u16", 3, flipped_ids=SPEC_FLIPS)
CHOICES = {"byte_order": ("little", "big"), "tables": ("counts_first", "lengths_first"),
           "string_prefix": ("varint", "u16_big", "u16"), "metadata_color_bytes": (4, 3),
           "empty_custom_bounds": (False, True), "wide_index_from": (257, 256), "group_count_bytes": (2, 1),
           "group_value_bytes": (4, 2)}
FIELDS_OF_VERSION = {"group_count_bytes": (0,), "group_value_bytes": (1, 2, 3, 4)}


class Watched:
    """A variant that remembers which of its switches were asked for."""

    def __init__(self, variant):
        self.variant, self.asked = variant, set()

    def __getattr__(self, field):
        self.asked.add(field)
        return getattr(self.variant, field)


class Build:
    """A build in the making: its bytes, its variant, and what does not make sense."""

    def __init__(self, data, variant):
        self.cursor = Cursor(data, variant.byte_order)
        self.variant = Watched(variant)
        self.version = data[0] if data else 7
        self.doubts = []
        self.oddities = 0  # masks that contradict the speed: they speak against a variant, but not much
        self.color_count = self.rotation_count = 0
        self.roots = 0
        self.asked_ids = set()  # whose settings decided how the build is read

    def doubt(self, is_wrong, words):
        if is_wrong:
            self.doubts.append(words)

    def short_count(self):
        """A count of two bytes in version 0, of one byte since."""
        return self.cursor.number("u16" if self.version == 0 else "u8")

    def floats(self, count):
        values = self.cursor.floats(count)
        self.doubt(not all(value.is_finite() for value in values), "a float is not finite")
        return values

    def is_interactive(self, id):
        self.asked_ids.add(id)
        return self.version == 0 or (id not in PASSIVE) != (id in self.variant.flipped_ids)


def read_as(data, variant):
    """The JSON of a build without its variant, and the build, which knows what speaks against the variant."""
    build = Build(data, variant)
    return read_build(build), build


def read_build(build):
    if build.cursor.number("u8") > 6:
        raise Refused(f"version {build.version}")
    cursor, version = build.cursor, build.version
    value = {"format": "structure", "version": version}
    if version == 6:
        value.update(read_tables(build))
    build.roots = cursor.number("u16")
    value["roots"] = cursor.list(build.roots, lambda _: read_root(build))
    count = cursor.number("u16")
    build.blocks = count
    value["blocks"] = cursor.list(count, lambda _: read_block(build))
    if cursor.left():
        raise Refused(f"{cursor.left()} bytes left")
    judge_whole(build, value)
    return value


def judge_whole(build, value):
    if build.version >= 2:
        last = [root["last_block"] for root in value["roots"]]
        build.doubt(any(a >= b for a, b in zip(last, last[1:])), "last_block does not rise")
        build.doubt(last and last[-1] != len(value["blocks"]) - 1, "last_block does not end at the last block")
    build.doubt(not value["roots"] and value["blocks"], "blocks without a root")
    build.doubt(not value["blocks"] and (value.get("colors") or value.get("rotations")), "tables without blocks")


def read_tables(build):
    cursor = build.cursor
    colors = rotations = None

    def read_colors(count):
        return None if count == 255 else cursor.numbers("u16", count)

    def read_rotations(count):
        return None if count == 65535 else cursor.list(count, lambda it: it.numbers("u16", 3))

    first = cursor.number("u8")
    if build.variant.tables == "counts_first":
        second = cursor.number("u16")
        colors, rotations = read_colors(first), read_rotations(second)
    else:
        colors = read_colors(first)
        rotations = read_rotations(cursor.number("u16"))
    build.color_count, build.rotation_count = len(colors or ()), len(rotations or ())
    return {"colors": colors, "rotations": rotations}


def read_root(build):
    root = {"position": build.floats(3), "rotation": build.floats(3)}
    if build.version >= 1:
        root.update(bounds_center=build.floats(3), bounds_size=build.floats(3))
    if build.version >= 2:
        root["last_block"] = build.cursor.number("u16")
    return root


def read_block(build):
    cursor, version = build.cursor, build.version
    block = {"position": build.floats(3) if version == 0 else cursor.numbers("i16", 3)}
    block.update(read_rotation(build))
    block["id"] = cursor.number("u8")
    if version < 2:
        block["root"] = cursor.number("u8")
        build.doubt(block["root"] >= build.roots, "a root outside")
    mask = block["mask"] = cursor.number("u8")
    interactive = build.is_interactive(block["id"])
    if interactive or version >= 3 and mask & 0x80:
        block["speed"] = cursor.number("u8")
        build.oddities += version >= 3 and bool(mask & 0x80) != (block["speed"] != 0)
    if interactive:
        block.update(read_settings(build, block["id"], mask))
    if not mask & 8:
        block.update(read_color(build))
    return block


def read_rotation(build):
    if not build.rotation_count:
        return {"rotation": build.cursor.numbers("u16", 3)}
    kind = "u16" if build.rotation_count >= build.variant.wide_index_from else "u8"
    index = build.cursor.number(kind)
    build.doubt(index >= build.rotation_count, "a rotation outside")
    return {"rotation_index": index}


def read_color(build):
    if build.version == 0:
        return {"color": build.cursor.numbers("u8", 4)}
    if not build.color_count:
        return {"color": build.cursor.number("u16")}
    index = build.cursor.number("u8")
    build.doubt(index >= build.color_count, "a colour outside")
    return {"color_index": index}


def read_settings(build, id, mask):
    cursor, settings = build.cursor, {}
    if mask & 1:
        settings["name"] = read_name(build)
    settings["signal"] = cursor.number("u8")
    if not mask & 16:
        settings["bearing"] = cursor.number("u16")
        build.doubt(settings["bearing"] >= build.blocks, "a bearing outside")
    if mask & 2:
        settings["connections"] = cursor.numbers("u16", build.short_count())
        build.doubt(any(to >= build.blocks for to in settings["connections"]), "a connection outside")
    if not mask & 32:
        settings["integers"] = cursor.numbers("i32", build.short_count())
    if not mask & 4:
        settings["metadata"] = read_metadata(build, id)
    return settings


def read_name(build):
    cursor, prefix = build.cursor, build.variant.string_prefix
    if prefix == "varint":
        length = read_varint(cursor)
    elif prefix == "u16":
        length = cursor.number("u16")
    else:
        length = int.from_bytes(cursor.bytes(2), "big")
    name = cursor.text(length)
    build.doubt(not is_text(name), "a name is not UTF-8")
    return name


def read_varint(cursor):
    value = 0
    for shift in range(0, 35, 7):
        byte = cursor.number("u8")
        value |= (byte & 127) << shift
        if byte < 128:
            if byte == 0 and shift:
                raise Refused("a length takes more bytes than it needs")
            return value
    raise Refused("a length of more than five bytes")


def read_metadata(build, id):
    cursor, version = build.cursor, build.version
    metadata = read_booleans(build)
    metadata["floats"] = build.floats(build.short_count())
    metadata.update(read_shape(build, id))
    if version < 5:
        metadata["bytes"] = cursor.numbers("i32", build.short_count())
        has_colors = has_gradients = True
    else:
        packed = cursor.number("u8")
        metadata["bytes"] = cursor.numbers("u8", packed & 63)
        has_colors, has_gradients = packed & 64, packed & 128
    if has_colors:
        metadata["colors"] = cursor.list(build.short_count(), lambda _: read_rgba(build))
    if has_gradients:
        metadata["gradients"] = cursor.list(build.short_count(), lambda _: read_gradient(build))
    if id == MATH:
        formula = cursor.bytes(cursor.number("u16"))
        build.doubt(any(byte > 127 for byte in formula), "a formula is not ASCII")
        metadata["formula"] = Cursor(formula).text(len(formula))
        metadata["inputs"] = cursor.numbers("u8", cursor.number("u8"))
        metadata["slots"] = cursor.numbers("u8", cursor.number("u8"))
    return metadata


def read_booleans(build):
    cursor, count = build.cursor, build.short_count()
    if build.version < 5:
        values = cursor.numbers("u8", count)
        if any(value > 1 for value in values):
            raise Refused("a boolean is neither 0 nor 1")
        return {"booleans": [value == 1 for value in values]}
    packed = cursor.bytes((count + 7) // 8)
    bits = [bool(byte >> (7 - bit) & 1) for byte in packed for bit in range(8)]
    spare = packed[-1] & (1 << -count % 8) - 1 if packed else 0
    build.doubt(spare, "bits behind the last boolean")
    return {"booleans": bits[:count], **({"spare_bits": spare} if spare else {})}


def read_shape(build, id):
    """Vertices of a custom block; vectors and groups of any other, and of a custom block of version 0."""
    cursor, version = build.cursor, build.version
    length = build.short_count()
    if id in CUSTOM and version > 0:
        shape = {}
        if length or build.variant.empty_custom_bounds:
            shape = {"min": cursor.number("i8"), "max": cursor.number("i8")}
        return {**shape, "vertices": cursor.list(length, lambda it: it.numbers("u16", 3))}
    shape, step = {}, 32767 if version == 0 else 127
    if length >= step:
        shape["vectors"] = cursor.list(build.short_count(), lambda _: build.floats(3))
        length -= step
    shape["groups"] = cursor.list(length, lambda _: read_group(build))
    return shape


def read_group(build):
    version, variant = build.version, build.variant
    wide_count = version == 0 and variant.group_count_bytes == 2
    count = build.cursor.number("u16" if wide_count else "u8")
    if version == 0 or version < 5 and variant.group_value_bytes == 4:
        return build.cursor.numbers("i32", count)
    return build.cursor.numbers("u16", count)


def read_rgba(build):
    return build.cursor.numbers("u8", build.variant.metadata_color_bytes)


def read_gradient(build):
    cursor = build.cursor
    gradient = {"colors": cursor.list(cursor.number("u16"), lambda _: read_rgba(build))}
    for field in ("color_positions", "alphas", "alpha_positions"):
        gradient[field] = build.floats(cursor.number("u16"))
    return gradient


def in_json(variant, version):
    """A variant as JSON has it, without its name."""
    value = dataclasses.asdict(variant)
    value["flipped_ids"] = list(variant.flipped_ids)
    return {field: choice for field, choice in value.items() if version in FIELDS_OF_VERSION.get(field, (version,))}


def from_json(value):
    fields = {field: choice for field, choice in value.items() if field != "name"}
    return Variant(**{**fields, "flipped_ids": tuple(fields["flipped_ids"])})


def fits(data, variant, oddities=1 << 16):
    """Whether a build makes sense in a variant, and has at most so many oddities."""
    try:
        build = read_as(data, variant)[1]
    except Refused:
        return False
    return not build.doubts and build.oddities <= oddities


class Search:
    """Tries many variants of a build. A variant that differs from a tried one in nothing that was asked is skipped."""

    def __init__(self, data):
        self.data, self.tried = data, {}

    def is_new(self, variant):
        return not any(self.answers(variant, *asked) in seen for asked, seen in self.tried.items())

    @staticmethod
    def answers(variant, fields, ids):
        return (variant.byte_order, *(getattr(variant, field) for field in fields if field != "flipped_ids"),
                *(id in variant.flipped_ids for id in ids))

    def builds(self, variants):
        """Each variant in which the build ends at the end of the file, and the build."""
        for variant in variants:
            if not self.is_new(variant):
                continue
            build = Build(self.data, variant)
            try:
                read_build(build)
                yield variant, build
            except Refused:
                pass  # it ends elsewhere in this variant
            asked = (tuple(sorted(build.variant.asked)), tuple(sorted(build.asked_ids)))
            self.tried.setdefault(asked, set()).add(self.answers(variant, *asked))


def neighbours(data, most_flips=2):
    """Variants of this version: all combinations of switches but those of types, and few departures in types."""
    version = data[0] if data else 7
    fields = [field for field in CHOICES if version in FIELDS_OF_VERSION.get(field, (version,))]
    if version != 6:
        fields = [field for field in fields if field not in ("tables", "wide_index_from")]
    for choice in itertools.product(*(CHOICES[field] for field in fields)):
        yield Variant(**dict(zip(fields, choice)))
    ids = sorted(DOUBTFUL & set(data)) if version else []
    for count in range(1, most_flips + 1):
        for flips in itertools.islice(itertools.combinations(ids, count), 60):
            yield dataclasses.replace(GAME, flipped_ids=flips)
            yield dataclasses.replace(GAME, tables="lengths_first", flipped_ids=flips)
    yield SPEC


def simpler(variant):
    """Variants that depart in less from `game`, or from `spec` if the byte order is that of `spec`."""
    base = SPEC if variant.byte_order == SPEC.byte_order else GAME
    changed = [field.name for field in dataclasses.fields(Variant)
               if getattr(variant, field.name) != getattr(base, field.name)]
    for count in range(len(changed)):
        for fields in itertools.combinations(changed, count):
            yield dataclasses.replace(base, **{field: getattr(variant, field) for field in fields})
    # A type at a time is read as in `game` or `spec`.
    for id in sorted(set(variant.flipped_ids) ^ set(base.flipped_ids)):
        yield dataclasses.replace(variant, flipped_ids=tuple(sorted(set(variant.flipped_ids) ^ {id})))
