/* Files that are traced again and again: what is left out is what nobody asked for, and nothing
 * else differs. */
#include "robust/harness.h"
#include "support/test.h"

#include "support/bytes.h"
#include "support/documents.h"
#include "support/ledger.h"

/* A world with long lists, as JSON: `item` so many times between two texts, three times over. */
struct part {
    const char *head, *item;
    unsigned count;
};

#define LIST_OF(head, item, count)                                                                 \
    {                                                                                              \
        head, item, count                                                                          \
    }

static const struct world {
    const char *list; /* one of the long ones */
    struct part parts[3];
    const char *tail;
} worlds[] = {
    {"components",
     {LIST_OF("{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': "
              "'world', 'mods': [], 'component_types': [",
              "{'id': 3, 'name': 'MHG.PegWithALongNameThatTakesRoom'}", 2000),
      LIST_OF("], 'components': [",
              "{'address': 1, 'parent': 0, 'type': 3, 'position': [0, 1, 2], 'rotation': [0.0, "
              "0.0, 0.0, 1.0], 'inputs': [4, 5], 'outputs': [6], 'custom_data': 'AQL/'}",
              2500),
      LIST_OF("], 'wires': [",
              "{'first': {'kind': 'input', 'component': 1, 'index': 0}, 'second': {'kind': "
              "'output', 'component': 1, 'index': 0}, 'circuit_state': 3, 'rotation': 0.5}",
              3000)},
     "], 'circuit_states': 'AAAA'}"},
    {"things",
     {LIST_OF("{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'MESH', "
              "'tile_width': 1, 'tile_height': 1, 'width': 200, 'height': 100, 'layers': [[",
              "32773", 20000),
      LIST_OF("], [", "7", 20000),
      LIST_OF("]]}, {'id': 'THNG', 'things': [",
              "{'id': 3, 'tag': 1, 'x': 2, 'y': 4, 'layer_id': 0, 'flags': 0, 'metadata': 'long'}",
              3000)},
     "]}]}"},
    {"things",
     {LIST_OF("{'format': 'city', 'variant': 'd3', 'version': 0, 'name': '', 'terrain': {'kind': "
              "'heights', 'x_vertices': 100, 'y_vertices': 200, 'heights': [",
              "1.5", 20000),
      LIST_OF("]}, 'meta_things': [", "'a tree with quite a long name'", 2000),
      LIST_OF("], 'things': [",
              "{'meta_thing': 1700, 'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}",
              3000)},
     "]}"},
    {"blocks",
     {LIST_OF("{'format': 'structure', 'version': 6, 'colors': [", "57540", 200),
      LIST_OF("], 'rotations': null, 'roots': [",
              "{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'bounds_center': [0, 0, 0], "
              "'bounds_size': [1, 1, 1], 'last_block': 0}",
              1),
      LIST_OF("], 'blocks': [",
              "{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'id': 28, 'mask': 52, "
              "'color_index': 150}",
              5000)},
     "]}"},
};

static ow_buffer bytes_of(const struct world *world)
{
    struct bytes text = {0};
    ow_buffer bytes = {0};
    for (size_t i = 0; i < LENGTH(world->parts); i++) {
        const struct part *part = &world->parts[i];
        put_raw(&text, part->head, strlen(part->head));
        for (unsigned k = 0; k < part->count; k++) {
            put_raw(&text, ", ", k > 0 ? 2 : 0);
            put_raw(&text, part->item, strlen(part->item));
        }
    }
    put_raw(&text, world->tail, strlen(world->tail) + 1);
    ow_document document = document_of((const char *)text.data);
    assert_int_equal(ow_write_buffer(&document, NULL, &bytes, NULL), OW_OK);
    ow_close(&document);
    bytes_free(&text);
    return bytes;
}

/* A sum of what a visitor is told from a byte on, which no event can be missing from. */
struct reported {
    ow_tracer *tracer; /* that it leaves out what it can of; NULL: a plain trace */
    uint64_t from;     /* a byte */
    const char *list;  /* or an array by its name, and an element of it */
    uint64_t element;
    bool skips, in_list; /* arrays are skipped */
    unsigned depth, list_depth;
    uint64_t events, sum; /* all; of those that count */
    unsigned meanings;
};

static void add(struct reported *reported, uint64_t number)
{
    reported->sum = (reported->sum ^ number) * 1099511628211u;
}

static void add_event(struct reported *reported, const ow_event *event)
{
    add(reported, event->kind);
    add(reported, event->offset);
    add(reported, event->size);
    add(reported, event->name ? strlen(event->name) : event->index);
    add(reported, event->kind == OW_BEGIN_ARRAY ? event->count : reported->depth);
    if (event->kind == OW_VALUE && event->type == OW_TEXT)
        for (size_t i = 0; i < event->value.text.size; i++)
            add(reported, (uint8_t)event->value.text.data[i]);
    reported->meanings += event->name && strcmp(event->name, "meaning") == 0;
}

/* Values and ends that reach the byte, or what stands in the list from the element on. */
static bool counts(const struct reported *reported, const ow_event *event)
{
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    if (reported->list)
        return reported->in_list;
    return !begins && event->offset + event->size > reported->from &&
           (event->size > 0 || event->offset > reported->from);
}

static ow_visit hear(void *context, const ow_event *event)
{
    struct reported *reported = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool is_list =
        begins && reported->list && event->name && strcmp(event->name, reported->list) == 0;
    reported->events++;
    reported->depth -= !begins && event->kind != OW_VALUE;
    if (reported->list && reported->depth == reported->list_depth && !is_list)
        reported->in_list =
            reported->list_depth > 0 && !event->name && event->index >= reported->element;
    if (reported->depth < reported->list_depth)
        reported->in_list = false;
    if (counts(reported, event))
        add_event(reported, event);
    reported->depth += begins;
    if (is_list)
        reported->list_depth = reported->depth;
    if (event->kind == OW_BEGIN_ARRAY && (is_list || !reported->list))
        ow_tracer_leave_out(reported->tracer, reported->list ? reported->element : UINT64_MAX,
                            reported->list ? UINT64_MAX : reported->from);
    return reported->skips && event->kind == OW_BEGIN_ARRAY ? OW_SKIP : OW_GO_ON;
}

/* Returns how many events the walk through the tracer had. */
static uint64_t assert_same_events(const ow_buffer *bytes, ow_tracer *tracer, struct reported asked)
{
    struct reported plain = asked, quick = asked;
    ow_options options = {.meanings = true};
    quick.tracer = tracer;
    assert_int_equal(ow_trace(bytes->data, bytes->size, &options, hear, &plain, NULL), OW_OK);
    assert_int_equal(ow_tracer_run(tracer, &options, hear, &quick, NULL), OW_OK);
    assert_int_equal(quick.sum, plain.sum);
    assert_int_equal(quick.meanings, plain.meanings);
    assert_true(quick.events <= plain.events);
    return quick.events;
}

static void elements_before_a_byte_are_left_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_buffer bytes = bytes_of(&worlds[i]);
        ow_tracer *tracer;
        assert_int_equal(ow_tracer_open(bytes.data, bytes.size, NULL, &tracer, NULL), OW_OK);
        uint64_t all = assert_same_events(&bytes, tracer, (struct reported){0}), last = 0;
        const uint64_t steps = is_deep() ? 30 : 10;
        for (uint64_t step = 0; step <= steps; step++)
            last = assert_same_events(&bytes, tracer,
                                      (struct reported){.from = bytes.size * step / steps});
        if (last > all / 3) /* half of a list of 32 kB is never left out */
            ROW_FAILED("%s: %u of %u\n", worlds[i].list, (unsigned)last, (unsigned)all);
        ow_tracer_close(tracer);
        ow_buffer_free(&bytes, NULL);
    }
}

static void elements_before_an_element_are_left_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_buffer bytes = bytes_of(&worlds[i]);
        ow_tracer *tracer;
        assert_int_equal(ow_tracer_open(bytes.data, bytes.size, NULL, &tracer, NULL), OW_OK);
        struct reported asked = {.list = worlds[i].list};
        uint64_t all = assert_same_events(&bytes, tracer, asked), fewest = all;
        for (uint64_t element = 1; element < 6000; element += 499) {
            asked.element = element;
            uint64_t reported = assert_same_events(&bytes, tracer, asked);
            fewest = reported < fewest ? reported : fewest;
        }
        assert_true(fewest < all);
        ow_tracer_close(tracer);
        ow_buffer_free(&bytes, NULL);
    }
}

/* Ends say how long it was all the same; a table is known though it is skipped. */
static void what_is_skipped_is_passed_at_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_buffer bytes = bytes_of(&worlds[i]);
        ow_tracer *tracer;
        assert_int_equal(ow_tracer_open(bytes.data, bytes.size, NULL, &tracer, NULL), OW_OK);
        assert_same_events(&bytes, tracer, (struct reported){.skips = true});
        ow_tracer_close(tracer);
        ow_buffer_free(&bytes, NULL);
    }
}

/* Cut short anywhere, a file is told as far as it goes, with the error of a trace. */
static void what_breaks_a_file_off_is_reported_by_each_walk(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_buffer bytes = bytes_of(&worlds[i]);
        for (unsigned part = 1; part < 7; part++) {
            size_t size = bytes.size * part / 7;
            struct reported plain = {.from = size / 2}, quick = plain;
            ow_error error = {0}, errors = {0};
            ow_status status = ow_trace(bytes.data, size, NULL, hear, &plain, &error);
            if (status == OW_UNKNOWN_FORMAT) /* a build that is cut may be anything */
                continue;
            assert_int_equal(ow_tracer_open(bytes.data, size, NULL, &quick.tracer, NULL), OW_OK);
            assert_int_not_equal(status, OW_OK);
            assert_int_equal(ow_tracer_run(quick.tracer, NULL, hear, &quick, &errors), status);
            assert_int_equal(quick.sum, plain.sum);
            assert_string_equal(errors.message, error.message);
            assert_int_equal(errors.offset, error.offset);
            ow_tracer_close(quick.tracer);
        }
        ow_buffer_free(&bytes, NULL);
    }
}

static bool not_at_all(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    return done > total;
}

static void mistakes_are_reported(void **state)
{
    (void)state;
    ow_buffer bytes = bytes_of(&worlds[0]);
    ow_tracer *tracer;
    ow_error error;
    ow_options impatient = {.progress = not_at_all};
    struct reported reported = {0};
    assert_int_equal(ow_tracer_open(bytes.data, bytes.size, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_tracer_run(NULL, NULL, hear, &reported, &error), OW_BAD_ARGUMENT);
    ow_tracer_leave_out(NULL, 1, 1);
    ow_tracer_close(NULL);
    assert_int_equal(ow_tracer_open("what is this", 12, NULL, &tracer, &error), OW_UNKNOWN_FORMAT);
    assert_null(tracer);
    bytes.data[16] = 7;
    assert_int_equal(ow_tracer_open(bytes.data, 4000, NULL, &tracer, &error), OW_OK);
    ow_tracer_close(tracer);
    ow_buffer_free(&bytes, NULL);
    bytes = bytes_of(&worlds[3]);
    assert_int_equal(ow_tracer_open(bytes.data, bytes.size, &impatient, &tracer, &error),
                     OW_CANCELLED);
    assert_null(tracer);
    ow_buffer_free(&bytes, NULL);
}

/* A search for the variant takes memory, so a run that takes none has not searched again. */
static void the_variant_is_found_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        ow_buffer bytes = bytes_of(&worlds[i]);
        struct ledger ledger = {0};
        const ow_options options = ledger_options(&ledger);
        struct reported reported = {0};
        ow_tracer *tracer;
        assert_int_equal(ow_tracer_open(bytes.data, bytes.size, &options, &tracer, NULL), OW_OK);
        const uint64_t calls = ledger.calls;
        assert_int_equal(ow_tracer_run(tracer, NULL, hear, &reported, NULL), OW_OK);
        assert_true(reported.events > 0);
        if (ledger.calls != calls)
            ROW_FAILED("%s: a run took memory\n", worlds[i].list);
        ow_tracer_close(tracer);
        ow_buffer_free(&bytes, NULL);
    }
}

static void memory_that_is_missing_is_reported(void **state)
{
    (void)state;
    ow_buffer bytes = bytes_of(&worlds[1]);
    for (uint64_t refuse = 1;; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        struct reported reported = {0};
        ow_tracer *tracer;
        ow_error error;
        options.meanings = true;
        ow_status status = ow_tracer_open(bytes.data, bytes.size, &options, &tracer, &error);
        if (status == OW_OK)
            status = ow_tracer_run(tracer, &options, hear, &reported, &error);
        ow_tracer_close(tracer);
        assert_int_equal(ledger.blocks, 0);
        assert_int_equal(status, ledger.refused > 0 ? OW_NO_MEMORY : OW_OK);
        if (ledger.refused == 0)
            break;
    }
    ow_buffer_free(&bytes, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_before_a_byte_are_left_out),
        cmocka_unit_test(elements_before_an_element_are_left_out),
        cmocka_unit_test(what_is_skipped_is_passed_at_once),
        cmocka_unit_test(what_breaks_a_file_off_is_reported_by_each_walk),
        cmocka_unit_test(the_variant_is_found_once),
        cmocka_unit_test(mistakes_are_reported),
        cmocka_unit_test(memory_that_is_missing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
