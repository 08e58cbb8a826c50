/* Records into bytes. */
#include "run.h"

#include "../encode.h"

#include FORMAT_LAYOUT

ow_status RUN(encode)(const void *records, const ow_options *options, const uint64_t *section_sizes,
                      struct output *output)
{
    DOCUMENT record = *(const DOCUMENT *)records;
    struct codec codec = {.options = options, .output = output, .section_sizes = section_sizes};
    open_output(&codec);
    run_document(&codec, &record);
    commit_output(&codec);
    return codec.status;
}
