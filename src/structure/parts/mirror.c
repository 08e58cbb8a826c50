/* Roots and blocks of a build mirrored: each becomes a block of the same type in the place of its
 * mirror image. Places are along the axes of the world, so the image of a place is exact.
 *
 * A block that is the same on its left and right is reflected there first, which changes nothing,
 * and then by the mirror. Both together are a turn. Rotations are Euler angles, applied z, x, y
 * (inferred): then the image has the angles below, without rounding. */
#include "parts.h"

#include "../../base/error.h"
#include "../../base/floats.h"
#include "../../base/sort.h"
#include "../looks.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* How the two sides of a block are alike. What is made up of a block's looks is so too. */
enum image { NO_IMAGE, LEFT_IS_RIGHT, ALL_SIDES_ALIKE, IMAGES };

struct mirroring {
    ow_structure_build *build;
    struct parts *parts;
    const struct build_parts *own;
    unsigned axis;
    double at;
    uint32_t scale; /* of rotations: a full turn */
    ow_error *error;
};

/* Half blocks, wings, propellers and custom blocks have sides that differ, and nobody knows how
 * half blocks lie. */
static enum image image_of(const ow_structure_block *block)
{
    switch (structure_look_of(block->id).stand_in) {
    case CUBE:
    case PIXEL:
        return ALL_SIDES_ALIKE;
    case UNKNOWN:
    case HALF:
    case CUSTOM:
    case PROPELLER:
    case WING:
    case STAND_INS:
        return NO_IMAGE;
    default:
        return LEFT_IS_RIGHT;
    }
}

static bool root_is_chosen(const struct mirroring *m, uint32_t root)
{
    return root < m->build->root_count && m->parts->chosen[m->own->first_root + root];
}

static bool block_is_chosen(const struct mirroring *m, uint32_t block)
{
    return m->parts->chosen[m->own->first_block + block];
}

static ow_status check_images(const struct mirroring *m, const struct part_notes *notes)
{
    uint64_t without = 0;
    for (uint32_t i = 0; i < m->build->block_count; i++) {
        const ow_structure_block *block = &m->build->blocks[i];
        const char *name = structure_types[block->id].name;
        char pointer[32];
        if (!block_is_chosen(m, i) || image_of(block) != NO_IMAGE)
            continue;
        without++;
        snprintf(pointer, sizeof pointer, "/blocks/%u", (unsigned)i);
        parts_note(notes, pointer, "no mirror image: %s", name ? name : "unknown type");
    }
    if (without == 0)
        return OW_OK;
    return error_set(m->error, OW_BAD_VALUE, 0, NULL,
                     "%llu of the selected blocks %s no mirror image: select others",
                     (unsigned long long)without, without == 1 ? "has" : "have");
}

/* ---- places ---- */

/* The mirror stands where the caller says, or in the middle of the first root or block. */
static void find_plane(struct mirroring *m, const ow_rearrangement *how)
{
    const ow_structure_build *build = m->build;
    double place[3] = {0};
    m->at = how->mirror_at;
    if (how->has_mirror_at)
        return;
    for (uint32_t i = 0; i < build->root_count; i++)
        if (root_is_chosen(m, i)) {
            const ow_structure_root *root = &build->roots[i];
            m->at = (double)(build->version > 0 ? root->bounds_center : root->position)[m->axis];
            return;
        }
    for (uint32_t i = 0; i < build->block_count; i++)
        if (block_is_chosen(m, i)) {
            ow_structure_position_of(build, i, place);
            m->at = place[m->axis];
            return;
        }
}

static bool mirror_float(const struct mirroring *m, float *value)
{
    double image = rounded_to_double(2 * m->at - (double)*value);
    if (!(fabs(image) <= (double)FLT_MAX))
        return false;
    *value = rounded_to_float(image);
    return true;
}

static ow_status mirror_root(const struct mirroring *m, uint32_t index)
{
    ow_structure_root *root = &m->build->roots[index];
    bool fits = mirror_float(m, &root->position[m->axis]) &&
                (m->build->version == 0 || mirror_float(m, &root->bounds_center[m->axis]));
    for (unsigned k = 0; k < 3; k++)
        if (k != m->axis && root->rotation[k] != 0)
            root->rotation[k] = -root->rotation[k];
    return fits ? OW_OK
                : error_set(m->error, OW_BAD_VALUE, 0, NULL,
                            "root %u would stand outside what a build has room for",
                            (unsigned)index);
}

/* Within the bounds of a root that stays. */
static bool mirror_in_bounds(const struct mirroring *m, const ow_structure_root *root, int16_t *raw)
{
    enum { POSITION_SCALE = 32767, FARTHEST = 16384 };
    double size = (double)root->bounds_size[m->axis];
    double twice = rounded_to_double(2 * (m->at - (double)root->bounds_center[m->axis]));
    double image =
        size != 0 ? nearbyint(rounded_to_double(twice * POSITION_SCALE / size)) - *raw : *raw;
    if (!(fabs(image) <= FARTHEST) || (size == 0 && twice != 0))
        return false;
    *raw = (int16_t)image;
    return true;
}

static ow_status mirror_block_place(const struct mirroring *m, uint32_t index)
{
    ow_structure_build *build = m->build;
    ow_structure_block *block = &build->blocks[index];
    uint32_t root = m->own->root_of[index];
    bool fits;
    if (build->version == 0) {
        fits = mirror_float(m, &block->world_position[m->axis]);
    } else if (root_is_chosen(m, root)) {
        int16_t *raw = &block->position[m->axis];
        fits = *raw != INT16_MIN;
        *raw = (int16_t)(fits ? -*raw : *raw);
    } else if (root >= build->root_count) {
        return error_set(m->error, OW_BAD_VALUE, 0, NULL, "block %u stands in no root",
                         (unsigned)index);
    } else {
        fits = mirror_in_bounds(m, &build->roots[root], &block->position[m->axis]);
    }
    return fits ? OW_OK
                : error_set(m->error, OW_BAD_VALUE, 0, NULL,
                            "block %u would stand outside the bounds of its root", (unsigned)index);
}

/* ---- rotations ---- */

static uint16_t negative(const struct mirroring *m, uint16_t raw)
{
    return raw > 0 && raw < m->scale ? (uint16_t)(m->scale - raw) : raw;
}

/* Half a turn less the angle: twice leads back. */
static uint16_t half_less(const struct mirroring *m, uint16_t raw)
{
    uint32_t half = (m->scale + 1) / 2;
    if (raw <= half)
        return (uint16_t)(half - raw);
    return raw <= m->scale ? (uint16_t)(half + m->scale - raw) : raw;
}

/* The angles of the image. */
static void mirror_angles(const struct mirroring *m, enum image image, uint16_t angles[3])
{
    enum { X, Y, Z };
    bool turns = image == LEFT_IS_RIGHT;
    if (m->axis != X && !(turns && m->axis == Z))
        angles[X] = negative(m, angles[X]);
    if (m->axis == X || (m->axis == Z && !turns))
        angles[Y] = negative(m, angles[Y]);
    else if (m->axis == Z)
        angles[Y] = half_less(m, angles[Y]);
    if (m->axis == X || (m->axis == Z && turns) || (m->axis == Y && !turns))
        angles[Z] = negative(m, angles[Z]);
    else if (m->axis == Y)
        angles[Z] = half_less(m, angles[Z]);
}

/* What blocks make of the entries of a table. */
struct entry_use {
    bool by[IMAGES];         /* which images are needed; NO_IMAGE: the entry as it is */
    uint32_t places[IMAGES]; /* where they are in the new table */
};

static enum image use_of(const struct mirroring *m, uint32_t block)
{
    return block_is_chosen(m, block) ? image_of(&m->build->blocks[block]) : NO_IMAGE;
}

/* The first use of an entry keeps its place, so that twice leads back; others are added. */
static uint32_t place_entries(const struct mirroring *m, struct entry_use *uses)
{
    uint32_t count = m->build->rotation_count;
    for (uint32_t i = 0; i < m->build->rotation_count; i++) {
        bool is_taken = false;
        for (unsigned k = 0; k < IMAGES; k++) {
            if (!uses[i].by[k])
                continue;
            uses[i].places[k] = is_taken ? count++ : i;
            is_taken = true;
        }
    }
    return count;
}

/* Computes the entries of the new table. */
static void fill_table(const struct mirroring *m, const struct entry_use *uses,
                       uint16_t (*rotations)[3])
{
    const ow_structure_build *build = m->build;
    memcpy(rotations, build->rotations, build->rotation_count * sizeof *rotations);
    for (uint32_t i = 0; i < build->rotation_count; i++)
        for (unsigned k = 0; k < IMAGES; k++) {
            if (!uses[i].by[k])
                continue;
            uint16_t *angles = rotations[uses[i].places[k]];
            memcpy(angles, build->rotations[i], sizeof *rotations);
            if (k != NO_IMAGE)
                mirror_angles(m, (enum image)k, angles);
        }
}

static uint64_t key_of(const uint16_t angles[3])
{
    return (uint64_t)angles[0] << 32 | (uint64_t)angles[1] << 16 | angles[2];
}

/* Finds an equal entry before each one. Entries that were equal before stay apart. */
static ow_status find_equal(const struct mirroring *m, uint16_t (*rotations)[3], uint32_t count,
                            uint32_t *equal)
{
    const ow_structure_build *build = m->build;
    uint64_t *order = arena_take(&m->parts->arena, count * sizeof *order);
    if (!order)
        return m->parts->arena.status;
    for (uint32_t i = 0; i < count; i++)
        order[i] = key_of(rotations[i]) << 16 | i;
    ow_status status = sort_u64(order, count, 0, &m->parts->arena);
    for (uint32_t i = 0, first = 0; i < count && status == OW_OK; i++) {
        uint32_t here = (uint16_t)order[i];
        if (i == 0 || order[i] >> 16 != order[i - 1] >> 16)
            first = here;
        bool was_equal = here < build->rotation_count &&
                         key_of(build->rotations[here]) == key_of(build->rotations[first]);
        equal[here] = was_equal ? here : first;
    }
    return status;
}

/* Leaves out entries that equal earlier ones. `places` has those, and gets the new places. */
static uint32_t leave_out_equal(uint16_t (*rotations)[3], uint32_t count, uint32_t *places)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (places[i] < i) {
            places[i] = places[places[i]];
            continue;
        }
        memmove(rotations[next], rotations[i], sizeof *rotations);
        places[i] = next++;
    }
    return next;
}

static ow_status write_table(const struct mirroring *m, const struct entry_use *uses,
                             uint32_t count, uint32_t **places)
{
    enum { MOST_ROTATIONS = 65534 };
    ow_structure_build *build = m->build;
    if (count > MOST_ROTATIONS)
        return error_set(m->error, OW_BAD_VALUE, 0, NULL,
                         "the build has no room for more rotations");
    uint16_t(*rotations)[3] = ow_take(build->owner, count, sizeof *rotations, m->error);
    if (!rotations)
        return m->error->status;
    fill_table(m, uses, rotations);
    *places = arena_take(&m->parts->arena, count * sizeof **places);
    ow_status status = *places ? find_equal(m, rotations, count, *places) : m->parts->arena.status;
    if (status != OW_OK)
        return error_limited(m->error, status, arena_limit(&m->parts->arena));
    build->rotation_count = leave_out_equal(rotations, count, *places);
    build->rotations = rotations;
    return OW_OK;
}

static ow_status mirror_table(const struct mirroring *m)
{
    ow_structure_build *build = m->build;
    uint32_t old = build->rotation_count, *places = NULL;
    struct entry_use *uses = arena_take(&m->parts->arena, old * sizeof *uses);
    if (!uses)
        return error_limited(m->error, m->parts->arena.status, arena_limit(&m->parts->arena));
    memset(uses, 0, old * sizeof *uses);
    for (uint32_t i = 0; i < build->block_count; i++)
        if (build->blocks[i].rotation_index < old)
            uses[build->blocks[i].rotation_index].by[use_of(m, i)] = true;
    ow_status status = write_table(m, uses, place_entries(m, uses), &places);
    for (uint32_t i = 0; i < build->block_count && status == OW_OK; i++) {
        ow_structure_block *block = &build->blocks[i];
        if (block->rotation_index < old)
            block->rotation_index =
                (uint16_t)places[uses[block->rotation_index].places[use_of(m, i)]];
    }
    return status;
}

static ow_status mirror_rotations(const struct mirroring *m)
{
    ow_structure_build *build = m->build;
    if (build->rotations && build->rotation_count > 0)
        return mirror_table(m);
    for (uint32_t i = 0; i < build->block_count && !build->rotations; i++)
        if (block_is_chosen(m, i))
            mirror_angles(m, image_of(&build->blocks[i]), build->blocks[i].rotation);
    return OW_OK;
}

ow_status structure_mirror_parts(ow_structure_build *build, struct parts *parts,
                                 const ow_rearrangement *how, const struct part_notes *notes,
                                 ow_error *error)
{
    struct mirroring m = {.build = build,
                          .parts = parts,
                          .own = parts->own,
                          .axis = how->mirror - OW_MIRROR_X,
                          .scale = ow_structure_find_rotation_scale(build).scale,
                          .error = error};
    find_plane(&m, how);
    ow_status status = check_images(&m, notes);
    for (uint32_t i = 0; i < build->root_count && status == OW_OK; i++)
        if (root_is_chosen(&m, i))
            status = mirror_root(&m, i);
    for (uint32_t i = 0; i < build->block_count && status == OW_OK; i++)
        if (block_is_chosen(&m, i))
            status = mirror_block_place(&m, i);
    return status == OW_OK ? mirror_rotations(&m) : status;
}
