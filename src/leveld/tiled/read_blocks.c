/* The blocks of the level that a map becomes: their order, and memory for their records. */
#include "read.h"

#include "../../json/base64.h"

#include <stdio.h>

bool tiled_has_block(const struct tiled_reader *reader, unsigned id)
{
    bool actors = id >= OW_LEVELD_PLRS && id <= OW_LEVELD_ITEM;
    return reader->last[id] || id <= OW_LEVELD_MESH ||
           actors == (leveld_layout_of(&reader->level) < 3);
}

struct planned *tiled_block_for(struct tiled_reader *reader, unsigned id, uint32_t group)
{
    if (group < reader->plan_count && reader->plan[group].block.id == id &&
        !reader->plan[group].bytes)
        return &reader->plan[group];
    if (reader->last[id])
        return reader->last[id];
    if (!tiled_has_block(reader, id))
        return NULL;
    reader->added[id].block.id = (uint8_t)id;
    reader->is_added[id] = true;
    return &reader->added[id];
}

static bool take_records(struct tiled_reader *reader, ow_leveld_block *block)
{
    size_t size = block->id == OW_LEVELD_THNG   ? sizeof *block->things
                  : block->id == OW_LEVELD_TRIG ? sizeof *block->triggers
                  : block->id == OW_LEVELD_PATH ? sizeof *block->paths
                                                : sizeof *block->actors;
    if (block->id < OW_LEVELD_PLRS || block->count == 0)
        return true;
    if (block->count > SIZE_MAX / size)
        return tiled_refuse(reader, "/layers", "the map has more objects than fit into memory");
    void *records = arena_take(&reader->arena, block->count * size);
    if (!records)
        return tiled_no_memory(reader, &reader->arena);
    memset(records, 0, block->count * size);
    block->things = records; /* any member: a union of pointers to records */
    if (block->id == OW_LEVELD_TRIG)
        block->triggers = records;
    else if (block->id == OW_LEVELD_PATH)
        block->paths = records;
    else if (block->id != OW_LEVELD_THNG)
        block->actors = records;
    return true;
}

bool tiled_plan_records(struct tiled_reader *reader)
{
    for (uint32_t i = 0; i < reader->plan_count; i++)
        if (!take_records(reader, &reader->plan[i].block))
            return false;
    for (unsigned id = 0; id <= OW_LEVELD_PATH; id++)
        if (reader->is_added[id] && !take_records(reader, &reader->added[id].block))
            return false;
    return true;
}

/* Decodes a block from bytes in the map, as a file with no other block. */
static bool decode_block(struct tiled_reader *reader, struct planned *planned, uint32_t index)
{
    enum { VERSION_SIZE = 2 };
    char pointer[64];
    ow_text bytes;
    struct preset record = {{0}};
    ow_leveld_level *single = (ow_leveld_level *)(void *)&record, head = reader->level;
    ow_buffer file = {0};
    snprintf(pointer, sizeof pointer, "/properties (" PROPERTY_BLOCK "%u)", (unsigned)index);
    if (!tiled_take_text(reader, planned->bytes, pointer, true, &bytes))
        return false;
    uint8_t *whole = arena_take(&reader->scratch, bytes.size + VERSION_SIZE);
    if (!whole)
        return tiled_no_memory(reader, &reader->scratch);
    head.block_count = 0;
    if (ow_leveld_write_buffer(&head, &reader->options, &file, reader->error) != OW_OK) {
        reader->status = reader->error->status;
        return false;
    }
    memcpy(whole, file.data, VERSION_SIZE);
    ow_buffer_free(&file, &reader->options);
    memcpy(whole + VERSION_SIZE, bytes.data, bytes.size);
    leveld_take_variant(&reader->level, single);
    ow_status status = leveld_format.runs.decode(whole, bytes.size + VERSION_SIZE, &reader->options,
                                                 &reader->arena, single);
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY)
        return tiled_no_memory(reader, &reader->arena);
    if (status != OW_OK || single->block_count != 1 || single->blocks[0].id != planned->block.id)
        return tiled_refuse(reader, pointer,
                            "the bytes do not match the block that the property " PROPERTY_BLOCKS
                            " names");
    planned->block = single->blocks[0];
    return true;
}

static bool finish_meta(struct tiled_reader *reader)
{
    struct planned *planned = reader->last[OW_LEVELD_META];
    if (!planned && reader->has_list && !reader->has_meta)
        return true;
    if (!planned)
        planned = tiled_block_for(reader, OW_LEVELD_META, NO_BLOCK);
    if (!planned)
        return true;
    planned->block.meta = arena_take(&reader->arena, sizeof *planned->block.meta);
    if (!planned->block.meta)
        return tiled_no_memory(reader, &reader->arena);
    *planned->block.meta = reader->meta;
    return true;
}

/* A new block goes behind all blocks that usually come before it. */
static uint32_t place_of_new(const struct tiled_reader *reader, unsigned id)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < reader->plan_count; i++)
        if (reader->plan[i].block.id <= id)
            place = i + 1;
    return place;
}

static void put_blocks(struct tiled_reader *reader)
{
    uint32_t places[OW_LEVELD_PATH + 1];
    ow_leveld_level *level = &reader->level;
    for (unsigned id = 0; id <= OW_LEVELD_PATH; id++)
        places[id] = reader->is_added[id] ? place_of_new(reader, id) : NO_BLOCK;
    for (uint32_t i = 0; i <= reader->plan_count; i++) {
        for (unsigned id = 0; id <= OW_LEVELD_PATH; id++)
            if (places[id] == i)
                level->blocks[level->block_count++] = reader->added[id].block;
        if (i < reader->plan_count)
            level->blocks[level->block_count++] = reader->plan[i].block;
    }
}

/* A map shows only one META and one MESH. A list with more was edited by hand. */
static bool is_there(const struct tiled_reader *reader, const struct planned *planned)
{
    unsigned id = planned->block.id;
    return planned->bytes || id > OW_LEVELD_MESH || planned == reader->last[id];
}

bool tiled_finish_blocks(struct tiled_reader *reader)
{
    if (!finish_meta(reader))
        return false;
    for (uint32_t i = 0; i < reader->plan_count; i++) {
        if (reader->plan[i].bytes && !decode_block(reader, &reader->plan[i], i))
            return false;
        if (!is_there(reader, &reader->plan[i]))
            return tiled_refuse(reader, "/properties",
                                "the property " PROPERTY_BLOCKS
                                " has block %u, which is not in the map",
                                (unsigned)i);
    }
    size_t room = (size_t)reader->plan_count + OW_LEVELD_PATH + 1;
    reader->level.blocks = arena_take(&reader->arena, room * sizeof *reader->level.blocks);
    if (!reader->level.blocks)
        return tiled_no_memory(reader, &reader->arena);
    put_blocks(reader);
    return true;
}
