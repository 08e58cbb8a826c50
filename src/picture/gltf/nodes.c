/* glTF: the nodes in JSON: groups of the scene, and swarms of instances. */
#include "lines.h"

enum { MOST_POINTER = 512 };

static const char *list_of(const ow_scene *scene, uint16_t kind)
{
    return scene->kinds[kind].list ? scene->kinds[kind].list : "";
}

/* The pointer of a record, or of its list. The parts of real pointers are much shorter. */
static ow_text pointer_of(const char *list, uint32_t subject, char pointer[MOST_POINTER])
{
    enum { MOST_DIGITS = 10 };
    size_t length = strlen(list), size = MOST_POINTER, most = MOST_POINTER - 2 - MOST_DIGITS;
    length = length < most ? length : most;
    for (; subject != OW_NONE && (size == MOST_POINTER || subject > 0); subject /= 10)
        pointer[--size] = (char)('0' + subject % 10);
    size_t digits = MOST_POINTER - size;
    memmove(pointer + length + 1, pointer + size, digits);
    memcpy(pointer, list, length);
    pointer[length] = '/';
    return (ow_text){pointer, length + (digits > 0 ? 1 + digits : 0)};
}

static void line_pointer(struct lines *lines, const char *list, uint32_t subject)
{
    char pointer[MOST_POINTER];
    line_literal(lines, "\"pointer\": ");
    line_text(lines, pointer_of(list, subject, pointer));
}

static void line_label(struct lines *lines, uint32_t index)
{
    const ow_scene *scene = lines->gltf->scene;
    const ow_scene_label *label = &scene->labels[index];
    line_literal(lines, "{\"text\": ");
    line_name(lines, label->text);
    if (label->kind < scene->kind_count) {
        line_literal(lines, ", ");
        line_pointer(lines, list_of(scene, label->kind), label->subject);
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

/* Separates members of an object. */
static void line_comma(struct lines *lines, bool *is_filled)
{
    if (*is_filled)
        line_literal(lines, ", ");
    *is_filled = true;
}

/* The subject of the node, and its labels, which have no triangles. */
static void line_group_extras(struct lines *lines, uint32_t index)
{
    const ow_scene *scene = lines->gltf->scene;
    const struct gltf_bucket *bucket = &lines->gltf->buckets[index];
    const ow_scene_group *group = index < scene->group_count ? &scene->groups[index] : NULL;
    const ow_scene_item *item =
        bucket->standing != OW_NONE ? &scene->items[bucket->standing] : NULL;
    bool is_filled = false;
    line_literal(lines, "\"extras\": {");
    if (group && group->kind < scene->kind_count) {
        line_comma(lines, &is_filled);
        line_pointer(lines, list_of(scene, group->kind), group->subject);
        line_literal(lines, ", \"kind\": ");
        line_text(lines, ow_text_of(scene->kinds[group->kind].name));
    }
    if (item && item->address != 0) {
        line_comma(lines, &is_filled);
        line_literal(lines, "\"address\": ");
        line_number(lines, item->address);
    }
    if (item && item->type < scene->type_count) {
        line_comma(lines, &is_filled);
        line_literal(lines, "\"type\": ");
        line_name(lines, scene->types[item->type].name);
    }
    if (bucket->has_labels) {
        line_comma(lines, &is_filled);
        line_labels(lines, index);
    }
    line_literal(lines, "}");
}

/* `swarm`: the number of the bucket's first swarm; nodes of swarms follow those of buckets. */
static void line_children(struct lines *lines, const struct gltf_bucket *bucket, uint32_t swarm)
{
    const struct gltf *gltf = lines->gltf;
    bool is_filled = false;
    if (bucket->first_child == OW_NONE && bucket->swarm_count == 0)
        return;
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

static void line_bucket(struct lines *lines, uint32_t index, uint32_t swarm)
{
    const struct gltf *gltf = lines->gltf;
    const struct gltf_bucket *bucket = &gltf->buckets[index];
    line_begin(lines);
    if (index < gltf->scene->group_count && gltf->scene->groups[index].name.size > 0) {
        line_literal(lines, "\"name\": ");
        line_name(lines, gltf->scene->groups[index].name);
        line_literal(lines, ", ");
    }
    if (bucket->mesh != OW_NONE) {
        line_literal(lines, "\"mesh\": ");
        line_number(lines, bucket->mesh);
        line_literal(lines, ", ");
    }
    line_children(lines, bucket, swarm);
    line_group_extras(lines, index);
    line_literal(lines, "}");
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
    line_literal(lines, "\"extras\": {");
    if (!swarm->of_segments && scene->items[first].type < scene->type_count) {
        line_literal(lines, "\"type\": ");
        line_name(lines, scene->types[scene->items[first].type].name);
        line_literal(lines, ", ");
    }
    if (kind < scene->kind_count) {
        line_literal(lines, "\"list\": ");
        line_text(lines, ow_text_of(list_of(scene, kind)));
        line_literal(lines, ", ");
    }
    line_literal(lines, "\"subjects\": [");
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

static void line_buckets(struct lines *lines)
{
    const struct gltf *gltf = lines->gltf;
    uint32_t swarm = lines->slice->first_swarm;
    for (uint32_t i = lines->slice->bucket; i < lines->slice->end; i++) {
        const struct gltf_bucket *bucket = &gltf->buckets[i];
        prefetch(gltf, i);
        if (bucket->node == OW_NONE)
            continue;
        lines->is_filled = bucket->node > 0;
        line_bucket(lines, i, swarm);
        swarm += bucket->swarm_count;
    }
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
