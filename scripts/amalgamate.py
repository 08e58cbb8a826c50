#!/usr/bin/python3
"""Makes a source and a header, which compile alone, of each library: overworld.c and overworld.h have all, and
overworld-formats, overworld-pictures and overworld-circuits one library with what it needs of the others.

Usage: amalgamate.py BUILD_FOLDER OUTPUT_FOLDER [LIBRARY...]

BUILD_FOLDER is one that Meson made: its compile_commands.json says which sources the library has
and with which -D each is compiled. The compiler resolves the project's own macros and includes; what
depends on a compiler, a host or libc is left as it is, for that is known only where the result is
compiled: the system's headers, src/base/compiler.h and the public headers.

What is left is declarations, and those of all sources become one file as a linker would join them.
A name that is private to a source keeps its name if what it stands for is the same in every source
that has it, all that it uses included; else there is a variant of it for each meaning, with a
number. Names that sources share become static. What no public call reaches is left out.
"""

import concurrent.futures
import functools
import hashlib
import os
import re
import subprocess
import sys
import tempfile

from library_sources import PARTS, library_sources

# The headers that begin each library's own.
HEADERS = {
    "overworld": ["overworld.h"],
    "overworld-formats": ["formats.h"],
    "overworld-pictures": ["formats.h", "scene.h", "picture.h", "gltf.h"],
    "overworld-circuits": ["formats.h", "circuit.h", "bench.h", "netlist.h"],
}

KEYWORDS = set("""auto break case char const continue default do double else enum extern float for
    goto if inline int long register restrict return short signed sizeof static struct switch typedef
    union unsigned void volatile while _Bool _Static_assert _Alignas _Alignof _Noreturn""".split())
TAG_WORDS = {"struct", "union", "enum"}
OPAQUE = "base/compiler.h"
TOKEN = re.compile(r"""
      (?P<space>\s+|/\*.*?\*/|//[^\n]*)
    | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"|[uUL]?'(?:[^'\\\n]|\\.)*')
    | (?P<word>[A-Za-z_]\w*)
    | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
    | (?P<sign>->|\.\.\.|[^\w\s])
    """, re.VERBOSE | re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"][^\n]*\n', re.MULTILINE)


class Token:
    """A piece of a declaration: `role` says which name space a word is looked up in, if any."""

    __slots__ = ("kind", "text", "role")

    def __init__(self, kind, text):
        self.kind, self.text, self.role = kind, text, None


class Unit:
    """One declaration outside functions, with the comments before it."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.words = [token for token in tokens if token.kind != "space"]
        self.names = []  # (name space, name) that it declares
        self.linkage = None  # "static", "extern", "function" or "object", of what is no type

    @functools.cached_property
    def plain(self):
        return " ".join(token.text for token in self.words)

    @functools.cached_property
    def uses(self):
        """What it names: pairs of a name space and a name, each once."""
        return list(dict.fromkeys((token.role, token.text) for token in self.words if token.role))


def fail(message):
    sys.exit(f"amalgamate.py: {message}")


# Reading the sources


def system_headers(folder):
    """The system's headers that any source includes."""
    found = set()
    for root, _, files in os.walk(folder):
        for name in files:
            with open(os.path.join(root, name), encoding="utf-8") as file:
                for bracket, header in INCLUDE.findall(file.read()):
                    if bracket == "<" and not header.startswith("overworld/"):
                        found.add(header)
    return sorted(found)


def refuse_host_questions(folder):
    """What is asked of the host in a source would be answered here and not where it is compiled."""
    question = re.compile(r"^[ \t]*#[ \t]*(?:if|elif)[^\n]*\b(_\w+|FLT_EVAL_METHOD|OW_PLAIN_C11)",
                          re.MULTILINE)
    for root, _, files in os.walk(folder):
        for name in files:
            path = os.path.join(root, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            found = question.search(text)
            if found and not path.endswith(OPAQUE):
                fail(f"{path} asks for {found[1]}: that belongs into src/{OPAQUE}")


class Preprocessor:
    """Runs the compiler over a copy of the sources whose opaque headers are empty."""

    def __init__(self, root, folder):
        self.root = root
        self.source = os.path.join(folder, "src")
        self.stubs = os.path.join(folder, "stubs")
        subprocess.run(["cp", "-R", os.path.join(root, "src"), self.source], check=True)
        refuse_host_questions(self.source)
        self.headers = system_headers(self.source)
        with open(os.path.join(self.source, OPAQUE), "w", encoding="utf-8"):
            pass
        public = os.listdir(os.path.join(root, "include", "overworld"))
        for header in self.headers + ["overworld/" + name for name in public]:
            path = os.path.join(self.stubs, header)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8"):
                pass

    def run(self, path, defines):
        inside = os.path.relpath(path, os.path.join(self.root, "src"))
        command = [os.environ.get("CC", "cc"), "-E", "-C", "-P", "-undef", "-nostdinc", "-std=c11",
                   "-I", self.stubs, *defines, os.path.join(self.source, inside)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            fail(done.stderr)
        return done.stdout


def system_words(headers):
    """Every word in those headers here: no private name may be one of them."""
    text = "".join(f"#include <{header}>\n" for header in headers)
    words = set(KEYWORDS)
    for flag in ("-P", "-dM"):
        command = [os.environ.get("CC", "cc"), "-E", flag, "-D_GNU_SOURCE", "-x", "c", "-"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        words.update(re.findall(r"[A-Za-z_]\w*", done.stdout))
    return words


# Taking the text apart


def tokenize(text):
    tokens, end = [], 0
    for found in TOKEN.finditer(text):
        if found.start() != end:
            break
        tokens.append(Token(found.lastgroup, found[0]))
        end = found.end()
    if end < len(text):
        fail(f"cannot read: {text[end:end + 40]!r}")
    return tokens


def split_units(tokens):
    """Cuts tokens into declarations: each ends with its ; or with the body of a function."""
    units, current, depth, body = [], [], 0, False
    for token in tokens:
        current.append(token)
        if token.kind != "sign":
            continue
        if token.text in "([{":
            if token.text == "{" and depth == 0:
                body = is_function_body(current)
            depth += 1
        elif token.text in ")]}":
            depth -= 1
        if depth == 0 and (token.text == ";" or (token.text == "}" and body)):
            units.append(Unit(current))
            current, body = [], False
    if any(token.kind != "space" for token in current):
        fail("a source ends inside a declaration: " + Unit(current).plain[:200])
    return units


def ready_units(text):
    """The declarations of a text, with all that is known of each by itself."""
    units = split_units(tokenize(text))
    for unit in units:
        find_roles(unit.words)
        declared_in(unit)
    return units


# A place where a declaration has usually ended, so that what sources include alike is read once.
BETWEEN = re.compile(r"(?<=[;}])\n+(?=[a-z])")


def units_of(text, known):
    """The declarations of a source. `known` has those of pieces of text that were read before."""
    units, held = [], ""
    for piece in BETWEEN.split(text):
        held += "\n" + piece if held else piece
        if any(held.count(a) != held.count(b) for a, b in ("{}", "()", ("/*", "*/"))):
            continue
        if held not in known:
            known[held] = ready_units(held + "\n")
        units.extend(known[held])
        held = ""
    return units + ready_units(held)


def is_function_body(tokens):
    """Whether the { that a declaration has come to begins the body of a function."""
    words = [token.text for token in tokens if token.kind != "space"][:-1]
    depth = 0
    for word in words:
        depth += (word in "([{") - (word in ")]}")
        if word == "=" and depth == 0:
            return False
    return not (words[-1] in TAG_WORDS or (len(words) > 1 and words[-2] in TAG_WORDS))


def find_members(words):
    """Marks the members of structs and unions, which keep their names."""
    stack = []  # of open brackets: "member" for the body of a struct
    for i, token in enumerate(words):
        if token.text == "{" and token.kind == "sign":
            before = [words[k].text if k >= 0 else "" for k in (i - 1, i - 2)]
            record = before[0] in ("struct", "union") or before[1] in ("struct", "union")
            stack.append("member" if record else "block")
        elif token.kind == "sign" and token.text in "([":
            parameters = token.text == "(" and stack and stack[-1] == "member"
            stack.append("member" if parameters else token.text)
        elif token.kind == "sign" and token.text in ")]}":
            stack.pop()
        elif token.kind == "word" and stack and stack[-1] == "member":
            if words[i + 1].text in ";,[:)" and words[i - 1].text not in TAG_WORDS:
                token.role = "member"


def find_roles(words):
    find_members(words)
    for i, token in enumerate(words):
        before = words[i - 1].text if i > 0 else ""
        if token.kind != "word" or token.role or token.text in KEYWORDS or before in (".", "->"):
            continue
        if token.text.startswith("__"):
            continue  # the compiler's own
        if before == "," and i > 4 and "offsetof" in (words[k].text for k in range(i - 5, i - 2)):
            continue  # offsetof(struct x, member)
        token.role = "tag" if before in TAG_WORDS else "name"


def declared_in(unit):
    """Fills the names that a declaration declares, and what linkage they have."""
    texts = [token.text for token in unit.words]
    if not texts or texts[0] in ("_Static_assert", ";"):
        return
    names, is_function = declarators(unit.words)
    unit.names = declared_tags(unit.words) + [("name", name) for name in dict.fromkeys(names)]
    first = leading(texts)
    if "typedef" in texts or not names:
        return
    if "static" in first:
        unit.linkage = "static"
    elif is_function:
        unit.linkage = "function"
    else:
        unit.linkage = "extern" if "extern" in first else "object"


def declared_tags(words):
    """The tags that a declaration has outside brackets, and the constants of its enums."""
    names, depth = [], 0
    for i, token in enumerate(words):
        if token.text in TAG_WORDS and depth == 0:
            body = i + 1 if words[i + 1].text == "{" else i + 2
            if body == i + 2 and words[body].text in ("{", ";"):
                names.append(("tag", words[i + 1].text))
            if token.text == "enum" and words[body].text == "{":
                names.extend(enumerators(words, body))
        elif token.kind == "sign":
            depth += (token.text in "([{") - (token.text in ")]}")
    return names


def declarators(words):
    """The functions, objects and types that a declaration names, and whether they are functions."""
    names, name, depth, function, value = [], None, 0, False, False
    for i, token in enumerate(words):
        text = token.text
        if depth == 0 and (text in (",", ";") or (text == "{" and function)):
            names += [name] if name else []
            if text == "{":
                break
            name, value, function = None, False, function and text == ";"
        elif depth == 0 and text == "(" and name and not value:
            function = True
        elif depth == 0 and text == "=":
            value = True
        elif depth == 0 and token.kind == "word" and not value and not function:
            if text not in KEYWORDS and words[i - 1].text not in TAG_WORDS:
                name = text
        if token.kind == "sign":
            depth += (text in "([{") - (text in ")]}")
    return names, function


def leading(texts):
    """The words before the first bracket."""
    for i, text in enumerate(texts):
        if text in "({[=":
            return texts[:i]
    return texts


def enumerators(words, at):
    names, depth = [], 0
    for i in range(at, len(words)):
        text = words[i].text
        if depth == 1 and words[i - 1].text in ("{", ",") and words[i].kind == "word":
            names.append(("name", text))
        if words[i].kind == "sign":
            depth += (text in "([{") - (text in ")]}")
        if depth == 0:
            return names
    return names


# Joining


class Source:
    """One source, compiled with its flags."""

    def __init__(self, title, text, known):
        self.title = title
        self.units = units_of(text, known)
        self.declared = {}  # (name space, name) -> the declarations of it
        for unit in self.units:
            for name in unit.names:
                self.declared.setdefault(name, []).append(unit)

    def shared(self):
        """Names that other sources may use: functions and objects that are not static."""
        return {name: unit for unit in self.units if unit.linkage not in (None, "static")
                for space, name in unit.names if space == "name"}

    def defined(self):
        """Those of them that it defines."""
        return {name: unit for name, unit in self.shared().items()
                if unit.linkage == "object" or unit.words[-1].text == "}"}

    def opaque(self):
        """Tags of types that it knows by name alone: what they are is in another source."""
        mentioned = {name for unit in self.units for space, name in unit.uses if space == "tag"}
        return {tag for tag in mentioned if not self.defines(tag)}

    def defines(self, tag):
        return any(a.text == tag and b.text == "{" for unit in self.declared.get(("tag", tag), ())
                   for a, b in zip(unit.words, unit.words[1:]))

    def private(self, shared, opaque):
        return {(space, name) for space, name in self.declared
                if name not in (opaque if space == "tag" else shared)}

    def uses(self, key, private):
        return {name for unit in self.declared[key] for name in unit.uses if name in private}

    def meanings(self, private):
        """What each private name stands for: a digest of its declarations and of all they use."""
        used = {key: self.uses(key, private) for key in private}
        own = {key: "\n".join(unit.plain for unit in self.declared[key]) for key in private}
        found = {}
        named = {key: f"{key}: {text}" for key, text in own.items()}
        for key in private:
            reached, open_ = {key}, [key]
            while open_:
                new = used[open_.pop()] - reached
                reached |= new
                open_.extend(new)
            text = "\n\n".join(map(named.__getitem__, sorted(reached)))
            found[key] = hashlib.sha256(text.encode()).hexdigest()
        return found


class Names:
    """Which name each meaning of a private name has in the result."""

    def __init__(self, taken):
        self.taken = set(taken)
        self.given = {}

    def name_of(self, key, meaning):
        if (key, meaning) not in self.given:
            name, number = key[1], 1
            while (key[0], name) in self.taken or (key[0] == "name" and name in self.taken):
                number += 1
                name = f"{key[1]}_{number}"
            self.taken.add((key[0], name))
            self.given[key, meaning] = name
        return self.given[key, meaning]


def text_of(unit, names, shared):
    """The declaration with its names in the result; names that were shared are static."""
    parts = []
    for token in unit.tokens:
        parts.append(names.get((token.role, token.text), token.text) if token.role else token.text)
    if unit.linkage in ("function", "object", "extern") and not is_public(unit):
        first = next(i for i, token in enumerate(unit.tokens) if token.kind != "space")
        if unit.tokens[first].text == "extern":
            parts[first] = ""
            if parts[first + 1].isspace():
                parts[first + 1] = ""
        if all(shared[name] == "static" for space, name in unit.names if space == "name"):
            parts[first] = "OW_PRIVATE " + parts[first]
        elif unit.linkage == "extern":
            parts[first] = "extern " + parts[first]
    elif is_bare_inline(unit):
        first = next(i for i, token in enumerate(unit.tokens) if token.text == "static")
        parts[first] = "OW_PRIVATE"
    return "\n".join(unfold(line) for line in "".join(parts).split("\n"))


def is_bare_inline(unit):
    """A function of a header, of which a compiler says when none of this file uses it."""
    first = leading([token.text for token in unit.words])
    return unit.linkage == "static" and "inline" in first and "MAY_BE_UNUSED" not in first


def unfold(line):
    """A macro that was resolved stands on one line: a statement a line again."""
    if "/*" in line or "{ " not in line or "; }" not in line or '"' in line.split("{ ")[0]:
        return line
    depth = len(line) - len(line.lstrip(" "))
    lines, current, brackets = [], "", 0
    for token in tokenize(line.strip()):
        brackets += (token.text in ("(", "[")) - (token.text in (")", "]"))
        if token.text == "}" and not current.strip():
            depth -= 4
        if token.kind != "space" or current:
            current += token.text
        ends = token.text in ("{", ";") or (token.kind == "space" and current == "} ")
        if brackets == 0 and ends:
            lines.append(" " * depth + current.strip())
            depth += 4 if token.text == "{" else 0
            current = ""
    lines += [" " * depth + current.strip()] if current.strip() else []
    return re.sub(r"\}\n\s*(while|else)\b", r"} \1", "\n".join(lines))


def is_public(unit):
    return all(name.startswith("ow_") for space, name in unit.names if space == "name")


def has_no_size(unit):
    """An array that is declared here and gets its size where it is defined cannot be static."""
    texts = [token.text for token in unit.words]
    return unit.linkage == "extern" and any(a == "[" and b == "]" for a, b in zip(texts, texts[1:]))


def without_overridden(text):
    """An initialiser without the members that it initialises again further on. tcc 0.9.27 adds both values."""
    members = [found for found in re.finditer(r"\.[\w.]+ = ", text)
               if text.count("{", 0, found.start()) - text.count("}", 0, found.start()) == 1]
    last = {found.group(): at for at, found in enumerate(members)}
    for at in reversed(range(len(members) - 1)):
        if last[members[at].group()] != at:
            text = text[:members[at].start()] + text[members[at + 1].start():]
    return text


def reached_from(roots, sources):
    """The declarations that these functions and objects need, themselves included: pairs of a source and a unit.

    A name inside a function may be one of its own and not what it stands for outside: then too much is kept.
    """
    defined = {}
    for source in sources:
        for name, unit in source.defined().items():
            defined.setdefault(name, []).append((source, unit))
    open_ = [place for name in roots for place in defined.get(name, ())]
    reached = set(open_)
    while open_:
        source, unit = open_.pop()
        needed = [(source, other) for key in unit.uses + unit.names for other in source.declared.get(key, ())]
        needed += [place for space, name in unit.uses if space == "name" for place in defined.get(name, ())]
        # The public headers, which are not read here, make a type's tag its name.
        needed += [(source, other) for space, name in unit.uses if name.startswith("ow_")
                   for other in source.declared.get(("tag", name), ())]
        for place in needed:
            if place not in reached:
                reached.add(place)
                open_.append(place)
    return reached


def holds_of(source, unit, reached):
    """Whether a declaration without a name, a _Static_assert, is about what is there."""
    known = [other for key in unit.uses for other in source.declared.get(key, ())]
    return all((source, other) in reached for other in known)


class Linkage:
    """What the sources of all libraries share, and what each name that they do not share stands for."""

    def __init__(self, sources):
        self.shared, self.public = {}, set()
        for source in sources:
            for name, unit in source.shared().items():
                if name.startswith("ow_"):
                    self.public.add(name)
                elif has_no_size(unit):
                    self.shared[name] = "extern"
                else:
                    self.shared.setdefault(name, "static")
        self.opaque = set().union(*(source.opaque() for source in sources))
        known = set(self.shared) | self.public
        self.meanings = {source: source.meanings(source.private(known, self.opaque)) for source in sources}
        self.taken = known | {("tag", tag) for tag in self.opaque}

    def exported(self):
        return {("name", name): "ow_private_" + name for name, kind in self.shared.items() if kind == "extern"}


def join(sources, linkage, taken, roots):
    """The text of some sources: each declaration once, without those that the roots do not need."""
    reached = reached_from(roots, sources)
    names = Names(taken | linkage.taken)
    shared, exported = linkage.shared, linkage.exported()
    pieces, seen, done = [], set(), set()
    for source in sources:
        meanings = linkage.meanings[source]
        kept = {key for key in meanings if any((source, unit) in reached for unit in source.declared[key])}
        given = {key: names.name_of(key, meanings[key]) for key in sorted(kept)}
        given.update(exported)
        fresh = []
        for unit in source.units:
            if (source, unit) not in reached and (unit.names or not holds_of(source, unit, reached)):
                continue
            key = (unit, *(given.get(name) for name in unit.uses))
            if key in done:
                continue
            done.add(key)
            text = text_of(unit, given, shared)
            if re.search(r"struct format_row \w+ = \{", text):
                text = without_overridden(text)
            plain = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())
            if plain not in seen and plain != ";":
                seen.add(plain)
                fresh.append(text.strip("\n"))
        if fresh:
            pieces.append(f"\n/* {source.title} */\n")
            pieces.extend(fresh)
    return "\n\n".join(pieces)


# Writing


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def make_header(root, library):
    """The public headers of a library in one, each where the first that includes it stands."""
    folder = os.path.join(root, "include", "overworld")
    done, system, parts = set(), set(), []

    def add(name):
        if name in done:
            return
        done.add(name)
        text = read(os.path.join(folder, name))
        for bracket, header in INCLUDE.findall(text):
            if bracket == '"' or header.startswith("overworld/"):
                add(os.path.basename(header))
            else:
                system.add(header)
        parts.append(re.sub(r"\n{3,}", "\n\n", INCLUDE.sub("", text)).strip("\n"))

    for name in HEADERS[library]:
        add(name)
    includes = "".join(f"#include <{header}>\n" for header in sorted(system))
    return f"{head_of(root)}\n{includes}\n" + "\n\n".join(parts) + "\n"


def head_of(root):
    header = read(os.path.join(root, "include/overworld/base.h"))
    version = re.search(r'#define OW_VERSION +"([^"]+)"', header)
    lines = read(os.path.join(root, "LICENSE")).strip().split("\n")
    licence = "\n".join((" * " + line).rstrip() for line in lines)
    name = f"Overworld {version[1]}" if version else "Overworld"
    return f"/* {name}, one file made from all. Change the sources instead.\n *\n{licence} */"


def make_source(root, library, header, sources, linkage, headers):
    public = set(re.findall(r"[A-Za-z_]\w*", re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)))
    taken = system_words(headers) | set(re.findall(r"[A-Za-z_]\w*", header))
    compiler = read(os.path.join(root, "src", OPAQUE))
    taken |= set(re.findall(r"[A-Za-z_]\w*", re.sub(r"/\*.*?\*/", "", compiler, flags=re.DOTALL)))
    includes = "".join(f"#include <{header}>\n" for header in headers)
    return (f"{head_of(root)}\n#include \"{library}.h\"\n\n{includes}\n{compiler}\n"
            f"#define OW_PRIVATE static MAY_BE_UNUSED\n{join(sources, linkage, taken, sorted(public))}\n")


def main():
    if len(sys.argv) < 3:
        fail("usage: amalgamate.py BUILD_FOLDER OUTPUT_FOLDER [LIBRARY...]")
    build, output, *libraries = sys.argv[1:]
    for library in libraries:
        if library not in PARTS:
            fail(f"unknown library {library}; write one of: {', '.join(PARTS)}")
    root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    inputs = {library: library_sources(root, build, library) for library in libraries or PARTS}
    every = list({(path, *defines): (path, defines) for listed in inputs.values() for path, defines in listed}.values())
    with tempfile.TemporaryDirectory() as folder:
        preprocessor = Preprocessor(root, folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = pool.map(lambda one: preprocessor.run(*one), every)
            known = {}
            sources = {(path, *defines): Source(" ".join([os.path.relpath(path, root), *defines]), text, known)
                       for (path, defines), text in zip(every, texts)}
    os.makedirs(output, exist_ok=True)
    linkage = Linkage(sources.values())
    for library, listed in inputs.items():
        header = make_header(root, library)
        text = make_source(root, library, header, [sources[path, *defines] for path, defines in listed],
                           linkage, preprocessor.headers)
        for name, content in ((f"{library}.h", header), (f"{library}.c", text)):
            with open(os.path.join(output, name), "w", encoding="utf-8") as file:
                file.write(content)


main()
