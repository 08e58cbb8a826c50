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
    const struct gltf_slice *slice;
    struct output *output;
    uint64_t counted; /* bytes that were not written */
    bool is_counting, is_filled;
    struct arena scratch; /* of the current name */
};

/* Makes room for LINE_ROOM bytes. If the output fails, returns false, and the rest is only
 * counted. */
static inline bool line_room(struct lines *lines)
{
    struct output *output = lines->output;
    if (lines->is_counting || (size_t)(output->end - output->at) >= LINE_ROOM ||
        output_make_room(output, LINE_ROOM))
        return true;
    lines->is_counting = true;
    return false;
}

/* As above, for code that is compiled to count or to write. Returns false if it must end. */
static inline bool line_room_to(struct lines *lines, bool is_counting)
{
    return line_room(lines) && lines->is_counting == is_counting;
}

/* Text for which there is room. While it is a local variable, it stays in registers. */
struct text {
    uint8_t *begin;
    size_t size;
    bool is_counting, is_filled;
};

static inline struct text text_open(const struct lines *lines)
{
    return (struct text){lines->output->at, 0, lines->is_counting, lines->is_filled};
}

static inline void text_close(struct lines *lines, const struct text *text)
{
    if (lines->is_counting)
        lines->counted += text->size;
    else
        lines->output->at += text->size;
    lines->is_filled = text->is_filled;
}

static inline void text_bytes(struct text *text, const char *bytes, size_t size)
{
    if (!text->is_counting)
        memcpy(text->begin + text->size, bytes, size);
    text->size += size;
}

#define text_literal(text, literal) text_bytes(text, literal, sizeof(literal) - 1)

static inline void text_number(struct text *text, uint64_t number)
{
    unsigned digits = digits_count(number);
    text->size += digits;
    if (!text->is_counting)
        digits_put(text->begin + text->size, number, digits);
}

/* Begins an element: a line of its own. */
static inline void text_begin(struct text *text)
{
    if (text->is_filled)
        text_literal(text, ",");
    text_literal(text, "\n    {");
    text->is_filled = true;
}

static inline void line_bytes(struct lines *lines, const char *bytes, size_t size)
{
    struct text text = text_open(lines);
    text_bytes(&text, bytes, size);
    text_close(lines, &text);
}

#define line_literal(lines, literal) line_bytes(lines, literal, sizeof(literal) - 1)

static inline void line_number(struct lines *lines, uint64_t number)
{
    struct text text = text_open(lines);
    text_number(&text, number);
    text_close(lines, &text);
}

/* The number of a record, or -1. */
static inline void text_subject(struct text *text, uint32_t subject)
{
    if (subject == OW_NONE)
        text_literal(text, "-1");
    else
        text_number(text, subject);
}

static inline void line_subject(struct lines *lines, uint32_t subject)
{
    struct text text = text_open(lines);
    text_subject(&text, subject);
    text_close(lines, &text);
}

/* Puts what a slice has of a list, compiled once to write and once to count. */
#define LINE_SLICE(lines, put)                                                                     \
    do {                                                                                           \
        if ((lines)->is_counting)                                                                  \
            put(lines, true);                                                                      \
        else                                                                                       \
            put(lines, false);                                                                     \
    } while (0)

/* Begins and ends an array, a member of the root. It must not be empty. */
void gltf_lines_begin(struct lines *lines, struct gltf *gltf, ow_json_writer *writer,
                      const char *name);
void gltf_lines_end(struct lines *lines, ow_json_writer *writer);

/* Writes the elements of all slices: `put` those of one. */
void gltf_put_lines(struct lines *lines, void (*put)(struct lines *lines));

/* Begins an element: a line of its own, and room. */
void line_begin(struct lines *lines);

void line_float(struct lines *lines, const float *value);
void line_floats(struct lines *lines, const float *values, size_t count);

/* A text in quotes, and a name, which may have zeros and be invalid UTF-8. They leave room. */
void line_text(struct lines *lines, ow_text text);
void line_name(struct lines *lines, ow_text name);

#endif
