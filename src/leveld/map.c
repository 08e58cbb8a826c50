/* A level seen from above: every cell of every layer, and the objects on it. */
#include "palette.h"
#include "survey.h"

enum { LAST_DIGIT = 9, LAST_LETTER = 35, SYMBOLS = 128 };

/* Each part of a map has a symbol; earlier ones are drawn over later ones. Objects are brighter
 * than any tile. */
static const struct {
    ow_map_cell cell;
    const char *meaning;
} objects[] = {
    {{255, 255, 255, '@'}, "a thing"},  {{255, 255, 255, 'P'}, "a player"},
    {{255, 96, 96, 'N'}, "an NPC"},     {{255, 255, 96, 'I'}, "an item"},
    {{255, 64, 255, 'T'}, "a trigger"}, {{0, 255, 255, '+'}, "a point of a path"},
};
enum { OBJECTS = sizeof objects / sizeof *objects };

static const ow_map_key tile_keys[] = {
    {'#', "impassable"},
    {'.', "passable, tile 0"},
    {'1', "passable, tile 1; up to 9, then a (10) to z (35)"},
    {':', "passable, a tile above 35"},
    {' ', "no cell"},
};
enum { TILE_KEYS = sizeof tile_keys / sizeof *tile_keys };

static const uint8_t object_of_block[BLOCK_IDS] = {
    [OW_LEVELD_THNG] = 0, [OW_LEVELD_PLRS] = 1, [OW_LEVELD_NPCS] = 2,
    [OW_LEVELD_ITEM] = 3, [OW_LEVELD_TRIG] = 4, [OW_LEVELD_PATH] = 5,
};

struct drawing {
    struct survey survey;
    struct arena arena; /* for the map itself; its account counts all memory */
    ow_leveld_mesh mesh;
    ow_map map;
};

static char symbol_of_tile(unsigned tile)
{
    if (tile == 0)
        return '.';
    if (tile <= LAST_DIGIT)
        return (char)('0' + tile);
    return tile <= LAST_LETTER ? (char)('a' + (tile - LAST_DIGIT - 1)) : ':';
}

/* The colours of pictures. Impassable cells are bright, like lit walls, and the floor between them
 * is dark. */
static ow_map_cell draw_tile(uint16_t raw)
{
    enum { FLOOR = 28, WALL = 160 };
    unsigned tile = raw & OW_LEVELD_TILE;
    bool is_wall = raw & OW_LEVELD_IMPASSABLE;
    ow_map_cell cell = {FLOOR, FLOOR, FLOOR, is_wall ? '#' : symbol_of_tile(tile)};
    uint8_t *const parts[] = {&cell.red, &cell.green, &cell.blue};
    unsigned char rgb[3];
    leveld_tile_color((uint16_t)tile, rgb);
    for (int i = 0; i < 3; i++) {
        int lit = is_wall ? 110 + rgb[i] * 145 / 255 : rgb[i] * 2 / 5;
        *parts[i] = (unsigned char)(tile > 0 ? lit : is_wall ? WALL : FLOOR);
    }
    return cell;
}

/* The number of full rows in the layer that has the most. A layer may have too few cells, and a map
 * may state a size larger than any of its layers. */
static uint32_t count_rows(const struct drawing *drawing)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < drawing->mesh.layer_count; i++)
        if (drawing->mesh.layers[i].cell_count > most)
            most = drawing->mesh.layers[i].cell_count;
    uint32_t rows = drawing->mesh.width > 0 ? most / drawing->mesh.width : 0;
    return rows < drawing->survey.height ? rows : drawing->survey.height;
}

/* Allocates the map. Layers without cells could require any size, so the memory limit applies. */
static ow_status make_map(struct drawing *drawing)
{
    ow_map *map = &drawing->map;
    map->width = drawing->mesh.width;
    map->height = count_rows(drawing);
    map->layer_count = drawing->mesh.layer_count;
    uint64_t layer_cells = (uint64_t)map->width * map->height;
    if (layer_cells == 0 || map->layer_count == 0) {
        map->width = map->height = map->layer_count = 0;
        return OW_OK;
    }
    if (layer_cells > SIZE_MAX / sizeof *map->cells / map->layer_count)
        return OW_TOO_MUCH_MEMORY;
    map->cells =
        arena_take(&drawing->arena, (size_t)layer_cells * map->layer_count * sizeof *map->cells);
    return map->cells ? OW_OK : drawing->arena.status;
}

static void draw_layer(struct drawing *drawing, uint32_t index)
{
    const ow_leveld_layer *layer = &drawing->mesh.layers[index];
    size_t count = (size_t)drawing->map.width * drawing->map.height;
    ow_map_cell *cells = drawing->map.cells + index * count;
    for (size_t i = 0; i < count; i++)
        cells[i] = i < layer->cell_count ? draw_tile(layer->cells[i]) : (ow_map_cell){0, 0, 0, ' '};
}

/* Whether a symbol belongs to an object that is drawn over `object`. */
static bool is_over(char symbol, unsigned object)
{
    for (unsigned i = 0; i < object; i++)
        if (objects[i].cell.symbol == symbol)
            return true;
    return false;
}

/* Pixels are counted from the map's top left corner. Objects outside the map are not drawn. */
static void draw_object(struct drawing *drawing, uint8_t block_id, uint32_t layer, uint32_t x,
                        uint32_t y)
{
    const ow_map *map = &drawing->map;
    unsigned object = object_of_block[block_id];
    x /= drawing->mesh.tile_width, y /= drawing->mesh.tile_height;
    if (layer >= map->layer_count || x >= map->width || y >= map->height)
        return;
    ow_map_cell *cell = &map->cells[((size_t)layer * map->height + y) * map->width + x];
    if (!is_over(cell->symbol, object))
        *cell = objects[object].cell;
}

static void draw_block(struct drawing *drawing, const struct block_place *block)
{
    struct survey *survey = &drawing->survey;
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        if (block->id == OW_LEVELD_THNG) {
            ow_leveld_thing read;
            walk_thing(survey, &read);
            draw_object(drawing, block->id, read.layer_id, read.x, read.y);
        } else if (block->id == OW_LEVELD_TRIG) {
            ow_leveld_trigger read;
            walk_trigger(survey, &read);
            draw_object(drawing, block->id, read.layer_id, read.x, read.y);
        } else if (block->id == OW_LEVELD_PATH) {
            ow_leveld_path read;
            walk_path(survey, &read);
            for (uint32_t k = 0; k < read.point_count; k++)
                draw_object(drawing, block->id, read.layer_id, read.points[k].x, read.points[k].y);
        } else {
            ow_leveld_actor read;
            walk_actor(survey, &read);
            draw_object(drawing, block->id, 0, read.x, read.y);
        }
    }
}

static void draw_objects(struct drawing *drawing)
{
    struct survey *survey = &drawing->survey;
    struct block_place block;
    leveld_first_block(survey);
    while (leveld_next_block(survey, &block)) {
        bool counted = block_counts(survey, &block);
        if (counted && block.id != OW_LEVELD_META && block.id != OW_LEVELD_MESH)
            draw_block(drawing, &block);
        else
            leveld_pass_block(survey, &block);
    }
}

/* Lists the symbols that occur on the map, tiles first. */
static void list_keys(ow_map *map)
{
    _Static_assert((int)OBJECTS + (int)TILE_KEYS <= (int)OW_MAP_KEYS, "keys fit");
    bool seen[SYMBOLS] = {false};
    size_t count = (size_t)map->width * map->height * map->layer_count;
    ow_map_key *key = map->keys;
    for (size_t i = 0; i < count; i++)
        seen[(unsigned char)map->cells[i].symbol] = true;
    for (char tile = '2'; tile <= 'z'; tile++)
        if (tile <= '9' || tile >= 'a')
            seen['1'] = seen['1'] || seen[(unsigned char)tile]; /* one row is enough to know */
    for (unsigned i = 0; i < TILE_KEYS; i++)
        if (seen[(unsigned char)tile_keys[i].symbol])
            *key++ = tile_keys[i];
    for (unsigned i = 0; i < OBJECTS; i++)
        if (seen[(unsigned char)objects[i].cell.symbol])
            *key++ = (ow_map_key){objects[i].cell.symbol, objects[i].meaning};
}

static ow_status draw(struct drawing *drawing)
{
    struct arena arena;
    arena_share(&arena, &drawing->arena);
    ow_status status = OW_OK;
    if (drawing->survey.kinds[OW_LEVELD_MESH].count > 0)
        status = leveld_read_mesh(&drawing->survey, &arena, &drawing->mesh);
    if (status == OW_OK)
        status = make_map(drawing);
    for (uint32_t i = 0; status == OW_OK && i < drawing->map.layer_count; i++)
        draw_layer(drawing, i);
    if (status == OW_OK && drawing->map.layer_count > 0 && drawing->mesh.tile_width > 0 &&
        drawing->mesh.tile_height > 0) {
        draw_objects(drawing);
        status = drawing->survey.codec.status;
    }
    arena_free(&arena);
    if (status == OW_OK)
        list_keys(&drawing->map);
    return status;
}

ow_status leveld_map(const struct file *file, ow_map *map, ow_error *error)
{
    struct drawing drawing = {0};
    arena_init(&drawing.arena, &file->options);
    ow_status status = leveld_survey_open(&drawing.survey, file, &drawing.arena);
    if (status == OW_OK)
        status = draw(&drawing);
    leveld_survey_close(&drawing.survey);
    void *copy;
    if (status == OW_OK) {
        *map = drawing.map;
        map->owner = arena_adopt(&drawing.arena, map, sizeof *map, &copy);
        if (map->owner)
            return OW_OK;
        status = drawing.arena.status;
        *map = (ow_map){0};
    } else {
        arena_free(&drawing.arena);
    }
    return leveld_survey_explain(&drawing.survey, status, error);
}
