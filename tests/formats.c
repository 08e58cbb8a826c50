/* The registry: formats by name, extension and bytes, and the calls that work on any. */
#include "support/test.h"

#include "support/ledger.h"
#include "support/saves.h"

static void formats_are_found_by_name_and_extension(void **state)
{
    (void)state;
    const ow_format *blotter = ow_format_at(0);
    assert_non_null(blotter);
    assert_string_equal(blotter->name, "blotter");
    assert_ptr_equal(ow_format_by_name("blotter"), blotter);
    assert_null(ow_format_by_name("Blotter"));
    assert_null(ow_format_by_name(""));
    assert_ptr_equal(ow_format_by_extension("partialworld"), blotter);
    assert_ptr_equal(ow_format_by_extension("LogicWorld"), blotter);
    assert_ptr_equal(ow_format_by_extension("TUNG"), blotter);
    assert_string_equal(ow_format_by_extension("lvd")->name, "leveld");
    assert_string_equal(ow_format_by_extension("City")->name, "city");
    assert_ptr_equal(ow_format_by_name("leveld"), ow_format_by_extension("LVD"));
    assert_ptr_equal(ow_format_by_name("city"), ow_format_by_extension("city"));
    assert_null(ow_format_by_extension("cit"));
    assert_null(ow_format_by_extension("citya"));
    assert_null(ow_format_by_extension("c\tty"));
    assert_null(ow_format_by_extension(".tung"));
    assert_null(ow_format_by_extension(""));
    size_t count = 0;
    while (ow_format_at(count))
        count++;
    assert_null(ow_format_at(count + 1));
    assert_null(ow_format_at(SIZE_MAX));
}

static void every_format_has_a_sound_row(void **state)
{
    (void)state;
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        assert_true(format->title[0] && format->extensions[0] && format->folder_files);
        assert_true(format->oldest_version <= format->oldest_written);
        assert_true(format->oldest_written <= format->newest_version);
        for (const ow_issue_code *code = format->issue_codes; code->code; code++) {
            assert_true(code->meaning[0] && code->advice[0]);
            for (const ow_issue_code *other = format->issue_codes; other < code; other++)
                assert_string_not_equal(other->code, code->code);
            for (const char *c = code->code; *c; c++)
                assert_true((*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '_');
        }
    }
}

/* Of a format whose worlds are of several kinds, a file has the extensions of its own. */
static void files_have_the_extensions_of_their_kind(void **state)
{
    (void)state;
    static const struct {
        unsigned version;
        uint8_t save_type;
        const char *usual;
    } rows[] = {
        {7, OW_BLOTTER_WORLD, "logicworld"},
        {7, OW_BLOTTER_SUBASSEMBLY, "partialworld"},
        {5, OW_BLOTTER_SUBASSEMBLY, "partialworld"},
        {4, OW_BLOTTER_SUBASSEMBLY, "logicworld"}, /* which it cannot say: those of all kinds */
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document;
        ow_buffer buffer = {0};
        assert_int_equal(ow_new(ow_format_by_name("blotter"), NULL, &document, NULL), OW_OK);
        document.as.blotter->version = (uint8_t)rows[i].version;
        document.as.blotter->save_type = rows[i].save_type;
        assert_string_equal(ow_document_extensions(&document)[0], rows[i].usual);
        document.as.blotter->save_type = rows[i].version < 5 ? 0 : rows[i].save_type;
        ow_error error = {0};
        if (ow_write_buffer(&document, NULL, &buffer, &error) != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        assert_string_equal(ow_file_extensions(buffer.data, buffer.size)[0], rows[i].usual);
        /* A file that breaks off before it says its kind has those of all. */
        assert_ptr_equal(ow_file_extensions(buffer.data, 16), document.format->extensions);
        ow_buffer_free(&buffer, NULL);
        ow_close(&document);
    }
    assert_string_equal(ow_file_extensions("\0\4META", 6)[0], "lvd");
    assert_null(ow_file_extensions("hello", 5));
    assert_null(ow_file_extensions(NULL, 5));
    assert_null(ow_document_extensions(NULL));
}

static void packed_files_are_named_by_their_kind(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *words;
    } rows[] = {
        {"\x1f\x8b\x08", 3,
         "this is compressed with gzip; unpack it first, for example with gunzip"},
        {"PK\3\4", 4, "this is a zip archive; unpack it first, for example with unzip"},
        {"PK\5\6", 4, "this is an empty zip archive; "},
        {"\x28\xb5\x2f\xfd", 4, "this is compressed with zstd; "},
        {"\xfd"
         "7zXZ\0",
         6, "this is compressed with xz; "},
        {"BZh9", 4, "this is compressed with bzip2; "},
        {"7z\xbc\xaf\x27\x1c", 6, "this is a 7-Zip archive; "},
        {"Rar!\x1a\7", 6, "this is a RAR archive; "},
        {"\x1f", 1, "this is not a known game world"}, /* cut short inside its mark */
        {"PK\3\5", 4, "this is not a known game world"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error;
        assert_int_equal(ow_trace(rows[i].bytes, rows[i].size, NULL, NULL, NULL, &error),
                         OW_UNKNOWN_FORMAT);
        assert_memory_equal(error.message, rows[i].words, strlen(rows[i].words));
    }
}

static void json_is_distinguished_from_what_is_no_world(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {"{\"format\": \"leveld\"}", "this is JSON, which games cannot open; make a world of it"},
        {"\xef\xbb\xbf \t\r\n{ \n}", "this is JSON, "}, /* behind a byte order mark */
        {"{", "this is not a known game world"},        /* which bytes may be by chance */
        {"{x", "this is not a known game world"},
        {"{{\"", "this is not a known game world"},
        {"x{\"", "this is not a known game world"},
        {"\"{}\"", "this is not a known game world"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error;
        assert_int_equal(ow_trace(rows[i].text, strlen(rows[i].text), NULL, NULL, NULL, &error),
                         OW_UNKNOWN_FORMAT);
        assert_memory_equal(error.message, rows[i].words, strlen(rows[i].words));
    }
}

static void bytes_are_identified_by_how_they_begin(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        const char *format; /* NULL: none */
    } rows[] = {
        {"", 0, NULL},
        {"Logic W", 7, NULL},
        {"Logic Wo", 8, "blotter"}, /* cut inside the header */
        {"Logic World sav", 15, "blotter"},
        {"Logic World save", 16, "blotter"},
        {"Logic World save\x99 and more", 26, "blotter"},
        {"Logic World sAve", 16, NULL},
        {"logic world save", 16, NULL},
        {" Logic World save", 17, NULL},
        {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 17, NULL},
        {"\0", 1, NULL},
        {"\0\4", 2, "leveld"}, /* a level without blocks */
        {"\2\0", 2, "leveld"},
        {"\0\5", 2, NULL},
        {"\0\4M", 3, "leveld"}, /* cut inside the id of a block */
        {"\0\4MESH", 6, "leveld"},
        {"\3\0THNG", 6, "leveld"},
        {"\0\7NEXT", 6, "leveld"}, /* a version and a block to come */
        {"\0\4mesh", 6, NULL},
        {"\1\4MESH", 6, NULL},
        {"\0\10\0\0\0\2ab\0\0\0\20\0\0\5p.png", 20, "city"}, /* d3, cut */
        {"\0\6\0\2ab\0\12\0\0\5p.png", 16, "city"},          /* l1, whole */
        {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 30, NULL},
        {"{\"format\": \"city\"}", 18, NULL},
        {"\x89PNG\r\n\x1a\n\0\0\0\15IHDR\0\0\0\201\0\0\0\201", 24, NULL},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t *exact = exact_copy(rows[i].bytes, rows[i].size);
        const ow_format *format = ow_identify(exact, rows[i].size);
        const char *expected = rows[i].format ? rows[i].format : "none";
        if (strcmp(format ? format->name : "none", expected) != 0)
            ROW_FAILED("row %zu is %s, not %s\n", i, format ? format->name : "none", expected);
        free(exact);
    }
    assert_null(ow_identify(NULL, 0));
}

struct reluctant {
    size_t room;
};

static bool take_a_little(void *context, const void *data, size_t size)
{
    struct reluctant *sink = context;
    (void)data;
    if (size > sink->room)
        return false;
    sink->room -= size;
    return true;
}

static void a_sink_that_refuses_ends_the_call(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    struct reluctant context = {.room = 100};
    ow_sink sink = {.context = &context, .write = take_a_little};
    ow_document document;
    ow_error error = {0};
    assert_int_equal(ow_to_json(bytes.data, bytes.size, NULL, &sink, &error), OW_WRITE_FAILED);
    assert_error(&error, OW_WRITE_FAILED, 0, "", "cannot be written");
    assert_int_equal(ow_open(bytes.data, bytes.size, NULL, &document, &error), OW_OK);
    error = (ow_error){0};
    assert_int_equal(ow_write(&document, NULL, &sink, &error), OW_WRITE_FAILED);
    assert_error(&error, OW_WRITE_FAILED, 0, "", "cannot be written");
    ow_close(&document);
    assert_null(document.format);
    ow_close(&document);
    bytes_free(&bytes);
}

static void json_has_one_record_a_line(void **state)
{
    (void)state;
    static const char expected[] =
        "{\n  \"format\": \"blotter\",\n  \"version\": 7,\n  \"game_version\": [0, 92, 3, 57],\n"
        "  \"save_type\": \"subassembly\",\n  \"mods\": [],\n  \"component_types\": [\n"
        "    {\"id\": 1, \"name\": \"M.Type1\"},\n    {\"id\": 2, \"name\": \"M.Type2\"}\n  ],\n"
        "  \"components\": [\n"
        "    {\"address\": 10, \"parent\": 0, \"type\": 1, \"position\": [0, 300, 600], "
        "\"rotation\": [0.0, 0.0, 0.0, 1.0], \"inputs\": [0, 1], \"outputs\": [], "
        "\"custom_data\": null},\n"
        "    {\"address\": 20, \"parent\": 10, \"type\": 2, \"position\": [0, 300, 600], "
        "\"rotation\": [0.0, 0.0, 0.0, 1.0], \"inputs\": [], \"outputs\": [2], "
        "\"custom_data\": null}\n  ],\n"
        "  \"wires\": [\n"
        "    {\"first\": {\"kind\": \"input\", \"component\": 10, \"index\": 0}, "
        "\"second\": {\"kind\": \"output\", \"component\": 20, \"index\": 0}, "
        "\"circuit_state\": 2, \"rotation\": 0.0}\n  ],\n"
        "  \"circuit_states\": [2]\n}\n";
    struct bytes bytes = sound_save(), json = {0};
    ow_sink sink = sink_to(&json);
    ow_error error = {0};
    assert_int_equal(ow_to_json(bytes.data, bytes.size, NULL, &sink, &error), OW_OK);
    assert_int_equal(json.size, sizeof expected - 1);
    assert_memory_equal(json.data, expected, json.size);
    bytes_free(&json);
    bytes_free(&bytes);
}

static ow_visit sum_values(void *context, const ow_event *event)
{
    int64_t *sum = context;
    if (event->kind == OW_VALUE && event->type == OW_INTEGER)
        *sum += event->value.integer;
    return OW_GO_ON;
}

static ow_visit stop_at_tenth(void *context, const ow_event *event)
{
    (void)event;
    return ++*(int *)context == 10 ? OW_STOP : OW_GO_ON;
}

static void a_visitor_may_stop(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    ow_error error = {0};
    int seen = 0;
    assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, stop_at_tenth, &seen, &error), OW_OK);
    assert_int_equal(seen, 10);
    for (int whole = 0; whole < 2; whole++) {
        seen = 0;
        assert_int_equal(
            ow_summarise(bytes.data, bytes.size, NULL, whole, stop_at_tenth, &seen, &error), OW_OK);
        assert_int_equal(seen, 10);
    }
    int64_t sum = 0;
    assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, sum_values, &sum, &error), OW_OK);
    assert_true(sum > 0);
    bytes_free(&bytes);
}

/* What is skipped has an end with its name, and nothing between. */
struct skipped {
    int inside, ends;
};

static ow_visit skip_component_types(void *context, const ow_event *event)
{
    struct skipped *skipped = context;
    bool named = event->name && strcmp(event->name, "most_used_types") == 0;
    if (named && event->kind == OW_BEGIN_ARRAY)
        return OW_SKIP;
    skipped->ends += named && event->kind == OW_END_ARRAY;
    skipped->inside += event->kind == OW_BEGIN_OBJECT || event->kind == OW_END_OBJECT;
    return OW_GO_ON;
}

static void a_visitor_may_skip_in_a_summary(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    struct skipped skipped = {0};
    assert_int_equal(
        ow_summarise(bytes.data, bytes.size, NULL, true, skip_component_types, &skipped, NULL),
        OW_OK);
    assert_int_equal(skipped.ends, 1);
    assert_int_equal(skipped.inside, 4); /* the whole summary and its bounding box */
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_found_by_name_and_extension),
        cmocka_unit_test(every_format_has_a_sound_row),
        cmocka_unit_test(files_have_the_extensions_of_their_kind),
        cmocka_unit_test(packed_files_are_named_by_their_kind),
        cmocka_unit_test(json_is_distinguished_from_what_is_no_world),
        cmocka_unit_test(bytes_are_identified_by_how_they_begin),
        cmocka_unit_test(a_sink_that_refuses_ends_the_call),
        cmocka_unit_test(json_has_one_record_a_line),
        cmocka_unit_test(a_visitor_may_stop),
        cmocka_unit_test(a_visitor_may_skip_in_a_summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
