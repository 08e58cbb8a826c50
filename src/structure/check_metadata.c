/* Rules on the metadata of blocks. */
#include "check.h"

#include <math.h>
#include <stdio.h>

static void check_booleans(struct checker *check, struct record_place place,
                           const ow_structure_metadata *metadata)
{
    unsigned spare = structure_spare_bits(metadata);
    if (spare && report_counts(check->report, SPARE_BITS))
        report_record(&check->records, SPARE_BITS, place, "/metadata/spare_bits",
                      "after %u booleans, unused bits are set: 0x%02x", metadata->boolean_count,
                      spare);
}

static void check_numbers(struct checker *check, struct record_place place,
                          const ow_structure_metadata *metadata)
{
    for (uint32_t i = 0; i < metadata->float_count; i++)
        if (!isfinite(metadata->floats[i]) && report_counts(check->report, METADATA_NOT_FINITE))
            report_element(&check->records, METADATA_NOT_FINITE, place, "/metadata/floats", i,
                           "the number is infinite or not a number");
    for (uint32_t i = 0; i < metadata->vector_count; i++) {
        const float *vector = metadata->vectors[i];
        bool finite = isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
        if (!finite && report_counts(check->report, METADATA_NOT_FINITE))
            report_element(&check->records, METADATA_NOT_FINITE, place, "/metadata/vectors", i,
                           "the vector has a component that is infinite or not a number");
    }
}

static void check_vertices(struct checker *check, struct record_place place,
                           const ow_structure_metadata *metadata)
{
    if (metadata->vertex_count > 0 && metadata->min >= metadata->max &&
        report_counts(check->report, VERTEX_BOUNDS))
        report_record(&check->records, VERTEX_BOUNDS, place, "/metadata/min",
                      "the range of %u vertices is %d to %d; the first number must be smaller",
                      metadata->vertex_count, metadata->min, metadata->max);
}

/* Problems of a block's gradients are reported once, at the first list: there may be hundreds of
 * lists with thousands of numbers each. */
struct finding {
    uint32_t count;
    uint32_t gradient;
    const char *list;
};

static void note(struct finding *finding, bool wrong, uint32_t gradient, const char *list)
{
    if (wrong && finding->count++ == 0) {
        finding->gradient = gradient;
        finding->list = list;
    }
}

static void report_found(struct checker *check, enum structure_code code, struct record_place place,
                         const struct finding *finding, const char *what)
{
    char field[80];
    if (finding->count == 0 || !report_counts(check->report, code))
        return;
    snprintf(field, sizeof field, "/metadata/gradients/%u/%s", finding->gradient, finding->list);
    report_record(&check->records, code, place, field, "%s (in %u list%s of the block's gradients)",
                  what, finding->count, plural(finding->count));
}

static bool are_finite(const float *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* Numbers that are not finite do not count: they are reported separately. */
static bool are_outside(const float *positions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (isfinite(positions[i]) && (positions[i] < 0 || positions[i] > 1))
            return true;
    return false;
}

static void check_gradients(struct checker *check, struct record_place place,
                            const ow_structure_metadata *metadata)
{
    struct finding keys = {0}, outside = {0}, infinite = {0};
    for (uint32_t i = 0; i < metadata->gradient_count; i++) {
        const ow_structure_gradient *v = &metadata->gradients[i];
        const struct {
            const char *name;
            const float *values;
            uint32_t count, keys;
        } positions[] = {
            {"color_positions", v->color_positions, v->color_position_count, v->color_count},
            {"alpha_positions", v->alpha_positions, v->alpha_position_count, v->alpha_count}};
        note(&infinite, !are_finite(v->alphas, v->alpha_count), i, "alphas");
        for (unsigned k = 0; k < 2; k++) {
            uint32_t count = positions[k].count;
            note(&keys, count != positions[k].keys, i, positions[k].name);
            note(&outside, are_outside(positions[k].values, count), i, positions[k].name);
            note(&infinite, !are_finite(positions[k].values, count), i, positions[k].name);
        }
    }
    report_found(check, GRADIENT_KEYS, place, &keys, "the numbers of positions and keys differ");
    report_found(check, GRADIENT_POSITION, place, &outside, "a position is outside 0 to 1");
    report_found(check, METADATA_NOT_FINITE, place, &infinite,
                 "a number in the list is infinite or not a number");
}

static void check_math(struct checker *check, struct record_place place,
                       const ow_structure_metadata *metadata)
{
    bool ascii = true;
    for (size_t i = 0; i < metadata->formula.size; i++) {
        unsigned char character = (unsigned char)metadata->formula.data[i];
        ascii = ascii && character > 0 && character < 0x80;
    }
    if (!ascii && report_counts(check->report, FORMULA_NOT_ASCII))
        report_record(&check->records, FORMULA_NOT_ASCII, place, "/metadata/formula",
                      "the formula has characters that are not ASCII");
    if (metadata->input_count != metadata->slot_count && report_counts(check->report, SLOTS_DIFFER))
        report_record(&check->records, SLOTS_DIFFER, place, "/metadata/slots",
                      "the block has %u input%s but %u slot%s", metadata->input_count,
                      plural(metadata->input_count), metadata->slot_count,
                      plural(metadata->slot_count));
}

void structure_check_metadata(struct checker *check, struct record_place place,
                              const ow_structure_metadata *metadata)
{
    check_booleans(check, place, metadata);
    check_numbers(check, place, metadata);
    check_vertices(check, place, metadata);
    check_gradients(check, place, metadata);
    check_math(check, place, metadata);
}
