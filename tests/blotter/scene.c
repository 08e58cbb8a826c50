/* The scene of a save: where components stand, whatever their parents, what they fill, where
 * wires go. */
#include "seen.h"

/* Child before parent; a board turned by 90 degrees; z turned round; 300 thousandths a square. */
static void components_stand_on_their_parents(void **state)
{
    (void)state;
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.Inverter"),
                         PART(9, 5, 2, "450,150,150", NO_TURN, "0", "1", "null") "," PART(
                             5, 0, 1, "300,0,600", TURNED_Y, "", "", "'MzMzBgAAAAQAAAA='"),
                         "", "[1]"),
                 NULL);
    assert_int_equal(scene.item_count, 2);
    /* 450, 150 of the board's own x and z are 150, -450 of the world's. */
    assert_at(&scene, scene.items[0].position, 1.5, 0.5, -0.5);
    assert_at(&scene, scene.items[1].position, 1, 0, -2);
    assert_true(fabs(scene.items[0].rotation[1] + sqrt(0.5)) < 1e-6);
    assert_true(fabs(scene.items[0].rotation[3] - sqrt(0.5)) < 1e-6);
    assert_true(scene.items[1].scale[0] == 6 && scene.items[1].scale[2] == 4);
    assert_int_equal(scene.items[1].color.red, 0x33);
    assert_int_equal(scene.items[0].address, 9);
    assert_int_equal(scene.items[0].flags, 0);
    /* Both belong to the board, whose group is named for it. */
    assert_int_equal(scene.group_count, 1);
    assert_int_equal(scene.items[0].group, 0);
    assert_text(scene.groups[0].name, "MHG.CircuitBoard C-5");
    assert_int_equal(scene.groups[0].parent, OW_NONE);
    char pointer[64];
    ow_scene_pointer(&scene, OW_IN_ITEMS, 1, pointer, sizeof pointer);
    assert_string_equal(pointer, "/components/1");
    ow_scene_close(&scene);
}

/* Far from the origin of the world, so that places are exact in 32-bit floats. */
static void a_scene_has_its_origin_in_the_middle_of_all(void **state)
{
    (void)state;
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(2, "MHG.Inverter"),
                         PART(9, 0, 2, "300000000,-600,900", NO_TURN, "0", "1",
                              "null") "," PART(7, 0, 2, "300003000,0,0", NO_TURN, "0", "1", "null"),
                         "", "[1]"),
                 NULL);
    assert_true(scene.origin[0] == 1000005 && scene.origin[1] == -1 && scene.origin[2] == -2);
    assert_true(scene.items[0].position[0] == -5 && scene.items[1].position[0] == 5);
    assert_true(scene.items[0].position[1] == -1 && scene.items[1].position[1] == 1);
    assert_true(scene.items[0].position[2] == -1 && scene.items[1].position[2] == 2);
    ow_scene_close(&scene);
}

/* A mount on a turned board, and a part on the mount: each carrier has a group, turned as the root
 * is, whatever its own rotation. */
static void groups_are_turned_as_their_root_is(void **state)
{
    (void)state;
    ow_scene scene = scene_of(
        SAVE_OF("subassembly", TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.Inverter"),
                PART(9, 5, 2, "450,150,150", TURNED_Y, "0", "1", "null") "," PART(
                    7, 9, 2, "0,300,0", NO_TURN, "0", "1",
                    "null") "," PART(5, 0, 1, "300,0,600", TURNED_Y, "", "", "'MzMzBgAAAAQAAAA='"),
                "", "[1]"),
        NULL);
    assert_int_equal(scene.group_count, 2);
    assert_text(scene.groups[0].name, "MHG.CircuitBoard C-5");
    assert_text(scene.groups[1].name, "MHG.Inverter C-9");
    assert_int_equal(scene.groups[1].parent, 0);
    for (uint32_t i = 0; i < 2; i++)
        for (int k = 0; k < 4; k++)
            assert_true(scene.groups[i].rotation[k] == scene.items[2].rotation[k]);
    assert_true(scene.items[0].rotation[3] != scene.items[2].rotation[3]);
    ow_scene_close(&scene);
}

/* The box around an item's parts, with the origin added back. */
static void assert_fills(const ow_scene *scene, uint32_t index, const double least[3],
                         const double most[3])
{
    const ow_scene_item *item = &scene->items[index];
    const ow_scene_shape *shape = &scene->shapes[item->shape];
    double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
    for (uint32_t i = 0; i < shape->part_count; i++) {
        const ow_scene_part *part = &scene->parts[shape->first_part + i];
        for (unsigned corner = 0; corner < 8 && !part->is_peg; corner++) {
            struct vector at = scene_vertex(item, scene_part_vertex(part, scene_corner(corner)));
            const double axes[3] = {at.x, at.y, at.z};
            for (int k = 0; k < 3; k++) {
                low[k] = fmin(low[k], axes[k] + scene->origin[k]);
                high[k] = fmax(high[k], axes[k] + scene->origin[k]);
            }
        }
    }
    for (int k = 0; k < 3; k++)
        if (fabs(low[k] - least[k]) > 1e-5 || fabs(high[k] - most[k]) > 1e-5)
            ROW_FAILED("axis %d: %g to %g, not %g to %g\n", k, low[k], high[k], least[k], most[k]);
}

static void bodies_fill_what_the_facts_say(void **state)
{
    (void)state;
    ow_scene scene = scene_of(
        SAVE_OF("subassembly",
                TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.DLatch") "," TYPE(3, "MHG.ThroughPeg"),
                PART(5, 0, 1, "0,0,0", NO_TURN, "", "", "'MzMzBgAAAAQAAAA='") "," PART(
                    6, 5, 2, "150,150,150", NO_TURN, "0,1", "2",
                    "null") "," PART(7, 5, 3, "150,150,1050", NO_TURN, "3,3", "", "null"),
                "", "[]"),
        NULL);
    assert_fills(&scene, 0, (double[3]){0, 0, -4}, (double[3]){6, 0.5, 0});
    assert_fills(&scene, 1, (double[3]){0, 0.5, -2}, (double[3]){1, 1.5, 0});
    assert_fills(&scene, 2, (double[3]){0.5 - 1.0 / 3, 0.5 - 5.0 / 6, -3.5 - 1.0 / 3},
                 (double[3]){0.5 + 1.0 / 3, 0.5 + 1.0 / 3, -3.5 + 1.0 / 3});
    ow_scene_close(&scene);
}

/* A wire from an inverter's output to a peg; wires with one end at a peg are stubs there, and
 * told. */
static void wires_go_from_peg_to_peg(void **state)
{
    (void)state;
    struct warned warned = {0};
    ow_scene_options asked = {.warn = note, .warn_context = &warned};
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(2, "MHG.Inverter") "," TYPE(3, "MHG.Peg"),
                         PART(6, 0, 2, "0,0,0", NO_TURN, "0", "1",
                              "null") "," PART(7, 0, 3, "1500,0,0", NO_TURN, "2", "", "null"),
                         WIRE(PEG_OF("output", 6, 0), PEG_OF("input", 7, 0), 1) "," WIRE(
                             PEG_OF("output", 6, 1), PEG_OF("input", 7, 0),
                             1) "," WIRE(PEG_OF("input", 8, 0), PEG_OF("input", 9, 0),
                                         2) "," WIRE(PEG_OF("input", 6, 0), PEG_OF("input", 7, -1),
                                                     0) "," WIRE(PEG_OF("input", 7, 0),
                                                                 PEG_OF("input", 6, 0), 2),
                         "[1]"),
                 &asked);
    assert_int_equal(scene.segment_count, 4);
    assert_at(&scene, scene.segments[0].from, 0, 0.5, -0.5 - 0.36);
    assert_at(&scene, scene.segments[0].to, 5, 0.9, 0);
    assert_true(scene.segments[0].on && !scene.segments[3].on);
    assert_int_equal(scene.segments[0].color.red, 0xff);
    assert_int_equal(scene.segments[3].color.red, 0x1a);
    assert_int_equal(scene.segments[3].subject, 4);
    assert_at(&scene, scene.segments[1].from, 5, 0.9, 0);
    assert_at(&scene, scene.segments[1].to, 5, 2.4, 0);
    assert_int_equal(scene.segments[1].flags, OW_INFERRED_PLACE);
    assert_int_equal(scene.segments[2].subject, 3);
    assert_int_equal(warned.count, 1);
    assert_string_equal(warned.pointer, "/wires/1");
    assert_string_equal(warned.message,
                        "wires drawn as stubs or omitted because an end is at no existing peg: 3");
    /* Pegs: the inverter's input is off, its output on; both are states of its item. */
    assert_int_equal(scene.state_count, 3);
    assert_int_equal(scene.states[0], 2);
    assert_int_equal(scene.items[1].first_state, 2);
    ow_scene_close(&scene);
}

/* Where parents lead nowhere, components stand as roots and are flagged; all on them are flagged
 * too. */
static void parents_that_cannot_be_make_roots(void **state)
{
    (void)state;
    static const struct {
        const char *name, *parts, *message;
        unsigned flagged; /* a bit for each component */
        unsigned groups;
    } rows[] = {
        {"missing",
         PART(1, 77, 3, "300,0,0", NO_TURN, "", "", "null") "," PART(2, 1, 3, "300,0,0", NO_TURN,
                                                                     "", "", "null"),
         "drawn as roots because their parents are missing", 3, 1},
        {"itself", PART(1, 1, 3, "300,0,0", NO_TURN, "", "", "null"), "drawn as roots", 1, 1},
        {"circle",
         PART(1, 3, 3, "300,0,0", NO_TURN, "", "", "null") "," PART(
             2, 1, 3, "300,0,0", NO_TURN, "", "",
             "null") "," PART(3, 2, 3, "300,0,0", NO_TURN, "", "",
                              "null") "," PART(4, 0, 3, "0,0,0", NO_TURN, "", "", "null"),
         "drawn as roots because their parents are missing", 7, 4},
        {"into a circle",
         PART(4, 3, 3, "300,0,0", NO_TURN, "", "",
              "null") "," PART(1, 3, 3, "300,0,0", NO_TURN, "", "",
                               "null") "," PART(3, 1, 3, "300,0,0", NO_TURN, "", "", "null"),
         "drawn as roots", 7, 2},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[4096];
        struct warned warned = {0};
        ow_scene_options asked = {.warn = note, .warn_context = &warned};
        snprintf(text, sizeof text, SAVE_OF("subassembly", "%s", "%s", "", "[]"),
                 TYPE(3, "MHG.Relay"), rows[i].parts);
        ow_scene scene = scene_of(text, &asked);
        unsigned flagged = 0;
        for (uint32_t k = 0; k < scene.item_count; k++)
            flagged |= (unsigned)(scene.items[k].flags & OW_INFERRED_PLACE ? 1 << k : 0);
        if (flagged != rows[i].flagged || scene.group_count != rows[i].groups ||
            warned.count != 1 || !strstr(warned.message, rows[i].message))
            ROW_FAILED("%s: flags %u, %u groups, %s\n", rows[i].name, flagged, scene.group_count,
                       warned.message);
        ow_scene_close(&scene);
    }
}

/* A board with a peg and a relay on it, a peg on that relay, a relay that carries nothing, and a
 * board whose parent is missing. */
static void a_first_look_shows_what_carries_others(void **state)
{
    (void)state;
    static const char *const parts[] = {
        PART(4, 5, 2, "450,150,150", NO_TURN, "0", "", "null"),
        PART(5, 0, 1, "300,0,600", TURNED_Y, "", "", "'MzMzBgAAAAQAAAA='"),
        PART(6, 8, 2, "300,0,0", NO_TURN, "0", "", "null"),
        PART(7, 0, 3, "0,0,0", NO_TURN, "0,0,0", "", "null"),
        PART(8, 5, 3, "450,150,150", NO_TURN, "0,0,0", "", "null"),
        PART(9, 77, 1, "0,0,0", NO_TURN, "", "", "'MzMzBgAAAAQAAAA='"),
    };
    struct warned warned = {0};
    ow_scene_options asked = {.carriers_only = true, .warn = note, .warn_context = &warned};
    char text[4096];
    snprintf(text, sizeof text, SAVE_OF("subassembly", "%s", "%s,%s,%s,%s,%s,%s", "%s", "[]"),
             TYPE(1, "MHG.CircuitBoard") "," TYPE(2, "MHG.Peg") "," TYPE(3, "MHG.Relay"), parts[0],
             parts[1], parts[2], parts[3], parts[4], parts[5],
             WIRE(PEG_OF("input", 4, 0), PEG_OF("input", 6, 0), 0));
    ow_scene scene = scene_of(text, &asked);
    static const uint32_t addresses[] = {5, 8, 9};
    assert_int_equal(scene.item_count, LENGTH(addresses));
    assert_int_equal(scene.segment_count, 0);
    for (size_t i = 0; i < LENGTH(addresses); i++)
        assert_int_equal(scene.items[i].address, addresses[i]);
    assert_at(&scene, scene.items[0].position, 1, 0, -2);
    assert_at(&scene, scene.items[1].position, 1.5, 0.5, -0.5);
    char pointer[64];
    ow_scene_pointer(&scene, OW_IN_ITEMS, 1, pointer, sizeof pointer);
    assert_string_equal(pointer, "/components/4");
    assert_text(scene.groups[1].name, "MHG.Relay C-8");
    assert_int_equal(scene.groups[1].parent, 0);
    assert_int_equal(warned.count, 1);
    assert_string_equal(warned.pointer, "/components/5");
    ow_scene_close(&scene);
}

#define TEN(text) text text text text text text text text text text

static void the_name_of_a_group_is_cut_between_characters(void **state)
{
    (void)state;
    ow_scene scene = scene_of(SAVE_OF("subassembly", TYPE(1, TEN("Module") "Com\xc3\xa9ts"),
                                      PART(5, 0, 1, "0,0,0", NO_TURN, "", "", "null") "," PART(
                                          6, 5, 1, "0,0,0", NO_TURN, "", "", "null"),
                                      "", "[]"),
                              NULL);
    assert_text(scene.groups[0].name, TEN("Module") "Com C-5");
    ow_scene_close(&scene);
}

static void unknown_types_are_boxes_that_say_so(void **state)
{
    (void)state;
    struct warned warned = {0};
    ow_scene_options asked = {.warn = note, .warn_context = &warned};
    ow_scene scene =
        scene_of(SAVE_OF("subassembly", TYPE(1, "Some.Mod") "," TYPE(2, "MHG.CircuitBoard"),
                         PART(6, 0, 1, "0,0,0", NO_TURN, "0,1", "2", "'AAAA'") "," PART(
                             7, 0, 9, "0,0,0", NO_TURN, "", "",
                             "null") "," PART(8, 0, 2, "0,0,0", NO_TURN, "", "", "'AAAA'"),
                         "", "[]"),
                 &asked);
    const uint32_t both = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    assert_int_equal(scene.type_count, 3);
    assert_text(scene.types[0].name, "Some.Mod");
    assert_text(scene.types[1].name, "type 9");
    assert_int_equal(scene.types[0].flags, both);
    assert_fills(&scene, 0, (double[3]){-0.5, 0, -0.5}, (double[3]){0.5, 1, 0.5});
    assert_int_equal(scene.shapes[scene.items[0].shape].part_count, 4);
    /* A board whose data cannot be read is one square, grey, and told. */
    assert_int_equal(scene.items[2].flags, both);
    assert_true(scene.items[2].scale[0] == 1);
    assert_int_equal(scene.items[2].color.red, 0x78);
    assert_int_equal(warned.count, 1);
    assert_string_equal(warned.pointer, "/components/2");
    ow_scene_close(&scene);
}

/* Positions and rotations of version 5 that are no numbers. */
static void what_is_no_number_stands_at_its_parent(void **state)
{
    (void)state;
    struct warned warned = {0};
    ow_scene_options asked = {.warn = note, .warn_context = &warned};
    ow_scene scene = scene_of(
        "{'format':'blotter','version':5,'game_version':[0,90,0,0],'save_type':'subassembly',"
        "'mods':[],'component_types':[" TYPE(
            1, "MHG.Peg") "],'components':["
                          "{'address':1,'parent':0,'type':1,'position':['NaN',0.3,'Infinity'],"
                          "'rotation':['NaN',0.0,0.0,1.0],'inputs':[0],'outputs':[],'custom_data':"
                          "null},"
                          "{'address':2,'parent':1,'type':1,'position':[0.29999981,0.0,-3e38],"
                          "'rotation':[0.0,0.0,0.0,0.0],'inputs':[0],'outputs':[],'custom_data':"
                          "null}],"
                          "'wires':[],'circuit_states':[]}",
        &asked);
    assert_true(scene.items[0].flags & OW_INFERRED_PLACE &&
                scene.items[1].flags & OW_INFERRED_PLACE);
    assert_true(scene.items[0].rotation[3] == 1 && scene.items[1].rotation[3] == 1);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(scene.items[0].position[i]) <= 1e9 &&
                    fabs(scene.items[1].position[i]) <= 1e9);
    assert_string_equal(warned.pointer, "/components/0");
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(components_stand_on_their_parents),
        cmocka_unit_test(a_scene_has_its_origin_in_the_middle_of_all),
        cmocka_unit_test(groups_are_turned_as_their_root_is),
        cmocka_unit_test(bodies_fill_what_the_facts_say),
        cmocka_unit_test(wires_go_from_peg_to_peg),
        cmocka_unit_test(parents_that_cannot_be_make_roots),
        cmocka_unit_test(a_first_look_shows_what_carries_others),
        cmocka_unit_test(the_name_of_a_group_is_cut_between_characters),
        cmocka_unit_test(unknown_types_are_boxes_that_say_so),
        cmocka_unit_test(what_is_no_number_stands_at_its_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
