/* glTF: the nodes in JSON: groups of the scene, and swarms of instances. */
#include "lines.h"

/* The list of a kind, for which there are words. */
static ow_text list_of(const struct gltf *gltf, uint16_t kind)
{
    return gltf->kind_words[kind].list;
}

/* The pointer of a record, or of its list. */
ALWAYS_INLINE static inline void put_pointer(struct lines *lines, struct text *text, uint16_t kind,
                                             uint32_t subject)
{
    text_literal(text, "\"pointer\": ");
    text_words(lines, text, list_of(lines->gltf, kind), 1);
    if (subject != OW_NONE) {
        text_literal(text, "/");
        text_number(text, subject);
    }
    text_literal(text, "\"");
}

static void line_label(struct lines *lines, uint32_t index)
{
    const ow_scene *scene = lines->gltf->scene;
    const ow_scene_label *label = &scene->labels[index];
    line_literal(lines, "{\"text\": ");
    line_name(lines, label->text);
    if (label->kind < scene->kind_count) {
        struct text text = text_open(lines);
        text_literal(&text, ", ");
        put_pointer(lines, &text, label->kind, label->subject);
        text_close(lines, &text);
    }
    line_literal(lines, ", \"position\": ");
    line_floats(lines, label->position, 3);
    line_literal(lines, "}");
}

static void line_labels(struct lines *lines, uint32_t bucket)
{
    const struct gltf_order *order = &lines->gltf->labels;
    bool is_filled = false;
    line_literal(lines, "\"labels\": [");
    for (uint32_t at = order->first[bucket]; at < order->first[bucket + 1]; at++) {
        if (lines->gltf->scene->labels[order->index[at]].flags & OW_HIDDEN)
            continue;
        line_room(lines);
        if (is_filled)
            line_literal(lines, ", ");
        line_label(lines, order->index[at]);
        is_filled = true;
    }
    line_literal(lines, "]");
}

/* Separates members of an object, or elements. */
static inline void text_comma(struct text *text, bool *is_filled)
{
    if (*is_filled)
        text_literal(text, ", ");
    *is_filled = true;
}

static void line_comma(struct lines *lines, bool *is_filled)
{
    struct text text = text_open(lines);
    text_comma(&text, is_filled);
    text_close(lines, &text);
}

/* The subject of the node, and its labels, which have no triangles. */
ALWAYS_INLINE static inline void put_extras(struct lines *lines, struct text *text, uint32_t index)
{
    const struct gltf *gltf = lines->gltf;
    const ow_scene *scene = gltf->scene;
    const struct gltf_bucket *bucket = &gltf->buckets[index];
    const ow_scene_group *group = index < scene->group_count ? &scene->groups[index] : NULL;
    const ow_scene_item *item =
        bucket->standing != OW_NONE ? &scene->items[bucket->standing] : NULL;
    bool is_filled = false;
    text_literal(text, "\"extras\": {");
    if (group && group->kind < scene->kind_count) {
        text_comma(text, &is_filled);
        put_pointer(lines, text, group->kind, group->subject);
        text_literal(text, ", \"kind\": ");
        text_words(lines, text, gltf->kind_words[group->kind].name, 0);
    }
    if (item && item->address != 0) {
        text_comma(text, &is_filled);
        text_literal(text, "\"address\": ");
        text_number(text, item->address);
    }
    if (item && item->type < scene->type_count) {
        text_comma(text, &is_filled);
        text_literal(text, "\"type\": ");
        text_words(lines, text, gltf->type_words[item->type], 0);
    }
    if (bucket->has_labels) {
        text_comma(text, &is_filled);
        text_close(lines, text);
        line_labels(lines, index);
        text_reopen(lines, text);
    }
    text_literal(text, "}");
}

/* `swarm`: the number of the bucket's first swarm; nodes of swarms follow those of buckets. */
static void line_children(struct lines *lines, const struct gltf_bucket *bucket, uint32_t swarm)
{
    const struct gltf *gltf = lines->gltf;
    bool is_filled = false;
    line_literal(lines, "\"children\": [");
    for (uint32_t i = bucket->first_child; i != OW_NONE; i = gltf->buckets[i].next_child) {
        line_room(lines);
        line_comma(lines, &is_filled);
        line_number(lines, gltf->buckets[i].node);
    }
    for (uint32_t i = 0; i < bucket->swarm_count; i++) {
        line_room(lines);
        line_comma(lines, &is_filled);
        line_number(lines, (uint64_t)gltf->node_count + swarm + i);
    }
    line_room(lines);
    line_literal(lines, "], ");
}

static void line_escaped_name(struct lines *lines, uint32_t index)
{
    line_room(lines);
    line_name(lines, lines->gltf->scene->groups[index].name);
}

/* A name that is the same in JSON is found once. */
ALWAYS_INLINE static inline void put_group_name(struct lines *lines, struct text *text,
                                                uint32_t index)
{
    struct gltf_bucket *bucket = &lines->gltf->buckets[index];
    ow_text name = lines->gltf->scene->groups[index].name;
    if (name.size == 0)
        return;
    text_literal(text, "\"name\": ");
    if (bucket->has_plain_name || (bucket->has_plain_name = line_is_plain(name))) {
        text_literal(text, "\"");
        text_short(text, name.data, name.size);
        text_literal(text, "\"");
    } else {
        text_close(lines, text);
        line_escaped_name(lines, index);
        text_reopen(lines, text);
    }
    text_literal(text, ", ");
}

ALWAYS_INLINE static inline void put_bucket(struct lines *lines, bool is_counting, uint32_t index,
                                            uint32_t swarm)
{
    const struct gltf *gltf = lines->gltf;
    const struct gltf_bucket *bucket = &gltf->buckets[index];
    struct text text = text_open_to(lines, is_counting);
    text_begin(&text);
    if (index < gltf->scene->group_count)
        put_group_name(lines, &text, index);
    if (bucket->mesh != OW_NONE) {
        text_literal(&text, "\"mesh\": ");
        text_number(&text, bucket->mesh);
        text_literal(&text, ", ");
    }
    if (bucket->first_child != OW_NONE || bucket->swarm_count > 0) {
        text_close(lines, &text);
        line_children(lines, bucket, swarm);
        text_reopen(lines, &text);
    }
    put_extras(lines, &text, index);
    text_literal(&text, "}");
    text_close(lines, &text);
}

/* The subjects of instances. */
static void line_swarm_extras(struct lines *lines, const struct gltf_swarm *swarm)
{
    const struct gltf *gltf = lines->gltf;
    const ow_scene *scene = gltf->scene;
    const uint32_t *index = swarm->of_segments ? gltf->segments.index : gltf->items.index;
    uint32_t first = index[swarm->first];
    uint16_t kind = swarm->of_segments ? scene->segments[first].kind : scene->items[first].kind;
    bool is_filled = false;
    struct text text = text_open(lines);
    text_literal(&text, "\"extras\": {");
    if (!swarm->of_segments && scene->items[first].type < scene->type_count) {
        text_literal(&text, "\"type\": ");
        text_words(lines, &text, gltf->type_words[scene->items[first].type], 0);
        text_literal(&text, ", ");
    }
    if (kind < scene->kind_count) {
        text_literal(&text, "\"list\": ");
        text_words(lines, &text, list_of(gltf, kind), 0);
        text_literal(&text, ", ");
    }
    text_literal(&text, "\"subjects\": [");
    text_close(lines, &text);
    for (uint32_t at = swarm->first; at < swarm->first + swarm->run; at++) {
        if (!gltf_is_in_swarm(gltf, swarm, at))
            continue;
        line_room(lines);
        line_comma(lines, &is_filled);
        line_subject(lines, swarm->of_segments ? scene->segments[index[at]].subject
                                               : scene->items[index[at]].subject);
    }
    line_literal(lines, "]}");
}

static void line_swarm(struct lines *lines, const struct gltf_swarm *swarm)
{
    uint64_t accessor =
        (uint64_t)GLTF_PARTS_OF_PIECE * lines->gltf->piece_count + swarm->first_accessor;
    line_begin(lines);
    line_literal(lines, "\"mesh\": ");
    line_number(lines, swarm->mesh);
    line_literal(
        lines,
        ", \"extensions\": {\"EXT_mesh_gpu_instancing\": {\"attributes\": {\"TRANSLATION\": ");
    line_number(lines, accessor++);
    if (swarm->has_rotation) {
        line_literal(lines, ", \"ROTATION\": ");
        line_number(lines, accessor++);
    }
    if (swarm->has_scale) {
        line_literal(lines, ", \"SCALE\": ");
        line_number(lines, accessor++);
    }
    if (gltf_swarm_has_color(swarm)) {
        line_literal(lines, ", \"_COLOR_0\": ");
        line_number(lines, accessor);
    }
    line_literal(lines, "}}}, ");
    line_swarm_extras(lines, swarm);
    line_literal(lines, "}");
}

/* Loads what a later node shows. */
static void prefetch(const struct gltf *gltf, uint32_t index)
{
    enum { AHEAD = 6, LINE = 64 };
    const ow_scene *scene = gltf->scene;
    if (index >= scene->group_count || scene->group_count - index <= AHEAD)
        return;
    const struct gltf_bucket *bucket = &gltf->buckets[index + AHEAD];
    PREFETCH(scene->groups[index + AHEAD].name.data);
    if (bucket->standing != OW_NONE)
        PREFETCH((const char *)&scene->items[bucket->standing] + LINE / 2);
    if (bucket->has_labels)
        PREFETCH(&scene->labels[gltf->labels.index[gltf->labels.first[index + AHEAD]]]);
}

ALWAYS_INLINE static inline void put_buckets(struct lines *lines, bool is_counting)
{
    const struct gltf *gltf = lines->gltf;
    uint32_t swarm = lines->slice->first_swarm;
    for (uint32_t i = lines->slice->bucket; i < lines->slice->end; i++) {
        const struct gltf_bucket *bucket = &gltf->buckets[i];
        prefetch(gltf, i);
        if (bucket->node == OW_NONE)
            continue;
        if (!line_room_to(lines, is_counting))
            return;
        lines->is_filled = bucket->node > 0;
        put_bucket(lines, is_counting, i, swarm);
        swarm += bucket->swarm_count;
    }
}

static void line_buckets(struct lines *lines)
{
    LINE_SLICE(lines, put_buckets);
}

void gltf_write_nodes(struct gltf *gltf, ow_json_writer *writer)
{
    struct lines lines;
    const struct gltf_swarm *swarms = gltf->swarms.data;
    if (gltf->node_count == 0)
        return;
    gltf_lines_begin(&lines, gltf, writer, "nodes");
    gltf_put_lines(&lines, line_buckets);
    for (size_t i = 0; i < gltf->swarms.count; i++)
        line_swarm(&lines, &swarms[i]);
    gltf_lines_end(&lines, writer);
}
