#!/usr/bin/env python3
"""Collects the sources of the site: the project's pages, a page for each public header, and the order of all.

Usage: collect.py TARGET

The pages keep their places in the tree, so that links between them hold. A link to a public header leads to its page,
one to a folder to the page that tells what is in it, and one to any other file of the project downloads it. The project's
README is the first page. The sidebar has the order of docs/README.md.
"""
import os
import re
import shutil
import subprocess
import sys

LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
API = "docs/reference/api"
FENCED = re.compile(r"(```.*?^```)", re.S | re.M)


def pages():
    """The project's pages in Markdown that a reader of the site wants."""
    listed = subprocess.run(["git", "ls-files", "*.md"], check=True, capture_output=True, text=True).stdout.split()
    return [path for path in listed if re.match(r"docs/|samples/|web/overworld/|[A-Z]+\.md$", path)]


def headers():
    return sorted(name for name in os.listdir("include/overworld") if name.endswith(".h") and name != "overworld.h")


def goal_of(page, link):
    """The page or file of the site that a link of a page leads to, from the top."""
    path = os.path.normpath(os.path.join(os.path.dirname(page), link))
    if path == "README.md":
        return "index.md"
    if path.startswith("include/overworld"):
        return f"{API}/{os.path.basename(path)[:-2]}.md" if path.endswith(".h") else f"{API}/index.md"
    if os.path.isdir(path):
        return f"{path}/README.md" if os.path.exists(f"{path}/README.md") else f"{path}/index.md"
    if not os.path.exists(path):
        sys.exit(f"collect.py: {page} has a link to {link}, which does not exist")
    return path


class Site:
    def __init__(self, target):
        self.target = target
        self.folders = set()  # that a page links to and that have no page of their own

    def write(self, path, text):
        place = os.path.join(self.target, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)

    def followed(self, page, found):
        """A link as the site has it. What it leads to is copied, unless it is a page."""
        goal = goal_of(page, found[1])
        if goal.endswith("/index.md") and not goal.startswith(API):
            self.folders.add(os.path.dirname(goal))
        elif not goal.endswith(".md"):
            place = os.path.join(self.target, goal)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copyfile(goal, place)
        return os.path.relpath(goal, os.path.dirname(page) or ".")

    def page(self, path):
        with open(path, encoding="utf-8") as file:
            parts = FENCED.split(file.read())
        text = "".join(part if part.startswith("```") else LINK.sub(lambda found: self.followed(path, found), part)
                       for part in parts)
        if path == "README.md":
            before, install, after = text.partition("\n## Install\n")
            path, text = "index.md", before + BESIDE + install + after + toctrees()
        self.write(path, text)

    def folder(self, path):
        """A page that lists the files of a folder."""
        names = sorted(os.listdir(path))
        for name in names:
            shutil.copyfile(f"{path}/{name}", os.path.join(self.target, path, name))
        self.write(f"{path}/index.md", f"---\norphan: true\n---\n# Files of {path}\n\n"
                   + "".join(f"- [{name}]({name})\n" for name in names))

    def api(self):
        """A page for each public header, and one that lists them."""
        names = [name[:-2] for name in headers()]
        for name in names:
            self.write(f"{API}/{name}.rst", f"{name}.h\n{'=' * 20}\n\n.. doxygenfile:: {name}.h\n")
        self.write(f"{API}/index.md", "# The library's headers\n\nMade from the comments of `include/overworld`.\n\n"
                   "```{toctree}\n" + "\n".join(names) + "\n```\n")


# What site.sh puts beside the pages; Sphinx does not know it.
BESIDE = """
<p><a href="page/index.html"><b>Open a world in the page</b></a>: it runs in your browser, and files never leave your
machine. <a href="gallery/index.html"><b>The samples as pictures</b></a> show what it can open.</p>
"""


def toctrees():
    """The sidebar: the sections and links of docs/README.md in their order."""
    with open("docs/README.md", encoding="utf-8") as file:
        sections = re.split(r"(?m)^## ", file.read())[1:]
    made = ""
    for section in sections:
        links = [os.path.normpath(f"docs/{link}") for link in LINK.findall(section)
                 if link.endswith(".md") and link != "../README.md"]
        if section.startswith("Reference"):
            links.append(f"{API}/index.md")
        made += f"\n```{{toctree}}\n:hidden:\n:caption: {section.splitlines()[0]}\n\n" + "\n".join(links) + "\n```\n"
    return made + "\n```{toctree}\n:hidden:\n:caption: Project\n\ndocs/README.md\nsamples/README.md\nCONTRIBUTING.md\nCHANGELOG.md\n```\n"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = Site(sys.argv[1])
    for path in pages():
        site.page(path)
    for path in sorted(site.folders):
        site.folder(path)
    site.api()


if __name__ == "__main__":
    main()
