/* stub */
#include "city.h"
ow_status city_map(const void *bytes, size_t size, const ow_options *options, ow_map *map,
                   ow_error *error)
{
    (void)bytes, (void)size, (void)options, (void)map, (void)error;
    return OW_OK;
}
