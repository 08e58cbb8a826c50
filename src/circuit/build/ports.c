/* Ports: switches and displays, or sockets, each with a label. */
#include "labels.h"

#include <stdio.h>

enum { LABEL_WIDTH = COLUMN };

static uint32_t put_peg(struct writer *writer, const struct build_row *row, uint32_t x, uint32_t z,
                        uint32_t net)
{
    uint32_t peg = build_put_on_square(writer, TYPE_THROUGH_PEG, x, row->z + z);
    build_put_states(writer, peg, 0, 2, net);
    return peg;
}

/* "count[3]", or only the port's name, for a label. */
static void put_label(struct writer *writer, const struct build_port *port, uint32_t z)
{
    size_t size = 0;
    char *name = build_plain_name(writer, port->name, port->escaped, &size);
    if (!name)
        return;
    if (port->is_numbered)
        size += (size_t)snprintf(name + size, LABEL_MORE, "[%d]", (int)port->index);
    build_put_text(writer, (ow_text){name, size}, LABEL_WIDTH, port->column * COLUMN,
                   writer->builder->rows[port->row].z + z);
}

/* Adds a switch or a display, with a label on its far side. */
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

/* Adds a socket that faces outwards, its label, and a through peg. */
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
