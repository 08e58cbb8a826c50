/* What a check of a build finds, and that each issue points at its bytes. */
#include "../support/files.h"
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/varied_builds.h"

#include "codec/locate.h"
#include "structure/codes.h"
#include "structure/search/search.h"

/* The issues of a file, "CODE POINTER" each, a blank behind. */
struct seen {
    const void *bytes;
    size_t size;
    ow_structure_variant variant;
    char text[20000];
    size_t used;
    uint64_t count;
};

/* The place of an issue is that of the field which its pointer names. */
static void assert_placed(const struct seen *seen, const ow_issue *issue)
{
    struct locator locator = {.rest = issue->pointer};
    struct file file = file_in(seen->bytes, seen->size);
    ow_structure_build known = {.variant = seen->variant};
    driver_trace(&structure_format, &file, &known, locator_visit, &locator, NULL);
    if (!locator.found)
        ROW_FAILED("%s: there is no %s\n", issue->code->code, issue->pointer);
    if (locator.offset != issue->offset || locator.size != issue->size)
        ROW_FAILED("%s: %s is at %u, %u bytes, and told at %u, %u bytes\n", issue->code->code,
                   issue->pointer, (unsigned)locator.offset, (unsigned)locator.size,
                   (unsigned)issue->offset, (unsigned)issue->size);
}

static void see(void *context, const ow_issue *issue)
{
    struct seen *seen = context;
    assert_true(issue->message[0] != '\0');
    assert_true(issue->offset + issue->size <= seen->size);
    seen->count++;
    seen->used +=
        (size_t)snprintf(seen->text + seen->used, sizeof seen->text - seen->used, "%s %s ",
                         issue->code->code + strlen("STRUCTURE_"), issue->pointer);
    assert_true(seen->used < sizeof seen->text);
    if (issue->code - structure_issue_codes > UNKNOWN_VERSION)
        assert_placed(seen, issue);
}

static ow_status check(const void *bytes, size_t size, struct seen *seen, ow_check_totals *totals)
{
    struct structure_search search;
    struct file file = file_in(bytes, size);
    ow_error error = {0};
    *seen = (struct seen){.bytes = bytes, .size = size};
    assert_int_equal(structure_find_variant(&file, false, &search), OW_OK);
    seen->variant = search.variant;
    ow_check_options what = {.issue = see, .issue_context = seen};
    ow_status status = ow_check(bytes, size, NULL, &what, totals, &error);
    assert_int_equal(error.status, status);
    return status;
}

/* A metal block, a switch that is connected to a searchlight, and the searchlight. */
#define ROOT(last)                                                                                 \
    "{'position': [0, 1, 0], 'rotation': [0, 0, 0], 'bounds_center': [0, 1, 0], 'bounds_size': "   \
    "[2, 1, 1], 'last_block': " #last "}"
#define BUILD(tables, roots, blocks)                                                               \
    "{'format': 'structure', 'version': 6, " tables ", 'roots': [" roots "], 'blocks': [" blocks   \
    "]}"
#define ONE_ROTATION "'colors': null, 'rotations': [[0, 0, 0]]"
#define METAL        "{'position': [0, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 60}"
#define SWITCH(to)                                                                                 \
    "{'position': [1, 0, 0], 'rotation_index': 0, 'id': 9, 'mask': 62, 'speed': 0, 'signal': 0, "  \
    "'connections': " to "}"
#define LIGHT(mask, speed, rest)                                                                   \
    "{'position': [-32767, 32767, 0], 'rotation_index': 0, 'id': 30, 'mask': " #mask               \
    ", 'speed': " #speed ", 'signal': 255" rest "}"
#define THREE(light) BUILD(ONE_ROTATION, ROOT(2), METAL ", " SWITCH("[2]") ", " light)
#define METADATA(booleans, groups, rest)                                                           \
    THREE(LIGHT(56, 0,                                                                             \
                ", 'metadata': {'booleans': " booleans ", 'floats': [], 'groups': " groups         \
                ", 'bytes': []" rest "}"))
#define WITH(rest) METADATA("[]", "[]", ", " rest)
#define GRADIENT(positions)                                                                        \
    "'gradients': [{'colors': [[1, 2, 3, 4]], 'color_positions': [" positions                      \
    "], 'alphas': [], 'alpha_positions': []}]"

static const struct {
    const char *json, *issues;
} rows[] = {
    {THREE(LIGHT(60, 0, "")), ""},
    {THREE(LIGHT(188, 1, "")), ""},
    {THREE(LIGHT(188, 255, "")), ""},
    {THREE(LIGHT(252, 1, "")), ""}, /* 1.5, cut off */
    {THREE(LIGHT(252, 0, "")), "FAST_WITHOUT_SPEED /blocks/2/mask "},
    {THREE(LIGHT(124, 3, "")), "FAST_WITHOUT_SPEED /blocks/2/mask "},
    {THREE(LIGHT(60, 1, "")), "SPEED_UNANNOUNCED /blocks/2/speed "},
    {THREE(LIGHT(61, 0, ", 'name': '\xd0\xbc\xd1\x8f\xd1\x83'")), ""},
    {THREE(LIGHT(28, 0, ", 'integers': [0]")), ""},
    {THREE(LIGHT(44, 0, ", 'bearing': 1")), "BEARING_OTHER_TYPE /blocks/2/bearing "},
    {THREE(LIGHT(44, 0, ", 'bearing': 2")), "BEARING_TO_ITSELF /blocks/2/bearing "},
    {WITH("'vectors': [[1, 2, 3]]"), ""},
    {METADATA("[]", "[[65535], []]", ""), ""},
    {METADATA("[true, true, true, true, true, true, true, true]", "[]", ""), ""},
    {METADATA("[true]", "[]", ", 'spare_bits': 64"),
     "VARIANT_GUESSED /variant SPARE_BITS /blocks/2/metadata/spare_bits "},
    {WITH(GRADIENT("0.0")), ""},
    {WITH(GRADIENT("1.0")), ""},
    {WITH(GRADIENT("-0.0")), ""},
    {WITH(GRADIENT("1.001")), "GRADIENT_POSITION /blocks/2/metadata/gradients/0/color_positions "},
    {WITH(GRADIENT("-1e-9")), "GRADIENT_POSITION /blocks/2/metadata/gradients/0/color_positions "},
    {WITH(GRADIENT("0, 1")), "GRADIENT_KEYS /blocks/2/metadata/gradients/0/color_positions "},
    {WITH(GRADIENT("'NaN'")), "VARIANT_GUESSED /variant METADATA_NOT_FINITE "
                              "/blocks/2/metadata/gradients/0/color_positions "},
    {WITH("'vectors': [[1, 2, 3], [0, 'Infinity', 0], ['NaN', 'NaN', 0]]"),
     "VARIANT_GUESSED /variant METADATA_NOT_FINITE /blocks/2/metadata/vectors/1 "
     "METADATA_NOT_FINITE /blocks/2/metadata/vectors/2 "},
    {BUILD(ONE_ROTATION, ROOT(1), METAL ", " SWITCH("[0]")),
     "CONNECTION_TO_PASSIVE /blocks/1/connections/0 "},
    {BUILD(ONE_ROTATION, ROOT(1), METAL ", " SWITCH("[1, 1, 1]")),
     "CONNECTION_TO_ITSELF /blocks/1/connections/0 CONNECTION_TO_ITSELF /blocks/1/connections/1 "
     "CONNECTION_TWICE /blocks/1/connections/1 CONNECTION_TO_ITSELF /blocks/1/connections/2 "
     "CONNECTION_TWICE /blocks/1/connections/2 "},
    {BUILD(ONE_ROTATION, ROOT(1), METAL ", " SWITCH("[2, 65535]")),
     "VARIANT_GUESSED /variant CONNECTION_OUTSIDE /blocks/1/connections/0 "
     "CONNECTION_OUTSIDE /blocks/1/connections/1 "},
    {BUILD(ONE_ROTATION, ROOT(1), METAL ", " SWITCH("[]")), "LIST_EMPTY /blocks/1/connections "},
    /* The specification has a table where there are more than 1.2 blocks for each rotation. */
    {BUILD("'colors': null, 'rotations': [[0, 0, 0]]", ROOT(0), METAL),
     "TABLE_NOT_WORTHWHILE /rotations "},
    {BUILD(ONE_ROTATION, ROOT(1), METAL ", " METAL), ""},
    {BUILD("'colors': null, 'rotations': null", "", ""), "EMPTY_BUILD /blocks "},
    {BUILD("'colors': [], 'rotations': []", "", ""),
     "TABLE_EMPTY /colors TABLE_EMPTY /rotations EMPTY_BUILD /blocks "},
    {BUILD(ONE_ROTATION, "", METAL ", " METAL), "VARIANT_GUESSED /variant LAST_BLOCK_END /roots "},
    {BUILD(ONE_ROTATION, ROOT(1) ", " ROOT(1), METAL ", " METAL),
     "VARIANT_GUESSED /variant LAST_BLOCK_ORDER /roots/1/last_block "},
};

static void each_row_raises_its_issues(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct seen seen;
        ow_check_totals totals;
        ow_document document = document_of(rows[i].json);
        ow_buffer file = bytes_of_build(document.as.structure);
        assert_int_equal(check(file.data, file.size, &seen, &totals), OW_OK);
        if (strcmp(seen.text, rows[i].issues) != 0)
            ROW_FAILED("row %zu: \"%s\", not \"%s\"\n", i, seen.text, rows[i].issues);
        assert_int_equal(totals.errors + totals.warnings + totals.infos, seen.count);
        ow_buffer_free(&file, NULL);
        ow_close(&document);
    }
}

/* Each code has a sample that raises it, whose name is that of the code. */
static void each_code_has_a_sample(void **state)
{
    (void)state;
    for (const ow_issue_code *code = structure_issue_codes; code->code; code++) {
        char path[100], wanted[60];
        struct seen seen;
        ow_check_totals totals;
        snprintf(path, sizeof path, "samples/issues/%s.structure", code->code);
        snprintf(wanted, sizeof wanted, "%s ", code->code + strlen("STRUCTURE_"));
        struct bytes file = read_file(path);
        if (!file.data && code == structure_issue_codes)
            skip(); /* not in the root of the source */
        if (!file.data)
            ROW_FAILED("there is no %s\n", path);
        ow_status status = check(file.data, file.size, &seen, &totals);
        assert_int_equal(status != OW_OK, code - structure_issue_codes <= UNKNOWN_VERSION);
        if (!strstr(seen.text, wanted))
            ROW_FAILED("%s raises \"%s\"\n", path, seen.text);
        bytes_free(&file);
    }
}

/* Real files have no error and no warning. */
static void real_files_are_sound(void **state)
{
    (void)state;
    static const char *const names[] = {
        "game/TEST",
        "jsw-b1.1.0/metadata_seat",
        "jsw-b1.1.0/names",
        "jsw-b1.1.0/picture_16x16_palette4",
        "jsw-b1.1.0/picture_32x32_truecolor",
        "jsw-b1.1.0/readme_150_guns",
        "jsw-b1.1.0/rotations_300_u16index",
        "jsw-b1.1.0/rotations_inline",
        "jsw-b1.1.0/two_roots_bearing",
    };
    for (size_t i = 0; i < LENGTH(names); i++) {
        char path[1000];
        struct seen seen;
        ow_check_totals totals;
        snprintf(path, sizeof path, "%s/structure/%s.structure", corpus_folder(), names[i]);
        struct bytes file = read_file(path);
        if (!file.data)
            skip();
        assert_int_equal(check(file.data, file.size, &seen, &totals), OW_OK);
        if (totals.errors + totals.warnings > 0 || totals.infos > 1)
            ROW_FAILED("%s: %s\n", names[i], seen.text);
        bytes_free(&file);
    }
}

/* Builds with damage of all kinds: what is told is at its place, whatever the variant. */
static void issues_of_damaged_builds_are_at_their_places(void **state)
{
    (void)state;
    uint64_t numbers = 11;
    unsigned checked = 0;
    for (unsigned seed = 0; seed < 300; seed++) {
        struct variety variety = {.seed = seed,
                                  .block_count = 1 + seed % 20,
                                  .color_count = (int)(seed % 5) - 1,
                                  .rotation_count = (int)(seed % 3) - 1,
                                  .plain = 30,
                                  .types = doubtful_types,
                                  .type_count = LENGTH(doubtful_types)};
        struct seen seen;
        ow_check_totals totals;
        ow_buffer file = varied_build(seed % 2 ? &ow_structure_game : &ow_structure_spec, &variety);
        for (unsigned i = 0; i < seed % 4; i++)
            file.data[1 + varied_number(&numbers, (uint32_t)file.size - 1)] =
                (uint8_t)varied_number(&numbers, 256);
        if (structure_sniff(file.data, file.size))
            checked += check(file.data, file.size, &seen, &totals) == OW_OK;
        ow_buffer_free(&file, NULL);
    }
    assert_in_range(checked, 100, 300);
}

/* Blocks with as many connections as there can be, all of them wrong. */
static ow_buffer troubled_build(uint32_t block_count)
{
    enum { CONNECTIONS = 255 };
    static uint16_t connections[CONNECTIONS];
    ow_structure_block *blocks = calloc(block_count, sizeof *blocks);
    ow_structure_settings settings = {.connections = connections, .connection_count = CONNECTIONS};
    ow_structure_root root = {.bounds_size = {1, 1, 1}, .last_block = (uint16_t)(block_count - 1)};
    memset(connections, 0xff, sizeof connections);
    for (uint32_t i = 0; i < block_count; i++)
        blocks[i] = (ow_structure_block){.id = 9, .mask = 62, .settings = &settings};
    ow_structure_build build = {.version = 6,
                                .variant = ow_structure_game,
                                .root_count = 1,
                                .roots = &root,
                                .block_count = block_count,
                                .blocks = blocks};
    ow_buffer bytes = bytes_of_build(&build);
    free(blocks);
    return bytes;
}

static void count_issue(void *context, const ow_issue *issue)
{
    (void)issue;
    ++*(uint64_t *)context;
}

static void a_million_issues_are_counted(void **state)
{
    (void)state;
    enum { BLOCKS = 4000, ALL = BLOCKS * 255 + 1 };
    ow_buffer file = troubled_build(BLOCKS);
    static const uint64_t caps[] = {0, 1, 100, ALL};
    for (size_t i = 0; i < LENGTH(caps); i++) {
        uint64_t handed_out = 0;
        ow_check_totals totals;
        ow_check_options what = {
            .issue = count_issue, .issue_context = &handed_out, .max_issues = caps[i]};
        assert_int_equal(ow_check(file.data, file.size, NULL, &what, &totals, NULL), OW_OK);
        assert_int_equal(totals.errors + totals.warnings, ALL);
        assert_int_equal(handed_out, caps[i] ? caps[i] : ALL);
        assert_int_equal(totals.not_shown, ALL - handed_out);
    }
    ow_buffer_free(&file, NULL);
}

static void a_break_is_the_last_issue(void **state)
{
    (void)state;
    ow_document document = document_of(THREE(LIGHT(60, 0, "")));
    ow_buffer file = bytes_of_build(document.as.structure);
    struct seen seen;
    ow_check_totals totals;
    assert_int_equal(check(file.data, file.size - 1, &seen, &totals), OW_TRUNCATED);
    assert_string_equal(seen.text, "TRUNCATED /blocks/2/signal ");
    assert_int_equal(totals.errors, 1);
    assert_int_equal(totals.warnings + totals.infos, 0);
    ow_buffer_free(&file, NULL);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_raises_its_issues),
        cmocka_unit_test(each_code_has_a_sample),
        cmocka_unit_test(real_files_are_sound),
        cmocka_unit_test(issues_of_damaged_builds_are_at_their_places),
        cmocka_unit_test(a_million_issues_are_counted),
        cmocka_unit_test(a_break_is_the_last_issue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
