#!/usr/bin/env python3
"""What the command does when the world does not stand still: files come, go and shrink, signals arrive,
calls are interrupted, somebody watches. Speaks TAP.

Usage: meanwhile.py COMMAND LIBRARY SOURCE_ROOT [NAME...]

LIBRARY is made of faults/faults.c, see there. COMMAND must be built without sanitizers. NAME picks tests
that contain it.
"""
import errno
import fcntl
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import traceback

LONGEST_RUN = 60  # seconds
COMMAND = LIBRARY = SAMPLES = ""
KILLS = 300
RESERVED = f"renameat2:0:{errno.EINVAL},link:0:{errno.EPERM}"


class Place:
    """A folder in which a test happens."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="meanwhile-")

    def path(self, name):
        return os.path.join(self.folder, name)

    def take(self, sample, name):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        shutil.copy(os.path.join(SAMPLES, sample), self.path(name))

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def write(self, name, data):
        with open(self.path(name), "wb") as file:
            file.write(data)

    def names(self):
        return sorted(os.listdir(self.folder))

    def environment(self, **settings):
        return dict(os.environ, **{"LC_ALL": "C.UTF-8", "LD_PRELOAD": LIBRARY, **settings})

    def run(self, words, stdin=None, before=None, **settings):
        with open(stdin or os.devnull, "rb") as source:
            return subprocess.run([COMMAND] + words.split(), cwd=self.folder, stdin=source,
                                  env=self.environment(**settings), capture_output=True,
                                  timeout=LONGEST_RUN, check=False, preexec_fn=before)

    def close(self):
        subprocess.run(["chmod", "-R", "u+rwx", self.folder], check=False)
        shutil.rmtree(self.folder)


def outcome(done):
    return done.returncode, done.stdout, done.stderr


def equal(found, wanted, what):
    if found != wanted:
        raise AssertionError(f"{what}: {found!r}, not {wanted!r}")


def contains(text, part):
    text = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    if part not in text:
        raise AssertionError(f"{part!r} is not in {text!r}")


# Files that come in between.

MADE = [  # a command, and the file of a stranger that it must not replace
    ("convert a.logicworld out.json", "out.json"),
    ("render a.logicworld -o out.png --size 32x32", "out.png"),
    ("convert a.lvd out.tmj", "out-tiles.png"),
]


def stranger_stays(place, fault, call):
    """A file that appears just before the name is taken stays, whichever way it is taken."""
    for words, name in MADE:
        place.take("world-v7.logicworld", "a.logicworld")
        place.take("moated-keep.lvd", "a.lvd")
        done = place.run(words, FAULT=fault, FAULT_DO=f"{call}:0:echo stranger > {name}")
        equal(done.returncode, 3, "status")
        contains(done.stderr, f"{name}: already exists; add --force to replace it")
        equal(place.read(name), b"stranger\n", "the stranger's file")
        equal(place.names(), sorted(["a.logicworld", "a.lvd", name]), "files")
        os.remove(place.path(name))


def test_a_file_that_appears_stays(place):
    stranger_stays(place, "", "renameat2")


def test_a_file_that_appears_stays_where_links_are_made(place):
    stranger_stays(place, f"renameat2:0:{errno.ENOSYS}", "link")


def test_a_file_that_appears_stays_where_names_are_reserved(place):
    stranger_stays(place, RESERVED, "link")


def test_every_way_makes_the_same_file(place):
    place.take("world-v7.logicworld", "a.logicworld")
    with open(os.path.join(SAMPLES, "world-v7.json"), "rb") as file:
        wanted = file.read()
    for fault in "", f"renameat2:0:{errno.EINVAL}", RESERVED:
        done = place.run("convert a.logicworld out.json", FAULT=fault)
        equal((done.returncode, done.stderr), (0, b""), "outcome")
        equal(place.read("out.json"), wanted, "JSON")
        equal(place.names(), ["a.logicworld", "out.json"], "files")
        equal(os.stat(place.path("out.json")).st_nlink, 1, "names")
        os.remove(place.path("out.json"))


def test_a_reserved_name_is_given_back(place):
    place.take("world-v7.logicworld", "a.logicworld")
    done = place.run("convert a.logicworld out.json", FAULT=f"{RESERVED},rename:0:{errno.EIO}")
    equal(done.returncode, 3, "status")
    contains(done.stderr, "out.json: cannot be written: Input/output error")
    equal(place.names(), ["a.logicworld"], "files")


def test_force_replaces_what_appears(place):
    place.take("world-v7.logicworld", "a.logicworld")
    done = place.run("convert --force a.logicworld out.json", FAULT_DO="fsync:0:echo old > out.json")
    equal(done.returncode, 0, "status")
    equal(json.loads(place.read("out.json"))["format"], "blotter", "JSON")


def test_a_file_in_the_place_of_a_pipe_stays(place):
    place.take("world-v7.logicworld", "a.logicworld")
    os.mkfifo(place.path("out.json"))
    trace = place.path("trace")
    place.run("convert a.logicworld /dev/null --to json", FAULT_TRACE=trace)
    opened = place.read("trace").decode().split().count("open") - 1
    os.remove(trace)
    done = place.run("convert a.logicworld out.json",
                     FAULT_DO=f"open:{opened}:rm out.json; echo stranger > out.json")
    equal(done.returncode, 3, "status")
    contains(done.stderr, "out.json: already exists")
    equal(place.read("out.json"), b"stranger\n", "the stranger's file")


def test_a_link_that_appears_leads_nowhere(place):
    place.take("city-d3.city", "save/a.city")
    place.take("terrain/river-valley.png", "save/terrain/river-valley.png")
    place.take("terrain/river-valley.png", "away/river-valley.png")
    good = place.run("info --at 1,1 save/a.city")
    equal(good.returncode, 0, "status")
    done = place.run("convert save/a.city out.png",
                     FAULT_DO="openat:0:mv save/terrain save/old; ln -s ../away save/terrain")
    equal(done.returncode, 3, "status")
    contains(done.stderr, "terrain/river-valley.png is outside the world's own folder")
    equal(place.names(), ["away", "save"], "files")


def test_an_image_that_becomes_a_link_leads_nowhere(place):
    place.take("city-d3.city", "save/a.city")
    place.take("terrain/river-valley.png", "save/terrain/river-valley.png")
    place.take("terrain/river-valley.png", "away.png")
    done = place.run("convert save/a.city out.png",
                     FAULT_DO="openat:1:ln -sf ../../away.png save/terrain/river-valley.png")
    equal(done.returncode, 3, "status")
    contains(done.stderr, "terrain/river-valley.png is outside the world's own folder")


def test_a_world_that_becomes_a_link_during_a_walk_leads_nowhere(place):
    for words in "check -r in", "info -r in", "convert -r in out --to json":
        shutil.rmtree(place.folder)
        place.take("moated-keep.lvd", "in/below/a.lvd")
        place.take("level-v4.lvd", "secret.lvd")
        done = place.run(words, FAULT_DO="openat:0:ln -sf ../../secret.lvd in/below/a.lvd")
        equal(done.returncode, 3, words)
        contains(done.stderr, "in/below/a.lvd: is a symbolic link")
        shutil.rmtree(place.folder)
        place.take("moated-keep.lvd", "in/below/a.lvd")
        place.take("level-v4.lvd", "away/a.lvd")
        done = place.run(words, FAULT_DO="openat:0:rm -r in/below; ln -s ../away in/below")
        equal(done.returncode, 3, words)
        contains(done.stderr, "in/below/a.lvd: is a symbolic link or behind one")
        if os.path.exists(place.path("out/below/a.json")):
            raise AssertionError("what the link leads to was converted")


# Two writers of one file.

def test_a_change_by_another_is_kept(place):
    """The file is changed between reading and replacing: by a new file, in place, and by one of the same size."""
    for words in "set a.lvd /blocks/0/name x -i", "set a.lvd /blocks/0/name x -i --backup .old", \
            "convert -i a.lvd --version 3":
        for change in "cp b.lvd c.lvd; mv c.lvd a.lvd", "cat b.lvd > a.lvd", "printf X | dd of=a.lvd conv=notrunc " \
                "bs=1 seek=40 2>/dev/null", "rm a.lvd", "rm a.lvd; ln -s b.lvd a.lvd":
            shutil.rmtree(place.folder)
            place.take("moated-keep.lvd", "a.lvd")
            place.take("level-v4.lvd", "b.lvd")
            place.run("info b.lvd")
            time.sleep(0.02)  # the clock of a file system goes on by steps
            done = place.run(words, FAULT_DO=f"flock:0:{change}")
            equal(done.returncode, 3, f"status of {words} while {change}")
            contains(done.stderr, "a.lvd: nothing was written: another program has changed the file since it was read")
            if "rm" not in change:
                equal(place.names(), ["a.lvd", "b.lvd"], "files")
            if "a.lvd conv" not in change and change != "rm a.lvd":
                equal(place.read("a.lvd"), place.read("b.lvd"), "the other's change")


def test_of_two_writers_at_once_both_know(place):
    """Each change is there, or its run says that it is not."""
    for _ in range(20):
        place.take("level-v4.lvd", "a.lvd")
        runs = {name: subprocess.Popen([COMMAND, "set", "a.lvd", f"/blocks/0/{name}", '"ZZ"', "-i"], cwd=place.folder,
                                       stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
                for name in ("author", "name")}
        for run in runs.values():
            said = run.communicate()[1]
            if run.returncode not in (0, 3) or (run.returncode == 3 and b"nothing was written" not in said):
                raise AssertionError(f"status {run.returncode}: {said!r}")
        got = {name: place.run(f"get a.lvd /blocks/0/{name}").stdout.strip() == b"ZZ" for name in runs}
        equal(got, {name: run.returncode == 0 for name, run in runs.items()}, "changes that are there")
        equal(place.names(), ["a.lvd"], "files")


def test_a_folder_that_cannot_be_locked_is_no_obstacle(place):
    for fault in f"flock:0:{errno.ENOLCK}", f"flock:1:{errno.ENOLCK}", f"dup:0:{errno.EMFILE}":
        place.take("level-v4.lvd", "a.lvd")
        done = place.run("set a.lvd /blocks/0/name x -i", FAULT=fault)
        equal((done.returncode, done.stderr), (0, b""), fault)
        equal(place.run("get a.lvd /blocks/0/name").stdout.strip(), b"x", fault)


# What killed runs leave.

def test_what_dead_runs_left_is_removed(place):
    """Temporary files of runs that were killed are removed by the next one; those of living runs, and whatever else has
    such a name, stay."""
    place.take("level-v4.lvd", "a.lvd")
    done = place.run("set a.lvd /blocks/0/name x -i", FAULT_DO="fsync:0:kill -KILL $PPID")
    equal(done.returncode, -signal.SIGKILL, "status")
    equal(len(place.names()), 2, "files, with the one that is left")
    place.write(".overworld.Zzzzz9", b"as mkstemp() calls them")
    os.mkdir(place.path(".overworld.folder"))
    os.symlink("a.lvd", place.path(".overworld.linked"))
    os.mkfifo(place.path(".overworld.fifo00"))
    place.write(".overworld.longer-name", b"")
    place.write(".overworld.keep01", b"")
    os.link(place.path(".overworld.keep01"), place.path("second-name"))
    place.write(".overworld.living", b"")
    stay = [".overworld.fifo00", ".overworld.folder", ".overworld.keep01", ".overworld.linked", ".overworld.living",
            ".overworld.longer-name", "a.lvd", "second-name"]
    with open(place.path(".overworld.living"), "rb") as living:
        fcntl.flock(living, fcntl.LOCK_EX)
        done = place.run("set a.lvd /blocks/0/name y -i")
        equal((done.returncode, done.stderr), (0, b""), "outcome")
        equal(place.names(), stay, "files")
    place.run("set a.lvd /blocks/0/name z -i")
    equal(place.names(), [name for name in stay if name != ".overworld.living"], "files, when nobody lives")


def test_a_living_run_keeps_its_file(place):
    place.take("level-v4.lvd", "a.lvd")
    other = f"LD_PRELOAD= {COMMAND} convert a.lvd other.json"
    done = place.run("convert a.lvd out.json", FAULT_DO=f"fsync:0:{other}")
    equal((done.returncode, done.stderr), (0, b""), "outcome")
    equal(place.names(), ["a.lvd", "other.json", "out.json"], "files")
    equal(place.read("out.json"), place.read("other.json"), "JSON")


def test_a_file_that_is_taken_for_a_dead_one_is_made_again(place):
    place.take("level-v4.lvd", "a.lvd")
    done = place.run("convert a.lvd out.json", FAULT_DO="flock:0:rm .overworld.*")
    equal((done.returncode, done.stderr), (0, b""), "outcome")
    equal(place.names(), ["a.lvd", "out.json"], "files")


# Files that shrink.

def test_a_file_that_shrinks_ends_the_run(place):
    for words in "info a.logicworld", "check a.logicworld", "convert a.logicworld out.json --force":
        place.take("four-bit-adder.partialworld", "a.logicworld")
        place.write("out.json", b"old\n")
        call = "flock" if "convert" in words else "madvise"
        done = place.run(words, FAULT_DO=f"{call}:0:: > a.logicworld")
        equal(done.returncode, 3, "status")
        contains(done.stderr, "overworld: a.logicworld: cannot be read completely: the file became shorter")
        equal(place.read("out.json"), b"old\n", "OUT")
        equal(place.names(), ["a.logicworld", "out.json"], "files")


def test_another_bus_error_is_one(place):
    place.take("world-v7.logicworld", "a.logicworld")
    done = place.run("convert a.logicworld out.json", FAULT_DO="fsync:0:kill -BUS $PPID",
                     before=without_core)
    equal(done.returncode, -signal.SIGBUS, "status")
    equal(place.names(), ["a.logicworld"], "files")


# Signals and interruptions.

def without_core():
    """No core dumps; and signals do what they do by themselves, though a shell that started these tests in the
    background had them ignored."""
    import resource  # pylint: disable=import-outside-toplevel
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


def test_a_signal_leaves_nothing(place):
    place.take("world-v7.logicworld", "a.logicworld")
    place.write("out.json", b"old\n")
    for name in "INT", "TERM", "HUP", "QUIT", "PIPE", "ALRM", "XCPU", "USR1", "USR2":
        done = place.run("convert --force a.logicworld out.json",
                         FAULT_DO=f"fsync:0:kill -{name} $PPID", before=without_core)
        equal(done.returncode, -getattr(signal, "SIG" + name), name)
        equal(done.stderr, b"", "standard error")
        equal(place.read("out.json"), b"old\n", "OUT")
        equal(place.names(), ["a.logicworld", "out.json"], "files")


def test_a_signal_leaves_nothing_of_several_files(place):
    """A gallery writes its pages and pictures while its index is not in place yet."""
    place.take("level-v4.lvd", "in/a.lvd")
    place.write("page.html", b'<style>a</style><script type="application/json" id="worlds">[]</script>')
    place.run("catalog add --db c.db --thumbnails in")
    for number in 0, 1, 2, 3:
        done = place.run("catalog gallery --db c.db -o out -f --page page.html",
                         FAULT_DO=f"fsync:{number}:kill -TERM $PPID", before=without_core)
        equal(done.returncode in (-signal.SIGTERM, 0), True, "status")
        left = [name for _, _, names in os.walk(place.folder) for name in names if name.startswith(".overworld")]
        equal(left, [], f"files that are left after fsync {number}")


def test_a_signal_leaves_no_new_folder(place):
    """The folder is complete, or it is not there."""
    for name in "a/data.logicworld", "a/meta.jecs", "a/players/A B.succ", "a/images/b.png":
        place.take("world-v7.logicworld", name)
    place.run("convert a a.json")
    whole = sum(len(names) for _, _, names in os.walk(place.path("a")))
    complete = []
    for number in range(12):
        done = place.run("convert a.json new/", FAULT_DO=f"fsync:{number}:kill -INT $PPID", before=without_core)
        left = sum(len(names) for _, _, names in os.walk(place.path("new")))
        equal(left in (0, whole), True, f"all files or none after fsync {number}")
        equal(done.returncode in (0, -signal.SIGINT), True, "status")
        equal(place.names(), ["a", "a.json"] + ["new"] * (left > 0), "files")
        complete.append(left > 0)
        shutil.rmtree(place.path("new"), ignore_errors=True)
    equal(complete[0], False, "after the first signal")
    equal(complete[-1], True, "without a signal")


def test_an_ignored_signal_does_not_stop_a_new_folder(place):
    for name in "a/data.logicworld", "a/meta.jecs":
        place.take("world-v7.logicworld", name)
    place.run("convert a a.json")
    done = place.run("convert a.json new/", FAULT_DO="fsync:0:kill -HUP $PPID",
                     before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    equal(outcome(done), (0, b"", b""), "outcome")
    equal(sorted(os.listdir(place.path("new"))), ["data.logicworld", "meta.jecs"], "files")


def test_a_signal_leaves_no_reserved_name(place):
    place.take("world-v7.logicworld", "a.logicworld")
    done = place.run("convert a.logicworld out.json", FAULT=RESERVED,
                     FAULT_DO="rename:0:kill -TERM $PPID")
    equal(done.returncode, -signal.SIGTERM, "status")
    equal(place.names(), ["a.logicworld", "out.json"], "files")
    equal(json.loads(place.read("out.json"))["format"], "blotter", "JSON")


def test_a_file_changed_in_place_is_old_or_new_whenever_the_run_is_killed(place):
    """What cannot be caught leaves the temporary file, and nothing else."""
    make_large_save(place)
    place.run("convert a.json a.logicworld")
    os.remove(place.path("a.json"))
    os.chmod(place.path("a.logicworld"), 0o640)
    old = place.read("a.logicworld")
    begun = time.monotonic()
    place.run("set a.logicworld /components/7/position/0 9 -i")
    usual = time.monotonic() - begun
    new = place.read("a.logicworld")
    if old == new:
        raise AssertionError("nothing changes")
    random.seed(1)
    seen = {old: 0, new: 0}
    for number in range(KILLS):
        place.write("a.logicworld", old)
        process = subprocess.Popen([COMMAND, "set", "a.logicworld", "/components/7/position/0", "9", "-i",
                                    "--backup", ".old"], cwd=place.folder, stderr=subprocess.DEVNULL)
        time.sleep(usual * 1.5 * random.random())
        process.kill()
        process.wait(LONGEST_RUN)
        found = place.read("a.logicworld")
        if found not in seen:
            raise AssertionError(f"neither old nor new, after kill {number}")
        seen[found] += 1
        equal(os.stat(place.path("a.logicworld")).st_mode & 0o777, 0o640, "permissions")
        left = [name for name in place.names() if name != "a.logicworld"]
        if len(left) > 2 or any(not name.startswith(("a.logicworld.", ".")) for name in left):
            raise AssertionError(f"left {left}")
        if found == new and place.read("a.logicworld.old") != old:
            raise AssertionError("the backup is not what the file was")
        for name in left:
            os.remove(place.path(name))
    if 0 in seen.values():
        raise AssertionError(f"killed {seen[old]} times before and {seen[new]} times behind the change")


def test_an_ignored_signal_stays_ignored(place):
    place.take("world-v7.logicworld", "a.logicworld")
    done = place.run("convert a.logicworld out.json", FAULT_DO="fsync:0:kill -HUP $PPID",
                     before=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    equal(done.returncode, 0, "status")
    equal(place.names(), ["a.logicworld", "out.json"], "files")


def test_messages_that_nobody_reads_leave_nothing(place):
    """A warning into a closed pipe ends the run by SIGPIPE."""
    place.take("world-v5.logicworld", "a.logicworld")
    place.write("out.logicworld", b"old\n")
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen([COMMAND] + "convert -f a.logicworld out.logicworld --version 7".split(),
                          cwd=place.folder, stderr=writer, env=place.environment(),
                          restore_signals=True) as process:
        os.close(writer)
        equal(process.wait(LONGEST_RUN), -signal.SIGPIPE, "status")
    equal(place.names(), ["a.logicworld", "out.logicworld"], "files")
    equal(place.read("out.logicworld"), b"old\n", "OUT")


def test_an_interrupted_call_goes_on(place):
    place.take("four-bit-adder.partialworld", "a.partialworld")
    usual = outcome(place.run("show a.partialworld"))
    for number in range(4):
        done = place.run("show a.partialworld", FAULT=f"write:{number}:{errno.EINTR}")
        equal(outcome(done), usual, f"write {number}")
    source = place.path("a.partialworld")
    usual = outcome(place.run("convert - -", stdin=source))
    for call in "read", "write":
        done = place.run("convert - -", stdin=source, FAULT=f"{call}:0:{errno.EINTR}")
        equal(outcome(done), usual, call)
    done = place.run("convert a.partialworld out.json",
                     FAULT=f"write:0:{errno.EINTR},close:1:{errno.EINTR}")
    equal(outcome(done), (0, b"", b""), "outcome")
    equal(place.read("out.json"), usual[1], "JSON")


def test_a_folder_that_cannot_be_synced_is_told(place):
    place.take("world-v7.logicworld", "a.logicworld")
    for problem, status in (errno.EIO, 3), (errno.EINVAL, 0), (errno.EACCES, 0):
        done = place.run("convert -f a.logicworld out.json", FAULT=f"fsync:1:{problem}")
        equal(done.returncode, status, "status")
        if status:
            contains(done.stderr, "out.json: written, but it may be lost in a crash: its folder "
                                  "cannot be synced: Input/output error")
        equal(json.loads(place.read("out.json"))["format"], "blotter", "JSON")


def test_a_file_that_cannot_be_mapped_is_read(place):
    place.take("world-v7.logicworld", "a.logicworld")
    usual = outcome(place.run("check --json a.logicworld"))
    done = place.run("check --json a.logicworld", FAULT=f"mmap:0+:{errno.ENODEV}")
    equal(outcome(done), usual, "outcome")


# Somebody watches.

def watch(place, words, columns=None, **settings):
    """Runs a command on a terminal. Returns its status and what the terminal got."""
    terminal, inside = pty.openpty()
    if columns:
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = place.environment(**{"TERM": "xterm-256color", **settings})
    for name in "NO_COLOR", "KITTY_WINDOW_ID", "TERM_PROGRAM", "COLUMNS":
        if name not in settings:
            environment.pop(name, None)
    with subprocess.Popen([COMMAND] + words.split(), cwd=place.folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=inside, stderr=inside) as process:
        os.close(inside)
        seen, until = b"", time.monotonic() + LONGEST_RUN
        while select.select([terminal], [], [], max(0, until - time.monotonic()))[0]:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # its other end is closed
                break
            if not part:
                break
            seen += part
        os.close(terminal)
        return process.wait(LONGEST_RUN), seen.replace(b"\r\n", b"\n").decode()


BOARDS = 20000


def make_large_save(place):
    board = {"parent": 0, "type": 1, "position": [0, 0, 0], "rotation": [0.0, 0.0, 0.0, 1.0],
             "inputs": [], "outputs": [], "custom_data": None}
    save = {"format": "blotter", "version": 7, "game_version": [0, 92, 3, 57], "save_type": "world",
            "mods": [], "component_types": [{"id": 1, "name": "MHG.CircuitBoard"}],
            "components": [dict(board, address=number) for number in range(1, BOARDS + 1)],
            "wires": [], "circuit_states": "AA=="}
    place.write("a.json", json.dumps(save).encode())


def test_progress_is_shown_and_taken_away(place):
    make_large_save(place)
    status, seen = watch(place, "convert a.json a.logicworld", FAULT_CLOCK="1")
    equal(status, 0, "status")
    contains(seen, "\rreading ")
    if not re.search(r"\r(reading|writing) (\d+ %|\.\.\.)\x1b\[K", seen):
        raise AssertionError(f"no line of progress in {seen!r}")
    equal(re.sub(r"\r[a-zA-Z ]+(\d+ %|\.\.\.)\x1b\[K|\r\x1b\[K", "", seen), "", "components that are not selected")
    shown = [int(number) for number in re.findall(r"reading (?:JSON )?(\d+) %", seen)]
    equal(shown, sorted(set(shown)), "the numbers rise, each once")
    status, seen = watch(place, "check a.logicworld", FAULT_CLOCK="1")
    equal(status, 0, "status")
    if not seen.rpartition("\x1b[K")[2].startswith("a.logicworld: "):
        raise AssertionError(f"the result does not begin a line: {seen!r}")


def test_many_files_are_counted(place):
    place.take("moated-keep.lvd", "a.lvd")
    status, seen = watch(place, "check a.lvd a.lvd a.lvd", FAULT_CLOCK="1")
    equal(status, 0, "status")
    equal(re.findall(r"\rchecking (\d of \d)\x1b\[K", seen), ["1 of 3", "2 of 3", "3 of 3"], "counts")
    equal(re.sub(r"\r[a-zA-Z ]+(\d+ %|\d of \d|\.\.\.)\x1b\[K|\r\x1b\[K", "", seen).count("a.lvd: "), 3,
          "verdicts, each at the begin of its line")
    status, seen = watch(place, "check a.lvd", FAULT_CLOCK="1")
    equal((status, " of 1" in seen), (0, False), "one file is no count")


def test_a_picture_is_as_wide_as_the_terminal(place):
    place.take("moated-keep.lvd", "a.lvd")
    widths = []
    for columns in 20, 60:
        status, seen = watch(place, "info --map --color always a.lvd", columns=columns)
        equal(status, 0, "status")
        lines = re.sub(r"\x1b\[[0-9;]*m", "", seen).splitlines()
        widths.append(max(len(line) for line in lines if "\u2580" in line))
    equal(widths[0] <= 20 < widths[1] <= 60, True, f"{widths}")


def test_no_progress_in_a_hurry_or_a_pipe(place):
    make_large_save(place)
    done = place.run("convert a.json a.logicworld", FAULT_CLOCK="1")
    equal(outcome(done), (0, b"", b""), "into a pipe")
    place.take("world-v7.logicworld", "b.logicworld")
    status, seen = watch(place, "convert b.logicworld out.json")
    equal((status, seen), (0, ""), "on a terminal")


def test_progress_is_gone_before_a_message(place):
    make_large_save(place)
    text = place.read("a.json").decode().replace('"AA=="}', '"!!"}')
    place.write("a.json", text.encode())
    status, seen = watch(place, "convert a.json a.logicworld", FAULT_CLOCK="1")
    equal(status, 4, "status")
    contains(seen, "\r\x1b[Koverworld: a.json: ")
    equal(place.names(), ["a.json"], "files")


def test_pictures_are_sent_as_the_terminal_takes_them(place):
    place.take("moated-keep.lvd", "a.lvd")
    for settings, begins in (({"TERM": "xterm-kitty"}, "\x1b_Ga=T"),
                             ({"KITTY_WINDOW_ID": "1"}, "\x1b_Ga=T"),
                             ({"TERM_PROGRAM": "ghostty"}, "\x1b_Ga=T"),
                             ({"TERM_PROGRAM": "iTerm.app"}, "\x1b]1337;File=inline=1"),
                             ({"TERM_PROGRAM": "WezTerm"}, "\x1b]1337;File=inline=1"),
                             ({"TERM": "foot"}, "\x1bP0;1q"), ({"TERM": "mlterm"}, "\x1bP0;1q"),
                             ({"TERM": "xterm-256color"}, "▀")):
        status, seen = watch(place, "info --picture auto a.lvd", **settings)
        equal(status, 0, "status")
        contains(seen, begins)
    status, seen = watch(place, "info --picture auto a.lvd", TERM="dumb")
    equal(status, 2, "status")
    contains(seen, "pictures need a terminal with colours")


def test_pictures_are_nothing_for_a_terminal(place):
    place.take("moated-keep.lvd", "a.lvd")
    for words in "render a.lvd -o -", "convert a.lvd - --to leveld":
        status, seen = watch(place, words)
        equal(status, 2, "status")
        contains(seen, "not written to a terminal")


def test_control_c_on_a_terminal(place):
    place.take("world-v7.logicworld", "a.logicworld")
    status, seen = watch(place, "convert a.logicworld out.json", FAULT_DO="fsync:0:kill -INT $PPID")
    equal((status, seen), (-signal.SIGINT, ""), "outcome")
    equal(place.names(), ["a.logicworld"], "files")


def main():
    global COMMAND, LIBRARY, SAMPLES
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    COMMAND, LIBRARY, root = (os.path.realpath(path) for path in sys.argv[1:4])
    SAMPLES = os.path.join(root, "samples")
    # Where these tests run in the background, interrupts may be ignored, and children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    tests = [(name[len("test_"):].replace("_", " "), test) for name, test in globals().items()
             if name.startswith("test_")]
    tests = [(name, test) for name, test in tests
             if not sys.argv[4:] or any(part in name for part in sys.argv[4:])]
    good = bool(tests)
    print(f"1..{len(tests)}", flush=True)
    for number, (name, test) in enumerate(tests, 1):
        place = Place()
        try:
            test(place)
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # pylint: disable=broad-except
            good = False
            print(f"not ok {number} - {name}", flush=True)
            print("".join(f"# {line}\n" for line in traceback.format_exc().splitlines()), end="")
        place.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
