/* Files that the layouts make: of each format, in each version and variant, what reads is written
 * back byte for byte, also through JSON, and nothing else goes wrong. */
#include "../support/test.h"

#include "made/made.h"

#include "../../fuzz/promises.h"

/* Returns false if the file is refused. */
static bool reads_and_writes(const struct made *made, const char *format, const char *variant)
{
    ow_options options = {.variant = variant, .format = format};
    ow_document document;
    ow_buffer written = {0};
    ow_error error;
    ow_status status = ow_open(made->bytes, made->size, &options, &document, &error);
    expect_clean(status, &error, made->size);
    if (status != OW_OK)
        return false;
    assert_int_equal(ow_write_buffer(&document, NULL, &written, &error), OW_OK);
    assert_int_equal(written.size, made->size);
    assert_memory_equal(written.data, made->bytes, made->size);
    ow_buffer_free(&written, NULL);
    ow_close(&document);
    return true;
}

/* Refused are those with a value that a layout refuses, such as an unknown kind of terrain. */
static void made_files_read_and_are_written_back(void **state)
{
    (void)state;
    enum { FILES = 60, MORE = 50, HUNDRED = 100, LEAST = 70 };
    const char *depth = getenv("OVERWORLD_DEPTH");
    unsigned files = depth && strcmp(depth, "deep") == 0 ? FILES * MORE : FILES;
    const char *format;
    for (unsigned i = 0; (format = made_format(i)); i++)
        for (unsigned kind = 0; kind < made_kinds(format); kind++) {
            unsigned read = 0;
            const char *variant;
            for (uint64_t seed = 0; seed < files; seed++) {
                struct made made = made_file(format, kind, seed, &variant);
                read += reads_and_writes(&made, format, variant);
                keep_promises_of_bytes(made.bytes, made.size);
                free(made.bytes);
            }
            if (read * HUNDRED < files * LEAST)
                ROW_FAILED("%s, kind %u, %s: %u of %u files read\n", format, kind,
                           variant ? variant : "", read, files);
        }
}

static void equal_seeds_make_equal_files(void **state)
{
    (void)state;
    const char *variant;
    struct made one = made_file("blotter", 3, 8, &variant),
                two = made_file("blotter", 3, 8, &variant),
                other = made_file("blotter", 3, 9, &variant);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.bytes, two.bytes, one.size);
    assert_false(one.size == other.size && memcmp(one.bytes, other.bytes, one.size) == 0);
    free(one.bytes);
    free(two.bytes);
    free(other.bytes);
}

static bool is_same(const struct made *one, const struct made *other)
{
    return one->size == other->size && memcmp(one->bytes, other->bytes, one->size) == 0;
}

/* How many of the choices change the file. */
static unsigned count_effects(const char *format, unsigned kind, uint8_t *choices, size_t count)
{
    const char *variant;
    struct made made = made_file_by(format, kind, choices, count, &variant),
                same = made_file_by(format, kind, choices, count, &variant);
    assert_true(is_same(&made, &same));
    unsigned effects = 0;
    for (size_t i = 0; i < count; i++) {
        choices[i]++;
        struct made other = made_file_by(format, kind, choices, count, &variant);
        choices[i]--;
        effects += !is_same(&made, &other);
        free(other.bytes);
    }
    free(made.bytes);
    free(same.bytes);
    return effects;
}

static void choices_make_files_too(void **state)
{
    (void)state;
    enum { CHOICES = 40, LEAST = 8 };
    uint8_t choices[CHOICES];
    const char *format;
    for (unsigned i = 0; i < CHOICES; i++)
        choices[i] = (uint8_t)(7 * i + 4);
    for (unsigned i = 0; (format = made_format(i)); i++)
        for (unsigned kind = 0; kind < made_kinds(format); kind++) {
            unsigned effects = count_effects(format, kind, choices, CHOICES);
            if (effects < LEAST)
                ROW_FAILED("%s, kind %u: %u choices change it\n", format, kind, effects);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_files_read_and_are_written_back),
        cmocka_unit_test(equal_seeds_make_equal_files),
        cmocka_unit_test(choices_make_files_too),
    };
    return cmocka_run_group_tests_name("made files", tests, NULL, NULL);
}
