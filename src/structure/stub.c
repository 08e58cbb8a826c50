#include "../base/error.h"
#include "structure.h"
ow_status ow_structure_convert(const ow_structure_build *build, const ow_target *target,
                               const ow_options *options,
                               void (*warn)(void *context, const char *pointer,
                                            const char *message),
                               void *warn_context, ow_structure_build **converted, ow_error *error)
{
    (void)build, (void)target, (void)options, (void)warn, (void)warn_context, (void)converted;
    return error_plain(error, OW_BAD_ARGUMENT);
}
ow_status structure_check(const void *bytes, size_t size, const ow_options *options,
                          struct report *report, ow_error *error)
{
    (void)bytes, (void)size, (void)options, (void)report, (void)error;
    return OW_OK;
}
ow_status structure_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                              struct emitter *emit, ow_error *error)
{
    (void)bytes, (void)size, (void)options, (void)whole, (void)error, (void)emit;
    return OW_OK;
}
const ow_issue_code structure_issue_codes[] = {{.code = NULL}};
