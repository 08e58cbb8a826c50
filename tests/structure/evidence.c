/* What is said to speak for each switch of a variant. */
#include "../support/files.h"
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/ledger.h"
#include "../support/varied_builds.h"

#include "base/emit.h"
#include "structure/search/evidence.h"

/* The lines of the evidence that were told, "SWITCH VALUE: VERDICT" each. */
struct reported {
    char lines[40][600];
    unsigned count;
    char others[STRUCTURE_OTHERS][STRUCTURE_VARIANT_NAME];
    unsigned other_count;
    unsigned announced[2];
    char text[3][600]; /* switch, value, verdict of the object at hand */
    char id[16];       /* of its value */
};

/* An id stands in front of the value. */
static void take_value(struct reported *reported, const ow_event *event)
{
    static const char *const names[] = {"switch", "value", "verdict"};
    char text[480] = "none";
    if (event->type == OW_TEXT)
        snprintf(text, sizeof text, "%.*s", (int)event->value.text.size, event->value.text.data);
    else if (event->type == OW_INTEGER)
        snprintf(text, sizeof text, "%d", (int)event->value.integer);
    else if (event->type == OW_BOOLEAN)
        snprintf(text, sizeof text, "%s", event->value.integer ? "true" : "false");
    if (!event->name)
        snprintf(reported->others[reported->other_count++], STRUCTURE_VARIANT_NAME, "%.100s", text);
    else if (strcmp(event->name, "id") == 0)
        snprintf(reported->id, sizeof reported->id, "%.10s: ", text);
    for (unsigned i = 0; event->name && i < 3; i++)
        if (strcmp(event->name, names[i]) == 0)
            snprintf(reported->text[i], sizeof reported->text[i], "%s", text);
}

static ow_visit take(void *context, const ow_event *event)
{
    struct reported *reported = context;
    if (event->kind == OW_VALUE)
        take_value(reported, event);
    if (event->kind == OW_BEGIN_ARRAY)
        reported->announced[strcmp(event->name, "evidence") != 0] = (unsigned)event->count;
    if (event->kind != OW_END_OBJECT || event->name)
        return OW_GO_ON;
    assert_true(reported->count < LENGTH(reported->lines));
    snprintf(reported->lines[reported->count++], sizeof reported->lines[0], "%.40s %s%.40s: %.400s",
             reported->text[0], reported->id, reported->text[1], reported->text[2]);
    *reported->id = '\0';
    return OW_GO_ON;
}

static struct reported *evidence_for(const ow_buffer *file, bool all)
{
    struct reported *reported = calloc(1, sizeof *reported);
    struct structure_search search;
    struct file opened = file_in(file->data, file->size);
    struct emitter emit = {.visit = take, .context = reported};
    assert_int_equal(structure_find_variant(&opened, all, &search), OW_OK);
    assert_int_equal(structure_emit_evidence(&emit, &opened, &search), OW_OK);
    assert_int_equal(reported->announced[0], reported->count);
    assert_int_equal(reported->announced[1], reported->other_count);
    return reported;
}

static bool reports(const struct reported *reported, const char *beginning)
{
    for (unsigned i = 0; i < reported->count; i++)
        if (strncmp(reported->lines[i], beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

static void assert_reports(const struct reported *reported, const char *beginning)
{
    if (reports(reported, beginning))
        return;
    for (unsigned i = 0; i < reported->count; i++)
        print_message("# %s\n", reported->lines[i]);
    ROW_FAILED("nothing begins with \"%s\"\n", beginning);
}

static ow_buffer file_of(const char *json)
{
    ow_document document = document_of(json);
    ow_buffer bytes = bytes_of_build(document.as.structure);
    ow_close(&document);
    return bytes;
}

#define BUILD(rest)                                                                                \
    "{'format': 'structure', 'version': 6, 'colors': null, 'rotations': [[0, 0, 0]], 'roots': "    \
    "[{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'bounds_center': [0, 0, 0], 'bounds_size': "  \
    "[1, 1, 1], 'last_block': " rest "]}"

/* One block without anything that is in doubt: the byte order alone can tell. */
static void what_nothing_depends_on_is_open(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        BUILD("0}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 60}"));
    struct reported *reported = evidence_for(&file, false);
    /* Version 6 leaves nothing open about groups, and without a name no prefix has an order. */
    assert_int_equal(reported->count, SWITCHES - 3);
    assert_int_equal(reported->other_count, 0);
    assert_reports(reported, "byte_order little: decided: the other choice is truncated at byte "
                             "2: rotation_count is 256, but");
    assert_reports(reported, "tables counts_first: open: there is no table of colours");
    assert_reports(reported, "flipped_ids none: open: no block has a type in doubt");
    assert_reports(reported, "string_prefix varint: open: no block has a name");
    assert_reports(reported, "metadata_color_bytes 4: open: no metadata has colours");
    assert_reports(reported, "empty_custom_bounds false: open: every custom block has vertices");
    assert_reports(reported, "wide_index_from 257: open: there is no table of 256 rotations");
    free(reported);
    ow_buffer_free(&file, NULL);
}

static void what_fits_both_ways_is_open_too(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        BUILD("1}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 0, 'id': 13, 'mask': 60, "
              "'speed': 0, 'signal': 1}, {'position': [8192, 0, 0], 'rotation_index': 0, 'id': 0, "
              "'mask': 60}"));
    for (int all = 0; all < 2; all++) {
        struct reported *reported = evidence_for(&file, all);
        assert_int_equal(reported->other_count, 1);
        assert_string_equal(reported->others[0], "game with another flipped_ids");
        assert_reports(reported, "flipped_ids 13: with settings: open: the other choice also fits");
        free(reported);
    }
    ow_buffer_free(&file, NULL);
}

static void a_type_at_the_end_is_decided_by_the_end(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        BUILD("0}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 0, 'id': 13, 'mask': 60, "
              "'speed': 0, 'signal': 1}"));
    struct reported *reported = evidence_for(&file, false);
    assert_reports(reported, "flipped_ids 13: with settings: decided: the other choice ends at "
                             "byte 73, before the end of the file");
    free(reported);
    ow_buffer_free(&file, NULL);
}

/* A build that touches everything, in any variant: each switch is decided. */
static void a_rich_build_decides_everything(void **state)
{
    (void)state;
    const ow_structure_variant *const variants[] = {&ow_structure_game, &ow_structure_spec};
    static const char *const names[] = {
        "byte_order",          "tables",         "flipped_ids 13",  "flipped_ids 126",
        "string_prefix",       "flipped_ids 56", "flipped_ids 120", "metadata_color_bytes",
        "empty_custom_bounds", "wide_index_from"};
    for (unsigned seed = 0; seed < 40; seed++) {
        ow_structure_variant variant = *variants[seed % 2];
        if (seed & 2)
            structure_flip(&variant, SWITCH_COLOR_BYTES, 0);
        if (seed & 4)
            structure_flip(&variant, SWITCH_EMPTY_BOUNDS, 0);
        if (seed & 8)
            structure_flip(&variant, SWITCH_WIDE_INDEX, 0);
        if (seed & 16)
            structure_flip(&variant, SWITCH_IDS, 56);
        struct variety variety = {.seed = seed,
                                  .block_count = 400,
                                  .color_count = 16,
                                  .rotation_count = 256,
                                  .plain = 20,
                                  .types = doubtful_types,
                                  .type_count = LENGTH(doubtful_types)};
        ow_buffer file = varied_build(&variant, &variety);
        struct reported *reported = evidence_for(&file, seed % 3);
        assert_int_equal(reported->other_count, 0);
        assert_int_equal(reported->count, SWITCHES - 4 + LENGTH(doubtful_types));
        for (unsigned i = 0; i < LENGTH(names); i++)
            assert_reports(reported, names[i]);
        for (unsigned i = 0; i < reported->count; i++)
            if (!strstr(reported->lines[i], ": decided: the other choice "))
                ROW_FAILED("seed %u: %s\n", seed, reported->lines[i]);
        free(reported);
        ow_buffer_free(&file, NULL);
    }
}

/* Of two bytes there are two orders, each a question of its own. */
static void the_order_of_a_prefix_is_reported(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        "{'format': 'structure', 'version': 6, 'variant': {'string_prefix': 'u16_big'}, 'colors': "
        "null, 'rotations': [[0, 0, 0]], 'roots': [{'position': [0, 0, 0], 'rotation': [0, 0, 0], "
        "'bounds_center': [0, 0, 0], 'bounds_size': [1, 1, 1], 'last_block': 0}], 'blocks': "
        "[{'position': [0, 0, 0], 'rotation_index': 0, 'id': 9, 'mask': 61, 'speed': 0, 'name': "
        "'door', 'signal': 0}]}");
    struct reported *reported = evidence_for(&file, false);
    assert_reports(reported, "string_prefix u16_big: decided: the other choice");
    assert_reports(reported,
                   "string_prefix u16_big, not u16: decided: the other choice is truncated");
    free(reported);
    ow_buffer_free(&file, NULL);
}

/* A block that touches nothing but the groups of its metadata; below version 2 it names its
 * root. */
static ow_buffer groups_of(unsigned version, const char *variant, const char *place,
                           const char *groups)
{
    char json[1000];
    snprintf(
        json, sizeof json,
        "{'format': 'structure', 'version': %u, 'variant': {%s}, 'roots': [{'position': [0, 0, "
        "0], 'rotation': [0, 0, 0]%s%s}], 'blocks': [{'position': [0, 0, 0], 'rotation': [0, "
        "0, 0], 'id': 5, %s'mask': 56, 'speed': 0, 'signal': 0, 'metadata': {'booleans': [], "
        "'floats': [], 'groups': [%s], 'bytes': []%s}}]}",
        version, variant,
        version > 0 ? ", 'bounds_center': [0, 0, 0], 'bounds_size': [1, 1, 1]" : "",
        version > 1 ? ", 'last_block': 0" : "", place, groups,
        version < 5 ? ", 'colors': [], 'gradients': []" : "");
    return file_of(json);
}

/* The names of all switches that are told, in their order. */
static void assert_switches(const struct reported *reported, const char *const names[])
{
    unsigned count = 0;
    for (; names[count]; count++) {
        if (count >= reported->count ||
            strncmp(reported->lines[count], names[count], strlen(names[count])) != 0)
            ROW_FAILED("switch %u is not %s\n", count, names[count]);
    }
    assert_int_equal(reported->count, count);
}

static void switches_of_other_versions_are_not_reported(void **state)
{
    (void)state;
    static const char *const names[][8] = {
        {"byte_order", "group_count_bytes", "metadata_color_bytes", "string_prefix"},
        {"byte_order", "group_value_bytes", "empty_custom_bounds", "metadata_color_bytes",
         "string_prefix", "flipped_ids"},
        {"byte_order", "empty_custom_bounds", "metadata_color_bytes", "string_prefix",
         "flipped_ids"},
    };
    static const unsigned of_version[] = {0, 1, 1, 1, 1, 2};
    for (unsigned version = 0; version < LENGTH(of_version); version++) {
        ow_buffer file = groups_of(version, "", version < 2 ? "'root': 0, " : "", "");
        for (int all = 0; all < 2; all++) {
            struct reported *reported = evidence_for(&file, all);
            print_message("# version %u\n", version);
            assert_switches(reported, names[of_version[version]]);
            free(reported);
        }
        ow_buffer_free(&file, NULL);
    }
}

static void groups_of_older_versions_are_decided(void **state)
{
    (void)state;
    static const struct {
        unsigned version;
        const char *variant, *groups, *line;
    } rows[] = {
        {0, "", "", "group_count_bytes 2: open: no metadata has groups"},
        {0, "", "[1, 2]", "group_count_bytes 2: decided: the other choice "},
        {0, "'group_count_bytes': 1", "[1, 2]", "group_count_bytes 1: decided: the other choice "},
        {1, "", "[]", "group_value_bytes 4: open: no metadata has groups with values"},
        {1, "", "[1]", "group_value_bytes 4: decided: the other choice "},
        {1, "'group_value_bytes': 2", "[1, 2]", "group_value_bytes 2: decided: the other choice "},
        {3, "", "[1]", "group_value_bytes 4: decided: the other choice "},
        {4, "'group_value_bytes': 2", "[1, 2]", "group_value_bytes 2: decided: the other choice "},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_buffer file = groups_of(rows[i].version, rows[i].variant,
                                   rows[i].version < 2 ? "'root': 0, " : "", rows[i].groups);
        struct reported *reported = evidence_for(&file, false);
        print_message("# row %zu\n", i);
        assert_reports(reported, rows[i].line);
        assert_int_equal(reported->other_count, 0);
        free(reported);
        ow_buffer_free(&file, NULL);
    }
}

static void many_types_in_doubt_are_cut_short(void **state)
{
    (void)state;
    uint8_t types[100];
    for (unsigned i = 0; i < LENGTH(types); i++)
        types[i] = (uint8_t)(132 + i);
    struct variety variety = {.seed = 5,
                              .block_count = 600,
                              .color_count = -1,
                              .rotation_count = 3,
                              .types = types,
                              .type_count = LENGTH(types)};
    ow_buffer file = varied_build(&ow_structure_game, &variety);
    struct reported *reported = evidence_for(&file, false);
    assert_reports(reported, "flipped_ids none: not tried: too many types are in doubt");
    assert_in_range(reported->count, 16, 24);
    free(reported);
    ow_buffer_free(&file, NULL);
}

static void there_is_none_for_what_does_not_fit(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        BUILD("7}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 60}"));
    struct reported *reported = evidence_for(&file, false);
    assert_int_equal(reported->count + reported->other_count, 0);
    free(reported);
    ow_buffer_free(&file, NULL);
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    struct variety variety = {.seed = 3,
                              .block_count = 100,
                              .color_count = 4,
                              .rotation_count = 9,
                              .plain = 30,
                              .types = doubtful_types,
                              .type_count = LENGTH(doubtful_types)};
    ow_buffer file = varied_build(&ow_structure_spec, &variety);
    struct structure_search search;
    struct file opened = file_in(file.data, file.size);
    assert_int_equal(structure_find_variant(&opened, false, &search), OW_OK);
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options options = ledger_options(&ledger);
        struct reported *reported = calloc(1, sizeof *reported);
        struct emitter emit = {.visit = take, .context = reported};
        opened.options = options_or_default(&options, file.size);
        ow_status status = structure_emit_evidence(&emit, &opened, &search);
        more = ledger.refused > 0;
        assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(ledger.blocks, 0);
        free(reported);
    }
    ow_buffer_free(&file, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nothing_depends_on_is_open),
        cmocka_unit_test(what_fits_both_ways_is_open_too),
        cmocka_unit_test(a_type_at_the_end_is_decided_by_the_end),
        cmocka_unit_test(a_rich_build_decides_everything),
        cmocka_unit_test(the_order_of_a_prefix_is_reported),
        cmocka_unit_test(switches_of_other_versions_are_not_reported),
        cmocka_unit_test(groups_of_older_versions_are_decided),
        cmocka_unit_test(many_types_in_doubt_are_cut_short),
        cmocka_unit_test(there_is_none_for_what_does_not_fit),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
