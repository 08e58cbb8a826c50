/* The repair of each code of a build, and the rest of a truncated build. */
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

static const char rebuilt[] = "duplicate and unused entries are removed";

const struct remedy structure_remedies[] = {
    REMEDY_BY_SALVAGE(TRUNCATED, "the complete records before that place are kept"),
    REMEDY_BY_SALVAGE(BROKEN, "the complete records before that place are kept"),
    REMEDY(TABLE_EMPTY, "remove-table", "the table is removed from the build",
           structure_remove_tables, true),
    REMEDY(TABLE_NOT_WORTHWHILE, "dissolve-table",
           "the table is removed; each block gets its own value", structure_dissolve_tables, true),
    REMEDY(COLOR_TWICE, "rebuild-table", rebuilt, structure_rebuild_colors, true),
    REMEDY(COLOR_UNUSED, "rebuild-table", rebuilt, structure_rebuild_colors, true),
    REMEDY(ROTATION_TWICE, "rebuild-table", rebuilt, structure_rebuild_rotations, true),
    REMEDY(ROTATION_UNUSED, "rebuild-table", rebuilt, structure_rebuild_rotations, true),
    REMEDY(LAST_BLOCK_ORDER, "fit-roots",
           "roots that end before they begin are removed; their blocks belong to the next root",
           structure_fit_roots, true),
    REMEDY(LAST_BLOCK_END, "fit-roots",
           "the last root ends with the last block, and roots after it are removed; if there is no "
           "root, one is added",
           structure_fit_roots, true),
    REMEDY(ROOT_NOT_FINITE, "zero-number", "the number becomes 0, or 1 if it is a size",
           structure_fix_roots, false),
    REMEDY(BOUNDS_SIZE, "mend-bounds", "a negative size becomes positive, and 0 becomes 1",
           structure_fix_bounds, false),
    REMEDY(ROOT_OUTSIDE, "choose-root", "the block belongs to the last root", structure_choose_root,
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
    REMEDY(FAST_WITHOUT_SPEED, "clear-fast", "the mask no longer says that the speed is above 1",
           structure_slow_blocks, false),
    REMEDY(SPEED_BIT_EARLY, "clear-speed-bit", "the bit is cleared", structure_clear_speed_bit,
           false),
    REMEDY(NAME_NOT_UTF8, "mend-text", "each byte that is not valid UTF-8 becomes a question mark",
           structure_fix_names, false),
    REMEDY(NAME_EMPTY, "remove-name", "the mask says that there is no name", structure_remove_names,
           false),
    REMEDY(BEARING_OUTSIDE, "remove-bearing", "the block is detached from the bearing",
           structure_remove_bearings, false),
    REMEDY(BEARING_TO_ITSELF, "remove-bearing", "the block is detached from the bearing",
           structure_remove_bearings, false),
    REMEDY(CONNECTION_OUTSIDE, "remove-connection", "the connection is removed",
           structure_remove_connections, true),
    REMEDY(CONNECTION_TO_ITSELF, "remove-connection", "the connection is removed",
           structure_remove_connections, true),
    REMEDY(CONNECTION_TWICE, "remove-connection", "the later connection is removed",
           structure_remove_connections, true),
    REMEDY(CONNECTION_TO_PASSIVE, "remove-connection", "the connection is removed",
           structure_remove_connections, true),
    REMEDY(LIST_EMPTY, "remove-list", "the mask says that there is no list", structure_remove_lists,
           false),
    REMEDY(METADATA_NOT_FINITE, "zero-number", "the number becomes 0", structure_zero_metadata,
           false),
    REMEDY(SPARE_BITS, "clear-bits", "the bits become 0", structure_clear_spare_bits, false),
    REMEDY(VERTEX_BOUNDS, "mend-bounds",
           "the two numbers are swapped; equal numbers are set 1 apart",
           structure_fix_vertex_bounds, false),
    REMEDY(GRADIENT_KEYS, "shorten-list", "the longer list is cut to the length of the other",
           structure_shorten_gradients, false),
    REMEDY(GRADIENT_POSITION, "move-inside", "the position becomes the nearer of 0 and 1",
           structure_fix_positions, false),
    REMEDY(FORMULA_NOT_ASCII, "mend-text", "each byte that is not ASCII becomes a question mark",
           structure_fix_formulas, false),
    REMEDY(SLOTS_DIFFER, "shorten-list", "the longer list is cut to the length of the other",
           structure_shorten_slots, false),
    NO_MORE_REMEDIES,
};
