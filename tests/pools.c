/* Threads that a caller lends: each piece runs once, and no result shows how many there are.
 * `make threads` runs it under ThreadSanitizer. */
#include "support/test.h"

#include <pthread.h>
#include <stdatomic.h>

#include "support/backwards.h"
#include "support/bytes.h"
#include "support/cities.h"
#include "support/levels.h"
#include "support/saves.h"

enum { MOST_PIECES = 500 };

/* Pieces count where they run. */
struct counted {
    const ow_pool *pool;
    pthread_t caller;
    atomic_uint runs[MOST_PIECES];
    atomic_uint first_elsewhere; /* pieces 0 that the caller did not run */
    atomic_uint inner;
};

static void count_inner(void *argument, uint32_t piece)
{
    struct counted *counted = argument;
    atomic_fetch_add(&counted->inner, piece + 1);
}

static void count_piece(void *argument, uint32_t piece)
{
    struct counted *counted = argument;
    atomic_fetch_add(&counted->runs[piece], 1);
    if (piece == 0 && !pthread_equal(pthread_self(), counted->caller))
        atomic_fetch_add(&counted->first_elsewhere, 1);
    counted->pool->run(counted->pool->context, 2, count_inner, counted);
}

static void *run_counted(void *context)
{
    struct counted *counted = context;
    counted->caller = pthread_self();
    for (uint32_t count = 0; count <= MOST_PIECES; count += 50)
        counted->pool->run(counted->pool->context, count, count_piece, counted);
    return NULL;
}

/* Piece i runs once for each count above i: pieces 450 to 499 once, 0 to 49 ten times. */
static void assert_counted(struct counted *counted)
{
    for (uint32_t i = 0; i < MOST_PIECES; i++)
        assert_int_equal(counted->runs[i], 10 - i / 50);
    assert_int_equal(counted->first_elsewhere, 0);
    assert_int_equal(counted->inner, 3 * 50 * 55);
}

static void a_pool_runs_each_piece_once_and_pieces_may_run_pieces(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 2, 3, 16};
    for (size_t i = 0; i < LENGTH(threads); i++) {
        ow_pool *pool;
        assert_int_equal(ow_pool_open(threads[i], NULL, &pool, NULL), OW_OK);
        assert_int_equal(pool->threads, threads[i]);
        static struct counted counted;
        counted = (struct counted){.pool = pool};
        run_counted(&counted);
        assert_counted(&counted);
        ow_pool_close(pool);
    }
}

static void two_threads_of_the_caller_may_use_a_pool_at_once(void **state)
{
    (void)state;
    static struct counted counted[2];
    pthread_t other;
    ow_pool *pool;
    assert_int_equal(ow_pool_open(3, NULL, &pool, NULL), OW_OK);
    counted[0] = counted[1] = (struct counted){.pool = pool};
    assert_int_equal(pthread_create(&other, NULL, run_counted, &counted[1]), 0);
    run_counted(&counted[0]);
    pthread_join(other, NULL);
    assert_counted(&counted[0]);
    assert_counted(&counted[1]);
    ow_pool_close(pool);
}

static void pools_of_no_thread_or_too_many_are_refused(void **state)
{
    (void)state;
    static const unsigned threads[] = {0, OW_POOL_MOST + 1, 4000000000u};
    for (size_t i = 0; i < LENGTH(threads); i++) {
        ow_pool *pool = (ow_pool *)&pool;
        ow_error error;
        assert_int_equal(ow_pool_open(threads[i], NULL, &pool, &error), OW_BAD_ARGUMENT);
        assert_null(pool);
        assert_non_null(strstr(error.message, "a pool has 1 to 256 threads"));
    }
    assert_int_equal(ow_pool_open(2, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    ow_pool_close(NULL);
}

/* Worlds with lists long enough to be cut. */
enum { LONG = 20000, LARGE_AT = 2500, LARGE = 300000 };

static void put_custom_data(struct bytes *bytes, uint32_t size)
{
    bytes->size -= 4; /* instead of none */
    put_u32(bytes, size);
    for (uint32_t i = 0; i < size; i++)
        put_u8(bytes, i & 255);
}

static struct bytes long_save(void)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, LONG, LONG);
    put_types(&bytes, 3);
    for (uint32_t i = 1; i <= LONG; i++) {
        put_component(&bytes, i, i / 2, 1 + i % 3, i % 5, i % 4, (int32_t)i);
        if (i % 7 == 0)
            put_custom_data(&bytes, i == LARGE_AT ? LARGE : i % 90);
    }
    for (uint32_t i = 1; i <= LONG; i++)
        put_wire(&bytes, 1 + i % 2, i, 0, 1, LONG - i, 1, (int32_t)i);
    int32_t on[LONG / 4];
    for (int32_t i = 0; i < LONG / 4; i++)
        on[i] = i / 2 * 3;
    put_on_states(&bytes, LONG / 4, on);
    put_footer(&bytes);
    return bytes;
}

/* Long lists of JSON: `head`, `record` again and again, `tail`. */
static struct bytes repeated(const char *head, const char *record, const char *tail)
{
    struct bytes text = {0};
    put_raw(&text, head, strlen(head));
    for (int i = 0; i < LONG; i++) {
        put_raw(&text, i ? ", " : "", i ? 2 : 0);
        put_raw(&text, record, strlen(record));
    }
    put_raw(&text, tail, strlen(tail) + 1);
    struct bytes bytes = bytes_of_json((const char *)text.data);
    bytes_free(&text);
    return bytes;
}

static struct bytes long_city(void)
{
    return repeated("{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'T', 'terrain': "
                    "{'kind': 'heights', 'x_vertices': 2, 'y_vertices': 2, 'heights': [1.0, 2.0, "
                    "3.0, 4.0]}, 'meta_things': ['oak'], 'things': [",
                    "{'meta_thing': 0, 'direction': 1, 'x': 0.5, 'y': 0.25, 'z': -1.0, "
                    "'reserved': 'AAA='}",
                    "]}");
}

static struct bytes long_build(void)
{
    return repeated("{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, 'colors': "
                    "null, 'rotations': null, 'roots': [{'position': [0.0, 0.0, 0.0], 'rotation': "
                    "[0.0, 0.0, 0.0], 'bounds_center': [0.0, 0.0, 0.0], 'bounds_size': [1.0, 1.0, "
                    "1.0], 'last_block': 0}], 'blocks': [",
                    "{'position': [1, -2, 3], 'rotation': [0, 90, 0], 'id': 0, 'mask': 60}", "]}");
}

/* Blocks of two kinds in turn: their pointer says nothing of their bytes. */
static struct bytes long_level(void)
{
    return repeated("{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [" META ", ",
                    THNG(THING("1", "2", "3", "4", "0")) ", " PLRS("1", "2"), "]}");
}

/* What is done to a world, or to its JSON. */
enum work { TO_JSON, READING, CHECKING, FINDING, PARSING, WORKS };

static const struct {
    struct bytes (*make)(void);
    bool is_cut[WORKS]; /* threads have a part in it */
} long_worlds[] = {
    {long_save,
     {[TO_JSON] = true, [READING] = true, [CHECKING] = true, [FINDING] = true, [PARSING] = true}},
    {long_city, {[TO_JSON] = true, [READING] = true, [FINDING] = true, [PARSING] = true}},
    {long_build, {[PARSING] = true}}, /* its list is counted */
    {long_level, {[PARSING] = true}}};

/* What a work tells, as text, and its error. */
struct outcome {
    struct bytes text;
    ow_error error;
};

static void put_issue(void *context, const ow_issue *issue)
{
    char line[1024];
    int size = snprintf(line, sizeof line, "%s %s %llu %llu %s\n", issue->code->code,
                        issue->pointer, (unsigned long long)issue->offset,
                        (unsigned long long)issue->size, issue->message);
    put_raw(context, line, (size_t)size < sizeof line ? (size_t)size : sizeof line - 1);
}

static void check_world(const struct bytes *world, const ow_options *options,
                        struct outcome *outcome)
{
    const ow_check_options check = {.issue = put_issue, .issue_context = &outcome->text};
    ow_check_totals totals = {0};
    ow_check(world->data, world->size, options, &check, &totals, &outcome->error);
    put_raw(&outcome->text, &totals, sizeof totals);
}

static ow_visit put_part(void *context, const ow_part *part)
{
    char line[1024];
    int size = snprintf(line, sizeof line, "%s %u %.*s %g %g %g\n", part->pointer, part->address,
                        (int)part->type.size, part->type.data, part->position[0], part->position[1],
                        part->position[2]);
    put_raw(context, line, (size_t)size);
    return OW_GO_ON;
}

static void put_warning(void *context, const char *pointer, const char *message)
{
    (void)pointer;
    put_raw(context, message, strlen(message));
}

static void find_in_world(const ow_document *document, const ow_options *options,
                          struct outcome *outcome)
{
    const ow_part_choice choices[] = {
        {.selectors = "type:*1,kind:wires,type:nobody"},
        {.selectors = "C-17,C-17,at:1,1,1,not:type:*2"},
        {.type = "*2", .has_near = true, .near_to = {1, 1, 1}, .within = 400},
        {.has_near = true, .near_to = {9, 1, 1}},
        {.has_near = true, .near_to = {0, 1000, 1000}}, /* the last of all */
        {.type = "nothing", .text = "nowhere"},
    };
    for (size_t i = 0; i < LENGTH(choices) && outcome->error.status == OW_OK; i++) {
        ow_part_choice choice = choices[i];
        uint64_t count;
        choice.warn = put_warning;
        choice.warn_context = &outcome->text;
        ow_find_parts(document, &choice, options, put_part, &outcome->text, &count,
                      &outcome->error);
        put_raw(&outcome->text, &count, sizeof count);
    }
}

/* A document that was read is written again. */
static void read_world(const struct bytes *world, const ow_options *options, bool finds,
                       struct outcome *outcome)
{
    ow_document document;
    ow_sink sink = sink_to(&outcome->text);
    if (ow_open(world->data, world->size, options, &document, &outcome->error) != OW_OK)
        return;
    if (finds)
        find_in_world(&document, options, outcome);
    else
        ow_write(&document, options, &sink, &outcome->error);
    ow_close(&document);
}

static struct bytes json_of(const struct bytes *world)
{
    struct bytes text = {0};
    ow_sink sink = sink_to(&text);
    assert_int_equal(ow_to_json(world->data, world->size, NULL, &sink, NULL), OW_OK);
    put_u8(&text, 0); /* behind it, for strstr */
    text.size--;
    return text;
}

static void parse_text(const struct bytes *text, const ow_options *options, struct outcome *outcome)
{
    ow_document document;
    ow_sink sink = sink_to(&outcome->text);
    if (ow_from_json((const char *)text->data, text->size, options, &document, &outcome->error) !=
        OW_OK)
        return;
    ow_write(&document, options, &sink, &outcome->error);
    ow_close(&document);
}

/* `world` has JSON for PARSING. */
static struct outcome outcome_of(enum work work, const struct bytes *world,
                                 const ow_options *options)
{
    struct outcome outcome = {0};
    ow_sink sink = sink_to(&outcome.text);
    if (work == PARSING)
        parse_text(world, options, &outcome);
    else if (work == TO_JSON)
        ow_to_json(world->data, world->size, options, &sink, &outcome.error);
    else if (work == CHECKING)
        check_world(world, options, &outcome);
    else
        read_world(world, options, work == FINDING, &outcome);
    return outcome;
}

/* The same text; after a failure the same place and words. What was written before a failure is
 * nobody's. */
static void assert_same_outcome(struct outcome *found, const struct outcome *expected,
                                bool of_issues)
{
    assert_int_equal(found->error.status, expected->error.status);
    assert_int_equal(found->error.offset, expected->error.offset);
    assert_string_equal(found->error.pointer, expected->error.pointer);
    assert_string_equal(found->error.message, expected->error.message);
    if (expected->error.status == OW_OK || of_issues) {
        assert_int_equal(found->text.size, expected->text.size);
        assert_memory_equal(found->text.data, expected->text.data, expected->text.size);
    }
    bytes_free(&found->text);
}

/* Returns how often the pools of callers were used. */
static unsigned assert_same_with_pools(enum work work, const struct bytes *world)
{
    static const unsigned threads[] = {2, 5};
    ow_options with = {0};
    struct outcome expected = outcome_of(work, world, NULL), found;
    unsigned used = 0;
    with.pool = &(ow_pool){.context = &used, .threads = 3, .run = run_backwards};
    found = outcome_of(work, world, &with);
    assert_same_outcome(&found, &expected, work == CHECKING);
    for (size_t i = 0; i < LENGTH(threads); i++) {
        ow_pool *pool;
        assert_int_equal(ow_pool_open(threads[i], NULL, &pool, NULL), OW_OK);
        with.pool = pool;
        found = outcome_of(work, world, &with);
        assert_same_outcome(&found, &expected, work == CHECKING);
        ow_pool_close(pool);
    }
    bytes_free(&expected.text);
    return used;
}

static void results_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(long_worlds); i++) {
        struct bytes world = long_worlds[i].make(), text = json_of(&world);
        for (enum work work = 0; work < WORKS; work++)
            assert_int_equal(assert_same_with_pools(work, work == PARSING ? &text : &world) > 0,
                             long_worlds[i].is_cut[work]);
        bytes_free(&text);
        bytes_free(&world);
    }
}

/* The error of a file that ends in, or breaks in, a list that is cut. */
static void errors_in_long_lists_are_the_same_with_threads(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(long_worlds); i++) {
        struct bytes world = long_worlds[i].make();
        size_t whole = world.size;
        for (size_t part = 2; part < 7; part++) {
            world.size = whole / 7 * part + part;
            for (enum work work = 0; work < PARSING; work++)
                assert_same_with_pools(work, &world);
        }
        bytes_free(&world);
    }
    struct bytes save = long_save();
    for (size_t at = 5000; at < save.size; at += save.size / 9) {
        memset(save.data + at, 0xfe, 8); /* counts and lengths among other fields */
        for (enum work work = 0; work < PARSING; work++)
            assert_same_with_pools(work, &save);
    }
    bytes_free(&save);
}

/* Text that ends, or has another character, in a list that is cut. Some of it is JSON of another
 * world then: elements are joined, or are one more. */
static void errors_in_long_texts_are_the_same_with_threads(void **state)
{
    (void)state;
    static const char others[] = "}]{[\",x7";
    for (size_t i = 0; i < LENGTH(long_worlds) && long_worlds[i].is_cut[PARSING]; i++) {
        struct bytes world = long_worlds[i].make(), text = json_of(&world);
        const size_t whole = text.size;
        for (size_t part = 2; part < 7; part += 2) {
            text.size = whole / 7 * part + part;
            assert_same_with_pools(PARSING, &text);
        }
        text.size = whole;
        for (size_t k = i % 2; k < strlen(others); k += 2) {
            const size_t at = whole / (strlen(others) + 1) * (k + 1) + k;
            const uint8_t before = text.data[at];
            text.data[at] = (uint8_t)others[k];
            assert_same_with_pools(PARSING, &text);
            text.data[at] = before;
        }
        /* behind the last record of a list */
        char *end = strstr((char *)text.data, "}\n  ]");
        assert_non_null(end);
        end[1] = '7';
        assert_same_with_pools(PARSING, &text);
        bytes_free(&text);
        bytes_free(&world);
    }
}

/* An allocator that knows the most that was held at once. */
struct held {
    atomic_size_t now, most;
};

static void hold(struct held *held, size_t size)
{
    size_t now = atomic_fetch_add(&held->now, size) + size, most = held->most;
    while (now > most && !atomic_compare_exchange_weak(&held->most, &most, now))
        ;
}

static void *take_held(void *context, size_t size)
{
    hold(context, size);
    return malloc(size);
}

static void *resize_held(void *context, void *memory, size_t old_size, size_t new_size)
{
    struct held *held = context;
    atomic_fetch_sub(&held->now, memory ? old_size : 0);
    hold(held, new_size);
    return realloc(memory, new_size);
}

static void give_held(void *context, void *memory, size_t size)
{
    struct held *held = context;
    atomic_fetch_sub(&held->now, size);
    free(memory);
}

/* The text of a record above 64 KiB goes to the sink as it is made, and all memory is released. */
static void a_large_record_takes_no_memory_for_its_text(void **state)
{
    (void)state;
    enum { HUGE = 12 << 20 };
    struct bytes world = {0};
    ow_pool *pool;
    struct held held = {0};
    put_head(&world, 2, LONG, 0);
    put_types(&world, 1);
    for (uint32_t i = 1; i <= LONG; i++) {
        put_component(&world, i, 0, 1, 0, 0, 0);
        if (i == LARGE_AT)
            put_custom_data(&world, HUGE);
    }
    put_on_states(&world, 0, NULL);
    put_footer(&world);
    assert_int_equal(ow_pool_open(2, NULL, &pool, NULL), OW_OK);
    ow_options options = {.pool = pool,
                          .allocator = {&held, take_held, resize_held, give_held, {0}}};
    struct outcome outcome = outcome_of(TO_JSON, &world, &options);
    assert_int_equal(outcome.error.status, OW_OK);
    assert_true(outcome.text.size > HUGE);
    assert_in_range(held.most, 1 << 16, HUGE - 1);
    assert_int_equal(held.now, 0);
    ow_pool_close(pool);
    bytes_free(&outcome.text);
    bytes_free(&world);
}

static bool stop_later(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    return done <= total && ++*calls < 2;
}

static void threads_stop_when_the_caller_asks_to(void **state)
{
    (void)state;
    struct bytes world = long_save(), text = json_of(&world);
    for (enum work work = 0; work < WORKS; work++) {
        if (work == FINDING) /* does not ask */
            continue;
        unsigned calls = 0;
        unsigned used = 0;
        ow_pool pool = {.context = &used, .threads = 2, .run = run_backwards};
        ow_options options = {.pool = &pool, .progress = stop_later, .progress_context = &calls};
        struct outcome outcome = outcome_of(work, work == PARSING ? &text : &world, &options);
        assert_int_equal(outcome.error.status, OW_CANCELLED);
        assert_int_equal(calls, 2);
        bytes_free(&outcome.text);
    }
    bytes_free(&text);
    bytes_free(&world);
}

/* Each limit up to what the work needs gives the same outcome, or one that there is too much
 * memory: threads have parts of it. Nothing is held afterwards. */
static void memory_of_threads_is_limited_and_released(void **state)
{
    (void)state;
    struct bytes world = long_save(), text = json_of(&world);
    ow_pool *pool;
    assert_int_equal(ow_pool_open(3, NULL, &pool, NULL), OW_OK);
    for (enum work work = READING; work < WORKS; work++) {
        const struct bytes *from = work == PARSING ? &text : &world;
        struct outcome expected = outcome_of(work, from, NULL);
        unsigned fine = 0, limited = 0;
        for (uint64_t limit = 1 << 16; limit < 16 << 20; limit += limit / 3) {
            struct held held = {0};
            ow_options options = {.pool = pool,
                                  .max_memory = limit,
                                  .allocator = {&held, take_held, resize_held, give_held, {0}}};
            struct outcome outcome = outcome_of(work, from, &options);
            assert_int_equal(held.now, 0);
            limited += outcome.error.status == OW_TOO_MUCH_MEMORY;
            fine += outcome.error.status == OW_OK;
            if (outcome.error.status == OW_OK)
                assert_same_outcome(&outcome, &expected, false);
            else
                bytes_free(&outcome.text);
        }
        assert_true(fine > 0 && limited > 0);
        bytes_free(&expected.text);
    }
    ow_pool_close(pool);
    bytes_free(&text);
    bytes_free(&world);
}

/* Takes so many bytes. */
static bool take_some(void *context, const void *data, size_t size)
{
    size_t *left = context;
    (void)data;
    if (size > *left)
        return false;
    *left -= size;
    return true;
}

static void a_sink_that_refuses_ends_the_work_of_threads(void **state)
{
    (void)state;
    struct bytes world = long_save();
    ow_pool *pool;
    assert_int_equal(ow_pool_open(2, NULL, &pool, NULL), OW_OK);
    for (size_t most = 0; most < 3000000; most += 700000) {
        size_t left = most;
        ow_sink sink = {.context = &left, .write = take_some};
        ow_error error;
        assert_int_equal(
            ow_to_json(world.data, world.size, &(ow_options){.pool = pool}, &sink, &error),
            OW_WRITE_FAILED);
    }
    ow_pool_close(pool);
    bytes_free(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pool_runs_each_piece_once_and_pieces_may_run_pieces),
        cmocka_unit_test(two_threads_of_the_caller_may_use_a_pool_at_once),
        cmocka_unit_test(pools_of_no_thread_or_too_many_are_refused),
        cmocka_unit_test(results_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(errors_in_long_lists_are_the_same_with_threads),
        cmocka_unit_test(errors_in_long_texts_are_the_same_with_threads),
        cmocka_unit_test(a_large_record_takes_no_memory_for_its_text),
        cmocka_unit_test(threads_stop_when_the_caller_asks_to),
        cmocka_unit_test(memory_of_threads_is_limited_and_released),
        cmocka_unit_test(a_sink_that_refuses_ends_the_work_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
