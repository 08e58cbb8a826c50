/* Files that cannot be read: which status, where, and in which words, by every way of reading. */
#ifndef OVERWORLD_TESTS_BROKEN_H
#define OVERWORLD_TESTS_BROKEN_H

#include "test.h"

#include "bytes.h"

/* A file that ends after `size` bytes, and what is told of it. */
struct reported_cut {
    size_t size;
    uint64_t offset;
    const char *pointer, *message;
};

/* A file with other bytes at `at`, and what is told of it. */
struct reported_value {
    size_t at;
    const char *hex;
    ow_status status;
    uint64_t offset;
    const char *pointer, *message;
};

/* Each way of reading refuses the bytes in the same words, of which `fragment` is a part; a
 * check tells of one break, unless the bytes are of no format. */
void assert_broken(const struct bytes *bytes, ow_status status, uint64_t offset,
                   const char *pointer, const char *fragment);

/* The same for rows of cuts and of values in a sound file. */
void assert_cuts_are_reported(const struct bytes *whole, const struct reported_cut *rows,
                              size_t count);
void assert_values_are_reported(const struct bytes *whole, const struct reported_value *rows,
                                size_t count);

#endif
