/* What values stand for. */
#ifndef OW_SRC_BLOTTER_MEANINGS_H
#define OW_SRC_BLOTTER_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings blotter_meanings;

#endif
