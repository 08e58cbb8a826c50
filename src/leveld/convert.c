/* LevelD converted between its versions. */
#include "../base/error.h"
#include "leveld.h"
const char *const leveld_dialects[] = {"big", "little", "1b", "u64-counts", "short-meta", NULL};
ow_status ow_leveld_convert(const ow_leveld_level *level, const ow_target *target,
                            const ow_options *options,
                            void (*warn)(void *context, const char *pointer, const char *message),
                            void *warn_context, ow_leveld_level **converted, ow_error *error)
{
    (void)level, (void)target, (void)options, (void)warn, (void)warn_context;
    *converted = NULL;
    return error_plain(error, OW_BAD_ARGUMENT);
}
