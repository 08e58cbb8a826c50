/* Making a circuit from a save: the order of work. */
#include "given.h"

#include "../base/error.h"
#include "../base/text.h"
#include "../change/ancestry.h"

#include <string.h>

enum { MOST_TABLE_OUTPUTS = 64 };

ow_status circuit_find_parents(struct circuit_maker *maker)
{
    uint32_t count = maker->save->component_count;
    if (maker->order)
        return OW_OK;
    maker->parents = arena_take(&maker->scratch, count * sizeof *maker->parents);
    maker->order = arena_take(&maker->scratch, count * sizeof *maker->order);
    if (!maker->parents || !maker->order)
        return maker->scratch.status;
    blotter_find_parents(maker->save, &maker->index, maker->parents);
    return ancestry_order(maker->parents, count, maker->order, &maker->scratch);
}

static bool copy_text(struct arena *arena, ow_text *text)
{
    char *copy = arena_take(arena, text->size + 1);
    if (!copy)
        return false;
    if (text->size > 0)
        memcpy(copy, text->data, text->size);
    copy[text->size] = '\0';
    text->data = copy;
    return true;
}

static ow_status copy_types(struct circuit_maker *maker)
{
    ow_circuit *circuit = maker->circuit;
    uint32_t count = maker->type_count;
    circuit->types = arena_take(&maker->arena, count * sizeof *circuit->types);
    if (!circuit->types)
        return maker->arena.status;
    for (uint32_t i = 0; i < count; i++) {
        circuit->types[i] = maker->types[i].name;
        if (!copy_text(&maker->arena, &circuit->types[i]))
            return maker->arena.status;
    }
    circuit->type_count = count;
    return OW_OK;
}

static ow_status copy_table(struct circuit_maker *maker, const ow_circuit_type *from,
                            ow_error *error)
{
    ow_circuit_type *table = &maker->circuit->tables[maker->circuit->table_count];
    bool like = from->like.size > 0, memory = !like && from->memory;
    const char *fault = memory ? given_memory_fault(from) : NULL;
    if (fault)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a type in the options is invalid: expected %s", fault);
    if (!like && !memory &&
        (!from->table || from->inputs > OW_CIRCUIT_TABLE_INPUTS || from->outputs == 0 ||
         from->outputs > MOST_TABLE_OUTPUTS))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a type in the options needs \"like\", a memory, or a table with at most "
                         "%d inputs and 1 to %d outputs",
                         OW_CIRCUIT_TABLE_INPUTS, MOST_TABLE_OUTPUTS);
    size_t size = like || memory ? 0 : ((size_t)1 << from->inputs) * from->outputs;
    uint8_t *rows = arena_take(&maker->arena, size + 1);
    *table = *from;
    table->table = like || memory ? NULL : rows;
    table->memory = memory ? from->memory : NULL;
    if (!rows || !copy_text(&maker->arena, &table->name) || !copy_text(&maker->arena, &table->like))
        return error_plain(error, maker->arena.status);
    if (memory && given_copy_memory(&maker->arena, table) != OW_OK)
        return error_plain(error, maker->arena.status);
    if (size > 0)
        memcpy(rows, from->table, size);
    maker->circuit->table_count++;
    return OW_OK;
}

static ow_status copy_tables(struct circuit_maker *maker, ow_error *error)
{
    const struct circuit_given *given = &maker->given;
    ow_status status = OW_OK;
    maker->circuit->tables =
        arena_take(&maker->arena, given->type_count * sizeof *maker->circuit->tables);
    if (!maker->circuit->tables)
        return error_plain(error, maker->arena.status);
    for (size_t i = 0; status == OW_OK && i < given->type_count; i++)
        status = copy_table(maker, &given->types[i], error);
    return status;
}

ow_status circuit_list_types(const ow_blotter_save *save, const ow_circuit *circuit,
                             const ow_mods *mods, struct arena *arena, struct roster_type **types,
                             uint32_t *count)
{
    uint32_t listed;
    ow_status status = blotter_list_types(save, arena, types, &listed);
    if (status != OW_OK)
        return status;
    blotter_add_mods(mods, *types, listed);
    if (count)
        *count = listed;
    for (uint32_t i = 0; circuit->table_count > 0 && i < listed; i++) {
        ow_text name = (*types)[i].name;
        for (uint32_t k = 0; k < circuit->table_count; k++) {
            const ow_circuit_type *given = &circuit->tables[k];
            if (given->like.size > 0 && text_is_same(given->name, name))
                (*types)[i].type = type_of_name(given->like);
        }
    }
    return OW_OK;
}

static ow_status make(struct circuit_maker *maker, uint64_t size, ow_error *error)
{
    static ow_status (*const parts[])(struct circuit_maker * maker) = {
        copy_types,           circuit_list_components, circuit_join_wires,
        circuit_join_compact, circuit_join_contacts,   circuit_number_nets,
        circuit_find_drivers, circuit_find_links,      circuit_find_left_on,
        circuit_find_ports,   circuit_index_addresses,
    };
    ow_status status = circuit_read_given(maker, error);
    if (status != OW_OK || (status = copy_tables(maker, error)) != OW_OK)
        return status;
    status = saved_states_open(&maker->states, maker->save, &maker->scratch, size);
    maker->save = maker->states.save;
    if (status == OW_OK)
        status = blotter_index_components(maker->save, &maker->index, &maker->scratch);
    if (status == OW_OK)
        status = circuit_list_types(maker->save, maker->circuit, maker->asked->mods,
                                    &maker->scratch, &maker->types, &maker->type_count);
    for (size_t i = 0; status == OW_OK && i < sizeof parts / sizeof *parts; i++)
        status = parts[i](maker);
    if (status != OW_OK)
        return error_limited(error, status, arena_limit(&maker->arena));
    return circuit_name_nets(maker, error);
}

ow_status ow_circuit_open(const ow_document *document, const ow_circuit_options *circuit_options,
                          const ow_options *options, ow_circuit *circuit, ow_error *error)
{
    static const ow_circuit_options nothing;
    struct circuit_maker maker = {.asked = circuit_options ? circuit_options : &nothing,
                                  .circuit = circuit};
    error_clear(error);
    if (!circuit)
        return error_missing(error, "output for the circuit");
    *circuit = (ow_circuit){0};
    if (!document || !document->as.any || !document->format)
        return error_missing(error, "document");
    if (document->format != &blotter_format.about)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a %s has no circuit",
                         document->format->title);
    maker.save = document->as.blotter;
    uint64_t size = driver_measure(&blotter_format, maker.save, options);
    ow_options own = options_or_default(options, size * CIRCUIT_OF_FILE);
    maker.options = &own;
    arena_init(&maker.arena, &own);
    arena_use_pool(&maker.arena, &own);
    arena_share(&maker.scratch, &maker.arena);
    ow_status status = make(&maker, size, error);
    arena_free(&maker.scratch);
    void *kept = NULL;
    struct arena *owner = NULL;
    if (status == OW_OK && !(owner = arena_adopt(&maker.arena, circuit, sizeof *circuit, &kept)))
        return *circuit = (ow_circuit){0}, error_plain(error, OW_NO_MEMORY);
    if (status != OW_OK) {
        arena_free(&maker.arena);
        *circuit = (ow_circuit){0};
        return status;
    }
    circuit->owner = owner;
    return OW_OK;
}

ow_circuit circuit_share(const ow_circuit *circuit)
{
    struct circuit_index *index = circuit->index;
    if (index)
        COUNT_UP(&index->owners);
    return *circuit;
}

void ow_circuit_close(ow_circuit *circuit)
{
    if (!circuit)
        return;
    struct circuit_index *index = circuit->index;
    if (circuit->owner && (!index || COUNT_DOWN(&index->owners) == 0))
        arena_release(circuit->owner);
    *circuit = (ow_circuit){0};
}
