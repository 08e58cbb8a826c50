/* What a world looks like, as something to be done with a file: its scene, drawn small and as
 * glTF. */
#include "harness.h"

#include "../support/scenes.h"

static ow_status draw(const ow_scene *scene, const ow_options *options, ow_view_kind view,
                      struct bytes *result, ow_error *error)
{
    const ow_picture_options small = {
        .width = 80, .height = 60, .view = view, .samples = 1, .labels = true, .legend = true};
    ow_picture picture;
    ow_status status = ow_picture_draw(scene, &small, options, &picture, error);
    if (status != OW_OK)
        return status;
    if (picture.width != small.width || picture.height != small.height)
        broken("a picture of another size");
    put_raw(result, picture.pixels,
            (size_t)picture.width * picture.height * sizeof *picture.pixels);
    ow_picture_free(&picture);
    return OW_OK;
}

static void put_counts(const ow_scene *scene, struct bytes *result)
{
    const uint32_t counts[] = {scene->kind_count,  scene->type_count,    scene->group_count,
                               scene->shape_count, scene->part_count,    scene->item_count,
                               scene->label_count, scene->segment_count, scene->layer_count,
                               scene->ground_count};
    put_raw(result, counts, sizeof counts);
    put_raw(result, scene->least, sizeof scene->least);
    put_raw(result, scene->most, sizeof scene->most);
}

/* FNV-1a of 64 bits, byte by byte. */
static bool hash_bytes(void *context, const void *data, size_t size)
{
    uint64_t *hash = context;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const uint8_t *)data)[i]) * UINT64_C(0x100000001b3);
    return true;
}

static ow_status write_gltf(const ow_scene *scene, const ow_options *options, bool instancing,
                            struct bytes *result, ow_error *error)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const ow_gltf_options asked = {.instancing = instancing};
    const ow_sink sink = {.context = &hash, .write = hash_bytes};
    ow_status status = ow_gltf_write(scene, &asked, options, &sink, error);
    put_raw(result, &hash, sizeof hash);
    return status;
}

ow_status look(ow_scene *scene, const ow_options *options, struct bytes *result, ow_error *error)
{
    const char *fault = scene_fault(scene);
    if (fault) {
        broken("the scene is not sound: %s", fault);
        ow_scene_close(scene);
        return OW_OK;
    }
    put_counts(scene, result);
    ow_status status = draw(scene, options, OW_VIEW_USUAL, result, error);
    if (status == OW_OK)
        status = draw(scene, options, OW_VIEW_GAME, result, error);
    for (int instancing = 0; instancing < 2 && status == OW_OK; instancing++)
        status = write_gltf(scene, options, instancing, result, error);
    ow_scene_close(scene);
    return status;
}

ow_status deed_scene(const void *bytes, size_t size, const ow_options *options,
                     struct bytes *result, ow_error *error)
{
    ow_scene scene;
    int open = 0;
    ow_options with = with_pictures(options, &open);
    ow_status status = ow_scene_open(bytes, size, &with, NULL, &scene, error);
    if (open != 0)
        broken("%d pictures were not given back", open);
    return status == OW_OK ? look(&scene, options, result, error) : status;
}
