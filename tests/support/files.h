/* Bytes as the file that the library's own calls look into. */
#ifndef OW_TESTS_SUPPORT_FILES_H
#define OW_TESTS_SUPPORT_FILES_H

#include "driver/driver.h"

static inline struct file file_in(const void *bytes, size_t size)
{
    return (struct file){.bytes = bytes, .size = size, .options = options_or_default(NULL, size)};
}

#endif
