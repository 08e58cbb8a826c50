/* A pool changes no result. Fuzz builds have tiny pieces of work, see base/pool.h. */
#include "promises.h"

#include "../tests/support/backwards.h"
#include "../tests/support/circuit_sums.h"

enum { WIDTH = 40, HEIGHT = 30, MOST_WORK = 1000000 };

/* What a work tells, as text, and its error. */
struct outcome {
    struct collected told;
    ow_error error;
};

static void put(struct outcome *outcome, const void *bytes, size_t size)
{
    collect(&outcome->told, bytes, size);
}

static void put_text(struct outcome *outcome, const char *text)
{
    put(outcome, text, strlen(text) + 1);
}

static void put_issue(void *context, const ow_issue *issue)
{
    put_text(context, issue->code->code);
    put_text(context, issue->pointer);
    put_text(context, issue->message);
    put(context, &issue->offset, sizeof issue->offset);
    put(context, &issue->size, sizeof issue->size);
}

static ow_visit put_part(void *context, const ow_part *part)
{
    put_text(context, part->pointer);
    put(context, part->type.data, part->type.size);
    put(context, part->position, part->axes * sizeof *part->position);
    return OW_GO_ON;
}

static void put_warning(void *context, const char *pointer, const char *message)
{
    put_text(context, pointer);
    put_text(context, message);
}

static bool put_output(void *context, const void *bytes, size_t size)
{
    put(context, bytes, size);
    return true;
}

static ow_sink sink_of(struct outcome *outcome)
{
    return (ow_sink){.context = outcome, .write = put_output};
}

static void tell_json(const uint8_t *data, size_t size, const ow_options *options,
                      struct outcome *outcome)
{
    ow_sink sink = sink_of(outcome);
    if (ow_to_json(data, size, options, &sink, &outcome->error) != OW_OK)
        outcome->told.size = 0; /* how much is written before an error is nobody's promise */
}

static void tell_issues(const uint8_t *data, size_t size, const ow_options *options,
                        struct outcome *outcome)
{
    const ow_check_options check = {
        .issue = put_issue, .issue_context = outcome, .max_issues = 200};
    ow_check_totals totals = {0};
    ow_check(data, size, options, &check, &totals, &outcome->error);
    put(outcome, &totals, sizeof totals);
}

static void tell_records(const uint8_t *data, size_t size, const ow_options *options,
                         struct outcome *outcome)
{
    ow_document document;
    ow_sink sink = sink_of(outcome);
    if (ow_open(data, size, options, &document, &outcome->error) == OW_OK)
        ow_write(&document, options, &sink, &outcome->error);
    ow_close(&document);
}

static void tell_text(const uint8_t *text, size_t size, const ow_options *options,
                      struct outcome *outcome)
{
    ow_document document;
    ow_sink sink = sink_of(outcome);
    if (ow_from_json((const char *)text, size, options, &document, &outcome->error) == OW_OK)
        ow_write(&document, options, &sink, &outcome->error);
    ow_close(&document);
}

static void tell_text_of(const uint8_t *data, size_t size, const ow_options *options,
                         struct outcome *outcome)
{
    struct outcome text = {{0}, {0}};
    ow_sink sink = sink_of(&text);
    if (ow_to_json(data, size, NULL, &sink, NULL) == OW_OK)
        tell_text(text.told.data, text.told.size, options, outcome);
    free(text.told.data);
}

static void tell_parts(const uint8_t *data, size_t size, const ow_options *options,
                       struct outcome *outcome)
{
    ow_part_choice choices[] = {
        {.selectors = "not:type:*a*"},
        {.selectors = "kind:wires,type:*e*,at:0,0,0"},
        {.has_near = true, .near_to = {1, 1, 1}},
        {.type = "*o*", .has_near = true, .near_to = {0, 2, 1}, .within = 30},
    };
    ow_document document;
    ow_open(data, size, options, &document, &outcome->error);
    for (size_t i = 0; i < sizeof choices / sizeof *choices && outcome->error.status == OW_OK;
         i++) {
        uint64_t count = 0;
        choices[i].warn = put_warning;
        choices[i].warn_context = outcome;
        ow_find_parts(&document, &choices[i], options, put_part, outcome, &count, &outcome->error);
        put(outcome, &count, sizeof count);
    }
    ow_close(&document);
}

static void put_rows(void *context, const ow_picture *picture, uint32_t first, uint32_t end)
{
    put(context, picture->pixels + (size_t)first * WIDTH,
        (size_t)(end - first) * WIDTH * sizeof *picture->pixels);
}

/* What has come row by row is there at the end too. */
static void tell_picture(const ow_scene *scene, ow_view_kind view, const ow_options *options,
                         struct outcome *outcome)
{
    const ow_picture_options asked = {.width = WIDTH,
                                      .height = HEIGHT,
                                      .view = view,
                                      .perspective = view == OW_VIEW_FRONT,
                                      .transparent = view == OW_VIEW_TOP,
                                      .labels = true,
                                      .grid = true,
                                      .scale_bar = view == OW_VIEW_TOP,
                                      .budget = MOST_WORK,
                                      .take_rows = put_rows,
                                      .take_context = outcome};
    enum { PICTURE = WIDTH * HEIGHT * sizeof(ow_color) };
    ow_picture picture;
    const size_t before = outcome->told.size;
    if (ow_picture_draw(scene, &asked, options, &picture, &outcome->error) == OW_OK)
        PROMISE(same_bytes(outcome->told.data + before, outcome->told.size - before,
                           (const uint8_t *)picture.pixels, PICTURE));
    else
        outcome->told.size = before;
    ow_picture_free(&picture);
}

static void tell_scene(const uint8_t *data, size_t size, const ow_options *options,
                       struct outcome *outcome)
{
    static const ow_view_kind views[] = {OW_VIEW_USUAL, OW_VIEW_TOP, OW_VIEW_FRONT};
    ow_sink sink = sink_of(outcome);
    ow_scene scene;
    if (ow_scene_open(data, size, options, NULL, &scene, &outcome->error) == OW_OK) {
        for (unsigned way = 0; way < 4; way++) {
            const ow_gltf_options asked = {.as_text = way & 1, .instancing = way & 2};
            ow_gltf_write(&scene, &asked, options, &sink, &outcome->error);
        }
        for (size_t i = 0; i < sizeof views / sizeof *views; i++)
            tell_picture(&scene, views[i], options, outcome);
    }
    ow_scene_close(&scene);
}

static void tell_circuit(const uint8_t *data, size_t size, const ow_options *options,
                         struct outcome *outcome)
{
    ow_document document;
    ow_circuit circuit = {.net_count = 0};
    ow_open(data, size, options, &document, &outcome->error);
    if (outcome->error.status == OW_OK)
        ow_circuit_open(&document, NULL, options, &circuit, &outcome->error);
    struct circuit_sums sums = circuit_sums_of(&circuit);
    put(outcome, &sums, sizeof sums);
    ow_circuit_close(&circuit);
    ow_close(&document);
}

typedef void tell_work(const uint8_t *data, size_t size, const ow_options *options,
                       struct outcome *outcome);

static void tell_twice(tell_work *work, const uint8_t *data, size_t size)
{
    unsigned used = 0;
    const ow_pool pool = {.context = &used, .threads = 3, .run = run_backwards};
    ow_options alone = options_with_pictures(), with = alone;
    struct outcome expected = {{0}, {0}}, found = {{0}, {0}};
    with.pool = &pool;
    work(data, size, &alone, &expected);
    work(data, size, &with, &found);
    PROMISE(found.error.status == expected.error.status);
    PROMISE(found.error.offset == expected.error.offset);
    PROMISE(strcmp(found.error.pointer, expected.error.pointer) == 0);
    PROMISE(strcmp(found.error.message, expected.error.message) == 0);
    PROMISE(same_bytes(found.told.data, found.told.size, expected.told.data, expected.told.size));
    free(expected.told.data);
    free(found.told.data);
}

void keep_promises_of_pool(const uint8_t *data, size_t size)
{
    static tell_work *const works[] = {tell_json,  tell_text_of, tell_issues, tell_records,
                                       tell_parts, tell_scene,   tell_circuit};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++)
        tell_twice(works[i], data, size);
}

void keep_promises_of_text_with_pool(const uint8_t *text, size_t size)
{
    tell_twice(tell_text, text, size);
}
