/* How much of the stack calls need: little, however deep or long a world is. Each task runs in a
 * thread with a stack of its own. The stack is painted first; bytes that changed were used.
 * OVERWORLD_TELL=1 prints the figures. */
#include "support/test.h"

#include <pthread.h>
#include <sys/mman.h>

#include <overworld/overworld.h>

#include "support/bytes.h"
#include "support/documents.h"
#include "support/worlds.h"

enum { STACK = 4 << 20, PAINT = 0xa5, MANY = 5000 };

#if defined(__SANITIZE_ADDRESS__)
enum { MOST = 256 << 10 }; /* with the gaps that AddressSanitizer puts around variables */
#else
enum { MOST = 64 << 10 };
#endif

typedef void task(const ow_document *document);

struct work {
    task *run;
    const ow_document *document;
};

static void *work(void *context)
{
    const struct work *work = context;
    work->run(work->document);
    return NULL;
}

/* The bytes of the stack that a task has written to. */
static size_t measure(task *run, const ow_document *document)
{
    struct work given = {run, document};
    pthread_attr_t attributes;
    pthread_t thread;
    uint8_t *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack != MAP_FAILED);
    memset(stack, PAINT, STACK);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, work, &given), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    size_t untouched = 0;
    while (untouched < STACK && stack[untouched] == PAINT)
        untouched++;
    pthread_attr_destroy(&attributes);
    munmap(stack, STACK);
    return STACK - untouched;
}

/* ---- tasks ---- */

static void do_nothing(const ow_document *document)
{
    (void)document;
}

static bool drop(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

static const ow_sink dropped = {.write = drop};

static void write_and_read(const ow_document *document)
{
    ow_document again, repaired;
    ow_buffer buffer = {0};
    if (ow_write_buffer(document, NULL, &buffer, NULL) == OW_OK &&
        ow_open(buffer.data, buffer.size, NULL, &again, NULL) == OW_OK) {
        ow_to_json(buffer.data, buffer.size, NULL, &dropped, NULL);
        ow_summarise(buffer.data, buffer.size, NULL, true, NULL, NULL, NULL);
        if (ow_repair(buffer.data, buffer.size, NULL, NULL, &repaired, NULL, NULL) == OW_OK)
            ow_close(&repaired);
        ow_close(&again);
    }
    ow_buffer_free(&buffer, NULL);
}

static void through_json(const ow_document *document)
{
    char *text = text_of(document);
    ow_document again;
    for (char *quote = text; *quote; quote++)
        *quote = *quote == '\'' ? '"' : *quote;
    if (ow_from_json(text, strlen(text), NULL, &again, NULL) == OW_OK)
        ow_close(&again);
    free(text);
}

static void check(const ow_document *document)
{
    ow_check_document(document, NULL, NULL, NULL, NULL);
}

static void compare_and_merge(const ow_document *document)
{
    ow_document merged;
    ow_diff(document, document, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    ow_diff_patch(document, document, NULL, &dropped, NULL);
    if (ow_merge3(document, document, document, NULL, NULL, NULL, NULL, NULL, NULL, &merged,
                  NULL) == OW_OK)
        ow_close(&merged);
    if (ow_merge(document, document, NULL, NULL, NULL, NULL, &merged, NULL) == OW_OK)
        ow_close(&merged);
}

static void choose_parts(const ow_document *document)
{
    ow_document part;
    ow_find_parts(document, NULL, NULL, NULL, NULL, NULL, NULL);
    if (ow_extract_parts(document, "C-1,type:*", NULL, NULL, NULL, &part, NULL) == OW_OK)
        ow_close(&part);
}

static void draw(const ow_document *document)
{
    const ow_picture_options asked = {.width = 64, .height = 64, .legend = true, .labels = true};
    ow_scene scene;
    ow_picture picture;
    if (ow_scene_open_document(document, NULL, NULL, &scene, NULL) != OW_OK)
        return;
    if (ow_picture_draw(&scene, &asked, NULL, &picture, NULL) == OW_OK)
        ow_picture_free(&picture);
    ow_picture_write_svg(&scene, &asked, NULL, &dropped, NULL);
    ow_gltf_write(&scene, NULL, NULL, &dropped, NULL);
    ow_scene_close(&scene);
}

static void simulate(const ow_document *document)
{
    enum { TICKS = 50 };
    ow_circuit circuit;
    ow_simulation *run;
    ow_circuit_depths depths;
    if (ow_circuit_open(document, NULL, NULL, &circuit, NULL) != OW_OK)
        return;
    if (ow_circuit_find_depths(&circuit, NULL, &depths, NULL) == OW_OK)
        ow_circuit_depths_free(&depths);
    for (int kind = OW_NETLIST_YOSYS; kind <= OW_NETLIST_TABLE; kind++)
        ow_netlist_write(&circuit, (ow_netlist_kind)kind, NULL, NULL, &dropped, NULL);
    if (ow_simulation_open(document, &circuit, NULL, NULL, &run, NULL) == OW_OK) {
        ow_simulation_run(run, TICKS, NULL);
        ow_simulation_close(run);
    }
    ow_circuit_close(&circuit);
}

/* Texts that nest without end are refused before the stack is. */
static void read_nested(const ow_document *document)
{
    (void)document;
    ow_document none;
    char *text = malloc(MANY);
    memset(text, '[', MANY);
    ow_from_json(text, MANY, NULL, &none, NULL);
    memcpy(text, "{\"format\": ", 11);
    ow_from_json(text, MANY, NULL, &none, NULL);
    ow_tiled_is_map(text, MANY);
    ow_build_netlist(text, MANY, NULL, NULL, &none, NULL, NULL);
    ow_jecs *jecs;
    memset(text, '-', MANY);
    if (ow_jecs_read(text, MANY, NULL, &jecs, NULL) == OW_OK)
        ow_jecs_free(jecs);
    free(text);
}

static const struct {
    const char *name;
    task *run;
} tasks[] = {{"write and read", write_and_read},
             {"through JSON", through_json},
             {"check", check},
             {"compare and merge", compare_and_merge},
             {"parts", choose_parts},
             {"draw", draw},
             {"simulate", simulate},
             {"nested text", read_nested}};

static void assert_little(const char *world, const ow_document *document)
{
    size_t nothing = measure(do_nothing, NULL);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        size_t used = measure(tasks[i].run, document) - nothing;
        if (getenv("OVERWORLD_TELL"))
            print_message("%-12s %-18s %6zu bytes\n", world, tasks[i].name, used);
        if (used > MOST)
            ROW_FAILED("%s, %s: %zu bytes of the stack\n", world, tasks[i].name, used);
    }
}

/* ---- worlds ---- */

static void small_worlds_take_little(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]);
        assert_little(document.format->name, &document);
        ow_close(&document);
    }
}

/* Inverters in a row, each wired to the next; in a tower each also stands on the one before. */
static ow_document row_of_inverters(bool tower)
{
    enum { LONGEST = 400 };
    char *text = malloc((size_t)MANY * 2 * LONGEST), *at = text;
    at += sprintf(at, "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57], "
                      "\"save_type\": \"world\", \"mods\": [], \"component_types\": "
                      "[{\"id\": 1, \"name\": \"MHG.Inverter\"}], \"components\": [");
    for (unsigned i = 1; i <= MANY; i++)
        at += sprintf(at,
                      "%s{\"address\": %u, \"parent\": %u, \"type\": 1, \"position\": [%u, 0, 0], "
                      "\"rotation\": [0.0, 0.0, 0.0, 1.0], \"inputs\": [%u], \"outputs\": [%u], "
                      "\"custom_data\": null}",
                      i > 1 ? "," : "", i, tower ? i - 1 : 0, tower ? 300 : 300 * i, i - 1, i);
    at += sprintf(at, "], \"wires\": [");
    for (unsigned i = 2; i <= MANY; i++)
        at += sprintf(at,
                      "%s{\"first\": {\"kind\": \"output\", \"component\": %u, \"index\": 0}, "
                      "\"second\": {\"kind\": \"input\", \"component\": %u, \"index\": 0}, "
                      "\"circuit_state\": %u, \"rotation\": 0.0}",
                      i > 2 ? "," : "", i - 1, i, i - 1);
    sprintf(at, "], \"circuit_states\": \"\"}");
    ow_document document = document_of_json(text);
    free(text);
    return document;
}

static void a_long_row_takes_as_little(void **state)
{
    (void)state;
    ow_document document = row_of_inverters(false);
    assert_little("row", &document);
    ow_close(&document);
}

static void a_high_tower_takes_as_little(void **state)
{
    (void)state;
    ow_document document = row_of_inverters(true);
    assert_little("tower", &document);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_worlds_take_little),
        cmocka_unit_test(a_long_row_takes_as_little),
        cmocka_unit_test(a_high_tower_takes_as_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
