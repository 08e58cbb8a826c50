/* What the host provides during a call: progress, files beside the world, and unpacking. */
#include "host.h"
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>

bool host_goes_on(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    return host_progress((double)done, (double)total) != 0;
}

static bool give_piece(void *context, const void *data, size_t size)
{
    (void)context;
    return size == 0 || host_take(data, size) != 0;
}

ow_sink host_sink(void)
{
    return (ow_sink){.write = give_piece};
}

static struct {
    void *data; /* malloc'ed; owned */
    size_t size;
    uint32_t width, height; /* of an image, whose data are red, green, blue and opacity */
} lent;

/* Called by host_file before it returns true. */
EXPORTED void web_lend(void *data, size_t size, uint32_t width, uint32_t height)
{
    lent.data = data;
    lent.size = size;
    lent.width = width;
    lent.height = height;
}

static bool has_whole_image(void)
{
    return lent.width > 0 && lent.height > 0 &&
           lent.size == (uint64_t)lent.width * lent.height * sizeof(ow_color);
}

static bool borrow(ow_text path, bool as_image, char *message, size_t room)
{
    bool found = host_file(path.data, path.size, as_image);
    if (found && (!as_image || has_whole_image()))
        return true;
    if (found)
        free(lent.data);
    if (message)
        snprintf(message, room, "%.*s %s", (int)path.size, path.data,
                 found ? "does not have four bytes for each pixel, width times height"
                       : "was not given");
    return false;
}

static bool read_file(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    (void)context;
    if (!borrow(path, false, message, room))
        return false;
    *bytes = (ow_bytes){lent.data, lent.size};
    return true;
}

bool host_read(void *context, ow_text path, ow_bytes *bytes)
{
    return read_file(context, path, bytes, NULL, 0);
}

void host_release(void *context, ow_bytes *bytes)
{
    (void)context;
    free((void *)bytes->data);
    *bytes = (ow_bytes){0};
}

static bool load_pixels(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room)
{
    (void)context;
    if (!borrow(path, true, message, room))
        return false;
    *pixels = (ow_pixels){
        .width = lent.width, .height = lent.height, .pixels = lent.data, .owner = lent.data};
    return true;
}

static void release_pixels(void *context, ow_pixels *pixels)
{
    (void)context;
    free(pixels->owner);
    *pixels = (ow_pixels){0};
}

ow_scene_files host_scene_files(void)
{
    return (ow_scene_files){.read = read_file,
                            .release = host_release,
                            .load = load_pixels,
                            .release_pixels = release_pixels};
}

/* The red channel of an image of 8 bits a channel: the city's game takes heights from it. */
static bool load_samples(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)context;
    if (!borrow(path, true, message, room))
        return false;
    size_t count = lent.size / sizeof(ow_color);
    const ow_color *colors = lent.data;
    uint16_t *samples = malloc(count * sizeof *samples);
    for (size_t i = 0; samples && i < count; i++)
        samples[i] = colors[i].red;
    free(lent.data);
    if (!samples)
        snprintf(message, room, "not enough memory");
    *image = (ow_image){.width = lent.width,
                        .height = lent.height,
                        .depth = 8,
                        .samples = samples,
                        .owner = samples};
    return samples != NULL;
}

static void release_samples(void *context, ow_image *image)
{
    (void)context;
    free(image->owner);
    *image = (ow_image){0};
}

ow_image_source host_images(void)
{
    return (ow_image_source){.load = load_samples, .release = release_samples};
}
