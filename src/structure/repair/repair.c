/* The fix of each code of a build, and what is left of one that breaks off. */
#include "repair.h"

bool structure_salvage_as(void *preset)
{
    ((ow_structure_build *)preset)->variant = ow_structure_game;
    return true;
}

bool structure_finish_salvaged(void *document, struct salvage *salvage)
{
    (void)salvage;
    return ((const ow_structure_build *)document)->block_count > 0;
}

static const char rebuilt[] = "each entry stands once, and those that no block has are removed";

const struct remedy structure_remedies[] = {
    REMEDY_BY_SALVAGE(TRUNCATED, "what is complete before the break is kept"),
    REMEDY_BY_SALVAGE(BROKEN, "what is complete before the break is kept"),
    REMEDY(TABLE_EMPTY, "remove-table", "the build has no such table any more",
           structure_remove_tables, true),
    REMEDY(TABLE_NOT_WORTHWHILE, "dissolve-table", "blocks get their own in place of an entry",
           structure_dissolve_tables, true),
    REMEDY(COLOR_TWICE, "rebuild-table", rebuilt, structure_rebuild_colors, true),
    REMEDY(COLOR_UNUSED, "rebuild-table", rebuilt, structure_rebuild_colors, true),
    REMEDY(ROTATION_TWICE, "rebuild-table", rebuilt, structure_rebuild_rotations, true),
    REMEDY(ROTATION_UNUSED, "rebuild-table", rebuilt, structure_rebuild_rotations, true),
    REMEDY(LAST_BLOCK_ORDER, "fit-roots",
           "roots that end before they begin are removed, and their blocks are the next one's",
           structure_fit_roots, true),
    REMEDY(LAST_BLOCK_END, "fit-roots",
           "the last root ends with the last block, and roots behind it are removed; where there "
           "is none, one is made",
           structure_fit_roots, true),
    REMEDY(ROOT_NOT_FINITE, "zero-number", "the number becomes 0, of a size 1", structure_fix_roots,
           false),
    REMEDY(BOUNDS_SIZE, "mend-bounds", "a negative size loses its sign, one of 0 becomes 1",
           structure_fix_bounds, false),
    REMEDY(ROOT_OUTSIDE, "choose-root", "the block is of the last root", structure_choose_root,
           true),
    REMEDY(POSITION_OUTSIDE, "move-inside", "the coordinate becomes -32767", structure_move_blocks,
           false),
    REMEDY(POSITION_NOT_FINITE, "zero-position", "the coordinate becomes 0", structure_move_blocks,
           false),
    REMEDY(ROTATION_OUTSIDE, "first-rotation", "the block gets the first rotation of the table",
           structure_first_rotation, false),
    REMEDY(COLOR_OUTSIDE, "first-color", "the block gets the first colour of the table",
           structure_first_color, false),
    REMEDY(SPEED_UNANNOUNCED, "announce-speed", "the mask says that the speed is not 0",
           structure_announce_speed, false),
    REMEDY(FAST_WITHOUT_SPEED, "clear-fast", "the mask says no more that the speed is above 1",
           structure_slow_blocks, false),
    REMEDY(SPEED_BIT_EARLY, "clear-speed-bit", "the mask loses the bit", structure_clear_speed_bit,
           false),
    REMEDY(NAME_NOT_UTF8, "mend-text", "each byte that is not UTF-8 becomes a question mark",
           structure_fix_names, false),
    REMEDY(NAME_EMPTY, "remove-name", "the mask says that there is no name", structure_remove_names,
           false),
    REMEDY(BEARING_OUTSIDE, "remove-bearing", "the block is attached to nothing",
           structure_remove_bearings, false),
    REMEDY(BEARING_TO_ITSELF, "remove-bearing", "the block is attached to nothing",
           structure_remove_bearings, false),
    REMEDY(CONNECTION_OUTSIDE, "remove-connection", "the connection is removed",
           structure_remove_connections, true),
    REMEDY(CONNECTION_TO_ITSELF, "remove-connection", "the connection is removed",
           structure_remove_connections, true),
    REMEDY(CONNECTION_TWICE, "remove-connection", "the later connection is removed",
           structure_remove_connections, true),
    REMEDY(CONNECTION_TO_PASSIVE, "remove-connection", "the connection is removed",
           structure_remove_connections, true),
    REMEDY(LIST_EMPTY, "remove-list", "the mask says that there are none", structure_remove_lists,
           false),
    REMEDY(METADATA_NOT_FINITE, "zero-number", "the number becomes 0", structure_zero_metadata,
           false),
    REMEDY(SPARE_BITS, "clear-bits", "the bits become 0", structure_clear_spare_bits, false),
    REMEDY(VERTEX_BOUNDS, "mend-bounds",
           "the two change places; where they are the same, they come to differ by 1",
           structure_fix_vertex_bounds, false),
    REMEDY(GRADIENT_KEYS, "shorten-list", "the longer list becomes as short as the other",
           structure_shorten_gradients, false),
    REMEDY(GRADIENT_POSITION, "move-inside", "the position becomes 0 or 1, whichever is nearer",
           structure_fix_positions, false),
    REMEDY(FORMULA_NOT_ASCII, "mend-text", "each byte that is not ASCII becomes a question mark",
           structure_fix_formulas, false),
    REMEDY(SLOTS_DIFFER, "shorten-list", "the longer list becomes as short as the other",
           structure_shorten_slots, false),
    NO_MORE_REMEDIES,
};
