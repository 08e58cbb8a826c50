/* Any call that takes a file has one that takes a document, and both come to the same: events,
 * JSON, issues, figures, maps. A copy is written as the same bytes when the original is long
 * gone. */
#include "harness.h"

/* Eight bytes of each event: a hash of all that it says. */
struct reported {
    struct bytes events;
};

static uint64_t mix_value(uint64_t hash, const ow_event *event)
{
    bool none = event->type == OW_BYTES && !event->value.bytes.data;
    hash = mix(hash, &event->type, sizeof event->type);
    switch (event->type) {
    case OW_TEXT:
        return mix(hash, event->value.text.data, event->value.text.size);
    case OW_BYTES:
        return mix(mix(hash, &none, 1), event->value.bytes.data, event->value.bytes.size);
    case OW_FLOAT:
        return mix(hash, &event->value.number, sizeof event->value.number);
    default:
        return mix(hash, &event->value.unsigned_64, sizeof event->value.unsigned_64);
    }
}

static ow_visit note(void *context, const ow_event *event)
{
    struct reported *reported = context;
    const uint64_t numbers[] = {event->kind, event->index,  event->count,  event->offset,
                                event->size, event->spread, event->derived};
    uint64_t hash = mix(HASH, numbers, sizeof numbers);
    hash = event->name ? mix(hash, event->name, strlen(event->name) + 1) : hash;
    hash = event->kind == OW_VALUE ? mix_value(hash, event) : hash;
    put_raw(&reported->events, &hash, sizeof hash);
    return OW_GO_ON;
}

static void compare(const char *what, struct bytes *found, struct bytes *expected)
{
    size_t at = 0;
    while (at < found->size && at < expected->size && found->data[at] == expected->data[at])
        at++;
    if (found->size != expected->size || at < expected->size)
        broken("%s: other than of the file, from byte %zu of %zu on (%zu)", what, at,
               expected->size, found->size);
    bytes_free(found);
    bytes_free(expected);
}

static void expect_ok(const char *what, ow_status status, const ow_error *error)
{
    if (status != OW_OK)
        broken("%s: %s at %s", what, error->message, error->pointer);
    else if (error->status != OW_OK || error->offset || *error->pointer || *error->message)
        broken("%s: the error is not zeroed", what);
}

static ow_error old_error(void)
{
    return (ow_error){OW_BAD_VALUE, 7, "/old", "from an earlier call", {0}};
}

/* How a variant was found is no figure of a document, which has one. */
static ow_visit note_figure(void *context, const ow_event *event)
{
    static const char *const of_search[] = {"variant_is", "variants_tried", "search_gave_up",
                                            "evidence", "other_variants"};
    for (size_t i = 0; event->name && i < sizeof of_search / sizeof *of_search; i++)
        if (strcmp(event->name, of_search[i]) == 0)
            return OW_SKIP;
    return note(context, event);
}

static void same_events(const struct test_file *file, const ow_document *document)
{
    struct reported of_file = {{0}}, of_document = {{0}};
    ow_error error = old_error();
    expect_ok("trace", ow_trace(file->data, file->size, NULL, note, &of_file, &error), &error);
    error = old_error();
    expect_ok("trace of the document",
              ow_trace_document(document, NULL, note, &of_document, &error), &error);
    compare("trace, 8 bytes an event", &of_document.events, &of_file.events);
    error = old_error();
    expect_ok("summary",
              ow_summarise(file->data, file->size, NULL, true, note_figure, &of_file, &error),
              &error);
    error = old_error();
    expect_ok("summary of the document",
              ow_summarise_document(document, NULL, note_figure, &of_document, &error), &error);
    compare("summary, 8 bytes an event", &of_document.events, &of_file.events);
}

static void same_json(const struct test_file *file, const ow_document *document)
{
    struct bytes of_file = {0}, of_document = {0};
    ow_sink to_file = sink_to(&of_file), to_document = sink_to(&of_document);
    ow_error error = old_error();
    expect_ok("JSON", ow_to_json(file->data, file->size, NULL, &to_file, &error), &error);
    error = old_error();
    expect_ok("JSON of the document", ow_document_to_json(document, NULL, &to_document, &error),
              &error);
    compare("JSON", &of_document, &of_file);
}

static void note_issue(void *context, const ow_issue *issue)
{
    struct bytes *issues = context;
    const uint64_t place[] = {issue->offset, issue->size};
    put_text(issues, issue->code->code);
    put_text(issues, issue->pointer);
    put_text(issues, issue->message);
    put_raw(issues, place, sizeof place);
}

static void same_issues(const struct test_file *file, const ow_document *document)
{
    /* How a variant was found is no issue of a document, which has one. */
    static const char *const of_search[] = {"STRUCTURE_VARIANT_GUESSED",
                                            "STRUCTURE_VARIANT_NOT_UNIQUE",
                                            "STRUCTURE_VARIANTS_NOT_ALL_TRIED", NULL};
    struct bytes of_file = {0}, of_document = {0};
    ow_check_options check = {
        .issue = note_issue,
        .issue_context = &of_file,
    };
    if (strcmp(document->format->name, "structure") == 0)
        check.ignore = of_search;
    ow_check_totals totals, others;
    ow_error error = old_error();
    expect_ok("check", ow_check(file->data, file->size, NULL, &check, &totals, &error), &error);
    check.issue_context = &of_document;
    error = old_error();
    expect_ok("check of the document", ow_check_document(document, NULL, &check, &others, &error),
              &error);
    if (memcmp(&totals, &others, sizeof totals) != 0)
        broken("other totals of issues");
    compare("issues", &of_document, &of_file);
}

/* Symbols and meanings; between them the struct has unused bytes. */
static bool same_keys(const ow_map *map, const ow_map *other)
{
    for (size_t i = 0; i < OW_MAP_KEYS; i++)
        if (map->keys[i].symbol != other->keys[i].symbol ||
            map->keys[i].meaning != other->keys[i].meaning)
            return false;
    return true;
}

static void same_map(const struct test_file *file, const ow_document *document)
{
    ow_map map, other;
    ow_error error = {0}, other_error = {0};
    ow_status status = ow_map_open(file->data, file->size, NULL, &map, &error);
    ow_status other_status = ow_map_open_document(document, NULL, &other, &other_error);
    if (status != other_status || strcmp(error.message, other_error.message) != 0)
        broken("map: %s, of the document: %s", error.message, other_error.message);
    size_t cells = (size_t)map.width * map.height * map.layer_count;
    if (map.width != other.width || map.height != other.height ||
        map.layer_count != other.layer_count ||
        (cells > 0 && memcmp(map.cells, other.cells, cells * sizeof *map.cells) != 0) ||
        !same_keys(&map, &other))
        broken("another map");
    ow_map_close(&map);
    ow_map_close(&other);
}

static void same_scene(const struct test_file *file, const ow_document *document)
{
    struct bytes of_file = {0}, of_document = {0};
    ow_scene scene;
    ow_error error = old_error();
    expect_ok("scene", deed_scene(file->data, file->size, NULL, &of_file, &error), &error);
    error = old_error();
    int open = 0;
    ow_options options = with_pictures(NULL, &open);
    ow_status status = ow_scene_open_document(document, &options, NULL, &scene, &error);
    expect_ok("scene of the document", status, &error);
    if (status == OW_OK)
        (void)look(&scene, NULL, &of_document, &error);
    compare("scene and pictures", &of_document, &of_file);
}

static void copied(const struct test_file *file, ow_document *document)
{
    ow_document copy;
    ow_buffer buffer = {0};
    ow_error error = old_error();
    expect_ok("copy", ow_copy(document, NULL, &copy, &error), &error);
    ow_close(document);
    error = old_error();
    expect_ok("write", ow_write_buffer(&copy, NULL, &buffer, &error), &error);
    if (buffer.size != file->size ||
        (file->size > 0 && memcmp(buffer.data, file->data, file->size) != 0))
        broken("a copy is written otherwise");
    ow_buffer_free(&buffer, NULL);
    ow_close(&copy);
}

static void siblings(const struct test_file *file)
{
    ow_document document;
    ow_error error = old_error();
    if (ow_open(file->data, file->size, NULL, &document, &error) != OW_OK)
        return;
    expect_ok("open", OW_OK, &error);
    same_events(file, &document);
    same_json(file, &document);
    same_issues(file, &document);
    same_map(file, &document);
    same_scene(file, &document);
    copied(file, &document);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "a document is told as its file", 0, siblings);
}
