/* Which bytes are taken for a build: the format has no magic number. */
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/saves.h"
#include "../support/varied_builds.h"

#include "structure/search/search.h"

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

#define BUILD(tables, roots, blocks)                                                               \
    "{'format': 'structure', 'version': 6, " tables ", 'roots': [" roots "], 'blocks': [" blocks   \
    "]}"

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
    assert_error(&error, OW_UNKNOWN_VERSION, 0, "/version", "the build is of version 7");
    file.data[0] = 0;
    assert_false(sniff(file.data, file.size));
    file.data[0] = 200;
    assert_false(sniff(file.data, file.size));
    ow_buffer_free(&file, NULL);
}

/* The first byte alone is not enough: as soon as there is more than a table of colours can hold, random
 * bytes are not taken for a build. */
static void random_bytes_are_not_a_build(void **state)
{
    (void)state;
    static const size_t sizes[] = {600, 1000, 5000, 60000};
    static uint8_t bytes[60000];
    uint64_t seed = 7;
    for (unsigned i = 0; i < LENGTH(sizes); i++) {
        unsigned taken = 0;
        for (unsigned turn = 0; turn < 200; turn++) {
            for (size_t k = 0; k < sizes[i]; k++)
                bytes[k] = (uint8_t)varied_number(&seed, 256);
            bytes[0] = (uint8_t)(turn % 2 ? OW_STRUCTURE_NEWEST : turn);
            taken += sniff(bytes, sizes[i]);
        }
        assert_in_range(taken, 0, 1);
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_are_known_whole_and_cut),
        cmocka_unit_test(builds_without_sense_are_known),
        cmocka_unit_test(other_versions_are_known_by_their_roots),
        cmocka_unit_test(random_bytes_are_not_a_build),
        cmocka_unit_test(other_files_are_not_a_build),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
