/* glTF: names of any length and any bytes, and the order of instances. */
#include "../support/test.h"

#include "../support/backwards.h"
#include "../support/ledger.h"
#include "gltf_worlds.h"

enum { LONGEST = 5000, SUBJECT = 7 };

/* How a name ends, and how that is in JSON. */
static const struct ending {
    const char *bytes, *json;
} endings[] = {{"", ""}, {"\"", "\\\""}, {"\xff", "?"}, {"\n", "\\n"}, {"\xc3\xa9", "\xc3\xa9"}};

/* What is before the letters, the letters, the end. */
static void make_name(char *to, const char *begin, unsigned letters, const char *end)
{
    size_t size = strlen(begin);
    memcpy(to, begin, size);
    for (unsigned i = 0; i < letters; i++)
        to[size++] = (char)('a' + i % 26);
    memcpy(to + size, end, strlen(end) + 1);
}

static bool has_text(const struct gltf_file *gltf, const char *text)
{
    size_t size = strlen(text);
    for (size_t at = 0; at + size <= gltf->json_size; at++)
        if (memcmp(gltf->json + at, text, size) == 0)
            return true;
    return false;
}

/* A world of one thing, whose kind, list, type and group have a name. */
static struct gltf_file named_world(const char *list, const char *name)
{
    struct scene_builder builder;
    scene_begin(&builder, NULL, 0, NULL);
    ow_scene_item item = standing;
    item.kind = scene_kind(&builder, name, list);
    item.group = scene_group(&builder, ow_text_of(name), item.kind, SUBJECT, OW_NONE, no_turn);
    item.type = scene_type(&builder, ow_text_of(name), cube.color, 0);
    item.shape = add_solid(&builder, &cube);
    item.subject = SUBJECT;
    scene_item(&builder, &item);
    return written_world(&builder, NULL);
}

static void names_are_whole(void **state)
{
    (void)state;
    static const unsigned lengths[] = {0,  1,  6,  7,   8,   15,  16,  17,   30,
                                       31, 32, 33, 126, 127, 128, 129, 1020, LONGEST};
    static const struct {
        const char *member, *begin, *end;
    } members[] = {{"\"name\": \"", "N", "\""},
                   {"\"kind\": \"", "N", "\""},
                   {"\"type\": \"", "N", "\""},
                   {"\"list\": \"", "/", "\""},
                   {"\"pointer\": \"", "/", "/7\""}};
    static char list[LONGEST + 8], name[LONGEST + 8], json[LONGEST + 64], text[LONGEST + 128];
    for (size_t l = 0; l < LENGTH(lengths); l++)
        for (size_t e = 0; e < LENGTH(endings); e++) {
            make_name(list, "/", lengths[l], endings[e].bytes);
            make_name(name, "N", lengths[l], endings[e].bytes);
            struct gltf_file gltf = named_world(list, name);
            for (size_t m = 0; m < LENGTH(members); m++) {
                make_name(json, members[m].begin, lengths[l], endings[e].json);
                snprintf(text, sizeof text, "%s%s%s", members[m].member, json, members[m].end);
                if (!has_text(&gltf, text))
                    ROW_FAILED("%u letters, ending %u: no %s\n", lengths[l], (unsigned)e,
                               members[m].member);
            }
            gltf_free(&gltf);
        }
}

/* Groups with names so long that their text needs more memory in the middle of a node. */
static ow_scene scene_of_long_names(unsigned letters)
{
    enum { GROUPS = 1100, EVERY = 3 };
    static char list[LONGEST], name[LONGEST];
    struct scene_builder builder;
    make_name(list, "/", letters, "");
    make_name(name, "N", letters, "");
    scene_begin(&builder, NULL, 0, NULL);
    uint16_t kind = scene_kind(&builder, name, list);
    uint32_t type = scene_type(&builder, ow_text_of(name), cube.color, 0);
    uint32_t shape = add_solid(&builder, &cube);
    for (uint32_t i = 0; i < GROUPS; i++) {
        ow_text own = i % EVERY == 0 ? ow_text_of(name) : OW_LITERAL("short");
        ow_scene_item item = standing;
        item.kind = kind;
        item.type = type;
        item.shape = shape;
        item.subject = i;
        item.group = scene_group(&builder, own, kind, i, OW_NONE, no_turn);
        scene_item(&builder, &item);
    }
    return finish_world(&builder);
}

static bool take_all(void *context, const void *data, size_t size)
{
    (void)context;
    (void)data;
    (void)size;
    return true;
}

static void want_of_memory_in_the_middle_of_a_node_ends_the_work(void **state)
{
    (void)state;
    unsigned used = 0;
    const ow_pool pool = {.context = &used, .threads = 3, .run = run_backwards};
    for (unsigned letters = 100; letters < LONGEST; letters = letters * 2 + 57) {
        ow_scene scene = scene_of_long_names(letters);
        ow_status status = OW_NO_MEMORY;
        for (uint64_t refuse = 1; status == OW_NO_MEMORY; refuse += 1 + refuse / 20) {
            struct ledger ledger = {.refuse = refuse};
            ow_options options = ledger_options(&ledger);
            ow_sink sink = {.write = take_all};
            ow_gltf_options asked = {.as_text = refuse % 2};
            ow_error error;
            options.pool = &pool;
            status = ow_gltf_write(&scene, &asked, &options, &sink, &error);
            assert_int_equal(ledger.blocks, 0);
            assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
        }
        ow_scene_close(&scene);
    }
}

/* One group with long labels, which need escapes: its text is passed on bit by bit. */
static void the_text_of_a_large_group_is_not_kept(void **state)
{
    (void)state;
    enum { GROUPS = 1100, LABELS = 500 };
    static char text[LONGEST + 8];
    unsigned used = 0;
    const ow_pool pool = {.context = &used, .threads = 3, .run = run_backwards};
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    ow_sink sink = {.write = take_all};
    ow_error error;
    struct scene_builder builder = begin_world();
    for (uint32_t i = 0; i < GROUPS; i++)
        scene_group(&builder, OW_LITERAL("group"), THINGS, i, OW_NONE, no_turn);
    make_name(text, "", LONGEST, "\n");
    for (uint32_t i = 0; i < LABELS; i++)
        scene_label(&builder, &(ow_scene_label){.text = ow_text_of(text), .group = 9});
    ow_scene scene = finish_world(&builder);
    options.pool = &pool;
    assert_int_equal(ow_gltf_write(&scene, NULL, &options, &sink, &error), OW_OK);
    assert_in_range(ledger.peak, 1, LABELS * LONGEST / 2);
    ow_scene_close(&scene);
}

/* Each node has the name of a type: a slice has few nodes if it is long. */
static void the_names_of_types_are_not_kept(void **state)
{
    (void)state;
    enum { GROUPS = 1500 };
    static char name[LONGEST + 8];
    unsigned used = 0;
    const ow_pool pool = {.context = &used, .threads = 3, .run = run_backwards};
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    ow_sink sink = {.write = take_all};
    ow_error error;
    struct scene_builder builder = begin_world();
    ow_scene_item item = standing;
    make_name(name, "", LONGEST, "\n");
    item.kind = THINGS;
    item.type = scene_type(&builder, ow_text_of(name), cube.color, 0);
    item.shape = add_solid(&builder, &cube);
    for (item.subject = 0; item.subject < GROUPS; item.subject++) {
        item.group =
            scene_group(&builder, OW_LITERAL("group"), THINGS, item.subject, OW_NONE, no_turn);
        scene_item(&builder, &item);
    }
    ow_scene scene = finish_world(&builder);
    options.pool = &pool;
    for (int text = 0; text < 2; text++) {
        assert_int_equal(
            ow_gltf_write(&scene, &(ow_gltf_options){.as_text = text}, &options, &sink, &error),
            OW_OK);
        assert_in_range(ledger.peak, 1, GROUPS * LONGEST / 2);
    }
    ow_scene_close(&scene);
}

/* Two shapes in turn: each is a node of its own instances, in the order of the world. */
static void instances_of_shapes_in_turn_are_together(void **state)
{
    (void)state;
    enum { EACH = 12 };
    struct scene_builder builder = begin_world();
    const uint32_t shapes[2] = {add_solid(&builder, &cube), add_solid(&builder, &cube)};
    for (int i = 0; i < 2 * EACH; i++)
        stand_item(&builder, shapes[i % 2], (float)(3 * i), 0, 0);
    struct gltf_file gltf = written_world(&builder, &(ow_gltf_options){.instancing = true});
    assert_int_equal(gltf_count(&gltf, "/nodes"), 3);
    for (uint32_t node = 1; node < 3; node++) {
        assert_int_equal(gltf_count(&gltf, "/nodes/%u/extras/subjects", node), EACH);
        for (uint32_t i = 0; i < EACH; i++)
            assert_int_equal(gltf_number(&gltf, "/nodes/%u/extras/subjects/%u", node, i),
                             2 * i + node - 1);
    }
    gltf_free(&gltf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_whole),
        cmocka_unit_test(want_of_memory_in_the_middle_of_a_node_ends_the_work),
        cmocka_unit_test(the_text_of_a_large_group_is_not_kept),
        cmocka_unit_test(the_names_of_types_are_not_kept),
        cmocka_unit_test(instances_of_shapes_in_turn_are_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
