/* Runs a PicoRV32 that `overworld build` made, with a memory on its bus, for build.py.
 *
 * Usage: run_picorv32 SAVE HALF CYCLES < IMAGE
 *
 * HALF is half a period of the clock in ticks. IMAGE is what the memory has from address 0 on.
 * The memory answers at once; what is written to address 0x10000000 is printed. It ends after so
 * many cycles, or when the processor traps. */
#include <overworld/overworld.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 1 << 20, PRINT = 0x10000000, WIDE = 32, RESET = 20 };

static ow_circuit circuit;
static ow_simulation *run;
static uint8_t memory[MEMORY];
static ow_error error;

static void need(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "run_picorv32: %s\n", what);
        exit(1);
    }
}

/* The nets of a port, the lowest bit first. */
struct bus {
    uint32_t nets[WIDE], switches[WIDE];
    int wide;
};

static struct bus find_bus(const char *name, int wide)
{
    struct bus bus = {.wide = wide};
    for (int i = 0; i < wide; i++) {
        char text[64];
        snprintf(text, sizeof text, wide > 1 ? "%s[%d]" : "%s", name, i);
        bus.nets[i] = ow_circuit_find_net(&circuit, ow_text_of(text));
        need(bus.nets[i] != OW_NO_NET, text);
        for (uint32_t k = 0; k < circuit.port_count; k++)
            if (circuit.ports[k].net == bus.nets[i] && circuit.ports[k].kind == OW_PORT_SWITCH)
                bus.switches[i] = circuit.ports[k].component;
    }
    return bus;
}

static uint32_t get(const struct bus *bus)
{
    uint32_t value = 0;
    for (int i = 0; i < bus->wide; i++)
        value |= (uint32_t)ow_simulation_net(run, bus->nets[i]) << i;
    return value;
}

static void set(const struct bus *bus, uint32_t value)
{
    for (int i = 0; i < bus->wide; i++)
        need(ow_simulation_set(run, bus->switches[i], value >> i & 1, &error) == OW_OK,
             error.message);
}

static uint32_t load(uint32_t address)
{
    address &= MEMORY - 4;
    return (uint32_t)memory[address] | (uint32_t)memory[address + 1] << 8 |
           (uint32_t)memory[address + 2] << 16 | (uint32_t)memory[address + 3] << 24;
}

static void store(uint32_t address, uint32_t data, uint32_t lanes)
{
    if (address == PRINT)
        putchar((int)(data & 0xff));
    else
        for (uint32_t lane = 0; lane < 4; lane++)
            if (lanes >> lane & 1)
                memory[((address & (MEMORY - 4)) + lane)] = (uint8_t)(data >> 8 * lane);
}

static void open_save(const char *path)
{
    static ow_document document;
    static uint8_t bytes[1 << 24];
    FILE *file = fopen(path, "rb");
    need(file != NULL, path);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    need(ow_open(bytes, size, NULL, &document, &error) == OW_OK, error.message);
    need(ow_circuit_open(&document, NULL, NULL, &circuit, &error) == OW_OK, error.message);
    need(ow_simulation_open(&document, &circuit, NULL, NULL, &run, &error) == OW_OK, error.message);
}

int main(int argc, char **argv)
{
    need(argc == 4, "SAVE HALF CYCLES < IMAGE");
    open_save(argv[1]);
    long half = atol(argv[2]), cycles = atol(argv[3]);
    fread(memory, 1, sizeof memory, stdin);
    struct bus clock = find_bus("clk", 1), reset = find_bus("resetn", 1),
               ready = find_bus("mem_ready", 1), valid = find_bus("mem_valid", 1),
               address = find_bus("mem_addr", WIDE), data = find_bus("mem_wdata", WIDE),
               lanes = find_bus("mem_wstrb", 4), answer = find_bus("mem_rdata", WIDE),
               trap = find_bus("trap", 1);
    uint32_t shown = 0;
    set(&ready, 1);
    for (long cycle = 0; cycle < cycles && (cycle < RESET || !get(&trap)); cycle++) {
        for (long tick = 0; tick < 2 * half; tick++) {
            if (tick == 0)
                set(&clock, 1);
            if (tick == half)
                set(&clock, 0);
            if (tick == 0)
                set(&reset, cycle >= RESET);
            if (load(get(&address)) != shown)
                set(&answer, shown = load(get(&address)));
            need(ow_simulation_run(run, 1, &error) == OW_OK, error.message);
        }
        if (get(&valid))
            store(get(&address), get(&data), get(&lanes));
    }
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    return 0;
}
