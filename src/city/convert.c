/* LevelD converted between its versions. */
#include "../base/error.h"
#include "city.h"
ow_status ow_city_convert(const ow_city_save *level, const ow_target *target,
                          const ow_options *options,
                          void (*warn)(void *context, const char *pointer, const char *message),
                          void *warn_context, ow_city_save **converted, ow_error *error)
{
    (void)level, (void)target, (void)options, (void)warn, (void)warn_context;
    *converted = NULL;
    return error_plain(error, OW_BAD_ARGUMENT);
}
