/* Finding items that share space with others: their solids as boxes that may be turned. */
#include "overlaps.h"

#include "../base/solids.h"
#include "scene.h"

#include <math.h>

/* Pairs of solids that are compared as boxes that may be turned, at most: so many for each. */
enum { PAIRS_OF_EACH = 256 };

struct overlap_search {
    const ow_scene *scene;
    const uint32_t *groups;
    struct arena *arena;
    struct solid *solids;
    struct extent *extents; /* of each solid, as the next two */
    uint32_t *items;
    size_t count;
    struct extent moved; /* of the solids of groups other than 0 */
    uint64_t pairs_left;
    overlap_visitor visit;
    void *context;
};

static bool is_solid(const ow_scene_part *part)
{
    return !part->is_peg && !part->is_hidden && part->material != OW_MARK &&
           part->solid != OW_SOLID_MESH;
}

/* The box inside a part. Returns false if it is too thin to share space. */
static bool make_solid(const ow_scene_item *item, const ow_scene_part *part, struct solid *solid)
{
    static const double within_circle = 0.7;
    struct vector middle = scene_vector(part->center), size = scene_vector(part->size);
    struct rotation own = scene_rotation(part->rotation), turn = scene_rotation(item->rotation);
    if (part->solid == OW_CYLINDER) {
        size.x = rounded_to_double(size.x * within_circle);
        size.z = rounded_to_double(size.z * within_circle);
    } else if (part->solid == OW_WEDGE) {
        size = solid_in_wedge(size, (double)part->low, own, &middle);
    }
    /* Scales are along the shape's axes; only shapes whose parts are not turned are scaled. */
    size = vector_multiply(size, scene_vector(item->scale));
    return solid_make(solid, scene_vertex(item, middle), size, rotation_multiply(turn, own));
}

typedef void (*solid_user)(struct overlap_search *search, uint32_t item, const struct solid *solid,
                           const struct extent *extent);

/* Nobody knows what an item looks like whose shape and colour are inferred. */
static bool is_known(const ow_scene_item *item)
{
    const uint16_t unknown = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    return (item->flags & unknown) != unknown && !(item->flags & OW_OUTLYING);
}

static void for_each_solid(struct overlap_search *search, solid_user use)
{
    const ow_scene *scene = search->scene;
    for (uint32_t i = 0; i < scene->item_count; i++) {
        const ow_scene_item *item = &scene->items[i];
        const ow_scene_shape *shape = &scene->shapes[item->shape];
        for (uint32_t k = 0; k < shape->part_count && is_known(item); k++) {
            const ow_scene_part *part = &scene->parts[shape->first_part + k];
            struct solid solid;
            if (!is_solid(part) || !make_solid(item, part, &solid))
                continue;
            struct extent extent = solid_extent(&solid);
            use(search, i, &solid, &extent);
        }
    }
}

static void include_moved(struct overlap_search *search, uint32_t item, const struct solid *solid,
                          const struct extent *extent)
{
    (void)solid;
    for (int k = 0; k < 3 && search->groups[item] != 0; k++) {
        search->moved.least[k] = fminf(search->moved.least[k], extent->least[k]);
        search->moved.most[k] = fmaxf(search->moved.most[k], extent->most[k]);
    }
}

static void count_near(struct overlap_search *search, uint32_t item, const struct solid *solid,
                       const struct extent *extent)
{
    (void)item;
    (void)solid;
    search->count += extents_meet(extent, &search->moved);
}

static void keep_near(struct overlap_search *search, uint32_t item, const struct solid *solid,
                      const struct extent *extent)
{
    if (!extents_meet(extent, &search->moved))
        return;
    search->solids[search->count] = *solid;
    search->extents[search->count] = *extent;
    search->items[search->count++] = item;
}

/* Finds the solids that could overlap one of a group other than 0. */
static ow_status find_solids(struct overlap_search *search)
{
    search->moved =
        (struct extent){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for_each_solid(search, include_moved);
    for_each_solid(search, count_near);
    /* Too many to number them are refused as too much memory. */
    search->solids =
        arena_take(search->arena,
                   search->count <= UINT32_MAX ? search->count * sizeof *search->solids : SIZE_MAX);
    if (!search->solids)
        return search->arena->status;
    search->extents = arena_take(search->arena, search->count * sizeof *search->extents);
    search->items = arena_take(search->arena, search->count * sizeof *search->items);
    if (!search->extents || !search->items)
        return search->arena->status;
    search->pairs_left = (uint64_t)PAIRS_OF_EACH * search->count;
    search->count = 0;
    for_each_solid(search, keep_near);
    return OW_OK;
}

static bool visit_pair(void *context, uint32_t first, uint32_t second)
{
    struct overlap_search *search = context;
    uint32_t item = search->items[first], other = search->items[second];
    if (search->groups[item] == search->groups[other])
        return true;
    if (search->pairs_left == 0)
        return false;
    search->pairs_left--;
    if (!solids_overlap(&search->solids[first], &search->solids[second]))
        return true;
    if (search->groups[item] != 0)
        search->visit(search->context, item, other);
    else
        search->visit(search->context, other, item);
    return true;
}

ow_status scene_find_overlaps(const ow_scene *scene, const uint32_t *groups, struct arena *arena,
                              overlap_visitor visit, void *context, bool *is_complete)
{
    struct overlap_search search = {
        .scene = scene, .groups = groups, .arena = arena, .visit = visit, .context = context};
    ow_status status = find_solids(&search);
    if (status != OW_OK)
        return status;
    struct extent_search pairs = {.extents = search.extents,
                                  .count = (uint32_t)search.count,
                                  .visit = visit_pair,
                                  .context = &search,
                                  .account = arena};
    status = extents_find_pairs(&pairs);
    *is_complete = pairs.is_complete;
    return status;
}
