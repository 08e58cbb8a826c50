/* The true sizes of a city save's sections. */
#include "city.h"

#include "../codec/measure.h"
#include "layout.h"

void city_measure(const ow_city_save *to_measure, uint64_t sizes[CITY_SECTIONS])
{
    ow_city_save copy = *to_measure;
    struct codec codec = {0};
    save(&codec, &copy);
    for (unsigned i = 0; i < CITY_SECTIONS; i++)
        sizes[i] = i < codec.section_count ? codec.section_sizes[i] : 0;
}
