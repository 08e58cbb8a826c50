/* The trace codec: bytes into events, with names, places and nesting. It builds nothing: a list
 * reuses one record, and the layout limits the depth. It also finds the message for an error of
 * decode at the same byte. */
#ifndef OW_SRC_CODEC_TRACE_H
#define OW_SRC_CODEC_TRACE_H

#include "places.h"

#include <stddef.h>
#include <stdint.h>

#define READS_RECORDS 1
#define HAS_RECORDS   0

/* A file, and the places of elements of its lists. NULL: unknown. */
struct source {
    const uint8_t *begin, *at, *end;
    struct list_places *places;
    uint64_t section; /* start of the section that states its size */
};

#include "events.h"

#define absent(c, name, field)         ((void)(c), (field) = 0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       absent(c, NULL, field)

EVENT_VERB uint64_t offset_now(const struct codec *c)
{
    return (uint64_t)(c->from.at - c->from.begin);
}

EVENT_VERB void go_to_the_end(struct codec *c)
{
    c->from.at = c->from.end;
}

EVENT_VERB uint64_t total_size(const struct codec *c)
{
    return (uint64_t)(c->from.end - c->from.begin);
}

EVENT_VERB size_t bytes_left(const struct codec *c)
{
    return (size_t)(c->from.end - c->from.at);
}

EVENT_VERB void pass(struct codec *c, uint64_t size)
{
    c->from.at += size;
}

/* Takes the bytes of field `name`. NULL after a failure. */
EVENT_VERB const uint8_t *take(struct codec *c, const char *name, size_t size)
{
    if (healthy(c))
        c->field_at = offset_now(c);
    size_t left = bytes_left(c);
    if (left < size) {
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "the file ends inside %s, which takes %zu byte%s; only %zu left",
                   called(name, "a number"), size, plural(size), left);
        return NULL;
    }
    const uint8_t *bytes = c->from.at;
    c->from.at += size;
    return bytes;
}

/* A number of 1, 2, 4 or 8 bytes into the host's order. */
EVENT_VERB void load_number(uint8_t *to, const uint8_t *from, size_t size, bool big)
{
    if (size == 4) {
        uint32_t word = load_u32(from, big);
        memcpy(to, &word, sizeof word);
    } else if (size == 2) {
        uint16_t half = load_u16(from, big);
        memcpy(to, &half, sizeof half);
    } else if (size == 8) {
        uint64_t wide = load_u64(from, big);
        memcpy(to, &wide, sizeof wide);
    } else {
        *to = *from;
    }
}

EVENT_VERB void fetch(struct codec *c, const char *name, void *v, size_t size, bool big)
{
    const uint8_t *bytes = take(c, name, size);
    if (bytes)
        load_number(v, bytes, size, big);
    else
        memset(v, 0, size);
}

EVENT_VERB uint8_t fetch_byte(struct codec *c, const char *name, int64_t held)
{
    uint8_t byte;
    (void)held;
    fetch(c, name, &byte, 1, false);
    return byte;
}

/* The next bytes, if there are enough. */
EVENT_VERB const uint8_t *peek_run(struct codec *c, uint64_t size)
{
    return healthy(c) && size <= bytes_left(c) ? c->from.at : NULL;
}

#define RUN_IS_BIG(big) (big)

EVENT_VERB const uint8_t *fetch_run(struct codec *c, const char *name, const void *v, uint64_t n,
                                    size_t width)
{
    (void)v;
    size_t left = bytes_left(c);
    if (n <= left / width)
        return c->from.at;
    uint64_t size = n <= UINT64_MAX / width ? n * width : UINT64_MAX; /* n is not checked yet */
    fail_field(c, OW_TRUNCATED, c->field_at, name,
               "the file ends inside %s, which takes %llu byte%s; only %zu left",
               called(name, "a list"), (unsigned long long)size, plural(size), left);
    return NULL;
}

/* Seven bits per byte, lowest first. Returns the number of bytes of the length. */
EVENT_VERB unsigned take_varint(struct codec *c, const char *name, uint64_t *size)
{
    uint64_t begin = offset_now(c);
    uint8_t byte;
    unsigned shift = 0;
    *size = 0;
    do {
        fetch(c, name, &byte, 1, false);
        *size |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && shift < 35);
    if (healthy(c))
        c->field_at = begin;
    if (byte & 128 || *size > INT32_MAX || (byte == 0 && shift > 7))
        fail_field(c, OW_BAD_VALUE, begin, name, "the length of %s is invalid", name);
    return shift / 7;
}

/* A number stored like a length, except a varint. */
EVENT_VERB uint64_t take_unsigned(struct codec *c, const char *name, enum length length)
{
    if (length == U8) {
        uint8_t narrow;
        fetch(c, name, &narrow, 1, false);
        return narrow;
    }
    if (length == U16 || length == U16_BIG) {
        uint16_t half;
        fetch(c, name, &half, 2, length == U16_BIG || NUMBERS_ARE_BIG(c));
        return half;
    }
    if (length == U64) {
        uint64_t wide;
        fetch(c, name, &wide, 8, NUMBERS_ARE_BIG(c));
        return wide;
    }
    uint32_t word;
    fetch(c, name, &word, 4, NUMBERS_ARE_BIG(c));
    return word;
}

/* The length of bytes. Returns how many bytes it takes. */
EVENT_VERB unsigned take_length(struct codec *c, const char *name, enum length length,
                                int64_t *size)
{
    uint64_t number = 0;
    unsigned width = width_of_length(length);
    if (length == VARINT)
        width = take_varint(c, name, &number);
    else
        number = take_unsigned(c, name, length);
    bool is_signed = length == I32 || length == I32_OR_NONE;
    *size = is_signed ? (int32_t)(uint32_t)number : (int64_t)number;
    return width;
}

EVENT_VERB uint64_t fetch_sized(struct codec *c, const char *name, enum length length,
                                ow_bytes *found)
{
    int64_t size;
    bool nullable = length == I32_OR_NONE;
    unsigned width = take_length(c, name, length, &size);
    size_t left = bytes_left(c);
    *found = (ow_bytes){0};
    if (!healthy(c) || (nullable && size == -1))
        return width;
    if (size < 0) {
        fail_field(c, OW_BAD_VALUE, c->field_at, name, "the length of %s is %lld%s",
                   called(name, "a text"), (long long)size,
                   nullable ? "; the only valid negative length is -1, which means none"
                            : "; a length cannot be negative");
    } else if (left < (uint64_t)size) {
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "%s should have %lld byte%s, but the file has only %zu left",
                   called(name, "a text"), (long long)size, plural((uint64_t)size), left);
    } else {
        *found = (ow_bytes){c->from.at, (size_t)size};
        c->from.at += size;
    }
    return width + found->size;
}

EVENT_VERB void choice8(struct codec *c, const char *name, uint16_t *v,
                        const struct choice *choices, size_t n)
{
    uint8_t raw;
    fetch(c, name, &raw, 1, false);
    *v = (uint16_t)(RAW_CHOICE + raw);
    for (size_t i = 0; i < n; i++) {
        if (choices[i].raw != raw)
            continue;
        *v = choices[i].value;
        deliver_text(c, name, (ow_text){choices[i].name, strlen(choices[i].name)}, 1, false);
        return;
    }
    number(c, name, raw, 1, false);
}

EVENT_VERB void refuse_tag(struct codec *c, const char *name, const uint8_t found[4])
{
    char shown[16 + 1];
    char *to = shown;
    for (int i = 0; i < 4; i++) {
        bool plain = found[i] >= ' ' && found[i] <= '~';
        to += snprintf(to, 5, plain ? "%c" : "\\x%02x", found[i]);
    }
    refuse(c, OW_BAD_VALUE, name, "unknown %s \"%s\"", name, shown);
}

EVENT_VERB void tag4(struct codec *c, const char *name, uint8_t *v, const char *const *tags,
                     size_t n)
{
    const uint8_t *found = take(c, name, 4);
    *v = 0;
    if (!found)
        return;
    for (uint8_t i = 0; i < n; i++) {
        if (memcmp(tags[i], found, 4) != 0)
            continue;
        *v = i;
        deliver_text(c, name, (ow_text){tags[i], 4}, 4, false);
        return;
    }
    refuse_tag(c, name, found);
}

EVENT_VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    const uint8_t *found = take(c, name, size);
    if (!found || !healthy(c))
        return;
    if (memcmp(found, bytes, size) != 0)
        refuse(c, OW_BAD_VALUE, name, "the %s must be \"%.*s\": the file is damaged here or before",
               name, (int)size, bytes);
    else
        deliver_text(c, name, (ow_text){(const char *)found, size}, size, true);
}

EVENT_VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    c->field_at = offset_now(c);
    *v = (ow_bytes){c->from.at, bytes_left(c)};
    if (v->size == 0 || !healthy(c))
        return;
    if (c->options->strict)
        refuse(c, OW_BAD_VALUE, name, "unexpected data at the end of the file: %zu byte%s", v->size,
               plural(v->size));
    go_to_the_end(c);
    deliver_bytes(c, name, *v, v->size);
}

EVENT_VERB void end_of_file(struct codec *c)
{
    if (bytes_left(c) > 0)
        fail_field(c, OW_BAD_VALUE, offset_now(c), NULL,
                   "unexpected data at the end of the file: %zu byte%s", bytes_left(c),
                   plural(bytes_left(c)));
}

EVENT_VERB void stated_size(struct codec *c, const char *name, ow_stated_size *v,
                            enum length length)
{
    c->from.section = offset_now(c);
    v->stated = (uint32_t)take_unsigned(c, name, length);
    number(c, name, v->stated, width_of_length(length), false);
}

EVENT_VERB void end_size(struct codec *c, ow_stated_size *v)
{
    v->keep = v->stated != offset_now(c) - c->from.section;
}

/* A count of `size` bytes that has been read. */
EVENT_VERB void held_count(struct codec *c, const char *name, uint64_t value, uint64_t size,
                           uint32_t *n, size_t smallest)
{
    size_t left = bytes_left(c);
    bool held = value <= left / smallest && value <= UINT32_MAX;
    *n = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    if (!held)
        fail_or_doubt(c, OW_TRUNCATED, c->field_at, name,
                      "%s is %llu, but the remaining %zu byte%s can hold at most %zu",
                      called(name, "the count"), (unsigned long long)value, left, plural(left),
                      left / smallest);
    if (!healthy(c))
        *n = 0;
    if (name) /* the count of an array in an array is part of the array's event */
        number(c, name, (int64_t)value, size, true);
}

EVENT_VERB void count(struct codec *c, const char *name, uint32_t *n, enum length length,
                      size_t smallest)
{
    uint64_t value = take_unsigned(c, name, length);
    *n = 0;
    if (length == I32 && value > INT32_MAX)
        refuse(c, OW_BAD_VALUE, name, "%s is %d; a count cannot be negative", name,
               (int32_t)(uint32_t)value);
    else
        held_count(c, name, value, width_of_length(length), n, smallest);
}

EVENT_VERB void count_or_none(struct codec *c, const char *name, uint32_t *n, bool *none,
                              enum length length, size_t smallest)
{
    uint64_t value = take_unsigned(c, name, length), size = width_of_length(length);
    *none = value == most_of_length(length);
    *n = 0;
    if (*none)
        number(c, name, (int64_t)value, size, true);
    else
        held_count(c, name, value, size, n, smallest);
}

EVENT_VERB void count_is(struct codec *c, uint32_t *count, uint32_t value)
{
    (void)c;
    *count = value;
}

#undef count_follows
EVENT_VERB void count_follows(struct codec *c, const char *name, uint32_t *count, uint32_t value,
                              size_t smallest)
{
    size_t left = bytes_left(c);
    c->field_at = offset_now(c);
    *count = value;
    if (value > left / smallest)
        fail_or_doubt(c, OW_TRUNCATED, c->field_at, name,
                      "%s has %u element%s, but the remaining %zu byte%s can hold at most %zu",
                      called(name, "the list"), value, plural(value), left, plural(left),
                      left / smallest);
    if (!healthy(c))
        *count = 0;
}

EVENT_VERB const uint8_t *fetch_bits(struct codec *c, const char *name, uint8_t **v,
                                     uint32_t *count)
{
    uint8_t bits;
    ow_bytes bytes = {0};
    fetch(c, name, &bits, 1, false);
    size_t size = (bits + 7u) / 8, left = bytes_left(c);
    *v = NULL;
    *count = bits;
    if (left < size)
        refuse(c, OW_TRUNCATED, name, "%s should have %zu byte%s, but the file has only %zu left",
               name, size, plural(size), left);
    if (!healthy(c))
        return NULL;
    bytes = (ow_bytes){c->from.at, size};
    pass(c, size);
    return bytes.data;
}

EVENT_VERB const uint8_t *fetch_bit_bytes(struct codec *c, const char *name, uint8_t **v,
                                          uint32_t count)
{
    *v = NULL;
    return fetch_run(c, name, NULL, count, 1);
}

EVENT_VERB bool bit_of_run(struct codec *c, const uint8_t *run, uint32_t i)
{
    if (run[i] > 1)
        refuse(c, OW_BAD_VALUE, NULL, "a boolean is %u; expected 0 or 1", run[i]);
    return run[i];
}

/* A list begins: nothing is skipped unless its visitor says so. */
EVENT_VERB void note_list(struct codec *c, const void *items, uint64_t count, size_t size,
                          const char *kind)
{
    (void)items, (void)count, (void)size;
    if (c->from.places && kind)
        places_keep_all(c->from.places);
}

/* The first element to visit; the codec moves there. */
EVENT_VERB uint32_t first_item(struct codec *c, uint32_t count)
{
    struct list_places *places = c->from.places;
    const struct list_place *place =
        places && healthy(c) ? places_find(places, &c->path, c->hidden > 0) : NULL;
    if (!place || place->index >= count || place->offset > total_size(c))
        return 0;
    c->from.at = c->from.begin + place->offset;
    return place->index;
}

EVENT_VERB void note_item(struct codec *c, uint32_t index)
{
    if (c->from.places && c->from.places->is_noting && c->path.depth <= PATH_DEPTH)
        places_note(c->from.places, &c->path, index, offset_now(c));
}

#undef RUN_LIST
#define RUN_LIST(c, name, items, count, call)                                                      \
    do {                                                                                           \
        ROOM_FOR(*(items));                                                                        \
        note_list(c, NULL, 0, 0, #call);                                                           \
        KEEP_POINTER(items, begin_list(c, name, (items), &(count), sizeof *(items), room_));       \
        for (uint32_t index_ = first_item(c, count); index_ < (count) && go_on(c, index_);         \
             index_++) {                                                                           \
            note_item(c, index_);                                                                  \
            call;                                                                                  \
        }                                                                                          \
        KEEP_POINTER(items, end_list(c, (items)));                                                 \
    } while (0)

/* A list keeps only the current record, in `room`. */
EVENT_VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *count,
                            size_t size, void *room)
{
    (void)items, (void)size;
    open_container(c, OW_BEGIN_ARRAY, name, *count);
    return room;
}

EVENT_VERB void *end_list(struct codec *c, void *items)
{
    (void)items;
    close_container(c, OW_END_ARRAY);
    return NULL;
}

EVENT_VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count,
                              size_t size, void *room)
{
    (void)c, (void)name, (void)items, (void)count, (void)size;
    return room;
}

EVENT_VERB void *end_column(struct codec *c, void *items)
{
    (void)c, (void)items;
    return NULL;
}

EVENT_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
    return 0;
}

EVENT_VERB bool go_on(struct codec *c, uint32_t index);

EVENT_VERB void *begin_open_list(struct codec *c, const char *name, void *items, uint32_t *count,
                                 size_t size, void *room)
{
    (void)items, (void)size;
    *count = 0;
    open_container(c, OW_BEGIN_ARRAY, name, OW_UP_TO_THE_END);
    return room;
}

EVENT_VERB bool goes_further(struct codec *c, uint32_t *count, uint32_t index)
{
    bool further = bytes_left(c) > 0 && go_on(c, index);
    *count += further;
    return further;
}

EVENT_VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c, (void)index, (void)size;
    return items;
}

EVENT_VERB void *end_open_list(struct codec *c, void *items, uint32_t *count, size_t size)
{
    (void)count, (void)size;
    return end_list(c, items);
}

/* Consecutive numbers, which begin here: skipping them needs no recorded places. */
EVENT_VERB uint64_t first_emitted(const struct codec *c, uint64_t count, size_t width,
                                  uint64_t *end)
{
    const struct list_places *places = c->from.places;
    uint64_t here = offset_now(c);
    *end = count;
    if (!places || places->is_noting || places->offset <= here)
        return 0;
    uint64_t before = (places->offset - here) / width;
    before = before < places->element ? before : places->element;
    return before < count ? before : count;
}

#include "event_verbs.h"

/* A codec at a byte of a file. */
EVENT_VERB struct codec trace_from(const void *bytes, size_t size, uint64_t offset,
                                   const ow_options *options)
{
    const uint8_t *begin = bytes;
    return (struct codec){
        .from = {.begin = begin, .at = begin + offset, .end = begin + size},
        .options = options,
    };
}

#endif
