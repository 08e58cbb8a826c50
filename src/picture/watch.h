/* Reporting progress, and stopping if the caller wants. */
#ifndef OW_SRC_PICTURE_WATCH_H
#define OW_SRC_PICTURE_WATCH_H

#include <overworld/base.h>

struct watch {
    const ow_options *options;
    uint64_t done, total;
    ow_status status;
};

/* Adds `work` to the progress. */
static inline bool watch_go_on(struct watch *watch, uint64_t work)
{
    enum { WORK_BETWEEN = 4096 };
    uint64_t before = watch->done / WORK_BETWEEN;
    watch->done += work;
    const ow_options *options = watch->options;
    if (watch->status == OW_OK && watch->done / WORK_BETWEEN != before && options->progress &&
        !options->progress(options->progress_context,
                           watch->done < watch->total ? watch->done : watch->total, watch->total))
        watch->status = OW_CANCELLED;
    return watch->status == OW_OK;
}

#endif
