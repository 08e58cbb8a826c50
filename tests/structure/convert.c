/* Builds in another variant: what is carried, what follows, and what is told about it. */
#include "../support/test.h"

#include "../support/builds.h"

#define BUILD(variant, last, blocks)                                                               \
    "{'format': 'structure', 'version': 6, 'variant': {" variant "}, 'colors': null, "             \
    "'rotations': null, 'roots': [{'position': [1.0, 2.0, 3.0], 'rotation': [0.0, 90.0, 0.0], "    \
    "'bounds_center': [4.0, 5.0, 6.0], 'bounds_size': [7.0, 8.0, 9.0], 'last_block': " #last       \
    "}], 'blocks': [" blocks "]}"
#define BLOCK(id, mask, rest)                                                                      \
    "{'position': [1, -2, 3], 'rotation': [4, 5, 6], 'id': " #id ", 'mask': " #mask rest "}"
#define GAME           "'name': 'game'"
#define SPEC           "'name': 'spec'"
#define LOST           "blocks that have no settings in this variant lost their "
#define MASKS          "masks changed because they no longer matched the block: "
#define NO_LISTS       "'booleans': [], 'floats': []"
#define METADATA(rest) ", 'metadata': {" NO_LISTS rest "}"
#define QUIET          ", 'speed': 0, 'signal': 0"

struct row {
    const char *what, *from, *to, *warnings;
};

/* 13 is a wheel, 109 a custom block, 120 one of wood, 28 glass, 5 a seat, 0 metal. */
static const struct row rows[] = {
    {"what both have alike stays as it is",
     BUILD(GAME, 1,
           BLOCK(0, 52, ", 'color': 63488") ", " BLOCK(5, 61,
                                                       ", 'speed': 7, 'name': 'é', 'signal': 8")),
     BUILD(SPEC, 1,
           BLOCK(0, 52, ", 'color': 63488") ", " BLOCK(5, 61,
                                                       ", 'speed': 7, 'name': 'é', 'signal': 8")),
     ""},
    {"a wheel without settings to lose", BUILD(GAME, 0, BLOCK(13, 60, QUIET)),
     BUILD(SPEC, 0, BLOCK(13, 60, "")), ""},
    {"a wheel's signal is lost, its speed is not",
     BUILD(GAME, 1, BLOCK(0, 60, "") ", " BLOCK(13, 60, ", 'speed': 255, 'signal': 9")),
     BUILD(SPEC, 1, BLOCK(0, 60, "") ", " BLOCK(13, 188, ", 'speed': 255")),
     "/blocks/1/signal " LOST "signal: 1\n/blocks/1/mask " MASKS "1\n"},
    {"all that a wheel can lose",
     BUILD(GAME, 0,
           BLOCK(13, 11,
                 QUIET
                 ", 'name': 'n', 'bearing': 0, 'connections': [0], 'integers': [1], "
                 "'metadata': {'booleans': [true], 'floats': [], 'groups': [], 'bytes': []}")),
     BUILD(SPEC, 0, BLOCK(13, 60, "")),
     "/blocks/0/name " LOST "name: 1\n/blocks/0/bearing " LOST "bearing: 1\n"
     "/blocks/0/connections " LOST "connections: 1\n/blocks/0/integers " LOST "integers: 1\n"
     "/blocks/0/metadata " LOST "metadata: 1\n/blocks/0/mask " MASKS "1\n"},
    {"empty lists are nothing to lose",
     BUILD(GAME, 0,
           BLOCK(13, 27,
                 QUIET ", 'name': '', 'connections': [], 'integers': []" METADATA(
                     ", 'vectors': [], 'groups': [], 'bytes': [], 'colors': []"))),
     BUILD(SPEC, 0, BLOCK(13, 60, "")), "/blocks/0/mask " MASKS "1\n"},
    {"the vertices of wood are lost",
     BUILD(GAME, 0,
           BLOCK(120, 56,
                 QUIET METADATA(", 'min': -1, 'max': 1, 'vertices': [[1, 2, 3]], 'bytes': []"))),
     BUILD(SPEC, 0, BLOCK(120, 60, "")),
     "/blocks/0/metadata " LOST "metadata: 1\n/blocks/0/mask " MASKS "1\n"},
    {"a wheel gets settings", BUILD(SPEC, 0, BLOCK(13, 188, ", 'speed': 3")),
     BUILD(GAME, 0, BLOCK(13, 188, ", 'speed': 3, 'signal': 0")), ""},
    {"a mask tells of no more than there is", BUILD(SPEC, 0, BLOCK(13, 67, ", 'color': 5")),
     BUILD(GAME, 0, BLOCK(13, 116, QUIET ", 'color': 5")), "/blocks/0/mask " MASKS "1\n"},
    {"types that the source has flipped",
     BUILD(GAME ", 'flipped_ids': [5, 28]", 2,
           BLOCK(28, 60, ", 'speed': 0, 'signal': 1") ", " BLOCK(5, 60, "") ", " BLOCK(
               28, 60, ", 'speed': 0, 'signal': 2")),
     BUILD(GAME, 2, BLOCK(28, 60, "") ", " BLOCK(5, 60, QUIET) ", " BLOCK(28, 60, "")),
     "/blocks/0/signal " LOST "signal: 2\n"},
    {"alpha is lost where it says something",
     BUILD(GAME, 0,
           BLOCK(5, 56,
                 QUIET METADATA(
                     ", 'groups': [], 'bytes': [], 'colors': [[1, 2, 3, 255], [4, 5, 6, 7]], "
                     "'gradients': [{'colors': [[8, 9, 10, 0]], 'color_positions': [0.5], "
                     "'alphas': [], 'alpha_positions': []}]"))),
     BUILD(GAME ", 'metadata_color_bytes': 3", 0,
           BLOCK(5, 56,
                 QUIET METADATA(", 'groups': [], 'bytes': [], 'colors': [[1, 2, 3], [4, 5, 6]], "
                                "'gradients': [{'colors': [[8, 9, 10]], 'color_positions': [0.5], "
                                "'alphas': [], 'alpha_positions': []}]"))),
     "/blocks/0/metadata metadata colours whose alpha is not 255, which this variant cannot store: "
     "2\n"},
    {"and is opaque where there was none",
     BUILD(GAME ", 'metadata_color_bytes': 3", 0,
           BLOCK(5, 56,
                 QUIET METADATA(
                     ", 'groups': [], 'bytes': [], 'colors': [[1, 2, 3]], 'gradients': []"))),
     BUILD(GAME, 0,
           BLOCK(5, 56,
                 QUIET METADATA(
                     ", 'groups': [], 'bytes': [], 'colors': [[1, 2, 3, 255]], 'gradients': []"))),
     ""},
    {"min and max without vertices",
     BUILD(
         GAME ", 'empty_custom_bounds': true", 1,
         BLOCK(
             109, 56,
             QUIET METADATA(
                 ", 'min': 0, 'max': 0, 'vertices': [], 'bytes': []")) ", " BLOCK(109, 56,
                                                                                  QUIET METADATA(
                                                                                      ", 'min': 0, "
                                                                                      "'max': 1, "
                                                                                      "'vertices': "
                                                                                      "[], "
                                                                                      "'bytes': "
                                                                                      "[]"))),
     BUILD(GAME, 1,
           BLOCK(109, 56, QUIET METADATA(", 'vertices': [], 'bytes': []")) ", " BLOCK(
               109, 56, QUIET METADATA(", 'vertices': [], 'bytes': []"))),
     "/blocks/1/metadata custom blocks without vertices, whose min and max this variant cannot "
     "store: 1\n"},
    {"and with them",
     BUILD(GAME, 0, BLOCK(109, 56, QUIET METADATA(", 'vertices': [], 'bytes': []"))),
     BUILD(GAME ", 'empty_custom_bounds': true", 0,
           BLOCK(109, 56, QUIET METADATA(", 'min': 0, 'max': 0, 'vertices': [], 'bytes': []"))),
     ""},
};

static void what_carries_is_carried_and_the_rest_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings;
        print_message("# %s\n", rows[i].what);
        ow_document from = document_of(rows[i].from), to = document_of(rows[i].to);
        ow_buffer before = bytes_of_build(from.as.structure);
        ow_structure_build *converted =
            converted_build(from.as.structure, &to.as.structure->variant, &warnings);
        if (strcmp(warnings.text, rows[i].warnings) != 0)
            ROW_FAILED("warnings:\n%s", warnings.text);
        assert_reads_back(converted);
        assert_same_builds(converted, to.as.structure);
        ow_buffer after = bytes_of_build(from.as.structure); /* it only looks */
        assert_int_equal(after.size, before.size);
        assert_memory_equal(after.data, before.data, before.size);
        ow_structure_free(converted);
        ow_buffer_free(&before, NULL);
        ow_buffer_free(&after, NULL);
        ow_close(&from);
        ow_close(&to);
    }
}

static void variants_go_by_their_names(void **state)
{
    (void)state;
    ow_document from = document_of(BUILD(GAME ", 'flipped_ids': [28]", 0, BLOCK(28, 60, QUIET)));
    static const struct {
        const char *name;
        const ow_structure_variant *variant;
    } targets[] = {{"game", &ow_structure_game}, {"spec", &ow_structure_spec}, {NULL, NULL}};
    for (size_t i = 0; i < LENGTH(targets); i++) {
        struct warnings warnings;
        ow_target target = {.has_version = true, .version = 6, .variant = targets[i].name};
        ow_document to = converted_to(&from, &target, &warnings);
        assert_memory_equal(&to.as.structure->variant,
                            targets[i].variant ? targets[i].variant : &from.as.structure->variant,
                            sizeof(ow_structure_variant));
        assert_string_equal(warnings.text, "");
        ow_close(&to);
    }
    ow_close(&from);
}

static void other_targets_are_refused(void **state)
{
    (void)state;
    static const struct {
        ow_target target;
        const char *pointer, *message;
    } refused[] = {
        {{.has_version = true, .version = 7},
         "/version",
         "version 7 of structure cannot be written; versions 0 to 6 can"},
        {{.variant = "games"}, "/variant", "has no variant \"games\""},
        {{.variant = "game with another tables"}, "/variant", "has no variant \"game with"},
        {{.variant = ""}, "/variant", "has no variant \"\""},
    };
    ow_structure_build empty = {.version = 6, .variant = ow_structure_game}, *converted;
    ow_error error;
    for (size_t i = 0; i < LENGTH(refused); i++) {
        assert_int_equal(
            ow_structure_convert(&empty, &refused[i].target, NULL, NULL, NULL, &converted, &error),
            OW_BAD_ARGUMENT);
        assert_null(converted);
        assert_error(&error, OW_BAD_ARGUMENT, 0, refused[i].pointer, refused[i].message);
    }
    ow_structure_variant variant = {.metadata_color_bytes = 5, .wide_index_from = 257};
    assert_int_equal(
        ow_structure_convert_as(&empty, 6, &variant, NULL, NULL, NULL, &converted, &error),
        OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "/variant", "metadata_color_bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_carries_is_carried_and_the_rest_is_reported),
        cmocka_unit_test(variants_go_by_their_names),
        cmocka_unit_test(other_targets_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
