/* What stands so far outside that pictures leave it away, and what does not. */
#include "../support/test.h"

#include "../support/built_scenes.h"

static const ow_color red = {200, 0, 0, 255};

/* `count` boxes in a row from `from` on, `apart` from each other. */
struct row {
    unsigned count;
    float from, apart;
};

static const struct {
    const char *what;
    struct row rows[3];
    float board; /* how wide a board under it all is; 0: there is none */
    uint64_t outlying;
} worlds[] = {
    {"one far away", {{40, 0, 1}, {1, 1e6f, 0}}, 0, 1},
    {"one far away, on the other side", {{40, 0, 1}, {1, -1e9f, 0}}, 0, 1},
    {"two of many", {{40, 0, 1}, {2, 1e6f, 1}}, 0, 2},
    {"on both sides", {{40, 0, 1}, {1, 1e6f, 0}, {1, -2e5f, 0}}, 0, 2},
    {"the first and the last", {{1, 1e6f, 0}, {40, 0, 1}, {1, -2e5f, 0}}, 0, 2},
    {"one far away, one farther", {{40, 0, 1}, {1, 1e4f, 0}, {1, 1e9f, 0}}, 0, 2},
    {"one of few", {{8, 0, 1}, {1, 1e5f, 0}}, 0, 1},
    {"one of very few", {{6, 0, 1}, {1, 1e5f, 0}}, 0, 0},
    {"a part of it all", {{40, 0, 1}, {6, 1e6f, 1}}, 0, 0},
    {"two towns", {{40, 0, 1}, {40, 1e6f, 1}}, 0, 0},
    {"one that is away, not far away", {{40, 0, 1}, {1, 500, 0}}, 0, 0},
    {"on a board that reaches there", {{40, 0, 0.01f}, {1, 900, 0}}, 2000, 0},
    {"all at one place, one beside it", {{40, 7, 0}, {1, 12, 0}}, 0, 0},
    {"all at one place, one far away", {{40, 7, 0}, {1, 1e4f, 0}}, 0, 1},
    {"nothing but one place", {{40, 7, 0}}, 0, 0},
};

static ow_scene world(size_t which)
{
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (size_t row = 0; row < LENGTH(worlds[which].rows); row++)
        for (unsigned i = 0; i < worlds[which].rows[row].count; i++)
            add_item(&builder, box,
                     worlds[which].rows[row].from + (float)i * worlds[which].rows[row].apart, 0, 0,
                     red);
    if (worlds[which].board > 0)
        add_item(&builder,
                 add_shape(&builder, (ow_scene_part){.size = {worlds[which].board, 1, 10}}), 0, -1,
                 0, red);
    return end_scene(&builder);
}

static void few_things_far_from_all_others_are_outlying(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_scene scene = world(i);
        if (scene.outlying_count != worlds[i].outlying)
            ROW_FAILED("%s: %u are outlying\n", worlds[i].what, (unsigned)scene.outlying_count);
        for (uint32_t k = 0; k < scene.item_count; k++) {
            float x = scene.items[k].position[0];
            bool is_out = (scene.items[k].flags & OW_OUTLYING) != 0;
            if (is_out != (worlds[i].outlying > 0 && (x > 1000 || x < -1000)) ||
                (!is_out && (x < scene.least[0] || x > scene.most[0])))
                ROW_FAILED("%s: item %u\n", worlds[i].what, (unsigned)k);
        }
        ow_scene_close(&scene);
    }
}

static void a_wire_to_what_is_outlying_is_so_too(void **state)
{
    (void)state;
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < 40; i++)
        add_item(&builder, box, (float)i, 0, 0, red);
    for (int i = 0; i < 2; i++)
        scene_segment(&builder,
                      &(ow_scene_segment){.to = {i ? 1e6f : 9, 0, 0}, .width = 1, .thickness = 1});
    scene_label(&builder, &(ow_scene_label){.position = {0, 0, 1e6f}, .font_size = 1});
    ow_scene scene = end_scene(&builder);
    assert_int_equal(scene.outlying_count, 2);
    assert_int_equal(scene.segments[0].flags, 0);
    assert_int_equal(scene.segments[1].flags, OW_OUTLYING);
    assert_int_equal(scene.labels[0].flags, OW_OUTLYING);
    ow_scene_close(&scene);
}

/* The middles of all wires but one are on a side of the box around everything. */
static void wires_at_the_edge_of_a_world_may_be_its_bulk(void **state)
{
    (void)state;
    static const struct {
        float bulk, one;
    } rows[] = {{1e6f, 0}, {0, 1e6f}, {-1e6f, 0}, {0, -1e6f}};
    for (size_t row = 0; row < LENGTH(rows); row++) {
        struct scene_builder builder;
        begin_scene(&builder);
        for (int i = 0; i <= 40; i++) {
            float x = i < 40 ? rows[row].bulk : rows[row].one, z = (float)i;
            scene_segment(&builder,
                          &(ow_scene_segment){
                              .from = {x, 0, z}, .to = {x, 0, z + 1}, .width = 1, .thickness = 1});
        }
        ow_scene scene = end_scene(&builder);
        for (uint32_t i = 0; i <= 40; i++)
            if (scene.segments[i].flags != (i == 40 ? OW_OUTLYING : 0))
                ROW_FAILED("row %zu, wire %u\n", row, (unsigned)i);
        ow_scene_close(&scene);
    }
}

/* What was chosen is what there is. */
static void what_is_chosen_alone_is_not_outlying(void **state)
{
    (void)state;
    ow_scene scene = world(0);
    ow_scene_choice choice = {.only = "/things/40"};
    assert_int_equal(ow_scene_choose(&scene, &choice, NULL), OW_OK);
    assert_int_equal(scene.outlying_count, 0);
    assert_int_equal(scene.items[40].flags, 0);
    assert_true(scene.least[0] < 1e6f && scene.most[0] > 1e6f);
    assert_int_equal(ow_scene_choose(&scene, NULL, NULL), OW_OK);
    assert_int_equal(scene.outlying_count, 1);
    ow_scene_close(&scene);
}

static void pictures_are_as_if_it_were_not_there(void **state)
{
    (void)state;
    static const struct {
        ow_view_kind view;
        bool perspective, alike;
    } rows[] = {{OW_VIEW_ISO, false, true},
                {OW_VIEW_RIGHT, true, true},
                {OW_VIEW_TOP, false, true},
                {OW_VIEW_GAME, false, false}};
    ow_scene far = world(0);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_picture_options options = {.width = 64, .height = 48, .grid = true, .legend = true};
        options.view = rows[i].view;
        options.perspective = rows[i].perspective;
        ow_picture with = draw(&far, &options);
        far.item_count--;
        ow_picture without = draw(&far, &options);
        far.item_count++;
        if ((hash_of(&with) == hash_of(&without)) != rows[i].alike)
            ROW_FAILED("row %zu\n", i);
        ow_picture_free(&with);
        ow_picture_free(&without);
    }
    ow_scene_close(&far);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_things_far_from_all_others_are_outlying),
        cmocka_unit_test(a_wire_to_what_is_outlying_is_so_too),
        cmocka_unit_test(wires_at_the_edge_of_a_world_may_be_its_bulk),
        cmocka_unit_test(what_is_chosen_alone_is_not_outlying),
        cmocka_unit_test(pictures_are_as_if_it_were_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
