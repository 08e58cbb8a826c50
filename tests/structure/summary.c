/* The figures of a build's summary, and how sure its variant is said to be. */
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/lines.h"

#define ROOT(x, last)                                                                              \
    "{'position': [1.0, 2.0, 3.0], 'rotation': [0.0, 0.0, 0.0], 'bounds_center': [" #x             \
    ", 0.0, 0.0], 'bounds_size': [32767.0, 1.0, 0.0], 'last_block': " #last "}"
#define BLOCK(x, index, id, mask, rest)                                                            \
    "{'position': [" #x ", 0, 5], 'rotation_index': " #index ", 'id': " #id                        \
    ", 'mask': " #mask rest "}"

#define BEARING      BLOCK(-2, 0, 12, 60, ", 'speed': 0, 'signal': 0")
#define SEAT_REST    ", 'speed': 0, 'name': 'n', 'signal': 0, 'bearing': 0, 'connections': [2, 3]"
#define SEAT         BLOCK(7, 0, 5, 47, SEAT_REST)
#define PIXEL        BLOCK(1, 1, 76, 52, ", 'speed': 0, 'signal': 0, 'color_index': 1")
#define NO_ONE_KNOWS BLOCK(9, 0, 255, 52, ", 'speed': 0, 'signal': 0, 'color_index': 0")
#define BLOCKS       BEARING ", " SEAT ", " PIXEL ", " PIXEL ", " NO_ONE_KNOWS

/* The seat has a name, two connections and a place on the bearing. */
#define BUILD(variant)                                                                             \
    "{'format': 'structure', 'version': 6, 'variant': {'name': '" variant "'}, "                   \
    "'colors': [31, 63488], 'rotations': [[0, 511, 1], [8191, 1023, 0]], "                         \
    "'roots': [" ROOT(0.0, 1) ", " ROOT(0.5, 4) "], 'blocks': [" BLOCKS "]}"

#define HEAD(variant)                                                                              \
    "{ format=structure version=6 variant=" variant " variant_is=one that fits color_count=2 "     \
    "rotation_count=2 root_count=2 block_count=5 "
#define FIGURES                                                                                    \
    "interactive_block_count=5 named_block_count=1 connection_count=2 block_types_used=4 "         \
    "most_used_types=[ { count=2 id=76 name=Pixel } { count=1 id=5 name=Seat } "                   \
    "{ count=1 id=12 name=Bearing } { count=1 id=255 name=unknown } ] "                            \
    "first_roots=[ { blocks=2 bounds_center=[ 0.0 0.0 0.0 ] bounds_size=[ 32767.0 1.0 0.0 ] } "    \
    "{ blocks=3 bounds_center=[ 0.5 0.0 0.0 ] bounds_size=[ 32767.0 1.0 0.0 ] } ] "                \
    "colors_used=2 most_used_colors=[ { count=2 color=#0000ff } { count=1 color=#ff0000 } ] "      \
    "inferred_color_order=red in the low 5 bits, blue in the high 5 "                              \
    "inferred_rotation_scale=2047 rotation_scale_evidence=2 of 3 angles are multiples of 15 "      \
    "degrees, by the next best 1 "                                                                 \
    "bounds_in_root_frames={ least=[ -2.0 0.0 0.0 ] most=[ 9.5 0.0 0.0 ] } } "

/* The summary as a line; fails the test where the status is another one. */
static void summarise(const void *bytes, size_t size, bool whole, ow_status expected,
                      struct line *line)
{
    ow_error error = {0};
    *line = (struct line){.size = 0};
    ow_status status = ow_summarise(bytes, size, NULL, whole, add_to_line, line, &error);
    if (status != expected)
        ROW_FAILED("%s: %s\n", ow_status_name(status), error.message);
}

static ow_buffer bytes_of_json(const char *json)
{
    ow_document document = document_of(json);
    ow_buffer bytes = bytes_of_build(document.as.structure);
    ow_close(&document);
    return bytes;
}

static void assert_begins(const char *text, const char *expected)
{
    if (strncmp(text, expected, strlen(expected)) != 0)
        ROW_FAILED("%s\n does not begin\n%s\n", text, expected);
}

static void assert_says(const struct line *line, const char *expected)
{
    if (!strstr(line->text, expected))
        ROW_FAILED("%s\n does not say\n%s\n", line->text, expected);
}

static void the_short_one_is_the_head(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(BUILD("game"));
    summarise(bytes.data, bytes.size, false, OW_OK, &line);
    assert_string_equal(line.text, HEAD("game") "} ");
    ow_buffer_free(&bytes, NULL);
}

static void the_whole_one_counts(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(BUILD("game"));
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_begins(line.text, HEAD("game") "variants_tried=");
    assert_says(&line, "search_gave_up=0 ");
    assert_string_equal(strstr(line.text, "interactive_block_count"), FIGURES);
    ow_buffer_free(&bytes, NULL);
}

/* Of the specification's switches a search finds those that the file depends on. */
static void figures_are_the_same_in_each_variant(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(BUILD("spec"));
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_says(&line, "variant=spec");
    assert_string_equal(strstr(line.text, "interactive_block_count"), FIGURES);
    ow_buffer_free(&bytes, NULL);
}

/* Ties are told in the order of their numbers. */
static void lists_end_with_the_tenth(void **state)
{
    (void)state;
    enum { COUNT = 12 };
    ow_structure_root roots[COUNT] = {{.last_block = 0}};
    ow_structure_block blocks[COUNT] = {{.id = 0}};
    for (int i = 0; i < COUNT; i++) {
        roots[i].last_block = (uint16_t)i;
        uint8_t id = (uint8_t)(i < 6 ? 33 + i : 56 + i); /* half-blocks of metal, then of glass */
        blocks[i] =
            (ow_structure_block){.rotation = {8191, 16383, 0}, .id = id, .color = (uint16_t)i};
    }
    ow_structure_build build = {.version = 6,
                                .variant = ow_structure_game,
                                .root_count = COUNT,
                                .block_count = COUNT,
                                .roots = roots,
                                .blocks = blocks};
    struct line line;
    ow_buffer bytes = bytes_of_build(&build);
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_says(&line,
                "block_types_used=12 most_used_types=[ { count=1 id=33 name=Metal half-block");
    assert_says(&line, "{ count=1 id=65 name=Glass half-block } ] first_roots=[ ");
    assert_says(&line, "colors_used=12 most_used_colors=[ { count=1 color=#000000 } ");
    assert_says(&line, "{ count=1 color=#4a0000 } ] inferred_color_order=");
    assert_says(&line, "inferred_rotation_scale=32767 rotation_scale_evidence=24 of 24 angles are "
                       "multiples of 15 degrees, by the next best 24 ");
    ow_buffer_free(&bytes, NULL);
}

static void builds_without_anything_are_summarised_too(void **state)
{
    (void)state;
    ow_structure_build build = {.version = 6, .variant = ow_structure_game};
    struct line line;
    ow_buffer bytes = bytes_of_build(&build);
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_says(&line, "color_count=0 rotation_count=0 root_count=0 block_count=0 ");
    assert_says(&line, "connection_count=0 block_types_used=0 most_used_types=[ ] first_roots=[ ] "
                       "colors_used=0 rotation_scale_evidence=none: no angle that could tell } ");
    ow_buffer_free(&bytes, NULL);
}

static void large_angles_decide_the_scale(void **state)
{
    (void)state;
    uint16_t rotations[][3] = {{49151, 1, 0}};
    ow_structure_build build = {
        .version = 6, .variant = ow_structure_game, .rotation_count = 1, .rotations = rotations};
    struct line line;
    ow_buffer bytes = bytes_of_build(&build);
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_says(&line, "inferred_rotation_scale=65535 rotation_scale_evidence=1 of 1 angles are "
                       "above 32767 ");
    ow_buffer_free(&bytes, NULL);
}

/* The head needs nothing behind the count of blocks. */
static void broken_builds_are_told_as_far_as_they_go(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(BUILD("game"));
    size_t head = 4 + 2 * 2 + 2 * 6 + 2 + 2 * 50 + 2;
    summarise(bytes.data, bytes.size - 1, false, OW_OK, &line);
    assert_says(&line, "variant_is=the best guess: none was found that fits ");
    assert_says(&line, "root_count=2 block_count=5 } ");
    summarise(bytes.data, bytes.size - 1, true, OW_TRUNCATED, &line);
    assert_says(&line, "root_count=2 block_count=5 variants_tried=");
    assert_null(strstr(line.text, "interactive_block_count"));
    summarise(bytes.data, head, false, OW_OK, &line);
    assert_says(&line, "root_count=2 block_count=5 } ");
    summarise(bytes.data, head - 1, false, OW_TRUNCATED, &line);
    assert_says(&line, "color_count=2 rotation_count=2 root_count=2 } ");
    ow_buffer_free(&bytes, NULL);
}

static void figures_that_are_no_number_are_one_nan(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes =
        bytes_of_json("{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, "
                      "'colors': [31, 63488], 'rotations': [[0, 511, 1], [8191, 1023, 0]], "
                      "'roots': [" ROOT('NaN:ffa00001', 4) "], 'blocks': [" BLOCKS "]}");
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_says(&line, "bounds_center=[ NaN 0.0 0.0 ]");
    assert_says(&line, "bounds_in_root_frames={ least=[ NaN 0.0 0.0 ] most=[ NaN 0.0 0.0 ] }");
    ow_buffer_free(&bytes, NULL);
}

static void real_files_are_summarised(void **state)
{
    (void)state;
    static const struct {
        const char *path, *says;
        ow_status status;
    } files[] = {
        {"game/TEST", "variant=game variant_is=one that fits ", OW_OK},
        {"game/TEST", "most_used_types=[ { count=3 id=9 name=Switch } { count=1 id=129 ", OW_OK},
        {"jsw-b1.1.0/metadata_seat", "variant=game with another metadata_color_bytes ", OW_OK},
        {"jsw-b1.1.0/picture_16x16_palette4", "{ count=64 color=#ffffff } ]", OW_OK},
        {"jsw-b1.1.0/rotations_300_u16index", "inferred_rotation_scale=32767 ", OW_OK},
        {"jsw-b1.1.0/two_roots_bearing", "least=[ 0.0 0.0 0.0 ] most=[ 3.0 2.0 0.0 ]", OW_OK},
        {"jsw-b1.1.0/custom_block_vertices", "none was found that fits", OW_BAD_VALUE},
    };
    const char *corpus = getenv("OVERWORLD_CORPUS");
    size_t summarised = 0;
    for (size_t i = 0; i < LENGTH(files); i++) {
        char path[4096];
        struct line line;
        snprintf(path, sizeof path, "%s/structure/%s.structure",
                 corpus && *corpus ? corpus : "../shared/corpus", files[i].path);
        struct bytes bytes = read_file(path);
        if (!bytes.data)
            continue;
        summarise(bytes.data, bytes.size, true, files[i].status, &line);
        assert_says(&line, files[i].says);
        bytes_free(&bytes);
        summarised++;
    }
    if (summarised == 0)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_short_one_is_the_head),
        cmocka_unit_test(the_whole_one_counts),
        cmocka_unit_test(figures_are_the_same_in_each_variant),
        cmocka_unit_test(lists_end_with_the_tenth),
        cmocka_unit_test(builds_without_anything_are_summarised_too),
        cmocka_unit_test(large_angles_decide_the_scale),
        cmocka_unit_test(broken_builds_are_told_as_far_as_they_go),
        cmocka_unit_test(figures_that_are_no_number_are_one_nan),
        cmocka_unit_test(real_files_are_summarised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
