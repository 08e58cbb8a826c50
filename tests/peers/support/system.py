"""A fresh Debian in a folder, in which packages are tried."""
import subprocess

SUITE = "bookworm"


def run(words, **options):
    return subprocess.run([str(word) for word in words], check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)


class System:
    def __init__(self, folder, like=None):
        """Unpacks what Debian installs first, or copies a system that was just made."""
        self.folder = folder
        made = run(["cp", "-a", like.folder, folder] if like else ["debootstrap", "--variant=minbase", SUITE, folder])
        if made.returncode != 0:
            raise SystemExit(made.stdout[-2000:])
        if not like:
            self.run("apt-get", "update")

    def run(self, *words, place="/", more=()):
        """Runs a command in the system."""
        environment = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive",
                       "LC_ALL": "C.UTF-8", "HOME": "/root", **dict(more)}
        return run(["chroot", self.folder, "sh", "-c", 'cd "$0" && exec "$@"', place, *words], env=environment)

    def apt(self, *words):
        return self.run("apt-get", "-y", "-qq", "--no-install-recommends", *words)
