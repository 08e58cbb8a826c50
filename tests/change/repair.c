/* Worlds that are mended: each code by its fix, several at once, what is cut short, and at what
 * cost. */
#include "../robust/harness.h"
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/saves.h"
#include "../support/worlds.h"

#include <sys/stat.h>
#include <time.h>

/* How often each code of a format was found. */
struct counts {
    const ow_format *format;
    uint64_t of[128];
};

static void count_issue(void *context, const ow_issue *issue)
{
    struct counts *counts = context;
    counts->of[issue->code - counts->format->issue_codes]++;
}

static struct counts counts_of(const ow_format *format, const void *data, size_t size)
{
    struct counts counts = {.format = format};
    ow_check_options options = {.issue = count_issue, .issue_context = &counts};
    ow_check(data, size, NULL, &options, NULL, NULL);
    return counts;
}

/* What came of a repair, as bytes. */
struct mended {
    ow_status status;
    ow_error error;
    ow_repair_totals totals;
    ow_buffer bytes;
};

static struct mended mend(const void *data, size_t size, const ow_repair_options *options)
{
    struct mended mended = {.status = OW_OK};
    ow_document document;
    mended.status = ow_repair(data, size, NULL, options, &document, &mended.totals, &mended.error);
    if (mended.status == OW_OK)
        assert_int_equal(ow_write_buffer(&document, NULL, &mended.bytes, NULL), OW_OK);
    ow_close(&document);
    return mended;
}

static struct bytes file_of(const char *text)
{
    ow_document document = document_of(text);
    ow_buffer buffer = {0};
    struct bytes bytes = {0};
    assert_int_equal(ow_write_buffer(&document, NULL, &buffer, NULL), OW_OK);
    put_raw(&bytes, buffer.data, buffer.size);
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
    return bytes;
}

static struct bytes sample_of(const char *code)
{
    static const char *const extensions[] = {"partialworld", "logicworld", "tung",
                                             "lvd",          "city",       "structure"};
    struct bytes bytes = {0};
    for (size_t i = 0; i < LENGTH(extensions) && !bytes.data; i++) {
        char path[128];
        struct stat about;
        snprintf(path, sizeof path, "samples/issues/%s.%s", code, extensions[i]);
        if (stat(path, &about) == 0)
            bytes = read_file(path);
    }
    if (!bytes.data)
        ROW_FAILED("no sample of %s\n", code);
    return bytes;
}

static void what_can_be_fixed_has_a_remedy_and_nothing_else(void **state)
{
    (void)state;
    static const ow_issue_code foreign = {"NONE", OW_SEVERITY_INFO, OW_LOSSY_FIX, "", ""};
    const ow_format *format;
    assert_null(ow_remedy_of(NULL));
    assert_null(ow_remedy_of(&foreign));
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        for (const ow_issue_code *code = format->issue_codes; code->code; code++) {
            const ow_remedy *remedy = ow_remedy_of(code);
            if ((code->fix != OW_NO_FIX) != (remedy != NULL))
                ROW_FAILED("%s: fix %s, remedy %s\n", code->code, ow_fix_name(code->fix),
                           remedy ? remedy->name : "none");
            if (remedy && (!*remedy->name || !*remedy->what))
                ROW_FAILED("%s: a remedy without words\n", code->code);
        }
    }
}

/* What a fix leaves behind by its nature. */
static bool follows(const char *code, const char *from)
{
    static const char *const pairs[][2] = {
        {"BLOTTER_WIRE_STATE_DIFFERS", "BLOTTER_OUTPUT_STATE_SHARED"},
        {"CITY_IMAGE_PATH_EMPTY", "CITY_IMAGE_PATH_UNSAFE"},
    };
    for (size_t i = 0; i < LENGTH(pairs); i++)
        if (strcmp(code, pairs[i][0]) == 0 && strcmp(from, pairs[i][1]) == 0)
            return true;
    return false;
}

/* What is salvaged refers to what is lost. */
static bool is_salvage(const ow_issue_code *code)
{
    return strcmp(ow_remedy_of(code)->name, "salvage") == 0;
}

/* The file that raises a code, with that code's fix alone. */
static void assert_fixed(const ow_format *format, const ow_issue_code *code)
{
    const char *only[] = {code->code, NULL};
    const ow_repair_options lossy = {.lossy = true, .only = only}, safe = {.only = only};
    size_t at = (size_t)(code - format->issue_codes);
    struct bytes bytes = sample_of(code->code);
    struct counts before = counts_of(format, bytes.data, bytes.size);
    struct mended mended = mend(bytes.data, bytes.size, &lossy);
    if (mended.status != OW_OK || mended.totals.fixed != before.of[at])
        ROW_FAILED("%s: %llu of %llu fixed: %s\n", code->code,
                   (unsigned long long)mended.totals.fixed, (unsigned long long)before.of[at],
                   mended.error.message);
    struct counts after = counts_of(format, mended.bytes.data, mended.bytes.size);
    for (size_t i = 0; format->issue_codes[i].code; i++)
        if ((i == at || format->issue_codes[i].severity != OW_SEVERITY_INFO) &&
            after.of[i] > (i == at ? 0 : before.of[i]) && !is_salvage(code) &&
            !follows(format->issue_codes[i].code, code->code))
            ROW_FAILED("%s is fixed, and leaves %llu of %s\n", code->code,
                       (unsigned long long)after.of[i], format->issue_codes[i].code);
    ow_buffer_free(&mended.bytes, NULL);
    mended = mend(bytes.data, bytes.size, &safe);
    bool same = mended.bytes.size == bytes.size &&
                (bytes.size == 0 || memcmp(mended.bytes.data, bytes.data, bytes.size) == 0);
    if (code->fix == OW_LOSSY_FIX && mended.status == OW_OK && !same)
        ROW_FAILED("%s is fixed, though nothing may be lost\n", code->code);
    if (code->fix == OW_LOSSLESS_FIX && mended.totals.fixed != before.of[at])
        ROW_FAILED("%s is not fixed, though nothing is lost\n", code->code);
    ow_buffer_free(&mended.bytes, NULL);
    bytes_free(&bytes);
}

static void each_code_is_fixed_by_its_remedy(void **state)
{
    (void)state;
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        for (const ow_issue_code *code = format->issue_codes; code->code; code++)
            /* Where its image is, only a caller knows. */
            if (ow_remedy_of(code) && strcmp(code->code, "CITY_THING_OUTSIDE") != 0)
                assert_fixed(format, code);
}

static void infos_are_fixed_where_they_are_named(void **state)
{
    (void)state;
    struct bytes bytes = sample_of("BLOTTER_DUPLICATE_WIRE");
    const ow_repair_options all = {.lossy = true};
    struct mended mended = mend(bytes.data, bytes.size, &all);
    assert_int_equal(mended.status, OW_OK);
    assert_int_equal(mended.totals.fixed, 0);
    assert_int_equal(mended.bytes.size, bytes.size);
    assert_memory_equal(mended.bytes.data, bytes.data, bytes.size);
    ow_buffer_free(&mended.bytes, NULL);
    bytes_free(&bytes);
}

#define SAVE(components, wires, states)                                                            \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': "            \
    "'subassembly', 'mods': [], 'component_types': [{'id': 1, 'name': 'MHG.Peg'}], "               \
    "'components': [" components "], 'wires': [" wires "], 'circuit_states': [" states "]}"
#define COMPONENT(address, parent, inputs, outputs)                                                \
    "{'address': " #address ", 'parent': " #parent ", 'type': 1, 'position': [0, 0, 0], "          \
    "'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [" inputs "], 'outputs': [" outputs "], "         \
    "'custom_data': null}"
#define WIRE(kind, first, state)                                                                   \
    "{'first': {'kind': '" kind "', 'component': " #first ", 'index': 0}, 'second': {'kind': "     \
    "'input', 'component': 3, 'index': 0}, 'circuit_state': " #state ", 'rotation': 0.0}"

/* What a text becomes, each in one step of several that hang together. */
static const struct {
    const char *before, *after;
} together[] = {
    /* Parents stand first, whatever the order was. */
    {SAVE(COMPONENT(4, 3, "0", "") ", " COMPONENT(3, 2, "0", "") ", " COMPONENT(
              2, 1, "0", "") ", " COMPONENT(1, 0, "0", ""),
          "", ""),
     SAVE(COMPONENT(1, 0, "0", "") ", " COMPONENT(2, 1, "0", "") ", " COMPONENT(
              3, 2, "0", "") ", " COMPONENT(4, 3, "0", ""),
          "", "")},
    /* A circle is cut at one place, and then put in order. */
    {SAVE(COMPONENT(1, 0, "0", "") ", " COMPONENT(2, 3, "0", "") ", " COMPONENT(3, 2, "0", ""), "",
          ""),
     SAVE(COMPONENT(1, 0, "0", "") ", " COMPONENT(2, 0, "0", "") ", " COMPONENT(3, 2, "0", ""), "",
          "")},
    /* Wires follow a component that was C-0; those of a double stay with the first. */
    {SAVE(COMPONENT(0, 0, "", "0") ", " COMPONENT(3, 0, "1", "") ", " COMPONENT(3, 0, "1", ""),
          WIRE("output", 0, 0), ""),
     SAVE(COMPONENT(4, 0, "", "0") ", " COMPONENT(3, 0, "1", "") ", " COMPONENT(5, 0, "1", ""),
          WIRE("output", 4, 0), "")},
    /* The highest address is in use. */
    {SAVE(COMPONENT(4294967295, 0, "0", "") ", " COMPONENT(1, 0, "0", "") ", " COMPONENT(1, 0, "0",
                                                                                         ""),
          "", ""),
     SAVE(COMPONENT(4294967295, 0, "0", "") ", " COMPONENT(1, 0, "0", "") ", " COMPONENT(2, 0, "0",
                                                                                         ""),
          "", "")},
    /* Pegs that shared a state that cannot be share the new one. */
    {SAVE(COMPONENT(1, 0, "-7", "") ", " COMPONENT(3, 0, "-7", ""), WIRE("input", 1, -7), ""),
     SAVE(COMPONENT(1, 0, "0", "") ", " COMPONENT(3, 0, "0", ""), WIRE("input", 1, 0), "")},
    /* An output that shared a state that is on has one of its own that is on, and so its wire. */
    {SAVE(COMPONENT(1, 0, "", "0") ", " COMPONENT(3, 0, "0", ""), WIRE("output", 1, 0), "0"),
     SAVE(COMPONENT(1, 0, "", "1") ", " COMPONENT(3, 0, "0", ""), WIRE("output", 1, 1), "0, 1")},
};

static void fixes_work_together(void **state)
{
    (void)state;
    const ow_repair_options lossy = {.lossy = true};
    for (size_t i = 0; i < LENGTH(together); i++) {
        struct bytes bytes = file_of(together[i].before), wanted = file_of(together[i].after);
        struct mended mended = mend(bytes.data, bytes.size, &lossy);
        if (mended.status != OW_OK || mended.totals.left > 0 || mended.bytes.size != wanted.size ||
            memcmp(mended.bytes.data, wanted.data, wanted.size) != 0)
            ROW_FAILED("row %zu: %s, %llu left\n", i, mended.error.message,
                       (unsigned long long)mended.totals.left);
        ow_buffer_free(&mended.bytes, NULL);
        bytes_free(&wanted);
        bytes_free(&bytes);
    }
}

/* Two codes have one fix, which sorts components. Here it mends what the second code is about, and
 * cannot mend the first: the first component stays without a parent. */
static void what_a_fix_mends_for_another_code_counts(void **state)
{
    (void)state;
    struct bytes bytes = file_of(SAVE(COMPONENT(1, 9, "0", "") ", " COMPONENT(
                                          2, 3, "0", "") ", " COMPONENT(3, 0, "0", ""),
                                      "", "")),
                 wanted = file_of(SAVE(COMPONENT(1, 9, "0", "") ", " COMPONENT(
                                           3, 0, "0", "") ", " COMPONENT(2, 3, "0", ""),
                                       "", ""));
    struct mended mended = mend(bytes.data, bytes.size, NULL);
    assert_int_equal(mended.status, OW_OK);
    assert_int_equal(mended.totals.fixed, 1);
    assert_int_equal(mended.bytes.size, wanted.size);
    assert_memory_equal(mended.bytes.data, wanted.data, wanted.size);
    ow_buffer_free(&mended.bytes, NULL);
    bytes_free(&wanted);
    bytes_free(&bytes);
}

/* Counts the places that are shown. */
static void count_places(void *context, const ow_repaired *repaired)
{
    uint64_t *shown = context;
    *shown += repaired->pointer_count;
}

/* Two codes whose fix is one, and mends each for itself, count once and are shown once. */
static void what_two_codes_mend_together_counts_once(void **state)
{
    (void)state;
    static const char *const rows[] = {
        SAVE(COMPONENT(1, 9, "0", "") ", " COMPONENT(2, 3, "0", "") ", " COMPONENT(3, 2, "0", ""),
             "", ""),
        SAVE("{'address': 1, 'parent': 0, 'type': 1, 'position': [0, 0, 0], 'rotation': [0.0, 0.0, "
             "0.0, 'NaN:7fc00000'], 'inputs': [0], 'outputs': [], 'custom_data': null}, "
             "{'address': 2, 'parent': 0, 'type': 1, 'position': [0, 0, 0], 'rotation': [0.0, 0.0, "
             "0.0, 2.0], 'inputs': [0], 'outputs': [], 'custom_data': null}",
             "", "")};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint64_t shown = 0;
        const ow_repair_options lossy = {
            .lossy = true, .repaired = count_places, .context = &shown};
        struct bytes bytes = file_of(rows[i]);
        struct mended mended = mend(bytes.data, bytes.size, &lossy);
        if (mended.status != OW_OK || mended.totals.fixed != 2 || shown != 2)
            ROW_FAILED("row %zu: %llu fixed, %llu shown\n", i,
                       (unsigned long long)mended.totals.fixed, (unsigned long long)shown);
        ow_buffer_free(&mended.bytes, NULL);
        bytes_free(&bytes);
    }
}

/* What salvage tells, as text. */
static void note_break(void *context, const ow_break *place)
{
    sprintf((char *)context + strlen(context), "%s at %llu, %llu lost: ", place->pointer,
            (unsigned long long)place->offset, (unsigned long long)place->bytes_lost);
}

static void note_kept(void *context, const ow_kept *list)
{
    sprintf((char *)context + strlen(context), "%s %llu/%llu ", list->list,
            (unsigned long long)list->kept, (unsigned long long)list->announced);
}

static void what_is_complete_is_kept_and_the_rest_reported(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        const char *reported; /* NULL: nothing is left */
    } rows[] = {
        {SOUND_ROOT + 40, NULL},
        {SOUND_CHILD,
         "/components/1 at 134, 0 lost: mods 0/0 component_types 2/2 components 1/2 wires 0/1 "},
        {SOUND_WIRE,
         "/wires/0 at 188, 0 lost: mods 0/0 component_types 2/2 components 2/2 wires 0/1 "},
        {SOUND_FOOTER + 3, " at 222, 3 lost: mods 0/0 component_types 2/2 components 2/2 wires "
                           "1/1 "},
    };
    struct bytes bytes = sound_save();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char reported[512] = "";
        const ow_repair_options lossy = {
            .lossy = true, .broke_off = note_break, .kept = note_kept, .context = reported};
        struct mended mended = mend(bytes.data, rows[i].size, &lossy);
        if (!rows[i].reported) {
            assert_int_equal(mended.status, OW_BAD_VALUE);
            assert_non_null(strstr(mended.error.message, "nothing of the file can be saved"));
        } else if (mended.status != OW_OK || strcmp(reported, rows[i].reported) != 0) {
            ROW_FAILED("cut to %zu: %s: \"%s\"\n", rows[i].size, mended.error.message, reported);
        }
        ow_buffer_free(&mended.bytes, NULL);
        mended = mend(bytes.data, rows[i].size, NULL);
        assert_int_equal(mended.status, OW_TRUNCATED);
    }
    bytes_free(&bytes);
}

/* A city is its ground with things on it: without its whole terrain, nothing of it is kept. */
static void a_city_is_salvaged_if_its_terrain_is_readable(void **state)
{
    (void)state;
    enum { KIND = 13, TERRAIN_END = 25, UNKNOWN_KIND = 7 };
    static const struct {
        const char *what;
        size_t size;
        bool has_unknown_kind, is_kept;
    } rows[] = {
        {"cut before the kind", KIND, false, false},
        {"cut in the image's path", TERRAIN_END - 5, false, false},
        {"cut after the terrain", TERRAIN_END, false, true},
        {"of an unknown kind", SIZE_MAX, true, false},
        {"of an unknown kind, cut after the terrain", TERRAIN_END, true, false},
    };
    const ow_repair_options lossy = {.lossy = true};
    struct bytes bytes =
        file_of("{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': "
                "{'kind': 'image', 'image_path': 'a.png', 'z_scale': 0.1}, 'meta_things': ['b'], "
                "'things': []}");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        bytes.data[KIND] = rows[i].has_unknown_kind ? UNKNOWN_KIND : 0;
        size_t size = rows[i].size < bytes.size ? rows[i].size : bytes.size;
        struct mended mended = mend(bytes.data, size, &lossy);
        bool is_nothing = mended.status == OW_BAD_VALUE &&
                          strstr(mended.error.message, "nothing of the file can be saved");
        if (rows[i].is_kept ? mended.status != OW_OK : !is_nothing)
            ROW_FAILED("%s: status %d, %s\n", rows[i].what, (int)mended.status,
                       mended.error.message);
        ow_buffer_free(&mended.bytes, NULL);
    }
    bytes_free(&bytes);
}

#define CELLS "1, 2, 3, 4, 5, 6"
#define LEVEL(size, cells)                                                                         \
    "{'format': 'leveld', 'version': 4, 'blocks': [{'id': 'META', 'timestamp': 0, 'level_id': "    \
    "'', 'name': '', 'author': '', 'description': ''}, {'id': 'MESH', 'tile_width': 16, "          \
    "'tile_height': 16, " size ", 'layers': [[" cells "]]}]}"

static void maps_get_the_cells_that_they_can_have(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after;
    } rows[] = {
        {LEVEL("'width': 3, 'height': 1", CELLS), LEVEL("'width': 3, 'height': 1", "1, 2, 3")},
        {LEVEL("'width': 4, 'height': 2", CELLS), LEVEL("'width': 4, 'height': 2", CELLS ", 0, 0")},
        {LEVEL("'width': 4, 'height': 4294967295", CELLS),
         LEVEL("'width': 4, 'height': 2", CELLS ", 0, 0")},
        {LEVEL("'width': 4294967295, 'height': 4294967295", CELLS),
         LEVEL("'width': 6, 'height': 1", CELLS)},
    };
    const ow_repair_options lossy = {.lossy = true};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = file_of(rows[i].before), wanted = file_of(rows[i].after);
        struct mended mended = mend(bytes.data, bytes.size, &lossy);
        if (mended.status != OW_OK || mended.bytes.size != wanted.size ||
            memcmp(mended.bytes.data, wanted.data, wanted.size) != 0)
            ROW_FAILED("row %zu: %zu bytes: %s\n", i, mended.bytes.size, mended.error.message);
        ow_buffer_free(&mended.bytes, NULL);
        bytes_free(&wanted);
        bytes_free(&bytes);
    }
}

static void what_no_fix_helps_is_refused(void **state)
{
    (void)state;
    const ow_repair_options lossy = {.lossy = true};
    struct bytes bytes = sample_of("BLOTTER_EMPTY_SUBASSEMBLY");
    struct mended mended = mend(bytes.data, bytes.size, &lossy);
    assert_int_equal(mended.status, OW_BAD_VALUE);
    assert_non_null(strstr(mended.error.message, "BLOTTER_EMPTY_SUBASSEMBLY"));
    mended = mend(bytes.data, bytes.size, NULL);
    assert_int_equal(mended.status, OW_OK);
    assert_int_equal(mended.totals.errors_left, 1);
    ow_buffer_free(&mended.bytes, NULL);
    bytes_free(&bytes);
    bytes = sample_of("LEVELD_UNKNOWN_VERSION");
    mended = mend(bytes.data, bytes.size, &lossy);
    assert_int_equal(mended.status, OW_UNKNOWN_VERSION);
    bytes_free(&bytes);
}

static void arguments_are_looked_at(void **state)
{
    (void)state;
    static const char *const only[] = {"LEVELD_WIDTH_ZERO", NULL};
    const ow_repair_options other = {.only = only};
    struct bytes bytes = sound_save();
    ow_document document;
    ow_error error;
    assert_int_equal(ow_repair(bytes.data, bytes.size, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_repair(NULL, 3, NULL, NULL, &document, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_repair(bytes.data, bytes.size, NULL, &other, &document, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "LEVELD_WIDTH_ZERO"));
    assert_int_equal(ow_repair("text", 4, NULL, NULL, &document, NULL, NULL), OW_UNKNOWN_FORMAT);
    assert_int_equal(ow_repair(bytes.data, bytes.size, NULL, NULL, &document, NULL, NULL), OW_OK);
    ow_close(&document);
    bytes_free(&bytes);
}

/* A save of which nearly everything is wrong: more wires than can be shown, each to a component
 * of its own that is not there, and components below one that is not there either. */
static struct bytes large_and_wrong(uint32_t count)
{
    struct bytes bytes = {0};
    put_head(&bytes, 2, count, count);
    put_types(&bytes, 1);
    for (uint32_t i = 0; i < count; i++)
        put_component(&bytes, i / 2 + 1, count + i, 7, 1, 0, -1 - (int32_t)i);
    for (uint32_t i = 0; i < count; i++)
        put_wire(&bytes, 1, i + 1, 0, 1, 2 * count + i, 0, 0);
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    return bytes;
}

static void many_issues_take_time_in_proportion(void **state)
{
    (void)state;
    const unsigned count = is_deep() ? 100000 : 25000, seconds = count / 5000;
    const ow_repair_options lossy = {.lossy = true};
    struct bytes bytes = large_and_wrong(count);
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    ow_document document;
    ow_error error;
    ow_repair_totals totals;
    clock_t began = clock();
    if (ow_repair(bytes.data, bytes.size, &options, &lossy, &document, &totals, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_true((clock() - began) / CLOCKS_PER_SEC < seconds);
    assert_int_equal(totals.errors_left, 0);
    assert_int_equal(document.as.blotter->component_count, count);
    assert_int_equal(document.as.blotter->wire_count, 0);
    assert_true(ledger.peak <= 9 * bytes.size + (48u << 20));
    ow_close(&document);
    assert_int_equal(ledger.blocks, 0);
    bytes_free(&bytes);
}

static void memory_that_ends_is_an_error(void **state)
{
    (void)state;
    const ow_repair_options lossy = {.lossy = true};
    struct bytes bytes = large_and_wrong(20);
    uint64_t calls = 1;
    for (uint64_t refuse = 0; refuse <= calls; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_document document;
        ow_error error;
        /* Cut, too: what is salvaged takes other memory. */
        ow_status status =
            ow_repair(bytes.data, bytes.size - 30, &options, &lossy, &document, NULL, &error);
        assert_int_equal(status, refuse == 0 ? OW_OK : OW_NO_MEMORY);
        assert_int_equal(error.status, status);
        ow_close(&document);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        calls = refuse == 0 ? ledger.calls : calls;
    }
    bytes_free(&bytes);
}

static void every_world_of_the_tests_is_sound(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        struct bytes bytes = file_of(worlds[i]);
        const ow_repair_options lossy = {.lossy = true};
        struct mended mended = mend(bytes.data, bytes.size, &lossy);
        assert_int_equal(mended.status, OW_OK);
        struct counts counts =
            counts_of(ow_identify(bytes.data, bytes.size), mended.bytes.data, mended.bytes.size);
        for (size_t k = 0; counts.format->issue_codes[k].code; k++)
            if (counts.format->issue_codes[k].severity == OW_SEVERITY_ERROR)
                assert_int_equal(counts.of[k], 0);
        ow_buffer_free(&mended.bytes, NULL);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_fixed_has_a_remedy_and_nothing_else),
        cmocka_unit_test(each_code_is_fixed_by_its_remedy),
        cmocka_unit_test(infos_are_fixed_where_they_are_named),
        cmocka_unit_test(fixes_work_together),
        cmocka_unit_test(what_a_fix_mends_for_another_code_counts),
        cmocka_unit_test(what_two_codes_mend_together_counts_once),
        cmocka_unit_test(what_is_complete_is_kept_and_the_rest_reported),
        cmocka_unit_test(a_city_is_salvaged_if_its_terrain_is_readable),
        cmocka_unit_test(maps_get_the_cells_that_they_can_have),
        cmocka_unit_test(what_no_fix_helps_is_refused),
        cmocka_unit_test(arguments_are_looked_at),
        cmocka_unit_test(many_issues_take_time_in_proportion),
        cmocka_unit_test(memory_that_ends_is_an_error),
        cmocka_unit_test(every_world_of_the_tests_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
