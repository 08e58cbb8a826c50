/* A place in the answer of a search as a word that a user can keep and give back. */
#ifndef OW_CATALOG_SEARCH_PLACE_H
#define OW_CATALOG_SEARCH_PLACE_H

#include "search.h"

/* Writes the place where a page of the query ended. Returns NULL if memory runs out; release the
 * text with free(). */
char *search_place_write(const struct search_query *query, const struct search_place *place);

/* Reads such a word. The place lives as long as *memory, which is released with free(). Returns
 * false, with *memory NULL, if it is no place of this order. */
bool search_place_read(const char *word, const struct search_query *query,
                       struct search_place *place, char **memory);

#endif
