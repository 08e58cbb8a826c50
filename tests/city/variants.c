/* Which variant a city save is read in; what is taken for a city save at all, whole or cut
 * short. */
#include "../robust/harness.h"
#include "../support/files.h"
#include "../support/test.h"

#include "../support/cities.h"
#include "../support/documents.h"
#include "../support/saves.h"

#include "city/city.h"

/* Saves whose variant is to be filled in; `image` is followed by z_scale where the variant has
 * one. */
static const struct shape {
    const char *head, *terrain, *tables;
} shapes[] = {
    {"'name': 'River'", "'kind': 'image', 'image_path': 'height/a.png'",
     "'meta_things': ['a-oak', 'a-elm'], 'things': ["
     "{'meta_thing': 0, 'direction': 1, 'x': 1.0, 'y': 2.0, 'z': 3.0, 'reserved': ''}, "
     "{'meta_thing': 1, 'direction': 7, 'x': 10.0, 'y': 5.5, 'z': 45.0, 'reserved': ''}]"},
    {"'name': 'River'", "'kind': 'image', 'image_path': 'height/a.png'",
     "'meta_things': ['a-oak'], 'things': []"},
    {"'name': 'River'", "'kind': 'image', 'image_path': 'height/a.png'",
     "'meta_things': [], 'things': []"},
    {"'name': ''", "'kind': 'image', 'image_path': 'a'", "'meta_things': [''], 'things': []"},
    {"'name': ''", "'kind': 'image', 'image_path': ''", "'meta_things': [], 'things': []"},
    {"'header_size': 53, 'name': 'River'",
     "'size': 68, 'kind': 'image', 'image_path': 'height/a.png'",
     "'meta_things': [], 'things': []"},
    {"'header_size': 9999, 'name': 'R\xc3\xado'",
     "'size': 1, 'kind': 'image', 'image_path': 'height/a.png'",
     "'meta_things_size': 0, 'meta_things': ['x'], 'things_size': 77, 'things': ["
     "{'meta_thing': 0, 'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}]"},
    {"'name': 'R'",
     "'kind': 'heights', 'x_vertices': 2, 'y_vertices': 2, "
     "'heights': [1.0, 2.0, 3.0, 4.5]",
     "'meta_things': ['a'], 'things': ["
     "{'meta_thing': 0, 'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}]"},
    {"'name': 'R'", "'kind': 'heights', 'x_vertices': 1, 'y_vertices': 2, 'heights': [1.0, 2.0]",
     "'meta_things': [], 'things': []"},
    {"'name': ''", "'kind': 'heights', 'x_vertices': 0, 'y_vertices': 0, 'heights': []",
     "'meta_things': [], 'things': []"},
};

enum { GAME_SIZES = 5, ODD_SIZES = 6, FIRST_OF_HEIGHTS = 7 };

static struct bytes save_of(const char *variant, const struct shape *shape)
{
    char text[2048];
    bool early = variant[0] == 'l', image = strstr(shape->terrain, "image_path") != NULL;
    bool z_scale = image && (strcmp(variant, "d3") == 0 || strcmp(variant, "l2") == 0);
    char tables[1024];
    snprintf(tables, sizeof tables, "%s", early ? "" : shape->tables);
    for (char *at; strcmp(variant, "p0") == 0 && (at = strstr(tables, ", 'reserved': ''"));)
        memmove(at, at + 16, strlen(at + 16) + 1);
    snprintf(text, sizeof text, "{'format': 'city', 'variant': '%s', %s%s, 'terrain': {%s%s}%s%s}",
             variant, early ? "" : "'version': 0, ", shape->head, shape->terrain,
             z_scale ? ", 'z_scale': 0.1" : "", early ? "" : ", ", tables);
    return bytes_of_json(text);
}

/* Some are the same bytes in two variants; the first is what is read. */
static const char *read_as(const char *variant, size_t shape)
{
    bool things = strstr(shapes[shape].tables, "direction") != NULL;
    if (shape >= FIRST_OF_HEIGHTS) {
        if (variant[0] == 'l')
            return "l2";
        return strcmp(variant, "p0") == 0 && things ? "p0" : "d3";
    }
    return strcmp(variant, "p0") == 0 && !things ? "s1" : variant;
}

static ow_visit note_variant(void *context, const ow_event *event)
{
    ow_text *variant = context;
    if (event->kind != OW_VALUE || strcmp(event->name, "variant") != 0)
        return OW_GO_ON;
    *variant = event->value.text;
    return OW_STOP;
}

static void assert_reads_as(const struct bytes *bytes, const char *expected, size_t shape)
{
    ow_error error = {0};
    ow_document document;
    ow_text traced = {0}, summarised = {0};
    const ow_format *format = ow_identify(bytes->data, bytes->size);
    if (!format || strcmp(format->name, "city") != 0)
        ROW_FAILED("shape %zu as %s: not taken for a city\n", shape, expected);
    if (ow_open(bytes->data, bytes->size, NULL, &document, &error) != OW_OK)
        ROW_FAILED("shape %zu as %s: %s\n", shape, expected, error.message);
    const char *found = city_variant_names[document.as.city->variant];
    if (strcmp(found, expected) != 0)
        ROW_FAILED("shape %zu is read as %s instead of %s\n", shape, found, expected);
    struct file file = file_in(bytes->data, bytes->size);
    assert_string_equal(city_variant_names[city_find_variant(&file)], expected);
    assert_string_equal(city_variant_names[city_guess_variant(&file)], expected);
    assert_int_equal(ow_trace(bytes->data, bytes->size, NULL, note_variant, &traced, &error),
                     OW_OK);
    assert_text(traced, expected);
    assert_int_equal(
        ow_summarise(bytes->data, bytes->size, NULL, false, note_variant, &summarised, &error),
        OW_OK);
    assert_text(summarised, expected);
    ow_buffer back = {0};
    assert_int_equal(ow_write_buffer(&document, NULL, &back, &error), OW_OK);
    assert_int_equal(back.size, bytes->size);
    assert_memory_equal(back.data, bytes->data, back.size);
    ow_buffer_free(&back, NULL);
    ow_close(&document);
}

static void every_variant_is_found_again(void **state)
{
    (void)state;
    for (size_t shape = 0; shape < LENGTH(shapes); shape++) {
        for (const char *const *variant = city_variant_names; *variant; variant++) {
            struct bytes bytes = save_of(*variant, &shapes[shape]);
            assert_reads_as(&bytes, read_as(*variant, shape), shape);
            bytes_free(&bytes);
        }
    }
}

/* Where the terrain has said what it is. */
static size_t end_of_front(const char *variant, const struct bytes *bytes)
{
    const uint8_t *length = bytes->data + (variant[0] == 'l' ? 2 : 4);
    size_t name = (size_t)length[0] << 8 | length[1];
    size_t kind = variant[0] == 'l' ? 4 + name + 2 : 6 + name + 4;
    return kind + (bytes->data[kind] == OW_CITY_IMAGE ? 4 : 9);
}

static void assert_cut_is_reported(const struct bytes *bytes, size_t size, const char *variant,
                                   size_t shape, bool must_be_known)
{
    uint8_t *cut = exact_copy(bytes->data, size);
    ow_error error = {0};
    ow_document document;
    const ow_format *format = ow_identify(cut, size);
    ow_status status = ow_open(cut, size, NULL, &document, &error);
    bool city = format && strcmp(format->name, "city") == 0;
    if (must_be_known && !city)
        ROW_FAILED("shape %zu, %s, %zu bytes: not taken for a city\n", shape, variant, size);
    if (city && status != OW_OK && status != OW_TRUNCATED)
        ROW_FAILED("shape %zu, %s, %zu bytes: %s\n", shape, variant, size, error.message);
    if (status != OW_OK && (!*error.message || error.offset > size))
        ROW_FAILED("shape %zu, %s, %zu bytes: no clean error\n", shape, variant, size);
    /* Only true sizes tell whether a z_scale, or 4 bytes of each thing, are missing. */
    bool other = (shape == GAME_SIZES && strcmp(variant, "l2") == 0) ||
                 (shape == ODD_SIZES && (*variant == 's' || strcmp(variant, "l2") == 0));
    other = other && size == bytes->size - 4;
    if (city && status == OW_OK && !other)
        ROW_FAILED("shape %zu, %s, %zu bytes: reads\n", shape, variant, size);
    if (status == OW_OK) /* the shortest cut may be an empty level */
        ow_close(&document);
    free(cut);
}

static void cut_short_at_any_byte_they_are_reported(void **state)
{
    (void)state;
    /* Those that state odd sizes and those without any text are known only when they are whole. */
    static const bool front_is_clear[LENGTH(shapes)] = {1, 1, 1, 1, 0, 1, 0, 1, 1, 0};
    for (size_t shape = 0; shape < LENGTH(shapes); shape++) {
        for (const char *const *variant = city_variant_names; *variant; variant++) {
            struct bytes bytes = save_of(*variant, &shapes[shape]);
            for (size_t size = 0; size < bytes.size; size++)
                assert_cut_is_reported(&bytes, size, *variant, shape,
                                       front_is_clear[shape] &&
                                           size >= end_of_front(*variant, &bytes));
            bytes_free(&bytes);
        }
    }
}

/* What a broken save is taken for decides which words its error gets. */
static void broken_saves_are_of_the_variant_that_their_sizes_speak_for(void **state)
{
    (void)state;
    for (const char *const *variant = city_variant_names; *variant; variant++) {
        struct bytes bytes = save_of(*variant, &shapes[0]);
        size_t least = variant[0][0] == 'l' ? end_of_front(*variant, &bytes) : bytes.size - 34;
        for (size_t size = least; size < bytes.size; size++) {
            struct file file = file_in(bytes.data, size);
            assert_string_equal(city_variant_names[city_find_variant(&file)], *variant);
        }
        bytes_free(&bytes);
    }
}

static const struct {
    const char *bytes;
    size_t size;
    ow_status status;
    uint64_t offset;
    const char *pointer, *message;
} broken_rows[] = {
    {"\0\x09\0\1\0\3abc", 9, OW_UNKNOWN_VERSION, 2, "/version", "version 1"},
    {"\0\x33\0\x2a\0\3abc\0\0\0\7\0\0\0", 16, OW_UNKNOWN_VERSION, 2, "/version", "version 42"},
    {"\0\x09\0\0\0\3abc\0\0\0\7\2\0\0", 16, OW_BAD_VALUE, 13, "/terrain/kind", "kind"},
    {"\0\x09\0\0\0\3abc", 9, OW_TRUNCATED, 9, "/terrain/size", "ends inside size"},
    {"\0\x09\0\0\0\3a", 7, OW_TRUNCATED, 4, "/name", "3 bytes"},
    {"\0\7\0\3abc\0\6\0\0\1x!", 14, OW_BAD_VALUE, 13, "", "the end of the file: 1 byte"},
};

static void broken_saves_get_words(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(broken_rows); i++) {
        ow_document document;
        ow_error error = {0};
        uint8_t *exact = exact_copy(broken_rows[i].bytes, broken_rows[i].size);
        if (ow_open(exact, broken_rows[i].size, NULL, &document, &error) != broken_rows[i].status)
            ROW_FAILED("row %zu: %s: %s\n", i, error.pointer, error.message);
        assert_error(&error, broken_rows[i].status, broken_rows[i].offset, broken_rows[i].pointer,
                     broken_rows[i].message);
        free(exact);
    }
}

static void assert_no_city(const void *bytes, size_t size, const char *what, unsigned turn)
{
    uint8_t *exact = exact_copy(bytes, size);
    const ow_format *format = ow_identify(exact, size);
    if (city_sniff(exact, size) || (format && strcmp(format->name, "city") == 0)) {
        for (size_t i = 0; i < size && i < 64; i++)
            print_error("%02x ", exact[i]);
        ROW_FAILED("\n%s %u of %zu bytes is taken for a city\n", what, turn, size);
    }
    free(exact);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Bytes of each kind: any, mostly zeros, mostly letters. */
static uint8_t random_byte(uint32_t *seed, int kind)
{
    uint32_t number = next_random(seed);
    if (kind == 1)
        return (uint8_t)(number % 100 < 85 ? 0 : number / 100 % 16);
    if (kind == 2)
        return (uint8_t)(number % 100 < 90 ? ' ' + number / 100 % 95 : '\n');
    return (uint8_t)number;
}

static void chance_makes_no_city(void **state)
{
    (void)state;
    const unsigned turns = is_deep() ? 300000 : 20000;
    uint32_t seed = 1;
    for (unsigned turn = 0; turn < turns; turn++) {
        uint8_t bytes[96];
        size_t size = next_random(&seed) % sizeof bytes;
        for (size_t i = 0; i < size; i++)
            bytes[i] = random_byte(&seed, (int)(turn % 3));
        assert_no_city(bytes, size, "random", turn);
    }
}

static void one_byte_over_and_over_is_no_city(void **state)
{
    (void)state;
    uint8_t bytes[300];
    for (unsigned value = 0; value < 256; value++) {
        memset(bytes, (int)value, sizeof bytes);
        for (size_t size = 0; size < sizeof bytes; size += value % 16 ? 13 : 1)
            assert_no_city(bytes, size, "run of", value);
    }
}

static void other_files_are_no_cities(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
    } rows[] = {
        {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x80\0\0\0\x80\x08\2\0\0\0", 29},
        {"GIF89a\x01\0\x01\0\x80\0\0", 13},
        {"\0\0\1\0\1\0\x10\x10\0\0\1\0 \0\x68\4\0\0\x16\0\0\0", 22},
        {"\0\0\0\x18"
         "ftypmp42\0\0\0\0mp42isom",
         24},
        {"\0\1\0\0\0\x0e\0\x80\0\3\0\x60OS/2\0\0\0\0\0\0\0\0", 24},
        {"PK\3\4\x14\0\0\0\x08\0\0\0\0\0", 14},
        {"aeaa plain text that goes on for a while, as text does", 54},
        {"eAea plain text", 15},
        {"\0H\0e\0l\0l\0o\0 \0w\0o\0r\0l\0d", 22},
        {"\0I\0n\0C\0l\0o\0w\0n", 14},
        {"{\"format\": \"city\"}", 18},
        {"\2\0MAP \1\0\0\0\1\0\0\0", 14},
        {"Logic World save\7\0\0\0\0\0\0\0\0", 25},
    };
    for (unsigned i = 0; i < LENGTH(rows); i++)
        for (size_t size = 0; size <= rows[i].size; size++)
            assert_no_city(rows[i].bytes, size, "row", i);
    struct bytes blotter = sound_save();
    assert_false(city_sniff(blotter.data, blotter.size));
    bytes_free(&blotter);
}

static void real_saves_are_of_their_variants(void **state)
{
    (void)state;
    static const struct {
        const char *path, *variant;
    } rows[] = {
        {"city/rs-606d33c/saves/test.city", "d3"},
        {"city/generated-by-py-e2e0272/saves/test.city", "p0"},
    };
    size_t skipped = 0;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", corpus_folder(), rows[i].path);
        struct bytes bytes = read_file(path);
        skipped += !bytes.data;
        if (bytes.data)
            assert_reads_as(&bytes, rows[i].variant, i);
        bytes_free(&bytes);
    }
    if (skipped == LENGTH(rows))
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_variant_is_found_again),
        cmocka_unit_test(cut_short_at_any_byte_they_are_reported),
        cmocka_unit_test(broken_saves_are_of_the_variant_that_their_sizes_speak_for),
        cmocka_unit_test(broken_saves_get_words),
        cmocka_unit_test(chance_makes_no_city),
        cmocka_unit_test(one_byte_over_and_over_is_no_city),
        cmocka_unit_test(other_files_are_no_cities),
        cmocka_unit_test(real_saves_are_of_their_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
