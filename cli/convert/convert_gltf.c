/* overworld convert: writes the scene of a world as glTF. */
#include "convert/convert.h"

#include "io/assets.h"
#include "pictures/scene_files.h"
#include "terminal/terminal.h"

bool is_gltf(const struct conversion *conversion)
{
    return conversion->to == TO_GLB || conversion->to == TO_GLTF;
}

int make_scene(struct conversion *conversion, const ow_document *document)
{
    struct scene_files files;
    struct input *input = &conversion->input;
    ow_error error = {0};
    ow_options options = input_options(input, "looking");
    ow_scene_options asked;
    int found = scene_options(&files, conversion->arguments, input, &asked);
    if (found != EXIT_FINE)
        return found;
    files.written = &conversion->written;
    ow_status status =
        document ? ow_scene_open_document(document, &options, &asked, &conversion->scene, &error)
                 : ow_scene_open(input->bytes, input->size, &options, &asked, &conversion->scene,
                                 &error);
    clear_progress();
    if (status != OW_OK)
        return input_failed(input, &error);
    if (option_set(conversion->arguments, "tileset") && conversion->scene.layer_count == 0)
        warn(conversion, "--tileset has no effect: the world has no tiles");
    return EXIT_FINE;
}

ow_status write_gltf(struct conversion *conversion, const ow_sink *sink, ow_error *error)
{
    ow_options options = input_options(&conversion->input, "writing");
    ow_gltf_options asked = {.as_text = conversion->to == TO_GLTF,
                             .instancing = option_set(conversion->arguments, "instancing"),
                             .title = conversion->input.name};
    /* 0: the limit depends on the scene's size, not on that of its file */
    options.max_memory = memory_limit();
    return ow_gltf_write(&conversion->scene, &asked, &options, sink, error);
}
