/* The tables of a catalogue: one schema for every kind of database, with its version.
 * docs/reference/catalogue.md says what each column means.
 *
 * Every table that grows with the worlds has their key (schema_keys.c). A database that is spread
 * over machines keeps all rows of a world together by it, and no query joins them by anything
 * else. */
#include "schema.h"

#include "foreign.h"
#include "place.h"
#include "pool.h"
#include "schema_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct statement first_step[] = {
    {"PRAGMA application_id = 1331127156", SQLITE_ALONE}, /* "OWct", as sqlite.c has it */
    {"CREATE TABLE catalog (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)", BOTH},
    {"INSERT INTO catalog (name, value) VALUES ('program', 'overworld'), ('schema', '0')", BOTH},

    {"CREATE TABLE world ("
     "hash {bytes} NOT NULL PRIMARY KEY, facts {integer} NOT NULL, size {integer} NOT NULL,"
     " status TEXT NOT NULL, error TEXT, error_offset {integer}, error_pointer TEXT,"
     " format TEXT, version {integer}, variant TEXT, kind TEXT, game_version TEXT,"
     " title TEXT, author TEXT, description TEXT, made {integer},"
     " records {integer} NOT NULL, components {integer}, wires {integer}, things {integer},"
     " actors {integer}, triggers {integer}, paths {integer}, layers {integer}, roots {integer},"
     " blocks {integer}, least_x {real}, least_y {real}, least_z {real}, most_x {real},"
     " most_y {real}, most_z {real}, errors {integer} NOT NULL, warnings {integer} NOT NULL,"
     " infos {integer} NOT NULL, content {bytes}, sketch {bytes}){keyed}",
     BOTH},
    {"CREATE INDEX world_by_records ON world (records, hash)", BOTH},
    {"CREATE INDEX world_by_content ON world (content)", BOTH},

    {"CREATE TABLE world_type (hash {bytes} NOT NULL, kind {name} NOT NULL, name {name} NOT NULL,"
     " count {integer} NOT NULL, PRIMARY KEY (hash, kind, name)){keyed}",
     BOTH},
    {"CREATE INDEX world_type_by_name ON world_type (name, count, hash)", BOTH},

    {"CREATE TABLE world_mod (hash {bytes} NOT NULL, name {name} NOT NULL, version TEXT NOT NULL,"
     " PRIMARY KEY (hash, name, version)){keyed}",
     BOTH},
    {"CREATE INDEX world_mod_by_name ON world_mod (name, hash)", BOTH},

    {"CREATE TABLE world_issue (hash {bytes} NOT NULL, code {name} NOT NULL, severity TEXT NOT "
     "NULL,"
     " count {integer} NOT NULL, pointer TEXT NOT NULL, message TEXT NOT NULL,"
     " PRIMARY KEY (hash, code)){keyed}",
     BOTH},
    {"CREATE INDEX world_issue_by_code ON world_issue (code, count, hash)", BOTH},

    {"CREATE TABLE world_port (hash {bytes} NOT NULL, name {name} NOT NULL, kind {name} NOT NULL,"
     " count {integer} NOT NULL, PRIMARY KEY (hash, name, kind)){keyed}",
     BOTH},
    {"CREATE INDEX world_port_by_name ON world_port (name, hash)", BOTH},

    {"CREATE TABLE file (hash {bytes} NOT NULL, folder {name} NOT NULL, name {name} NOT NULL,"
     " size {integer} NOT NULL, modified {integer} NOT NULL, sidecar {integer},"
     " title TEXT, description TEXT, added {integer} NOT NULL,"
     " PRIMARY KEY (hash, folder, name)){keyed}",
     BOTH},
    {"CREATE INDEX file_by_name ON file (folder, name)", BOTH},

    {"CREATE TABLE passed_by (folder {name} NOT NULL, name {name} NOT NULL, size {integer} NOT "
     "NULL,"
     " modified {integer} NOT NULL, reason TEXT NOT NULL, message TEXT NOT NULL,"
     " PRIMARY KEY (folder, name)){keyed}",
     BOTH},

    /* FTS5 needs a number for each row; PostgreSQL keeps the words beside the text. Punctuation is
     * removed for PostgreSQL, because its parser makes one word of what looks like a path or a host
     * name. */
    {"CREATE TABLE world_text (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, file TEXT NOT NULL,"
     " text TEXT NOT NULL, UNIQUE (hash, file))",
     SQLITE_ALONE},
    {"CREATE VIRTUAL TABLE world_words USING fts5 (text, content = 'world_text', content_rowid = "
     "'id',"
     " tokenize = 'unicode61 remove_diacritics 2')",
     SQLITE_ALONE},
    {"CREATE TRIGGER world_text_added AFTER INSERT ON world_text BEGIN"
     " INSERT INTO world_words (rowid, text) VALUES (new.id, new.text); END",
     SQLITE_ALONE},
    {"CREATE TRIGGER world_text_gone AFTER DELETE ON world_text BEGIN"
     " INSERT INTO world_words (world_words, rowid, text) VALUES ('delete', old.id, old.text); END",
     SQLITE_ALONE},
    {"CREATE TABLE world_text (hash BYTEA NOT NULL, file TEXT NOT NULL, text TEXT NOT NULL,"
     " words TSVECTOR GENERATED ALWAYS AS (to_tsvector('simple', translate(text,"
     " '!\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32)))) STORED,"
     " PRIMARY KEY (hash, file))",
     POSTGRESQL_ALONE},
    {"CREATE INDEX world_text_by_words ON world_text USING gin (words)", POSTGRESQL_ALONE},
    {NULL, BOTH},
};

/* Pictures, and keys to find copies by. */
static const struct statement second_step[] = {
    {"CREATE TABLE world_picture (hash {bytes} NOT NULL PRIMARY KEY, width {integer} NOT NULL,"
     " height {integer} NOT NULL, png {bytes} NOT NULL)",
     BOTH},
    {"CREATE TABLE world_band (hash {bytes} NOT NULL, band {integer} NOT NULL,"
     " value {integer} NOT NULL, PRIMARY KEY (hash, band)){keyed}",
     BOTH},
    {"CREATE INDEX world_band_by_value ON world_band (value, hash)", BOTH},
    {NULL, BOTH},
};

/* What a check finds about the texts beside a file. Worlds with such texts are read again: what was
 * the time of one sidecar is a mark of all of them (sidecars.h). */
static const struct statement third_step[] = {
    {"CREATE TABLE file_issue (hash {bytes} NOT NULL, folder {name} NOT NULL, name {name} NOT NULL,"
     " code {name} NOT NULL, severity TEXT NOT NULL, count {integer} NOT NULL,"
     " pointer TEXT NOT NULL, message TEXT NOT NULL, PRIMARY KEY (hash, folder, name, "
     "code)){keyed}",
     BOTH},
    {"CREATE INDEX file_issue_by_code ON file_issue (code, hash, folder, name)", BOTH},
    {NULL, BOTH},
};

/* A catalogue of version n has had the first n steps, one of the newest version all of them. Never
 * change a step of a released version: add new ones at the end. */
static const struct statement *const steps[] = {first_step, second_step, third_step,
                                                schema_step_keys, schema_step_counts};
enum { NEWEST = 4, STEPS = sizeof steps / sizeof *steps };

static const struct dialect_word {
    const char *word, *sqlite, *postgresql;
} dialect_words[] = {
    {"{bytes}", "BLOB", "BYTEA"},
    {"{integer}", "INTEGER", "BIGINT"},
    {"{real}", "REAL", "DOUBLE PRECISION"},
    {"{small}", "INTEGER", "INTEGER"},
    {"{keyed}", " WITHOUT ROWID", ""},
    {"{and_key}", "", ", key"},
    {"{least}", "min", "least"},
    {"{key_of}", "key_of", "pg_temp.key_of"},
    {"{id_of}", "id_of", "pg_temp.id_of"},
    {"{name}", "TEXT", "TEXT COLLATE \"C\""}, /* in byte order, as in SQLite */
    {" TEXT", " TEXT", " TEXT COLLATE \"C\""},
};

static const struct dialect_word *word_at(const char *sql)
{
    for (size_t i = 0; i < sizeof dialect_words / sizeof *dialect_words; i++)
        if (strncmp(sql, dialect_words[i].word, strlen(dialect_words[i].word)) == 0)
            return &dialect_words[i];
    return NULL;
}

enum { LONGEST_STATEMENT = 4096 };

static void put_into_dialect(const char *sql, enum database_dialect dialect,
                             char said[LONGEST_STATEMENT])
{
    size_t used = 0;
    for (const struct dialect_word *word; *sql && used < LONGEST_STATEMENT - 1;) {
        if ((word = word_at(sql)) == NULL) {
            said[used++] = *sql++;
            continue;
        }
        used += (size_t)snprintf(said + used, LONGEST_STATEMENT - used, "%s",
                                 dialect == DIALECT_SQLITE ? word->sqlite : word->postgresql);
        sql += strlen(word->word);
    }
    said[used < LONGEST_STATEMENT ? used : LONGEST_STATEMENT - 1] = '\0';
}

bool catalog_run(struct catalog *catalog, const char *sql, const struct value *values, size_t count,
                 row_visitor visit, void *context)
{
    return catalog->kind->run(catalog->database, sql, values, count, visit, context);
}

bool catalog_ask(struct catalog *catalog, const char *sql, unsigned seconds, row_visitor visit,
                 void *context)
{
    return catalog->kind->ask(catalog->database, sql, seconds, visit, context);
}

const struct database_failure *catalog_failure(const struct catalog *catalog)
{
    return catalog->kind->failure_of(catalog->database);
}

static bool take_number(void *context, const struct value *values, size_t count)
{
    int64_t *number = context;
    char digits[24];
    if (count > 0 && values->kind == VALUE_INTEGER)
        *number = values->integer;
    if (count > 0 && values->kind == VALUE_TEXT && values->size < sizeof digits) {
        memcpy(digits, values->bytes, values->size);
        digits[values->size] = '\0';
        *number = strtoll(digits, NULL, 10);
    }
    return false;
}

bool catalog_number(struct catalog *catalog, const char *sql, const struct value *values,
                    size_t count, int64_t otherwise, int64_t *number)
{
    *number = otherwise;
    return catalog_run(catalog, sql, values, count, take_number, number);
}

bool catalog_end(struct catalog *catalog, bool fine)
{
    if (fine && catalog->kind->commit(catalog->database))
        return true;
    catalog->kind->roll_back(catalog->database);
    return false;
}

bool catalog_has_world(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], bool *is_there)
{
    struct value values[] = {integer_value(digest_key(hash)), bytes_value(hash, DIGEST_SIZE)};
    int64_t found;
    bool fine = catalog_number(catalog, "SELECT 1 FROM world WHERE key = $1 AND hash = $2", values,
                               2, 0, &found);
    *is_there = fine && found;
    return fine;
}

/* The version of the schema; 0: no catalogue yet. */
static bool find_version(struct catalog *catalog, int64_t *version)
{
    int64_t there = 0;
    const char *tables = catalog->kind->dialect == DIALECT_SQLITE
                             ? "SELECT count(*) FROM sqlite_schema WHERE name = 'catalog'"
                             : "SELECT count(*) FROM pg_catalog.pg_class"
                               " WHERE oid = to_regclass('catalog')";
    *version = 0;
    return catalog_number(catalog, tables, NULL, 0, 0, &there) &&
           (there == 0 || catalog_number(catalog, "SELECT value FROM catalog WHERE name = 'schema'",
                                         NULL, 0, 0, version));
}

static bool take_step(struct catalog *catalog, const struct statement *statement)
{
    char sql[LONGEST_STATEMENT];
    enum database_dialect dialect = catalog->kind->dialect;
    for (; statement->sql; statement++) {
        if (statement->where == (dialect == DIALECT_SQLITE ? POSTGRESQL_ALONE : SQLITE_ALONE))
            continue;
        put_into_dialect(statement->sql, dialect, sql);
        if (!catalog_run(catalog, sql, NULL, 0, NULL, NULL))
            return false;
    }
    return true;
}

static bool take_steps(struct catalog *catalog)
{
    int64_t version;
    char sql[128];
    if (catalog->kind->dialect == DIALECT_POSTGRESQL &&
        !catalog_run(catalog, "SELECT pg_advisory_xact_lock(1331127156)", NULL, 0, NULL, NULL))
        return false;                     /* SQLite has one writer anyway */
    if (!find_version(catalog, &version)) /* another process may have made it meanwhile */
        return false;
    for (int64_t step = version; version < NEWEST && step < STEPS; step++)
        if (!take_step(catalog, steps[step]))
            return false;
    snprintf(sql, sizeof sql, "UPDATE catalog SET value = '%d' WHERE name = 'schema'", (int)NEWEST);
    if (!catalog_run(catalog, sql, NULL, 0, NULL, NULL))
        return false;
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", (int)NEWEST);
    return catalog->kind->dialect != DIALECT_SQLITE ||
           catalog_run(catalog, sql, NULL, 0, NULL, NULL);
}

static bool bring_up_to_date(struct catalog *catalog)
{
    return catalog->kind->begin(catalog->database) && catalog_end(catalog, take_steps(catalog));
}

/* The name of the object that a statement makes. Returns its size. */
static size_t made_name(const char *sql, const char **name)
{
    static const char *const kinds[] = {"TABLE ", "INDEX ", "TRIGGER ", "VIEW "};
    *name = sql;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && *name == sql; i++) {
        const char *found = strncmp(sql, "CREATE ", 7) == 0 ? strstr(sql, kinds[i]) : NULL;
        if (found && found - sql <= (ptrdiff_t)sizeof "CREATE VIRTUAL")
            *name = found + strlen(kinds[i]);
    }
    return *name == sql ? 0 : strcspn(*name, " (");
}

bool schema_makes(const char *name, const struct value *sql, bool *is_same)
{
    char said[LONGEST_STATEMENT];
    const char *made;
    bool is_made = false;
    *is_same = false;
    for (size_t step = 0; step < STEPS; step++) {
        for (const struct statement *statement = steps[step]; statement->sql; statement++) {
            if (statement->where == POSTGRESQL_ALONE)
                continue;
            size_t size = made_name(statement->sql, &made);
            if (size == 0 || size != strlen(name) || strncasecmp(made, name, size) != 0)
                continue;
            put_into_dialect(statement->sql, DIALECT_SQLITE, said);
            is_made = true;
            *is_same |= sql->kind == VALUE_TEXT && strlen(said) == sql->size &&
                        memcmp(said, sql->bytes, sql->size) == 0;
        }
    }
    return is_made;
}

/* A PostgreSQL database may hold tables of others, but none with the name of ours and no view in
 * place of one. Our own views are never read by the program. (SQLite has a mark in the file,
 * checked when it is opened.) Tables and columns are looked up in one snapshot, so another
 * process's changes are seen as a whole or not at all. to_regclass() would not keep to the
 * snapshot. */
static bool is_ours(struct catalog *catalog, struct database_failure *failure)
{
    int64_t strangers = 0;
    if (catalog->kind->dialect == DIALECT_SQLITE)
        return foreign_objects_are_safe(catalog, failure);
    if (!catalog_number(
            catalog,
            "SELECT 1 FROM (VALUES ('catalog', 'value'), ('world', 'facts'),"
            " ('file', 'folder'), ('world_type', 'kind'), ('world_mod', 'version'),"
            " ('world_issue', 'code'), ('world_port', 'kind'), ('passed_by', 'reason'),"
            " ('world_text', 'text'), ('world_picture', 'png'), ('world_band', 'value'),"
            " ('file_issue', 'code'), ('skipped', 'reason'), ('world_class', 'status'), "
            "('refused', 'since'), ('queue', 'attempts'), ('worker', 'expires'),"
            " ('type_name', 'kind'), ('type_count', 'count'), ('mod_name', 'name'),"
            " ('mod_use', 'version'), ('issue_code', 'severity'),"
            " ('issue_count', 'message'), ('world_word', 'word'), ('mark_name', 'name'),"
            " ('mark_use', 'mark'), ('running_count', 'amount'))"
            " AS ours (name, attribute)"
            " JOIN pg_catalog.pg_class AS made ON made.relname = ours.name"
            " WHERE pg_catalog.pg_table_is_visible(made.oid)"
            " AND (made.relkind NOT IN ('r', 'p', CASE WHEN name IN ('world_type',"
            " 'world_mod', 'world_issue') THEN 'v' ELSE 'r' END) OR NOT EXISTS (SELECT"
            " FROM pg_catalog.pg_attribute WHERE attrelid = made.oid"
            " AND attname = attribute)) LIMIT 1",
            NULL, 0, 0, &strangers)) {
        *failure = *catalog_failure(catalog);
        return false;
    }
    if (strangers)
        snprintf(failure->message, sizeof failure->message,
                 "it has tables of another program; a catalogue needs its own database, or its own "
                 "schema in the search_path");
    return !strangers;
}

static bool is_usable(struct catalog *catalog, bool read_only, struct database_failure *failure)
{
    int64_t version;
    *failure = (struct database_failure){0};
    if (!is_ours(catalog, failure))
        return false;
    if (catalog->kind->trust)
        catalog->kind->trust(catalog->database);
    if (!find_version(catalog, &version)) {
        *failure = *catalog_failure(catalog);
        return false;
    }
    *failure = (struct database_failure){0};
    if (version > NEWEST)
        snprintf(failure->message, sizeof failure->message,
                 "it was made by a later version of overworld: its tables have version %d, but "
                 "this command knows versions up to %d",
                 (int)version, (int)NEWEST);
    else if (version == 0 && read_only)
        snprintf(failure->message, sizeof failure->message,
                 "it has no catalogue; overworld catalog add makes one");
    else if (version < NEWEST && read_only)
        snprintf(failure->message, sizeof failure->message,
                 "it was made by an earlier version of overworld; overworld catalog add updates "
                 "it, even without new files");
    else if (version == NEWEST || bring_up_to_date(catalog))
        return true;
    else
        *failure = *catalog_failure(catalog);
    return false;
}

bool catalog_open(struct catalog *catalog, const char *place, bool read_only,
                  struct database_failure *failure)
{
    catalog->kind = place_is_address(place) ? &postgresql_database : &sqlite_database;
    *failure = (struct database_failure){0};
    catalog->database = catalog->kind->open(place, read_only, failure);
    if (!catalog->database)
        return false;
    if (is_usable(catalog, read_only, failure))
        return true;
    catalog_close(catalog);
    return false;
}

void catalog_close(struct catalog *catalog)
{
    if (catalog->database)
        catalog->kind->close(catalog->database);
    *catalog = (struct catalog){0};
}
