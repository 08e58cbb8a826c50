/* Files beside a world, which the caller reads for a scene. */
#include "build.h"

/* The bytes of an empty file, whatever the caller returns. */
static const uint8_t nothing[1];

bool scene_read_file(const struct scene_builder *builder, const char *path, struct scene_file *file)
{
    const ow_scene_files *files = &builder->asked.files;
    *file = (struct scene_file){0};
    if (!files->read || !files->read(files->context, ow_text_of(path), &file->bytes, file->message,
                                     sizeof file->message))
        return false;
    if (!file->bytes.data) {
        scene_release_file(builder, file);
        file->bytes = (ow_bytes){nothing, 0};
    }
    return true;
}

void scene_release_file(const struct scene_builder *builder, struct scene_file *file)
{
    const ow_scene_files *files = &builder->asked.files;
    if (files->release && file->bytes.data != nothing)
        files->release(files->context, &file->bytes);
}

ow_options scene_text_options(const struct scene_builder *builder)
{
    const struct arena *arena = &builder->arena;
    const struct arena *account = arena->account ? arena->account : arena;
    uint64_t left = account->limit - account->held;
    return (ow_options){.allocator = arena->allocator, .max_memory = left > 0 ? left : 1};
}
