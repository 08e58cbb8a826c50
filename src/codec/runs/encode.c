/* Records into bytes. */
#include "run.h"

#include "../encode.h"

#include FORMAT_LAYOUT

#include "records.h"

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

bool RUN(encode_records)(const char *pointer, const struct record_run *list, const void *document,
                         const ow_options *options, struct output *output,
                         const struct record_receiver *receiver, bool *found)
{
    struct codec codec = {.options = options, .output = output}, *c = &codec;
    const DOCUMENT *v = document;
    (void)pointer, (void)list, (void)receiver; /* a format may have no records */
    *found = false;
    resume(c, v);
#define ENCODE(number, its_pointer, type, call)                                                    \
    if (!*found && strcmp(pointer, its_pointer) == 0 && list->record_size == sizeof(type)) {       \
        *found = true;                                                                             \
        for (uint64_t i = 0; i < list->count; i++) {                                               \
            const type *place = (const type *)list->records + i;                                   \
            type record = *place;                                                                  \
            output->at = output->begin;                                                            \
            open_output(c);                                                                        \
            call;                                                                                  \
            commit_output(c);                                                                      \
            if (c->status != OW_OK || output->status != OW_OK ||                                   \
                !receiver->take(receiver->context, place, output->begin,                           \
                                (size_t)(output->at - output->begin)))                             \
                return false;                                                                      \
        }                                                                                          \
    }
    RECORDS(ENCODE, ENCODE)
#undef ENCODE
    return *found;
}
