/* Memory for the facts of one world, released at once; and text for a database. */
#ifndef OW_CATALOG_POOL_H
#define OW_CATALOG_POOL_H

#include "database.h"

#include <overworld/overworld.h>

/* Initialise with zeros. */
struct pool {
    struct pool_block *blocks;
    bool has_failed; /* an allocation failed, so what was asked for since is missing */
};

/* Allocates `size` bytes, aligned for any type. Returns NULL and sets `has_failed` if memory runs
 * out. */
void *pool_take(struct pool *pool, size_t size);
void pool_free(struct pool *pool);

/* Escapes text of a file, or the name of one, for a database: any bytes become valid UTF-8 without
 * a zero, and unescape_text restores them. A backslash is doubled. A zero, and a byte that is not
 * part of valid UTF-8, become \xNN in lower case. Everything else stays, newlines and quotes
 * too. */
struct value escape_text(struct pool *pool, ow_text text);

/* Like escape_text, for a key of a table: text of more than `most` bytes is cut and ends with an
 * ellipsis and the SHA-256 of the whole text. */
struct value escape_key(struct pool *pool, ow_text text, size_t most);

/* The bytes of escaped text, zero-terminated and malloc'ed. Returns NULL if memory runs out. */
char *unescape_text(const char *text, size_t size, size_t *plain_size);

/* How many bytes of valid UTF-8, in whole characters, fit into `most` bytes. */
size_t whole_characters(const char *text, size_t size, size_t most);

/* Whether values are of one kind and equal; of real numbers, to the last bit. */
bool value_is_same(const struct value *a, const struct value *b);

struct value text_value(const char *text); /* a constant; NULL becomes VALUE_NULL */
struct value integer_value(int64_t integer);
struct value real_value(double real);
struct value bytes_value(const void *bytes, size_t size);

#endif
