/* Labels as the text of SVG. */
#include "svg.h"

#include "../scene/scene.h"

#include <string.h>

/* XML has no control characters, and Unicode no bytes that are none of its own. */
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

/* Where a point stands on the picture, in pixels. */
static struct vector place(const struct camera *camera, struct vector at)
{
    return camera_pixel(camera, camera_project(camera, camera_see(camera, at)));
}

/* The six numbers that take a label's own coordinates, in units with y down, to the picture. */
static void put_matrix(struct svg *svg, const ow_scene_label *label)
{
    const struct camera *camera = &svg->job.painter.camera;
    struct vector at = scene_vector(label->position), middle = place(camera, at);
    double numbers[6] = {camera->scale, 0, 0, camera->scale, middle.x, middle.y};
    if (!(label->flags & OW_FACES_VIEWER)) {
        struct rotation turned = scene_rotation(label->rotation);
        struct vector x = vector_turn(turned, (struct vector){1, 0, 0});
        struct vector y = vector_turn(turned, (struct vector){0, -1, 0});
        struct vector right = vector_subtract(place(camera, vector_add(at, x)), middle);
        struct vector down = vector_subtract(place(camera, vector_add(at, y)), middle);
        numbers[0] = right.x, numbers[1] = right.y, numbers[2] = down.x, numbers[3] = down.y;
    }
    for (int i = 0; i < 6; i++) {
        svg_put(svg, "%s", i > 0 ? " " : "");
        svg_put_number(svg, numbers[i]);
    }
}

static void write_label(struct svg *svg, const ow_scene_label *label)
{
    static const char *const anchors[3] = {"start", "middle", "end"};
    int x = label->align_x < 0 ? -1 : label->align_x > 0,
        y = label->align_y < 0 ? -1 : label->align_y > 0;
    double size =
        rounded_to_double((double)label->font_size * 0.8); /* a line is higher than its letters */
    svg_put(svg, "<text transform=\"matrix(");
    put_matrix(svg, label);
    svg_put(svg, ")\" x=\"");
    svg_put_number(svg, (double)label->size[0] / 2 * x);
    svg_put(svg, "\" y=\"");
    svg_put_number(svg,
                   rounded_to_double((double)label->size[1] / 2 * y + size * (0.35 - 0.4 * y)));
    svg_put(svg, "\" text-anchor=\"%s\" font-size=\"", anchors[x + 1]);
    svg_put_number(svg, size);
    svg_put(svg, "\" fill=\"#%02x%02x%02x\"", label->color.red, label->color.green,
            label->color.blue);
    if (label->flags & OW_FACES_VIEWER) {
        bool is_light = label->color.red + label->color.green + label->color.blue > 3 * 128;
        svg_put(svg,
                " stroke=\"%s\" paint-order=\"stroke\" stroke-linejoin=\"round\" "
                "stroke-width=\"",
                is_light ? "#141622" : "#fff");
        svg_put_number(svg, size / 5);
        svg_put(svg, "\"");
    }
    svg_put(svg, ">");
    put_text(svg, label->text);
    svg_put(svg, "</text>\n");
}

/* What is written on surfaces is a part of the world; names of things are asked for. */
void svg_write_labels(struct svg *svg)
{
    const ow_scene *scene = svg->job.painter.gaze.scene;
    svg_put(svg, "<g font-family=\"sans-serif\">\n");
    for (uint32_t i = 0; i < scene->label_count; i++) {
        const ow_scene_label *label = &scene->labels[i];
        bool is_asked = !(label->flags & OW_FACES_VIEWER) || svg->job.asked.labels;
        if (!(label->flags & svg->job.painter.gaze.unseen) && is_asked &&
            watch_go_on(&svg->job.watch, 1))
            write_label(svg, label);
    }
    svg_put(svg, "</g>\n");
}
