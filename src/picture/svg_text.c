/* Labels as SVG text. */
#include "labels.h"
#include "svg.h"

#include "../scene/scene.h"

#include <string.h>

/* XML allows no control characters, and only valid Unicode. */
static size_t length_of_character(const char *at, size_t left)
{
    unsigned char first = (unsigned char)*at;
    size_t more = first < 0x80 ? 0 : first < 0xc2 ? 9 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (first > 0xf4 || more >= left)
        return 0;
    for (size_t i = 1; i <= more; i++)
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 0;
    unsigned char second = more > 0 ? (unsigned char)at[1] : 0;
    bool is_wrong = (first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
                    (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f) ||
                    (first == 0xef && second == 0xbf && (unsigned char)at[2] > 0xbd);
    return is_wrong ? 0 : more + 1;
}

static void put_text(struct svg *svg, ow_text text)
{
    for (size_t at = 0; at < text.size;) {
        size_t size = length_of_character(text.data + at, text.size - at);
        char letter = text.data[at];
        if (letter == '<' || letter == '&')
            svg_put(svg, "&#%d;", letter);
        else if (size == 0 || (unsigned char)letter < ' ')
            svg_put(svg, "%s", (unsigned char)letter < ' ' && size == 1 ? " " : "?");
        else
            output_bytes(&svg->output, text.data + at, size);
        at += size ? size : 1;
    }
}

/* The place of a point on the picture, in pixels. */
static struct vector place(const struct camera *camera, struct vector at)
{
    return camera_pixel(camera, camera_project(camera, camera_see(camera, at)));
}

/* Writes the matrix from a label's coordinates, in units with y down, to the picture. */
static void put_matrix(struct svg *svg, const ow_scene_label *label)
{
    const struct camera *camera = &svg->job.painter.camera;
    struct vector at = scene_vector(label->position), middle = place(camera, at);
    struct rotation turned = scene_rotation(label->rotation);
    struct vector x = vector_turn(turned, (struct vector){1, 0, 0});
    struct vector y = vector_turn(turned, (struct vector){0, -1, 0});
    struct vector right = vector_subtract(place(camera, vector_add(at, x)), middle);
    struct vector down = vector_subtract(place(camera, vector_add(at, y)), middle);
    const double numbers[6] = {right.x, right.y, down.x, down.y, middle.x, middle.y};
    for (int i = 0; i < 6; i++) {
        svg_put(svg, "%s", i > 0 ? " " : "");
        svg_put_number(svg, numbers[i]);
    }
}

static void put_attribute(struct svg *svg, const char *name, double value)
{
    svg_put(svg, " %s=\"", name);
    svg_put_number(svg, value);
    svg_put(svg, "\"");
}

static void put_fill(struct svg *svg, ow_color color)
{
    svg_put(svg, " fill=\"#%02x%02x%02x\"", color.red, color.green, color.blue);
    if (color.alpha < 255)
        put_attribute(svg, "fill-opacity", rounded_to_double(color.alpha / 255.0));
}

/* Writes a line with its upper left corner at x, y, with the same width as in pixels, whatever the
 * font. */
static void put_line(struct svg *svg, double x, double y, double dot, ow_text text)
{
    enum { BASE = 9, EM = 10 }; /* in dots: from the top of a line to the baseline */
    put_attribute(svg, "x", x);
    put_attribute(svg, "y", rounded_to_double(y + rounded_to_double(dot * BASE)));
    put_attribute(svg, "font-size", rounded_to_double(dot * EM));
    if (text_columns(text) > GLYPH_COLUMNS) {
        put_attribute(svg, "textLength", rounded_to_double(dot * text_columns(text)));
        svg_put(svg, " lengthAdjust=\"spacingAndGlyphs\"");
    }
    svg_put(svg, ">");
    put_text(svg, text);
}

/* Takes the next line of a text; returns false after the last. */
static bool next_line(ow_text *rest, ow_text *line)
{
    if (!rest->data)
        return false;
    const char *end = rest->size > 0 ? memchr(rest->data, '\n', rest->size) : NULL;
    *line = (ow_text){rest->data, end ? (size_t)(end - rest->data) : rest->size};
    *rest = end ? (ow_text){end + 1, rest->size - line->size - 1} : (ow_text){NULL, 0};
    if (line->size > 0 && line->data[line->size - 1] == '\r')
        line->size--;
    return true;
}

/* Writes all lines from an upper left corner on, shorter ones by their alignment. */
static void put_lines(struct svg *svg, const ow_scene_label *label, const struct page *page,
                      double left, double top, double dot)
{
    ow_text rest = label->text, line;
    for (unsigned i = 0; i < page->lines && next_line(&rest, &line); i++) {
        double space = (page->columns - text_columns(line)) * (page->align + 1) / 2.0;
        if (line.size == 0)
            continue;
        svg_put(svg, "<tspan");
        put_line(svg, rounded_to_double(left + rounded_to_double(dot * space)),
                 rounded_to_double(top + rounded_to_double(dot * (i * LINE_ROWS))), dot, line);
        svg_put(svg, "</tspan>");
    }
}

void svg_write_label(struct svg *svg, uint32_t index)
{
    const ow_scene_label *label = &svg->job.painter.projection.scene->labels[index];
    struct page page;
    page_set(&page, label->text, label->align_x);
    struct label_block block = label_block_of(label, &page);
    double top = rounded_to_double(block.bottom + rounded_to_double(block.dot * page.rows));
    svg_put(svg, "<text stroke=\"none\" transform=\"matrix(");
    put_matrix(svg, label);
    svg_put(svg, ")\"");
    put_fill(svg, label->color);
    svg_put(svg, ">");
    put_lines(svg, label, &page, block.left, -top, block.dot);
    svg_put(svg, "</text>\n");
}

void svg_write_upright(struct svg *svg)
{
    const struct painter *painter = &svg->job.painter;
    if (painter->place_count == 0)
        return;
    svg_put(svg, "<g paint-order=\"stroke\" stroke-linejoin=\"round\">\n");
    for (uint32_t i = 0; i < painter->place_count; i++) {
        const struct label_place *at = &painter->places[i];
        const ow_scene_label *label = &painter->projection.scene->labels[at->label];
        struct page page;
        bool is_light = label->color.red + 2 * label->color.green + label->color.blue > 640;
        page_set(&page, label->text, label->align_x);
        svg_put(svg, "<text stroke=\"%s\"", is_light ? "#18202c" : "#fff");
        put_attribute(svg, "stroke-width", 2 * at->dot);
        put_fill(svg, label->color);
        svg_put(svg, ">");
        put_lines(svg, label, &page, at->left + at->dot, at->top + at->dot, at->dot);
        svg_put(svg, "</text>\n");
    }
    svg_put(svg, "</g>\n");
}

void svg_put_box(struct svg *svg, int32_t x, int32_t y, int32_t width, int32_t height,
                 ow_color color)
{
    svg_put(svg, "<rect x=\"%ld\" y=\"%ld\" width=\"%ld\" height=\"%ld\"", (long)x, (long)y,
            (long)width, (long)height);
    put_fill(svg, color);
    svg_put(svg, "/>\n");
}

void svg_put_line(struct svg *svg, int32_t x, int32_t y, int32_t dot, ow_text text, ow_color color)
{
    svg_put(svg, "<text");
    put_fill(svg, color);
    put_line(svg, x, y, dot, text);
    svg_put(svg, "</text>\n");
}
