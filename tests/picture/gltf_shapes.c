/* Scenes as glTF, read back: solids, tiles, grounds and bars as triangles. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "gltf_worlds.h"

#include "scene/build.h"

#include <math.h>

static const struct {
    const char *name;
    ow_scene_part part;
    float scale[3];
    double volume;
    uint32_t vertices, triangles;
} solid_rows[] = {
    {"a box", {.solid = OW_BOX, .size = {2, 3, 4}}, {1, 1, 1}, 24, 8, 12},
    {"a box as its own mirror image", {.solid = OW_BOX, .size = {2, 3, 4}}, {-1, 1, 1}, 24, 8, 12},
    {"a box of negative size", {.solid = OW_BOX, .size = {2, -3, 4}}, {1, 1, 1}, 24, 8, 12},
    {"a turned part on a stretched item",
     {.solid = OW_BOX, .size = {2, 2, 2}, .rotation = {0, 0.6f, 0, 0.8f}},
     {1, 3, 1},
     24,
     8,
     12},
    {"a wedge", {.solid = OW_WEDGE, .size = {2, 3, 4}, .low = 0.5f}, {1, 1, 1}, 18, 8, 12},
    {"a wedge to an edge", {.solid = OW_WEDGE, .size = {2, 3, 4}}, {1, 1, 1}, 12, 8, 10},
    {"a wedge of no sense", {.solid = OW_WEDGE, .size = {2, 3, 4}, .low = 9}, {1, 1, 1}, 24, 8, 12},
    {"a cylinder of 16 sides",
     {.solid = OW_CYLINDER, .size = {2, 3, 2}},
     {1, 1, 1},
     3 * 16 * 0.19134171618254489,
     32,
     60},
    {"a mirrored cylinder",
     {.solid = OW_CYLINDER, .size = {2, 3, 2}},
     {1, 1, -1},
     3 * 16 * 0.19134171618254489,
     32,
     60},
    {"a mesh, a triangle of which has no corner",
     {.solid = OW_SOLID_MESH, .size = {2, 3, 4}},
     {1, 1, 1},
     4,
     12,
     4},
};

static void solids_have_their_volume_and_look_outwards(void **state)
{
    (void)state;
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const uint32_t triangles[5][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {0, 1, 9}};
    for (size_t i = 0; i < LENGTH(solid_rows); i++) {
        struct scene_builder builder = begin_world();
        ow_scene_part part = solid_rows[i].part;
        part.color = cube.color;
        part.mesh = scene_mesh(&builder, corners, 4, triangles, 5);
        ow_scene_item item = standing;
        memcpy(item.scale, solid_rows[i].scale, sizeof item.scale);
        item.shape = add_solid(&builder, &part);
        scene_item(&builder, &item);
        struct gltf_file gltf = written_world(&builder, NULL);
        struct gltf_primitive primitive = gltf_primitive(&gltf, 0, 0);
        double volume = gltf_volume(&gltf, &primitive) / 6;
        if (fabs(volume - solid_rows[i].volume) > 1e-5 ||
            primitive.vertices != solid_rows[i].vertices ||
            primitive.indices != 3 * solid_rows[i].triangles)
            ROW_FAILED("%s: volume %f, %u vertices, %u indices\n", solid_rows[i].name, volume,
                       (unsigned)primitive.vertices, (unsigned)primitive.indices);
        gltf_free(&gltf);
    }
}

/* How many triangles boxes have that stand where the rows say. */
static uint32_t triangles_of(struct scene_builder *builder)
{
    struct gltf_file gltf = written_world(builder, NULL);
    uint32_t indices = 0, meshes = gltf_count(&gltf, "/meshes");
    for (uint32_t mesh = 0; mesh < meshes; mesh++)
        for (uint32_t i = gltf_count(&gltf, "/meshes/%u/primitives", mesh); i-- > 0;)
            indices += gltf_primitive(&gltf, mesh, i).indices;
    gltf_free(&gltf);
    return indices / 3;
}

#define HALF_TURN 0.70710678f
static const struct {
    const char *name;
    float by[3], rotation[4], size;
    uint32_t group;
    uint8_t alpha;
    uint32_t triangles;
} neighbour_rows[] = {
    {"beside each other", {1, 0, 0}, {0, 0, 0, 1}, 1, 0, 255, 20},
    {"on each other", {0, 1, 0}, {0, 0, 0, 1}, 1, 0, 255, 20},
    {"behind each other", {0, 0, -1}, {0, 0, 0, 1}, 1, 0, 255, 20},
    {"turned by a quarter", {-1, 0, 0}, {0, HALF_TURN, 0, HALF_TURN}, 1, 0, 255, 20},
    {"turned to its side", {0, 0, 1}, {HALF_TURN, 0, 0, HALF_TURN}, 1, 0, 255, 20},
    {"turned by an eighth", {1, 0, 0}, {0, 0.38268343f, 0, 0.92387953f}, 1, 0, 255, 24},
    {"half beside each other", {1, 0.5f, 0}, {0, 0, 0, 1}, 1, 0, 255, 24},
    {"with a gap", {1.01f, 0, 0}, {0, 0, 0, 1}, 1, 0, 255, 24},
    {"at an edge", {1, 1, 0}, {0, 0, 0, 1}, 1, 0, 255, 24},
    {"smaller", {1, 0, 0}, {0, 0, 0, 1}, 0.99f, 0, 255, 24},
    {"in another node", {1, 0, 0}, {0, 0, 0, 1}, 1, 1, 255, 24},
    {"seen through", {1, 0, 0}, {0, 0, 0, 1}, 1, 0, 128, 24},
    {"out of reach", {3e9f, 0, 0}, {0, 0, 0, 1}, 1, 0, 255, 24},
};
#undef HALF_TURN

static void faces_that_touch_are_left_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(neighbour_rows); i++) {
        struct scene_builder builder = begin_world();
        ow_scene_part other = cube;
        other.color.alpha = neighbour_rows[i].alpha;
        for (int k = 0; k < 3; k++)
            other.size[k] = neighbour_rows[i].size;
        stand_item(&builder, add_solid(&builder, &cube), 0.25f, 0.5f, -0.375f);
        ow_scene_item item = standing;
        item.shape = add_solid(&builder, &other);
        item.group = neighbour_rows[i].group;
        memcpy(item.rotation, neighbour_rows[i].rotation, sizeof item.rotation);
        for (int k = 0; k < 3; k++)
            item.position[k] = neighbour_rows[i].by[k];
        item.position[0] += 0.25f;
        item.position[1] += 0.5f;
        item.position[2] -= 0.375f;
        scene_item(&builder, &item);
        uint32_t found = triangles_of(&builder);
        if (found != neighbour_rows[i].triangles)
            ROW_FAILED("%s: %u triangles\n", neighbour_rows[i].name, (unsigned)found);
    }
}

static void of_a_block_of_boxes_the_outside_is_left(void **state)
{
    (void)state;
    enum { SIDE = 9 };
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        stand_item(&builder, shape, (float)(i % SIDE - 4), (float)(i / SIDE % SIDE - 4),
                   (float)(i / SIDE / SIDE - 4));
    assert_int_equal(triangles_of(&builder), 6 * SIDE * SIDE * 2);
}

static void what_is_hidden_is_not_there(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    ow_scene_part hidden = cube;
    hidden.is_hidden = true;
    uint32_t shape = add_solid(&builder, &cube);
    stand_item(&builder, shape, 0, 0, 0);
    stand_item(&builder, shape, 1, 0, 0);
    stand_item(&builder, add_solid(&builder, &hidden), -1, 0, 0);
    builder.scene.items[1].flags = OW_HIDDEN;
    assert_int_equal(triangles_of(&builder), 12);
}

/* Sums of the rectangles of each colour of a layer of 4 by 4 cells. */
static void cells_of_one_colour_are_one_rectangle(void **state)
{
    (void)state;
    static const uint16_t cells[] = {1, 1, 2, 0, 1, 1, 2, 3, 4, OW_TILE_BLOCKED | 4, 4, 4, 5, 5, 4};
    static ow_color colors[] = {
        {0, 0, 0, 255}, {255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 128}, {99, 99, 99, 255}};
    static const struct {
        uint16_t flags;
        uint32_t rectangles;
    } rows[] = {{0, 6}, {OW_ZERO_IS_EMPTY, 5}}; /* that of tile 5 is made up */
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder = begin_world();
        builder.scene.tile_colors = colors;
        builder.scene.tile_color_count = LENGTH(colors);
        ow_scene_layer layer = {.width = 4,
                                .height = 9,
                                .cell_count = LENGTH(cells),
                                .cells = cells,
                                .position = {-2, 3, -2},
                                .flags = rows[i].flags,
                                .kind = THINGS};
        scene_layer(&builder, &layer);
        struct gltf_file gltf = written_world(&builder, NULL);
        struct gltf_primitive sheet = gltf_primitive(&gltf, 0, 0);
        assert_int_equal(sheet.vertices, 4 * rows[i].rectangles);
        assert_int_equal(sheet.indices, 6 * rows[i].rectangles);
        assert_true(gltf_number(&gltf, "/accessors/0/min/1") == 3);
        assert_true(fabs(gltf_number(&gltf, "/accessors/0/min/0") + 2) < 0.002);
        assert_true(fabs(gltf_number(&gltf, "/accessors/0/max/0") - 2) < 0.002);
        assert_true(fabs(gltf_number(&gltf, "/accessors/0/max/2") - 2) < 0.002);
        struct gltf_primitive glass = gltf_primitive(&gltf, 0, 1);
        assert_int_equal(glass.vertices, 4);
        assert_int_equal(gltf_value(&gltf, glass.color, 0, 3), 128 * 257);
        gltf_free(&gltf);
    }
}

static void tiles_of_a_tileset_have_their_mean_colour(void **state)
{
    (void)state;
    static ow_color pixels[] = {{9, 9, 9, 255}, {0, 0, 0, 255},   {255, 255, 255, 255},
                                {9, 9, 9, 255}, {40, 90, 0, 255}, {255, 255, 255, 0}};
    static const uint16_t cells[] = {0, 1, 2};
    struct scene_builder builder = begin_world();
    builder.scene.tileset = (ow_scene_tileset){.image = {.width = 3, .height = 2, .pixels = pixels},
                                               .left = 1,
                                               .tile_width = 2,
                                               .tile_height = 1,
                                               .columns = 1,
                                               .count = 3};
    ow_scene_layer layer = {
        .width = 3, .height = 1, .cell_count = 3, .cells = cells, .kind = THINGS};
    scene_layer(&builder, &layer);
    struct gltf_file gltf = written_world(&builder, NULL);
    struct gltf_primitive sheet = gltf_primitive(&gltf, 0, 0), glass = gltf_primitive(&gltf, 0, 1);
    assert_int_equal(sheet.vertices, 4); /* half black, half white: as bright as sRGB 187 */
    assert_int_equal(gltf_value(&gltf, sheet.color, 0, 0), 32567);
    assert_int_equal(glass.vertices, 4); /* half clear, which has no colour */
    assert_int_equal(gltf_value(&gltf, glass.color, 0, 3), 127 * 257);
    assert_int_equal(gltf_value(&gltf, glass.color, 0, 0), 1391);
    gltf_free(&gltf);
}

static void grounds_have_a_vertex_a_height_and_water_where_they_are_low(void **state)
{
    (void)state;
    enum { WIDTH = 300, HEIGHT = 3 };
    static float heights[WIDTH * HEIGHT];
    static ow_color colors[WIDTH * HEIGHT];
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        heights[i] = i % WIDTH < 2 ? -1 : 4;
        colors[i] = (ow_color){1, 2, 3, 255};
    }
    struct scene_builder builder = begin_world();
    ow_scene_ground ground = {.width = WIDTH,
                              .height = HEIGHT,
                              .heights = heights,
                              .colors = colors,
                              .position = {10, 20, 30},
                              .spacing = 2,
                              .water_level = 1,
                              .water_depth = 4,
                              .water = {0, 0, 255, 200},
                              .has_water = true,
                              .kind = THINGS};
    scene_ground(&builder, &ground);
    struct gltf_file gltf = written_world(&builder, NULL);
    struct gltf_primitive sheet = gltf_primitive(&gltf, 0, 0), water = gltf_primitive(&gltf, 0, 1);
    const int cells = (WIDTH - 1) * (HEIGHT - 1), walls = 2 * (WIDTH - 1 + HEIGHT - 1);
    assert_int_equal(sheet.indices, (cells + walls) * 6);
    /* The sides go down to a twentieth of the shorter one, below the lowest place: 20 - 1 - 0.2. */
    assert_int_equal(gltf_number(&gltf, "/accessors/0/min/1") * 1000, 18800);
    assert_int_equal(gltf_number(&gltf, "/accessors/0/max/0"), 10 + 2 * (WIDTH - 1));
    assert_int_equal(water.indices, 2 * (HEIGHT - 1) * 6); /* one cell is half wet */
    assert_int_equal(gltf_value(&gltf, water.color, 0, 3), 200 * 257 / 2);
    assert_int_equal(gltf_value(&gltf, water.color, 2, 3), 0);
    assert_int_equal(gltf_position(&gltf, &water, 0).y, 21);
    gltf_free(&gltf);
}

static void bars_lie_between_their_ends(void **state)
{
    (void)state;
    static const float quarter = 0.70710678f;
    static const struct {
        const char *name;
        float to[3], rotation[4], roll;
        double size[3];
    } rows[] = {
        {"along x, the wide side up", {4, 0, 0}, {0, 0, 0, 1}, 0, {4, 0.25, 0.5}},
        {"along z", {0, 0, 4}, {0, 0, 0, 1}, 0, {0.5, 0.25, 4}},
        {"along up", {0, 4, 0}, {0, 0, 0, 1}, 0, {0.5, 4, 0.25}},
        {"rolled by a quarter", {4, 0, 0}, {0, 0, 0, 1}, 90, {4, 0.5, 0.25}},
        {"on a wall", {4, 0, 0}, {quarter, 0, 0, quarter}, 0, {4, 0.5, 0.25}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder = begin_world();
        memcpy(builder.scene.groups[1].rotation, rows[i].rotation, sizeof rows[i].rotation);
        ow_scene_segment bar = {.width = 0.5f,
                                .thickness = 0.25f,
                                .roll = rows[i].roll,
                                .color = {9, 9, 9, 255},
                                .group = 1,
                                .kind = WIRES};
        memcpy(bar.to, rows[i].to, sizeof bar.to);
        scene_segment(&builder, &bar);
        struct gltf_file gltf = written_world(&builder, NULL);
        for (int k = 0; k < 3; k++) {
            double size = gltf_number(&gltf, "/accessors/0/max/%d", k) -
                          gltf_number(&gltf, "/accessors/0/min/%d", k);
            if (fabs(size - rows[i].size[k]) > 1e-6)
                ROW_FAILED("%s: %f on axis %d\n", rows[i].name, size, k);
        }
        gltf_free(&gltf);
    }
}

/* An arrow's head is a solid of its own, its tip at the end of the bar. */
static void arrows_point_at_their_end(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    ow_scene_segment bar = {.to = {8, 0, 0},
                            .width = 0.5f,
                            .thickness = 0.5f,
                            .color = {9, 9, 9, 255},
                            .kind = WIRES,
                            .flags = OW_ARROW};
    scene_segment(&builder, &bar);
    struct gltf_file gltf = written_world(&builder, NULL);
    struct gltf_primitive primitive = gltf_primitive(&gltf, 0, 0);
    assert_int_equal(primitive.vertices, 8 + 5);
    assert_true(gltf_position(&gltf, &primitive, 8).x == 8);
    double head = 1.5 * 1.5 * 2 / 3;
    assert_true(fabs(gltf_volume(&gltf, &primitive) / 6 - (8 * 0.25 + head)) < 1e-5);
    gltf_free(&gltf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_have_their_volume_and_look_outwards),
        cmocka_unit_test(faces_that_touch_are_left_out),
        cmocka_unit_test(of_a_block_of_boxes_the_outside_is_left),
        cmocka_unit_test(what_is_hidden_is_not_there),
        cmocka_unit_test(cells_of_one_colour_are_one_rectangle),
        cmocka_unit_test(tiles_of_a_tileset_have_their_mean_colour),
        cmocka_unit_test(grounds_have_a_vertex_a_height_and_water_where_they_are_low),
        cmocka_unit_test(bars_lie_between_their_ends),
        cmocka_unit_test(arrows_point_at_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
