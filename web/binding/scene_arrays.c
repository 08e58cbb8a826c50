/* Scenes: the layout of their arrays in memory. Each field has its type, its number of values per
 * record, the address of the first value, and the bytes from record to record. */
#include "calls.h"

struct array {
    ow_json_writer *writer;
    const void *records;
    size_t stride;
};

static struct array begin_array(ow_json_writer *writer, const char *name, const void *records,
                                size_t stride, uint64_t count)
{
    json_begin_object(writer, name);
    json_add_integer(writer, "count", count);
    json_begin_array(writer, "fields");
    return (struct array){writer, records, stride};
}

static void add_field(const struct array *array, const char *name, const char *type, unsigned width,
                      size_t offset)
{
    json_begin_object(array->writer, NULL);
    json_add_string(array->writer, "name", name);
    json_add_string(array->writer, "type", type);
    json_add_integer(array->writer, "width", width);
    json_add_integer(array->writer, "address", (uintptr_t)array->records + offset);
    json_add_integer(array->writer, "stride", array->stride);
    json_end_object(array->writer);
}

static void end_array(const struct array *array)
{
    json_end_array(array->writer);
    json_end_object(array->writer);
}

#define FIELD(record, member, type, width)                                                         \
    add_field(&array, #member, type, width, offsetof(record, member))

static void add_items(ow_json_writer *writer, const ow_scene *scene)
{
    const struct array array =
        begin_array(writer, "items", scene->items, sizeof *scene->items, scene->item_count);
    FIELD(ow_scene_item, position, "f32", 3);
    FIELD(ow_scene_item, rotation, "f32", 4);
    FIELD(ow_scene_item, scale, "f32", 3);
    FIELD(ow_scene_item, color, "u8", 4);
    FIELD(ow_scene_item, shape, "u32", 1);
    FIELD(ow_scene_item, type, "u32", 1);
    FIELD(ow_scene_item, group, "u32", 1);
    FIELD(ow_scene_item, subject, "u32", 1);
    FIELD(ow_scene_item, address, "u32", 1);
    FIELD(ow_scene_item, first_state, "u32", 1);
    FIELD(ow_scene_item, kind, "u16", 1);
    FIELD(ow_scene_item, flags, "u16", 1);
    end_array(&array);
}

static void add_segments(ow_json_writer *writer, const ow_scene *scene)
{
    const struct array array = begin_array(writer, "segments", scene->segments,
                                           sizeof *scene->segments, scene->segment_count);
    FIELD(ow_scene_segment, from, "f32", 3);
    FIELD(ow_scene_segment, to, "f32", 3);
    FIELD(ow_scene_segment, width, "f32", 1);
    FIELD(ow_scene_segment, thickness, "f32", 1);
    FIELD(ow_scene_segment, roll, "f32", 1);
    FIELD(ow_scene_segment, color, "u8", 4);
    FIELD(ow_scene_segment, group, "u32", 1);
    FIELD(ow_scene_segment, subject, "u32", 1);
    FIELD(ow_scene_segment, kind, "u16", 1);
    FIELD(ow_scene_segment, flags, "u16", 1);
    FIELD(ow_scene_segment, on, "u8", 1);
    end_array(&array);
}

static void add_labels(ow_json_writer *writer, const ow_scene *scene)
{
    const struct array array =
        begin_array(writer, "labels", scene->labels, sizeof *scene->labels, scene->label_count);
    FIELD(ow_scene_label, position, "f32", 3);
    FIELD(ow_scene_label, rotation, "f32", 4);
    FIELD(ow_scene_label, size, "f32", 2);
    FIELD(ow_scene_label, font_size, "f32", 1);
    FIELD(ow_scene_label, align_x, "i8", 1);
    FIELD(ow_scene_label, align_y, "i8", 1);
    FIELD(ow_scene_label, color, "u8", 4);
    FIELD(ow_scene_label, group, "u32", 1);
    FIELD(ow_scene_label, subject, "u32", 1);
    FIELD(ow_scene_label, kind, "u16", 1);
    FIELD(ow_scene_label, flags, "u16", 1);
    end_array(&array);
}

static void add_parts(ow_json_writer *writer, const ow_scene *scene)
{
    const struct array array =
        begin_array(writer, "parts", scene->parts, sizeof *scene->parts, scene->part_count);
    FIELD(ow_scene_part, solid, "u32", 1);
    FIELD(ow_scene_part, paint, "u32", 1);
    FIELD(ow_scene_part, material, "u32", 1);
    FIELD(ow_scene_part, state, "u32", 1);
    FIELD(ow_scene_part, mesh, "u32", 1);
    FIELD(ow_scene_part, center, "f32", 3);
    FIELD(ow_scene_part, size, "f32", 3);
    FIELD(ow_scene_part, rotation, "f32", 4);
    FIELD(ow_scene_part, low, "f32", 1);
    FIELD(ow_scene_part, color, "u8", 4);
    FIELD(ow_scene_part, color_on, "u8", 4);
    FIELD(ow_scene_part, is_peg, "u8", 1);
    FIELD(ow_scene_part, is_hidden, "u8", 1);
    FIELD(ow_scene_part, values, "u16", 1);
    end_array(&array);
}

static void add_shapes(ow_json_writer *writer, const ow_scene *scene)
{
    struct array array =
        begin_array(writer, "shapes", scene->shapes, sizeof *scene->shapes, scene->shape_count);
    FIELD(ow_scene_shape, first_part, "u32", 1);
    FIELD(ow_scene_shape, part_count, "u32", 1);
    end_array(&array);
    array = begin_array(writer, "meshes", scene->meshes, sizeof *scene->meshes, scene->mesh_count);
    FIELD(ow_scene_mesh, first_vertex, "u32", 1);
    FIELD(ow_scene_mesh, vertex_count, "u32", 1);
    FIELD(ow_scene_mesh, first_triangle, "u32", 1);
    FIELD(ow_scene_mesh, triangle_count, "u32", 1);
    end_array(&array);
}

void add_plain_array(ow_json_writer *writer, const char *name, const void *records,
                     const char *type, unsigned width, size_t stride, uint64_t count)
{
    const struct array array = begin_array(writer, name, records, stride, count);
    add_field(&array, "value", type, width, 0);
    end_array(&array);
}

static void add_controls(ow_json_writer *writer, const ow_scene *scene)
{
    static const ow_scene_controls none;
    const ow_scene_controls *controls = scene->controls ? scene->controls : &none;
    struct array array = begin_array(writer, "switches", controls->switches,
                                     sizeof *controls->switches, controls->switch_count);
    FIELD(ow_scene_switch, item, "u32", 1);
    FIELD(ow_scene_switch, off_shape, "u32", 1);
    FIELD(ow_scene_switch, on_shape, "u32", 1);
    end_array(&array);
    array = begin_array(writer, "displays", controls->displays, sizeof *controls->displays,
                        controls->display_count);
    FIELD(ow_scene_display, item, "u32", 1);
    FIELD(ow_scene_display, input_count, "u32", 1);
    end_array(&array);
}

EXPORTED int web_scene_arrays(const struct scene *handle)
{
    const ow_scene *scene = &handle->scene;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    add_items(writer, scene);
    add_segments(writer, scene);
    add_labels(writer, scene);
    add_parts(writer, scene);
    add_shapes(writer, scene);
    add_controls(writer, scene);
    add_plain_array(writer, "vertices", scene->vertices, "f32", 3, sizeof *scene->vertices,
                    scene->vertex_count);
    add_plain_array(writer, "triangles", scene->triangles, "u32", 3, sizeof *scene->triangles,
                    scene->triangle_count);
    add_plain_array(writer, "states", scene->states, "u8", 1, 1, (scene->state_count + 7) / 8);
    add_plain_array(writer, "tile_colors", scene->tile_colors, "u8", 4, sizeof *scene->tile_colors,
                    scene->tile_color_count);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}
