/* What lies beside a world and shows in its picture: found by making the scene, which asks for it. */
#include "view_beside.h"

#include "assets.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 2000 }; /* that the page takes beside a world */

struct gathering {
    struct input *input;
    void (*take)(void *context, const char *path, ow_bytes bytes);
    void *context;
    char *taken[MOST_FILES];
    size_t count, bytes;
};

/* A file that is there and cannot be had: told, and no page is made without it. */
static void tell_trouble(struct gathering *gathering, const char *message)
{
    if (!gathering->input->trouble)
        complain("%s: %s", gathering->input->path, message);
    gathering->input->trouble = true;
}

/* Whether this file is to be handed out: the first time that it is asked for, while there is room. */
static bool is_new(struct gathering *gathering, const char *path, size_t size)
{
    for (size_t i = 0; i < gathering->count; i++)
        if (strcmp(gathering->taken[i], path) == 0)
            return false;
    if (gathering->count == MOST_FILES || size > MOST_BESIDE_BYTES - gathering->bytes)
        return false;
    char *copy = strdup(path);
    if (!copy) {
        tell_trouble(gathering, "there is not enough memory for what lies beside it");
        return false;
    }
    gathering->taken[gathering->count++] = copy;
    gathering->bytes += size;
    return true;
}

static bool read_file(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    struct gathering *gathering = context;
    struct asset asset = {.trouble = false};
    char name[1024];
    snprintf(name, sizeof name, "%.*s", (int)path.size, path.data);
    if (path.size >= sizeof name || !asset_read(gathering->input, path, &asset, message, room)) {
        if (asset.trouble)
            tell_trouble(gathering, message);
        return false;
    }
    *bytes = (ow_bytes){asset.bytes, asset.size};
    if (is_new(gathering, name, asset.size))
        gathering->take(gathering->context, name, *bytes);
    return true;
}

static void release_file(void *context, ow_bytes *bytes)
{
    (void)context;
    free((void *)(uintptr_t)bytes->data);
    *bytes = (ow_bytes){0};
}

/* Nobody looks at this scene: its images are handed out, and not unpacked. */
static bool pass_by(struct gathering *gathering, ow_text path, char *message, size_t room)
{
    ow_bytes bytes;
    if (read_file(gathering, path, &bytes, message, room)) {
        release_file(NULL, &bytes);
        snprintf(message, room, "%.*s is not looked at", (int)path.size, path.data);
    }
    return false;
}

static bool load_pixels(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room)
{
    (void)pixels;
    return pass_by(context, path, message, room);
}

static bool load_image(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)image;
    return pass_by(context, path, message, room);
}

bool each_file_beside(struct input *input,
                      void (*take)(void *context, const char *path, ow_bytes bytes), void *context)
{
    struct gathering *gathering = calloc(1, sizeof *gathering);
    if (!gathering) {
        complain("%s: there is not enough memory for what lies beside it", input->path);
        return !(input->trouble = true);
    }
    gathering->input = input;
    gathering->take = take;
    gathering->context = context;
    const ow_options options = {.variant = input->variant,
                                .images = {.context = gathering, .load = load_image}};
    const ow_scene_options asked = {
        .files = {
            .context = gathering, .read = read_file, .release = release_file, .load = load_pixels}};
    ow_scene scene = {0};
    ow_error error;
    /* What breaks off has asked by then for what it asks for. */
    if (ow_scene_open(input->bytes, input->size, &options, &asked, &scene, &error) == OW_NO_MEMORY)
        tell_trouble(gathering, "there is not enough memory to see what lies beside it");
    ow_scene_close(&scene);
    for (size_t i = 0; i < gathering->count; i++)
        free(gathering->taken[i]);
    free(gathering);
    return !input->trouble;
}
