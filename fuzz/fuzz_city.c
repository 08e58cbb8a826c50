/* City saves alone, as bytes or as JSON, so that time is spent on them; and what only they have:
 * the ground as heights. */
#include "promises.h"

/* Heights go into an image and come back no further off than it says. */
static void through_image(const ow_heights *heights)
{
    ow_image image;
    ow_heights back;
    float largest = -1;
    ow_error error = {0};
    ow_status status = ow_heights_to_image(heights, NULL, &image, &largest, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    PROMISE(ow_heights_from_image(&image, NULL, &back, &error) == OW_OK);
    PROMISE(back.x_vertices == heights->x_vertices && back.y_vertices == heights->y_vertices);
    size_t count = (size_t)back.x_vertices * back.y_vertices;
    for (size_t i = 0; i < count; i++)
        PROMISE(largest > 3e38f || (back.values[i] - heights->values[i] <= largest &&
                                    heights->values[i] - back.values[i] <= largest));
    ow_heights_free(&back);
    ow_image_free(&image);
}

static void change_ground(ow_document *document)
{
    ow_options options = options_with_pictures();
    ow_heights heights;
    ow_buffer buffer = {0};
    ow_error error = {0};
    float height;
    ow_status status = ow_get_heights(document, &options, &heights, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status != OW_OK)
        return;
    (void)ow_heights_at(&heights, 0.5f, 1.25f, &height);
    (void)ow_heights_at(&heights, -1e30f, 1e30f, &height);
    through_image(&heights);
    status = ow_set_heights(document, &heights, &error);
    expect_clean(status, &error, SIZE_MAX);
    PROMISE(write_document(document, &buffer) == OW_OK);
    ow_buffer_free(&buffer, NULL);
    ow_heights_free(&heights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_city_save *save;
    ow_document document;
    ow_error error = {0};
    if (size > 0 && data[0] == '{') {
        keep_promises_of_json(data, size);
        return 0;
    }
    ow_status status = ow_city_read(data, size, NULL, &save, &error);
    expect_clean(status, &error, size);
    ow_city_free(save);
    const ow_format *format = ow_identify(data, size);
    if (!format || strcmp(format->name, "city") != 0)
        return 0;
    keep_promises_of_bytes(data, size);
    if (ow_open(data, size, NULL, &document, &error) == OW_OK)
        change_ground(&document);
    ow_close(&document);
    return 0;
}
