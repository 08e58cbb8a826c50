/* glTF: sorting things into nodes. */
#include "gltf.h"

#include "../../base/sort.h"

/* Things without a valid group are in the last bucket. */
uint32_t gltf_bucket_of(const struct gltf *gltf, uint32_t group)
{
    return group < gltf->scene->group_count ? group : gltf->scene->group_count;
}

#define KEYS_OF(list)                                                                              \
    static uint32_t list##_bucket(const struct gltf *gltf, uint32_t index)                         \
    {                                                                                              \
        return gltf_bucket_of(gltf, gltf->scene->list[index].group);                               \
    }                                                                                              \
    static uint32_t list##_kind(const struct gltf *gltf, uint32_t index)                           \
    {                                                                                              \
        return gltf->scene->list[index].kind;                                                      \
    }
KEYS_OF(items)
KEYS_OF(segments)
KEYS_OF(layers)
KEYS_OF(labels)
#undef KEYS_OF

static uint32_t items_shape(const struct gltf *gltf, uint32_t index)
{
    return gltf->scene->items[index].shape;
}

typedef uint32_t order_key(const struct gltf *gltf, uint32_t index);

/* Sorts indices, the low halves of `keys`, by a key; stable. */
static void sort_by(struct gltf *gltf, uint64_t *keys, uint32_t count, order_key *key)
{
    bool is_sorted = true;
    for (uint32_t i = 0; i < count; i++) {
        keys[i] = (uint64_t)key(gltf, (uint32_t)keys[i]) << 32 | (uint32_t)keys[i];
        is_sorted = is_sorted && (i == 0 || keys[i - 1] >> 32 <= keys[i] >> 32);
    }
    if (is_sorted)
        return;
    ow_status status = sort_u64(keys, count, 32, &gltf->arena);
    if (status != OW_OK)
        gltf_fail(gltf, status);
}

/* Sorts by all keys; the last, the bucket, counts most. */
static void put_in_order(struct gltf *gltf, struct gltf_order *order, uint32_t count,
                         order_key *const *by, int key_count)
{
    struct arena scratch;
    arena_share(&scratch, &gltf->arena);
    order->index = gltf_take(gltf, count, sizeof *order->index);
    order->first = gltf_take(gltf, (size_t)gltf->bucket_count + 1, sizeof *order->first);
    uint64_t *keys = arena_take(&scratch, count * sizeof *keys);
    if (!keys)
        gltf_fail(gltf, scratch.status);
    for (uint32_t i = 0; i < count && keys; i++)
        keys[i] = i;
    for (int i = 0; i < key_count && gltf->status == OW_OK; i++)
        sort_by(gltf, keys, count, by[i]);
    uint32_t bucket = 0;
    for (uint32_t i = 0; i < count && gltf->status == OW_OK; i++) {
        for (; bucket <= keys[i] >> 32; bucket++)
            order->first[bucket] = i;
        order->index[i] = (uint32_t)keys[i];
    }
    for (; bucket <= gltf->bucket_count && gltf->status == OW_OK; bucket++)
        order->first[bucket] = count;
    arena_free(&scratch);
}

/* Finds the item that represents a group: the board of things on a board. */
static void find_standing(struct gltf *gltf)
{
    const ow_scene *scene = gltf->scene;
    for (uint32_t i = 0; i < scene->item_count; i++) {
        const ow_scene_item *item = &scene->items[i];
        if (item->group >= scene->group_count)
            continue;
        const ow_scene_group *group = &scene->groups[item->group];
        if (group->kind == item->kind && group->subject == item->subject)
            gltf->buckets[item->group].standing = i;
    }
}

/* Makes parents valid and without cycles: `seen` holds the number of the walk. */
static void find_parents(struct gltf *gltf, uint32_t *seen)
{
    const ow_scene *scene = gltf->scene;
    for (uint32_t i = 0; i < scene->group_count; i++)
        if (scene->groups[i].parent < scene->group_count)
            gltf->buckets[i].parent = scene->groups[i].parent;
    memset(seen, 0, gltf->bucket_count * sizeof *seen);
    for (uint32_t i = 0; i < scene->group_count; i++) {
        uint32_t at = i;
        for (; at != OW_NONE && seen[at] == 0; at = gltf->buckets[at].parent)
            seen[at] = i + 1;
        if (at != OW_NONE && seen[at] == i + 1)
            gltf->buckets[at].parent = OW_NONE;
    }
}

static void make_buckets(struct gltf *gltf)
{
    struct arena scratch;
    gltf->bucket_count = gltf->scene->group_count + 1;
    gltf->buckets = gltf_take(gltf, gltf->bucket_count, sizeof *gltf->buckets);
    if (!gltf->buckets)
        return;
    for (uint32_t i = 0; i < gltf->bucket_count; i++)
        gltf->buckets[i] = (struct gltf_bucket){.mesh = OW_NONE,
                                                .node = OW_NONE,
                                                .parent = OW_NONE,
                                                .first_child = OW_NONE,
                                                .next_child = OW_NONE,
                                                .standing = OW_NONE};
    arena_share(&scratch, &gltf->arena);
    uint32_t *seen = arena_take(&scratch, gltf->bucket_count * sizeof *seen);
    if (seen)
        find_parents(gltf, seen);
    else
        gltf_fail(gltf, scratch.status);
    arena_free(&scratch);
    find_standing(gltf);
}

void gltf_put_in_order(struct gltf *gltf)
{
    const ow_scene *scene = gltf->scene;
    order_key *const of_items[] = {items_kind, items_bucket};
    order_key *const of_instances[] = {items_shape, items_kind, items_bucket};
    order_key *const of_segments[] = {segments_kind, segments_bucket};
    order_key *const of_layers[] = {layers_kind, layers_bucket};
    order_key *const of_labels[] = {labels_kind, labels_bucket};
    make_buckets(gltf);
    if (gltf->asked.instancing)
        put_in_order(gltf, &gltf->items, scene->item_count, of_instances, 3);
    else
        put_in_order(gltf, &gltf->items, scene->item_count, of_items, 2);
    put_in_order(gltf, &gltf->segments, scene->segment_count, of_segments, 2);
    put_in_order(gltf, &gltf->layers, scene->layer_count, of_layers, 2);
    put_in_order(gltf, &gltf->labels, scene->label_count, of_labels, 2);
    for (uint32_t i = 0; i < scene->label_count && gltf->status == OW_OK; i++)
        if (!(scene->labels[i].flags & OW_HIDDEN))
            gltf->buckets[labels_bucket(gltf, i)].has_labels = true;
}

/* Makes a node for each bucket that is not empty, or has such a bucket below it. */
void gltf_plant_tree(struct gltf *gltf)
{
    uint32_t nodes = 0;
    for (uint32_t i = 0; i < gltf->bucket_count; i++) {
        const struct gltf_bucket *bucket = &gltf->buckets[i];
        bool is_there = bucket->mesh != OW_NONE || bucket->swarm_count > 0 || bucket->has_labels;
        for (uint32_t at = i; is_there && at != OW_NONE && gltf->buckets[at].node == OW_NONE;
             at = gltf->buckets[at].parent)
            gltf->buckets[at].node = 0;
    }
    for (uint32_t i = 0; i < gltf->bucket_count; i++)
        if (gltf->buckets[i].node != OW_NONE)
            gltf->buckets[i].node = nodes++;
    for (uint32_t i = gltf->bucket_count; i-- > 0;) {
        struct gltf_bucket *bucket = &gltf->buckets[i];
        if (bucket->node == OW_NONE || bucket->parent == OW_NONE)
            continue;
        struct gltf_bucket *parent = &gltf->buckets[bucket->parent];
        bucket->next_child = parent->first_child;
        parent->first_child = i;
    }
    gltf->node_count = nodes;
}
