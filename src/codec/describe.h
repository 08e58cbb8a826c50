/* The describe codec: no input, a description. It makes up the values of fields as the description
 * chooses, and records which fields the layout then asks for. Conditions in a layout are plain C
 * over those values, so layouts contain nothing for this codec. The field "version" of the root is
 * that of the chosen row. Every list has one element, whatever its count. */
#ifndef OW_SRC_CODEC_DESCRIBE_H
#define OW_SRC_CODEC_DESCRIBE_H

#include "description.h"

#include <string.h>

#define READS_RECORDS 1
#define HAS_RECORDS   0

struct codec {
    struct description *description;
    unsigned version;
    uint8_t variant;
    bool big_endian;
};

#define DESCRIBE_VERB static MAY_BE_UNUSED

#define refuse(c, reason, name, ...)   ((void)(name), (c)->description->refused = true)
#define absent(c, name, field)         ((void)(c), (field) = 0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       absent(c, NULL, field)

DESCRIBE_VERB struct field_type integer_type(const char *file, int64_t least, int64_t most)
{
    return (struct field_type){.kind = TYPE_INTEGER, .file = file, .least = least, .most = most};
}

DESCRIBE_VERB const char *name_of_length(enum length length)
{
    static const char *const names[] = {"u8",  "u16", "big-endian u16", "u32", "u64",
                                        "i32", "i32", "varint"};
    return names[length];
}

/* Returns true if a number is the document's version. */
DESCRIBE_VERB bool is_version(const struct codec *c, const char *name)
{
    return c->description->at == 0 && name && strcmp(name, "version") == 0;
}

DESCRIBE_VERB unsigned version_field(struct codec *c, const char *name, const char *file)
{
    describe_field(c->description, name, (struct field_type){.kind = TYPE_VERSION, .file = file});
    return description_row(c->description)->version;
}

/* Other fields may depend on a byte; on a wider number only if it is the version. */
DESCRIBE_VERB void u8(struct codec *c, const char *name, uint8_t *v)
{
    static const struct decider byte = {.kind = DECIDES_NUMBER, .count = MOST_ALTERNATIVES};
    *v = 0;
    if (is_version(c, name)) {
        *v = (uint8_t)version_field(c, name, "u8");
        return;
    }
    if (name)
        *v = (uint8_t)describe_decision(c->description, name, byte);
    describe_field(c->description, name, integer_type("u8", 0, UINT8_MAX));
}

DESCRIBE_VERB void u16(struct codec *c, const char *name, uint16_t *v)
{
    *v = 0;
    if (is_version(c, name))
        *v = (uint16_t)version_field(c, name, "u16");
    else
        describe_field(c->description, name, integer_type("u16", 0, UINT16_MAX));
}

#define DESCRIBE_INTEGER(verb, type, file, least, most)                                            \
    DESCRIBE_VERB void verb(struct codec *c, const char *name, type *v)                            \
    {                                                                                              \
        *v = 0;                                                                                    \
        describe_field(c->description, name, integer_type(file, least, most));                     \
    }

DESCRIBE_INTEGER(u32, uint32_t, "u32", 0, UINT32_MAX)
DESCRIBE_INTEGER(i8, int8_t, "i8", INT8_MIN, INT8_MAX)
DESCRIBE_INTEGER(i16, int16_t, "i16", INT16_MIN, INT16_MAX)
DESCRIBE_INTEGER(i32, int32_t, "i32", INT32_MIN, INT32_MAX)
DESCRIBE_INTEGER(i32_as_u8, int32_t, "u8", 0, UINT8_MAX)
DESCRIBE_INTEGER(u16_as_u8, uint16_t, "u8", 0, UINT8_MAX)

#undef DESCRIBE_INTEGER

DESCRIBE_VERB void u64(struct codec *c, const char *name, uint64_t *v)
{
    *v = 0;
    describe_field(c->description, name, (struct field_type){.kind = TYPE_DIGITS, .file = "u64"});
}

DESCRIBE_VERB void f32(struct codec *c, const char *name, float *v)
{
    *v = 0;
    describe_field(c->description, name, (struct field_type){.kind = TYPE_FLOAT, .file = "f32"});
}

/* Fields depend on the bits of a derived number, and on its size. Tries the values around each
 * power of two, and both ends. */
DESCRIBE_VERB void derived_number(struct codec *c, const char *name, uint16_t *v,
                                  enum length length)
{
    enum { AROUND = 3 }; /* two below, one below, and the power itself */
    unsigned bits = 8 * width_of_length(length), most = most_of_length(length);
    const struct decider number = {.kind = DECIDES_HIDDEN, .count = (uint16_t)(AROUND * bits + 1)};
    struct field_type type = integer_type(name_of_length(length), 0, most);
    type.hidden = true;
    unsigned chosen = describe_decision(c->description, name, number);
    describe_field(c->description, name, type);
    unsigned power = 1u << chosen / AROUND, below = AROUND - 1 - chosen % AROUND;
    *v = (uint16_t)(chosen == AROUND * bits ? most : power > below ? power - below : 0);
}

/* Consecutive numbers, with their element. */
#define DESCRIBE_NUMBERS(fixed, run, type, element)                                                \
    DESCRIBE_VERB void fixed(struct codec *c, const char *name, type *v, uint32_t n)               \
    {                                                                                              \
        type one;                                                                                  \
        memset(v, 0, n * sizeof *v);                                                               \
        describe_enter(c->description, name,                                                       \
                       (struct field_type){.kind = TYPE_LIST, .least = n, .most = n});             \
        element(c, NULL, &one);                                                                    \
        describe_leave(c->description);                                                            \
    }                                                                                              \
    DESCRIBE_VERB void run(struct codec *c, const char *name, type **v, const uint32_t *count)     \
    {                                                                                              \
        type one;                                                                                  \
        *v = NULL;                                                                                 \
        describe_enter(c->description, name, describe_list_type(c->description, name, count));     \
        element(c, NULL, &one);                                                                    \
        describe_leave(c->description);                                                            \
    }

DESCRIBE_NUMBERS(u8v, u8s, uint8_t, u8)
DESCRIBE_NUMBERS(u16v, u16s, uint16_t, u16)
DESCRIBE_NUMBERS(i16v, i16s, int16_t, i16)
DESCRIBE_NUMBERS(i32v, i32s, int32_t, i32)
DESCRIBE_NUMBERS(f32v, f32s, float, f32)

#undef DESCRIBE_NUMBERS

DESCRIBE_VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n,
                             uint32_t first)
{
    (void)first;
    f32v(c, name, v, n);
}

DESCRIBE_VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    (void)count;
    f32s(c, name, v, NULL);
}

DESCRIBE_VERB void choice8(struct codec *c, const char *name, uint16_t *v,
                           const struct choice *choices, size_t n)
{
    struct field_type type = {.kind = TYPE_CHOICE, .file = "u8", .choices = choices};
    struct decider decider = {.kind = DECIDES_CHOICE, .choices = choices};
    unsigned raw = 0;
    type.count = (uint32_t)n;
    for (size_t i = 0; i < n && raw <= UINT8_MAX;) {
        bool taken = choices[i].raw == raw;
        raw += taken;
        i = taken ? 0 : i + 1;
    }
    decider.named = (uint16_t)n;
    decider.count = (uint16_t)(n + (raw <= UINT8_MAX));
    unsigned chosen = describe_decision(c->description, name, decider);
    *v = chosen < n ? choices[chosen].value : (uint16_t)(RAW_CHOICE + raw);
    describe_field(c->description, name, type);
}

DESCRIBE_VERB void tag4(struct codec *c, const char *name, uint8_t *v, const char *const *tags,
                        size_t n)
{
    struct field_type type = {.kind = TYPE_TAG, .file = "4 bytes", .names = tags};
    type.count = (uint32_t)n;
    *v = (uint8_t)describe_decision(
        c->description, name,
        (struct decider){.kind = DECIDES_TAG, .count = (uint16_t)n, .names = tags});
    describe_field(c->description, name, type);
}

DESCRIBE_VERB void text(struct codec *c, const char *name, ow_text *v, enum length length)
{
    uint32_t most = most_of_length(length);
    *v = (ow_text){"", 0};
    describe_field(c->description, name,
                   (struct field_type){.kind = TYPE_TEXT,
                                       .file = name_of_length(length),
                                       .most = most < INT32_MAX ? (int64_t)most : NO_MOST});
}

DESCRIBE_VERB void bytes_field(struct codec *c, const char *name, ow_bytes *v,
                               struct field_type type)
{
    *v = (ow_bytes){0};
    type.kind = TYPE_BYTES;
    type.most = NO_MOST;
    describe_field(c->description, name, type);
}

DESCRIBE_VERB void bytes(struct codec *c, const char *name, ow_bytes *v, enum length length)
{
    bytes_field(
        c, name, v,
        (struct field_type){.file = name_of_length(length), .nullable = length == I32_OR_NONE});
}

DESCRIBE_VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    bytes_field(c, name, v, (struct field_type){.file = "rest", .optional = true});
}

DESCRIBE_VERB void end_of_file(struct codec *c)
{
    (void)c;
}

DESCRIBE_VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)bytes;
    describe_field(c->description, name,
                   (struct field_type){.kind = TYPE_MAGIC, .hidden = true, .most = (int64_t)size});
}

/* A fact that JSON may omit is omitted, or has one of its values. */
DESCRIBE_VERB void external(struct codec *c, const char *name, uint8_t *v,
                            const struct choice *choices, size_t n)
{
    struct field_type type = {.kind = TYPE_NAME, .optional = true, .choices = choices};
    type.count = (uint32_t)n;
    unsigned chosen = describe_decision(
        c->description, name,
        (struct decider){.kind = DECIDES_KNOWN, .count = (uint16_t)(n + 1), .choices = choices});
    if (chosen > 0)
        *v = (uint8_t)choices[chosen - 1].value;
    describe_field(c->description, name, type);
}

DESCRIBE_VERB void external_variant(struct codec *c, const char *name, uint8_t *v,
                                    const struct version *versions, size_t n)
{
    const struct version *row = description_row(c->description);
    (void)versions, (void)n;
    *v = row->variant;
    if (row->name)
        describe_field(c->description, name, (struct field_type){.kind = TYPE_VARIANT});
}

DESCRIBE_VERB void external_number(struct codec *c, const char *name, uint16_t *v, uint16_t least,
                                   uint16_t most)
{
    enum { MOST_TRIED = 16 };
    struct field_type type = integer_type(NULL, least, most);
    struct decider decider = {.kind = DECIDES_RANGE, .least = least};
    decider.count = (uint16_t)(most - least < MOST_TRIED ? most - least + 2 : 1);
    type.optional = true;
    unsigned chosen = describe_decision(c->description, name, decider);
    if (chosen > 0)
        *v = (uint16_t)(least + chosen - 1);
    describe_field(c->description, name, type);
}

DESCRIBE_VERB void external_flag(struct codec *c, const char *name, bool *v)
{
    unsigned chosen =
        describe_decision(c->description, name, (struct decider){.kind = DECIDES_FLAG, .count = 3});
    if (chosen > 0)
        *v = chosen == 2;
    describe_field(c->description, name,
                   (struct field_type){.kind = TYPE_BOOLEAN, .optional = true});
}

/* A set has too many values for a schema: tries its own value, none, and all. */
DESCRIBE_VERB void external_set(struct codec *c, const char *name, uint8_t bits[32])
{
    uint8_t element;
    struct field_type type = {.kind = TYPE_LIST, .most = NO_MOST, .optional = true};
    unsigned chosen = describe_decision(c->description, name,
                                        (struct decider){.kind = DECIDES_HIDDEN, .count = 3});
    if (chosen > 0)
        memset(bits, chosen == 1 ? 0 : UINT8_MAX, 32);
    describe_enter(c->description, name, type);
    u8(c, NULL, &element);
    describe_leave(c->description);
}

DESCRIBE_VERB bool begin_external(struct codec *c, const char *name)
{
    describe_enter(c->description, name,
                   (struct field_type){.kind = TYPE_OBJECT, .optional = true});
    return true;
}

DESCRIBE_VERB void end_external(struct codec *c)
{
    describe_leave(c->description);
}

/* The chosen variant name, "" for none. Records whether words may follow a name. */
DESCRIBE_VERB ow_text chosen_name(struct codec *c, const char *name, bool more)
{
    const char *const *variants = c->description->variants;
    uint32_t count = 0;
    while (variants[count])
        count++;
    unsigned chosen =
        describe_decision(c->description, name,
                          (struct decider){.kind = DECIDES_HIDDEN, .count = (uint16_t)(count + 1)});
    describe_field(
        c->description, name,
        (struct field_type){
            .kind = TYPE_TITLE, .optional = true, .names = variants, .count = count, .most = more});
    const char *text = chosen > 0 ? variants[chosen - 1] : "";
    return (ow_text){text, strlen(text)};
}

/* A variant's name followed by a word. */
DESCRIBE_VERB ow_text longer_name(const struct codec *c, char text[EXTERNAL_NAME])
{
    const char *first = c->description->variants[0] ? c->description->variants[0] : "";
    size_t size = strlen(first) < EXTERNAL_NAME - 2 ? strlen(first) : EXTERNAL_NAME - 2;
    memcpy(text, first, size);
    memcpy(text + size, " x", 2);
    return (ow_text){text, size + 2};
}

#define FIRST_ARGUMENT_(first, ...) first
#define FIRST_ARGUMENT(...)         FIRST_ARGUMENT_(__VA_ARGS__, 0)

/* `read` is the first argument after `write`. */
#define external_name(c, name, v, write, ...)                                                      \
    do {                                                                                           \
        char text_[EXTERNAL_NAME];                                                                 \
        ROOM_FOR(*(v));                                                                            \
        bool more_ = FIRST_ARGUMENT(__VA_ARGS__)(longer_name(c, text_), (void *)room_);            \
        ow_text chosen_ = chosen_name(c, name, more_);                                             \
        if (chosen_.size > 0 && !FIRST_ARGUMENT(__VA_ARGS__)(chosen_, v))                          \
            refuse(c, OW_BAD_VALUE, name, "");                                                     \
    } while (0)

DESCRIBE_VERB void stated_size(struct codec *c, const char *name, ow_stated_size *v,
                               enum length length)
{
    struct field_type type = integer_type(name_of_length(length), 0, most_of_length(length));
    *v = (ow_stated_size){0};
    type.optional = true;
    describe_field(c->description, name, type);
}

DESCRIBE_VERB void end_size(struct codec *c, ow_stated_size *v)
{
    (void)c, (void)v;
}

DESCRIBE_VERB void count(struct codec *c, const char *name, uint32_t *n, enum length length,
                         size_t smallest)
{
    (void)smallest;
    describe_count(c->description, name, n, NULL, name_of_length(length), most_of_length(length));
}

DESCRIBE_VERB void count_or_none(struct codec *c, const char *name, uint32_t *n, bool *none,
                                 enum length length, size_t smallest)
{
    (void)smallest;
    describe_count(c->description, name, n, none, name_of_length(length), most_of_length(length));
}

DESCRIBE_VERB void count_is(struct codec *c, uint32_t *count, uint32_t value)
{
    describe_exact_count(c->description, count, value);
}

DESCRIBE_VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    if (none)
        describe_field(c->description, name, (struct field_type){.kind = TYPE_NULL});
    return none;
}

/* Bits after the last one are described only if they can be set. */
DESCRIBE_VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    struct description *d = c->description;
    struct field_type spare = integer_type(NULL, 0, 127);
    spare.optional = true;
    *v = NULL;
    *count = 0;
    describe_enter(d, name,
                   (struct field_type){.kind = TYPE_LIST, .most = UINT8_MAX, .file = "u8"});
    describe_field(d, NULL, (struct field_type){.kind = TYPE_BOOLEAN, .file = "bit"});
    describe_leave(d);
    describe_field(d, "spare_bits", spare);
}

DESCRIBE_VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    struct description *d = c->description;
    *v = NULL;
    describe_enter(d, name, describe_list_type(d, name, count));
    describe_field(d, NULL, (struct field_type){.kind = TYPE_BOOLEAN, .file = "u8"});
    describe_leave(d);
}

DESCRIBE_VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *count,
                               size_t size, void *room)
{
    struct description *d = c->description;
    (void)items, (void)size;
    describe_enter(d, name, describe_list_type(d, name, count));
    if (d->depth > PATH_DEPTH) {
        d->problem = "the layout nests deeper than is kept track of";
        return room;
    }
    d->lists[d->depth].count = count;
    d->lists[d->depth].was = *count;
    *count = 1;
    return room;
}

DESCRIBE_VERB void *end_list(struct codec *c, void *items)
{
    struct description *d = c->description;
    (void)items;
    if (d->depth <= PATH_DEPTH)
        *(uint32_t *)d->lists[d->depth].count = d->lists[d->depth].was;
    describe_leave(d);
    return NULL;
}

DESCRIBE_VERB void *begin_open_list(struct codec *c, const char *name, void *items, uint32_t *count,
                                    size_t size, void *room)
{
    *count = 1;
    return begin_list(c, name, items, count, size, room);
}

DESCRIBE_VERB void *end_open_list(struct codec *c, void *items, const uint32_t *count, size_t size)
{
    (void)count, (void)size;
    return end_list(c, items);
}

DESCRIBE_VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count,
                                 size_t size, void *room)
{
    (void)c, (void)name, (void)items, (void)count, (void)size;
    return room;
}

DESCRIBE_VERB void *end_column(struct codec *c, void *items)
{
    (void)c, (void)items;
    return NULL;
}

DESCRIBE_VERB bool go_on(struct codec *c, uint32_t index)
{
    (void)c;
    return index == 0;
}

DESCRIBE_VERB bool goes_further(struct codec *c, const uint32_t *count, uint32_t index)
{
    (void)count;
    return go_on(c, index);
}

DESCRIBE_VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c, (void)index, (void)size;
    return items;
}

DESCRIBE_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
    return 0;
}

DESCRIBE_VERB void begin_object(struct codec *c, const char *name)
{
    describe_enter(c->description, name, (struct field_type){.kind = TYPE_OBJECT});
}

DESCRIBE_VERB void end_object(struct codec *c)
{
    describe_leave(c->description);
}

DESCRIBE_VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    (void)index, (void)spread;
    begin_object(c, NULL);
}

DESCRIBE_VERB void end_item(struct codec *c)
{
    end_object(c);
}

DESCRIBE_VERB void begin_element(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
}

#endif
