/* glTF: the JSON that describes the buffer. */
#include "gltf.h"

#include "../../base/utf8.h"

struct gltf_writer {
    struct emitter emit;
    struct gltf *gltf;
};

char *gltf_short_text(struct gltf *gltf, struct arena *arena, ow_text text)
{
    char *copy = arena_take(arena, text.size + 1);
    if (!copy) {
        gltf_fail(gltf, arena->status);
        return NULL;
    }
    for (size_t i = 0; i < text.size; i++)
        copy[i] = text.data[i] ? text.data[i] : ' ';
    copy[text.size] = '\0';
    utf8_make_valid(copy);
    return copy;
}

/* Names in files may be invalid UTF-8, which JSON does not allow. */
static void emit_short_text(struct gltf_writer *out, const char *name, ow_text text)
{
    struct arena scratch;
    arena_share(&scratch, &out->gltf->arena);
    char *copy = gltf_short_text(out->gltf, &scratch, text);
    if (copy)
        emit_string(&out->emit, name, copy);
    arena_free(&scratch);
}

static void emit_asset(struct gltf_writer *out)
{
    struct emitter *emit = &out->emit;
    emit_begin_object(emit, "asset");
    emit_string(emit, "version", "2.0");
    emit_string(emit, "generator", "Overworld");
    emit_end_object(emit);
    if (out->gltf->swarms.count == 0)
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
    emit_begin_object(&out.emit, NULL);
    emit_asset(&out);
    emit_scene(&out);
    gltf_write_nodes(gltf, writer);
    gltf_write_meshes(gltf, writer);
    emit_materials(&out);
    gltf_write_accessors(gltf, writer);
    gltf_write_views(gltf, writer);
    if (gltf->size > 0) {
        emit_begin_array(&out.emit, "buffers", 1);
        emit_begin_object(&out.emit, NULL);
        emit_integer(&out.emit, "byteLength", (int64_t)gltf->size);
        gltf_emit_buffer(gltf, writer);
        emit_end_object(&out.emit);
        emit_end_array(&out.emit);
    }
    emit_end_object(&out.emit);
}
