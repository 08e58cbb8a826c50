/* What values stand for. */
#ifndef OW_SRC_STRUCTURE_MEANINGS_H
#define OW_SRC_STRUCTURE_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings structure_meanings;

#endif
