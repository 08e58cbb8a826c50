/* Placing cells: shared data and calls. See place.c. */
#ifndef OW_SRC_CIRCUIT_BUILD_PLACE_H
#define OW_SRC_CIRCUIT_BUILD_PLACE_H

#include "build.h"

/* Classes of cells with separate rows. Only links are higher than one square, so no wire may cross
 * them. Latches and links are two squares deep. */
enum row_class { CLASS_GATES, CLASS_LATCHES, CLASS_LINKS, ROW_CLASSES };

static inline enum row_class class_of(const struct build_cell *cell)
{
    return cell->kind == CELL_LATCH  ? CLASS_LATCHES
           : cell->kind == CELL_LINK ? CLASS_LINKS
                                     : CLASS_GATES;
}

static inline uint32_t width_of(const struct build_cell *cell)
{
    return is_wide(cell) ? 2 : 1;
}

static inline uint32_t depth_of_class(unsigned class)
{
    return class == CLASS_GATES ? 1 : 2;
}

/* Rows of cells and their channels: row r has channel r behind it and channel r + 1 in front. */
struct placing {
    struct builder *builder;
    uint8_t *classes; /* of rows */
    uint32_t row_count, capacity;
};

/* Gives each cell a row and its pins sides, so that nets touch few channels. */
ow_status build_assign_rows(struct placing *placing); /* assign.c */

/* Lists the pins of each net at each channel. */
ow_status build_group_pins(struct builder *builder); /* groups.c */

/* Gives each cell of a row its x, with short wires. */
ow_status build_order_rows(struct placing *placing);                  /* sweep.c */
ow_status build_swap_cells(struct placing *placing, bool with_units); /* swap.c */

/* Puts the latches of units side by side in their rows. */
ow_status build_gather_units(struct builder *builder); /* gather.c */

/* Rows of RAMs (ram_place.c): how wide the widest is, how deep all rows are together, and adding
 * them. */
enum { RAM_ROW = 10 };
uint32_t build_widest_ram(const struct builder *builder);
uint32_t build_depth_of_rams(const struct builder *builder, uint32_t width);
void build_put_ram_rows(struct builder *builder);

/* Gives each through peg its column, and each channel its lines. */
ow_status build_choose_columns(struct builder *builder); /* columns.c */

/* Whether units of a row have labels, in the channel in front of it. */
bool build_has_unit_labels(const struct builder *builder,
                           const struct build_row *row); /* labels.c */

/* Gives nets their through pegs, and rows their places. */
ow_status build_place_pegs(struct builder *builder); /* channels.c */

#endif
