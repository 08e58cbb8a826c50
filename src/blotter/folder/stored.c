/* The circuits that the mod SkysCompactCircuits stores beside a world: a table in which its packed
 * circuits have a number. Each entry has a name and a whole subassembly, whose own packed circuits
 * use the same table. So circuits are listed side by side, each with the numbers that it uses: a
 * file in which they go round in a circle does no harm. From the mod's source; no real save with
 * such a table is known. */
#include "folder.h"

#include "../../base/bytes.h"
#include "../../base/error.h"
#include "../../base/text.h"
#include "../../json/base64.h"

#include <stdio.h>
#include <string.h>

#define TABLE  "ExtraData/SkysCompactCircuits.PackedCircuitDatas"
#define PACKED "SkysCompactCircuits.PackedCircuit"

enum {
    MOST_STORED = 4096,
    MODE_FULL = 1,    /* a name and a subassembly */
    MODE_INDEXED = 2, /* a number of the table */
    MODE_MODIFIED = 6 /* the same, and what differs */
};

/* Bytes that are read from the front. */
struct rest {
    const uint8_t *at;
    size_t size;
    bool ended;
};

static uint32_t take_u32(struct rest *rest)
{
    uint32_t value = 0;
    rest->ended |= rest->size < 4;
    if (rest->ended)
        return 0;
    value = load_u32(rest->at, false);
    rest->at += 4;
    rest->size -= 4;
    return value;
}

/* A count, and as many bytes. */
static ow_bytes take_bytes(struct rest *rest)
{
    uint32_t size = take_u32(rest);
    rest->ended |= size > rest->size;
    if (rest->ended)
        return (ow_bytes){0};
    ow_bytes bytes = {rest->at, size};
    rest->at += size;
    rest->size -= size;
    return bytes;
}

/* The table's bytes: those of the newer file, or the base64 of the older. Without data if there is
 * none, or if it cannot be read. */
static ow_status find_table(const struct texts *texts, ow_bytes *table)
{
    *table = (ow_bytes){0};
    for (uint32_t i = 0; i < texts->folder->file_count; i++)
        if (text_is_same(texts->folder->files[i].path, OW_LITERAL(OW_STORED_CIRCUITS_FILE)))
            *table = texts->folder->files[i].bytes;
    const ow_jecs_node *node = ow_jecs_find(texts_root(texts, TABLE), "Data");
    if (table->data || !node || node->kind != OW_JECS_TEXT || node->value.size % 4 != 0)
        return OW_OK;
    size_t size = base64_decoded_size(node->value.data, node->value.size);
    uint8_t *bytes = arena_take(texts->arena, size);
    if (!bytes)
        return texts->arena->status;
    if (base64_decode(node->value.data, node->value.size, bytes))
        *table = (ow_bytes){bytes, size};
    return OW_OK;
}

/* The number of the table that a component stands for. */
static bool uses_stored(const ow_blotter_component *component, uint32_t *number)
{
    const ow_bytes data = component->custom_data;
    if (data.size < 5 || (data.data[0] != MODE_INDEXED && data.data[0] != MODE_MODIFIED))
        return false;
    *number = load_u32(data.data + 1, false);
    return true;
}

/* The type of packed circuits; above all numbers of types if there is none. */
static uint32_t packed_type(const ow_blotter_save *save)
{
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (text_is_same(save->component_types[i].name, OW_LITERAL(PACKED)))
            return save->component_types[i].id;
    return UINT32_MAX;
}

/* Passes the numbers that a circuit uses, each once, in the order of its components. `used` has
 * room for a mark of each number. Returns how many there are. Without an emitter they are only
 * counted. */
static uint32_t pass_uses(const ow_blotter_save *save, uint8_t *used, struct emitter *emit)
{
    const uint32_t packed = packed_type(save);
    uint32_t number, count = 0;
    memset(used, 0, MOST_STORED);
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        if (component->type != packed || !uses_stored(component, &number) ||
            number >= MOST_STORED || used[number])
            continue;
        used[number] = true;
        count++;
        if (emit)
            emit_integer(emit, NULL, number);
    }
    return count;
}

/* What the table has of a circuit; `problem` if it is not whole. */
struct stored {
    ow_text name;
    ow_bytes bytes; /* a subassembly */
    ow_blotter_save *save;
    const char *problem;
    ow_error error;
};

static ow_status read_circuit(const struct texts *texts, ow_bytes entry, struct stored *stored)
{
    const ow_options options = {.allocator = texts->arena->allocator};
    struct rest rest = {entry.data, entry.size, false};
    *stored = (struct stored){.name = {"", 0}};
    if (entry.size == 0 || *entry.data != MODE_FULL) {
        stored->problem = "it is stored in a way that is not known";
        return OW_OK;
    }
    rest.at++;
    rest.size--;
    ow_bytes name = take_bytes(&rest);
    stored->bytes = take_bytes(&rest);
    if (rest.ended) {
        stored->problem = "it ends too early";
        return OW_OK;
    }
    stored->name = (ow_text){(const char *)name.data, name.size};
    ow_status status = ow_blotter_read(stored->bytes.data, stored->bytes.size, &options,
                                       &stored->save, &stored->error);
    if (status != OW_OK)
        stored->problem = stored->error.message;
    return status == OW_NO_MEMORY ? status : OW_OK;
}

static void emit_circuit(const struct stored *stored, uint32_t number, uint8_t *used,
                         struct emitter *emit)
{
    emit_begin_object(emit, NULL);
    emit_integer(emit, "number", (int32_t)number);
    emit_text(emit, "name", stored->name);
    emit_integer(emit, "bytes", (int64_t)stored->bytes.size);
    if (stored->save) {
        emit_integer(emit, "components", stored->save->component_count);
        emit_begin_array(emit, "uses", pass_uses(stored->save, used, NULL));
        pass_uses(stored->save, used, emit);
        emit_end_array(emit);
    }
    if (stored->problem)
        emit_string(emit, "problem", stored->problem);
    emit_end_object(emit);
}

/* What stands in place of the circuits that are not listed. */
static void emit_missing(uint32_t missing, bool too_many, struct emitter *emit)
{
    char text[80];
    snprintf(text, sizeof text, "%u more %s", (unsigned)missing,
             too_many ? "are not listed" : "are missing: the table ends too early");
    emit_begin_object(emit, NULL);
    emit_string(emit, "problem", text);
    emit_end_object(emit);
}

/* How many circuits a table has from the front to its end, or to where it is cut. */
static uint32_t count_circuits(struct rest rest, uint32_t stated)
{
    uint32_t count = 0;
    while (count < stated && count < MOST_STORED) {
        take_u32(&rest);
        take_bytes(&rest);
        if (rest.ended)
            break;
        count++;
    }
    return count;
}

ow_status blotter_emit_stored_circuits(const struct texts *texts, struct emitter *emit)
{
    ow_bytes table;
    ow_status status = find_table(texts, &table);
    if (status != OW_OK || !table.data)
        return status;
    struct rest rest = {table.data, table.size, false};
    uint32_t stated = take_u32(&rest), count = count_circuits(rest, stated);
    uint8_t *used = arena_take(texts->arena, MOST_STORED);
    if (!used)
        return texts->arena->status;
    emit_begin_array(emit, "unproven_stored_circuits", (uint64_t)count + (count < stated));
    for (uint32_t i = 0; i < count && status == OW_OK; i++) {
        uint32_t number = take_u32(&rest);
        struct stored stored;
        status = read_circuit(texts, take_bytes(&rest), &stored);
        emit_circuit(&stored, number, used, emit);
        ow_blotter_free(stored.save);
    }
    if (count < stated)
        emit_missing(stated - count, count == MOST_STORED, emit);
    emit_end_array(emit);
    return status;
}
