/* Lists that grow. */
#include "pile.h"

#include <string.h>

enum { FIRST_ROOM = 64 };

void pile_init(struct pile *pile, struct arena *account)
{
    *pile = (struct pile){0};
    arena_share(&pile->arena, account);
}

void pile_free(struct pile *pile)
{
    arena_free(&pile->arena);
    *pile = (struct pile){0};
}

bool pile_reserve(struct pile *pile, uint32_t count, uint32_t more, size_t record_size)
{
    if (pile->room - count >= more && pile->room >= count)
        return true;
    uint64_t room = (uint64_t)pile->room + pile->room / 2 + FIRST_ROOM;
    if (room < (uint64_t)count + more)
        room = (uint64_t)count + more;
    if (room >= UINT32_MAX || room > SIZE_MAX / record_size) {
        pile->arena.status = OW_TOO_MUCH_MEMORY;
        return false;
    }
    struct arena larger;
    arena_share(&larger, pile->arena.account);
    void *records = arena_take(&larger, (size_t)room * record_size);
    if (!records) {
        pile->arena.status = larger.status;
        return false;
    }
    if (count > 0)
        memcpy(records, pile->records, count * record_size);
    arena_free(&pile->arena);
    pile->arena = larger;
    pile->records = records;
    pile->room = (uint32_t)room;
    return true;
}
