/* The toy run as measure. */
#include "toy.h"

#include "codec/measure.h"
#include "layout.h"

#include <string.h>

uint64_t toy_measure(const toy *records, uint64_t sizes[MOST_SIZES])
{
    toy copy = *records;
    struct codec codec = {0};
    document(&codec, &copy);
    memcpy(sizes, codec.section_sizes, sizeof codec.section_sizes);
    return codec.size;
}
