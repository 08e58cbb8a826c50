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
    char *taken[MOST_FILES], *missing[MOST_FILES];
    size_t count, bytes, missing_count;
    bool warns, is_full;
};

/* A file that is there and cannot be had: told, and no page is made without it. */
static void report_trouble(struct gathering *gathering, const char *message)
{
    if (!gathering->input->trouble)
        complain("%s: %s", gathering->input->path, message);
    gathering->input->trouble = true;
}

static bool is_in(char *const *paths, size_t count, const char *path)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(paths[i], path) == 0)
            return true;
    return false;
}

/* Warns once about each image that is missing. */
static void warn_of_missing(struct gathering *gathering, ow_text path, const char *message)
{
    char *copy =
        gathering->warns && !gathering->input->trouble ? strndup(path.data, path.size) : NULL;
    if (!copy || gathering->missing_count == MOST_FILES ||
        is_in(gathering->missing, gathering->missing_count, copy)) {
        free(copy);
        return;
    }
    gathering->missing[gathering->missing_count++] = copy;
    warn_of("%s: warning: %s", gathering->input->path, message);
}

static void warn_of_full(struct gathering *gathering, const char *path)
{
    if (gathering->warns && !gathering->is_full)
        warn_of(
            "%s: warning: the page has no room for %s: it holds %d files and 64 MiB beside a world",
            gathering->input->path, path, MOST_FILES);
    gathering->is_full = true;
}

/* Whether this file is to be handed out: the first time that it is asked for, while there is room. */
static bool is_new(struct gathering *gathering, const char *path, size_t size)
{
    if (is_in(gathering->taken, gathering->count, path))
        return false;
    if (gathering->count == MOST_FILES || size > MOST_BESIDE_BYTES - gathering->bytes) {
        warn_of_full(gathering, path);
        return false;
    }
    char *copy = strdup(path);
    if (!copy) {
        report_trouble(gathering, "there is not enough memory for what lies beside it");
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
            report_trouble(gathering, message);
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
    } else {
        warn_of_missing(gathering, path, message);
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

bool each_file_beside(struct input *input, bool warns,
                      void (*take)(void *context, const char *path, ow_bytes bytes), void *context)
{
    struct gathering *gathering = calloc(1, sizeof *gathering);
    if (!gathering) {
        complain("%s: there is not enough memory for what lies beside it", input->path);
        return !(input->trouble = true);
    }
    gathering->input = input;
    gathering->warns = warns;
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
        report_trouble(gathering, "there is not enough memory to see what lies beside it");
    ow_scene_close(&scene);
    for (size_t i = 0; i < gathering->count; i++)
        free(gathering->taken[i]);
    for (size_t i = 0; i < gathering->missing_count; i++)
        free(gathering->missing[i]);
    free(gathering);
    return !input->trouble;
}
