/* A list that grows and shrinks at its end, in memory of its own. */
#ifndef OW_SRC_CHANGE_PILE_H
#define OW_SRC_CHANGE_PILE_H

#include "../base/memory.h"

struct pile {
    struct arena arena;
    void *records;
    uint32_t room;
};

/* An empty pile whose memory counts in `account`. */
void pile_init(struct pile *pile, struct arena *account);
void pile_free(struct pile *pile);

/* Room for `more` records behind `count`; they may move. False without: pile->arena.status says why. */
bool pile_reserve(struct pile *pile, uint32_t count, uint32_t more, size_t record_size);

#endif
