/* A trace tells every byte once, in file order, and its places can be found by pointer. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/saves.h"

#include "codec/locate.h"
#include "codec/path.h"

/* Holds events against each other: values follow one another without gap or overlap. */
struct order {
    uint64_t reached;
    int depth, broken;
    uint64_t begun[16];
};

static ow_visit follow(void *context, const ow_event *event)
{
    struct order *order = context;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        order->broken += event->offset != order->reached;
        order->begun[order->depth++] = event->offset;
        if (event->kind == OW_BEGIN_ARRAY && !event->name)
            order->reached += sizeof(uint32_t); /* a list in a list has its own count in it */
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        order->depth--;
        order->broken += event->offset != order->begun[order->depth];
        order->broken += event->offset + event->size != order->reached;
        break;
    case OW_VALUE:
        order->broken += event->offset != order->reached;
        order->reached = event->offset + event->size;
        break;
    }
    return OW_GO_ON;
}

static void every_byte_is_traced_once(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    struct order order = {0};
    ow_error error;
    put_raw(&bytes, "more", 4);
    assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, follow, &order, &error), OW_OK);
    assert_int_equal(order.broken, 0);
    assert_int_equal(order.depth, 0);
    assert_int_equal(order.reached, bytes.size);
    bytes_free(&bytes);
}

static void every_byte_of_levels_and_cities_is_traced_once(void **state)
{
    (void)state;
    static const char *const worlds[] = {
        "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': ["
        "{'id': 'MESH', 'tile_width': 1, 'tile_height': 2, 'width': 2, 'height': 1, "
        "'layers': [[1, 2], [], [3]]}, {'id': 'META', 'timestamp': '7', 'level_id': 'a', "
        "'name': '', 'author': '', 'description': 'b'}, {'id': 'PATH', 'paths': [{'looping': 1, "
        "'tag': 0, 'layer_id': 0, 'points': [{'x': 1, 'y': 2, 'value': 3}]}]}]}",
        "{'format': 'leveld', 'version': 0, 'byte_order': 'little', 'variant': 'short-meta', "
        "'blocks': [{'id': 'META', 'timestamp': '7', 'author': 'a', 'description': ''}, "
        "{'id': 'NPCS', 'actors': [{'x': 1, 'y': 2, 'flags': 3}]}]}",
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'c', 'terrain': "
        "{'kind': 'heights', 'x_vertices': 2, 'y_vertices': 1, 'heights': [1, 2]}, "
        "'meta_things': ['a', ''], 'things': [{'meta_thing': 1, 'direction': 2, 'x': 1, 'y': 2, "
        "'z': 3, 'reserved': 'AAA='}]}",
        ("{'format': 'city', 'variant': 'l2', 'name': 'city', 'terrain': {'kind': 'image', "
         "'image_path': 'a.png', 'z_scale': 1}}"),
    };
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_document document = document_of(worlds[i]);
        ow_buffer bytes = {0};
        struct order order = {0};
        ow_error error;
        assert_int_equal(ow_write_buffer(&document, NULL, &bytes, &error), OW_OK);
        assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, follow, &order, &error), OW_OK);
        assert_int_equal(order.broken, 0);
        assert_int_equal(order.depth, 0);
        assert_int_equal(order.reached, bytes.size);
        ow_buffer_free(&bytes, NULL);
        ow_close(&document);
    }
}

static void fields_are_found_by_pointer(void **state)
{
    (void)state;
    static const struct {
        const char *pointer;
        bool found;
        uint64_t offset, size;
    } rows[] = {
        {"", true, 0, SOUND_SIZE},
        {"/version", true, 16, 1},
        {"/game_version", true, 17, 16},
        {"/game_version/3", true, 29, 4},
        {"/components", true, SOUND_ROOT, SOUND_WIRE - SOUND_ROOT},
        {"/components/1", true, SOUND_CHILD, 54},
        {"/components/1/outputs/0", true, SOUND_CHILD + 46, 4},
        {"/components/0/outputs", true, SOUND_ROOT + 54, 0},
        {"/wires/0/second/component", true, SOUND_WIRE + 10, 4},
        {"/wires/0/second", true, SOUND_WIRE + 9, 9},
        {"/circuit_states/0", true, SOUND_STATES + 4, 4},
        {"/footer", true, SOUND_FOOTER, 16},
        {"/vers", false, 0, 0},
        {"/versions", false, 0, 0},
        {"/components/2", false, 0, 0},
        {"/components/01", false, 0, 0},
        {"/components/1/outputs/1", false, 0, 0},
        {"/version/0", false, 0, 0},
        {"version", false, 0, 0},
        {"/", false, 0, 0},
    };
    struct bytes bytes = sound_save();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct locator locator = {.rest = rows[i].pointer};
        ow_error error;
        assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, locator_visit, &locator, &error),
                         OW_OK);
        if (locator.found != rows[i].found || locator.offset != rows[i].offset ||
            locator.size != rows[i].size)
            ROW_FAILED("%s: found %d at %u, %u bytes\n", rows[i].pointer, locator.found,
                       (unsigned)locator.offset, (unsigned)locator.size);
    }
    bytes_free(&bytes);
}

static ow_visit skip_lists(void *context, const ow_event *event)
{
    int *inside = context;
    if (event->kind == OW_BEGIN_ARRAY)
        return OW_SKIP;
    *inside += event->kind == OW_VALUE && event->name == NULL;
    return OW_GO_ON;
}

static void what_is_skipped_is_not_reported(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    int inside = 0;
    ow_error error;
    assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, skip_lists, &inside, &error), OW_OK);
    assert_int_equal(inside, 0);
    /* A break inside what is skipped is met all the same. */
    bytes.data[SOUND_CHILD + 41] = 0x80;
    assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, skip_lists, &inside, &error),
                     OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, SOUND_CHILD + 38, "/components/1/input_count", "negative");
    bytes_free(&bytes);
}

static void paths_are_json_pointers(void **state)
{
    (void)state;
    struct path path = {0};
    char text[64], narrow[8];
    path_text(&path, NULL, text, sizeof text);
    assert_string_equal(text, "");
    path_enter(&path, NULL, false);
    path_text(&path, "version", text, sizeof text);
    assert_string_equal(text, "/version");
    path_enter(&path, "wires", true);
    path_move(&path, 12);
    path_text(&path, NULL, text, sizeof text);
    assert_string_equal(text, "/wires/12");
    path_enter(&path, NULL, false);
    path_enter(&path, "first", false);
    path_text(&path, "kind", text, sizeof text);
    assert_string_equal(text, "/wires/12/first/kind");
    path_text(&path, "kind", narrow, sizeof narrow);
    assert_string_equal(narrow, "/wires/");
    assert_string_equal(path_leave(&path), "first");
    assert_null(path_leave(&path));
    assert_int_equal(path_index(&path), 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_is_traced_once),
        cmocka_unit_test(every_byte_of_levels_and_cities_is_traced_once),
        cmocka_unit_test(fields_are_found_by_pointer),
        cmocka_unit_test(what_is_skipped_is_not_reported),
        cmocka_unit_test(paths_are_json_pointers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
