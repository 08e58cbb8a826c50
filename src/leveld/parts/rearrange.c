/* Moves, mirrors and copies objects of a level and rectangles of its cells. */
#include "objects.h"

#include "../../base/error.h"
#include "../../base/floats.h"

#include <math.h>
#include <string.h>

/* Cells of a map, last column and row excluded. */
struct area {
    uint32_t left, top, width, height;
};

struct level_rearranging {
    ow_leveld_level *level;
    struct parts *parts;
    const ow_rearrangement *how;
    uint64_t *count;
    ow_error *error;

    /* Twice the mirror's place on its axis, if there is one: in pixels, and in cells. */
    int64_t mirror_pixels;
    double mirror_cells;
};

static bool is_mirrored(const struct level_rearranging *r, unsigned axis)
{
    return r->how->mirror == OW_MIRROR_X + axis;
}

/* The distance of an object or of its copy number `times`. A place between pixels is rounded. */
static struct shift shift_of(const struct level_rearranging *r, uint32_t times)
{
    struct cell_size cell = leveld_cell_size(r->level);
    const double most = 1e9;
    double by[3];
    for (int axis = 0; axis < 3; axis++)
        by[axis] = fmax(fmin(rounded_to_double(r->how->by[axis] * times), most), -most);
    struct shift shift = {.x = (int64_t)nearbyint(rounded_to_double(by[0] * cell.width)),
                          .y = (int64_t)nearbyint(rounded_to_double(by[1] * cell.height)),
                          .layer = leveld_layout_of(r->level) >= 4 ? (int64_t)by[2] : 0};
    if (is_mirrored(r, 0)) {
        shift.x += r->mirror_pixels;
        shift.mirrored_width = cell.width;
    } else if (is_mirrored(r, 1)) {
        shift.y += r->mirror_pixels;
        shift.mirrored_height = cell.height;
    }
    return shift;
}

static ow_status too_far(const struct level_rearranging *r, const struct part_list *list,
                         uint32_t index)
{
    return error_set(r->error, OW_BAD_VALUE, 0, NULL,
                     "%s/%u would stand where a level has no place: places begin at 0",
                     list->pointer, (unsigned)index);
}

/* ---- objects ---- */

static ow_status move_objects(const struct level_rearranging *r)
{
    struct shift shift = shift_of(r, 1);
    for (uint32_t k = 0; k < r->parts->list_count; k++) {
        const struct part_list *list = &r->parts->lists[k];
        ow_leveld_block *block = &r->level->blocks[list->number];
        for (uint32_t i = 0; has_objects(block) && i < list->count; i++) {
            if (!r->parts->chosen[list->first + i])
                continue;
            if (!object_may_move(block, i, &shift))
                return too_far(r, list, i);
            object_move(block, i, &shift);
            ++*r->count;
        }
    }
    return OW_OK;
}

#define APPEND(list)                                                                               \
    do {                                                                                           \
        void *added = ow_list_insert(r->level->owner, block->list, block->count, OW_AT_THE_END, 1, \
                                     r->error);                                                    \
        if (!added)                                                                                \
            return r->error->status;                                                               \
        memcpy(added, &block->list[index], sizeof *block->list);                                   \
    } while (0)

/* Copies the points of a path, as both paths are moved. */
static ow_status copy_points(const struct level_rearranging *r, ow_leveld_path *path)
{
    ow_leveld_path copy = *path;
    path->points = NULL;
    path->point_count = 0;
    if (copy.point_count == 0)
        return OW_OK;
    ow_leveld_point *points = ow_list_insert(r->level->owner, path->points, path->point_count,
                                             OW_AT_THE_END, copy.point_count, r->error);
    if (!points)
        return r->error->status;
    memcpy(points, copy.points, copy.point_count * sizeof *points);
    return OW_OK;
}

/* Appends a copy; it is then the last record. */
static ow_status append_copy(const struct level_rearranging *r, ow_leveld_block *block,
                             uint32_t index)
{
    if (block->id == OW_LEVELD_THNG)
        APPEND(things);
    else if (block->id == OW_LEVELD_TRIG)
        APPEND(triggers);
    else if (block->id == OW_LEVELD_PATH)
        APPEND(paths);
    else
        APPEND(actors);
    return block->id == OW_LEVELD_PATH ? copy_points(r, &block->paths[block->count - 1]) : OW_OK;
}

static ow_status copy_objects(const struct level_rearranging *r, uint32_t times)
{
    struct shift shift = shift_of(r, times);
    for (uint32_t k = 0; k < r->parts->list_count; k++) {
        const struct part_list *list = &r->parts->lists[k];
        ow_leveld_block *block = &r->level->blocks[list->number];
        for (uint32_t i = 0; has_objects(block) && i < list->count; i++) {
            if (!r->parts->chosen[list->first + i])
                continue;
            ow_status status = append_copy(r, block, i);
            if (status != OW_OK)
                return status;
            if (!object_may_move(block, block->count - 1, &shift))
                return too_far(r, list, i);
            object_move(block, block->count - 1, &shift);
            ++*r->count;
        }
    }
    return OW_OK;
}

/* ---- cells ---- */

/* The cells of the box. All layers of the map must be complete. */
static ow_status find_area(const struct level_rearranging *r, const ow_leveld_mesh *mesh,
                           struct area *area)
{
    uint32_t height = leveld_map_height(r->level, mesh);
    for (uint32_t i = 0; i < mesh->layer_count; i++)
        if (mesh->layers[i].cell_count != (uint64_t)mesh->width * height)
            return error_set(r->error, OW_BAD_VALUE, 0, NULL,
                             "layer %u does not have the cells of its map: its cells cannot be "
                             "moved",
                             (unsigned)i);
    double left = fmax(floor(r->parts->least[0]), 0), top = fmax(floor(r->parts->least[1]), 0);
    double right = fmin(floor(r->parts->most[0]) + 1, mesh->width);
    double bottom = fmin(floor(r->parts->most[1]) + 1, height);
    *area = (struct area){0};
    if (left < right && top < bottom)
        *area = (struct area){(uint32_t)left, (uint32_t)top, (uint32_t)(right - left),
                              (uint32_t)(bottom - top)};
    return OW_OK;
}

/* The target of the area, which must be on the map. */
static ow_status find_target(const struct level_rearranging *r, const ow_leveld_mesh *mesh,
                             const struct area *area, uint32_t times, struct area *target)
{
    double x = area->left + r->how->by[0] * times, y = area->top + r->how->by[1] * times;
    if (is_mirrored(r, 0))
        x += r->mirror_cells - 2.0 * area->left - area->width;
    else if (is_mirrored(r, 1))
        y += r->mirror_cells - 2.0 * area->top - area->height;
    if (r->how->by[0] != floor(r->how->by[0]) || r->how->by[1] != floor(r->how->by[1]) ||
        r->how->by[2] != 0)
        return error_set(r->error, OW_BAD_ARGUMENT, 0, NULL,
                         "cells can only move by whole cells, and stay on their layers");
    if (x != floor(x) || y != floor(y))
        return error_set(r->error, OW_BAD_ARGUMENT, 0, NULL,
                         "cells can only move by whole cells: the mirror has to stand on an edge "
                         "or in the middle of a cell");
    if (!(x >= 0 && y >= 0 && x + area->width <= mesh->width &&
          y + area->height <= leveld_map_height(r->level, mesh)))
        return error_set(r->error, OW_BAD_VALUE, 0, NULL,
                         "the cells would leave the map, which has %u by %u cells",
                         (unsigned)mesh->width, (unsigned)leveld_map_height(r->level, mesh));
    *target = (struct area){(uint32_t)x, (uint32_t)y, area->width, area->height};
    return OW_OK;
}

static void put_area(uint16_t *cells, uint32_t width, const struct area *target,
                     const uint16_t *from)
{
    for (uint32_t y = 0; y < target->height; y++)
        memcpy(cells + (size_t)(target->top + y) * width + target->left,
               from + (size_t)y * target->width, target->width * sizeof *cells);
}

/* Copies a row of cells, mirrored. */
static void take_row(const struct level_rearranging *r, const struct area *area, uint32_t y,
                     const uint16_t *row, uint16_t *taken)
{
    uint32_t to = is_mirrored(r, 1) ? area->height - 1 - y : y;
    for (uint32_t x = 0; x < area->width; x++)
        taken[(size_t)to * area->width + (is_mirrored(r, 0) ? area->width - 1 - x : x)] = row[x];
}

/* Copies the cells, clears them to 0 if they move, and writes them once or for each copy. */
static ow_status place_cells(const struct level_rearranging *r, ow_leveld_mesh *mesh,
                             ow_leveld_layer *layer, const struct area *area)
{
    uint32_t copies = r->how->copies;
    struct area target = {0};
    size_t count = (size_t)area->width * area->height;
    uint16_t *taken = arena_take(&r->parts->arena, count * sizeof *taken);
    if (!taken)
        return error_plain(r->error, r->parts->arena.status);
    for (uint32_t y = 0; y < area->height; y++) {
        uint16_t *row = layer->cells + (size_t)(area->top + y) * mesh->width + area->left;
        take_row(r, area, y, row, taken);
        if (copies == 0)
            memset(row, 0, area->width * sizeof *row);
    }
    for (uint32_t times = 1; times <= (copies > 0 ? copies : 1); times++) {
        ow_status status = find_target(r, mesh, area, times, &target);
        if (status != OW_OK)
            return status;
        put_area(layer->cells, mesh->width, &target, taken);
    }
    return OW_OK;
}

/* ---- mirrors ---- */

/* Places the mirror at the first selected object. */
static void mirror_at_first(struct level_rearranging *r, unsigned axis, uint32_t cell)
{
    for (uint32_t k = 0; k < r->parts->list_count; k++) {
        const struct part_list *list = &r->parts->lists[k];
        const ow_leveld_block *block = &r->level->blocks[list->number];
        for (uint32_t i = 0; has_objects(block) && i < list->count; i++) {
            if (!r->parts->chosen[list->first + i])
                continue;
            r->mirror_pixels = object_middle(block, i, axis, cell);
            return;
        }
    }
}

/* Places the mirror where the caller says, or in the middle of the box or of the first object. */
static ow_status place_mirror(struct level_rearranging *r)
{
    static const double most = 1e9;
    unsigned axis = r->how->mirror - OW_MIRROR_X;
    struct cell_size cell = leveld_cell_size(r->level);
    uint32_t size = axis == 0 ? cell.width : cell.height;
    ow_leveld_mesh *mesh = leveld_map_of(r->level);
    struct area area = {0};
    if (axis > 1)
        return error_set(r->error, OW_BAD_ARGUMENT, 0, NULL,
                         "a level has no third axis: it can be mirrored across x and y");
    ow_status status = mesh && r->parts->has_box ? find_area(r, mesh, &area) : OW_OK;
    r->mirror_cells = axis == 0 ? 2.0 * area.left + area.width : 2.0 * area.top + area.height;
    if (r->how->has_mirror_at)
        r->mirror_cells = fmax(fmin(rounded_to_double(2 * r->how->mirror_at), most), -most);
    r->mirror_pixels = (int64_t)nearbyint(rounded_to_double(r->mirror_cells * size));
    if (!r->how->has_mirror_at && area.width == 0)
        mirror_at_first(r, axis, size);
    return status;
}

static ow_status rearrange_cells(const struct level_rearranging *r)
{
    ow_leveld_mesh *mesh = leveld_map_of(r->level);
    struct area area = {0};
    ow_status status = mesh ? find_area(r, mesh, &area) : OW_OK;
    *r->count += mesh && status == OW_OK && area.width > 0; /* counts the rectangle */
    for (uint32_t i = 0; mesh && status == OW_OK && area.width > 0 && i < mesh->layer_count; i++)
        status = place_cells(r, mesh, &mesh->layers[i], &area);
    return status;
}

ow_status leveld_rearrange_parts(void *document, struct parts *parts, const ow_rearrangement *how,
                                 const struct part_notes *notes, uint64_t *count, ow_error *error)
{
    struct level_rearranging r = {
        .level = document, .parts = parts, .how = how, .count = count, .error = error};
    ow_status status = OW_OK;
    (void)notes;
    if (how->quarter_turns % 4 != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "parts of a level cannot be turned");
    if (how->mirror != OW_MIRROR_NONE)
        status = place_mirror(&r);
    if (status == OW_OK && parts->has_box)
        status = rearrange_cells(&r);
    if (status == OW_OK && how->copies == 0)
        status = move_objects(&r);
    for (uint32_t times = 1; times <= how->copies && status == OW_OK; times++)
        status = copy_objects(&r, times);
    return status;
}
