/* stub */
#include "city.h"
ow_status city_get_heights(const ow_city_save *save, const ow_options *options, ow_heights *heights,
                           ow_error *error)
{
    (void)save, (void)options, (void)heights, (void)error;
    return OW_OK;
}
ow_status city_set_heights(ow_city_save *save, const ow_heights *heights, ow_error *error)
{
    (void)save, (void)heights, (void)error;
    return OW_OK;
}
