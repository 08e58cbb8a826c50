#!/usr/bin/env python3
"""Runs every verb on worlds whose texts and names attack the terminal. Prints TAP.

Usage: terminal.py COMMAND SOURCE_ROOT [VERB]

Texts and file names hold escape sequences, C1 controls, invalid UTF-8, and characters that hide text or change its
direction. Text for people never contains any of them. Data (JSON, CSV, `get`, `-o -`) is raw in a pipe and escaped on a
terminal.
"""
import base64
import concurrent.futures
import json
import os
import pty
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unicodedata

# Sequences that the command itself writes: colours, and the end of a progress line.
OWN = re.compile(r"\x1b\[[0-9;]*m|(\r[a-z]+ (\d+ of \d+|\.\.\.|\d+ %))?\x1b\[K|\r(?=\x1b\[K)|\r+(?=\n)")
HOSTILE = "\x1b]0;T\x07\x1b[2J\x9b2J\x7f\u202e\u2066\u200b\u200d\u2028\u2029\ufeff\u00ad\U000e0041\u115f\r"
TEXT = HOSTILE + "clock"
NAME = HOSTILE.encode() + b"\xff\xe9"
# Characters without a picture of their own besides those of the categories Cc, Cf, Cs, Zl and Zp.
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"

# Command lines for people: F is the file, T the hostile text.
PEOPLE = {
    "info": ["F", "--map F", "--full F", "T"], "check": ["F", "--strict F --ignore T", "--explain T"],
    "show": ["F", "--full F", "F T", "F /T"], "get": ["F T", "F /T"],
    "find": ["F type:*", "F text:clock", "F T", "F --where 'T = 3'", "F --type T"],
    "convert": ["F /nonexist/T.json", "F o.json --to T", "F o.lvd --version 0", "F o.tmx -f"],
    "render": ["F -o o.png -f", "F -o o.svg -f --hide T", "F -o o.png -f --only type:T", "F -o T.gif"],
    "view": ["F -o /nonexist/T", "F --page T"],
    "diff": ["F LEVEL", "F SAVE", "--stat F SAVE", "F BUILD", "F CITY", "F T"],
    "repair": ["F", "--lossy F", "F --only T"], "set": ["F /T 1", "F /version T"], "patch": ["F F", "F patch.json"],
    "remove": ["F type:*", "F T"], "replace": ["F --type * T", "F --type T a", "F --tile T 1"],
    "extract": ["F C-9999 -o x", "F T -o x"], "merge": ["F F", "F LEVEL", "F --at T F"], "merge3": ["F LEVEL F", "F F T"],
    "nets": ["F", "F --net T", "F --path n1,T", "F --net n1"],
    "simulate": ["F -n 5", "F -w T", "F --set T=1 -n 1", "F --bench T"], "program": ["F", "F --at T"],
    "netlist": ["F -o /nonexist/T.v", "F -o o.T"], "build": ["F -o o", "T -o o"],
    "sql": ["F 'SELECT * FROM world'", "F 'SELECT * FROM T'", "F 'SELECT * FROM things'", "F 'SELECT * FROM issues'"],
    "parts": ["F", "F T", "F text:T"], "move": ["F T --by 1,0,0", "F type:* --by T", "F type:* --by 1,0,0"],
    "turn": ["F T", "F type:* --quarters T", "F type:*"], "mirror": ["F T", "F type:* --axis T", "F type:* --at T"],
    "copy": ["F T --step 1,0,0", "F type:* --step 1,0,0 --count T"],
    "undo": ["F", "T"],
    "schema": ["T"], "help": ["T"], "completion": ["T"], "man": ["T"],
    "catalog": ["add --db o.db F /nonexist/T", "search --db W.db", "show --db W.db F", "show --db W.db T",
                "stats --db W.db", "duplicates --db W.db", "search --db W.db --text clock", "T",
                "sql --db W.db 'SELECT * FROM file'", "sql --db W.db 'SELECT T'", "search --db W.db --type T"],
    "T": ["F"],
}
# Command lines for programs: raw in a pipe, escaped on a terminal.
DATA = {
    "info": ["--json F"], "check": ["--json F"], "show": ["--json F"],
    "get": ["F /name", "F /blocks/0/name", "--json F /blocks/0"], "find": ["--json F type:*"],
    "convert": ["F - --to json", "F -"], "render": ["F -o - --to svg --labels --legend"], "diff": ["--json F LEVEL"],
    "parts": ["--csv F", "--json F"],
    "repair": ["--json F"], "netlist": ["F -o - --to dot", "F -o - --to verilog", "F -o - --to blif"],
    "nets": ["--json F"], "sql": ["--csv F 'SELECT * FROM world'", "--json F 'SELECT * FROM world'"],
    "catalog": ["search --db W.db --json", "export --db W.db --table texts --csv", "stats --json --db W.db"],
}


def problems_of(told):
    """What in some output could act on a terminal or deceive a reader."""
    found = set()
    text = OWN.sub("", told.decode("utf-8", "surrogateescape"))
    for letter in text:
        if letter not in "\n\t" and (unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp") or
                                     letter in INVISIBLE):
            found.add(f"U+{ord(letter):04X}" if not 0xdc80 <= ord(letter) <= 0xdcff else f"byte {ord(letter) & 255:02x}")
    return sorted(found)


def on_terminal(command, folder, environment):
    """Runs a command on a pseudo-terminal. Returns what it wrote, and its status."""
    master, slave = pty.openpty()
    with subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=slave,
                          stderr=slave) as process:
        os.close(slave)
        told = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            told += part
        os.close(master)
    return told, process.returncode


def in_pipe(command, folder, environment):
    result = subprocess.run(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False, timeout=60)
    return result.stdout, result.returncode


def label_of(text):
    """The custom data of a label."""
    data = text.encode("utf-8", "surrogateescape")
    return base64.b64encode(bytes.fromhex("01000000262626cdcc4c3f00") + struct.pack("<I", len(data)) + data +
                            bytes.fromhex("100000000100000001000000")).decode()


def with_hostile_texts(value, key=""):
    """A world's JSON with hostile texts instead of those that a player writes."""
    if isinstance(value, dict):
        if value.get("type") == 15 and "custom_data" in value:
            return {**value, "custom_data": label_of(TEXT + f" {value['address']}")}
        return {name: with_hostile_texts(member, name) for name, member in value.items()}
    if isinstance(value, list):
        return [with_hostile_texts(element, key) for element in value]
    if isinstance(value, str) and key in ("name", "author", "description", "level_id", "metadata", "text", "formula"):
        if value in ("game", "MHG.PanelLabel") or value.startswith("MHG.Panel"):
            return value
        if key == "description":
            return {"base64": base64.b64encode(TEXT.encode() + b"\xff\xc3").decode()}
        return value + TEXT
    return value


class Worlds:
    """Files made for the runs: hostile texts, and hostile file names."""

    def __init__(self, command, samples, folder):
        self.command, self.folder = command, folder
        self.files = []
        for kind, name in (("LEVEL", "level-v4.lvd"), ("SAVE", "four-bit-adder.partialworld"),
                           ("CITY", "city-town.city"), ("BUILD", "build-names.structure")):
            setattr(self, kind, os.path.join(samples, name))
            self.files.append(self.make(os.path.join(samples, name)))
        for name in ("LEVELD_TRUNCATED.lvd", "BLOTTER_BROKEN.logicworld", "BLOTTER_DANGLING_PEG.logicworld"):
            path = os.path.join(samples, "issues", name)
            if os.path.exists(path):
                copy = os.path.join(os.fsencode(folder), NAME + os.fsencode(name))
                shutil.copy(path, copy)
                self.files.append(copy)
        self.database = os.path.join(folder, "w.db")
        subprocess.run([command, "catalog", "add", "--db", self.database, *self.files], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)

    def make(self, path):
        told = subprocess.run([self.command, "convert", path, "-", "--to", "json"], stdout=subprocess.PIPE,
                              check=True).stdout
        world = with_hostile_texts(json.loads(told))
        out = os.path.join(os.fsencode(self.folder), NAME + os.fsencode(os.path.basename(path)))
        text = json.dumps(world).encode()
        result = subprocess.run([self.command, "convert", "-", out], input=text, stderr=subprocess.PIPE, check=False)
        if not os.path.exists(out):
            raise SystemExit(result.stderr.decode("utf-8", "replace"))
        return out

    def words(self, verb, line, file):
        given = {"F": file, "T": TEXT, "LEVEL": self.LEVEL, "SAVE": self.SAVE, "CITY": self.CITY, "BUILD": self.BUILD,
                 "W.db": self.database}
        words = [verb.replace("T", TEXT) if verb == "T" else verb]
        for word in shlex.split(line):
            words.append(given.get(word, re.sub(r"(?<![A-Z])T(?![A-Z])", lambda _: TEXT, word)))
        return [self.command, *words]


def try_line(worlds, verb, line, file, is_data):
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm", "BROWSER": "true"}
    words = worlds.words(verb, line, file)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "patch.json"), "w", encoding="utf-8") as patch:
            json.dump([{"op": "test", "path": "/" + TEXT, "value": 7}], patch)
        told, status = on_terminal(words, folder, environment)
        found = [("on a terminal", problems_of(told), status)]
    if not is_data:
        with tempfile.TemporaryDirectory() as folder:
            told, status = in_pipe(words, folder, environment)
            found.append(("in a pipe", problems_of(told), status))
    return [f"{verb} {line} ({os.path.basename(file)[-24:]!r}): {where}: {' '.join(what) or f'status {status}'}"
            for where, what, status in found if what or status not in range(5)]


def check_raw(worlds):
    """`get`, CSV and JSON are not escaped in a pipe."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    level = worlds.files[0]
    raw = HOSTILE.encode()
    told, _ = in_pipe(worlds.words("get", "F /blocks/0/name", level), worlds.folder, environment)
    problems = [] if raw in told else ["get in a pipe is not raw"]
    told, _ = in_pipe(worlds.words("get", "F /blocks/0/description", level), worlds.folder, environment)
    problems += [] if raw + b"clock\xff\xc3" in told else ["get in a pipe is not raw if the text is not UTF-8"]
    told, _ = in_pipe(worlds.words("catalog", "export --db W.db --table texts --csv", level), worlds.folder, environment)
    problems += [] if raw in told else ["CSV in a pipe is not raw"]
    for line in ("F - --to json",):
        words = worlds.words("convert", line, level)
        piped = json.loads(in_pipe(words, worlds.folder, environment)[0])
        shown = json.loads(on_terminal(words, worlds.folder, environment)[0])
        problems += [] if piped == shown else ["JSON on a terminal differs from JSON in a pipe"]
    return problems


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, samples = os.path.realpath(sys.argv[1]), os.path.join(os.path.realpath(sys.argv[2]), "samples")
    try:
        pty.openpty()
    except OSError:
        print("1..0 # SKIP this machine makes no pseudo-terminals")
        return 0
    number = failed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        worlds = Worlds(command, samples, folder)
        chosen = [verb for verb in PEOPLE if sys.argv[3:] in ([], [verb])]
        for number, verb in enumerate(chosen, 1):
            runs = [(line, file, is_data) for lines, is_data in ((PEOPLE[verb], False), (DATA.get(verb, []), True))
                    for line in lines for file in worlds.files]
            problems = [problem for found in pool.map(lambda run: try_line(worlds, verb, *run), runs)
                        for problem in found]
            failed += bool(problems)
            print(f"{'not ' if problems else ''}ok {number} - {'an unknown verb' if verb == 'T' else verb}", flush=True)
            for problem in problems[:40]:
                print("#", problem.encode("ascii", "backslashreplace").decode())
        if not sys.argv[3:]:
            number += 1
            problems = check_raw(worlds)
            failed += bool(problems)
            print(f"{'not ' if problems else ''}ok {number} - data in a pipe is raw")
            for problem in problems:
                print("#", problem)
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
