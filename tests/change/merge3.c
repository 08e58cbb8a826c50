/* Three-way merges: an edit on each side, and what ours becomes or what the conflict is. */
#include "../support/test.h"

#include "../support/changes.h"
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

/* A patch with single quotes for double ones, done to a world; "" is none. */
static ow_document patched(const ow_document *document, const char *text)
{
    ow_document changed;
    ow_error error;
    char *patch = malloc(strlen(text) + 3);
    assert_non_null(patch);
    snprintf(patch, strlen(text) + 3, "[%s]", text);
    for (char *at = patch; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    if (ow_patch(document, patch, strlen(patch), NULL, &changed, &error) != OW_OK)
        ROW_FAILED("%s: %s at %s\n", text, error.message, error.pointer);
    free(patch);
    return changed;
}

static ow_visit note_conflict(void *context, const ow_conflict *conflict)
{
    struct reported_changes *lines = context;
    const char *place = conflict->ours     ? conflict->ours
                        : conflict->theirs ? conflict->theirs
                                           : conflict->base;
    assert_non_null(place);
    lines->size += (size_t)snprintf(lines->text + lines->size, sizeof lines->text - lines->size,
                                    "! %s%s%s: %s\n", conflict->name, *conflict->name ? " " : "",
                                    place, conflict->message);
    assert_true(lines->size < sizeof lines->text);
    return OW_GO_ON;
}

/* The conflicts, and what then differs from ours. */
static void assert_merged(const char *world, const char *ours_patch, const char *theirs_patch,
                          const char *expected)
{
    struct reported_changes lines = {.text = ""};
    ow_document base = document_of(world), merged;
    ow_document ours = patched(&base, ours_patch), theirs = patched(&base, theirs_patch);
    ow_error error;
    uint64_t conflicts = 0, reported = 0;
    if (ow_merge3(&base, &ours, &theirs, NULL, NULL, NULL, note_conflict, &lines, &conflicts,
                  &merged, &error) != OW_OK)
        ROW_FAILED("%s and %s: %s at %s\n", ours_patch, theirs_patch, error.message, error.pointer);
    for (const char *at = lines.text; *at; at++)
        reported += *at == '\n';
    assert_int_equal(conflicts, reported);
    assert_int_equal(
        ow_diff(&ours, &merged, NULL, NULL, NULL, print_change_as_line, &lines, NULL, &error),
        OW_OK);
    if (strcmp(lines.text, expected) != 0)
        ROW_FAILED("%s and %s told:\n%sexpected:\n%s", ours_patch, theirs_patch, lines.text,
                   expected);
    ow_close(&merged);
    ow_close(&theirs);
    ow_close(&ours);
    ow_close(&base);
}

/* A component, a thing, for patches. */
#define COMPONENT(address, parent)                                                                 \
    "{'address': " #address ", 'parent': " #parent                                                 \
    ", 'type': 1, 'position': [0, 0, 0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [], "         \
    "'outputs': [], 'custom_data': null}"
#define THING(id)                                                                                  \
    "{'id': " #id ", 'tag': 0, 'x': 0, 'y': 0, 'layer_id': 0, 'flags': 0, 'metadata': ''}"
#define CITY_THING(kind)                                                                           \
    "{'meta_thing': " #kind ", 'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': 'AAA='}"
#define ADD(path, value)     "{'op': 'add', 'path': '" path "', 'value': " value "}"
#define REPLACE(path, value) "{'op': 'replace', 'path': '" path "', 'value': " value "}"
#define REMOVE(path)         "{'op': 'remove', 'path': '" path "'}"
#define MOVE(from, path)     "{'op': 'move', 'from': '" from "', 'path': '" path "'}"

static void different_things_are_merged(void **state)
{
    (void)state;
    static const struct {
        const char *world, *ours, *theirs, *expected;
    } rows[] = {
        {world_of_city, "", "", ""},
        {world_of_city, REPLACE("/name", "'x'"), "", ""},
        {world_of_city, "", REPLACE("/name", "'x'"), "~ /name: 'c' -> 'x'\n"},
        /* Two fields, of one record too. */
        {world_of_city, REPLACE("/name", "'x'"), REPLACE("/things/0/x", "9"),
         "~ /things/0/x: 1 -> 9\n"},
        {world_of_city, REPLACE("/things/0/z", "9"), REPLACE("/things/0/x", "9"),
         "~ /things/0/x: 1 -> 9\n"},
        {world_of_city, ADD("/things_size", "9"), REPLACE("/name", "'x'"), "~ /name: 'c' -> 'x'\n"},
        {world_of_city, REPLACE("/name", "'x'"), ADD("/things_size", "9"), "+ /things_size\n"},
        /* Cells of one layer. */
        {world_of_leveld, REPLACE("/blocks/1/layers/0/0", "7"),
         REPLACE("/blocks/1/layers/0/5", "9"),
         "~ /blocks/1/layers/0: 7 1 2 3 4 5 -> 7 1 2 3 4 9\n"},
        /* Records of one list: indexes follow. */
        {world_of_blotter, ADD("/components/0", COMPONENT(5, 0)), REMOVE("/wires/0"),
         "- /wires/0\n"},
        {world_of_blotter, ADD("/components/0", COMPONENT(5, 0)),
         ADD("/components/2", COMPONENT(6, 10)), "+ /components/3\n"},
        {world_of_blotter, ADD("/components/2", COMPONENT(5, 0)),
         ADD("/components/2", COMPONENT(6, 10)), "+ /components/3\n"},
        {world_of_blotter, ADD("/components/0", COMPONENT(5, 0)),
         REPLACE("/components/1/position", "[1, 2, 3]"),
         "~ /components/2/position: 0 300 600 -> 1 2 3\n"},
        {world_of_leveld, REMOVE("/blocks/0"), ADD("/blocks/2/things/-", THING(9)),
         "+ /blocks/1/things/1\n"},
        {world_of_leveld, ADD("/blocks/2/things/0", THING(8)), REMOVE("/blocks/2/things/0"),
         "- /blocks/2/things/1\n"},
        {world_of_leveld, REMOVE("/blocks/4"), MOVE("/blocks/2", "/blocks/0"),
         "> /blocks/2 /blocks/0\n"},
        {world_of_leveld, MOVE("/blocks/2", "/blocks/0"), REPLACE("/blocks/2/things/0/x", "8"),
         "~ /blocks/0/things/0/x: 3 -> 8\n"},
        {world_of_leveld, MOVE("/blocks/2", "/blocks/0"), REMOVE("/blocks/2"), "- /blocks/0\n"},
        /* A kind of things at the end of their list, and another thing. */
        {world_of_city, ADD("/things/-", CITY_THING(0)),
         ADD("/meta_things/-", "'x'") "," ADD("/things/0", CITY_THING(2)),
         "~ /meta_things: 'a' 'b' -> 'a' 'b' 'x'\n+ /things/0\n"},
        /* Both did the same. */
        {world_of_city, REPLACE("/name", "'x'"), REPLACE("/name", "'x'"), ""},
        {world_of_leveld, REMOVE("/blocks/4"), REMOVE("/blocks/4"), ""},
        {world_of_leveld, REMOVE("/blocks/4") "," REMOVE("/blocks/3"), REMOVE("/blocks/4"), ""},
        {world_of_blotter, ADD("/components/-", COMPONENT(5, 0)),
         ADD("/components/0", COMPONENT(5, 0)), ""},
        {world_of_leveld, ADD("/blocks/2/things/0", THING(8)),
         ADD("/blocks/2/things/0", THING(8)) "," ADD("/blocks/2/things/0", THING(8)),
         "+ /blocks/2/things/1\n"},
        {world_of_leveld, MOVE("/blocks/2", "/blocks/0"), MOVE("/blocks/2", "/blocks/0"), ""},
        {world_of_leveld, REMOVE("/blocks/2"), MOVE("/blocks/2", "/blocks/0"), ""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_merged(rows[i].world, rows[i].ours, rows[i].theirs, rows[i].expected);
}

static void conflicts_keep_ours(void **state)
{
    (void)state;
    static const struct {
        const char *world, *ours, *theirs, *expected;
    } rows[] = {
        {world_of_city, REPLACE("/name", "'x'"), REPLACE("/name", "'y'"),
         "! /name: ours made it \"x\", theirs \"y\"; ours is kept\n"},
        {world_of_city, ADD("/things_size", "8"), ADD("/things_size", "9"),
         "! /things_size: ours added it 8, theirs 9; ours is kept\n"},
        {world_of_blotter, REPLACE("/components/1/position", "[1, 0, 0]"),
         REPLACE("/components/1/position", "[0, 0, 2]"),
         "! A C-20 /components/1/position: ours made it [1,0,0], theirs [0,0,2]; ours is kept\n"},
        {world_of_leveld,
         REPLACE("/blocks/1/layers/0/0", "7") "," REPLACE("/blocks/1/layers/0/1", "7"),
         REPLACE("/blocks/1/layers/0/1", "9") "," REPLACE("/blocks/1/layers/0/2", "9"),
         "! layer 0 /blocks/1/layers/0/1: both changed 1 value from here on; ours is kept\n~ "
         "/blocks/1/layers/0: 7 7 2 3 4 5 -> 7 7 9 3 4 5\n"},
        /* What is gone, once for a record. */
        {world_of_blotter, REMOVE("/components/1") "," REMOVE("/wires/0"),
         REPLACE("/components/1/position", "[1, 2, 3]") "," REPLACE("/components/1/parent", "0"),
         "! A C-20 /components/1: ours removed what theirs changed; it stays removed\n"},
        {world_of_blotter, REPLACE("/components/1/position", "[1, 2, 3]"),
         REMOVE("/components/1") "," REMOVE("/wires/0"),
         "! A C-20 /components/1: theirs removed what ours changed; it is kept\n- /wires/0\n"},
        {world_of_leveld, REMOVE("/blocks/2"), ADD("/blocks/2/things/-", THING(9)),
         "! THNG /blocks/2: ours removed what theirs changed; it stays removed\n"},
        {world_of_leveld, ADD("/blocks/2/things/-", THING(9)), REMOVE("/blocks/2"),
         "! THNG /blocks/2: theirs removed what ours changed; it is kept\n"},
        /* Two components of one address. */
        {world_of_blotter, ADD("/components/2", COMPONENT(5, 0)),
         ADD("/components/2", COMPONENT(5, 10)),
         "! A C-5 /components/2: both added it with different contents; ours is kept\n"},
        /* Things of a city name their kind by its place in a list. */
        {world_of_city, ADD("/meta_things/0", "'x'"),
         REPLACE("/things/0/meta_thing", "0") "," REPLACE("/name", "'y'"),
         "! b /things/0/meta_thing: both changed indexes that records refer to; the changes of "
         "theirs are left out\n~ /name: 'c' -> 'y'\n"},
        /* Blocks of a build are wired by their place. */
        {world_of_structure, REMOVE("/blocks/0"), REPLACE("/colors/0", "7"),
         "~ /colors: 31 63488 -> 7 63488\n"},
        {world_of_structure, REMOVE("/blocks/0"),
         "{'op': 'copy', 'from': '/blocks/1', 'path': '/blocks/-'}",
         "! /blocks: both changed indexes that records refer to; the changes of theirs are left "
         "out\n"},
        {world_of_leveld, MOVE("/blocks/2", "/blocks/0"), MOVE("/blocks/3", "/blocks/0"),
         "! /blocks: both moved records of this list; the order of ours is kept\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_merged(rows[i].world, rows[i].ours, rows[i].theirs, rows[i].expected);
}

static void worlds_that_do_not_belong_together_are_refused(void **state)
{
    (void)state;
    ow_document city = document_of(world_of_city), level = document_of(world_of_leveld), merged;
    ow_error error;
    assert_int_equal(
        ow_merge3(&city, &city, &level, NULL, NULL, NULL, NULL, NULL, NULL, &merged, &error),
        OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "worlds of different formats cannot be merged");
    assert_null(merged.format);
    assert_int_equal(
        ow_merge3(&city, NULL, &city, NULL, NULL, NULL, NULL, NULL, NULL, &merged, &error),
        OW_BAD_ARGUMENT);
    assert_int_equal(
        ow_merge3(&city, &city, &city, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &error),
        OW_BAD_ARGUMENT);
    ow_close(&city);
    ow_close(&level);
}

/* The game wrote theirs in a newer version; ours was edited by hand. */
static void the_version_that_one_side_changed_is_taken(void **state)
{
    (void)state;
    const ow_target older = {.has_version = true, .version = 6};
    const ow_target oldest = {.has_version = true, .version = 5};
    struct reported_changes lines = {.text = ""};
    ow_document theirs = document_of(world_of_blotter), base, ours, merged, other;
    ow_error error;
    uint64_t conflicts;
    assert_int_equal(ow_convert(&theirs, &older, NULL, NULL, NULL, &base, &error), OW_OK);
    ours = patched(&base, ADD("/components/2", COMPONENT(5, 0)));
    assert_int_equal(
        ow_merge3(&base, &ours, &theirs, NULL, NULL, NULL, NULL, NULL, &conflicts, &merged, &error),
        OW_OK);
    assert_int_equal(conflicts, 0);
    assert_int_equal(merged.as.blotter->version, 7);
    assert_int_equal(merged.as.blotter->component_count, 3);
    ow_close(&merged);
    assert_int_equal(ow_convert(&base, &oldest, NULL, NULL, NULL, &other, &error), OW_OK);
    assert_int_equal(ow_merge3(&base, &other, &theirs, NULL, NULL, NULL, note_conflict, &lines,
                               &conflicts, &merged, &error),
                     OW_OK);
    assert_int_equal(merged.as.blotter->version, 5);
    assert_string_equal(lines.text, "! : both changed the version or the variant; ours is kept\n");
    ow_close(&merged);
    ow_close(&other);
    ow_close(&ours);
    ow_close(&base);
    ow_close(&theirs);
}

/* Each setting of a variant counts, however many block types it flips. */
static void a_variant_that_both_sides_changed_is_a_conflict(void **state)
{
    (void)state;
    static const char empty[] = "{'format': 'structure', 'version': 6, 'colors': [], 'rotations': "
                                "[], 'roots': [], 'blocks': []}";
    static const char both[] = "! : both changed the version or the variant; ours is kept\n";
    static const struct {
        uint8_t string_prefix, last_ids;
        const char *expected;
    } ours_rows[] = {
        {OW_STRUCTURE_VARINT, 0, ""},
        {OW_STRUCTURE_U16, 0, both},
        {OW_STRUCTURE_VARINT, 0x80, both},
    };
    enum { LAST = 31 /* of the bytes with a bit for each type */ };
    for (unsigned flipped = 0; flipped < LAST; flipped++) {
        for (size_t i = 0; i < LENGTH(ours_rows); i++) {
            struct reported_changes lines = {.text = ""};
            ow_document base = document_of(empty), ours, theirs, merged;
            ow_error error;
            memset(base.as.structure->variant.flipped_ids, 0xff, flipped);
            ours = patched(&base, "");
            theirs = patched(&base, "");
            ours.as.structure->variant.string_prefix = ours_rows[i].string_prefix;
            ours.as.structure->variant.flipped_ids[LAST] = ours_rows[i].last_ids;
            theirs.as.structure->variant.flipped_ids[LAST] = 0x40;
            assert_int_equal(ow_merge3(&base, &ours, &theirs, NULL, NULL, NULL, note_conflict,
                                       &lines, NULL, &merged, &error),
                             OW_OK);
            if (strcmp(lines.text, ours_rows[i].expected) != 0)
                ROW_FAILED("row %zu, %u flipped: %s\n", i, 8 * flipped, lines.text);
            assert_int_equal(merged.as.structure->variant.flipped_ids[LAST],
                             *ours_rows[i].expected ? ours_rows[i].last_ids : 0x40);
            ow_close(&merged);
            ow_close(&theirs);
            ow_close(&ours);
            ow_close(&base);
        }
    }
}

static void memory_that_ends_is_an_error(void **state)
{
    (void)state;
    ow_document base = document_of(world_of_leveld);
    ow_document ours = patched(
        &base, REPLACE("/blocks/1/layers/0/0", "7") "," ADD("/blocks/2/things/0", THING(8)));
    ow_document theirs =
        patched(&base, REPLACE("/blocks/1/layers/0/5", "9") "," ADD(
                           "/blocks/2/things/0", THING(7)) "," MOVE("/blocks/3", "/blocks/0"));
    uint64_t calls = 1;
    for (uint64_t refuse = 0; refuse <= calls; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_document merged;
        ow_error error;
        ow_status status = ow_merge3(&base, &ours, &theirs, &options, NULL, NULL, NULL, NULL, NULL,
                                     &merged, &error);
        ow_close(&merged);
        assert_int_equal(status, refuse == 0 ? OW_OK : OW_NO_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        calls = refuse == 0 ? ledger.calls : calls;
    }
    ow_close(&theirs);
    ow_close(&ours);
    ow_close(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(different_things_are_merged),
        cmocka_unit_test(conflicts_keep_ours),
        cmocka_unit_test(worlds_that_do_not_belong_together_are_refused),
        cmocka_unit_test(the_version_that_one_side_changed_is_taken),
        cmocka_unit_test(a_variant_that_both_sides_changed_is_a_conflict),
        cmocka_unit_test(memory_that_ends_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
