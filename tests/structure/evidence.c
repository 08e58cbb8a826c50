/* What is said to speak for each switch of a variant. */
#include "../support/files.h"
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/ledger.h"
#include "../support/varied_builds.h"

#include "base/emit.h"
#include "structure/search/evidence.h"

/* The lines of the evidence that were told, "SWITCH VALUE: VERDICT" each. */
struct told {
    char lines[40][600];
    unsigned count;
    char others[STRUCTURE_OTHERS][STRUCTURE_VARIANT_NAME];
    unsigned other_count;
    unsigned announced[2];
    char text[3][600]; /* switch, value, verdict of the object at hand */
};

static void take_text(struct told *told, const ow_event *event)
{
    static const char *const names[] = {"switch", "value", "verdict"};
    const char *text = event->value.text.data;
    int size = (int)event->value.text.size;
    if (!event->name) {
        snprintf(told->others[told->other_count++], STRUCTURE_VARIANT_NAME, "%.*s", size, text);
        return;
    }
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(event->name, names[i]) == 0)
            snprintf(told->text[i], sizeof told->text[i], "%.*s", size, text);
}

static ow_visit take(void *context, const ow_event *event)
{
    struct told *told = context;
    if (event->kind == OW_VALUE)
        take_text(told, event);
    if (event->kind == OW_BEGIN_ARRAY)
        told->announced[strcmp(event->name, "evidence") != 0] = (unsigned)event->count;
    if (event->kind != OW_END_OBJECT || event->name)
        return OW_GO_ON;
    assert_true(told->count < LENGTH(told->lines));
    snprintf(told->lines[told->count++], sizeof told->lines[0], "%.40s %.40s: %.400s",
             told->text[0], told->text[1], told->text[2]);
    return OW_GO_ON;
}

static struct told *evidence_for(const ow_buffer *file, bool all)
{
    struct told *told = calloc(1, sizeof *told);
    struct structure_search search;
    struct file opened = file_in(file->data, file->size);
    struct emitter emit = {.visit = take, .context = told};
    assert_int_equal(structure_find_variant(&opened, all, &search), OW_OK);
    assert_int_equal(structure_emit_evidence(&emit, &opened, &search), OW_OK);
    assert_int_equal(told->announced[0], told->count);
    assert_int_equal(told->announced[1], told->other_count);
    return told;
}

static bool tells(const struct told *told, const char *beginning)
{
    for (unsigned i = 0; i < told->count; i++)
        if (strncmp(told->lines[i], beginning, strlen(beginning)) == 0)
            return true;
    return false;
}

static void assert_tells(const struct told *told, const char *beginning)
{
    if (tells(told, beginning))
        return;
    for (unsigned i = 0; i < told->count; i++)
        print_message("# %s\n", told->lines[i]);
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
    struct told *told = evidence_for(&file, false);
    assert_int_equal(told->count, SWITCHES);
    assert_int_equal(told->other_count, 0);
    assert_tells(told, "byte_order little: decided: the other way breaks off at byte 2: "
                       "rotation_count is 256, but");
    assert_tells(told, "tables counts_first: open: there is no table of colours");
    assert_tells(told, "flipped_ids none: open: no block is of a type that is in doubt");
    assert_tells(told, "string_prefix varint: open: no block has a name");
    assert_tells(told, "metadata_color_bytes 3: open: no metadata has colours");
    assert_tells(told, "empty_custom_bounds false: open: no custom block is without vertices");
    assert_tells(told, "wide_index_from 257: open: there is no table of 256 rotations");
    free(told);
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
        struct told *told = evidence_for(&file, all);
        assert_int_equal(told->other_count, 1);
        assert_string_equal(told->others[0], "game with another flipped_ids");
        assert_tells(told, "flipped_ids 13: with settings: open: the other way fits as well");
        free(told);
    }
    ow_buffer_free(&file, NULL);
}

static void a_type_at_the_end_is_decided_by_the_end(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        BUILD("0}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 0, 'id': 13, 'mask': 60, "
              "'speed': 0, 'signal': 1}"));
    struct told *told = evidence_for(&file, false);
    assert_tells(told, "flipped_ids 13: with settings: decided: the other way ends at byte 73, "
                       "before the file does");
    free(told);
    ow_buffer_free(&file, NULL);
}

/* A build that touches everything, in any variant: each switch is decided. */
static void a_rich_build_decides_everything(void **state)
{
    (void)state;
    const ow_structure_variant *const variants[] = {&ow_structure_game, &ow_structure_spec};
    static const char *const names[] = {
        "byte_order",          "tables",         "flipped_ids 13",  "flipped_ids 126",
        "string_prefix",       "flipped_ids 51", "flipped_ids 120", "metadata_color_bytes",
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
            structure_flip(&variant, SWITCH_IDS, 51);
        struct variety variety = {.seed = seed,
                                  .block_count = 400,
                                  .color_count = 16,
                                  .rotation_count = 256,
                                  .plain = 20,
                                  .types = doubtful_types,
                                  .type_count = LENGTH(doubtful_types)};
        ow_buffer file = varied_build(&variant, &variety);
        struct told *told = evidence_for(&file, seed % 3);
        assert_int_equal(told->other_count, 0);
        assert_int_equal(told->count, SWITCHES - 1 + LENGTH(doubtful_types));
        for (unsigned i = 0; i < LENGTH(names); i++)
            assert_tells(told, names[i]);
        for (unsigned i = 0; i < told->count; i++)
            if (!strstr(told->lines[i], ": decided: the other way "))
                ROW_FAILED("seed %u: %s\n", seed, told->lines[i]);
        free(told);
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
    struct told *told = evidence_for(&file, false);
    assert_tells(told, "flipped_ids others: not tried: more types than these are in doubt");
    assert_in_range(told->count, 16, 24);
    free(told);
    ow_buffer_free(&file, NULL);
}

static void there_is_none_for_what_does_not_fit(void **state)
{
    (void)state;
    ow_buffer file = file_of(
        BUILD("7}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 60}"));
    struct told *told = evidence_for(&file, false);
    assert_int_equal(told->count + told->other_count, 0);
    free(told);
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
        struct told *told = calloc(1, sizeof *told);
        struct emitter emit = {.visit = take, .context = told};
        opened.options = options_or_default(&options, file.size);
        ow_status status = structure_emit_evidence(&emit, &opened, &search);
        more = ledger.refused > 0;
        assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(ledger.blocks, 0);
        free(told);
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
        cmocka_unit_test(many_types_in_doubt_are_cut_short),
        cmocka_unit_test(there_is_none_for_what_does_not_fit),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
