/* Boxes and text on finished pixels, and the scale bar. */
#include "overlay.h"

#include "blend.h"
#include "svg.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

static void put(const struct overlay *overlay, int32_t x, int32_t y, ow_color color)
{
    if (x < 0 || y < 0 || x >= overlay->width || y >= overlay->height)
        return;
    ow_color *pixel = &overlay->pixels[(size_t)y * (size_t)overlay->width + (size_t)x];
    pixel->alpha = blend(pixel, pixel->alpha, color, color.alpha);
}

void overlay_box(const struct overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                 ow_color color)
{
    if (overlay->svg) {
        svg_put_box(overlay->svg, x, y, width, height, color);
        return;
    }
    for (int32_t row = y; row < y + height; row++)
        for (int32_t column = x; column < x + width; column++)
            put(overlay, column, row, color);
}

void overlay_text(const struct overlay *overlay, int32_t x, int32_t y, int32_t dot, ow_text text,
                  ow_color color)
{
    uint8_t rows[GLYPH_ROWS];
    if (overlay->svg) {
        svg_put_line(overlay->svg, x, y, dot, text, color);
        return;
    }
    for (size_t at = 0; at < text.size && x < overlay->width; x += GLYPH_COLUMNS * dot) {
        font_glyph(utf8_next(text, &at), rows);
        for (int32_t i = 0; i < GLYPH_ROWS * (GLYPH_COLUMNS - 1); i++) {
            int32_t row = i / (GLYPH_COLUMNS - 1), column = i % (GLYPH_COLUMNS - 1);
            if (rows[row] >> (GLYPH_COLUMNS - 2 - column) & 1)
                overlay_box(overlay, x + column * dot, y + row * dot, dot, dot, color);
        }
    }
}

int32_t overlay_dot(const ow_picture_options *asked)
{
    uint32_t side = asked->width < asked->height ? asked->width : asked->height;
    return side < 1000 ? 1 : (int32_t)(side / 500);
}

double round_length(double most)
{
    static const double thousandths[3] = {5, 2, 1};
    for (double power = 1e12; power >= 1; power /= 10)
        for (int i = 0; i < 3; i++) {
            double length = rounded_to_double(thousandths[i] * power / 1000);
            if (length <= most)
                return length;
        }
    return 0.001;
}

/* The plural of a unit: the ending to remove, and the ending to add. */
struct plural {
    size_t cut;
    const char *end;
};

static struct plural plural_of(const char *unit)
{
    size_t length = strlen(unit);
    if (length > 2 && strcmp(unit + length - 2, "ex") == 0)
        return (struct plural){2, "ices"};
    return (struct plural){0, length > 0 && unit[length - 1] == 'x' ? "es" : "s"};
}

/* Without the locale's decimal point. */
static void write_length(char *text, size_t room, double length, const char *unit)
{
    unsigned long long thousandths = (unsigned long long)rounded_to_double(length * 1000 + 0.5);
    struct plural ending = thousandths == 1000 ? (struct plural){0, ""} : plural_of(unit);
    int stem = (int)(strlen(unit) - ending.cut);
    char number[24];
    if (thousandths >= 1000)
        snprintf(number, sizeof number, "%llu", thousandths / 1000);
    else if (thousandths % 100 == 0)
        snprintf(number, sizeof number, "0.%llu", thousandths / 100);
    else if (thousandths % 10 == 0)
        snprintf(number, sizeof number, "0.%02llu", thousandths / 10);
    else
        snprintf(number, sizeof number, "0.%03llu", thousandths);
    snprintf(text, room, "%s %.*s%s", number, stem, unit, ending.end);
}

void scale_bar_draw(const struct job *job, const struct overlay *overlay)
{
    static const ow_color ink = {40, 52, 68, 255}, halo = {255, 255, 255, 200};
    double scale = job->painter.pixels_in_unit;
    double length = round_length(rounded_to_double(job->asked.width / 5.0 / scale));
    int32_t dot = overlay_dot(&job->asked), width = (int32_t)rounded_to_double(length * scale);
    int32_t left = (int32_t)job->legend + 8 * dot, bottom = overlay->height - 8 * dot;
    const char *unit = job->painter.projection.scene->unit_name;
    char text[64];
    if (job->painter.camera.perspective || !(scale > 0))
        return;
    write_length(text, sizeof text, length, unit ? unit : "unit");
    int32_t words = text_columns(ow_text_of(text)) * dot, room = words > width ? words : width;
    overlay_box(overlay, left - 3 * dot, bottom - 17 * dot, room + 6 * dot, 20 * dot, halo);
    overlay_box(overlay, left, bottom - 2 * dot, width, 2 * dot, ink);
    overlay_box(overlay, left, bottom - 5 * dot, dot, 5 * dot, ink);
    overlay_box(overlay, left + width - dot, bottom - 5 * dot, dot, 5 * dot, ink);
    overlay_text(overlay, left, bottom - 17 * dot, dot, ow_text_of(text), ink);
}
