/* The emit codec: records into the events that a trace of their bytes would give, with the places
 * that the bytes would have. It stops at a value that cannot be written, with the message and
 * pointer for an error of encode. With `losses` it does not stop: it collects what the current
 * version cannot hold and removes it, so that the records become what a reader of the bytes would
 * get. */
#ifndef OW_SRC_CODEC_EMIT_H
#define OW_SRC_CODEC_EMIT_H

#include "losses.h"
#include "record_runs.h"

#include <stddef.h>
#include <stdint.h>

#define READS_RECORDS 0
#define HAS_RECORDS   1

/* The source of events: records, and how many bytes they have taken. */
struct source {
    uint64_t at;
    const uint64_t *section_sizes; /* of the sections that state theirs, see measure.h */
    struct losses *losses;         /* NULL: a loss stops the codec */
    /* the only part to emit; true sizes follow from the rest then. NULL: all */
    struct part_request *part;
};

#include "events.h"

EVENT_VERB uint64_t offset_now(const struct codec *c)
{
    return c->from.at;
}

EVENT_VERB void go_to_the_end(struct codec *c)
{
    (void)c;
}

EVENT_VERB uint64_t total_size(const struct codec *c)
{
    (void)c;
    return 0;
}

EVENT_VERB void pass(struct codec *c, uint64_t size)
{
    c->from.at += size;
}

/* Moves past a field, which becomes the last one. */
EVENT_VERB void step(struct codec *c, uint64_t size)
{
    if (healthy(c))
        c->field_at = c->from.at;
    c->from.at += size;
}

/* Handles a value that the file cannot hold. Returns true if the caller is to remove it. */
EVENT_VERB bool is_lost(struct codec *c, const char *name)
{
    if (!healthy(c))
        return false;
    c->field_at = c->from.at;
    if (c->from.losses)
        losses_note_field(c->from.losses, &c->path, name);
    else
        refuse(c, OW_BAD_VALUE, name, "%s is set, but this version or variant cannot store it",
               called(name, "a field"));
    return c->from.losses != NULL;
}

#define absent(c, name, field)                                                                     \
    do {                                                                                           \
        if ((field) != 0 && is_lost(c, name))                                                      \
            (field) = 0;                                                                           \
    } while (0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       ((void)(c))

/* Handles a value that does not fit its field. */
#define cannot_hold(c, name, ...)                                                                  \
    do {                                                                                           \
        if (!healthy(c))                                                                           \
            break;                                                                                 \
        if ((c)->from.losses)                                                                      \
            losses_note_overflow((c)->from.losses, &(c)->path, name, __VA_ARGS__);                 \
        else                                                                                       \
            refuse(c, OW_BAD_VALUE, name, __VA_ARGS__);                                            \
    } while (0)

/* Checks that a pointer's data is there; if not, the error is at the last field. */
EVENT_VERB bool is_there(struct codec *c, const char *name, const void *data, uint64_t count)
{
    if (!data && count > 0)
        refuse(c, OW_BAD_ARGUMENT, name, "%s has a NULL pointer but %llu element%s",
               called(name, "the list"), (unsigned long long)count, plural(count));
    return data && healthy(c);
}

EVENT_VERB void fetch(struct codec *c, const char *name, const void *v, size_t size, bool big)
{
    (void)name, (void)v, (void)big;
    step(c, size);
}

EVENT_VERB uint8_t fetch_byte(struct codec *c, const char *name, int64_t held)
{
    step(c, 1);
    if (held < 0 || held > UINT8_MAX)
        cannot_hold(c, name, "%s is %lld; the file can store 0 to 255", name, (long long)held);
    return (uint8_t)held;
}

/* Records have no bytes to look ahead at. */
EVENT_VERB const uint8_t *peek_run(struct codec *c, uint64_t size)
{
    (void)c, (void)size;
    return NULL;
}

EVENT_VERB void load_number(uint8_t *to, const uint8_t *from, size_t size, bool big)
{
    (void)to, (void)from, (void)size, (void)big;
}

/* Records have the host's order. */
#define RUN_IS_BIG(big) ((void)(big), !OW_HOST_IS_LITTLE)

EVENT_VERB const uint8_t *fetch_run(struct codec *c, const char *name, const void *v, uint64_t n,
                                    size_t width)
{
    (void)width;
    return is_there(c, name, v, n) ? v : NULL;
}

EVENT_VERB uint64_t fetch_sized(struct codec *c, const char *name, enum length length,
                                const ow_bytes *held)
{
    uint64_t most = most_of_length(length), size = width_of_length(length) + held->size;
    for (size_t above = held->size; length == VARINT && above > 127; above >>= 7)
        size++;
    step(c, size);
    is_there(c, name, held->data, held->size);
    if (held->size > most)
        cannot_hold(c, name, "%s has %zu bytes; the file can store %llu", called(name, "a text"),
                    held->size, (unsigned long long)most);
    return size;
}

EVENT_VERB void choice8(struct codec *c, const char *name, const uint16_t *v,
                        const struct choice *choices, size_t n)
{
    step(c, 1);
    for (size_t i = 0; i < n; i++) {
        if (choices[i].value != *v)
            continue;
        deliver_text(c, name, (ow_text){choices[i].name, strlen(choices[i].name)}, 1, false);
        return;
    }
    if (*v < RAW_CHOICE || *v > RAW_CHOICE + UINT8_MAX)
        cannot_hold(c, name, "%s is %u; it must be one of its named values, or %d + a byte", name,
                    *v, RAW_CHOICE);
    number(c, name, (uint8_t)(*v - RAW_CHOICE), 1, false);
}

EVENT_VERB void tag4(struct codec *c, const char *name, const uint8_t *v, const char *const *tags,
                     size_t n)
{
    step(c, 4);
    if (*v < n)
        deliver_text(c, name, (ow_text){tags[*v], 4}, 4, false);
    else
        refuse(c, OW_BAD_VALUE, name, "%s is %u; the highest valid value is %u", name, *v,
               (unsigned)n - 1);
}

EVENT_VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    step(c, size);
    deliver_text(c, name, (ow_text){bytes, size}, size, true);
}

EVENT_VERB void rest(struct codec *c, const char *name, const ow_bytes *v)
{
    step(c, v->size);
    if (v->size > 0 && is_there(c, name, v->data, v->size))
        deliver_bytes(c, name, *v, v->size);
}

EVENT_VERB void end_of_file(struct codec *c)
{
    (void)c;
}

/* As in encode: a size that does not fit its field is cut. */
EVENT_VERB void stated_size(struct codec *c, const char *name, const ow_stated_size *v,
                            enum length length)
{
    uint64_t true_size = c->from.section_sizes ? *c->from.section_sizes++ : 0;
    uint64_t width = width_of_length(length);
    step(c, width);
    number(c, name, (v->keep ? v->stated : (uint32_t)true_size) & most_of_length(length), width,
           c->from.part && !c->from.part->has_sizes && !v->keep);
}

EVENT_VERB void end_size(struct codec *c, const ow_stated_size *v)
{
    (void)c, (void)v;
}

/* A count of `size` bytes. */
EVENT_VERB void event_count(struct codec *c, const char *name, uint64_t value, uint64_t size,
                            uint64_t most)
{
    step(c, size);
    if (value > most)
        cannot_hold(c, name, "%s is %llu; the file can store %llu", called(name, "the count"),
                    (unsigned long long)value, (unsigned long long)most);
    if (name) /* the count of an array in an array is part of the array's event */
        number(c, name, (int64_t)value, size, true);
}

EVENT_VERB void count(struct codec *c, const char *name, const uint32_t *n, enum length length,
                      size_t smallest)
{
    (void)smallest;
    event_count(c, name, *n, width_of_length(length), most_of_length(length));
}

/* The highest number means no table. */
EVENT_VERB void count_or_none(struct codec *c, const char *name, const uint32_t *n,
                              const bool *none, enum length length, size_t smallest)
{
    (void)smallest;
    uint32_t most = most_of_length(length);
    event_count(c, name, *none ? most : *n, width_of_length(length), *none ? most : most - 1);
}

/* The layout rejects other counts: it knows what is counted. */
EVENT_VERB void count_is(struct codec *c, const uint32_t *count, uint32_t value)
{
    (void)count, (void)value;
    c->field_at = c->from.at;
}

EVENT_VERB const uint8_t *fetch_bits(struct codec *c, const char *name, uint8_t *const *v,
                                     const uint32_t *count)
{
    step(c, 1 + (*count + 7) / 8);
    if (*count > UINT8_MAX)
        cannot_hold(c, name, "%s is %u; the file can store 255", name, *count);
    return is_there(c, name, *v, *count) ? *v : NULL;
}

/* Bits after the last one have no byte. */
EVENT_VERB const uint8_t *fetch_bit_bytes(struct codec *c, const char *name, uint8_t *const *v,
                                          uint32_t count)
{
    if (!is_there(c, name, *v, count))
        return NULL;
    uint8_t spare = (uint8_t)(count % 8 ? 0xffu >> count % 8 : 0);
    if (spare && (*v)[count / 8] & spare && is_lost(c, "spare_bits"))
        (*v)[count / 8] &= (uint8_t)~spare;
    return *v;
}

EVENT_VERB bool bit_of_run(struct codec *c, const uint8_t *run, uint32_t i)
{
    (void)c;
    return run[i / 8] >> (7 - i % 8) & 1;
}

/* The place of a list is that of its first record. */
EVENT_VERB void list_is_there(struct codec *c, const char *name, const void *items, uint64_t count)
{
    if (healthy(c))
        c->field_at = c->from.at;
    is_there(c, name, items, count);
}

/* Records that are counted but missing are a mistake of the caller, not a loss. */
#undef no_list
#define no_list(c, name, items, count)                                                             \
    do {                                                                                           \
        if (!(c)->from.losses)                                                                     \
            list_is_there(c, name, items, count);                                                  \
        absent(c, name, count);                                                                    \
    } while (0)

EVENT_VERB void *begin_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                            size_t size, void *room)
{
    (void)size, (void)room;
    list_is_there(c, name, items, *count);
    open_container(c, OW_BEGIN_ARRAY, name, *count);
    return items;
}

EVENT_VERB void *end_list(struct codec *c, void *items)
{
    close_container(c, OW_END_ARRAY);
    return items;
}

EVENT_VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count,
                              size_t size, void *room)
{
    (void)size, (void)room;
    list_is_there(c, name, items, count);
    return items;
}

EVENT_VERB void *end_column(struct codec *c, void *items)
{
    (void)c;
    return items;
}

/* Records the address of the list that is about to begin. */
EVENT_VERB void note_list(struct codec *c, const void *items, uint64_t count, size_t size,
                          const char *kind)
{
    if (c->from.part)
        c->from.part->list = (struct record_run){items, count, size, kind};
}

/* First element if the list is the requested part itself. */
EVENT_VERB uint64_t first_in_request(const struct part_request *part, uint64_t count, uint64_t *end)
{
    if (part->count == 0)
        return 0;
    uint64_t first = part->first < count ? part->first : count;
    *end = count - first > part->count ? first + part->count : count;
    return first;
}

/* The first element to emit of the last opened list; *end is after the last. */
EVENT_VERB uint64_t first_emitted(const struct codec *c, uint64_t count, size_t width,
                                  uint64_t *end)
{
    (void)width;
    const struct part_request *part = c->from.part;
    unsigned step = c->path.depth - 1; /* depth of its elements */
    *end = count;
    if (!part || (step > part->depth && !c->hidden))
        return 0;
    if (step == part->depth && !c->hidden)
        return first_in_request(part, count, end);
    uint64_t index = part->indexes[step < PATH_DEPTH ? step : 0];
    if (c->hidden || index >= count)
        return *end = 0;
    *end = index + 1;
    return index;
}

#undef RUN_LIST
#define RUN_LIST(c, name, items, count, call)                                                      \
    do {                                                                                           \
        uint64_t end_;                                                                             \
        note_list(c, (items), (count), sizeof *(items), #call);                                    \
        begin_list(c, name, (items), &(count), sizeof *(items), NULL);                             \
        note_list(c, NULL, 0, 0, NULL);                                                            \
        for (uint64_t at_ = first_emitted(c, (count), 1, &end_); at_ < end_; at_++) {              \
            uint32_t index_ = (uint32_t)at_;                                                       \
            if (!go_on(c, index_))                                                                 \
                break;                                                                             \
            call;                                                                                  \
        }                                                                                          \
        end_list(c, (items));                                                                      \
    } while (0)

EVENT_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c;
    return index;
}

EVENT_VERB bool go_on(struct codec *c, uint32_t index);

EVENT_VERB void *begin_open_list(struct codec *c, const char *name, void *items,
                                 const uint32_t *count, size_t size, void *room)
{
    (void)size, (void)room;
    list_is_there(c, name, items, *count);
    open_container(c, OW_BEGIN_ARRAY, name, OW_UP_TO_THE_END);
    return items;
}

EVENT_VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c;
    return (uint8_t *)items + index * size;
}

EVENT_VERB void *end_open_list(struct codec *c, void *items, const uint32_t *count, size_t size)
{
    (void)count, (void)size;
    return end_list(c, items);
}

/* If a part is requested, other elements are skipped at once, as in RUN_LIST. */
#undef list_to_end
#define list_to_end(c, name, items, count, record)                                                 \
    do {                                                                                           \
        uint64_t end_;                                                                             \
        begin_open_list(c, name, (items), &(count), sizeof *(items), NULL);                        \
        for (uint64_t at_ = first_emitted(c, (count), 1, &end_); at_ < end_; at_++) {              \
            uint32_t index_ = (uint32_t)at_;                                                       \
            if (!go_on(c, index_))                                                                 \
                break;                                                                             \
            begin_item(c, index_, true);                                                           \
            record(c, open_item(c, (items), index_, sizeof *(items)));                             \
            end_item(c);                                                                           \
        }                                                                                          \
        end_open_list(c, (items), &(count), sizeof *(items));                                      \
    } while (0)

#include "event_verbs.h"

#endif
