/* overworld info: the map and the height that are asked for. */
#include "images.h"
#include "info.h"
#include "json.h"
#include "terminal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "10,5": two decimal numbers. The command never leaves the C locale, so that strtof knows the point. */
static bool read_point(const char *text, float *x, float *y)
{
    char *end;
    if (text[strspn(text, "0123456789+-.eE, ")] != '\0')
        return false;
    *x = strtof(text, &end);
    if (end == text || *end != ',')
        return false;
    const char *second = end + 1;
    *y = strtof(second, &end);
    return end != second && *end == '\0' && isfinite(*x) && isfinite(*y);
}

static bool read_layer(const struct arguments *arguments, struct asked *asked)
{
    unsigned long long layer = 0;
    asked->one_layer = option_set(arguments, "layer");
    if (!option_number(arguments, "layer", &layer))
        return false;
    asked->layer = layer < UINT32_MAX ? (uint32_t)layer : UINT32_MAX; /* which no map has */
    if (!asked->one_layer || asked->map)
        return true;
    complain("--layer goes with --map");
    return false;
}

bool read_asked(const struct arguments *arguments, struct asked *asked)
{
    *asked = (struct asked){
        .paths = option_set(arguments, "recursive"),
        .json = json_asked(arguments),
        .full = option_set(arguments, "full"),
        .header = option_set(arguments, "header"),
        .map = option_set(arguments, "map"),
        .height = option_set(arguments, "at"),
    };
    enum { MOST_ON_A_SCREEN = 10 };
    asked->most = asked->json || asked->full ? 0 : MOST_ON_A_SCREEN;
    if (!option_number(arguments, "max-items", &asked->most))
        return false;
    const char *point = option_value(arguments, "at");
    const char *protocol = option_value(arguments, "picture");
    asked->picture = protocol != NULL;
    if (protocol && asked->json) {
        complain("--picture is for people, --json for programs; overworld render makes a file");
        return false;
    }
    if (protocol && !choose_protocol(protocol, &asked->protocol))
        return false;
    if (asked->full && asked->header) {
        complain("--full and --header exclude each other");
        return false;
    }
    if (point && !read_point(point, &asked->x, &asked->y)) {
        complain("--at takes two numbers with a comma between them, such as 10,5.5, not \"%s\"",
                 point);
        return false;
    }
    return read_layer(arguments, asked);
}

ow_status print_asked_picture(struct input *input, const struct asked *asked, ow_error *error)
{
    ow_options options = input_options(input, "drawing");
    ow_picture_options small = {.labels = false};
    ow_picture picture = {0};
    ow_scene scene;
    picture_size(asked->protocol, &small.width, &small.height);
    ow_status status = ow_scene_open(input->bytes, input->size, &options, NULL, &scene, error);
    if (status == OW_OK)
        status = ow_picture_draw(&scene, &small, &options, &picture, error);
    clear_progress();
    if (status == OW_OK && !print_picture(&picture, asked->protocol))
        status = error->status = OW_NO_MEMORY;
    ow_picture_free(&picture);
    ow_scene_close(&scene);
    return status;
}

static ow_status not_there(ow_error *error)
{
    error->status = OW_BAD_ARGUMENT;
    return OW_BAD_ARGUMENT;
}

ow_status open_asked_map(struct input *input, const struct asked *asked, struct asked_map *map,
                         ow_error *error)
{
    ow_options options = input_options(input, "drawing");
    *map = (struct asked_map){0};
    ow_status status = ow_map_open(input->bytes, input->size, &options, &map->map, error);
    clear_progress();
    if (status != OW_OK)
        return status;
    map->count = map->map.layer_count;
    if (!asked->one_layer)
        return OW_OK;
    map->first = asked->layer;
    map->count = 1;
    if (asked->layer < map->map.layer_count)
        return OW_OK;
    snprintf(error->message, sizeof error->message,
             "there is no layer %" PRIu32 ": it has %" PRIu32 ", counted from 0", asked->layer,
             map->map.layer_count);
    ow_map_close(&map->map);
    return not_there(error);
}

static ow_status height_in(const ow_heights *heights, const struct asked *asked, float *height,
                           ow_error *error)
{
    if (ow_heights_at(heights, asked->x, asked->y, height))
        return OW_OK;
    if (heights->x_vertices == 0 || heights->y_vertices == 0)
        snprintf(error->message, sizeof error->message, "its ground has no vertices");
    else
        snprintf(error->message, sizeof error->message,
                 "%g, %g is outside the ground, which goes from 0, 0 to %" PRIu32 ", %" PRIu32,
                 (double)asked->x, (double)asked->y, heights->x_vertices - 1,
                 heights->y_vertices - 1);
    return not_there(error);
}

ow_status find_asked_height(struct input *input, const struct asked *asked, float *height,
                            ow_error *error)
{
    ow_options options = input_options(input, "reading");
    ow_document document;
    ow_heights heights = {0};
    ow_status status = ow_open(input->bytes, input->size, &options, &document, error);
    if (status == OW_OK)
        status = ow_get_heights(&document, &options, &heights, error);
    clear_progress();
    if (status == OW_OK)
        status = height_in(&heights, asked, height, error);
    ow_heights_free(&heights);
    ow_close(&document);
    return status;
}
