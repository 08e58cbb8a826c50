/* Extracts a rectangle of a level, with the objects in it. */
#include "objects.h"

#include "../../base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Cells of a map, last column and row included. */
struct rectangle {
    uint32_t left, top, right, bottom;
};

static ow_status check_cells(const ow_leveld_level *level, const ow_leveld_mesh *mesh,
                             ow_error *error)
{
    uint64_t cells = (uint64_t)mesh->width * leveld_map_height(level, mesh);
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        if (mesh->layers[i].cell_count != cells)
            return error_set(
                error, OW_BAD_VALUE, 0, NULL,
                "layer %u has %u cells, but the map has %llu, so nothing can be extracted from it",
                (unsigned)i, (unsigned)mesh->layers[i].cell_count, (unsigned long long)cells);
    return OW_OK;
}

/* The intersection of a box and a map. Returns false if it is empty. */
static bool find_rectangle(const struct parts *parts, uint32_t width, uint32_t height,
                           struct rectangle *rectangle)
{
    double least[2], most[2];
    const double ends[2] = {(double)width - 1, (double)height - 1};
    for (int axis = 0; axis < 2; axis++) {
        least[axis] = fmax(floor(parts->least[axis]), 0);
        most[axis] = fmin(floor(parts->most[axis]), ends[axis]);
        if (!(least[axis] <= most[axis]))
            return false;
    }
    *rectangle = (struct rectangle){(uint32_t)least[0], (uint32_t)least[1], (uint32_t)most[0],
                                    (uint32_t)most[1]};
    return true;
}

/* Moves rows to the front of their own list, which is a copy. */
static void cut_cells(ow_leveld_level *level, ow_leveld_mesh *mesh,
                      const struct rectangle *rectangle)
{
    uint32_t width = rectangle->right - rectangle->left + 1;
    uint32_t height = rectangle->bottom - rectangle->top + 1;
    for (uint32_t i = 0; i < mesh->layer_count; i++) {
        uint16_t *cells = mesh->layers[i].cells;
        for (uint32_t y = 0; y < height; y++)
            memmove(cells + (size_t)y * width,
                    cells + (size_t)(rectangle->top + y) * mesh->width + rectangle->left,
                    width * sizeof *cells);
        mesh->layers[i].cell_count = width * height;
    }
    mesh->width = width;
    if (leveld_layout_of(level) >= 3)
        mesh->height = height;
}

/* Moves objects to the new origin. Objects that cannot be moved are deselected, and reported as
 * omitted. */
static void move_objects(ow_leveld_level *level, struct parts *parts, const struct shift *shift,
                         const struct part_notes *notes)
{
    uint64_t left_out = 0;
    char pointer[48], first[48] = "";
    for (uint32_t k = 0; k < parts->list_count; k++) {
        const struct part_list *list = &parts->lists[k];
        ow_leveld_block *block = &level->blocks[list->number];
        for (uint32_t i = 0; has_objects(block) && i < list->count; i++) {
            uint8_t *chosen = &parts->chosen[list->first + i];
            if (!*chosen)
                continue;
            *chosen = object_may_move(block, i, shift);
            if (*chosen)
                object_move(block, i, shift);
            snprintf(pointer, sizeof pointer, "%s/%u", list->pointer, (unsigned)i);
            if (!*chosen && left_out++ == 0)
                memcpy(first, pointer, sizeof first);
        }
    }
    if (left_out > 0)
        parts_note(notes, first, "omitted objects left of or above the rectangle: %llu",
                   (unsigned long long)left_out);
}

static ow_status cut_map(ow_leveld_level *level, struct parts *parts,
                         const struct part_notes *notes, ow_error *error)
{
    struct rectangle rectangle;
    struct cell_size cell = leveld_cell_size(level);
    ow_leveld_mesh *mesh = leveld_map_of(level);
    if (!mesh || check_cells(level, mesh, error) != OW_OK)
        return mesh ? OW_BAD_VALUE
                    : error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                                "the level has no map to extract from");
    if (!find_rectangle(parts, mesh->width, leveld_map_height(level, mesh), &rectangle))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the box is outside the map, which has %u by %u cells",
                         (unsigned)mesh->width, (unsigned)leveld_map_height(level, mesh));
    cut_cells(level, mesh, &rectangle);
    const struct shift shift = {.x = -(int64_t)rectangle.left * cell.width,
                                .y = -(int64_t)rectangle.top * cell.height};
    move_objects(level, parts, &shift, notes);
    return OW_OK;
}

/* Removes everything else, but layers only if one was selected. */
static void invert_selection(const ow_leveld_level *level, struct parts *parts)
{
    const struct part_list *layers = leveld_layers_of(parts, level);
    bool any = false;
    for (uint32_t i = 0; layers && i < layers->count; i++)
        any = any || parts->chosen[layers->first + i];
    for (uint32_t i = 0; i < parts->count; i++)
        parts->chosen[i] ^= 1;
    for (uint32_t i = 0; layers && !any && i < layers->count; i++)
        parts->chosen[layers->first + i] = 0;
}

ow_status leveld_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                               ow_error *error)
{
    ow_leveld_level *level = document;
    ow_status status = parts->has_box ? cut_map(level, parts, notes, error) : OW_OK;
    if (status != OW_OK)
        return status;
    invert_selection(level, parts);
    return leveld_remove_parts(level, parts, error);
}
