"""Wine, which runs programs for Windows, and the tools that make them."""
import os
import pty
import subprocess
import time

TOOLS = "x86_64-w64-mingw32"
WINE = "/usr/lib/wine/wine64"


class Wine:
    """Runs programs for Windows in an environment of its own."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.environment = dict(os.environ, WINEDEBUG="-all", WINEPREFIX=str(folder / "wine"), LC_ALL="C.UTF-8",
                                TERM="dumb")
        (folder / "wine").mkdir()
        # Stays, so that not each command starts it. It and the services keep their standard streams open.
        for words in (["/usr/lib/wine/wineserver", "-p"], [WINE, "wineboot"]):
            subprocess.run(words, env=self.environment, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)

    def run(self, words, cwd, **environment):
        return subprocess.run([WINE, *words], cwd=cwd, check=False, capture_output=True, stdin=subprocess.DEVNULL,
                              env=dict(self.environment, **environment))

    def overworld(self, cwd, *words, **environment):
        """Runs the command. The result has text."""
        done = self.run([self.program, *words], cwd, **environment)
        done.stdout, done.stderr = (text.decode("utf-8", "backslashreplace") for text in (done.stdout, done.stderr))
        return done

    def start(self, words, cwd):
        return subprocess.Popen([WINE, *words], cwd=cwd, env=self.environment, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def interrupt(self, words, place):
        """Runs a command in a console, and presses Ctrl-C when there is a temporary file. Returns its status."""
        process, console = pty.fork()
        if process == 0:
            os.chdir(place)
            os.execve(WINE, [WINE, *words], dict(self.environment, TERM="xterm"))
        end = time.time() + 60
        while time.time() < end and not any(place.glob(".overworld.*")):
            time.sleep(0.002)
        os.write(console, b"\x03")
        _, status = os.waitpid(process, 0)
        os.close(console)
        return os.waitstatus_to_exitcode(status)

    def end(self):
        subprocess.run(["/usr/lib/wine/wineserver", "-k"], env=self.environment, check=False)

    def script(self):
        """A script that runs the command, for the golden cases."""
        script = self.folder / "overworld-in-wine"
        script.write_text(f"#!/bin/sh\nexport WINEDEBUG=-all WINEPREFIX={self.folder}/wine\nexec {WINE} {self.program} \"$@\"\n",
                          encoding="utf-8")
        script.chmod(0o755)
        return script
