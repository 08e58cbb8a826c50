/* Records into the sizes of what encode will write. */
#include "run.h"

#include "../measure.h"

#include FORMAT_LAYOUT

uint64_t RUN(measure)(const void *records, uint64_t section_sizes[MOST_SIZES])
{
    DOCUMENT record = *(const DOCUMENT *)records;
    struct codec codec = {0};
    document(&codec, &record);
    memcpy(section_sizes, codec.section_sizes, sizeof codec.section_sizes);
    return codec.size;
}
