/* One small level of each version and variant, its bytes written by hand after the specification
 * and what is known of older versions: a second reader of them, which shares nothing with the
 * variant. Every field is looked at both ways. */
#include "../support/bytes.h"
#include "../support/test.h"

#define META "4d455441"
#define MESH "4d455348"
#define PLRS "504c5253"
#define NPCS "4e504353"
#define ITEM "4954454d"
#define THNG "54484e47"
#define TRIG "54524947"
#define PATH "50415448"

/* Timestamp 72623859790382856, id "id", name "map", author "a", no description. */
#define TEXTS         "02 6964 03 6d6170 01 61 00"
#define LITTLE_META   META "0807060504030201" TEXTS
#define BIG_META      META "0102030405060708" TEXTS
#define LITTLE_CELLS  "04000000 0000 0180 ff7f ffff"
#define BIG_CELLS     "00000004 0000 8001 7fff ffff"
#define LITTLE_ACTORS PLRS "01000000 07000000 0a000000 14000000 0201" NPCS "00000000"

/* A map of 2 x 2, tiles 16 x 24; from version 3 on a second layer of one cell. */
#define BIG_MESH(count) MESH "0010 0018 00000002 00000002" count BIG_CELLS "00000001 0102"

static const char version_0[] =
    "0000" LITTLE_META MESH "02000000" LITTLE_CELLS PLRS "01000000 0a000000 14000000 0201" NPCS
    "00000000" ITEM "02000000 ffffffff 00000080 ffff 00000000 00000000 0000";

static const char version_0_short_meta[] =
    "0000" META "0807060504030201 01 61 00" MESH "02000000" LITTLE_CELLS;

static const char version_1[] =
    "0100" LITTLE_META MESH "02000000" LITTLE_CELLS LITTLE_ACTORS ITEM
    "02000000 feffffff ffffffff 00000080 ffff 00000000 00000000 00000000 0000";

static const char version_1b[] =
    "0100" LITTLE_META MESH "1000 1800 02000000" LITTLE_CELLS LITTLE_ACTORS;

static const char version_2_little[] =
    "0200" LITTLE_META MESH "1000 1800 02000000" LITTLE_CELLS LITTLE_ACTORS;

static const char version_2_big[] = "0002" BIG_META MESH "0010 0018 00000002" BIG_CELLS PLRS
                                    "00000001 00000007 0000000a 00000014 0102" NPCS "00000000";

/* Thing 9, tag 8, at 10, 20, flags 258, metadata "m"; a rectangle, a circle and an area of type
 * 7; a looping path of two points, a path of none. */
static const char version_3[] = "0003" BIG_META BIG_MESH("00000002") THNG
    "00000001 00000009 00000008 0000000a 00000014 0102 01 6d" TRIG "00000003"
    "0000000a 00000014 00 0030 0040 00000005 00000006 0102 00000001 00000002 00000003 00000004 "
    "ffffffff 01 6d"
    "0000000a 00000014 01 0050 00000005 00000006 0102 00000001 00000002 00000003 00000004 "
    "ffffffff 01 6d"
    "0000000a 00000014 07 00000005 00000006 0102 00000001 00000002 00000003 00000004 ffffffff 01 "
    "6d" PATH "00000002 01 00000006 00000002 0000000a 00000014 0000001e 00000028 00000032 ffffffff"
    "00 00000000 00000000";

static const char version_3_u64_counts[] = "0003" BIG_META BIG_MESH("0000000000000002") THNG
    "00000001 00000009 00000008 0000000a 00000014 0102 01 6d" TRIG "0000000000000001"
    "0000000a 00000014 00 0030 0040 00000005 00000006 0102 00000001 00000002 00000003 00000004 "
    "ffffffff 01 6d";

#define BLOCKS_OF_VERSION_4                                                                        \
    BIG_META BIG_MESH("00000002") THNG                                                             \
        "00000001 00000009 00000008 0000000a 00000014 00000003 0102 01 6d" TRIG "00000003"         \
        "0000000a 00000014 00000003 00 0030 0040 00000005 00000006 0102 00000001 00000002 "        \
        "00000003 "                                                                                \
        "00000004 ffffffff 01 6d"                                                                  \
        "0000000a 00000014 00000003 01 0050 00000005 00000006 0102 00000001 00000002 00000003 "    \
        "00000004 ffffffff 01 6d"                                                                  \
        "0000000a 00000014 00000003 07 00000005 00000006 0102 00000001 00000002 00000003 "         \
        "00000004 "                                                                                \
        "ffffffff 01 6d" PATH "00000002 01 00000006 00000003 00000002 0000000a 00000014 0000001e " \
        "00000028 00000032 ffffffff"                                                               \
        "00 00000000 00000000 00000000"

static const char version_4[] = "0004" BLOCKS_OF_VERSION_4;

/* No real file: what the reference library of today takes for version 0. */
static const char version_0_v4_layout[] = "0000" BLOCKS_OF_VERSION_4;

struct sample {
    struct bytes bytes;
    ow_leveld_level *level;
};

static struct sample read_sample(const char *hex)
{
    struct sample sample = {0};
    ow_error error = {0};
    put_hex(&sample.bytes, hex);
    uint8_t *exact = exact_copy(sample.bytes.data, sample.bytes.size);
    if (ow_leveld_read(exact, sample.bytes.size, NULL, &sample.level, &error) != OW_OK)
        ROW_FAILED("%s at %u, %s\n", error.message, (unsigned)error.offset, error.pointer);
    memset(exact, 0xee,
           sample.bytes.size); /* nothing of a level points into what it was read from */
    free(exact);
    return sample;
}

static void assert_written(const ow_leveld_level *level, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    assert_int_equal(ow_leveld_write_buffer(level, NULL, &buffer, &error), OW_OK);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
    struct bytes collected = {0};
    ow_sink sink = sink_to(&collected);
    assert_int_equal(ow_leveld_write(level, NULL, &sink, &error), OW_OK);
    assert_int_equal(collected.size, expected->size);
    assert_memory_equal(collected.data, expected->data, expected->size);
    bytes_free(&collected);
}

static void close_sample(struct sample *sample)
{
    assert_written(sample->level, &sample->bytes);
    ow_leveld_free(sample->level);
    bytes_free(&sample->bytes);
}

static void assert_head(const ow_leveld_level *level, unsigned version, unsigned byte_order,
                        unsigned variant, uint32_t blocks)
{
    assert_int_equal(level->version, version);
    assert_int_equal(level->byte_order, byte_order);
    assert_int_equal(level->variant, variant);
    assert_int_equal(level->block_count, blocks);
    const ow_leveld_block *meta = &level->blocks[0];
    assert_int_equal(meta->id, OW_LEVELD_META);
    assert_int_equal(meta->count, 0);
    assert_true(meta->meta->timestamp == UINT64_C(0x0102030405060708));
    if (variant != OW_LEVELD_SHORT_META) {
        assert_text(meta->meta->level_id, "id");
        assert_text(meta->meta->name, "map");
    }
    assert_text(meta->meta->author, "a");
    assert_text(meta->meta->description, "");
}

static void assert_mesh(const ow_leveld_block *block, unsigned tile_width, unsigned tile_height,
                        uint32_t height, uint32_t layers)
{
    static const uint16_t cells[] = {0, 0x8001, 0x7fff, 0xffff};
    assert_int_equal(block->id, OW_LEVELD_MESH);
    assert_int_equal(block->mesh->tile_width, tile_width);
    assert_int_equal(block->mesh->tile_height, tile_height);
    assert_int_equal(block->mesh->width, 2);
    assert_int_equal(block->mesh->height, height);
    assert_int_equal(block->mesh->layer_count, layers);
    assert_int_equal(block->mesh->layers[0].cell_count, 4);
    assert_memory_equal(block->mesh->layers[0].cells, cells, sizeof cells);
    if (layers > 1) {
        assert_int_equal(block->mesh->layers[1].cell_count, 1);
        assert_int_equal(block->mesh->layers[1].cells[0], 0x0102);
    }
}

static void assert_actor(const ow_leveld_actor *actor, uint32_t id, uint32_t x, uint32_t y,
                         unsigned flags)
{
    assert_int_equal(actor->id, id);
    assert_int_equal(actor->x, x);
    assert_int_equal(actor->y, y);
    assert_int_equal(actor->flags, flags);
}

/* A player with an id, and a list of no NPCs. */
static void assert_actors(const ow_leveld_block *blocks)
{
    assert_int_equal(blocks[0].id, OW_LEVELD_PLRS);
    assert_int_equal(blocks[0].count, 1);
    assert_actor(blocks[0].actors, 7, 10, 20, 0x0102);
    assert_int_equal(blocks[1].id, OW_LEVELD_NPCS);
    assert_int_equal(blocks[1].count, 0);
}

static void version_0_has_actors_without_id(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_0);
    assert_head(sample.level, 0, OW_LEVELD_LITTLE, OW_LEVELD_PLAIN, 5);
    const ow_leveld_block *blocks = sample.level->blocks;
    assert_mesh(&blocks[1], 0, 0, 0, 1);
    assert_int_equal(blocks[2].id, OW_LEVELD_PLRS);
    assert_actor(blocks[2].actors, 0, 10, 20, 0x0102);
    assert_int_equal(blocks[3].count, 0);
    assert_int_equal(blocks[4].id, OW_LEVELD_ITEM);
    assert_int_equal(blocks[4].count, 2);
    assert_actor(&blocks[4].actors[0], 0, UINT32_MAX, 0x80000000, 0xffff);
    assert_actor(&blocks[4].actors[1], 0, 0, 0, 0);
    close_sample(&sample);
}

static void the_first_version_0_has_no_id_and_name(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_0_short_meta);
    assert_head(sample.level, 0, OW_LEVELD_LITTLE, OW_LEVELD_SHORT_META, 2);
    assert_int_equal(sample.level->blocks[0].meta->level_id.size, 0);
    assert_int_equal(sample.level->blocks[0].meta->name.size, 0);
    assert_mesh(&sample.level->blocks[1], 0, 0, 0, 1);
    close_sample(&sample);
}

static void version_1_has_actors_with_id(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_1);
    assert_head(sample.level, 1, OW_LEVELD_LITTLE, OW_LEVELD_PLAIN, 5);
    assert_mesh(&sample.level->blocks[1], 0, 0, 0, 1);
    assert_actors(&sample.level->blocks[2]);
    assert_actor(&sample.level->blocks[4].actors[0], UINT32_MAX - 1, UINT32_MAX, 0x80000000,
                 0xffff);
    close_sample(&sample);
}

static void the_last_version_1_has_tile_sizes(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_1b);
    assert_head(sample.level, 1, OW_LEVELD_LITTLE, OW_LEVELD_1B, 4);
    assert_mesh(&sample.level->blocks[1], 16, 24, 0, 1);
    assert_actors(&sample.level->blocks[2]);
    close_sample(&sample);
}

static void version_2_is_in_either_byte_order(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        struct sample sample = read_sample(big ? version_2_big : version_2_little);
        assert_head(sample.level, 2, big ? OW_LEVELD_BIG : OW_LEVELD_LITTLE, OW_LEVELD_PLAIN, 4);
        assert_mesh(&sample.level->blocks[1], 16, 24, 0, 1);
        assert_actors(&sample.level->blocks[2]);
        close_sample(&sample);
    }
}

static void assert_thing(const ow_leveld_block *block, uint32_t layer_id)
{
    assert_int_equal(block->id, OW_LEVELD_THNG);
    assert_int_equal(block->count, 1);
    const ow_leveld_thing *thing = block->things;
    assert_int_equal(thing->id, 9);
    assert_int_equal(thing->tag, 8);
    assert_int_equal(thing->x, 10);
    assert_int_equal(thing->y, 20);
    assert_int_equal(thing->layer_id, layer_id);
    assert_int_equal(thing->flags, 0x0102);
    assert_text(thing->metadata, "m");
}

static void assert_trigger(const ow_leveld_trigger *trigger, unsigned area_type, uint32_t layer_id)
{
    assert_int_equal(trigger->x, 10);
    assert_int_equal(trigger->y, 20);
    assert_int_equal(trigger->layer_id, layer_id);
    assert_int_equal(trigger->area_type, area_type);
    assert_int_equal(trigger->width, area_type == OW_LEVELD_RECTANGLE ? 0x30 : 0);
    assert_int_equal(trigger->height, area_type == OW_LEVELD_RECTANGLE ? 0x40 : 0);
    assert_int_equal(trigger->radius, area_type == OW_LEVELD_CIRCLE ? 0x50 : 0);
    assert_int_equal(trigger->id, 5);
    assert_int_equal(trigger->tag, 6);
    assert_int_equal(trigger->type, 0x0102);
    const uint32_t arguments[] = {trigger->a1, trigger->a2, trigger->a3, trigger->a4, trigger->a5};
    static const uint32_t expected[] = {1, 2, 3, 4, UINT32_MAX};
    assert_memory_equal(arguments, expected, sizeof expected);
    assert_text(trigger->metadata, "m");
}

static void assert_paths(const ow_leveld_block *block, uint32_t layer_id)
{
    static const ow_leveld_point points[] = {{10, 20, 30}, {40, 50, UINT32_MAX}};
    assert_int_equal(block->id, OW_LEVELD_PATH);
    assert_int_equal(block->count, 2);
    assert_int_equal(block->paths[0].looping, 1);
    assert_int_equal(block->paths[0].tag, 6);
    assert_int_equal(block->paths[0].layer_id, layer_id);
    assert_int_equal(block->paths[0].point_count, 2);
    assert_memory_equal(block->paths[0].points, points, sizeof points);
    assert_int_equal(block->paths[1].looping, 0);
    assert_int_equal(block->paths[1].tag, 0);
    assert_int_equal(block->paths[1].layer_id, 0);
    assert_int_equal(block->paths[1].point_count, 0);
}

static void from_version_3_on_there_are_things_triggers_and_paths(void **state)
{
    (void)state;
    for (unsigned version = 3; version <= 4; version++) {
        uint32_t layer_id = version == 4 ? 3 : 0;
        struct sample sample = read_sample(version == 4 ? version_4 : version_3);
        const ow_leveld_block *blocks = sample.level->blocks;
        assert_head(sample.level, version, OW_LEVELD_BIG, OW_LEVELD_PLAIN, 5);
        assert_mesh(&blocks[1], 16, 24, 2, 2);
        assert_thing(&blocks[2], layer_id);
        assert_int_equal(blocks[3].id, OW_LEVELD_TRIG);
        assert_int_equal(blocks[3].count, 3);
        assert_trigger(&blocks[3].triggers[0], OW_LEVELD_RECTANGLE, layer_id);
        assert_trigger(&blocks[3].triggers[1], OW_LEVELD_CIRCLE, layer_id);
        assert_trigger(&blocks[3].triggers[2], 7, layer_id);
        assert_paths(&blocks[4], layer_id);
        close_sample(&sample);
    }
}

static void version_0_may_have_the_layout_of_version_4(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_0_v4_layout);
    const ow_leveld_block *blocks = sample.level->blocks;
    assert_head(sample.level, 0, OW_LEVELD_BIG, OW_LEVELD_V4_LAYOUT, 5);
    assert_mesh(&blocks[1], 16, 24, 2, 2);
    assert_thing(&blocks[2], 3);
    assert_trigger(&blocks[3].triggers[1], OW_LEVELD_CIRCLE, 3);
    assert_paths(&blocks[4], 3);
    close_sample(&sample);
    sample = read_sample("0000" BIG_META BIG_MESH("00000002")); /* the map alone tells it, too */
    assert_head(sample.level, 0, OW_LEVELD_BIG, OW_LEVELD_V4_LAYOUT, 2);
    assert_mesh(&sample.level->blocks[1], 16, 24, 2, 2);
    close_sample(&sample);
}

static void the_first_version_3_has_counts_of_64_bits(void **state)
{
    (void)state;
    struct sample sample = read_sample(version_3_u64_counts);
    assert_head(sample.level, 3, OW_LEVELD_BIG, OW_LEVELD_U64_COUNTS, 4);
    assert_mesh(&sample.level->blocks[1], 16, 24, 2, 2);
    assert_thing(&sample.level->blocks[2], 0);
    assert_int_equal(sample.level->blocks[3].count, 1);
    assert_trigger(sample.level->blocks[3].triggers, OW_LEVELD_RECTANGLE, 0);
    close_sample(&sample);
}

/* A header alone; blocks in any order, twice, and of versions before and after. */
static void blocks_may_stand_as_they_like(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "0000",
        "0001",
        "0100",
        "0002",
        "0200",
        "0003",
        "0300",
        "0004",
        "0400",
        "0004" PATH "00000000" TRIG "00000000" THNG "00000000" ITEM "00000000" PATH "00000000",
        "0004" MESH "0000 0000 00000000 00000000 00000000" BIG_META BIG_META,
        "0002" THNG "00000001 00000009 00000008 0000000a 00000014 0102 00",
        "0004" PLRS "00000001 00000007 0000000a 00000014 0102",
        "0004" MESH "ffff ffff 00010000 00010000 00000001 00000000",
        "0002" MESH "0000 0000 00000000 00000003 0001 0002 0003",
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct sample sample = read_sample(rows[i]);
        assert_int_equal(sample.level->block_count == 0, strlen(rows[i]) == 4);
        close_sample(&sample);
    }
}

/* 0 in front is version 0 in both orders; little-endian comes first, and yields where it cannot
 * be. */
static void version_0_is_big_endian_only_where_it_has_to_be(void **state)
{
    (void)state;
    struct sample sample =
        read_sample("0000" MESH "00000002 00000001 8001" PLRS "00000001 00000001 00000002 0003");
    assert_int_equal(sample.level->byte_order, OW_LEVELD_BIG);
    assert_int_equal(sample.level->blocks[0].mesh->layers[0].cells[0], 0x8001);
    assert_actor(sample.level->blocks[1].actors, 0, 1, 2, 3);
    close_sample(&sample);
    sample = read_sample("0000");
    assert_int_equal(sample.level->byte_order, OW_LEVELD_LITTLE);
    close_sample(&sample);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_0_has_actors_without_id),
        cmocka_unit_test(the_first_version_0_has_no_id_and_name),
        cmocka_unit_test(version_1_has_actors_with_id),
        cmocka_unit_test(the_last_version_1_has_tile_sizes),
        cmocka_unit_test(version_2_is_in_either_byte_order),
        cmocka_unit_test(from_version_3_on_there_are_things_triggers_and_paths),
        cmocka_unit_test(version_0_may_have_the_layout_of_version_4),
        cmocka_unit_test(the_first_version_3_has_counts_of_64_bits),
        cmocka_unit_test(blocks_may_stand_as_they_like),
        cmocka_unit_test(version_0_is_big_endian_only_where_it_has_to_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
