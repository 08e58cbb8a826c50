/* A first look at a large save: the components that carry others, and boards. There are few of
 * them, and all of the save is arranged on them. */
#include "fill.h"

#include <string.h>

static bool is_noted(const uint8_t *bits, uint32_t ordinal)
{
    return bits[ordinal / 8] >> ordinal % 8 & 1;
}

/* What is on one carrier mostly stands together, so a look-up serves several components. */
static void note_carriers(const struct filler *filler, const struct component_index *index,
                          uint8_t *bits)
{
    uint32_t address = 0;
    for (uint32_t i = 0; i < filler->save->component_count; i++) {
        const ow_blotter_component *component = &filler->save->components[i];
        if (filler->entries[component->type].type->is_scaled)
            bits[i / 8] |= (uint8_t)(1 << i % 8);
        if (component->parent == 0 || component->parent == address)
            continue;
        address = component->parent;
        uint32_t parent = index_find(index, address);
        if (parent != NO_COMPONENT)
            bits[parent / 8] |= (uint8_t)(1 << parent % 8);
    }
}

static bool keep_noted(struct filler *filler, const uint8_t *bits)
{
    const ow_blotter_save *save = filler->save;
    uint32_t count = 0;
    for (uint32_t i = 0; i < save->component_count; i++)
        count += is_noted(bits, i);
    ow_blotter_component *kept = arena_take(&filler->scratch, count * sizeof *kept);
    filler->subjects = arena_take(&filler->scratch, count * sizeof *filler->subjects);
    if (!kept || !filler->subjects)
        return false;
    count = 0;
    for (uint32_t i = 0; i < save->component_count; i++) {
        if (!is_noted(bits, i))
            continue;
        filler->subjects[count] = i;
        kept[count++] = save->components[i];
    }
    filler->carriers = *save;
    filler->carriers.components = kept;
    filler->carriers.component_count = count;
    filler->carriers.wire_count = 0;
    filler->save = &filler->carriers;
    return true;
}

void fill_keep_carriers(struct filler *filler)
{
    struct component_index index;
    size_t size = filler->save->component_count / 8 + 1;
    uint8_t *bits = arena_take(&filler->scratch, size);
    ow_status status = blotter_index_components(filler->save, &index, &filler->scratch);
    if (bits && status == OW_OK) {
        memset(bits, 0, size);
        note_carriers(filler, &index, bits);
    }
    if (!bits || status != OW_OK || !keep_noted(filler, bits))
        fill_failed(filler, filler->scratch.status);
}
