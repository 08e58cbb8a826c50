#!/usr/bin/env python3
"""Makes sql/tables_made.c, the tables of every format, from what `overworld schema --fields` says of its layout.

Usage: make-tables.py [COMMAND] [OUTPUT], by default build/overworld and sql/tables_made.c.

A list becomes a table, each element a row. An object that holds lists becomes a table of one row for each record that
has it; another object's fields, and the numbers of a list that always has as many, become columns of the record
around. Of what the file alone has, counts are columns too; magic bytes are left out. Values that stand for something
(ow_options.meanings) have a second column that says what for.
"""

import json
import pathlib
import re
import subprocess
import sys

FORMATS = ("blotter", "leveld", "city", "structure")
ROOT = "world"
PLACES = {"position", "bounds_center", "bounds_size", "rotation", "vectors", "vertices", "rotations"}
MEANINGS = {
    "blotter": {"/components/*/type", "/components/*/custom_data"},
    "leveld": {"/blocks/*/timestamp", "/blocks/*/layers/*/*"},
    "city": {"/things/*/meta_thing"},
    "structure": {"/blocks/*/id", "/blocks/*/color", "/blocks/*/color_index", "/colors/*"},
}
SQL_TYPES = (
    (r"^(base64)", "BLOB"),
    (r"^(number$)", "REAL"),
    (r"^(number|boolean|version)", "INTEGER"),
    (r"^(digits)", "INTEGER"),
    (r"^(text|name|\")", "TEXT"),
)


class Node:
    def __init__(self, name, parent):
        self.name, self.parent = name, parent
        self.children = {}
        self.words, self.bytes, self.note = [], [], None
        self.table = self.column = self.numbers = self.meaning = None

    def path(self):
        return "" if self.parent is None else f"{self.parent.path()}/{self.name}"

    def has(self, pattern):
        return any(re.match(pattern, words) for words in self.words)

    def fixed(self):
        """How many numbers a short list has, 0 for another thing."""
        counts = [int(words.split()[2]) for words in self.words if re.match(r"list of \d+", words)]
        return max(counts, default=0)

    def is_list(self):
        return not self.fixed() and self.has(r"list")

    def is_object(self):
        return self.name != "*" and self.has(r"object") or self.name == "*" and any(
            child != "*" for child in self.children
        )

    def holds_lists(self):
        return any(
            child.is_list() or child.is_object() and child.holds_lists() for child in self.children.values()
        )


def mark_meanings(node, format_name):
    node.stands = node.path() in MEANINGS[format_name]
    for child in node.children.values():
        mark_meanings(child, format_name)


def read_fields(command, name):
    told = json.loads(subprocess.run([command, "schema", "--fields", "--json", name], check=True,
                                     capture_output=True, text=True).stdout)
    root = Node("", None)
    for field in told["fields"]:
        if "json" not in field and not field["path"].endswith("_count"):
            continue
        node = root
        for step in field["path"].split("/")[1:]:
            node = node.children.setdefault(step, Node(step, node))
        node.words.append(field.get("json", "number, a count"))
        node.note = node.note or (field.get("note") or "").replace(", in base64", "") or None
    mark_meanings(root, name)
    return root


def sql_type(node):
    found = set()
    for words in node.words:
        for pattern, name in SQL_TYPES:
            if re.match(pattern, words):
                found.add(name)
                break
    return found.pop() if len(found) == 1 else ""


def names_of_numbers(name, table, count):
    what = name or table
    if what in PLACES and count in (3, 4):
        ends = "xyzw"[:count]
        return [f"{name}_{end}" if name else end for end in ends]
    return [f"{name or 'value'}_{i}" for i in range(count)]


class Table:
    def __init__(self, node, name, levels, is_list):
        self.node, self.name, self.is_list = node, name, is_list
        self.levels, self.columns = levels, []
        node.table = self


def add_column(table, name, node, kind):
    table.columns.append((name, kind, node.note))
    return len(table.columns) - 1


def walk_value(node, table, prefix):
    """A node that is no table of its own: its values become columns of the table around."""
    if node.fixed():
        names = names_of_numbers(prefix, table.name, node.fixed())
        kind = sql_type(node.children["*"])
        node.numbers = (len(table.columns), len(names))
        for i, name in enumerate(names):
            table.columns.append((name, kind, node.note if i == 0 else None))
    if node.has(r"(?!list|object|null)"):
        node.column = add_column(table, prefix or "value", node, sql_type(node))
    if node.stands:
        table.columns.append((f"{prefix or 'value'}_meaning", "TEXT", "What it stands for."))
        node.meaning = len(table.columns) - 1


def walk_inside(node, table, tables, prefix=""):
    for name, child in node.children.items():
        if name == "*":
            continue
        full = f"{prefix}_{name}" if prefix else name
        if child.is_list():
            open_list(child, table, tables)
            walk_value(child, table, full)
        elif child.is_object() and child.holds_lists():
            made = Table(child, name, table.levels, False)
            tables.append(made)
            walk_inside(child, made, tables)
        elif child.is_object():
            walk_inside(child, table, tables, full)
        else:
            walk_value(child, table, full)


def open_list(node, around, tables):
    element = node.children["*"]
    name = node.name if node.name != "*" else f"{around.name}_values"
    made = Table(element, name, around.levels, True)
    made.levels = around.levels + [made]
    made.around = around
    tables.append(made)
    if element.is_list():
        element.column = add_column(made, "count", Node("count", None), "INTEGER")
        open_list(element, made, tables)
    else:
        walk_inside(element, made, tables)
        walk_value(element, made, "")


def tell_apart(tables):
    """Of tables that share a name, those further inside are called after what they are in as well."""
    seen = set()
    for table in sorted(tables, key=lambda table: len(table.levels)):
        if table.name in seen:
            table.name = f"{table.around.name}_{table.name}"
        seen.add(table.name)


def text(value):
    return "NULL" if value is None else json.dumps(value, ensure_ascii=False)


def number(value):
    return "NOT_THERE" if value is None else str(value)


def write_nodes(root, tables, out, name):
    nodes = []

    def gather(node):
        node.index = len(nodes)
        nodes.append(node)
        for child in node.children.values():
            if not node.fixed():
                gather(child)

    gather(root)
    out.append(f"static const struct table_node {name}_nodes[] = {{")
    for node in nodes:
        children = [] if node.fixed() else list(node.children.values())
        siblings = list(node.parent.children.values()) if node.parent else [node]
        following = siblings[siblings.index(node) + 1:]
        column, count = node.numbers or (None, 0)
        out.append(
            "    {%s, %d, %d, %d, %s, %s, %s, %s, %d, %s}," % (
                "NULL" if node.name == "*" else text(node.name), node.parent.index if node.parent else 0,
                children[0].index if children else 0, following[0].index if following else 0,
                number(tables.index(node.table) if node.table else None), number(node.column), number(node.meaning), number(column), count,
                "true" if node.is_list() else "false"))
    out.append("};\n")


def write_format(command, name, out):
    root = read_fields(command, name)
    tables = []
    world = Table(root, ROOT, [], False)
    tables.append(world)
    walk_inside(root, world, tables)
    tell_apart(tables)
    write_nodes(root, tables, out, name)
    for table in tables:
        if not table.columns:
            continue
        out.append(f"static const struct table_column {name}_{table.name}[] = {{")
        out += [f"    {{{text(column)}, {text(kind)}, {text(note)}}}," for column, kind, note in table.columns]
        out.append("};\n")
    out.append(f"static const struct table {name}_tables[] = {{")
    for table in tables:
        levels = ", ".join(str(tables.index(level)) for level in table.levels) or "0"
        columns = f"{name}_{table.name}" if table.columns else "NULL"
        out.append(
            f"    {{{text(table.name)}, {text(table.node.path())}, {table.node.index}, {len(table.levels)}, "
            f"{'true' if table.is_list else 'false'}, {{{levels}}}, {columns}, {len(table.columns)}}},")
    out.append("};\n")


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "build/overworld"
    output = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "sql/tables_made.c")
    out = ["/* The tables of every format, made from the layouts by scripts/make-tables.py. */",
           '#include "tables.h"\n', "#include <stddef.h>\n", "/* clang-format off */\n"]
    for name in FORMATS:
        write_format(command, name, out)
    out.append("const struct format_tables format_tables[] = {")
    for name in FORMATS:
        out.append(f'    {{"{name}", {name}_tables, {name}_nodes, '
                   f"sizeof {name}_tables / sizeof *{name}_tables, sizeof {name}_nodes / sizeof *{name}_nodes}},")
    out += ["    {NULL, NULL, NULL, 0, 0},", "};"]
    output.write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
