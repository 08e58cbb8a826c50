"""Compiles C for other machines than the build's. Ninja does the work, so that a second run compiles only what changed."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def folders_of(usage):
    """The two folders of the command line, BUILD_FOLDER and OUTPUT_FOLDER, relative to the project."""
    if len(sys.argv) != 3:
        sys.exit(usage)
    return [os.path.relpath(path, ROOT) for path in sys.argv[1:]]


class Build:
    """A file for Ninja, named NAME.ninja in the folder `output`. `flags` are for every source. `link` is a command that
    makes $out of $in."""

    def __init__(self, output, name, compiler, flags, link):
        self.path, self.objects_folder, self.objects = f"{output}/{name}.ninja", f"{output}/{name}", []
        self.lines = [f"builddir = {self.objects_folder}",
                      f"flags = {flags}",
                      "rule compile",
                      f"  command = {'ccache ' if shutil.which('ccache') else ''}{compiler} $flags $more "
                      "-MMD -MF $out.d -c $in -o $out",
                      "  depfile = $out.d", "  deps = gcc",
                      "  description = $in",
                      "rule link",
                      f"  command = {link}",
                      "  description = $out"]

    def compile(self, path, more, defines=()):
        """Adds a source. Layouts are compiled once for each format, which `defines` names."""
        name = "-".join([path[:-2].replace("/", "-"), *(word[2:].replace("=", "-") for word in defines)])
        self.objects.append(f"{self.objects_folder}/{name}.o")
        self.lines += [f"build {self.objects[-1]}: compile {path}", f"  more = {more} {' '.join(defines)}"]

    def add(self, rule, command, outputs, inputs):
        """Makes other files: a rule named `rule` runs the command, which makes $out of $in."""
        self.lines += [f"rule {rule}", f"  command = {command}", "  description = $out",
                       f"build {outputs}: {rule} {inputs}"]

    def link(self, program, needs=""):
        """Builds the program of all sources. `needs` are other files that it depends on. Ends this script."""
        self.lines.append(f"build {program}: link {' '.join(self.objects)}{' | ' + needs if needs else ''}")
        os.makedirs(os.path.join(ROOT, self.objects_folder), exist_ok=True)
        with open(os.path.join(ROOT, self.path), "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")
        sys.exit(subprocess.run(["ninja", "-C", ROOT, "--quiet", "-f", self.path]).returncode)


def wasm_build(output, name, flags, link):
    """A build for WebAssembly, with emscripten's flags."""
    environment = dict(os.environ, NODE_PATH="/usr/share/nodejs")
    own = subprocess.run(["emcc", "--cflags"], env=environment, check=True, capture_output=True, text=True).stdout
    return Build(output, name, "clang-14", f"{own.strip()} {flags}", link)
