/* glTF: the long arrays of the JSON, written as text at once. */
#include "lines.h"

#include "../../base/floats.h"
#include "../../base/utf8.h"
#include "../../json/values.h"
#include "../../json/writer.h"

void gltf_lines_begin(struct lines *lines, struct gltf *gltf, ow_json_writer *writer,
                      const char *name)
{
    *lines = (struct lines){.gltf = gltf,
                            .output = json_begin_elements(writer, name),
                            .is_counting = gltf->measured != NULL};
    arena_share(&lines->scratch, &gltf->arena);
}

void gltf_lines_end(struct lines *lines, ow_json_writer *writer)
{
    if (lines->gltf->measured)
        *lines->gltf->measured += lines->counted;
    json_end_elements(writer);
    arena_free(&lines->scratch);
}

void line_begin(struct lines *lines)
{
    line_room(lines);
    if (lines->is_filled)
        line_literal(lines, ",");
    line_literal(lines, "\n    {");
    lines->is_filled = true;
}

void line_float(struct lines *lines, const float *value)
{
    char text[OW_FLOAT_TEXT];
    size_t size = float_text(value, text);
    bool is_finite = isfinite(*value);
    if (!is_finite)
        line_literal(lines, "\"");
    line_bytes(lines, text, size);
    if (!is_finite)
        line_literal(lines, "\"");
}

void line_floats(struct lines *lines, const float *values, size_t count)
{
    line_literal(lines, "[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            line_literal(lines, ", ");
        line_float(lines, &values[i]);
    }
    line_literal(lines, "]");
}

/* Texts of these characters alone are the same in JSON. */
static bool is_plain(ow_text text)
{
    bool is_other = text.size > LINE_ROOM / 4;
    for (size_t i = 0; i < text.size && i < LINE_ROOM / 4; i++) {
        const unsigned char letter = (unsigned char)text.data[i];
        is_other |= letter < ' ' || letter > '~' || letter == '"' || letter == '\\';
    }
    return !is_other;
}

void line_text(struct lines *lines, ow_text text)
{
    line_room(lines);
    if (is_plain(text)) {
        line_literal(lines, "\"");
        line_bytes(lines, text.data, text.size);
        line_literal(lines, "\"");
        return;
    }
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT};
    event.value.text = text;
    json_put_value(lines->output, &event);
    line_room(lines);
}

void line_name(struct lines *lines, ow_text name)
{
    if (is_plain(name)) {
        line_text(lines, name);
        return;
    }
    arena_reset(&lines->scratch);
    char *copy = gltf_short_text(lines->gltf, &lines->scratch, name);
    if (copy)
        line_text(lines, ow_text_of(copy));
}
