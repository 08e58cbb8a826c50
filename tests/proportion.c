/* The work of the library grows with what is asked for, and with nothing else: events, bytes and
 * blocks are counted, not seconds. Families with a count of their own have it beside what they
 * test: relays (circuit/links.c), tilesets (leveld/tiled_foreign.c), layers and the order of an
 * SVG (picture/hostile.c), what files name as large counts (blotter, city, leveld, structure:
 * hostile.c). */
#include "robust/harness.h"
#include "support/test.h"

#include "codec/part_filter.h"
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
    struct part_filter way;
    uint64_t events = 0;
    part_filter_open(&way, pointer, count_event, &events);
    assert_int_equal(driver_emit_part(format_row_by_name(document->format->name), document->as.any,
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

#define SAVE_BEGIN                                                                                 \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "   \
    "'mods': [], 'component_types': [{'id': 1, 'name': 'MHG.AndGate'}, {'id': 2, 'name': "         \
    "'MHG.Relay'}, {'id': 3, 'name': 'MHG.Socket'}], 'wires': [], 'circuit_states': '', "          \
    "'components': ["
#define SAVE_END "]}"
#define BUILD_BEGIN                                                                                \
    "{'format': 'structure', 'version': 6, 'variant': {'name': 'game', 'byte_order': 'little', "   \
    "'tables': 'counts_first', 'string_prefix': 'varint', 'metadata_color_bytes': 4, "             \
    "'empty_custom_bounds': false, 'wide_index_from': 257, 'flipped_ids': []}, 'colors': [1], "    \
    "'rotations': [[0, 0, 0]], "
#define BLOCK "{'position': [1, 2, 3], 'rotation_index': 0, 'id': 0, 'mask': 52, 'color_index': 0}"

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
    {"components", SAVE_BEGIN,
     "{'address': 1%u, 'parent': 0, 'type': 1, 'position': [%u, 0, 0], 'rotation': [0, 0, 0, 1], "
     "'custom_data': null, 'outputs': [1], 'inputs': [0, 1]}",
     SAVE_END, 60000},
    {"relays", SAVE_BEGIN,
     "{'address': 1%u, 'parent': 0, 'type': 2, 'position': [%u, 0, 0], 'rotation': [0, 0, 0, 1], "
     "'custom_data': null, 'outputs': [], 'inputs': [0, 1, 2]}",
     SAVE_END, 60000},
    {"sockets in one place", SAVE_BEGIN,
     "{'address': 1%u, 'parent': 0, 'type': 3, 'position': [0, 0, 0], 'rotation': [0, 0, 0, 1], "
     "'custom_data': null, 'outputs': [], 'inputs': [0]}",
     SAVE_END, 60000},
    {"things of a city",
     "{'format': 'city', 'variant': 'd3', 'header_size': 14, 'version': 0, 'name': '', 'terrain': "
     "{'kind': 'heights', 'x_vertices': 2, 'y_vertices': 2, 'heights': [0, 0, 0, 0]}, "
     "'meta_things': ['overworld-house'], 'things': [",
     "{'meta_thing': 0, 'direction': 2, 'x': %u, 'y': %u, 'z': 1, 'reserved': ''}", "]}", 60000},
    {"names of a city",
     "{'format': 'city', 'variant': 'd3', 'header_size': 14, 'version': 0, 'name': '', 'terrain': "
     "{'kind': 'heights', 'x_vertices': 2, 'y_vertices': 2, 'heights': [0, 0, 0, 0]}, 'things': "
     "[], 'meta_things': [",
     "'name %u'", "]}", 60000},
    {"roots", BUILD_BEGIN "'blocks': [" BLOCK "], 'roots': [",
     "{'position': [%u, 0, 0], 'rotation': [0, 0, 0], 'bounds_center': [0, 3, 0], "
     "'bounds_size': [13, 7, 11], 'last_block': 0}",
     "]}", 60000},
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

/* The default limit is enough for worlds of the smallest records, and what is taken grows with
 * them. */
static void changes_take_memory_in_proportion(void **state)
{
    (void)state;
    const unsigned count = is_deep() ? 6000 : 2500;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct peaks once = peaks_of(&families[i], count),
                     twice = peaks_of(&families[i], 2 * count);
        if (twice.diff > once.diff * 5 / 2 || twice.patch > once.patch * 5 / 2 ||
            twice.merge > once.merge * 5 / 2)
            ROW_FAILED("%s: diff %llu, %llu; patch %llu, %llu; merge %llu, %llu\n",
                       families[i].name, (unsigned long long)once.diff,
                       (unsigned long long)twice.diff, (unsigned long long)once.patch,
                       (unsigned long long)twice.patch, (unsigned long long)once.merge,
                       (unsigned long long)twice.merge);
    }
}

/* What a call takes: bytes at once, and how often it asks for memory. */
struct cost {
    const char *call;
    uint64_t peak, calls;
};

static bool drop(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

static ow_visit pass_part(void *context, const ow_part *part)
{
    (void)context, (void)part;
    return OW_GO_ON;
}

static ow_status read_bytes(const ow_document *document, const ow_options *options)
{
    ow_buffer bytes = {0};
    ow_document opened;
    ow_error error;
    ow_status status = ow_write_buffer(document, NULL, &bytes, &error);
    if (status == OW_OK)
        status = ow_open(bytes.data, bytes.size, options, &opened, &error);
    ow_close(&opened);
    ow_buffer_free(&bytes, NULL);
    return status;
}

static ow_status repair_bytes(const ow_document *document, const ow_options *options)
{
    const ow_repair_options lossy = {.lossy = true};
    ow_buffer bytes = {0};
    ow_document mended;
    ow_error error;
    ow_status status = ow_write_buffer(document, NULL, &bytes, &error);
    if (status == OW_OK)
        status = ow_repair(bytes.data, bytes.size, options, &lossy, &mended, NULL, &error);
    ow_close(&mended);
    ow_buffer_free(&bytes, NULL);
    return status == OW_BAD_VALUE ? OW_OK : status; /* nothing sound is left */
}

static ow_status check_document(const ow_document *document, const ow_options *options)
{
    ow_error error;
    return ow_check_document(document, options, NULL, NULL, &error);
}

static ow_status write_json(const ow_document *document, const ow_options *options)
{
    const ow_sink sink = {.write = drop};
    ow_error error;
    return ow_document_to_json(document, options, &sink, &error);
}

static ow_status find_parts(const ow_document *document, const ow_options *options)
{
    ow_error error;
    return ow_find_parts(document, NULL, options, pass_part, NULL, NULL, &error);
}

static ow_status merge_twice(const ow_document *document, const ow_options *options)
{
    ow_document merged;
    ow_error error;
    ow_status status = ow_merge(document, document, NULL, options, NULL, NULL, &merged, &error);
    ow_close(&merged);
    return status == OW_BAD_VALUE ? OW_OK : status; /* no numbers are left */
}

static ow_status draw_scene(const ow_document *document, const ow_options *options)
{
    const ow_picture_options asked = {.width = 64, .height = 48, .budget = 2000000};
    const ow_sink sink = {.write = drop};
    ow_scene scene;
    ow_picture picture = {0};
    ow_error error;
    ow_status status = ow_scene_open_document(document, options, NULL, &scene, &error);
    if (status == OW_OK)
        status = ow_picture_draw(&scene, &asked, options, &picture, &error);
    if (status == OW_OK)
        status = ow_gltf_write(&scene, NULL, options, &sink, &error);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
    return status;
}

static ow_status run_circuit(const ow_document *document, const ow_options *options)
{
    const ow_sink sink = {.write = drop};
    ow_circuit circuit;
    ow_simulation *run = NULL;
    ow_error error;
    if (strcmp(document->format->name, "blotter") != 0)
        return OW_OK;
    ow_status status = ow_circuit_open(document, NULL, options, &circuit, &error);
    if (status == OW_OK)
        status = ow_netlist_write(&circuit, OW_NETLIST_VERILOG, NULL, options, &sink, &error);
    if (status == OW_OK)
        status = ow_simulation_open(document, &circuit, NULL, options, &run, &error);
    if (status == OW_OK)
        status = ow_simulation_run(run, 3, &error);
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    return status;
}

static const struct call {
    const char *name;
    ow_status (*run)(const ow_document *document, const ow_options *options);
} calls[] = {
    {"reading", read_bytes},
    {"repair", repair_bytes},
    {"check", check_document},
    {"JSON", write_json},
    {"find", find_parts},
    {"merge", merge_twice},
    {"picture and glTF", draw_scene},
    {"circuit", run_circuit},
};
enum { CALLS = sizeof calls / sizeof *calls };

static void measure(const struct family *family, unsigned count, struct cost costs[CALLS])
{
    ow_document document = world_of(family, count, 0);
    for (size_t i = 0; i < CALLS; i++) {
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_status status = calls[i].run(&document, &options);
        if (status != OW_OK || ledger.blocks > 0)
            ROW_FAILED("%s, %u: %s: %s\n", family->name, count, calls[i].name,
                       ow_status_name(status));
        costs[i] = (struct cost){calls[i].name, ledger.peak, ledger.calls};
    }
    ow_close(&document);
}

/* Twice the records take twice the memory at most, in twice as many pieces. */
static void every_call_takes_memory_in_proportion(void **state)
{
    (void)state;
    enum { FEW = 2500, SLACK = 200000, SLACK_OF_CALLS = 60 };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct cost once[CALLS], twice[CALLS];
        measure(&families[i], FEW, once);
        measure(&families[i], 2 * FEW, twice);
        for (size_t k = 0; k < CALLS; k++)
            if (twice[k].peak > once[k].peak * 5 / 2 + SLACK ||
                twice[k].calls > once[k].calls * 5 / 2 + SLACK_OF_CALLS)
                ROW_FAILED("%s, %s: %llu bytes, then %llu; %llu blocks, then %llu\n",
                           families[i].name, once[k].call, (unsigned long long)once[k].peak,
                           (unsigned long long)twice[k].peak, (unsigned long long)once[k].calls,
                           (unsigned long long)twice[k].calls);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_costs_itself),
        cmocka_unit_test(changes_take_memory_in_proportion),
        cmocka_unit_test(every_call_takes_memory_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
