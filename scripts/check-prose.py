#!/usr/bin/env python3
"""Checks the prose of README.md, CHANGELOG.md and docs/: length of sentences, links, style by proselint.

Usage: check-prose.py [ROOT] [--list] [--proselint CACHE] [PAGE...]

A page fails if the median of its sentences is longer than 16 words, if one has more than 30, or if a link leads to no
file or heading. Code blocks, headings and pages made from code are left out. Inline code is one word. --list prints the
median and the longest sentence of each page. --proselint runs proselint too, on pages that have changed since the last
run with this file CACHE.
"""
import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import re
import statistics
import sys

MOST_WORDS = 30
MOST_MEDIAN = 16
# Made by scripts/make-docs.sh, whose texts are in the code.
MADE = ("docs/reference/checks.md", "docs/reference/fields/", "docs/reference/mutations.md")
ENDS = re.compile(r"(?<=[.!?])[\"')*_]*\s+(?=[\"'(*_`\w$/<~])|(?<=:)\s*$")
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|etc|vs|approx)\.")
LINK = re.compile(r"!?\[((?:[^][]|\[[^][]*\])*)\]\(([^)\s]+)\)")


def without_code_blocks(text):
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    return re.sub(r"^```.*?^```$", "\n", text, flags=re.M | re.S)


def blocks_of(text):
    """Paragraphs, list items, headings and cells of tables: each a piece of text, and whether it is a cell."""
    piece = []
    for line in without_code_blocks(text).split("\n") + [""]:
        row = line.lstrip().startswith("|")
        starts = re.match(r"\s*([-*]|\d+\.)\s", line)
        if piece and (not line.strip() or row or starts or line.startswith("#")):
            yield " ".join(piece), False
            piece = []
        if row:
            for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")):
                if not re.fullmatch(r"\s*:?-*:?\s*", cell):
                    yield cell, True
        elif line.startswith("#"):
            continue
        elif line.strip():
            piece.append(re.sub(r"^\s*([-*]|\d+\.)\s+", "", line).strip())


def plain(text):
    """Text as it is read: links are their words, inline code is one word."""
    text = re.sub(r"``[^`].*?``|`[^`]+`", "code", text)
    text = LINK.sub(r"\1", text)
    return ABBREVIATIONS.sub(lambda found: found.group(0).replace(".", ""), text)


def sentences_of(text):
    """Each sentence with the count of its words, and whether it stands in a table."""
    for block, is_cell in blocks_of(text):
        for sentence in ENDS.split(plain(block)):
            words = [word for word in (sentence or "").split() if re.search(r"\w", word)]
            if words:
                yield sentence.strip(), len(words), is_cell


def anchors_of(path):
    with open(path, encoding="utf-8") as file:
        text = without_code_blocks(file.read())
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        words = re.sub(r"[^\w\- ]", "", LINK.sub(r"\1", heading).replace("`", "").lower())
        yield words.strip().replace(" ", "-")


def broken_links(path, text):
    for _, target in LINK.findall(without_code_blocks(text)):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        there = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(there):
            yield f"link to {target}, which is not there"
        elif anchor and there.endswith(".md") and anchor not in anchors_of(there):
            yield f"link to {target}, but the page has no such heading"


def problems_of(path, listing):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    yield from broken_links(path, text)
    if any(made in path for made in MADE):
        return
    sentences = list(sentences_of(text))
    for sentence, words, _ in sentences:
        if words > MOST_WORDS:
            yield f"{words} words, at most {MOST_WORDS}: {sentence}"
    prose = [words for _, words, is_cell in sentences if not is_cell]
    if listing and prose:
        print(f"{path}: {len(prose)} sentences, median {statistics.median(prose):g}, "
              f"longest {max(words for _, words, _ in sentences)}")
    if prose and statistics.median(prose) > MOST_MEDIAN:
        yield f"the median of its sentences has {statistics.median(prose):g} words, at most {MOST_MEDIAN}"


# Checks of proselint that do not fit these pages: quotes and dots as they are typed, clichés (slow), "colour" beside the
# name of a field.
NOT_ASKED = ("typography.", "consistency.spelling", "cliches.", "misc.chatspeak", "security.")


def of_proselint(text):
    """What proselint says about a text."""
    import proselint.tools  # pylint: disable=import-outside-toplevel
    options = proselint.tools.load_options()
    options["checks"] = {name: on and not name.startswith(NOT_ASKED) for name, on in options["checks"].items()}
    found = []
    for check in proselint.tools.get_checks(options):
        for start, end, name, message, _ in check(text):
            found.append(f"{message} ({name}): {text[max(0, start - 30):end + 20].strip()}")
    return found


def style_problems(pages, cache_path):
    """What proselint says about each page. Pages whose text is as in the last run are not looked at again."""
    try:
        with open(cache_path, encoding="utf-8") as file:
            cache = json.load(file)
    except (OSError, ValueError):
        cache = {}
    texts = {}
    for path in pages:
        with open(path, encoding="utf-8") as file:
            if not any(made in path for made in MADE):
                texts[path] = "\n\n".join(plain(block) for block, _ in blocks_of(file.read()))
    keys = {path: hashlib.sha256((repr(NOT_ASKED) + text).encode()).hexdigest() for path, text in texts.items()}
    changed = [path for path in texts if keys[path] not in cache]
    os.environ["XDG_CACHE_HOME"] = os.path.dirname(os.path.abspath(cache_path))  # proselint keeps files of its own
    os.makedirs(os.path.join(os.environ["XDG_CACHE_HOME"], "proselint"), exist_ok=True)  # or processes race to make it
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(changed, pool.map(of_proselint, [texts[path] for path in changed])))
    results = {path: found[path] if path in found else cache[keys[path]] for path in texts}
    with open(cache_path, "w", encoding="utf-8") as file:
        json.dump({keys[path]: result for path, result in results.items()}, file)
    return results


def main():
    parser = argparse.ArgumentParser(description="Checks the prose of the pages.")
    parser.add_argument("root", nargs="?", default=".")
    parser.add_argument("pages", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--proselint", metavar="CACHE")
    asked = parser.parse_args()
    pages = asked.pages or [os.path.join(asked.root, "README.md"), os.path.join(asked.root, "CHANGELOG.md"),
                            *sorted(glob.glob(os.path.join(asked.root, "docs/**/*.md"), recursive=True))]
    style = style_problems(pages, asked.proselint) if asked.proselint else {}
    good = True
    for path in pages:
        for problem in [*problems_of(path, asked.list), *style.get(path, [])]:
            good = False
            print(f"{os.path.relpath(path, asked.root)}: {problem}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
