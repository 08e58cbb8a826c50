/* The parse codec: JSON text into records. The layout asks for one field after another. Fields in
 * file order are found at once, others by a search through their object. */
#ifndef OW_SRC_CODEC_PARSE_H
#define OW_SRC_CODEC_PARSE_H

#include "members.h"

#define READS_RECORDS 1
#define HAS_RECORDS   0

/* Fields that a version does not have are zero in the record, and unknown in JSON. */
#define absent(c, name, field)                                                                     \
    (note_other(c, name, "is a field of other versions or kinds and does not belong here"),        \
     (field) = 0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       ((void)(c), (field) = 0)

/* The slow path of integer_value: long numbers and other values. */
PARSE_VERB int64_t unusual_integer(struct codec *c, const char *name, int64_t least, int64_t most)
{
    struct json_token token = {0};
    int64_t value = 0;
    const char *at = c->cursor.at;
    if (!json_number(&c->cursor, &token))
        c->cursor.problem = "a whole number";
    else if (!token.integer || !json_integer(&token, &value) || value < least || value > most)
        fail_format(c, at, name, "expected a whole number from %lld to %lld, not %.*s",
                    (long long)least, (long long)most, (int)(token.size > 40 ? 40 : token.size),
                    token.data);
    return value;
}

/* Reads the integer at the cursor and checks its range. */
PARSE_VERB int64_t integer_value(struct codec *c, const char *name, int64_t least, int64_t most)
{
    int64_t value = 0;
    const char *at = c->cursor.at;
    if (UNLIKELY(!json_take_integer(&c->cursor, &value) || value < least || value > most)) {
        c->cursor.at = at;
        value = unusual_integer(c, name, least, most);
    }
    end_value(c, name);
    return healthy(c) ? value : 0;
}

PARSE_FAST int64_t integer_within(struct codec *c, const char *name, int64_t least, int64_t most)
{
    return begin_value(c, name) ? integer_value(c, name, least, most) : 0;
}

PARSE_FAST void u8(struct codec *c, const char *name, uint8_t *v)
{
    *v = (uint8_t)integer_within(c, name, 0, UINT8_MAX);
}

PARSE_FAST void u16(struct codec *c, const char *name, uint16_t *v)
{
    *v = (uint16_t)integer_within(c, name, 0, UINT16_MAX);
}

PARSE_FAST void u32(struct codec *c, const char *name, uint32_t *v)
{
    *v = (uint32_t)integer_within(c, name, 0, UINT32_MAX);
}

/* 64-bit numbers are strings, because a double would lose digits; small ones may be numbers. */
PARSE_VERB void u64(struct codec *c, const char *name, uint64_t *v)
{
    struct json_token token = {0};
    *v = 0;
    if (!begin_value(c, name))
        return;
    const char *at = c->cursor.at;
    bool taken = json_peek(&c->cursor) == '"' ? json_string(&c->cursor, &token)
                                              : json_number(&c->cursor, &token);
    if (taken && !json_unsigned(&token, v))
        fail_json(c, at, name, "expected a string of digits, \"0\" to \"18446744073709551615\"");
    end_value(c, name);
}

PARSE_FAST void i32(struct codec *c, const char *name, int32_t *v)
{
    *v = (int32_t)integer_within(c, name, INT32_MIN, INT32_MAX);
}

PARSE_FAST void i32_as_u8(struct codec *c, const char *name, int32_t *v)
{
    *v = (int32_t)integer_within(c, name, 0, UINT8_MAX);
}

PARSE_VERB void i8(struct codec *c, const char *name, int8_t *v)
{
    *v = (int8_t)integer_within(c, name, INT8_MIN, INT8_MAX);
}

PARSE_VERB void i16(struct codec *c, const char *name, int16_t *v)
{
    *v = (int16_t)integer_within(c, name, INT16_MIN, INT16_MAX);
}

PARSE_VERB void u16_as_u8(struct codec *c, const char *name, uint16_t *v)
{
    *v = (uint16_t)integer_within(c, name, 0, UINT8_MAX);
}

PARSE_VERB void derived_number(struct codec *c, const char *name, const uint16_t *v,
                               enum length length)
{
    (void)v, (void)length;
    note_other(c, name, "follows from other fields; remove it from the JSON");
}

PARSE_VERB void f32(struct codec *c, const char *name, float *v)
{
    struct json_token token = {0};
    *v = 0;
    if (!begin_value(c, name))
        return;
    if (LIKELY(json_take_float(&c->cursor, v))) {
        end_value(c, name);
        return;
    }
    const char *at = c->cursor.at;
    bool text = json_peek(&c->cursor) == '"';
    bool taken = text ? json_string(&c->cursor, &token) : json_number(&c->cursor, &token);
    if (taken && !(text ? json_not_finite(&token, v) : json_float(&token, v)))
        fail_json(c, at, name,
                  "expected a number that fits into a 32-bit float, or \"NaN\", \"Infinity\", "
                  "\"-Infinity\"");
    end_value(c, name);
}

PARSE_VERB void end_array(struct codec *c, const char *name)
{
    leave(c);
    end_value(c, name);
}

/* A fixed number of numbers. */
#define PARSE_FIXED(verb, type, element)                                                           \
    PARSE_VERB void verb(struct codec *c, const char *name, type *v, uint32_t n)                   \
    {                                                                                              \
        if (!begin_value(c, name))                                                                 \
            return;                                                                                \
        enter(c, name, true);                                                                      \
        for (uint32_t i = 0; i < n && healthy(c); i++) {                                           \
            path_move(&c->path, i);                                                                \
            element(c, NULL, &v[i]);                                                               \
        }                                                                                          \
        end_array(c, name);                                                                        \
    }

PARSE_FIXED(u8v, uint8_t, u8)
PARSE_FIXED(u16v, uint16_t, u16)
PARSE_FIXED(i16v, int16_t, i16)
PARSE_FIXED(i32v, int32_t, i32)
PARSE_FIXED(f32v, float, f32)

#undef PARSE_FIXED

PARSE_VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n, uint32_t first)
{
    (void)first;
    f32v(c, name, v, n);
}

PARSE_VERB void choice8(struct codec *c, const char *name, uint16_t *v,
                        const struct choice *choices, size_t n)
{
    struct json_token token = {0};
    *v = 0;
    if (!begin_value(c, name))
        return;
    const char *at = c->cursor.at;
    if (json_peek(&c->cursor) != '"') {
        int64_t raw = -1;
        if (json_number(&c->cursor, &token) &&
            (!token.integer || !json_integer(&token, &raw) || raw < 0 || raw > UINT8_MAX))
            fail_json(c, at, name, "expected a name or a number from 0 to 255");
        *v = (uint16_t)(RAW_CHOICE + raw);
        for (size_t i = 0; i < n; i++)
            if (choices[i].raw == raw)
                *v = choices[i].value;
    } else if (json_string(&c->cursor, &token)) {
        size_t i = 0;
        while (i < n && !json_token_is(&token, choices[i].name))
            i++;
        if (i == n)
            fail_format(c, at, name, "expected \"%s\"%s%s%s or a number from 0 to 255",
                        choices[0].name, n > 1 ? ", \"" : "", n > 1 ? choices[1].name : "",
                        n > 1 ? "\"" : "");
        else
            *v = choices[i].value;
    }
    end_value(c, name);
}

PARSE_VERB void tag4(struct codec *c, const char *name, uint8_t *v, const char *const *tags,
                     size_t n)
{
    struct json_token token = {0};
    *v = 0;
    if (!begin_value(c, name))
        return;
    const char *at = c->cursor.at;
    if (json_string(&c->cursor, &token)) {
        while (*v < n && !json_token_is(&token, tags[*v]))
            ++*v;
        if (*v == n) {
            fail_format(c, at, name, "unknown %s \"%.*s\"", name,
                        (int)(token.size > 40 ? 40 : token.size), token.data);
            *v = 0;
        }
    }
    end_value(c, name);
}

PARSE_VERB void *take_memory(struct codec *c, size_t size)
{
    void *block = healthy(c) ? arena_take(c->arena, size) : NULL;
    if (!block && healthy(c)) {
        error_limited(&c->error, c->arena->status, arena_limit(c->arena));
        c->cursor.problem = "";
    }
    return block;
}

#include "parse_text.h"

PARSE_VERB void end_of_file(struct codec *c)
{
    (void)c;
}

/* If JSON omits a size, the true one is written. */
PARSE_VERB void stated_size(struct codec *c, const char *name, ow_stated_size *v,
                            enum length length)
{
    *v = (ow_stated_size){.keep = find(c, name)};
    if (v->keep)
        v->stated = (uint32_t)integer_value(c, name, 0, most_of_length(length));
}

PARSE_VERB void end_size(struct codec *c, ow_stated_size *v)
{
    (void)c, (void)v;
}

PARSE_VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)c, (void)name, (void)bytes, (void)size;
}

/* Counts are not in JSON; arrays have lengths. */
PARSE_VERB void count(struct codec *c, const char *name, const uint32_t *n, enum length length,
                      size_t smallest)
{
    (void)n, (void)length, (void)smallest;
    note_other(c, name, "is a count, which follows from the list; remove it from the JSON");
}

PARSE_VERB void count_or_none(struct codec *c, const char *name, const uint32_t *n,
                              const bool *none, enum length length, size_t smallest)
{
    (void)none;
    count(c, name, n, length, smallest);
}

PARSE_VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    (void)none;
    struct parse_frame *frame = frame_of(c);
    struct json_cursor here = c->cursor;
    struct parse_frame before = *frame;
    if (!find(c, name))
        return false;
    if (json_literal(&c->cursor, "null")) {
        end_value(c, name);
        return true;
    }
    *frame = before; /* the value has not been taken yet */
    c->cursor = here;
    return false;
}

PARSE_VERB bool in_json(struct codec *c, const char *name)
{
    struct parse_frame *frame = frame_of(c);
    struct json_cursor here = c->cursor;
    struct parse_frame before = *frame;
    bool found = find(c, name);
    if (healthy(c)) {
        *frame = before;
        c->cursor = here;
    }
    return found;
}

#undef present
#define present(c, name, held, condition) in_json(c, name)

PARSE_VERB void count_is(struct codec *c, const uint32_t *count, uint32_t value)
{
    (void)c, (void)count, (void)value;
}

/* A single record, or the second array of a list whose elements were counted. */
PARSE_VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count,
                              size_t size, void *room)
{
    (void)name, (void)items, (void)room;
    return take_memory(c, count * size);
}

PARSE_VERB void *end_column(struct codec *c, void *items)
{
    (void)c;
    return items;
}

/* Reports an error of the whole list, not of an element. */
PARSE_VERB void fail_list(struct codec *c, const char *at, const char *message)
{
    const char *name = path_leave(&c->path);
    fail_json(c, at, name, message);
    path_enter(&c->path, name, true);
}

#include "parse_lanes.h"
#include "parse_runs.h"

/* Elements are counted before memory is allocated. A record has more text than an eighth of its
 * size (a list in a list has two characters and a comma). So a short text of many commas is
 * rejected before it takes memory. */
PARSE_VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *count,
                            size_t size, void *room)
{
    uint64_t elements = 0;
    size_t text_size = 0;
    struct json_marks marks;
    const bool on_lanes = has_lanes(c, count);
    (void)items, (void)room;
    *count = 0;
    c->first_item = 0;
    bool found = begin_value(c, name);
    const char *at = c->cursor.at;
    enter(c, name, true);
    if (!found || !healthy(c))
        return NULL;
    if (!json_mark_elements(&c->cursor, on_lanes ? c->options : NULL, &elements, &text_size,
                            on_lanes ? &marks : NULL))
        fail_list(c, at, "the array is never closed");
    else if (c->reused)
        elements = count_with_runs(c, size);
    else if (elements > INT32_MAX || (elements > 1 && elements * (size / 8) > text_size))
        fail_list(c, at, "the array has more elements than its text can describe");
    void *memory = take_memory(c, elements * size);
    *count = memory ? (uint32_t)elements : 0;
    frame_of(c)->list = (struct taken_list){memory, size, c->list_kind, 0};
    c->list_kind = NULL;
    if (memory && on_lanes && elements >= LANES_LEAST)
        parse_on_lanes(c, name, memory, *count, size, &marks);
    return memory;
}

PARSE_VERB void *end_list(struct codec *c, void *items)
{
    const char *name = path_top(&c->path)->name;
    end_array(c, name);
    return items;
}

/* As many numbers as the array has. */
#define PARSE_NUMBERS(verb, type, element)                                                         \
    PARSE_VERB void verb(struct codec *c, const char *name, type **v, uint32_t *count)             \
    {                                                                                              \
        c->list_kind = #element;                                                                   \
        *v = begin_list(c, name, NULL, count, sizeof **v, NULL);                                   \
        for (uint32_t i = 0; i < *count && healthy(c); i++) {                                      \
            if (take_run(c, i))                                                                    \
                continue;                                                                          \
            path_move(&c->path, i);                                                                \
            element(c, NULL, &(*v)[i]);                                                            \
        }                                                                                          \
        end_list(c, *v);                                                                           \
    }

PARSE_NUMBERS(u8s, uint8_t, u8)
PARSE_NUMBERS(u16s, uint16_t, u16)
PARSE_NUMBERS(i32s, int32_t, i32)
PARSE_NUMBERS(f32s, float, f32)

#undef PARSE_NUMBERS

PARSE_VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    uint32_t found;
    c->list_kind = "f32";
    *v = begin_list(c, name, NULL, &found, sizeof **v, NULL);
    if (found != count) {
        char message[64];
        snprintf(message, sizeof message, "expected %llu numbers, not %u",
                 (unsigned long long)count, found);
        fail_list(c, c->cursor.at, message);
    }
    for (uint32_t i = 0; i < found && healthy(c); i++) {
        if (take_run(c, i))
            continue;
        path_move(&c->path, i);
        f32(c, NULL, &(*v)[i]);
    }
    end_list(c, NULL);
}

/* Reads true or false at the cursor. */
PARSE_VERB void boolean_value(struct codec *c, const char *name, bool *v)
{
    *v = json_literal(&c->cursor, "true");
    if (!*v && !json_literal(&c->cursor, "false"))
        fail_json(c, c->cursor.at, name, "expected true or false");
}

PARSE_VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    uint8_t *flags = begin_list(c, name, NULL, count, 1, NULL);
    *v = flags; /* packed in place: a byte is read before its eighth part is written */
    for (uint32_t i = 0; i < *count && healthy(c); i++) {
        bool flag = false;
        path_move(&c->path, i);
        if (begin_value(c, NULL))
            boolean_value(c, NULL, &flag);
        end_value(c, NULL);
        if (i % 8 == 0)
            flags[i / 8] = 0;
        flags[i / 8] |= (uint8_t)(flag << (7 - i % 8));
    }
    end_list(c, NULL);
}

PARSE_VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    bits_as_u8(c, name, v, count);
    if (!find(c, "spare_bits"))
        return;
    uint32_t most = *count % 8 ? 0xffu >> *count % 8 : 0;
    uint8_t spare = (uint8_t)integer_value(c, "spare_bits", 0, most);
    if (healthy(c) && spare)
        (*v)[*count / 8] |= spare;
}

PARSE_VERB bool go_on(struct codec *c, uint32_t index)
{
    if (index % PROGRESS_EVERY == PROGRESS_EVERY - 1 && c->options->progress && healthy(c) &&
        !c->options->progress(c->options->progress_context,
                              (uint64_t)(c->cursor.at - c->cursor.begin),
                              (uint64_t)(c->cursor.end - c->cursor.begin)))
        cancel_parse(c);
    return healthy(c);
}

PARSE_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c;
    return index;
}

PARSE_VERB void begin_element(struct codec *c, uint32_t index)
{
    path_move(&c->path, index);
}

PARSE_VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    (void)spread;
    path_move(&c->path, index);
    begin_value(c, NULL);
    enter(c, NULL, false);
}

PARSE_VERB void end_item(struct codec *c)
{
    leave(c);
}

PARSE_VERB void *begin_open_list(struct codec *c, const char *name, void *items, uint32_t *count,
                                 size_t size, void *room)
{
    return begin_list(c, name, items, count, size, room);
}

PARSE_VERB bool goes_further(struct codec *c, const uint32_t *count, uint32_t index)
{
    return index < *count && go_on(c, index);
}

PARSE_VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c;
    return (uint8_t *)items + index * size;
}

PARSE_VERB void *end_open_list(struct codec *c, void *items, const uint32_t *count, size_t size)
{
    (void)count, (void)size;
    return end_list(c, items);
}

PARSE_VERB void begin_object(struct codec *c, const char *name)
{
    begin_value(c, name);
    enter(c, name, false);
}

PARSE_VERB void end_object(struct codec *c)
{
    const char *name = path_top(&c->path)->name;
    leave(c);
    end_value(c, name);
}

#include "parse_external.h"

/* Opens a document: the root object, whose "format" is known. "$schema" may come first, for
 * editors. Allowing it elsewhere would take a search through the whole text. */
PARSE_VERB void begin_document(struct codec *c)
{
    struct json_token key;
    enter(c, NULL, false);
    struct json_cursor first = c->cursor;
    bool schema = next_member(&first, true, &key) && json_token_is(&key, "$schema");
    if (schema && find(c, "$schema")) {
        json_skip(&c->cursor);
        end_value(c, "$schema");
    }
    if (find(c, "format")) {
        json_skip(&c->cursor);
        end_value(c, "format");
    }
}

/* Passes the files beside the world, which ow_folder_from_json reads. */
PARSE_VERB void skip_folder(struct codec *c)
{
    if (!find(c, "folder"))
        return;
    if (json_peek(&c->cursor) != '{')
        fail_json(c, c->cursor.at, "folder", "expected an object: the files beside the world");
    if (c->options->json_note && !c->reused)
        c->options->json_note->folder = (size_t)(c->cursor.at - c->cursor.begin);
    json_skip(&c->cursor);
    end_value(c, "folder");
}

PARSE_VERB void end_document(struct codec *c)
{
    leave(c);
    if (healthy(c) && (json_peek(&c->cursor), c->cursor.at < c->cursor.end))
        fail_json(c, c->cursor.at, NULL, "unexpected text after the end of the document");
}

#endif
