/* What values stand for. */
#ifndef OW_SRC_LEVELD_MEANINGS_H
#define OW_SRC_LEVELD_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings leveld_meanings;

#endif
