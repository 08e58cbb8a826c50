/* glTF: the long arrays of the JSON, written as text at once. Each element has a line, and large
 * worlds have millions of them, so there are no events of their values. The pass that only
 * measures counts bytes instead of writing them. */
#ifndef OW_SRC_PICTURE_GLTF_LINES_H
#define OW_SRC_PICTURE_GLTF_LINES_H

#include "../../base/digits.h"
#include "gltf.h"

/* More than what follows a call of line_room, up to the next one. */
enum { LINE_ROOM = 1024 };

struct lines {
    struct gltf *gltf;
    struct output *output;
    uint64_t counted; /* bytes that were not written */
    bool is_counting, is_filled;
    struct arena scratch; /* of the current name */
};

/* Makes room for LINE_ROOM bytes. If the output fails, the rest is only counted. */
static inline void line_room(struct lines *lines)
{
    struct output *output = lines->output;
    if ((size_t)(output->end - output->at) < LINE_ROOM && !output_make_room(output, LINE_ROOM))
        lines->is_counting = true;
}

static inline void line_bytes(struct lines *lines, const char *text, size_t size)
{
    if (lines->is_counting) {
        lines->counted += size;
        return;
    }
    memcpy(lines->output->at, text, size);
    lines->output->at += size;
}

#define line_literal(lines, text) line_bytes(lines, text, sizeof(text) - 1)

static inline void line_number(struct lines *lines, uint64_t number)
{
    unsigned digits = digits_count(number);
    if (lines->is_counting) {
        lines->counted += digits;
        return;
    }
    lines->output->at += digits;
    digits_put(lines->output->at, number, digits);
}

/* The number of a record, or -1. */
static inline void line_subject(struct lines *lines, uint32_t subject)
{
    if (subject == OW_NONE)
        line_literal(lines, "-1");
    else
        line_number(lines, subject);
}

/* Begins and ends an array, a member of the root. It must not be empty. */
void gltf_lines_begin(struct lines *lines, struct gltf *gltf, ow_json_writer *writer,
                      const char *name);
void gltf_lines_end(struct lines *lines, ow_json_writer *writer);

/* Begins an element: a line of its own, and room. */
void line_begin(struct lines *lines);

void line_float(struct lines *lines, const float *value);
void line_floats(struct lines *lines, const float *values, size_t count);

/* A text in quotes, and a name, which may have zeros and be invalid UTF-8. They leave room. */
void line_text(struct lines *lines, ow_text text);
void line_name(struct lines *lines, ow_text name);

#endif
