/* What is found wrong with a city save, and where. */
#include "../support/test.h"

#include "../support/cities.h"

struct seen {
    int count;
    struct {
        char code[40], pointer[64], message[200];
        uint64_t offset, size;
    } issues[24];
};

static void see(void *context, const ow_issue *issue)
{
    struct seen *seen = context;
    assert_true(issue->message[0] != '\0');
    assert_true(seen->count < (int)LENGTH(seen->issues));
    snprintf(seen->issues[seen->count].code, 40, "%s", issue->code->code);
    snprintf(seen->issues[seen->count].pointer, 64, "%s", issue->pointer);
    snprintf(seen->issues[seen->count].message, 200, "%s", issue->message);
    seen->issues[seen->count].offset = issue->offset;
    seen->issues[seen->count].size = issue->size;
    seen->count++;
}

static ow_check_totals check(const struct bytes *bytes, const ow_options *options,
                             struct seen *seen)
{
    ow_check_totals totals;
    ow_error error = {0};
    ow_check_options check = {.issue = see, .issue_context = seen};
    *seen = (struct seen){0};
    if (ow_check(bytes->data, bytes->size, options, &check, &totals, &error) != OW_OK)
        ROW_FAILED("%s at %s\n", error.message, error.pointer);
    return totals;
}

static int find(const struct seen *seen, const char *code)
{
    for (int i = 0; i < seen->count; i++)
        if (strcmp(seen->issues[i].code, code) == 0)
            return i;
    return -1;
}

#define HEAD  "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', "
#define IMAGE "'terrain': {'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, "
#define TABLE "'meta_things': ['m-a', 'm-b'], "
#define THING(meta, direction, x, y, reserved)                                                     \
    "{'meta_thing': " meta ", 'direction': " direction ", 'x': " x ", 'y': " y                     \
    ", 'z': 1.0, 'reserved': '" reserved "'}"
#define SOUND                                                                                      \
    HEAD IMAGE TABLE "'things': [" THING("0", "1", "2.0", "3.0", "") ", " THING("1", "7", "127.0", \
                                                                                "0.0", "") "]}"

/* Where the parts of the sound save begin. */
enum { NAME = 4, TERRAIN = 9, PATH = 14, Z_SCALE = 23, TABLE_AT = 27, NAMES = 35, THINGS = 45 };
enum { FIRST = 53, SECOND = 74, SOUND_SIZE = 95 };

static void a_sound_save_has_no_issues(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(SOUND);
    struct seen seen;
    struct image_shelf shelf = {.width = 128, .height = 128};
    ow_options options = options_with(&shelf);
    assert_int_equal(bytes.size, SOUND_SIZE);
    check(&bytes, NULL, &seen);
    assert_int_equal(seen.count, 0);
    check(&bytes, &options, &seen);
    assert_int_equal(seen.count, 0);
    assert_string_equal(shelf.asked_for, "h/a.png");
    assert_int_equal(shelf.loaded, 1);
    assert_int_equal(shelf.released, 1);
    bytes_free(&bytes);
}

/* Bytes put into the sound save, and the first issue that they must raise. */
static const struct {
    size_t at, size;
    const char *bytes, *code, *pointer;
    uint64_t issue_at, issue_size;
} rows[] = {
    {0, 2, "\0\x0a", "CITY_SIZE_WRONG", "/header_size", 0, 2},
    {TERRAIN, 4, "\0\0\0\x12", "NONE", "", 0, 0},              /* the true one */
    {0, 2, "\0\x33", "NONE", "", 0, 0},                        /* 48 and 3: the game's */
    {TERRAIN, 4, "\0\0\0\x3f", "NONE", "", 0, 0},              /* 56 and 7 */
    {0, 2, "\0\x23", "CITY_SIZE_WRONG", "/header_size", 0, 2}, /* of an early save */
    {TERRAIN, 4, "\0\0\0\x0e", "CITY_SIZE_WRONG", "/terrain/size", TERRAIN, 4},
    {TABLE_AT, 4, "\xff\xff\xff\xff", "CITY_SIZE_WRONG", "/meta_things_size", TABLE_AT, 4},
    {THINGS, 4, "\0\0\0\0", "CITY_SIZE_WRONG", "/things_size", THINGS, 4},
    {NAME + 2, 1, "\xff", "CITY_BAD_UTF8", "/name", NAME, 5},
    {PATH + 2, 1, "\xff", "CITY_BAD_UTF8", "/terrain/image_path", PATH, 9},
    {NAMES + 2, 1, "\xff", "CITY_BAD_UTF8", "/meta_things/0", NAMES, 5},
    {PATH + 2, 1, "/", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "../.png", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "a/b/../", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "aa/b/..", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "C:a.png", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "a\\b.png", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "a//.png", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "./a.png", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "a\0b.png", "CITY_IMAGE_PATH_UNSAFE", "/terrain/image_path", PATH, 9},
    {PATH + 2, 7, "..a.png", "NONE", "", 0, 0},
    {PATH + 2, 7, "a/..b..", "NONE", "", 0, 0},
    {PATH + 2, 7, "\xc3\xa4/.png", "NONE", "", 0, 0},
    {Z_SCALE, 4, "\x7f\xc0\0\0", "CITY_Z_SCALE_NOT_FINITE", "/terrain/z_scale", Z_SCALE, 4},
    {Z_SCALE, 4, "\xff\x80\0\0", "CITY_Z_SCALE_NOT_FINITE", "/terrain/z_scale", Z_SCALE, 4},
    {Z_SCALE, 4, "\0\0\0\0", "CITY_Z_SCALE_NOT_POSITIVE", "/terrain/z_scale", Z_SCALE, 4},
    {Z_SCALE, 4, "\x80\0\0\0", "CITY_Z_SCALE_NOT_POSITIVE", "/terrain/z_scale", Z_SCALE, 4},
    {Z_SCALE, 4, "\xbd\0\0\0", "CITY_Z_SCALE_NOT_POSITIVE", "/terrain/z_scale", Z_SCALE, 4},
    {Z_SCALE, 4, "\0\0\0\1", "NONE", "", 0, 0},
    {NAMES + 9, 1, "a", "CITY_META_THING_TWICE", "/meta_things/1", NAMES + 5, 5},
    {FIRST, 4, "\0\0\0\1", "CITY_META_THING_UNUSED", "/meta_things/0", NAMES, 5},
    {FIRST, 4, "\0\0\0\2", "CITY_META_THING_MISSING", "/things/0/meta_thing", FIRST, 4},
    {SECOND, 4, "\xff\xff\xff\xff", "CITY_META_THING_MISSING", "/things/1/meta_thing", SECOND, 4},
    {FIRST + 4, 1, "\x08", "CITY_DIRECTION_UNKNOWN", "/things/0/direction", FIRST + 4, 1},
    {SECOND + 4, 1, "\xff", "CITY_DIRECTION_UNKNOWN", "/things/1/direction", SECOND + 4, 1},
    {FIRST + 5, 4, "\x7f\x80\0\1", "CITY_COORDINATE_NOT_FINITE", "/things/0/x", FIRST + 5, 4},
    {FIRST + 9, 4, "\x7f\x80\0\0", "CITY_COORDINATE_NOT_FINITE", "/things/0/y", FIRST + 9, 4},
    {SECOND + 13, 4, "\xff\x80\0\0", "CITY_COORDINATE_NOT_FINITE", "/things/1/z", SECOND + 13, 4},
    {FIRST + 5, 4, "\xbf\x80\0\0", "CITY_THING_OUTSIDE", "/things/0/x", FIRST + 5, 4},
    {FIRST + 9, 4, "\x43\0\0\0", "CITY_THING_OUTSIDE", "/things/0/y", FIRST + 9, 4}, /* 128 */
    {SECOND + 5, 4, "\x42\xfe\0\1", "CITY_THING_OUTSIDE", "/things/1/x", SECOND + 5, 4},
    {FIRST + 5, 4, "\x80\0\0\0", "NONE", "", 0, 0}, /* -0.0 */
};

static void each_issue_points_at_its_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = bytes_of_json(SOUND);
        struct image_shelf shelf = {.width = 128, .height = 128};
        ow_options options = options_with(&shelf);
        struct seen seen;
        memcpy(bytes.data + rows[i].at, rows[i].bytes, rows[i].size);
        check(&bytes, &options, &seen);
        bool none = strcmp(rows[i].code, "NONE") == 0;
        int at = none ? -1 : find(&seen, rows[i].code);
        if (none ? seen.count > 0 : at < 0)
            ROW_FAILED("row %zu: %s first\n", i, seen.count ? seen.issues[0].code : "nothing");
        if (at >= 0 && (strcmp(seen.issues[at].pointer, rows[i].pointer) != 0 ||
                        seen.issues[at].offset != rows[i].issue_at ||
                        seen.issues[at].size != rows[i].issue_size))
            ROW_FAILED("row %zu: %s at %s, %u, %u bytes\n", i, rows[i].code,
                       seen.issues[at].pointer, (unsigned)seen.issues[at].offset,
                       (unsigned)seen.issues[at].size);
        bool unsafe = strstr(rows[i].code, "UNSAFE") != NULL;
        assert_int_equal(shelf.loaded, !unsafe);
        assert_int_equal(shelf.released, !unsafe);
        bytes_free(&bytes);
    }
}

/* Saves of other shapes, and all that is found in them, with commas between. */
static const struct {
    const char *json, *codes;
} shapes[] = {
    {HEAD IMAGE "'meta_things': [], 'things': []}", ""},
    {HEAD IMAGE "'meta_things': [''], 'things': [" THING("0", "0", "0.0", "0.0", "AAEC") "]}",
     "RESERVED_DATA,"},
    {HEAD IMAGE "'meta_things': ['a', 'b', 'a', 'a', ''], 'things': []}",
     "META_THING_TWICE,META_THING_TWICE,META_THING_UNUSED,META_THING_UNUSED,META_THING_UNUSED,"
     "META_THING_UNUSED,META_THING_UNUSED,"},
    {HEAD "'terrain': {'kind': 'image', 'image_path': '', 'z_scale': 0.1}, "
          "'meta_things': [], 'things': []}",
     "IMAGE_PATH_EMPTY,"},
    {HEAD "'terrain': {'kind': 'heights', 'x_vertices': 2, 'y_vertices': 3, 'heights': "
          "[0.0, 'NaN', 1.0, '-Infinity', 2.0, 3.0]}, 'meta_things': ['a'], 'things': [" THING(
              "0", "0", "1.0", "2.0", "") ", " THING("0", "0", "1.0", "2.25", "") "]}",
     "HEIGHTS_IN_FILE,HEIGHT_NOT_FINITE,HEIGHT_NOT_FINITE,THING_OUTSIDE,"},
    {HEAD "'terrain': {'kind': 'heights', 'x_vertices': 2, 'y_vertices': 1, 'heights': "
          "[0.0, 1.0]}, 'meta_things': [], 'things': []}",
     "HEIGHTS_IN_FILE,VERTICES_TOO_FEW,"},
    {HEAD "'terrain': {'kind': 'heights', 'x_vertices': 0, 'y_vertices': 9, 'heights': []}, "
          "'meta_things': ['a'], 'things': [" THING("0", "0", "1.0", "2.0", "") "]}",
     "HEIGHTS_IN_FILE,VERTICES_TOO_FEW,"},
    {HEAD "'terrain': {'kind': 'heights', 'size': 64, 'x_vertices': 2, 'y_vertices': 2, "
          "'heights': [0.0, 1.0, 2.0, 3.0]}, 'meta_things': [], 'things': []}",
     "SIZE_WRONG,HEIGHTS_IN_FILE,"},
    {"{'format': 'city', 'variant': 's1', 'version': 0, 'name': 'a', 'terrain': "
     "{'kind': 'image', 'image_path': 'a'}, 'meta_things': [], 'things': []}",
     "OLD_VARIANT,VARIANT_UNCERTAIN,"},
    {"{'format': 'city', 'variant': 's1', 'version': 0, 'name': 'a', 'terrain': "
     "{'kind': 'image', 'image_path': 'a'}, 'meta_things': ['a'], 'things': [" THING(
         "0", "0", "0.0", "0.0", "") "]}",
     "OLD_VARIANT,"},
    {"{'format': 'city', 'variant': 'p0', 'version': 0, 'name': 'a', 'terrain': "
     "{'kind': 'image', 'image_path': 'a'}, 'meta_things': ['a'], 'things': ["
     "{'meta_thing': 0, 'direction': 9, 'x': 1.5, 'y': 'NaN', 'z': 0.0}]}",
     "OLD_VARIANT,DIRECTION_UNKNOWN,COORDINATE_NOT_FINITE,"},
    {"{'format': 'city', 'variant': 'l1', 'name': 'a', 'terrain': "
     "{'kind': 'image', 'image_path': 'a'}}",
     "OLD_VARIANT,"},
    {"{'format': 'city', 'variant': 'l2', 'name': 'a', 'terrain': "
     "{'size': 7, 'kind': 'image', 'image_path': 'a', 'z_scale': 0.0}}",
     "OLD_VARIANT,SIZE_WRONG,Z_SCALE_NOT_POSITIVE,"},
    {"{'format': 'city', 'variant': 'l2', 'header_size': 33, 'name': 'a', 'terrain': "
     "{'size': 41, 'kind': 'image', 'image_path': 'a', 'z_scale': 1.0}}",
     "OLD_VARIANT,"},
};

static void saves_of_other_shapes_raise_just_theirs(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        char found[1024] = "";
        struct bytes bytes = bytes_of_json(shapes[i].json);
        struct seen seen;
        ow_check_totals totals = check(&bytes, NULL, &seen);
        for (int k = 0; k < seen.count; k++) {
            assert_true(seen.issues[k].offset + seen.issues[k].size <= bytes.size);
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s,",
                     seen.issues[k].code + strlen("CITY_"));
        }
        if (strcmp(found, shapes[i].codes) != 0)
            ROW_FAILED("row %zu: %s\n", i, found);
        assert_int_equal(totals.errors + totals.warnings + totals.infos, seen.count);
        bytes_free(&bytes);
    }
}

static void the_range_of_a_height_is_its_own(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(shapes[4].json);
    struct seen seen;
    check(&bytes, NULL, &seen);
    assert_string_equal(seen.issues[0].pointer, "/terrain/kind");
    assert_int_equal(seen.issues[0].offset, 13);
    assert_string_equal(seen.issues[1].pointer, "/terrain/heights/1");
    assert_int_equal(seen.issues[1].offset, 22 + 4);
    assert_int_equal(seen.issues[1].size, 4);
    assert_string_equal(seen.issues[1].message, "the height at x 1, y 0 is not a number");
    assert_string_equal(seen.issues[2].pointer, "/terrain/heights/3");
    assert_string_equal(seen.issues[2].message, "the height at x 1, y 1 is infinite");
    assert_string_equal(seen.issues[3].pointer, "/things/1/y");
    assert_string_equal(seen.issues[3].message,
                        "the thing is at y = 2.25, but the terrain reaches only from 0 to 2");
    bytes_free(&bytes);
}

static void images_are_judged_by_their_size(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        const char *code; /* NULL: none */
    } sizes[] = {
        {128, 128, NULL},  {129, 129, NULL},  {17, 17, NULL},    {17, 33, NULL},
        {1025, 17, NULL},  {0, 0, "MISSING"}, {127, 128, "ODD"}, {128, 129, "ODD"},
        {130, 130, "ODD"}, {1, 1, "ODD"},     {17, 1, "ODD"},    {64, 64, "ODD"},
        {256, 256, "ODD"},
    };
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct bytes bytes = bytes_of_json(HEAD IMAGE "'meta_things': [], 'things': []}");
        struct image_shelf shelf = {.width = sizes[i].width, .height = sizes[i].height};
        ow_options options = options_with(&shelf);
        struct seen seen;
        check(&bytes, &options, &seen);
        if (seen.count != (sizes[i].code != NULL))
            ROW_FAILED("%u x %u: %d issues\n", sizes[i].width, sizes[i].height, seen.count);
        if (sizes[i].code) {
            assert_non_null(strstr(seen.issues[0].code, sizes[i].code));
            assert_string_equal(seen.issues[0].pointer, "/terrain/image_path");
            assert_int_equal(seen.issues[0].offset, PATH);
        }
        if (sizes[i].width == 0)
            assert_string_equal(seen.issues[0].message, "there is no such image");
        assert_int_equal(shelf.loaded, shelf.released);
        bytes_free(&bytes);
    }
}

/* Without the image nobody knows what is outside. */
static void a_missing_image_hides_no_other_issue(void **state)
{
    (void)state;
    struct bytes bytes =
        bytes_of_json(HEAD IMAGE TABLE "'things': [" THING("0", "9", "-5.0", "0.0", "") "]}");
    struct image_shelf shelf = {.width = 0};
    ow_options options = options_with(&shelf);
    struct seen seen;
    check(&bytes, &options, &seen);
    assert_int_equal(seen.count, 3);
    assert_true(find(&seen, "CITY_IMAGE_MISSING") >= 0);
    assert_true(find(&seen, "CITY_DIRECTION_UNKNOWN") >= 0);
    assert_true(find(&seen, "CITY_META_THING_UNUSED") >= 0);
    bytes_free(&bytes);
}

static void a_break_is_the_only_issue(void **state)
{
    (void)state;
    static const struct {
        size_t size;
        size_t at;
        uint8_t byte;
        const char *code, *pointer;
        uint64_t offset;
    } breaks[] = {
        {SOUND_SIZE - 1, 0, 0, "CITY_TRUNCATED", "/things/1/reserved", SECOND + 17},
        {SECOND, 0, 0, "CITY_TRUNCATED", "/thing_count", THINGS + 4},
        {SOUND_SIZE, 13, 7, "CITY_BROKEN", "/terrain/kind", 13},
        {SOUND_SIZE, 3, 9, "CITY_UNKNOWN_VERSION", "/version", 2},
        {SOUND_SIZE, THINGS + 7, 1, "CITY_BROKEN", "", SECOND},
    };
    for (size_t i = 0; i < LENGTH(breaks); i++) {
        struct bytes bytes = bytes_of_json(SOUND);
        struct seen seen = {0};
        ow_check_options options = {.issue = see, .issue_context = &seen};
        ow_check_totals totals;
        ow_error error = {0};
        bytes.size = breaks[i].size;
        bytes.data[FIRST + 4] = 99; /* is not spoken of any more */
        if (breaks[i].at)
            bytes.data[breaks[i].at] = breaks[i].byte;
        assert_int_not_equal(ow_check(bytes.data, bytes.size, NULL, &options, &totals, &error),
                             OW_OK);
        assert_int_equal(seen.count, 1);
        assert_int_equal(totals.errors, 1);
        assert_string_equal(seen.issues[0].code, breaks[i].code);
        assert_string_equal(seen.issues[0].pointer, breaks[i].pointer);
        assert_int_equal(seen.issues[0].offset, breaks[i].offset);
        assert_string_equal(seen.issues[0].message, error.message);
        bytes_free(&bytes);
    }
}

static void names_that_are_long_are_cut_between_characters(void **state)
{
    (void)state;
    char json[2000];
    char name[200] = "x";
    for (int i = 0; i < 60; i++)
        strcat(name, "\xc3\xa4");
    snprintf(json, sizeof json, HEAD IMAGE "'meta_things': ['%s'], 'things': []}", name);
    struct bytes bytes = bytes_of_json(json);
    struct seen seen;
    check(&bytes, NULL, &seen);
    assert_int_equal(seen.count, 1);
    ow_text message = {seen.issues[0].message, strlen(seen.issues[0].message)};
    assert_true(ow_text_is_utf8(message));
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_save_has_no_issues),
        cmocka_unit_test(each_issue_points_at_its_bytes),
        cmocka_unit_test(saves_of_other_shapes_raise_just_theirs),
        cmocka_unit_test(the_range_of_a_height_is_its_own),
        cmocka_unit_test(images_are_judged_by_their_size),
        cmocka_unit_test(a_missing_image_hides_no_other_issue),
        cmocka_unit_test(a_break_is_the_only_issue),
        cmocka_unit_test(names_that_are_long_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
