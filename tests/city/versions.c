/* One small save of each variant, its bytes written by hand after the specification and what is
 * known of the game: a second reader of them, which shares nothing with the layout. Every field
 * is looked at both ways. */
#include "../support/bytes.h"
#include "../support/test.h"

/* Name "Río"; image "p.png", z_scale 0.1; meta things "oak" and ""; two things, the second with
 * three bytes of reserved data. */
#define NAME    "52c3ad6f"
#define PATH    "702e706e67"
#define Z_SCALE "3dcccccd"
#define TABLE   "0000000f 00000002 0003 6f616b 0000"

#define BIG_PLACE    "3f800000 c0000000 42340000" /* 1, -2, 45 */
#define LITTLE_PLACE "0000803f 000000c0 00003442"
#define NO_PLACE     "7fc00001 7f800000 80000000" /* a NaN, infinity, -0 */

static const char d3[] =
    "000a 0000 0004" NAME "00000010 00 0005" PATH Z_SCALE TABLE
    "00000035 00000002 00000000 03" BIG_PLACE "00000000 ffffffff ff" NO_PLACE "00000003 00ff41";

static const char s1[] =
    "000a 0000 0004" NAME "0000000c 00 0005" PATH TABLE "00000035 00000002 00000000 03" BIG_PLACE
    "00000000 ffffffff ff" NO_PLACE "00000003 00ff41";

static const char p0[] =
    "000a 0000 0004" NAME "0000000c 00 0005" PATH TABLE "0000002a 00000002 00000000 03" LITTLE_PLACE
    "ffffffff ff 0100c07f 0000807f 00000080";

static const char l2[] = "0008 0004" NAME "000e 00 0005" PATH Z_SCALE;

static const char l1[] = "0008 0004" NAME "000a 00 0005" PATH;

/* Heights of 3 x 2 vertices, the same in d3 and s1. */
static const char heights[] = "000a 0000 0004" NAME "00000025 01 00000003 00000002"
                              "00000000 80000000 3f800000 c0000000 7fc00001 ff800000" TABLE
                              "0000001d 00000001 00000001 07" BIG_PLACE "00000000";

/* The same with floats the other way round and no reserved data. */
static const char heights_p0[] = "000a 0000 0004" NAME "00000025 01 00000003 00000002"
                                 "00000000 00000080 0000803f 000000c0 0100c07f 000080ff" TABLE
                                 "00000019 00000001 00000001 07" LITTLE_PLACE;

struct sample {
    struct bytes bytes;
    ow_city_save *save;
};

static struct sample read_sample(const char *hex)
{
    struct sample sample = {0};
    ow_error error = {0};
    put_hex(&sample.bytes, hex);
    uint8_t *exact = exact_copy(sample.bytes.data, sample.bytes.size);
    if (ow_city_read(exact, sample.bytes.size, NULL, &sample.save, &error) != OW_OK)
        ROW_FAILED("%s at %u, %s\n", error.message, (unsigned)error.offset, error.pointer);
    memset(exact, 0xee,
           sample.bytes.size); /* nothing of a save points into what it was read from */
    free(exact);
    return sample;
}

static void assert_written(const ow_city_save *save, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    assert_int_equal(ow_city_write_buffer(save, NULL, &buffer, &error), OW_OK);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
    struct bytes collected = {0};
    ow_sink sink = sink_to(&collected);
    assert_int_equal(ow_city_write(save, NULL, &sink, &error), OW_OK);
    assert_int_equal(collected.size, expected->size);
    assert_memory_equal(collected.data, expected->data, expected->size);
    bytes_free(&collected);
}

static void close_sample(struct sample *sample)
{
    assert_written(sample->save, &sample->bytes);
    ow_city_free(sample->save);
    bytes_free(&sample->bytes);
}

static void assert_true_size(const ow_stated_size *size, uint32_t stated)
{
    assert_int_equal(size->stated, stated);
    assert_false(size->keep);
}

static void assert_front(const ow_city_save *save, unsigned variant, uint32_t header_size,
                         uint32_t terrain_size)
{
    assert_int_equal(save->variant, variant);
    assert_true_size(&save->header_size, header_size);
    assert_int_equal(save->version, 0);
    assert_text(save->name, "R\xc3\xado");
    assert_true_size(&save->terrain.size, terrain_size);
}

static void assert_image(const ow_city_terrain *terrain, float z_scale)
{
    assert_int_equal(terrain->kind, OW_CITY_IMAGE);
    assert_text(terrain->image_path, "p.png");
    assert_float(terrain->z_scale, z_scale);
    assert_int_equal(terrain->x_vertices, 0);
    assert_int_equal(terrain->y_vertices, 0);
    assert_null(terrain->heights);
}

static void assert_table(const ow_city_save *save)
{
    assert_true_size(&save->meta_things_size, 15);
    assert_int_equal(save->meta_thing_count, 2);
    assert_text(save->meta_things[0], "oak");
    assert_int_equal(save->meta_things[1].size, 0);
}

static void assert_place(const ow_city_thing *thing, uint32_t x, uint32_t y, uint32_t z)
{
    assert_int_equal(bits_of(thing->x), x);
    assert_int_equal(bits_of(thing->y), y);
    assert_int_equal(bits_of(thing->z), z);
}

static void assert_two_things(const ow_city_save *save, uint32_t things_size, bool reserved)
{
    assert_true_size(&save->things_size, things_size);
    assert_int_equal(save->thing_count, 2);
    const ow_city_thing *things = save->things;
    assert_int_equal(things[0].meta_thing, 0);
    assert_int_equal(things[0].direction, 3);
    assert_place(&things[0], 0x3f800000, 0xc0000000, 0x42340000);
    assert_int_equal(things[0].reserved.size, 0);
    assert_int_equal(things[1].meta_thing, UINT32_MAX);
    assert_int_equal(things[1].direction, 255);
    assert_place(&things[1], 0x7fc00001, 0x7f800000, 0x80000000);
    assert_int_equal(things[1].reserved.size, reserved ? 3 : 0);
    if (reserved)
        assert_memory_equal(things[1].reserved.data, "\x00\xff\x41", 3);
}

static void d3_has_everything(void **state)
{
    (void)state;
    struct sample sample = read_sample(d3);
    assert_front(sample.save, OW_CITY_D3, 10, 16);
    assert_image(&sample.save->terrain, 0.1f);
    assert_table(sample.save);
    assert_two_things(sample.save, 53, true);
    close_sample(&sample);
}

static void s1_has_no_z_scale(void **state)
{
    (void)state;
    struct sample sample = read_sample(s1);
    assert_front(sample.save, OW_CITY_S1, 10, 12);
    assert_image(&sample.save->terrain, 0);
    assert_table(sample.save);
    assert_two_things(sample.save, 53, true);
    close_sample(&sample);
}

static void p0_has_no_reserved_data_and_floats_the_other_way_round(void **state)
{
    (void)state;
    struct sample sample = read_sample(p0);
    assert_front(sample.save, OW_CITY_P0, 10, 12);
    assert_image(&sample.save->terrain, 0);
    assert_table(sample.save);
    assert_two_things(sample.save, 42, false);
    close_sample(&sample);
}

static void the_first_ones_have_no_version_and_no_tables(void **state)
{
    (void)state;
    for (int with_scale = 0; with_scale < 2; with_scale++) {
        struct sample sample = read_sample(with_scale ? l2 : l1);
        assert_front(sample.save, with_scale ? OW_CITY_L2 : OW_CITY_L1, 8, with_scale ? 14 : 10);
        assert_image(&sample.save->terrain, with_scale ? 0.1f : 0);
        assert_int_equal(sample.save->meta_thing_count, 0);
        assert_null(sample.save->meta_things);
        assert_int_equal(sample.save->thing_count, 0);
        assert_null(sample.save->things);
        close_sample(&sample);
    }
}

static void heights_may_stand_in_the_file(void **state)
{
    (void)state;
    static const uint32_t values[] = {0,          0x80000000, 0x3f800000,
                                      0xc0000000, 0x7fc00001, 0xff800000};
    for (int little = 0; little < 2; little++) {
        struct sample sample = read_sample(little ? heights_p0 : heights);
        const ow_city_terrain *terrain = &sample.save->terrain;
        assert_front(sample.save, little ? OW_CITY_P0 : OW_CITY_D3, 10, 37);
        assert_int_equal(terrain->kind, OW_CITY_HEIGHTS);
        assert_int_equal(terrain->x_vertices, 3);
        assert_int_equal(terrain->y_vertices, 2);
        assert_memory_equal(terrain->heights, values, sizeof values);
        assert_int_equal(terrain->image_path.size, 0);
        assert_float(terrain->z_scale, 0);
        assert_table(sample.save);
        assert_true_size(&sample.save->things_size, little ? 25 : 29);
        assert_int_equal(sample.save->things[0].direction, 7);
        assert_place(&sample.save->things[0], 0x3f800000, 0xc0000000, 0x42340000);
        close_sample(&sample);
    }
}

/* The game's own sizes are wrong: they come back, as any others do. */
static void sizes_are_kept_as_they_are_stated(void **state)
{
    (void)state;
    static const struct {
        const char *header, *terrain, *table, *things;
    } rows[] = {
        {"0034", "0000003d", "0000000f", "00000035"}, /* 48 + 4, 56 + 5 */
        {"0000", "00000000", "00000000", "00000000"},
        {"ffff", "ffffffff", "ffffffff", "ffffffff"},
        {"000a", "00000010", "0000000f", "00000034"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char hex[512];
        snprintf(hex, sizeof hex,
                 "%s 0000 0004" NAME "%s 00 0005" PATH Z_SCALE "%s 00000002 0003 6f616b 0000"
                 "%s 00000002 00000000 03" BIG_PLACE "00000000 ffffffff ff" NO_PLACE
                 "00000003 00ff41",
                 rows[i].header, rows[i].terrain, rows[i].table, rows[i].things);
        struct sample sample = read_sample(hex);
        ow_city_save *save = sample.save;
        assert_int_equal(save->header_size.keep, save->header_size.stated != 10);
        assert_int_equal(save->terrain.size.keep, save->terrain.size.stated != 16);
        assert_int_equal(save->meta_things_size.keep, save->meta_things_size.stated != 15);
        assert_int_equal(save->things_size.keep, save->things_size.stated != 53);
        assert_written(save, &sample.bytes);
        /* A save that nobody stated a size of gets the true ones, whatever it has come to hold. */
        save->header_size = save->terrain.size = (ow_stated_size){0};
        save->meta_things_size = save->things_size = (ow_stated_size){0};
        save->name.size = 1;
        save->meta_thing_count = 0;
        save->thing_count = 1;
        bytes_free(&sample.bytes);
        put_hex(&sample.bytes, "0007 0000 0001 52 00000010 00 0005" PATH Z_SCALE "00000008 00000000"
                               "0000001d 00000001 00000000 03" BIG_PLACE "00000000");
        close_sample(&sample);
    }
}

/* The records of a save that a program builds are written as a file would have them. */
static void a_save_built_by_program_is_written(void **state)
{
    (void)state;
    ow_text names[] = {{"oak", 3}, {NULL, 0}};
    ow_city_thing things[] = {
        {.meta_thing = 0, .direction = 3, .x = 1, .y = -2, .z = 45},
        {.meta_thing = UINT32_MAX, .direction = 255, .x = float_of(0x7fc00001)},
    };
    things[1].y = float_of(0x7f800000);
    things[1].z = -0.0f;
    things[1].reserved = (ow_bytes){(const uint8_t *)"\x00\xff\x41", 3};
    ow_city_save save = {
        .name = {"R\xc3\xado", 4},
        .terrain = {.kind = OW_CITY_IMAGE, .image_path = {"p.png", 5}, .z_scale = 0.1f},
        .meta_thing_count = 2,
        .meta_things = names,
        .thing_count = 2,
        .things = things,
    };
    static const char *const all[] = {d3, s1, p0, l2, l1};
    static const bool has_z_scale[] = {true, false, false, true, false};
    for (uint8_t variant = 0; variant < LENGTH(all); variant++) {
        struct bytes expected = {0};
        put_hex(&expected, all[variant]);
        save.variant = variant;
        save.terrain.z_scale = has_z_scale[variant] ? 0.1f : 0;
        things[1].reserved.size = variant == OW_CITY_P0 ? 0 : 3;
        save.meta_thing_count = save.thing_count = variant >= OW_CITY_L2 ? 0 : 2;
        assert_written(&save, &expected);
        bytes_free(&expected);
    }
}

static void empty_ones_are_as_small_as_can_be(void **state)
{
    (void)state;
    static const struct {
        const char *hex;
        unsigned variant;
    } rows[] = {
        {"0006 0000 0000 0000000b 00 0000 00000000 00000008 00000000 00000008 00000000",
         OW_CITY_D3},
        {"0006 0000 0000 00000007 00 0000 00000008 00000000 00000008 00000000", OW_CITY_S1},
        {"0006 0000 0000 0000000d 01 00000000 ffffffff 00000008 00000000 00000008 00000000",
         OW_CITY_D3},
        {"0006 0000 0000 0000000d 01 00000007 00000000 00000008 00000000 00000008 00000000",
         OW_CITY_D3},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct sample sample = read_sample(rows[i].hex);
        assert_int_equal(sample.save->variant, rows[i].variant);
        assert_int_equal(sample.save->name.size, 0);
        assert_int_equal(sample.save->meta_thing_count, 0);
        assert_int_equal(sample.save->thing_count, 0);
        close_sample(&sample);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d3_has_everything),
        cmocka_unit_test(s1_has_no_z_scale),
        cmocka_unit_test(p0_has_no_reserved_data_and_floats_the_other_way_round),
        cmocka_unit_test(the_first_ones_have_no_version_and_no_tables),
        cmocka_unit_test(heights_may_stand_in_the_file),
        cmocka_unit_test(sizes_are_kept_as_they_are_stated),
        cmocka_unit_test(a_save_built_by_program_is_written),
        cmocka_unit_test(empty_ones_are_as_small_as_can_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
