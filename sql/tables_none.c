/* No tables are made in advance: see made_tables. */
#include "tables.h"

#include <stddef.h>

const struct format_tables made_tables[] = {{NULL, NULL, NULL, 0, 0}};
