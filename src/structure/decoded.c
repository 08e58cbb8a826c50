/* Sets values of a build that are given in a player's terms. */
#include "meanings.h"

#include "structure.h"

#include "../base/colors.h"
#include "../base/floats.h"
#include "../base/nearest.h"
#include "../base/text.h"

#include <math.h>
#include <string.h>

/* Positions are fractions of the bounds; the farthest is half of them from the centre. */
enum { POSITION_SCALE = 32767, FARTHEST = 16384 };

static enum decoded_outcome set_number(struct decoded_change *change, int64_t number)
{
    return decoded_put(change, decoded_value(change, "%s", change->place),
                       (ow_value){.type = OW_INTEGER, .value.integer = number});
}

static const ow_structure_block *block_of(const struct decoded_change *change)
{
    const ow_structure_build *build = change->document;
    return change->indexes[0] < build->block_count ? &build->blocks[change->indexes[0]] : NULL;
}

/* ---- types ---- */

static enum decoded_outcome set_type(struct decoded_change *change, const struct leaf *leaf)
{
    struct nearest nearest;
    char hint[NEAREST_TEXT];
    const ow_structure_block *block = block_of(change);
    /* If several types have the same name, a block with that name keeps its type. */
    if (block && text_is_word(leaf->text, ow_structure_block_type_at(NULL, block->id).name))
        return set_number(change, block->id);
    nearest_begin(&nearest, leaf->text);
    for (unsigned i = 0; i < 256; i++) {
        ow_text name = ow_text_of(structure_types[i].name);
        if (name.size > 0 && text_is_same(name, leaf->text))
            return set_number(change, i);
        nearest_try(&nearest, name);
    }
    return decoded_fail(change, OW_BAD_JSON, "\"%.*s\" is no type of blocks%s",
                        text_shown_size(leaf->text), leaf->text.data,
                        nearest_words(&nearest, "", hint));
}

/* ---- colours ---- */

/* Five bits of red, six of green, five of blue. */
static uint16_t color_of_rgb(const uint8_t rgb[3])
{
    return (uint16_t)((rgb[0] >> 3) << 11 | (rgb[1] >> 2) << 5 | rgb[2] >> 3);
}

/* The printed form has a colour for both orders of the bits; the first one counts. */
static bool take_color(struct decoded_change *change, const struct leaf *leaf, uint16_t *color)
{
    uint8_t rgb[3];
    struct leaf first = *leaf;
    const char *comma = leaf->kind == LEAF_TEXT && leaf->text.size > 0
                            ? memchr(leaf->text.data, ',', leaf->text.size)
                            : NULL;
    if (comma)
        first.text.size = (size_t)(comma - leaf->text.data);
    if (!leaf_color(change, &first, rgb))
        return false;
    *color = color_of_rgb(rgb);
    return true;
}

static enum decoded_outcome set_color(struct decoded_change *change, const struct leaf *leaf)
{
    uint16_t color;
    return take_color(change, leaf, &color) ? set_number(change, color) : DECODED_FAILED;
}

/* Sets a colour that is in the table, by its index. */
static enum decoded_outcome set_index(struct decoded_change *change, const struct leaf *leaf)
{
    const ow_structure_build *build = change->document;
    const ow_structure_block *block = block_of(change);
    uint16_t color;
    if (!take_color(change, leaf, &color))
        return DECODED_FAILED;
    if (block && build->color_count > block->color_index &&
        build->colors[block->color_index] == color)
        return set_number(change, block->color_index);
    for (uint32_t i = 0; i < build->color_count; i++)
        if (build->colors[i] == color)
            return set_number(change, i);
    return decoded_fail(change, OW_BAD_JSON,
                        "the table of colours has no %.*s; set /colors/0 and the like change it",
                        text_shown_size(leaf->text), leaf->text.data);
}

/* ---- places ---- */

void structure_shown_place(const ow_structure_root *root, const int16_t position[3], float place[3])
{
    double exact[3];
    ow_structure_position(root, position, exact);
    for (int axis = 0; axis < 3; axis++)
        place[axis] = in_thousandths(exact[axis]);
}

static struct decoded_value *position_of(struct decoded_change *change,
                                         const ow_structure_block *block)
{
    struct decoded_value *value =
        decoded_value(change, "/blocks/%u/position", (unsigned)change->indexes[0]);
    while (value && value->count < 3) {
        value->values[value->count] =
            (ow_value){.type = OW_INTEGER, .value.integer = block->position[value->count]};
        value->count++;
        value->is_list = true;
    }
    return value;
}

/* Finds the number for a coordinate. Returns false if it is outside the bounds of the root. */
static bool find_step(const ow_structure_root *root, unsigned axis, double wanted, int64_t *step)
{
    double size = (double)root->bounds_size[axis];
    double raw = size != 0
                     ? nearbyint(rounded_to_double((wanted - (double)root->bounds_center[axis]) *
                                                   POSITION_SCALE / size))
                     : 0;
    if (!(fabs(raw) <= FARTHEST) || (size == 0 && wanted != (double)root->bounds_center[axis]))
        return false;
    *step = (int64_t)raw;
    return true;
}

static enum decoded_outcome set_place(struct decoded_change *change, const struct leaf *leaf)
{
    const ow_structure_build *build = change->document;
    const ow_structure_block *block = block_of(change);
    double wanted;
    float shown[3];
    if (change->index_count != 2 || change->indexes[1] > 2 || build->version == 0)
        return DECODED_NOT;
    uint32_t root = block ? ow_structure_root_of(build, change->indexes[0]) : build->root_count;
    if (root >= build->root_count)
        return decoded_fail(change, OW_NOT_THERE, "there is no such block that stands in a root");
    struct decoded_value *value = position_of(change, block);
    if (!value)
        return decoded_no_memory(change);
    if (!leaf_number(change, leaf, &wanted))
        return DECODED_FAILED;
    ow_value *axis = &value->values[change->indexes[1]];
    int16_t raw[3] = {0};
    raw[change->indexes[1]] = (int16_t)axis->value.integer;
    structure_shown_place(&build->roots[root], raw, shown);
    if (shown[change->indexes[1]] == rounded_to_float(wanted))
        return DECODED_DONE;
    if (!find_step(&build->roots[root], change->indexes[1], wanted, &axis->value.integer))
        return decoded_fail(change, OW_BAD_JSON,
                            "%g is outside the bounds of root %u, which positions are parts of",
                            wanted, (unsigned)root);
    return DECODED_DONE;
}

enum decoded_outcome structure_set_decoded(struct decoded_change *change, const struct leaf *leaf)
{
    static const char of_block[] = "/blocks/*/";
    const char *field = change->pattern + sizeof of_block - 1;
    if (strcmp(change->pattern, "/colors/*") == 0)
        return set_color(change, leaf);
    if (strncmp(change->pattern, of_block, sizeof of_block - 1) != 0)
        return DECODED_NOT;
    if (strcmp(field, "id") == 0)
        return set_type(change, leaf);
    if (strcmp(field, "color") == 0)
        return set_color(change, leaf);
    return strcmp(field, "color_index") == 0 ? set_index(change, leaf) : set_place(change, leaf);
}
