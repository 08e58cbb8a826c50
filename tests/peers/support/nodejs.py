"""How tests start Node.js, and the npm packages that they use.

At its end a process waits for all that its threads are at; one that is compiling may wait for a garbage collection,
which nobody makes any more, and both wait forever (nodejs/node#54918; seen with Node.js 20, about once in ten runs of
all tests). So nothing is compiled beside the main thread.
"""
import os
import shutil
import subprocess

ARGUMENTS = ["--no-concurrent-recompilation"]


def install(project):
    """Installs the npm packages. Returns their folder."""
    modules = project / "build/peers"
    modules.mkdir(parents=True, exist_ok=True)
    lock = (project / "tests/peers/package-lock.json").read_bytes()
    stamp = modules / "installed"
    if not stamp.exists() or stamp.read_bytes() != lock:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(project / "tests/peers" / name, modules / name)
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=modules, check=True,
                       env={**os.environ, "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD": "1"})
        stamp.write_bytes(lock)
    return modules
