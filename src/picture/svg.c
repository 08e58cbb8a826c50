/* Writing a picture as SVG: faces from the farthest to the nearest, one path for each run of one
 * colour. */
#include "svg.h"

#include "identity.h"
#include "labels.h"
#include "layers.h"
#include "overlay.h"
#include "rings.h"

#include "../base/error.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 512, FIRST_POINTS = 4 * OW_SVG_MOST_FACES };

static const ow_color usual_background = {0xf2, 0xf5, 0xf9, 255};

void svg_put(struct svg *svg, const char *format, ...)
{
    char text[MOST_TEXT];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (size > 0)
        output_bytes(&svg->output, text,
                     (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

/* Only integers decide the digits, so that they are the same on every host. */
static void put_decimal(struct svg *svg, int64_t value, int64_t unit, int digits)
{
    char text[32];
    int64_t size = value < 0 ? -value : value;
    int used = snprintf(text, sizeof text, "%s%lld.%0*lld", value < 0 ? "-" : "",
                        (long long)(size / unit), digits, (long long)(size % unit));
    while (text[used - 1] == '0')
        used--;
    used -= text[used - 1] == '.';
    output_bytes(&svg->output, text, (size_t)used);
}

void svg_put_steps(struct svg *svg, int64_t steps)
{
    int64_t hundredths = (steps * 100 + (steps < 0 ? -128 : 128)) / SPOT_STEPS;
    put_decimal(svg, hundredths, 100, 2);
}

void svg_put_number(struct svg *svg, double number)
{
    enum { UNIT = 10000 };
    static const double most = 1e9;
    if (!(number > -most) || number > most)
        number = number > 0 ? most : number < 0 ? -most : 0;
    put_decimal(svg, (int64_t)round(rounded_to_double(number * UNIT)), UNIT, 4);
}

/* ---- collecting ---- */

static bool make_room(struct svg *svg, unsigned count)
{
    if (svg->point_count + count <= svg->point_room)
        return true;
    uint32_t room = svg->point_room ? svg->point_room * 2 : FIRST_POINTS;
    struct spot *points = job_take(&svg->job.scratch, &svg->job, room, sizeof *points);
    if (!points)
        return false;
    if (svg->point_count > 0)
        memcpy(points, svg->points, svg->point_count * sizeof *points);
    svg->points = points;
    svg->point_room = room;
    return true;
}

bool svg_set_face(struct svg *svg, uint32_t which, const struct svg_face *like,
                  const struct spot *corners, unsigned count)
{
    if (!make_room(svg, count))
        return false;
    struct svg_face *face = &svg->faces[which];
    *face = *like;
    face->first = svg->point_count;
    face->count = count;
    face->left = face->right = corners->x;
    face->top = face->bottom = corners->y;
    face->depth = 0;
    face->farthest = face->nearest = corners->depth;
    for (unsigned i = 0; i < count; i++) {
        const struct spot *spot = &corners[i];
        svg->points[svg->point_count++] = *spot;
        face->left = spot->x < face->left ? spot->x : face->left;
        face->right = spot->x > face->right ? spot->x : face->right;
        face->top = spot->y < face->top ? spot->y : face->top;
        face->bottom = spot->y > face->bottom ? spot->y : face->bottom;
        face->depth += spot->depth;
        face->farthest = spot->depth < face->farthest ? spot->depth : face->farthest;
        face->nearest = spot->depth > face->nearest ? spot->depth : face->nearest;
    }
    face->depth /= count;
    return true;
}

/* The sides of a cylinder share one code. */
static void note_round(struct svg_face *face, struct svg_face *before)
{
    if (face->id == before->id && face->color.alpha == before->color.alpha)
        face->is_round = before->is_round = true;
}

static void take_face(void *context, const struct face *face)
{
    struct svg *svg = context;
    struct spot corners[MOST_FACE_CORNERS];
    svg->is_full = svg->is_full || svg->face_count == OW_SVG_MOST_FACES;
    if (svg->is_full || face->count < 3)
        return;
    for (unsigned i = 0; i < face->count; i++)
        corners[i] = *face->corners[i];
    uint32_t first_label = identity_of_label(svg->job.painter.projection.scene, 0);
    struct svg_face like = {.id = face->id,
                            .color = face->color,
                            .opacity = face->opacity,
                            .is_label = face->id >= first_label && face->surface};
    if (face->surface && !like.is_label)
        svg_note_squares(svg, &like, face->surface);
    if (!svg_set_face(svg, svg->face_count, &like, corners, face->count))
        return;
    if (svg->face_count > 0)
        note_round(&svg->faces[svg->face_count], &svg->faces[svg->face_count - 1]);
    svg->face_count++;
}

static bool visit_solid(void *context, const struct solid *solid)
{
    struct svg *svg = context;
    return painter_draw_solid(&svg->job.painter, solid) && !svg->is_full;
}

/* Collects everything before writing, so that an error leaves no half file. */
static bool collect(struct svg *svg)
{
    struct painter *painter = &svg->job.painter;
    painter->take_face = take_face;
    painter->take_context = svg;
    svg->faces = job_take(&svg->job.scratch, &svg->job, SVG_FACE_ROOM, sizeof *svg->faces);
    if (!svg->faces)
        return false;
    for (unsigned pass = PASS_SOLID; pass <= PASS_HIGHLIGHTS && !svg->is_full; pass++) {
        painter->pass = (enum painter_pass)pass;
        if (pass == PASS_HIGHLIGHTS ? !painter->highlighted : !grounds_draw(painter))
            break;
        if (pass != PASS_SEEN_THROUGH || svg->job.measure.has_marks)
            solid_walk(&painter->projection, visit_solid, svg);
        if (pass == PASS_SOLID)
            labels_draw(painter);
        if (pass == PASS_SOLID && svg->job.asked.grid)
            grid_draw(painter);
        if (pass == PASS_HIGHLIGHTS)
            ring_finish(painter);
    }
    return svg->job.watch.status == OW_OK && !svg->is_full && svg_order(svg);
}

/* ---- writing ---- */

static void put_face(struct svg *svg, const struct svg_face *face)
{
    for (uint32_t i = 0; i < face->count; i++) {
        const struct spot *point = &svg->points[face->first + i];
        svg_put(svg, "%s", i == 0 ? "M" : i == 1 ? "L" : " ");
        svg_put_steps(svg, point->x);
        svg_put(svg, " ");
        svg_put_steps(svg, point->y);
    }
    svg_put(svg, "Z");
}

static bool is_same_paint(const struct svg_face *a, const struct svg_face *b)
{
    return !a->squares && !a->is_label && !b->is_label && a->opacity == 255 && b->opacity == 255 &&
           a->is_round == b->is_round && a->color.red == b->color.red &&
           a->color.green == b->color.green && a->color.blue == b->color.blue;
}

/* A line in a darker colour around each face also closes the gaps between those that touch. */
static void open_path(struct svg *svg, const struct svg_face *face)
{
    const ow_color *color = &face->color;
    svg_put(svg, "<path fill=\"#%02x%02x%02x\"", color->red, color->green, color->blue);
    if (face->opacity < 255) {
        svg_put(svg, " stroke=\"none\" fill-opacity=\"");
        svg_put_number(svg, face->opacity / 255.0);
        svg_put(svg, "\"");
    } else {
        int part = face->is_round ? 4 : 3;
        svg_put(svg, " stroke=\"#%02x%02x%02x\"", color->red * part / 4, color->green * part / 4,
                color->blue * part / 4);
    }
    svg_put(svg, " d=\"");
}

static void close_path(struct svg *svg, const struct svg_face *last)
{
    if (!last || last->is_label)
        return;
    svg_put(svg, "\"/>\n");
    if (last->squares)
        svg_write_squares(svg, last);
}

static void write_faces(struct svg *svg)
{
    const struct svg_face *last = NULL;
    svg_put(svg, "<g stroke-width=\".5\" stroke-linejoin=\"round\">\n");
    for (uint32_t i = 0; i < svg->face_count; i++) {
        const struct svg_face *face = &svg->faces[svg->order[i]];
        bool goes_on = last && is_same_paint(last, face);
        if (!goes_on)
            close_path(svg, last);
        last = face;
        if (face->is_label) {
            svg_write_label(svg,
                            face->id - identity_of_label(svg->job.painter.projection.scene, 0));
            continue;
        }
        if (!goes_on)
            open_path(svg, face);
        put_face(svg, face);
    }
    close_path(svg, last);
    svg_put(svg, "</g>\n");
}

static void write_all(struct svg *svg)
{
    const ow_picture_options *asked = &svg->job.asked;
    ow_color background = asked->has_background ? asked->background : usual_background;
    svg_put(svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" viewBox=\"0 0 %u "
            "%u\" font-family=\"monospace\" xml:space=\"preserve\">\n",
            (unsigned)asked->width, (unsigned)asked->height, (unsigned)asked->width,
            (unsigned)asked->height);
    if (!asked->transparent)
        svg_put(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#%02x%02x%02x\"/>\n",
                background.red, background.green, background.blue);
    if (svg_write_layers(svg)) {
        const struct overlay overlay = {NULL, (int32_t)asked->width, (int32_t)asked->height, svg};
        write_faces(svg);
        svg_write_upright(svg);
        legend_draw(&svg->job, &overlay);
        if (asked->scale_bar)
            scale_bar_draw(&svg->job, &overlay);
        svg_put(svg, "</svg>\n");
    }
}

static ow_status refuse(const struct svg *svg, ow_error *error)
{
    ow_status status = svg->job.watch.status;
    if (!svg->is_full)
        return error_limited(error, status, svg->job.options.max_memory);
    return error_set(error, OW_TOO_MUCH_MEMORY, 0, NULL,
                     "the picture has too many parts for an SVG (the limit is %d faces, or as many "
                     "patches of tiles for each 20 of them); write a PNG instead",
                     (int)OW_SVG_MOST_FACES);
}

ow_status ow_picture_write_svg(const ow_scene *scene, const ow_picture_options *picture_options,
                               const ow_options *options, const ow_sink *sink, ow_error *error)
{
    struct svg svg = {.face_count = 0};
    error_clear(error);
    if (!scene || !sink || !sink->write)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing scene or sink: a pointer is NULL");
    ow_picture_options asked = picture_options ? *picture_options : (ow_picture_options){0};
    asked.samples = 1;
    ow_status status = job_begin(&svg.job, scene, &asked, options, error);
    if (status != OW_OK)
        return status;
    if (!job_prepare(&svg.job) || !collect(&svg)) {
        status = refuse(&svg, error);
        job_end(&svg.job, false);
        return status;
    }
    status = output_to_sink(&svg.output, &svg.job.options, sink);
    if (status != OW_OK) {
        error_plain(error, status);
    } else {
        write_all(&svg);
        ow_status closed = output_close_sink(&svg.output);
        status = svg.job.watch.status != OW_OK || svg.is_full ? refuse(&svg, error)
                                                              : error_plain(error, closed);
    }
    job_end(&svg.job, false);
    return status;
}
