/* Items of a scene that share space with items of another group. */
#include "../support/test.h"

#include "../support/built_scenes.h"
#include "../support/ledger.h"

#include "scene/overlaps.h"

enum { MOST_ITEMS = 2400 };

static const ow_color red = {200, 0, 0, 255};

struct pairs {
    unsigned count;
    uint32_t item, other; /* of the last pair */
};

static void note(void *context, uint32_t item, uint32_t other)
{
    struct pairs *pairs = context;
    pairs->count++;
    pairs->item = item;
    pairs->other = other;
}

static ow_status find(const ow_scene *scene, const uint32_t *groups, struct ledger *ledger,
                      struct pairs *pairs, bool *is_complete)
{
    struct arena arena;
    ow_options options = ledger_options(ledger);
    options = options_or_default(&options, 1 << 24);
    arena_init(&arena, &options);
    *pairs = (struct pairs){0};
    ow_status status = scene_find_overlaps(scene, groups, &arena, note, pairs, is_complete);
    arena_free(&arena);
    return status;
}

/* A cube, and a part beside it whose middle is away from its middle along x and z. */
static const struct {
    const char *what;
    ow_scene_part part;
    float away[2];
    unsigned count;
} rows[] = {
    {"a cube", {.solid = OW_BOX}, {0.9f, 0}, 1},
    {"a cube that touches", {.solid = OW_BOX}, {1, 0}, 0},
    {"a cylinder", {.solid = OW_CYLINDER}, {0.8f, 0}, 1},
    {"the corner of a cylinder", {.solid = OW_CYLINDER}, {0.9f, 0}, 0},
    {"a wedge", {.solid = OW_WEDGE, .low = 0.5f}, {0.9f, 0}, 1},
    {"a peg", {.is_peg = true}, {0, 0}, 0},
    {"a mark", {.material = OW_MARK}, {0, 0}, 0},
    {"a hidden part", {.is_hidden = true}, {0, 0}, 0},
    {"a thin part", {.size = {1, 0.03f, 1}}, {0, 0}, 0},
    {"a cube turned by 45 degrees", {.rotation = {0, 0.383f, 0, 0.924f}}, {0.8f, 0.8f}, 1},
    {"a cube turned so that it is near", {.rotation = {0, 0.383f, 0, 0.924f}}, {1, 1}, 0},
};

static void solid_parts_overlap(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct scene_builder builder;
        struct ledger ledger = {0};
        struct pairs pairs;
        bool is_complete;
        begin_scene(&builder);
        uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
        add_item(&builder, box, 0, 0, 0, red);
        add_item(&builder, add_shape(&builder, rows[i].part), rows[i].away[0], 0, rows[i].away[1],
                 red);
        ow_scene scene = end_scene(&builder);
        assert_int_equal(find(&scene, (const uint32_t[]){0, 1}, &ledger, &pairs, &is_complete),
                         OW_OK);
        assert_true(is_complete);
        if (pairs.count != rows[i].count || (pairs.count > 0 && pairs.item != 1))
            ROW_FAILED("%s: %u pairs\n", rows[i].what, pairs.count);
        ow_scene_close(&scene);
    }
}

/* Four cubes in one place: pairs within a group do not count. */
static void groups_are_not_compared_with_themselves(void **state)
{
    (void)state;
    static const struct {
        uint32_t groups[4];
        unsigned count;
    } cases[] = {
        {{0, 0, 0, 0}, 0}, {{1, 1, 1, 1}, 0}, {{0, 0, 0, 1}, 3},
        {{1, 1, 0, 0}, 4}, {{1, 2, 3, 0}, 6},
    };
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (int i = 0; i < 4; i++)
        add_item(&builder, box, 0, 0, 0, red);
    ow_scene scene = end_scene(&builder);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct ledger ledger = {0};
        struct pairs pairs;
        bool is_complete;
        assert_int_equal(find(&scene, cases[i].groups, &ledger, &pairs, &is_complete), OW_OK);
        if (pairs.count != cases[i].count)
            ROW_FAILED("row %u: %u pairs\n", (unsigned)i, pairs.count);
        if (pairs.count > 0)
            assert_int_not_equal(cases[i].groups[pairs.item], 0);
    }
    scene.items[3].flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    struct ledger ledger = {0};
    struct pairs pairs;
    bool is_complete;
    assert_int_equal(find(&scene, cases[2].groups, &ledger, &pairs, &is_complete), OW_OK);
    assert_int_equal(pairs.count, 0);
    ow_scene_close(&scene);
}

static ow_scene crowd(unsigned count)
{
    struct scene_builder builder;
    begin_scene(&builder);
    uint32_t box = add_shape(&builder, (ow_scene_part){.solid = OW_BOX});
    for (unsigned i = 0; i < count; i++)
        add_item(&builder, box, 0, 0, 0, red);
    return end_scene(&builder);
}

static void a_crowd_in_one_place_costs_little(void **state)
{
    (void)state;
    static uint32_t groups[MOST_ITEMS];
    ow_scene scene = crowd(MOST_ITEMS);
    struct ledger ledger = {0};
    struct pairs pairs;
    bool is_complete;
    for (uint32_t i = 0; i < MOST_ITEMS; i++)
        groups[i] = i % 2;
    assert_int_equal(find(&scene, groups, &ledger, &pairs, &is_complete), OW_OK);
    assert_false(is_complete);
    assert_true(pairs.count <= 256 * MOST_ITEMS);
    ow_scene_close(&scene);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    static const uint32_t groups[40] = {1};
    ow_scene scene = crowd(40);
    ow_status status = OW_NO_MEMORY;
    struct pairs pairs;
    bool is_complete;
    uint64_t refusals = 0;
    for (uint64_t call = 1; status != OW_OK; call++) {
        struct ledger ledger = {.refuse = call};
        status = find(&scene, groups, &ledger, &pairs, &is_complete);
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        refusals += status != OW_OK;
    }
    assert_true(refusals >= 2);
    ow_scene_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solid_parts_overlap),
        cmocka_unit_test(groups_are_not_compared_with_themselves),
        cmocka_unit_test(a_crowd_in_one_place_costs_little),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
