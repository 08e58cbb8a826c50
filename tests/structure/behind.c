/* A sound build behind bytes that are not its own: such a file is refused, and told where to cut
 * it. */
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/varied_builds.h"

#include "structure/search/behind.h"

enum { FARTHEST = 1 << 20 };

/* A build of `blocks` blocks in a version. */
static ow_buffer build_of(unsigned version, unsigned blocks)
{
    struct variety variety = {
        .seed = version, .block_count = blocks, .color_count = 3, .rotation_count = 4, .plain = 40};
    ow_buffer newest = varied_build(&ow_structure_game, &variety);
    ow_structure_build *build, *converted;
    assert_int_equal(ow_structure_read_as(newest.data, newest.size, NULL, NULL, &build, NULL),
                     OW_OK);
    assert_int_equal(
        ow_structure_convert_as(build, version, NULL, NULL, NULL, NULL, &converted, NULL), OW_OK);
    ow_buffer bytes = bytes_of_build(converted);
    ow_structure_free(converted);
    ow_structure_free(build);
    ow_buffer_free(&newest, NULL);
    return bytes;
}

/* Three pieces as one file, in a block of exactly its size. */
static struct bytes joined(const void *front, size_t front_size, const ow_buffer *build,
                           size_t build_size, const char *rest)
{
    struct bytes all = {0};
    put_raw(&all, front, front_size);
    put_raw(&all, build->data, build_size);
    put_raw(&all, rest, strlen(rest));
    uint8_t *exact = exact_copy(all.data, all.size);
    free(all.data);
    return (struct bytes){exact, all.size, all.size};
}

static void assert_reported(const struct bytes *file, uint64_t at)
{
    ow_document document;
    ow_error error = {0};
    char words[200];
    snprintf(words, sizeof words,
             "a Sandbox World build begins only at byte %llu; remove the bytes before it, for "
             "example with tail -c +%llu",
             (unsigned long long)at, (unsigned long long)at + 1);
    assert_null(ow_identify(file->data, file->size));
    assert_int_equal(ow_open(file->data, file->size, NULL, &document, &error), OW_UNKNOWN_FORMAT);
    assert_null(document.format);
    assert_error(&error, OW_UNKNOWN_FORMAT, at, "", words);
}

static void assert_not_reported(const struct bytes *file)
{
    ow_document document;
    ow_error error = {0};
    assert_int_equal(ow_open(file->data, file->size, NULL, &document, &error), OW_UNKNOWN_FORMAT);
    assert_error(&error, OW_UNKNOWN_FORMAT, 0, "", "its first bytes match no format");
}

#define LOG                                                                                        \
    "Building a song of 120 notes\nwarning: note 7 is too low\nwriting 250 blocks ... done.\n\n"

static const struct {
    const char *bytes;
    size_t size;
} fronts[] = {
    {LOG, sizeof LOG - 1},   {"\n", 1},           {"\xff", 1},
    {"\0\0\0\0\0\0\0\0", 8}, {"\xef\xbb\xbf", 3}, {"\6\6\6\6\6\6", 6},
};

static void stray_bytes_are_reported(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        for (size_t i = 0; i < LENGTH(fronts); i++) {
            for (unsigned blocks = 1; blocks < 40; blocks += 19) {
                ow_buffer build = build_of(version, blocks);
                struct bytes file = joined(fronts[i].bytes, fronts[i].size, &build, build.size, "");
                print_message("# version %u, front %zu, %u blocks\n", version, i, blocks);
                assert_reported(&file, fronts[i].size);
                bytes_free(&file);
                ow_buffer_free(&build, NULL);
            }
        }
    }
}

/* What begins as a build is a broken one; where the whole one stands can be found all the same. */
static void half_a_build_may_stand_in_front(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        ow_buffer build = build_of(version, 20);
        struct bytes file = joined(build.data, build.size / 2, &build, build.size, "");
        ow_document document;
        uint64_t offset = 0;
        assert_true(structure_find_behind(file.data, file.size, &offset));
        assert_int_equal(offset, build.size / 2);
        assert_string_equal(ow_identify(file.data, file.size)->name, "structure");
        assert_int_not_equal(ow_open(file.data, file.size, NULL, &document, NULL), OW_OK);
        bytes_free(&file);
        ow_buffer_free(&build, NULL);
    }
}

/* The front is no part of what is looked for: a sound build is not behind itself. */
static void a_build_is_not_behind_itself(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        ow_buffer build = build_of(version, 20);
        uint64_t offset;
        assert_false(structure_find_behind(build.data, build.size, &offset));
        ow_buffer_free(&build, NULL);
    }
}

static void only_sound_builds_are_reported(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        ow_buffer build = build_of(version, 20);
        struct bytes cut = joined(LOG, sizeof LOG - 1, &build, build.size - 1, "");
        struct bytes longer = joined(LOG, sizeof LOG - 1, &build, build.size, "\n");
        assert_not_reported(&cut);
        assert_not_reported(&longer);
        bytes_free(&cut);
        bytes_free(&longer);
        ow_buffer_free(&build, NULL);
    }
}

/* Five bytes stand for one in version 0, which any file may end with; and a build must make
 * sense. */
static void builds_without_blocks_or_sense_are_not_reported(void **state)
{
    (void)state;
    ow_structure_root root = {.last_block = 0};
    ow_structure_block block = {.mask = 60};
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        ow_structure_build build = {.version = (uint8_t)version,
                                    .variant = ow_structure_game,
                                    .roots = &root,
                                    .blocks = &block};
        ow_structure_settings settings = {0};
        block.settings = version == 0 ? &settings : NULL;
        for (unsigned kind = 0; kind < 4; kind++) {
            build.root_count = kind > 0;
            build.block_count = kind > 1;
            block.root = version < 2 && kind == 2;
            root.last_block = version >= 2 && kind == 2;
            ow_buffer bytes = bytes_of_build(&build);
            struct bytes file = joined(LOG, sizeof LOG - 1, &bytes, bytes.size, "");
            if (kind < 3)
                assert_not_reported(&file);
            else
                assert_reported(&file, sizeof LOG - 1);
            bytes_free(&file);
            ow_buffer_free(&bytes, NULL);
        }
    }
}

static void the_search_goes_no_further_than_a_megabyte(void **state)
{
    (void)state;
    uint8_t *front = malloc(FARTHEST + 1);
    memset(front, 'x', FARTHEST + 1);
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version += 3) {
        ow_buffer build = build_of(version, 20);
        struct bytes file = joined(front, FARTHEST, &build, build.size, "");
        assert_reported(&file, FARTHEST);
        bytes_free(&file);
        file = joined(front, FARTHEST + 1, &build, build.size, "");
        assert_not_reported(&file);
        bytes_free(&file);
        ow_buffer_free(&build, NULL);
    }
    free(front);
}

/* All but the first byte of each begins a build that reads far: giving up has to come at once. */
static void what_looks_like_many_builds_ends_at_once(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } beginnings[] = {
        {"\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff", 29},
        {"\6\xff\xff\xff\0\0\xff\xff", 8},
        {"\6\0\0\0\0\0\0\1", 8},
        {"\0", 1},
        {"\1", 1},
        {"\2\1\0", 3},
        {"\6", 1},
    };
    for (size_t i = 0; i < LENGTH(beginnings); i++) {
        uint8_t *bytes = malloc(FARTHEST);
        for (size_t at = 0; at < FARTHEST; at++)
            bytes[at] = (uint8_t)beginnings[i].bytes[at % beginnings[i].size];
        bytes[0] = 'x';
        struct bytes file = {bytes, FARTHEST, FARTHEST};
        print_message("# beginning %zu\n", i);
        assert_not_reported(&file);
        bytes_free(&file);
    }
}

/* Beginnings of a build with thousands of blocks, each of which reads until the next. */
static void many_real_beginnings_end_too(void **state)
{
    (void)state;
    for (unsigned version = 0; version <= OW_STRUCTURE_NEWEST; version++) {
        ow_buffer build = build_of(version, 2000);
        struct bytes all = {0};
        put_u8(&all, 'x');
        for (size_t used = 0; used < FARTHEST; used += build.size / 2)
            put_raw(&all, build.data, build.size / 2);
        assert_not_reported(&all);
        bytes_free(&all);
        ow_buffer_free(&build, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stray_bytes_are_reported),
        cmocka_unit_test(half_a_build_may_stand_in_front),
        cmocka_unit_test(a_build_is_not_behind_itself),
        cmocka_unit_test(only_sound_builds_are_reported),
        cmocka_unit_test(builds_without_blocks_or_sense_are_not_reported),
        cmocka_unit_test(the_search_goes_no_further_than_a_megabyte),
        cmocka_unit_test(what_looks_like_many_builds_ends_at_once),
        cmocka_unit_test(many_real_beginnings_end_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
