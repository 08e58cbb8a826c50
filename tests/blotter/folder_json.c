/* The files of a save's folder in the JSON of its world. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/folders.h"
#include "../support/ledger.h"

static struct bytes world_bytes(void)
{
    return read_file("samples/world-v7.logicworld");
}

/* The JSON of a world with a folder. */
static ow_status write_json(const struct bytes *world, const ow_folder *folder,
                            const ow_options *options, struct bytes *json, ow_error *error)
{
    ow_sink sink = sink_to(json);
    *json = (struct bytes){0};
    return ow_folder_to_json(world->data, world->size, folder, options, &sink, error);
}

/* Each file: its path, size and bytes. */
static void note_file(void *context, const ow_folder_file *file)
{
    struct bytes *found = context;
    assert_int_equal(file->path.data[file->path.size], '\0');
    put_raw(found, file->path.data, file->path.size + 1);
    put_raw(found, file->bytes.data, file->bytes.size);
    put_u8(found, '\n');
}

static void files_come_back_byte_for_byte_and_sorted(void **state)
{
    (void)state;
    static const char all[] = "worldinfo.succ\0a: 1\r\n";
    static const uint8_t odd[] = {0xff, 0, '"', '\\', 0x80};
    const ow_folder_file files[] = {
        {OW_LITERAL("worldinfo.succ"), {(const uint8_t *)all + 15, 6}},
        {OW_LITERAL("players/A \"B\"#1.jecs"), {(const uint8_t *)"\xc3\xa9\t\0x", 5}},
        {OW_LITERAL("images/thumbnail.png"), {odd, sizeof odd}},
        {OW_LITERAL("a.b"), {NULL, 0}},
        {OW_LITERAL("a/b"), {(const uint8_t *)"", 0}},
    };
    static const char expected[] = "a/b\0\na.b\0\nimages/thumbnail.png\0\xff\0\"\\\x80\n"
                                   "players/A \"B\"#1.jecs\0\xc3\xa9\t\0x\n"
                                   "worldinfo.succ\0a: 1\r\n\n";
    const ow_folder folder = {.files = files, .file_count = LENGTH(files)};
    struct bytes world = world_bytes(), json, found = {0}, plain = {0};
    ow_sink sink = sink_to(&plain);
    ow_document document;
    ow_buffer written = {0};
    ow_error error;
    bool has_folder = false;
    assert_int_equal(write_json(&world, &folder, NULL, &json, &error), OW_OK);
    assert_int_equal(ow_to_json(world.data, world.size, NULL, &sink, &error), OW_OK);
    assert_memory_equal(json.data, plain.data, plain.size - 3); /* all but the end: "\n}\n" */
    assert_int_equal(ow_folder_from_json((char *)json.data, json.size, NULL, &has_folder, note_file,
                                         &found, &error),
                     OW_OK);
    assert_true(has_folder);
    assert_int_equal(found.size, sizeof expected - 1);
    assert_memory_equal(found.data, expected, found.size);
    assert_int_equal(ow_from_json((char *)json.data, json.size, NULL, &document, &error), OW_OK);
    assert_int_equal(ow_write_buffer(&document, NULL, &written, &error), OW_OK);
    assert_int_equal(written.size, world.size);
    assert_memory_equal(written.data, world.data, world.size);
    ow_buffer_free(&written, NULL);
    ow_close(&document);
    bytes_free(&world), bytes_free(&json), bytes_free(&found), bytes_free(&plain);
}

static void an_empty_folder_is_not_none(void **state)
{
    (void)state;
    const ow_folder folder = {0};
    struct bytes world = world_bytes(), json, plain = {0}, found = {0};
    ow_sink sink = sink_to(&plain);
    ow_error error;
    bool has_folder = false;
    assert_int_equal(write_json(&world, &folder, NULL, &json, &error), OW_OK);
    assert_int_equal(ow_to_json(world.data, world.size, NULL, &sink, &error), OW_OK);
    assert_int_equal(ow_folder_from_json((char *)json.data, json.size, NULL, &has_folder, note_file,
                                         &found, &error),
                     OW_OK);
    assert_true(has_folder);
    assert_int_equal(ow_folder_from_json((char *)plain.data, plain.size, NULL, &has_folder,
                                         note_file, &found, &error),
                     OW_OK);
    assert_false(has_folder);
    assert_int_equal(found.size, 0);
    bytes_free(&world), bytes_free(&json), bytes_free(&plain);
}

/* By default a call may hold what its files need, however many they are. */
static void many_files_are_sorted(void **state)
{
    (void)state;
    enum { COUNT = 200000, PATH = 40 };
    char *paths = malloc(COUNT * PATH);
    ow_folder_file *files = calloc(COUNT, sizeof *files);
    for (unsigned i = 0; i < COUNT; i++) {
        char *path = paths + (size_t)i * PATH;
        snprintf(path, PATH, "a folder for many files/%07u", COUNT - 1 - i);
        files[i].path = ow_text_of(path);
    }
    const ow_folder folder = {.files = files, .file_count = COUNT};
    struct bytes world = world_bytes(), json;
    ow_error error = {0};
    if (write_json(&world, &folder, NULL, &json, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    put_u8(&json, 0);
    const char *at = strstr((const char *)json.data, "\"folder\"");
    assert_non_null(at);
    const char *end = (const char *)json.data + json.size;
    for (unsigned i = 0; i < COUNT; i++) {
        at = memchr(at, '/', (size_t)(end - at)); /* strstr of AddressSanitizer reads to the end */
        assert_non_null(at);
        assert_int_equal(strtoul(++at, NULL, 10), i);
    }
    bytes_free(&world), bytes_free(&json);
    free(files);
    free(paths);
}

#define NINE_PARTS "1/2/3/4/5/6/7/8/9"

static const char *const odd_paths[] = {"",
                                        "/a",
                                        "a/",
                                        "a//b",
                                        ".",
                                        "..",
                                        "../a",
                                        "a/../b",
                                        "a/.b",
                                        ".a",
                                        NINE_PARTS,
                                        "a\\b",
                                        "a\nb",
                                        "a\x7f",
                                        "\xff",
                                        "data.logicworld",
                                        "data.partialworld"};

static void paths_that_are_not_portable_are_refused(void **state)
{
    (void)state;
    struct bytes world = world_bytes(), json;
    ow_error error;
    for (size_t i = 0; i < LENGTH(odd_paths); i++) {
        const ow_folder_file file = {.path = ow_text_of(odd_paths[i])};
        const ow_folder folder = {.files = &file, .file_count = 1};
        if (write_json(&world, &folder, NULL, &json, &error) != OW_BAD_ARGUMENT || json.size > 0)
            ROW_FAILED("\"%s\" was written\n", odd_paths[i]);
        assert_non_null(strstr(error.message, strncmp(odd_paths[i], "data.", 5) == 0
                                                  ? "is the name of a world"
                                                  : "is no path in a folder"));
    }
    char longest[3000];
    memset(longest, 'a', sizeof longest);
    assert_true(ow_folder_path_is_portable((ow_text){longest, 2048}));
    assert_false(ow_folder_path_is_portable((ow_text){longest, 2049}));
    assert_true(ow_folder_path_is_portable(OW_LITERAL("1/2/3/4/5/6/7/8")));
    assert_true(ow_folder_path_is_portable(OW_LITERAL("a.b/c d #1.\xc3\xa9/data.logicworld")));
    bytes_free(&world);
}

static void paths_that_exclude_each_other_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *texts[2 * MOST_FILES];
        bool is_fine;
    } rows[] = {
        {{"a", "", "b", "", "a", ""}, false},
        {{"a/b/c", "", "a.b", "", "a", ""}, false},
        {{"a/b", "", "a.b", "", "aa", "", "a/bb", "", "A", ""}, true},
    };
    struct bytes world = world_bytes(), json;
    ow_error error;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_folder_file files[MOST_FILES];
        const ow_folder folder = folder_of(rows[i].texts, files);
        ow_status status = write_json(&world, &folder, NULL, &json, &error);
        if (status != (rows[i].is_fine ? OW_OK : OW_BAD_ARGUMENT))
            ROW_FAILED("row %zu: %d\n", i, (int)status);
        assert_true(rows[i].is_fine || strstr(error.message, "is taken by another file"));
        bytes_free(&json);
    }
    bytes_free(&world);
}

#define WORLD                                                                                      \
    "{\"format\": \"blotter\", \"version\": 7, \"game_version\": [0, 92, 3, 57],"                  \
    " \"save_type\": \"world\", \"mods\": [], \"component_types\": [], \"components\": [],"        \
    " \"wires\": [], \"circuit_states\": \"\""

static void hostile_json_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *json, *message;
        ow_status status;
    } rows[] = {
        {WORLD ", \"folder\": {}}", NULL, OW_OK},
        {"\xef\xbb\xbf" WORLD ", \"folder\": {\"a\": \"\"}}", NULL, OW_OK},
        {WORLD ", \"folder\": {\"a\": {\"base64\": \"AA\\u003d=\"}}}", NULL, OW_OK},
        {WORLD ", \"folder\": []}", "expected an object", OW_BAD_JSON},
        {WORLD ", \"folder\": null}", "expected an object", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": 1}}", "expected an object", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": {}}}", "expected a text, or", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": {\"base64\": 1}}}", "expected a text, or", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": {\"base64\": \"\", \"b\": 1}}}", "expected a text, or",
         OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": {\"base64\": \"AAA\"}}}", "multiple of four", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": {\"base64\": \"AA=A\"}}}", "valid base64", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": \"\\ud800\"}}", "is not UTF-8", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": \"\xff\"}}", "is not UTF-8", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": \"\", \"\\u0061\": \"\"}}", "is taken by another file",
         OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\\u0000\": \"\"}}", "is no path in a folder", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"\\u002e./a\": \"\"}}", "is no path in a folder", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"data.partialworld\": \"\"}}", "name of a world", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\": \"\"", "expected", OW_BAD_JSON},
        {WORLD ", \"folder\": {\"a\"", "expected", OW_BAD_JSON},
        {"{\"format\": \"none\"}", "not a world", OW_UNKNOWN_FORMAT},
        {"[]", "expected an object", OW_BAD_JSON},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes found = {0};
        ow_error error = {0};
        ow_status status = ow_folder_from_json(rows[i].json, strlen(rows[i].json), NULL, NULL,
                                               note_file, &found, &error);
        if (status != rows[i].status)
            ROW_FAILED("row %zu: %d, %s\n", i, (int)status, error.message);
        if (rows[i].message && (!strstr(error.message, rows[i].message) || found.size > 0))
            ROW_FAILED("row %zu: %s\n", i, error.message);
        bytes_free(&found);
    }
}

static void offsets_count_the_byte_order_mark(void **state)
{
    (void)state;
    static const char marked[] = "\xef\xbb\xbf" WORLD ", \"folder\": {\"a\": 1}}";
    static const char broken[] = "\xef\xbb\xbf" WORLD ", \"odd\": 1}";
    struct bytes found = {0};
    ow_document document;
    ow_error error;
    assert_int_equal(
        ow_folder_from_json(marked, sizeof marked - 1, NULL, NULL, note_file, &found, &error),
        OW_BAD_JSON);
    assert_int_equal(error.offset, strstr(marked, "1}}") - marked);
    assert_string_equal(error.pointer, "/folder");
    assert_int_equal(ow_from_json(broken, sizeof broken - 1, NULL, &document, &error), OW_BAD_JSON);
    assert_int_equal(error.offset, strstr(broken, "\"odd") - broken);
}

/* Only a format whose worlds have folders has the member. */
static void a_world_takes_the_folder_wherever_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        const char *message; /* NULL: it is read */
    } rows[] = {
        {WORLD ", \"folder\": {\"a\": \"\"}}", NULL},
        {"{\"folder\": {\"a\": [{}]}, \"format\": \"blotter\", \"version\": 7,"
         " \"game_version\": [0, 92, 3, 57], \"save_type\": \"world\", \"mods\": [],"
         " \"component_types\": [], \"components\": [], \"wires\": [], \"circuit_states\": \"\"}",
         NULL},
        {WORLD ", \"folder\": 5}", "expected an object"},
        {WORLD ", \"folder\": {}, \"folder\": {}}", "\"folder\" is a duplicate"},
        {WORLD ", \"folders\": {}}", "\"folders\" is not a field"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document;
        ow_error error = {0};
        ow_status status =
            ow_from_json(rows[i].json, strlen(rows[i].json), NULL, &document, &error);
        if ((status == OW_OK) != !rows[i].message)
            ROW_FAILED("row %zu: %d, %s\n", i, (int)status, error.message);
        assert_true(!rows[i].message || strstr(error.message, rows[i].message));
        ow_close(&document);
    }
    struct bytes level = read_file("samples/moated-keep.lvd"), json = {0}, found = {0};
    const ow_folder folder = {0};
    ow_error error;
    ow_sink sink = sink_to(&json);
    bool has_folder = true;
    assert_int_equal(write_json(&level, &folder, NULL, &json, &error), OW_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "no folder for a world"));
    assert_int_equal(ow_to_json(level.data, level.size, NULL, &sink, &error), OW_OK);
    json.size -= sizeof "}" /* and a line break */;
    put_raw(&json, ", \"folder\": {}}", sizeof ", \"folder\": {}}" - 1);
    ow_document document;
    assert_int_equal(ow_from_json((char *)json.data, json.size, NULL, &document, &error),
                     OW_BAD_JSON);
    assert_non_null(strstr(error.message, "\"folder\" is not a field"));
    bytes_free(&json);
    static const char other[] = "{\"format\": \"leveld\", \"folder\": {\"a\": \"\"}}";
    assert_int_equal(
        ow_folder_from_json(other, sizeof other - 1, NULL, &has_folder, note_file, &found, &error),
        OW_OK);
    assert_false(has_folder);
    assert_int_equal(found.size, 0);
    bytes_free(&level);
}

/* Reads the files twice, with the note of ow_from_json and without. Returns whether there is a
 * folder. */
static bool read_with_note(const struct bytes *json, ow_json_note *note)
{
    struct bytes found[2] = {{0}, {0}};
    bool has_folder[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        const ow_options options = {.json_note = i == 1 ? note : NULL};
        assert_int_equal(ow_folder_from_json((char *)json->data, json->size, &options,
                                             &has_folder[i], note_file, &found[i], NULL),
                         OW_OK);
    }
    assert_true(has_folder[0] == has_folder[1] && found[0].size == found[1].size);
    if (found[0].size > 0)
        assert_memory_equal(found[0].data, found[1].data, found[0].size);
    bytes_free(&found[0]), bytes_free(&found[1]);
    return has_folder[0];
}

static void read_world(const struct bytes *json, ow_json_note *note)
{
    const ow_options options = {.json_note = note};
    ow_document document;
    assert_int_equal(ow_from_json((char *)json->data, json->size, &options, &document, NULL),
                     OW_OK);
    ow_close(&document);
}

/* A note is for one text, and says where the folder is, behind any byte order mark. */
static void a_note_saves_the_search(void **state)
{
    (void)state;
    const ow_folder_file file = {OW_LITERAL("a"), {(const uint8_t *)"x", 1}};
    const ow_folder folder = {.files = &file, .file_count = 1};
    struct bytes world = world_bytes(), json, marked = {0}, plain = {0}, other = {0};
    ow_sink sink = sink_to(&plain);
    assert_int_equal(write_json(&world, &folder, NULL, &json, NULL), OW_OK);
    assert_int_equal(ow_to_json(world.data, world.size, NULL, &sink, NULL), OW_OK);
    put_raw(&marked, "\xef\xbb\xbf", 3);
    put_raw(&marked, json.data, json.size);
    put_raw(&other, json.data, json.size);
    other.data[other.size - sizeof "folder\": {\n    \"a\": \"x\"\n  }\n}"] = 'F';
    const struct bytes *const texts[] = {&json, &marked, &plain};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        ow_json_note note = {0};
        read_world(texts[i], &note);
        const char *text = (const char *)texts[i]->data;
        assert_ptr_equal(note.text, text);
        assert_int_equal(note.size, texts[i]->size);
        if (texts[i] == &plain)
            assert_int_equal(note.folder, 0);
        else
            assert_memory_equal(text + note.folder - 10, "\"folder\": {", 11);
        for (size_t k = 0; k < LENGTH(texts); k++)
            assert_true(read_with_note(texts[k], &note) == (texts[k] != &plain));
        assert_false(read_with_note(&other, &note));
        const ow_options options = {.json_note = &note};
        ow_document document;
        assert_true(ow_from_json("{", 1, &options, &document, NULL) != OW_OK);
        assert_null(note.text);
    }
    bytes_free(&world), bytes_free(&json), bytes_free(&marked), bytes_free(&plain),
        bytes_free(&other);
}

static void arguments_are_asked_for(void **state)
{
    (void)state;
    const ow_folder folder = {0}, none = {.file_count = 1};
    const ow_folder_file nameless = {0};
    const ow_folder odd = {.files = &nameless, .file_count = 1};
    struct bytes world = world_bytes(), json = {0};
    ow_sink sink = sink_to(&json);
    assert_int_equal(ow_folder_to_json(world.data, world.size, NULL, NULL, &sink, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_folder_to_json(world.data, world.size, &none, NULL, &sink, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_folder_to_json(world.data, world.size, &odd, NULL, &sink, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_folder_to_json(world.data, world.size, &folder, NULL, NULL, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_folder_to_json("x", 1, &folder, NULL, &sink, NULL), OW_UNKNOWN_FORMAT);
    assert_int_equal(ow_folder_from_json(NULL, 0, NULL, NULL, note_file, &json, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_folder_from_json("{}", 2, NULL, NULL, NULL, NULL, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(json.size, 0);
    bytes_free(&world);
}

static void each_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const texts[] = {"b", "1", "a", "\xff", "c/d", "2", NULL};
    ow_folder_file files[MOST_FILES];
    const ow_folder folder = folder_of(texts, files);
    struct bytes world = world_bytes(), json, sound;
    ow_error error = {0};
    assert_int_equal(write_json(&world, &folder, NULL, &sound, &error), OW_OK);
    ow_status wrote = OW_NO_MEMORY, read = OW_NO_MEMORY;
    for (unsigned refused = 1; wrote != OW_OK || read != OW_OK; refused++) {
        struct ledger ledger = {.refuse = refused}, other = {.refuse = refused};
        const ow_options options = ledger_options(&ledger), others = ledger_options(&other);
        struct bytes found = {0};
        wrote = write_json(&world, &folder, &options, &json, &error);
        assert_true(wrote == OW_OK || (wrote == OW_NO_MEMORY && *error.message));
        read = ow_folder_from_json((char *)sound.data, sound.size, &others, NULL, note_file, &found,
                                   &error);
        assert_true(read == OW_OK || (read == OW_NO_MEMORY && *error.message && found.size == 0));
        assert_int_equal(ledger.blocks + other.blocks, 0);
        assert_true(refused < 100);
        bytes_free(&json), bytes_free(&found);
    }
    const ow_options small = {.max_memory = 64};
    struct bytes found = {0};
    assert_int_equal(ow_folder_from_json((char *)sound.data, sound.size, &small, NULL, note_file,
                                         &found, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_int_equal(found.size, 0);
    bytes_free(&world), bytes_free(&sound);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_come_back_byte_for_byte_and_sorted),
        cmocka_unit_test(an_empty_folder_is_not_none),
        cmocka_unit_test(many_files_are_sorted),
        cmocka_unit_test(paths_that_are_not_portable_are_refused),
        cmocka_unit_test(paths_that_exclude_each_other_are_refused),
        cmocka_unit_test(hostile_json_is_refused),
        cmocka_unit_test(offsets_count_the_byte_order_mark),
        cmocka_unit_test(a_world_takes_the_folder_wherever_it_is),
        cmocka_unit_test(a_note_saves_the_search),
        cmocka_unit_test(arguments_are_asked_for),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
