/* Memory of what is known of one world, given back at once; and text on its way into a database. */
#ifndef OW_CATALOG_POOL_H
#define OW_CATALOG_POOL_H

#include "database.h"

#include <overworld/overworld.h>

/* All members zero: nothing is held yet. */
struct pool {
    struct pool_block *blocks;
    bool has_failed; /* memory was refused: what was asked for since is missing */
};

/* Memory for `size` bytes, aligned for anything; NULL where there is none, and `has_failed` is
 * set. */
void *pool_take(struct pool *pool, size_t size);
void pool_free(struct pool *pool);

/* Text of a file, or the name of one, as a database can hold it: any bytes become valid UTF-8
 * without a zero, and unescape_text gives the bytes back. A backslash is written twice, and a
 * zero or a byte that is no part of valid UTF-8 as \xNN, with two digits in lower case. All else
 * stays, newlines and quotes too. */
struct value escape_text(struct pool *pool, ow_text text);

/* The same for what stands in the key of a table: what would take more than `most` bytes is cut,
 * and ends with an ellipsis and the SHA-256 of all of it. */
struct value escape_key(struct pool *pool, ow_text text, size_t most);

/* The bytes that escaped text stands for, ended by a zero, in memory of malloc; NULL without
 * memory. */
char *unescape_text(const char *text, size_t size, size_t *plain_size);

/* How much of valid UTF-8 fits in so many bytes, in whole characters. */
size_t whole_characters(const char *text, size_t size, size_t most);

struct value text_value(const char *text); /* a constant; NULL becomes VALUE_NULL */
struct value integer_value(int64_t integer);
struct value real_value(double real);
struct value bytes_value(const void *bytes, size_t size);

#endif
