#!/usr/bin/env python3
"""Checks the length of sentences and the links of the pages in README.md, CHANGELOG.md and docs/.

Usage: check-prose.py [ROOT] [--list] [PAGE...]

A page fails if the median of its sentences is longer than 16 words, if one has more than 30, or if a link leads to no
file or heading. Code blocks, tables of contents and pages made from code are left out. Inline code is one word. --list
prints the median and the longest sentence of each page.
"""
import glob
import os
import re
import statistics
import sys

MOST_WORDS = 30
MOST_MEDIAN = 16
# Made by scripts/make-docs.sh, whose texts are in the code.
MADE = ("docs/reference/checks.md", "docs/reference/fields/")
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


def main():
    names = [word for word in sys.argv[1:] if word != "--list"]
    root = names[0] if names else "."
    pages = names[1:] or [os.path.join(root, "README.md"), os.path.join(root, "CHANGELOG.md"),
                          *sorted(glob.glob(os.path.join(root, "docs/**/*.md"), recursive=True))]
    good = True
    for path in pages:
        for problem in problems_of(path, "--list" in sys.argv):
            good = False
            print(f"{os.path.relpath(path, root)}: {problem}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
