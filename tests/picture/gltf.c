/* Scenes as glTF, read back: shapes, colours, nodes, instances. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "gltf_worlds.h"

#include "scene/build.h"

#include <math.h>

static void nothing_is_a_file_with_a_scene(void **state)
{
    (void)state;
    for (int as_text = 0; as_text < 2; as_text++) {
        struct scene_builder builder;
        scene_begin(&builder, NULL, 0, NULL);
        ow_gltf_options asked = {.as_text = as_text, .title = "of nothing"};
        struct gltf_file gltf = written_world(&builder, &asked);
        assert_int_equal(gltf.buffer_size, 0);
        assert_string_equal(gltf_text(&gltf, "/scenes/0/name"), "of nothing");
        assert_false(gltf_has(&gltf, "/nodes"));
        assert_false(gltf_has(&gltf, "/meshes"));
        assert_false(gltf_has(&gltf, "/buffers"));
        gltf_free(&gltf);
    }
}

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

static void colours_are_linear(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    for (int i = 0; i < 256; i += 3) {
        ow_scene_part part = cube;
        part.color = (ow_color){(uint8_t)i, (uint8_t)(i + 1), (uint8_t)(i + 2), 255};
        if (i == 255)
            part.color = (ow_color){255, 255, 255, 255};
        stand_item(&builder, add_solid(&builder, &part), (float)(3 * i), 0, 0);
    }
    struct gltf_file gltf = written_world(&builder, NULL);
    struct gltf_primitive primitive = gltf_primitive(&gltf, 0, 0);
    for (uint32_t i = 0; i < 256; i++) {
        double c = i / 255.0;
        double linear = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
        double found = gltf_value(&gltf, primitive.color, i / 3 * 8, i % 3);
        if (fabs(found - 65535 * linear) > 0.5001)
            ROW_FAILED("step %u is %f\n", (unsigned)i, found);
    }
    assert_int_equal(gltf_value(&gltf, primitive.color, 0, 3), 65535);
    gltf_free(&gltf);
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

static void pieces_have_indices_of_sixteen_bits(void **state)
{
    (void)state;
    enum { BOXES = 20000 };
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    for (int i = 0; i < BOXES; i++)
        stand_item(&builder, shape, (float)(2 * i), 0, 0);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/meshes"), 1);
    assert_int_equal(gltf_count(&gltf, "/meshes/0/primitives"), 3);
    uint32_t vertices = 0;
    for (uint32_t i = 0; i < 3; i++)
        vertices += gltf_primitive(&gltf, 0, i).vertices;
    assert_int_equal(vertices, BOXES * 8);
    gltf_free(&gltf);
}

/* The things of each kind in a list of their own, numbered as in the world's file. */
static void vertices_tell_what_they_stand_for(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    for (int i = 0; i < 9000; i++)
        stand_item(&builder, shape, (float)(2 * i), 0, 0);
    ow_scene_segment wire = {.to = {1, 0, 0},
                             .width = 0.1f,
                             .thickness = 0.1f,
                             .color = {9, 9, 9, 255},
                             .kind = WIRES,
                             .subject = 5};
    scene_segment(&builder, &wire);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/meshes/0/primitives"), 3);
    for (uint32_t k = 0; k < 2; k++) {
        struct gltf_primitive primitive = gltf_primitive(&gltf, 0, k);
        uint32_t count = gltf_count(&gltf, "/meshes/0/primitives/%u/extras/subjects", k);
        assert_string_equal(gltf_text(&gltf, "/meshes/0/primitives/%u/extras/list", k), "/things");
        assert_int_equal(gltf_count(&gltf, "/meshes/0/primitives/%u/extras/starts", k), count);
        for (uint32_t i = 0; i < count; i += 97) {
            double subject = gltf_number(&gltf, "/meshes/0/primitives/%u/extras/subjects/%u", k, i);
            double start = gltf_number(&gltf, "/meshes/0/primitives/%u/extras/starts/%u", k, i);
            struct vector corner = gltf_position(&gltf, &primitive, (uint32_t)start);
            assert_true(corner.x == 2 * subject - 0.5);
        }
    }
    assert_string_equal(gltf_text(&gltf, "/meshes/0/primitives/2/extras/list"), "/wires");
    assert_int_equal(gltf_number(&gltf, "/meshes/0/primitives/2/extras/subjects/0"), 5);
    gltf_free(&gltf);
}

static void nodes_are_groups_with_what_they_stand_for(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    scene_group(&builder, OW_LITERAL("empty"), THINGS, 8, 1, no_turn);
    ow_scene_item board = standing;
    board.shape = shape;
    board.group = 1;
    board.subject = 7;
    board.address = 77;
    board.type = scene_type(&builder, OW_LITERAL("MHG.\xff\"Board\""), cube.color, 0);
    scene_item(&builder, &board);
    ow_scene_label label = {.text = OW_LITERAL("two\nlines"), .group = 1, .subject = 7};
    scene_label(&builder, &label);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/nodes"), 2);
    assert_int_equal(gltf_count(&gltf, "/scenes/0/nodes"), 1);
    assert_int_equal(gltf_number(&gltf, "/scenes/0/nodes/0"), 0);
    assert_string_equal(gltf_text(&gltf, "/nodes/0/name"), "root");
    assert_string_equal(gltf_text(&gltf, "/nodes/0/extras/pointer"), "/things/0");
    assert_int_equal(gltf_number(&gltf, "/nodes/0/children/0"), 1);
    assert_false(gltf_has(&gltf, "/nodes/0/mesh"));
    assert_string_equal(gltf_text(&gltf, "/nodes/1/name"), "board");
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/pointer"), "/things/7");
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/type"), "MHG.?\"Board\"");
    assert_int_equal(gltf_number(&gltf, "/nodes/1/extras/address"), 77);
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/labels/0/text"), "two\nlines");
    assert_string_equal(gltf_text(&gltf, "/nodes/1/extras/labels/0/pointer"), "/things/7");
    gltf_free(&gltf);
}

static void parents_that_go_round_end_somewhere(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    uint32_t shape = add_solid(&builder, &cube);
    stand_item(&builder, shape, 0, 0, 0);
    ow_scene scene = finish_world(&builder);
    scene.groups[0].parent = 1;
    struct gltf_file gltf = gltf_of(&scene, NULL);
    gltf_assert_sound(&gltf);
    assert_int_equal(gltf_count(&gltf, "/scenes/0/nodes"), 1);
    assert_int_equal(gltf_count(&gltf, "/nodes/0/children") +
                         gltf_count(&gltf, "/nodes/1/children"),
                     gltf_count(&gltf, "/nodes") - 1);
    gltf_free(&gltf);
    ow_scene_free(&scene);
}

/* Red of the first vertex of the only primitive. */
static double red_of(const ow_scene *scene, bool without_states)
{
    ow_gltf_options asked = {.without_states = without_states};
    struct gltf_file gltf = gltf_of(scene, &asked);
    struct gltf_primitive primitive = gltf_primitive(&gltf, 0, 0);
    double red = gltf_value(&gltf, primitive.color, 0, 0);
    gltf_free(&gltf);
    return red;
}

static void parts_have_the_colour_of_their_state(void **state)
{
    (void)state;
    enum { OF_PART = 0, OF_PART_ON = 65535, OF_ITEM = 32957 }; /* linear: of 0, 255, 188 */
    static const struct {
        ow_paint paint;
        bool on;
        double shown, without;
    } rows[] = {
        {OW_PAINT_PART, true, OF_PART, OF_PART},
        {OW_PAINT_ITEM, true, OF_ITEM, OF_ITEM},
        {OW_PAINT_STATE, true, OF_PART_ON, OF_PART},
        {OW_PAINT_STATE, false, OF_PART, OF_PART},
        {OW_PAINT_ITEM_STATE, true, OF_ITEM, OF_PART},
        {OW_PAINT_ITEM_STATE, false, OF_PART, OF_PART},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder = begin_world();
        ow_scene_part part = cube;
        part.paint = rows[i].paint;
        part.state = 1;
        part.color = (ow_color){0, 0, 0, 255};
        part.color_on = (ow_color){255, 255, 255, 255};
        ow_scene_item item = standing;
        item.shape = add_solid(&builder, &part);
        item.color = (ow_color){188, 188, 188, 255};
        scene_states(&builder, 9);
        item.first_state = scene_states(&builder, 2);
        if (rows[i].on)
            scene_set_state(&builder, item.first_state + 1);
        scene_item(&builder, &item);
        ow_scene scene = finish_world(&builder);
        if (red_of(&scene, false) != rows[i].shown || red_of(&scene, true) != rows[i].without)
            ROW_FAILED("row %u: %f, %f\n", (unsigned)i, red_of(&scene, false),
                       red_of(&scene, true));
        ow_scene_free(&scene);
    }
}

static void materials_are_those_that_are_used(void **state)
{
    (void)state;
    struct scene_builder builder = begin_world();
    ow_scene_part mark = cube;
    mark.material = OW_MARK;
    stand_item(&builder, add_solid(&builder, &mark), 0, 0, 0);
    struct gltf_file gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/materials"), 1);
    assert_string_equal(gltf_text(&gltf, "/materials/0/alphaMode"), "BLEND");
    assert_true(gltf_has(&gltf, "/materials/0/doubleSided"));
    assert_int_equal(gltf_value(&gltf, 1, 0, 3), 96 * 257);
    gltf_free(&gltf);
    builder = begin_world();
    stand_item(&builder, add_solid(&builder, &cube), 0, 0, 0);
    gltf = written_world(&builder, NULL);
    assert_int_equal(gltf_count(&gltf, "/materials"), 1);
    assert_false(gltf_has(&gltf, "/materials/0/alphaMode"));
    assert_false(gltf_has(&gltf, "/materials/0/doubleSided"));
    assert_int_equal(gltf_number(&gltf, "/materials/0/pbrMetallicRoughness/metallicFactor"), 0);
    gltf_free(&gltf);
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
    } rows[] = {{0, 5}, {OW_ZERO_IS_EMPTY, 4}};
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
    assert_int_equal(sheet.indices, (WIDTH - 1) * (HEIGHT - 1) * 6);
    assert_int_equal(gltf_number(&gltf, "/accessors/0/min/1"), 19);
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

static void include_point(struct vector at, double least[3], double most[3])
{
    const double axes[3] = {at.x, at.y, at.z};
    for (int k = 0; k < 3; k++) {
        least[k] = fmin(least[k], axes[k]);
        most[k] = fmax(most[k], axes[k]);
    }
}

static struct vector vector_of(const struct gltf_file *gltf, uint32_t accessor, uint32_t index)
{
    return (struct vector){gltf_value(gltf, accessor, index, 0),
                           gltf_value(gltf, accessor, index, 1),
                           gltf_value(gltf, accessor, index, 2)};
}

/* The volume and the bounds of all meshes. */
static double measure_meshes(const struct gltf_file *gltf, double least[3], double most[3])
{
    double volume = 0;
    for (int k = 0; k < 3; k++)
        least[k] = INFINITY, most[k] = -INFINITY;
    for (uint32_t mesh = gltf_count(gltf, "/meshes"); mesh-- > 0;)
        for (uint32_t i = gltf_count(gltf, "/meshes/%u/primitives", mesh); i-- > 0;) {
            struct gltf_primitive primitive = gltf_primitive(gltf, mesh, i);
            volume += gltf_volume(gltf, &primitive);
            for (uint32_t v = 0; v < primitive.vertices; v++)
                include_point(gltf_position(gltf, &primitive, v), least, most);
        }
    return volume / 6;
}

/* The volume and the bounds of what the instances of a node are. */
static double include_instances(const struct gltf_file *gltf, uint32_t node, double least[3],
                                double most[3])
{
    char path[96];
    double volume = 0;
    uint32_t accessors[3];
    static const char *const names[] = {"TRANSLATION", "ROTATION", "SCALE"};
    snprintf(path, sizeof path, "/nodes/%u/extensions/EXT_mesh_gpu_instancing/attributes",
             (unsigned)node);
    for (int i = 0; i < 3; i++)
        accessors[i] = (uint32_t)gltf_number(gltf, "%s/%s", path, names[i]);
    uint32_t mesh = (uint32_t)gltf_number(gltf, "/nodes/%u/mesh", (unsigned)node);
    struct gltf_primitive primitive = gltf_primitive(gltf, mesh, 0);
    uint32_t count = (uint32_t)gltf_number(gltf, "/accessors/%u/count", accessors[0]);
    assert_int_equal(gltf_count(gltf, "/nodes/%u/extras/subjects", node), count);
    for (uint32_t i = 0; i < count; i++) {
        struct vector place = vector_of(gltf, accessors[0], i),
                      scale = vector_of(gltf, accessors[2], i);
        struct vector axis = vector_of(gltf, accessors[1], i);
        struct rotation turn = {axis.x, axis.y, axis.z, gltf_value(gltf, accessors[1], i, 3)};
        volume += gltf_volume(gltf, &primitive) * scale.x * scale.y * scale.z;
        for (uint32_t v = 0; v < primitive.vertices; v++)
            include_point(
                vector_add(
                    place,
                    vector_turn(turn, vector_multiply(gltf_position(gltf, &primitive, v), scale))),
                least, most);
    }
    return volume / 6;
}

/* Those that are merged are the meshes of nodes without the extension: here, what is seen through. */
static void instances_stand_where_merged_ones_do(void **state)
{
    (void)state;
    ow_scene scene = varied_scene();
    ow_gltf_options asked = {.instancing = true};
    struct gltf_file merged = gltf_of(&scene, NULL), instanced = gltf_of(&scene, &asked);
    gltf_assert_sound(&instanced);
    double least[3], most[3], found_least[3], found_most[3], volume = 0;
    double expected = measure_meshes(&merged, least, most);
    for (int k = 0; k < 3; k++)
        found_least[k] = INFINITY, found_most[k] = -INFINITY;
    uint32_t swarms = 0;
    for (uint32_t node = 0; node < gltf_count(&instanced, "/nodes"); node++) {
        if (gltf_has(&instanced, "/nodes/%u/extensions", node)) {
            volume += include_instances(&instanced, node, found_least, found_most);
            swarms++;
        } else {
            uint32_t mesh = (uint32_t)gltf_number(&instanced, "/nodes/%u/mesh", node);
            assert_int_equal(gltf_count(&instanced, "/meshes/%u/primitives", mesh), 1);
            struct gltf_primitive glass = gltf_primitive(&instanced, mesh, 0);
            volume += gltf_volume(&instanced, &glass) / 6;
            for (int k = 0; k < 3; k++)
                found_most[k] = fmax(found_most[k], gltf_number(&instanced, "/accessors/%u/max/%d",
                                                                glass.position, k));
        }
    }
    assert_int_equal(swarms, 2 * 4);
    assert_string_equal(gltf_text(&instanced, "/extensionsRequired/0"), "EXT_mesh_gpu_instancing");
    assert_false(gltf_has(&merged, "/extensionsUsed"));
    if (fabs(volume - expected) > 1e-3)
        ROW_FAILED("volume %f instead of %f\n", volume, expected);
    for (int k = 0; k < 3; k++)
        if (fabs(found_least[k] - least[k]) > 1e-4 || fabs(found_most[k] - most[k]) > 1e-4)
            ROW_FAILED("axis %d: %f to %f instead of %f to %f\n", k, found_least[k], found_most[k],
                       least[k], most[k]);
    gltf_free(&merged);
    gltf_free(&instanced);
    ow_scene_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_a_file_with_a_scene),
        cmocka_unit_test(solids_have_their_volume_and_look_outwards),
        cmocka_unit_test(colours_are_linear),
        cmocka_unit_test(faces_that_touch_are_left_out),
        cmocka_unit_test(of_a_block_of_boxes_the_outside_is_left),
        cmocka_unit_test(pieces_have_indices_of_sixteen_bits),
        cmocka_unit_test(vertices_tell_what_they_stand_for),
        cmocka_unit_test(nodes_are_groups_with_what_they_stand_for),
        cmocka_unit_test(parents_that_go_round_end_somewhere),
        cmocka_unit_test(parts_have_the_colour_of_their_state),
        cmocka_unit_test(materials_are_those_that_are_used),
        cmocka_unit_test(what_is_hidden_is_not_there),
        cmocka_unit_test(cells_of_one_colour_are_one_rectangle),
        cmocka_unit_test(tiles_of_a_tileset_have_their_mean_colour),
        cmocka_unit_test(grounds_have_a_vertex_a_height_and_water_where_they_are_low),
        cmocka_unit_test(bars_lie_between_their_ends),
        cmocka_unit_test(arrows_point_at_their_end),
        cmocka_unit_test(instances_stand_where_merged_ones_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
