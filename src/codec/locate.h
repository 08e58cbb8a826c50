/* Finding one field in a stream of events by its JSON Pointer. */
#ifndef OW_SRC_CODEC_LOCATE_H
#define OW_SRC_CODEC_LOCATE_H

#include <overworld/base.h>

/* Start with `rest` at the pointer, relative to the object that the events begin with. */
struct locator {
    const char *rest; /* what of the pointer is still to be matched */
    bool started;     /* the root is behind us */
    bool inside;      /* the field was reached and is being passed over */
    bool found;       /* offset and size are those of the field */
    uint64_t offset, size;
};

/* An ow_visitor; its context is a struct locator. */
ow_visit locator_visit(void *context, const ow_event *event);

/* Where the field was found; both are left alone where there is none such. */
void locator_get(const struct locator *locator, uint64_t *offset, uint64_t *size);

#endif
