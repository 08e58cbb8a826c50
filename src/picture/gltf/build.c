/* glTF: one pass over the scene, node after node. */
#include "gltf.h"

/* The number of equal elements of the order from `at` on. */
struct run {
    uint32_t end, length;
};

static struct run item_run(const struct gltf *gltf, uint32_t bucket, uint32_t at, struct run last)
{
    if (!gltf->asked.instancing || at < last.end)
        return last;
    uint32_t length = gltf_item_run(gltf, bucket, at);
    return (struct run){at + length, length};
}

/* Only these boxes hide faces of each other. */
static bool may_touch(const ow_scene_part *part, enum gltf_look look)
{
    return part->solid == OW_BOX && look == GLTF_SOLID;
}

/* The hidden faces of the next box that may touch others. */
static unsigned next_hidden_faces(struct gltf *gltf, const struct gltf_frame *frame,
                                  uint32_t bucket)
{
    if (gltf->writing)
        return gltf->slice->hidden_faces[gltf->box++];
    uint8_t *hidden = gltf_add(gltf, &gltf->hidden_faces, sizeof *hidden);
    if (!hidden)
        return 0;
    return *hidden = (uint8_t)gltf_hidden_faces(gltf, frame, bucket);
}

/* Shares of a bucket are made for looks that are known. */
static void note_looks(struct gltf *gltf, uint32_t bucket, unsigned looks)
{
    if (gltf->slice->share == GLTF_WHOLE)
        gltf->buckets[bucket].looks |= (uint8_t)looks;
}

static void add_item(struct gltf *gltf, const ow_scene_item *item, uint32_t bucket,
                     enum gltf_look look, uint32_t run)
{
    const ow_scene_shape *shape = &gltf->scene->shapes[item->shape];
    gltf_set_subject(gltf, item->subject);
    for (uint32_t i = 0; i < shape->part_count && gltf->status == OW_OK; i++) {
        const ow_scene_part *part = &gltf->scene->parts[shape->first_part + i];
        ow_color color = gltf_part_color(gltf, item, part);
        enum gltf_look own = gltf_part_look(part, color);
        struct gltf_frame frame;
        if (part->is_hidden || color.alpha == 0)
            continue;
        note_looks(gltf, bucket, 1u << own);
        if (own != look || gltf_item_is_instance(gltf, item, look, run) ||
            !gltf_part_frame(gltf, item, part, &frame))
            continue;
        gltf_linear(color, gltf->color);
        bool hides = may_touch(part, look) && !gltf->asked.instancing;
        gltf_add_part(gltf, &frame, part, hides ? next_hidden_faces(gltf, &frame, bucket) : 0);
    }
}

/* Each kind has its own pieces, so that a subject is a number in one list. */
static void begin_kind(struct gltf *gltf, enum gltf_look look, uint16_t kind, bool is_first)
{
    if (is_first || gltf->kind != kind)
        gltf_begin_piece(gltf, look, kind);
}

/* Loads an element of an order, long before it is needed: neighbours are apart in memory. */
static void prefetch(const void *elements, size_t size, const struct gltf_order *order, uint32_t at,
                     uint32_t count)
{
    enum { AHEAD = 12, LINE = 64 };
    if (count - at <= AHEAD)
        return;
    const char *element = (const char *)elements + order->index[at + AHEAD] * size;
    PREFETCH(element);
    PREFETCH(element + LINE);
}

static void add_items(struct gltf *gltf, uint32_t bucket, enum gltf_look look)
{
    const struct gltf_order *order = &gltf->items;
    uint32_t first = order->first[bucket], end = order->first[bucket + 1];
    struct run run = {first, 0};
    for (uint32_t at = first; at < end && gltf_go_on(gltf); at++) {
        const ow_scene_item *item = &gltf->scene->items[order->index[at]];
        prefetch(gltf->scene->items, sizeof *item, order, at, gltf->scene->item_count);
        begin_kind(gltf, look, item->kind, at == first);
        run = item_run(gltf, bucket, at, run);
        if (gltf->item_looks)
            note_looks(gltf, bucket, gltf->item_looks[order->index[at]]);
        bool has_look = !gltf->item_looks || gltf->item_looks[order->index[at]] >> look & 1;
        if (!(item->flags & OW_HIDDEN) && has_look)
            add_item(gltf, item, bucket, look, run.length);
    }
}

static void add_segments(struct gltf *gltf, uint32_t bucket, enum gltf_look look, uint32_t first,
                         uint32_t end)
{
    const struct gltf_order *order = &gltf->segments;
    struct run run = {first, 0};
    for (uint32_t at = first; at < end && gltf_go_on(gltf); at++) {
        const ow_scene_segment *segment = &gltf->scene->segments[order->index[at]];
        prefetch(gltf->scene->segments, sizeof *segment, order, at, gltf->scene->segment_count);
        begin_kind(gltf, look, segment->kind, at == first);
        if (gltf->asked.instancing && at >= run.end) {
            run.length = gltf_segment_run(gltf, bucket, at);
            run.end = at + run.length;
        }
        note_looks(gltf, bucket, 1u << gltf_segment_look(segment));
        if (!gltf_segment_has_look(segment, look) ||
            gltf_segment_is_instance(gltf, segment, run.length))
            continue;
        gltf_set_subject(gltf, segment->subject);
        gltf_linear(segment->color, gltf->color);
        gltf_add_segment(gltf, segment);
    }
}

static void add_layers(struct gltf *gltf, uint32_t bucket, enum gltf_look look)
{
    const struct gltf_order *order = &gltf->layers;
    uint32_t first = order->first[bucket], end = order->first[bucket + 1];
    for (uint32_t at = first; at < end && look != GLTF_SOLID && gltf_go_on(gltf); at++) {
        const ow_scene_layer *layer = &gltf->scene->layers[order->index[at]];
        begin_kind(gltf, look, layer->kind, at == first);
        gltf_set_subject(gltf, layer->subject);
        if (!(layer->flags & OW_HIDDEN))
            gltf_add_layer(gltf, layer, look);
    }
}

static void add_grounds(struct gltf *gltf, enum gltf_look look)
{
    for (uint32_t i = 0; i < gltf->scene->ground_count && look != GLTF_SOLID; i++) {
        const ow_scene_ground *ground = &gltf->scene->grounds[i];
        gltf_begin_piece(gltf, look, ground->kind);
        gltf_set_subject(gltf, OW_NONE);
        if (ground->flags & OW_HIDDEN)
            continue;
        if (look == GLTF_SHEET)
            gltf_add_ground(gltf, ground);
        else
            gltf_add_water(gltf, ground);
    }
}

static void skip_bucket(struct gltf *gltf, uint32_t bucket)
{
    gltf_pass(gltf, gltf->items.first[bucket + 1] - gltf->items.first[bucket]);
    gltf_pass(gltf, gltf->segments.first[bucket + 1] - gltf->segments.first[bucket]);
}

static void add_rest(struct gltf *gltf, uint32_t bucket, enum gltf_look look)
{
    add_layers(gltf, bucket, look);
    if (bucket + 1 == gltf->bucket_count)
        add_grounds(gltf, look);
}

static void build_bucket(struct gltf *gltf, uint32_t bucket)
{
    const struct gltf_order *segments = &gltf->segments;
    gltf_begin_mesh(gltf);
    for (enum gltf_look look = GLTF_SOLID; look < GLTF_LOOKS; look++) {
        if (look == GLTF_SOLID || gltf->buckets[bucket].looks >> look & 1) {
            add_items(gltf, bucket, look);
            add_segments(gltf, bucket, look, segments->first[bucket], segments->first[bucket + 1]);
        } else {
            skip_bucket(gltf, bucket);
        }
        add_rest(gltf, bucket, look);
    }
    uint32_t mesh = gltf_end_mesh(gltf);
    if (!gltf->writing)
        gltf->buckets[bucket].mesh = mesh;
    if (gltf->asked.instancing)
        gltf_make_swarms(gltf, bucket);
}

static void build_share(struct gltf *gltf, const struct gltf_slice *slice)
{
    gltf_begin_mesh(gltf);
    if (slice->share == GLTF_ITEMS)
        add_items(gltf, slice->bucket, slice->look);
    else if (slice->share == GLTF_SEGMENTS)
        add_segments(gltf, slice->bucket, slice->look, slice->from, slice->to);
    else
        add_rest(gltf, slice->bucket, slice->look);
    gltf_end_mesh(gltf);
}

/* Notes the looks of an item's parts, and the places of its boxes that may touch others. */
static void note_item(struct gltf *gltf, const ow_scene_item *item, uint8_t *looks)
{
    const ow_scene_shape *shape = &gltf->scene->shapes[item->shape];
    for (uint32_t i = 0; i < shape->part_count; i++) {
        const ow_scene_part *part = &gltf->scene->parts[shape->first_part + i];
        ow_color color = gltf_part_color(gltf, item, part);
        enum gltf_look look = gltf_part_look(part, color);
        struct gltf_frame frame;
        if (part->is_hidden || color.alpha == 0)
            continue;
        *looks |= (uint8_t)(1u << look);
        if (may_touch(part, look) && gltf_may_be_unit(gltf, item, part) &&
            gltf_part_frame(gltf, item, part, &frame))
            gltf_find_cell(gltf, &frame, gltf_bucket_of(gltf, item->group));
    }
}

void gltf_note_items(struct gltf *gltf, uint32_t first, uint32_t end)
{
    const ow_scene *scene = gltf->scene;
    for (uint32_t i = first; i < end && gltf_go_on(gltf); i++) {
        gltf->item_looks[i] = 0;
        if (!(scene->items[i].flags & OW_HIDDEN))
            note_item(gltf, &scene->items[i], &gltf->item_looks[i]);
    }
}

void gltf_build(struct gltf *gltf)
{
    const struct gltf_slice *slice = gltf->slice;
    if (slice->share != GLTF_WHOLE)
        build_share(gltf, slice);
    for (uint32_t i = slice->bucket;
         i < slice->end && slice->share == GLTF_WHOLE && gltf->status == OW_OK; i++)
        build_bucket(gltf, i);
}
