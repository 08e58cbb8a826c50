/* What of a save can be programmed: grids of switches, and memories of mods. */
#include "program.h"

#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int fail_program(struct programming *run, ow_status status)
{
    clear_progress();
    complain("%s: %s", run->opened.input.path, run->error.message);
    return exit_status_of(status);
}

static void add_grid(struct programming *run, const ow_switch_grid *grid)
{
    uint32_t bits = run->layout.columns ? grid->rows : grid->columns;
    uint32_t first = 0;
    while (grid->switches[first] == OW_NO_NET)
        first++;
    run->stores[run->store_count++] =
        (struct store){.component = grid->switches[first],
                       .grid = grid,
                       .words = run->layout.columns ? grid->columns : grid->rows,
                       .bits = bits,
                       .word_bytes = (bits + 7) / 8};
}

static void add_memory(struct programming *run, uint32_t number)
{
    const ow_circuit_component *component = &run->opened.circuit.components[number];
    size_t size = 0, cell = 0;
    if (!ow_simulation_memory(run->simulation, number, &size, &cell))
        return;
    bool is_queue = component->logic == OW_LOGIC_FIFO;
    run->stores[run->store_count++] = (struct store){.component = number,
                                                     .is_queue = is_queue,
                                                     .words = (uint32_t)(size / cell),
                                                     .bits = is_queue ? 8 : component->output_count,
                                                     .word_bytes = (uint32_t)cell};
}

int list_stores(struct programming *run)
{
    const ow_circuit *circuit = &run->opened.circuit;
    ow_status status = ow_circuit_find_switch_grids(&run->opened.document, circuit, &run->options,
                                                    &run->grids, &run->error);
    if (status != OW_OK)
        return fail_program(run, status);
    run->stores = calloc((size_t)circuit->component_count + 1, sizeof *run->stores);
    if (!run->stores)
        return complain("not enough memory"), EXIT_FILES;
    for (uint32_t i = 0; i < run->grids.grid_count; i++)
        add_grid(run, &run->grids.grids[i]);
    for (uint32_t i = 0; i < circuit->component_count; i++)
        add_memory(run, i);
    return EXIT_FINE;
}

const char *store_name(const struct programming *run, const struct store *store,
                       char name[STORE_NAME])
{
    snprintf(name, STORE_NAME, "C-%" PRIu32,
             run->opened.circuit.components[store->component].address);
    return name;
}

const char *store_kind(const struct programming *run, const struct store *store)
{
    const ow_circuit *circuit = &run->opened.circuit;
    return store->grid ? "switches"
                       : circuit->types[circuit->components[store->component].type].data;
}

static bool has_component(const struct store *store, uint32_t component)
{
    if (!store->grid)
        return store->component == component;
    size_t cells = (size_t)store->grid->rows * store->grid->columns;
    for (size_t i = 0; i < cells; i++)
        if (store->grid->switches[i] == component)
            return true;
    return false;
}

/* Marks each store that has a component: how many there are of them, *found the last. */
static void note_component(const struct programming *run, uint32_t component,
                           const struct store **found, uint32_t *count)
{
    for (uint32_t i = 0; i < run->store_count; i++) {
        const struct store *store = &run->stores[i];
        if (store == *found || !has_component(store, component))
            continue;
        *found = store;
        (*count)++;
    }
}

/* The store with an address, or one that a net leads from or to. */
static uint32_t find_store(const struct programming *run, const char *at,
                           const struct store **found)
{
    const ow_circuit *circuit = &run->opened.circuit;
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->store_count; i++) {
        const ow_switch_grid *grid = run->stores[i].grid;
        size_t cells = grid ? (size_t)grid->rows * grid->columns : 1;
        for (size_t k = 0; k < cells; k++) {
            uint32_t component = grid ? grid->switches[k] : run->stores[i].component;
            char name[STORE_NAME];
            struct store one = {.component = component};
            if (component == OW_NO_NET || strcmp(store_name(run, &one, name), at) != 0)
                continue;
            *found = &run->stores[i];
            return 1;
        }
    }
    uint32_t net = ow_circuit_find_net(circuit, ow_text_of(at));
    if (net == OW_NO_NET)
        return 0;
    for (uint32_t i = 0; i < circuit->nets[net].driver_count; i++)
        note_component(
            run, circuit->outputs[circuit->drivers[circuit->nets[net].first_driver + i]].component,
            found, &count);
    for (uint32_t i = 0; i < circuit->nets[net].peg_count; i++)
        note_component(run,
                       circuit->inputs[circuit->pegs[circuit->nets[net].first_peg + i]].component,
                       found, &count);
    return count;
}

int choose_store(struct programming *run)
{
    const char *at = option_value(run->arguments, "at");
    const char *path = run->opened.input.path;
    uint32_t count = run->store_count;
    run->store = at ? NULL : run->stores;
    if (at)
        count = find_store(run, at, &run->store);
    if (count == 1)
        return EXIT_FINE;
    if (run->store_count == 0)
        complain("%s: has neither switches in rows and columns nor a memory that is known", path);
    else if (count == 0)
        complain("%s: there is nothing to program at \"%s\"; there are:", path, at);
    else
        complain("%s: there are %" PRIu32 " things to program; --at NAME says which:", path,
                 run->store_count);
    char name[STORE_NAME];
    for (uint32_t i = 0; i < run->store_count; i++)
        complain("  %s  %s, %" PRIu32 " words of %" PRIu32 " bits",
                 store_name(run, &run->stores[i], name), store_kind(run, &run->stores[i]),
                 run->stores[i].words, run->stores[i].bits);
    run->store = NULL;
    return EXIT_USAGE;
}
