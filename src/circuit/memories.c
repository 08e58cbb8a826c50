/* Memories of mods: contents and updates.
 *
 * CheeseUtilMod's RAMs: input 0 enables the output, 1 writes, 2 is for its client only; then data,
 * then address, lowest bits first. DualPortRamResizable has two ports on the same cells: input 0 is
 * for its client; 1 enables the output of port A and 2 writes through it, 3 and 4 likewise for port
 * B; then the address of A, that of B, data of A, data of B. HuntaBaddayCPUmod's Buffer8_sw: a
 * queue of 65,536 bytes; inputs 0 to 7 are data with bit 7 first, 8 writes, 9 reads (both at the
 * rising edge), 10 empties it. Memories of the caller have their own shape, and no known custom
 * data. */
#include "simulation.h"

#include "../base/bytes.h"
#include "../base/error.h"

#include <string.h>

enum {
    RAM_SHOW,
    RAM_WRITE,
    FIFO_CELLS = 65536,
    /* After the cells: the places of the next byte in and out, and three flags. */
    FIFO_HEAD = FIFO_CELLS,
    FIFO_TAIL = FIFO_HEAD + 2,
    FIFO_WAS_WRITE = FIFO_TAIL + 2,
    FIFO_WAS_READ,
    FIFO_IS_FULL,
    FIFO_SIZE,
    FIFO_WRITE = 8,
    FIFO_READ,
    FIFO_RESET,
    FIFO_AVAILABLE = 8,
    FIFO_FULL
};

bool memory_find_packed(ow_logic logic, const struct component_type *type, ow_bytes data,
                        size_t *first, size_t *size)
{
    if (!data.data)
        return false;
    if (logic == OW_LOGIC_FIFO) {
        *first = 0;
        *size = data.size;
        return true;
    }
    /* The resizable ones begin with two sizes, which are unused. */
    bool is_resizable =
        logic == OW_LOGIC_DUAL_PORT_RAM || strcmp(type->name, "CheeseUtilMod.RamResizable") == 0;
    size_t front = is_resizable ? 8 : 0, lengths = 8;
    if (data.size < front + lengths + 1)
        return false;
    uint32_t incoming = load_u32(data.data + front, false);
    if (incoming > data.size - front - lengths - 1)
        return false;
    uint32_t held = load_u32(data.data + front + 4 + incoming, false);
    *first = front + lengths + incoming;
    *size = held;
    return held == data.size - *first - 1;
}

static void unpack(ow_simulation *run, struct memory *memory)
{
    const ow_circuit_component *component = &run->circuit->components[memory->component];
    const ow_blotter_component *saved = &run->save->components[memory->component];
    size_t first, size;
    if (run->asked.inflate &&
        memory_find_packed(component->logic, run->types[saved->type].type, saved->custom_data,
                           &first, &size) &&
        size > 0 &&
        run->asked.inflate(run->asked.context, saved->custom_data.data + first, size, memory->bytes,
                           /* drops what was decompressed before the error */
                           memory->size) == 0)
        memset(memory->bytes, 0, memory->size);
}

/* Sets the shape of the memory of a component: bits, and bytes of cells. */
static void shape_memory(struct memory *memory, const ow_circuit_component *component)
{
    if (component->logic == OW_LOGIC_FIFO)
        return;
    memory->data_bits = data_bits_of_ram(component);
    memory->address_bits =
        memory->shape ? memory->shape->address_bits : address_bits_of_ram(component);
    memory->cell_size = (memory->data_bits + 7) / 8;
    memory->size = memory->cell_size << memory->address_bits;
}

static ow_status open_memory(ow_simulation *run, uint32_t number)
{
    const ow_circuit_component *component = &run->circuit->components[number];
    struct memory *memory = &run->memories[run->memory_count];
    *memory = (struct memory){.component = number, .cell_size = 1, .size = FIFO_SIZE};
    if (component->logic == OW_LOGIC_MEMORY) {
        memory->shape = run->circuit->tables[component->table].memory;
        memory->was_clock = memory->shape->clock != OW_NO_NET &&
                            input_is_on(run, component->first_input + memory->shape->clock);
    }
    shape_memory(memory, component);
    memory->bytes = arena_take(&run->arena, memory->size);
    if (!memory->bytes)
        return run->arena.status;
    memset(memory->bytes, 0, memory->size);
    if (!memory->shape)
        unpack(run, memory);
    else if (memory->shape->contents.size > 0)
        memcpy(memory->bytes, memory->shape->contents.data, memory->shape->contents.size);
    run->components[number].own = run->memory_count++;
    return OW_OK;
}

static bool is_memory(const ow_circuit_component *component)
{
    return component->logic == OW_LOGIC_RAM || component->logic == OW_LOGIC_DUAL_PORT_RAM ||
           component->logic == OW_LOGIC_FIFO || component->logic == OW_LOGIC_MEMORY;
}

ow_status simulation_open_memories(ow_simulation *run)
{
    const ow_circuit *circuit = run->circuit;
    const uint32_t *counts = run->logic_counts;
    const uint32_t count = counts[OW_LOGIC_RAM] + counts[OW_LOGIC_DUAL_PORT_RAM] +
                           counts[OW_LOGIC_FIFO] + counts[OW_LOGIC_MEMORY];
    ow_status status = OW_OK;
    run->memories = arena_take(&run->arena, count * sizeof *run->memories);
    if (!run->memories)
        return run->arena.status;
    for (uint32_t i = 0; status == OW_OK && run->memory_count < count; i++)
        if (is_memory(&circuit->components[i]))
            status = open_memory(run, i);
    return status;
}

/* The cell that an address on inputs names, its lowest bit first. */
static uint8_t *addressed_cell(const ow_simulation *run, const struct memory *memory,
                               uint32_t address)
{
    size_t cell = 0;
    for (uint32_t i = 0; i < memory->address_bits; i++)
        cell |= (size_t)input_is_on(run, address + i) << i;
    return memory->bytes + cell * memory->cell_size;
}

static void write_cell(const ow_simulation *run, struct memory *memory, uint8_t *cell,
                       uint32_t data)
{
    memset(cell, 0, memory->cell_size);
    for (uint32_t i = 0; i < memory->data_bits; i++)
        cell[i / 8] = (uint8_t)(cell[i / 8] | input_is_on(run, data + i) << i % 8);
    memory->was_changed = true;
}

static void show_cell(ow_simulation *run, const struct memory *memory, const uint8_t *cell,
                      uint32_t first_output, bool shown)
{
    for (uint32_t i = 0; i < memory->data_bits; i++)
        set_output(run, first_output + i, shown && cell[i / 8] >> i % 8 & 1);
}

void simulation_update_ram(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    struct memory *memory = &run->memories[component->own];
    uint32_t in = component->first_input, data = in + RAM_CONTROLS;
    uint8_t *cell = addressed_cell(run, memory, data + memory->data_bits);
    if (input_is_on(run, in + RAM_WRITE))
        write_cell(run, memory, cell, data);
    show_cell(run, memory, cell, component->first_output, input_is_on(run, in + RAM_SHOW));
}

/* Both ports write, A before B, and then both show: at one address, B's data stay. */
void simulation_update_dual_port_ram(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    struct memory *memory = &run->memories[component->own];
    uint32_t in = component->first_input, address = in + DUAL_CONTROLS;
    uint32_t data = address + 2 * memory->address_bits;
    uint8_t *cells[2];
    for (uint32_t port = 0; port < 2; port++) {
        cells[port] = addressed_cell(run, memory, address + port * memory->address_bits);
        if (input_is_on(run, in + DUAL_WRITE + 2 * port))
            write_cell(run, memory, cells[port], data + port * memory->data_bits);
    }
    for (uint32_t port = 0; port < 2; port++)
        show_cell(run, memory, cells[port], component->first_output + port * memory->data_bits,
                  input_is_on(run, in + DUAL_SHOW + 2 * port));
}

/* Returns true if it writes in this tick: while `write` is on, or at the clock's rising edge. */
static bool writes_now(ow_simulation *run, struct memory *memory, uint32_t in)
{
    const ow_circuit_memory *shape = memory->shape;
    bool asked = shape->write == OW_NO_NET || input_is_on(run, in + shape->write);
    if (shape->clock == OW_NO_NET)
        return shape->data && asked;
    bool clock = input_is_on(run, in + shape->clock), rises = clock && !memory->was_clock;
    memory->was_clock = clock;
    return asked && rises;
}

void simulation_update_memory(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    struct memory *memory = &run->memories[component->own];
    const ow_circuit_memory *shape = memory->shape;
    uint32_t in = component->first_input;
    size_t cell = 0;
    for (uint32_t i = 0; i < shape->address_bits; i++)
        cell |= (size_t)input_is_on(run, in + shape->address[i]) << i;
    uint8_t *bytes = memory->bytes + cell * memory->cell_size;
    if (writes_now(run, memory, in)) {
        memset(bytes, 0, memory->cell_size);
        for (uint32_t i = 0; i < shape->bits; i++)
            bytes[i / 8] = (uint8_t)(bytes[i / 8] | input_is_on(run, in + shape->data[i]) << i % 8);
    }
    bool shown = shape->read == OW_NO_NET || input_is_on(run, in + shape->read);
    for (uint32_t i = 0; i < shape->bits; i++)
        set_output(run, component->first_output + (shape->shown ? shape->shown[i] : i),
                   shown && bytes[i / 8] >> i % 8 & 1);
}

static void show_byte(ow_simulation *run, uint32_t first_output, uint8_t byte)
{
    for (uint32_t i = 0; i < 8; i++)
        set_output(run, first_output + i, byte >> (7 - i) & 1);
}

static uint8_t read_byte(const ow_simulation *run, uint32_t first_input)
{
    unsigned byte = 0;
    for (uint32_t i = 0; i < 8; i++)
        byte |= (unsigned)input_is_on(run, first_input + i) << (7 - i);
    return (uint8_t)byte;
}

static void put_in(uint8_t *bytes, uint8_t byte)
{
    uint32_t head = load_u16(bytes + FIFO_HEAD, false);
    bytes[head] = byte;
    store_u16(bytes + FIFO_HEAD, (uint16_t)(head + 1), false);
    bytes[FIFO_IS_FULL] = load_u16(bytes + FIFO_HEAD, false) == load_u16(bytes + FIFO_TAIL, false);
}

static uint8_t pop_byte(uint8_t *bytes)
{
    uint32_t tail = load_u16(bytes + FIFO_TAIL, false);
    uint8_t byte = bytes[tail];
    bytes[tail] = 0;
    store_u16(bytes + FIFO_TAIL, (uint16_t)(tail + 1), false);
    bytes[FIFO_IS_FULL] = 0;
    return byte;
}

static bool holds_something(const uint8_t *bytes)
{
    return bytes[FIFO_IS_FULL] ||
           load_u16(bytes + FIFO_HEAD, false) != load_u16(bytes + FIFO_TAIL, false);
}

void simulation_update_fifo(ow_simulation *run, uint32_t number)
{
    const struct running_component *component = &run->components[number];
    struct memory *memory = &run->memories[component->own];
    uint32_t in = component->first_input, out = component->first_output;
    uint8_t *bytes = memory->bytes;
    bool writes = input_is_on(run, in + FIFO_WRITE), reads = input_is_on(run, in + FIFO_READ);
    memory->was_changed = true;
    if (input_is_on(run, in + FIFO_RESET))
        memset(bytes, 0, FIFO_HEAD + 4), bytes[FIFO_IS_FULL] = 0;
    if (writes && !bytes[FIFO_WAS_WRITE] && !bytes[FIFO_IS_FULL])
        put_in(bytes, read_byte(run, in));
    if (reads && !bytes[FIFO_WAS_READ] && holds_something(bytes)) {
        show_byte(run, out, pop_byte(bytes));
        set_output(run, out + FIFO_AVAILABLE, true);
    } else if (!reads) {
        show_byte(run, out, 0);
        set_output(run, out + FIFO_AVAILABLE, holds_something(bytes));
    }
    set_output(run, out + FIFO_FULL, bytes[FIFO_IS_FULL]);
    bytes[FIFO_WAS_WRITE] = writes;
    bytes[FIFO_WAS_READ] = reads;
}

uint8_t *ow_simulation_memory(ow_simulation *run, uint32_t component, size_t *size,
                              size_t *cell_size)
{
    if (!run || component >= run->circuit->component_count ||
        !is_memory(&run->circuit->components[component]))
        return NULL;
    struct memory *memory = &run->memories[run->components[component].own];
    memory->was_changed = true;
    if (size)
        *size =
            run->circuit->components[component].logic == OW_LOGIC_FIFO ? FIFO_CELLS : memory->size;
    if (cell_size)
        *cell_size = memory->cell_size;
    queue_component(run, component);
    return memory->bytes;
}

static struct memory *queue_of(const ow_simulation *run, uint32_t component)
{
    if (!run || component >= run->circuit->component_count ||
        run->circuit->components[component].logic != OW_LOGIC_FIFO)
        return NULL;
    return &run->memories[run->components[component].own];
}

size_t ow_simulation_read_queue(const ow_simulation *run, uint32_t component, uint8_t *bytes,
                                size_t room)
{
    const struct memory *memory = queue_of(run, component);
    if (!memory)
        return 0;
    uint16_t head = load_u16(memory->bytes + FIFO_HEAD, false);
    uint16_t tail = load_u16(memory->bytes + FIFO_TAIL, false);
    size_t count = memory->bytes[FIFO_IS_FULL] ? FIFO_CELLS : (uint16_t)(head - tail);
    for (size_t i = 0; bytes && i < count && i < room; i++)
        bytes[i] = memory->bytes[(uint16_t)(tail + i)];
    return count;
}

ow_status ow_simulation_fill_queue(ow_simulation *run, uint32_t component, ow_bytes contents,
                                   ow_error *error)
{
    struct memory *memory = queue_of(run, component);
    error_clear(error);
    if (!memory || contents.size > FIFO_CELLS)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "only a queue can be filled, with at most %d bytes", FIFO_CELLS);
    memset(memory->bytes, 0, FIFO_TAIL + 2);
    if (contents.size > 0)
        memcpy(memory->bytes, contents.data, contents.size);
    store_u16(memory->bytes + FIFO_HEAD, (uint16_t)contents.size, false);
    memory->bytes[FIFO_IS_FULL] = contents.size == FIFO_CELLS;
    memory->was_changed = true;
    queue_component(run, component);
    return OW_OK;
}
