/* Verbs that have nothing to do in a codec without names: decode, encode, measure, copy. Include after
 * the codec is declared. */
#ifndef OW_SRC_CODEC_SILENT_H
#define OW_SRC_CODEC_SILENT_H

#include "verbs.h"

VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c;
    return index;
}

VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    (void)c, (void)index, (void)spread;
}

VERB void begin_element(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
}

VERB void end_item(struct codec *c)
{
    (void)c;
}

VERB void *end_list(struct codec *c, void *items)
{
    (void)c;
    return items;
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
VERB bool begin_known(struct codec *c, const char *name)
{
    (void)c, (void)name;
    return false;
}

VERB void end_known(struct codec *c)
{
    (void)c;
}

VERB void known_number(struct codec *c, const char *name, const uint16_t *v, uint16_t least,
                       uint16_t most)
{
    (void)c, (void)name, (void)v, (void)least, (void)most;
}
#endif

#define known_name(c, name, v, write, read, words) ((void)(c), (void)(name), (void)(v))

VERB void known_flag(struct codec *c, const char *name, const bool *v)
{
    (void)c, (void)name, (void)v;
}

VERB void known_set(struct codec *c, const char *name, const uint8_t bits[32])
{
    (void)c, (void)name, (void)bits;
}

#define when(c, condition) ((void)(c), (condition))

#endif
