/* glTF: words that many nodes and meshes repeat, as JSON. */
#include "gltf.h"

#include "../../json/values.h"

/* A text in quotes; empty without memory. */
static ow_text quoted(struct gltf *gltf, ow_text text)
{
    struct arena scratch;
    struct output output;
    ow_buffer buffer;
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
    arena_share(&scratch, &gltf->arena);
    char *copy = gltf_short_text(gltf, &scratch, text);
    output_to_buffer(&output, &gltf->options, &(ow_buffer){0});
    if (copy) {
        event.value.text = ow_text_of(copy);
        json_put_value(&output, &event);
    }
    arena_free(&scratch);
    ow_status status = output_close_buffer(&output, &buffer);
    if (status != OW_OK)
        gltf_fail(gltf, status);
    char *kept = gltf_take(gltf, buffer.size + 1, 1);
    size_t size = kept ? buffer.size : 0;
    if (size > 0)
        memcpy(kept, buffer.data, size);
    ow_buffer_free(&buffer, &gltf->options);
    return (ow_text){kept, size};
}

void gltf_find_words(struct gltf *gltf)
{
    const ow_scene *scene = gltf->scene;
    gltf->kind_words = gltf_take(gltf, (size_t)scene->kind_count + 1, sizeof *gltf->kind_words);
    gltf->type_words = gltf_take(gltf, (size_t)scene->type_count + 1, sizeof *gltf->type_words);
    for (uint32_t i = 0; i < scene->kind_count && gltf->status == OW_OK; i++) {
        const ow_scene_kind *kind = &scene->kinds[i];
        gltf->kind_words[i].list = quoted(gltf, ow_text_of(kind->list ? kind->list : ""));
        gltf->kind_words[i].name = quoted(gltf, ow_text_of(kind->name));
    }
    for (uint32_t i = 0; i < scene->type_count && gltf->status == OW_OK; i++)
        gltf->type_words[i] = quoted(gltf, scene->types[i].name);
}
