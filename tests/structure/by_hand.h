/* Builds whose bytes are written by hand after the specification: a second reader of it, which
 * shares nothing with the layout. */
#ifndef OW_TESTS_STRUCTURE_BY_HAND_H
#define OW_TESTS_STRUCTURE_BY_HAND_H

#include "../support/bytes.h"
#include "../support/files.h"
#include "../support/test.h"

#include "structure/structure.h"

/* No tables and no roots; a count of blocks comes next. */
#define BARE "06 ff ffff 0000 "
/* The same with a rotation table of one: blocks have an index of one byte. */
#define TURNED "06 ff 0001 0000 0000 0000 0000 "

static inline unsigned digit_of(char digit)
{
    const char *digits = "0123456789abcdef", *found = digit ? strchr(digits, digit) : NULL;
    assert_non_null(found);
    return (unsigned)(found - digits);
}

/* Appends numbers, each a word of hexadecimal digits as people write them: two digits for each byte
 * that it has. A word behind "=" is bytes in the order in which they stand. */
static inline void put_words(struct bytes *bytes, const char *words, bool big)
{
    while (*words) {
        size_t spaces = strspn(words, " ");
        bool raw = words[spaces] == '=';
        words += spaces + raw;
        size_t size = strcspn(words, " ") / 2;
        for (size_t i = 0; i < size; i++) {
            const char *byte = words + 2 * (big || raw ? i : size - 1 - i);
            put_u8(bytes, digit_of(byte[0]) << 4 | digit_of(byte[1]));
        }
        words += 2 * size;
    }
}

/* A build and the bytes that it was read from. */
struct sample {
    struct bytes bytes;
    ow_structure_variant variant;
    ow_structure_build *build;
};

static inline void assert_written(const ow_structure_build *build, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    if (ow_structure_write_buffer(build, NULL, &buffer, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
    struct bytes collected = {0};
    ow_sink sink = sink_to(&collected);
    assert_int_equal(ow_structure_write(build, NULL, &sink, &error), OW_OK);
    assert_int_equal(collected.size, expected->size);
    assert_memory_equal(collected.data, expected->data, expected->size);
    bytes_free(&collected);
}

/* Reads bytes, which the sample takes over, in a variant. */
static inline struct sample sample_of(struct bytes bytes, const ow_structure_variant *variant)
{
    struct sample sample = {.bytes = bytes, .variant = *variant};
    ow_error error = {0};
    uint8_t *exact = exact_copy(bytes.data, bytes.size);
    ow_status status =
        ow_structure_read_as(exact, bytes.size, variant, NULL, &sample.build, &error);
    if (status != OW_OK)
        ROW_FAILED("%s at %u, %s\n", error.message, (unsigned)error.offset, error.pointer);
    memset(exact, 0xee, bytes.size); /* nothing of a build points into what it was read from */
    free(exact);
    return sample;
}

static inline struct sample read_words(const char *words, const ow_structure_variant *variant)
{
    struct bytes bytes = {0};
    put_words(&bytes, words, variant->byte_order == OW_STRUCTURE_BIG);
    return sample_of(bytes, variant);
}

/* The file as JSON in the sample's variant, whatever a search would find; the caller frees it. */
static inline char *json_of(const struct sample *sample)
{
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_json_writer *writer;
    ow_error error = {0};
    ow_options options = options_or_default(NULL, 0);
    assert_int_equal(ow_json_open("structure", &options, &sink, &writer, &error), OW_OK);
    struct file file = file_in(sample->bytes.data, sample->bytes.size);
    ow_structure_build known = {.variant = sample->variant};
    ow_status status =
        driver_trace(&structure_format, &file, &known, ow_json_visit, writer, &error);
    if (status != OW_OK || ow_json_close(writer, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    put_u8(&json, 0);
    return (char *)json.data;
}

/* The same bytes come back from the records, and from the JSON, which holds `fragment`. */
static inline void close_sample(struct sample *sample, const char *fragment)
{
    char *json = json_of(sample);
    ow_document document;
    ow_error error = {0};
    if (!json || !strstr(json, fragment))
        ROW_FAILED("%s\ndoes not hold %s\n", json ? json : "", fragment);
    if (ow_from_json(json, strlen(json), NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s at %s of\n%s\n", error.message, error.pointer, json);
    assert_true(structure_same_variant(&document.as.structure->variant, &sample->build->variant));
    assert_written(document.as.structure, &sample->bytes);
    assert_written(sample->build, &sample->bytes);
    ow_close(&document);
    free(json);
    ow_structure_free(sample->build);
    bytes_free(&sample->bytes);
}

/* A file that ends at any byte before its end is refused in words. */
static inline void assert_cuts_are_refused(const struct sample *sample)
{
    for (size_t size = 0; size < sample->bytes.size; size++) {
        uint8_t *exact = exact_copy(sample->bytes.data, size);
        ow_structure_build *build;
        ow_error error = {0};
        ow_status status =
            ow_structure_read_as(exact, size, &sample->variant, NULL, &build, &error);
        assert_int_equal(status, OW_TRUNCATED);
        assert_int_equal(error.status, status);
        assert_true(error.offset <= size && error.pointer[0] == '/');
        assert_true(strstr(error.message, "left") || strstr(error.message, "can hold at most"));
        free(exact);
    }
}

/* A variant that differs from `game` in the order of bytes at most. */
static inline ow_structure_variant game_in(unsigned byte_order)
{
    ow_structure_variant variant = ow_structure_game;
    variant.byte_order = (uint8_t)byte_order;
    return variant;
}

#endif
