/* The tables of a catalogue: one schema for every kind of database, with its version. */
#ifndef OW_CATALOG_SCHEMA_H
#define OW_CATALOG_SCHEMA_H

#include "database.h"
#include "digest.h"

/* An open catalogue. */
struct catalog {
    const struct database_kind *kind;
    struct database *database;
};

/* The facts of a world, for a list of columns: all of `world` but what serves searches alone. */
#define WORLD_FACTS_COLUMNS                                                                        \
    "world.hash, world.facts, world.size, world.status, world.error, world.error_offset,"          \
    " world.error_pointer, world.format, world.version, world.variant, world.kind,"                \
    " world.game_version, world.title, world.author, world.description, world.made,"               \
    " world.records, world.components, world.wires, world.things, world.actors, world.triggers,"   \
    " world.paths, world.layers, world.roots, world.blocks, world.least_x, world.least_y,"         \
    " world.least_z, world.most_x, world.most_y, world.most_z, world.errors, world.warnings,"      \
    " world.infos, world.content, world.sketch"

/* Opens the catalogue at a place: the path of a SQLite file, or a postgresql:// address. For
 * writing, a missing catalogue is made and one of an earlier version is updated, in one
 * transaction. For reading, both are failures. A catalogue of a later version always is. Returns
 * false with *failure. */
bool catalog_open(struct catalog *catalog, const char *place, bool read_only,
                  struct database_failure *failure);
void catalog_close(struct catalog *catalog);

/* Returns true if a SQLite catalogue has an object of this name. *is_same: `sql` is what makes this
 * object, not another one of ours. */
bool schema_makes(const char *name, const struct value *sql, bool *is_same);

/* The calls of the database's kind. */
bool catalog_run(struct catalog *catalog, const char *sql, const struct value *values, size_t count,
                 row_visitor visit, void *context);
bool catalog_ask(struct catalog *catalog, const char *sql, unsigned seconds, row_visitor visit,
                 void *context);
const struct database_failure *catalog_failure(const struct catalog *catalog);

/* Ends a transaction: commits it if `fine`, else, or if that fails, rolls it back. Returns true if
 * it was committed. */
bool catalog_end(struct catalog *catalog, bool fine);

/* Sets *is_there: the catalogue has a world with this hash. Returns false with catalog_failure. */
bool catalog_has_world(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], bool *is_there);

/* Sets *number to the first value of the first row, or to `otherwise` if there is none. */
bool catalog_number(struct catalog *catalog, const char *sql, const struct value *values,
                    size_t count, int64_t otherwise, int64_t *number);

#endif
