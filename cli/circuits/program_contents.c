/* The contents of a store: converts between the store's order and the bytes of a file. */
#include "circuits/elf.h"
#include "circuits/program.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int read_layout(struct programming *run)
{
    struct layout *layout = &run->layout;
    const struct {
        const char *word;
        bool *flag, value;
    } words[] = {
        {"rows", &layout->columns, false},
        {"columns", &layout->columns, true},
        {"msb-first", &layout->lsb_first, false},
        {"lsb-first", &layout->lsb_first, true},
        {"first-word-first", &layout->last_word_first, false},
        {"last-word-first", &layout->last_word_first, true},
        {"plain", &layout->inverted, false},
        {"inverted", &layout->inverted, true},
        {"little-endian", &layout->big_endian, false},
        {"big-endian", &layout->big_endian, true},
    };
    const size_t count = sizeof words / sizeof *words;
    size_t given[sizeof words / sizeof *words / 2] = {0}; /* index + 1 of each pair's word */
    for (const char *at = option_value(run->arguments, "layout"); at && *at;) {
        size_t size = strcspn(at, ","), i = 0;
        while (i < count && (strlen(words[i].word) != size || memcmp(words[i].word, at, size) != 0))
            i++;
        if (i == count) {
            complain("--layout: unknown word \"%.*s\"; write rows or columns, msb-first or "
                     "lsb-first, first-word-first or last-word-first, plain or inverted, "
                     "little-endian or big-endian",
                     (int)size, at);
            return EXIT_USAGE;
        }
        size_t pair = i / 2;
        if (given[pair] && given[pair] - 1 != i) {
            complain("--layout: \"%s\" and \"%s\" exclude each other", words[given[pair] - 1].word,
                     words[i].word);
            return EXIT_USAGE;
        }
        given[pair] = i + 1;
        *words[i].flag = words[i].value;
        layout->of_switches |= words[i].flag != &layout->big_endian;
        at += size + (at[size] == ',');
    }
    return EXIT_FINE;
}

uint32_t switch_at(const struct programming *run, uint32_t word, uint32_t bit)
{
    const struct store *store = run->store;
    const struct layout *layout = &run->layout;
    uint32_t line = layout->last_word_first ? store->words - 1 - word : word;
    uint32_t place = layout->lsb_first ? bit : store->bits - 1 - bit;
    uint32_t row = layout->columns ? place : line, column = layout->columns ? line : place;
    return store->grid->switches[(size_t)row * store->grid->columns + column];
}

/* The byte of a word that contains a bit. */
static size_t byte_of(const struct programming *run, uint32_t word, uint32_t bit)
{
    uint32_t size = run->store->word_bytes, at = bit / 8;
    return (size_t)word * size + (run->layout.big_endian ? size - 1 - at : at);
}

bool bit_at(const struct programming *run, const uint8_t *contents, uint32_t word, uint32_t bit)
{
    return contents[byte_of(run, word, bit)] >> bit % 8 & 1;
}

static void read_switches(struct programming *run)
{
    const struct store *store = run->store;
    const ow_circuit *circuit = &run->opened.circuit;
    for (uint32_t word = 0; word < store->words; word++)
        for (uint32_t bit = 0; bit < store->bits; bit++) {
            uint32_t component = switch_at(run, word, bit);
            if (component == OW_NO_NET)
                continue;
            bool on =
                ow_simulation_output(run->simulation, circuit->components[component].first_output);
            if (on != run->layout.inverted)
                run->now[byte_of(run, word, bit)] |= (uint8_t)(1u << bit % 8);
        }
}

static uint32_t latch_at(const struct store *store, uint32_t word, uint32_t bit)
{
    return store->built->latches[(size_t)word * store->bits + bit];
}

static void read_latches(struct programming *run)
{
    const struct store *store = run->store;
    const ow_circuit *circuit = &run->opened.circuit;
    for (uint32_t word = 0; word < store->words; word++)
        for (uint32_t bit = 0; bit < store->bits; bit++) {
            uint32_t output = circuit->components[latch_at(store, word, bit)].first_output;
            if (ow_simulation_output(run->simulation, output))
                run->now[byte_of(run, word, bit)] |= (uint8_t)(1u << bit % 8);
        }
}

static ow_status set_latches(struct programming *run)
{
    const struct store *store = run->store;
    ow_status status = OW_OK;
    for (uint32_t word = 0; word < store->words; word++)
        for (uint32_t bit = 0; status == OW_OK && bit < store->bits; bit++)
            status = ow_simulation_set(run->simulation, latch_at(store, word, bit),
                                       bit_at(run, run->then, word, bit), &run->error);
    return status;
}

/* Some bits of all words in a RAM of the selected store. */
struct part {
    uint8_t *cells; /* the first word */
    size_t cell_size;
    uint32_t first, bits;
};

/* Moves on to another RAM, from an empty part on. After the highest bits come the lowest again. */
static void next_part(const struct programming *run, uint32_t number, struct part *part)
{
    const ow_built_memory *built = run->store->built;
    uint32_t ram = built->rams[number], after = part->first + part->bits;
    part->first = after < built->bits ? after : 0;
    part->bits = bits_of_memory(&run->opened.circuit.components[ram]);
    part->cells = ow_simulation_memory(run->simulation, ram, NULL, &part->cell_size);
    part->cells += built->first_word * part->cell_size;
}

/* The first copy. */
static void read_rams(struct programming *run)
{
    const ow_built_memory *built = run->store->built;
    struct part part = {0};
    for (uint32_t i = 0; i < built->ram_count && part.first + part.bits < built->bits; i++) {
        next_part(run, i, &part);
        for (uint32_t word = 0; word < built->words; word++)
            for (uint32_t bit = 0; bit < part.bits; bit++)
                if (part.cells[word * part.cell_size + bit / 8] >> bit % 8 & 1)
                    run->now[byte_of(run, word, part.first + bit)] |=
                        (uint8_t)(1u << (part.first + bit) % 8);
    }
}

/* All copies. */
static void set_rams(struct programming *run)
{
    const ow_built_memory *built = run->store->built;
    struct part part = {0};
    for (uint32_t i = 0; i < built->ram_count; i++) {
        next_part(run, i, &part);
        for (uint32_t word = 0; word < built->words; word++) {
            uint8_t *cell = part.cells + word * part.cell_size;
            memset(cell, 0, part.cell_size);
            for (uint32_t bit = 0; bit < part.bits; bit++)
                if (bit_at(run, run->then, word, part.first + bit))
                    cell[bit / 8] |= (uint8_t)(1u << bit % 8);
        }
    }
}

/* Copies bytes of words, reversed if the memory has the opposite order. */
static void copy_cells(const struct programming *run, uint8_t *to, const uint8_t *from)
{
    size_t cell = run->store->word_bytes;
    for (size_t word = 0; word < run->store->words; word++)
        for (size_t i = 0; i < cell; i++)
            to[word * cell + i] = from[word * cell + (run->layout.big_endian ? cell - 1 - i : i)];
}

/* The value of a switch is read after its first tick; memories are read from the save, before the
 * first tick. */
int read_contents(struct programming *run)
{
    const struct store *store = run->store;
    run->now_size = (size_t)store->words * store->word_bytes;
    memset(run->now, 0, run->room);
    if (store->is_queue) {
        run->now_size =
            ow_simulation_read_queue(run->simulation, store->component, run->now, run->room);
        return EXIT_FINE;
    }
    if (store->is_display)
        return read_display(run);
    if (store->built)
        return (store->built->latches ? read_latches : read_rams)(run), EXIT_FINE;
    if (!store->grid) {
        copy_cells(run, run->now,
                   ow_simulation_memory(run->simulation, store->component, NULL, NULL));
        return EXIT_FINE;
    }
    ow_status status = ow_simulation_run(run->simulation, 1, &run->error);
    clear_progress();
    if (status != OW_OK)
        return fail_program(run, status);
    read_switches(run);
    return EXIT_FINE;
}

/* Returns false if the word has a bit set that the store does not have. */
static bool word_fits(const struct programming *run, uint32_t word)
{
    const struct store *store = run->store;
    const char *path = run->data.path;
    for (uint32_t bit = 0; bit < store->word_bytes * 8; bit++) {
        if (!bit_at(run, run->then, word, bit))
            continue;
        if (bit >= store->bits) {
            complain("%s: word %" PRIu32 " sets bit %" PRIu32 ", but words here have only %" PRIu32
                     " bit%s",
                     path, word, bit, store->bits, plural(store->bits));
            return false;
        }
        if (store->grid && switch_at(run, word, bit) == OW_NO_NET) {
            complain("%s: word %" PRIu32 " sets bit %" PRIu32
                     ", but there is no switch for this bit",
                     path, word, bit);
            return false;
        }
    }
    return true;
}

static int fit_words(const struct programming *run)
{
    for (uint32_t word = 0; word < run->store->words; word++)
        if (!word_fits(run, word))
            return EXIT_USAGE;
    return EXIT_FINE;
}

/* Reads --base: 4096 or 0x1000. */
static bool read_base(const struct programming *run, uint64_t *base)
{
    const char *text = option_value(run->arguments, "base");
    bool is_hex = text && text[0] == '0' && text[1] == 'x';
    char *end;
    *base = 0;
    if (!text)
        return true;
    errno = 0;
    *base = strtoull(text, &end, is_hex ? 16 : 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0)
        return true;
    complain("--base takes an address, such as 4096 or 0x1000, not \"%s\"", text);
    return false;
}

/* Uses the addresses in the ELF file. */
static int fit_elf(struct programming *run)
{
    uint64_t base = 0;
    if (!read_base(run, &base))
        return EXIT_USAGE;
    memset(run->then, 0, run->room);
    int status = load_elf(&run->data, base, run->then, run->room);
    return status == EXIT_FINE ? fit_words(run) : status;
}

int fit_data(struct programming *run)
{
    const struct store *store = run->store;
    run->then_size = store->is_queue ? run->data.size : run->now_size;
    if (is_elf(&run->data) && !store->is_queue && !store->is_display)
        return fit_elf(run);
    if (run->data.size > run->room) {
        size_t excess = run->data.size - run->room;
        complain("%s: too large by %zu byte%s: %" PRIu32 " word%s of %" PRIu32
                 " bit%s hold %zu byte%s",
                 run->data.path, excess, plural(excess), store->words, plural(store->words),
                 store->bits, plural(store->bits), run->room, plural(run->room));
        return EXIT_USAGE;
    }
    memset(run->then, 0, run->room);
    if (run->data.size > 0)
        memcpy(run->then, run->data.bytes, run->data.size);
    return fit_words(run);
}

static ow_status set_switches(struct programming *run)
{
    const struct store *store = run->store;
    ow_status status = OW_OK;
    for (uint32_t word = 0; word < store->words; word++)
        for (uint32_t bit = 0; status == OW_OK && bit < store->bits; bit++) {
            uint32_t component = switch_at(run, word, bit);
            bool on = bit_at(run, run->then, word, bit) != run->layout.inverted;
            if (component != OW_NO_NET)
                status = ow_simulation_set(run->simulation, component, on, &run->error);
        }
    return status;
}

int put_contents(struct programming *run)
{
    const struct store *store = run->store;
    ow_status status = OW_OK;
    if (store->is_queue)
        status = ow_simulation_fill_queue(run->simulation, store->component,
                                          (ow_bytes){run->then, run->then_size}, &run->error);
    else if (store->grid)
        status = set_switches(run);
    else if (store->built && store->built->latches)
        status = set_latches(run);
    else if (store->built)
        set_rams(run);
    else
        copy_cells(run, ow_simulation_memory(run->simulation, store->component, NULL, NULL),
                   run->then);
    return status == OW_OK ? EXIT_FINE : fail_program(run, status);
}

int run_ticks(struct programming *run)
{
    ow_status status = ow_simulation_run(run->simulation, run->ticks, &run->error);
    clear_progress();
    if (status != OW_OK)
        return fail_program(run, status);
    run->rests = ow_simulation_is_settled(run->simulation);
    return EXIT_FINE;
}
