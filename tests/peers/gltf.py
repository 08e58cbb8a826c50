#!/usr/bin/env python3
"""glTF files in other people's hands.

Usage: gltf.py OVERWORLD PROJECT CORPUS

Every sample and every file of the corpus becomes a .glb, a .gltf and one with instances, of which the Khronos
validator must find nothing to say (of the extension, which it does not know, that it does not). Some are
drawn by three.js in headless Chromium and held against `overworld render`: the same outline, the same
colours but for the light. f3d, which knows VTK alone, opens them too.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))
import nodejs  # noqa: E402

NO_WORLDS = {".json", ".md", ".tsv", ".png", ".sh", ".jecs", ".succ", ".clip", ".thing", ".model",
             ".txt", ".jpg", ".tsj"}
UNKNOWN_EXTENSION = {"UNSUPPORTED_EXTENSION", "UNUSED_OBJECT"}
LOOKED_AT = ["blotter/**/lwcpu4.partialworld", "city/**/*.city", "leveld/*.lvd",
             "structure/**/*.structure"]
LOOKED_AT_EACH = 3
LEAST_OVERLAP = 0.97  # of outlines: edges are antialiased by one, wires thickened by the other
FORMS = {"glb": [], "gltf": [], "instanced.glb": ["--instancing"]}


def run(*command, text=None, timeout=600):
    return subprocess.run([str(word) for word in command], input=text, text=True,
                          capture_output=True, timeout=timeout, check=False)


def worlds_of(folder):
    return sorted(path for path in folder.rglob("*")
                  if path.is_file() and path.suffix not in NO_WORLDS)


class Results:
    def __init__(self):
        self.passed = self.failed = 0

    def note(self, name, problem):
        if problem:
            self.failed += 1
            print(f"{name}: {problem}")
        else:
            self.passed += 1


def convert_all(overworld, worlds, folder):
    """The files that worlds became, by world and form. What no one can read is no world."""
    made = []
    for number, world in enumerate(worlds):
        for form, options in FORMS.items():
            out = folder / f"{number}.{form}"
            done = run(overworld, "convert", world, out, *options)
            if done.returncode == 0:
                made.append((world, form, out))
            elif done.returncode != 4:
                made.append((world, form, None))
    return made


def validate(project, modules, made, results):
    files = [out for _, _, out in made if out]
    done = run("node", *nodejs.ARGUMENTS, project / "tests/peers/gltf.mjs", modules, "validate",
               text="\n".join(map(str, files)))
    reports = dict(zip(files, map(json.loads, done.stdout.splitlines())))
    for world, form, out in made:
        report = reports.get(out)
        if not report:
            results.note(f"{world} as {form}", f"no report {done.stderr[-300:]}")
            continue
        codes = {message["code"] for message in report["messages"]
                 if isinstance(message, dict)}
        said = report["numErrors"] + report["numWarnings"]
        if not (form.startswith("instanced") and codes <= UNKNOWN_EXTENSION):
            said += report["numInfos"] + report["numHints"]
        results.note(f"{world} as {form}", said and json.dumps(report))


def colors_differ(three, picture):
    """One is lit and the other is not: a channel may be darker, but all by much the same."""
    shares = [lit / unlit for lit, unlit in zip(picture["mean"], three["mean"]) if unlit > 8]
    return shares and (min(shares) < 0.45 or max(shares) > 1.25 or max(shares) - min(shares) > 0.3)


def judge(figures, form):
    if "problem" in figures:
        return figures["problem"]
    three, picture = figures["three"], figures["picture"]
    if figures["overlap"] < LEAST_OVERLAP:
        return f"another outline: {figures}"
    if abs(three["shape"] / picture["shape"] - 1) > 0.05:
        return f"another shape: {figures}"
    if colors_differ(three, picture):
        return f"other colours: {figures}"
    return None if three["colors"] > 1 or picture["colors"] <= 12 else f"one colour: {figures}"


def look(project, modules, overworld, made, results, folder):
    jobs = []
    for world, form, out in made:
        picture = folder / f"{world.name}.png"
        if not out or form == "gltf" or not picture.exists() and run(
                overworld, "render", world, "-o", picture, "--view", "iso", "--size", "600x600",
                "--transparent", "--plain").returncode != 0:
            continue
        jobs.append((world, form, out, picture))
    done = run("node", *nodejs.ARGUMENTS, project / "tests/peers/gltf.mjs", modules, "look",
               text="\n".join(f"{out}\t{picture}" for _, _, out, picture in jobs))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for number, (world, form, _, _) in enumerate(jobs):
        problem = judge(found[number], form) if number < len(found) else done.stderr[-300:]
        results.note(f"{world} as {form} in three.js", problem)


def open_in_f3d(made, results, folder):
    for world, form, out in made:
        if out and form == "glb":
            picture = folder / "f3d.png"
            picture.unlink(missing_ok=True)
            done = run("xvfb-run", "-a", "f3d", out, f"--output={picture}", "--resolution=300,200")
            said = done.stderr.strip()
            good = done.returncode == 0 and picture.exists() and not said
            results.note(f"{world} in f3d", None if good else f"exit {done.returncode}: {said}")


def main():
    overworld, project, corpus = (Path(word).resolve() for word in sys.argv[1:4])
    modules = nodejs.install(project)
    results = Results()
    worlds = worlds_of(project / "samples") + worlds_of(corpus)
    shown = [world for pattern in LOOKED_AT
             for world in sorted(corpus.glob(pattern))[:LOOKED_AT_EACH]]
    with tempfile.TemporaryDirectory(prefix="gltf-") as name:
        folder = Path(name)
        made = convert_all(overworld, worlds, folder)
        validate(project, modules, made, results)
        chosen = [job for job in made if job[0] in shown]
        look(project, modules, overworld, chosen, results, folder)
        open_in_f3d(chosen, results, folder)
    print(f"{results.passed} passed, {results.failed} failed")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
