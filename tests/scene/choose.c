/* Scenes filled by hand: what a selector chooses, and how far what is left reaches. */
#include "../support/test.h"

#include "scene/build.h"

#include <math.h>
#include <stdio.h>

enum { COMPONENT, WIRE, BOARD };

static void add_item(struct scene_builder *builder, uint32_t subject, uint32_t address,
                     uint32_t type, uint32_t group, double x)
{
    ow_scene_item item = {.shape = 0,
                          .subject = subject,
                          .address = address,
                          .type = type,
                          .group = group,
                          .kind = COMPONENT,
                          .rotation = {0, 0, 0, 1},
                          .scale = {1, 1, 1}};
    scene_place(builder, (struct vector){x, 0, 0}, item.position);
    scene_item(builder, &item);
}

/* Two boards, one on the other, a gate on each, and a wire between the gates. */
static ow_scene boards(void)
{
    const struct rotation none = {0, 0, 0, 1};
    struct scene_builder builder;
    ow_scene scene;
    scene_begin(&builder, NULL, 1000, NULL);
    assert_int_equal(scene_kind(&builder, "component", "/components"), COMPONENT);
    assert_int_equal(scene_kind(&builder, "wire", "/wires"), WIRE);
    scene_type(&builder, OW_LITERAL("MHG.CircuitBoard"), (ow_color){0}, 0);
    scene_type(&builder, OW_LITERAL("MHG.AndGate"), (ow_color){0}, 0);
    /* The board above comes first: groups may stand before what they stand on. */
    scene_group(&builder, OW_LITERAL("upper"), COMPONENT, 1, 1, none);
    scene_group(&builder, OW_LITERAL("lower"), COMPONENT, 0, OW_NONE, none);
    scene_shape(&builder, NULL);
    scene_part(&builder, &(ow_scene_part){.solid = OW_BOX, .size = {1, 1, 1}});
    scene_part(&builder,
               &(ow_scene_part){.solid = OW_BOX, .size = {0.5f, 0.5f, 0.5f}, .is_peg = true});
    add_item(&builder, 0, 7, 0, 1, 0);
    add_item(&builder, 1, 9, 0, 0, 10);
    add_item(&builder, 2, 12, 1, 1, 20);
    add_item(&builder, 3, 120, 1, 0, 30);
    scene_segment(
        &builder,
        &(ow_scene_segment){
            .from = {20, 0, 0}, .to = {30, 0, 0}, .group = 1, .subject = 0, .kind = WIRE});
    assert_int_equal(scene_finish(&builder, &scene), OW_OK);
    return scene;
}

/* Each item as '#', or '.' where it is hidden, then the wire as '-' or ' '. */
static void draw(const ow_scene *scene, char *text)
{
    for (uint32_t i = 0; i < scene->item_count; i++)
        *text++ = scene->items[i].flags & OW_HIDDEN ? '.' : '#';
    for (uint32_t i = 0; i < scene->segment_count; i++)
        *text++ = scene->segments[i].flags & OW_HIDDEN ? ' ' : '-';
    *text = '\0';
}

static const struct {
    const char *what, *only, *hide, *left;
} choices[] = {
    {"everything", NULL, NULL, "####-"},
    {"a record by its pointer", "/components/2", NULL, "..#. "},
    {"the record that a field is in", "/components/2/position/0", NULL, "..#. "},
    {"no record whose number begins the same", "/components/2,/components/20", NULL, "..#. "},
    {"no number that is written with a nought before it", "/components/02,C-12", NULL, "..#. "},
    {"what is no number", "/components/2x,/components/,C-12", NULL, "..#. "},
    {"a list by its pointer", "/wires", NULL, "....-"},
    {"no list that begins the same", "/wire,/components/3", NULL, "...# "},
    {"a board and what stands on it, boards on it too", "C-7", NULL, "####-"},
    {"the upper board and what stands on it", "C-9", NULL, ".#.# "},
    {"a component by its address, and none that begins the same", "C-12", NULL, "..#. "},
    {"a type", "type:MHG.AndGate", NULL, "..## "},
    {"a type by a pattern", "type:*Board", NULL, "##.. "},
    {"a pattern with the star in the middle", "type:M*Gate", NULL, "..## "},
    {"a kind in the plural", NULL, "wires", "#### "},
    {"a kind by name", "kind:w*", NULL, "....-"},
    {"a group", "group:upper", NULL, ".#.# "},
    {"several", "C-12,wire", NULL, "..#.-"},
    {"hiding wins over showing", "C-7", "type:*Gate,wires", "##.. "},
};

static void selectors_choose_what_they_say(void **state)
{
    (void)state;
    ow_scene scene = boards();
    for (size_t i = 0; i < LENGTH(choices); i++) {
        char left[16];
        ow_error error = {0};
        ow_scene_choice choice = {.only = choices[i].only, .hide = choices[i].hide};
        if (ow_scene_choose(&scene, &choice, &error) != OW_OK)
            ROW_FAILED("%s: %s\n", choices[i].what, error.message);
        draw(&scene, left);
        if (strcmp(left, choices[i].left) != 0)
            ROW_FAILED("%s: \"%s\" instead of \"%s\"\n", choices[i].what, left, choices[i].left);
    }
    ow_scene_close(&scene);
}

static void a_cut_keeps_what_has_its_middle_inside(void **state)
{
    (void)state;
    ow_scene scene = boards();
    char left[16];
    ow_scene_choice choice = {.cuts = {true}, .least = {10}, .most = {25}};
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    draw(&scene, left);
    assert_string_equal(left, ".##.-");
    choice.most[0] = INFINITY;
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    draw(&scene, left);
    assert_string_equal(left, ".###-");
    ow_scene_close(&scene);
}

static void a_cut_looks_at_the_middle_of_a_shape(void **state)
{
    (void)state;
    struct scene_builder builder;
    ow_scene scene;
    scene_begin(&builder, NULL, 1000, NULL);
    assert_int_equal(scene_kind(&builder, "component", "/components"), COMPONENT);
    scene_shape(&builder, NULL);
    scene_part(&builder, &(ow_scene_part){.solid = OW_BOX, .center = {3, 4, 5}, .size = {1, 1, 1}});
    add_item(&builder, 0, 0, OW_NONE, OW_NONE, 0);
    assert_int_equal(scene_finish(&builder, &scene), OW_OK);
    for (int axis = 0; axis < 3; axis++) {
        for (int middle = -6; middle <= 6; middle++) {
            ow_scene_choice choice = {.cuts = {axis == 0, axis == 1, axis == 2}};
            choice.least[axis] = middle - 0.2;
            choice.most[axis] = middle + 0.2;
            assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
            if (!(scene.items[0].flags & OW_HIDDEN) != (middle == 3 + axis))
                ROW_FAILED("a cut at %d on axis %d\n", middle, axis);
        }
    }
    ow_scene_close(&scene);
}

/* A thing at 0, 0, 0 on a ground. */
static void grounds_are_selected_but_not_cut(void **state)
{
    (void)state;
    enum { THING, GROUND };
    static const struct {
        const char *only, *hide;
        double from; /* of the cut; it is one unit wide */
        bool thing, ground;
    } rows[] = {
        {NULL, NULL, -0.5, true, true},          {NULL, NULL, 7, false, true},
        {"things", NULL, -0.5, true, false},     {NULL, "things", -0.5, false, true},
        {NULL, "/terrain", -0.5, true, false},   {"kind:ground", NULL, -0.5, false, true},
        {"things,ground", NULL, 7, false, true},
    };
    static const float heights[4] = {0};
    struct scene_builder builder;
    ow_scene scene;
    scene_begin(&builder, NULL, 1000, NULL);
    assert_int_equal(scene_kind(&builder, "thing", "/things"), THING);
    assert_int_equal(scene_kind(&builder, "ground", "/terrain"), GROUND);
    scene_shape(&builder, NULL);
    scene_part(&builder, &(ow_scene_part){.solid = OW_BOX, .size = {1, 1, 1}});
    add_item(&builder, 0, 0, OW_NONE, OW_NONE, 0);
    scene_ground(&builder,
                 &(ow_scene_ground){
                     .width = 2, .height = 2, .spacing = 9, .heights = heights, .kind = GROUND});
    assert_int_equal(scene_finish(&builder, &scene), OW_OK);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene_choice choice = {.only = rows[i].only, .hide = rows[i].hide, .cuts = {true}};
        choice.least[0] = rows[i].from;
        choice.most[0] = rows[i].from + 1;
        assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
        if (!(scene.items[0].flags & OW_HIDDEN) != rows[i].thing ||
            !(scene.grounds[0].flags & OW_HIDDEN) != rows[i].ground)
            ROW_FAILED("row %zu\n", i);
    }
    ow_scene_choice nothing = {.only = "things", .cuts = {true}, .least = {7}, .most = {8}};
    assert_int_equal(ow_scene_choose(&scene, &nothing, NULL), OW_BAD_ARGUMENT);
    ow_scene_close(&scene);
}

static void bounds_are_of_what_is_seen(void **state)
{
    (void)state;
    ow_scene scene = boards();
    assert_true(scene.least[0] == -0.5f && scene.most[0] == 30.5f);
    ow_scene_choice choice = {.only = "C-12"};
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    assert_true(scene.least[0] == 19.5f && scene.most[0] == 20.5f);
    assert_int_equal(ow_scene_choose(&scene, NULL, NULL), OW_OK);
    assert_true(scene.least[0] == -0.5f && scene.most[0] == 30.5f);
    ow_scene_close(&scene);
}

static void pegs_are_hidden_in_their_shapes(void **state)
{
    (void)state;
    ow_scene scene = boards();
    ow_scene_choice choice = {.hide = "pegs"};
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    assert_false(scene.parts[0].is_hidden);
    assert_true(scene.parts[1].is_hidden);
    assert_int_equal(ow_scene_choose(&scene, NULL, NULL), OW_OK);
    assert_false(scene.parts[1].is_hidden);
    ow_scene_close(&scene);
}

static void what_chooses_nothing_is_an_error(void **state)
{
    (void)state;
    static const char *const selectors[] = {"type:Nothing", "/nothing", "C-1", "a,,b", ",wire"};
    ow_scene scene = boards();
    for (size_t i = 0; i < LENGTH(selectors); i++) {
        ow_error error = {0};
        ow_scene_choice choice = {.only = selectors[i]};
        assert_int_equal(ow_scene_choose(&scene, &choice, &error), OW_BAD_ARGUMENT);
        assert_true(strlen(error.message) > 0);
    }
    ow_scene_close(&scene);
}

static void parts_are_found_with_their_number(void **state)
{
    (void)state;
    ow_scene scene = boards();
    uint32_t found[4] = {0};
    size_t count;
    assert_int_equal(
        ow_scene_find(&scene, "type:*Gate", OW_IN_ITEMS, found, LENGTH(found), &count, NULL),
        OW_OK);
    assert_int_equal(count, 2);
    assert_int_equal(found[0], 2);
    assert_int_equal(found[1], 3);
    assert_int_equal(ow_scene_find(&scene, "C-7", OW_IN_ITEMS, found, 1, &count, NULL), OW_OK);
    assert_int_equal(count, 4); /* of which one was written */
    assert_int_equal(found[0], 0);
    assert_int_equal(ow_scene_find(&scene, "/wires/0", OW_IN_SEGMENTS, found, 4, &count, NULL),
                     OW_OK);
    assert_int_equal(count, 1);
    ow_scene_close(&scene);
}

/* Groups that stand on each other end nothing. */
static void groups_in_a_loop_are_passed_once(void **state)
{
    (void)state;
    ow_scene scene = boards();
    scene.groups[1].parent = 0;
    ow_scene_choice choice = {.only = "group:upper"};
    char left[16];
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    draw(&scene, left);
    assert_string_equal(left, "####-");
    ow_scene_close(&scene);
}

static void a_group_without_a_record_is_not_chosen_by_one_of_its_list(void **state)
{
    (void)state;
    ow_scene scene = boards();
    scene.groups[1].subject = OW_NONE;
    scene.groups[0].parent = OW_NONE;
    ow_scene_choice choice = {.only = "/components/2"};
    char left[16];
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    draw(&scene, left);
    assert_string_equal(left, "..#. ");
    choice.only = "/components";
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    draw(&scene, left);
    assert_string_equal(left, "####-");
    ow_scene_close(&scene);
}

static void pointers_name_the_record(void **state)
{
    (void)state;
    ow_scene scene = boards();
    char text[32];
    assert_int_equal(ow_scene_pointer(&scene, OW_IN_ITEMS, 3, text, sizeof text), 13);
    assert_string_equal(text, "/components/3");
    assert_int_equal(ow_scene_pointer(&scene, OW_IN_SEGMENTS, 0, text, sizeof text), 8);
    assert_string_equal(text, "/wires/0");
    assert_int_equal(ow_scene_pointer(&scene, OW_IN_ITEMS, 4, text, sizeof text), 0);
    assert_int_equal(ow_scene_pointer(&scene, OW_IN_NOTHING, 0, text, sizeof text), 0);
    for (size_t room = sizeof text; room > 0; room--) {
        text[0] = '?';
        assert_int_equal(ow_scene_pointer(&scene, OW_IN_ITEMS, 4, text, room), 0);
        assert_string_equal(text, "");
    }
    ow_scene_close(&scene);
}

static void note_message(void *context, const char *pointer, const char *message)
{
    char *reported = context;
    assert_string_equal(pointer, "");
    snprintf(reported + strlen(reported), 1024 - strlen(reported), "%s\n", message);
}

static void selectors_that_match_nothing_are_reported(void **state)
{
    (void)state;
    static const struct {
        const char *selectors, *reported;
    } rows[] = {
        {"component,wires,pegs,type:AndGate,C-12,group:upper,/wires/0,/components", ""},
        {"wier", "no part of the picture matches \"wier\" (did you mean \"wire\"?)\n"},
        {"type:AndGaet,C-7,C-8",
         "no part of the picture matches \"type:AndGaet\" (did you mean \"type:MHG.AndGate\"?)\n"
         "no part of the picture matches \"C-8\"\n"},
        {"group:uper",
         "no part of the picture matches \"group:uper\" (did you mean \"group:upper\"?)\n"},
        {"CircuitBord", "no part of the picture matches \"CircuitBord\" (did you mean "
                        "\"type:MHG.CircuitBoard\"?)\n"},
        {"zzzzz",
         "no part of the picture matches \"zzzzz\"; the kinds of this world are component, wire\n"},
        {"/components/9", "no part of the picture matches \"/components/9\"\n"},
    };
    ow_scene scene = boards();
    ow_error error;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char reported[1024] = "";
        assert_int_equal(
            ow_scene_find_unmatched(&scene, rows[i].selectors, note_message, reported, &error),
            OW_OK);
        if (strcmp(reported, rows[i].reported) != 0)
            ROW_FAILED("\"%s\" told %s, and not %s\n", rows[i].selectors, reported,
                       rows[i].reported);
    }
    char many[1024] = "C-1", reported[1024] = "";
    for (size_t i = 0; i < 256; i++)
        strcat(many, ",a");
    assert_int_equal(ow_scene_find_unmatched(&scene, many, note_message, reported, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_scene_find_unmatched(&scene, "tag:3", note_message, reported, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_scene_find_unmatched(NULL, "a", note_message, reported, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_scene_find_unmatched(&scene, NULL, note_message, reported, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_scene_find_unmatched(&scene, "a", NULL, reported, NULL), OW_BAD_ARGUMENT);
    assert_string_equal(reported, "");
    ow_scene_close(&scene);
}

/* What is no record of a list, such as a ground, is chosen by a pointer to anything in it. */
static void what_is_no_record_is_chosen_by_all_in_it(void **state)
{
    (void)state;
    static const struct {
        const char *only, *hide;
        bool seen;
    } rows[] = {{"/terrain", NULL, true},      {"/terrain/heights/3", NULL, true},
                {"/terrain/3", NULL, true},    {"/components/3", NULL, false},
                {"/components", NULL, false},  {NULL, "/terrain/heights/3", false},
                {NULL, "/components/3", true}, {NULL, "kind:terrain", false},
                {NULL, "kind:component", true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        ow_scene scene;
        scene_begin(&builder, NULL, 1000, NULL);
        assert_int_equal(scene_kind(&builder, "component", "/components"), COMPONENT);
        assert_int_equal(scene_kind(&builder, "terrain", "/terrain"), COMPONENT + 1);
        scene_shape(&builder, NULL);
        scene_part(&builder, &(ow_scene_part){.solid = OW_BOX, .size = {1, 1, 1}});
        scene_item(&builder, &(ow_scene_item){.subject = OW_NONE,
                                              .type = OW_NONE,
                                              .group = OW_NONE,
                                              .kind = COMPONENT + 1,
                                              .rotation = {0, 0, 0, 1},
                                              .scale = {1, 1, 1}});
        add_item(&builder, 3, 0, OW_NONE, OW_NONE, 5);
        assert_int_equal(scene_finish(&builder, &scene), OW_OK);
        ow_scene_choice choice = {.only = rows[i].only, .hide = rows[i].hide};
        assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
        if (!(scene.items[0].flags & OW_HIDDEN) != rows[i].seen)
            ROW_FAILED("row %zu\n", i);
        ow_scene_close(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selectors_choose_what_they_say),
        cmocka_unit_test(what_is_no_record_is_chosen_by_all_in_it),
        cmocka_unit_test(a_cut_keeps_what_has_its_middle_inside),
        cmocka_unit_test(a_cut_looks_at_the_middle_of_a_shape),
        cmocka_unit_test(grounds_are_selected_but_not_cut),
        cmocka_unit_test(bounds_are_of_what_is_seen),
        cmocka_unit_test(pegs_are_hidden_in_their_shapes),
        cmocka_unit_test(what_chooses_nothing_is_an_error),
        cmocka_unit_test(parts_are_found_with_their_number),
        cmocka_unit_test(groups_in_a_loop_are_passed_once),
        cmocka_unit_test(a_group_without_a_record_is_not_chosen_by_one_of_its_list),
        cmocka_unit_test(pointers_name_the_record),
        cmocka_unit_test(selectors_that_match_nothing_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
