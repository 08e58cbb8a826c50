/* Finds each component's place from its parent, for any order and depth of parents and for invalid
 * ones. */
#include "fill.h"

#include "../../base/digits.h"
#include "../../base/pool.h"
#include "../../base/utf8.h"

#include <string.h>

enum progress { NOT_PLACED, ON_THE_WAY, PLACED };

static struct vector take_position(struct filler *filler, uint32_t ordinal)
{
    const ow_blotter_component *component = &filler->save->components[ordinal];
    double axes[3];
    bool sound = blotter_place_of(filler->save, component, axes);
    if (!sound && filler->bad_numbers++ == 0)
        filler->first_bad_number = fill_subject(filler, ordinal);
    filler->placements[ordinal].is_uncertain |= !sound;
    return (struct vector){axes[0], axes[1], axes[2]};
}

/* Groups are roots with something on them, boards, and all other components that carry one. Each
 * group has the rotation of its root, which the wide sides of its wires face. */
static bool has_group(const struct filler *filler, uint32_t ordinal)
{
    const ow_blotter_component *component = &filler->save->components[ordinal];
    return filler->subjects || filler->placements[ordinal].is_parent ||
           filler->entries[component->type].type->is_scaled;
}

/* Of a type's name, and of the address behind it. */
enum { MOST_OF_TYPE = 64, LONGEST_ADDRESS = 10 };

/* A group that fill_name_group names and turns. */
static uint32_t add_group(struct filler *filler, uint32_t ordinal, uint32_t parent)
{
    const ow_blotter_component *component = &filler->save->components[ordinal];
    size_t size = utf8_cut(filler->entries[component->type].name, MOST_OF_TYPE);
    size += (size > 0) + strlen("C-") + digits_count(component->address);
    return scene_blank_group(filler->builder, size, filler->component_kind,
                             fill_subject(filler, ordinal), parent);
}

/* The name is a type, or its beginning, and an address. */
static void name_group(const struct filler *filler, uint32_t ordinal)
{
    const struct placement *placement = &filler->placements[ordinal];
    const ow_blotter_component *component = &filler->save->components[ordinal];
    ow_text type = filler->entries[component->type].name;
    char name[MOST_OF_TYPE + sizeof " C-" + LONGEST_ADDRESS];
    size_t size = utf8_cut(type, MOST_OF_TYPE);
    unsigned digits = digits_count(component->address);
    if (size > 0) {
        memcpy(name, type.data, size);
        name[size++] = ' ';
    }
    memcpy(name + size, "C-", 2);
    size += 2 + digits;
    digits_put(name + size, component->address, digits);
    scene_fill_group(filler->builder, placement->group, name,
                     turn_of(filler->placements[placement->root].rotation));
}

void fill_name_groups(const struct filler *filler, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        if (has_group(filler, i))
            name_group(filler, i);
}

/* Roots that carry nothing share one group. */
static uint32_t loose_group(struct filler *filler)
{
    if (filler->loose_group == OW_NONE)
        filler->loose_group =
            scene_group(filler->builder, OW_LITERAL("loose components"), filler->component_kind,
                        OW_NONE, OW_NONE, turn_of(filler->turn.rotation));
    return filler->loose_group;
}

static void note_placed(struct filler *filler, struct placement *placement)
{
    placement->progress = PLACED;
    scene_include(&filler->bounds, place_of(placement->position));
}

static void place_root(struct filler *filler, uint32_t ordinal)
{
    struct placement *placement = &filler->placements[ordinal];
    const ow_blotter_component *component = &filler->save->components[ordinal];
    placement->root = ordinal;
    placement->position = vector_turn(filler->turn.position, take_position(filler, ordinal));
    placement->rotation =
        rotation_unit(rotation_multiply(filler->turn.rotation, blotter_rotation_of(component)));
    placement->group =
        has_group(filler, ordinal) ? add_group(filler, ordinal, OW_NONE) : loose_group(filler);
    note_placed(filler, placement);
}

static void place_on_parent(struct filler *filler, uint32_t ordinal)
{
    struct placement *placement = &filler->placements[ordinal];
    const struct placement *parent = &filler->placements[placement->parent];
    placement->root = parent->root;
    placement->is_uncertain |= parent->is_uncertain;
    placement->position =
        vector_add(parent->position, vector_turn(parent->rotation, take_position(filler, ordinal)));
    placement->rotation = rotation_unit(rotation_multiply(
        parent->rotation, blotter_rotation_of(&filler->save->components[ordinal])));
    placement->group =
        has_group(filler, ordinal) ? add_group(filler, ordinal, parent->group) : parent->group;
    note_placed(filler, placement);
}

static void note_bad_parent(struct filler *filler, uint32_t ordinal)
{
    filler->placements[ordinal].parent = NO_COMPONENT;
    filler->placements[ordinal].is_uncertain = true;
    if (filler->bad_parents++ == 0)
        filler->first_bad_parent = fill_subject(filler, ordinal);
}

/* Places a component and its ancestors that are not placed yet. On the way up, `root` stores the
 * previous component, so the way back needs no stack. */
static void place(struct filler *filler, uint32_t ordinal)
{
    struct placement *placements = filler->placements;
    uint32_t at = ordinal, below = NO_COMPONENT;
    for (;;) {
        placements[at].progress = ON_THE_WAY;
        placements[at].root = below;
        uint32_t parent = placements[at].parent;
        if (parent != NO_COMPONENT && placements[parent].progress == ON_THE_WAY) {
            note_bad_parent(filler, at);
            parent = NO_COMPONENT;
        }
        if (parent == NO_COMPONENT || placements[parent].progress == PLACED)
            break;
        below = at;
        at = parent;
    }
    while (at != NO_COMPONENT) {
        uint32_t next = placements[at].root;
        if (placements[at].parent == NO_COMPONENT)
            place_root(filler, at);
        else
            place_on_parent(filler, at);
        at = next;
    }
}

enum { SLICE = PIECE(1 << 16, 2) };

/* The first piece adds all components to the index; the others begin some placements each. */
static void begin_piece(void *context, uint32_t piece)
{
    struct filler *filler = context;
    const ow_blotter_save *save = filler->save;
    uint32_t count = save->component_count;
    for (uint32_t i = 0; i < count && piece == 0; i++)
        index_note(&filler->index, i, save->components[i].address);
    if (piece == 0)
        return;
    for (uint32_t i = (piece - 1) * SLICE; i < slice_end(piece - 1, count, SLICE); i++)
        filler->placements[i] = (struct placement){.parent = NO_COMPONENT};
}

static bool index_components(struct filler *filler)
{
    uint32_t count = filler->save->component_count;
    index_init(&filler->index, &filler->scratch, count);
    filler->placements = arena_take(&filler->scratch, count * sizeof *filler->placements);
    if (!filler->placements) {
        fill_failed(filler, filler->scratch.status);
        return false;
    }
    pool_run(&filler->builder->options, 1 + slices_of(count, SLICE), begin_piece, filler);
    ow_status status = index_build(&filler->index);
    if (status != OW_OK)
        fill_failed(filler, status);
    return status == OW_OK;
}

/* Returns the most groups that there may be. */
static size_t find_parents(struct filler *filler)
{
    uint32_t address = 0, parent = NO_COMPONENT;
    size_t groups = 1;
    for (uint32_t i = 0; i < filler->save->component_count; i++) {
        const ow_blotter_component *component = &filler->save->components[i];
        groups += filler->subjects || filler->entries[component->type].type->is_scaled;
        if (component->parent == 0)
            continue;
        if (component->parent != address) {
            address = component->parent;
            parent = index_find(&filler->index, address);
        }
        filler->placements[i].parent = parent;
        if (parent == NO_COMPONENT) {
            note_bad_parent(filler, i);
            continue;
        }
        groups += !filler->placements[parent].is_parent;
        filler->placements[parent].is_parent = true;
    }
    return groups;
}

/* The middle of all places, in whole squares, so that distances between components stay exact. */
static struct vector middle_of(const struct scene_bounds *bounds)
{
    const double *least = bounds->least, *most = bounds->most;
    /* Adding 0.0 changes -0 to 0. */
    return (struct vector){nearbyint(rounded_to_double(least[0] + most[0]) / 2) + 0.0,
                           nearbyint(rounded_to_double(least[1] + most[1]) / 2) + 0.0,
                           nearbyint(rounded_to_double(least[2] + most[2]) / 2) + 0.0};
}

void fill_find_placements(struct filler *filler)
{
    if (!index_components(filler))
        return;
    scene_expect_groups(filler->builder, find_parents(filler));
    for (uint32_t i = 0; i < filler->save->component_count; i++)
        if (filler->placements[i].progress != PLACED)
            place(filler, i);
    scene_center(filler->builder, middle_of(&filler->bounds));
}
