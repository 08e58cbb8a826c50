/* A city seen from above: a cell for each vertex of the ground, and the things on it. */
#include "map.h"
#include "walk.h"

#include "../base/error.h"

#include <math.h>

struct painter {
    struct city_file file;
    struct ground ground;  /* no vertices: not known */
    struct arena *passing; /* memory while the map is made */
    ow_map map;
    double left, top, units; /* the outer corner of the first cell, and the size of a cell */
};

static const ow_map_key symbols[] = {
    {'~', "water"},
    {'.', "land, lowest fifth"},
    {':', "land, second fifth"},
    {'+', "land, third fifth"},
    {'*', "land, fourth fifth"},
    {'^', "land, highest fifth"},
    {'o', "a thing"},
    {'?', "a height that is not a number"},
    {' ', "unknown terrain"},
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols };

static ow_status read_heights(struct painter *painter)
{
    const ow_city_terrain *terrain = &painter->file.front.save.terrain;
    struct codec codec = walk_file(&painter->file, painter->file.front.heights_at);
    codec.arena = painter->passing;
    painter->ground.heights.x_vertices = terrain->x_vertices;
    painter->ground.heights.y_vertices = terrain->y_vertices;
    f32_grid(&codec, "heights", &painter->ground.heights.values,
             (uint64_t)terrain->x_vertices * terrain->y_vertices);
    return codec.status;
}

/* If the terrain cannot be loaded, the map still shows things. */
static ow_status find_ground(struct painter *painter, ow_error *error)
{
    if (painter->file.front.save.terrain.kind == OW_CITY_HEIGHTS) {
        ow_status status = read_heights(painter);
        return status == OW_OK ? OW_OK
                               : error_limited(error, status, painter->file.options.max_memory);
    }
    ow_error unknown;
    ow_status status = city_file_heights(&painter->file, &painter->ground.heights, &unknown);
    if (status != OW_OK && status != OW_BAD_VALUE && error)
        *error = unknown;
    return status == OW_BAD_VALUE ? OW_OK : status;
}

static bool is_placed(const ow_city_thing *thing)
{
    return isfinite(thing->x) && isfinite(thing->y);
}

/* Without ground: one unit per cell, or as many units as needed to draw the extent of the things
 * within the size limit. */
static ow_status span_things(struct painter *painter)
{
    enum { MOST_CELLS = 512 };
    struct codec codec = walk_file(&painter->file, painter->file.front.first_thing_at);
    double least[2] = {0}, most[2] = {0};
    bool any = false;
    for (uint32_t i = 0; i < painter->file.front.save.thing_count && go_on(&codec, i); i++) {
        ow_city_thing record;
        thing(&codec, &record);
        const double at[2] = {floor((double)record.x), floor((double)record.y)};
        for (int axis = 0; axis < 2 && is_placed(&record); axis++) {
            least[axis] = any && least[axis] < at[axis] ? least[axis] : at[axis];
            most[axis] = any && most[axis] > at[axis] ? most[axis] : at[axis];
        }
        any = any || is_placed(&record);
    }
    double width = most[0] - least[0] + 1, height = most[1] - least[1] + 1;
    painter->left = least[0];
    painter->top = least[1];
    painter->units = ceil(fmax(1, fmax(width, height) / MOST_CELLS));
    painter->map.width = any ? (uint32_t)ceil(width / painter->units) : 0;
    painter->map.height = any ? (uint32_t)ceil(height / painter->units) : 0;
    return codec.status;
}

/* Vertex 0 is in the middle of the first cell. */
static void span_ground(struct painter *painter)
{
    painter->left = painter->top = -0.5;
    painter->units = 1;
    painter->map.width = painter->ground.heights.x_vertices;
    painter->map.height = painter->ground.heights.y_vertices;
}

static void paint_ground(struct painter *painter, bool known)
{
    static const ow_map_cell unknown = {36, 36, 40, ' '};
    ow_map_cell *cell = painter->map.cells;
    for (uint32_t y = 0; y < painter->map.height; y++)
        for (uint32_t x = 0; x < painter->map.width; x++)
            *cell++ = known ? city_ground_cell(&painter->ground, x, y) : unknown;
}

/* Rounding may put a place just behind the last cell of a box; it then belongs to the last cell. */
static double cell_at(double place, uint32_t cells, bool boxed)
{
    double cell = floor(place);
    return boxed && cell >= cells ? cells - 1.0 : cell;
}

static ow_status paint_things(struct painter *painter, bool boxed)
{
    static const ow_map_cell thing_cell = {240, 32, 72, 'o'};
    struct codec codec = walk_file(&painter->file, painter->file.front.first_thing_at);
    for (uint32_t i = 0; i < painter->file.front.save.thing_count && go_on(&codec, i); i++) {
        ow_city_thing record;
        thing(&codec, &record);
        double x =
            cell_at(((double)record.x - painter->left) / painter->units, painter->map.width, boxed);
        double y =
            cell_at(((double)record.y - painter->top) / painter->units, painter->map.height, boxed);
        if (is_placed(&record) && x >= 0 && y >= 0 && x < painter->map.width &&
            y < painter->map.height)
            painter->map.cells[(size_t)y * painter->map.width + (size_t)x] = thing_cell;
    }
    return codec.status;
}

/* Lists the symbols that occur on the map. */
static void fill_keys(ow_map *map)
{
    bool used[128] = {false};
    unsigned count = 0;
    for (uint64_t i = 0; i < (uint64_t)map->width * map->height; i++)
        used[(unsigned char)map->cells[i].symbol & 127] = true;
    for (unsigned i = 0; i < SYMBOLS; i++)
        if (used[(unsigned char)symbols[i].symbol])
            map->keys[count++] = symbols[i];
}

static ow_status paint(struct painter *painter, struct arena *arena, bool known)
{
    uint64_t count = (uint64_t)painter->map.width * painter->map.height;
    if (count > SIZE_MAX / sizeof *painter->map.cells)
        return OW_TOO_MUCH_MEMORY;
    painter->map.cells = arena_take(arena, (size_t)count * sizeof *painter->map.cells);
    if (!painter->map.cells)
        return arena->status;
    painter->map.layer_count = 1;
    if (known)
        city_measure_ground(&painter->ground);
    paint_ground(painter, known);
    ow_status status = paint_things(painter, !known);
    fill_keys(&painter->map);
    return status;
}

/* Creates the map with its own memory. Ground from an image may be larger than the file. */
static ow_status make_map(struct painter *painter, const struct file *file, ow_error *error)
{
    const ow_heights *heights = &painter->ground.heights;
    uint64_t vertices = (uint64_t)heights->x_vertices * heights->y_vertices;
    ow_status status = OW_OK;
    if (vertices > 0)
        span_ground(painter);
    else
        status = span_things(painter);
    if (status != OW_OK || painter->map.width == 0)
        return status == OW_OK ? OW_OK : error_plain(error, status);
    struct arena arena;
    ow_options filled = file->options;
    filled.max_memory = file->asked_memory;
    filled = options_or_default(&filled, file->size + vertices * sizeof *heights->values);
    arena_init(&arena, &filled);
    status = paint(painter, &arena, vertices > 0);
    if (status != OW_OK) {
        arena_free(&arena);
        return error_limited(error, status, filled.max_memory);
    }
    void *copy;
    painter->map.owner = arena_adopt(&arena, &painter->map, sizeof painter->map, &copy);
    return painter->map.owner ? OW_OK : error_limited(error, arena.status, filled.max_memory);
}

ow_status city_map(const struct file *file, ow_map *map, ow_error *error)
{
    struct painter painter = {.units = 1};
    struct arena passing;
    ow_status status = city_open_file(&painter.file, file, error);
    if (status != OW_OK)
        return status;
    arena_init(&passing, &painter.file.options);
    painter.passing = &passing;
    status = find_ground(&painter, error);
    if (status == OW_OK)
        status = make_map(&painter, file, error);
    if (painter.ground.heights.owner)
        ow_heights_free(&painter.ground.heights);
    arena_free(&passing);
    if (status == OW_OK)
        *map = painter.map;
    return status;
}
