/* The texts of a save's folder: as events, in a summary, held against the world. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/documents.h"
#include "../support/folders.h"
#include "../support/ledger.h"
#include "json/base64.h"

#define WORLD(type, mods, types, components, states)                                               \
    "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57],"                  \
    " \"save_type\": \"" type "\", \"mods\": [" mods "], \"component_types\": [" types "],"        \
    " \"components\": [" components "], \"wires\": [], \"circuit_states\": " states "}"
#define EMPTY_WORLD WORLD("world", "", "", "", "\"\"")
#define DISPLAYS    "{\"id\": 1, \"name\": \"MHG.StandingDisplay\"}"
#define DISPLAY_OF(address, inputs, data)                                                          \
    "{\"address\": " #address ", \"parent\": 0, \"type\": 1, \"position\": [0, 0, 0],"             \
    " \"rotation\": [0, 0, 0, 1], \"inputs\": [" inputs                                            \
    "], \"outputs\": [], \"custom_data\": \"" data "\"}"
#define DISPLAY(address, data) DISPLAY_OF(address, "0", data)
#define SIXTEEN                "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"

/* What a check found: the code and the pointer of each issue, one a line. */
static void note_issue(void *context, const ow_issue *issue)
{
    struct bytes *found = context;
    put_raw(found, issue->code->code, strlen(issue->code->code));
    put_raw(found, " ", 1);
    put_raw(found, issue->pointer, strlen(issue->pointer));
    put_raw(found, "\n", 1);
}

#define META  "meta.jecs", "Title: x\n"
#define COLOR "ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration0.jecs"
#define TWO   "Data:\n  - 202020\n  - ffffff\n"

static void each_rule_has_its_issue(void **state)
{
    (void)state;
    static const struct {
        const char *world;
        const char *texts[2 * MOST_FILES];
        const char *issues;
    } rows[] = {
        {EMPTY_WORLD, {NULL}, ""},
        {EMPTY_WORLD, {"images/thumbnail.png", "x", "worldinfo.txt", "y"}, ""},
        {EMPTY_WORLD, {META, "worldinfo.succ", "a: 1\n"}, ""},
        {EMPTY_WORLD, {"worldinfo.jecs", ""}, "FOLDER_TITLE_MISSING /folder/meta.jecs\n"},
        {EMPTY_WORLD, {"meta.succ", "Title: null\n"}, "FOLDER_TITLE_MISSING /folder/meta.succ\n"},
        {EMPTY_WORLD, {"meta.succ", "Title: \"\"\n"}, "FOLDER_TITLE_MISSING /folder/meta.succ\n"},
        {EMPTY_WORLD, {"meta.succ", "Title\n"}, "FOLDER_TEXT_BROKEN /folder/meta.succ\n"},
        {EMPTY_WORLD, {"meta.succ", "Title: y\n", META}, "FOLDER_TWO_ENDINGS /folder/meta.succ\n"},
        {EMPTY_WORLD, {META, COLOR, TWO}, "FOLDER_DISPLAY_UNUSED /folder/" COLOR "\n"},
        {WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "\"AA==\""), {META, COLOR, TWO}, ""},
        {WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "\"AA==\""), {META}, ""},
        {WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA==") "," DISPLAY(2, "AQAAAA=="),
               "\"AA==\""),
         {META, COLOR, TWO},
         "FOLDER_DISPLAY_MISSING /components/1\n"},
        {WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA==") "," DISPLAY_OF(2, SIXTEEN, "/wAAAA=="),
               "\"AA==\""),
         {META, COLOR, TWO},
         "FOLDER_DISPLAY_MISSING /components/1\n"},
        {WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "\"AA==\""),
         {META, COLOR, TWO "  - 000000\n"},
         "FOLDER_DISPLAY_COLORS /folder/" COLOR "/Data\n"},
        {WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "\"AA==\""),
         {META, COLOR, "Data:\n  - 202020\n  - red\n"},
         "FOLDER_DISPLAY_COLORS /folder/" COLOR "/Data/1\n"},
        {WORLD("world", "", DISPLAYS, DISPLAY(26, "AAAAAA=="), "\"AA==\""),
         {META, "ExtraData/MHG.FlagListOrder.jecs", "Data:\n  - C-1A\n  - C-26\n  - x\n"},
         "FOLDER_FLAG_MISSING /folder/ExtraData/MHG.FlagListOrder.jecs/Data/1\n"
         "FOLDER_FLAG_MISSING /folder/ExtraData/MHG.FlagListOrder.jecs/Data/2\n"},
        {WORLD("subassembly", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "[0]"),
         {META, "placements.jecs", "Placements:\n  -\n    Flipped: false\n"},
         ""},
        {WORLD("subassembly", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "[0]"),
         {META, "placements.jecs", "data_format_version: 1\n"},
         "FOLDER_PLACEMENT_COUNT /folder/placements.jecs\n"},
        {WORLD("world",
               "{\"id\": \"MHG\", \"version\": [1, 0, 0, 0]}, {\"id\": \"MH\", \"version\": [1, 0, "
               "0, 0]}",
               DISPLAYS, DISPLAY(1, "AAAAAA=="), "\"AA==\""),
         {META},
         "FOLDER_MOD_UNUSED /mods/1\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_folder_file files[MOST_FILES];
        const ow_folder folder = folder_of(rows[i].texts, files);
        ow_document document = document_of_json(rows[i].world);
        struct bytes found = {0};
        const ow_check_options check = {.issue = note_issue, .issue_context = &found};
        ow_check_totals totals;
        ow_error error;
        assert_int_equal(ow_check_folder(&document, &folder, NULL, &check, &totals, &error), OW_OK);
        put_u8(&found, 0);
        if (strcmp((char *)found.data, rows[i].issues) != 0)
            ROW_FAILED("row %zu: \"%s\"\n", i, found.data);
        bytes_free(&found);
        ow_close(&document);
    }
}

static void what_is_ignored_is_not_counted(void **state)
{
    (void)state;
    static const char *const texts[] = {"meta.jecs", "Title\n", "worldinfo.jecs", "x\n", NULL};
    static const char *const codes[] = {"FOLDER_TEXT_BROKEN", NULL};
    static const char *const unknown[] = {"BLOTTER_BROKEN", NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    ow_document document = document_of_json(EMPTY_WORLD);
    ow_check_options check = {.ignore = codes};
    ow_check_totals totals;
    ow_error error;
    assert_int_equal(ow_check_folder(&document, &folder, NULL, NULL, &totals, &error), OW_OK);
    assert_int_equal(totals.errors, 2);
    assert_int_equal(ow_check_folder(&document, &folder, NULL, &check, &totals, NULL), OW_OK);
    assert_int_equal(totals.errors + totals.warnings, 0);
    check = (ow_check_options){.only = unknown};
    assert_int_equal(ow_check_folder(&document, &folder, NULL, &check, NULL, &error),
                     OW_BAD_ARGUMENT);
    ow_close(&document);
}

static struct bytes json_of(ow_status (*tell)(const ow_folder *, ow_visitor, void *),
                            const ow_folder *folder)
{
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_json_writer *writer;
    ow_error error;
    assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, &error), OW_OK);
    assert_int_equal(tell(folder, ow_json_visit, writer), OW_OK);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    put_u8(&json, 0);
    size_t to = 0;
    for (size_t i = 0; i < json.size; i++)
        if (json.data[i] == '\0' || !strchr(" \n", json.data[i]))
            json.data[to++] = json.data[i];
    return json;
}

static ow_status trace(const ow_folder *folder, ow_visitor visit, void *context)
{
    return ow_trace_folder(folder, NULL, visit, context, NULL);
}

static ow_status summarise(const ow_folder *folder, ow_visitor visit, void *context)
{
    return ow_summarise_folder(ow_format_by_name("blotter"), folder, NULL, visit, context, NULL);
}

static void texts_stand_in_their_folders(void **state)
{
    (void)state;
    static const char *const texts[] = {"players/A B#1.succ",
                                        "Flying: true\n",
                                        "meta.jecs",
                                        "Title: x\n",
                                        "ExtraData/a.jecs",
                                        "Data:\n  - 1\n  -\n",
                                        "ExtraData/b/c.jecs",
                                        "no text",
                                        "ExtraData/b.jecs",
                                        "",
                                        "picture.png",
                                        "x",
                                        "players/b/c.jecs",
                                        "",
                                        NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    struct bytes json = json_of(trace, &folder);
    assert_string_equal((char *)json.data,
                        "{\"folder\":{\"ExtraData\":{\"a.jecs\":{\"Data\":[\"1\",null]},"
                        "\"b\":{\"c.jecs\":null},\"b.jecs\":{}},"
                        "\"meta.jecs\":{\"Title\":\"x\"},"
                        "\"players\":{\"AB#1.succ\":{\"Flying\":\"true\"},"
                        "\"b\":{\"c.jecs\":{}}}}}");
    bytes_free(&json);
}

/* The names of what is open. */
struct open_names {
    char names[12][40];
    unsigned depth, ended;
};

static ow_visit compare_names(void *context, const ow_event *event)
{
    struct open_names *open = context;
    const char *name = event->name ? event->name : "";
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        assert_true(open->depth < LENGTH(open->names));
        snprintf(open->names[open->depth++], sizeof *open->names, "%s", name);
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        assert_true(open->depth > 0);
        assert_string_equal(name, open->names[--open->depth]);
        open->ended++;
        break;
    case OW_VALUE:
        break;
    }
    return OW_GO_ON;
}

static void a_folder_ends_with_the_name_it_began_with(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "a/x.jecs", "",  "sevenxx/x.jecs", "", "eightxxx/x.jecs", "", "eightxxx/y/z.jecs",
        "a: 1\n",   NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    struct open_names open = {.depth = 0};
    assert_int_equal(trace(&folder, compare_names, &open), OW_OK);
    assert_int_equal(open.depth, 0);
    assert_int_equal(open.ended, 10); /* the root, "folder", and four each of folders and files */
}

/* Skips or stops at the event of a name, and counts what it is told. */
struct walk {
    const char *name;
    ow_visit answer;
    unsigned events;
};

static ow_visit answer(void *context, const ow_event *event)
{
    struct walk *walk = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    walk->events++;
    return begins && event->name && strcmp(event->name, walk->name) == 0 ? walk->answer : OW_GO_ON;
}

static void a_walk_skips_and_stops(void **state)
{
    (void)state;
    static const char *const texts[] = {"a/b/c.jecs", "x: 1\n", "a/d.jecs", "",
                                        "e.jecs",     "y: 1\n", NULL};
    static const struct {
        const char *name;
        ow_visit answer;
        unsigned events;
    } rows[] = {
        {"", OW_GO_ON, 16}, {"a", OW_SKIP, 9},      {"b", OW_SKIP, 13},     {"c.jecs", OW_SKIP, 15},
        {"a", OW_STOP, 3},  {"c.jecs", OW_STOP, 5}, {"folder", OW_SKIP, 4},
    };
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct walk walk = {rows[i].name, rows[i].answer, 0};
        assert_int_equal(ow_trace_folder(&folder, NULL, answer, &walk, NULL), OW_OK);
        if (walk.events != rows[i].events)
            ROW_FAILED("row %zu: %u events\n", i, walk.events);
    }
}

static void a_summary_has_what_is_there(void **state)
{
    (void)state;
    static const struct {
        const char *texts[2 * MOST_FILES];
        const char *json;
    } rows[] = {
        {{"meta.jecs", "Tags:\n  - a\n  - b\n", "worldinfo.succ",
          "WorldTypeID: G\nWorldSpawnPosition:\n  x: 80,25\n  z: 1\n",
          "ExtraData/MHG.SimulationSpeed.succ", "Data: 2", "ExtraData/MHG.SimulationPaused.succ",
          "Data: yes", "ExtraData/MHG.TotalFlagCount.jecs", "Data: 18", "players/a.jecs", "", COLOR,
          TWO},
         "{\"tags\":[\"a\",\"b\"],\"world_type\":\"G\",\"spawn\":[80.25,0.0,1.0],"
         "\"simulation_speed\":2.0,\"simulation_paused\":true,\"flags\":18,"
         "\"display_configurations\":1,\"players\":[\"a\"],\"text_files\":7}"},
        {{"meta.jecs", "Column: Me\nCategory: c\nSearchTags: null\n"},
         "{\"column\":\"Me\",\"category\":\"c\",\"text_files\":1}"},
        {{"meta.jecs", "no text"}, "{\"text_files\":1}"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_folder_file files[MOST_FILES];
        const ow_folder folder = folder_of(rows[i].texts, files);
        struct bytes json = json_of(summarise, &folder);
        assert_string_equal((char *)json.data, rows[i].json);
        bytes_free(&json);
    }
}

static void note_title(void *context, ow_text title, ow_text description)
{
    struct bytes *found = context;
    put_raw(found, title.data ? title.data : "-", title.data ? title.size : 1);
    put_raw(found, "|", 1);
    put_raw(found, description.data ? description.data : "-",
            description.data ? description.size : 1);
}

static void a_title_is_that_of_the_meta_file(void **state)
{
    (void)state;
    static const struct {
        const char *texts[2 * MOST_FILES];
        const char *found;
        ow_status status;
    } rows[] = {
        {{NULL}, "", OW_OK},
        {{"worldinfo.jecs", "Title: x\n", "a/meta.jecs", "Title: y\n"}, "", OW_OK},
        {{"meta.jecs", ""}, "-|-", OW_OK},
        {{"meta.succ", "Title: a \\# b\nDescription: \"c\"\n"}, "a # b|c", OW_OK},
        {{"meta.succ", "Title: old\n", "meta.jecs", "Title: new\n"}, "new|-", OW_OK},
        {{"meta.jecs", "Title: null\nDescription:\n  - x\n"}, "-|-", OW_OK},
        {{"meta.jecs", "Title\n"}, "", OW_BAD_VALUE},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_folder_file files[MOST_FILES];
        const ow_folder folder = folder_of(rows[i].texts, files);
        struct bytes found = {0};
        ow_error error = {0};
        ow_status status =
            ow_find_title(ow_format_by_name("blotter"), &folder, NULL, note_title, &found, &error);
        put_u8(&found, 0);
        if (strcmp((char *)found.data, rows[i].found) != 0 || status != rows[i].status ||
            error.status != status)
            ROW_FAILED("row %zu: %d \"%s\"\n", i, (int)status, found.data);
        bytes_free(&found);
    }
    const ow_folder none = {0};
    struct bytes found = {0};
    assert_int_equal(
        ow_find_title(ow_format_by_name("leveld"), &none, NULL, note_title, &found, NULL), OW_OK);
    assert_int_equal(ow_find_title(NULL, &none, NULL, note_title, &found, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(
        ow_find_title(ow_format_by_name("blotter"), NULL, NULL, note_title, &found, NULL),
        OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_title(ow_format_by_name("blotter"), &none, NULL, NULL, NULL, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(found.size, 0);
}

static void odd_paths_are_refused(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "", "/a", "a/", "a//b", ".", "a/../b", "../a", "a/.", "1/2/3/4/5/6/7/8/9"};
    for (size_t i = 0; i < LENGTH(paths); i++) {
        const ow_folder_file file = {.path = ow_text_of(paths[i])};
        const ow_folder folder = {.files = &file, .file_count = 1};
        struct walk walk = {"", OW_GO_ON, 0};
        ow_error error;
        assert_int_equal(ow_trace_folder(&folder, NULL, answer, &walk, &error), OW_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "a path that is not plain"));
        assert_int_equal(walk.events, 0);
    }
}

static void arguments_are_asked_for(void **state)
{
    (void)state;
    const ow_folder folder = {0}, none = {.file_count = 1};
    const ow_format *format = ow_format_by_name("blotter");
    struct walk walk = {"", OW_GO_ON, 0};
    ow_document document = document_of_json(EMPTY_WORLD), closed = {0};
    assert_int_equal(ow_trace_folder(NULL, NULL, answer, &walk, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_trace_folder(&none, NULL, answer, &walk, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_trace_folder(&folder, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_summarise_folder(NULL, &folder, NULL, answer, &walk, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_summarise_folder(format, NULL, NULL, answer, &walk, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_check_folder(&closed, &folder, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_check_folder(&document, NULL, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_check_folder(&document, &folder, NULL, NULL, NULL, NULL), OW_OK);
    assert_int_equal(
        ow_summarise_folder(ow_format_by_name("leveld"), &folder, NULL, answer, &walk, NULL),
        OW_OK);
    assert_int_equal(walk.events, 0);
    ow_close(&document);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const texts[] = {"meta.jecs",
                                        "Title: x\n",
                                        "meta.succ",
                                        "",
                                        COLOR,
                                        TWO,
                                        "ExtraData/MHG.FlagListOrder.jecs",
                                        "Data:\n  - C-1A\n",
                                        NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    ow_document document =
        document_of_json(WORLD("world", "", DISPLAYS, DISPLAY(26, "AAAAAA=="), "\"AA==\""));
    ow_status checked = OW_NO_MEMORY, traced = OW_NO_MEMORY;
    for (unsigned refused = 1; checked != OW_OK || traced != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused}, other = {.refuse = refused};
        const ow_options options = ledger_options(&ledger), others = ledger_options(&other);
        struct walk walk = {"", OW_GO_ON, 0};
        ow_error error = {0};
        checked = ow_check_folder(&document, &folder, &options, NULL, NULL, &error);
        assert_true(checked == OW_OK || (checked == OW_NO_MEMORY && *error.message));
        traced = ow_trace_folder(&folder, &others, answer, &walk, &error);
        assert_true(traced == OW_OK || (traced == OW_NO_MEMORY && *error.message));
        assert_int_equal(ledger.blocks + other.blocks, 0);
        assert_true(refused < 100);
    }
    ow_close(&document);
}

/* A table of one circuit that uses itself, as the mod's text has it. */
static void put_table(struct bytes *text)
{
    struct bytes save = {0}, table = {0};
    ow_buffer written = {0};
    ow_document inner = document_of_json(
        WORLD("subassembly", "", "{\"id\": 1, \"name\": \"SkysCompactCircuits.PackedCircuit\"}",
              DISPLAY(1, "AgUAAAA="), "[]"));
    assert_int_equal(ow_write_buffer(&inner, NULL, &written, NULL), OW_OK);
    put_u8(&save, 1);
    put_u32(&save, 3);
    put_raw(&save, "One", 3);
    put_u32(&save, (uint32_t)written.size);
    put_raw(&save, written.data, written.size);
    put_u32(&table, 1);
    put_u32(&table, 5);
    put_u32(&table, (uint32_t)save.size);
    put_raw(&table, save.data, save.size);
    char *base64 = calloc(1, base64_size(table.size) + 1);
    base64_encode(table.data, table.size, base64);
    put_raw(text, "Data: ", 6);
    put_raw(text, base64, strlen(base64) + 1);
    free(base64);
    ow_buffer_free(&written, NULL);
    ow_close(&inner);
    bytes_free(&save);
    bytes_free(&table);
}

static void stored_circuits_may_lack_memory(void **state)
{
    (void)state;
    struct bytes table = {0}, json;
    put_table(&table);
    const char *texts[] = {META, "ExtraData/SkysCompactCircuits.PackedCircuitDatas.jecs",
                           (const char *)table.data, NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    ow_status status = OW_NO_MEMORY;
    for (unsigned refused = 1; status != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused};
        const ow_options options = ledger_options(&ledger);
        struct walk walk = {"", OW_GO_ON, 0};
        ow_error error = {0};
        status = ow_summarise_folder(ow_format_by_name("blotter"), &folder, &options, answer, &walk,
                                     &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && *error.message));
        assert_int_equal(ledger.blocks, 0);
        assert_true(refused < 100);
    }
    json = json_of(summarise, &folder);
    assert_non_null(strstr((char *)json.data, "{\"number\":5,\"name\":\"One\",\"bytes\":"));
    assert_non_null(strstr((char *)json.data, ",\"components\":1,\"uses\":[5]}"));
    bytes_free(&json);
    bytes_free(&table);
}

/* One line for each difference: its kind, place, name and values. */
static void put_values(struct bytes *found, const ow_value *values, uint64_t count, bool is_list)
{
    char text[24];
    snprintf(text, sizeof text, " %u", (unsigned)count);
    if (!values)
        put_raw(found, text, strlen(text));
    for (uint64_t i = 0; values && i < (is_list ? count : 1); i++) {
        const ow_text value = values[i].value.text;
        put_raw(found, " ", 1);
        if (values[i].type == OW_TEXT)
            put_raw(found, value.data, value.size);
        else
            put_raw(found, count > 0 ? "null" : "-", count > 0 ? 4 : 1);
    }
}

static ow_visit note_change(void *context, const ow_change *change)
{
    struct bytes *found = context;
    const char *pointer = change->after ? change->after : change->before;
    put_raw(found, &"-+~"[change->kind], 1);
    put_raw(found, pointer, strlen(pointer));
    put_raw(found, change->kind == OW_CHANGED ? "" : change->name,
            change->kind == OW_CHANGED ? 0 : strlen(change->name));
    if (change->kind == OW_CHANGED) {
        put_values(found, change->values_before, change->count_before, change->is_list);
        put_raw(found, " =>", 3);
        put_values(found, change->values_after, change->count_after, change->is_list);
    }
    put_raw(found, "\n", 1);
    return OW_GO_ON;
}

static void differences_are_found(void **state)
{
    (void)state;
#define SHORT_LIST                                                                                 \
    "a:\n - 1\n - 2\n - 3\n - 4\n - 5\n - 6\n - 7\n - 8\n - 9\n - 10\n - 11\n - 12\n - 13\n"       \
    " - 14\n - 15\n - 16\n"
#define LONG_LIST SHORT_LIST " - 17\n"
    static const struct {
        const char *before[2 * MOST_FILES], *after[2 * MOST_FILES];
        const char *found;
    } rows[] = {
        {{NULL}, {NULL}, ""},
        {{META}, {"meta.succ", "\n# a comment\nTitle:   \"x\""}, ""},
        {{META}, {"meta.succ", "Title: y"}, "~/folder/meta.succ/Title x => y\n"},
        {{META, "meta.succ", "Title: z\n"}, {"meta.succ", "Title: z\n", META}, ""},
        {{"meta.jecs", "a:\nb: null\n"}, {"meta.jecs", "b: null\na: \"\"\n"}, ""},
        {{"meta.jecs", "a:\nb: null\n"},
         {"meta.jecs", "a: null\n"},
         "~/folder/meta.jecs/b null => -\n~/folder/meta.jecs/a - => null\n"},
        {{"meta.jecs", "a: 1\n"},
         {"meta.jecs", "a:\n  - x\n  - y\nb:\n  c: 2\n"},
         "~/folder/meta.jecs/a 1 => x y\n~/folder/meta.jecs/b - => 1\n"},
        {{"meta.jecs", "a: 1\n"},
         {"meta.jecs", SHORT_LIST},
         "~/folder/meta.jecs/a 1 => 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n"},
        {{"meta.jecs", "a: 1\n"}, {"meta.jecs", LONG_LIST}, "~/folder/meta.jecs/a 1 => 17\n"},
        {{"meta.jecs", "a:\n  b: 1\n"},
         {"meta.jecs", "a:\n  b: 2\n"},
         "~/folder/meta.jecs/a/b 1 => 2\n"},
        {{"meta.jecs", "a:\n - 1\n - 2\n - 3\n - 4\n - 6\n"},
         {"meta.jecs", "a:\n - 1\n - x\n - 3\n - 5\n - 4\n - 6\n"},
         "~/folder/meta.jecs/a/1 2 => x\n~/folder/meta.jecs/a/3 - => 5\n"},
        {{"meta.jecs", "a:\n - 1\n - 2\n - 3\n - 4\n"},
         {"meta.jecs", "a:\n - 2\n - 4\n - 5\n"},
         "~/folder/meta.jecs/a/0 1 => -\n~/folder/meta.jecs/a/2 3 => -\n"
         "~/folder/meta.jecs/a/2 - => 5\n"},
        {{"meta.jecs", "a:\n -\n  b: 1\n -\n  b: 2\n"},
         {"meta.jecs", "a:\n -\n  b: 1\n -\n  b: 3\n -\n  b: 4\n"},
         "~/folder/meta.jecs/a/1/b 2 => 3\n~/folder/meta.jecs/a/2 - => 1\n"},
        {{"meta.jecs", "a:\n -\n  - 1\n  - 2\n  - 3\n -\n  - 4\n  - 5\n"},
         {"meta.jecs", "a:\n -\n  - 1\n  - x\n  - y\n -\n  - 4\n  - z\n"},
         "~/folder/meta.jecs/a/0/1 2 => x\n~/folder/meta.jecs/a/0/2 3 => y\n"
         "~/folder/meta.jecs/a/1/1 5 => z\n"},
        {{META}, {"meta.jecs", ""}, "~/folder/meta.jecs/Title x => -\n"},
        {{"meta.jecs", ""}, {META}, "~/folder/meta.jecs/Title - => x\n"},
        {{"x.jecs", "broken"}, {"x.jecs", "broken"}, ""},
        {{"x.jecs", "broken"}, {"x.jecs", "a: 1\n"}, "-/folder/x.jecs\n+/folder/x.jecs\n"},
        {{"meta.jecs", "", "worldinfo.jecs", "", "players/A B.jecs", ""},
         {"ExtraData/MHG.FlagListOrder.succ", "", COLOR, "",
          "ExtraData/MHG.DisplayConfigurations/2_pegs/_Order.jecs", "",
          "ExtraData/MHG.DisplayConfigurations/x_pegs/_Order.jecs", ""},
         "-/folder/meta.jecstitle and description\n"
         "-/folder/players/A B.jecsplayer A B\n"
         "-/folder/worldinfo.jecskind and spawn of the world\n"
         "+/folder/" COLOR "colours 0 of displays with 1 input\n"
         "+/folder/ExtraData/MHG.DisplayConfigurations/2_pegs/_Order.jecs"
         "order of colours of displays with 2 inputs\n"
         "+/folder/ExtraData/MHG.DisplayConfigurations/x_pegs/_Order.jecs\n"
         "+/folder/ExtraData/MHG.FlagListOrder.succorder of flags\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_folder_file files[2][MOST_FILES];
        const ow_folder before = folder_of(rows[i].before, files[0]);
        const ow_folder after = folder_of(rows[i].after, files[1]);
        struct bytes found = {0};
        ow_change_totals totals;
        ow_error error;
        assert_int_equal(ow_diff_folders(ow_format_by_name("blotter"), &before, &after, NULL,
                                         note_change, &found, &totals, &error),
                         OW_OK);
        put_u8(&found, 0);
        if (strcmp((char *)found.data, rows[i].found) != 0)
            ROW_FAILED("row %zu: \"%s\"\n", i, found.data);
        uint64_t lines = 0;
        for (const uint8_t *at = found.data; *at; at++)
            lines += *at == '\n';
        assert_int_equal(totals.removed + totals.added + totals.changed, lines);
        bytes_free(&found);
    }
}

/* The numbers from `first` on, then those before it. */
static struct bytes list_from(unsigned first, unsigned count)
{
    struct bytes list = {0};
    put_raw(&list, "a:\n", 3);
    for (unsigned i = 0; i < count; i++) {
        char line[16];
        snprintf(line, sizeof line, " - %u\n", (first + i) % count);
        put_raw(&list, line, strlen(line));
    }
    put_u8(&list, 0);
    return list;
}

/* If two elements move from one end of a list to the other, the others are recognised. Lists of
 * more than 64 elements are compared by place. */
static void elements_of_lists_up_to_64_are_recognised(void **state)
{
    (void)state;
    static const struct {
        unsigned count, first_before, first_after, changes;
    } rows[] = {{64, 0, 2, 4}, {64, 2, 0, 4}, {65, 0, 2, 65}, {65, 2, 0, 65}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes lists[] = {list_from(rows[i].first_before, rows[i].count),
                                list_from(rows[i].first_after, rows[i].count)};
        ow_folder_file files[2][MOST_FILES];
        ow_folder folders[2];
        ow_change_totals totals;
        for (unsigned side = 0; side < 2; side++) {
            const char *const texts[] = {"meta.jecs", (char *)lists[side].data, NULL};
            folders[side] = folder_of(texts, files[side]);
        }
        assert_int_equal(ow_diff_folders(ow_format_by_name("blotter"), &folders[0], &folders[1],
                                         NULL, NULL, NULL, &totals, NULL),
                         OW_OK);
        if (totals.changed != rows[i].changes)
            ROW_FAILED("row %zu: %u changes\n", i, (unsigned)totals.changed);
        bytes_free(&lists[0]);
        bytes_free(&lists[1]);
    }
}

static ow_visit stop_at_once(void *context, const ow_change *change)
{
    (void)change;
    ++*(unsigned *)context;
    return OW_STOP;
}

#define FULL                                                                                       \
    {                                                                                              \
        "meta.jecs", "a: 1\nb:\n  - 1\n  - 2\nc:\n  d: 1\n  e: 2\n", "worldinfo.jecs", "broken",   \
            "x.jecs", "y: 1\n", NULL                                                               \
    }

static void a_comparison_stops_and_counts(void **state)
{
    (void)state;
    static const char *const first[] = FULL;
    static const char *const others[][2 * MOST_FILES] = {
        {"meta.jecs", "a: 2\nb:\n  - 2\n  - 1\nc:\n  d: 3\n"},
        {"meta.jecs", "a: 1\nb:\n  - 1\nc:\n  d: 3\n"},
        {"meta.jecs", "a: 1\nb:\n  - 1\n  - 2\nc:\n  d: 3\n  f: 3\n", "worldinfo.jecs", "x\n",
         "x.jecs", "y: 1\n"},
        {NULL},
    };
    const ow_format *format = ow_format_by_name("blotter");
    for (size_t i = 0; i < LENGTH(others); i++) {
        ow_folder_file files[2][MOST_FILES];
        const ow_folder before = folder_of(first, files[0]), after = folder_of(others[i], files[1]);
        unsigned count = 0;
        ow_change_totals totals;
        assert_int_equal(
            ow_diff_folders(format, &before, &after, NULL, stop_at_once, &count, &totals, NULL),
            OW_OK);
        assert_int_equal(count, 1);
        assert_int_equal(totals.removed + totals.added + totals.changed, 1);
        assert_int_equal(ow_diff_folders(format, &before, &after, NULL, NULL, NULL, &totals, NULL),
                         OW_OK);
        assert_true(totals.removed + totals.added + totals.changed > 1);
        assert_int_equal(ow_diff_folders(NULL, &before, &after, NULL, NULL, NULL, &totals, NULL),
                         OW_BAD_ARGUMENT);
        assert_int_equal(ow_diff_folders(format, NULL, &after, NULL, NULL, NULL, NULL, NULL),
                         OW_BAD_ARGUMENT);
        assert_int_equal(ow_diff_folders(format, &before, NULL, NULL, NULL, NULL, NULL, NULL),
                         OW_BAD_ARGUMENT);
        assert_int_equal(ow_diff_folders(ow_format_by_name("leveld"), &before, &after, NULL, NULL,
                                         NULL, NULL, NULL),
                         OW_OK);
    }
}

static void a_comparison_may_lack_memory(void **state)
{
    (void)state;
    static const char *const first[] = FULL;
    static const char *const second[] = {"meta.jecs", "a: 1\nb:\n  - 1\nc:\n  d: 3\n", "x.jecs",
                                         "y: 2\n", NULL};
    ow_folder_file files[2][MOST_FILES];
    const ow_folder before = folder_of(first, files[0]), after = folder_of(second, files[1]);
    ow_status status = OW_NO_MEMORY;
    for (unsigned refused = 1; status != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused};
        const ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        status = ow_diff_folders(ow_format_by_name("blotter"), &before, &after, &options, NULL,
                                 NULL, NULL, &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && *error.message));
        assert_int_equal(ledger.blocks, 0);
        assert_true(refused < 100);
    }
}

static void displays_use_their_colors(void **state)
{
    (void)state;
    static const char *const texts[] = {
        META, "ExtraData/MHG.DisplayConfigurations/1_pegs/Configuration1.jecs",
        TWO,  COLOR,
        TWO,  "ExtraData/MHG.DisplayConfigurations/x/Configuration1.jecs",
        "",   "images/a.png",
        "",   NULL};
    static const bool expected[] = {false, false, true, false, false};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files), empty = {0};
    ow_document document =
        document_of_json(WORLD("world", "", DISPLAYS, DISPLAY(1, "AAAAAA=="), "\"AA==\""));
    ow_document closed = {0};
    bool belongs[MOST_FILES];
    ow_status status = OW_NO_MEMORY;
    for (unsigned refused = 1; status != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused};
        const ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        status = ow_find_used_texts(&document, &folder, &options, belongs, &error);
        assert_true(status == OW_OK || (status == OW_NO_MEMORY && *error.message));
        assert_int_equal(ledger.blocks, 0);
        assert_true(refused < 100);
    }
    assert_memory_equal(belongs, expected, sizeof expected);
    assert_int_equal(ow_find_used_texts(&document, &empty, NULL, NULL, NULL), OW_OK);
    assert_int_equal(ow_find_used_texts(&document, NULL, NULL, belongs, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_used_texts(&document, &folder, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_used_texts(&closed, &folder, NULL, belongs, NULL), OW_BAD_ARGUMENT);
    ow_close(&document);
    struct bytes level = read_file("samples/moated-keep.lvd");
    assert_int_equal(ow_open(level.data, level.size, NULL, &document, NULL), OW_OK);
    assert_int_equal(ow_find_used_texts(&document, &folder, NULL, belongs, NULL), OW_OK);
    assert_false(belongs[2]);
    ow_close(&document);
    bytes_free(&level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_has_its_issue),
        cmocka_unit_test(what_is_ignored_is_not_counted),
        cmocka_unit_test(texts_stand_in_their_folders),
        cmocka_unit_test(a_folder_ends_with_the_name_it_began_with),
        cmocka_unit_test(a_walk_skips_and_stops),
        cmocka_unit_test(a_summary_has_what_is_there),
        cmocka_unit_test(a_title_is_that_of_the_meta_file),
        cmocka_unit_test(odd_paths_are_refused),
        cmocka_unit_test(arguments_are_asked_for),
        cmocka_unit_test(each_allocation_may_fail),
        cmocka_unit_test(stored_circuits_may_lack_memory),
        cmocka_unit_test(differences_are_found),
        cmocka_unit_test(elements_of_lists_up_to_64_are_recognised),
        cmocka_unit_test(a_comparison_stops_and_counts),
        cmocka_unit_test(a_comparison_may_lack_memory),
        cmocka_unit_test(displays_use_their_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
