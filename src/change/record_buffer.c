/* Lists that grow. */
#include "record_buffer.h"

#include <string.h>

enum { FIRST_ROOM = 64 };

void record_buffer_init(struct record_buffer *buffer, struct arena *account)
{
    *buffer = (struct record_buffer){0};
    arena_share(&buffer->arena, account);
}

void record_buffer_free(struct record_buffer *buffer)
{
    arena_free(&buffer->arena);
    *buffer = (struct record_buffer){0};
}

bool record_buffer_reserve(struct record_buffer *buffer, uint32_t count, uint32_t more,
                           size_t record_size)
{
    if (buffer->room - count >= more && buffer->room >= count)
        return true;
    uint64_t room = (uint64_t)buffer->room + buffer->room / 2 + FIRST_ROOM;
    if (room < (uint64_t)count + more)
        room = (uint64_t)count + more;
    if (room >= UINT32_MAX || room > SIZE_MAX / record_size) {
        buffer->arena.status = OW_TOO_MUCH_MEMORY;
        return false;
    }
    struct arena larger;
    arena_share(&larger, buffer->arena.account);
    void *records = arena_take(&larger, (size_t)room * record_size);
    if (!records) {
        buffer->arena.status = larger.status;
        return false;
    }
    if (count > 0)
        memcpy(records, buffer->records, count * record_size);
    arena_free(&buffer->arena);
    buffer->arena = larger;
    buffer->records = records;
    buffer->room = (uint32_t)room;
    return true;
}
