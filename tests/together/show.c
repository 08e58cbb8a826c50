/* The states that a simulation has reached, in a scene of its save. */
#include "../support/test.h"

#include "../support/circuits.h"

#include <overworld/scene.h>

enum { MOST_TOLD = 32 };

/* What was told to have changed. */
struct reported {
    uint32_t index[MOST_TOLD];
    ow_shown what[MOST_TOLD];
    bool on[MOST_TOLD];
    unsigned count;
};

static void note(void *context, ow_shown what, uint32_t index, bool on)
{
    struct reported *reported = context;
    assert_true(reported->count < MOST_TOLD);
    reported->index[reported->count] = index;
    reported->what[reported->count] = what;
    reported->on[reported->count++] = on;
}

static ow_scene scene_of(const ow_document *document)
{
    ow_scene scene;
    ow_error error;
    if (ow_scene_open_document(document, NULL, NULL, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return scene;
}

static bool state_is_on(const ow_scene *scene, uint32_t number)
{
    return scene->states[number / 8] >> number % 8 & 1;
}

static bool is_red(const ow_scene_segment *wire)
{
    return wire->color.red > 200 && wire->color.green < 60;
}

/* A switch that is off, an inverter that follows, a wire from each. */
static const char *const line = "switch:1{00000000} inverter:2 peg:3 1>2 2>3 +2 *3";

static void shows_pegs_and_wires(void **state)
{
    (void)state;
    struct board board;
    struct reported reported = {.count = 0};
    board_open(&board, line);
    ow_scene scene = scene_of(&board.document);
    assert_false(scene.segments[0].on || !scene.segments[1].on);
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    assert_int_equal(ow_simulation_show(board.run, &scene, note, &reported, NULL), OW_OK);
    assert_true(scene.segments[0].on && is_red(&scene.segments[0]));
    assert_false(scene.segments[1].on || is_red(&scene.segments[1]));
    /* The switch's output, the inverter's input and output, the peg; both wires; and the switch. */
    assert_int_equal(reported.count, 7);
    assert_true(reported.what[6] == OW_SHOWN_ITEM && reported.index[6] == 0);
    for (unsigned i = 0; i < 6; i++) {
        bool shown = reported.what[i] == OW_SHOWN_WIRE ? scene.segments[reported.index[i]].on
                                                       : state_is_on(&scene, reported.index[i]);
        assert_int_equal(shown, reported.on[i]);
    }
    reported.count = 0;
    assert_int_equal(ow_simulation_show(board.run, &scene, note, &reported, NULL), OW_OK);
    assert_int_equal(reported.count, 0);
    set_hand(&board, 1, false);
    run_ticks(&board, 4);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    assert_false(scene.segments[0].on || !scene.segments[1].on);
    ow_scene_close(&scene);
    board_free(&board);
}

/* Of two outputs that drive a net each wire shows its own; one between inputs the net. Other
 * ends stay. */
static void shows_wires_by_their_outputs(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1{00000000} switch:2{00000000} peg:3 peg:4 1>3 2>3 3-4 1=2");
    ow_scene scene = scene_of(&board.document);
    set_hand(&board, 2, true);
    run_ticks(&board, 3);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    assert_false(scene.segments[0].on);
    assert_true(scene.segments[1].on && scene.segments[2].on);
    assert_false(scene.segments[3].on);
    ow_scene_close(&scene);
    board_free(&board);
}

/* A wire from what is not there shows its net. */
static void shows_wires_of_nothing(void **state)
{
    (void)state;
    struct board board = {
        .document = circuit_document("switch:1{00000000} switch:2{00000000} peg:3 1>3 2>3 1>3")};
    ow_blotter_wire *wires = board.document.as.blotter->wires;
    ow_scene scene = scene_of(&board.document);
    wires[0].first.component = 77;
    wires[2].first.index = 5;
    assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL), OW_OK);
    set_hand(&board, 2, true);
    run_ticks(&board, 3);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    assert_true(scene.segments[0].on && scene.segments[1].on && scene.segments[2].on);
    ow_scene_close(&scene);
    board_free(&board);
}

static void refuses_other_scenes(void **state)
{
    (void)state;
    static const char *const others[] = {"switch:1{00000000} inverter:2 peg:4 1>2",
                                         "switch:1{00000000} inverter:2 peg:3 peg:4",
                                         "switch:1{00000000} inverter:2 peg:3 1>2 2>3 1>3"};
    struct board board;
    ow_error error;
    board_open(&board, line);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        ow_document document = circuit_document(others[i]);
        ow_scene scene = scene_of(&document);
        assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, &error),
                         OW_BAD_ARGUMENT);
        ow_scene_close(&scene);
        ow_close(&document);
    }
    ow_scene scene = scene_of(&board.document);
    assert_int_equal(ow_simulation_show(NULL, &scene, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_simulation_show(board.run, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    scene.items[0].kind = (uint16_t)scene.kind_count;
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, &error), OW_BAD_ARGUMENT);
    scene.items[0].kind = scene.segments[0].kind;
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, &error), OW_BAD_ARGUMENT);
    ow_scene_close(&scene);
    board_free(&board);
}

/* The scene still has the last component, which the save and its circuit have lost. */
static void refuses_a_scene_with_one_component_more(void **state)
{
    (void)state;
    struct board board = {.document = circuit_document(line)};
    ow_error error;
    ow_scene scene = scene_of(&board.document);
    assert_int_equal(ow_circuit_open(&board.document, NULL, NULL, &board.circuit, NULL), OW_OK);
    board.document.as.blotter->component_count--;
    board.circuit.component_count--;
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, NULL, &board.run, NULL), OW_OK);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, &error), OW_BAD_ARGUMENT);
    ow_scene_close(&scene);
    board_free(&board);
}

/* A state beyond those of the scene is left alone. */
static void keeps_within_the_scene(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, line);
    ow_scene scene = scene_of(&board.document);
    scene.items[0].first_state = UINT32_MAX;
    scene.items[1].first_state = (uint32_t)scene.state_count;
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    assert_true(scene.segments[0].on);
    ow_scene_close(&scene);
    board_free(&board);
}

static bool read_colors(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    static const char colors[] = "Data:\n - 102030\n - 405060\n - 708090\n";
    (void)context, (void)message, (void)room;
    *bytes = (ow_bytes){(const uint8_t *)colors, sizeof colors - 1};
    return strstr(path.data, "Configuration0.jecs") != NULL;
}

static ow_scene colored_scene_of(const ow_document *document)
{
    const ow_scene_options options = {.files = {.read = read_colors}};
    ow_scene scene;
    ow_error error;
    if (ow_scene_open_document(document, NULL, &options, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return scene;
}

/* A type beyond those of the scene keeps its flags when the display shows no known colour. */
static void keeps_within_the_types(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "switch:1 display:3 1>3 1>3.1");
    ow_scene scene = colored_scene_of(&board.document);
    uint32_t type = scene.type_count = scene.items[1].type;
    assert_int_equal(type, 1);
    set_hand(&board, 1, true);
    run_ticks(&board, 4);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    assert_true(scene.items[1].flags & OW_INFERRED_COLOR);
    assert_false(scene.types[type].flags & OW_INFERRED_COLOR);
    ow_scene_close(&scene);
    board_free(&board);
}

/* Everything that a picture is made of. */
static void assert_same_scene(const ow_scene *shown, const ow_scene *stored)
{
    assert_int_equal(shown->item_count, stored->item_count);
    assert_memory_equal(shown->items, stored->items, shown->item_count * sizeof *shown->items);
    assert_memory_equal(shown->segments, stored->segments,
                        shown->segment_count * sizeof *shown->segments);
    assert_memory_equal(shown->parts, stored->parts, shown->part_count * sizeof *shown->parts);
    assert_memory_equal(shown->states, stored->states, (size_t)(shown->state_count + 7) / 8);
    assert_memory_equal(shown->least, stored->least, sizeof shown->least);
    assert_memory_equal(shown->most, stored->most, sizeof shown->most);
    assert_int_equal(shown->types[shown->items[0].type].flags,
                     stored->types[stored->items[0].type].flags);
}

/* Whatever a hand has set, the scene that was shown is that of the save that is stored. */
static void shows_what_a_stored_save_shows(void **state)
{
    (void)state;
    static const char *const worlds[] = {
        "switch:1 button:2 display:3 1>3 2>3.1 3@900,0,0",
        "display:3 switch:1 MHG.PanelSwitch/0/1:2{9a480d01} 1>3 2>3.1 +2 *3.1 3@900,0,0",
        "display:3{09000000} switch:1 MHG.PanelButton/0/1:2{9a480d000200000003000000} 1>3 2>3.1",
        "CheeseUtilMod.HexResizable/4:3{ff000002000000} switch:1 switch:2 1>3 2>3.2 3@900,0,0",
        "key:1 MHG.PanelKey/0/1:2 peg:3 +1 2>3 *3",
        "CheeseUtilMod.HexResizable/7:3{ff000002000000} switch:1 switch:2 1>3.6 2>3 3@900,0,0",
        /* a display shows its first 32 inputs */
        "MHG.StandingDisplay/33:3{00000000} switch:1 switch:2 1>3 2>3.32"};
    for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
        struct board board;
        board_open(&board, worlds[i]);
        ow_scene shown = colored_scene_of(&board.document);
        for (unsigned hands = 1; hands <= 4; hands++) {
            set_hand(&board, 1, hands & 1);
            set_hand(&board, 2, hands & 2);
            run_ticks(&board, 3);
            assert_int_equal(ow_simulation_show(board.run, &shown, NULL, NULL, NULL), OW_OK);
            assert_int_equal(ow_simulation_store(board.run, &board.document, NULL, NULL), OW_OK);
            ow_scene stored = colored_scene_of(&board.document);
            assert_same_scene(&shown, &stored);
            ow_scene_close(&stored);
        }
        ow_scene_close(&shown);
        board_free(&board);
    }
}

/* A switch that is set has its other shape at once; what it leads to follows. */
static void shows_positions_and_colours(void **state)
{
    (void)state;
    struct board board;
    struct reported reported = {.count = 0};
    board_open(&board, "switch:1 display:3 1>3 1>3.1");
    ow_scene scene = colored_scene_of(&board.document);
    uint32_t off = scene.items[0].shape;
    assert_int_equal(scene.items[1].color.red, 0x10);
    set_hand(&board, 1, true);
    assert_int_equal(ow_simulation_show(board.run, &scene, note, &reported, NULL), OW_OK);
    assert_int_equal(reported.count, 1);
    assert_true(reported.what[0] == OW_SHOWN_ITEM && reported.index[0] == 0 && reported.on[0]);
    assert_int_not_equal(scene.items[0].shape, off);
    run_ticks(&board, 3);
    reported.count = 0;
    assert_int_equal(ow_simulation_show(board.run, &scene, note, &reported, NULL), OW_OK);
    /* The switch's output, the display's inputs, two wires; and number 3 of the display has no
     * colour. */
    assert_int_equal(reported.count, 6);
    assert_true(reported.what[5] == OW_SHOWN_ITEM && reported.index[5] == 1);
    assert_false(reported.on[5]); /* a display is not on or off */
    assert_int_equal(scene.items[1].color.red, 0xff);
    assert_true(scene.items[1].flags & scene.types[scene.items[1].type].flags & OW_INFERRED_COLOR);
    set_hand(&board, 1, false);
    run_ticks(&board, 3);
    assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
    assert_int_equal(scene.items[0].shape, off);
    assert_int_equal(scene.items[1].color.red, 0x10);
    assert_false(scene.types[scene.items[1].type].flags & OW_INFERRED_COLOR);
    ow_scene_close(&scene);
    board_free(&board);
}

/* The bodies of a key are lit while it is held. */
static void lights_keys(void **state)
{
    (void)state;
    struct board board;
    board_open(&board, "key:1 MHG.PanelKey/0/1:2");
    ow_scene scene = scene_of(&board.document);
    for (uint32_t i = 0; i < scene.item_count; i++) {
        const ow_scene_part *body = &scene.parts[scene.shapes[scene.items[i].shape].first_part];
        assert_int_equal(body->paint, OW_PAINT_STATE);
        assert_false(body->is_peg);
        assert_int_not_equal(body->color.blue, body->color_on.blue);
        uint32_t number = scene.items[i].first_state + body->state;
        assert_false(state_is_on(&scene, number));
        set_hand(&board, i + 1, true);
        run_ticks(&board, 2);
        assert_int_equal(ow_simulation_show(board.run, &scene, NULL, NULL, NULL), OW_OK);
        assert_true(state_is_on(&scene, number));
    }
    ow_scene_close(&scene);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_pegs_and_wires),
        cmocka_unit_test(shows_wires_by_their_outputs),
        cmocka_unit_test(shows_wires_of_nothing),
        cmocka_unit_test(refuses_other_scenes),
        cmocka_unit_test(refuses_a_scene_with_one_component_more),
        cmocka_unit_test(keeps_within_the_scene),
        cmocka_unit_test(keeps_within_the_types),
        cmocka_unit_test(shows_what_a_stored_save_shows),
        cmocka_unit_test(shows_positions_and_colours),
        cmocka_unit_test(lights_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
