/* Counts of the names in a world. */
#include "tally.h"

#include "digest.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 32 };

static void put_in_slot(struct tally *tally, size_t row)
{
    size_t mask = 2 * tally->room - 1, slot = (size_t)tally->rows[row].mixed & mask;
    while (tally->slots[slot])
        slot = (slot + 1) & mask;
    tally->slots[slot] = (uint32_t)row + 1;
}

static bool grow(struct tally *tally)
{
    size_t room = tally->room ? 2 * tally->room : FIRST_ROOM;
    struct tally_row *rows = realloc(tally->rows, room * sizeof *rows);
    if (rows)
        tally->rows = rows;
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (!rows || !slots) {
        free(slots);
        return false;
    }
    free(tally->slots);
    tally->slots = slots;
    tally->room = room;
    for (size_t i = 0; i < tally->count; i++)
        put_in_slot(tally, i);
    return true;
}

/* Names are compared by kind and a 64-bit hash; equal hashes count as the same name. */
static struct tally_row *find(struct tally *tally, const char *kind, uint64_t mixed)
{
    size_t mask = 2 * tally->room - 1;
    for (size_t slot = (size_t)mixed & mask; tally->room && tally->slots[slot];
         slot = (slot + 1) & mask) {
        struct tally_row *row = &tally->rows[tally->slots[slot] - 1];
        if (row->mixed == mixed && strcmp(row->kind, kind) == 0)
            return row;
    }
    return NULL;
}

struct tally_row *tally_add(struct tally *tally, struct pool *pool, const char *kind, ow_text name)
{
    uint64_t mixed = mix(0, name.data, name.size);
    struct tally_row *row = find(tally, kind, mixed);
    if (row) {
        row->count++;
        return row;
    }
    if (tally->count == TALLY_MOST) {
        tally->left_out++;
        return NULL;
    }
    if (tally->count == tally->room && !grow(tally)) {
        pool->has_failed = true;
        return NULL;
    }
    row = &tally->rows[tally->count];
    *row = (struct tally_row){
        kind, tally->keeps_whole ? escape_text(pool, name) : escape_key(pool, name, LONGEST_KEY),
        mixed, 1};
    put_in_slot(tally, tally->count++);
    return row;
}

void tally_free(struct tally *tally)
{
    free(tally->rows);
    free(tally->slots);
    *tally = (struct tally){0};
}
