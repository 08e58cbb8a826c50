"""Networks of their own for servers of a test: each is a machine with an address, all on one cable. Needs root, and a
kernel that permits separate networks."""
import contextlib
import os
import subprocess


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Network:
    """Machines 0 ... count-1; machine N has the address 10.77.0.(N + 1)."""

    def __init__(self, count):
        self.names = [f"ow{os.getpid()}-{number}" for number in range(count)]
        self.hub = f"ow{os.getpid()}-hub"

    def address(self, number):
        return f"10.77.0.{number + 1}"

    def __enter__(self):
        try:
            ip("netns", "add", self.hub)
            ip("-n", self.hub, "link", "add", "hub", "type", "bridge")
            ip("-n", self.hub, "link", "set", "hub", "up")
            for number, name in enumerate(self.names):
                ip("netns", "add", name)
                ip("-n", name, "link", "add", "cable", "type", "veth", "peer", "name", f"port{number}", "netns", self.hub)
                ip("-n", self.hub, "link", "set", f"port{number}", "master", "hub", "up")
                ip("-n", name, "address", "add", f"{self.address(number)}/24", "dev", "cable")
                ip("-n", name, "link", "set", "lo", "up")
                ip("-n", name, "link", "set", "cable", "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for name in (*self.names, self.hub):
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "delete", name)

    def inside(self, number):
        """Words before a command that runs on the machine."""
        return ["ip", "netns", "exec", self.names[number]]

    def plug(self, number, is_in):
        ip("-n", self.hub, "link", "set", f"port{number}", "up" if is_in else "down")


def are_possible():
    try:
        with Network(1):
            return True
    except (OSError, subprocess.CalledProcessError):
        return False
