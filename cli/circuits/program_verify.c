/* Reads a program through the circuit: drives an address, and compares the output with the
 * program. */
#include "circuits/program.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NETS = 1 << 16, MOST_TOLD = 20 };

/* A bus: its nets, lowest bit first. */
struct bus {
    const char *name;
    uint32_t *nets;
    uint32_t count;
};

static uint32_t numbered_net(const struct programming *run, const char *name, uint32_t number)
{
    char text[NET_NAME + 16];
    snprintf(text, sizeof text, "%.*s[%" PRIu32 "]", NET_NAME, name, number);
    return ow_circuit_find_net(&run->opened.circuit, ow_text_of(text));
}

static int find_bus(struct programming *run, struct bus *bus)
{
    uint32_t net;
    while (bus->count < MOST_NETS && numbered_net(run, bus->name, bus->count) != OW_NO_NET)
        bus->count++;
    bus->nets = malloc(((size_t)bus->count + 1) * sizeof *bus->nets);
    if (!bus->nets)
        return complain("not enough memory"), EXIT_FILES;
    for (uint32_t i = 0; i < bus->count; i++)
        bus->nets[i] = numbered_net(run, bus->name, i);
    if (bus->count > 0)
        return EXIT_FINE;
    if ((net = find_net(&run->opened, bus->name)) == OW_NO_NET)
        return EXIT_USAGE;
    bus->nets[bus->count++] = net;
    return EXIT_FINE;
}

/* Drives a net by the switch on it, if there is one: other drivers cannot override that switch. */
static ow_status drive(struct programming *run, uint32_t net, bool on)
{
    const ow_circuit *circuit = &run->opened.circuit;
    bool by_hand = false;
    ow_status status = OW_OK;
    for (uint32_t i = 0; status == OW_OK && i < circuit->nets[net].driver_count; i++) {
        uint32_t output = circuit->drivers[circuit->nets[net].first_driver + i];
        uint32_t component = circuit->outputs[output].component;
        ow_logic logic = circuit->components[component].logic;
        if (logic != OW_LOGIC_SWITCH && logic != OW_LOGIC_BUTTON)
            continue;
        status = ow_simulation_set(run->simulation, component, on, &run->error);
        by_hand = true;
    }
    return by_hand ? status : ow_simulation_drive(run->simulation, net, on, &run->error);
}

/* Drives each net of an address. If there is a net for each word, drives the word's net. */
static ow_status drive_address(struct programming *run, const struct bus *address, uint32_t word,
                               bool one_hot)
{
    ow_status status = OW_OK;
    for (uint32_t i = 0; status == OW_OK && i < address->count; i++) {
        bool on = one_hot ? i % run->store->words == word : i < 32 && word >> i & 1;
        status = drive(run, address->nets[i], on);
    }
    return status;
}

static void print_bits(const struct programming *run, const struct bus *data, uint32_t word,
                       char *text)
{
    for (uint32_t i = 0; i < data->count; i++) {
        uint32_t bit = data->count - 1 - i;
        text[i] = bit_at(run, run->then, word, bit) ? '1' : '0';
    }
    text[data->count] = '\0';
}

static void print_difference(struct programming *run, const struct bus *data, uint32_t word)
{
    char expected[MOST_BITS + 1], found[MOST_BITS + 1];
    run->differ++;
    print_bits(run, data, word, expected);
    for (uint32_t i = 0; i < data->count; i++)
        found[i] = ow_simulation_net(run->simulation, data->nets[data->count - 1 - i]) ? '1' : '0';
    found[data->count] = '\0';
    if (run->writer) {
        json_begin_object(run->writer, NULL);
        json_add_integer(run->writer, "address", word);
        json_add_string(run->writer, "expected", expected);
        json_add_string(run->writer, "found", found);
        json_end_object(run->writer);
    } else if (run->differ <= MOST_TOLD) {
        clear_progress();
        complain("%s: address %" PRIu32 ": %s has %s, expected %s", run->opened.input.path, word,
                 data->name, found, expected);
    }
}

static int read_words(struct programming *run, const struct bus *address, const struct bus *data)
{
    bool one_hot = option_set(run->arguments, "one-hot");
    uint32_t words = run->store->words;
    if (!one_hot && address->count < 32 && words > (uint32_t)1 << address->count)
        words = (uint32_t)1 << address->count;
    for (uint32_t word = 0; word < words; word++, run->verified++) {
        bool agrees = true;
        ow_status status = drive_address(run, address, word, one_hot);
        if (status == OW_OK)
            status = ow_simulation_run(run->simulation, run->ticks, &run->error);
        if (status != OW_OK)
            return fail_program(run, status);
        for (uint32_t bit = 0; bit < data->count; bit++)
            agrees &= ow_simulation_net(run->simulation, data->nets[bit]) ==
                      bit_at(run, run->then, word, bit);
        if (!agrees)
            print_difference(run, data, word);
    }
    clear_progress();
    return run->differ > 0 ? EXIT_PROBLEMS : EXIT_FINE;
}

static int check_buses(struct programming *run, const struct bus *address, const struct bus *data)
{
    const struct store *store = run->store;
    if (store->is_queue)
        complain("a queue has no addresses, so --verify cannot read it");
    else if (data->count > store->bits || data->count > MOST_BITS)
        complain("--verify: \"%s\" has %" PRIu32 " net%s, but words have %" PRIu32 " bit%s",
                 data->name, data->count, plural(data->count), store->bits, plural(store->bits));
    else if (option_set(run->arguments, "one-hot") && address->count % store->words != 0)
        complain("--one-hot: \"%s\" has %" PRIu32 " net%s, which is not a multiple of %" PRIu32
                 " word%s",
                 address->name, address->count, plural(address->count), store->words,
                 plural(store->words));
    else
        return EXIT_FINE;
    return EXIT_USAGE;
}

int verify(struct programming *run)
{
    const char *names = option_value(run->arguments, "verify");
    char *list = strdup(names), *comma = list ? strchr(list, ',') : NULL;
    struct bus address = {.name = list}, data = {0};
    int status = EXIT_FINE;
    if (!list)
        return complain("not enough memory"), EXIT_FILES;
    if (comma) {
        *comma = '\0';
        data.name = comma + 1;
        status = find_bus(run, &address);
        if (status == EXIT_FINE)
            status = find_bus(run, &data);
        if (status == EXIT_FINE)
            status = check_buses(run, &address, &data);
        if (status == EXIT_FINE)
            status = read_words(run, &address, &data);
    } else {
        complain("--verify takes two names separated by a comma: ADDRESS,DATA");
        status = EXIT_USAGE;
    }
    free(address.nets);
    free(data.nets);
    free(list);
    return status;
}
