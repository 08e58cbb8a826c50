/* Boxes that share space, or only touch, however they are turned. */
#include "../support/test.h"

#include "base/solids.h"

#define HALF_TURN   0.38268343236508977 /* of 45 degrees: sine and cosine of the half */
#define HALF_COSINE 0.92387953251128674

static const struct rotation none = {0, 0, 0, 1};

static const struct {
    struct vector middle, size;
    struct rotation turn;
    bool overlaps;
} rows[] = {
    {{0, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}, true},
    {{0.9, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}, true},
    {{1, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}, false},
    {{0.97, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}, false},
    {{0, -0.95, 0}, {1, 1, 1}, {0, 0, 0, 1}, true},
    {{0, 0, 1}, {1, 1, 1}, {0, 0, 0, 1}, false},
    {{0.99, 0.99, 0.99}, {1, 1, 1}, {0, 0, 0, 1}, false},
    /* turned about y by 45 degrees: half a diagonal is 0.707 */
    {{1.15, 0, 0}, {1, 1, 1}, {0, HALF_TURN, 0, HALF_COSINE}, true},
    {{1.2, 0, 0}, {1, 1, 1}, {0, HALF_TURN, 0, HALF_COSINE}, false},
    {{1.1, 0, 1.1}, {1, 1, 1}, {0, HALF_TURN, 0, HALF_COSINE}, false},
    /* edge against edge: only a plane along both edges separates them */
    {{0, 1.15, 0}, {9, 1, 1}, {HALF_TURN, 0, 0, HALF_COSINE}, true},
    {{1, 1, 0}, {1, 1, 40}, {0, 0, HALF_TURN, HALF_COSINE}, false},
    {{1, 1, 0.1}, {0.8, 0.8, 9}, {HALF_TURN, HALF_TURN, HALF_TURN, 0.74852}, false},
    {{0.6, 0.6, 0.1}, {0.8, 0.8, 9}, {HALF_TURN, HALF_TURN, HALF_TURN, 0.74852}, true},
};

static void boxes_overlap_if_they_are_deep_in_each_other(void **state)
{
    (void)state;
    struct solid unit, other;
    assert_true(solid_make(&unit, (struct vector){0, 0, 0}, (struct vector){1, 1, 1}, none));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        assert_true(solid_make(&other, rows[i].middle, rows[i].size, rows[i].turn));
        if (solids_overlap(&unit, &other) != rows[i].overlaps ||
            solids_overlap(&other, &unit) != rows[i].overlaps)
            ROW_FAILED("row %u\n", (unsigned)i);
        struct extent a = solid_extent(&unit), b = solid_extent(&other);
        if (rows[i].overlaps && !extents_meet(&a, &b))
            ROW_FAILED("row %u: extents do not meet\n", (unsigned)i);
    }
}

static void what_is_thin_or_nowhere_takes_no_space(void **state)
{
    (void)state;
    struct solid solid;
    const struct vector middle = {0, 0, 0}, size = {1, 1, 1};
    assert_false(solid_make(&solid, middle, (struct vector){1, 0.04, 1}, none));
    assert_false(solid_make(&solid, middle, (struct vector){0, 1, 1}, none));
    assert_true(solid_make(&solid, middle, (struct vector){1, 1, -0.05}, none));
    assert_false(solid_make(&solid, (struct vector){INFINITY, 0, 0}, size, none));
    assert_false(solid_make(&solid, (struct vector){0, -1e31, 0}, size, none));
    assert_false(solid_make(&solid, middle, (struct vector){1, 1, 1e31}, none));
    assert_false(solid_make(&solid, middle, size, (struct rotation){0, NAN, 0, 1}));
    assert_false(solid_make(&solid, middle, size, (struct rotation){0, 9, 0, 1}));
}

static void a_wedge_is_as_high_as_its_low_end(void **state)
{
    (void)state;
    struct vector middle = {5, 0.75, 0};
    struct vector size = solid_in_wedge((struct vector){1, 1.5, 1}, 0.5, none, &middle);
    assert_true(size.x == 1 && size.y == 0.75 && size.z == 1);
    assert_true(middle.x == 5 && middle.y == 0.375 && middle.z == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_overlap_if_they_are_deep_in_each_other),
        cmocka_unit_test(what_is_thin_or_nowhere_takes_no_space),
        cmocka_unit_test(a_wedge_is_as_high_as_its_low_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
