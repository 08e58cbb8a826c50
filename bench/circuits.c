/* How fast circuits run: a ring of inverters that all change in every tick, which no cleverness can
 * skip, wired in the order of the file and in an order made at random.
 *
 * Usage: circuits [COMPONENTS [TICKS]]    (1,000,000 and 50) */
#define _POSIX_C_SOURCE 200809L
#include <overworld/overworld.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct ring {
    ow_blotter_save save;
    ow_blotter_component_type type;
    int32_t *states;
    uint32_t *order;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static uint64_t random_number(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static bool make_ring(struct ring *ring, uint32_t count, bool shuffled)
{
    ow_blotter_save *save = &ring->save;
    *ring =
        (struct ring){.save = {.version = OW_BLOTTER_NEWEST, .save_type = OW_BLOTTER_SUBASSEMBLY},
                      .type = {1, OW_LITERAL("MHG.Inverter")}};
    save->component_types = &ring->type;
    save->component_type_count = 1;
    save->components = calloc(count, sizeof *save->components);
    save->wires = calloc(count, sizeof *save->wires);
    ring->states = calloc(2 * (size_t)count, sizeof *ring->states);
    ring->order = calloc(count, sizeof *ring->order);
    if (!save->components || !save->wires || !ring->states || !ring->order)
        return false;
    save->component_count = save->wire_count = count;
    for (uint32_t i = 0; i < count; i++)
        ring->order[i] = i;
    for (uint32_t i = count - 1; shuffled && i > 0; i--) {
        uint32_t other = (uint32_t)(random_number() % (i + 1)), spare = ring->order[i];
        ring->order[i] = ring->order[other];
        ring->order[other] = spare;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = ring->order[i], to = ring->order[(i + 1) % count];
        ring->states[2 * (size_t)i] = (int32_t)i;
        ring->states[2 * (size_t)i + 1] = (int32_t)(count + i);
        save->components[i] = (ow_blotter_component){.address = i + 1,
                                                     .type = 1,
                                                     .rotation = {0, 0, 0, 1},
                                                     .input_count = 1,
                                                     .output_count = 1,
                                                     .inputs = &ring->states[2 * (size_t)i],
                                                     .outputs = &ring->states[2 * (size_t)i + 1]};
        save->wires[i] = (ow_blotter_wire){.first = {OW_BLOTTER_OUTPUT, from + 1, 0},
                                           .second = {OW_BLOTTER_INPUT, to + 1, 0},
                                           .circuit_state = (int32_t)(count + from)};
    }
    return true;
}

static bool run(const char *name, struct ring *ring, uint64_t ticks)
{
    ow_document document = {.format = ow_format_by_name("blotter"), .as = {.blotter = &ring->save}};
    ow_circuit circuit;
    ow_simulation *simulation = NULL;
    ow_error error;
    double begin = now();
    bool fine = ow_circuit_open(&document, NULL, NULL, &circuit, &error) == OW_OK;
    double opened = now();
    fine = fine &&
           ow_simulation_open(&document, &circuit, NULL, NULL, &simulation, &error) == OW_OK &&
           ow_simulation_run(simulation, 2, &error) == OW_OK;
    uint64_t before = ow_simulation_updates(simulation);
    double started = now();
    fine = fine && ow_simulation_run(simulation, ticks, &error) == OW_OK;
    double ended = now();
    if (fine)
        printf("%-10s opened as a circuit in %.3f s; %.1f million updates a second\n", name,
               opened - begin,
               (double)(ow_simulation_updates(simulation) - before) / (ended - started) / 1e6);
    else
        fprintf(stderr, "circuits: %s\n", error.message);
    ow_simulation_close(simulation);
    ow_circuit_close(&circuit);
    return fine;
}

static void free_ring(struct ring *ring)
{
    free(ring->save.components);
    free(ring->save.wires);
    free(ring->states);
    free(ring->order);
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
    unsigned long long ticks = argc > 2 ? strtoull(argv[2], NULL, 10) : 50;
    bool fine = count > 0 && count <= 100000000;
    for (int shuffled = 0; fine && shuffled < 2; shuffled++) {
        struct ring ring;
        fine = make_ring(&ring, (uint32_t)count, shuffled) &&
               run(shuffled ? "shuffled" : "in order", &ring, ticks);
        free_ring(&ring);
    }
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
