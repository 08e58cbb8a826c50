/* The tables of a catalogue: one schema for every kind of database, with its version. */
#ifndef OW_CATALOG_SCHEMA_H
#define OW_CATALOG_SCHEMA_H

#include "database.h"

/* A catalogue that is open. */
struct catalog {
    const struct database_kind *kind;
    struct database *database;
};

/* Opens the catalogue at a place: the path of a file for SQLite, or a postgresql:// address. For
 * writing, what is not there is made, and what an earlier version made is brought up to date, in
 * one transaction; for reading, both are failures, as is what a later version made. False with
 * *failure. */
bool catalog_open(struct catalog *catalog, const char *place, bool read_only,
                  struct database_failure *failure);
void catalog_close(struct catalog *catalog);

/* Whether a file of SQLite that holds a catalogue has an object of this name; *is_same: whether SQL
 * is what makes it, or another object of ours. */
bool schema_makes(const char *name, const struct value *sql, bool *is_same);

/* Short forms of the calls of a kind. */
bool catalog_run(struct catalog *catalog, const char *sql, const struct value *values, size_t count,
                 row_visitor visit, void *context);
bool catalog_ask(struct catalog *catalog, const char *sql, unsigned seconds, row_visitor visit,
                 void *context);
const struct database_failure *catalog_failure(const struct catalog *catalog);

/* The first value of the first row as a number; `otherwise` where there is none. */
bool catalog_number(struct catalog *catalog, const char *sql, const struct value *values,
                    size_t count, int64_t otherwise, int64_t *number);

#endif
