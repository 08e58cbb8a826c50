/* Counts what became of a file, and reports it. */
#ifndef OW_CATALOG_ADD_COUNTS_H
#define OW_CATALOG_ADD_COUNTS_H

#include "add.h"

/* Call once for each file that is in the catalogue now, or was before. */
void count_added(const struct add_options *options, const struct found *found,
                 struct add_totals *totals);

#endif
