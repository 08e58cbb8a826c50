/* Repairs the metadata of blocks. */
#include "repair.h"

static ow_structure_metadata *metadata_of(const struct repair *repair, uint32_t issue)
{
    return repair_block(repair, issue)->settings->metadata;
}

/* An issue that is reported once per block is fixed in all of its gradients. */
ow_status structure_zero_metadata(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i = repair_group_end(repair, i)) {
        const ow_structure_metadata *metadata = metadata_of(repair, i);
        repair_floats(metadata->floats, metadata->float_count);
        for (uint32_t k = 0; k < metadata->vector_count; k++)
            repair_floats(metadata->vectors[k], 3);
        for (uint32_t k = 0; k < metadata->gradient_count; k++) {
            const ow_structure_gradient *gradient = &metadata->gradients[k];
            repair_floats(gradient->color_positions, gradient->color_position_count);
            repair_floats(gradient->alphas, gradient->alpha_count);
            repair_floats(gradient->alpha_positions, gradient->alpha_position_count);
        }
    }
    return OW_OK;
}

ow_status structure_clear_spare_bits(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        const ow_structure_metadata *metadata = metadata_of(repair, i);
        uint32_t used = metadata->boolean_count % 8;
        metadata->booleans[metadata->boolean_count / 8] &= (uint8_t) ~(0xffu >> used);
    }
    return OW_OK;
}

ow_status structure_fix_vertex_bounds(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_structure_metadata *metadata = metadata_of(repair, i);
        int8_t lower = metadata->max, upper = metadata->min;
        if (lower == upper && upper < INT8_MAX)
            upper++;
        else if (lower == upper)
            lower--;
        metadata->min = lower;
        metadata->max = upper;
    }
    return OW_OK;
}

static void even_out(uint32_t *first, uint32_t *second)
{
    *first = *first < *second ? *first : *second;
    *second = *first;
}

ow_status structure_shorten_gradients(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        const ow_structure_metadata *metadata = metadata_of(repair, i);
        for (uint32_t k = 0; k < metadata->gradient_count; k++) {
            ow_structure_gradient *gradient = &metadata->gradients[k];
            even_out(&gradient->color_count, &gradient->color_position_count);
            even_out(&gradient->alpha_count, &gradient->alpha_position_count);
        }
    }
    return OW_OK;
}

static void clamp(float *positions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (positions[i] < 0)
            positions[i] = 0;
        else if (positions[i] > 1)
            positions[i] = 1;
    }
}

ow_status structure_fix_positions(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        const ow_structure_metadata *metadata = metadata_of(repair, i);
        for (uint32_t k = 0; k < metadata->gradient_count; k++) {
            const ow_structure_gradient *gradient = &metadata->gradients[k];
            clamp(gradient->color_positions, gradient->color_position_count);
            clamp(gradient->alpha_positions, gradient->alpha_position_count);
        }
    }
    return OW_OK;
}

ow_status structure_fix_formulas(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        ow_text *formula = &metadata_of(repair, i)->formula;
        char *fixed = repair_take(repair, formula->size + 1, 1);
        if (!fixed)
            return OW_NO_MEMORY;
        for (size_t k = 0; k < formula->size; k++) {
            unsigned char character = (unsigned char)formula->data[k];
            fixed[k] = character == 0 || character >= 0x80 ? '?' : formula->data[k];
        }
        formula->data = fixed;
    }
    return OW_OK;
}

ow_status structure_shorten_slots(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++)
        even_out(&metadata_of(repair, i)->input_count, &metadata_of(repair, i)->slot_count);
    return OW_OK;
}
