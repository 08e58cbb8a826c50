/* glTF: slices of the scene, small enough to be made in memory. */
#include "gltf.h"

enum {
    LARGE = 8 * GLTF_SLICE,
    TEXT_OF_THING = 64, /* bytes of text that are as much work as a thing */
    /* Of a segment, and of its arrow, as gltf_add_segment adds them. */
    BOX_VERTICES = 8,
    BOX_INDICES = 36,
    ARROW_VERTICES = 5,
    ARROW_INDICES = 18
};

struct cutter {
    struct gltf *gltf;
    struct gltf_list list;
};

static uint64_t count_in(const struct gltf_order *order, uint32_t bucket)
{
    return order->first[bucket + 1] - order->first[bucket];
}

/* The work on a bucket, in things. Layers and grounds are few, and may be large. */
static uint64_t weight_of(const struct gltf *gltf, uint32_t bucket)
{
    const ow_scene *scene = gltf->scene;
    uint64_t things = 1 + count_in(&gltf->items, bucket) + count_in(&gltf->segments, bucket) +
                      count_in(&gltf->labels, bucket);
    uint64_t text = bucket < scene->group_count ? scene->groups[bucket].name.size : 0;
    uint32_t standing = gltf->buckets[bucket].standing;
    if (standing != OW_NONE && scene->items[standing].type < scene->type_count)
        text += scene->types[scene->items[standing].type].name.size;
    const struct gltf_order *labels = &gltf->labels;
    for (uint32_t at = labels->first[bucket]; at < labels->first[bucket + 1]; at++)
        text += scene->labels[labels->index[at]].text.size;
    bool has_large = count_in(&gltf->layers, bucket) > 0 ||
                     (bucket + 1 == gltf->bucket_count && scene->ground_count > 0);
    return things + text / TEXT_OF_THING + (has_large ? LARGE : 0);
}

static struct gltf_slice *add_slice(struct cutter *cutter, struct gltf_slice slice)
{
    struct gltf_slice *added = gltf_add(cutter->gltf, &cutter->list, sizeof *added);
    if (added)
        *added = slice;
    return added;
}

/* The current piece, as gltf_room fills it. */
struct filling {
    uint32_t vertices, indices;
};

/* Returns whether a piece begins. */
static bool fill(struct filling *filling, uint32_t vertices, uint32_t indices)
{
    bool begins = filling->vertices == 0 || filling->vertices + vertices > GLTF_MOST_VERTICES ||
                  filling->indices + indices > GLTF_MOST_INDICES;
    if (begins)
        *filling = (struct filling){0};
    filling->vertices += vertices;
    filling->indices += indices;
    return begins;
}

/* Cuts the segments of a look where a piece begins with one. */
static void cut_segments(struct cutter *cutter, struct gltf_slice slice)
{
    const struct gltf *gltf = cutter->gltf;
    struct filling filling = {0};
    uint32_t first = gltf->segments.first[slice.bucket];
    uint32_t end = gltf->segments.first[slice.bucket + 1];
    slice.share = GLTF_SEGMENTS;
    slice.from = first;
    for (uint32_t at = first; at < end; at++) {
        const ow_scene_segment *segment = &gltf->scene->segments[gltf->segments.index[at]];
        const ow_scene_segment *before =
            &gltf->scene->segments[gltf->segments.index[at > first ? at - 1 : at]];
        if (segment->kind != before->kind)
            filling = (struct filling){0};
        if (!gltf_segment_has_look(segment, slice.look) || !gltf_has_length(segment))
            continue;
        if (fill(&filling, BOX_VERTICES, BOX_INDICES) && at - slice.from >= GLTF_SLICE) {
            slice.to = at;
            add_slice(cutter, slice);
            slice.from = at;
        }
        if (segment->flags & OW_ARROW)
            fill(&filling, ARROW_VERTICES, ARROW_INDICES);
    }
    slice.to = end;
    add_slice(cutter, slice);
}

/* The looks in a bucket. Its slices do not wait until the one of solids has found them. */
static unsigned looks_in(const struct gltf *gltf, uint32_t bucket)
{
    unsigned looks = 1u << GLTF_SOLID;
    const struct gltf_order *items = &gltf->items, *segments = &gltf->segments;
    for (uint32_t at = items->first[bucket]; at < items->first[bucket + 1]; at++)
        looks |= gltf->item_looks[items->index[at]];
    for (uint32_t at = segments->first[bucket]; at < segments->first[bucket + 1]; at++)
        looks |= 1u << gltf_segment_look(&gltf->scene->segments[segments->index[at]]);
    return looks;
}

static void cut_bucket(struct cutter *cutter, uint32_t bucket, bool is_large)
{
    unsigned looks = looks_in(cutter->gltf, bucket);
    struct gltf_slice slice = {.bucket = bucket, .end = bucket + 1};
    for (slice.look = GLTF_SOLID; slice.look < GLTF_LOOKS; slice.look++) {
        struct gltf_slice rest = slice;
        if (looks >> slice.look & 1) {
            slice.share = GLTF_ITEMS;
            slice.is_large = is_large;
            add_slice(cutter, slice);
            slice.end = bucket;
            slice.is_large = false;
            cut_segments(cutter, slice);
        }
        rest.share = GLTF_REST;
        rest.end = bucket;
        rest.is_large = true;
        add_slice(cutter, rest);
    }
}

void gltf_cut(struct gltf *gltf)
{
    struct cutter cutter = {.gltf = gltf};
    struct gltf_slice *slice = NULL;
    uint64_t filled = 0;
    for (uint32_t i = 0; i < gltf->bucket_count && gltf->status == OW_OK; i++) {
        uint64_t weight = weight_of(gltf, i), segments = count_in(&gltf->segments, i);
        filled += weight;
        if (segments > LARGE && !gltf->asked.instancing) {
            cut_bucket(&cutter, i, weight - segments > LARGE);
            slice = NULL;
        } else if (!slice || filled > GLTF_SLICE || weight > LARGE) {
            slice = add_slice(&cutter, (struct gltf_slice){
                                           .bucket = i, .end = i + 1, .is_large = weight > LARGE});
            filled = weight;
        } else {
            slice->end = i + 1;
        }
    }
    gltf->slices = cutter.list.data;
    gltf->slice_count = (uint32_t)cutter.list.count;
}
