/* The copy codec: records into records in an arena of their own. Each record is copied byte by
 * byte before the layout runs through it, so only what it points to remains. What the arena has
 * from the start stays where it is. */
#ifndef OW_SRC_CODEC_COPY_H
#define OW_SRC_CODEC_COPY_H

#include "../base/arena_ranges.h"
#include "../base/memory.h"
#include "verbs.h"

#include <string.h>

#define READS_RECORDS 1
#define HAS_RECORDS   1

struct codec {
    unsigned version;
    uint8_t variant;
    bool big_endian;
    ow_status status;
    struct arena *arena;
    struct arena_ranges own; /* of the arena at the start */
    const ow_options *options;
};

/* Copying rejects no values: writing will. Numbers that a version does not have are kept; pointers
 * are not, because their size is unknown. */
#define refuse(c, reason, name, ...)   ((void)(c), (void)(name))
#define absent(c, name, field)         ((void)(c))
#define absent_pointer(c, name, field) ((void)(c), (field) = NULL)
#define forget_pointer(c, field)       absent_pointer(c, NULL, field)

VERB void fail(struct codec *c, ow_status status)
{
    if (c->status == OW_OK)
        c->status = status;
}

/* A copy of `count` times `size` bytes; NULL stays NULL. */
VERB void *copied(struct codec *c, const void *data, uint64_t count, size_t size)
{
    if (ranges_have(&c->own, data))
        return (void *)(uintptr_t)data;
    if (!data && count > 0)
        fail(c, OW_BAD_ARGUMENT);
    if (!data || c->status != OW_OK)
        return NULL;
    if (count > SIZE_MAX / size) {
        fail(c, OW_NO_MEMORY);
        return NULL;
    }
    void *copy = arena_take(c->arena, (size_t)count * size);
    if (!copy)
        fail(c, c->arena->status);
    else if (count > 0)
        memcpy(copy, data, (size_t)count * size);
    return copy;
}

/* Records that are counted but missing. */
#undef no_list
#define no_list(c, name, items, count)                                                             \
    do {                                                                                           \
        if (!(items) && (count) > 0)                                                               \
            fail(c, OW_BAD_ARGUMENT);                                                              \
        forget_pointer(c, items);                                                                  \
    } while (0)

VERB void text(struct codec *c, const char *name, ow_text *v, enum length length)
{
    (void)name, (void)length;
    v->data = copied(c, v->data, v->size, 1);
}

VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    (void)name;
    v->data = copied(c, v->data, v->size, 1);
}

VERB void bytes(struct codec *c, const char *name, ow_bytes *v, enum length length)
{
    (void)length;
    rest(c, name, v);
}

#define COPY_RUN(verb, type)                                                                       \
    VERB void verb(struct codec *c, const char *name, type **v, const uint32_t *count)             \
    {                                                                                              \
        (void)name;                                                                                \
        *v = copied(c, *v, *count, sizeof **v);                                                    \
    }

COPY_RUN(u8s, uint8_t)
COPY_RUN(u16s, uint16_t)
COPY_RUN(i32s, int32_t)
COPY_RUN(f32s, float)

#undef COPY_RUN

VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    (void)name;
    *v = copied(c, *v, (*count + 7) / 8, 1);
}

VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    bits_u8(c, name, v, count);
}

VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    (void)name;
    *v = copied(c, *v, count, sizeof **v);
}

/* Members of the record itself were copied with it. */
#define COPIED(verb, type)                                                                         \
    VERB void verb(struct codec *c, const char *name, const type *v)                               \
    {                                                                                              \
        (void)c, (void)name, (void)v;                                                              \
    }

COPIED(u8, uint8_t)
COPIED(u16, uint16_t)
COPIED(u32, uint32_t)
COPIED(u64, uint64_t)
COPIED(i8, int8_t)
COPIED(i32, int32_t)
COPIED(i32_as_u8, int32_t)
COPIED(u16_as_u8, uint16_t)
COPIED(f32, float)

#undef COPIED

#define COPIED_RUN(verb, type)                                                                     \
    VERB void verb(struct codec *c, const char *name, const type *v, uint32_t n)                   \
    {                                                                                              \
        (void)c, (void)name, (void)v, (void)n;                                                     \
    }

COPIED_RUN(u8v, uint8_t)
COPIED_RUN(u16v, uint16_t)
COPIED_RUN(i16v, int16_t)
COPIED_RUN(i32v, int32_t)
COPIED_RUN(f32v, float)

#undef COPIED_RUN

VERB void f32v_from(struct codec *c, const char *name, const float *v, uint32_t n, uint32_t first)
{
    (void)c, (void)name, (void)v, (void)n, (void)first;
}

VERB void derived_number(struct codec *c, const char *name, const uint16_t *v, enum length length)
{
    (void)c, (void)name, (void)v, (void)length;
}

VERB void stated_size(struct codec *c, const char *name, const ow_stated_size *v,
                      enum length length)
{
    (void)c, (void)name, (void)v, (void)length;
}

VERB void count(struct codec *c, const char *name, const uint32_t *n, enum length length,
                size_t smallest)
{
    (void)c, (void)name, (void)n, (void)length, (void)smallest;
}

VERB void count_or_none(struct codec *c, const char *name, const uint32_t *n, const bool *none,
                        enum length length, size_t smallest)
{
    (void)c, (void)name, (void)n, (void)none, (void)length, (void)smallest;
}

VERB void count_is(struct codec *c, const uint32_t *count, uint32_t value)
{
    (void)c, (void)count, (void)value;
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)c, (void)name, (void)bytes, (void)size;
}

VERB void choice8(struct codec *c, const char *name, const uint16_t *v,
                  const struct choice *choices, size_t n)
{
    (void)c, (void)name, (void)v, (void)choices, (void)n;
}

VERB void tag4(struct codec *c, const char *name, const uint8_t *v, const char *const *tags,
               size_t n)
{
    (void)c, (void)name, (void)v, (void)tags, (void)n;
}

VERB void external(struct codec *c, const char *name, const uint8_t *v,
                   const struct choice *choices, size_t n)
{
    (void)c, (void)name, (void)v, (void)choices, (void)n;
}

VERB void external_variant(struct codec *c, const char *name, const uint8_t *v,
                           const struct version *versions, size_t n)
{
    (void)c, (void)name, (void)v, (void)versions, (void)n;
}

VERB void end_size(struct codec *c, const ow_stated_size *v)
{
    (void)c, (void)v;
}

VERB void end_of_file(struct codec *c)
{
    (void)c;
}

VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    (void)c, (void)name;
    return none;
}

VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count, size_t size,
                        void *room)
{
    (void)name, (void)room;
    return copied(c, items, count, size);
}

VERB void *begin_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                      size_t size, void *room)
{
    return begin_column(c, name, items, *count, size, room);
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    if (UNLIKELY(index % PROGRESS_EVERY == PROGRESS_EVERY - 1) && c->options->progress &&
        !c->options->progress(c->options->progress_context, c->arena->held, 0))
        fail(c, OW_CANCELLED);
    return c->status == OW_OK;
}

#include "silent.h"

#endif
