/* Replaces the type of components. */
#include "parts.h"

#include "../../base/error.h"
#include "../../base/text.h"

#include <string.h>

/* The type with a name; NULL if there is none. */
static ow_blotter_component_type *find_type(const ow_blotter_save *save, ow_text name)
{
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (text_is_same(save->component_types[i].name, name))
            return &save->component_types[i];
    return NULL;
}

/* Removes the other entries of a name. Components with their ids get `number`. */
static void join_types(ow_blotter_save *save, ow_text name, uint16_t number)
{
    uint32_t kept = 0;
    uint8_t has_name[(UINT16_MAX + 1) / 8] = {0}; /* a bit for each numeric id */
    for (uint32_t i = 0; i < save->component_type_count; i++) {
        const ow_blotter_component_type *type = &save->component_types[i];
        if (text_is_same(type->name, name))
            has_name[type->id / 8] |= (uint8_t)(1u << type->id % 8);
        else
            save->component_types[kept++] = *type;
    }
    save->component_type_count = kept;
    for (uint32_t i = 0; i < save->component_count; i++) {
        uint16_t *type = &save->components[i].type;
        if (has_name[*type / 8] >> *type % 8 & 1)
            *type = number;
    }
}

ow_status blotter_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                               uint64_t *count, ow_error *error)
{
    ow_blotter_save *save = document;
    ow_blotter_component_type *old = find_type(save, from), *new = find_type(save, to);
    if (what != OW_REPLACE_TYPE)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a Logic World save has no tiles");
    if (!old || to.size == 0 || old == new)
        return old ? error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                               "\"%.*s\" cannot be replaced by \"%.*s\"",
                               (int)(from.size < 200 ? from.size : 200), from.data,
                               (int)(to.size < 200 ? to.size : 200), to.data)
                   : OW_NOT_THERE;
    for (uint32_t i = 0; i < save->component_count; i++)
        *count += save->components[i].type == old->id;
    if (!new)
        return ow_keep_text(save->owner, to, &old->name, error);
    join_types(save, from, new->id);
    return OW_OK;
}
