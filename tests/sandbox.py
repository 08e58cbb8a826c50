"""Whether this system and this build have a sandbox, for the tests of --sandbox."""
import os
import subprocess


def lack(command, root):
    """What the command says if there is none; empty if there is one."""
    done = subprocess.run([command, "check", "--sandbox", os.path.join(root, "samples/level-v4.lvd")], check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return done.stderr.strip() if "nothing was read: --sandbox" in done.stderr else ""
