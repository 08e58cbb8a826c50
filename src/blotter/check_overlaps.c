/* The rule on components that share space. Each component gets the extent of its bodies in the
 * world; only those whose extents meet are read again and compared body by body. Components without
 * a certain place or shape, and what stands on them, are left out. */
#include "check.h"

#include "../base/solids.h"
#include "roster.h"
#include "types/solids.h"

#include <math.h>

/* Work on pairs, at most: so much for each component. To look for one component below another costs
 * a step for each that is between them, to compare their bodies costs many. */
enum { WORK_OF_EACH = 1024, WORK_ON_BODIES = 64 };

/* Larger worlds are not searched: a search takes four times as long as all other rules. */
enum { MOST_COMPONENTS = 1 << 18 };

/* What a type looks like if all its components look the same. */
struct type_look {
    const struct component_type *type;
    struct type_extent extent; /* see `is_kept` */
    bool is_kept;
};

/* Where a component stands in the world, in squares. */
struct stand {
    double position[3];
    float rotation[4];
    uint32_t parent; /* component; NO_COMPONENT: none */
};

struct overlap_check {
    struct checker *check;
    struct arena arena;
    struct type_look *looks; /* of each number of a type */
    struct stand *stands;    /* of each component; `parent` is its own number: no certain place */
    struct extent *extents;
    uint32_t *ordinals; /* of each extent: its component */
    uint32_t extent_count;
    uint32_t *partners; /* of each component: an earlier one that it overlaps, or NO_COMPONENT */
    int64_t work_left;
    uint32_t last_address, last_parent;
};

static ow_status list_looks(struct overlap_check *overlaps)
{
    const struct checker *check = overlaps->check;
    const ow_blotter_save *save = &check->survey.save;
    uint32_t count = check->type_room;
    while (count > 0 && !(check->types[count - 1] & TYPE_USED))
        count--;
    overlaps->looks = arena_take(&overlaps->arena, count * sizeof *overlaps->looks);
    if (!overlaps->looks)
        return overlaps->arena.status;
    for (uint32_t i = 0; i < count; i++)
        overlaps->looks[i] = (struct type_look){.type = &type_unknown};
    for (uint32_t i = save->component_type_count; i-- > 0;)
        if (save->component_types[i].id < count)
            overlaps->looks[save->component_types[i].id].type =
                type_of_name(save->component_types[i].name);
    return OW_OK;
}

static ow_status take_lists(struct overlap_check *overlaps)
{
    struct arena *arena = &overlaps->arena;
    uint32_t count = overlaps->check->pegs.count;
    overlaps->stands = arena_take(arena, count * sizeof *overlaps->stands);
    overlaps->extents = arena_take(arena, count * sizeof *overlaps->extents);
    overlaps->ordinals = arena_take(arena, count * sizeof *overlaps->ordinals);
    overlaps->partners = arena_take(arena, count * sizeof *overlaps->partners);
    if (!overlaps->stands || !overlaps->extents || !overlaps->ordinals || !overlaps->partners)
        return arena->status;
    for (uint32_t i = 0; i < count; i++)
        overlaps->partners[i] = NO_COMPONENT;
    return list_looks(overlaps);
}

static struct vector position_of(const struct stand *stand)
{
    return (struct vector){stand->position[0], stand->position[1], stand->position[2]};
}

static struct rotation rotation_of(const struct stand *stand)
{
    const float *q = stand->rotation;
    return (struct rotation){q[0], q[1], q[2], q[3]};
}

static void set_stand(struct stand *stand, struct vector position, struct rotation rotation)
{
    stand->position[0] = position.x;
    stand->position[1] = position.y;
    stand->position[2] = position.z;
    stand->rotation[0] = rounded_to_float(rotation.x);
    stand->rotation[1] = rounded_to_float(rotation.y);
    stand->rotation[2] = rounded_to_float(rotation.z);
    stand->rotation[3] = rounded_to_float(rotation.w);
}

/* The same parent follows itself many times. */
static uint32_t find_parent(struct overlap_check *overlaps, uint32_t address)
{
    if (address != overlaps->last_address) {
        overlaps->last_address = address;
        overlaps->last_parent = index_find(&overlaps->check->survey.index, address);
    }
    return overlaps->last_parent;
}

/* Finds where a component stands. Returns false if that is uncertain. */
static bool place(struct overlap_check *overlaps, uint32_t ordinal,
                  const ow_blotter_component *record)
{
    struct stand *stand = &overlaps->stands[ordinal];
    double at[3];
    stand->parent = ordinal;
    if (!blotter_place_of(&overlaps->check->survey.save, record, at))
        return false;
    struct vector position =
        vector_scale((struct vector){at[0], at[1], at[2]}, rounded_to_double(1 / SQUARE));
    struct rotation rotation = blotter_rotation_of(record);
    uint32_t parent = NO_COMPONENT;
    if (record->parent != 0) {
        parent = find_parent(overlaps, record->parent);
        /* NO_COMPONENT is the highest number. */
        if (parent >= ordinal || overlaps->stands[parent].parent == parent)
            return false;
        struct rotation below = rotation_of(&overlaps->stands[parent]);
        position = vector_add(position_of(&overlaps->stands[parent]), vector_turn(below, position));
        rotation = rotation_unit(rotation_multiply(below, rotation));
    }
    set_stand(stand, position, rotation);
    stand->parent = parent;
    return vector_is_finite(position);
}

static struct type_use use_of(const ow_blotter_component *record, const struct component_type *type)
{
    return (struct type_use){
        .type = type, .inputs = record->input_count, .outputs = record->output_count};
}

/* Finds the extent of a component in its own frame. Returns false if its looks are unknown. */
static bool find_extent(struct type_look *look, const ow_blotter_component *record,
                        struct type_extent *extent)
{
    struct type_use use = use_of(record, look->type);
    if (look->is_kept) {
        *extent = look->extent;
        return true;
    }
    if (!type_find_extent(&use, record->custom_data, extent))
        return false;
    look->is_kept = !look->type->vary && !look->type->is_scaled;
    look->extent = *extent;
    return true;
}

static void note_extent(struct overlap_check *overlaps, uint32_t ordinal,
                        const struct type_extent *of)
{
    const struct stand *stand = &overlaps->stands[ordinal];
    struct rotation rotation = rotation_of(stand);
    struct solid box;
    struct vector middle = vector_add(position_of(stand), vector_turn(rotation, of->middle));
    if (!solid_make(&box, middle, of->size, rotation))
        return;
    overlaps->ordinals[overlaps->extent_count] = ordinal;
    overlaps->extents[overlaps->extent_count++] = solid_extent(&box);
}

static void find_extents(struct overlap_check *overlaps)
{
    struct checker *check = overlaps->check;
    check_walk_to(check, 0);
    for (uint32_t i = 0; i < check->pegs.count && go_on(&check->survey.codec, i); i++) {
        ow_blotter_component record;
        struct type_extent extent;
        check_read_component(check, &record);
        if (place(overlaps, i, &record) &&
            find_extent(&overlaps->looks[record.type], &record, &extent))
            note_extent(overlaps, i, &extent);
    }
}

/* Panels and pegs reach into what carries them. Parents come before their children. */
static bool carries(struct overlap_check *overlaps, uint32_t below, uint32_t above)
{
    for (; above > below && above != NO_COMPONENT; overlaps->work_left--)
        above = overlaps->stands[above].parent;
    return above == below;
}

/* Reads a component again for its bodies in the world. */
static unsigned find_solids(struct overlap_check *overlaps, uint32_t ordinal,
                            struct solid solids[MOST_BODIES])
{
    const struct stand *stand = &overlaps->stands[ordinal];
    ow_blotter_component record;
    check_walk_to(overlaps->check, ordinal);
    check_read_component(overlaps->check, &record);
    struct type_use use = use_of(&record, overlaps->looks[record.type].type);
    return type_find_solids(&use, record.custom_data, position_of(stand), rotation_of(stand),
                            solids);
}

static bool bodies_overlap(struct overlap_check *overlaps, uint32_t first, uint32_t second)
{
    struct solid solids[2][MOST_BODIES];
    unsigned count = find_solids(overlaps, first, solids[0]);
    unsigned other_count = find_solids(overlaps, second, solids[1]);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < other_count; k++)
            if (solids_overlap(&solids[0][i], &solids[1][k]))
                return true;
    return false;
}

/* One partner of each component is enough. */
static bool visit_pair(void *context, uint32_t first, uint32_t second)
{
    struct overlap_check *overlaps = context;
    uint32_t a = overlaps->ordinals[first], b = overlaps->ordinals[second];
    uint32_t earlier = a < b ? a : b, later = a < b ? b : a;
    if (overlaps->partners[later] != NO_COMPONENT)
        return true;
    if (carries(overlaps, earlier, later))
        return overlaps->work_left > 0;
    overlaps->work_left -= WORK_ON_BODIES;
    if (bodies_overlap(overlaps, earlier, later))
        overlaps->partners[later] = earlier;
    return overlaps->work_left > 0;
}

static void report_overlap(struct overlap_check *overlaps, uint32_t ordinal)
{
    struct checker *check = overlaps->check;
    ow_blotter_component record, other;
    check_walk_to(check, overlaps->partners[ordinal]);
    check_read_component(check, &other);
    struct record_place place = check_walk_to(check, ordinal);
    check_read_component(check, &record);
    report_record(&check->records, COMPONENTS_OVERLAP, place, "/position",
                  "%s C-%u overlaps %s C-%u", overlaps->looks[record.type].type->name,
                  record.address, overlaps->looks[other.type].type->name, other.address);
}

static ow_status find_overlaps(struct overlap_check *overlaps)
{
    struct checker *check = overlaps->check;
    ow_status status = take_lists(overlaps);
    if (status != OW_OK)
        return status;
    find_extents(overlaps);
    struct extent_search search = {.extents = overlaps->extents,
                                   .count = overlaps->extent_count,
                                   .visit = visit_pair,
                                   .context = overlaps,
                                   .account = &overlaps->arena};
    overlaps->work_left = (int64_t)WORK_OF_EACH * check->pegs.count;
    status = extents_find_pairs(&search);
    for (uint32_t i = 0; i < check->pegs.count && status == OW_OK; i++)
        if (overlaps->partners[i] != NO_COMPONENT &&
            report_counts(check->report, COMPONENTS_OVERLAP))
            report_overlap(overlaps, i);
    return status;
}

ow_status check_overlaps(struct checker *check)
{
    struct overlap_check overlaps = {.check = check};
    if (check->report->muted[COMPONENTS_OVERLAP] || check->pegs.count < 2 ||
        check->pegs.count > MOST_COMPONENTS)
        return OW_OK;
    arena_share(&overlaps.arena, &check->survey.kept);
    ow_status status = find_overlaps(&overlaps);
    arena_free(&overlaps.arena);
    return status;
}
