/* The kit run as measure. */
#include "kit.h"

#include "codec/measure.h"
#include "layout.h"

uint64_t kit_measure(const kit *records)
{
    kit copy = *records;
    struct codec codec = {0};
    document(&codec, &copy);
    return codec.size;
}
