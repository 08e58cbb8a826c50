/* What values mean. */
#ifndef OW_SRC_CITY_MEANINGS_H
#define OW_SRC_CITY_MEANINGS_H

#include "../driver/meanings.h"

extern const struct meanings city_meanings;

#endif
