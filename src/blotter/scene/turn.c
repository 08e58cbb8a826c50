/* How the game turns and lights a subassembly in its thumbnail; measured on thumbnails that the
 * game made. */
#include "fill.h"

#include "../../base/text.h"

#include <overworld/jecs.h>
#include <string.h>

/* The values of a placement that matter. */
struct placed {
    struct rotation before_flipping;
    int64_t state; /* -1 if unknown */
    bool stands, is_standard, was_found;
};

static bool is_word(const ow_jecs_node *node, const char *word)
{
    return node && node->kind == OW_JECS_TEXT && text_is_word(node->value, word);
}

/* Reads the first placement. If there are several roots, it applies to all. */
static struct placed read_placement(const ow_jecs *text)
{
    const ow_jecs_node *list = ow_jecs_find(text->root, "Placements");
    const ow_jecs_node *first = list && list->kind == OW_JECS_LIST ? list->first : NULL;
    struct placed placed = {.was_found = first != NULL};
    double turn[4] = {0, 0, 0, 1};
    ow_jecs_vector(ow_jecs_find(first, "RotationBeforeFlipping"), turn, 4);
    placed.before_flipping = (struct rotation){turn[0], turn[1], turn[2], turn[3]};
    const ow_jecs_node *type = ow_jecs_find(first, "Type");
    placed.stands = is_word(type, "StandingBoard");
    placed.is_standard = is_word(type, "Standard");
    ow_jecs_integer(ow_jecs_find(first, "BoardRotationState"), &placed.state);
    if (placed.state < 0 || placed.state > 3)
        placed.state = -1;
    return placed;
}

static void take_turn(struct filler *filler, const struct placed *placed)
{
    /* x points down and y to the back: the camera sees the underside. */
    static const struct rotation standing = {-0.5, 0.5, -0.5, 0.5};
    if (placed->stands)
        filler->turn.rotation = standing;
    filler->turn.position = rotation_inverse(rotation_unit(placed->before_flipping));
    if (!(placed->stands && placed->state == 1) && !(placed->is_standard && placed->state == 0))
        scene_warn(filler->builder, NULL,
                   "placements.jecs has an unknown kind of placement: the rotation in the game is "
                   "a guess");
}

/* The sun is 74 degrees high, to the right of the camera; shadows are blue. */
static const ow_scene_light light_of_game = {
    {0.70f, 0.727f, 0.763f},
    {{0.125f, 0.820f, -0.202f}, {0.138f, 0.832f, -0.215f}, {0.132f, 0.828f, -0.210f}}};

static void read_turn(struct filler *filler, ow_bytes file)
{
    const ow_options options = scene_text_options(filler->builder);
    ow_jecs *text;
    ow_error error;
    ow_status status = ow_jecs_read(file.data, file.size, &options, &text, &error);
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY)
        fill_failed(filler, status);
    else if (status != OW_OK)
        scene_warn(filler->builder, NULL, "placements.jecs: %s: drawn without rotation",
                   error.message);
    if (status != OW_OK)
        return;
    struct placed placed = read_placement(text);
    ow_jecs_free(text);
    if (placed.was_found)
        take_turn(filler, &placed);
    else
        scene_warn(filler->builder, NULL,
                   "placements.jecs has no placement: drawn without rotation");
}

void fill_find_turn(struct filler *filler)
{
    struct scene_builder *builder = filler->builder;
    struct scene_file file;
    builder->scene.light = light_of_game;
    if (filler->save->save_type == OW_BLOTTER_WORLD)
        return;
    if (!scene_read_file(builder, "placements.jecs", &file) &&
        !scene_read_file(builder, "placements.succ", &file)) {
        scene_warn(builder, NULL,
                   "placements.jecs, which has the rotation of the subassembly, is missing: drawn "
                   "without rotation");
        return;
    }
    read_turn(filler, file.bytes);
    scene_release_file(builder, &file);
}
