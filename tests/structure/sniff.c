/* Which bytes are taken for a build: the format has no magic number. */
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/saves.h"
#include "../support/varied_builds.h"

#include "structure/search/search.h"

#include <dirent.h>

/* Sniffs a copy of exactly the size, so that a sanitizer sees a look behind its end. */
static bool sniff(const void *data, size_t size)
{
    uint8_t *copy = exact_copy(data, size);
    bool found = structure_sniff(copy, size);
    free(copy);
    return found;
}

/* Whole files, and what is left of them when they are cut at any byte. */
static void builds_are_known_whole_and_cut(void **state)
{
    (void)state;
    static const int tables[][2] = {{-1, -1}, {16, 24}, {0, 0}, {254, -1}, {-1, 300}, {3, 256}};
    for (unsigned bits = 0; bits < 4 * LENGTH(tables); bits++) {
        ow_structure_variant variant = ow_structure_game;
        if (bits & 1)
            structure_flip(&variant, SWITCH_BYTE_ORDER, 0);
        if (bits & 2)
            structure_flip(&variant, SWITCH_TABLES, 0);
        struct variety variety = {.seed = bits,
                                  .block_count = 40,
                                  .color_count = tables[bits / 4][0],
                                  .rotation_count = tables[bits / 4][1],
                                  .plain = 50};
        ow_buffer file = varied_build(&variant, &variety);
        for (size_t size = 4; size <= file.size; size++)
            if (!sniff(file.data, size))
                ROW_FAILED("%u: not known with %zu bytes of %zu\n", bits, size, file.size);
        for (size_t size = 0; size < 4; size++)
            assert_false(sniff(file.data, size));
        ow_buffer_free(&file, NULL);
    }
}

/* A build of an older version, in either byte order. */
static ow_buffer older_build(unsigned version, bool big)
{
    struct variety variety = {
        .seed = version, .block_count = 40, .color_count = 3, .rotation_count = 4, .plain = 50};
    ow_structure_variant variant = ow_structure_game;
    ow_buffer newest = varied_build(&variant, &variety);
    ow_structure_build *build, *converted;
    if (big)
        structure_flip(&variant, SWITCH_BYTE_ORDER, 0);
    assert_int_equal(ow_structure_read_as(newest.data, newest.size, NULL, NULL, &build, NULL),
                     OW_OK);
    assert_int_equal(
        ow_structure_convert_as(build, version, &variant, NULL, NULL, NULL, &converted, NULL),
        OW_OK);
    ow_buffer bytes = bytes_of_build(converted);
    ow_structure_free(converted);
    ow_structure_free(build);
    ow_buffer_free(&newest, NULL);
    return bytes;
}

/* Older versions have nothing but their roots to be known by: the first has to be there. */
static void older_builds_are_known_whole_and_cut_behind_a_root(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * OW_STRUCTURE_NEWEST; i++) {
        size_t least = 3 + structure_root_size(i / 2);
        ow_buffer file = older_build(i / 2, i % 2);
        for (size_t size = 0; size <= file.size; size++)
            if (sniff(file.data, size) != (size >= least))
                ROW_FAILED("version %u, %zu bytes of %zu\n", i / 2, size, file.size);
        ow_buffer_free(&file, NULL);
    }
}

/* What is wrong behind the roots is for a reader to tell. */
static void damaged_builds_are_known(void **state)
{
    (void)state;
    static const uint8_t damages[] = {0, 0x7f, 0x80, 0xff};
    for (unsigned i = 0; i < 2 * OW_STRUCTURE_NEWEST; i++) {
        ow_buffer file = older_build(i / 2, i % 2);
        size_t behind = 3 + 2 * structure_root_size(i / 2);
        /* its count of blocks is what the roots of later versions end with */
        behind += structure_has_last_block(i / 2) ? 2 : 0;
        for (size_t at = behind; at < file.size; at++) {
            uint8_t before = file.data[at];
            for (unsigned k = 0; k < LENGTH(damages); k++) {
                file.data[at] = damages[k];
                if (!sniff(file.data, file.size))
                    ROW_FAILED("version %u, byte %zu: %u\n", i / 2, at, damages[k]);
            }
            file.data[at] = before;
        }
        ow_buffer_free(&file, NULL);
    }
}

#define BUILD(tables, roots, blocks)                                                               \
    "{'format': 'structure', 'version': 6, " tables ", 'roots': [" roots "], 'blocks': [" blocks   \
    "]}"

/* But for a chain of last blocks that falls, from version 2 on, in a file that cannot be read to
 * its end. */
static void roots_that_fall_and_a_file_that_breaks_off_are_nothing(void **state)
{
    (void)state;
    for (unsigned version = 2; version < OW_STRUCTURE_NEWEST; version++) {
        ow_buffer file = older_build(version, false);
        size_t last_block = 3 + structure_root_size(version) - 2;
        assert_true(sniff(file.data, file.size - 1));
        file.data[last_block + 1] = 0xff;
        assert_true(sniff(file.data, file.size));
        assert_false(sniff(file.data, file.size - 1));
        ow_buffer_free(&file, NULL);
    }
}

#define OLDER(version, roots, blocks)                                                              \
    "{'format': 'structure', 'version': " #version ", 'roots': [" roots "], 'blocks': [" blocks "]}"
#define NOWHERE "'position': ['NaN', 0, 0], 'rotation': [0, 1e30, 0]"
#define BOUNDS  ", 'bounds_center': [0, 0, 0], 'bounds_size': [1, 1, 1]"
#define PLAIN   "{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'id': 0, 'mask': 60"

/* A build that makes no sense is one all the same. */
static void builds_without_sense_are_known(void **state)
{
    (void)state;
    static const char *const builds[] = {
        BUILD("'colors': [1, 2], 'rotations': [[1, 2, 3]]",
              "{'position': ['NaN', 0, 0], 'rotation': [0, 1e30, 0], 'bounds_center': [0, 0, 0], "
              "'bounds_size': [1, 1, 1], 'last_block': 60000}",
              ""),
        BUILD("'variant': {'name': 'spec'}, 'colors': [1, 2], 'rotations': null", "",
              "{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'id': 0, 'mask': 60}"),
        BUILD("'colors': null, 'rotations': null", "", ""),
        OLDER(0, "{" NOWHERE "}", PLAIN ", 'root': 7, 'speed': 0, 'signal': 0}"),
        OLDER(0, "", PLAIN ", 'root': 0, 'speed': 0, 'signal': 0}"),
        OLDER(1, "{" NOWHERE BOUNDS "}", PLAIN ", 'root': 7}"),
        OLDER(2, "{" NOWHERE BOUNDS ", 'last_block': 60000}", PLAIN "}"),
        OLDER(5, "{" NOWHERE BOUNDS ", 'last_block': 60000}", ""),
        OLDER(5, "", PLAIN "}"),
        OLDER(0, "", ""),
        OLDER(3, "", ""),
    };
    for (unsigned i = 0; i < LENGTH(builds); i++) {
        ow_document document = document_of(builds[i]);
        ow_buffer file = bytes_of_build(document.as.structure);
        assert_true(sniff(file.data, file.size));
        ow_buffer_free(&file, NULL);
        ow_close(&document);
    }
}

/* Of another version only what fits to the last block's number: nothing else would tell it. */
static void other_versions_are_known_by_their_roots(void **state)
{
    (void)state;
    struct variety variety = {.seed = 1, .block_count = 9, .color_count = 3, .rotation_count = 2};
    ow_buffer file = varied_build(&ow_structure_game, &variety);
    ow_document document;
    ow_error error = {0};
    file.data[0] = 7;
    assert_true(sniff(file.data, file.size));
    assert_false(sniff(file.data, 60));
    assert_int_equal(ow_open(file.data, file.size, NULL, &document, &error), OW_UNKNOWN_VERSION);
    assert_error(&error, OW_UNKNOWN_VERSION, 0, "/version", "unknown version 7");
    file.data[0] = 0;
    assert_false(sniff(file.data, file.size));
    file.data[0] = 200;
    assert_false(sniff(file.data, file.size));
    ow_buffer_free(&file, NULL);
}

/* The first byte alone is not enough: as soon as there is more than a table of colours can hold,
 * random bytes are not taken for a build. */
static void random_bytes_are_not_a_build(void **state)
{
    (void)state;
    static const size_t sizes[] = {600, 1000, 5000, 60000};
    static uint8_t bytes[60000];
    uint64_t seed = 7;
    for (unsigned i = 0; i < LENGTH(sizes); i++) {
        unsigned taken = 0;
        for (unsigned turn = 0; turn < 400; turn++) {
            for (size_t k = 0; k < sizes[i]; k++)
                bytes[k] = (uint8_t)varied_number(&seed, 256);
            bytes[0] = (uint8_t)(turn % 2 ? OW_STRUCTURE_NEWEST : turn / 2 % 50);
            taken += sniff(bytes, sizes[i]);
        }
        assert_in_range(taken, 0, 1);
    }
}

/* Numbers that count up, in all sizes and orders: their small first bytes are versions. */
static void small_numbers_are_not_a_build(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static uint8_t bytes[4 * COUNT];
    for (unsigned kind = 0; kind < 6 * 8; kind++) {
        unsigned first = kind / 6, width = 1u << kind % 3;
        bool big = kind / 3 % 2;
        memset(bytes, 0, sizeof bytes);
        for (unsigned i = 0; i < COUNT; i++) {
            bytes[i * width + (big ? width - 1 : 0)] = (uint8_t)(first + i);
            if (width > 1)
                bytes[i * width + (big ? width - 2 : 1)] = (uint8_t)((first + i) >> 8);
        }
        if (sniff(bytes, COUNT * width))
            ROW_FAILED("%u and so on, %u bytes each, %s\n", first, width, big ? "big" : "little");
    }
}

/* As they are, and with the first byte of an older build. */
static void samples_of_other_formats_are_not_a_build(void **state)
{
    (void)state;
    DIR *folder = opendir("samples");
    struct dirent *entry;
    unsigned looked = 0;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        char path[600];
        snprintf(path, sizeof path, "samples/%s", entry->d_name);
        struct bytes file = read_file(path);
        bool other = file.size > 0 && !strstr(entry->d_name, ".structure");
        for (unsigned version = 0; other && version <= OW_STRUCTURE_NEWEST; version++) {
            if (sniff(file.data, file.size))
                ROW_FAILED("%s, as version %u\n", path, file.data[0]);
            file.data[0] = (uint8_t)version;
            looked++;
        }
        bytes_free(&file);
    }
    closedir(folder);
    assert_in_range(looked, 200, 100000);
}

static void other_files_are_not_a_build(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\x89PNG\r\n\x1a\n and so on, for as long as it takes to have a header in it",
        "{\"format\": \"structure\", \"version\": 6, \"colors\": null, \"rotations\": null}",
        "Logic World save and more than that, much more than that, as saves are long",
        "LVLD\0\0\0\4 and more than that, much more than that, as levels are long too",
        "6 is the version of a build, but this is a text that begins with the digit 6",
    };
    for (unsigned i = 0; i < LENGTH(texts); i++)
        assert_false(sniff(texts[i], 64));
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        char text[] = "x is the length of a record that begins a file of some other format, and "
                      "behind it there is text, as of names, notes and the like; which has to be "
                      "long enough that no table of colours could swallow all that there is of it";
        text[0] = (char)version;
        assert_false(sniff(text, sizeof text - 1));
    }
    struct bytes save = sound_save();
    assert_false(sniff(save.data, save.size));
    bytes_free(&save);
    for (unsigned fill = 0; fill < 256; fill++) {
        static uint8_t bytes[4000];
        memset(bytes, (int)fill, sizeof bytes);
        assert_false(sniff(bytes, sizeof bytes));
        bytes[0] = OW_STRUCTURE_NEWEST;
        if (sniff(bytes, sizeof bytes))
            ROW_FAILED("6 and then %u\n", fill);
    }
}

/* Too many roots that are all alike: nobody builds so, but heights of a map may begin so. */
static void runs_of_the_same_are_not_an_older_build(void **state)
{
    (void)state;
    static uint8_t bytes[4000];
    unsigned taken = 0;
    for (unsigned fill = 0; fill < 256; fill++) {
        memset(bytes, (int)fill, sizeof bytes);
        for (unsigned version = 0; version < OW_STRUCTURE_NEWEST; version++) {
            bytes[0] = (uint8_t)version;
            if (!sniff(bytes, sizeof bytes))
                continue;
            print_error("%u and then %u\n", version, fill);
            taken++;
        }
    }
    for (unsigned whole = 0; whole < 10; whole++) {
        struct bytes floats = {0};
        for (unsigned i = 0; i < 1000; i++)
            put_f32(&floats, (float)whole);
        if (sniff(floats.data, floats.size)) {
            print_error("floats that are all %u.0\n", whole);
            taken++;
        }
        bytes_free(&floats);
    }
    assert_int_equal(taken, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_are_known_whole_and_cut),
        cmocka_unit_test(older_builds_are_known_whole_and_cut_behind_a_root),
        cmocka_unit_test(damaged_builds_are_known),
        cmocka_unit_test(roots_that_fall_and_a_file_that_breaks_off_are_nothing),
        cmocka_unit_test(builds_without_sense_are_known),
        cmocka_unit_test(other_versions_are_known_by_their_roots),
        cmocka_unit_test(random_bytes_are_not_a_build),
        cmocka_unit_test(small_numbers_are_not_a_build),
        cmocka_unit_test(samples_of_other_formats_are_not_a_build),
        cmocka_unit_test(other_files_are_not_a_build),
        cmocka_unit_test(runs_of_the_same_are_not_an_older_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
