#!/usr/bin/env python3
"""Runs every verb on every kind of input under sanitizers. Prints TAP.

Usage: verbs.py COMMAND SOURCE_ROOT [VERB]

COMMAND is built with sanitizers. A run passes if its exit status is documented and no sanitizer reports anything.
Other tests check the output.
"""
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys
import tempfile

# The arguments of each verb. {} is the file; if there is no {}, the file comes last.
WORDS = {
    "info": ["", "--picture blocks"], "check": [""], "show": ["-n 5"],
    "get": ["{} /version"], "find": ["{} /", "{} --type *e* --count"],
    "convert": ["{} -", "{} out.glb", "{} out.tmj", "{} out.lvd"],
    "render": ["{} -o out.png", "{} -o out.svg"], "view": ["{} -o out.html"],
    "diff": ["{} {}", "{} $S/level-v4.lvd", "--patch {} $S/world-v7.logicworld"], "repair": ["{} -o out"],
    "set": ["{} /version 1 -o out"], "patch": ["{} patch.json -o out"],
    "remove": ["{} type:*e* -o out"], "replace": ["{} --type *e* b -o out"], "extract": ["{} at:0,0 -o out"],
    "merge": ["{} {} -o out"], "merge3": ["{} {} {} -o out"], "nets": [""],
    "simulate": ["{} --ticks 2", "{} --vcd out.vcd --ticks 2"], "program": ["{}"],
    "netlist": ["{} -o -", "{} -o out.v", "{} -o out.dot"], "build": ["{} -o out"],
    "move": ["{} type:*e* --by 1,0,0 -o out"], "turn": ["{} type:*e* -o out"], "mirror": ["{} type:*e* -o out"],
    "copy": ["{} type:*e* --step 1,0,0 --count 2 -o out"], "parts": ["", "--json {}"], "undo": [""],
    "sql": ["{} 'SELECT count(*) FROM issues'", "--schema {}"], "schema": ["blotter", "--fields leveld"],
    "help": ["check"], "completion": ["fish"], "man": [""], "catalog": ["add --db out.db {}", "stats --db {}"],
}
# The verbs that take no world.
WITHOUT_INPUT = {"schema", "help", "completion", "man"}
KINDS = ("world-v7.logicworld", "four-bit-adder.partialworld", "level-v4.lvd", "city-town.city", "build-car.structure",
         "level-v4.json", "city-town.json", "netlists/counter.json", "issues/LEVELD_TRUNCATED.lvd",
         "issues/BLOTTER_BROKEN.logicworld", "issues/STRUCTURE_TRUNCATED.structure", "issues/CITY_BROKEN.city",
         "README.md", ".", "nothing-here")
STATUSES = range(5)


def verbs_of(command):
    told = subprocess.run([command, "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    verbs, has_topics, _ = told.partition("\nTopics:\n")
    assert has_topics, told
    return [line.split()[0] for line in verbs.splitlines() if line.startswith("  ")]


def lines_of(verb, samples):
    """The command lines of a verb: each kind of input with each way to ask."""
    kinds = [os.path.join(samples, kind) for kind in KINDS]
    for words in WORDS[verb]:
        given = words if "{}" in words else f"{words} {{}}"
        for path in [""] if verb in WITHOUT_INPUT else kinds:
            yield [verb] + shlex.split(given.replace("{}", path).replace("$S", samples))


def problem_of(command, line):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "patch.json"), "w", encoding="utf-8") as file:
            file.write('[{"op": "test", "path": "/version", "value": 7}, {"op": "remove", "path": "/version"}]')
        try:
            result = subprocess.run([command, *line], cwd=folder, stdin=subprocess.DEVNULL, timeout=60, check=False,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired:
            return f"{' '.join(line)}: still running after 60 s"
    told = result.stderr.decode("utf-8", "replace")
    if result.returncode not in STATUSES or re.search("Sanitizer|runtime error", told):
        return f"{' '.join(line)}: status {result.returncode}\n{told[-4000:]}"
    return None


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, samples = os.path.realpath(sys.argv[1]), os.path.join(os.path.realpath(sys.argv[2]), "samples")
    number = failed = 0
    unknown = set(verbs_of(command)) - set(WORDS)
    chosen = [verb for verb in WORDS if sys.argv[3:] in ([], [verb])]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, verb in enumerate(chosen, 1):
            lines = list(lines_of(verb, samples))
            problems = [problem for problem in pool.map(lambda line: problem_of(command, line), lines) if problem]
            failed += bool(problems)
            print(f"{'not ' if problems else ''}ok {number} - {verb}", flush=True)
            for text in "\n".join(problems[:3]).splitlines():
                print("#", text)
    if not sys.argv[3:]:
        number += 1
        failed += bool(unknown)
        print(f"{'not ' if unknown else ''}ok {number} - every verb is asked {' '.join(sorted(unknown))}".rstrip())
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
