/* A scene painted over: what is marked has its colour, all else is pale, and what was taken away
 * is there. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/worlds.h"

#include "../../cli/pictures/scene_overlay.h"

static const ow_color mark = {1, 2, 3, 255};

static bool is_mark(ow_color color)
{
    return color.red == 1 && color.green == 2 && color.blue == 3;
}

static ow_scene scene_of(const char *world)
{
    ow_document document = document_of(world);
    ow_scene scene;
    ow_error error;
    assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &scene, &error), OW_OK);
    ow_close(&document);
    return scene;
}

/* Everything whose index in its list is that of the context. */
static const ow_color *subject_is(void *context, uint16_t kind, uint32_t subject)
{
    (void)kind;
    return subject == *(const uint32_t *)context ? &mark : NULL;
}

/* Whether every part of a shape takes the colour of its item. */
static bool is_painted(const ow_scene *scene, const ow_scene_item *item)
{
    const ow_scene_shape *shape = &scene->shapes[item->shape];
    for (uint32_t i = 0; i < shape->part_count; i++)
        if (scene->parts[shape->first_part + i].paint != OW_PAINT_ITEM)
            return false;
    return shape->part_count > 0 && is_mark(item->color);
}

static void what_is_marked_has_its_colour(void **state)
{
    (void)state;
    for (const char *const *world = worlds; *world; world++) {
        ow_scene scene = scene_of(*world);
        struct overlay overlay;
        uint32_t subject = 0, painted = 0;
        assert_true(overlay_open(&overlay, &scene, &scene));
        overlay_paint(&overlay, subject_is, &subject, 1);
        for (uint32_t i = 0; i < overlay.scene.item_count; i++) {
            const ow_scene_item *item = &overlay.scene.items[i];
            assert_int_equal(is_painted(&overlay.scene, item), item->subject == 0);
            painted += item->subject == 0;
        }
        assert_true(painted > 0);
        for (uint32_t i = 0; i < overlay.scene.segment_count; i++)
            assert_int_equal(is_mark(overlay.scene.segments[i].color),
                             overlay.scene.segments[i].subject == 0);
        overlay_close(&overlay);
        ow_scene_close(&scene);
    }
}

static bool is_grey(ow_color color)
{
    return color.red == color.green && color.green == color.blue && color.red >= 120;
}

/* Without a scene before, and painted after what is not has lost its colour. */
static void what_is_not_marked_has_no_colour(void **state)
{
    (void)state;
    static const ow_scene nothing;
    for (const char *const *world = worlds; *world; world++) {
        ow_scene scene = scene_of(*world);
        struct overlay overlay;
        uint32_t subject = 0;
        assert_true(overlay_open(&overlay, &nothing, &scene));
        overlay_drain(&overlay);
        overlay_paint(&overlay, subject_is, &subject, 2);
        for (uint32_t i = 0; i < overlay.scene.item_count; i++) {
            const ow_scene_item *item = &overlay.scene.items[i];
            assert_true(item->subject == 0 ? is_painted(&overlay.scene, item)
                                           : is_grey(item->color));
        }
        for (uint32_t i = 0; i < scene.part_count; i++)
            assert_true(is_grey(overlay.scene.parts[i].color) &&
                        is_grey(overlay.scene.parts[i].color_on));
        for (uint32_t i = 0; i < overlay.scene.segment_count; i++) {
            const ow_scene_segment *segment = &overlay.scene.segments[i];
            bool marked = segment->subject == 0;
            assert_true(marked ? is_mark(segment->color) : is_grey(segment->color));
            assert_true(segment->on);
            assert_true(segment->width == scene.segments[i].width * (marked ? 2.0f : 1.0f));
        }
        overlay_close(&overlay);
        ow_scene_close(&scene);
    }
}

static void what_was_taken_away_stands_where_it_stood(void **state)
{
    (void)state;
    for (const char *const *world = worlds; *world; world++) {
        ow_scene before = scene_of(*world), after = before;
        struct overlay overlay;
        uint32_t subject = 0;
        after.origin[0] += 5; /* as if its middle were elsewhere */
        assert_true(overlay_open(&overlay, &before, &after));
        assert_true(overlay_add_before(&overlay, subject_is, &subject));
        uint32_t added = overlay.scene.item_count - after.item_count;
        assert_true(added > 0 && added <= before.item_count);
        for (uint32_t i = 0, from = 0; i < added; i++, from++) {
            const ow_scene_item *item = &overlay.scene.items[i];
            while (before.items[from].subject != 0)
                from++;
            assert_true(is_painted(&overlay.scene, item));
            assert_in_range(item->color.alpha, 1, 100); /* what took its place is seen through it */
            const ow_scene_shape *shape = &overlay.scene.shapes[item->shape];
            assert_int_equal(overlay.scene.parts[shape->first_part].material, OW_MARK);
            assert_true(item->position[0] == before.items[from].position[0] - 5);
            assert_true(item->position[1] == before.items[from].position[1]);
            assert_true(item->group == OW_NONE || item->group < overlay.scene.group_count);
        }
        for (uint32_t i = after.segment_count; i < overlay.scene.segment_count; i++) {
            const ow_scene_segment *segment = &overlay.scene.segments[i];
            assert_true(is_mark(segment->color) && segment->color.alpha < 255);
            assert_true(segment->width < before.segments[0].width);
            assert_true(segment->thickness < before.segments[0].thickness);
        }
        overlay_close(&overlay);
        ow_scene_close(&before);
    }
}

static const ow_color *all_green(void *context, uint16_t kind, uint32_t subject)
{
    static const ow_color green = {0, 160, 0, 255};
    (void)context, (void)kind, (void)subject;
    return &green;
}

static const ow_color *all_red(void *context, uint16_t kind, uint32_t subject)
{
    static const ow_color red = {214, 0, 0, 255};
    (void)context, (void)kind, (void)subject;
    return &red;
}

/* Where everything was removed and added again, what was added is seen, with lines around it. */
static void what_was_taken_away_does_not_cover_what_was_added(void **state)
{
    (void)state;
    for (const char *const *world = worlds; *world; world++) {
        ow_scene scene = scene_of(*world);
        struct overlay overlay;
        ow_picture picture;
        ow_picture_options options = {.width = 300, .height = 300, .view = OW_VIEW_ISO};
        size_t green = 0, red = 0;
        assert_true(overlay_open(&overlay, &scene, &scene));
        overlay_paint(&overlay, all_green, NULL, 1);
        assert_true(overlay_add_before(&overlay, all_red, NULL));
        assert_int_equal(ow_picture_draw(&overlay.scene, &options, NULL, &picture, NULL), OW_OK);
        for (uint32_t i = 0; i < 300 * 300; i++) {
            const ow_color *color = &picture.pixels[i];
            green += color->green > color->red + 60 && color->green > color->blue + 60;
            red += color->red > color->green + 60 && color->red > color->blue + 60;
        }
        if (green == 0 || red > green / 5)
            ROW_FAILED("%zu green pixels, %zu red ones\n", green, red);
        ow_picture_free(&picture);
        overlay_close(&overlay);
        ow_scene_close(&scene);
    }
}

/* Red would say that something was removed. */
static void states_have_no_colour(void **state)
{
    (void)state;
    for (const char *const *world = worlds; *world; world++) {
        ow_scene scene = scene_of(*world);
        struct overlay overlay;
        assert_true(overlay_open(&overlay, &scene, &scene));
        for (uint32_t i = 0; i < scene.part_count; i++)
            assert_true(is_grey(overlay.scene.parts[i].color_on));
        for (uint32_t i = 0; i < scene.segment_count; i++)
            assert_true(is_grey(overlay.scene.segments[i].color));
        overlay_close(&overlay);
        ow_scene_close(&scene);
    }
}

/* The layer of three cells in two rows: a run over the end of a row is two markers. */
static void cells_are_marked_row_by_row(void **state)
{
    (void)state;
    ow_scene scene = scene_of(world_of_leveld);
    struct overlay overlay;
    const ow_scene_layer *layer = &scene.layers[0];
    assert_true(overlay_open(&overlay, &scene, &scene));
    assert_true(overlay_add_run(&overlay, "/blocks/1/layers/0", 1, 4, 3, mark));
    assert_int_equal(overlay.scene.item_count, scene.item_count + 2);
    const ow_scene_item *first = &overlay.scene.items[scene.item_count], *second = first + 1;
    assert_true(first->scale[0] == 2 && second->scale[0] == 2);
    assert_true(first->position[0] == layer->position[0] + 2);
    assert_true(first->position[2] == layer->position[2] + 0.5f);
    assert_true(second->position[0] == layer->position[0] + 1);
    assert_true(second->position[2] == layer->position[2] + 1.5f);
    assert_true(is_mark(first->color) && is_mark(second->color));
    assert_true(overlay_add_run(&overlay, "/blocks/1/layers/0", 6, 4, 3, mark)); /* behind it */
    assert_true(overlay_add_run(&overlay, "/no/list", 0, 4, 3, mark));
    assert_int_equal(overlay.scene.item_count, scene.item_count + 2);
    overlay_close(&overlay);
    ow_scene_close(&scene);
}

static void heights_are_marked_at_their_vertices(void **state)
{
    (void)state;
    ow_scene scene = scene_of(world_of_city);
    struct overlay overlay;
    if (scene.ground_count == 0 || !scene.grounds[0].colors) {
        ow_scene_close(&scene);
        fail();
    }
    assert_true(overlay_open(&overlay, &scene, &scene));
    assert_true(overlay_add_run(&overlay, "/terrain/heights", 1, 100, 2, mark));
    assert_false(is_mark(overlay.scene.grounds[0].colors[0]));
    assert_true(is_mark(overlay.scene.grounds[0].colors[1]));
    assert_false(is_mark(scene.grounds[0].colors[1]));
    overlay_close(&overlay);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_marked_has_its_colour),
        cmocka_unit_test(what_is_not_marked_has_no_colour),
        cmocka_unit_test(what_was_taken_away_stands_where_it_stood),
        cmocka_unit_test(what_was_taken_away_does_not_cover_what_was_added),
        cmocka_unit_test(states_have_no_colour),
        cmocka_unit_test(cells_are_marked_row_by_row),
        cmocka_unit_test(heights_are_marked_at_their_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
