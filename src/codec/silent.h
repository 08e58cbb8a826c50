/* Verbs that have nothing to do in a codec without names: decode, encode, measure. Include after the codec
 * is declared. */
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

VERB void end_list(struct codec *c)
{
    (void)c;
}

VERB void begin_object(struct codec *c, const char *name)
{
    (void)c, (void)name;
}

VERB void end_object(struct codec *c)
{
    (void)c;
}

#endif
