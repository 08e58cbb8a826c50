#!/usr/bin/env python3
"""Runs every verb of the command on a format that has nothing but its bytes, and on one that has all a row may have.
Prints TAP.

Usage: verbs.py COMMAND [--bare | VERB]

COMMAND is tests/overworld-pond, built with sanitizers. Where the format has no such thing, the verb says so in a
sentence. With --bare the command knows no full pond.
"""
import concurrent.futures
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
from verbs import verbs_of  # noqa: E402


def pond(name, version=2, things=((b"fish", 0, 1, 2, 7), (b"frog", 1, 3, 4, 0))):
    """The bytes of a pond."""
    bytes_ = b"POND" + struct.pack("<HH", version, len(name)) + name + struct.pack("<I", len(things))
    for word, kind, x, y, ring in things:
        bytes_ += struct.pack("<H", len(word)) + word + struct.pack("<Bff", kind, x, y)
        bytes_ += struct.pack("<H", ring) if version >= 2 else b""
    return bytes_


FILES = {
    "lake.pond": pond(b"lake"), "old.pond": pond(b"lake", 1), "cut.pond": pond(b"lake")[:-3],
    "long.pond": pond(b"lake") + b"x", "new.pond": pond(b"lake", 9), "all.fullpond": pond(b"all of it"),
    "other.fullpond": pond(b"all", things=()), "nameless.fullpond": pond(b"all")[:6] + b"\0\0" + pond(b"all")[11:],
    "ring.json": b'[{"op": "replace", "path": "/things/0/ring", "value": 9}]',
    "ground.pgm": b"P5 1 1 255 a", "tables.vcd": b"",
}
NONE, FULL = "lake.pond", "all.fullpond"
FINE, FOUND, USAGE, UNREADABLE, BROKEN = range(5)
NO_PARTS, NO_CIRCUIT = "a Pond has no parts", "has no circuit"
# The verb, its words, the exit status, and what it prints, as a regular expression.
RUNS = (
    ("info", f"{NONE}", FINE, r"Pond, 50 bytes\n *format +pond\n *version +2\n *name +lake"),
    ("info", f"{FULL}", FINE, r"water +deep"),
    ("info", f"--json {NONE}", FINE, r'"name": "lake"'),
    ("info", f"--map {NONE}", USAGE, "a Pond has no map"),
    ("info", f"--map {FULL}", FINE, "water"),
    ("info", f"--at 1,2 {NONE}", USAGE, "a Pond has no ground"),
    ("info", "cut.pond", BROKEN, "ends inside y"),
    ("info", "new.pond", BROKEN, "version 9; only versions 1 and 2"),
    ("check", f"{NONE}", FINE, "no problems"),
    ("check", f"{FULL}", FINE, "no problems"),
    ("check", "cut.pond", BROKEN, "error TRUNCATED: the file ends inside y"),
    ("check", "long.pond", BROKEN, "error BROKEN: "),
    ("check", "new.pond", BROKEN, "error UNKNOWN_VERSION: "),
    ("check", "--json new.pond", BROKEN, '"code": "UNKNOWN_VERSION"'),
    ("check", "--explain UNKNOWN_VERSION", FINE, "version of the file is unknown"),
    ("check", "--explain all", FINE, r"POND_NAMELESS"),
    ("show", f"{NONE}", FINE, "ring: 7"),
    ("show", f"{FULL}", FINE, "ring: 7.*a ring"),
    ("show", "cut.pond", BROKEN, "unreadable from"),
    ("get", f"{NONE} /things/1/name", FINE, "frog"),
    ("get", f"{NONE} C-7", FOUND, "a Pond has no record with a number of its own"),
    ("get", f"{FULL} C-7", FINE, "fish"),
    ("find", f"{NONE} /things", USAGE, NO_PARTS),
    ("find", f"{FULL} type:f*", FINE, "/things/0  thing fish"),
    ("convert", f"{NONE} -", FINE, '"ring": 7'),
    ("convert", f"{NONE} out.pond --version 1", FINE, "ring dropped"),
    ("convert", f"{NONE} out.pond --variant x", USAGE, 'pond has no variant "x"'),
    ("convert", f"{NONE} out.pond --version 3", USAGE, "versions 1 to 2 can"),
    ("convert", f"{NONE} out.glb", USAGE, "a Pond has no scene"),
    ("convert", f"{FULL} out.glb", FINE, "^$"),
    ("convert", f"{NONE} out.tmj", USAGE, "only levels can be converted to maps of Tiled"),
    ("convert", f"{NONE} out.csv", USAGE, "only levels can be converted"),
    ("convert", f"{NONE} out.png", USAGE, "a Pond has no ground"),
    ("convert", f"{NONE} out.lvd", USAGE, "a Pond cannot be converted to a LevelD level"),
    ("render", f"{NONE} -o out.png", USAGE, "a Pond has no scene"),
    ("render", f"{FULL} -o out.png", FINE, ""),
    ("render", f"{FULL} -o out.svg", FINE, ""),
    ("view", f"{NONE} -o out.html --page ring.json", None, ""),
    ("diff", f"{NONE} old.pond", FOUND, "ring: 7 -> 0"),
    ("diff", f"{FULL} other.fullpond", FOUND, "fish"),
    ("diff", f"--patch {NONE} old.pond", FOUND, '"/things/0/ring"'),
    ("diff", f"{NONE} {FULL}", USAGE, "worlds of different formats"),
    ("repair", f"{NONE} -o out.pond", FINE, "nothing to fix"),
    ("repair", "cut.pond -o out.pond", BROKEN, "add --lossy to save"),
    ("repair", "--lossy cut.pond -o out.pond", FINE, "1 of 2 things kept"),
    ("repair", "--lossy long.pond -o out.pond", FINE, "2 things kept"),
    ("repair", "--lossy new.pond -o out.pond", BROKEN, "only versions 1 and 2 are known"),
    ("repair", "--only POND_NAMELESS -o out.fullpond all.fullpond", FINE, "nothing to fix"),
    ("set", f"{NONE} /name sea -o out.pond", FINE, "^$"),
    ("set", f"{NONE} /depth 3 -o out.pond", USAGE, "depth"),
    ("patch", f"{NONE} ring.json -o out.pond", FINE, "^$"),
    ("patch", f"{FULL} ring.json -o out.fullpond", FINE, "^$"),
    ("remove", f"{NONE} /things/0 -o out.pond", FOUND, NO_PARTS),
    ("remove", f"{FULL} type:fish -o out.fullpond", FINE, ""),
    ("replace", f"{NONE} --type fish reed -o out.pond", FOUND, NO_PARTS),
    ("replace", f"{FULL} --type fish reed -o out.fullpond", FINE, ""),
    ("replace", f"{FULL} --tile 1 2 -o out.fullpond", None, "a pond has no tiles"),
    ("extract", f"{NONE} /things/0 -o out.pond", FOUND, NO_PARTS),
    ("extract", f"{FULL} type:fish -o out.fullpond", FINE, ""),
    ("move", f"{NONE} /things/0 --by 1,0,0 -o out.pond", FOUND, NO_PARTS),
    ("move", f"{FULL} type:fish --by 1,0,0 -o out.fullpond", FOUND, "no records that can be moved"),
    ("turn", f"{NONE} /things/0 -o out.pond", FOUND, NO_PARTS),
    ("mirror", f"{NONE} /things/0 -o out.pond", FOUND, NO_PARTS),
    ("mirror", f"{FULL} type:fish -o out.fullpond", FOUND, "no records that can be moved"),
    ("turn", f"{FULL} type:fish -o out.fullpond", FOUND, "no records that can be moved"),
    ("copy", f"{NONE} /things/0 --step 1,0,0 -o out.pond", FOUND, NO_PARTS),
    ("copy", f"{FULL} type:fish --step 1,0,0 -o out.fullpond", None, ""),
    ("parts", f"{NONE}", None, ""),
    ("parts", f"{FULL}", FINE, "fish"),
    ("undo", f"{NONE}", None, "undo"),
    ("merge", f"{NONE} {NONE} -o out.pond", FOUND, "a Pond has no records that can be merged"),
    ("merge", f"{FULL} {FULL} -o out.fullpond", FINE, "do not know each other"),
    ("merge3", f"{NONE} old.pond {NONE} -o out.pond", FINE, ""),
    ("merge3", f"{FULL} {FULL} other.fullpond -o out.fullpond", FINE, ""),
    ("nets", f"{NONE}", USAGE, NO_CIRCUIT),
    ("nets", f"{FULL}", USAGE, NO_CIRCUIT),
    ("simulate", f"{NONE} --ticks 2", USAGE, NO_CIRCUIT),
    ("program", f"{NONE}", USAGE, NO_CIRCUIT),
    ("netlist", f"{NONE} -o out.v", USAGE, NO_CIRCUIT),
    ("build", f"{NONE} -o out", BROKEN, "not a netlist"),
    ("sql", f"{NONE} 'SELECT name, x, ring FROM things'", FINE, r"fish +1 +7"),
    ("sql", f"{NONE} 'SELECT count(*) FROM issues'", FINE, "0"),
    ("sql", f"{FULL} 'SELECT ring_meaning FROM things'", FINE, "a ring"),
    ("sql", f"{FULL} 'SELECT thing_count FROM world'", FINE, "2"),
    ("sql", f"--schema {NONE}", FINE, "CREATE TABLE things"),
    ("sql", f"{NONE} {FULL} 'SELECT a.name FROM lake.world AS a'", FINE, "lake"),
    ("catalog", f"add --db out.db {NONE} old.pond", FINE, "2 read"),
    ("catalog", f"add --db out.db {NONE} {FULL} old.pond cut.pond", None, "4 read.*1 of them broken"),
    ("schema", "pond", FINE, r'"title": "Pond"'),
    ("schema", "--fields pond_all", FINE, r"ring.* u16 | 2 .*The number of its ring"),
    ("help", "", FINE, r"Pond, version 1 to 2: \.pond"),
    ("completion", "bash", FINE, "pond"),
    ("man", "", FINE, ""),
)


def shell_words(text):
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", text)]


def problem_of(command, run):
    verb, words, status, wanted = run
    line = f"{verb} {words}"
    with tempfile.TemporaryDirectory() as folder:
        for name, content in FILES.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        result = subprocess.run([command, verb, *shell_words(words)], cwd=folder, stdin=subprocess.DEVNULL, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    told = result.stdout.decode("utf-8", "replace")
    if re.search(r"Sanitizer|runtime error|\(null\)", told) or result.returncode not in range(5):
        return f"{line}: status {result.returncode}\n{told[-3000:]}"
    if status is not None and result.returncode != status:
        return f"{line}: status {result.returncode}, not {status}\n{told[-500:]}"
    if status not in (FINE, None) and not told.strip():
        return f"{line}: says nothing"
    if not re.search(wanted, told, re.DOTALL):
        return f"{line}: does not say {wanted!r}\n{told[-500:]}"
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    command = os.path.realpath(sys.argv[1])
    bare = sys.argv[2:] == ["--bare"]
    verbs = [verb for verb in verbs_of(command) if bare or sys.argv[2:] in ([], [verb])]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, verb in enumerate(verbs, 1):
            runs = [run for run in RUNS if run[0] == verb and not (bare and re.search("full|pond_|POND_|all", run[1]))]
            problems = [problem for problem in pool.map(lambda run: problem_of(command, run), runs) if problem]
            problems += [] if runs else ["no run tries this verb"]
            failed += bool(problems)
            print(f"{'not ' if problems else ''}ok {number} - {verb}", flush=True)
            for text in "\n".join(problems).splitlines():
                print("#", text)
    print(f"1..{len(verbs)}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
