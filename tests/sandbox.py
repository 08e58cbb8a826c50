"""Whether this system and this build have a sandbox, for the tests of --sandbox."""
import os
import subprocess
import tempfile


def lack(command, root):
    """What the command says if there is none; empty if there is one."""
    done = subprocess.run([command, "check", "--sandbox", os.path.join(root, "samples/level-v4.lvd")], check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return done.stderr.strip() if "nothing was read: --sandbox" in done.stderr else ""


def lack_of_archives(command):
    """What the command says if it cannot open archives, which needs more of a sandbox; empty if it can."""
    with tempfile.TemporaryDirectory() as folder:
        words = [command, "catalog", "add", "--db", os.path.join(folder, "empty.db"), "--archives", folder]
        done = subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return done.stderr.strip() if done.returncode else ""
