/* Threads that use the library at once: on bytes of their own, on the same bytes, and on the same
 * document as long as nobody changes it. `make threads` runs it under ThreadSanitizer. */
#include "support/test.h"

#include <pthread.h>

#include "support/bytes.h"
#include "support/documents.h"
#include "support/levels.h"

enum { THREADS = 4, ROUNDS = 20 };

static const char *const worlds[] = {
    LEVEL(META_OF("a level", ""), MESH, THNG(THING("1", "2", "3", "4", "0")),
          TRIG(TRIGGER("1", "2", "0", RECTANGLE, "3", "4"))),
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
    "'mods': [], 'component_types': [{'id': 1, 'name': 'A'}], 'components': [{'address': 1, "
    "'parent': 0, 'type': 1, 'position': [0, 0, 0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': "
    "[0], 'outputs': [1], 'custom_data': null}], 'wires': [], 'circuit_states': 'AQ=='}",
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'T', 'terrain': {'kind': "
    "'heights', 'x_vertices': 2, 'y_vertices': 2, 'heights': [1.0, 2.0, 3.0, 4.0]}, "
    "'meta_things': ['oak'], 'things': [{'meta_thing': 0, 'direction': 1, 'x': 0.5, 'y': 0.5, "
    "'z': 0.0, 'reserved': ''}]}",
    "{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, 'colors': null, "
    "'rotations': null, 'roots': [{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0], "
    "'bounds_center': [0.0, 0.0, 0.0], 'bounds_size': [1.0, 1.0, 1.0], 'last_block': 0}], "
    "'blocks': [{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'id': 0, 'mask': 60}]}",
};

/* What all threads share, and nobody changes meanwhile. */
struct shared {
    ow_document document;
    ow_buffer bytes, json;
};

struct work {
    const struct shared *shared;
    pthread_barrier_t *start;
    const char *failed; /* what went wrong; cmocka's own checks are for one thread */
};

static bool same(const ow_buffer *found, const void *data, size_t size)
{
    return found->size == size && memcmp(found->data, data, size) == 0;
}

static bool append(void *context, const void *data, size_t size)
{
    put_raw(context, data, size);
    return true;
}

static ow_visit pass(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

/* Calls that look at the shared bytes. */
static const char *look(const struct shared *shared)
{
    const ow_buffer *bytes = &shared->bytes;
    struct bytes json = {0};
    ow_sink sink = {.context = &json, .write = append};
    ow_check_options check = {0};
    ow_check_totals totals;
    ow_map map;
    bool reported = ow_to_json(bytes->data, bytes->size, NULL, &sink, NULL) == OW_OK &&
                    same(&shared->json, json.data, json.size);
    bytes_free(&json);
    if (!reported)
        return "the JSON of the shared bytes";
    if (ow_check(bytes->data, bytes->size, NULL, &check, &totals, NULL) != OW_OK)
        return "the check of the shared bytes";
    if (ow_summarise(bytes->data, bytes->size, NULL, true, pass, NULL, NULL) != OW_OK)
        return "the summary of the shared bytes";
    if (ow_map_open(bytes->data, bytes->size, NULL, &map, NULL) == OW_OK)
        ow_map_close(&map);
    return NULL;
}

/* Calls that look at the shared document. */
static const char *read_document(const struct shared *shared)
{
    const ow_document *document = &shared->document;
    ow_buffer written = {0};
    bool wrote = ow_write_buffer(document, NULL, &written, NULL) == OW_OK &&
                 same(&shared->bytes, written.data, written.size);
    ow_buffer_free(&written, NULL);
    if (!wrote)
        return "the shared document written";
    ow_target target = {0};
    ow_document converted;
    if (ow_convert(document, &target, NULL, NULL, NULL, &converted, NULL) != OW_OK)
        return "the shared document converted";
    ow_close(&converted);
    ow_heights heights;
    if (ow_get_heights(document, NULL, &heights, NULL) == OW_OK)
        ow_heights_free(&heights);
    return NULL;
}

/* A document of the thread's own, changed and written. */
static const char *change_own(const struct shared *shared)
{
    ow_document own;
    const ow_buffer *bytes = &shared->bytes;
    if (ow_open(bytes->data, bytes->size, NULL, &own, NULL) != OW_OK)
        return "the shared bytes opened";
    const char *failed = NULL;
    if (strcmp(own.format->name, "leveld") == 0 &&
        (ow_leveld_set_meta(own.as.leveld, "name", OW_LITERAL("mine"), NULL) != OW_OK ||
         !ow_list_append(own.as.leveld->owner, own.as.leveld->blocks[2].things,
                         own.as.leveld->blocks[2].count, NULL)))
        failed = "a level changed";
    ow_buffer written = {0};
    if (ow_write_buffer(&own, NULL, &written, NULL) != OW_OK)
        failed = "a changed document written";
    ow_buffer_free(&written, NULL);
    ow_close(&own);
    return failed;
}

static void *run(void *context)
{
    struct work *work = context;
    pthread_barrier_wait(work->start);
    for (int i = 0; i < ROUNDS && !work->failed; i++) {
        work->failed = look(work->shared);
        if (!work->failed)
            work->failed = read_document(work->shared);
        if (!work->failed)
            work->failed = change_own(work->shared);
    }
    return NULL;
}

static void in_threads(struct work *works, const struct shared *const *shared)
{
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        works[i] = (struct work){.shared = shared[i], .start = &start};
        assert_int_equal(pthread_create(&threads[i], NULL, run, &works[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < THREADS; i++)
        if (works[i].failed)
            ROW_FAILED("thread %d, %s: %s\n", i, shared[i]->document.format->name, works[i].failed);
}

static struct shared shared_world(const char *json)
{
    struct shared shared = {.document = document_of(json)};
    struct bytes text = {0};
    ow_sink sink = {.context = &text, .write = append};
    assert_int_equal(ow_write_buffer(&shared.document, NULL, &shared.bytes, NULL), OW_OK);
    assert_int_equal(ow_to_json(shared.bytes.data, shared.bytes.size, NULL, &sink, NULL), OW_OK);
    shared.json.data = text.data;
    shared.json.size = text.size;
    return shared;
}

static void free_world(struct shared *shared)
{
    ow_close(&shared->document);
    ow_buffer_free(&shared->bytes, NULL);
    free(shared->json.data);
}

static void threads_look_at_the_same_bytes_and_the_same_document(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(worlds); i++) {
        struct shared shared = shared_world(worlds[i]);
        const struct shared *all[THREADS] = {&shared, &shared, &shared, &shared};
        struct work works[THREADS];
        in_threads(works, all);
        free_world(&shared);
    }
}

static void threads_work_on_different_formats(void **state)
{
    (void)state;
    struct shared shared[THREADS];
    const struct shared *each[THREADS];
    struct work works[THREADS];
    for (int i = 0; i < THREADS; i++) {
        shared[i] = shared_world(worlds[i]);
        each[i] = &shared[i];
    }
    in_threads(works, each);
    for (int i = 0; i < THREADS; i++)
        free_world(&shared[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_look_at_the_same_bytes_and_the_same_document),
        cmocka_unit_test(threads_work_on_different_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
