/* Writing the save: components at their places, on boards side by side. For wires see wires.c. */
#include "labels.h"

#include "../../base/bytes.h"
#include "../../base/error.h"

#include <overworld/edit.h>
#include <string.h>

static const struct {
    const char *name;
    uint8_t inputs, outputs;
} types[TYPES] = {
    [CELL_NOT] = {"MHG.Inverter", 1, 1},
    [CELL_AND] = {"MHG.AndGate", 2, 1},
    [CELL_XOR] = {"MHG.XorGate", 2, 1},
    [CELL_BUFFER] = {"MHG.Buffer_WithOutput", 1, 1},
    [CELL_LATCH] = {"MHG.DLatch", 2, 1},
    [CELL_LINK] = {"MHG.Buffer", 2, 0},
    [TYPE_RAM] = {"CheeseUtilMod.DualPortRamResizable", 0, 0},
    [TYPE_BOARD] = {"MHG.CircuitBoard", 0, 0},
    [TYPE_THROUGH_PEG] = {"MHG.ThroughPeg", 2, 0},
    [TYPE_SWITCH] = {"MHG.PanelSwitch", 0, 1},
    [TYPE_DISPLAY] = {"MHG.PanelDisplay", 1, 0},
    [TYPE_SOCKET] = {"MHG.ChubbySocket", 1, 0},
    [TYPE_LABEL] = {"MHG.PanelLabel", 0, 0},
};

/* Height of a board's top. */
enum { TOP = 150 };

uint8_t *build_take_bytes(struct writer *writer, size_t size)
{
    uint8_t *bytes = ow_take(writer->save->owner, size, 1, writer->builder->error);
    if (!bytes)
        writer->status = OW_NO_MEMORY;
    return bytes;
}

static int32_t *take_states(struct writer *writer, unsigned count)
{
    return count > 0 ? (int32_t *)(void *)build_take_bytes(writer, count * sizeof(int32_t)) : NULL;
}

/* Finds the board under a place, and the place on it. */
static uint32_t find_board(const struct writer *writer, int32_t *x, int32_t *z)
{
    int32_t side = LARGEST_SIDE * FRACTION, wide = *x / side;
    uint32_t deep = 0;
    while (deep + 1 < writer->boards_deep &&
           (int32_t)writer->board_starts[deep + 1] * FRACTION <= *z)
        deep++;
    *x -= wide * side;
    *z -= (int32_t)writer->board_starts[deep] * FRACTION;
    return deep * writer->boards_wide + (uint32_t)wide;
}

static uint32_t add_component(struct writer *writer, unsigned type, unsigned input_count,
                              unsigned output_count)
{
    uint32_t number = writer->save->component_count++;
    ow_blotter_component *component = &writer->save->components[number];
    *component = (ow_blotter_component){.address = number + 1,
                                        .type = (uint16_t)type,
                                        .rotation = {0, 0, 0, 1},
                                        .input_count = (uint8_t)input_count,
                                        .output_count = (uint8_t)output_count,
                                        .inputs = take_states(writer, input_count),
                                        .outputs = take_states(writer, output_count)};
    for (unsigned i = 0; component->outputs && i < output_count; i++)
        component->outputs[i] = writer->next_state++;
    writer->used[type] = true;
    return number;
}

uint32_t build_put_component(struct writer *writer, unsigned type, unsigned input_count,
                             unsigned output_count, int32_t x, int32_t z)
{
    uint32_t board = find_board(writer, &x, &z),
             number = add_component(writer, type, input_count, output_count);
    ow_blotter_component *component = &writer->save->components[number];
    component->parent = board + 1;
    component->position.fixed[0] = x;
    component->position.fixed[1] = TOP;
    component->position.fixed[2] = z;
    return number;
}

uint32_t build_put_on_square(struct writer *writer, unsigned type, uint32_t x, uint32_t z)
{
    return build_put_component(writer, type, types[type].inputs, types[type].outputs,
                               (int32_t)x * FRACTION + FRACTION / 2,
                               (int32_t)z * FRACTION + FRACTION / 2);
}

void build_turn(struct writer *writer, uint32_t component)
{
    float *rotation = writer->save->components[component].rotation;
    rotation[1] = 1;
    rotation[3] = 0;
}

void build_put_states(struct writer *writer, uint32_t component, unsigned first, unsigned count,
                      uint32_t net)
{
    int32_t *inputs = writer->save->components[component].inputs;
    for (unsigned i = first; inputs && i < first + count; i++)
        inputs[i] = net == NO_BIT ? writer->next_state++ : writer->builder->nets[net].state;
}

void build_put_data(struct writer *writer, uint32_t component, const uint8_t *data, size_t size)
{
    uint8_t *bytes = build_take_bytes(writer, size);
    if (!bytes)
        return;
    memcpy(bytes, data, size);
    writer->save->components[component].custom_data = (ow_bytes){bytes, size};
}

void build_put_wire(struct writer *writer, ow_blotter_peg from, ow_blotter_peg to)
{
    const ow_blotter_component *component = &writer->save->components[from.component - 1];
    const int32_t *states = from.kind == OW_BLOTTER_OUTPUT ? component->outputs : component->inputs;
    writer->save->wires[writer->save->wire_count++] = (ow_blotter_wire){
        .first = from, .second = to, .circuit_state = states ? states[from.index] : 0};
}

ow_blotter_peg build_input_of(uint32_t component, int32_t index)
{
    return (ow_blotter_peg){OW_BLOTTER_INPUT, component + 1, index};
}

ow_blotter_peg build_output_of(uint32_t component, int32_t index)
{
    return (ow_blotter_peg){OW_BLOTTER_OUTPUT, component + 1, index};
}

/* Boards end at the start of a row, before they are too deep. */
static ow_status divide_boards(struct writer *writer)
{
    struct builder *builder = writer->builder;
    writer->boards_wide = (builder->width + LARGEST_SIDE - 1) / LARGEST_SIDE;
    writer->boards_deep = 1;
    writer->board_starts =
        arena_take(&builder->arena, ((size_t)builder->row_count + 2) * sizeof(uint32_t));
    if (!writer->board_starts)
        return builder->arena.status;
    writer->board_starts[0] = 0;
    for (uint32_t i = 1; i < builder->row_count; i++) {
        uint32_t next = i + 1 < builder->row_count ? builder->rows[i + 1].z : builder->depth;
        if (next - writer->board_starts[writer->boards_deep - 1] > LARGEST_SIDE)
            writer->board_starts[writer->boards_deep++] = builder->rows[i].z;
    }
    writer->board_starts[writer->boards_deep] = builder->depth > 0 ? builder->depth : 1;
    return OW_OK;
}

/* The other boards are children of the first. */
static void put_boards(struct writer *writer)
{
    const struct builder *builder = writer->builder;
    for (uint32_t i = 0; i < writer->boards_wide * writer->boards_deep; i++) {
        uint8_t data[] = {0x33, 0x33, 0x33, 0, 0, 0, 0, 0, 0, 0, 0};
        uint32_t wide = i % writer->boards_wide, deep = i / writer->boards_wide;
        uint32_t x = wide * LARGEST_SIDE, left = builder->width - x;
        uint32_t number = add_component(writer, TYPE_BOARD, 0, 0);
        ow_blotter_component *component = &writer->save->components[number];
        component->parent = i > 0;
        component->position.fixed[0] = (int32_t)x * FRACTION;
        component->position.fixed[2] = (int32_t)writer->board_starts[deep] * FRACTION;
        store_u32(data + 3, left < LARGEST_SIDE ? left : LARGEST_SIDE, false);
        store_u32(data + 7, writer->board_starts[deep + 1] - writer->board_starts[deep], false);
        build_put_data(writer, number, data, sizeof data);
    }
}

/* The origin of a cell: the middle of a square for a gate of two, the middle of both for an AND of
 * three. */
static void put_cell(struct writer *writer, struct build_cell *cell)
{
    struct builder *builder = writer->builder;
    const struct build_row *row = &builder->rows[builder->first_cell_row + cell->row];
    bool turned = cell->out_side == 0;
    int32_t x = (int32_t)cell->x * FRACTION + FRACTION / 2;
    int32_t z = (int32_t)row->z * FRACTION + FRACTION / 2;
    if (is_wide(cell) && cell->kind == CELL_AND && cell->input_count == 3)
        x += FRACTION / 2;
    else if (is_wide(cell) && turned)
        x += FRACTION;
    if (turned)
        z += (int32_t)(row->depth - 1) * FRACTION;
    unsigned inputs = cell->kind == CELL_LINK ? 2 : cell->input_count;
    cell->component =
        build_put_component(writer, cell->kind, inputs, types[cell->kind].outputs, x, z);
    if (turned)
        build_turn(writer, cell->component);
    for (unsigned i = 0; i < inputs; i++) {
        uint32_t net = i < cell->input_count ? cell->in[i] : cell->out;
        build_put_states(writer, cell->component, i, 1, is_wired(builder, net) ? net : NO_BIT);
    }
}

static void put_row(struct writer *writer, const struct build_row *row)
{
    struct builder *builder = writer->builder;
    build_put_unit_labels(writer, row);
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        if (row->kind == ROW_CELLS) {
            if (builder->cells[builder->placed[i]].component == 0) /* not one of a memory */
                put_cell(writer, &builder->cells[builder->placed[i]]);
        } else if (row->kind == ROW_INPUTS) {
            build_put_port(writer, &builder->ports[builder->input_ports[i]]);
        } else if (row->kind == ROW_OUTPUTS) {
            build_put_port(writer, &builder->ports[builder->output_ports[i]]);
        } else if (row->kind == ROW_RAMS) {
            if (builder->rams[i].component == 0)
                build_put_ram(writer, &builder->rams[i]);
            build_put_ram_pins(writer, &builder->rams[i]);
        }
    }
}

/* Latches of a memory follow its label by their addresses, word by word: that is how `program`
 * knows them. So do its RAMs. */
static void put_memory(struct writer *writer, uint32_t number)
{
    struct builder *builder = writer->builder;
    const struct build_memory *memory = &builder->memories[number];
    if (!has_label(memory))
        return;
    build_put_memory_label(writer, memory);
    for (uint32_t i = 0; memory->cells && writer->status == OW_OK && i < memory->count; i++)
        put_cell(writer, &builder->cells[memory->cells[i]]);
    for (uint32_t i = 0; writer->status == OW_OK && i < builder->ram_count; i++)
        if (builder->rams[i].memory == number + 1)
            build_put_ram(writer, &builder->rams[i]);
}

/* Adds the through pegs of channels, in lines between the rows. */
static void put_pegs(struct writer *writer)
{
    struct builder *builder = writer->builder;
    for (uint32_t i = 0; i < builder->group_count; i++) {
        struct build_group *group = &builder->groups[i];
        if (!group->has_peg)
            continue;
        uint32_t begin =
            build_channel_begin(builder, group->channel) + builder->has_labels[group->channel];
        group->peg =
            build_put_component(writer, TYPE_THROUGH_PEG, types[TYPE_THROUGH_PEG].inputs, 0,
                                group->x, (int32_t)(begin + 1 + group->line) * FRACTION);
        build_put_states(writer, group->peg, 0, 2, group->net);
    }
}

static ow_status name_types(struct writer *writer)
{
    ow_blotter_save *save = writer->save;
    for (unsigned i = 0; i < TYPES; i++) {
        if (!writer->used[i])
            continue;
        ow_blotter_component_type *type = ow_list_append(
            save->owner, save->component_types, save->component_type_count, writer->builder->error);
        if (!type)
            return OW_NO_MEMORY;
        *type = (ow_blotter_component_type){(uint16_t)i, ow_text_of(types[i].name)};
    }
    return OW_OK;
}

/* Sets initial states: outputs, and the nets that they drive. */
static ow_status put_on_states(struct writer *writer)
{
    const struct builder *builder = writer->builder;
    ow_blotter_circuit_states *states = &writer->save->circuit_states;
    states->on = ow_take(writer->save->owner,
                         (size_t)builder->net_count + builder->cell_count + builder->bit_count,
                         sizeof *states->on, builder->error);
    if (!states->on)
        return OW_NO_MEMORY;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (builder->nets[i].on && is_wired(builder, i))
            states->on[states->on_count++] = builder->nets[i].state;
    for (uint32_t i = 0; i < builder->cell_count + builder->bit_count; i++) {
        const struct build_cell *cell = &builder->cells[i];
        const struct build_ram *ram = cell->kind == CELL_RAM ? &builder->rams[cell->ram] : NULL;
        uint32_t component = ram ? ram->component : cell->component;
        uint32_t output = ram ? ram->bits + cell->place : 0;
        if (cell->on && cell->kind != CELL_LINK)
            states->on[states->on_count++] = writer->save->components[component].outputs[output];
    }
    return OW_OK;
}

/* The most through pegs of RAMs: write, read, two addresses, data in and out. */
static uint64_t count_taps(const struct builder *builder)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < builder->ram_count; i++)
        count += 2 + 2 * (uint64_t)builder->rams[i].address_bits + 2 * builder->rams[i].bits;
    return count;
}

/* Allocates for the maximum: wires connect each pin to an earlier one, and each peg below the
 * board. */
static ow_status take_room(struct writer *writer)
{
    struct builder *builder = writer->builder;
    ow_blotter_save *save = writer->save;
    uint64_t taps = count_taps(builder);
    uint64_t components = (uint64_t)writer->boards_wide * writer->boards_deep +
                          2 * (uint64_t)builder->cell_count + builder->group_count +
                          builder->memory_count + builder->ram_count + taps +
                          (uint64_t)builder->port_count * 3;
    uint64_t wires = builder->pin_count + 2 * (uint64_t)builder->group_count + 2 * taps +
                     (uint64_t)builder->port_count * 2;
    builder->taps = arena_take(&builder->arena, (size_t)taps * sizeof *builder->taps);
    if (!builder->taps)
        return builder->arena.status;
    if (components > INT32_MAX / 4 || wires > INT32_MAX / 4)
        return error_set(builder->error, OW_BAD_VALUE, 0, NULL,
                         "the netlist has more cells than a save can number");
    save->components =
        ow_take(save->owner, (size_t)components, sizeof *save->components, builder->error);
    save->wires = ow_take(save->owner, (size_t)wires + 1, sizeof *save->wires, builder->error);
    return save->components && save->wires ? OW_OK : OW_NO_MEMORY;
}

static ow_status put_mod(struct writer *writer, ow_blotter_mod mod)
{
    ow_blotter_save *save = writer->save;
    ow_blotter_mod *added =
        ow_list_append(save->owner, save->mods, save->mod_count, writer->builder->error);
    if (!added)
        return OW_NO_MEMORY;
    *added = mod;
    return OW_OK;
}

/* The versions are those of real saves. */
static ow_status put_mods(struct writer *writer)
{
    ow_status status = put_mod(writer, (ow_blotter_mod){OW_LITERAL("MHG"), {0, 92, 3, -1}});
    if (status == OW_OK && writer->builder->ram_count > 0)
        status = put_mod(writer, (ow_blotter_mod){OW_LITERAL("CheeseUtilMod"), {0, 0, 9, -1}});
    return status;
}

/* A save of the game's version that the facts are of. */
ow_status build_write_save(struct builder *builder)
{
    static const int32_t game[] = {0, 92, 3, 57};
    struct writer writer = {.builder = builder, .save = builder->save};
    ow_blotter_save *save = builder->save;
    save->version = OW_BLOTTER_NEWEST;
    save->save_type = OW_BLOTTER_SUBASSEMBLY;
    memcpy(save->game_version, game, sizeof game);
    ow_status status = divide_boards(&writer);
    if (status == OW_OK)
        status = take_room(&writer);
    if (status == OW_OK)
        status = put_mods(&writer);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (is_wired(builder, i))
            builder->nets[i].state = writer.next_state++;
    put_boards(&writer);
    for (uint32_t i = 0; i < builder->memory_count; i++)
        put_memory(&writer, i);
    for (uint32_t i = 0; writer.status == OW_OK && i < builder->row_count; i++)
        put_row(&writer, &builder->rows[i]);
    if (writer.status == OW_OK)
        put_pegs(&writer);
    status = writer.status == OW_OK ? build_put_wires(&writer) : writer.status;
    if (status == OW_OK)
        status = name_types(&writer);
    return status == OW_OK ? put_on_states(&writer) : status;
}
