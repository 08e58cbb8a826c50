/* Scenes: small data as JSON: names, bounds, light, grids of tiles and of heights. */
#include "calls.h"

static void add_numbers(ow_json_writer *writer, const char *name, const float *numbers,
                        unsigned count)
{
    json_begin_array(writer, name);
    for (unsigned i = 0; i < count; i++)
        json_add_float(writer, NULL, numbers[i]);
    json_end_array(writer);
}

static void add_color(ow_json_writer *writer, const char *name, ow_color color)
{
    json_begin_array(writer, name);
    json_add_integer(writer, NULL, color.red);
    json_add_integer(writer, NULL, color.green);
    json_add_integer(writer, NULL, color.blue);
    json_add_integer(writer, NULL, color.alpha);
    json_end_array(writer);
}

/* A place in the file's own axes needs all digits of a double. */
static void add_origin(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "origin");
    for (unsigned axis = 0; axis < 3; axis++) {
        /* The origin has whole numbers in all formats that have one. Anything else shows as the
         * next float. */
        double whole = scene->origin[axis];
        if (whole == (double)(int64_t)whole)
            json_add_integer(writer, NULL, (uint64_t)(int64_t)whole);
        else
            json_add_float(writer, NULL, (float)whole);
    }
    json_end_array(writer);
}

static void add_light(ow_json_writer *writer, const ow_scene_light *light)
{
    json_begin_object(writer, "light");
    add_numbers(writer, "ambient", light->ambient, 3);
    json_begin_array(writer, "sun");
    for (unsigned channel = 0; channel < 3; channel++)
        add_numbers(writer, NULL, light->sun[channel], 3);
    json_end_array(writer);
    json_end_object(writer);
}

static void add_kinds(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "kinds");
    for (uint32_t i = 0; i < scene->kind_count; i++) {
        const ow_scene_kind *kind = &scene->kinds[i];
        json_begin_object(writer, NULL);
        json_add_string(writer, "name", kind->name);
        json_add_string(writer, "list", kind->list);
        json_add_integer(writer, "count", kind->count);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void add_types(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "types");
    for (uint32_t i = 0; i < scene->type_count; i++) {
        const ow_scene_type *type = &scene->types[i];
        json_begin_object(writer, NULL);
        json_add_text(writer, "name", type->name);
        add_color(writer, "color", type->color);
        json_add_integer(writer, "flags", type->flags);
        json_add_integer(writer, "count", type->count);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void add_index(ow_json_writer *writer, const char *name, uint32_t index)
{
    if (index == OW_NONE)
        json_add_null(writer, name);
    else
        json_add_integer(writer, name, index);
}

static void add_groups(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "groups");
    for (uint32_t i = 0; i < scene->group_count; i++) {
        const ow_scene_group *group = &scene->groups[i];
        json_begin_object(writer, NULL);
        json_add_text(writer, "name", group->name);
        add_index(writer, "parent", group->parent);
        add_index(writer, "subject", group->subject);
        json_add_integer(writer, "kind", group->kind);
        json_add_integer(writer, "flags", group->flags);
        add_numbers(writer, "rotation", group->rotation, 4);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void add_layers(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "layers");
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        const ow_scene_layer *layer = &scene->layers[i];
        json_begin_object(writer, NULL);
        json_add_integer(writer, "width", layer->width);
        json_add_integer(writer, "height", layer->height);
        add_numbers(writer, "position", layer->position, 3);
        json_add_integer(writer, "group", layer->group);
        json_add_integer(writer, "subject", layer->subject);
        json_add_integer(writer, "kind", layer->kind);
        json_add_integer(writer, "flags", layer->flags);
        add_plain_array(writer, "cells", layer->cells, "u16", 1, sizeof *layer->cells,
                        layer->cell_count);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void add_grounds(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "grounds");
    for (uint32_t i = 0; i < scene->ground_count; i++) {
        const ow_scene_ground *ground = &scene->grounds[i];
        uint64_t count = (uint64_t)ground->width * ground->height;
        json_begin_object(writer, NULL);
        json_add_integer(writer, "width", ground->width);
        json_add_integer(writer, "height", ground->height);
        add_numbers(writer, "position", ground->position, 3);
        json_add_float(writer, "spacing", ground->spacing);
        json_add_boolean(writer, "has_water", ground->has_water);
        json_add_float(writer, "water_level", ground->water_level);
        json_add_float(writer, "water_depth", ground->water_depth);
        add_color(writer, "water", ground->water);
        json_add_integer(writer, "kind", ground->kind);
        json_add_integer(writer, "flags", ground->flags);
        add_plain_array(writer, "heights", ground->heights, "f32", 1, sizeof *ground->heights,
                        count);
        add_plain_array(writer, "colors", ground->colors, "u8", 4, sizeof *ground->colors, count);
        json_end_object(writer);
    }
    json_end_array(writer);
}

static void add_tileset(ow_json_writer *writer, const ow_scene *scene)
{
    const ow_scene_tileset *tileset = &scene->tileset;
    if (!tileset->image.pixels) {
        json_add_null(writer, "tileset");
        return;
    }
    json_begin_object(writer, "tileset");
    json_add_integer(writer, "width", tileset->image.width);
    json_add_integer(writer, "height", tileset->image.height);
    json_add_integer(writer, "left", tileset->left);
    json_add_integer(writer, "top", tileset->top);
    json_add_integer(writer, "tile_width", tileset->tile_width);
    json_add_integer(writer, "tile_height", tileset->tile_height);
    json_add_integer(writer, "spacing_x", tileset->spacing_x);
    json_add_integer(writer, "spacing_y", tileset->spacing_y);
    json_add_integer(writer, "columns", tileset->columns);
    json_add_integer(writer, "count", tileset->count);
    add_plain_array(writer, "pixels", tileset->image.pixels, "u8", 4, sizeof(ow_color),
                    (uint64_t)tileset->image.width * tileset->image.height);
    json_end_object(writer);
}

static void add_label_texts(ow_json_writer *writer, const ow_scene *scene)
{
    json_begin_array(writer, "label_texts");
    for (uint32_t i = 0; i < scene->label_count; i++)
        json_add_text(writer, NULL, scene->labels[i].text);
    json_end_array(writer);
}

static const char *view_word(ow_scene_view view)
{
    static const char *const views[] = {
        [OW_SEEN_ANYHOW] = "anyhow", [OW_SEEN_FROM_ABOVE] = "above", [OW_SEEN_AS_CITY] = "city"};
    return views[view];
}

static void add_bounds(ow_json_writer *writer, const ow_scene *scene)
{
    add_numbers(writer, "least", scene->least, 3);
    add_numbers(writer, "most", scene->most, 3);
}

static bool has_pegs(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->part_count; i++)
        if (scene->parts[i].is_peg)
            return true;
    return false;
}

void add_short_facts(ow_json_writer *writer, const ow_scene *scene)
{
    json_add_string(writer, "unit_name", scene->unit_name);
    add_origin(writer, scene);
    add_bounds(writer, scene);
    json_add_string(writer, "view", view_word(scene->view));
    json_add_integer(writer, "outlying_count", scene->outlying_count);
    json_add_boolean(writer, "has_pegs", has_pegs(scene));
    add_kinds(writer, scene);
    add_types(writer, scene);
}

EXPORTED int web_scene_facts(const struct scene *handle)
{
    const ow_scene *scene = &handle->scene;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    add_short_facts(writer, scene);
    add_light(writer, &scene->light);
    add_groups(writer, scene);
    add_label_texts(writer, scene);
    add_layers(writer, scene);
    add_grounds(writer, scene);
    add_tileset(writer, scene);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}

/* Answers with {"least": [...], "most": [...]} of everything that is neither hidden nor
 * outlying. */
EXPORTED int web_scene_bounds(const struct scene *handle)
{
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    add_bounds(writer, &handle->scene);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}
