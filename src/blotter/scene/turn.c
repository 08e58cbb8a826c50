/* How the game turns a subassembly for its thumbnail, and the light there; measured on thumbnails that
 * the game made. */
#include "fill.h"

#include "../../json/reader.h"

#include <string.h>

/* What counts of placements.jecs: indented lines "key: value", "-" before each placement. */
struct placed {
    struct rotation before_flipping;
    int32_t state;
    bool stands, is_standard, was_found;
};

struct line {
    const char *key, *value, *end;
    size_t key_size;
    bool begins_element; /* "-" stands before it */
};

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

static const char *read_line(const char *at, const char *end, struct line *line)
{
    const char *next = memchr(at, '\n', (size_t)(end - at));
    line->end = next ? next : end;
    while (line->end > at && line->end[-1] == '\r')
        line->end--;
    at = skip_blanks(at, line->end);
    line->begins_element = at < line->end && *at == '-' && (at + 1 == line->end || at[1] == ' ');
    if (line->begins_element)
        at = skip_blanks(at + 1, line->end);
    const char *colon = memchr(at, ':', (size_t)(line->end - at));
    line->key = at;
    line->key_size = colon ? (size_t)(colon - at) : 0;
    line->value = skip_blanks(colon ? colon + 1 : line->end, line->end);
    return next ? next + 1 : end;
}

static bool key_is(const struct line *line, const char *key)
{
    return line->key_size == strlen(key) && memcmp(line->key, key, line->key_size) == 0;
}

static bool value_is(const struct line *line, const char *value)
{
    size_t size = strlen(value);
    return (size_t)(line->end - line->value) == size && memcmp(line->value, value, size) == 0;
}

static void read_number(const struct line *line, double *number)
{
    struct json_cursor cursor = {line->value, line->value, line->end, NULL};
    struct json_token token;
    float value;
    if (json_number(&cursor, &token) && json_float(&token, &value))
        *number = value;
}

/* Reads the first placement: of several roots, all are turned by it. */
static struct placed read_placements(const char *at, const char *end)
{
    struct placed placed = {.before_flipping = {0, 0, 0, 1}};
    double state = 0;
    bool in_rotation = false;
    while (at < end) {
        struct line line;
        at = read_line(at, end, &line);
        if (line.begins_element && placed.was_found)
            break;
        placed.was_found |= line.begins_element;
        bool is_axis = line.key_size == 1;
        if (line.key_size > 0 && !is_axis)
            in_rotation = key_is(&line, "RotationBeforeFlipping");
        if (is_axis && in_rotation && *line.key >= 'w' && *line.key <= 'z') {
            struct rotation *turn = &placed.before_flipping;
            double *axes[4] = {&turn->w, &turn->x, &turn->y, &turn->z};
            read_number(&line, axes[*line.key - 'w']);
        } else if (key_is(&line, "BoardRotationState")) {
            read_number(&line, &state);
        } else if (key_is(&line, "Type")) {
            placed.stands = value_is(&line, "StandingBoard");
            placed.is_standard = value_is(&line, "Standard");
        }
    }
    placed.state = state >= 0 && state <= 3 ? (int32_t)state : -1;
    return placed;
}

static void take_turn(struct filler *filler, const struct placed *placed)
{
    /* Its x points down, its y to the back: one looks at the underside. */
    static const struct rotation standing = {-0.5, 0.5, -0.5, 0.5};
    if (placed->stands)
        filler->turn.rotation = standing;
    filler->turn.position = rotation_inverse(rotation_unit(placed->before_flipping));
    if (!(placed->stands && placed->state == 1) && !(placed->is_standard && placed->state == 0))
        scene_warn(filler->builder, NULL,
                   "placements.jecs has a placement of a kind that no thumbnail has shown: how the "
                   "game would turn it is a guess");
}

/* The sun stands 74 degrees up, to the right of the camera; blue shadows. */
static const ow_scene_light light_of_game = {
    {0.70f, 0.727f, 0.763f},
    {{0.125f, 0.820f, -0.202f}, {0.138f, 0.832f, -0.215f}, {0.132f, 0.828f, -0.210f}}};

void fill_find_turn(struct filler *filler)
{
    struct scene_builder *builder = filler->builder;
    struct scene_file file;
    builder->scene.light = light_of_game;
    if (filler->save->save_type == OW_BLOTTER_WORLD)
        return;
    if (!scene_read_file(builder, "placements.jecs", &file)) {
        scene_warn(builder, NULL,
                   "placements.jecs, which says how the subassembly is turned, is not beside it: "
                   "drawn as it is saved");
        return;
    }
    const char *text = (const char *)file.bytes.data;
    struct placed placed = read_placements(text, text + file.bytes.size);
    scene_release_file(builder, &file);
    if (placed.was_found)
        take_turn(filler, &placed);
    else
        scene_warn(builder, NULL, "placements.jecs has no placement: drawn as it is saved");
}
