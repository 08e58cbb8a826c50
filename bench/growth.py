#!/usr/bin/env python3
"""Whether cost grows with the world and not faster: processor time of each verb that reads all, for each byte of worlds
of growing size, as a table and as a picture for docs/explanation/speed.md.

Usage: growth.py [--picture FILE.svg] BENCH COMMAND [MIB ...]

BENCH makes the worlds. Each figure is the least of several runs: other work can only add to it.
"""
import os
import subprocess
import sys
import tempfile

from processes import least

SIZES = (16, 64, 256, 1024)
RUNS = {16: 7, 64: 5, 256: 3}  # larger worlds: 2
# {0}: the world; {1}: the same world with one change; {2}: a file to write.
VERBS = {
    "info --full": ("info", "--full", "{0}"),
    "check": ("check", "{0}"),
    "find a type": ("find", "--count", "{0}", "type:MHG.Mount"),
    "set a value": ("set", "{0}", "/components/9/position/0", "7", "-fo", "{2}"),
    "diff --stat": ("diff", "--stat", "{0}", "{1}"),
    "nets": ("nets", "-n", "1", "{0}"),
    "simulate 100 ticks": ("simulate", "-n", "100", "{0}"),
    "sql, types counted": ("sql", "{0}", "SELECT type, count(*) FROM components GROUP BY type"),
    "convert to JSON": ("convert", "{0}", "-", "--to", "json"),
    "convert to GLB, instanced": ("convert", "{0}", "-", "--to", "glb", "--instancing"),
    "render 1200 x 900": ("render", "{0}", "-fo", "{2}.png"),
}
PLOT = """set terminal svg size 900,520 font "sans-serif,13" background "white"
set logscale x 2
set xlabel "size of the world, MiB"
set ylabel "nanoseconds of processor time for each byte"
set logscale y
set xtics ({ticks})
set key outside right top
set grid
plot {lines}
{blocks}"""


def measure(bench, command, size, folder):
    """Nanoseconds for each byte, by verb."""
    world, changed, out = (os.path.join(folder, name) for name in ("a.logicworld", "b.logicworld", "out.logicworld"))
    subprocess.run([bench, "--make", world, "--size", str(size)], check=True)
    subprocess.run([command, "set", world, "/components/9/position/0", "8", "-fo", changed], check=True,
                   stdout=subprocess.DEVNULL)
    whole, found = os.path.getsize(world), {}
    for verb, words in VERBS.items():
        words = [command, *(word.format(world, changed, out) for word in words)]
        try:
            found[verb] = least(RUNS.get(size, 2), words, fine=(0, 1)) / whole * 1e9
            print(f"{size} MiB, {verb}: {found[verb]:.2f} ns a byte", file=sys.stderr)
        except SystemExit as failure:  # as of glTF above 4 GiB
            print(f"{size} MiB, {verb}: {failure}", file=sys.stderr)
    return found


def table(sizes, found):
    """A dash stands for what cannot be done."""
    yield "| verb | " + " | ".join(f"{size} MiB" for size in sizes) + " |"
    yield "|---" * (len(sizes) + 1) + "|"
    for verb in VERBS:
        yield f"| {verb} | " + " | ".join(f"{found[size][verb]:.2f}" if verb in found[size] else "-" for size in sizes) + " |"


def draw(path, sizes, found):
    blocks = "".join("".join(f"{size} {found[size][verb]:.3f}\n" for size in sizes if verb in found[size]) + "e\n"
                     for verb in VERBS)
    lines = ", ".join(f"'-' with linespoints linewidth 2 title \"{verb}\"" for verb in VERBS)
    script = PLOT.format(ticks=", ".join(map(str, sizes)), lines=lines, blocks=blocks)
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run(["gnuplot"], input=script, text=True, check=True, stdout=file)


def main():
    words = sys.argv[1:]
    picture = words.pop(1) if words[:1] == ["--picture"] else None
    words = words[1:] if picture else words
    bench, command, *sizes = words
    sizes = [int(size) for size in sizes] or list(SIZES)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            found[size] = measure(bench, command, size, folder)
    print("\n".join(table(sizes, found)))
    if picture:
        draw(picture, sizes, found)


if __name__ == "__main__":
    main()
