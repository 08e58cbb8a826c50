/* Scenes of small levels as text, which is what tests compare. */
#ifndef OW_TESTS_LEVELD_SEEN_H
#define OW_TESTS_LEVELD_SEEN_H

#include "../support/documents.h"
#include "../support/levels.h"
#include "../support/test.h"

#define V2_MESH                                                                                    \
    "{'id': 'MESH', 'tile_width': 16, 'tile_height': 8, 'width': 3, 'layers': [[0, 1, 2, 3, 4, "   \
    "5]]}"

static inline ow_scene scene_in(const struct bytes *bytes, struct warnings *warnings)
{
    ow_scene_options options = {.warn = warnings ? note_warning : NULL, .warn_context = warnings};
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open(bytes->data, bytes->size, NULL, &options, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return scene;
}

static inline ow_scene scene_of(const char *json, struct warnings *warnings)
{
    struct bytes bytes = level_of(json);
    ow_scene scene = scene_in(&bytes, warnings);
    bytes_free(&bytes);
    return scene;
}

struct text {
    char data[8192];
    size_t size;
};

static inline void put(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size =
        vsnprintf(text->data + text->size, sizeof text->data - text->size, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && text->size + (size_t)size < sizeof text->data);
    text->size += (size_t)size;
}

static inline void put_place(struct text *text, const ow_scene *scene, const float place[3])
{
    put(text, " %g,%g,%g", place[0] + scene->origin[0], place[1] + scene->origin[1],
        place[2] + scene->origin[2]);
}

static inline void put_pointer(struct text *text, const ow_scene *scene, ow_scene_part_kind part,
                               uint32_t index)
{
    char pointer[64];
    ow_scene_pointer(scene, part, index, pointer, sizeof pointer);
    put(text, " %s\n", pointer);
}

/* Items as "TYPE at PLACE by SCALE POINTER", segments as "KIND PLACE to PLACE POINTER". */
static inline void put_items(struct text *text, const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->item_count; i++) {
        const ow_scene_item *item = &scene->items[i];
        assert_true(item->group < scene->group_count && item->type < scene->type_count &&
                    item->shape < scene->shape_count && item->kind < scene->kind_count);
        put(text, "%s at", scene->types[item->type].name.data);
        put_place(text, scene, item->position);
        if (item->scale[0] != 1 || item->scale[2] != 1)
            put(text, " by %g,%g", item->scale[0], item->scale[2]);
        put_pointer(text, scene, OW_IN_ITEMS, i);
    }
}

static inline void put_segments(struct text *text, const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        const ow_scene_segment *segment = &scene->segments[i];
        assert_true(segment->group < scene->group_count && segment->kind < scene->kind_count);
        put(text, "%s", scene->kinds[segment->kind].name);
        put_place(text, scene, segment->from);
        put(text, " to");
        put_place(text, scene, segment->to);
        put_pointer(text, scene, OW_IN_SEGMENTS, i);
    }
}

static inline void put_layers(struct text *text, const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        const ow_scene_layer *layer = &scene->layers[i];
        assert_true(layer->group < scene->group_count && layer->kind < scene->kind_count);
        put(text, "%s %u x %u", scene->groups[layer->group].name.data, layer->width, layer->height);
        put_place(text, scene, layer->position);
        put(text, "%s%s", layer->flags & OW_ZERO_IS_EMPTY ? " upper" : "",
            layer->flags & OW_ROOF ? " roof" : "");
        for (uint32_t k = 0; k < layer->cell_count && k < 6; k++)
            put(text, " %u", layer->cells[k]);
        put_pointer(text, scene, OW_IN_LAYERS, i);
    }
}

static inline void assert_scene(const char *what, const ow_scene *scene,
                                void (*write)(struct text *, const ow_scene *),
                                const char *expected)
{
    struct text text = {.size = 0};
    text.data[0] = '\0';
    write(&text, scene);
    if (strcmp(text.data, expected) != 0)
        ROW_FAILED("%s:\n%sis not\n%s", what, text.data, expected);
}

#endif
