/* Ports: switches and displays, or sockets, each with a label. */
#include "save.h"

#include "../../base/bytes.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_WIDTH = COLUMN };

static uint32_t put_peg(struct writer *writer, const struct build_row *row, uint32_t x, uint32_t z,
                        uint32_t net)
{
    uint32_t peg = build_put_on_square(writer, TYPE_THROUGH_PEG, x, row->z + z);
    build_put_states(writer, peg, 0, 2, net);
    return peg;
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
    uint32_t number = build_put_on_square(writer, TYPE_LABEL, port->column * COLUMN, row->z + z);
    uint8_t *data = build_take_bytes(writer, FRONT + name.size + BEHIND);
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
    port->component = build_put_on_square(writer, port->is_output ? TYPE_DISPLAY : TYPE_SWITCH,
                                          port->column * COLUMN, row->z + 1);
    if (port->is_output)
        build_put_data(writer, port->component, shown, sizeof shown);
    else
        build_put_data(writer, port->component, off, sizeof off);
    if (port->is_output)
        build_put_states(writer, port->component, 0, 1,
                         is_wired(writer->builder, port->net) ? port->net : NO_BIT);
    port->peg = port->is_stem     ? put_peg(writer, row, port->column * COLUMN, 2, port->net)
                : port->is_output ? port->component
                                  : NO_BIT;
    put_label(writer, port, port->is_output ? 2 : 0);
}

/* A socket that looks off the board, its label, and a through peg. */
static void put_socket(struct writer *writer, struct build_port *port)
{
    const struct build_row *row = &writer->builder->rows[port->row];
    uint32_t x = port->column * COLUMN, net = port->net;
    bool wired = is_wired(writer->builder, net);
    port->component =
        build_put_on_square(writer, TYPE_SOCKET, x, row->z + (port->is_output ? 2 : 0));
    build_put_states(writer, port->component, 0, 1, wired ? net : NO_BIT);
    if (!port->is_output)
        build_turn(writer, port->component);
    put_label(writer, port, 1);
    if (!wired)
        return;
    port->peg = put_peg(writer, row, x, port->is_output ? 0 : 2, net);
    build_put_wire(writer, build_input_of(port->peg, 0), build_input_of(port->component, 0));
}

void build_put_port(struct writer *writer, struct build_port *port)
{
    port->peg = NO_BIT;
    if (writer->builder->asked->ports == OW_BUILD_SOCKETS)
        put_socket(writer, port);
    else
        put_panel(writer, port);
}
