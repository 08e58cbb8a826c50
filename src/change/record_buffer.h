/* A list that grows and shrinks at its end, with its own memory. */
#ifndef OW_SRC_CHANGE_RECORD_BUFFER_H
#define OW_SRC_CHANGE_RECORD_BUFFER_H

#include "../base/memory.h"

struct record_buffer {
    struct arena arena;
    void *records;
    uint32_t room;
};

/* Makes an empty buffer whose memory counts in `account`. */
void record_buffer_init(struct record_buffer *buffer, struct arena *account);
void record_buffer_free(struct record_buffer *buffer);

/* Reserves memory for `more` records after `count`; records may move. Returns false without
 * memory: buffer->arena.status says why. */
bool record_buffer_reserve(struct record_buffer *buffer, uint32_t count, uint32_t more,
                           size_t record_size);

#endif
