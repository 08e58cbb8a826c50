/* The second part of the fourth step of the schema: what `catalog stats` prints, counted on the
 * way.
 *
 * Triggers add to `running_count` in the transaction that adds or removes the rows. So the counts
 * are as true as the tables, also after a writer was killed. SQLite has one row for each thing that
 * is counted. PostgreSQL appends the differences, a few rows for each statement: writers would wait
 * for each other if they changed the same row. store.c sums them up when they are many. */
#include "schema_steps.h"

#include <stddef.h>

#define GROUP_OF(records)                                                                          \
    "CASE WHEN " records " < 10 THEN 10 WHEN " records " < 100 THEN 100 WHEN " records             \
    " < 1000 THEN 1000 WHEN " records " < 10000 THEN 10000 WHEN " records                          \
    " < 100000 THEN 100000 ELSE 0 END"

/* A trigger of SQLite for each row, and what it runs: `values` are those of running_count. */
#define ROW_TRIGGER(name, event, table, body)                                                      \
    {                                                                                              \
        "CREATE TRIGGER " name " AFTER " event " ON " table " BEGIN " body "END", SQLITE_ALONE     \
    }
#define PUT(values)                                                                                \
    "INSERT INTO running_count (what, id, name, number, amount) " values                           \
    " ON CONFLICT (what, id, name) DO UPDATE SET number = number + excluded.number,"               \
    " amount = amount + excluded.amount; "
#define ONE(what, id, name, number, amount)                                                        \
    PUT("VALUES ('" what "', " id ", " name ", " number ", " amount ")")
#define COUNT_WORLD(row, sign)                                                                     \
    ONE("class", row ".class", "''", sign "1", sign row ".size")                                   \
    ONE("records", GROUP_OF(row ".records"), "''", sign "1", "0")
#define COUNT_TYPE(row, sign)    ONE("type", row ".type", "''", sign "1", sign row ".count")
#define COUNT_ISSUE(row, sign)   ONE("issue", row ".code", "''", sign "1", "0")
#define COUNT_FOLDER(row, sign)  ONE("file issue", "0", row ".code", sign "1", "0")
#define COUNT_FILE(row, sign)    ONE("file", "0", "''", sign "1", "0")
#define COUNT_SKIPPED(row, sign) ONE("skipped", "0", row ".reason", sign "1", "0")

/* A world may have a mod twice, in two versions, but counts once. */
#define COUNT_MOD(row, sign)                                                                       \
    PUT("SELECT 'mod', " row ".mod, '', " sign                                                     \
        "1, 0 WHERE NOT EXISTS (SELECT 1 FROM mod_use AS other"                                    \
        " WHERE other.mod = " row ".mod AND other.records = " row ".records"                       \
        " AND other.key = " row ".key AND other.version <> " row ".version)")

/* A function of PostgreSQL that counts the rows of one statement, with the sign of its argument,
 * and the triggers that call it. Sessions of postgres_fdw have a search path without tables. */
#define FUNCTION(name, body)                                                                       \
    {                                                                                              \
        "CREATE OR REPLACE FUNCTION " name "() RETURNS trigger LANGUAGE plpgsql"                   \
        " SET search_path FROM CURRENT AS $$DECLARE sign BIGINT = tg_argv[0]; BEGIN " body         \
        "RETURN NULL; END$$",                                                                      \
            POSTGRESQL_ALONE                                                                       \
    }
#define APPEND(select) "INSERT INTO running_count (what, id, name, number, amount) " select "; "
#define SUM_UP(what, id, name, amount)                                                             \
    APPEND("SELECT '" what "', " id ", " name ", sign * count(*), sign * " amount                  \
           " FROM changed GROUP BY 2, 3")
#define TRIGGER(name, event, table, rows, function, sign)                                          \
    {                                                                                              \
        "CREATE TRIGGER " name " AFTER " event " ON " table " REFERENCING " rows                   \
        " TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION " function "('" sign "')",          \
            POSTGRESQL_ALONE                                                                       \
    }
#define TRIGGERS(table, function)                                                                  \
    TRIGGER("counts_" table "_added", "INSERT", table, "NEW", function, "1"),                      \
        TRIGGER("counts_" table "_gone", "DELETE", table, "OLD", function, "-1")

const struct statement schema_step_counts[] = {
    {"CREATE TABLE running_count (what TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,"
     " number INTEGER NOT NULL, amount INTEGER NOT NULL, PRIMARY KEY (what, id, name))"
     " WITHOUT ROWID",
     SQLITE_ALONE},
    {"CREATE TABLE running_count (id BIGINT NOT NULL, number BIGINT NOT NULL,"
     " amount BIGINT NOT NULL, what TEXT NOT NULL, name TEXT NOT NULL)",
     POSTGRESQL_ALONE},

    /* The rows that are there already. */
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'class', class, '', count(*), sum(size) FROM world GROUP BY class",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount) SELECT 'records', below, '',"
     " count(*), 0 FROM (SELECT " GROUP_OF("records") " AS below FROM world) AS grouped"
                                                      " GROUP BY below",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'type', type, '', count(*), sum(count) FROM type_count GROUP BY type",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'mod', mod, '', count(DISTINCT key), 0 FROM mod_use GROUP BY mod",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'issue', code, '', count(*), 0 FROM issue_count GROUP BY code",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'file issue', 0, code, count(*), 0 FROM file_issue GROUP BY code",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'skipped', 0, reason, count(*), 0 FROM skipped GROUP BY reason",
     BOTH},
    {"INSERT INTO running_count (what, id, name, number, amount)"
     " SELECT 'file', 0, '', count(*), 0 FROM file",
     BOTH},

    ROW_TRIGGER("counts_world_added", "INSERT", "world", COUNT_WORLD("new", "")),
    ROW_TRIGGER("counts_world_gone", "DELETE", "world", COUNT_WORLD("old", "-")),
    ROW_TRIGGER("counts_type_count_added", "INSERT", "type_count", COUNT_TYPE("new", "")),
    ROW_TRIGGER("counts_type_count_gone", "DELETE", "type_count", COUNT_TYPE("old", "-")),
    ROW_TRIGGER("counts_mod_use_added", "INSERT", "mod_use", COUNT_MOD("new", "")),
    ROW_TRIGGER("counts_mod_use_gone", "DELETE", "mod_use", COUNT_MOD("old", "-")),
    ROW_TRIGGER("counts_issue_count_added", "INSERT", "issue_count", COUNT_ISSUE("new", "")),
    ROW_TRIGGER("counts_issue_count_gone", "DELETE", "issue_count", COUNT_ISSUE("old", "-")),
    ROW_TRIGGER("counts_file_issue_added", "INSERT", "file_issue", COUNT_FOLDER("new", "")),
    ROW_TRIGGER("counts_file_issue_gone", "DELETE", "file_issue", COUNT_FOLDER("old", "-")),
    ROW_TRIGGER("counts_file_added", "INSERT", "file", COUNT_FILE("new", "")),
    ROW_TRIGGER("counts_file_gone", "DELETE", "file", COUNT_FILE("old", "-")),
    ROW_TRIGGER("counts_skipped_added", "INSERT", "skipped", COUNT_SKIPPED("new", "")),
    ROW_TRIGGER("counts_skipped_gone", "DELETE", "skipped", COUNT_SKIPPED("old", "-")),
    ROW_TRIGGER("counts_skipped_changed", "UPDATE", "skipped",
                COUNT_SKIPPED("old", "-") COUNT_SKIPPED("new", "")),

    FUNCTION("counts_of_world", SUM_UP("class", "class", "''", "sum(size)")
                                    SUM_UP("records", GROUP_OF("records"), "''", "0")),
    FUNCTION("counts_of_type_count", SUM_UP("type", "type", "''", "sum(count)")),
    FUNCTION("counts_of_mod_use",
             APPEND("SELECT 'mod', mod, '', sign * count(*), 0 FROM"
                    " (SELECT DISTINCT mod, records, key FROM changed) AS come WHERE NOT EXISTS"
                    " (SELECT 1 FROM mod_use AS other WHERE other.mod = come.mod"
                    " AND other.records = come.records AND other.key = come.key AND NOT EXISTS"
                    " (SELECT 1 FROM changed WHERE changed.mod = other.mod"
                    " AND changed.key = other.key AND changed.version = other.version))"
                    " GROUP BY mod")),
    FUNCTION("counts_of_issue_count", SUM_UP("issue", "code", "''", "0")),
    FUNCTION("counts_of_file_issue", SUM_UP("file issue", "0", "code", "0")),
    FUNCTION("counts_of_file", SUM_UP("file", "0", "''", "0")),
    FUNCTION("counts_of_skipped", SUM_UP("skipped", "0", "reason", "0")),
    TRIGGERS("world", "counts_of_world"),
    TRIGGERS("type_count", "counts_of_type_count"),
    TRIGGERS("mod_use", "counts_of_mod_use"),
    TRIGGERS("issue_count", "counts_of_issue_count"),
    TRIGGERS("file_issue", "counts_of_file_issue"),
    TRIGGERS("file", "counts_of_file"),
    TRIGGERS("skipped", "counts_of_skipped"),
    TRIGGER("counts_skipped_changed", "UPDATE", "skipped", "NEW", "counts_of_skipped", "1"),
    TRIGGER("counts_skipped_replaced", "UPDATE", "skipped", "OLD", "counts_of_skipped", "-1"),
    {NULL, BOTH},
};
