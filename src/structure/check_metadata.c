/* Rules on the metadata of blocks. */
#include "check.h"

#include <math.h>
#include <stdio.h>

static void check_booleans(struct checker *check, struct place place,
                           const ow_structure_metadata *metadata)
{
    uint32_t used = metadata->boolean_count % 8;
    if (used == 0)
        return;
    unsigned spare = metadata->booleans[metadata->boolean_count / 8] & (0xffu >> used);
    if (spare && report_counts(check->report, SPARE_BITS))
        structure_issue(check, SPARE_BITS, place, "/metadata/spare_bits",
                        "%u booleans are followed by bits that are set: 0x%02x",
                        metadata->boolean_count, spare);
}

static void check_numbers(struct checker *check, struct place place,
                          const ow_structure_metadata *metadata)
{
    for (uint32_t i = 0; i < metadata->float_count; i++)
        if (!isfinite(metadata->floats[i]) && report_counts(check->report, METADATA_NOT_FINITE))
            structure_element_issue(check, METADATA_NOT_FINITE, place, "/metadata/floats", i, 4,
                                    "the number is not finite");
    for (uint32_t i = 0; i < metadata->vector_count; i++) {
        const float *vector = metadata->vectors[i];
        bool finite = isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
        if (!finite && report_counts(check->report, METADATA_NOT_FINITE))
            structure_element_issue(check, METADATA_NOT_FINITE, place, "/metadata/vectors", i, 12,
                                    "the vector is not finite");
    }
}

static void check_vertices(struct checker *check, struct place place,
                           const ow_structure_metadata *metadata)
{
    if (metadata->vertex_count > 0 && metadata->min >= metadata->max &&
        report_counts(check->report, VERTEX_BOUNDS))
        structure_issue(check, VERTEX_BOUNDS, place, "/metadata/min",
                        "%u vertices lie between %d and %d", metadata->vertex_count, metadata->min,
                        metadata->max);
}

/* A gradient may have a hundred thousand numbers: each list is reported once. */
static void gradient_issue(struct checker *check, enum structure_code code, struct place place,
                           uint32_t gradient, const char *list, const char *message)
{
    char field[80];
    snprintf(field, sizeof field, "/metadata/gradients/%u/%s", gradient, list);
    structure_issue(check, code, place, field, "%s", message);
}

static void check_keys(struct checker *check, struct place place, uint32_t gradient,
                       const char *list, const char *what, uint32_t keys, uint32_t positions)
{
    char message[120];
    if (keys == positions || !report_counts(check->report, GRADIENT_KEYS))
        return;
    snprintf(message, sizeof message, "the gradient has %u %s and %u positions for them", keys,
             what, positions);
    gradient_issue(check, GRADIENT_KEYS, place, gradient, list, message);
}

static void check_positions(struct checker *check, struct place place, uint32_t gradient,
                            const char *list, const float *positions, uint32_t number)
{
    uint32_t outside = 0;
    float first = 0;
    for (uint32_t i = number; i-- > 0;) {
        if (positions[i] < 0 || positions[i] > 1) {
            outside += isfinite(positions[i]) != 0;
            first = isfinite(positions[i]) ? positions[i] : first;
        }
    }
    char message[120];
    if (outside == 0 || !report_counts(check->report, GRADIENT_POSITION))
        return;
    snprintf(message, sizeof message, "%u of %u positions are not from 0 to 1; the first is %g",
             outside, number, (double)first);
    gradient_issue(check, GRADIENT_POSITION, place, gradient, list, message);
}

static void check_gradient_numbers(struct checker *check, struct place place, uint32_t gradient,
                                   const char *list, const float *values, uint32_t number)
{
    bool finite = true;
    for (uint32_t i = 0; i < number; i++)
        finite = finite && isfinite(values[i]);
    if (!finite && report_counts(check->report, METADATA_NOT_FINITE))
        gradient_issue(check, METADATA_NOT_FINITE, place, gradient, list,
                       "a number in the list is not finite");
}

static void check_gradient(struct checker *check, struct place place, uint32_t i,
                           const ow_structure_gradient *v)
{
    check_keys(check, place, i, "color_positions", "colours", v->color_count,
               v->color_position_count);
    check_keys(check, place, i, "alpha_positions", "transparencies", v->alpha_count,
               v->alpha_position_count);
    check_positions(check, place, i, "color_positions", v->color_positions,
                    v->color_position_count);
    check_positions(check, place, i, "alpha_positions", v->alpha_positions,
                    v->alpha_position_count);
    check_gradient_numbers(check, place, i, "color_positions", v->color_positions,
                           v->color_position_count);
    check_gradient_numbers(check, place, i, "alphas", v->alphas, v->alpha_count);
    check_gradient_numbers(check, place, i, "alpha_positions", v->alpha_positions,
                           v->alpha_position_count);
}

static void check_math(struct checker *check, struct place place,
                       const ow_structure_metadata *metadata)
{
    bool ascii = true;
    for (size_t i = 0; i < metadata->formula.size; i++) {
        unsigned char character = (unsigned char)metadata->formula.data[i];
        ascii = ascii && character > 0 && character < 0x80;
    }
    if (!ascii && report_counts(check->report, FORMULA_NOT_ASCII))
        structure_issue(check, FORMULA_NOT_ASCII, place, "/metadata/formula",
                        "the formula has characters that are not ASCII");
    if (metadata->input_count != metadata->slot_count && report_counts(check->report, SLOTS_DIFFER))
        structure_issue(check, SLOTS_DIFFER, place, "/metadata/slots",
                        "the block has %u inputs and %u slots", metadata->input_count,
                        metadata->slot_count);
}

void structure_check_metadata(struct checker *check, struct place place,
                              const ow_structure_metadata *metadata)
{
    check_booleans(check, place, metadata);
    check_numbers(check, place, metadata);
    check_vertices(check, place, metadata);
    for (uint32_t i = 0; i < metadata->gradient_count; i++)
        check_gradient(check, place, i, &metadata->gradients[i]);
    check_math(check, place, metadata);
}
