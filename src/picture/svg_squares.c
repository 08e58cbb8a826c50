/* The squares of boards as lines in SVG. */
#include "board.h"
#include "svg.h"

#include <math.h>

enum { MOST_SQUARE_LINES = 4 * OW_SVG_MOST_FACES };

void svg_note_squares(struct svg *svg, struct svg_face *face, const struct surface *surface)
{
    double width, darkness;
    if (!board_is_squared(surface, &width, &darkness))
        return;
    if (!svg->squares)
        svg->squares =
            job_take(&svg->job.scratch, &svg->job, OW_SVG_MOST_FACES, sizeof *svg->squares);
    if (!svg->squares || svg->squares_count == OW_SVG_MOST_FACES)
        return;
    svg->squares[svg->squares_count++] = *surface;
    face->squares = svg->squares_count;
}

static double plane_at(const struct plane *plane, const struct spot *spot)
{
    double at = rounded_to_double(plane->at + rounded_to_double(plane->by_x * spot->x));
    return rounded_to_double(at + rounded_to_double(plane->by_y * spot->y));
}

/* A coordinate at a corner, and its divisor in perspective. */
static double divisor_at(const struct surface *surface, const struct spot *spot)
{
    return surface->in_perspective ? plane_at(&surface->w, spot) : 1;
}

/* Writes the line where a coordinate is `number` on a face: two points, or nothing. */
static void put_line(struct svg *svg, const struct svg_face *face, const struct plane *plane,
                     double number)
{
    const struct surface *surface = &svg->squares[face->squares - 1];
    const struct spot *corners = svg->points + face->first;
    int64_t ends[2][2];
    int found = 0;
    for (uint32_t i = 0; i < face->count && found < 2; i++) {
        const struct spot *a = &corners[i], *b = &corners[(i + 1) % face->count];
        double at_a = rounded_to_double(plane_at(plane, a) -
                                        rounded_to_double(number * divisor_at(surface, a)));
        double at_b = rounded_to_double(plane_at(plane, b) -
                                        rounded_to_double(number * divisor_at(surface, b)));
        if ((at_a < 0) == (at_b < 0))
            continue;
        double share = rounded_to_double(at_a / rounded_to_double(at_a - at_b));
        ends[found][0] = a->x + (int64_t)rint(rounded_to_double(((double)b->x - a->x) * share));
        ends[found++][1] = a->y + (int64_t)rint(rounded_to_double(((double)b->y - a->y) * share));
    }
    for (int i = 0; i < 2 && found == 2; i++) {
        svg_put(svg, "%s", i == 0 ? "M" : "L");
        svg_put_steps(svg, ends[i][0]);
        svg_put(svg, " ");
        svg_put_steps(svg, ends[i][1]);
    }
}

/* Writes one line for each integer value of a coordinate on the face, except at its edges. */
static void put_lines(struct svg *svg, const struct svg_face *face, const struct plane *plane)
{
    static const double hair = 0.01;
    const struct surface *surface = &svg->squares[face->squares - 1];
    const struct spot *corners = svg->points + face->first;
    double least = INFINITY, most = -INFINITY;
    for (uint32_t i = 0; i < face->count; i++) {
        double at =
            rounded_to_double(plane_at(plane, &corners[i]) / divisor_at(surface, &corners[i]));
        least = fmin(least, at), most = fmax(most, at);
    }
    for (double number = -floor(-(least + hair));
         number < most - hair && svg->square_lines < MOST_SQUARE_LINES; number++) {
        put_line(svg, face, plane, number);
        svg->square_lines++;
    }
}

void svg_write_squares(struct svg *svg, const struct svg_face *face)
{
    const struct surface *surface = &svg->squares[face->squares - 1];
    double width, darkness;
    board_is_squared(surface, &width, &darkness);
    double pixels = rounded_to_double(width * svg->job.painter.pixels_in_unit);
    svg_put(svg, "<path fill=\"none\" stroke=\"#000\" stroke-opacity=\"");
    svg_put_number(svg, darkness);
    svg_put(svg, "\" stroke-width=\"");
    svg_put_number(svg, pixels > 0.8 ? pixels : 0.8);
    svg_put(svg, "\" d=\"");
    put_lines(svg, face, &surface->u);
    put_lines(svg, face, &surface->v);
    svg_put(svg, "\"/>\n");
}
