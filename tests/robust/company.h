/* Worlds in pairs: a file with those of its format that came before it, and with what random
 * bytes make of it. */
#ifndef OVERWORLD_ROBUST_COMPANY_H
#define OVERWORLD_ROBUST_COMPANY_H

#include "harness.h"

#include "../../src/circuit/random.h"

/* Larger files stay alone. */
enum { LARGEST_OF_A_PAIR = 1 << 20 };

typedef void (*pair_test)(const ow_document *earlier, const ow_document *document);

/* Reads the file at hand; one that cannot be read is left out. */
bool open_or_leave_out(const struct test_file *file, ow_document *document);

/* The test with each earlier world of the format: with all where both are small, else with the
 * last few. Samples of issues take turns. Then keeps the document, whose owner it becomes. */
void pair_with_earlier(const struct test_file *file, ow_document document, pair_test test);

/* A world of the same format that some bytes at random made of the file; false where few tries
 * found none. */
bool mutate(const struct test_file *file, struct random *random, const ow_document *document,
            ow_document *mutated);

/* Closes all that are kept. */
void part_company(void);

#endif
