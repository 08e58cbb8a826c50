/* City saves for tests: bytes from JSON, and a source of images that need no files. */
#include "cities.h"

#include "documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes bytes_of_json(const char *text)
{
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error = {0};
    ow_document document = document_of(text);
    if (ow_write(&document, NULL, &sink, &error) != OW_OK)
        abort();
    ow_close(&document);
    return bytes;
}

static bool load(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    struct image_shelf *shelf = context;
    snprintf(shelf->asked_for, sizeof shelf->asked_for, "%.*s", (int)path.size, path.data);
    if (shelf->width == 0 || shelf->height == 0) {
        snprintf(message, room, "there is no such image");
        return false;
    }
    *image = (ow_image){
        .width = shelf->width, .height = shelf->height, .depth = shelf->depth ? shelf->depth : 8};
    image->samples = malloc((size_t)shelf->width * shelf->height * sizeof *image->samples);
    for (uint32_t i = 0; image->samples && i < shelf->width * shelf->height; i++)
        image->samples[i] = shelf->sample ? shelf->sample(i % shelf->width, i / shelf->width) : 100;
    shelf->loaded++;
    return true;
}

static void release(void *context, ow_image *image)
{
    struct image_shelf *shelf = context;
    free(image->samples);
    *image = (ow_image){0};
    shelf->released++;
}

ow_options options_with(struct image_shelf *shelf)
{
    return (ow_options){.images = {.context = shelf, .load = load, .release = release}};
}
