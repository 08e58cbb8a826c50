/* Finds small sums of products for truth tables.
 *
 * The sums are irredundant, by the method of Minato and Morreale: a function is split at an input.
 * First come the products that need the input off, then those that need it on; the cases that are
 * left are covered without this input. Cases that may be either way make products shorter.
 *
 * An output is tried as it is, inverted, and after the inputs are taken out that only flip it:
 * a sum bit of an adder would otherwise need a product for every second case. */
#include "table.h"

#include <string.h>

enum { WORD_INPUTS = 6 };

struct cover {
    struct table_cube *cubes;
    uint32_t count;
};

uint64_t table_cases_of(unsigned bit)
{
    static const uint64_t cases[WORD_INPUTS] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                0xffff0000ffff0000, 0xffffffff00000000};
    return cases[bit];
}

static void add_cube(struct cover *cover, struct table_cube cube)
{
    cover->cubes[cover->count++] = cube;
}

static struct table_cube with_input(struct table_cube cube, unsigned bit, bool on)
{
    cube.care = (uint16_t)(cube.care | 1u << bit);
    cube.value = (uint16_t)(cube.value | (unsigned)on << bit);
    return cube;
}

/* The cases in which an input is off, or on, repeated over the others. */
static uint64_t half_of_word(uint64_t word, unsigned bit, bool on)
{
    unsigned distance = 1u << bit;
    uint64_t kept = word & (on ? table_cases_of(bit) : ~table_cases_of(bit));
    return kept | (on ? kept >> distance : kept << distance);
}

/* Covers the cases of `must`, and others only if they are in `may`, by products of the lowest
 * `inputs` inputs and of `cube`. Returns the covered cases. */
static uint64_t cover_word(struct cover *cover, uint64_t must, uint64_t may, unsigned inputs,
                           struct table_cube cube)
{
    if (must == 0)
        return 0;
    if (may == UINT64_MAX) {
        add_cube(cover, cube);
        return UINT64_MAX;
    }
    unsigned bit = inputs - 1;
    uint64_t must_off = half_of_word(must, bit, false), must_on = half_of_word(must, bit, true);
    uint64_t may_off = half_of_word(may, bit, false), may_on = half_of_word(may, bit, true);
    uint64_t off =
        cover_word(cover, must_off & ~may_on, may_off, bit, with_input(cube, bit, false));
    uint64_t on = cover_word(cover, must_on & ~may_off, may_on, bit, with_input(cube, bit, true));
    uint64_t both =
        cover_word(cover, (must_off & ~off) | (must_on & ~on), may_off & may_on, bit, cube);
    return both | (off & ~table_cases_of(bit)) | (on & table_cases_of(bit));
}

static bool all_are(const uint64_t *words, size_t count, uint64_t value)
{
    for (size_t i = 0; i < count; i++)
        if (words[i] != value)
            return false;
    return true;
}

/* The same for more inputs than a word has. `room` has three words for each of the set. */
static void cover_words(struct cover *cover, const uint64_t *must, const uint64_t *may,
                        unsigned inputs, struct table_cube cube, uint64_t *covered, uint64_t *room)
{
    if (inputs <= WORD_INPUTS) {
        *covered = cover_word(cover, *must, *may, inputs, cube);
        return;
    }
    unsigned bit = inputs - 1;
    size_t half = (size_t)1 << (bit - WORD_INPUTS);
    if (all_are(must, 2 * half, 0) || all_are(may, 2 * half, UINT64_MAX)) {
        bool is_needed = !all_are(must, 2 * half, 0);
        if (is_needed)
            add_cube(cover, cube);
        memset(covered, is_needed ? 0xff : 0, 2 * half * sizeof *covered);
        return;
    }
    uint64_t *left = room, *allowed = room + half, *both = room + 2 * half;
    for (size_t i = 0; i < half; i++)
        left[i] = must[i] & ~may[half + i];
    cover_words(cover, left, may, bit, with_input(cube, bit, false), covered, room + 3 * half);
    for (size_t i = 0; i < half; i++)
        left[i] = must[half + i] & ~may[i];
    cover_words(cover, left, may + half, bit, with_input(cube, bit, true), covered + half,
                room + 3 * half);
    for (size_t i = 0; i < half; i++) {
        left[i] = (must[i] & ~covered[i]) | (must[half + i] & ~covered[half + i]);
        allowed[i] = may[i] & may[half + i];
    }
    cover_words(cover, left, allowed, bit, cube, both, room + 3 * half);
    for (size_t i = 0; i < half; i++) {
        covered[i] |= both[i];
        covered[half + i] |= both[i];
    }
}

/* Sets of cases that are being minimised, with the memory for it. */
struct minimising {
    const struct table *table;
    unsigned and_inputs;
    uint64_t *on, *off, *may, *covered, *room;
    struct cover tried;
    struct table_form best; /* its cubes are in `best_cubes` */
    struct table_cube *best_cubes;
    uint32_t best_cost; /* see cost_of */
};

static unsigned count_bits(unsigned bits)
{
    unsigned count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* The cost of an inverter, which other outputs may share, and of a component. */
enum { INVERTER = 1, COMPONENT = 32 };

/* An input that is a product by itself needs a link if there are others. */
static uint32_t cost_of(const struct minimising *minimising)
{
    uint32_t cost = 0;
    unsigned inverted = 0;
    for (uint32_t i = 0; i < minimising->tried.count; i++) {
        struct table_cube cube = minimising->tried.cubes[i];
        unsigned literals = count_bits(cube.care);
        inverted |= cube.care & ~(unsigned)cube.value;
        cost += literals == 1 && minimising->tried.count > 1
                    ? 1
                    : table_count_ands(literals, minimising->and_inputs);
    }
    return COMPONENT * cost + INVERTER * count_bits(inverted);
}

/* Tries the sum of the cases in `must`, where those of `never` have to be left out. */
static void try_sum(struct minimising *minimising, const uint64_t *must, const uint64_t *never,
                    uint16_t flips, bool inverted)
{
    const struct table *table = minimising->table;
    for (uint32_t i = 0; i < table->words; i++)
        minimising->may[i] = ~never[i];
    minimising->tried.count = 0;
    cover_words(&minimising->tried, must, minimising->may, table->inputs, (struct table_cube){0},
                minimising->covered, minimising->room);
    uint32_t cost = cost_of(minimising) + COMPONENT * (inverted + count_bits(flips));
    if (cost >= minimising->best_cost)
        return;
    minimising->best_cost = cost;
    minimising->best =
        (struct table_form){.count = minimising->tried.count, .flips = flips, .inverted = inverted};
    memcpy(minimising->best_cubes, minimising->tried.cubes,
           minimising->tried.count * sizeof *minimising->best_cubes);
}

static void try_both(struct minimising *minimising, uint16_t flips)
{
    try_sum(minimising, minimising->on, minimising->off, flips, false);
    try_sum(minimising, minimising->off, minimising->on, flips, true);
}

static bool has_case(const uint64_t *set, uint32_t number)
{
    return set[number / WORD_BITS] >> number % WORD_BITS & 1;
}

static void add_case(uint64_t *set, uint32_t number)
{
    set[number / WORD_BITS] |= (uint64_t)1 << number % WORD_BITS;
}

/* Takes out an input that always flips the output. Returns false if it does not. */
static bool take_flip(struct minimising *minimising, unsigned bit)
{
    uint32_t cases = minimising->table->words * WORD_BITS, other = (uint32_t)1 << bit;
    uint64_t *on = minimising->on, *off = minimising->off;
    for (uint32_t i = 0; i < cases; i++)
        if ((has_case(on, i) && has_case(on, i ^ other)) ||
            (has_case(off, i) && has_case(off, i ^ other)))
            return false;
    for (uint32_t i = 0; i < cases; i++) {
        if (i & other)
            continue;
        bool is_on = has_case(on, i) || has_case(off, i ^ other);
        bool is_off = has_case(off, i) || has_case(on, i ^ other);
        on[(i ^ other) / WORD_BITS] &= ~((uint64_t)1 << (i ^ other) % WORD_BITS);
        off[(i ^ other) / WORD_BITS] &= ~((uint64_t)1 << (i ^ other) % WORD_BITS);
        if (is_on) {
            add_case(on, i);
            add_case(on, i ^ other);
        }
        if (is_off) {
            add_case(off, i);
            add_case(off, i ^ other);
        }
    }
    return true;
}

static bool take_memory(struct minimising *minimising, struct arena *scratch)
{
    uint32_t words = minimising->table->words, most = words * WORD_BITS / 2;
    uint64_t *sets = arena_take(scratch, (size_t)words * 7 * sizeof *sets);
    struct table_cube *cubes = arena_take(scratch, (size_t)most * 2 * sizeof *cubes);
    if (!sets || !cubes)
        return false;
    minimising->on = sets;
    minimising->off = sets + words;
    minimising->may = sets + (size_t)words * 2;
    minimising->covered = sets + (size_t)words * 3;
    minimising->room = sets + (size_t)words * 4;
    minimising->tried.cubes = cubes;
    minimising->best_cubes = cubes + most;
    return true;
}

static void minimise(struct minimising *minimising, uint32_t output)
{
    const struct table *table = minimising->table;
    uint16_t flips = 0;
    memcpy(minimising->on, table->on[output], table->words * sizeof *minimising->on);
    memcpy(minimising->off, table->off[output], table->words * sizeof *minimising->off);
    try_both(minimising, 0);
    if (minimising->best_cost == 0)
        return;
    for (unsigned bit = 0; bit < table->inputs; bit++)
        if (take_flip(minimising, bit))
            flips = (uint16_t)(flips | 1u << bit);
    if (flips != 0)
        try_both(minimising, flips);
}

ow_status table_minimise(struct builder *builder, const struct table *table, uint32_t output,
                         unsigned and_inputs, struct table_form *form)
{
    struct minimising minimising = {
        .table = table, .and_inputs = and_inputs, .best_cost = UINT32_MAX};
    struct arena scratch;
    arena_share(&scratch, &builder->arena);
    ow_status status = OW_OK;
    if (take_memory(&minimising, &scratch)) {
        minimise(&minimising, output);
        *form = minimising.best;
        form->cubes = arena_take(&builder->arena, form->count * sizeof *form->cubes);
        if (form->cubes)
            memcpy(form->cubes, minimising.best_cubes, form->count * sizeof *form->cubes);
        else
            status = builder->arena.status;
    } else {
        status = scratch.status;
    }
    arena_free(&scratch);
    return status;
}
