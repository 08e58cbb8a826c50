/* Worlds for programs that have loaded the extension: by path, opened once for as long as they are asked. */
#ifndef OW_SQL_EXTENSION_H
#define OW_SQL_EXTENSION_H

#include "source.h"

struct shelf;

/* Its worlds have their tables of `sets`, which the caller closes behind it. NULL where memory ends. */
struct shelf *shelf_open(struct table_sets *sets);
void shelf_close(void *shelf);

/* As world_source has them, with a shelf as context. */
struct world *shelf_hold(void *shelf, const char *path, char **message);
void shelf_let_go(void *shelf, struct world *world);

/* ow_info(PATH) and ow_check(PATH), which answer with JSON. */
int add_scalar_functions(sqlite3 *database, struct shelf *shelf);

#endif
