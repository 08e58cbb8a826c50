/* The search for the variant of a file: honest files in every variant, hostile ones, and what is
 * said where none fits. */
#include "../support/files.h"
#include "../support/test.h"

#include "../support/builds.h"
#include "../support/bytes.h"
#include "../support/ledger.h"
#include "../support/varied_builds.h"

#include "structure/search/price.h"
#include "structure/search/search.h"

#include <math.h>

static const struct variety usual = {.seed = 1,
                                     .block_count = 300,
                                     .color_count = 16,
                                     .rotation_count = 24,
                                     .plain = 50,
                                     .types = doubtful_types,
                                     .type_count = LENGTH(doubtful_types)};

static struct structure_search search_in(const ow_buffer *file, bool all)
{
    struct structure_search search;
    struct file opened = file_in(file->data, file->size);
    assert_int_equal(structure_find_variant(&opened, all, &search), OW_OK);
    return search;
}

static const char *name_of(const ow_structure_variant *variant, char name[STRUCTURE_VARIANT_NAME])
{
    structure_variant_name(variant, name);
    return name;
}

/* Whether a file gives the same records in two variants: then nothing in it tells them apart. */
static void assert_same_records(const ow_buffer *file, const ow_structure_variant *one,
                                const ow_structure_variant *other)
{
    ow_structure_build *first, *second;
    assert_int_equal(ow_structure_read_as(file->data, file->size, one, NULL, &first, NULL), OW_OK);
    assert_int_equal(ow_structure_read_as(file->data, file->size, other, NULL, &second, NULL),
                     OW_OK);
    first->variant = second->variant;
    assert_same_builds(first, second);
    ow_structure_free(first);
    ow_structure_free(second);
}

/* Makes a file in a variant, and finds it again. Returns the tries that it took. */
static unsigned assert_found(const ow_structure_variant *variant, const struct variety *variety)
{
    char is[STRUCTURE_VARIANT_NAME];
    ow_buffer file = varied_build(variant, variety);
    struct structure_search search = search_in(&file, false);
    if (!search.found)
        ROW_FAILED("%s, seed %u: nothing found in %u tries\n", name_of(variant, is),
                   (unsigned)variety->seed, search.tries);
    assert_same_records(&file, variant, &search.variant);
    ow_structure_build *build;
    assert_int_equal(ow_structure_read(file.data, file.size, NULL, &build, NULL), OW_OK);
    assert_true(structure_same_variant(&build->variant, &search.variant));
    ow_buffer back = bytes_of_build(build);
    assert_int_equal(back.size, file.size);
    assert_memory_equal(back.data, file.data, file.size);
    ow_structure_free(build);
    ow_buffer_free(&back, NULL);
    ow_buffer_free(&file, NULL);
    return search.tries;
}

/* The 128 combinations of the switches of version 6, from `game`; the order of a prefix counts
 * for one of two bytes alone. */
static ow_structure_variant combination(unsigned bits)
{
    ow_structure_variant variant = ow_structure_game;
    for (unsigned what = 0; what < SWITCHES; what++) {
        if (what == SWITCH_IDS || what == SWITCH_GROUP_COUNTS || what == SWITCH_GROUP_VALUES)
            continue;
        if (bits & 1)
            structure_flip(&variant, what, 0);
        bits >>= 1;
    }
    return variant;
}

#define THREE_ZEROS "00000000 00000000 00000000"

/* A name's length as a library wrote it: big-endian in a file that is little-endian otherwise. */
static void a_big_endian_prefix_is_found_in_a_little_endian_file(void **state)
{
    (void)state;
    static const struct {
        const char *length;
        uint8_t prefix;
    } rows[] = {
        {"06", OW_STRUCTURE_VARINT}, {"0006", OW_STRUCTURE_U16_BIG}, {"0600", OW_STRUCTURE_U16}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = {0};
        put_hex(&bytes, "06 ff ffff 0100" THREE_ZEROS THREE_ZEROS THREE_ZEROS
                        "0000803f 0000803f 0000803f 0000 0100"
                        "000000000000 000000000000 09 3d 00");
        put_hex(&bytes, rows[i].length);
        put_hex(&bytes, "737769746368 55"); /* "switch" */
        ow_structure_build *build;
        ow_error error = {0};
        if (ow_structure_read(bytes.data, bytes.size, NULL, &build, &error) != OW_OK)
            ROW_FAILED("%s: %s\n", rows[i].length, error.message);
        assert_int_equal(build->variant.string_prefix, rows[i].prefix);
        assert_text(build->blocks[0].settings->name, "switch");
        assert_int_equal(build->blocks[0].settings->signal, 0x55);
        ow_buffer back = bytes_of_build(build);
        assert_int_equal(back.size, bytes.size);
        assert_memory_equal(back.data, bytes.data, bytes.size);
        ow_buffer_free(&back, NULL);
        ow_structure_free(build);
        bytes_free(&bytes);
    }
}

static void first_choices_take_one_try(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 20; seed++) {
        struct variety variety = usual;
        variety.seed = seed;
        assert_int_equal(assert_found(&ow_structure_game, &variety), 1);
    }
}

static void the_specification_is_found_quickly(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 20; seed++) {
        struct variety variety = usual;
        variety.seed = seed;
        assert_in_range(assert_found(&ow_structure_spec, &variety), 1, 4);
    }
}

static void every_combination_of_switches_is_found(void **state)
{
    (void)state;
    static const int tables[][2] = {{16, 24}, {-1, -1}, {16, -1}, {-1, 24}, {3, 256}, {200, 300}};
    for (unsigned bits = 0; bits < 128; bits++) {
        for (unsigned i = 0; i < LENGTH(tables); i++) {
            ow_structure_variant variant = combination(bits);
            struct variety variety = usual;
            variety.seed = bits;
            variety.color_count = tables[i][0];
            variety.rotation_count = tables[i][1];
            assert_found(&variant, &variety);
        }
    }
}

/* The switches that older versions leave open, `bits` of which are not as `game` has them. */
static ow_structure_variant older_combination(unsigned version, unsigned bits)
{
    ow_structure_variant variant = ow_structure_game;
    const enum structure_switch open[] = {SWITCH_PREFIX, SWITCH_COLOR_BYTES, SWITCH_BYTE_ORDER,
                                          version > 0 ? SWITCH_EMPTY_BOUNDS : SWITCH_GROUP_COUNTS,
                                          version > 0 && version < 5 ? SWITCH_GROUP_VALUES
                                                                     : SWITCHES};
    for (unsigned i = 0; i < LENGTH(open); i++)
        if (bits >> i & 1)
            structure_flip(&variant, open[i], 0);
    return variant;
}

static void every_combination_is_found_in_older_versions(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6 * 32; i++) {
        struct variety variety = usual;
        unsigned version = i / 32, bits = i % 32;
        ow_structure_variant variant = older_combination(version, bits);
        variety.seed = i;
        variety.older = OW_STRUCTURE_NEWEST - version;
        variety.types = NULL; /* no type in doubt */
        variety.type_count = 0;
        if (bits == 0)
            assert_int_equal(assert_found(&variant, &variety), 1);
        else
            assert_found(&variant, &variety);
    }
}

/* Each alone, in either named variant. */
static void every_doubtful_type_is_found(void **state)
{
    (void)state;
    const ow_structure_variant *const bases[] = {&ow_structure_game, &ow_structure_spec};
    for (unsigned i = 0; i < 512; i++) {
        uint8_t id = (uint8_t)i;
        if (!structure_is_doubtful(id))
            continue;
        struct variety variety = usual;
        ow_structure_variant variant = *bases[i / 256];
        structure_flip(&variant, SWITCH_IDS, id);
        variety.seed = i;
        variety.types = &id;
        variety.type_count = 1;
        for (variety.older = 0; variety.older < OW_STRUCTURE_NEWEST; variety.older++)
            assert_found(&variant, &variety);
    }
}

/* Any number of them at once, among types that no table has, in any combination of the other
 * switches, from small files to large ones. */
static void several_changes_at_once_are_found(void **state)
{
    (void)state;
    static const uint8_t types[] = {6,   13,  17,  22,  29,  56,  105, 106, 120,
                                    121, 126, 133, 140, 150, 200, 254, 255};
    static const uint32_t block_counts[] = {30, 300, 300, 3000};
    uint64_t numbers = 42;
    for (unsigned seed = 0; seed < 120; seed++) {
        ow_structure_variant variant = combination(varied_number(&numbers, 64));
        for (unsigned i = 0; i < LENGTH(types); i++)
            if (varied_number(&numbers, 3) == 0)
                structure_flip(&variant, SWITCH_IDS, types[i]);
        struct variety variety = usual;
        variety.seed = seed;
        variety.block_count = block_counts[seed % LENGTH(block_counts)];
        variety.color_count = seed % 3 ? 16 : -1;
        variety.rotation_count = seed % 2 ? 24 : -1;
        variety.types = types;
        variety.type_count = LENGTH(types);
        variety.plain = 30 + varied_number(&numbers, 65);
        ow_buffer file = varied_build(&variant, &variety);
        struct structure_search search = search_in(&file, false);
        if (!search.found)
            ROW_FAILED("seed %u: nothing found in %u tries\n", seed, search.tries);
        ow_buffer_free(&file, NULL);
    }
}

/* A file may well fit several variants: each that is told fits, and none is told twice. */
static void other_variants_fit_too(void **state)
{
    (void)state;
    unsigned several = 0;
    for (unsigned seed = 0; seed < 300; seed++) {
        struct variety variety = usual;
        variety.seed = seed;
        variety.block_count = 2 + seed % 4;
        variety.color_count = variety.rotation_count = -1;
        variety.plain = 20;
        ow_buffer file = varied_build(&ow_structure_game, &variety);
        struct structure_search search = search_in(&file, true);
        assert_true(search.found && search.all);
        assert_true(structure_same_variant(&search.variant, &ow_structure_game));
        for (unsigned i = 0; i < search.other_count; i++) {
            ow_structure_build *build;
            const char *why;
            assert_int_equal(
                ow_structure_read_as(file.data, file.size, &search.others[i], NULL, &build, NULL),
                OW_OK);
            assert_true(structure_makes_sense(build, &why));
            assert_false(structure_same_variant(&search.others[i], &search.variant));
            for (unsigned k = 0; k < i; k++)
                assert_false(structure_same_variant(&search.others[i], &search.others[k]));
            ow_structure_free(build);
        }
        several += search.other_count > 0;
        ow_buffer_free(&file, NULL);
    }
    assert_in_range(several, 1, 150);
}

/* Blocks of all doubtful types, each of which fits both ways up to the last byte. */
static ow_buffer hostile_build(uint32_t block_count, bool of_one_type)
{
    ow_structure_variant variant = ow_structure_game;
    ow_structure_build build = {.version = 6, .variant = variant, .root_count = 1};
    ow_structure_root root = {.last_block = (uint16_t)(block_count - 1)};
    ow_structure_settings settings = {0};
    ow_structure_block *blocks = calloc(block_count, sizeof *blocks);
    uint8_t types[256];
    uint32_t type_count = 0;
    for (unsigned id = 0; id < 256; id++)
        if (structure_is_doubtful((uint8_t)id) && structure_is_interactive(&variant, (uint8_t)id))
            types[type_count++] = (uint8_t)id;
    for (uint32_t i = 0; i < block_count; i++) {
        blocks[i].id = types[of_one_type ? 0 : i % type_count];
        blocks[i].mask = 0x3c;
        blocks[i].settings = &settings;
    }
    build.roots = &root;
    build.blocks = blocks;
    build.block_count = block_count;
    ow_buffer bytes = bytes_of_build(&build);
    free(blocks);
    return bytes;
}

/* The last block may cost more than was left. */
static uint64_t most_work(size_t size)
{
    enum { LEAST = 1000, NAME_BYTE = 4 };
    return structure_most_work(size) + LEAST + NAME_BYTE * size;
}

static void the_bound_holds(void **state)
{
    (void)state;
    static const uint32_t block_counts[] = {10, 200, 3000, 65535};
    for (unsigned i = 0; i < LENGTH(block_counts); i++) {
        ow_buffer file = hostile_build(block_counts[i], false);
        struct structure_search search = search_in(&file, true);
        assert_true(search.found);
        assert_true(search.work <= structure_most_work_on_others(file.size) + 40 * file.size);
        file.size--; /* what each way ends with is now one byte too long */
        search = search_in(&file, false);
        assert_false(search.found);
        assert_true(search.work <= most_work(file.size));
        assert_true(search.tries < 100000);
        ow_buffer_free(&file, NULL);
    }
}

static void hostile_files_of_any_kind_stay_within_the_bound(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 150; seed++) {
        struct variety variety = usual;
        ow_structure_variant variant = combination(seed % 64);
        uint64_t numbers = seed;
        variety.seed = seed;
        variety.block_count = 1 + 17 * seed;
        variety.still = seed % 2;
        variety.color_count = variety.rotation_count = -1;
        ow_buffer file = varied_build(&variant, &variety);
        for (unsigned i = 0; i < 1 + seed % 3; i++) /* damage it */
            file.data[file.size / 2 + varied_number(&numbers, (uint32_t)(file.size / 2))] ^= 0x15;
        struct structure_search search = search_in(&file, true);
        if (search.work > most_work(file.size))
            ROW_FAILED("seed %u: %llu\n", seed, (unsigned long long)search.work);
        ow_buffer_free(&file, NULL);
    }
}

/* A connection that leads nowhere speaks against the right variant, but nothing speaks for
 * another. */
static void without_sense_the_end_of_the_file_decides(void **state)
{
    (void)state;
    const ow_structure_variant *const variants[] = {&ow_structure_game, &ow_structure_spec};
    for (unsigned i = 0; i < 2; i++) {
        ow_buffer file = varied_build(variants[i], &usual);
        ow_structure_build *build;
        assert_int_equal(
            ow_structure_read_as(file.data, file.size, variants[i], NULL, &build, NULL), OW_OK);
        build->roots[0].position[0] = (float)NAN;
        for (uint32_t k = 0; k < build->block_count; k++)
            if (build->blocks[k].mask & OW_STRUCTURE_HAS_CONNECTIONS && build->blocks[k].settings)
                build->blocks[k].settings->connections[0] = 60000;
        ow_buffer_free(&file, NULL);
        file = bytes_of_build(build);
        struct structure_search search = search_in(&file, false);
        assert_false(search.found);
        assert_true(search.parsed);
        assert_true(structure_same_variant(&search.variant, variants[i]));
        ow_structure_free(build);
        assert_int_equal(ow_structure_read(file.data, file.size, NULL, &build, NULL), OW_OK);
        assert_true(structure_same_variant(&build->variant, variants[i]));
        ow_structure_free(build);
        ow_buffer_free(&file, NULL);
    }
}

/* The tries for a file in which masks of the first `odd` blocks contradict their speed. */
static unsigned tries_with_odd_blocks(const ow_structure_variant *variant, uint32_t odd)
{
    ow_structure_build *build;
    ow_buffer file = varied_build(variant, &usual);
    assert_int_equal(ow_structure_read_as(file.data, file.size, variant, NULL, &build, NULL),
                     OW_OK);
    ow_buffer_free(&file, NULL);
    for (uint32_t i = 0; i < build->block_count; i++) {
        ow_structure_block *block = &build->blocks[i];
        block->speed = 0;
        block->mask &= (uint8_t) ~(OW_STRUCTURE_FAST | OW_STRUCTURE_HAS_SPEED);
        block->mask |= i < odd ? OW_STRUCTURE_FAST : 0;
    }
    file = bytes_of_build(build);
    struct structure_search search = search_in(&file, false);
    assert_true(search.found && structure_same_variant(&search.variant, variant));
    ow_structure_free(build);
    ow_buffer_free(&file, NULL);
    return search.tries;
}

static void a_file_full_of_odd_blocks_takes_no_more_tries_than_one_with_some(void **state)
{
    (void)state;
    for (unsigned bits = 0; bits < 16; bits += 5) {
        ow_structure_variant variant = combination(bits);
        unsigned some = tries_with_odd_blocks(&variant, MOST_ODD_BLOCKS);
        unsigned full = tries_with_odd_blocks(&variant, usual.block_count);
        if (some != full)
            ROW_FAILED("combination %u: %u tries, then %u\n", bits, some, full);
    }
}

/* Where nothing fits, the error is that of the variant which gets furthest. */
static void a_cut_file_says_where_its_own_variant_breaks(void **state)
{
    (void)state;
    const ow_structure_variant *const variants[] = {&ow_structure_game, &ow_structure_spec};
    static const char *const names[] = {"\"game\"", "\"spec\""};
    for (unsigned i = 0; i < 2; i++) {
        ow_buffer file = varied_build(variants[i], &usual);
        for (size_t size = file.size - 1; size > file.size / 2; size -= 97) {
            ow_structure_build *build;
            ow_error error = {0}, own = {0};
            ow_status status = ow_structure_read(file.data, size, NULL, &build, &error);
            assert_null(build);
            assert_int_equal(ow_structure_read_as(file.data, size, variants[i], NULL, &build, &own),
                             status);
            assert_error(&error, own.status, own.offset, own.pointer, "no variant");
            assert_non_null(strstr(error.message, names[i]));
            assert_non_null(strstr(error.message, own.message));
            assert_int_equal(status, OW_TRUNCATED);
        }
        ow_buffer_free(&file, NULL);
    }
}

static bool refuse_to_wait(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return ++*(int *)context < 3;
}

static void a_search_can_be_stopped(void **state)
{
    (void)state;
    int calls = 0;
    ow_options options = {.progress = refuse_to_wait, .progress_context = &calls};
    ow_structure_build *build;
    ow_error error = {0};
    ow_buffer file = hostile_build(3000, true);
    file.size--;
    file.data[66] ^= 1; /* the first position */
    calls = -1000;
    assert_int_not_equal(ow_structure_read(file.data, file.size, &options, &build, &error),
                         OW_CANCELLED);
    ow_buffer_free(&file, NULL);
    file = hostile_build(65535, false);
    file.size--;
    calls = 0;
    assert_int_equal(ow_structure_read(file.data, file.size, &options, &build, &error),
                     OW_CANCELLED);
    assert_int_equal(calls, 3);
    assert_null(build);
    ow_buffer_free(&file, NULL);
}

/* A search does not know how far it is. */
static bool stop_a_search(void *context, uint64_t done, uint64_t total)
{
    (void)total;
    *(int *)context += done == 0;
    return done > 0;
}

static void a_search_asks_while_it_works(void **state)
{
    (void)state;
    int calls = 0;
    ow_options options = {.progress = stop_a_search, .progress_context = &calls};
    ow_structure_build *build;
    ow_error error = {0};
    ow_buffer file = hostile_build(65535, false);
    file.size--;
    assert_int_equal(ow_structure_read(file.data, file.size, &options, &build, &error),
                     OW_CANCELLED);
    assert_int_equal(calls, 1);
    assert_null(build);
    ow_buffer_free(&file, NULL);
}

static void memory_may_end_anywhere(void **state)
{
    (void)state;
    ow_structure_variant variant = combination(63);
    ow_buffer file = varied_build(&variant, &usual);
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        struct ledger ledger = {.refuse = call};
        struct structure_search search;
        ow_options options = ledger_options(&ledger);
        struct file opened = file_in(file.data, file.size);
        opened.options = options_or_default(&options, file.size);
        ow_status status = structure_find_variant(&opened, true, &search);
        more = ledger.refused > 0;
        assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(ledger.blocks, 0);
    }
    ow_buffer_free(&file, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_big_endian_prefix_is_found_in_a_little_endian_file),
        cmocka_unit_test(first_choices_take_one_try),
        cmocka_unit_test(the_specification_is_found_quickly),
        cmocka_unit_test(every_combination_of_switches_is_found),
        cmocka_unit_test(every_combination_is_found_in_older_versions),
        cmocka_unit_test(every_doubtful_type_is_found),
        cmocka_unit_test(several_changes_at_once_are_found),
        cmocka_unit_test(other_variants_fit_too),
        cmocka_unit_test(the_bound_holds),
        cmocka_unit_test(hostile_files_of_any_kind_stay_within_the_bound),
        cmocka_unit_test(without_sense_the_end_of_the_file_decides),
        cmocka_unit_test(a_file_full_of_odd_blocks_takes_no_more_tries_than_one_with_some),
        cmocka_unit_test(a_cut_file_says_where_its_own_variant_breaks),
        cmocka_unit_test(a_search_can_be_stopped),
        cmocka_unit_test(a_search_asks_while_it_works),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
