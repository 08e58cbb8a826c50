/* Sines, cosines and rotations of degrees. */
#include "../support/test.h"

#include "base/angles.h"

#include <math.h>

static void sines_are_those_of_a_libc_to_the_last_digits(void **state)
{
    (void)state;
    const double radians = 3.14159265358979323846 / 180;
    for (int i = -1000; i <= 1000; i++) {
        double degrees = i * 0.7301, sine, cosine;
        angle_parts(degrees, &sine, &cosine);
        if (fabs(sine - sin(degrees * radians)) > 2e-15 ||
            fabs(cosine - cos(degrees * radians)) > 2e-15)
            ROW_FAILED("%g degrees: %.17g, %.17g\n", degrees, sine, cosine);
    }
}

static void quarter_turns_are_exact(void **state)
{
    (void)state;
    static const struct {
        double degrees, sine, cosine;
    } rows[] = {
        {0, 0, 1},    {90, 1, 0},       {180, 0, -1},      {270, -1, 0},      {360, 0, 1},
        {-90, -1, 0}, {-180, 0, -1},    {-270, 1, 0},      {90 * 1e15, 0, 1}, {450, 1, 0},
        {NAN, 0, 1},  {INFINITY, 0, 1}, {-INFINITY, 0, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        double sine, cosine;
        angle_parts(rows[i].degrees, &sine, &cosine);
        if (sine != rows[i].sine || cosine != rows[i].cosine)
            ROW_FAILED("%g degrees: %g, %g\n", rows[i].degrees, sine, cosine);
    }
}

static void assert_vector(struct vector found, double x, double y, double z)
{
    if (fabs(found.x - x) > 1e-15 || fabs(found.y - y) > 1e-15 || fabs(found.z - z) > 1e-15)
        ROW_FAILED("%g %g %g, not %g %g %g\n", found.x, found.y, found.z, x, y, z);
}

static void rotations_turn_from_one_axis_to_the_next(void **state)
{
    (void)state;
    struct vector x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    assert_vector(vector_turn(rotation_about(x, 90), y), 0, 0, 1);
    assert_vector(vector_turn(rotation_about(y, 90), z), 1, 0, 0);
    assert_vector(vector_turn(rotation_about(z, 90), x), 0, 1, 0);
}

/* Of two angles it can be seen which comes first: z before x before y. */
static void euler_angles_are_applied_in_unitys_order(void **state)
{
    (void)state;
    static const struct {
        double degrees[3];
        double x[3]; /* where the axis of x goes */
    } rows[] = {
        {{0, 0, 0}, {1, 0, 0}},    {{90, 0, 0}, {1, 0, 0}},   {{0, 90, 0}, {0, 0, -1}},
        {{0, 0, 90}, {0, 1, 0}},   {{90, 0, 90}, {0, 0, 1}},  {{0, 90, 90}, {0, 1, 0}},
        {{90, 90, 0}, {0, 0, -1}}, {{90, 90, 90}, {1, 0, 0}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct rotation rotation = rotation_of_euler_zxy(rows[i].degrees);
        assert_vector(vector_turn(rotation, (struct vector){1, 0, 0}), rows[i].x[0], rows[i].x[1],
                      rows[i].x[2]);
    }
}

/* Other angles may be found than were given, but they turn everything in the same way. Straight
 * up and down too. */
static void angles_of_a_rotation_are_found(void **state)
{
    (void)state;
    static const double steps[] = {-180, -135, -90, -30, 0, 45, 90, 179};
    for (size_t i = 0; i < LENGTH(steps) * LENGTH(steps) * LENGTH(steps); i++) {
        const double given[3] = {steps[i % 8], steps[i / 8 % 8], steps[i / 64]};
        double found[3];
        struct rotation rotation = rotation_of_euler_zxy(given);
        rotation_find_euler_zxy(rotation, found);
        struct rotation again = rotation_of_euler_zxy(found);
        double alike = rotation.x * again.x + rotation.y * again.y + rotation.z * again.z +
                       rotation.w * again.w;
        if (fabs(fabs(alike) - 1) > 1e-9 || fabs(found[0]) > 90)
            ROW_FAILED("%g %g %g: found %g %g %g\n", given[0], given[1], given[2], found[0],
                       found[1], found[2]);
    }
    double found[3];
    rotation_find_euler_zxy((struct rotation){1, 0, 0, 1}, found);
    assert_true(found[0] == 90 && found[1] == 0 && found[2] == 0);
}

static void a_mirrored_rotation_turns_mirrored_vectors(void **state)
{
    (void)state;
    struct rotation rotation = rotation_of_euler_zxy((const double[]){10, 200, -35});
    struct vector vector = {1, -2, 3};
    struct vector there = vector_mirror_z(vector_turn(rotation, vector));
    struct vector here = vector_turn(rotation_mirror_z(rotation), vector_mirror_z(vector));
    assert_vector(here, there.x, there.y, there.z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_are_those_of_a_libc_to_the_last_digits),
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(rotations_turn_from_one_axis_to_the_next),
        cmocka_unit_test(euler_angles_are_applied_in_unitys_order),
        cmocka_unit_test(angles_of_a_rotation_are_found),
        cmocka_unit_test(a_mirrored_rotation_turns_mirrored_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
