/* glTF: sorting things into nodes. */
#include "gltf.h"

#include "../../base/pool.h"
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

/* How a list is sorted: by bucket, then by one or two keys. Most lists are already sorted by
 * those. */
struct sorting {
    struct gltf_order *order;
    uint32_t count;
    order_key *bucket, *major, *minor; /* minor: or NULL */
    bool is_sorted;                    /* by the keys */
    uint64_t *sorted;                  /* if not, the low halves are indices in the order of keys */
};

enum { LISTS = 4 };

struct ordering {
    struct gltf *gltf;
    struct sorting lists[LISTS];
    uint32_t *seen; /* for find_parents */
};

/* Counts what is in each bucket, two places further on. */
static void count_buckets(const struct gltf *gltf, struct sorting *list)
{
    uint32_t *first = list->order->first, major = 0, minor = 0;
    memset(first, 0, ((size_t)gltf->bucket_count + 2) * sizeof *first);
    list->is_sorted = true;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t next = list->major(gltf, i), next_minor = list->minor ? list->minor(gltf, i) : 0;
        list->is_sorted =
            list->is_sorted && (major < next || (major == next && minor <= next_minor));
        major = next;
        minor = next_minor;
        first[list->bucket(gltf, i) + 2]++;
    }
}

/* Sorts indices, the low halves of `keys`, by a key; stable. */
static void sort_by(struct gltf *gltf, uint64_t *keys, uint32_t count, order_key *key)
{
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)key(gltf, (uint32_t)keys[i]) << 32 | (uint32_t)keys[i];
    ow_status status = sort_u64(keys, count, 32, &gltf->arena);
    if (status != OW_OK)
        gltf_fail(gltf, status);
}

static void sort_by_keys(struct gltf *gltf, struct sorting *list, struct arena *scratch)
{
    if (list->is_sorted || gltf->status != OW_OK)
        return;
    list->sorted = arena_take(scratch, list->count * sizeof *list->sorted);
    if (!list->sorted) {
        gltf_fail(gltf, scratch->status);
        return;
    }
    for (uint32_t i = 0; i < list->count; i++)
        list->sorted[i] = i;
    if (list->minor)
        sort_by(gltf, list->sorted, list->count, list->minor);
    sort_by(gltf, list->sorted, list->count, list->major);
}

/* Puts the indices into their buckets, behind those before. Then each bucket begins where the one
 * before it has ended. */
static void fill_buckets(const struct gltf *gltf, const struct sorting *list)
{
    uint32_t *first = list->order->first;
    for (uint32_t bucket = 0; bucket < gltf->bucket_count; bucket++)
        first[bucket + 2] += first[bucket + 1];
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t index = list->sorted ? (uint32_t)list->sorted[i] : i;
        list->order->index[first[list->bucket(gltf, index) + 1]++] = index;
    }
}

static void fill_list(void *context, uint32_t number)
{
    const struct ordering *ordering = context;
    fill_buckets(ordering->gltf, &ordering->lists[number]);
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

static void make_buckets(struct gltf *gltf, uint32_t *seen)
{
    for (uint32_t i = 0; i < gltf->bucket_count; i++)
        gltf->buckets[i] = (struct gltf_bucket){.mesh = OW_NONE,
                                                .node = OW_NONE,
                                                .parent = OW_NONE,
                                                .first_child = OW_NONE,
                                                .next_child = OW_NONE,
                                                .standing = OW_NONE};
    find_parents(gltf, seen);
    find_standing(gltf);
}

static void count_list(void *context, uint32_t number)
{
    struct ordering *ordering = context;
    if (number == 0)
        make_buckets(ordering->gltf, ordering->seen);
    else
        count_buckets(ordering->gltf, &ordering->lists[number - 1]);
}

static void put_in_order(struct ordering *ordering, struct arena *scratch)
{
    struct gltf *gltf = ordering->gltf;
    for (int i = 0; i < LISTS; i++) {
        const struct sorting *list = &ordering->lists[i];
        list->order->index = gltf_take(gltf, list->count, sizeof *list->order->index);
        list->order->first =
            gltf_take(gltf, (size_t)gltf->bucket_count + 2, sizeof *list->order->first);
    }
    gltf->buckets = gltf_take(gltf, gltf->bucket_count, sizeof *gltf->buckets);
    ordering->seen = arena_take(scratch, gltf->bucket_count * sizeof *ordering->seen);
    if (!ordering->seen)
        gltf_fail(gltf, scratch->status);
    if (gltf->status != OW_OK)
        return;
    pool_run(&gltf->options, LISTS + 1, count_list, ordering);
    for (int i = 0; i < LISTS; i++)
        sort_by_keys(gltf, &ordering->lists[i], scratch);
    if (gltf->status == OW_OK)
        pool_run(&gltf->options, LISTS, fill_list, ordering);
}

void gltf_put_in_order(struct gltf *gltf)
{
    const ow_scene *scene = gltf->scene;
    struct arena scratch;
    struct ordering ordering = {
        .gltf = gltf,
        .lists = {
            {&gltf->items, scene->item_count, items_bucket, items_kind, NULL, false, NULL},
            {&gltf->segments, scene->segment_count, segments_bucket, segments_kind, NULL, false,
             NULL},
            {&gltf->layers, scene->layer_count, layers_bucket, layers_kind, NULL, false, NULL},
            {&gltf->labels, scene->label_count, labels_bucket, labels_kind, NULL, false, NULL}}};
    if (gltf->asked.instancing)
        ordering.lists[0].minor = items_shape;
    gltf->bucket_count = scene->group_count + 1;
    arena_share(&scratch, &gltf->arena);
    put_in_order(&ordering, &scratch);
    arena_free(&scratch);
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
