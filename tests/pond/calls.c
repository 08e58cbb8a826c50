/* Every public call that works on any format, on a format with nothing but what it must have,
 * with each optional member of its row, and with all of them. A call that a format does not have
 * says so in a sentence. */
#include "../support/test.h"

#include <overworld/pond.h>

/* A pond of version 2 called "lake": fish at 1,2 with ring 7, frog at 3,4. A row that its bytes
 * do not tell is named by options.format. */
static const unsigned char lake[] = "POND\2\0\4\0lake\2\0\0\0"
                                    "\4\0fish\0\0\0\200\077\0\0\0\100\7\0"
                                    "\4\0frog\1\0\0\100\100\0\0\200\100\0\0";
enum { LAKE_SIZE = sizeof lake - 1 };

/* What a call works on. */
struct pond {
    const ow_format *format;
    ow_options options;
    const void *bytes;
    size_t size;
    ow_document document;
};

static ow_visit look(void *context, const ow_event *event)
{
    (void)event;
    ++*(unsigned *)context;
    return OW_GO_ON;
}

static bool take(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return true;
}

static const ow_sink sink = {.write = take};

/* Closes what a call made. */
static ow_status closed(ow_status status, ow_document *made)
{
    ow_close(made);
    return status;
}

static ow_status call_open(struct pond *pond, ow_error *error)
{
    ow_document made;
    return closed(ow_open(pond->bytes, pond->size, &pond->options, &made, error), &made);
}

/* What is new can be written, read and checked. */
static ow_status call_new(struct pond *pond, ow_error *error)
{
    ow_document made;
    ow_check_totals totals;
    ow_status status = ow_new(pond->format, NULL, &made, error);
    if (status == OW_OK)
        status = ow_check_document(&made, NULL, NULL, &totals, error);
    assert_int_equal(totals.errors, 0);
    return closed(status, &made);
}

static ow_status call_copy(struct pond *pond, ow_error *error)
{
    ow_document made;
    return closed(ow_copy(&pond->document, NULL, &made, error), &made);
}

static ow_status call_write(struct pond *pond, ow_error *error)
{
    return ow_write(&pond->document, NULL, &sink, error);
}

static ow_status call_write_buffer(struct pond *pond, ow_error *error)
{
    ow_buffer buffer = {0};
    ow_status status = ow_write_buffer(&pond->document, NULL, &buffer, error);
    assert_int_equal(buffer.size, pond->size);
    assert_memory_equal(buffer.data, pond->bytes, pond->size);
    ow_buffer_free(&buffer, NULL);
    return status;
}

static void count_warning(void *context, const char *pointer, const char *message)
{
    (void)pointer;
    assert_null(strstr(message, "(null)"));
    ++*(unsigned *)context;
}

/* Version 1 has no rings: one is lost. */
static ow_status call_convert(struct pond *pond, ow_error *error)
{
    ow_document made;
    unsigned warnings = 0;
    const ow_target target = {.has_version = true, .version = 1};
    ow_status status =
        ow_convert(&pond->document, &target, NULL, count_warning, &warnings, &made, error);
    if (status == OW_OK) {
        assert_int_equal(warnings, 1);
        assert_int_equal(((ow_pond *)made.as.any)->version, 1);
        assert_int_equal(((ow_pond *)made.as.any)->things[0].ring, 0);
    }
    return closed(status, &made);
}

static ow_status call_trace(struct pond *pond, ow_error *error)
{
    unsigned events = 0;
    ow_options options = pond->options;
    options.meanings = true;
    ow_status status = ow_trace(pond->bytes, pond->size, &options, look, &events, error);
    assert_true(events >= 18);
    return status;
}

static ow_status call_tracer(struct pond *pond, ow_error *error)
{
    ow_tracer *tracer;
    unsigned events = 0;
    ow_options options = {.meanings = true};
    ow_status status = ow_tracer_open(pond->bytes, pond->size, &pond->options, &tracer, error);
    if (status == OW_OK)
        status = ow_tracer_run(tracer, &options, look, &events, error);
    assert_true(events >= 18);
    ow_tracer_close(tracer);
    return status;
}

static ow_status call_trace_document(struct pond *pond, ow_error *error)
{
    unsigned events = 0;
    ow_options options = {.meanings = true};
    return ow_trace_document(&pond->document, &options, look, &events, error);
}

static ow_status call_trace_part(struct pond *pond, ow_error *error)
{
    unsigned events = 0;
    ow_options options = {.meanings = true};
    ow_status status =
        ow_trace_part(&pond->document, "/things/1", 0, 0, &options, look, &events, error);
    assert_true(events >= 5);
    return status;
}

static ow_status call_find_record(struct pond *pond, ow_error *error)
{
    char pointer[64];
    ow_status status =
        ow_find_record(pond->bytes, pond->size, &pond->options, 7, pointer, sizeof pointer, error);
    if (status == OW_OK)
        assert_string_equal(pointer, "/things/0");
    return status;
}

static ow_status call_find_record_document(struct pond *pond, ow_error *error)
{
    char pointer[64];
    return ow_find_record_document(&pond->document, NULL, 7, pointer, sizeof pointer, error);
}

static ow_status call_check(struct pond *pond, ow_error *error)
{
    ow_check_totals totals;
    ow_status status = ow_check(pond->bytes, pond->size, &pond->options, NULL, &totals, error);
    assert_int_equal(totals.errors, 0);
    return status;
}

static ow_status call_check_document(struct pond *pond, ow_error *error)
{
    return ow_check_document(&pond->document, NULL, NULL, NULL, error);
}

static ow_status call_summarise(struct pond *pond, ow_error *error)
{
    unsigned events = 0;
    ow_status status =
        ow_summarise(pond->bytes, pond->size, &pond->options, false, look, &events, error);
    return status == OW_OK ? ow_summarise_document(&pond->document, NULL, look, &events, error)
                           : status;
}

static ow_status call_map(struct pond *pond, ow_error *error)
{
    ow_map map;
    ow_status status = ow_map_open(pond->bytes, pond->size, &pond->options, &map, error);
    ow_map_close(&map);
    return status;
}

static ow_status call_map_document(struct pond *pond, ow_error *error)
{
    ow_map map;
    ow_status status = ow_map_open_document(&pond->document, NULL, &map, error);
    ow_map_close(&map);
    return status;
}

static ow_status call_scene(struct pond *pond, ow_error *error)
{
    ow_scene scene;
    ow_status status = ow_scene_open(pond->bytes, pond->size, &pond->options, NULL, &scene, error);
    ow_scene_close(&scene);
    return status;
}

static ow_status call_scene_document(struct pond *pond, ow_error *error)
{
    ow_scene scene;
    ow_status status = ow_scene_open_document(&pond->document, NULL, NULL, &scene, error);
    if (status == OW_OK)
        assert_int_equal(scene.item_count, 2);
    ow_scene_close(&scene);
    return status;
}

static ow_status call_get_heights(struct pond *pond, ow_error *error)
{
    ow_heights heights;
    return ow_get_heights(&pond->document, NULL, &heights, error);
}

static ow_status call_set_heights(struct pond *pond, ow_error *error)
{
    const ow_heights one = {.x_vertices = 1, .y_vertices = 1, .values = (float[]){1}};
    return ow_set_heights(&pond->document, &one, error);
}

static ow_status call_set_heights_image(struct pond *pond, ow_error *error)
{
    const ow_heights one = {.x_vertices = 1, .y_vertices = 1, .values = (float[]){1}};
    ow_image image;
    return ow_set_heights_image(&pond->document, &one, OW_LITERAL("a.png"), NULL, &image, NULL,
                                error);
}

static bool append(void *context, const void *data, size_t size)
{
    char *text = context;
    strncat(text, data, size);
    return true;
}

/* To JSON and back. */
static ow_status call_json(struct pond *pond, ow_error *error)
{
    char text[2000] = "", again[2000] = "";
    const ow_sink to_text = {.write = append, .context = text};
    const ow_sink to_again = {.write = append, .context = again};
    ow_document made = {0};
    ow_status status = ow_to_json(pond->bytes, pond->size, &pond->options, &to_text, error);
    assert_non_null(strstr(text, pond->format->name));
    if (status == OW_OK)
        status = ow_from_json(text, strlen(text), NULL, &made, error);
    if (status == OW_OK)
        status = ow_document_to_json(&made, NULL, &to_again, error);
    assert_string_equal(again, text);
    return closed(status, &made);
}

static ow_status call_schema(struct pond *pond, ow_error *error)
{
    static char text[20000];
    const ow_sink to_text = {.write = append, .context = text};
    unsigned events = 0;
    *text = '\0';
    ow_status status = ow_schema(pond->format, NULL, &to_text, error);
    assert_non_null(strstr(text, "\"ring\""));
    assert_non_null(strstr(text, "\"const\": 1")); /* both versions are described */
    return status == OW_OK ? ow_fields(pond->format, NULL, look, &events, error) : status;
}

static ow_visit count_part(void *context, const ow_part *part)
{
    assert_string_equal(part->kind, "thing");
    ++*(unsigned *)context;
    return OW_GO_ON;
}

static ow_status call_find_parts(struct pond *pond, ow_error *error)
{
    unsigned parts = 0;
    const ow_part_choice choice = {.selectors = "/things"};
    ow_status status =
        ow_find_parts(&pond->document, &choice, NULL, count_part, &parts, NULL, error);
    assert_int_equal(parts, status == OW_OK ? 2 : 0);
    return status;
}

static ow_status call_remove_parts(struct pond *pond, ow_error *error)
{
    return ow_remove_parts(&pond->document, "/things/1", NULL, NULL, error);
}

static ow_status call_replace(struct pond *pond, ow_error *error)
{
    return ow_replace_parts(&pond->document, OW_REPLACE_TYPE, "fish", "reed", NULL, NULL, error);
}

static ow_status call_replace_tile(struct pond *pond, ow_error *error)
{
    return ow_replace_parts(&pond->document, OW_REPLACE_TILE, "1", "2", NULL, NULL, error);
}

static ow_status call_extract(struct pond *pond, ow_error *error)
{
    ow_document made = {0};
    return closed(ow_extract_parts(&pond->document, "/things/0", NULL, NULL, NULL, &made, error),
                  &made);
}

static void note_file(void *context, const char *name, ow_text text)
{
    (void)context, (void)name, (void)text;
}

static ow_status call_part_files(struct pond *pond, ow_error *error)
{
    return ow_part_files(pond->format, &pond->document, OW_LITERAL("title"), NULL, note_file, NULL,
                         error);
}

static ow_status call_merge(struct pond *pond, ow_error *error)
{
    ow_document made = {0};
    return closed(ow_merge(&pond->document, &pond->document, NULL, NULL, NULL, NULL, &made, error),
                  &made);
}

static ow_visit note_change(void *context, const ow_change *change)
{
    (void)change;
    ++*(unsigned *)context;
    return OW_GO_ON;
}

/* A pond as another one, with one field changed. */
static ow_status change_ring(struct pond *pond, const char *json, ow_document *changed,
                             ow_error *error)
{
    return ow_set(&pond->document, "/things/1/ring", json, strlen(json), NULL, changed, error);
}

static ow_status call_diff(struct pond *pond, ow_error *error)
{
    ow_document changed = {0}, old = {0};
    unsigned changes = 0;
    const ow_target target = {.has_version = true, .version = 1};
    ow_status status = change_ring(pond, "5", &changed, error);
    if (status == OW_OK)
        status = ow_diff(&pond->document, &changed, NULL, NULL, NULL, note_change, &changes, NULL,
                         error);
    assert_true(changes >= 1);
    if (status == OW_OK) /* and from one version to the other */
        status = ow_convert(&pond->document, &target, NULL, NULL, NULL, &old, error);
    if (status == OW_OK)
        status =
            ow_diff(&old, &pond->document, NULL, NULL, NULL, note_change, &changes, NULL, error);
    ow_close(&old);
    return closed(status, &changed);
}

static ow_status call_patch(struct pond *pond, ow_error *error)
{
    char patch[2000] = "";
    const ow_sink to_text = {.write = append, .context = patch};
    ow_document changed = {0}, patched = {0};
    ow_status status = change_ring(pond, "5", &changed, error);
    if (status == OW_OK)
        status = ow_diff_patch(&pond->document, &changed, NULL, &to_text, error);
    if (status == OW_OK)
        status = ow_patch(&pond->document, patch, strlen(patch), NULL, &patched, error);
    if (status == OW_OK)
        assert_int_equal(((ow_pond *)patched.as.any)->things[1].ring, 5);
    ow_close(&patched);
    return closed(status, &changed);
}

static ow_visit note_conflict(void *context, const ow_conflict *conflict)
{
    assert_null(strstr(conflict->message, "(null)"));
    ++*(unsigned *)context;
    return OW_GO_ON;
}

static ow_status call_merge3(struct pond *pond, ow_error *error)
{
    ow_document ours = {0}, theirs = {0}, merged = {0};
    unsigned conflicts = 0;
    ow_status status = change_ring(pond, "5", &ours, error);
    if (status == OW_OK)
        status = change_ring(pond, "6", &theirs, error);
    if (status == OW_OK)
        status = ow_merge3(&pond->document, &ours, &theirs, NULL, NULL, NULL, note_conflict,
                           &conflicts, NULL, &merged, error);
    ow_close(&merged);
    ow_close(&theirs);
    return closed(status, &ours);
}

static void note_repaired(void *context, const ow_repaired *repaired)
{
    assert_non_null(repaired->code->code);
    ++*(unsigned *)context;
}

static void note_break(void *context, const ow_break *place)
{
    (void)context;
    assert_non_null(place->pointer);
}

/* Of a pond that ends inside its second thing the first one is left. */
static ow_status call_repair(struct pond *pond, ow_error *error)
{
    unsigned repaired = 0;
    const ow_repair_options options = {
        .lossy = true, .repaired = note_repaired, .broke_off = note_break, .context = &repaired};
    ow_document made = {0};
    ow_status status =
        ow_repair(pond->bytes, pond->size - 1, &pond->options, &options, &made, NULL, error);
    if (status == OW_OK) {
        assert_int_equal(repaired, 1);
        assert_int_equal(((ow_pond *)made.as.any)->thing_count, 1);
    }
    return closed(status, &made);
}

static ow_status call_circuit(struct pond *pond, ow_error *error)
{
    ow_circuit circuit = {0};
    return ow_circuit_open(&pond->document, NULL, NULL, &circuit, error);
}

/* Every call. It works in the rows named in `works`, all of them where that is NULL; the others
 * say a sentence. */
static const struct {
    const char *name;
    ow_status (*call)(struct pond *pond, ow_error *error);
    const char *works, *sentence;
} calls[] = {
    {"ow_open", call_open, NULL, NULL},
    {"ow_new", call_new, NULL, NULL},
    {"ow_copy", call_copy, NULL, NULL},
    {"ow_write", call_write, NULL, NULL},
    {"ow_write_buffer", call_write_buffer, NULL, NULL},
    {"ow_convert", call_convert, NULL, NULL},
    {"ow_trace", call_trace, NULL, NULL},
    {"ow_tracer_run", call_tracer, NULL, NULL},
    {"ow_trace_document", call_trace_document, NULL, NULL},
    {"ow_trace_part", call_trace_part, NULL, NULL},
    {"ow_find_record", call_find_record, "address all",
     "a Pond has no record with a number of its own"},
    {"ow_find_record_document", call_find_record_document, "address all",
     "a Pond has no record with a number of its own"},
    {"ow_check", call_check, NULL, NULL},
    {"ow_check_document", call_check_document, NULL, NULL},
    {"ow_summarise", call_summarise, NULL, NULL},
    {"ow_map_open", call_map, "map all", "a Pond has no map"},
    {"ow_map_open_document", call_map_document, "map all", "a Pond has no map"},
    {"ow_scene_open", call_scene, "scene all", "a Pond has no scene"},
    {"ow_scene_open_document", call_scene_document, "scene all", "a Pond has no scene"},
    {"ow_get_heights", call_get_heights, "", "ground"},
    {"ow_set_heights", call_set_heights, "set_heights all", "a Pond has no ground"},
    {"ow_set_heights_image", call_set_heights_image, "", ""},
    {"ow_to_json, ow_from_json", call_json, NULL, NULL},
    {"ow_schema, ow_fields", call_schema, NULL, NULL},
    {"ow_find_parts", call_find_parts, "parts remove replace extract files merge all_parts all",
     "a Pond has no parts"},
    {"ow_remove_parts", call_remove_parts, "remove all_parts all", "a Pond has no "},
    {"ow_replace", call_replace, "replace all_parts all", "a Pond has no "},
    {"ow_replace of tiles", call_replace_tile, "", ""},
    {"ow_extract", call_extract, "extract all_parts all", "a Pond has no "},
    {"ow_part_files", call_part_files, "files all_parts all",
     "a Pond has no folder for parts: they are files"},
    {"ow_merge", call_merge, "merge all_parts all", "a Pond has no "},
    {"ow_diff", call_diff, NULL, NULL},
    {"ow_diff_patch, ow_patch, ow_set", call_patch, NULL, NULL},
    {"ow_merge3", call_merge3, NULL, NULL},
    {"ow_repair", call_repair, NULL, NULL},
    {"ow_circuit_open", call_circuit, "", ""},
};

/* "pond_map" is named in "map all"; a row with no member has no name there. */
static bool is_named(const char *format, const char *works)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", *format ? format + 1 : "none");
    char padded[128];
    snprintf(padded, sizeof padded, " %s ", works);
    return strstr(padded, word) != NULL;
}

static void open_pond(const ow_format *format, struct pond *pond)
{
    ow_error error;
    *pond = (struct pond){
        .format = format, .options = {.format = format->name}, .bytes = lake, .size = LAKE_SIZE};
    assert_int_equal(ow_open(lake, LAKE_SIZE, &pond->options, &pond->document, &error), OW_OK);
    assert_ptr_equal(pond->document.format, format);
}

static void try_call(const ow_format *format, size_t i)
{
    struct pond pond;
    ow_error error = {0};
    open_pond(format, &pond);
    ow_status status = calls[i].call(&pond, &error);
    const char *member = format->name + strlen("pond");
    bool works = !calls[i].works || is_named(member, calls[i].works);
    if (works != (status == OW_OK))
        ROW_FAILED("%s of %s: status %d, \"%s\"\n", calls[i].name, format->name, status,
                   error.message);
    if (!works && (!*error.message || strstr(error.message, "(null)") ||
                   !strstr(error.message, calls[i].sentence)))
        ROW_FAILED("%s of %s says \"%s\"\n", calls[i].name, format->name, error.message);
    ow_close(&pond.document);
}

static bool is_pond(const ow_format *format)
{
    return strncmp(format->name, "pond", 4) == 0;
}

static void each_call_works_or_says_what_the_format_has_not(void **state)
{
    (void)state;
    const ow_format *format;
    unsigned ponds = 0;
    for (size_t k = 0; (format = ow_format_at(k)); k++) {
        if (!is_pond(format))
            continue;
        ponds++;
        for (size_t i = 0; i < LENGTH(calls); i++)
            try_call(format, i);
    }
    assert_true(ponds > 40);
}

struct placed {
    char text[200];
};

static void note_place(void *context, const ow_issue *issue)
{
    struct placed *placed = context;
    size_t used = strlen(placed->text);
    snprintf(placed->text + used, sizeof placed->text - used, "%s %u+%u, ", issue->pointer,
             (unsigned)issue->offset, (unsigned)issue->size);
}

struct found {
    char code[64];
    unsigned count;
};

static void note_issue(void *context, const ow_issue *issue)
{
    struct found *found = context;
    found->count++;
    snprintf(found->code, sizeof found->code, "%s", issue->code->code);
    assert_non_null(issue->code->meaning);
    assert_non_null(issue->code->advice);
    assert_null(strstr(issue->message, "(null)"));
}

/* An issue of a record has the pointer and the bytes of the field that it names. */
static void issues_of_records_have_their_place(void **state)
{
    (void)state;
    static const unsigned char nameless[] = "POND\1\0\0\0\2\0\0\0"
                                            "\4\0fish\0\0\0\200\077\0\0\0\100"
                                            "\0\0\1\0\0\100\100\0\0\200\100";
    struct placed placed = {0};
    ow_check_totals totals;
    ow_error error;
    const ow_options options = {.format = "pond_check"};
    const ow_check_options what = {.issue = note_place, .issue_context = &placed};
    assert_int_equal(ow_check(nameless, sizeof nameless - 1, &options, &what, &totals, &error),
                     OW_OK);
    assert_string_equal(placed.text, "/name 6+2, /things/1/name 27+2, ");
}

/* A pond that is cut short, has bytes behind its end, or is of an unknown version. */
static void breaks_are_issues_of_every_row(void **state)
{
    (void)state;
    unsigned char longer[LAKE_SIZE + 1] = {0}, newer[LAKE_SIZE];
    memcpy(longer, lake, LAKE_SIZE);
    memcpy(newer, lake, LAKE_SIZE);
    newer[4] = 9;
    const struct {
        const unsigned char *bytes;
        size_t size;
        const char *code;
        ow_status status;
    } rows[] = {{lake, LAKE_SIZE - 1, "TRUNCATED", OW_TRUNCATED},
                {longer, sizeof longer, "BROKEN", OW_BAD_VALUE},
                {newer, sizeof newer, "UNKNOWN_VERSION", OW_UNKNOWN_VERSION}};
    const ow_format *format;
    for (size_t k = 0; (format = ow_format_at(k)); k++) {
        for (size_t i = 0; is_pond(format) && i < LENGTH(rows); i++) {
            struct found found = {"", 0};
            ow_check_options asked = {.issue = note_issue, .issue_context = &found};
            ow_options options = {.format = format->name};
            ow_check_totals totals;
            ow_error error;
            ow_status status =
                ow_check(rows[i].bytes, rows[i].size, &options, &asked, &totals, &error);
            if (status != rows[i].status || found.count != 1 || !strstr(found.code, rows[i].code))
                ROW_FAILED("%s of %s: %s\n", rows[i].code, format->name, found.code);
            assert_int_equal(totals.errors, 1);
        }
    }
}

/* What stands before the first thing is needed: of less, nothing is left. */
static void a_repair_keeps_nothing_of_half_a_head(void **state)
{
    (void)state;
    const ow_repair_options asked = {.lossy = true};
    for (size_t size = 4; size < LAKE_SIZE; size++) {
        ow_document document = {0};
        ow_error error;
        ow_options options = {.format = "pond"};
        ow_status status = ow_repair(lake, size, &options, &asked, &document, NULL, &error);
        bool has_head = size >= 16;
        if (has_head != (status == OW_OK))
            ROW_FAILED("%u bytes: %s\n", (unsigned)size, error.message);
        if (!has_head)
            assert_non_null(strstr(error.message, "nothing of the file can be saved"));
        ow_close(&document);
    }
}

static void files_and_documents_have_extensions(void **state)
{
    (void)state;
    ow_error error;
    ow_document document;
    assert_string_equal(ow_identify(lake, LAKE_SIZE)->name, "pond");
    assert_string_equal(*ow_file_extensions(lake, LAKE_SIZE), "pond");
    assert_string_equal(ow_format_by_extension("pond")->title, "Pond");
    assert_int_equal(ow_open(lake, LAKE_SIZE, NULL, &document, &error), OW_OK);
    assert_string_equal(*ow_document_extensions(&document), "pond");
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_call_works_or_says_what_the_format_has_not),
        cmocka_unit_test(issues_of_records_have_their_place),
        cmocka_unit_test(breaks_are_issues_of_every_row),
        cmocka_unit_test(a_repair_keeps_nothing_of_half_a_head),
        cmocka_unit_test(files_and_documents_have_extensions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
