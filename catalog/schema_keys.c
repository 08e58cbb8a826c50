/* The fourth step of the schema: small keys in place of hashes, and names in tables of their own.
 *
 * A world's key is the beginning of its hash, and the number of a name is the beginning of the hash
 * of the name. So no number has to be looked up before rows are written, all catalogues have the
 * same numbers, and a database on several machines can spread all rows by the key. */
#include "schema_steps.h"

#include <stddef.h>

/* A line separates the parts of a name, because no kind has one. */
#define TYPE_ID   "{id_of}(kind || '\n' || name)"
#define CODE_ID   "{id_of}(code || '\n' || severity)"
#define AUTHOR_ID "{id_of}('author\n' || author)"
#define CLASS_ID                                                                                   \
    "{id_of}(coalesce(format, '') || '\n' || coalesce(version || '', '') || '\n' ||"               \
    " coalesce(kind, '') || '\n' || status)"
#define RECORDS "{least}(old_world.records, 2147483647)"

/* The columns of `world` that stay as they are. Sketches have another form since this version: they
 * come when files are read again, which they are, because `facts` is lower than today. */
#define FACTS                                                                                      \
    "hash, facts, size, status, error, error_offset, error_pointer, format, version, variant,"     \
    " kind, game_version, title, author, description, made, records, components, wires, things,"   \
    " actors, triggers, paths, layers, roots, blocks, least_x, least_y, least_z, most_x, most_y,"  \
    " most_z, errors, warnings, infos, content"

/* FTS5 gives worlds in the order of `id`: it is smaller for more records, then for a larger key.
 * What is behind an equal one or before it moves on. */
#define TEXT_ORDER                                                                                 \
    "SELECT *, (2147483647 - min(records, 2147483647) << 32 | 2147483647 - (key >> 32)) AS place"  \
    " FROM old_text"

const struct statement schema_step_keys[] = {
    {"CREATE OR REPLACE FUNCTION pg_temp.key_of(BYTEA) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS"
     " 'SELECT (''x'' || encode(substr($1, 1, 8), ''hex''))::bit(64)::bigint"
     " # ''-9223372036854775808''::bigint'",
     POSTGRESQL_ALONE},
    {"CREATE OR REPLACE FUNCTION pg_temp.id_of(TEXT) RETURNS BIGINT LANGUAGE sql IMMUTABLE AS"
     " 'SELECT pg_temp.key_of(sha256(convert_to($1, ''UTF8'')))'",
     POSTGRESQL_ALONE},

    /* Tables that keep their names make room. */
    {"DROP TRIGGER world_text_added", SQLITE_ALONE},
    {"DROP TRIGGER world_text_gone", SQLITE_ALONE},
    {"DROP TABLE world_words", SQLITE_ALONE},
    {"DROP INDEX IF EXISTS world_by_records", BOTH},
    {"DROP INDEX IF EXISTS world_by_content", BOTH},
    {"DROP INDEX IF EXISTS world_port_by_name", BOTH},
    {"DROP INDEX IF EXISTS file_by_name", BOTH},
    {"DROP INDEX IF EXISTS file_issue_by_code", BOTH},
    {"ALTER TABLE world RENAME TO old_world", BOTH},
    {"ALTER TABLE world_port RENAME TO old_port", BOTH},
    {"ALTER TABLE world_picture RENAME TO old_picture", BOTH},
    {"ALTER TABLE world_band RENAME TO old_band", BOTH},
    {"ALTER TABLE world_text RENAME TO old_world_text", BOTH},
    {"ALTER TABLE file RENAME TO old_file", BOTH},
    {"ALTER TABLE file_issue RENAME TO old_file_issue", BOTH},
    {"ALTER INDEX IF EXISTS world_pkey RENAME TO old_world_pkey", POSTGRESQL_ALONE},
    {"ALTER INDEX IF EXISTS world_port_pkey RENAME TO old_port_pkey", POSTGRESQL_ALONE},
    {"ALTER INDEX IF EXISTS world_picture_pkey RENAME TO old_picture_pkey", POSTGRESQL_ALONE},
    {"ALTER INDEX IF EXISTS world_band_pkey RENAME TO old_band_pkey", POSTGRESQL_ALONE},
    {"ALTER INDEX IF EXISTS world_text_pkey RENAME TO old_text_pkey", POSTGRESQL_ALONE},
    {"ALTER INDEX IF EXISTS file_pkey RENAME TO old_file_pkey", POSTGRESQL_ALONE},
    {"ALTER INDEX IF EXISTS file_issue_pkey RENAME TO old_file_issue_pkey", POSTGRESQL_ALONE},

    /* Names. */
    {"CREATE TABLE world_class (id {integer} NOT NULL PRIMARY KEY, format TEXT, version {integer},"
     " kind TEXT, status TEXT NOT NULL)",
     BOTH},
    {"CREATE TABLE type_name (id {integer} NOT NULL PRIMARY KEY, kind {name} NOT NULL,"
     " name {name} NOT NULL)",
     BOTH},
    {"CREATE TABLE mod_name (id {integer} NOT NULL PRIMARY KEY, name {name} NOT NULL)", BOTH},
    {"CREATE TABLE issue_code (id {integer} NOT NULL PRIMARY KEY, code {name} NOT NULL,"
     " severity TEXT NOT NULL)",
     BOTH},
    {"CREATE TABLE mark_name (id {integer} NOT NULL PRIMARY KEY, kind {name} NOT NULL,"
     " name {name} NOT NULL)",
     BOTH},

    /* Worlds, and what belongs to them. `records` is repeated where an index needs it. */
    {"CREATE TABLE world ("
     "key {integer} NOT NULL PRIMARY KEY, class {integer} NOT NULL, facts {integer} NOT NULL,"
     " size {integer} NOT NULL, records {integer} NOT NULL, hash {bytes} NOT NULL,"
     " status TEXT NOT NULL, error TEXT, error_offset {integer}, error_pointer TEXT,"
     " format TEXT, version {integer}, variant TEXT, kind TEXT, game_version TEXT,"
     " title TEXT, author TEXT, description TEXT, made {integer},"
     " components {integer}, wires {integer}, things {integer},"
     " actors {integer}, triggers {integer}, paths {integer}, layers {integer}, roots {integer},"
     " blocks {integer}, least_x {real}, least_y {real}, least_z {real}, most_x {real},"
     " most_y {real}, most_z {real}, errors {integer} NOT NULL, warnings {integer} NOT NULL,"
     " infos {integer} NOT NULL, content {bytes}, sketch {bytes})",
     BOTH},
    {"CREATE TABLE type_count (type {integer} NOT NULL, count {small} NOT NULL,"
     " key {integer} NOT NULL, PRIMARY KEY (type, count, key)){keyed}",
     BOTH},
    {"CREATE TABLE mod_use (mod {integer} NOT NULL, records {small} NOT NULL,"
     " key {integer} NOT NULL, version TEXT NOT NULL,"
     " PRIMARY KEY (mod, records, key, version)){keyed}",
     BOTH},
    {"CREATE TABLE issue_count (code {integer} NOT NULL, records {small} NOT NULL,"
     " key {integer} NOT NULL, count {small} NOT NULL, pointer TEXT NOT NULL,"
     " message TEXT NOT NULL, PRIMARY KEY (code, records, key)){keyed}",
     BOTH},
    {"CREATE TABLE world_port (key {integer} NOT NULL, name {name} NOT NULL, kind {name} NOT NULL,"
     " count {integer} NOT NULL, PRIMARY KEY (key, name, kind)){keyed}",
     BOTH},
    {"CREATE TABLE world_picture (key {integer} NOT NULL PRIMARY KEY, width {integer} NOT NULL,"
     " height {integer} NOT NULL, png {bytes} NOT NULL)",
     BOTH},
    {"CREATE TABLE world_band (value {integer} NOT NULL, key {integer} NOT NULL,"
     " PRIMARY KEY (value, key)){keyed}",
     BOTH},
    {"CREATE TABLE file (key {integer} NOT NULL, size {integer} NOT NULL,"
     " modified {integer} NOT NULL, sidecar {integer}, added {integer} NOT NULL,"
     " folder {name} NOT NULL, name {name} NOT NULL, title TEXT, description TEXT,"
     " PRIMARY KEY (folder, name, key))",
     BOTH},
    {"CREATE TABLE file_issue (key {integer} NOT NULL, records {small} NOT NULL,"
     " count {small} NOT NULL, folder {name} NOT NULL, name {name} NOT NULL,"
     " code {name} NOT NULL, severity TEXT NOT NULL, pointer TEXT NOT NULL, message TEXT NOT NULL,"
     " PRIMARY KEY (key, folder, name, code)){keyed}",
     BOTH},
    {"CREATE TABLE mark_use (mark {integer} NOT NULL, records {small} NOT NULL,"
     " key {integer} NOT NULL, folder {name} NOT NULL, name {name} NOT NULL,"
     " PRIMARY KEY (mark, records, key, folder, name)){keyed}",
     BOTH},
    {"CREATE TABLE skipped (folder {name} NOT NULL, name {name} NOT NULL, size {integer} NOT NULL,"
     " modified {integer} NOT NULL, reason TEXT NOT NULL, message TEXT NOT NULL,"
     " PRIMARY KEY (folder, name)){keyed}",
     BOTH},
    {"CREATE TABLE refused (hash {bytes} NOT NULL PRIMARY KEY, since {integer} NOT NULL,"
     " reason TEXT NOT NULL){keyed}",
     BOTH},
    {"CREATE TABLE queue (id {integer} NOT NULL PRIMARY KEY, root TEXT NOT NULL,"
     " folder {name} NOT NULL, name {name} NOT NULL, kind TEXT NOT NULL, size {integer} NOT NULL,"
     " modified {integer} NOT NULL, turn {integer} NOT NULL, worker {integer} NOT NULL,"
     " claim {integer} NOT NULL, attempts {integer} NOT NULL)",
     BOTH},
    {"CREATE TABLE worker (id {integer} NOT NULL PRIMARY KEY, name TEXT NOT NULL,"
     " since {integer} NOT NULL, expires {integer} NOT NULL)",
     BOTH},
    {"CREATE INDEX queue_by_turn ON queue (root, worker, attempts, turn)", BOTH},
    {"CREATE INDEX queue_by_worker ON queue (worker) WHERE worker <> 0", BOTH},
    {"CREATE TABLE world_text (id INTEGER PRIMARY KEY, key INTEGER NOT NULL, file TEXT NOT NULL,"
     " text TEXT NOT NULL, UNIQUE (key, file))",
     SQLITE_ALONE},
    {"CREATE TABLE world_text (key BIGINT NOT NULL, file TEXT NOT NULL, text TEXT NOT NULL,"
     " PRIMARY KEY (key, file))",
     POSTGRESQL_ALONE},
    {"CREATE TABLE world_word (word TEXT NOT NULL, records INTEGER NOT NULL, key BIGINT NOT NULL,"
     " PRIMARY KEY (word, records, key))",
     POSTGRESQL_ALONE},

    /* The rows. */
    {"INSERT INTO world_class SELECT DISTINCT " CLASS_ID ", format, version, kind, status"
     " FROM old_world",
     BOTH},
    {"INSERT INTO world (key, class, " FACTS ") SELECT {key_of}(hash), " CLASS_ID ", " FACTS
     " FROM old_world ORDER BY hash",
     BOTH},
    {"INSERT INTO type_name SELECT DISTINCT " TYPE_ID ", kind, name FROM world_type", BOTH},
    {"INSERT INTO type_count SELECT " TYPE_ID ", {least}(count, 2147483647), {key_of}(hash)"
     " FROM world_type ORDER BY 1, 2, 3",
     BOTH},
    {"INSERT INTO mod_name SELECT DISTINCT {id_of}(name), name FROM world_mod", BOTH},
    {"INSERT INTO mod_use SELECT {id_of}(world_mod.name), " RECORDS ", {key_of}(world_mod.hash),"
     " world_mod.version FROM world_mod JOIN old_world ON old_world.hash = world_mod.hash"
     " ORDER BY 1, 2, 3, 4",
     BOTH},
    {"INSERT INTO issue_code SELECT DISTINCT " CODE_ID ", code, severity FROM world_issue", BOTH},
    {"INSERT INTO issue_count SELECT " CODE_ID ", " RECORDS ", {key_of}(world_issue.hash),"
     " {least}(count, 2147483647), pointer, message FROM world_issue"
     " JOIN old_world ON old_world.hash = world_issue.hash ORDER BY 1, 2, 3",
     BOTH},
    {"INSERT INTO world_port SELECT {key_of}(hash), name, kind, count FROM old_port"
     " ORDER BY 1, 2, 3",
     BOTH},
    {"INSERT INTO world_picture SELECT {key_of}(hash), width, height, png FROM old_picture", BOTH},
    {"INSERT INTO file (key, folder, name, size, modified, sidecar, title, description, added)"
     " SELECT {key_of}(hash), folder, name, size, modified, sidecar, title, description, added"
     " FROM old_file ORDER BY 2, 3, 1",
     BOTH},
    {"INSERT INTO file_issue (key, records, count, folder, name, code, severity, pointer, message)"
     " SELECT {key_of}(old_file_issue.hash), " RECORDS ", {least}(count, 2147483647), folder, name,"
     " code, severity, pointer, message FROM old_file_issue"
     " JOIN old_world ON old_world.hash = old_file_issue.hash",
     BOTH},
    {"INSERT INTO mark_name SELECT DISTINCT " AUTHOR_ID ", 'author', author FROM old_world"
     " WHERE length(author) <= 500",
     BOTH},
    {"INSERT INTO mark_use SELECT " AUTHOR_ID ", " RECORDS ", {key_of}(hash), '', ''"
     " FROM old_world WHERE length(author) <= 500 ORDER BY 1, 2, 3",
     BOTH},
    {"INSERT INTO skipped SELECT * FROM passed_by", BOTH},
    {"INSERT INTO world_text (id, key, file, text) WITH"
     " old_text AS (SELECT {key_of}(old_world_text.hash) AS key, file, text, records"
     " FROM old_world_text JOIN old_world ON old_world.hash = old_world_text.hash),"
     " placed AS (" TEXT_ORDER "),"
     " counted AS (SELECT *, row_number() OVER (ORDER BY place, key, file) AS number FROM placed)"
     " SELECT number + max(place - number) OVER (ORDER BY number), key, file, text FROM counted",
     SQLITE_ALONE},
    {"INSERT INTO world_text SELECT {key_of}(hash), file, text FROM old_world_text",
     POSTGRESQL_ALONE},
    {"INSERT INTO world_word SELECT DISTINCT unnest(" POSTGRESQL_WORDS_OF_TEXT "),"
     " least(records, 2147483647), key FROM world_text JOIN world USING (key) ORDER BY "
     "1, 2, 3",
     POSTGRESQL_ALONE},

    {"DROP TABLE old_world", BOTH},
    {"DROP TABLE old_port", BOTH},
    {"DROP TABLE old_picture", BOTH},
    {"DROP TABLE old_band", BOTH},
    {"DROP TABLE old_world_text", BOTH},
    {"DROP TABLE old_file", BOTH},
    {"DROP TABLE old_file_issue", BOTH},
    {"DROP TABLE passed_by", BOTH},
    {"DROP TABLE world_type", BOTH},
    {"DROP TABLE world_mod", BOTH},
    {"DROP TABLE world_issue", BOTH},

    /* Indexes. SQLite ends each with the key of the table. */
    {"CREATE INDEX world_by_records ON world (records{and_key})", BOTH},
    {"CREATE INDEX world_by_class ON world (class, records{and_key})", BOTH},
    {"CREATE INDEX world_by_content ON world (substr(content, 1, 8))", BOTH},
    {"CREATE INDEX type_count_by_key ON type_count (key)", BOTH},
    {"CREATE INDEX mod_use_by_key ON mod_use (key)", BOTH},
    {"CREATE INDEX issue_count_by_key ON issue_count (key)", BOTH},
    {"CREATE INDEX mark_use_by_key ON mark_use (key)", BOTH},
    {"CREATE INDEX mark_name_by_name ON mark_name (name)", BOTH},
    {"CREATE INDEX type_name_by_name ON type_name (name)", BOTH},
    {"CREATE INDEX mod_name_by_name ON mod_name (name)", BOTH},
    {"CREATE INDEX issue_code_by_code ON issue_code (code)", BOTH},
    {"CREATE INDEX file_by_key ON file (key)", BOTH},
    {"CREATE INDEX file_issue_by_code ON file_issue (code, records, key, folder, name)", BOTH},

    /* Of the figures that can be compared and sorted by (figures.c), with the key for the order of
     * equal ones. Those that most worlds lack have the others alone. */
    {"CREATE INDEX world_by_components ON world (components{and_key})"
     " WHERE components IS NOT NULL",
     BOTH},
    {"CREATE INDEX world_by_wires ON world (wires{and_key}) WHERE wires IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_things ON world (things{and_key}) WHERE things IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_actors ON world (actors{and_key}) WHERE actors IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_triggers ON world (triggers{and_key}) WHERE triggers IS NOT NULL",
     BOTH},
    {"CREATE INDEX world_by_paths ON world (paths{and_key}) WHERE paths IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_layers ON world (layers{and_key}) WHERE layers IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_roots ON world (roots{and_key}) WHERE roots IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_blocks ON world (blocks{and_key}) WHERE blocks IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_errors ON world (errors{and_key})", BOTH},
    {"CREATE INDEX world_by_warnings ON world (warnings{and_key})", BOTH},
    {"CREATE INDEX world_by_extent_x ON world ((most_x - least_x){and_key})"
     " WHERE most_x IS NOT NULL",
     BOTH},
    {"CREATE INDEX world_by_extent_y ON world ((most_y - least_y){and_key})"
     " WHERE most_y IS NOT NULL",
     BOTH},
    {"CREATE INDEX world_by_extent_z ON world ((most_z - least_z){and_key})"
     " WHERE most_z IS NOT NULL",
     BOTH},
    {"CREATE INDEX world_by_bytes ON world (size{and_key})", BOTH},
    {"CREATE INDEX world_by_made ON world (made{and_key}) WHERE made IS NOT NULL", BOTH},
    {"CREATE INDEX world_by_author ON world (substr(author, 1, 100){and_key})"
     " WHERE author IS NOT NULL",
     BOTH},
    {"CREATE INDEX file_by_modified ON file (modified, key)", BOTH},
    {"CREATE INDEX file_by_added ON file (added, key)", BOTH},
    {"CREATE INDEX file_by_title ON file (substr(title, 1, 100), key)"
     " WHERE title IS NOT NULL",
     BOTH},

    {"CREATE VIRTUAL TABLE world_words USING fts5 (text, content = 'world_text', content_rowid = "
     "'id', tokenize = 'unicode61 remove_diacritics 2')",
     SQLITE_ALONE},
    {"INSERT INTO world_words (world_words) VALUES ('rebuild')", SQLITE_ALONE},
    {"CREATE TRIGGER text_added AFTER INSERT ON world_text BEGIN"
     " INSERT INTO world_words (rowid, text) VALUES (new.id, new.text); END",
     SQLITE_ALONE},
    {"CREATE TRIGGER text_gone AFTER DELETE ON world_text BEGIN"
     " INSERT INTO world_words (world_words, rowid, text) VALUES ('delete', old.id, old.text); END",
     SQLITE_ALONE},

    /* For people who ask in SQL. The program itself uses the tables. */
    {"CREATE VIEW world_type AS SELECT type_count.key, hash, type_name.kind, name, count"
     " FROM type_count LEFT JOIN type_name ON type_name.id = type"
     " LEFT JOIN world ON world.key = type_count.key",
     BOTH},
    {"CREATE VIEW world_mod AS SELECT mod_use.key, hash, name, mod_use.version"
     " FROM mod_use LEFT JOIN mod_name ON mod_name.id = mod"
     " LEFT JOIN world ON world.key = mod_use.key",
     BOTH},
    {"CREATE VIEW world_issue AS SELECT issue_count.key, hash, issue_code.code, severity, count,"
     " pointer, message FROM issue_count LEFT JOIN issue_code ON issue_code.id = issue_count.code"
     " LEFT JOIN world ON world.key = issue_count.key",
     BOTH},
    {NULL, BOTH},
};
