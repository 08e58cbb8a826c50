/* Builds of .structure: what tests of conversions do with them and compare. */
#include "builds.h"

#include "test.h"

#define assert_same(field) assert_memory_equal(&found->field, &expected->field, sizeof found->field)

/* An array and its count; one that is missing is not an empty one. */
#define assert_same_array(array, count)                                                            \
    do {                                                                                           \
        assert_int_equal(found->count, expected->count);                                           \
        assert_int_equal(!found->array, !expected->array);                                         \
        if (found->count > 0)                                                                      \
            assert_memory_equal(found->array, expected->array,                                     \
                                found->count * sizeof *found->array);                              \
    } while (0)

#define assert_same_text(text)                                                                     \
    do {                                                                                           \
        assert_int_equal(found->text.size, expected->text.size);                                   \
        if (found->text.size > 0)                                                                  \
            assert_memory_equal(found->text.data, expected->text.data, found->text.size);          \
    } while (0)

static void assert_same_gradients(const ow_structure_gradient *found,
                                  const ow_structure_gradient *expected)
{
    assert_same_array(colors, color_count);
    assert_same_array(color_positions, color_position_count);
    assert_same_array(alphas, alpha_count);
    assert_same_array(alpha_positions, alpha_position_count);
}

/* Builds of one version and variant have values of one width. */
static void assert_same_groups(const ow_structure_build *build, const ow_structure_group *found,
                               const ow_structure_group *expected)
{
    assert_int_equal(found->value_count, expected->value_count);
    for (uint32_t i = 0; i < found->value_count; i++)
        assert_int_equal(ow_structure_group_value(build, found, i),
                         ow_structure_group_value(build, expected, i));
}

static void assert_same_bytes(const ow_structure_build *build, const ow_structure_metadata *found,
                              const ow_structure_metadata *expected)
{
    assert_int_equal(found->byte_count, expected->byte_count);
    for (uint32_t i = 0; i < found->byte_count; i++)
        assert_int_equal(ow_structure_extra_byte(build, found, i),
                         ow_structure_extra_byte(build, expected, i));
}

static void assert_same_metadata(const ow_structure_build *build,
                                 const ow_structure_metadata *found,
                                 const ow_structure_metadata *expected)
{
    assert_int_equal(found->boolean_count, expected->boolean_count);
    for (uint32_t i = 0; i < (found->boolean_count + 7) / 8; i++)
        assert_int_equal(found->booleans[i], expected->booleans[i]);
    assert_same_array(floats, float_count);
    assert_same_array(vectors, vector_count);
    assert_same(min);
    assert_same(max);
    assert_same_array(vertices, vertex_count);
    assert_int_equal(found->group_count, expected->group_count);
    for (uint32_t i = 0; i < found->group_count; i++)
        assert_same_groups(build, &found->groups[i], &expected->groups[i]);
    assert_same_bytes(build, found, expected);
    assert_same_array(colors, color_count);
    assert_int_equal(!found->gradients, !expected->gradients);
    assert_int_equal(found->gradient_count, expected->gradient_count);
    for (uint32_t i = 0; i < found->gradient_count; i++)
        assert_same_gradients(&found->gradients[i], &expected->gradients[i]);
    assert_same_text(formula);
    assert_same_array(inputs, input_count);
    assert_same_array(slots, slot_count);
}

static void assert_same_settings(const ow_structure_build *build,
                                 const ow_structure_settings *found,
                                 const ow_structure_settings *expected)
{
    assert_same_text(name);
    assert_same(signal);
    assert_same(bearing);
    assert_same_array(connections, connection_count);
    assert_same_array(integers, integer_count);
    assert_int_equal(!found->metadata, !expected->metadata);
    if (found->metadata)
        assert_same_metadata(build, found->metadata, expected->metadata);
}

static void assert_same_blocks(const ow_structure_block *found, const ow_structure_block *expected,
                               const ow_structure_build *build)
{
    if (build->version > 0)
        assert_same(position);
    else
        assert_same(world_position);
    assert_same(root);
    if (build->rotation_count > 0)
        assert_same(rotation_index);
    else
        assert_same(rotation);
    assert_same(id);
    assert_same(mask);
    assert_same(speed);
    assert_int_equal(!found->settings, !expected->settings);
    if (found->settings)
        assert_same_settings(build, found->settings, expected->settings);
    if (found->mask & OW_STRUCTURE_NO_COLOR)
        return;
    if (build->version == 0)
        assert_same(rgba);
    else if (build->color_count > 0)
        assert_same(color_index);
    else
        assert_same(color);
}

void assert_same_builds(const ow_structure_build *found, const ow_structure_build *expected)
{
    assert_same(version);
    assert_same(variant);
    assert_same_array(colors, color_count);
    assert_same_array(rotations, rotation_count);
    assert_int_equal(found->root_count, expected->root_count);
    for (uint32_t i = 0; i < found->root_count; i++) {
        assert_memory_equal(found->roots[i].position, expected->roots[i].position, 12);
        assert_memory_equal(found->roots[i].rotation, expected->roots[i].rotation, 12);
        assert_memory_equal(found->roots[i].bounds_center, expected->roots[i].bounds_center, 12);
        assert_memory_equal(found->roots[i].bounds_size, expected->roots[i].bounds_size, 12);
        assert_int_equal(found->roots[i].last_block, expected->roots[i].last_block);
    }
    assert_int_equal(found->block_count, expected->block_count);
    for (uint32_t i = 0; i < found->block_count; i++)
        assert_same_blocks(&found->blocks[i], &expected->blocks[i], found);
}

ow_buffer bytes_of_build(const ow_structure_build *build)
{
    ow_buffer bytes = {0};
    ow_error error = {0};
    if (ow_structure_write_buffer(build, NULL, &bytes, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return bytes;
}

ow_structure_build *converted_build(const ow_structure_build *build,
                                    const ow_structure_variant *variant, struct warnings *warnings)
{
    ow_structure_build *converted;
    ow_error error = {0};
    *warnings = (struct warnings){0};
    if (ow_structure_convert_as(build, build->version, variant, NULL, note_warning, warnings,
                                &converted, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return converted;
}

void assert_reads_back(const ow_structure_build *build)
{
    ow_structure_build *read;
    ow_error error = {0};
    ow_buffer bytes = bytes_of_build(build);
    if (ow_structure_read_as(bytes.data, bytes.size, &build->variant, NULL, &read, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    assert_same_builds(read, build);
    ow_structure_free(read);
    ow_buffer_free(&bytes, NULL);
}
