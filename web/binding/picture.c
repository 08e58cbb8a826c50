/* Pictures of scenes: pixels, SVG, glTF, and the part at a pixel. */
#include "calls.h"
#include "scene.h"
#include "settings.h"

#include <stdlib.h>
#include <string.h>

struct picture_settings {
    ow_picture_options options;
    int view;
    uint32_t turn, samples, x, y;
    uint64_t max_memory;
    const char *highlight; /* selectors */
    bool changes;          /* draw the marks of a comparison */
    uint32_t *items, *segments;
};

static const char *const views[] = {"usual", "iso",   "top",  "bottom", "front",  "back",
                                    "left",  "right", "city", "game",   "angles", NULL};

#define OPTION(name, kind, words, given)                                                           \
    {                                                                                              \
#name, kind, offsetof(struct picture_settings, options.name), words, given                 \
    }

static const struct setting picture_table[] = {
    OPTION(width, SETTING_U32, NULL, 0),
    OPTION(height, SETTING_U32, NULL, 0),
    OPTION(yaw, SETTING_NUMBER, NULL, 0),
    OPTION(pitch, SETTING_NUMBER, NULL, 0),
    OPTION(perspective, SETTING_FLAG, NULL, 0),
    OPTION(transparent, SETTING_FLAG, NULL, 0),
    OPTION(plain, SETTING_FLAG, NULL, 0),
    OPTION(without_states, SETTING_FLAG, NULL, 0),
    OPTION(labels, SETTING_FLAG, NULL, 0),
    OPTION(grid, SETTING_FLAG, NULL, 0),
    OPTION(scale_bar, SETTING_FLAG, NULL, 0),
    OPTION(legend, SETTING_FLAG, NULL, 0),
    OPTION(budget, SETTING_U64, NULL, 0),
    OPTION(background, SETTING_COLOR, NULL, GIVEN(struct picture_settings, options.has_background)),
    {"target", SETTING_PLACE, offsetof(struct picture_settings, options.target), NULL,
     GIVEN(struct picture_settings, options.is_framed)},
    OPTION(scale, SETTING_NUMBER, NULL, 0),
    {"view", SETTING_WORD, offsetof(struct picture_settings, view), views, 0},
    {"turn", SETTING_U32, offsetof(struct picture_settings, turn), NULL, 0},
    {"samples", SETTING_U32, offsetof(struct picture_settings, samples), NULL, 0},
    {"max_memory", SETTING_U64, offsetof(struct picture_settings, max_memory), NULL, 0},
    {"highlight", SETTING_TEXT, offsetof(struct picture_settings, highlight), NULL, 0},
    {"changes", SETTING_FLAG, offsetof(struct picture_settings, changes), NULL, 0},
    {"x", SETTING_U32, offsetof(struct picture_settings, x), NULL, 0},
    {"y", SETTING_U32, offsetof(struct picture_settings, y), NULL, 0},
    {0}};

/* The items or segments to mark: those that selectors match, after those that are marked
 * already. */
static ow_status find_marked(const struct scene *scene, const char *selectors,
                             ow_scene_part_kind part, const uint32_t *before, size_t before_count,
                             uint32_t **indices, size_t *count)
{
    ow_status status = OW_OK;
    size_t found = 0;
    if (selectors)
        status = ow_scene_find(&scene->scene, selectors, part, NULL, 0, &found, fresh_error());
    *count = before_count + found;
    if (status != OW_OK || *count == 0)
        return status;
    *indices = malloc(*count * sizeof **indices);
    if (!*indices)
        return fresh_error()->status = OW_NO_MEMORY;
    if (before_count > 0)
        memcpy(*indices, before, before_count * sizeof **indices);
    return found == 0 ? OW_OK
                      : ow_scene_find(&scene->scene, selectors, part, *indices + before_count,
                                      found, &found, fresh_error());
}

static ow_status take_settings(const struct scene *scene, const char *text,
                               struct picture_settings *settings)
{
    ow_picture_options *options = &settings->options;
    ow_status status = read_settings(text, picture_table, settings);
    options->view = (ow_view_kind)settings->view;
    options->turn = settings->turn;
    options->samples = settings->samples;
    if (status == OW_OK)
        status = find_marked(scene, settings->highlight, OW_IN_ITEMS, scene->items,
                             settings->changes ? scene->marked_items : 0, &settings->items,
                             &options->highlight_count);
    if (status == OW_OK)
        status = find_marked(scene, settings->highlight, OW_IN_SEGMENTS, scene->segments,
                             settings->changes ? scene->marked_segments : 0, &settings->segments,
                             &options->highlight_segment_count);
    options->highlights = settings->items;
    options->highlight_segments = settings->segments;
    return status;
}

static void free_settings(struct picture_settings *settings)
{
    free(settings->items);
    free(settings->segments);
}

static ow_options options_for(uint64_t max_memory)
{
    return (ow_options){.max_memory = max_memory, .progress = host_goes_on};
}

static ow_picture drawn;

/* Draws. The pixels are valid until the next call that draws, or web_picture_release. */
EXPORTED int web_draw(const struct scene *scene, const char *text)
{
    struct picture_settings settings = {0};
    ow_picture_free(&drawn);
    ow_status status = take_settings(scene, text, &settings);
    ow_options options = options_for(settings.max_memory);
    ow_scene both = scene->scene;
    if (status == OW_OK && settings.changes && !join_scene(scene, &both))
        status = fresh_error()->status = OW_NO_MEMORY;
    if (status == OW_OK)
        status = ow_picture_draw(&both, &settings.options, &options, &drawn, fresh_error());
    split_scene(scene, &both);
    free_settings(&settings);
    return (int)status;
}

EXPORTED const ow_color *web_picture_pixels(void)
{
    return drawn.pixels;
}

EXPORTED uint32_t web_picture_width(void)
{
    return drawn.width;
}

EXPORTED uint32_t web_picture_height(void)
{
    return drawn.height;
}

EXPORTED int web_picture_has_less_detail(void)
{
    return drawn.has_less_detail;
}

EXPORTED void web_picture_release(void)
{
    ow_picture_free(&drawn);
}

/* Answers with the part at the pixel x, y: {"part": N, "index": N}, with OW_IN_NOTHING for none. */
EXPORTED int web_pick(const struct scene *scene, const char *text)
{
    struct picture_settings settings = {0};
    ow_scene_part_kind part = OW_IN_NOTHING;
    uint32_t index = 0;
    ow_status status = take_settings(scene, text, &settings);
    ow_options options = options_for(settings.max_memory);
    if (status == OW_OK)
        status = ow_picture_pick(&scene->scene, &settings.options, &options, settings.x, settings.y,
                                 &part, &index, fresh_error());
    free_settings(&settings);
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_add_integer(writer, "part", part);
    json_add_integer(writer, "index", index);
    json_end_object(writer);
    return (int)close_answer(writer, status);
}

/* Answers with the place at a pixel: [x, y, z], or []. */
EXPORTED int web_find_place(const struct scene *scene, const char *text)
{
    struct picture_settings settings = {0};
    double place[3];
    bool found = false;
    ow_status status = take_settings(scene, text, &settings);
    ow_options options = options_for(settings.max_memory);
    if (status == OW_OK)
        status = ow_picture_find_place(&scene->scene, &settings.options, &options, settings.x,
                                       settings.y, place, &found, fresh_error());
    free_settings(&settings);
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_array(writer, NULL);
    for (unsigned axis = 0; found && axis < 3; axis++)
        json_add_float(writer, NULL, (float)place[axis]);
    json_end_array(writer);
    return (int)close_answer(writer, status);
}

EXPORTED int web_svg(const struct scene *scene, const char *text)
{
    struct picture_settings settings = {0};
    ow_status status = take_settings(scene, text, &settings);
    ow_options options = options_for(settings.max_memory);
    ow_sink sink = answer_sink();
    if (status == OW_OK)
        status =
            ow_picture_write_svg(&scene->scene, &settings.options, &options, &sink, fresh_error());
    free_settings(&settings);
    return (int)status;
}

struct gltf_settings {
    ow_gltf_options options;
    uint64_t max_memory;
};

EXPORTED int web_gltf(const struct scene *scene, const char *text)
{
    static const struct setting table[] = {
        {"as_text", SETTING_FLAG, offsetof(struct gltf_settings, options.as_text), NULL, 0},
        {"instancing", SETTING_FLAG, offsetof(struct gltf_settings, options.instancing), NULL, 0},
        {"without_states", SETTING_FLAG, offsetof(struct gltf_settings, options.without_states),
         NULL, 0},
        {"title", SETTING_TEXT, offsetof(struct gltf_settings, options.title), NULL, 0},
        {"max_memory", SETTING_U64, offsetof(struct gltf_settings, max_memory), NULL, 0},
        {0}};
    struct gltf_settings settings = {0};
    ow_status status = read_settings(text, table, &settings);
    ow_options options = options_for(settings.max_memory);
    ow_sink sink = answer_sink();
    if (status == OW_OK)
        status = ow_gltf_write(&scene->scene, &settings.options, &options, &sink, fresh_error());
    return (int)status;
}
