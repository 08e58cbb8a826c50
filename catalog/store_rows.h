/* The rows of a batch of files, table by table. */
#ifndef OW_CATALOG_STORE_ROWS_H
#define OW_CATALOG_STORE_ROWS_H

#include "found.h"
#include "names.h"
#include "schema.h"

/* A batch being written. No row is left out: if memory runs out, `fine` is false and the batch is
 * not written. */
struct batch {
    struct catalog *catalog;
    const struct found *list;
    struct names classes, types, mods, codes, marks;
    bool fine;
};

/* A table that grows with the worlds, or one of names. The order of the tables is that in which
 * they are written: names, worlds, what belongs to worlds, files. So a world with a file has all
 * its other rows. */
struct store_table {
    const char *name;
    void (*put)(struct batch *batch, const struct found *found); /* NULL for names */
    struct names *(*names_of)(struct batch *batch);
    size_t count;
    const char *const *columns;
    enum { BOTH_DATABASES, ONLY_SQLITE, ONLY_POSTGRESQL } where;
    const char *afterwards; /* a statement of PostgreSQL; NULL: none */
};
extern const struct store_table store_tables[];
extern const size_t store_table_count;

/* Which of them has the worlds themselves. */
bool store_table_is_world(const struct store_table *table);

/* Whether it is one of names, which come first. */
bool store_table_has_names(const struct store_table *table);

/* Passes all rows of a table to the database. Returns false with catalog_failure, or if memory runs
 * out. */
bool store_table_write(struct batch *batch, const struct store_table *table);

/* Collects the names of all worlds of a batch. */
void batch_begin(struct batch *batch, struct catalog *catalog, const struct found *list);
void batch_end(struct batch *batch);

/* Whether the facts of a file are written. */
bool is_kept(const struct found *found);

/* A count or a number of records as the tables have it: at most what 32 bits hold. */
struct value small_value(uint64_t number);
struct value small_records(const struct found *found);

/* The path of a file as text, malloc'ed as *path. NULL if memory runs out. */
struct value path_of_found(const struct found *found, char **path);

#endif
