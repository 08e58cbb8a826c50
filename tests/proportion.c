/* The work of changing worlds grows with what is asked for, not with what stands beside it: events are counted, not
 * seconds. Links have their own such test (circuit/links.c), so have tilesets (leveld/tiled_foreign.c). */
#include "support/test.h"

#include "codec/way.h"
#include "driver/driver.h"
#include "formats.h"
#include "support/bytes.h"
#include "support/documents.h"
#include "support/ledger.h"

/* A level of many blocks. */
static ow_document level_of(unsigned blocks)
{
    size_t room = 200 + blocks * 120, used = 0;
    char *text = malloc(room);
    used += (size_t)snprintf(text, room,
                             "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [");
    for (unsigned i = 0; i < blocks; i++)
        used += (size_t)snprintf(text + used, room - used,
                                 "%s{'id': 'MESH', 'tile_width': 1, 'tile_height': 1, 'width': 1, "
                                 "'height': 1, 'layers': [[%u]]}",
                                 i > 0 ? "," : "", i % 9);
    snprintf(text + used, room - used, "]}");
    ow_document document = document_of(text);
    free(text);
    return document;
}

static ow_visit count_event(void *context, const ow_event *event)
{
    (void)event;
    ++*(uint64_t *)context;
    return OW_GO_ON;
}

/* Events that a walk to a part goes through, those on the way included. */
static uint64_t events_of_part(const ow_document *document, const char *pointer)
{
    struct part_way way;
    uint64_t events = 0;
    way_open(&way, pointer, count_event, &events);
    assert_int_equal(driver_tell_part(format_row_by_name(document->format->name), document->as.any,
                                      &way.part, NULL, count_event, &events, NULL),
                     OW_OK);
    return events;
}

static void a_part_costs_itself(void **state)
{
    (void)state;
    uint64_t once = 0;
    for (unsigned blocks = 200; blocks <= 400; blocks += 200) {
        ow_document document = level_of(blocks);
        char pointer[40];
        snprintf(pointer, sizeof pointer, "/blocks/%u/layers/0", blocks - 1);
        uint64_t events = events_of_part(&document, pointer);
        assert_true(events > 5);
        if (once > 0 && events != once)
            ROW_FAILED("%llu events, and %llu among twice as many blocks\n",
                       (unsigned long long)once, (unsigned long long)events);
        once = events;
        ow_close(&document);
    }
}

/* Text that is made by appending. */
struct text {
    char *data;
    size_t size, room;
};

static void append(struct text *text, const char *words, unsigned number)
{
    if (text->room - text->size < 400) {
        text->room = text->room * 2 + 400;
        text->data = realloc(text->data, text->room);
        assert_non_null(text->data);
    }
    text->size += (size_t)snprintf(text->data + text->size, 400, words, number, number);
}

/* A world of `count` small records; `change` makes each of them another one. */
struct family {
    const char *name, *head, *record, *tail;
    unsigned per_number; /* the number in a record is below this */
};

static const struct family families[] = {
    {"blocks", "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [",
     "{'id': 'MESH', 'tile_width': 1, 'tile_height': 1, 'width': 1, 'height': 1, 'layers': "
     "[[%u]]}",
     "]}", 60000},
    {"layers",
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'MESH', "
     "'tile_width': 1, 'tile_height': 1, 'width': 2, 'height': 1, 'layers': [",
     "[%u, %u]", "]}]}", 60000},
    {"paths",
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'PATH', 'paths': [",
     "{'looping': 1, 'tag': %u, 'layer_id': 0, 'points': []}", "]}]}", 60000},
    {"points",
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'PATH', 'paths': "
     "[{'looping': 1, 'tag': 0, 'layer_id': 0, 'points': [",
     "{'x': %u, 'y': %u, 'value': 0}", "]}]}]}", 60000},
    {"things",
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'THNG', 'things': "
     "[",
     "{'id': %u, 'tag': 0, 'x': 1, 'y': 1, 'layer_id': 0, 'flags': 0, 'metadata': ''}", "]}]}",
     60000},
    {"pegs",
     "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
     "'mods': [], 'component_types': [{'id': 1, 'name': 'MHG.AndGate'}], 'wires': [], "
     "'circuit_states': '', 'components': [{'address': 1, 'parent': 0, 'type': 1, 'position': [0, "
     "0, 0], 'rotation': [0, 0, 0, 1], 'custom_data': null, 'outputs': [], 'inputs': [",
     "%u", "]}]}", 60000},
    {"mods",
     "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
     "'component_types': [], 'wires': [], 'components': [], 'circuit_states': '', 'mods': [",
     "{'id': 'm%u', 'version': [1, 2, 3, 4]}", "]}", 60000},
};

static ow_document world_of(const struct family *family, unsigned count, unsigned change)
{
    struct text text = {0};
    append(&text, family->head, 0);
    for (unsigned i = 0; i < count; i++) {
        append(&text, i > 0 ? "," : "", 0);
        append(&text, family->record, (i + change) % family->per_number);
    }
    append(&text, family->tail, 0);
    ow_document document = document_of(text.data);
    free(text.data);
    return document;
}

/* The most memory that comparing, patching and merging take, all records being different. */
struct peaks {
    uint64_t diff, patch, merge;
};

static bool collect(void *context, const void *data, size_t size)
{
    struct text *text = context;
    if (text->room - text->size < size) {
        text->room = text->room * 2 + size;
        text->data = realloc(text->data, text->room);
    }
    memcpy(text->data + text->size, data, size);
    text->size += size;
    return true;
}

static struct peaks peaks_of(const struct family *family, unsigned count)
{
    ow_document before = world_of(family, count, 0), after = world_of(family, count, 30000);
    ow_document half = world_of(family, count / 2, 0), patched, merged;
    struct ledger diff = {0}, patch = {0}, merge = {0};
    ow_options diffing = ledger_options(&diff), patching = ledger_options(&patch),
               merging = ledger_options(&merge);
    struct text text = {0};
    const ow_sink sink = {.context = &text, .write = collect};
    ow_error error = {0};
    if (ow_diff(&before, &after, &diffing, NULL, NULL, NULL, NULL, NULL, &error) != OW_OK ||
        ow_diff_patch(&before, &after, &diffing, &sink, &error) != OW_OK ||
        ow_patch(&before, text.data, text.size, &patching, &patched, &error) != OW_OK)
        ROW_FAILED("%s, %u: %s\n", family->name, count, error.message);
    ow_close(&patched);
    if (ow_merge3(&half, &before, &after, &merging, NULL, NULL, NULL, NULL, NULL, &merged,
                  &error) != OW_OK)
        ROW_FAILED("%s, %u, merged: %s\n", family->name, count, error.message);
    ow_close(&merged);
    ow_close(&before);
    ow_close(&after);
    ow_close(&half);
    free(text.data);
    return (struct peaks){diff.peak, patch.peak, merge.peak};
}

/* The default limit is enough for worlds of the smallest records, and what is taken grows with them. */
static void changes_take_memory_in_proportion(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct peaks once = peaks_of(&families[i], 10000), twice = peaks_of(&families[i], 20000);
        if (twice.diff > once.diff * 5 / 2 || twice.patch > once.patch * 5 / 2 ||
            twice.merge > once.merge * 5 / 2)
            ROW_FAILED("%s: diff %llu, %llu; patch %llu, %llu; merge %llu, %llu\n",
                       families[i].name, (unsigned long long)once.diff,
                       (unsigned long long)twice.diff, (unsigned long long)once.patch,
                       (unsigned long long)twice.patch, (unsigned long long)once.merge,
                       (unsigned long long)twice.merge);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_costs_itself),
        cmocka_unit_test(changes_take_memory_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
