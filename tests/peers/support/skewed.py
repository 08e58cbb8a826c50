"""Catalogues of many made-up worlds whose properties are as uneven as they can be: nearly all worlds have the common
ones, and the few with the rare ones come last in the order of an answer. A search that walks through the worlds in
their order walks through all of them."""
import hashlib
import io
import sqlite3
import struct
import subprocess

RARE = 60  # more than a page
COMMON_TYPES = 12
# A search by each documented condition and of each kind of name: common, rare, by a pattern, none.
SEARCHES = [
    [], ["--larger", "100"], ["--larger", "<3"], ["--skip", "100", "-n", "50"],
    ["--format", "blotter"], ["--format", "city"], ["--format", "city,leveld"], ["--format", "structure"],
    ["--format-version", "7"], ["--format-version", "3"], ["--format-version", ">=6"], ["--format-version", "<7"],
    ["--kind", "world"], ["--kind", "subassembly"], ["--status", "ok"], ["--status", "truncated"],
    ["--status", "trunc*"], ["--format", "blotter", "--format-version", "3", "--kind", "subassembly"],
    ["--mod", "Common"], ["--mod", "Rare"], ["--mod", "*"], ["--mod", "R*"], ["--mod", "Small*"],
    ["--mod", "Small 7*", "--format", "blotter"], ["--mod", "None"],
    ["--issue", "BLOTTER_DANGLING_PEG"], ["--issue", "BLOTTER_ADDRESS_ZERO"], ["--issue", "BLOTTER_*"],
    ["--issue", "FOLDER_TITLE_MISSING"], ["--issue", "FOLDER_*"], ["--issue", "*"],
    ["--text", "common"], ["--text", "needle"], ["--text", "need*"], ["--text", "c*"], ["--text", "many123*"],
    ["--text", "many*", "--mod", "Rare"], ["--text", "common needle"],
    ["--text", "common-word"], ["--text", "nothing"],
    ["--type", "T.Common3"], ["--type", "T.Rare"], ["--type", "T.Common3", "--count", ">5000"], ["--type", "*"],
    ["--type", "*Common*"], ["--type", "T.R*"], ["--type", "Many*"], ["--type", "None"],
    ["--hash", "abc"], ["--hash", "abcdef"],
    ["--mod", "Common", "--format", "city"], ["--mod", "Rare", "--text", "common"],
    ["--type", "T.Common3", "--mod", "Rare"], ["--type", "T.*", "--text", "needle"],
    ["--issue", "BLOTTER_DANGLING_PEG", "--text", "needle"], ["--format", "blotter", "--larger", "20"],
    ["--author", "Common"], ["--author", "Rare"], ["--author", "*"], ["--author", "Many 1*"], ["--owner", "common"],
    ["--owner", "rare"], ["--tag", "common"], ["--tag", "rare"], ["--tag", "*"], ["--tag", "common", "--tag", "rare"],
    ["--owner", "rare", "--tag", "common"], ["--author", "Rare", "--tag", "common"],
    ["--where", "components>0"], ["--where", "components<3"], ["--where", "wires>=0"], ["--where", "wires=100"],
    ["--where", "things>0"], ["--where", "things<3"], ["--where", "errors>0"], ["--where", "errors=0"],
    ["--where", "warnings=0"], ["--where", "warnings>=1"], ["--where", "extent_x>5"], ["--where", "extent_x<1.5"],
    ["--where", "bytes<1K"], ["--where", "bytes>1000"], ["--where", "records>100"],
    ["--where", "records>100 and errors=0"], ["--where", "errors=0 and warnings>1"],
    ["--modified", ">=2020-01-01"], ["--modified", "<2020-01-01"], ["--added", "2001-09-09"], ["--added", ">2010-01-01"],
    ["--made", ">=2000-01-01"], ["--added", "<2010-01-01", "--tag", "common"], ["--made", ">2000-01-01", "--format", "city"],
    *(["--sort", sign + figure] for sign in ("", "-") for figure in (
        "records", "components", "wires", "things", "errors", "warnings", "extent_x", "extent_y", "extent_z", "bytes",
        "made", "modified", "added", "author", "title", "path")),
    ["--format", "blotter", "--sort", "records"], ["--mod", "Common", "--sort", "records"],
    ["--type", "T.Common3", "--sort", "count"], ["--type", "T.*", "--sort", "count"],
    ["--mod", "Rare", "--sort", "-added"], ["--mod", "Common", "--sort", "-added"], ["--type", "T.Rare", "--sort", "title"],
    ["--type", "T.Common3", "--sort", "-modified"], ["--text", "needle", "--sort", "author"],
    ["--text", "common", "--sort", "-wires"], ["--tag", "rare", "--sort", "path"],
    ["--format", "blotter", "--sort", "-wires"], ["--where", "warnings>0", "--sort", "-errors"], ["--status", "ok", "--sort", "title"], ["--issue", "FOLDER_*", "--sort", "-bytes"],
]

# Searches whose second page costs no more than the first: equal values, absent ones, and leaders of each kind.
PAGED = [
    [], ["--format", "blotter"], ["--mod", "Common"], ["--issue", "BLOTTER_*"], ["--text", "common"], ["--text", "needle"],
    ["--type", "T.Common3"], ["--type", "*Common*"], ["--author", "Common"], ["--tag", "rare"],
    ["--type", "T.Common3", "--sort", "count"], ["--type", "T.Rare", "--sort", "-added"],
    *(["--sort", sign + figure] for sign in ("", "-") for figure in (
        "records", "wires", "things", "errors", "warnings", "extent_x", "made", "modified", "added", "author", "title", "path")),
]

# Of a beginning that more than 80 words have, all texts are sorted, if they are not many.
WIDE = [["--text", "many12*"], ["--text", "m*"], ["--text", "m*", "--mod", "Common"]]


def number_of(data):
    return struct.unpack(">Q", data[:8])[0] - 2**63


def id_of(*parts):
    return number_of(hashlib.sha256("\n".join(parts).encode()).digest())


class Rows:
    """The rows of each table, in the order of its columns below."""
    COLUMNS = {
        "world": "key class facts size records hash status format version kind errors warnings infos components wires"
                 " things made author least_x most_x least_y most_y least_z most_z",
        "file": "key folder name size modified added title", "mark_use": "mark records key folder name",
        "mark_name": "id kind name", "type_count": "type count key",
        "mod_use": "mod records key version", "issue_count": "code records key count pointer message",
        "file_issue": "key records count folder name code severity pointer message", "world_text": "key file text",
        "world_class": "id format version kind status", "type_name": "id kind name", "mod_name": "id name",
        "issue_code": "id code severity",
    }

    def __init__(self, count):
        self.of = {table: [] for table in self.COLUMNS}
        self.names = {table: {} for table in ("world_class", "type_name", "mod_name", "issue_code",
                                                   "mark_name")}
        for number in range(count):
            self.world(number, number < RARE)
        self.list_names()

    def list_names(self):
        for table, names in self.names.items():
            self.of[table] = [(number, *name) for name, number in names.items()]

    def name(self, table, *parts):
        return self.names[table].setdefault(
            parts, id_of(*("" if part is None else str(part) for part in parts)))

    def world(self, number, is_rare):
        """Half of the common worlds have as many records as the others."""
        data = hashlib.sha256(b"%d" % number).digest()
        chance, key = struct.unpack(">Q", data[8:16])[0], number_of(data)
        records = number % 3 if is_rare else 50 if number % 2 else 3 + chance % 9973
        kind = "subassembly" if is_rare else "world"
        format_, version, status = (("city", 0, "ok"), ("leveld", 3, "truncated"), ("blotter", 3, "ok"))[number % 3] \
            if is_rare else ("blotter", 7, "ok")
        name = f"world-{number:07}.logicworld"
        folder, day = f"/made/up/{number % 100:02}", 86400
        author = "Rare" if is_rare else "Common" if number % 3 else f"Many {chance % 3000}" if number % 2 else None
        size = 100 if is_rare else 5000 + chance % 100
        self.of["world"].append((
            key, self.name("world_class", format_, version, kind, status), 1, size, records, data, status, format_, version,
            kind, 1 + number % 2 if is_rare else 0, 0 if is_rare else 1 + chance % 3, 0,
            records + 1 if not is_rare else 1 + number % 2, None if is_rare else 100 if number % 2 else records,
            1 + number % 3 if is_rare else None, day * (12000 + number) if is_rare else None, author,
            0.5, 1.5 + chance % 4 if not is_rare else 9, 0, number % 2, None if number % 5 else 0, None if number % 5 else 1))
        self.of["file"].append((key, folder, name, size, day * 1000000000 * (20000 + number % 7 if is_rare else chance % 10000),
                                1500000000 if is_rare else 1000000000, f"Title {number % 5}" if is_rare else None))
        if author:
            self.of["mark_use"].append((self.name("mark_name", "author", author), records, key, "", ""))
        for mark in [("owner", "rare"), ("tag", "rare"), ("tag", "common")] if is_rare else [("owner", "common"), ("tag", "common")]:
            self.of["mark_use"].append((self.name("mark_name", *mark), records, key, folder, name))
        common = [f"T.Common{(number + step) % COMMON_TYPES}" for step in (0, 1, 4)] if not is_rare else ["T.Rare"]
        for place, type_ in enumerate([*common, f"Many.{chance % 3000:04}"]):
            count = 1 + (chance >> 8 * place) % (10000 if number % 7 else 4)
            self.of["type_count"].append((self.name("type_name", "component", type_), count, key))
        self.of["mod_use"].append((self.name("mod_name", "Rare" if is_rare else "Common"), records, key, "1.0"))
        if number % 3 == 0:
            self.of["mod_use"].append((self.name("mod_name", f"Small {chance % 500}"), records, key, "1.0"))
        if number % 5 == 0:
            self.of["mod_use"].append((self.name("mod_name", "Common"), records, key, "2.0"))
        code = "BLOTTER_ADDRESS_ZERO" if is_rare else "BLOTTER_DANGLING_PEG"
        self.of["issue_count"].append((self.name("issue_code", code, "warning"), records, key, 2, "/components/7",
                                       "is connected to nothing"))
        if number % 50 == 0:
            self.of["file_issue"].append((key, records, 1, f"/made/up/{number % 100:02}", name,
                                          "FOLDER_TITLE_MISSING", "info", "/folder/meta.jecs", "has no title"))
        text = "needle in a common place" if is_rare else f"common word {chance % 1000} c{chance % 7} many{chance % 4000}"
        self.of["world_text"].append((key, "", text))


def fill_sqlite(rows, path):
    """Into a catalogue that is there already, without worlds."""
    with sqlite3.connect(path) as database:
        for table, columns in rows.COLUMNS.items():
            listed = sorted(rows.of[table], key=lambda row: row[:3] if table.endswith("_count") else row[:1])
            if table == "world_text":
                columns = "id " + columns
                listed = in_places(listed, {world[0]: world[4] for world in rows.of["world"]})
            words = columns.split()
            database.executemany(f"INSERT INTO {table} ({', '.join(words)}) VALUES ({', '.join('?' * len(words))})",
                                 listed)


def in_places(texts, records):
    """Texts with the places that catalog/store_rows.c gives them: of two with the same, one moves on."""
    at = 0
    for place, *text in sorted(((2**31 - 1 - records[key]) << 32 | 2**31 - 1 - (key >> 32), key, file, text)
                               for key, file, text in texts):
        at = max(place, at + 1)
        yield at, *text


def fill_postgresql(rows, server, name):
    for table, columns in rows.COLUMNS.items():
        text = io.StringIO()
        for row in rows.of[table]:
            text.write("\t".join("\\N" if value is None else f"\\\\x{value.hex()}" if isinstance(value, bytes)
                                 else str(value) for value in row) + "\n")
        done = subprocess.run([server.bin / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", server.address(name), "-c",
                               f"COPY {table} ({', '.join(columns.split())}) FROM STDIN"], input=text.getvalue(),
                              text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)


def fill_words(server, name):
    server.sql(name, "INSERT INTO world_word (word, records, key) SELECT DISTINCT unnest(tsvector_to_array(to_tsvector("
                     "'simple', text))), records, key FROM world_text JOIN world USING (key)", "VACUUM ANALYZE")
