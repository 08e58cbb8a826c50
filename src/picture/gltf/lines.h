/* glTF: the long arrays of the JSON, written as text at once. Each element has a line, and large
 * worlds have millions of them, so there are no events of their values. The pass that only
 * measures counts bytes instead of writing them. */
#ifndef OW_SRC_PICTURE_GLTF_LINES_H
#define OW_SRC_PICTURE_GLTF_LINES_H

#include "../../base/digits.h"
#include "gltf.h"

/* More than what follows a call of line_room, up to the next one. */
enum { LINE_ROOM = 1024, LINE_SHORT = LINE_ROOM / 8 };

struct lines {
    struct gltf *gltf;
    const struct gltf_slice *slice;
    struct output *output;
    uint64_t counted; /* bytes that were not written */
    bool is_counting, is_filled;
    struct arena scratch;     /* of the current name */
    uint8_t waste[LINE_ROOM]; /* instead of room, after a failure of the output */
};

/* Makes room for LINE_ROOM bytes. If the output fails, returns false, and the rest is only
 * counted, or wasted. */
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

/* Text for which there is room. While it is a local variable, it stays in registers. What calls
 * functions that are not inline closes it and opens it again. */
struct text {
    uint8_t *begin;
    size_t size;
    bool is_counting, is_filled;
};

static inline struct text text_open(const struct lines *lines)
{
    return (struct text){lines->output->at, 0, lines->is_counting, lines->is_filled};
}

/* As above, where the compiler knows whether bytes are counted. */
static inline struct text text_open_to(struct lines *lines, bool is_counting)
{
    uint8_t *begin = lines->is_counting ? lines->waste : lines->output->at;
    return (struct text){begin, 0, is_counting, lines->is_filled};
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

/* Opens a text again that was closed for a call. */
static inline void text_reopen(struct lines *lines, struct text *text)
{
    *text = text_open_to(lines, text->is_counting);
}

/* Bytes of any number up to LINE_SHORT, mostly fewer than 32: two copies that overlap take less
 * time than a call. */
static inline void text_short(struct text *text, const char *bytes, size_t size)
{
    enum { HALF = 16, QUARTER = 8 };
    if (text->is_counting) {
        text->size += size;
        return;
    }
    uint8_t *to = text->begin + text->size;
    text->size += size;
    if (size >= HALF && size <= (size_t)HALF * 2) {
        memcpy(to, bytes, HALF);
        memcpy(to + size - HALF, bytes + size - HALF, HALF);
    } else if (size >= QUARTER && size < HALF) {
        memcpy(to, bytes, QUARTER);
        memcpy(to + size - QUARTER, bytes + size - QUARTER, QUARTER);
    } else if (size > 0) {
        memcpy(to, bytes, size);
    }
}

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

/* Bytes of any number. Leaves room. */
void line_long(struct lines *lines, const char *bytes, size_t size);

static inline void text_more_room(struct lines *lines, struct text *text)
{
    text_close(lines, text);
    line_room(lines);
    text_reopen(lines, text);
}

/* Whether a text is short and is the same in JSON. */
bool line_is_plain(ow_text text);

/* Puts words in quotes, whatever their length; without the last `rest` bytes. */
static inline void text_words(struct lines *lines, struct text *text, ow_text words, size_t rest)
{
    if (words.size <= LINE_SHORT) {
        text_short(text, words.data, words.size - rest);
        return;
    }
    text_close(lines, text);
    line_long(lines, words.data, words.size - rest);
    text_reopen(lines, text);
}

/* A text in quotes, and a name, which may have zeros and be invalid UTF-8. They leave room. */
void line_text(struct lines *lines, ow_text text);
void line_name(struct lines *lines, ow_text name);

#endif
