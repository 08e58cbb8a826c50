/* Repairs settings of interactive blocks. */
#include "repair.h"

ow_status structure_fix_names(struct repair *repair)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < repair->count && status == OW_OK; i++)
        status = repair_text(repair, &repair_block(repair, i)->settings->name);
    return status;
}

ow_status structure_remove_names(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        repair_block(repair, i)->mask &= (uint8_t)~OW_STRUCTURE_HAS_NAME;
    return OW_OK;
}

ow_status structure_remove_bearings(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_structure_block *block = repair_block(repair, i);
        block->mask |= OW_STRUCTURE_NO_BEARING;
        block->settings->bearing = 0;
    }
    return OW_OK;
}

/* Clears the mask bit for connections if none are left. */
ow_status structure_remove_connections(struct repair *repair)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0, end; i < repair->count && status == OW_OK; i = end) {
        ow_structure_block *block = repair_block(repair, i);
        ow_structure_settings *settings = block->settings;
        end = repair_group_end(repair, i);
        status = repair_remove(repair, i, end, 1, settings->connections,
                               &settings->connection_count, sizeof *settings->connections);
        if (settings->connection_count == 0)
            block->mask &= (uint8_t)~OW_STRUCTURE_HAS_CONNECTIONS;
    }
    return status;
}

ow_status structure_remove_lists(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_structure_block *block = repair_block(repair, i);
        if (found_is(repair, &repair->found[i], "/blocks/*/connections"))
            block->mask &= (uint8_t)~OW_STRUCTURE_HAS_CONNECTIONS;
        else
            block->mask |= OW_STRUCTURE_NO_INTEGERS;
    }
    return OW_OK;
}
