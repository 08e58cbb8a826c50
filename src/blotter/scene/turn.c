/* How the game turns a subassembly for its thumbnail, and the light there; measured on thumbnails that
 * the game made. */
#include "fill.h"
#include "lines.h"

#include "../../json/reader.h"

#include <string.h>

/* What counts of placements.jecs: indented lines "key: value", "-" before each placement. */
struct placed {
    struct rotation before_flipping;
    int32_t state;
    bool stands, is_standard, was_found;
};

/* A line of it. */
struct entry {
    ow_text key;
    struct line value;
    bool begins_element; /* "-" stands before it */
};

static struct entry read_entry(struct line line)
{
    struct entry entry = {.begins_element = line.at < line.end && *line.at == '-' &&
                                            (line.at + 1 == line.end || line.at[1] == ' ')};
    line.at += entry.begins_element;
    line_skip_blanks(&line);
    const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));
    entry.key = (ow_text){line.at, colon ? (size_t)(colon - line.at) : 0};
    entry.value = (struct line){colon ? colon + 1 : line.end, line.end};
    line_skip_blanks(&entry.value);
    return entry;
}

static bool text_is(ow_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

static bool value_is(const struct entry *entry, const char *word)
{
    return text_is((ow_text){entry->value.at, (size_t)(entry->value.end - entry->value.at)}, word);
}

static void read_number(const struct entry *entry, double *number)
{
    struct json_cursor cursor = {entry->value.at, entry->value.at, entry->value.end, NULL};
    struct json_token token;
    float value;
    if (json_number(&cursor, &token) && json_float(&token, &value))
        *number = value;
}

/* Reads the first placement: of several roots, all are turned by it. */
static struct placed read_placements(struct line text)
{
    struct placed placed = {.before_flipping = {0, 0, 0, 1}};
    struct line line;
    double state = 0;
    bool in_rotation = false;
    while (line_take(&text, &line)) {
        struct entry entry = read_entry(line);
        if (entry.begins_element && placed.was_found)
            break;
        placed.was_found |= entry.begins_element;
        bool is_axis = entry.key.size == 1;
        if (entry.key.size > 0 && !is_axis)
            in_rotation = text_is(entry.key, "RotationBeforeFlipping");
        if (is_axis && in_rotation && *entry.key.data >= 'w' && *entry.key.data <= 'z') {
            struct rotation *turn = &placed.before_flipping;
            double *axes[4] = {&turn->w, &turn->x, &turn->y, &turn->z};
            read_number(&entry, axes[*entry.key.data - 'w']);
        } else if (text_is(entry.key, "BoardRotationState")) {
            read_number(&entry, &state);
        } else if (text_is(entry.key, "Type")) {
            placed.stands = value_is(&entry, "StandingBoard");
            placed.is_standard = value_is(&entry, "Standard");
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
                   "placements.jecs has an unknown kind of placement: the rotation in the game is "
                   "a guess");
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
                   "placements.jecs, which has the rotation of the subassembly, is missing: drawn "
                   "without rotation");
        return;
    }
    const char *text = (const char *)file.bytes.data;
    struct placed placed = read_placements((struct line){text, text + file.bytes.size});
    scene_release_file(builder, &file);
    if (placed.was_found)
        take_turn(filler, &placed);
    else
        scene_warn(builder, NULL, "placements.jecs has no placement: drawn without rotation");
}
