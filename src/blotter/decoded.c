/* Sets values of a save that are given in a player's terms. */
#include "meanings.h"

#include "blotter.h"
#include "types/types.h"

#include "../base/angles.h"
#include "../base/floats.h"
#include "../base/nearest.h"
#include "../base/text.h"

#include <string.h>

static const ow_blotter_component *component_of(const struct decoded_change *change)
{
    const ow_blotter_save *save = change->document;
    return change->indexes[0] < save->component_count ? &save->components[change->indexes[0]]
                                                      : NULL;
}

static enum decoded_outcome no_component(struct decoded_change *change)
{
    const ow_blotter_save *save = change->document;
    return decoded_fail(change, OW_NOT_THERE, "there is no element %u: the list has %u",
                        (unsigned)change->indexes[0], (unsigned)save->component_count);
}

static enum decoded_outcome set_type(struct decoded_change *change, const struct leaf *leaf)
{
    const ow_blotter_save *save = change->document;
    const ow_blotter_component_type *found = NULL;
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    const ow_blotter_component *component = component_of(change);
    nearest_begin(&nearest, leaf->text);
    for (uint32_t i = 0; i < save->component_type_count; i++) {
        const ow_blotter_component_type *type = &save->component_types[i];
        nearest_try_type(&nearest, type->name);
        /* If several types have the same name, a component keeps its own. */
        bool is_own = component && component->type == type->id;
        if (type_is_called(type->name, leaf->text) && (!found || is_own))
            found = type;
    }
    if (!found)
        return decoded_fail(change, OW_BAD_JSON,
                            "the save has no type \"%.*s\"%s; overworld replace --type adds one",
                            text_shown_size(leaf->text), leaf->text.data,
                            nearest_words(&nearest, "", hint));
    return decoded_put(change,
                       decoded_value(change, "/components/%u/type", (unsigned)change->indexes[0]),
                       (ow_value){.type = OW_INTEGER, .value.integer = found->id});
}

static const struct component_type *type_of(const ow_blotter_save *save, uint16_t number,
                                            ow_text *name)
{
    for (uint32_t i = 0; i < save->component_type_count; i++) {
        if (save->component_types[i].id != number)
            continue;
        *name = save->component_types[i].name;
        return type_of_name(*name);
    }
    *name = (ow_text){"", 0};
    return &type_unknown;
}

/* "label/text" */
static enum decoded_outcome set_words(struct decoded_change *change, const char *words,
                                      const struct leaf *leaf)
{
    const ow_blotter_component *component = component_of(change);
    ow_text name;
    const char *field = strchr(words, '/');
    if (!component)
        return no_component(change);
    const struct component_type *type = type_of(change->document, component->type, &name);
    size_t size = field ? (size_t)(field - words) : 0;
    if (!field && type->words && strcmp(type->words, words) == 0)
        return DECODED_NOT; /* an object */
    if (name.size == 0)
        return decoded_fail(change, OW_NOT_THERE, "C-%u has type %u, which the save does not name",
                            (unsigned)component->address, (unsigned)component->type);
    if (!field || !type->words || strlen(type->words) != size ||
        memcmp(type->words, words, size) != 0)
        return decoded_fail(change, OW_NOT_THERE, "there is no \"%.*s\": C-%u is a %.*s",
                            (int)(field ? size : strlen(words)), words,
                            (unsigned)component->address, text_shown_size(name), name.data);
    struct decoded_value *value =
        decoded_value(change, "/components/%u/custom_data", (unsigned)change->indexes[0]);
    if (!value)
        return decoded_no_memory(change);
    if (value->count == 0)
        value->values[0] = (ow_value){.type = OW_BYTES, .value.bytes = component->custom_data};
    value->count = 1;
    return type_set_field(type, field + 1, change, leaf, &value->values[0].value.bytes);
}

static struct decoded_value *position_of(struct decoded_change *change,
                                         const ow_blotter_component *component)
{
    const ow_blotter_save *save = change->document;
    struct decoded_value *value =
        decoded_value(change, "/components/%u/position", (unsigned)change->indexes[0]);
    for (unsigned axis = 0; value && value->count < 3; axis++) {
        ow_value *at = &value->values[value->count++];
        at->type = save->version >= 6 ? OW_INTEGER : OW_FLOAT;
        if (at->type == OW_INTEGER)
            at->value.integer = component->position.fixed[axis];
        else
            memcpy(&at->value.number, &component->position.units[axis], sizeof(float));
        value->is_list = true;
    }
    return value;
}

static enum decoded_outcome set_place(struct decoded_change *change, const struct leaf *leaf)
{
    const ow_blotter_component *component = component_of(change);
    double squares, old = 0;
    if (!component)
        return no_component(change);
    if (change->index_count != 2 || change->indexes[1] > 2)
        return DECODED_NOT;
    struct decoded_value *value = position_of(change, component);
    if (!value)
        return decoded_no_memory(change);
    if (!leaf_number(change, leaf, &squares))
        return DECODED_FAILED;
    ow_value *axis = &value->values[change->indexes[1]];
    bool sound = true;
    if (axis->type == OW_INTEGER)
        old = (double)axis->value.integer;
    else
        sound = blotter_thousandths(&axis->value.number, &old);
    if (sound && blotter_squares(old) == rounded_to_float(squares))
        return DECODED_DONE; /* the component is there already, except for digits after the third */
    double thousandths = nearbyint(rounded_to_double(squares * SQUARE));
    if (!(thousandths >= INT32_MIN && thousandths <= INT32_MAX))
        return decoded_fail(change, OW_BAD_JSON,
                            "%.0f squares are farther than a save has room for", squares);
    if (axis->type == OW_INTEGER)
        axis->value.integer = (int64_t)thousandths;
    else
        axis->value.number = rounded_to_float(thousandths / 1000);
    return DECODED_DONE;
}

static struct decoded_value *rotation_of(struct decoded_change *change,
                                         const ow_blotter_component *component, double rotation[4])
{
    struct decoded_value *value =
        decoded_value(change, "/components/%u/rotation", (unsigned)change->indexes[0]);
    for (unsigned i = 0; value && value->count < 4; i++) {
        ow_value *at = &value->values[value->count++];
        at->type = OW_FLOAT;
        memcpy(&at->value.number, &component->rotation[i], sizeof(float));
        value->is_list = true;
    }
    for (unsigned i = 0; value && i < 4; i++)
        rotation[i] = (double)value->values[i].value.number;
    return value;
}

static enum decoded_outcome set_degrees(struct decoded_change *change, const struct leaf *leaf)
{
    const ow_blotter_component *component = component_of(change);
    double wanted, old[4], degrees[3];
    float shown[3] = {0};
    if (!component)
        return no_component(change);
    if (change->index_count != 2 || change->indexes[1] > 2)
        return DECODED_NOT;
    struct decoded_value *value = rotation_of(change, component, old);
    if (!value)
        return decoded_no_memory(change);
    if (!leaf_number(change, leaf, &wanted))
        return DECODED_FAILED;
    bool sound = blotter_find_degrees(old, shown);
    if (sound && shown[change->indexes[1]] == rounded_to_float(wanted))
        return DECODED_DONE;
    for (unsigned axis = 0; axis < 3; axis++)
        degrees[axis] = axis == change->indexes[1] ? wanted : (double)shown[axis];
    struct rotation turned = rotation_of_euler_zxy(degrees);
    const double parts[4] = {turned.x, turned.y, turned.z, turned.w};
    for (unsigned i = 0; i < 4; i++)
        value->values[i].value.number = rounded_to_float(parts[i]);
    return DECODED_DONE;
}

enum decoded_outcome blotter_set_decoded(struct decoded_change *change, const struct leaf *leaf)
{
    static const char inside[] = "/components/*/";
    const char *field = change->pattern + sizeof inside - 1;
    if (strncmp(change->pattern, inside, sizeof inside - 1) != 0)
        return DECODED_NOT;
    if (strcmp(field, "type") == 0)
        return set_type(change, leaf);
    if (strcmp(field, "custom_data") == 0)
        return DECODED_NOT; /* base64 */
    if (strncmp(field, "place", 5) == 0)
        return set_place(change, leaf);
    return strncmp(field, "degrees", 7) == 0 ? set_degrees(change, leaf)
                                             : set_words(change, field, leaf);
}
