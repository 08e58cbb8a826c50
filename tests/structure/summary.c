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
    "{ format=structure version=6 variant=" variant " variant_is=the variant fits color_count=2 "  \
    "rotation_count=2 root_count=2 block_count=5 "
#define FIGURES                                                                                    \
    "interactive_block_count=5 named_block_count=1 connection_count=2 "                            \
    "bounds={ least=[ -2.0 0.0 0.0 ] most=[ 9.5 0.0 0.0 ] size=[ 11.5 0.0 0.0 ] } "                \
    "roots=[ { blocks=2 position=[ 1.0 2.0 3.0 ] bounds_size=[ 32767.0 1.0 0.0 ] } "               \
    "{ blocks=3 position=[ 1.0 2.0 3.0 ] bounds_size=[ 32767.0 1.0 0.0 ] } ] block_types_used=4 "  \
    "most_used_types=[ { count=2 id=76 name=Pixel russian_name=Пиксель } "                  \
    "{ count=1 id=5 name=Seat russian_name=Сиденье } "                                      \
    "{ count=1 id=12 name=Bearing russian_name=Подшипник } "                              \
    "{ count=1 id=255 name=unknown russian_name=неизвестный } ] "                       \
    "colors_used=2 most_used_colors=[ { count=2 color=#ff0000 if_red_is_low=#0000ff } "            \
    "{ count=1 color=#0000ff if_red_is_low=#ff0000 } ] " COLOR_ORDER                               \
    "rotations_used=2 most_used_rotations=[ { count=3 degrees=[ 0.0 2.81 0.01 ] } "                \
    "{ count=2 degrees=[ 45.0 5.62 0.0 ] } ] "                                                     \
    "doubt_about_rotations=a full turn is 2047, not 65535: then 2 of 3 angles are "                \
    "multiples of 15 degrees, otherwise 1 "                                                        \
    "named_blocks=[ { block=1 name=n type=Seat signal=0.0 speed=0.0 } ] "
#define COLOR_ORDER                                                                                \
    "color_order=red in the high 5 bits, according to one source; files of the Java library "      \
    "have red in the low 5 "

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

/* What stands between the head and how sure the variant is. */
static void assert_figures(const struct line *line, const char *expected)
{
    const char *begin = strstr(line->text, "interactive_block_count");
    assert_non_null(begin);
    assert_begins(begin, expected);
    assert_begins(begin + strlen(expected), "variants_tried=");
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
    assert_begins(line.text, HEAD("game") "interactive_block_count=");
    assert_figures(&line, FIGURES);
    assert_says(&line, " search_gave_up=0 evidence=[ { switch=byte_order value=little verdict=");
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
    assert_figures(&line, FIGURES);
    ow_buffer_free(&bytes, NULL);
}

/* Ties are told in the order of their numbers. */
static void lists_are_whole(void **state)
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
    assert_says(&line, "block_types_used=12 most_used_types=[ { count=1 id=33 name=Metal halfblock "
                       "1 russian_name=");
    assert_says(&line, "{ count=1 id=65 name=Glass halfblock 4 russian_name=");
    assert_says(&line, "{ count=1 id=67 name=Glass halfblock 6 russian_name=");
    assert_says(&line, "colors_used=12 most_used_colors=[ { count=1 color=#000000 ");
    assert_says(&line, "{ count=1 color=#00005a if_red_is_low=#5a0000 } ] color_order=");
    assert_says(&line,
                "rotations_used=1 most_used_rotations=[ { count=12 degrees=[ 45.0 90.0 0.0 ] "
                "} ] variants_tried=");
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
    assert_figures(&line, "interactive_block_count=0 named_block_count=0 connection_count=0 "
                          "roots=[ ] block_types_used=0 most_used_types=[ ] colors_used=0 "
                          "rotations_used=0 most_used_rotations=[ ] ");
    ow_buffer_free(&bytes, NULL);
}

/* 1365 is 15 degrees by 32767, which has no room for 49151. What fits both as well leaves no
 * doubt. */
static void large_angles_leave_no_doubt_about_the_scale(void **state)
{
    (void)state;
    static const struct {
        uint16_t angles[2];
        const char *degrees;
        bool doubt;
    } turns[] = {
        {{8192, 8192}, "degrees=[ 45.0 45.0 0.0 ]", false},
        {{2730, 2730}, "degrees=[ 15.0 15.0 0.0 ]", false},
        {{1365, 1365}, "degrees=[ 7.5 7.5 0.0 ]", true},
        {{1365, 49151}, "degrees=[ 7.5 270.0 0.0 ]", false},
    };
    for (size_t i = 0; i < LENGTH(turns); i++) {
        ow_structure_root root = {.bounds_size = {1, 1, 1}};
        ow_structure_block block = {.mask = 60,
                                    .rotation = {turns[i].angles[0], turns[i].angles[1], 0}};
        ow_structure_build build = {.version = 6,
                                    .variant = ow_structure_game,
                                    .root_count = 1,
                                    .block_count = 1,
                                    .roots = &root,
                                    .blocks = &block};
        struct line line;
        ow_buffer bytes = bytes_of_build(&build);
        summarise(bytes.data, bytes.size, true, OW_OK, &line);
        assert_says(&line, turns[i].degrees);
        assert_int_equal(
            strstr(line.text, "doubt_about_rotations=a full turn is 32767, not 65535") != NULL,
            turns[i].doubt);
        ow_buffer_free(&bytes, NULL);
    }
}

#define LISTS ", 'groups': [], 'bytes': [], 'colors': [], 'gradients': []"
#define WORLD(x, id, mask, rest)                                                                   \
    "{'position': [" #x ", 1.0, 0.0], 'rotation': [0, 16383, 0], 'id': " #id                       \
    ", 'root': 0, 'mask': " #mask rest "}"
#define TONE(x, mask, before, floats, after)                                                       \
    WORLD(x, 125, mask,                                                                            \
          before ", 'metadata': {'booleans': [], 'floats': [" floats "]" LISTS "}" after)
#define SUM(x, formula, slots)                                                                     \
    WORLD(x, 129, 56,                                                                              \
          ", 'speed': 0, 'signal': 0, 'metadata': {'booleans': [], 'floats': []" LISTS             \
          ", 'formula': '" formula "', 'inputs': [3, 7], 'slots': [" slots "]}")
#define SONG_HEAD                                                                                  \
    "{'format': 'structure', 'version': 0, 'roots': [{'position': [0.0, 1.0, 0.0], 'rotation': "   \
    "[0.0, 0.0, 0.0]}], 'blocks': ["
#define LA                                                                                         \
    TONE(0.5, 49, ", 'speed': 255, 'name': 'La', 'signal': 51", "440.0, 50.0",                     \
         ", 'color': [255, 160, 0, 128]")
#define SILENT ", 'speed': 0, 'signal': 0"
#define ORANGE ", 'color': [255, 160, 0, 255]"
#define TONES                                                                                      \
    TONE(1.0, 48, SILENT, "261.6256", ORANGE) ", " TONE(1.5, 48, SILENT, "466.1638", ORANGE)
#define ODD_TONES    TONE(1.75, 56, SILENT, "-5.0", "") ", " WORLD(2.0, 125, 60, SILENT)
#define HEARD(hertz) TONE(0.5, 56, SILENT, hertz, "")
#define SUM_OF_2     SUM(2.5, "A+B", "0, 1")
#define SUMS         SUM_OF_2 ", " SUM(2.5, "A*C", "2, 26") ", " SUM_OF_2
#define SONG         SONG_HEAD LA ", " TONES ", " ODD_TONES ", " SUMS "]}"

/* Without bounds, tables and types in doubt, with colours of four bytes; and what blocks play,
 * as far as it can be heard. */
static void version_0_has_figures_of_its_own(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(SONG);
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_begins(line.text,
                  "{ format=structure version=0 variant=game variant_is=the variant fits "
                  "root_count=1 block_count=8 interactive_block_count=8 ");
    assert_figures(
        &line,
        "interactive_block_count=8 named_block_count=1 connection_count=0 "
        "bounds={ least=[ 0.5 1.0 0.0 ] most=[ 2.5 1.0 0.0 ] size=[ 2.0 0.0 0.0 ] } "
        "roots=[ { blocks=8 position=[ 0.0 1.0 0.0 ] } ] block_types_used=2 "
        "most_used_types=[ { count=5 id=125 name=Tone generator russian_name=Генератор тона } "
        "{ count=3 id=129 name=Math block russian_name=Математический блок } ] "
        "colors_used=2 most_used_colors=[ { count=2 color=#ffa000 } { count=1 color=#ffa00080 } ] "
        "rotations_used=1 most_used_rotations=[ { count=8 degrees=[ 0.0 90.0 0.0 ] } ] "
        "named_blocks=[ { block=0 name=La type=Tone generator signal=0.2 speed=1.0 } ] "
        "formulas=[ { count=2 formula=A+B variables={ A=3 B=7 } } "
        "{ count=1 formula=A*C variables={ C=3 } } ] "
        "tone_generators=5 lowest_hertz=261.6256 highest_hertz=466.1638 "
        "nearest_notes=[ C4 A4 A#4 ] ");
    assert_says(&line, "switch=group_count_bytes value=2 verdict=open: no metadata has groups }");
    assert_null(strstr(line.text, "group_value_bytes"));
    assert_null(strstr(line.text, "wide_index_from"));
    assert_null(strstr(line.text, "flipped_ids"));
    assert_null(strstr(line.text, "empty_custom_bounds"));
    assert_null(strstr(line.text, "switch=tables"));
    ow_buffer_free(&bytes, NULL);
}

/* Tones below C-1 and above B10 have no note. */
static void notes_reach_from_c_minus_1_to_b_10(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(
        SONG_HEAD HEARD("7.0") ", " HEARD("8.2") ", " HEARD("28160.0") ", " HEARD("40000.0") "]}");
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_says(&line, "lowest_hertz=7.0 highest_hertz=40000.0 nearest_notes=[ C-1 A10 ] ");
    ow_buffer_free(&bytes, NULL);
}

/* Colours of 16 bits without a table, blocks without settings that have a speed. */
static void version_3_has_too(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(
        "{'format': 'structure', 'version': 3, 'roots': [{'position': [0.0, 1.0, 0.0], 'rotation': "
        "[0.0, 0.0, 0.0], 'bounds_center': [0.0, 1.0, 0.0], 'bounds_size': [2.0, 1.0, 1.0], "
        "'last_block': 1}], 'blocks': ["
        "{'position': [-16383, 0, 0], 'rotation': [0, 49151, 0], 'id': 0, 'mask': 180, 'speed': 9, "
        "'color': 64512}, {'position': [16383, 0, 0], 'rotation': [0, 0, 0], 'id': 9, 'mask': 193, "
        "'speed': 9, 'name': 'On', 'signal': 255, 'bearing': 0, 'integers': [], 'metadata': "
        "{'booleans': [], 'floats': [], 'groups': [[-1]], 'bytes': [], 'colors': [], 'gradients': "
        "[]}, 'color': 31}]}");
    summarise(bytes.data, bytes.size, true, OW_OK, &line);
    assert_begins(line.text,
                  "{ format=structure version=3 variant=game variant_is=the variant fits "
                  "root_count=1 block_count=2 interactive_block_count=1 ");
    assert_figures(
        &line,
        "interactive_block_count=1 named_block_count=1 connection_count=0 "
        "bounds={ least=[ -1.0 1.0 0.0 ] most=[ 1.0 1.0 0.0 ] size=[ 2.0 0.0 0.0 ] } "
        "roots=[ { blocks=2 position=[ 0.0 1.0 0.0 ] bounds_size=[ 2.0 1.0 1.0 ] } ] "
        "block_types_used=2 most_used_types=[ { count=1 id=0 name=Metal block russian_name=Блок "
        "металла } { count=1 id=9 name=Switch russian_name=Переключатель } ] "
        "colors_used=2 most_used_colors=[ { count=1 color=#0000ff if_red_is_low=#ff0000 } "
        "{ count=1 color=#ff8200 if_red_is_low=#0082ff } ] " COLOR_ORDER
        "rotations_used=2 most_used_rotations=[ { count=1 degrees=[ 0.0 0.0 0.0 ] } "
        "{ count=1 degrees=[ 0.0 270.0 0.0 ] } ] "
        "named_blocks=[ { block=1 name=On type=Switch signal=1.0 speed=9.0 } ] ");
    assert_says(&line, "switch=group_value_bytes value=4 verdict=decided: the other choice ");
    assert_says(&line, "switch=flipped_ids value=null verdict=open: ");
    assert_null(strstr(line.text, "group_count_bytes"));
    assert_null(strstr(line.text, "wide_index_from"));
    assert_null(strstr(line.text, "switch=tables"));
    ow_buffer_free(&bytes, NULL);
}

/* The head needs nothing behind the count of blocks. */
static void broken_builds_are_reported_as_far_as_they_go(void **state)
{
    (void)state;
    struct line line;
    ow_buffer bytes = bytes_of_json(BUILD("game"));
    size_t head = 4 + 2 * 2 + 2 * 6 + 2 + 2 * 50 + 2;
    summarise(bytes.data, bytes.size - 1, false, OW_OK, &line);
    assert_says(&line, "variant_is=a guess: no variant fits ");
    assert_says(&line, "root_count=2 block_count=5 } ");
    summarise(bytes.data, bytes.size - 1, true, OW_TRUNCATED, &line);
    assert_says(&line, "root_count=2 block_count=5 variants_tried=");
    assert_says(&line, "evidence=[ ] other_variants=[ ] } ");
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
    assert_says(&line,
                "bounds={ least=[ NaN 0.0 0.0 ] most=[ NaN 0.0 0.0 ] size=[ NaN 0.0 0.0 ] }");
    ow_buffer_free(&bytes, NULL);
}

#define JAVA "/structure/jsw-b1.1.0/"

static void real_files_are_summarised(void **state)
{
    (void)state;
    static const struct {
        const char *path, *says;
        ow_status status;
    } files[] = {
        {"/structure/game/TEST", "variant=game variant_is=the variant fits ", OW_OK},
        {"/structure/game/TEST", "most_used_types=[ { count=3 id=9 name=Switch ", OW_OK},
        {"/structure/game/TEST", "formula=A + B + C + D + E + F + 12345 ", OW_OK},
        {JAVA "metadata_seat", "variant=game variant_is=the variant fits ", OW_OK},
        {JAVA "picture_16x16_palette4", "{ count=64 color=#ff0000 if_red_is_low=#0000ff }", OW_OK},
        {JAVA "rotations_300_u16index", "doubt_about_rotations=a full turn is 32767, not 65535",
         OW_OK},
        {JAVA "two_roots_bearing", "least=[ 0.0 0.0 0.0 ] most=[ 3.0 2.0 0.0 ]", OW_OK},
        {JAVA "custom_block_vertices", "no variant fits", OW_BAD_VALUE},
        {"-older-builds/8dda3232", "version=0 variant=game variant_is=the variant fits ", OW_OK},
        {"-older-builds/8dda3232", "tone_generators=54 lowest_hertz=43.65353 ", OW_OK},
        {"-older-builds/0d4ab62b", " nearest_notes=[ C#1 D#1 F1 ", OW_OK},
    };
    size_t summarised = 0;
    for (size_t i = 0; i < LENGTH(files); i++) {
        char path[4096];
        struct line line;
        snprintf(path, sizeof path, "%s%s.structure", corpus_folder(), files[i].path);
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
        cmocka_unit_test(lists_are_whole),
        cmocka_unit_test(builds_without_anything_are_summarised_too),
        cmocka_unit_test(large_angles_leave_no_doubt_about_the_scale),
        cmocka_unit_test(version_0_has_figures_of_its_own),
        cmocka_unit_test(notes_reach_from_c_minus_1_to_b_10),
        cmocka_unit_test(version_3_has_too),
        cmocka_unit_test(broken_builds_are_reported_as_far_as_they_go),
        cmocka_unit_test(figures_that_are_no_number_are_one_nan),
        cmocka_unit_test(real_files_are_summarised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
