/* Replaces the type of blocks. */
#include "parts.h"

#include "../../base/error.h"
#include "../../base/nearest.h"
#include "../../base/text.h"

#include <string.h>

/* Finds a type by its English name, or its id. */
static bool find_type(ow_text text, uint8_t *id)
{
    uint32_t number;
    if (selector_number(text, &number)) {
        *id = (uint8_t)number;
        return number <= UINT8_MAX;
    }
    for (unsigned i = 0; i < 256; i++) {
        ow_text name = ow_text_of(structure_types[i].name);
        *id = (uint8_t)i;
        if (name.size > 0 && text_is_same(name, text))
            return true;
    }
    return false;
}

/* Whether blocks of both types have the same fields. */
static bool are_alike(const ow_structure_build *build, uint8_t a, uint8_t b)
{
    return structure_has_settings(build, a) == structure_has_settings(build, b) &&
           structure_is_custom(a) == structure_is_custom(b) &&
           (a == OW_STRUCTURE_MATH_BLOCK) == (b == OW_STRUCTURE_MATH_BLOCK);
}

static ow_status no_such_type(ow_text name, ow_error *error)
{
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    nearest_begin(&nearest, name);
    for (unsigned i = 0; i < 256; i++)
        nearest_try(&nearest, ow_text_of(structure_types[i].name));
    nearest_words(&nearest, "", hint);
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "unknown type of block \"%.*s\"%s",
                     (int)(name.size < 100 ? name.size : 100), name.data,
                     *hint ? hint : ": write a name such as \"Switch\", or a number up to 255");
}

ow_status structure_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                                 uint64_t *count, ow_error *error)
{
    ow_structure_build *build = document;
    uint8_t old = 0, new = 0;
    if (what != OW_REPLACE_TYPE)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a build has no tiles");
    if (!find_type(from, &old))
        return no_such_type(from, error);
    if (!find_type(to, &new))
        return no_such_type(to, error);
    if (!are_alike(build, old, new))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "blocks of type %u have other settings than blocks of type %u, so they "
                         "cannot be replaced",
                         (unsigned)old, (unsigned)new);
    for (uint32_t i = 0; i < build->block_count; i++) {
        if (build->blocks[i].id != old)
            continue;
        build->blocks[i].id = new;
        ++*count;
    }
    return *count > 0 ? OW_OK : OW_NOT_THERE;
}
