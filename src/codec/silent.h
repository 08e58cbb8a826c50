/* Verbs that do nothing in codecs without names: decode, encode, measure, copy. Include after the
 * codec is declared. */
#ifndef OW_SRC_CODEC_SILENT_H
#define OW_SRC_CODEC_SILENT_H

#include "verbs.h"

#if HAS_RECORDS
/* Existing records have a count, whatever ends their list in a file. */
VERB void *begin_open_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                           size_t size, void *room)
{
    return begin_list(c, name, items, count, size, room);
}

VERB bool goes_further(struct codec *c, const uint32_t *count, uint32_t index)
{
    return index < *count && go_on(c, index);
}

VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c;
    return (uint8_t *)items + index * size;
}

VERB void *end_open_list(struct codec *c, void *items, const uint32_t *count, size_t size)
{
    (void)c, (void)count, (void)size;
    return items;
}
#endif

VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c;
    return index;
}

#ifndef SALVAGES
VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    (void)c, (void)index, (void)spread;
}

VERB void begin_element(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
}

VERB void *end_list(struct codec *c, void *items)
{
    (void)c;
    return items;
}
#endif

VERB void end_item(struct codec *c)
{
    (void)c;
}

VERB void *end_column(struct codec *c, void *items)
{
    (void)c;
    return items;
}

VERB void begin_object(struct codec *c, const char *name)
{
    (void)c, (void)name;
}

VERB void end_object(struct codec *c)
{
    (void)c;
}

#ifndef SEES_KNOWN
VERB bool begin_external(struct codec *c, const char *name)
{
    (void)c, (void)name;
    return false;
}

VERB void end_external(struct codec *c)
{
    (void)c;
}

VERB void external_number(struct codec *c, const char *name, const uint16_t *v, uint16_t least,
                          uint16_t most)
{
    (void)c, (void)name, (void)v, (void)least, (void)most;
}
#endif

#define external_name(c, name, v, write, read, words) ((void)(c), (void)(name), (void)(v))

VERB void external_flag(struct codec *c, const char *name, const bool *v)
{
    (void)c, (void)name, (void)v;
}

VERB void external_set(struct codec *c, const char *name, const uint8_t bits[32])
{
    (void)c, (void)name, (void)bits;
}

#endif
