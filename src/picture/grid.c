/* The grid of the world's coordinates. */
#include "overlay.h"

#include "../scene/scene.h"

enum { MOST_PIECES_OF_LINE = 256 };

/* Parallel lines: along x if `is_across` is false, else along z. */
struct lines {
    struct painter *painter;
    double step, y;
    bool is_across;
    const ow_scene_ground *ground; /* the ground below them; NULL: the floor at y */
    uint32_t pieces;               /* of each line */
};

/* The height of a ground at a place, with its water; outside, that of its edge. */
static double height_of(const ow_scene_ground *ground, double x, double z)
{
    double step = (double)ground->spacing;
    double across = rounded_to_double((x - (double)ground->position[0]) / step);
    double down = rounded_to_double((z - (double)ground->position[2]) / step);
    across = fmax(0, fmin(across, ground->width - 1));
    down = fmax(0, fmin(down, ground->height - 1));
    uint32_t left = (uint32_t)fmin(across, ground->width - 2);
    uint32_t back = (uint32_t)fmin(down, ground->height - 2);
    const float *at = ground->heights + (size_t)back * ground->width + left;
    const double heights[2][2] = {{(double)at[0], (double)at[1]},
                                  {(double)at[ground->width], (double)at[ground->width + 1]}};
    double rows[2], share = rounded_to_double(across - left);
    for (int i = 0; i < 2; i++)
        rows[i] = rounded_to_double(heights[i][0] +
                                    rounded_to_double((heights[i][1] - heights[i][0]) * share));
    double height = rounded_to_double(
        rows[0] + rounded_to_double((rows[1] - rows[0]) * rounded_to_double(down - back)));
    if (ground->has_water && height < (double)ground->water_level)
        height = (double)ground->water_level;
    return rounded_to_double((double)ground->position[1] + height);
}

/* A point on a line. */
static struct spot spot_at(const struct lines *lines, double at, double along)
{
    struct vector point = lines->is_across ? (struct vector){at, lines->y, along}
                                           : (struct vector){along, lines->y, at};
    if (lines->ground)
        point.y = height_of(lines->ground, point.x, point.z);
    return painter_spot(lines->painter, camera_see(&lines->painter->camera, point));
}

static void draw_line(const struct lines *lines, double at, bool is_strong)
{
    static const ow_color weak = {96, 116, 142, 70}, strong = {70, 92, 122, 150};
    struct painter *painter = lines->painter;
    const ow_scene *scene = painter->projection.scene;
    int along = lines->is_across ? 2 : 0;
    double from = (double)scene->least[along];
    double size = rounded_to_double((double)scene->most[along] - from);
    struct spot last = spot_at(lines, at, from);
    for (uint32_t i = 1; i <= lines->pieces; i++) {
        double end = i == lines->pieces
                         ? (double)scene->most[along]
                         : rounded_to_double(from + rounded_to_double(size * i / lines->pieces));
        struct spot next = spot_at(lines, at, end);
        painter_draw_line(painter, last, next, is_strong ? 1.5 : 1, is_strong ? strong : weak, 0);
        last = next;
    }
}

static void draw_lines(const struct lines *lines)
{
    enum { MOST_LINES_OF_GRID = 4096, STRONG_EVERY = 5 };
    const ow_scene *scene = lines->painter->projection.scene;
    int axis = lines->is_across ? 0 : 2;
    double least = rounded_to_double((double)scene->least[axis] + scene->origin[axis]);
    double most = rounded_to_double((double)scene->most[axis] + scene->origin[axis]);
    double from = rounded_to_double(least / lines->step), first = rint(from);
    double to = rounded_to_double(most / lines->step), last = rint(to);
    first = first < from ? first + 1 : first;
    last = last > to ? last - 1 : last;
    if (!(last - first < MOST_LINES_OF_GRID))
        return;
    /* Counted separately: for large numbers, adding one may not change the number. */
    for (double passed = 0; passed <= last - first; passed++) {
        double number = first + passed;
        draw_line(lines, rounded_to_double(number * lines->step - scene->origin[axis]),
                  fmod(number, STRONG_EVERY) == 0);
    }
}

/* The smallest of 1, 2, 5, 10, 20 units and so on that is not too dense. */
static double step_of(double pixels_in_unit)
{
    static const double least_pixels = 9, most = 1e9;
    static const double steps[3] = {1, 2, 5};
    for (double power = 1; power < most; power *= 10)
        for (int i = 0; i < 3; i++)
            if (rounded_to_double(steps[i] * power * pixels_in_unit) >= least_pixels)
                return steps[i] * power;
    return most;
}

/* The ground below the grid: the first one, if there are no layers above. */
static const ow_scene_ground *ground_of(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->ground_count && scene->layer_count == 0; i++)
        if (!(scene->grounds[i].flags & OW_HIDDEN) && scene->grounds[i].width > 1 &&
            scene->grounds[i].height > 1 && scene->grounds[i].spacing > 0)
            return &scene->grounds[i];
    return NULL;
}

void grid_draw(struct painter *painter)
{
    const ow_scene *scene = painter->projection.scene;
    double step = step_of(painter->pixels_in_unit);
    enum painter_pass pass = painter->pass;
    if (scene->layer_count > 0)
        painter->pass = PASS_HIGHLIGHTS;
    struct lines lines = {.painter = painter,
                          .step = step,
                          .y = (double)(scene->layer_count > 0 ? scene->most[1] : scene->least[1]),
                          .ground = ground_of(scene),
                          .pieces = 1};
    if (lines.ground)
        lines.pieces = lines.ground->width + lines.ground->height < MOST_PIECES_OF_LINE
                           ? lines.ground->width + lines.ground->height
                           : MOST_PIECES_OF_LINE;
    draw_lines(&lines);
    lines.is_across = true;
    draw_lines(&lines);
    painter->pass = pass;
}
