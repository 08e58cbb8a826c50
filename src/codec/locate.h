/* Finding one field in a stream of events by its JSON Pointer. */
#ifndef OW_SRC_CODEC_LOCATE_H
#define OW_SRC_CODEC_LOCATE_H

#include <overworld/base.h>

/* Start with `rest` set to the pointer, relative to the first object of the events. */
struct locator {
    const char *rest; /* rest of the pointer */
    bool started;     /* the root has begun */
    bool inside;      /* inside the field */
    bool found;       /* offset and size are those of the field */
    uint64_t offset, size;
};

/* An ow_visitor; its context is a struct locator. */
ow_visit locator_visit(void *context, const ow_event *event);

/* Gets the place of the field; leaves both unchanged if it was not found. */
void locator_get(const struct locator *locator, uint64_t *offset, uint64_t *size);

#endif
