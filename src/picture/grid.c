/* Lines of the world's coordinates. */
#include "overlay.h"

#include "../scene/scene.h"

/* One family of lines: along x where `is_across` is false, else along z. */
struct lines {
    struct painter *painter;
    double step, y;
    bool is_across;
};

static void draw_line(const struct lines *lines, double at, bool is_strong)
{
    static const ow_color weak = {96, 116, 142, 70}, strong = {70, 92, 122, 150};
    struct painter *painter = lines->painter;
    const ow_scene *scene = painter->gaze.scene;
    int along = lines->is_across ? 2 : 0;
    struct vector ends[2];
    for (int i = 0; i < 2; i++) {
        double reach = (double)(i ? scene->most[along] : scene->least[along]);
        ends[i] = lines->is_across ? (struct vector){at, lines->y, reach}
                                   : (struct vector){reach, lines->y, at};
        ends[i] = camera_see(&painter->camera, ends[i]);
    }
    painter_draw_line(painter, painter_spot(painter, ends[0]), painter_spot(painter, ends[1]),
                      is_strong ? 1.5 : 1, is_strong ? strong : weak, 0);
}

static void draw_lines(const struct lines *lines)
{
    enum { MOST_LINES_OF_GRID = 4096, STRONG_EVERY = 5 };
    const ow_scene *scene = lines->painter->gaze.scene;
    int axis = lines->is_across ? 0 : 2;
    double least = rounded_to_double((double)scene->least[axis] + scene->origin[axis]);
    double most = rounded_to_double((double)scene->most[axis] + scene->origin[axis]);
    double from = rounded_to_double(least / lines->step), first = rint(from);
    double to = rounded_to_double(most / lines->step), last = rint(to);
    first = first < from ? first + 1 : first;
    last = last > to ? last - 1 : last;
    if (!(last - first < MOST_LINES_OF_GRID))
        return;
    for (double i = first; i <= last; i++)
        draw_line(lines, rounded_to_double(i * lines->step - scene->origin[axis]),
                  fmod(i, STRONG_EVERY) == 0);
}

/* 1, 2, 5, 10, 20 units and so on, as few as are not too close. */
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

void grid_draw(struct painter *painter)
{
    const ow_scene *scene = painter->gaze.scene;
    double step = step_of(painter->pixels_in_unit);
    enum painter_pass pass = painter->pass;
    if (scene->layer_count > 0)
        painter->pass = PASS_HIGHLIGHTS;
    struct lines lines = {
        painter, step, (double)(scene->layer_count > 0 ? scene->most[1] : scene->least[1]), false};
    draw_lines(&lines);
    lines.is_across = true;
    draw_lines(&lines);
    painter->pass = pass;
}
