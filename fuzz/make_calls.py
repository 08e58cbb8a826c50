#!/usr/bin/env python3
"""Writes a C function for each call of the public headers, which chooses the call's arguments, calls it and keeps what it
makes. fuzz_calls calls these functions in any order.

Usage: make_calls.py OUTPUT.c OUTPUT.dict
       make_calls.py seeds FOLDER TEXTS...    (inputs that begin with each call, with some of these files)

What an argument is follows from its type and from the comment of the call. "receives" marks a result, "must stay until"
what has to outlive the result. The parameter of a call that ends in _close or _free is an object: it is made by calls
that return one, and closed at any time. Numbers of calls are hashes of their names, so that inputs keep their meaning when
a call is added. A call with a parameter of an unknown kind ends this program with a message that says what is missing.
"""
import dataclasses
import json
import os
import random
import re
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
import abi  # pylint: disable=wrong-import-position

# Calls that are not made, and why.
LEFT_OUT = {
    "ow_fields": "takes seconds, and depends on the format alone",
    "ow_schema": "takes long, and depends on the format alone",
    "ow_list_fields": "takes long, and depends on the format alone",
    "ow_json_visit": "expects the events of a walk; what walks does call it",
    "ow_leveld_paint_tiles": "the size of its result follows from another struct",
    "ow_leveld_paint_blocks": "the size of its result follows from another struct",
}
# Types that have a function choose_TYPE in calls.c; * stands for pointers.
CHOSEN = ("ow_options *", "ow_sink *", "ow_format *", "ow_issue_code *", "ow_jecs_node *", "ow_leveld_mesh *",
          "ow_structure_block *", "ow_structure_root *", "ow_structure_metadata *", "ow_structure_group *",
          "ow_text", "ow_bytes")
WRITTEN_BY_HAND = ("ow_insert_records", "ow_remove_records", "ow_reserve_records", "ow_unshare_records")  # in calls.c
# Numbers that are also an amount of work, and the most of them.
MOST = {"ticks": 200, "width": 64, "height": 64, "copies": 5, "samples": 3, "margin": 9, "count": 40, "size": 40,
        "extra_delay": 201, "image_width": 64, "image_height": 64, "tile_width": 64, "tile_height": 64, "columns": 64,
        "tile_count": 64, "x_vertices": 9, "y_vertices": 9, "type_count": 3}
ALWAYS = ("width", "height", "budget")  # in options: 0 stands for a large picture
MOST_WORK = 200000
PLACES = ("pointer", "place", "selectors", "only", "hide")  # texts that name records of a document
# Arguments of calls and members of structs that few texts fit, and texts that fit some of the samples (LIKELY in calls.h).
PATCHES = (
    '[{"op": "replace", "path": "/components/0/position", "value": [0, 0, 0]}]',
    '[{"op": "test", "path": "/version", "value": 7}, {"op": "replace", "path": "/version", "value": 7}]',
    '[{"op": "test", "path": "/version", "value": 0}, {"op": "replace", "path": "/version", "value": 0}]',
    '[{"op": "replace", "path": "/name", "value": "a"}]',
    '[{"op": "test", "path": "/name", "value": "a"}, {"op": "replace", "path": "/name", "value": "b"}]',
    '[{"op": "remove", "path": "/wires/0"}, {"op": "move", "from": "/components/1", "path": "/components/0"}]',
    '[{"op": "copy", "from": "/blocks/0", "path": "/blocks/-"}]',
)
SETTINGS = ("/components/0/position", "/wires/0/first", "/blocks/0/name", "/blocks/0/position", "/name", "/version")
VALUES = ("[0, 0, 0]", "\"a\"", "0", "7", "{\"input\": true, \"component\": 1, \"index\": 0}")
TYPES = ("MHG.Peg", "MHG.Inverter", "MHG.PanelSwitch", "3", "1", "Wooden Block", "house")
LIKELY = {
    ("ow_bench_open", "text"): ('{"steps": [{"ticks": 2}]}', '{"steps": [{"rest": 3}]}'),
    ("ow_leveld_set_meta", "field"): ("timestamp", "level_id", "name", "author", "description"),
    ("ow_leveld_set_meta", "value"): ("7", "a"),
    ("ow_patch", "patch"): PATCHES,
    ("ow_patch_back", "patch"): PATCHES,
    ("ow_reversible_patch", "patch"): PATCHES,
    ("ow_set", "pointer"): SETTINGS,
    ("ow_set", "json"): VALUES,
    ("ow_setting", "place"): SETTINGS,
    ("ow_setting", "value"): VALUES,
    ("ow_replace_parts", "from"): TYPES,
    ("ow_replace_parts", "to"): TYPES,
}
LENGTHS = ("size", "count", "room", "most")
ELEMENTS_FOR_EACH = {"colors": 3}  # of an array: red, green, blue
INTEGERS = {"size_t", "int", "unsigned", "char", "uint8_t", "int8_t", "uint16_t", "int16_t", "uint32_t", "int32_t",
            "uint64_t", "int64_t"}
REALS = {"float", "double"}
BY_HAND_MEMBERS = {"inflate": "copy_packed", "deflate": "copy_packed"}  # of ow_simulation_options


@dataclasses.dataclass
class Variable:
    """A parameter or a member: `char *text[3]` has the type `char *` and the length "3"."""
    type: str
    name: str
    const: bool = False
    length: str = ""
    signature: str = ""  # of a pointer to a function: "RESULT (PARAMETERS)"

    @property
    def target(self):
        return self.type[:-1].strip() if self.type.endswith("*") else ""


def variable(text):
    """Parses a declaration of one name."""
    text = " ".join(text.split())
    function = re.fullmatch(r"(.*?)\(\*(\w+)\)\s*\((.*)\)", text)
    if function:
        return Variable("function", function.group(2), signature=f"{function.group(1).strip()} ({function.group(3)})")
    row = re.fullmatch(r"(.*?)\(\*(\w+)\)\[(\w+)\]", text)
    if row:  # a list of short arrays
        return Variable(row.group(1).replace("const ", "").strip() + f" (*)[{row.group(3)}]", row.group(2),
                        "const " in row.group(1))
    match = re.fullmatch(r"(.*?)(\w+)((?:\[\w*\])*)", text)
    kind, name, length = match.groups()
    const = kind.count("const") > 0
    stars = kind.count("*")
    kind = kind.replace("const", "").replace("*", "").strip()
    return Variable(" ".join(kind.split()) + (" " + "*" * stars if stars else ""), name, const, length.strip("[]"))


def split(text, mark=","):
    """Splits at marks outside of brackets."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == mark and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    return [part.strip() for part in [*parts, part] if part.strip()]


def variables(declaration):
    """The names of `float least[3], most[3]`."""
    first, *others = split(declaration)
    known = variable(first)
    base = first[:first.rindex(known.name)] if known.type != "function" else ""
    return [known] + [variable(base.replace("*", "") + other) for other in others]


class Interface:
    """What the public headers declare."""

    def __init__(self):
        text = abi.compiler("-E", "-P", "-", input=abi.headers(), capture_output=True).stdout
        text = text.replace("_Bool", "bool")
        self.enums = {name: len(split(body)) for body, name in re.findall(r"typedef enum \w+ \{(.*?)\} (ow_\w+);", text, re.S)}
        self.callbacks = {name: f"{result.strip()} ({parameters})" for result, name, parameters in
                          re.findall(r"typedef ([\w ]+?)\(\*(ow_\w+)\)\((.*?)\);", text, re.S)}
        self.structs = {}
        for name, body in re.findall(r"struct (ow_\w+) \{(.*?)\n\}", text, re.S):
            self.structs[name] = [one for part in split(body, ";") if "{" not in part for one in variables(part)]
        self.calls = [Call(call.replace("_Bool", "bool")) for call in abi.calls() if not call.startswith("extern ")]
        comments = comments_of_headers()
        for call in self.calls:
            call.comment = comments.get(call.name, "")
            shared = re.search(r"(?:parameters\s+as\s+for|parameters\s+are\s+those\s+of)\s+(ow_\w+)", call.comment, re.I)
            if shared:
                call.comment += comments.get(shared.group(1), "")
        self.objects = {}  # type: the call that closes it
        for call in self.calls:
            first = call.parameters[0] if call.parameters else None
            if call.name.endswith(("_close", "_free")) and first.target and not first.const:
                self.objects[first.target] = call


def comments_of_headers():
    """The comment of each call, by its name."""
    comments = {}
    folder = os.path.join(ROOT, "include", "overworld")
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        for comment, call in re.findall(r"/\*((?:(?!\*/).)*)\*/\s*OW_API\s+[^;{(]*?(\w+)\s*\(", text, re.S):
            comments[call] = re.sub(r"\n \*", "\n", comment)
    return comments


class Call:
    """A call of the library."""

    def __init__(self, declaration):
        head, parameters = re.fullmatch(r"(.*?)\((.*)\)", declaration).groups()
        self.result, self.name = re.fullmatch(r"(.*?)(\w+)", head).groups()
        self.result = self.result.strip()
        self.parameters = [] if parameters == "void" else [variable(part) for part in split(parameters)]
        self.comment = ""

    def said_of(self, name):
        """What the comment says of a parameter."""
        for names, text in re.findall(r"^ (\w+(?:, \w+)*): (.*?)(?=\n (?:\S)|\Z)", self.comment, re.M | re.S):
            if name in names.split(", "):
                return " ".join(text.split())
        return ""

    def receives(self, name):
        return bool(re.match(r"receives?\b", self.said_of(name)))

    def may_be_null(self, name):
        return "ay be NULL" in self.said_of(name)

    def stays(self, name):
        return bool(re.search(r"must (stay|not change or go away)", self.said_of(name)))


class Writer:
    """Writes the C text."""

    def __init__(self, interface):
        self.interface = interface
        self.fills, self.stubs, self.touches, self.likely = {}, {}, {}, {}

    def text(self, owner, name):
        """An expression for a text: an argument of a call, or a member of a struct."""
        usual = "choose_place" if name in PLACES else "choose_string"
        texts = LIKELY.get((owner, name))
        return f"choose_likely(run, &{self.likely_texts(texts)}, {usual})" if texts else f"{usual}(run)"

    def likely_texts(self, texts):
        """The name of a list of texts."""
        return self.likely.setdefault(texts, f"likely_{len(self.likely)}")

    # Callbacks.

    def stub(self, signature):
        """The name of a function with this signature, which reads what it is given and answers by the input."""
        if signature in self.stubs:
            return self.stubs[signature][0]
        result, inside = re.fullmatch(r"(.*?) ?\((.*)\)", signature, re.S).groups()
        parameters = [variable(part) for part in split(inside)]
        name = f"callback_{len(self.stubs)}"
        lines = ["    struct run *run = context;", "    (void)run;"]
        for one in parameters[1:]:
            lines += self.touched(one, one.name) if one.const or not one.target else []
            if not one.const and one.target == "ow_bytes" and result == "bool":
                lines.append(f"    *{one.name} = file_of(run);")
        unfilled = [one for one in parameters if one.target in ("ow_image", "ow_pixels") and result == "bool"]
        lines += ["    message[0] = 0;"] if any(one.name == "message" and not one.const for one in parameters) else []
        answers = {"bool": "false" if unfilled else "answer(run)", "ow_visit": "answer_visit(run)", "size_t": "0"}
        lines.append(f"    return {answers[result]};" if result != "void" else "    answer(run);")
        first = parameters[0].name
        inside = re.sub(rf"\b{first}\b", "context", inside, count=1)
        unused = "".join(f"    (void){one.name};\n" for one in parameters[1:])
        self.stubs[signature] = (name, f"static {result} {name}({inside})\n{{\n{unused}" + "\n".join(lines) + "\n}\n")
        return name

    def touched(self, one, expression):
        """Lines that read what a callback or a result points to."""
        if one.type == "ow_text":
            return [f"    touch({expression}.data, {expression}.size);"]
        if one.type == "ow_bytes":
            return [f"    touch({expression}.data, {expression}.size);"]
        if one.type == "char *" and not one.length:
            return [f"    touch_string({expression});"]
        if one.target in ("ow_event", "ow_value"):
            return [f"    touch_{one.target}({expression});"]
        if one.target in self.interface.structs and one.target not in self.interface.objects:
            return [f"    {self.touch(one.target)}({expression});"] if self.touch(one.target) else []
        return []

    def touch(self, struct):
        """A function that reads the texts of a struct; "" if it has none."""
        if struct not in self.touches:
            self.touches[struct] = ""
            lines = []
            for one in self.interface.structs[struct]:
                if one.type in ("ow_text", "ow_bytes") or (one.type == "char *" and one.const and not one.length):
                    lines += ["    " + line for line in self.touched(one, f"value->{one.name}")]
            if lines:
                self.touches[struct] = (f"static void touch_{struct}(const {struct} *value)\n{{\n    if (value) {{\n" +
                                        "\n".join(lines) + "\n    }\n}\n")
        return f"touch_{struct}" if self.touches[struct] else ""

    # Values.

    def fill(self, struct):
        """A function that sets members of a zeroed struct."""
        if struct not in self.fills:
            self.fills[struct] = ""
            lines = [f"static void fill_{struct}(struct run *run, {struct} *value)", "{", "    (void)run;"]
            members = self.interface.structs[struct]
            counts = {one.name: self.count_of(one, members) for one in members if one.target}
            for one in members:
                if one.name not in counts.values():
                    always = one.name in ALWAYS or one.name.endswith("context") or (struct, one.name) in LIKELY
                    often = "below(run, 2) == 1" if one.type == "function" else "is_chosen(run)"
                    condition = "" if always else f"if ({often})\n        "
                    lines += [f"    {condition}{line}" for line in self.member(struct, one, counts.get(one.name), members)]
            self.fills[struct] = "\n".join([*lines, "}\n"])
        return f"fill_{struct}"

    @staticmethod
    def count_of(one, members):
        """The member that counts the records of a list."""
        names = {member.name for member in members}
        singular = re.sub(r"s$", "", one.name)
        if one.type == "char *" and one.name == "value" and "size" in names:
            return "size"
        for name in (one.name + "_count", singular + "_count", "count" if one.type != "char *" else ""):
            if name in names:
                return name
        return None

    def member(self, struct, one, count, members):
        """Statements that set a member; none for what stays zero."""
        place = f"value->{one.name}"
        if one.name.startswith(("reserved", "padding")) or one.name in ("owner", "allocator"):
            return []
        if one.type == "void *":
            return [f"{place} = run;"] if one.name.endswith("context") else []
        if one.type == "function":
            by_hand = BY_HAND_MEMBERS.get(one.name) if struct == "ow_simulation_options" else None
            takes_context = one.signature.partition("(")[2].startswith("void *")
            return [f"{place} = {by_hand or self.stub(one.signature)};"] if takes_context else []
        if one.type in self.interface.callbacks:
            return [f"{place} = {self.stub(self.interface.callbacks[one.type])};"]
        if one.type == "char *" and count:
            return [f"{place} = {self.text(struct, one.name)}, value->{count} = {place} ? strlen({place}) : 0;"]
        if one.type == "char *" and one.const and not one.length:
            return [f"{place} = {self.text(struct, one.name)};"]
        if one.type == "char **":
            return [f"{place} = choose_strings(run);"]
        if one.type in ("ow_text", "ow_bytes") and not one.length:
            return [f"{place} = choose_{one.type}(run);"]
        if one.target and count:
            return [self.list_of(one, place, f"value->{count}", next(m for m in members if m.name == count).type)]
        if one.target in self.interface.objects:
            return [f"{place} = object_or_null(run, KIND_{one.target});"]
        if one.type in self.interface.structs and not one.length:
            return [f"{self.fill(one.type)}(run, &{place});"]
        if one.length and one.type in REALS | {"bool"}:
            return [f"for (size_t i = 0; i < sizeof {place} / sizeof *{place}; i++)\n            "
                    f"{place}[i] = {self.scalar(one)};"]
        scalar = None if one.length else self.scalar(one)
        return [f"{place} = {scalar};"] if scalar else []

    def list_of(self, one, place, count, count_type):
        """A statement that makes a list of a few records, in a block of exactly its size."""
        element = one.target
        scalar = self.scalar(Variable(element, one.name))
        if element in self.interface.structs:
            fill = f"list_fill_{element}"
            self.fill(element)
        elif scalar:
            fill = "fill_numbers"
        else:
            return ";"
        return f"{place} = choose_list(run, sizeof({element}), {fill}, &{count}, sizeof({count_type}));"

    def scalar(self, one):
        """An expression for a number; None if it is none."""
        if one.type in self.interface.enums:
            return f"({one.type})below(run, {self.interface.enums[one.type] + 1})"
        if one.type == "bool":
            return "below(run, 2) == 1"
        if one.type in REALS:
            return f"({one.type})real(run)"
        if one.type not in INTEGERS:
            return None
        if one.name in ALWAYS:
            return f"({one.type})(1 + below(run, {MOST.get(one.name, MOST_WORK)}))"
        if one.name in MOST:
            return f"({one.type})below(run, {MOST[one.name] + 1})"
        if one.name == "max_memory":
            return "choose_memory(run)"
        return f"({one.type})number(run)"


@dataclasses.dataclass
class Written:
    """A call's function on the way: its statements, and the arguments."""
    call: Call
    before: list
    arguments: list
    after: list
    kinds: list  # of objects that it takes
    made: str = ""  # the kind that it makes
    is_value: bool = False  # it fills a struct that the caller has


class CallWriter(Writer):
    """Writes the functions that call the library."""

    def written(self, call):
        """The function of a call."""
        written = Written(call, [], [], [], [])
        closes = call in self.interface.objects.values()
        parameters = call.parameters[:1] if closes else call.parameters
        skip = False
        for at, one in enumerate(parameters):
            if skip:
                skip = False
                continue
            following = parameters[at + 1] if at + 1 < len(parameters) else None
            if following and following.name in LENGTHS and following.type in INTEGERS and \
                    (one.target or "(*)" in one.type) and one.target not in self.interface.objects and one.name != "owner":
                self.list_argument(written, one, following)
                skip = True
            else:
                self.argument(written, one)
        return self.function(written)

    def list_argument(self, written, one, length):
        call = written.call
        receives = not one.const
        element = "double [3]" if "(*)" in one.type else one.target
        each = ELEMENTS_FOR_EACH.get(one.name, 1)
        written.before.append(f"size_t {one.name}_length = 0;")
        if receives:
            size = "sizeof(double[3])" if "(*)" in one.type else f"sizeof({element})"
            most = 5 if one.name == "values" else 64
            written.before.append(f"void *{one.name} = choose_room(run, {each} * {size}, {most}, &{one.name}_length);")
        elif element in ("void", "char"):
            stays = "true" if call.stays(one.name) else "false"
            texts = LIKELY.get((call.name, one.name))
            likely = f"&{self.likely_texts(texts)}" if texts else "NULL"
            written.before.append(f"const void *{one.name} = choose_contents(run, {likely}, &{one.name}_length, {stays});")
        else:
            fill = "fill_numbers"
            if element in self.interface.structs:
                self.fill(element)
                fill = f"list_fill_{element}"
            written.before.append(f"const void *{one.name} = choose_array(run, {each} * sizeof({element}), {fill}, "
                                  f"&{one.name}_length);")
        written.arguments += [one.name, f"({length.type}){one.name}_length"]

    def argument(self, written, one):
        call, interface = written.call, self.interface
        answers = call.result == "ow_status"
        if one.type == "ow_error *":
            written.arguments.append("error")
        elif one.type in interface.callbacks:
            stub = self.stub(interface.callbacks[one.type])
            written.arguments.append(self.unless_null(written, one, stub))
        elif one.type == "void *" and one.name.endswith("context"):
            written.arguments.append("run")
        elif one.type == "void *" and one.name == "owner":
            written.before.append("void *owner = choose_owner(run);")
            written.arguments.append("owner")
        elif one.target.rstrip(" *") in interface.objects and one.type.endswith("**"):
            self.result_handle(written, one)
        elif one.target == "ow_buffer" and interface.objects[one.target] is not call:
            written.made = "ow_buffer"
            written.before.append(f"ow_buffer *{one.name} = choose_buffer(run);")
            written.arguments.append(one.name)
        elif one.target in interface.objects and call.receives(one.name):
            self.result_value(written, one)
        elif one.target in interface.objects:
            self.object_argument(written, one)
        elif one.type in CHOSEN:
            self.chosen_argument(written, one)
        elif one.type == "char *" and one.const:
            written.before.append(f"const char *{one.name} = {self.text(call.name, one.name)};")
            written.arguments.append(one.name)
        elif one.target in interface.structs and one.const:
            self.fill(one.target)
            large = any(member.name == "budget" for member in interface.structs[one.target])
            null = "below(run, 8) == 0" if (answers or call.may_be_null(one.name)) and not large else "false"
            written.before.append(f"const {one.target} *{one.name} = {null} ? NULL : "
                                  f"choose_one(run, sizeof({one.target}), list_fill_{one.target});")
            written.arguments.append(one.name)
        elif one.type.endswith("**") and one.const:
            written.before.append(f"const {one.target.rstrip(' *')} *{one.name} = NULL;")
            written.arguments.append("&" + one.name)
        elif one.name == "belongs":
            written.before.append("bool belongs[MOST_LISTED];")
            written.arguments.append("belongs")
        elif one.target or one.length:
            self.plain_result(written, one)
        elif one.type in interface.structs:
            self.fill(one.type)
            written.before.append(f"{one.type} {one.name} = {{0}};")
            written.before.append(f"fill_{one.type}(run, &{one.name});")
            written.arguments.append(one.name)
        else:
            scalar = self.scalar(one)
            if not scalar:
                sys.exit(f"make_calls.py: {call.name}: nothing is known of {one.type} {one.name}: add it to CHOSEN, with a "
                         f"function choose_{one.type.rstrip(' *')} in fuzz/calls.c, or the call to LEFT_OUT")
            written.before.append(f"{one.type} {one.name}_ = {scalar};")
            written.arguments.append(f"{one.name}_")

    def plain_result(self, written, one):
        """A number, an array or a struct that the call fills."""
        element, count = (one.type, f"[{one.length}]") if one.length else (one.target, "")
        if one.const:
            written.before.append(f"{element} {one.name}{count};")
            written.before.append(f"fill_numbers(run, {one.name}, sizeof {one.name});")
            written.arguments.append(one.name)
            return
        written.before.append(f"{element} {one.name}{count};")
        written.before.append(f"memset(&{one.name}, 0, sizeof {one.name});")
        place = one.name if one.length else "&" + one.name
        written.arguments.append(self.unless_null(written, one, place))

    @staticmethod
    def unless_null(written, one, expression):
        """What is given, or NULL where the comment allows it. Choices come in the order of parameters."""
        if not written.call.may_be_null(one.name):
            return expression
        written.before.append(f"bool no_{one.name} = below(run, 8) == 0;")
        return f"no_{one.name} ? NULL : {expression}"

    def chosen_argument(self, written, one):
        name = one.type.rstrip(" *")
        arguments = "run"
        if name == "ow_options":
            # Without progress a bench could run for hours.
            can_be_null = "progress" not in written.call.said_of(one.name) and written.call.name != "ow_bench_open"
            arguments = f"run, {'true' if can_be_null else 'false'}"
        const = "const " if one.const and one.target else ""
        star = " *" if one.target else " "
        texts = LIKELY.get((written.call.name, one.name))
        if texts:
            likely = f"ow_text_of(choose_likely(run, &{self.likely_texts(texts)}, choose_string))"
            written.before.append(f"{const}{name}{star}{one.name} = {likely};")
            written.arguments.append(one.name)
            return
        written.before.append(f"{const}{name}{star}{one.name} = choose_{name}({arguments});")
        if one.target and name not in ("ow_options", "ow_format", "ow_issue_code", "ow_jecs_node") and \
                written.call.result != "ow_status":
            written.before.append(f"if (!{one.name}) {{\n        leave(run, &frame);\n        return;\n    }}")
        written.arguments.append(one.name)

    def object_argument(self, written, one):
        """An object that exists, or that a call makes for this one."""
        call, kind = written.call, f"KIND_{one.target}"
        written.kinds.append(one.target)
        if self.interface.objects[one.target] is call:
            written.before.append(f"close_some(run, {kind});")
            return
        const = "const " if one.const else ""
        choose = "object" if one.const else "object_to_change"
        if call.result != "ow_status":
            written.before.append(f"{const}{one.target} *{one.name} = {choose}(run, {kind});")
            written.before.append(f"if (!{one.name}) {{\n        leave(run, &frame);\n        return;\n    }}")
        else:
            written.before.append(f"{const}{one.target} *{one.name} = {choose}_or_null(run, {kind});")
        if call.stays(one.name):
            written.after.insert(0, f"const void *base = {one.name};")
        written.arguments.append(one.name)

    def result_handle(self, written, one):
        """An object that the call returns as a pointer."""
        kind = one.target.rstrip(" *")
        written.made = kind
        written.before.append(f"{kind} *{one.name} = NULL;")
        written.after.append(f"PROMISE((status == OW_OK) == ({one.name} != NULL));")
        written.after.append(f"add(run, KIND_{kind}, {one.name}, BASE);")
        written.arguments.append("&" + one.name)

    def result_value(self, written, one):
        """An object that the call fills."""
        kind, zeroed = one.target, "Zeroed on failure" in written.call.said_of(one.name)
        written.made, written.is_value = kind, True
        written.before.append(f"{kind} *{one.name} = new_object(sizeof *{one.name}, {'true' if zeroed else 'false'});")
        if zeroed:
            written.after.append(f"PROMISE(status == OW_OK || is_zero({one.name}, sizeof *{one.name}));")
        written.after.append(f"add_if(run, status == OW_OK, KIND_{kind}, {one.name}, BASE);")
        written.arguments.append(one.name)

    def function(self, written):
        call = written.call
        base = "base" if any(line.startswith("const void *base") for line in written.after) else "NULL"
        keeps = any(call.stays(one.name) for one in call.parameters)
        lines = [f"static void call_{call.name}(struct run *run)", "{",
                 f"    struct frame frame = enter(run, {'true' if keeps else 'false'});"]
        closes = call in self.interface.objects.values()
        needs_error = any(one.type == "ow_error *" for one in call.parameters) and not closes
        lines += ["    ow_error *error = choose_error(run);"] if needs_error else []
        lines += ["    " + line for line in written.before]
        if not closes:
            called = f"{call.name}({', '.join(written.arguments)})"
            result = variable(call.result + " result") if call.result != "void" else None
            lines.append("    begin_call(run);")
            if call.result == "ow_status":
                lines.append(f"    ow_status status = {called};")
                lines.append(f'    tell_status(run, "{call.name}", status, {"error" if needs_error else "NULL"});')
                lines += ["    expect_status(run, status, error);"] if needs_error else []
            elif result and result.const and result.target and self.touched(result, "result"):
                lines.append(f"    {call.result}{'' if result.target else ' '}result = {called};")
                lines += self.touched(result, "result")
            elif result and result.type == "ow_text":
                lines += [f"    ow_text result = {called};", "    touch(result.data, result.size);"]
            else:
                lines.append(f"    (void){called};" if result else f"    {called};")
            lines += ["    " + line.replace("BASE", base) for line in written.after]
        lines.append("    leave(run, &frame);")
        return "\n".join([*lines, "}\n"]), written


def number_of(name):
    """The number of a call in inputs: a hash, so that it does not depend on other calls."""
    return zlib.crc32(name.encode()) >> 16


def likely_lists(writer):
    """The lists of texts that arguments are likely to be."""
    lists = [f"static const struct likely {name} = {{{len(texts)}, (const char *const[]){{" +
             ", ".join(json.dumps(text) for text in texts) + "}};" for texts, name in writer.likely.items()]
    return "\n".join(lists) + "\n"


def kinds_table(interface, writer, made):
    """The kinds of objects, with the calls that make them; those that need no other object first."""
    text = "".join(f"static void close_{kind}(void *object)\n{{\n    {closing.name}({', '.join(['object'] + ['NULL'] * (len(closing.parameters) - 1))});\n}}\n"
                   for kind, closing in interface.objects.items())
    rows = []
    for kind, closing in interface.objects.items():
        makers = sorted((one for one in made if one.made == kind), key=lambda one: len(one.kinds))
        text += f"static caller *const makers_of_{kind}[] = {{{', '.join(['call_' + one.call.name for one in makers] + ['NULL'])}}};\n"
        is_value = kind == "ow_buffer" or any(one.made == kind and one.is_value for one in made)
        zeroes = "zeroes" in closing.comment
        rows.append(f"    {{\"{kind}\", close_{kind}, makers_of_{kind}, {len(makers)}, "
                    f"{sum(1 for one in makers if not one.kinds)}, {f'sizeof({kind})' if is_value else '0'}, "
                    f"{'true' if zeroes else 'false'}}},\n")
    return text + "const struct kind kinds[] = {\n" + "".join(rows) + "};\n"


def kind_of_text(path, text):
    """What a text is for: each kind of call finds one of its own."""
    for kind, sign in (("bench", "/benches/"), ("table", ".csv"), ("map", ".tmj"), ("jecs", "/jecs/"), ("mod", "/mods/"),
                       ("netlist", "netlist")):
        if sign in path:
            return kind
    return "save" if b'"blotter"' in text else "world" if b'"format"' in text else ""


def fitting(name, texts):
    """The worlds that a call can take, if its name says which; all otherwise."""
    sign = next((sign for part, sign in (("leveld", b'"leveld"'), ("city", b'"city"'), ("structure", b'"structure"'),
                                         ("heights", b'"heights": [')) if part in name), b"")
    return [text for text in texts if sign in text] or texts


def write_seeds(interface, folder, paths):
    """Inputs with a text of each kind and random calls, the same each time; each call comes first in three of them."""
    texts = {}
    for path in sorted(paths):
        with open(path, "rb") as file:
            text = file.read().replace(b"\0", b"")
        texts.setdefault(kind_of_text(path, text), []).append(text)
    texts.pop("", None)
    names = [call.name for call in interface.calls if call.name not in LEFT_OUT]
    for name in names:
        for turn in range(3):
            chance = random.Random(f"{name} {turn}")
            script = b""
            for called in [name, *chance.sample(names, 8), name]:
                script += number_of(called).to_bytes(2, "little") + chance.randbytes(chance.randrange(8, 30))
            kinds = sorted(texts, key=["save", "world"].__contains__, reverse=True)
            chosen = [chance.choice(fitting(name, texts[kind]) if kind == "world" else texts[kind]) for kind in kinds]
            with open(os.path.join(folder, f"{name}-{turn}"), "wb") as file:
                file.write(b"\0".join(chosen) + b"\0\0" + script)


def main():
    if len(sys.argv) > 3 and sys.argv[1] == "seeds":
        write_seeds(Interface(), sys.argv[2], sys.argv[3:])
        return
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    interface = Interface()
    writer = CallWriter(interface)
    functions, made = [], []
    called = [call for call in interface.calls if call.name not in (*LEFT_OUT, *WRITTEN_BY_HAND)]
    for call in called:
        text, written = writer.written(call)
        functions.append(text)
        made.append(written)
    numbers = {number_of(call.name): call.name for call in called}
    if len(numbers) != len(called):
        sys.exit("make_calls.py: two calls have the same number: give number_of another hash")
    numbers.update({number_of(name): name for name in WRITTEN_BY_HAND})
    filled = [name for name, text in writer.fills.items() if text]
    parts = ["/* Written by fuzz/make_calls.py. */\n#include \"calls.h\"\n",
             "\n".join(f"static void fill_{name}(struct run *run, {name} *value);\n"
                       f"static void list_fill_{name}(struct run *run, void *value, size_t size)\n"
                       f"{{\n    (void)size;\n    fill_{name}(run, value);\n}}" for name in filled),
             likely_lists(writer),
             *(text for text in writer.touches.values() if text),
             *(text for _, text in writer.stubs.values()),
             *(writer.fills[name] for name in filled), *functions,
             kinds_table(interface, writer, made),
             "const struct call calls[] = {\n" +
             "".join(f"    {{{number}, \"{name}\", call_{name}}},\n" for number, name in sorted(numbers.items())) + "};\n",
             "const unsigned call_count = sizeof calls / sizeof *calls;\n"]
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(parts))
    with open(sys.argv[1].replace(".c", "_kinds.h"), "w", encoding="utf-8") as file:
        file.write("enum kind_number {\n" + "".join(f"    KIND_{kind},\n" for kind in interface.objects) +
                   "    KIND_COUNT\n};\n")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        for number, name in sorted(numbers.items()):
            file.write(f"{name}=\"\\x{number & 0xff:02x}\\x{number >> 8:02x}\"\n")


if __name__ == "__main__":
    main()
