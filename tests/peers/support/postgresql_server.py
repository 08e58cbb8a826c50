"""A PostgreSQL server of its own for tests and measurements: in a temporary folder, on a socket in it alone, run by a
user without rights, stopped and gone at the end. Debian's cluster, where there is one, is not touched.

    with Server() as server:
        server.address("worlds")        # postgresql:///worlds?host=...
"""
import contextlib
import ctypes
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse
from pathlib import Path

# Words are ordered by it other than by their bytes: what hangs on the order of a server shows.
LOCALE = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"]


def programs():
    """The folder of the newest server's programs."""
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
    if not folders:
        raise RuntimeError("there is no PostgreSQL server; Debian has it as postgresql-15")
    return Path(folders[-1])


def install(project):
    """The server is used as programs alone: Debian is told to make no cluster of its own."""
    subprocess.run([project / "scripts/need.sh", "postgresql-15", "libpq-dev"], check=True)


def unprivileged():
    """Words before a command that take root's rights from it, and the user that it runs as."""
    if os.getuid() != 0:
        return [], pwd.getpwuid(os.getuid())
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"], user
    raise RuntimeError("there is no user without rights to run the server as")


def die_with_parent():
    """Runs in the child: a fast shutdown once the one that started the server is gone, however it went."""
    ctypes.CDLL(None).prctl(1, signal.SIGINT)


class Server:
    def __init__(self, **settings):
        """Settings are those of postgresql.conf. What makes a crash of the machine harmless is off unless asked for."""
        self.settings = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", **settings}
        self.drop, self.user = unprivileged()
        self.bin = programs()
        self.folder = self.process = None

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="ow-pg-"))
        try:
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
            self._run("initdb", "-D", self.folder / "data", "-U", "overworld", "-A", "trust", "--no-sync", *LOCALE)
            hba = self.folder / "data/pg_hba.conf"
            hba.write_text("local all guarded scram-sha-256\nlocal all all trust\nlocal replication all trust\n")
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    @contextlib.contextmanager
    def standby(self):
        """A server that copies this one as it changes, and only reads until it is promoted."""
        standby = Server(**self.settings)
        standby.folder = Path(tempfile.mkdtemp(prefix="ow-pg-"))
        try:
            os.chown(standby.folder, self.user.pw_uid, self.user.pw_gid)
            standby._run("pg_basebackup", "-D", standby.folder / "data", "-h", self.folder, "-U", "overworld",
                         "--write-recovery-conf", "--checkpoint=fast", "--no-sync")
            standby.start()
            yield standby
        finally:
            standby.__exit__()

    def __exit__(self, *_):
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program, *arguments):
        done = subprocess.run([*self.drop, self.bin / program, *arguments], cwd=self.folder, text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self):
        words = [word for name, value in self.settings.items() for word in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as log:
            # setpriv gives up rights, which clears the signal that was asked for; so it asks itself.
            self.process = subprocess.Popen(
                [*self.drop, *(["--pdeathsig", "INT"] if self.drop else []),
                 self.bin / "postgres", "-D", self.folder / "data", "-k", self.folder,
                 "-c", "listen_addresses=", "-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB", *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
                preexec_fn=None if self.drop else die_with_parent)
        deadline = time.monotonic() + 60
        while subprocess.run([self.bin / "pg_isready", "-q", "-h", self.folder, "-d", "postgres"],
                             check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the server did not start: " + (self.folder / "log").read_text()[-2000:])
            time.sleep(0.05)

    def stop(self, how=signal.SIGINT):
        """SIGINT ends it in order, SIGQUIT at once."""
        if self.process:
            self.process.send_signal(how)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def processor_seconds(self):
        """What the server and those of its processes that have ended took."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            return sum(map(int, file.read().rsplit(")", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")

    def address(self, database, user="overworld", **parameters):
        parameters = urllib.parse.urlencode({"host": self.folder, "user": user, **parameters})
        return f"postgresql:///{database}?{parameters}"

    def reader(self, database, role="reader"):
        """The address of a role that may read the tables of a database, and do nothing else."""
        if self.sql("postgres", f"SELECT 1 FROM pg_roles WHERE rolname = '{role}'") == "":
            self.sql("postgres", f"CREATE ROLE {role} LOGIN")
        self.sql(database, f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}")
        return self.address(database, user=role)

    def sql(self, database, *statements):
        """What psql prints, a row a line, columns apart by |."""
        words = [word for statement in statements for word in ("-c", statement)]
        done = subprocess.run([self.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                               self.address(database), *words], text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout.rstrip("\n")

    def make(self, database):
        """Makes an empty database anew; its address."""
        self.sql("postgres", f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)', f'CREATE DATABASE "{database}"')
        return self.address(database)
