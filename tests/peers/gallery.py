#!/usr/bin/env python3
"""The gallery in headless Chromium, opened from a disk and from a server: its policy allows what it needs, and the
pages of worlds find what they share.

Usage: gallery.py OVERWORLD PROJECT CORPUS
"""
import functools
import http.server
import re
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

# As web/viewer/build.mjs makes it, in small: a script and a style by their hashes, and data that the script reads.
PAGE = """<!doctype html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {script_hash} 'wasm-unsafe-eval'; style-src {style_hash}">
<style>{style}</style></head><body>
<script type="application/json" id="worlds">[]</script>
<script type="application/json" id="library">{{"packed": "{packed}"}}</script>
<script>{script}</script>
</body></html>
"""
SCRIPT = """const read = (id) => JSON.parse(document.getElementById(id).textContent);
const shown = document.createElement('p');
document.body.append(shown);
const [world] = read('worlds');
shown.textContent = ['shown', world?.name, atob(world?.data ?? '').length, read('library').packed.length,
  getComputedStyle(shown).textIndent].join(' ');
"""
STYLE = "p { text-indent: 7px }"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def dumped(address):
    """The page as Chromium has it when its scripts have run."""
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                               "--enable-logging=stderr", "--virtual-time-budget=10000", "--dump-dom", address],
                              text=True, capture_output=True, timeout=120, check=False)
    refused = [line for line in done.stderr.split("\n") if "Content Security Policy" in line or "CORS" in line]
    if refused:
        raise AssertionError(f"{address}: {refused}")
    return done.stdout


def check(address, site, sizes):
    text = dumped(f"{address}/index.html")
    links = re.findall(r'<a class="card"[^>]* href="([^"]+)"', text)
    if len(links) != len(sizes) or "2 of 2 worlds" not in text:
        raise AssertionError(f"the index shows {links}: {text[:500]}")
    pictures = re.findall(r'<img [^>]*src="([^"]+)"', text)
    if len(pictures) != 2:
        raise AssertionError(f"pictures: {pictures}")
    for link in links:
        page = dumped(f"{address}/{link}")
        name, size, packed, indent = re.search(r"<p>shown (\S+) (\d+) (\d+) (\S+)</p>", page).groups()
        if (int(size), int(packed), indent) != (sizes[name], 5000, "7px"):
            raise AssertionError(f"{link}: {name} {size} {packed} {indent}")
        if (site / link).stat().st_size > 4000 + 2 * sizes[name]:
            raise AssertionError(f"{link} has what others have, too")


def main():
    overworld, project = (Path(word).resolve() for word in sys.argv[1:3])
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        site, page, worlds = folder / "site", folder / "page.html", folder / "in"
        worlds.mkdir()
        sizes = {}
        for name in ("level-v4.lvd", "city-town.city"):
            data = (project / "samples" / name).read_bytes()
            (worlds / name).write_bytes(data)
            sizes[name] = len(data)
        page.write_text(PAGE.format(script=SCRIPT, style=STYLE, packed="A" * 5000, script_hash="'sha256-x'",
                                    style_hash="'sha256-y'"))
        for words in (["add", "--thumbnails", worlds], ["gallery", "-o", site, "--page", page]):
            subprocess.run([overworld, "catalog", words[0], "--db", folder / "c.db", *words[1:]], check=True,
                           stdout=subprocess.DEVNULL)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name, address in (("a disk", site.as_uri()), ("a server", f"http://127.0.0.1:{server.server_port}")):
            try:
                check(address, site, sizes)
                passed += 1
                print(f"ok the gallery from {name}")
            except (AssertionError, AttributeError, KeyError, subprocess.TimeoutExpired) as problem:
                failed += 1
                print(f"not ok the gallery from {name}\n{problem}")
        server.shutdown()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
