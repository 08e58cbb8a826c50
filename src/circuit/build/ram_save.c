/* Writing RAMs: the component, its contents, and the through pegs of its pins. What faces the rows
 * before it is port A, which writes; on its other side is port B, which reads. Seen from the side,
 * with z to the right:
 *
 *      write  read
 *          |  |
 *         +----+
 *   to ---|    |--- from      4 squares high
 *   data -|    |              2.5
 *         |    |- out         1
 *   ------+----+---------     the board
 *   w  t d       o f   r      through pegs
 *
 * Wires run from a pin down to its peg in a plane of their own, so they meet no body. What the
 * inputs mean, and what custom data there is, comes from the mod's source: see memories.c. */
#include "place.h"
#include "save.h"

#include "../../base/bytes.h"
#include "../../base/stored.h"

/* Lines of a row of RAMs, in squares from its start. */
enum {
    LINE_WRITE = 0,
    LINE_TO = 2,
    LINE_DATA,
    LINE_BODY,
    LINE_OUT = LINE_BODY + 2,
    LINE_FROM,
    LINE_READ = LINE_FROM + 2
};

_Static_assert((int)LINE_READ + 1 == (int)RAM_ROW, "a row has room for its lines");

/* Inputs of the component: port A writes, port B shows. */
enum { INPUT_WRITE = DUAL_WRITE, INPUT_READ = DUAL_SHOW + 2, INPUT_TO = DUAL_CONTROLS };

struct put_ram {
    struct writer *writer;
    const struct build_ram *ram;
    uint32_t z; /* start of the row */
};

/* Adds the through peg of a net on a square, and wires it to a pin. */
static void tap(const struct put_ram *put, uint32_t net, ow_blotter_peg pin, uint32_t x,
                uint32_t line)
{
    struct builder *builder = put->writer->builder;
    if (!is_wired(builder, net))
        return;
    uint32_t peg = build_put_on_square(put->writer, TYPE_THROUGH_PEG, x, put->z + line);
    build_put_states(put->writer, peg, 0, 2, net);
    if (pin.kind == OW_BLOTTER_OUTPUT)
        build_put_wire(put->writer, pin, build_input_of(peg, 0));
    else
        build_put_wire(put->writer, build_input_of(peg, 0), pin);
    builder->taps[builder->tap_count++] = (struct build_tap){net, peg};
}

/* Sets the state of an input, and gives it a through peg. */
static void put_input(const struct put_ram *put, uint32_t net, uint32_t index, uint32_t x,
                      uint32_t line)
{
    struct writer *writer = put->writer;
    build_put_states(writer, put->ram->component, index, 1,
                     is_wired(writer->builder, net) ? net : NO_BIT);
    tap(put, net, build_input_of(put->ram->component, (int32_t)index), x, line);
}

/* Two constants of the mod; the size of what its client has to load, 0; the contents, as raw
 * deflate; a state. */
static void put_contents(struct writer *writer, const struct build_ram *ram)
{
    enum { CONSTANTS = 8, SIZES = 8, STATE = 1, ADDRESS_WIDTH = 4, BIT_WIDTH = 2 };
    size_t plain = ram_size(ram), packed = stored_size(plain), front = CONSTANTS + SIZES;
    uint8_t *data = build_take_bytes(writer, front + packed + STATE);
    if (!data)
        return;
    store_u32(data, ADDRESS_WIDTH, false);
    store_u32(data + 4, BIT_WIDTH, false);
    store_u32(data + CONSTANTS, 0, false);
    store_u32(data + CONSTANTS + 4, (uint32_t)packed, false);
    stored_pack(ram->contents, plain, data + front);
    data[front + packed] = 0;
    writer->save->components[ram->component].custom_data = (ow_bytes){data, front + packed + STATE};
}

void build_put_ram(struct writer *writer, struct build_ram *ram)
{
    uint32_t inputs = INPUT_TO + 2 * ram->address_bits + 2 * ram->bits;
    int32_t half = FRACTION / 2, x = (int32_t)ram->x * FRACTION + (int32_t)ram_width(ram) * half;
    uint32_t z = writer->builder->rows[ram->row].z + LINE_BODY;
    ram->component = build_put_component(writer, TYPE_RAM, inputs, 2 * ram->bits, x - half,
                                         (int32_t)z * FRACTION + half);
    build_put_states(writer, ram->component, 0, inputs, NO_BIT);
    put_contents(writer, ram);
}

void build_put_ram_pins(struct writer *writer, const struct build_ram *ram)
{
    struct put_ram put = {writer, ram, writer->builder->rows[ram->row].z};
    const struct build_cell *bits = writer->builder->cells + ram->first;
    uint32_t addresses = ram->address_bits, data = INPUT_TO + 2 * addresses;
    const uint32_t *to = bits->in + RAM_TO, *read = to + addresses, *from = read + 1;
    uint32_t middle = ram->x + (ram_width(ram) - 1) / 2;
    if (writer->status != OW_OK)
        return;
    put_input(&put, bits->in[RAM_WRITE], INPUT_WRITE, middle, LINE_WRITE);
    put_input(&put, *read, INPUT_READ, middle > ram->x ? middle - 1 : middle, LINE_READ);
    for (uint32_t i = 0; i < addresses; i++) {
        put_input(&put, to[i], INPUT_TO + i, ram->x + i, LINE_TO);
        put_input(&put, from[i], INPUT_TO + addresses + i, ram->x + i, LINE_FROM);
    }
    for (uint32_t i = 0; i < ram->bits; i++) {
        put_input(&put, bits[i].in[RAM_DATA], data + i, ram->x + i, LINE_DATA);
        tap(&put, bits[i].out, build_output_of(ram->component, (int32_t)(ram->bits + i)),
            ram->x + i, LINE_OUT);
    }
}
