"""Processor time of commands, which other work on the machine can only add to."""
import os
import subprocess
import sys


def seconds(words, fine=(0,), cwd=None):
    """Processor time of a command and of what it starts, of the system's part too."""
    process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, cwd=cwd)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in fine:
        sys.exit(f"{' '.join(map(str, words))}: exit status {process.returncode}")
    return used.ru_utime + used.ru_stime


def least(runs, words, **how):
    return min(seconds(words, **how) for _ in range(runs))
