/* Finds what can be programmed in a save: grids of switches, and memories. */
#include "circuits/program.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int fail_program(struct programming *run, ow_status status)
{
    clear_progress();
    complain("%s: %s", run->opened.input.path, run->error.message);
    return exit_status_of(status);
}

/* Whether most switches of a grid have labels of their own. The grid is then a control panel, not
 * the bits of a ROM (inferred). */
static bool has_labels(const ow_circuit *circuit, const ow_switch_grid *grid)
{
    uint32_t labelled = 0;
    for (size_t i = 0; i < (size_t)grid->rows * grid->columns; i++) {
        if (grid->switches[i] == OW_NO_NET)
            continue;
        const ow_circuit_component *component = &circuit->components[grid->switches[i]];
        const ow_circuit_output *output = &circuit->outputs[component->first_output];
        labelled += output->net_count > 0 &&
                    circuit->nets[circuit->driven[output->first_net]].name_from == OW_NET_BY_LABEL;
    }
    return labelled > grid->switch_count / 2;
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
                       .word_bytes = (bits + 7) / 8,
                       .is_panel = has_labels(&run->opened.circuit, grid)};
    for (size_t i = 0; i < (size_t)grid->rows * grid->columns; i++)
        if (grid->switches[i] != OW_NO_NET)
            run->store_of[grid->switches[i]] = run->store_count;
}

uint32_t bits_of_memory(const ow_circuit_component *component)
{
    if (component->logic == OW_LOGIC_FIFO)
        return 8;
    return component->output_count / (component->logic == OW_LOGIC_DUAL_PORT_RAM ? 2 : 1);
}

static void add_memory(struct programming *run, uint32_t number)
{
    const ow_circuit_component *component = &run->opened.circuit.components[number];
    size_t size = 0, cell = 0;
    if (run->store_of[number] > 0 ||           /* a part of a memory that `build` made */
        component->logic == OW_LOGIC_MEMORY || /* how a save stores its contents is not known */
        !ow_simulation_memory(run->simulation, number, &size, &cell))
        return;
    run->stores[run->store_count++] = (struct store){.component = number,
                                                     .is_queue = component->logic == OW_LOGIC_FIFO,
                                                     .words = (uint32_t)(size / cell),
                                                     .bits = bits_of_memory(component),
                                                     .word_bytes = (uint32_t)cell};
    run->store_of[number] = run->store_count;
}

static void add_built(struct programming *run, const ow_built_memory *memory)
{
    run->stores[run->store_count++] = (struct store){.component = memory->label,
                                                     .built = memory,
                                                     .words = memory->words,
                                                     .bits = memory->bits,
                                                     .word_bytes = (memory->bits + 7) / 8};
    run->store_of[memory->label] = run->store_count;
    for (size_t i = 0; memory->latches && i < (size_t)memory->words * memory->bits; i++)
        run->store_of[memory->latches[i]] = run->store_count;
    for (uint32_t i = 0; i < memory->ram_count; i++)
        run->store_of[memory->rams[i]] = run->store_count;
}

int list_stores(struct programming *run)
{
    const ow_circuit *circuit = &run->opened.circuit;
    ow_status status = ow_circuit_find_switch_grids(&run->opened.document, circuit, &run->options,
                                                    &run->grids, &run->error);
    if (status == OW_OK)
        status = ow_circuit_find_built_memories(&run->opened.document, circuit, &run->options,
                                                &run->built, &run->error);
    if (status != OW_OK)
        return fail_program(run, status);
    run->stores = calloc((size_t)circuit->component_count + 1, sizeof *run->stores);
    run->store_of = calloc((size_t)circuit->component_count + 1, sizeof *run->store_of);
    if (!run->stores || !run->store_of)
        return complain("not enough memory"), EXIT_FILES;
    for (uint32_t i = 0; i < run->grids.grid_count; i++)
        add_grid(run, &run->grids.grids[i]);
    for (uint32_t i = 0; i < run->built.memory_count; i++)
        add_built(run, &run->built.memories[i]);
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
    if (store->is_panel || store->grid)
        return store->is_panel ? "labelled switches (a control panel?)" : "switches";
    if (store->built && store->built->latches)
        return "latches";
    uint32_t component = store->built ? store->built->rams[0] : store->component;
    return circuit->types[circuit->components[component].type].data;
}

/* If a component belongs to a store not counted yet, counts it and selects it. */
static void note_component(const struct programming *run, uint32_t component,
                           const struct store **found, uint32_t *count)
{
    uint32_t number = run->store_of[component];
    if (number == 0 || &run->stores[number - 1] == *found)
        return;
    *found = &run->stores[number - 1];
    (*count)++;
}

/* Finds the store with an address, or those that a net is connected to. Returns their number;
 * *found is the last. */
static uint32_t find_store(const struct programming *run, const char *at,
                           const struct store **found)
{
    const ow_circuit *circuit = &run->opened.circuit;
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->built.memory_count; i++)
        if (strcmp(run->built.memories[i].name.data, at) == 0)
            return *found = &run->stores[run->store_of[run->built.memories[i].label] - 1], 1;
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        struct store one = {.component = i};
        char name[STORE_NAME];
        if (run->store_of[i] > 0 && strcmp(store_name(run, &one, name), at) == 0)
            return *found = &run->stores[run->store_of[i] - 1], 1;
    }
    uint32_t number = ow_circuit_find_net(circuit, ow_text_of(at));
    if (number == OW_NO_NET)
        return 0;
    const ow_circuit_net *net = &circuit->nets[number];
    for (uint32_t i = 0; i < net->driver_count; i++) {
        uint32_t output = circuit->drivers[net->first_driver + i];
        note_component(run, circuit->outputs[output].component, found, &count);
    }
    for (uint32_t i = 0; i < net->peg_count; i++) {
        uint32_t input = circuit->pegs[net->first_peg + i];
        note_component(run, circuit->inputs[input].component, found, &count);
    }
    return count;
}

int choose_store(struct programming *run)
{
    const char *at = option_value(run->arguments, "at");
    const char *path = run->opened.input.path;
    uint32_t count = 0;
    run->store = NULL;
    for (uint32_t i = 0; !at && i < run->store_count; i++)
        if (!run->stores[i].is_panel) {
            run->store = &run->stores[i];
            count++;
        }
    if (at)
        count = find_store(run, at, &run->store);
    if (at && count == 0)
        count = find_display(run, at);
    if (count == 1)
        return EXIT_FINE;
    if (at && count > 1 && run->store == &run->display)
        complain("%s: displays of several configurations are at \"%s\"; give --at the address of "
                 "one display",
                 path, at);
    else if (run->store_count == 0 && !at)
        complain("%s: nothing to program: no switches in rows and columns, no memory of "
                 "\"overworld build\", and no memory of a known mod",
                 path);
    else if (count == 0 && !at)
        complain("%s: only control panels were found; add --at NAME to program one of them anyway:",
                 path);
    else if (count == 0)
        complain("%s: nothing to program at \"%s\"%s", path, at,
                 run->store_count > 0 ? "; choose one of these:" : "");
    else
        complain("%s: %" PRIu32 " memories can be programmed; add --at NAME to choose one:", path,
                 run->store_count);
    char name[STORE_NAME];
    for (uint32_t i = 0; i < run->store_count; i++)
        complain("  %s  %s%s%s, %" PRIu32 " word%s of %" PRIu32 " bit%s",
                 store_name(run, &run->stores[i], name), store_kind(run, &run->stores[i]),
                 run->stores[i].built ? ": " : "",
                 run->stores[i].built ? run->stores[i].built->name.data : "", run->stores[i].words,
                 plural(run->stores[i].words), run->stores[i].bits, plural(run->stores[i].bits));
    run->store = NULL;
    return EXIT_USAGE;
}
