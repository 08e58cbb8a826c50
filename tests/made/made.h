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
    const uint8_t *choices, *choices_end; /* taken instead of chance; NULL: none */
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

/* The same by choices, a byte for each number that is drawn: the number itself, or any number where
 * it is 255. Behind the last choice all numbers are 0, which ends lists. So a small change of the
 * choices changes the file in one place, and it is still built as the layout says. */
struct made made_file_by(const char *format, unsigned kind, const uint8_t *choices, size_t count,
                         const char **variant);

/* The next number. */
uint64_t made_draw(struct made *made);

/* Adds bytes, at `size`. */
void made_add(struct made *made, const void *bytes, size_t size);

#endif
