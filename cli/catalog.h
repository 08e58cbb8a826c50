/* What the parts of `overworld catalog` share. */
#ifndef OW_CLI_CATALOG_H
#define OW_CLI_CATALOG_H

#include "verb.h"

#include "../catalog/place.h"
#include "../catalog/schema.h"

#include <overworld/overworld.h>

/* Where the catalogue is: --db, $OVERWORLD_CATALOG, or a file among the user's own. NULL after a message. It
 * lives as long as the command. */
const char *catalog_place(const struct arguments *arguments, bool make_folder);

/* Complains of a catalogue, whose address loses its password. Returns EXIT_FILES. */
int catalog_failed(const char *place, const struct database_failure *failure);

/* Opens it to be read: EXIT_FINE, or another exit status after a message. */
int open_catalog(const struct arguments *arguments, struct catalog *catalog, const char **place);

/* The parts. */
int run_catalog_add(const struct arguments *arguments);
int run_catalog_search(const struct arguments *arguments);
int run_catalog_show(const struct arguments *arguments);
int run_catalog_stats(const struct arguments *arguments);
int run_catalog_duplicates(const struct arguments *arguments);
int run_catalog_sql(const struct arguments *arguments);
int run_catalog_export(const struct arguments *arguments);
int run_catalog_gallery(const struct arguments *arguments);

#endif
