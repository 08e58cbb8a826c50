/* Runs a save's circuit by the library and prints every net after every tick, for netlist.py.
 *
 * Usage: run_circuit SAVE TICKS < STIMULUS
 *
 * A line of STIMULUS is "TICK set ADDRESS VALUE" (a switch or a button) or "TICK drive NET
 * VALUE", in the order of ticks: so it is from that tick on. Line t of the output, from 0 on, is
 * the state after tick t: a 0 or a 1 for each net. */
#include <overworld/overworld.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void need(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "run_circuit: %s\n", what);
        exit(1);
    }
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    need(file != NULL, path);
    uint8_t *bytes = NULL;
    size_t room = 0;
    for (*size = 0;; *size += fread(bytes + *size, 1, room - *size, file)) {
        if (feof(file) || ferror(file))
            break;
        if (*size == room && !(bytes = realloc(bytes, room = 2 * room + 4096)))
            need(false, "no memory");
    }
    fclose(file);
    return bytes;
}

/* What `build` puts into RAMs: deflate without compression. */
static size_t unpack(void *context, const void *packed, size_t packed_size, void *plain,
                     size_t size)
{
    const uint8_t *at = packed, *end = at + packed_size;
    uint8_t *to = plain;
    (void)context;
    for (bool is_last = false; !is_last;) {
        size_t block = end - at < 5 ? size + 1 : at[1] | (size_t)at[2] << 8;
        if (block > size || block > (size_t)(end - at - 5))
            return 0;
        memcpy(to, at + 5, block);
        is_last = at[0] & 1;
        at += 5 + block, to += block, size -= block;
    }
    return (size_t)(to - (uint8_t *)plain);
}

static void print_nets(const ow_circuit *circuit, const ow_simulation *run)
{
    for (uint32_t i = 0; i < circuit->net_count; i++)
        putchar(ow_simulation_net(run, i) ? '1' : '0');
    putchar('\n');
}

static uint32_t component_at(const ow_circuit *circuit, uint32_t address)
{
    uint32_t i = 0;
    while (i < circuit->component_count && circuit->components[i].address != address)
        i++;
    need(i < circuit->component_count, "unknown component");
    return i;
}

int main(int argc, char **argv)
{
    need(argc == 3 || argc == 5, "usage: run_circuit SAVE TICKS [EXTRA_DELAY SEED]");
    size_t size;
    uint8_t *bytes = read_file(argv[1], &size);
    unsigned long ticks = strtoul(argv[2], NULL, 10), at;
    ow_document document;
    ow_circuit circuit;
    ow_simulation *run;
    ow_error error;
    ow_simulation_options asked = {.inflate = unpack};
    if (argc == 5) {
        asked.extra_delay = (uint32_t)strtoul(argv[3], NULL, 10);
        asked.seed = strtoul(argv[4], NULL, 10);
    }
    need(ow_open(bytes, size, NULL, &document, &error) == OW_OK, error.message);
    need(ow_circuit_open(&document, NULL, NULL, &circuit, &error) == OW_OK, error.message);
    need(ow_simulation_open(&document, &circuit, &asked, NULL, &run, &error) == OW_OK,
         error.message);
    print_nets(&circuit, run);
    char what[16];
    unsigned which;
    int value, got = scanf("%lu %15s %u %d", &at, what, &which, &value);
    for (unsigned long tick = 1; tick <= ticks; tick++) {
        for (; got == 4 && at <= tick; got = scanf("%lu %15s %u %d", &at, what, &which, &value)) {
            ow_status status =
                strcmp(what, "set") == 0
                    ? ow_simulation_set(run, component_at(&circuit, which), value, &error)
                    : ow_simulation_drive(run, which, value, &error);
            need(status == OW_OK, error.message);
        }
        need(ow_simulation_run(run, 1, &error) == OW_OK, error.message);
        print_nets(&circuit, run);
    }
    ow_simulation_close(run);
    ow_circuit_close(&circuit);
    ow_close(&document);
    free(bytes);
    return 0;
}
