#!/usr/bin/env python3
"""Checks the spelling of all texts by aspell: pages, messages, help and comments.

Usage: check-spelling.py [--list]

A word is right if aspell knows it, in British or American spelling, if scripts/words.txt has it, or if it is a name in
code. Inline code, code blocks, strings of tests, and words with digits, underscores or capitals inside are left out. So
are words with three equal letters in a row. --list prints the unknown words alone, to be added to scripts/words.txt.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORDS = ROOT / "scripts/words.txt"
C_FILES = (".c", ".h")
SCRIPTS = (".py", ".sh", ".ts", ".mjs", ".sql")
LEFT_OUT = ("docs/reference/fields/", "docs/schema/", "web/overworld/dist/", "tests/golden/", "fuzz/dictionaries/")
C_PART = re.compile(r"/\*(.*?)\*/|//([^\n]*)|\"((?:[^\"\\\n]|\\.)*)\"|'(?:[^'\\\n]|\\.)+'", re.S)
SCRIPT_COMMENT = re.compile(r"(?:^|\s)(?:#|//) ([^\n]*)|\"\"\"(.*?)\"\"\"|/\*(.*?)\*/", re.M | re.S)
WORD = re.compile(r"(?<![\w'.@$%&/\\-])[A-Za-z]?[a-z]{2,}(?:'[a-z]+)?(?![\w(@/\\]|[._-]\w)")


def without_code(text):
    """Text without inline code, escapes and names in capitals."""
    text = re.sub(r"`[^`]*`", " ", text)
    text = re.sub(r"https?://\S+|<[^>\s]+>", " ", text)
    return re.sub(r"\\[nt\"]", " ", text)


def texts_of_page(text):
    text = re.sub(r"<!--.*?-->|^```.*?^```$", " ", text, flags=re.M | re.S)
    return re.sub(r"\]\([^)]*\)", "]", text), ""


def texts_of_c(text, with_strings):
    """Comments, and strings that are sentences, and the code without them."""
    said = []

    def take(found):
        comment, line, string = found.groups()
        if string is None or (with_strings and " " in string.strip()):
            said.append(comment or line or string or "")
        return " "
    code = C_PART.sub(take, text)
    return "\n".join(said), code


def texts_of_script(text):
    said = [next(filter(None, found.groups()), "") for found in SCRIPT_COMMENT.finditer(text)]
    return "\n".join(said), SCRIPT_COMMENT.sub(" ", text)


def split(name, text):
    if name.endswith(".md"):
        return texts_of_page(text)
    if name.endswith(C_FILES):
        return texts_of_c(text, not name.startswith(("tests/", "fuzz/")))
    return texts_of_script(text)


def files():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\n"):
        if name.endswith((".md", *C_FILES, *SCRIPTS)) and not name.startswith(LEFT_OUT) and (ROOT / name).is_file():
            yield name


def words_of_project():
    lines = WORDS.read_text(encoding="utf-8").split("\n") if WORDS.exists() else []
    return {line.strip().lower() for line in lines if line.strip() and not line.startswith("#")}


def unknown_to_aspell(words):
    for language in ("en_GB", "en_US"):
        done = subprocess.run(["aspell", "list", f"--lang={language}", "--encoding=utf-8"], input="\n".join(sorted(words)),
                              capture_output=True, text=True, check=True)
        words = set(done.stdout.split())
    return words


def main():
    places, names = {}, set()
    for name in files():
        said, code = split(name, (ROOT / name).read_text(encoding="utf-8", errors="replace"))
        for word in re.findall(r"[A-Za-z]+", code):
            names.add(word.lower())
        for word in WORD.findall(without_code(said)):
            places.setdefault(word, name)
    known = words_of_project()
    base = {word: re.sub(r"'s$", "", word) for word in places}
    known |= names
    asked = {word for word in places if base[word].lower() not in known and not re.search(r"(.)\1\1", word)}
    unknown = sorted(unknown_to_aspell(asked), key=str.lower)
    for word in unknown:
        print(base[word] if "--list" in sys.argv else f"{places[word]}: unknown word \"{word}\": correct it, or add it to "
              "scripts/words.txt")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
