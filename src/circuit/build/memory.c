/* Memories: finds the bit of each latch, for the labels by which `overworld program` finds
 * memories. overworld_store.v names a latch "NAME.of_word[3].of_bit[5].latch". overworld_ram.v
 * names a RAM "NAME.of_port[0].of_bit[8].own.ram": what a read port has from this bit on. */
#include "build.h"

#include "../../base/text.h"

/* Removes "TEXT[NUMBER]" from the end of a name and reads it. */
static bool take_number(ow_text *name, const char *text, uint32_t *number)
{
    enum { MOST = 1 << 20, TEN = 10 };
    size_t end = name->size, size = strlen(text);
    uint32_t factor = 1;
    *number = 0;
    if (end == 0 || name->data[--end] != ']')
        return false;
    for (; end > 0 && name->data[end - 1] >= '0' && name->data[end - 1] <= '9'; end--) {
        *number += (uint32_t)(name->data[end - 1] - '0') * factor;
        factor *= TEN;
        if (factor > MOST)
            return false;
    }
    if (factor == 1 || end < size + 1 || name->data[end - 1] != '[' ||
        memcmp(name->data + end - 1 - size, text, size) != 0)
        return false;
    name->size = end - 1 - size;
    return true;
}

static bool take_end(ow_text *name, const char *text)
{
    size_t size = strlen(text);
    if (name->size < size || memcmp(name->data + name->size - size, text, size) != 0)
        return false;
    name->size -= size;
    return true;
}

/* Finds or adds the memory of a name, the latest first: its latches are adjacent. NULL: too
 * many. */
static struct build_memory *find_memory(struct builder *builder, ow_text name, bool escaped)
{
    for (uint32_t i = builder->memory_count; i-- > 0;) {
        struct build_memory *memory = &builder->memories[i];
        if (text_is_same(memory->name, name))
            return memory;
    }
    if (builder->memory_count == MOST_MEMORIES)
        return NULL;
    builder->memories[builder->memory_count] =
        (struct build_memory){.name = name, .escaped = escaped};
    return &builder->memories[builder->memory_count++];
}

void build_note_memory(struct builder *builder, struct build_cell *cell, bool escaped)
{
    ow_text name = cell->name;
    if (!take_end(&name, ".latch") || !take_number(&name, ".of_bit", &cell->place) ||
        !take_number(&name, ".of_word", &cell->word) || name.size == 0)
        return;
    struct build_memory *memory = find_memory(builder, name, escaped);
    if (!memory)
        return;
    cell->memory = (uint32_t)(memory - builder->memories) + 1;
    memory->words = cell->word >= memory->words ? cell->word + 1 : memory->words;
    memory->bits = cell->place >= memory->bits ? cell->place + 1 : memory->bits;
    memory->count++;
}

void build_note_ram(struct builder *builder, struct build_ram *ram, ow_text name, bool escaped,
                    const struct build_memory *told)
{
    if (!take_end(&name, ".own.ram") || !take_number(&name, ".of_bit", &ram->lowest) ||
        !take_number(&name, ".of_port", &ram->port) || name.size == 0 || told->words == 0 ||
        told->first > INT32_MAX || ram->lowest >= RAM_WORD_BITS || ram->port >= RAM_PORTS)
        return;
    struct build_memory *memory = find_memory(builder, name, escaped);
    if (!memory)
        return;
    uint32_t own = ram->lowest + ram->bits, bits = told->bits > own ? told->bits : own;
    ram->memory = (uint32_t)(memory - builder->memories) + 1;
    memory->words = told->words;
    memory->first = told->first;
    memory->bits = bits > memory->bits ? bits : memory->bits;
    memory->rams++;
}

static ow_status take_cells(struct builder *builder, struct build_memory *memory)
{
    if (memory->rams > 0 || (uint64_t)memory->words * memory->bits != memory->count)
        return OW_OK;
    memory->cells = arena_take(&builder->arena, memory->count * sizeof *memory->cells);
    if (!memory->cells)
        return builder->arena.status;
    for (uint32_t i = 0; i < memory->count; i++)
        memory->cells[i] = NO_BIT;
    return OW_OK;
}

ow_status build_list_memories(struct builder *builder)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; status == OW_OK && i < builder->memory_count; i++)
        status = take_cells(builder, &builder->memories[i]);
    for (uint32_t i = 0; status == OW_OK && i < builder->cell_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        struct build_memory *memory =
            cell->memory > 0 ? &builder->memories[cell->memory - 1] : NULL;
        if (memory && memory->cells)
            memory->cells[(size_t)cell->word * memory->bits + cell->place] = i;
    }
    for (uint32_t i = 0; status == OW_OK && i < builder->memory_count; i++)
        for (uint32_t k = 0; builder->memories[i].cells && k < builder->memories[i].count; k++)
            if (builder->memories[i].cells[k] == NO_BIT)
                builder->memories[i].cells = NULL; /* two latches of one name */
    return status;
}
