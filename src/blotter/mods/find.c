/* Finding the type of a mod by its name. */
#include "mods.h"

int mods_compare_names(ow_text a, ow_text b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size > 0 ? memcmp(a.data, b.data, size) : 0;
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

const ow_mod_type *ow_mods_find(const ow_mods *mods, ow_text name)
{
    uint32_t low = 0, high = mods ? mods->type_count : 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = mods_compare_names(mods->types[middle].name, name);
        if (order == 0)
            return &mods->types[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const struct component_type *mods_find_type(const ow_mods *mods, ow_text name)
{
    const ow_mod_type *found = ow_mods_find(mods, name);
    return found ? &mods_records(mods)->types[found - mods->types] : NULL;
}
