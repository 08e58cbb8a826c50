/* Scenes of levels: where layers, things, areas, ways and ties stand. */
#define _XOPEN_SOURCE 700 /* for opendir */

#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/levels.h"

#include <dirent.h>

static void take_warning(void *context, const char *pointer, const char *message)
{
    note_warning(context, pointer, message);
}

static ow_scene scene_in(const struct bytes *bytes, struct warnings *warnings)
{
    ow_scene_options options = {.warn = warnings ? take_warning : NULL, .warn_context = warnings};
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open(bytes->data, bytes->size, NULL, &options, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return scene;
}

static ow_scene scene_of(const char *json, struct warnings *warnings)
{
    struct bytes bytes = level_of(json);
    ow_scene scene = scene_in(&bytes, warnings);
    bytes_free(&bytes);
    return scene;
}

/* ---- a scene as text: what each test compares ---- */

struct text {
    char data[8192];
    size_t size;
};

static void put(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size =
        vsnprintf(text->data + text->size, sizeof text->data - text->size, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && text->size + (size_t)size < sizeof text->data);
    text->size += (size_t)size;
}

static void put_place(struct text *text, const ow_scene *scene, const float place[3])
{
    put(text, " %g,%g,%g", place[0] + scene->origin[0], place[1] + scene->origin[1],
        place[2] + scene->origin[2]);
}

static void put_pointer(struct text *text, const ow_scene *scene, ow_scene_part_kind part,
                        uint32_t index)
{
    char pointer[64];
    ow_scene_pointer(scene, part, index, pointer, sizeof pointer);
    put(text, " %s\n", pointer);
}

/* Items as "TYPE at PLACE by SCALE POINTER", segments as "KIND PLACE to PLACE POINTER". */
static void put_items(struct text *text, const ow_scene *scene)
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

static void put_segments(struct text *text, const ow_scene *scene)
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

static void put_layers(struct text *text, const ow_scene *scene)
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

static void assert_scene(const char *what, const ow_scene *scene,
                         void (*tell)(struct text *, const ow_scene *), const char *expected)
{
    struct text text = {.size = 0};
    text.data[0] = '\0';
    tell(&text, scene);
    if (strcmp(text.data, expected) != 0)
        ROW_FAILED("%s:\n%sis not\n%s", what, text.data, expected);
}

/* ---- where things stand ---- */

#define V2_MESH                                                                                    \
    "{'id': 'MESH', 'tile_width': 16, 'tile_height': 8, 'width': 3, 'layers': [[0, 1, 2, 3, 4, "   \
    "5]]}"

static const struct {
    const char *what, *json, *items;
} placed[] = {
    {"a thing's place is its middle, in cells",
     LEVEL(MESH, THNG(THING("1", "0", "8", "8", "0"), THING("7", "0", "40", "20", "0"))),
     "thing 1 at 0.5,0,0.5 /blocks/1/things/0\nthing 7 at 2.5,0,1.25 /blocks/1/things/1\n"},
    {"what is on an upper layer stands higher", LEVEL(MESH, THNG(THING("1", "0", "8", "8", "1"))),
     "thing 1 at 0.5,0.125,0.5 /blocks/1/things/0\n"},
    {"actors of each kind, cells that are no squares",
     LEVEL_IN("2", "big", "", V2_MESH, PLRS("8", "4"),
              "{'id': 'NPCS', 'actors': [{'id': 300, 'x': 24, 'y': 4, 'flags': 0}]}",
              "{'id': 'ITEM', 'actors': [{'id': 2, 'x': 8, 'y': 12, 'flags': 0}]}"),
     "player 7 at 0.5,0,0.5 /blocks/1/actors/0\nNPC 300 at 1.5,0,0.5 /blocks/2/actors/0\n"
     "item 2 at 0.5,0,1.5 /blocks/3/actors/0\n"},
    {"the last things replace those before, actors behind them join",
     LEVEL(MESH, THNG(THING("1", "0", "0", "0", "0")), PLRS("0", "0"),
           THNG(THING("2", "0", "16", "0", "0")), PLRS("16", "16")),
     "thing 2 at 1,0,0 /blocks/3/things/0\nplayer 7 at 1,0,1 /blocks/4/actors/0\n"},
    {"a rectangle from its corner, a circle around its middle",
     LEVEL(MESH,
           TRIG(TRIGGER("16", "0", "0", "'area_type': 0, 'width': 32, 'height': 16", "3", "0"),
                TRIGGER("16", "16", "1", "'area_type': 1, 'radius': 24", "4", "0"))),
     "trigger, action 3 at 2,0,0.5 by 2,1 /blocks/1/triggers/0\n"
     "trigger, action 4 at 1,0.125,1 by 3,3 /blocks/1/triggers/1\n"},
    {"areas without an extent, and of no known shape, are small marks",
     LEVEL(MESH, TRIG(TRIGGER("0", "0", "0", "'area_type': 0, 'width': 0, 'height': 16", "3", "0"),
                      TRIGGER("32", "16", "0", "'area_type': 9", "3", "0"))),
     "trigger, action 3 at 0,0,0.5 by 0.25,1 /blocks/1/triggers/0\n"
     "trigger, action 3 at 2,0,1 by 0.25,0.25 /blocks/1/triggers/1\n"},
    {"a path's beginning",
     LEVEL(MESH, PATHS(PATH("0", "1", "0", POINT("16", "16")), PATH("0", "1", "0", ""))),
     "path at 1,0,1 /blocks/1/paths/0\n"},
    {"without a map, cells of 16 pixels", LEVEL(THNG(THING("1", "0", "8", "24", "0"))),
     "thing 1 at 0.5,0,1.5 /blocks/0/things/0\n"},
    {"on a layer that is not there, the uppermost one",
     LEVEL(MESH, THNG(THING("1", "0", "0", "0", "2"), THING("1", "0", "0", "0", "4294967295"))),
     "thing 1 at 0,0.125,0 /blocks/1/things/0\nthing 1 at 0,0.125,0 /blocks/1/things/1\n"},
    {"the largest coordinates",
     LEVEL(MESH_OF("1", "1", "1", "[0]"), THNG(THING("1", "0", "4294967295", "0", "0"))),
     "thing 1 at 1e+09,0,0 /blocks/1/things/0\n"},
};

static void things_stand_where_the_level_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(placed); i++) {
        ow_scene scene = scene_of(placed[i].json, NULL);
        assert_scene(placed[i].what, &scene, put_items, placed[i].items);
        assert_int_equal(scene.view, OW_SEEN_FROM_ABOVE);
        assert_string_equal(scene.unit_name, "cell");
        ow_scene_free(&scene);
    }
}

static const struct {
    const char *what, *json, *segments;
} ways[] = {
    {"from point to point",
     LEVEL(MESH, PATHS(PATH("0", "0", "0", POINT("0", "0"), POINT("16", "0"), POINT("16", "16")))),
     "path 0,0.2,0 to 1,0.2,0 /blocks/1/paths/0\npath 1,0.2,0 to 1,0.2,1 /blocks/1/paths/0\n"},
    {"a loop leads back",
     LEVEL(MESH, PATHS(PATH("2", "0", "0", POINT("0", "0"), POINT("16", "0"), POINT("0", "16")))),
     "path 0,0.2,0 to 1,0.2,0 /blocks/1/paths/0\npath 1,0.2,0 to 0,0.2,1 /blocks/1/paths/0\n"
     "path 0,0.2,1 to 0,0.2,0 /blocks/1/paths/0\n"},
    {"to stay is no way", LEVEL(MESH, PATHS(PATH("1", "0", "0", POINT("0", "0"), POINT("0", "0")))),
     ""},
    {"objects that share a tag hang together one by one",
     LEVEL(MESH,
           THNG(THING("1", "5", "0", "0", "0"), THING("1", "0", "8", "8", "0"),
                THING("1", "5", "16", "0", "0")),
           TRIG(TRIGGER("32", "16", "0", "'area_type': 0, 'width': 16, 'height': 16", "1", "5"),
                TRIGGER("0", "0", "0", RECTANGLE, "1", "6")),
           PATHS(PATH("0", "5", "0", POINT("32", "0")))),
     "tag 0,0.18,0 to 1,0.18,0 /blocks/1/things/0\n"
     "tag 1,0.18,0 to 2.5,0.18,1.5 /blocks/1/things/2\n"
     "tag 2.5,0.18,1.5 to 2,0.18,0 /blocks/2/triggers/0\n"},
    {"tag 0 ties nothing",
     LEVEL(MESH, THNG(THING("1", "0", "0", "0", "0"), THING("1", "0", "16", "0", "0"))), ""},
    {"nor does a tag of its own",
     LEVEL(MESH, THNG(THING("1", "4294967295", "0", "0", "0"), THING("1", "1", "16", "0", "0"))),
     ""},
};

static void ways_and_ties_are_segments(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(ways); i++) {
        ow_scene scene = scene_of(ways[i].json, NULL);
        assert_scene(ways[i].what, &scene, put_segments, ways[i].segments);
        for (uint32_t k = 0; k < scene.segment_count; k++) {
            bool is_way = strcmp(scene.kinds[scene.segments[k].kind].name, "path") == 0;
            assert_int_equal((scene.segments[k].flags & OW_ARROW) != 0, is_way);
        }
        ow_scene_free(&scene);
    }
}

static const struct {
    const char *what, *json, *layers;
} maps[] = {
    {"one above the other, as raw cells", LEVEL(MESH),
     "layer 0 3 x 2 0,0,0 0 1 2 3 4 5 /blocks/0/layers/0\n"
     "layer 1 3 x 2 0,0.125,0 upper 0 32769 0 0 0 0 /blocks/0/layers/1\n"},
    {"what covers most of the map is a roof",
     LEVEL(MESH_OF("16", "2", "2", "[0, 1, 2, 3], [1, 1, 0, 2], [0, 0, 0, 1]")),
     "layer 0 2 x 2 0,0,0 0 1 2 3 /blocks/0/layers/0\n"
     "layer 1 2 x 2 0,0.125,0 upper roof 1 1 0 2 /blocks/0/layers/1\n"
     "layer 2 2 x 2 0,0.25,0 upper 0 0 0 1 /blocks/0/layers/2\n"},
    {"but for one above a ground on which there is nothing",
     LEVEL(MESH_OF("16", "2", "1", "[3, 3], [1, 2]")),
     "layer 0 2 x 1 0,0,0 3 3 /blocks/0/layers/0\n"
     "layer 1 2 x 1 0,0.125,0 upper 1 2 /blocks/0/layers/1\n"},
    {"of repeated maps the last one",
     LEVEL(MESH_OF("16", "1", "1", "[9]"), MESH_OF("16", "1", "1", "[7]")),
     "layer 0 1 x 1 0,0,0 7 /blocks/1/layers/0\n"},
    {"the height is counted up to version 2", LEVEL_IN("2", "big", "", V2_MESH),
     "layer 0 3 x 2 0,0,0 0 1 2 3 4 5 /blocks/0/layers/0\n"},
    {"a short layer, and one without cells", LEVEL(MESH_OF("16", "3", "2", "[], [0, 1, 2, 3]")),
     "layer 1 3 x 2 0,0.125,0 0 1 2 3 /blocks/0/layers/1\n"},
    {"a map that claims to be larger than its cells",
     LEVEL(MESH_OF("16", "4294967295", "4294967295", "[], [5]")),
     "layer 1 1 x 1 0,0.125,0 5 /blocks/0/layers/1\n"},
    {"no more cells than the map has", LEVEL(MESH_OF("16", "1", "2", "[1, 2, 3]")),
     "layer 0 1 x 2 0,0,0 1 2 /blocks/0/layers/0\n"},
    {"a width of 0", LEVEL(MESH_OF("16", "0", "2", "[1, 2, 3]")), ""},
    {"no layers", LEVEL(MESH_OF("16", "2", "2", "")), ""},
};

static void layers_are_copied(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(maps); i++) {
        ow_scene scene = scene_of(maps[i].json, NULL);
        assert_scene(maps[i].what, &scene, put_layers, maps[i].layers);
        ow_scene_free(&scene);
    }
}

/* Seen from above a roof would hide what is played on; what is left when that is hidden is the roof. */
static void a_roof_is_hidden_while_it_hides(void **state)
{
    (void)state;
    ow_scene scene = scene_of(LEVEL(MESH_OF("16", "2", "1", "[0, 1], [2, 3]")), NULL);
    assert_int_equal(scene.layers[0].flags & OW_HIDDEN, 0);
    assert_int_equal(scene.layers[1].flags & OW_HIDDEN, OW_HIDDEN);
    ow_scene_choice choice = {.only = "/blocks/0/layers/1"};
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    assert_int_equal(scene.layers[0].flags & OW_HIDDEN, OW_HIDDEN);
    assert_int_equal(scene.layers[1].flags & OW_HIDDEN, 0);
    assert_int_equal(ow_scene_choose(&scene, NULL, NULL), OW_OK);
    assert_int_equal(scene.layers[1].flags & OW_HIDDEN, OW_HIDDEN);
    ow_scene_free(&scene);
}

static void every_tile_has_a_colour(void **state)
{
    (void)state;
    ow_scene scene = scene_of(LEVEL(MESH_OF("8", "3", "1", "[0, 32775, 3]")), NULL);
    assert_int_equal(scene.tile_color_count, 8);
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t k = 0; k < i; k++)
            assert_memory_not_equal(&scene.tile_colors[i], &scene.tile_colors[k], 3);
    assert_int_equal(scene.tileset.count, 0);
    assert_null(scene.tileset.image.pixels);
    ow_scene_free(&scene);
}

/* Two of thing 1 face right and down; thing 2 has flags that are no direction. */
static void flags_may_be_a_direction(void **state)
{
    (void)state;
    ow_scene scene = scene_of(
        LEVEL(MESH, "{'id': 'ITEM', 'actors': [{'id': 1, 'x': 0, 'y': 0, 'flags': 0}, {'id': 1, "
                    "'x': 0, 'y': 0, 'flags': 2}, {'id': 2, 'x': 0, 'y': 0, 'flags': 2}, {'id': 2, "
                    "'x': 0, 'y': 0, 'flags': 8}, {'id': 3, 'x': 0, 'y': 0, 'flags': 0}]}"),
        NULL);
    const ow_scene_item *items = scene.items;
    assert_int_equal(scene.item_count, 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal((items[i].flags & OW_INFERRED_PLACE) != 0, i < 2);
    assert_int_equal(items[0].shape, items[1].shape);
    assert_int_equal(items[2].shape, items[4].shape);
    assert_int_not_equal(items[0].shape, items[2].shape);
    /* A quarter turn that takes +x to +z, down the screen. */
    assert_float(items[0].rotation[3], 1);
    assert_float(items[1].rotation[1], -items[1].rotation[3]);
    assert_true(items[1].rotation[3] > 0.7f && items[1].rotation[3] < 0.71f);
    assert_int_equal(scene.types[items[0].type].flags & OW_INFERRED_PLACE, OW_INFERRED_PLACE);
    assert_int_equal(scene.types[items[2].type].flags & OW_INFERRED_PLACE, 0);
    ow_scene_free(&scene);
}

static void objects_have_labels(void **state)
{
    (void)state;
    ow_scene scene = scene_of(LEVEL(MESH, THNG(THING("1", "0", "8", "8", "0")),
                                    TRIG(TRIGGER("0", "0", "0", RECTANGLE, "34", "0"))),
                              NULL);
    assert_int_equal(scene.label_count, 2);
    assert_text(scene.labels[0].text, "1");
    assert_text(scene.labels[1].text, "34");
    assert_int_equal(scene.labels[0].flags, OW_FACES_VIEWER);
    char pointer[32];
    ow_scene_pointer(&scene, OW_IN_LABELS, 1, pointer, sizeof pointer);
    assert_string_equal(pointer, "/blocks/2/triggers/0");
    assert_string_equal(scene.kinds[scene.labels[1].kind].name, "label");
    ow_scene_free(&scene);
}

static const struct {
    const char *what, *json, *warning; /* all of them */
} told[] = {
    {"nothing", LEVEL(MESH, THNG(THING("1", "0", "0", "0", "0"))), ""},
    {"a size that the level does not say, once",
     LEVEL_IN(
         "0", "little", "",
         "{'id': 'MESH', 'width': 1, 'layers': [[1]]}, {'id': 'ITEM', 'actors': [{'x': 0, 'y': "
         "0, 'flags': 0}, {'x': 0, 'y': 0, 'flags': 0}]}"),
     "/blocks/1/actors/0 the level does not say how large a cell is: objects are placed as if it "
     "were "
     "16 by 16 pixels\n"},
    {"not where nothing hangs on it",
     LEVEL_IN("0", "little", "", "{'id': 'MESH', 'width': 1, 'layers': [[1]]}"), ""},
    {"a layer that is not there", LEVEL(MESH, THNG(THING("1", "0", "0", "0", "5"))),
     " objects on layer 5, which is not there, are drawn on layer 1\n"},
    {"an object far outside", LEVEL(MESH, THNG(THING("1", "0", "0", "1600000", "0"))),
     "/blocks/1/things/0 an object stands at 0, 100000 of a map of 3 by 2 cells: the picture is as "
     "large as that\n"},
};

static void what_is_guessed_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(told); i++) {
        struct warnings warnings = {""};
        ow_scene scene = scene_of(told[i].json, &warnings);
        if (strcmp(warnings.text, told[i].warning) != 0)
            ROW_FAILED("%s: \"%s\"\n", told[i].what, warnings.text);
        ow_scene_free(&scene);
    }
}

/* ---- the same level in other forms ---- */

static void tell_all(struct text *text, const ow_scene *scene)
{
    put_layers(text, scene);
    put_items(text, scene);
    put_segments(text, scene);
}

static void a_converted_level_looks_the_same(void **state)
{
    (void)state;
    static const char *const rows[] = {
        LEVEL_IN("2", "big", "", META, V2_MESH),
        LEVEL_IN("3", "big", "",
                 "{'id': 'MESH', 'tile_width': 16, 'tile_height': 16, 'width': 2, 'height': 2, "
                 "'layers': [[0, 1, 2, 3], [0, 0, 0, 9]]}, {'id': 'THNG', 'things': [{'id': 1, "
                 "'tag': 3, 'x': 8, 'y': 8, 'flags': 4, 'metadata': ''}, {'id': 2, 'tag': 3, 'x': "
                 "24, 'y': 8, 'flags': 0, 'metadata': ''}]}"),
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i]);
        ow_target target = {.version = 4};
        struct warnings warnings = {""};
        ow_document converted = converted_to(&document, &target, &warnings);
        ow_scene from, to;
        struct text text = {.size = 0};
        assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &from, NULL), OW_OK);
        assert_int_equal(ow_scene_open_document(&converted, NULL, NULL, &to, NULL), OW_OK);
        tell_all(&text, &from);
        assert_true(text.size > 0);
        assert_scene("converted", &to, tell_all, text.data);
        assert_memory_equal(to.least, from.least, sizeof to.least);
        assert_memory_equal(to.most, from.most, sizeof to.most);
        ow_scene_free(&from);
        ow_scene_free(&to);
        ow_close(&converted);
        ow_close(&document);
    }
}

static void a_level_that_a_program_built_has_a_scene(void **state)
{
    (void)state;
    ow_leveld_thing thing = {.id = 5, .x = 16, .y = 32};
    ow_leveld_block block = {.id = OW_LEVELD_THNG, .count = 1, .things = &thing};
    ow_leveld_level level = {.version = 4, .block_count = 1, .blocks = &block};
    ow_document document = {.format = ow_format_by_name("leveld"), .as.leveld = &level};
    ow_scene scene;
    assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &scene, NULL), OW_OK);
    assert_scene("built", &scene, put_items, "thing 5 at 1,0,2 /blocks/0/things/0\n");
    ow_scene_free(&scene);
}

/* ---- levels made to cost much ---- */

static void put_big(struct bytes *bytes, uint32_t value)
{
    const uint8_t parts[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                              (uint8_t)value};
    put_raw(bytes, parts, sizeof parts);
}

static struct bytes many_layers(void)
{
    struct bytes bytes = {0};
    put_hex(&bytes, "0004 4d455348 0010 0010 00010000 00010000");
    put_big(&bytes, 100000);
    for (int i = 0; i < 100000; i++)
        put_big(&bytes, 0);
    return bytes;
}

static struct bytes many_of_one_tag(void)
{
    struct bytes bytes = {0};
    put_hex(&bytes, "0004 54484e47");
    put_big(&bytes, 100000);
    for (uint32_t i = 0; i < 100000; i++) {
        put_big(&bytes, i);
        put_big(&bytes, 7);
        put_big(&bytes, i);
        put_hex(&bytes, "ffffffff 00000000 0000 00");
    }
    return bytes;
}

static struct bytes many_blocks(void)
{
    struct bytes bytes = {0};
    put_hex(&bytes, "0004");
    for (uint32_t i = 0; i < 70000; i++) {
        put_hex(&bytes, "4954454d 00000001");
        put_big(&bytes, i);
        put_hex(&bytes, "00000000 00000000 0000");
    }
    return bytes;
}

static const struct {
    struct bytes (*make)(void);
    uint32_t layers, items, segments, labels, types;
} costly[] = {
    {many_layers, 0, 0, 0, 0, 0},
    {many_of_one_tag, 0, 100000, 99999, 0, 4097}, /* the last type is of all other ids */
    {many_blocks, 0, 16000, 0, 0, 4097},
};

static void costly_levels_are_bounded(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(costly); i++) {
        struct bytes bytes = costly[i].make();
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_scene scene;
        assert_int_equal(ow_scene_open(bytes.data, bytes.size, &options, NULL, &scene, NULL),
                         OW_OK);
        assert_int_equal(scene.layer_count, costly[i].layers);
        assert_int_equal(scene.item_count, costly[i].items);
        assert_int_equal(scene.segment_count, costly[i].segments);
        assert_int_equal(scene.label_count, costly[i].labels);
        assert_int_equal(scene.type_count, costly[i].types);
        assert_true(ledger.peak < 16 * bytes.size + (8 << 20));
        ow_scene_free(&scene);
        options.max_memory = bytes.size * 4;
        if (costly[i].items > 50000)
            assert_int_equal(ow_scene_open(bytes.data, bytes.size, &options, NULL, &scene, NULL),
                             OW_TOO_MUCH_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        bytes_free(&bytes);
    }
}

/* ---- real levels ---- */

static void each_real_level_has_a_scene(void **state)
{
    (void)state;
    char folder[2048], path[4096];
    snprintf(folder, sizeof folder, "%s/leveld", corpus_folder());
    DIR *list = opendir(folder);
    if (!list)
        skip();
    unsigned levels = 0;
    for (struct dirent *entry; (entry = readdir(list));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        size_t size = strlen(path);
        if (size < 4 || strcmp(path + size - 4, ".lvd") != 0)
            continue;
        struct bytes bytes = read_file(path);
        ow_scene scene = scene_in(&bytes, NULL);
        assert_true(scene.layer_count > 0);
        assert_int_equal(scene.layers[0].flags, 0);
        /* Every thing of a real level stands on its map. */
        const ow_scene_layer *layer = &scene.layers[0];
        for (uint32_t i = 0; i < scene.item_count; i++)
            for (int axis = 0; axis < 3; axis += 2)
                assert_true(scene.items[i].position[axis] >= layer->position[axis] &&
                            scene.items[i].position[axis] <=
                                layer->position[axis] +
                                    (float)(axis == 0 ? layer->width : layer->height));
        ow_scene_free(&scene);
        bytes_free(&bytes);
        levels++;
    }
    closedir(list);
    assert_true(levels > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_stand_where_the_level_says),
        cmocka_unit_test(ways_and_ties_are_segments),
        cmocka_unit_test(layers_are_copied),
        cmocka_unit_test(a_roof_is_hidden_while_it_hides),
        cmocka_unit_test(every_tile_has_a_colour),
        cmocka_unit_test(flags_may_be_a_direction),
        cmocka_unit_test(objects_have_labels),
        cmocka_unit_test(what_is_guessed_is_told),
        cmocka_unit_test(a_converted_level_looks_the_same),
        cmocka_unit_test(a_level_that_a_program_built_has_a_scene),
        cmocka_unit_test(costly_levels_are_bounded),
        cmocka_unit_test(each_real_level_has_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
