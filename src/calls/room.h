/* The default memory limit of comparing and changing worlds. */
#ifndef OW_SRC_CALLS_ROOM_H
#define OW_SRC_CALLS_ROOM_H

#include "../base/memory.h"

/* The size that change_options assumes, as a multiple of the worlds and patches as files.
 * options_or_default allows 4 times this size, so 48 times the files: a record of four bytes has a
 * node of 32 in the outline of its world. tests/proportion.c measures at most 37 times. */
enum { CHANGE_OF_FILES = 12 };

/* A limit of the caller's is kept. */
static inline ow_options change_options(const ow_options *options, uint64_t size)
{
    return options_or_default(options, size < UINT64_MAX / CHANGE_OF_FILES ? size * CHANGE_OF_FILES
                                                                           : UINT64_MAX);
}

#endif
