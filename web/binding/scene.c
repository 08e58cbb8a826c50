/* Scenes: the look of a world, as arrays that JavaScript copies from memory. */
#include "calls.h"

#include "scene.h"
#include "settings.h"

#include <stdlib.h>

struct scene_settings {
    ow_scene_options options;
};

static ow_status open_scene(struct world *world, const char *text, const ow_mods *mods,
                            struct scene *scene, ow_json_writer *writer)
{
    static const struct setting table[] = {
        {"tileset", SETTING_TEXT, offsetof(ow_scene_options, tileset), NULL, 0},
        {"as_placed", SETTING_FLAG, offsetof(ow_scene_options, as_placed), NULL, 0},
        {"carriers_only", SETTING_FLAG, offsetof(ow_scene_options, carriers_only), NULL, 0},
        {0}};
    ow_scene_options settings = {
        .files = host_scene_files(), .warn = answer_loss, .warn_context = writer, .mods = mods};
    ow_status status = read_settings(text, table, &settings);
    ow_options options = options_of(world);
    if (status != OW_OK)
        return status;
    return world->bytes.data ? ow_scene_open(world->bytes.data, world->bytes.size, &options,
                                             &settings, &scene->scene, fresh_error())
                             : ow_scene_open_document(&world->document, &options, &settings,
                                                      &scene->scene, fresh_error());
}

/* Answers with the sizes of the arrays before they are copied. */
static void add_counts(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_object(writer, "counts");
    json_add_integer(writer, "items", scene->item_count);
    json_add_integer(writer, "segments", scene->segment_count);
    json_add_integer(writer, "labels", scene->label_count);
    json_add_integer(writer, "layers", scene->layer_count);
    json_add_integer(writer, "grounds", scene->ground_count);
    json_end_object(writer);
}

/* Answers with {"losses": [...], "counts": {...}} and the short facts of scene_facts.c. Losses are
 * what could not be found or is drawn differently. `mods` may be NULL, and may be closed after. */
EXPORTED struct scene *web_scene(struct world *world, const char *settings, const ow_mods *mods)
{
    struct scene *scene = calloc(1, sizeof *scene);
    ow_json_writer *writer = scene ? open_answer() : NULL;
    if (!writer) {
        if (!scene)
            fresh_error()->status = OW_NO_MEMORY;
        free(scene);
        return NULL;
    }
    scene->options = world->options;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "losses");
    ow_status status = open_scene(world, settings, mods, scene, writer);
    json_end_array(writer);
    add_short_facts(writer, &scene->scene);
    add_counts(writer, &scene->scene);
    json_end_object(writer);
    if (close_answer(writer, status) == OW_OK)
        return scene;
    web_scene_close(scene);
    return NULL;
}

EXPORTED void web_scene_close(struct scene *scene)
{
    if (scene) {
        forget_marks(scene);
        ow_scene_close(&scene->scene);
    }
    free(scene);
}

struct choice_settings {
    ow_scene_choice choice;
    double ranges[3][2];
};

EXPORTED int web_scene_choose(struct scene *scene, const char *text)
{
    static const struct setting table[] = {
        {"only", SETTING_TEXT, offsetof(struct choice_settings, choice.only), NULL, 0},
        {"hide", SETTING_TEXT, offsetof(struct choice_settings, choice.hide), NULL, 0},
        {"cut_x", SETTING_RANGE, offsetof(struct choice_settings, ranges[0]), NULL,
         GIVEN(struct choice_settings, choice.cuts[0])},
        {"cut_y", SETTING_RANGE, offsetof(struct choice_settings, ranges[1]), NULL,
         GIVEN(struct choice_settings, choice.cuts[1])},
        {"cut_z", SETTING_RANGE, offsetof(struct choice_settings, ranges[2]), NULL,
         GIVEN(struct choice_settings, choice.cuts[2])},
        {0}};
    struct choice_settings settings = {0};
    ow_status status = read_settings(text, table, &settings);
    for (unsigned axis = 0; axis < 3; axis++) {
        settings.choice.least[axis] = settings.ranges[axis][0];
        settings.choice.most[axis] = settings.ranges[axis][1];
    }
    if (status == OW_OK)
        status = ow_scene_choose(&scene->scene, &settings.choice, fresh_error());
    return (int)status;
}

/* Answers with the indices as 32-bit numbers. */
EXPORTED int web_scene_find(struct scene *scene, const char *selectors, int segments)
{
    ow_scene_part_kind part = segments ? OW_IN_SEGMENTS : OW_IN_ITEMS;
    size_t count = 0;
    ow_sink sink = answer_sink();
    ow_status status =
        ow_scene_find(&scene->scene, selectors, part, NULL, 0, &count, fresh_error());
    uint32_t *indices = status == OW_OK ? malloc((count + 1) * sizeof *indices) : NULL;
    if (status == OW_OK && !indices)
        return (int)(fresh_error()->status = OW_NO_MEMORY);
    if (status == OW_OK)
        status =
            ow_scene_find(&scene->scene, selectors, part, indices, count, &count, fresh_error());
    if (status == OW_OK && !sink.write(sink.context, indices, count * sizeof *indices))
        status = fresh_error()->status = OW_NO_MEMORY;
    free(indices);
    return (int)status;
}

/* Answers with the JSON Pointer; empty if there is none. */
EXPORTED int web_scene_pointer(const struct scene *scene, int part, uint32_t index)
{
    char text[256];
    ow_sink sink = answer_sink();
    fresh_error();
    size_t size =
        ow_scene_pointer(&scene->scene, (ow_scene_part_kind)part, index, text, sizeof text);
    if (size >= sizeof text || (size > 0 && !sink.write(sink.context, text, size)))
        fresh_error()->status = OW_NO_MEMORY;
    return (int)last_error()->status;
}
