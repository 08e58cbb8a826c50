/* What a check of a level reports, where, and what it leaves alone. */
#include "../support/test.h"

#include "../support/levels.h"

/* What a check found: "CODE POINTER" each on a line, codes without LEVELD_. */
struct seen {
    const struct bytes *bytes;
    char text[4000], last_message[512];
};

/* The place of a JSON Pointer in a file's trace. */
struct place {
    const char *pointer;
    size_t depth, sizes[16], size; /* of the path to the object or array at hand */
    bool is_array[16], found;
    char path[256];
    uint64_t offset, length;
};

static ow_visit find_place(void *context, const ow_event *event)
{
    struct place *place = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    if (event->kind == OW_VALUE || begins) {
        place->sizes[place->depth] = place->size;
        if (place->depth > 0 && event->name)
            place->size += (size_t)sprintf(place->path + place->size, "/%s", event->name);
        else if (place->depth > 0)
            place->size +=
                (size_t)sprintf(place->path + place->size, "/%u", (unsigned)event->index);
        if (begins) {
            place->depth++;
            return OW_GO_ON;
        }
    }
    if (event->kind != OW_VALUE)
        place->depth--;
    if (strcmp(place->path, place->pointer) == 0) {
        place->found = true;
        place->offset = event->offset;
        place->length = event->size;
    }
    place->size = place->sizes[place->depth];
    place->path[place->size] = '\0';
    return OW_GO_ON;
}

/* Each issue is where the trace has its pointer. */
static void assert_in_place(const struct bytes *bytes, const ow_issue *issue)
{
    struct place place = {.pointer = issue->pointer};
    ow_error error;
    if (ow_trace(bytes->data, bytes->size, NULL, find_place, &place, &error) != OW_OK)
        return; /* what breaks off is told where it breaks off */
    if (!place.found)
        ROW_FAILED("%s is not in the file\n", issue->pointer);
    if (place.offset != issue->offset || place.length != issue->size)
        ROW_FAILED("%s is said to be at %u, %u bytes; it is at %u, %u bytes\n", issue->pointer,
                   (unsigned)issue->offset, (unsigned)issue->size, (unsigned)place.offset,
                   (unsigned)place.length);
}

static void see(void *context, const ow_issue *issue)
{
    struct seen *seen = context;
    size_t used = strlen(seen->text);
    assert_int_equal(strncmp(issue->code->code, "LEVELD_", 7), 0);
    assert_true(issue->message[0] != '\0');
    snprintf(seen->text + used, sizeof seen->text - used, "%s %s\n", issue->code->code + 7,
             issue->pointer);
    snprintf(seen->last_message, sizeof seen->last_message, "%s", issue->message);
    assert_in_place(seen->bytes, issue);
}

static ow_status check(const struct bytes *bytes, struct seen *seen, ow_check_totals *totals,
                       ow_error *error)
{
    *seen = (struct seen){.bytes = bytes};
    ow_check_options options = {.issue = see, .issue_context = seen};
    return ow_check(bytes->data, bytes->size, NULL, &options, totals, error);
}

struct row {
    const char *what, *json, *issues;
};

static void run_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bytes bytes = level_of(rows[i].json);
        struct seen seen;
        ow_check_totals totals;
        ow_error error = {0};
        if (check(&bytes, &seen, &totals, &error) != OW_OK)
            ROW_FAILED("%s: %s at %s\n", rows[i].what, error.message, error.pointer);
        if (strcmp(seen.text, rows[i].issues) != 0)
            ROW_FAILED("%s: found\n%sexpected\n%s", rows[i].what, seen.text, rows[i].issues);
        bytes_free(&bytes);
    }
}

#define OLD_MESH(width, cells) "{'id': 'MESH', 'width': " width ", 'layers': [[" cells "]]}"
/* Cells of 8 by 8 pixels. */
#define TILES_OF_8           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, "
#define MESH_2(width, cells) TILES_OF_8 "'width': " width ", 'layers': [[" cells "]]}"
#define LITTLE_2(...)        LEVEL_IN("2", "little", "", __VA_ARGS__)
#define BIG_2(...)           LEVEL_IN("2", "big", "", __VA_ARGS__)

static const struct row whole_rows[] = {
    {"a sound level", LEVEL(META, MESH), ""},
    {"a sound level of version 2", BIG_2(META, MESH_2("1", "1")), ""},
    {"version 4, little-endian", LEVEL_IN("4", "little", "", META, MESH),
     "BYTE_ORDER /byte_order\n"},
    {"version 0, big-endian", LEVEL_IN("0", "big", "", META, OLD_MESH("1", "1")),
     "BYTE_ORDER /byte_order\n"},
    {"version 1, as it was", LEVEL_IN("1", "little", "", META, OLD_MESH("1", "1")),
     "OLD_VARIANT /byte_order\n"},
    {"two variants of one version", LEVEL_IN("3", "big", "'variant': 'u64-counts', ", META, MESH),
     "OLD_VARIANT /variant\n"},
    {"version 0 in version 4's layout",
     LEVEL_IN("0", "big", "'variant': 'v4-layout', ", META, MESH), "NEWER_LAYOUT /variant\n"},
    {"the same, little-endian", LEVEL_IN("0", "little", "'variant': 'v4-layout', ", META, MESH),
     "BYTE_ORDER /byte_order\nNEWER_LAYOUT /variant\n"},
    {"a layer that version 4's layout has",
     LEVEL_IN("0", "big", "'variant': 'v4-layout', ", META, MESH,
              THNG(THING("1", "0", "0", "0", "2"))),
     "NEWER_LAYOUT /variant\nLAYER_MISSING /blocks/2/things/0/layer_id\n"},
    {"nothing at all", LEVEL(""), "META_MISSING /blocks\nMESH_MISSING /blocks\n"},
    {"META last", LEVEL(MESH, META), "META_NOT_FIRST /blocks/1/id\n"},
    {"META twice, the last one counts", LEVEL(META, MESH, META), "BLOCK_REPEATED /blocks/0\n"},
    {"lists twice", LEVEL(META, MESH, THNG(""), PATHS(""), THNG(""), PATHS("")),
     "BLOCK_REPEATED /blocks/2\nBLOCK_REPEATED /blocks/3\n"},
    {"things of version 3 in version 2", BIG_2(META, MESH_2("1", "1"), THNG("")),
     "BLOCK_TOO_EARLY /blocks/2/id\n"},
    {"actors in version 4", LEVEL(META, MESH, PLRS("1", "1")), "ACTORS_AS_THINGS /blocks/2/id\n"},
    {"actors before things, and behind them",
     LEVEL(META, MESH, PLRS("99", "99"), THNG(""), PLRS("1", "1")),
     "ACTORS_REPLACED /blocks/2\nACTORS_AS_THINGS /blocks/4/id\n"},
    {"no actors before things", LEVEL(META, MESH, "{'id': 'ITEM', 'actors': []}", THNG("")), ""},
};

static void rules_on_the_level_as_a_whole(void **state)
{
    (void)state;
    run_rows(whole_rows, LENGTH(whole_rows));
}

static const struct row text_rows[] = {
    {"texts that are not UTF-8",
     LEVEL("{'id': 'META', 'timestamp': '0', 'level_id': {'base64': '/w=='}, "
           "'name': {'base64': '/w=='}, 'author': {'base64': '/w=='}, "
           "'description': {'base64': '/w=='}}",
           MESH,
           "{'id': 'THNG', 'things': [{'id': 1, 'tag': 0, 'x': 0, 'y': 0, 'layer_id': 0, "
           "'flags': 0, 'metadata': {'base64': '/w=='}}]}",
           "{'id': 'TRIG', 'triggers': [{'x': 0, 'y': 0, 'layer_id': 0, 'area_type': 1, "
           "'radius': 1, 'id': 0, 'tag': 0, 'type': 0, 'a1': 0, 'a2': 0, 'a3': 0, 'a4': 0, "
           "'a5': 0, 'metadata': {'base64': '/w=='}}]}"),
     "BAD_UTF8 /blocks/0/level_id\nBAD_UTF8 /blocks/0/name\nBAD_UTF8 /blocks/0/author\n"
     "BAD_UTF8 /blocks/0/description\nBAD_UTF8 /blocks/2/things/0/metadata\n"
     "BAD_UTF8 /blocks/3/triggers/0/metadata\n"},
    {"a path of Windows", LEVEL(META_OF("", "C:\\\\maps\\\\config.json"), MESH),
     "DESCRIPTION_IS_PATH /blocks/0/description\n"},
    {"of the same kind", LEVEL(META_OF("", "\\\\\\\\server\\\\config.json"), MESH),
     "DESCRIPTION_IS_PATH /blocks/0/description\n"},
    {"a path of others", LEVEL(META_OF("", "/home/me/config.json"), MESH),
     "DESCRIPTION_IS_PATH /blocks/0/description\n"},
    {"no path", LEVEL(META_OF("", "either / or .json"), MESH), ""},
    {"no path either", LEVEL(META_OF("", "A: the first"), MESH), ""},
    {"a path elsewhere", LEVEL(META_OF("C:\\\\maps", ""), MESH), ""},
};

static void rules_on_text(void **state)
{
    (void)state;
    run_rows(text_rows, LENGTH(text_rows));
}

static const struct row map_rows[] = {
    {"width 0 in version 1", LEVEL_IN("1", "big", "", META, OLD_MESH("0", "1, 2")),
     "BYTE_ORDER /byte_order\nWIDTH_ZERO /blocks/1/width\n"},
    {"width 0 in version 2, little-endian", LITTLE_2(META, MESH_2("0", "")),
     "OLD_VARIANT /byte_order\nWIDTH_ZERO /blocks/1/width\n"},
    {"a row that is not full", BIG_2(META, MESH_2("2", "1, 2, 3")),
     "CELLS_LEFT_OVER /blocks/1/layers/0\n"},
    {"no cells in version 2", BIG_2(META, MESH_2("2", "")), "MAP_EMPTY /blocks/1/layers/0\n"},
    {"layers of other lengths", LEVEL(META, MESH_OF("8", "2", "1", "[1, 2], [1], [1, 2, 3]")),
     "LAYER_LENGTH /blocks/1/layers/1\nLAYER_LENGTH /blocks/1/layers/2\n"},
    {"a lost map may be refused all the same",
     LEVEL(META, MESH_OF("0", "1", "1", "[]"), MESH_OF("0", "0", "0", ""), MESH),
     "LAYER_LENGTH /blocks/1/layers/0\nBLOCK_REPEATED /blocks/1\nBLOCK_REPEATED /blocks/2\n"},
    {"no layers", LEVEL(META, MESH_OF("8", "2", "1", "")), "NO_LAYERS /blocks/1/layers\n"},
    {"no cells", LEVEL(META, MESH_OF("8", "0", "5", "[], []")), "MAP_EMPTY /blocks/1/width\n"},
    {"no cells, the other way", LEVEL(META, MESH_OF("8", "5", "0", "[]")),
     "MAP_EMPTY /blocks/1/height\n"},
    {"tiles without a size", LEVEL(META, MESH_OF("0", "1", "1", "[1]")),
     "TILE_SIZE_ZERO /blocks/1/tile_width\n"},
    {"tiles without a height",
     LEVEL(META, "{'id': 'MESH', 'tile_width': 8, 'tile_height': 0, 'width': 1, 'height': 1, "
                 "'layers': [[1]]}"),
     "TILE_SIZE_ZERO /blocks/1/tile_height\n"},
};

static void rules_on_the_map(void **state)
{
    (void)state;
    run_rows(map_rows, LENGTH(map_rows));
}

/* The map is 48 by 32 pixels. */
static const struct row place_rows[] = {
    {"the last pixels of the map",
     LEVEL(META, MESH, THNG(THING("1", "0", "47", "31", "1")),
           TRIG(TRIGGER("47", "31", "1", RECTANGLE, "1", "0")),
           PATHS(PATH("1", "0", "1", POINT("0", "0"), POINT("47", "31")))),
     ""},
    {"one pixel further",
     LEVEL(META, MESH, THNG(THING("1", "0", "48", "31", "0")),
           TRIG(TRIGGER("47", "32", "0", RECTANGLE, "1", "0")),
           PATHS(PATH("0", "0", "0", POINT("0", "0"), POINT("47", "4294967295")))),
     "THING_OUTSIDE /blocks/2/things/0/x\nTRIGGER_OUTSIDE /blocks/3/triggers/0/y\n"
     "POINT_OUTSIDE /blocks/4/paths/0/points/1/y\n"},
    {"an actor outside", LEVEL(META, MESH, PLRS("48", "0")),
     "ACTORS_AS_THINGS /blocks/2/id\nACTOR_OUTSIDE /blocks/2/actors/0/x\n"},
    {"the map may come last", LEVEL(META, THNG(THING("1", "0", "48", "31", "0")), MESH),
     "THING_OUTSIDE /blocks/1/things/0/x\n"},
    {"the map that counts",
     LEVEL(META, MESH_OF("16", "9", "1", "[0, 0, 0, 0, 0, 0, 0, 0, 0]"),
           THNG(THING("1", "0", "48", "0", "0")), MESH),
     "BLOCK_REPEATED /blocks/1\nTHING_OUTSIDE /blocks/2/things/0/x\n"},
    {"no map, no outside", LEVEL(META, THNG(THING("1", "0", "48", "31", "9"))),
     "MESH_MISSING /blocks\n"},
    {"where tiles have no size, nothing is outside",
     LEVEL(META, MESH_OF("0", "1", "1", "[32769]"), THNG(THING("1", "0", "9", "9", "0"))),
     "TILE_SIZE_ZERO /blocks/1/tile_width\n"},
    {"no such layer",
     LEVEL(META, MESH, THNG(THING("1", "0", "20", "0", "2")),
           TRIG(TRIGGER("0", "0", "3", RECTANGLE, "1", "0")),
           PATHS(PATH("0", "0", "4", POINT("0", "0")))),
     "LAYER_MISSING /blocks/2/things/0/layer_id\nLAYER_MISSING /blocks/3/triggers/0/layer_id\n"
     "LAYER_MISSING /blocks/4/paths/0/layer_id\n"},
    {"in a wall of its layer, not of another",
     LEVEL(META, MESH, THNG(THING("1", "0", "31", "15", "1"), THING("2", "0", "31", "15", "0"))),
     "THING_IN_WALL /blocks/2/things/0\n"},
    {"an actor in a wall", BIG_2(META, MESH_2("1", "32769"), PLRS("1", "1")),
     "THING_IN_WALL /blocks/2/actors/0\n"},
    {"what is lost is not searched",
     LEVEL(META, MESH, THNG(THING("1", "0", "99", "99", "9")),
           TRIG(TRIGGER("99", "99", "9", "'area_type': 7", "1", "0")),
           PATHS(PATH("9", "0", "9", "")), TRIG(""), PATHS(""), THNG("")),
     "BLOCK_REPEATED /blocks/2\nBLOCK_REPEATED /blocks/3\nBLOCK_REPEATED /blocks/4\n"},
};

static void rules_on_places(void **state)
{
    (void)state;
    run_rows(place_rows, LENGTH(place_rows));
}

static const struct row object_rows[] = {
    {"areas that nothing enters",
     LEVEL(META, MESH,
           TRIG(TRIGGER("0", "0", "0", "'area_type': 2", "1", "0"),
                TRIGGER("0", "0", "0", "'area_type': 1, 'radius': 0", "1", "0"),
                TRIGGER("0", "0", "0", "'area_type': 0, 'width': 0, 'height': 0", "1", "0"),
                TRIGGER("0", "0", "0", "'area_type': 0, 'width': 1, 'height': 0", "1", "0"))),
     "AREA_TYPE_UNKNOWN /blocks/2/triggers/0/area_type\nAREA_EMPTY /blocks/2/triggers/1/radius\n"
     "AREA_EMPTY /blocks/2/triggers/2/width\nAREA_EMPTY /blocks/2/triggers/3/height\n"},
    {"paths that lead nowhere",
     LEVEL(META, MESH,
           PATHS(PATH("1", "0", "0", ""), PATH("1", "0", "0", POINT("0", "0")),
                 PATH("0", "0", "0", POINT("0", "0")),
                 PATH("2", "0", "0", POINT("0", "0"), POINT("1", "0")))),
     "PATH_EMPTY /blocks/2/paths/0/points\nLOOP_TOO_SHORT /blocks/2/paths/1/points\n"
     "LOOPING_NOT_BOOLEAN /blocks/2/paths/3/looping\n"},
    {"things that stand twice, and thrice",
     LEVEL(META, MESH,
           THNG(THING("1", "0", "5", "5", "0"), THING("2", "0", "5", "5", "0"),
                THING("1", "0", "5", "5", "1"), THING("1", "7", "5", "5", "0"),
                THING("1", "7", "5", "5", "0"))),
     "THING_TWICE /blocks/2/things/3\nTHING_TWICE /blocks/2/things/4\n"},
    {"a tag alone where others share theirs",
     LEVEL(META, MESH, THNG(THING("1", "5", "5", "5", "0"), THING("2", "6", "5", "5", "0")),
           TRIG(TRIGGER("0", "0", "0", RECTANGLE, "1", "5"),
                TRIGGER("0", "0", "0", RECTANGLE, "1", "4294967295")),
           PATHS(PATH("0", "8", "0", POINT("0", "0")))),
     "TAG_ALONE /blocks/2/things/1/tag\nTAG_ALONE /blocks/3/triggers/1/tag\n"
     "TAG_ALONE /blocks/4/paths/0/tag\n"},
    {"every tag alone",
     LEVEL(META, MESH, THNG(THING("1", "5", "5", "5", "0"), THING("2", "6", "5", "5", "0"))), ""},
    {"a tag that is shared with what is lost",
     LEVEL(META, MESH, THNG(THING("1", "5", "5", "5", "0")),
           TRIG(TRIGGER("0", "0", "0", RECTANGLE, "1", "9"),
                TRIGGER("0", "0", "0", RECTANGLE, "1", "9")),
           THNG(THING("1", "5", "5", "5", "0"))),
     "BLOCK_REPEATED /blocks/2\nTAG_ALONE /blocks/4/things/0/tag\n"},
};

static void rules_on_objects(void **state)
{
    (void)state;
    run_rows(object_rows, LENGTH(object_rows));
}

static void a_layer_of_another_length_is_reported_in_64_bits(void **state)
{
    (void)state;
    static const struct {
        const char *mesh, *says;
    } rows[] = {
        {MESH_OF("1", "65536", "65536", "[]"), "it multiplies in 32 bits"},
        {MESH_OF("1", "65536", "65535", "[]"), "65536 x 65535 need 4294901760"},
        {MESH_OF("1", "3", "1", "[1]"), "layer 0 has 1 cell; 3 x 1 need 3"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char json[512];
        snprintf(json, sizeof json, LEVEL(META, "%s"), rows[i].mesh);
        struct bytes bytes = level_of(json);
        struct seen seen;
        ow_check_totals totals;
        ow_error error;
        assert_int_equal(check(&bytes, &seen, &totals, &error), OW_OK);
        assert_string_equal(seen.text, "LAYER_LENGTH /blocks/1/layers/0\n");
        if (!strstr(seen.last_message, rows[i].says))
            ROW_FAILED("\"%s\" does not say \"%s\"\n", seen.last_message, rows[i].says);
        bytes_free(&bytes);
    }
}

static void a_break_is_the_last_issue(void **state)
{
    (void)state;
    static const struct {
        const char *hex, *issue;
        ow_status status;
    } rows[] = {
        {"0005 4d455441", "UNKNOWN_VERSION /version\n", OW_UNKNOWN_VERSION},
        {"0004 4d455441 0000", "TRUNCATED /blocks/0/timestamp\n", OW_TRUNCATED},
        {"0004 54484e47 00000001 00", "TRUNCATED /blocks/0/thing_count\n", OW_TRUNCATED},
        {"0004 54484e47 00000000 4142", "TRUNCATED /blocks/1/id\n", OW_TRUNCATED},
        {"0004 54484e47 00000000 41424344", "BROKEN /blocks/1/id\n", OW_BAD_VALUE},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = {0};
        struct seen seen;
        ow_check_totals totals;
        ow_error error = {0};
        put_hex(&bytes, rows[i].hex);
        assert_int_equal(check(&bytes, &seen, &totals, &error), rows[i].status);
        assert_int_equal(error.status, rows[i].status);
        assert_string_equal(seen.text, rows[i].issue);
        assert_int_equal(totals.errors, 1);
        bytes_free(&bytes);
    }
}

/* More of everything than goes by without a question whether to go on. */
static struct bytes large_level(void)
{
    enum { COUNT = 5000 };
    static ow_leveld_thing things[COUNT];
    static ow_leveld_meta meta;
    static uint16_t cells[1];
    ow_leveld_layer layer = {1, cells};
    ow_leveld_mesh mesh = {1, 1, 1, 1, 1, &layer};
    ow_leveld_block blocks[] = {{.id = OW_LEVELD_META, .meta = &meta},
                                {.id = OW_LEVELD_MESH, .mesh = &mesh},
                                {.id = OW_LEVELD_THNG, .count = COUNT, .things = things}};
    ow_leveld_level level = {
        .version = 4, .byte_order = OW_LEVELD_BIG, .block_count = 3, .blocks = blocks};
    ow_buffer buffer = {0};
    ow_error error;
    struct bytes bytes = {0};
    assert_int_equal(ow_leveld_write_buffer(&level, NULL, &buffer, &error), OW_OK);
    put_raw(&bytes, buffer.data, buffer.size);
    ow_buffer_free(&buffer, NULL);
    return bytes;
}

struct patience {
    int asked, until;
};

static bool is_patient(void *context, uint64_t done, uint64_t total)
{
    struct patience *patience = context;
    assert_true(done <= total);
    return ++patience->asked != patience->until;
}

static void each_walk_may_be_cancelled(void **state)
{
    (void)state;
    struct bytes bytes = large_level();
    ow_check_options nothing = {0};
    ow_check_totals totals;
    struct patience patience = {0};
    ow_options options = {.progress = is_patient, .progress_context = &patience};
    ow_error error = {0};
    assert_int_equal(ow_check(bytes.data, bytes.size, &options, &nothing, &totals, &error), OW_OK);
    assert_int_equal(patience.asked, 3); /* variant, rules, looking up things that stand twice */
    assert_int_equal(totals.infos, 4999);
    for (int until = 1; until <= 3; until++) {
        patience = (struct patience){.until = until};
        assert_int_equal(ow_check(bytes.data, bytes.size, &options, &nothing, &totals, &error),
                         OW_CANCELLED);
        assert_int_equal(error.status, OW_CANCELLED);
        assert_int_equal(patience.asked, until);
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_on_the_level_as_a_whole),
        cmocka_unit_test(rules_on_text),
        cmocka_unit_test(rules_on_the_map),
        cmocka_unit_test(rules_on_places),
        cmocka_unit_test(rules_on_objects),
        cmocka_unit_test(a_layer_of_another_length_is_reported_in_64_bits),
        cmocka_unit_test(a_break_is_the_last_issue),
        cmocka_unit_test(each_walk_may_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
