/* Reads configs of DGM-Level-Editor and clips of Rend: JSON that describes how a tileset is cut
 * into tiles. */
#include "look.h"

#include "../../json/walk.h"

/* No image is larger than this. */
enum { LARGEST = 1 << 20, LONGEST_NAME = 4096 };

static struct json_walk begin(const void *text, size_t size)
{
    const char *at = text;
    return (struct json_walk){.begin = at, .end = at + size};
}

static bool read_size(const struct json_walk *walk, const char *at, uint32_t *size)
{
    uint64_t value;
    if (!value_unsigned(walk, at, &value) || value > LARGEST)
        return false;
    *size = (uint32_t)value;
    return true;
}

/* Reads an array of at least `count` sizes. */
static bool read_sizes(struct json_walk *walk, const char *at, uint32_t *sizes[], unsigned count)
{
    struct elements elements = walk_elements(walk, at);
    for (unsigned i = 0; i < count; i++)
        if (!next_element(&elements, &at) || !read_size(walk, at, sizes[i]))
            return false;
    return true;
}

enum { MOST_SIZES = 4 };

/* Reads an object that has all of these sizes. */
static bool read_named_sizes(struct json_walk *walk, const char *at, const char *const names[],
                             uint32_t *sizes[], unsigned count)
{
    struct member members[MOST_SIZES];
    for (unsigned i = 0; i < count; i++)
        members[i].name = names[i];
    if (!walk_members(walk, at, members, count))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!read_size(walk, members[i].at, sizes[i]))
            return false;
    return true;
}

static bool read_text(const struct json_walk *walk, const char *at, struct arena *arena,
                      ow_text *text)
{
    struct json_token token;
    if (!value_text(walk, at, &token) || token.size > LONGEST_NAME)
        return false;
    char *plain = arena_take(arena, token.size + 1);
    size_t size;
    if (!plain || !json_unescape(&token, plain, &size))
        return false;
    *text = (ow_text){plain, size};
    return true;
}

static bool read_texture(struct json_walk *walk, const char *at, struct arena *arena,
                         struct look *look)
{
    enum { PATH, SIZE, SPACING, BOUNDS, MEMBERS };
    struct member members[MEMBERS] = {{.name = "path"},
                                      {.name = "tileDimensions"},
                                      {.name = "tileSpacing"},
                                      {.name = "boundaries"}};
    uint32_t *size[] = {&look->tile_width, &look->tile_height};
    uint32_t *spacing[] = {&look->spacing_x, &look->spacing_y};
    uint32_t *bounds[] = {&look->left, &look->top, &look->width, &look->height};
    return walk_members(walk, at, members, MEMBERS) &&
           read_text(walk, members[PATH].at, arena, &look->image) &&
           read_sizes(walk, members[SIZE].at, size, 2) &&
           read_sizes(walk, members[SPACING].at, spacing, 2) &&
           read_sizes(walk, members[BOUNDS].at, bounds, 4);
}

static bool read_config(struct json_walk *walk, struct arena *arena, struct look *look)
{
    enum { TEXTURE, DEFAULTS, MEMBERS };
    static const char *const count[] = {"count"};
    struct member tool = {.name = "toolMesh"};
    struct member members[MEMBERS] = {{.name = "texture"}, {.name = "defaultProperties"}};
    if (!walk_members(walk, walk->begin, &tool, 1) ||
        !walk_members(walk, tool.at, members, MEMBERS))
        return false;
    read_named_sizes(walk, members[DEFAULTS].at, count, (uint32_t *[]){&look->count}, 1);
    return read_texture(walk, members[TEXTURE].at, arena, look);
}

static bool read_clip(struct json_walk *walk, struct look *look)
{
    enum { FRAME, SPACING, BOUNDS, COUNT, MEMBERS };
    static const char *const size_names[] = {"width", "height"};
    static const char *const spacing_names[] = {"horizontal", "vertical"};
    static const char *const bounds_names[] = {"left", "top", "width", "height"};
    struct member members[MEMBERS] = {
        {.name = "frame"}, {.name = "spacing"}, {.name = "bounds"}, {.name = "nframes"}};
    uint32_t *size[] = {&look->tile_width, &look->tile_height};
    uint32_t *spacing[] = {&look->spacing_x, &look->spacing_y};
    uint32_t *bounds[] = {&look->left, &look->top, &look->width, &look->height};
    if (!walk_members(walk, walk->begin, members, MEMBERS))
        return false;
    read_size(walk, members[COUNT].at, &look->count);
    return read_named_sizes(walk, members[FRAME].at, size_names, size, 2) &&
           read_named_sizes(walk, members[SPACING].at, spacing_names, spacing, 2) &&
           read_named_sizes(walk, members[BOUNDS].at, bounds_names, bounds, 4);
}

bool look_read(ow_bytes json, struct arena *arena, struct look *look)
{
    struct json_walk walk = begin(json.data, json.size);
    *look = (struct look){0};
    if (read_config(&walk, arena, look))
        return true;
    *look = (struct look){0};
    if (read_clip(&walk, look))
        return true;
    *look = (struct look){0};
    return false;
}

static void read_items(struct json_walk *walk, const char *items, struct arena *arena,
                       look_name *take, void *context)
{
    struct elements elements = walk_elements(walk, items);
    const char *at;
    while (next_element(&elements, &at)) {
        struct member named = {.name = "name"};
        ow_text name;
        if (walk_members(walk, at, &named, 1) && read_text(walk, named.at, arena, &name))
            take(context, false, elements.index, name);
    }
}

static void read_actions(struct json_walk *walk, const char *actions, struct arena *arena,
                         look_name *take, void *context)
{
    enum { ID, NAME, MEMBERS };
    struct elements elements = walk_elements(walk, actions);
    const char *at;
    while (next_element(&elements, &at)) {
        struct member members[MEMBERS] = {{.name = "id"}, {.name = "name"}};
        uint64_t id;
        ow_text name;
        if (walk_members(walk, at, members, MEMBERS) && value_unsigned(walk, members[ID].at, &id) &&
            read_text(walk, members[NAME].at, arena, &name))
            take(context, true, id, name);
    }
}

void look_read_names(ow_bytes json, struct arena *arena, look_name *take, void *context)
{
    enum { ITEMS, ACTIONS, TOOLS };
    struct json_walk walk = begin(json.data, json.size);
    struct member tools[TOOLS] = {{.name = "toolItem"}, {.name = "toolTrigger"}};
    struct member items = {.name = "items"}, actions = {.name = "actionDefinitions"};
    if (!walk_members(&walk, walk.begin, tools, TOOLS))
        return;
    if (walk_members(&walk, tools[ITEMS].at, &items, 1))
        read_items(&walk, items.at, arena, take, context);
    if (walk_members(&walk, tools[ACTIONS].at, &actions, 1))
        read_actions(&walk, actions.at, arena, take, context);
}

bool look_read_theme(ow_text description, struct arena *arena, ow_text *textures)
{
    enum { PACK, TEXTURES, MEMBERS };
    struct json_walk walk = begin(description.data, description.size);
    struct member members[MEMBERS] = {{.name = "texturePack"}, {.name = "textures"}};
    return walk_members(&walk, walk.begin, members, MEMBERS) &&
           (read_text(&walk, members[PACK].at, arena, textures) ||
            read_text(&walk, members[TEXTURES].at, arena, textures));
}

/* How many tiles fit in a line of `room` pixels. The last one needs no spacing after it. */
static uint32_t tiles_in(uint32_t room, uint32_t tile, uint32_t spacing)
{
    return tile == 0 || tile > room
               ? 0
               : (uint32_t)(((uint64_t)room + spacing) / ((uint64_t)tile + spacing));
}

/* The part of an image from `start` on, at most `wanted` of it. */
static uint32_t room_from(uint32_t start, uint32_t wanted, uint32_t size)
{
    uint32_t room = start < size ? size - start : 0;
    return wanted > 0 && wanted < room ? wanted : room;
}

bool look_cut(const struct look *look, uint32_t width, uint32_t height, ow_scene_tileset *tileset)
{
    uint32_t columns =
        tiles_in(room_from(look->left, look->width, width), look->tile_width, look->spacing_x);
    uint32_t rows =
        tiles_in(room_from(look->top, look->height, height), look->tile_height, look->spacing_y);
    uint64_t count = (uint64_t)columns * rows;
    if (look->count > 0 && look->count < count)
        count = look->count;
    if (count > OW_TILE + 1u)
        count = OW_TILE + 1u;
    *tileset = (ow_scene_tileset){.left = look->left,
                                  .top = look->top,
                                  .tile_width = look->tile_width,
                                  .tile_height = look->tile_height,
                                  .spacing_x = look->spacing_x,
                                  .spacing_y = look->spacing_y,
                                  .columns = columns,
                                  .count = (uint32_t)count};
    return count > 0;
}
