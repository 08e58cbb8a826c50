/* Truth tables as CSV: reading them, and finding the gates for them. docs/how-to/netlists.md has
 * the notation. */
#ifndef OW_SRC_CIRCUIT_BUILD_TABLE_H
#define OW_SRC_CIRCUIT_BUILD_TABLE_H

#include "build.h"

/* Bits in total. netlist/table.c writes tables within the same limits. */
enum { TABLE_INPUTS = 16, TABLE_OUTPUTS = 64, TABLE_COLUMNS = TABLE_INPUTS + TABLE_OUTPUTS };

enum { WORD_BITS = 64 };

/* "NAME", "NAME[3]" or "NAME[3:0]". */
struct table_column {
    ow_text text, name; /* with and without the brackets */
    bool is_output, is_bus, upto;
    int32_t index;         /* of the first bit */
    uint32_t first, width; /* among the inputs or outputs, the leftmost bit first */
};

/* Cases of the inputs are numbered: the leftmost input is the highest bit of the number. Sets of
 * cases are bit sets. There are at least `WORD_BITS` cases: with fewer inputs they repeat. */
struct table {
    struct table_column columns[TABLE_COLUMNS];
    uint32_t column_count, inputs, outputs, words;
    uint64_t *on[TABLE_OUTPUTS], *off[TABLE_OUTPUTS]; /* the cases in which an output is so */
};

/* A product of inputs: those of `care` are as in `value`. Bit i is the input with weight 2^i. */
struct table_cube {
    uint16_t care, value;
};

/* The sum of products of one output. If `flips` has inputs, the output is the XOR of these and of
 * the sum. */
struct table_form {
    struct table_cube *cubes;
    uint32_t count;
    uint16_t flips;
    bool inverted;
};

/* Reads the CSV of builder.walk. */
ow_status table_read(struct builder *builder, struct table *table);

/* Finds a small form of an output whose ANDs have at most `and_inputs` inputs. The cubes are in
 * the builder's arena. */
ow_status table_minimise(struct builder *builder, const struct table *table, uint32_t output,
                         unsigned and_inputs, struct table_form *form);

/* How many ANDs a product of some inputs takes. */
static inline uint32_t table_count_ands(unsigned literals, unsigned and_inputs)
{
    return literals < 2 ? 0 : (literals - 2) / (and_inputs - 1) + 1;
}

/* A word of 64 neighbouring cases in which the input with weight 2^bit is on, for bit < 6. */
uint64_t table_cases_of(unsigned bit);

#endif
