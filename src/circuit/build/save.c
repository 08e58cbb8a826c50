/* The save: components where they were placed, and the wires between them.
 *
 * Each pin of a cell has a through peg of its own beside it, so that wires over the board are short, and those
 * between cells run below it, where nothing is in their way: no wire goes through a body. A net is a chain of
 * such wires in the order of places, row by row, there and back. */
#include "build.h"

#include "../../base/bytes.h"
#include "../../base/error.h"
#include "../../blotter/types/types.h"

#include <overworld/edit.h>
#include <stdio.h>
#include <string.h>

/* Types of components: cells by their kinds, and what else stands there. */
enum {
    TYPE_BOARD = CELL_KINDS,
    TYPE_THROUGH_PEG,
    TYPE_SWITCH,
    TYPE_DISPLAY,
    TYPE_SOCKET,
    TYPE_LABEL,
    TYPES
};

static const struct {
    const char *name;
    uint8_t inputs, outputs;
} types[TYPES] = {
    [CELL_NOT] = {"MHG.Inverter", 1, 1},
    [CELL_AND] = {"MHG.AndGate", 2, 1},
    [CELL_XOR] = {"MHG.XorGate", 2, 1},
    [CELL_BUFFER] = {"MHG.Buffer_WithOutput", 1, 1},
    [CELL_LATCH] = {"MHG.DLatch", 2, 1},
    [TYPE_BOARD] = {"MHG.CircuitBoard", 0, 0},
    [TYPE_THROUGH_PEG] = {"MHG.ThroughPeg", 2, 0},
    [TYPE_SWITCH] = {"MHG.PanelSwitch", 0, 1},
    [TYPE_DISPLAY] = {"MHG.PanelDisplay", 1, 0},
    [TYPE_SOCKET] = {"MHG.ChubbySocket", 1, 0},
    [TYPE_LABEL] = {"MHG.PanelLabel", 0, 0},
};

/* Rows in squares, from where they begin; see place.c for how deep they are. */
enum { PEGS_IN_FRONT = 0, CELL_PLACE = 2, PEGS_BEHIND = 4, TOP = 150, LABEL_WIDTH = COLUMN };

/* A save on its way, within the room that was taken for it. */
struct writer {
    struct builder *builder;
    ow_blotter_save *save;
    uint32_t wire_room, component_room;
    bool used[TYPES];
    int32_t next_state;
    ow_status status;
};

/* Bytes that the save keeps; NULL after a failure. */
static uint8_t *take_bytes(struct writer *writer, size_t size)
{
    uint8_t *bytes = ow_take(writer->save->owner, size, 1, writer->builder->error);
    if (!bytes)
        writer->status = OW_NO_MEMORY;
    return bytes;
}

static int32_t *take_states(struct writer *writer, unsigned count)
{
    return (int32_t *)(void *)take_bytes(writer, count * sizeof(int32_t));
}

/* Puts a component at a place of a board, in squares, and returns its number. */
static uint32_t put_component(struct writer *writer, unsigned type, uint32_t board, uint32_t x,
                              uint32_t z)
{
    uint32_t number = writer->save->component_count++;
    ow_blotter_component *component = &writer->save->components[number];
    int32_t square = (int32_t)SQUARE, half = square / 2;
    *component = (ow_blotter_component){
        .address = number + 1,
        .parent = board + 1,
        .type = (uint16_t)type,
        .position.fixed = {half + square * (int32_t)x, TOP, half + square * (int32_t)z},
        .rotation = {0, 0, 0, 1},
        .input_count = types[type].inputs,
        .output_count = types[type].outputs,
        .inputs = types[type].inputs > 0 ? take_states(writer, types[type].inputs) : NULL,
        .outputs = types[type].outputs > 0 ? take_states(writer, types[type].outputs) : NULL};
    if (component->outputs)
        component->outputs[0] = writer->next_state++;
    writer->used[type] = true;
    return number;
}

/* A net has one state, an input on no net one of its own. */
static void put_states(struct writer *writer, uint32_t component, unsigned first, unsigned count,
                       uint32_t net)
{
    int32_t *inputs = writer->save->components[component].inputs;
    for (unsigned i = first; inputs && i < first + count; i++) {
        if (net == NO_BIT)
            inputs[i] = writer->next_state++;
        else
            inputs[i] = writer->builder->nets[net].state;
    }
}

static void put_data(struct writer *writer, uint32_t component, const uint8_t *data, size_t size)
{
    uint8_t *bytes = take_bytes(writer, size);
    if (!bytes)
        return;
    memcpy(bytes, data, size);
    writer->save->components[component].custom_data = (ow_bytes){bytes, size};
}

static void put_wire(struct writer *writer, ow_blotter_peg from, ow_blotter_peg to)
{
    const ow_blotter_component *component = &writer->save->components[from.component - 1];
    const int32_t *states = from.kind == OW_BLOTTER_OUTPUT ? component->outputs : component->inputs;
    writer->save->wires[writer->save->wire_count++] = (ow_blotter_wire){
        .first = from, .second = to, .circuit_state = states ? states[from.index] : 0};
}

static ow_blotter_peg input_of(uint32_t component, int32_t index)
{
    return (ow_blotter_peg){OW_BLOTTER_INPUT, component + 1, index};
}

static ow_blotter_peg output_of(uint32_t component)
{
    return (ow_blotter_peg){OW_BLOTTER_OUTPUT, component + 1, 0};
}

/* Whether a pin's net leads anywhere. */
static bool is_wired(const struct builder *builder, uint32_t pin)
{
    if (!is_net(pin))
        return false;
    const struct build_net *net = &builder->nets[pin];
    return net->drivers > 0 && (net->load_count > 0 || net->outputs > 0 || net->has_stem);
}

/* Boards lie one behind the other, on the first of them. */
static void put_boards(struct writer *writer)
{
    const struct builder *builder = writer->builder;
    uint32_t row = 0, z = 0;
    for (uint32_t board = 0; board < builder->board_count; board++) {
        uint8_t data[] = {0x33, 0x33, 0x33, 0, 0, 0, 0, 0, 0, 0, 0};
        uint32_t depth = 1, number = put_component(writer, TYPE_BOARD, 0, 0, 0);
        for (; row < builder->row_count && builder->rows[row].board == board; row++)
            depth =
                builder->rows[row].z + (builder->rows[row].kind == ROW_CELLS ? CELL_ROW : PORT_ROW);
        ow_blotter_component *component = &writer->save->components[number];
        component->parent = board > 0;
        component->position.fixed[0] = component->position.fixed[1] = 0;
        component->position.fixed[2] = (int32_t)SQUARE * (int32_t)z;
        store_u32(data + 3, builder->columns * COLUMN, false);
        store_u32(data + 7, depth, false);
        put_data(writer, number, data, sizeof data);
        z += depth;
    }
}

static uint32_t put_peg(struct writer *writer, const struct build_row *row, uint32_t x, uint32_t z,
                        uint32_t net)
{
    uint32_t peg = put_component(writer, TYPE_THROUGH_PEG, row->board, x, row->z + z);
    put_states(writer, peg, 0, 2, net);
    return peg;
}

static void put_cell(struct writer *writer, struct build_cell *cell)
{
    const struct builder *builder = writer->builder;
    const struct build_row *row = &builder->rows[cell->row];
    uint32_t x = cell->column * COLUMN;
    cell->component = put_component(writer, cell->kind, row->board, x, row->z + CELL_PLACE);
    for (unsigned i = 0; i < 3; i++)
        cell->pegs[i] = NO_BIT;
    for (unsigned i = 0; i < inputs_of_cell(cell); i++) {
        bool wired = is_wired(builder, cell->in[i]);
        put_states(writer, cell->component, i, 1, wired ? cell->in[i] : NO_BIT);
        if (!wired)
            continue;
        cell->pegs[i] = put_peg(writer, row, x + i, PEGS_IN_FRONT, cell->in[i]);
        put_wire(writer, input_of(cell->pegs[i], 0), input_of(cell->component, (int32_t)i));
    }
    if (!is_wired(builder, cell->out))
        return;
    cell->pegs[2] = put_peg(writer, row, x + (cell->kind == CELL_XOR), PEGS_BEHIND, cell->out);
    put_wire(writer, output_of(cell->component), input_of(cell->pegs[2], 0));
}

/* "count[3]", or the port's name alone, as a label has it. */
static ow_text name_of(struct writer *writer, const struct build_port *port)
{
    enum { INDEX = 16 };
    struct json_token token = {
        .data = port->name.data, .size = port->name.size, .escaped = port->escaped};
    char *name = arena_take(&writer->builder->arena, token.size + INDEX);
    size_t size = 0;
    if (!name) {
        writer->status = writer->builder->arena.status;
        return (ow_text){"", 0};
    }
    if (!json_unescape(&token, name, &size))
        size = 0;
    if (port->is_numbered)
        size += (size_t)snprintf(name + size, INDEX, "[%d]", (int)port->index);
    return (ow_text){name, size};
}

/* Centred, in the game's own colour and size: see the table of types. */
static void put_label(struct writer *writer, const struct build_port *port, uint32_t z)
{
    enum { FRONT = 16, BEHIND = 12, SIZE_AT = 12, MIDDLE = 1 };
    const struct build_row *row = &writer->builder->rows[port->row];
    static const uint8_t front[SIZE_AT] = {MIDDLE, 0,    0,    0,    0x26, 0x26,
                                           0x26,   0xcd, 0xcc, 0x4c, 0x3f, 0}; /* 0.8 */
    ow_text name = name_of(writer, port);
    uint32_t number =
        put_component(writer, TYPE_LABEL, row->board, port->column * COLUMN, row->z + z);
    uint8_t *data = take_bytes(writer, FRONT + name.size + BEHIND);
    if (!data)
        return;
    memcpy(data, front, sizeof front);
    store_u32(data + SIZE_AT, (uint32_t)name.size, false);
    if (name.size > 0)
        memcpy(data + FRONT, name.data, name.size);
    store_u32(data + FRONT + name.size, LABEL_WIDTH, false);
    store_u32(data + FRONT + name.size + 4, 1, false);
    store_u32(data + FRONT + name.size + 8, MIDDLE, false);
    writer->save->components[number].custom_data = (ow_bytes){data, FRONT + name.size + BEHIND};
}

/* A switch or a display with a label on its far side. */
static void put_panel(struct writer *writer, struct build_port *port)
{
    static const uint8_t off[] = {0x9a, 0x48, 0x0d, 0},
                         shown[] = {0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const struct build_row *row = &writer->builder->rows[port->row];
    port->component = put_component(writer, port->is_output ? TYPE_DISPLAY : TYPE_SWITCH,
                                    row->board, port->column * COLUMN, row->z + 1);
    if (port->is_output)
        put_data(writer, port->component, shown, sizeof shown);
    else
        put_data(writer, port->component, off, sizeof off);
    if (port->is_output)
        put_states(writer, port->component, 0, 1,
                   is_wired(writer->builder, port->net) ? port->net : NO_BIT);
    port->peg =
        port->is_stem ? put_peg(writer, row, port->column * COLUMN, 2, port->net) : port->component;
    put_label(writer, port, port->is_output ? 2 : 0);
}

/* A socket that looks off the board, its label, and a through peg. */
static void put_socket(struct writer *writer, struct build_port *port)
{
    const struct build_row *row = &writer->builder->rows[port->row];
    uint32_t x = port->column * COLUMN, net = port->net;
    bool wired = is_wired(writer->builder, net);
    port->component =
        put_component(writer, TYPE_SOCKET, row->board, x, row->z + (port->is_output ? 2 : 0));
    put_states(writer, port->component, 0, 1, wired ? net : NO_BIT);
    if (!port->is_output) {
        float *rotation = writer->save->components[port->component].rotation;
        rotation[1] = 1; /* half a turn about y */
        rotation[3] = 0;
    }
    put_label(writer, port, 1);
    if (!wired)
        return;
    port->peg = put_peg(writer, row, x, port->is_output ? 0 : 2, net);
    put_wire(writer, input_of(port->peg, 0), input_of(port->component, 0));
}

static void put_port(struct writer *writer, struct build_port *port)
{
    port->peg = NO_BIT;
    if (writer->builder->asked->ports == OW_BUILD_SOCKETS)
        put_socket(writer, port);
    else
        put_panel(writer, port);
}

static void put_row(struct writer *writer, const struct build_row *row)
{
    struct builder *builder = writer->builder;
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        if (row->kind == ROW_CELLS)
            put_cell(writer, &builder->cells[builder->order[i]]);
        else if (row->kind == ROW_INPUTS)
            put_port(writer, &builder->ports[builder->input_ports[i]]);
        else
            put_port(writer, &builder->ports[builder->output_ports[i]]);
    }
}

/* The next peg of a net's chain. A chain begins at a switch, where one drives the net. */
static void chain(struct writer *writer, uint32_t number, uint32_t component, int32_t index)
{
    const struct builder *builder = writer->builder;
    struct build_net *net = &builder->nets[number];
    if (net->last != NO_BIT)
        put_wire(writer, input_of(net->last, net->last_index), input_of(component, index));
    else if (net->port != NO_BIT && builder->asked->ports == OW_BUILD_PANELS)
        put_wire(writer, output_of(builder->ports[net->port].component),
                 input_of(component, index));
    net->last = component;
    net->last_index = index;
}

static void chain_port(struct writer *writer, const struct build_port *port)
{
    bool has_stem = writer->builder->asked->ports == OW_BUILD_PANELS;
    if (is_wired(writer->builder, port->net) && (!has_stem || port->is_output || port->is_stem))
        chain(writer, port->net, port->peg, has_stem ? 0 : 1);
}

static void chain_cell(struct writer *writer, const struct build_cell *cell, bool outputs)
{
    for (unsigned i = outputs ? 2 : 0; i < (outputs ? 3u : 2u); i++)
        if (cell->pegs[i] != NO_BIT)
            chain(writer, i < 2 ? cell->in[i] : cell->out, cell->pegs[i], 1);
}

/* Pegs in front of a row from left to right, those behind it from right to left, and the other way in the next
 * row. */
static void chain_row(struct writer *writer, const struct build_row *row, bool from_right)
{
    struct builder *builder = writer->builder;
    for (int pass = 0; pass < (row->kind == ROW_CELLS ? 2 : 1); pass++)
        for (uint32_t i = 0; i < row->count; i++) {
            bool reversed = from_right != (pass == 1);
            uint32_t at = row->first + (reversed ? row->count - 1 - i : i);
            if (row->kind == ROW_CELLS)
                chain_cell(writer, &builder->cells[builder->order[at]], pass == 1);
            else
                chain_port(writer,
                           &builder->ports[row->kind == ROW_INPUTS ? builder->input_ports[at]
                                                                   : builder->output_ports[at]]);
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

/* What is on before anything runs: outputs, and the nets that they drive. */
static ow_status put_on_states(struct writer *writer)
{
    const struct builder *builder = writer->builder;
    ow_blotter_circuit_states *states = &writer->save->circuit_states;
    states->on = ow_take(writer->save->owner, (size_t)builder->net_count + builder->cell_count,
                         sizeof *states->on, builder->error);
    if (!states->on)
        return OW_NO_MEMORY;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (builder->nets[i].on && is_wired(builder, i))
            states->on[states->on_count++] = builder->nets[i].state;
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (builder->cells[i].on)
            states->on[states->on_count++] =
                writer->save->components[builder->cells[i].component].outputs[0];
    return OW_OK;
}

/* Takes room for all that can be there, which is counted on the way. */
static ow_status take_room(struct writer *writer)
{
    struct builder *builder = writer->builder;
    ow_blotter_save *save = writer->save;
    uint64_t components = builder->board_count + (uint64_t)builder->cell_count * 4 +
                          (uint64_t)builder->port_count * 3;
    uint64_t wires = (uint64_t)builder->cell_count * 6 + (uint64_t)builder->port_count * 2;
    if (components > INT32_MAX / 4 || wires > INT32_MAX / 4)
        return error_set(builder->error, OW_BAD_VALUE, 0, NULL,
                         "the netlist has more cells than a save can number");
    save->components =
        ow_take(save->owner, (size_t)components, sizeof *save->components, builder->error);
    save->wires = ow_take(save->owner, (size_t)wires + 1, sizeof *save->wires, builder->error);
    return save->components && save->wires ? OW_OK : OW_NO_MEMORY;
}

static ow_status put_mod(struct writer *writer)
{
    ow_blotter_save *save = writer->save;
    ow_blotter_mod *mod =
        ow_list_append(save->owner, save->mods, save->mod_count, writer->builder->error);
    if (!mod)
        return OW_NO_MEMORY;
    *mod = (ow_blotter_mod){OW_LITERAL("MHG"), {0, 92, 3, -1}};
    return OW_OK;
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
    ow_status status = take_room(&writer);
    if (status == OW_OK)
        status = put_mod(&writer);
    if (status != OW_OK)
        return status;
    for (uint32_t i = 0; i < builder->net_count; i++)
        if (is_wired(builder, i))
            builder->nets[i].state = writer.next_state++;
    put_boards(&writer);
    for (uint32_t i = 0; writer.status == OW_OK && i < builder->row_count; i++)
        put_row(&writer, &builder->rows[i]);
    for (uint32_t i = 0; writer.status == OW_OK && i < builder->row_count; i++)
        chain_row(&writer, &builder->rows[i], i % 2 == 1);
    status = writer.status == OW_OK ? name_types(&writer) : writer.status;
    return status == OW_OK ? put_on_states(&writer) : status;
}
