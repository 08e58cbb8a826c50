/* Configs of DGM-Level-Editor and clips of Rend: JSON that says how a tileset is cut into tiles. */
#include "look.h"

#include "../../json/reader.h"

/* Sizes beyond this are no image's. */
enum { LARGEST = 1 << 20, LONGEST_NAME = 4096 };

static struct json_cursor begin(const void *text, size_t size)
{
    const char *at = text;
    return (struct json_cursor){at, at, at + size, NULL};
}

/* The value of a member of the object that the cursor stands at. */
static bool find_member(struct json_cursor at, const char *name, struct json_cursor *value)
{
    struct json_token key;
    if (!json_take_if(&at, '{'))
        return false;
    while (json_string(&at, &key) && json_take(&at, ':', "a colon")) {
        if (json_token_is(&key, name)) {
            *value = at;
            return true;
        }
        if (!json_skip(&at) || !json_take_if(&at, ','))
            return false;
    }
    return false;
}

/* Goes on with an array: to its first element or behind one. */
static bool next_in_array(struct json_cursor *at, bool is_first)
{
    return is_first ? json_take_if(at, '[') && json_peek(at) != ']' : json_take_if(at, ',');
}

static bool read_size(struct json_cursor *at, uint32_t *size)
{
    struct json_token number;
    uint64_t value;
    if (!json_number(at, &number) || !json_unsigned(&number, &value) || value > LARGEST)
        return false;
    *size = (uint32_t)value;
    return true;
}

/* A member that is an array of so many sizes. */
static bool read_sizes(struct json_cursor at, const char *name, uint32_t *sizes[], unsigned count)
{
    if (!find_member(at, name, &at))
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!next_in_array(&at, i == 0) || !read_size(&at, sizes[i]))
            return false;
    return true;
}

static bool read_member(struct json_cursor at, const char *name, uint32_t *size)
{
    return find_member(at, name, &at) && read_size(&at, size);
}

static bool read_text(struct json_cursor at, const char *name, struct arena *arena, ow_text *text)
{
    struct json_token token;
    if (!find_member(at, name, &at) || !json_string(&at, &token) || token.size > LONGEST_NAME)
        return false;
    char *plain = arena_take(arena, token.size + 1);
    size_t size;
    if (!plain || !json_unescape(&token, plain, &size))
        return false;
    *text = (ow_text){plain, size};
    return true;
}

static bool read_config(struct json_cursor config, struct arena *arena, struct look *look)
{
    struct json_cursor tool, texture, defaults;
    if (!find_member(config, "toolMesh", &tool) || !find_member(tool, "texture", &texture))
        return false;
    uint32_t *size[] = {&look->tile_width, &look->tile_height};
    uint32_t *spacing[] = {&look->spacing_x, &look->spacing_y};
    uint32_t *bounds[] = {&look->left, &look->top, &look->width, &look->height};
    if (find_member(tool, "defaultProperties", &defaults))
        read_member(defaults, "count", &look->count);
    return read_text(texture, "path", arena, &look->image) &&
           read_sizes(texture, "tileDimensions", size, 2) &&
           read_sizes(texture, "tileSpacing", spacing, 2) &&
           read_sizes(texture, "boundaries", bounds, 4);
}

static bool read_clip(struct json_cursor clip, struct look *look)
{
    struct json_cursor frame, spacing, bounds;
    if (!find_member(clip, "frame", &frame) || !find_member(clip, "spacing", &spacing) ||
        !find_member(clip, "bounds", &bounds))
        return false;
    read_member(clip, "nframes", &look->count);
    return read_member(frame, "width", &look->tile_width) &&
           read_member(frame, "height", &look->tile_height) &&
           read_member(spacing, "horizontal", &look->spacing_x) &&
           read_member(spacing, "vertical", &look->spacing_y) &&
           read_member(bounds, "left", &look->left) && read_member(bounds, "top", &look->top) &&
           read_member(bounds, "width", &look->width) &&
           read_member(bounds, "height", &look->height);
}

bool look_read(ow_bytes json, struct arena *arena, struct look *look)
{
    struct json_cursor at = begin(json.data, json.size);
    *look = (struct look){0};
    if (read_config(at, arena, look))
        return true;
    *look = (struct look){0};
    if (read_clip(at, look))
        return true;
    *look = (struct look){0};
    return false;
}

static void read_items(struct json_cursor items, struct arena *arena, look_name *take,
                       void *context)
{
    ow_text name;
    for (uint64_t id = 0; next_in_array(&items, id == 0); id++) {
        if (read_text(items, "name", arena, &name))
            take(context, false, id, name);
        if (!json_skip(&items))
            return;
    }
}

static void read_actions(struct json_cursor actions, struct arena *arena, look_name *take,
                         void *context)
{
    bool is_first = true;
    for (; next_in_array(&actions, is_first); is_first = false) {
        struct json_cursor at;
        struct json_token number;
        uint64_t id;
        ow_text name;
        if (find_member(actions, "id", &at) && json_number(&at, &number) &&
            json_unsigned(&number, &id) && read_text(actions, "name", arena, &name))
            take(context, true, id, name);
        if (!json_skip(&actions))
            return;
    }
}

void look_read_names(ow_bytes json, struct arena *arena, look_name *take, void *context)
{
    struct json_cursor at = begin(json.data, json.size), tool, list;
    if (find_member(at, "toolItem", &tool) && find_member(tool, "items", &list))
        read_items(list, arena, take, context);
    if (find_member(at, "toolTrigger", &tool) && find_member(tool, "actionDefinitions", &list))
        read_actions(list, arena, take, context);
}

bool look_read_theme(ow_text description, struct arena *arena, ow_text *textures)
{
    struct json_cursor at = begin(description.data, description.size);
    return read_text(at, "texturePack", arena, textures) ||
           read_text(at, "textures", arena, textures);
}

/* How many tiles fit in a line of `room` pixels, the last one without the space behind it. */
static uint32_t tiles_in(uint32_t room, uint32_t tile, uint32_t spacing)
{
    return tile == 0 || tile > room
               ? 0
               : (uint32_t)(((uint64_t)room + spacing) / ((uint64_t)tile + spacing));
}

/* What of an image is left from `start` on, and no more than `wanted` of it. */
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
