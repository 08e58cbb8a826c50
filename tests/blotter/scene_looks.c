/* What of a save can be seen besides places: states, labels, displays, the turn of a placement. */
#include "seen.h"

#include "../support/scenes.h"

/* States of a world are bits, the lowest first. */
static void states_of_a_world_are_bits(void **state)
{
    (void)state;
    ow_scene scene = scene_of(
        SAVE_OF("world", TYPE(3, "MHG.Peg"),
                PART(6, 0, 3, "0,0,0", NO_TURN, "9", "", "null") "," PART(
                    7, 0, 3, "0,0,0", NO_TURN, "8", "",
                    "null") "," PART(8, 0, 3, "0,0,0", NO_TURN, "-1", "",
                                     "null") "," PART(9, 0, 3, "0,0,0", NO_TURN, "64", "", "null"),
                "", "'AAI='"),
        NULL);
    assert_int_equal(scene.states[0], 1);
    ow_scene_close(&scene);
}

/* A socket or a key whose peg the save lacks is off, whatever the next component's is. */
static void what_has_no_peg_shows_no_state(void **state)
{
    (void)state;
    static const char *const types[] = {"MHG.ChubbySocket", "MHG.Socket", "MHG.Key"};
    for (size_t i = 0; i < LENGTH(types); i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 SAVE_OF("world", TYPE(3, "%s"),
                         PART(6, 0, 3, "0,0,0", NO_TURN, "", "",
                              "null") "," PART(7, 0, 3, "900,0,0", NO_TURN, "0", "", "null"),
                         "", "'AQ=='"),
                 types[i]);
        ow_scene scene = scene_of(text, NULL);
        const ow_scene_shape *shape = &scene.shapes[scene.items[0].shape];
        assert_null(scene_fault(&scene));
        for (uint32_t k = 0; k < shape->part_count; k++)
            assert_int_not_equal(scene.parts[shape->first_part + k].paint, OW_PAINT_STATE);
        ow_scene_close(&scene);
    }
}

/* Version 4 has no states: outputs have a flag, and what is wired to them takes part. */
static void states_of_version_4_come_from_its_outputs(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    static const char *const names[] = {"MHG.Peg", "MHG.Switch"};
    put_raw(&bytes, "Logic World save", 16);
    put_u8(&bytes, 4);
    for (int i = 0; i < 4; i++)
        put_i32(&bytes, 0);
    put_u32(&bytes, 2);
    put_u32(&bytes, 1);
    put_u32(&bytes, 2);
    for (unsigned i = 0; i < 2; i++) {
        put_u16(&bytes, i);
        put_text(&bytes, names[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        put_u32(&bytes, i + 1);
        put_u32(&bytes, 0);
        put_u16(&bytes, i);
        put_f32(&bytes, i == 0 ? 0 : 0.59999f); /* two squares, as the game writes them */
        put_f32(&bytes, 0);
        put_f32(&bytes, 0);
        put_hex(&bytes, "0000803f 00000000 00000000 00000000");
        put_u32(&bytes, i == 0);
        if (i == 0)
            put_u8(&bytes, 0);
        put_u32(&bytes, i == 1);
        if (i == 1)
            put_u8(&bytes, 1);
        put_i32(&bytes, i ? 4 : -1);
        if (i)
            put_hex(&bytes, "9a480d01");
    }
    put_hex(&bytes, "01 01000000 00  00 02000000 00 00000000");
    put_raw(&bytes, "redstone sux lol", 16);
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open(bytes.data, bytes.size, NULL, NULL, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(scene.states[0], 3);
    assert_int_equal(scene.segment_count, 1);
    assert_true(scene.segments[0].on);
    assert_at(&scene, scene.items[1].position, 2, 0, 0);
    ow_scene_close(&scene);
    bytes_free(&bytes);
}

/* "INT" on a label of 8 by 1 squares, 262626, 0.8 high, in the middle. */
static void labels_lie_on_their_plates(void **state)
{
    (void)state;
    ow_scene scene = scene_of(SAVE_OF("subassembly", TYPE(1, "MHG.PanelLabel"),
                                      PART(6, 0, 1, "0,0,0", NO_TURN, "", "",
                                           "'AAAAACYmJs3MTD8AAwAAAElOVAgAAAABAAAAAgAAAA=='"),
                                      "", "[]"),
                              NULL);
    assert_int_equal(scene.label_count, 1);
    const ow_scene_label *label = &scene.labels[0];
    assert_text(label->text, "INT");
    assert_at(&scene, label->position, 3.5, 0.301, 0);
    assert_int_equal(label->align_x, -1);
    assert_int_equal(label->align_y, 1);
    assert_float(label->font_size, 0.8f);
    assert_true(label->size[0] == 8 && label->size[1] == 1);
    /* Its page looks up, its lines go along x. */
    struct vector up = vector_turn(scene_rotation(label->rotation), (struct vector){0, 0, 1});
    struct vector along = vector_turn(scene_rotation(label->rotation), (struct vector){1, 0, 0});
    assert_true(fabs(up.y - 1) < 1e-6 && fabs(along.x - 1) < 1e-6);
    ow_scene_close(&scene);
}

#define DISPLAY(address, configuration, inputs)                                                    \
    PART(address, 0, 1, "0,0,0", NO_TURN, inputs, "", "'" configuration "AAAA=='")

static void displays_show_their_configuration(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t colors[3];
        bool inferred;
    } rows[] = {
        {"DataType: X\nData:\n    - 202020\n    - BA0000\n    - 0032c8\r\n    - 8E12FF",
         {0x202020, 0xba0000, 0x8e12ff},
         false},
        {"Data:\n  - \"102030\" # first\n  -405060\n\n  - 708090\n  - a0b0c0\n  - ffffff\n",
         {0x102030, 0x405060, 0xa0b0c0},
         false},
        {"Data:\n - 20202\n - xyzxyz\n -\n", {0x202020, 0xffffff, 0xffffff}, true},
        {"Data:\n\t- 102030", {0x202020, 0xffffff, 0xffffff}, true},
        {"", {0x202020, 0xffffff, 0xffffff}, true},
    };
    static const char *const paths[] = {
        "ExtraData/MHG.DisplayConfigurations/2_pegs/Configuration5.succ",
        "ExtraData/MHG.DisplayConfigurations/2_pegs/Configuration5.jecs"};
    for (size_t at = 0; at < 2 * LENGTH(rows); at++) {
        size_t i = at / 2;
        struct beside beside = {paths[at % 2], rows[i].text, 0};
        ow_scene_options asked = {
            .files = {.context = &beside, .read = read_beside, .release = release_beside}};
        ow_scene scene =
            scene_of(SAVE_OF("subassembly", TYPE(1, "MHG.StandingDisplay"),
                             DISPLAY(6, "BQ", "0,0") "," DISPLAY(7, "BQ", "1,0") "," DISPLAY(
                                 8, "BQ", "1,1") "," DISPLAY(9, "Bg", "1,1"),
                             "", "[1]"),
                     &asked);
        for (int k = 0; k < 3; k++) {
            ow_color color = scene.items[k].color;
            uint32_t rgb = (uint32_t)color.red << 16 | (uint32_t)color.green << 8 | color.blue;
            bool inferred = scene.items[k].flags & OW_INFERRED_COLOR;
            if (rgb != rows[i].colors[k] || inferred != rows[i].inferred)
                ROW_FAILED("row %zu, display %d: %06x\n", i, k, rgb);
        }
        assert_int_equal(scene.items[3].color.red, 0xff); /* of a configuration that is not there */
        assert_true(scene.items[3].flags & OW_INFERRED_COLOR);
        /* Each configuration once, by its newer name and then by the older one. */
        assert_int_equal(beside.asked, at % 2 == 1 ? 3 : 4);
        ow_scene_close(&scene);
    }
}

static bool read_nothing(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    (void)path, (void)message, (void)room;
    ++*(int *)context;
    *bytes = (ow_bytes){NULL, 0};
    return true;
}

/* As an empty one that has bytes: nobody has what was never there to be given back. */
static void a_file_without_bytes_is_an_empty_one(void **state)
{
    (void)state;
    int asked_for = 0;
    ow_scene_options asked = {.files = {.context = &asked_for, .read = read_nothing}};
    ow_scene scene = scene_of(
        SAVE_OF("subassembly", TYPE(1, "MHG.StandingDisplay"), DISPLAY(7, "BQ", "1,0"), "", "[1]"),
        &asked);
    assert_int_equal(scene.items[0].color.red, 0xff);
    assert_true(scene.items[0].flags & OW_INFERRED_COLOR);
    assert_true(asked_for > 0);
    ow_scene_close(&scene);
}

#define PLACEMENT(x, y, z, w, state, type)                                                         \
    "Placements:\n    -\n        CornerMidpointPositionBeforeFlipping:\n            x: 7\n"        \
    "        RotationBeforeFlipping:\n            x: " x "\n            y: " y                     \
    "\n            z: " z "\n            w: " w                                                    \
    "\n        PlacementType: OnTerrain\n        Flipped: false\n        "                         \
    "BoardRotationState: " state "\n        Type: " type "\ndata_format_version: 1\n"

/* Two roots: each is turned as it stands; where they stand is turned back by the first
 * placement. */
static void a_placement_turns_a_subassembly(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double second[3]; /* where the second root stands, seen from the first */
        double up[3];     /* where y of the first goes, in the scene */
        unsigned warnings;
    } rows[] = {
        {PLACEMENT("0", "0", "0", "1", "0", "Standard"), {2, 0, 0}, {0, 1, 0}, 0},
        {PLACEMENT("0", "1", "0", "0.00000004371139", "0", "Standard"), {-2, 0, 0}, {0, 1, 0}, 0},
        {PLACEMENT("0", "0", "0", "1", "1", "StandingBoard"), {2, 0, 0}, {0, 0, 1}, 0},
        {PLACEMENT("0", "0", "0", "1", "3", "StandingBoard"), {2, 0, 0}, {0, 0, 1}, 1},
        {PLACEMENT("0", "0", "0", "1", "0", "Other"), {2, 0, 0}, {0, 1, 0}, 1},
        {"Placements: []\n", {2, 0, 0}, {0, 1, 0}, 1},
        {"\xff\xfe-:-\n- \n:", {2, 0, 0}, {0, 1, 0}, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct beside beside = {"placements.jecs", rows[i].text, 0};
        struct warned warned = {0};
        ow_scene_options asked = {
            .as_placed = true,
            .files = {.context = &beside, .read = read_beside, .release = release_beside},
            .warn = note,
            .warn_context = &warned};
        ow_scene scene = scene_of(SAVE_OF("subassembly", TYPE(3, "MHG.Peg"),
                                          PART(6, 0, 3, "0,0,0", NO_TURN, "0", "", "null") "," PART(
                                              7, 0, 3, "600,0,0", NO_TURN, "0", "", "null"),
                                          "", "[]"),
                                  &asked);
        struct vector apart = vector_subtract(scene_vector(scene.items[1].position),
                                              scene_vector(scene.items[0].position));
        struct vector up =
            vector_turn(scene_rotation(scene.items[0].rotation), (struct vector){0, 1, 0});
        const double found[6] = {apart.x, apart.y, apart.z, up.x, up.y, up.z};
        for (int k = 0; k < 6; k++)
            if (fabs(found[k] - (k < 3 ? rows[i].second[k] : rows[i].up[k - 3])) > 1e-5)
                ROW_FAILED("row %zu: %g %g %g, up %g %g %g\n", i, apart.x, apart.y, apart.z, up.x,
                           up.y, up.z);
        assert_int_equal(warned.count, rows[i].warnings);
        assert_float(scene.light.ambient[2], 0.763f);
        ow_scene_close(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_a_world_are_bits),
        cmocka_unit_test(what_has_no_peg_shows_no_state),
        cmocka_unit_test(states_of_version_4_come_from_its_outputs),
        cmocka_unit_test(labels_lie_on_their_plates),
        cmocka_unit_test(displays_show_their_configuration),
        cmocka_unit_test(a_file_without_bytes_is_an_empty_one),
        cmocka_unit_test(a_placement_turns_a_subassembly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
