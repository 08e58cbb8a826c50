#!/usr/bin/env python3
"""Runs the command line cases in golden/ and compares what they print; speaks TAP.

Usage: golden.py COMMAND SOURCE_ROOT CORPUS_DIR [--update | --cover | --others | --sandbox] [--until-failure] [--skip=FILE]
                 [NAME...]

A case is a file golden/VERB/NAME.txt: lines that begin with "$ " are run one after another by one
shell, a line that begins with "> " continues the line above (here-documents, say), and what
stands behind them up to the next "$ " is what they print:

    $ overworld info nothing
    --- stderr
    overworld: nothing: cannot be opened: No such file or directory
    --- exit 3

With GOLDEN_COUNTS=FOLDER in the environment, gcov's counts of a case go to FOLDER/VERB/NAME.

Standard output comes first, standard error after "--- stderr", and "--- exit N" at the end where
the exit status is not 0. Output without a newline at its end is followed by "--- no newline".
Lines that begin with "#" before the first command are notes, but for two. "# needs: PROGRAM...": the case is skipped
where a program is missing. "# long": the case takes seconds and reaches no lines that others do not, so only
deep runs have it, and those that draw it (trials.py) or name it.

The shell starts in a fresh folder with `overworld` on PATH, $S for SOURCE_ROOT/samples and $C for
CORPUS_DIR, whose paths are put back to $S and $C in the output. A case that speaks of $C is
skipped where there is no corpus, and a case whose shell says "SKIP: WHY" where it says so.
NAME picks cases that contain it; --update writes what was printed into the cases. --cover runs only the
cases needed to use each option of each verb once. It is for commands that start slowly. --others runs those that
--cover leaves out. --sandbox runs the verbs that have a sandbox in it: they print the same. A case with the line
"# no sandbox: WHY" prints something else there, and is left out. --until-failure runs cases with few commands first
and ends at the first failure. --skip skips the cases of a file with lines "NAME: WHY".
"""
import concurrent.futures
import difflib
import functools
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import sandbox
import trials

SANDBOXED = ("check", "convert", "info", "render")  # verbs
LONGEST_RUN = 300  # seconds, for a case: one has hundreds of commands, which start slowly in Node.js


class Case:
    """A file taken apart: notes, then commands with what each is to print."""

    def __init__(self, path, name):
        self.path, self.name = path, name
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.notes, self.commands = [], []
        in_command = False
        for line in self.text.splitlines():
            if line.startswith("$ "):
                self.commands.append([line[2:]])
                in_command = True
            elif in_command and line.startswith("> "):
                self.commands[-1].append(line[2:])
            elif in_command and line == ">":
                self.commands[-1].append("")
            elif not self.commands:
                self.notes.append(line)
            else:
                in_command = False

    def is_long(self):
        return "# long" in self.notes

    def why_skipped(self, corpus):
        script = "\n".join(line for command in self.commands for line in command)
        if not os.path.isdir(corpus) and re.search(r"\$C\b|\$\{C\}", script):
            return "there is no corpus"
        for note in self.notes:
            if note.startswith("# needs:"):
                for program in note[len("# needs:"):].split():
                    if not shutil.which(program):
                        return f"there is no {program}"
                    if program == "script" and not has_terminals():
                        return "this machine makes no pseudo-terminals"
        return None


@functools.lru_cache
def has_terminals():
    """Whether `script` works: a container may lack /dev/pts."""
    return subprocess.run(["script", "-qec", "true", "/dev/null"], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def script_of(case):
    """One shell for all commands: each writes its output to files of its own."""
    lines = []
    for number, command in enumerate(case.commands):
        body = "\n".join(command)
        lines.append(f"{{ {body}\n}} >\"$GOLDEN_OUT/{number}.out\" 2>\"$GOLDEN_OUT/{number}.err\"\n"
                     f"echo $? >\"$GOLDEN_OUT/{number}.exit\"")
    return "\n".join(lines)


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "backslashreplace")
    except FileNotFoundError:
        return ""


def section(text):
    if text and not text.endswith("\n"):
        return text + "\n--- no newline\n"
    return text


def transcript(case, results, replacements):
    parts = [note + "\n" for note in case.notes]
    for number, command in enumerate(case.commands):
        parts.append("$ " + "\n> ".join(command).replace("\n> \n", "\n>\n") + "\n")
        out, err, status = (read(os.path.join(results, f"{number}.{kind}"))
                            for kind in ("out", "err", "exit"))
        parts.append(section(out))
        if err:
            parts.append("--- stderr\n" + section(err))
        if status.strip() != "0":
            parts.append(f"--- exit {status.strip() or 'none: the shell ended'}\n")
    text = "".join(parts)
    for path, name in replacements:
        text = text.replace(f"Z:{path}", name).replace(path, name)  # wine has this system's root as drive Z:
    return text


def run(case, settings):
    """Returns what the case prints, as its file would say it, or why it was skipped."""
    command, samples, corpus, programs = settings
    with tempfile.TemporaryDirectory(prefix="golden-") as scratch:
        scratch = os.path.realpath(scratch)
        here, results = os.path.join(scratch, "here"), os.path.join(scratch, "results")
        os.mkdir(here)
        os.mkdir(results)
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("NO_COLOR", "TERM", "LS_COLORS", "POSIXLY_CORRECT", "CDPATH",
                                       "ENV", "LANG", "LANGUAGE") and not name.startswith("LC_")}
        environment.update(PATH=programs + os.pathsep + environment["PATH"], S=samples, C=corpus,
                           LC_ALL="C.UTF-8", HOME=here, GOLDEN_OUT=results)
        if counts := os.environ.get("GOLDEN_COUNTS"):
            environment["GCOV_PREFIX"] = os.path.join(counts, case.name)
        timeout = False
        try:
            subprocess.run(["sh", "-c", "umask 022\n" + script_of(case)], cwd=here,
                           env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, timeout=LONGEST_RUN, check=False)
        except subprocess.TimeoutExpired:
            timeout = True
        text = transcript(case, results, [(samples, "$S"), (corpus, "$C"), (here, "$PWD"),
                                          (scratch, "$SCRATCH"), (command, "overworld")])
        subprocess.run(["chmod", "-R", "u+rwx", scratch], check=False)
    skip = re.search(r"^SKIP: (.*)$", text, re.MULTILINE)
    if skip:
        return None, skip.group(1)
    return text + (f"--- still running after {LONGEST_RUN} s\n" if timeout else ""), None


def difference(case, text):
    lines = difflib.unified_diff(case.text.splitlines(), text.splitlines(), "expected", "printed",
                                 lineterm="", n=2)
    return "".join(f"# {line}\n" for line in lines)


def find_cases(folder, names):
    for directory, folders, files in sorted(os.walk(folder)):
        folders.sort()
        for file in sorted(files):
            name = os.path.relpath(os.path.join(directory, file), folder)[:-len(".txt")]
            if file.endswith(".txt") and (not names or any(part in name for part in names)):
                yield Case(os.path.join(directory, file), name)


def features_of(case):
    """The verbs that a case runs, and each option with its verb."""
    found = set()
    for line in ("\n".join(command) for command in case.commands):
        for words in re.findall(r"\boverworld ([^|;&<>\n]*)", line):
            words = words.split()
            has_part = words[:1] == ["catalog"] and words[1:2] and words[1].isalpha()
            verb = " ".join(words[:2]) if has_part else "".join(words[:1])
            options = (word.split("=")[0] for word in words)
            found.add(verb)
            found.update((verb, option) for option in options if re.fullmatch(r"--[a-z][a-z-]*|-[a-zA-Z]", option))
    return found


def has_sandbox(case):
    """Whether a case runs a verb with a sandbox, and may run it there."""
    verbs = {feature for feature in features_of(case) if isinstance(feature, str)}
    return not verbs.isdisjoint(SANDBOXED) and not any(note.startswith("# no sandbox:") for note in case.notes)


def program_text(command, is_confined):
    """The script that stands for the command."""
    text = "#!/bin/sh\n"
    if is_confined:
        text += f'case $1 in {"|".join(SANDBOXED)}) verb=$1; shift; set -- "$verb" --sandbox "$@" ;; esac\n'
    return text + f'exec {command} "$@"\n'


def cost_of(case):
    """About how many commands a case runs, for choosing the cheaper of two."""
    loops = sum(line.startswith(("for ", "while ")) for command in case.commands for line in command)
    return 3 + len(case.commands) + 60 * loops + 100 * case.is_long()


def cover(cases):
    """Picks cases that together have every feature. Each pick adds the most new features for its cost."""
    features = {case.name: features_of(case) for case in cases}
    missing, chosen = set().union(*features.values()), []
    while missing:
        best = max(cases, key=lambda case: (len(features[case.name] & missing) / cost_of(case), case.name))
        missing -= features[best.name]
        chosen.append(best)
    for case in sorted(chosen, key=cost_of, reverse=True):  # what later picks made needless
        others = set().union(*(features[other.name] for other in chosen if other is not case))
        if features[case.name] <= others:
            chosen.remove(case)
    return sorted(chosen, key=lambda case: case.name)


def read_skipped(words):
    """The cases of the file that --skip names, each with its reason."""
    skipped = {}
    for word in words:
        if word.startswith("--skip="):
            with open(word[len("--skip="):], encoding="utf-8") as file:
                lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
            skipped.update(line.split(": ", 1) for line in lines)
    return skipped


def report(number, case, result, update):
    """Prints the lines of one case. Returns whether it is as expected."""
    text, skipped = result
    if skipped:
        print(f"ok {number} - {case.name} # SKIP {skipped}")
    elif text == case.text:
        print(f"ok {number} - {case.name}")
    elif update:
        with open(case.path, "w", encoding="utf-8") as file:
            file.write(text)
        print(f"ok {number} - {case.name} (updated)")
    else:
        print(f"not ok {number} - {case.name}\n{difference(case, text)}", end="")
        return False
    return True


def main():
    options = ("--update", "--cover", "--others", "--sandbox", "--until-failure")
    words = [word for word in sys.argv[1:] if word not in options and not word.startswith("--skip=")]
    skipped = read_skipped(sys.argv[1:])
    if len(words) < 3:
        sys.exit(__doc__)
    update = "--update" in sys.argv[1:]
    command, root, corpus = (os.path.realpath(path) for path in words[:3])
    folder = os.path.join(os.path.dirname(os.path.realpath(__file__)), "golden")
    cases = list(find_cases(folder, words[3:]))
    if "--cover" in sys.argv[1:] and not words[3:]:
        cases = cover(cases)
    elif "--others" in sys.argv[1:] and not words[3:]:
        covering = cover(cases)
        cases = [case for case in cases if case not in covering]
    is_confined = "--sandbox" in sys.argv[1:]
    if is_confined:
        cases = [case for case in cases if has_sandbox(case)]
        if lack := sandbox.lack(command, root):
            print(f"1..0 # SKIP {lack}")
            return 0
    if not words[3:] and not update and not trials.is_deep():
        cases = [case for case in cases if not case.is_long() or trials.is_drawn(case.name)]
    until_failure = "--until-failure" in sys.argv[1:]
    if until_failure:
        cases.sort(key=cost_of)
    good = bool(cases)
    print(f"1..{len(cases)}", flush=True)
    with tempfile.TemporaryDirectory(prefix="golden-bin-") as programs:
        # A script, not a link: a command from a build folder has to find its libraries.
        program = os.path.join(programs, "overworld")
        with open(program, "w", encoding="utf-8") as file:
            file.write(program_text(shlex.quote(command), is_confined))
        os.chmod(program, 0o755)
        settings = command, os.path.join(root, "samples"), corpus, programs
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            reasons = {case.name: skipped.get(case.name) or case.why_skipped(corpus) for case in cases}
            results = pool.map(lambda case: (None, reasons[case.name]) if reasons[case.name] else run(case, settings),
                               cases)
            for number, (case, result) in enumerate(zip(cases, results), 1):
                good = report(number, case, result, update) and good
                if until_failure and not good:
                    pool.shutdown(cancel_futures=True)
                    break
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
