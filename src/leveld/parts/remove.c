/* Removes layers and objects from a level. */
#include "parts.h"

#include "../../base/error.h"

static uint32_t new_number(const uint32_t *numbers, uint32_t count, uint32_t layer)
{
    return layer < count ? numbers[layer] : layer;
}

static void renumber(ow_leveld_block *block, const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < block->count; i++) {
        if (block->id == OW_LEVELD_THNG)
            block->things[i].layer_id = new_number(numbers, count, block->things[i].layer_id);
        else if (block->id == OW_LEVELD_TRIG)
            block->triggers[i].layer_id = new_number(numbers, count, block->triggers[i].layer_id);
        else if (block->id == OW_LEVELD_PATH)
            block->paths[i].layer_id = new_number(numbers, count, block->paths[i].layer_id);
    }
}

/* The new number of each layer. */
static uint32_t *number_layers(const struct parts *parts, const struct part_list *list,
                               struct arena *arena)
{
    uint32_t *numbers = arena_take(arena, list->count * sizeof *numbers);
    uint32_t next = 0;
    for (uint32_t i = 0; numbers && i < list->count; i++) {
        numbers[i] = next;
        next += !parts->chosen[list->first + i];
    }
    return numbers;
}

static ow_status check_layers(const ow_leveld_level *level, const struct parts *parts,
                              const struct part_list *list, ow_error *error)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++)
        kept += !parts->chosen[list->first + i];
    if (leveld_layout_of(level) < 3 && kept == 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, list->pointer,
                         "a level of version %u has one layer, which cannot be removed",
                         leveld_layout_of(level));
    return OW_OK;
}

static void remove_chosen(const struct parts *parts, const struct part_list *list,
                          ow_leveld_block *block)
{
    const uint8_t *chosen = parts->chosen + list->first;
    switch (block->id) {
    case OW_LEVELD_MESH:
        block->mesh->layer_count =
            parts_leave_out(block->mesh->layers, list->count, sizeof *block->mesh->layers, chosen);
        break;
    case OW_LEVELD_THNG:
        block->count = parts_leave_out(block->things, list->count, sizeof *block->things, chosen);
        break;
    case OW_LEVELD_TRIG:
        block->count =
            parts_leave_out(block->triggers, list->count, sizeof *block->triggers, chosen);
        break;
    case OW_LEVELD_PATH:
        block->count = parts_leave_out(block->paths, list->count, sizeof *block->paths, chosen);
        break;
    default:
        block->count = parts_leave_out(block->actors, list->count, sizeof *block->actors, chosen);
    }
}

ow_status leveld_remove_parts(void *document, struct parts *parts, ow_error *error)
{
    ow_leveld_level *level = document;
    const struct part_list *layers = leveld_layers_of(parts, level);
    struct arena scratch;
    uint32_t *numbers = NULL, layer_count = layers ? layers->count : 0;
    for (uint32_t i = 0; i < parts->list_count; i++)
        if (level->blocks[parts->lists[i].number].id == OW_LEVELD_MESH &&
            check_layers(level, parts, &parts->lists[i], error) != OW_OK)
            return OW_BAD_ARGUMENT;
    arena_share(&scratch, &parts->arena);
    if (layers)
        numbers = number_layers(parts, layers, &scratch);
    ow_status status = !layers || numbers ? OW_OK : scratch.status;
    for (uint32_t i = 0; status == OW_OK && i < parts->list_count; i++)
        remove_chosen(parts, &parts->lists[i], &level->blocks[parts->lists[i].number]);
    for (uint32_t i = 0; status == OW_OK && layers && i < level->block_count; i++)
        renumber(&level->blocks[i], numbers, layer_count);
    arena_free(&scratch);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}
