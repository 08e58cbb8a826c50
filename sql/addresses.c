/* Components by their addresses. */
#include "addresses.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_GAPS = 4, SMALL = 1024 }; /* places for each component, and those that cost nothing */

struct address_table {
    uint32_t first;
    uint64_t count;
    uint32_t items[]; /* item of each address from `first` on: component + 1; 0: none */
};

static struct address_table *make_table(const ow_blotter_save *save)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < save->component_count; i++) {
        uint32_t address = save->components[i].address;
        least = address < least ? address : least;
        most = address > most ? address : most;
    }
    if (least > most)
        return NULL;
    uint64_t count = (uint64_t)most - least + 1;
    if (count > (uint64_t)MOST_GAPS * save->component_count + SMALL)
        return NULL;
    struct address_table *table = calloc(1, sizeof *table + (size_t)count * sizeof table->items[0]);
    if (table) {
        table->first = least;
        table->count = count;
    }
    return table;
}

struct address_table *addresses_open(const ow_blotter_save *save)
{
    struct address_table *table = make_table(save);
    for (uint32_t i = 0; table && i < save->component_count; i++) {
        uint32_t *place = &table->items[save->components[i].address - table->first];
        if (*place != 0) {
            free(table);
            return NULL;
        }
        *place = i + 1;
    }
    return table;
}

void addresses_free(struct address_table *table)
{
    free(table);
}

size_t addresses_find(const struct address_table *table, int64_t address, uint32_t *item)
{
    if (address < (int64_t)table->first || (uint64_t)(address - table->first) >= table->count ||
        table->items[address - table->first] == 0)
        return 0;
    *item = table->items[address - table->first] - 1;
    return 1;
}
