/* glTF: the JSON that says what lies where in the buffer. */
#include "gltf.h"

#include "../../base/utf8.h"

#include <stdio.h>

enum { MOST_POINTER = 512 };

struct teller {
    struct emitter emit;
    struct gltf *gltf;
    struct arena scratch; /* of the name that is being told */
};

/* What a file calls something need not be UTF-8, and JSON has to be. */
static void tell_text(struct teller *teller, const char *name, ow_text text)
{
    arena_reset(&teller->scratch);
    char *copy = arena_take(&teller->scratch, text.size + 1);
    if (!copy) {
        gltf_fail(teller->gltf, teller->scratch.status);
        return;
    }
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.data[i] ? text.data[i] : ' ';
    copy[text.size] = '\0';
    utf8_mend(copy);
    emit_string(&teller->emit, name, copy);
}

void gltf_tell_floats(struct emitter *emit, const char *name, const float *values, size_t count)
{
    emit_begin_array(emit, name, count);
    for (size_t i = 0; i < count; i++)
        emit_stored_float(emit, NULL, &values[i]);
    emit_end_array(emit);
}

static void tell_subject(struct emitter *emit, uint32_t subject)
{
    emit_integer(emit, NULL, subject == OW_NONE ? -1 : (int64_t)subject);
}

static void tell_asset(struct teller *teller)
{
    struct emitter *emit = &teller->emit;
    emit_begin_object(emit, "asset");
    emit_string(emit, "version", "2.0");
    emit_string(emit, "generator", "Overworld");
    emit_end_object(emit);
    if (teller->gltf->swarm_count == 0)
        return;
    static const char *const lists[] = {"extensionsUsed", "extensionsRequired"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        emit_begin_array(emit, lists[i], 1);
        emit_string(emit, NULL, "EXT_mesh_gpu_instancing");
        emit_end_array(emit);
    }
}

/* A whole number has all its digits in JSON, a float of 32 bits has seven. */
static void tell_origin(struct emitter *emit, double value)
{
    static const double most = 9007199254740992.0;
    if (fabs(value) < most && rint(value) == value)
        emit_integer(emit, NULL, (int64_t)value);
    else
        emit_float(emit, NULL, rounded_to_float(value));
}

static void tell_scene(struct teller *teller)
{
    const struct gltf *gltf = teller->gltf;
    struct emitter *emit = &teller->emit;
    emit_integer(emit, "scene", 0);
    emit_begin_array(emit, "scenes", 1);
    emit_begin_object(emit, NULL);
    if (gltf->asked.title)
        tell_text(teller, "name", ow_text_of(gltf->asked.title));
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
        tell_origin(emit, gltf->scene->origin[i]);
    emit_end_array(emit);
    emit_end_object(emit);
    emit_end_object(emit);
    emit_end_array(emit);
}

static void tell_group_subject(struct teller *teller, const ow_scene_group *group)
{
    const ow_scene *scene = teller->gltf->scene;
    char pointer[MOST_POINTER];
    if (group->kind >= scene->kind_count)
        return;
    const ow_scene_kind *kind = &scene->kinds[group->kind];
    if (group->subject == OW_NONE)
        snprintf(pointer, sizeof pointer, "%s", kind->list);
    else
        snprintf(pointer, sizeof pointer, "%s/%u", kind->list, (unsigned)group->subject);
    emit_string(&teller->emit, "pointer", pointer);
    emit_string(&teller->emit, "kind", kind->name);
}

static void tell_label(struct teller *teller, uint32_t index)
{
    const ow_scene_label *label = &teller->gltf->scene->labels[index];
    char pointer[MOST_POINTER];
    emit_begin_object(&teller->emit, NULL);
    tell_text(teller, "text", label->text);
    if (ow_scene_pointer(teller->gltf->scene, OW_IN_LABELS, index, pointer, sizeof pointer) > 0)
        emit_string(&teller->emit, "pointer", pointer);
    gltf_tell_floats(&teller->emit, "position", label->position, 3);
    emit_end_object(&teller->emit);
}

static void tell_labels(struct teller *teller, uint32_t bucket)
{
    const struct gltf_order *order = &teller->gltf->labels;
    emit_begin_array(&teller->emit, "labels", 0);
    for (uint32_t at = order->first[bucket]; at < order->first[bucket + 1]; at++)
        if (!(teller->gltf->scene->labels[order->index[at]].flags & OW_HIDDEN))
            tell_label(teller, order->index[at]);
    emit_end_array(&teller->emit);
}

/* What the node stands for, and the writing in it: letters are no triangles. */
static void tell_group_extras(struct teller *teller, uint32_t index)
{
    const struct gltf *gltf = teller->gltf;
    const ow_scene *scene = gltf->scene;
    const struct gltf_bucket *bucket = &gltf->buckets[index];
    emit_begin_object(&teller->emit, "extras");
    if (index < scene->group_count)
        tell_group_subject(teller, &scene->groups[index]);
    if (bucket->standing != OW_NONE) {
        const ow_scene_item *item = &scene->items[bucket->standing];
        if (item->address != 0)
            emit_integer(&teller->emit, "address", item->address);
        if (item->type < scene->type_count)
            tell_text(teller, "type", scene->types[item->type].name);
    }
    if (bucket->has_labels)
        tell_labels(teller, index);
    emit_end_object(&teller->emit);
}

/* `swarm`: the number of the bucket's first one, whose nodes come behind those of buckets. */
static void tell_children(struct teller *teller, const struct gltf_bucket *bucket, uint32_t swarm)
{
    const struct gltf *gltf = teller->gltf;
    bool has_child = bucket->first_child != OW_NONE;
    if (!has_child && bucket->swarm_count == 0)
        return;
    emit_begin_array(&teller->emit, "children", 0);
    for (uint32_t i = bucket->first_child; i != OW_NONE; i = gltf->buckets[i].next_child)
        emit_integer(&teller->emit, NULL, gltf->buckets[i].node);
    for (uint32_t i = 0; i < bucket->swarm_count; i++)
        emit_integer(&teller->emit, NULL, (int64_t)gltf->node_count + swarm + i);
    emit_end_array(&teller->emit);
}

static void tell_buckets(struct teller *teller)
{
    const struct gltf *gltf = teller->gltf;
    uint32_t swarm = 0;
    for (uint32_t i = 0; i < gltf->bucket_count; i++) {
        const struct gltf_bucket *bucket = &gltf->buckets[i];
        if (bucket->node == OW_NONE)
            continue;
        emit_begin_object(&teller->emit, NULL);
        if (i < gltf->scene->group_count && gltf->scene->groups[i].name.size > 0)
            tell_text(teller, "name", gltf->scene->groups[i].name);
        if (bucket->mesh != OW_NONE)
            emit_integer(&teller->emit, "mesh", bucket->mesh);
        tell_children(teller, bucket, swarm);
        tell_group_extras(teller, i);
        emit_end_object(&teller->emit);
        swarm += bucket->swarm_count;
    }
}

static const char *list_of(const ow_scene *scene, uint16_t kind)
{
    return kind < scene->kind_count ? scene->kinds[kind].list : NULL;
}

/* Which instance stands for what. */
static void tell_swarm_extras(struct teller *teller, const struct gltf_swarm *swarm)
{
    const struct gltf *gltf = teller->gltf;
    const ow_scene *scene = gltf->scene;
    const uint32_t *index = swarm->of_segments ? gltf->segments.index : gltf->items.index;
    uint32_t first = index[swarm->first];
    const char *list =
        list_of(scene, swarm->of_segments ? scene->segments[first].kind : scene->items[first].kind);
    emit_begin_object(&teller->emit, "extras");
    if (!swarm->of_segments && scene->items[first].type < scene->type_count)
        tell_text(teller, "type", scene->types[scene->items[first].type].name);
    if (list)
        emit_string(&teller->emit, "list", list);
    emit_begin_array(&teller->emit, "subjects", swarm->count);
    for (uint32_t at = swarm->first; at < swarm->first + swarm->run; at++)
        if (gltf_is_in_swarm(gltf, swarm, at))
            tell_subject(&teller->emit, swarm->of_segments ? scene->segments[index[at]].subject
                                                           : scene->items[index[at]].subject);
    emit_end_array(&teller->emit);
    emit_end_object(&teller->emit);
}

static void tell_swarm(struct teller *teller, const struct gltf_swarm *swarm)
{
    struct emitter *emit = &teller->emit;
    int64_t accessor =
        (int64_t)GLTF_PARTS_OF_PIECE * teller->gltf->piece_count + swarm->first_accessor;
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
    tell_swarm_extras(teller, swarm);
    emit_end_object(emit);
}

static void tell_nodes(struct teller *teller)
{
    if (teller->gltf->node_count == 0)
        return;
    emit_begin_array(&teller->emit, "nodes", 0);
    tell_buckets(teller);
    for (const struct gltf_swarm *swarm = teller->gltf->swarms; swarm; swarm = swarm->next)
        tell_swarm(teller, swarm);
    emit_end_array(&teller->emit);
}

/* Which vertices stand for what: those from starts[n] on for record subjects[n] of the list. */
static void tell_piece_extras(struct teller *teller, const struct gltf_piece *piece)
{
    struct emitter *emit = &teller->emit;
    const char *list = list_of(teller->gltf->scene, piece->kind);
    if (!list)
        return;
    emit_begin_object(emit, "extras");
    emit_string(emit, "list", list);
    emit_begin_array(emit, "subjects", piece->subject_count);
    for (uint32_t i = 0; i < piece->subject_count; i++)
        tell_subject(emit, piece->subjects[i]);
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

static void tell_piece(struct teller *teller, const struct gltf_piece *piece, uint32_t number)
{
    struct emitter *emit = &teller->emit;
    int64_t accessor = (int64_t)GLTF_PARTS_OF_PIECE * number;
    emit_begin_object(emit, NULL);
    emit_begin_object(emit, "attributes");
    emit_integer(emit, "POSITION", accessor);
    emit_integer(emit, "COLOR_0", accessor + 1);
    emit_end_object(emit);
    emit_integer(emit, "indices", accessor + 2);
    emit_integer(emit, "material", material_of(teller->gltf, piece->look));
    tell_piece_extras(teller, piece);
    emit_end_object(emit);
}

static void tell_meshes(struct teller *teller)
{
    const struct gltf_piece *piece = teller->gltf->pieces;
    uint32_t number = 0;
    if (!piece)
        return;
    emit_begin_array(&teller->emit, "meshes", teller->gltf->mesh_count);
    for (const struct gltf_mesh *mesh = teller->gltf->meshes; mesh; mesh = mesh->next) {
        emit_begin_object(&teller->emit, NULL);
        emit_begin_array(&teller->emit, "primitives", mesh->piece_count);
        for (uint32_t i = 0; i < mesh->piece_count && piece; i++, piece = piece->next)
            tell_piece(teller, piece, number++);
        emit_end_array(&teller->emit);
        emit_end_object(&teller->emit);
    }
    emit_end_array(&teller->emit);
}

static void tell_material(struct emitter *emit, enum gltf_look look)
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

static void tell_materials(struct teller *teller)
{
    const struct gltf *gltf = teller->gltf;
    if (gltf->piece_count == 0)
        return;
    emit_begin_array(&teller->emit, "materials", 0);
    for (enum gltf_look look = GLTF_SOLID; look < GLTF_LOOKS; look++)
        if (gltf->has_look[look])
            tell_material(&teller->emit, look);
    emit_end_array(&teller->emit);
}

void gltf_tell(struct gltf *gltf, ow_json_writer *writer)
{
    struct teller teller = {.emit = {.visit = ow_json_visit, .context = writer}, .gltf = gltf};
    arena_share(&teller.scratch, &gltf->arena);
    emit_begin_object(&teller.emit, NULL);
    tell_asset(&teller);
    tell_scene(&teller);
    tell_nodes(&teller);
    tell_meshes(&teller);
    tell_materials(&teller);
    gltf_tell_accessors(gltf, &teller.emit);
    gltf_tell_views(gltf, &teller.emit);
    if (gltf->size > 0) {
        emit_begin_array(&teller.emit, "buffers", 1);
        emit_begin_object(&teller.emit, NULL);
        emit_integer(&teller.emit, "byteLength", (int64_t)gltf->size);
        gltf_tell_buffer(gltf, writer);
        emit_end_object(&teller.emit);
        emit_end_array(&teller.emit);
    }
    emit_end_object(&teller.emit);
    arena_free(&teller.scratch);
}
