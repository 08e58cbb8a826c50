/* Scenes of levels: where layers, things, areas, ways and ties stand. */
#include "seen.h"

/* ---- where things stand ---- */

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
        ow_scene_close(&scene);
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
        ow_scene_close(&scene);
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
        ow_scene_close(&scene);
    }
}

/* Seen from above a roof would hide what is played on; what is left when that is hidden is the
 * roof. */
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
    ow_scene_close(&scene);
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
    ow_scene_close(&scene);
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
    ow_scene_close(&scene);
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
    ow_scene_close(&scene);
}

static const struct {
    const char *what, *json, *warning; /* all of them */
} reported[] = {
    {"nothing", LEVEL(MESH, THNG(THING("1", "0", "0", "0", "0"))), ""},
    {"a size that the level does not say, once",
     LEVEL_IN(
         "0", "little", "",
         "{'id': 'MESH', 'width': 1, 'layers': [[1]]}, {'id': 'ITEM', 'actors': [{'x': 0, 'y': "
         "0, 'flags': 0}, {'x': 0, 'y': 0, 'flags': 0}]}"),
     "/blocks/1/actors/0 the level has no cell size: objects are placed as if cells were 16 by 16 "
     "pixels\n"},
    {"not where nothing hangs on it",
     LEVEL_IN("0", "little", "", "{'id': 'MESH', 'width': 1, 'layers': [[1]]}"), ""},
    {"a layer that is not there", LEVEL(MESH, THNG(THING("1", "0", "0", "0", "5"))),
     " objects on layer 5, which does not exist, are drawn on layer 1\n"},
    {"an object far outside", LEVEL(MESH, THNG(THING("1", "0", "0", "1600000", "0"))),
     "/blocks/1/things/0 an object is at 0, 100000, outside the map of 3 by 2 cells: the picture "
     "is large enough to show it\n"},
};

static void what_is_guessed_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(reported); i++) {
        struct warnings warnings = {""};
        ow_scene scene = scene_of(reported[i].json, &warnings);
        if (strcmp(warnings.text, reported[i].warning) != 0)
            ROW_FAILED("%s: \"%s\"\n", reported[i].what, warnings.text);
        ow_scene_close(&scene);
    }
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
        cmocka_unit_test(what_is_guessed_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
