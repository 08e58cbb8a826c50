/* Files made by the layouts themselves: structure-aware inputs, see make.h. */
#ifndef OW_TESTS_MADE_MADE_H
#define OW_TESTS_MADE_MADE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A file that is being made, or is finished. */
struct made {
    uint8_t *bytes; /* free() releases it */
    size_t size, room;
    size_t enough; /* lists that begin behind this size are empty */
    uint64_t chance;
    unsigned version;
    bool failed; /* memory ran out */
};

/* The formats, by number; NULL behind the last. */
const char *made_format(unsigned number);

/* How many versions and variants a format has. */
unsigned made_kinds(const char *format);

/* Makes a file of a format in one of its versions and variants: `kind` is below made_kinds. Equal
 * seeds make equal files. `variant` receives the variant's name, or NULL for the usual one. */
struct made made_file(const char *format, unsigned kind, uint64_t seed, const char **variant);

/* Adds bytes, at `size`. */
void made_add(struct made *made, const void *bytes, size_t size);

#endif
