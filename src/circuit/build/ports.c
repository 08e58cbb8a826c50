/* Ports: switches and displays, or sockets, each with a label. */
#include "save.h"

#include "../../base/bytes.h"
#include "../../base/floats.h"

#include <stdio.h>
#include <string.h>

enum { LABEL_WIDTH = COLUMN, MORE = 64 };

static uint32_t put_peg(struct writer *writer, const struct build_row *row, uint32_t x, uint32_t z,
                        uint32_t net)
{
    uint32_t peg = build_put_on_square(writer, TYPE_THROUGH_PEG, x, row->z + z);
    build_put_states(writer, peg, 0, 2, net);
    return peg;
}

/* A name from the text in the form of a label, with room for more after it. NULL without memory. */
static char *plain_name(struct writer *writer, ow_text name, bool escaped, size_t *size)
{
    struct json_token token = {.data = name.data, .size = name.size, .escaped = escaped};
    char *plain = arena_take(&writer->builder->arena, token.size + MORE);
    if (!plain)
        writer->status = writer->builder->arena.status;
    else if (!json_unescape(&token, plain, size))
        *size = 0;
    return plain;
}

/* The game's own size of letters, or a smaller one, so that a name stays within its label: a
 * letter is about half as wide as high (measured in pictures of `render`). */
static float letter_size(ow_text name, uint32_t wide)
{
    const float largest = 0.8f;
    float fits = divide_floats(2 * (float)wide, (float)(name.size > 0 ? name.size : 1));
    return fits < largest ? fits : largest;
}

/* A centred label in the game's own colour and size: see the table of types. */
static void put_text(struct writer *writer, ow_text name, uint32_t wide, uint32_t x, uint32_t z)
{
    enum { FRONT = 16, BEHIND = 12, LETTERS_AT = 7, SIZE_AT = 12, MIDDLE = 1 };
    static const uint8_t front[SIZE_AT] = {MIDDLE, 0, 0, 0, 0x26, 0x26, 0x26};
    float letters = letter_size(name, wide);
    uint32_t bits;
    uint32_t number = build_put_on_square(writer, TYPE_LABEL, x, z);
    uint8_t *data = build_take_bytes(writer, FRONT + name.size + BEHIND);
    if (!data)
        return;
    memcpy(data, front, sizeof front);
    memcpy(&bits, &letters, sizeof bits);
    store_u32(data + LETTERS_AT, bits, false);
    store_u32(data + SIZE_AT, (uint32_t)name.size, false);
    if (name.size > 0)
        memcpy(data + FRONT, name.data, name.size);
    store_u32(data + FRONT + name.size, wide, false);
    store_u32(data + FRONT + name.size + 4, 1, false);
    store_u32(data + FRONT + name.size + 8, MIDDLE, false);
    writer->save->components[number].custom_data = (ow_bytes){data, FRONT + name.size + BEHIND};
}

/* "count[3]", or only the port's name, for a label. */
static void put_label(struct writer *writer, const struct build_port *port, uint32_t z)
{
    size_t size = 0;
    char *name = plain_name(writer, port->name, port->escaped, &size);
    if (!name)
        return;
    if (port->is_numbered)
        size += (size_t)snprintf(name + size, MORE, "[%d]", (int)port->index);
    put_text(writer, (ow_text){name, size}, LABEL_WIDTH, port->column * COLUMN,
             writer->builder->rows[port->row].z + z);
}

void build_put_memory_label(struct writer *writer, const struct build_memory *memory)
{
    const struct builder *builder = writer->builder;
    size_t size = 0;
    char *name = plain_name(writer, memory->name, memory->escaped, &size);
    if (!name)
        return;
    size += (size_t)snprintf(name + size, MORE, ": %u words of %u bits", (unsigned)memory->words,
                             (unsigned)memory->bits);
    if (memory->first > 0)
        size += (size_t)snprintf(name + size, MORE / 2, " from %u", (unsigned)memory->first);
    uint32_t most = builder->width < LARGEST_SIDE ? builder->width : LARGEST_SIDE;
    uint32_t wide = (uint32_t)size / 2 + 1;
    put_text(writer, (ow_text){name, size}, wide < most ? wide : most, 0,
             builder->rows[memory->row].z + 2);
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
