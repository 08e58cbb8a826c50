/* glTF: the JSON that describes the buffer. */
#include "gltf.h"

#include "../../base/utf8.h"

#include <stdio.h>

enum { MOST_POINTER = 512 };

struct gltf_writer {
    struct emitter emit;
    struct gltf *gltf;
    struct arena scratch; /* of the current name */
};

/* Names in files may be invalid UTF-8, which JSON does not allow. */
static void emit_short_text(struct gltf_writer *out, const char *name, ow_text text)
{
    arena_reset(&out->scratch);
    char *copy = arena_take(&out->scratch, text.size + 1);
    if (!copy) {
        gltf_fail(out->gltf, out->scratch.status);
        return;
    }
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.data[i] ? text.data[i] : ' ';
    copy[text.size] = '\0';
    utf8_make_valid(copy);
    emit_string(&out->emit, name, copy);
}

void gltf_emit_floats(struct emitter *emit, const char *name, const float *values, size_t count)
{
    emit_begin_array(emit, name, count);
    for (size_t i = 0; i < count; i++)
        emit_stored_float(emit, NULL, &values[i]);
    emit_end_array(emit);
}

static void emit_subject(struct emitter *emit, uint32_t subject)
{
    emit_integer(emit, NULL, subject == OW_NONE ? -1 : (int64_t)subject);
}

static void emit_asset(struct gltf_writer *out)
{
    struct emitter *emit = &out->emit;
    emit_begin_object(emit, "asset");
    emit_string(emit, "version", "2.0");
    emit_string(emit, "generator", "Overworld");
    emit_end_object(emit);
    if (out->gltf->swarm_count == 0)
        return;
    static const char *const lists[] = {"extensionsUsed", "extensionsRequired"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        emit_begin_array(emit, lists[i], 1);
        emit_string(emit, NULL, "EXT_mesh_gpu_instancing");
        emit_end_array(emit);
    }
}

/* An integer has all its digits in JSON, a 32-bit float has seven. */
static void emit_origin(struct emitter *emit, double value)
{
    static const double most = 9007199254740992.0;
    if (fabs(value) < most && rint(value) == value)
        emit_integer(emit, NULL, (int64_t)value);
    else
        emit_float(emit, NULL, rounded_to_float(value));
}

static void emit_scene(struct gltf_writer *out)
{
    const struct gltf *gltf = out->gltf;
    struct emitter *emit = &out->emit;
    emit_integer(emit, "scene", 0);
    emit_begin_array(emit, "scenes", 1);
    emit_begin_object(emit, NULL);
    if (gltf->asked.title)
        emit_short_text(out, "name", ow_text_of(gltf->asked.title));
    if (gltf->node_count > 0) {
        emit_begin_array(emit, "nodes", 0);
        for (uint32_t i = 0; i < gltf->bucket_count; i++)
            if (gltf->buckets[i].node != OW_NONE && gltf->buckets[i].parent == OW_NONE)
                emit_integer(emit, NULL, gltf->buckets[i].node);
        emit_end_array(emit);
    }
    emit_begin_object(emit, "extras");
    if (gltf->scene->unit_name)
        emit_string(emit, "unit", gltf->scene->unit_name);
    emit_begin_array(emit, "origin", 3);
    for (int i = 0; i < 3; i++)
        emit_origin(emit, gltf->scene->origin[i]);
    emit_end_array(emit);
    emit_end_object(emit);
    emit_end_object(emit);
    emit_end_array(emit);
}

static void emit_group_subject(struct gltf_writer *out, const ow_scene_group *group)
{
    const ow_scene *scene = out->gltf->scene;
    char pointer[MOST_POINTER];
    if (group->kind >= scene->kind_count)
        return;
    const ow_scene_kind *kind = &scene->kinds[group->kind];
    if (group->subject == OW_NONE)
        snprintf(pointer, sizeof pointer, "%s", kind->list);
    else
        snprintf(pointer, sizeof pointer, "%s/%u", kind->list, (unsigned)group->subject);
    emit_string(&out->emit, "pointer", pointer);
    emit_string(&out->emit, "kind", kind->name);
}

static void emit_label(struct gltf_writer *out, uint32_t index)
{
    const ow_scene_label *label = &out->gltf->scene->labels[index];
    char pointer[MOST_POINTER];
    emit_begin_object(&out->emit, NULL);
    emit_short_text(out, "text", label->text);
    if (ow_scene_pointer(out->gltf->scene, OW_IN_LABELS, index, pointer, sizeof pointer) > 0)
        emit_string(&out->emit, "pointer", pointer);
    gltf_emit_floats(&out->emit, "position", label->position, 3);
    emit_end_object(&out->emit);
}

static void emit_labels(struct gltf_writer *out, uint32_t bucket)
{
    const struct gltf_order *order = &out->gltf->labels;
    emit_begin_array(&out->emit, "labels", 0);
    for (uint32_t at = order->first[bucket]; at < order->first[bucket + 1]; at++)
        if (!(out->gltf->scene->labels[order->index[at]].flags & OW_HIDDEN))
            emit_label(out, order->index[at]);
    emit_end_array(&out->emit);
}

/* The subject of the node, and its labels, which have no triangles. */
static void emit_group_extras(struct gltf_writer *out, uint32_t index)
{
    const struct gltf *gltf = out->gltf;
    const ow_scene *scene = gltf->scene;
    const struct gltf_bucket *bucket = &gltf->buckets[index];
    emit_begin_object(&out->emit, "extras");
    if (index < scene->group_count)
        emit_group_subject(out, &scene->groups[index]);
    if (bucket->standing != OW_NONE) {
        const ow_scene_item *item = &scene->items[bucket->standing];
        if (item->address != 0)
            emit_integer(&out->emit, "address", item->address);
        if (item->type < scene->type_count)
            emit_short_text(out, "type", scene->types[item->type].name);
    }
    if (bucket->has_labels)
        emit_labels(out, index);
    emit_end_object(&out->emit);
}

/* `swarm`: the number of the bucket's first swarm; nodes of swarms follow those of buckets. */
static void emit_children(struct gltf_writer *out, const struct gltf_bucket *bucket, uint32_t swarm)
{
    const struct gltf *gltf = out->gltf;
    bool has_child = bucket->first_child != OW_NONE;
    if (!has_child && bucket->swarm_count == 0)
        return;
    emit_begin_array(&out->emit, "children", 0);
    for (uint32_t i = bucket->first_child; i != OW_NONE; i = gltf->buckets[i].next_child)
        emit_integer(&out->emit, NULL, gltf->buckets[i].node);
    for (uint32_t i = 0; i < bucket->swarm_count; i++)
        emit_integer(&out->emit, NULL, (int64_t)gltf->node_count + swarm + i);
    emit_end_array(&out->emit);
}

static void emit_buckets(struct gltf_writer *out)
{
    const struct gltf *gltf = out->gltf;
    uint32_t swarm = 0;
    for (uint32_t i = 0; i < gltf->bucket_count; i++) {
        const struct gltf_bucket *bucket = &gltf->buckets[i];
        if (bucket->node == OW_NONE)
            continue;
        emit_begin_object(&out->emit, NULL);
        if (i < gltf->scene->group_count && gltf->scene->groups[i].name.size > 0)
            emit_short_text(out, "name", gltf->scene->groups[i].name);
        if (bucket->mesh != OW_NONE)
            emit_integer(&out->emit, "mesh", bucket->mesh);
        emit_children(out, bucket, swarm);
        emit_group_extras(out, i);
        emit_end_object(&out->emit);
        swarm += bucket->swarm_count;
    }
}

static const char *list_of(const ow_scene *scene, uint16_t kind)
{
    return kind < scene->kind_count ? scene->kinds[kind].list : NULL;
}

/* The subjects of instances. */
static void emit_swarm_extras(struct gltf_writer *out, const struct gltf_swarm *swarm)
{
    const struct gltf *gltf = out->gltf;
    const ow_scene *scene = gltf->scene;
    const uint32_t *index = swarm->of_segments ? gltf->segments.index : gltf->items.index;
    uint32_t first = index[swarm->first];
    const char *list =
        list_of(scene, swarm->of_segments ? scene->segments[first].kind : scene->items[first].kind);
    emit_begin_object(&out->emit, "extras");
    if (!swarm->of_segments && scene->items[first].type < scene->type_count)
        emit_short_text(out, "type", scene->types[scene->items[first].type].name);
    if (list)
        emit_string(&out->emit, "list", list);
    emit_begin_array(&out->emit, "subjects", swarm->count);
    for (uint32_t at = swarm->first; at < swarm->first + swarm->run; at++)
        if (gltf_is_in_swarm(gltf, swarm, at))
            emit_subject(&out->emit, swarm->of_segments ? scene->segments[index[at]].subject
                                                        : scene->items[index[at]].subject);
    emit_end_array(&out->emit);
    emit_end_object(&out->emit);
}

static void emit_swarm(struct gltf_writer *out, const struct gltf_swarm *swarm)
{
    struct emitter *emit = &out->emit;
    int64_t accessor =
        (int64_t)GLTF_PARTS_OF_PIECE * out->gltf->piece_count + swarm->first_accessor;
    emit_begin_object(emit, NULL);
    emit_integer(emit, "mesh", swarm->mesh);
    emit_begin_object(emit, "extensions");
    emit_begin_object(emit, "EXT_mesh_gpu_instancing");
    emit_begin_object(emit, "attributes");
    emit_integer(emit, "TRANSLATION", accessor++);
    if (swarm->has_rotation)
        emit_integer(emit, "ROTATION", accessor++);
    if (swarm->has_scale)
        emit_integer(emit, "SCALE", accessor++);
    if (gltf_swarm_has_color(swarm))
        emit_integer(emit, "_COLOR_0", accessor);
    emit_end_object(emit);
    emit_end_object(emit);
    emit_end_object(emit);
    emit_swarm_extras(out, swarm);
    emit_end_object(emit);
}

static void emit_nodes(struct gltf_writer *out)
{
    if (out->gltf->node_count == 0)
        return;
    emit_begin_array(&out->emit, "nodes", 0);
    emit_buckets(out);
    for (const struct gltf_swarm *swarm = out->gltf->swarms; swarm; swarm = swarm->next)
        emit_swarm(out, swarm);
    emit_end_array(&out->emit);
}

/* The subjects of vertices: those from starts[n] on are record subjects[n] of the list. */
static void emit_piece_extras(struct gltf_writer *out, const struct gltf_piece *piece)
{
    struct emitter *emit = &out->emit;
    const char *list = list_of(out->gltf->scene, piece->kind);
    if (!list)
        return;
    emit_begin_object(emit, "extras");
    emit_string(emit, "list", list);
    emit_begin_array(emit, "subjects", piece->subject_count);
    for (uint32_t i = 0; i < piece->subject_count; i++)
        emit_subject(emit, piece->subjects[i]);
    emit_end_array(emit);
    emit_begin_array(emit, "starts", piece->subject_count);
    for (uint32_t i = 0; i < piece->subject_count; i++)
        emit_integer(emit, NULL, piece->starts[i]);
    emit_end_array(emit);
    emit_end_object(emit);
}

static int64_t material_of(const struct gltf *gltf, enum gltf_look look)
{
    int64_t number = 0;
    for (enum gltf_look before = GLTF_SOLID; before < look; before++)
        number += gltf->has_look[before];
    return number;
}

static void emit_piece(struct gltf_writer *out, const struct gltf_piece *piece, uint32_t number)
{
    struct emitter *emit = &out->emit;
    int64_t accessor = (int64_t)GLTF_PARTS_OF_PIECE * number;
    emit_begin_object(emit, NULL);
    emit_begin_object(emit, "attributes");
    emit_integer(emit, "POSITION", accessor);
    emit_integer(emit, "COLOR_0", accessor + 1);
    emit_end_object(emit);
    emit_integer(emit, "indices", accessor + 2);
    emit_integer(emit, "material", material_of(out->gltf, piece->look));
    emit_piece_extras(out, piece);
    emit_end_object(emit);
}

static void emit_meshes(struct gltf_writer *out)
{
    const struct gltf_piece *piece = out->gltf->pieces;
    uint32_t number = 0;
    if (!piece)
        return;
    emit_begin_array(&out->emit, "meshes", out->gltf->mesh_count);
    for (const struct gltf_mesh *mesh = out->gltf->meshes; mesh; mesh = mesh->next) {
        emit_begin_object(&out->emit, NULL);
        emit_begin_array(&out->emit, "primitives", mesh->piece_count);
        for (uint32_t i = 0; i < mesh->piece_count && piece; i++, piece = piece->next)
            emit_piece(out, piece, number++);
        emit_end_array(&out->emit);
        emit_end_object(&out->emit);
    }
    emit_end_array(&out->emit);
}

static void emit_material(struct emitter *emit, enum gltf_look look)
{
    static const char *const names[GLTF_LOOKS] = {"solid", "sheet", "glass"};
    static const float roughness = 0.9f;
    emit_begin_object(emit, NULL);
    emit_string(emit, "name", names[look]);
    emit_begin_object(emit, "pbrMetallicRoughness");
    emit_integer(emit, "metallicFactor", 0);
    emit_stored_float(emit, "roughnessFactor", &roughness);
    emit_end_object(emit);
    if (look == GLTF_GLASS)
        emit_string(emit, "alphaMode", "BLEND");
    if (look != GLTF_SOLID)
        emit_boolean(emit, "doubleSided", true);
    emit_end_object(emit);
}

static void emit_materials(struct gltf_writer *out)
{
    const struct gltf *gltf = out->gltf;
    if (gltf->piece_count == 0)
        return;
    emit_begin_array(&out->emit, "materials", 0);
    for (enum gltf_look look = GLTF_SOLID; look < GLTF_LOOKS; look++)
        if (gltf->has_look[look])
            emit_material(&out->emit, look);
    emit_end_array(&out->emit);
}

void gltf_emit(struct gltf *gltf, ow_json_writer *writer)
{
    struct gltf_writer out = {.emit = {.visit = ow_json_visit, .context = writer}, .gltf = gltf};
    arena_share(&out.scratch, &gltf->arena);
    emit_begin_object(&out.emit, NULL);
    emit_asset(&out);
    emit_scene(&out);
    emit_nodes(&out);
    emit_meshes(&out);
    emit_materials(&out);
    gltf_emit_accessors(gltf, &out.emit);
    gltf_emit_views(gltf, &out.emit);
    if (gltf->size > 0) {
        emit_begin_array(&out.emit, "buffers", 1);
        emit_begin_object(&out.emit, NULL);
        emit_integer(&out.emit, "byteLength", (int64_t)gltf->size);
        gltf_emit_buffer(gltf, writer);
        emit_end_object(&out.emit);
        emit_end_array(&out.emit);
    }
    emit_end_object(&out.emit);
    arena_free(&out.scratch);
}
