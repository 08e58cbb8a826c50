/* Types of mods whose pegs and bodies depend on counts or custom data, as in the mods' own
 * sources. */
#include "forms.h"

#define R(number) rounded_to_double(number)

/* Control inputs on its top; as many data inputs as outputs; the others are the address. */
static uint32_t ram_addresses(const struct type_use *use)
{
    uint32_t others = RAM_CONTROLS + (uint64_t)use->outputs > UINT32_MAX
                          ? UINT32_MAX
                          : RAM_CONTROLS + use->outputs;
    return use->inputs > others ? use->inputs - others : 0;
}

static double ram_width(const struct type_use *use)
{
    uint32_t addresses = ram_addresses(use);
    uint32_t width = addresses > use->outputs ? addresses : use->outputs;
    return width > 0 ? width : 1;
}

/* A peg of a row on its back; later ones are longer. */
static struct type_peg ram_input(double first, uint32_t index, uint32_t count, double height)
{
    static const double shortest = 0.2, longer = 0.4;
    return (struct type_peg){first + index, height, -0.5,
                             R(shortest + R(R(longer * index) / count)), PEG_BACK};
}

bool ram_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    static const double control_lengths[RAM_CONTROLS] = {0.6, 0.5, 0.4};
    double first = 1 - ram_width(use) / 2;
    uint32_t data = index - RAM_CONTROLS, addresses = ram_addresses(use);
    if (output)
        *peg = (struct type_peg){first + index, 1, 1.5, OUTPUT_LENGTH, PEG_FRONT};
    else if (index < RAM_CONTROLS)
        *peg = (struct type_peg){index - 1.0, 2, 0, control_lengths[index], PEG_UP};
    else if (data < use->outputs)
        *peg = ram_input(first, data, use->outputs, 0.5);
    else if (data - use->outputs < addresses)
        *peg = ram_input(first, data - use->outputs, addresses, 1.5);
    return index < (output ? use->outputs : use->inputs);
}

unsigned ram_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = (struct type_body){
        .foot = {0.5, 0, 0.5}, .size = {ram_width(use), 2, 2}, .color = use->type->color};
    return 1;
}

/* Two ports of half the outputs each: A at the back, B at the front. Control inputs on top. */
static uint32_t dual_addresses(const struct type_use *use)
{
    uint32_t data = use->outputs / 2;
    return use->inputs / 2 > data + DUAL_CONTROLS / 2 ? (use->inputs - DUAL_CONTROLS) / 2 - data
                                                      : 0;
}

static double dual_width(const struct type_use *use)
{
    uint32_t addresses = dual_addresses(use), data = use->outputs / 2;
    uint32_t width = addresses > data ? addresses : data;
    return width > 0 ? width : 1;
}

/* A peg of a row of both ports: `index` counts those of port A, then those of port B. */
static struct type_peg dual_input(double first, uint32_t index, uint32_t count, double height)
{
    struct type_peg peg = ram_input(first, index % count, count, height);
    if (index < count)
        return peg;
    peg.z = 1.5;
    peg.direction = PEG_FRONT;
    return peg;
}

bool dual_ram_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    /* The length of the first, for the mod's client, is inferred. */
    static const struct type_peg controls[DUAL_CONTROLS] = {{1, 5, 0.5, INPUT_LENGTH, PEG_UP},
                                                            {-1, 5, 0, 1, PEG_UP},
                                                            {0, 5, 0, 0.8, PEG_UP},
                                                            {-1, 5, 1, 1, PEG_UP},
                                                            {0, 5, 1, 0.8, PEG_UP}};
    double first = 1 - dual_width(use) / 2;
    uint32_t data = use->outputs / 2, addresses = dual_addresses(use);
    uint32_t address = index - DUAL_CONTROLS, after = address - 2 * addresses;
    if (index >= (output ? 2 * data : use->inputs))
        return false;
    if (output)
        *peg = index < data
                   ? (struct type_peg){first + index, 1, -0.5, OUTPUT_LENGTH, PEG_BACK}
                   : (struct type_peg){first + index - data, 1, 1.5, OUTPUT_LENGTH, PEG_FRONT};
    else if (index < DUAL_CONTROLS)
        *peg = controls[index];
    else if (address < 2 * addresses)
        *peg = dual_input(first, address, addresses, 4);
    else if (after < 2 * data)
        *peg = dual_input(first, after, data, 2.5);
    else
        return false;
    return true;
}

unsigned dual_ram_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    bodies[0] = (struct type_body){
        .foot = {0.5, 0, 0.5}, .size = {dual_width(use), 5, 2}, .color = use->type->color};
    return 1;
}

/* A row of pins at one side of a chip, one peg for each: their places along x, in hundredths of a
 * square. */
struct pins {
    const int16_t *places;
    uint32_t count;
    double y, z;
    double length;
    enum peg_direction direction;
};

static bool find_pin(const struct pins *rows, size_t count, uint32_t index, struct type_peg *peg)
{
    for (size_t i = 0; i < count; i++) {
        if (index < rows[i].count) {
            *peg = (struct type_peg){R(rows[i].places[index] / 100.0), rows[i].y, rows[i].z,
                                     rows[i].length, rows[i].direction};
            return true;
        }
        index -= rows[i].count;
    }
    return false;
}

#define PINS(y, z, length, direction, ...)                                                         \
    {                                                                                              \
        (const int16_t[]){__VA_ARGS__}, sizeof((const int16_t[]){__VA_ARGS__}) / sizeof(int16_t),  \
            y, z, length, direction                                                                \
    }
#define ROWS(rows) rows, sizeof(rows) / sizeof *(rows)

static const struct pins timer_inputs[] = {
    PINS(0.5, -1.5, INPUT_LENGTH, PEG_BACK, -700, -600, -500, -400, -300, -200, -100, 0, 200, 300,
         400, 600, 700, 800),
    PINS(0.5, 1.5, INPUT_LENGTH, PEG_FRONT, -700, -600, -500, -300, 700, 800)};
static const struct pins timer_outputs[] = {
    PINS(0.7, -1.5, OUTPUT_LENGTH, PEG_BACK, -700, -600, -500, -400, -300, -200, -100, 0),
    PINS(0.5, 1.5, OUTPUT_LENGTH, PEG_FRONT, -100, 0, 600)};

bool timer_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    (void)use;
    return output ? find_pin(ROWS(timer_outputs), index, peg)
                  : find_pin(ROWS(timer_inputs), index, peg);
}

static const struct pins small_timer_inputs[] = {
    PINS(0.5, -0.5, INPUT_LENGTH, PEG_BACK, -200, -166, -133, -100, -66, -33, 0, 33, 100, 133, 166,
         233, 266, 300),
    PINS(0.5, 1.5, INPUT_LENGTH, PEG_FRONT, -200, -166, -133, -66, 266, 300)};
static const struct pins small_timer_outputs[] = {
    PINS(0.7, -0.5, OUTPUT_LENGTH, PEG_BACK, -200, -166, -133, -100, -66, -33, 0, 33),
    PINS(0.5, 1.5, OUTPUT_LENGTH, PEG_FRONT, 25, 75, 200)};

bool small_timer_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    (void)use;
    return output ? find_pin(ROWS(small_timer_outputs), index, peg)
                  : find_pin(ROWS(small_timer_inputs), index, peg);
}

static const struct pins cpu_inputs[] = {
    PINS(0.5, 2.5, INPUT_LENGTH, PEG_FRONT, 1000, 900, 700, 600, 500, 300),
    PINS(0.5, -2.5, INPUT_LENGTH, PEG_BACK, -900, -400, -300, -200, -100, 0, 100, 200, 300, 500,
         600, 700, 800, 1000)};
static const struct pins cpu_outputs[] = {
    PINS(0.5, 2.5, OUTPUT_LENGTH, PEG_FRONT, 800, 400, 200, 100, 0, -100, -200, -300, -400, -500,
         -600, -700, -800, -900),
    PINS(0.5, -2.5, OUTPUT_LENGTH, PEG_BACK, -800, -700, -600, -500, 400, 900),
    PINS(0.7, -2.5, OUTPUT_LENGTH, PEG_BACK, -400, -300, -200, -100, 0, 100, 200, 300),
    PINS(1.2, 2, OUTPUT_LENGTH, PEG_UP, 1000)};

bool cpu_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    (void)use;
    return output ? find_pin(ROWS(cpu_outputs), index, peg)
                  : find_pin(ROWS(cpu_inputs), index, peg);
}

/* Three digits of four bits, one above the other; eight bits at the back. */
bool bcd_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    (void)use;
    if (output)
        *peg = (struct type_peg){(double)(index / 4) - 1, 0.5 + index % 4, 0.5, OUTPUT_LENGTH,
                                 PEG_FRONT};
    else
        *peg = (struct type_peg){R(R(index - 4.0) / 3), 1.0 / 6, -0.5, 0.5, PEG_BACK};
    return index < (output ? 12u : 8u);
}

/* Three in a row; later ones are longer. */
bool hex_display_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg)
{
    static const double aside = 1.0 / 24, shortest = 0.4, longer = 0.6;
    if (output || index >= use->inputs)
        return false;
    *peg = (struct type_peg){R(R((index % 3 - 1.0) / 3) + aside), -1,
                             R(R((index / 3 - 1.0) / 3) + aside),
                             R(shortest + R(R(longer * index) / use->inputs)), PEG_DOWN};
    return true;
}

/* The numbers whose hexadecimal digit uses a bar. */
static uint16_t digits_with(unsigned bar)
{
    static const uint8_t digits[16] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07,
                                       0x7f, 0x6f, 0x77, 0x7c, 0x39, 0x5e, 0x79, 0x71};
    unsigned values = 0;
    for (unsigned i = 0; i < 16; i++)
        values |= (digits[i] >> bar & 1u) << i;
    return (uint16_t)values;
}

/* Seven bars over a black plate. If there are four inputs, they show a hexadecimal digit; otherwise
 * each input lights one bar. */
unsigned hex_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES])
{
    static const struct {
        double x, z, width, depth;
    } bars[7] = {{0, 1.25, 0.6, 0.15},  {0.375, 0.875, 0.15, 0.6},  {0.375, 0.125, 0.15, 0.6},
                 {0, -0.25, 0.6, 0.15}, {-0.375, 0.125, 0.15, 0.6}, {-0.375, 0.875, 0.15, 0.6},
                 {0, 0.5, 0.6, 0.15}};
    double size = use->data.size_x;
    bodies[0] = (struct type_body){.foot = {0, 0, size / 2}, .size = {size, 0.25, 2 * size}};
    bodies[1] = (struct type_body){.foot = {0.05, -1, 0.05}, .size = {1, 1, 1}, .color = WHITE};
    for (unsigned i = 0; i < 7; i++)
        bodies[2 + i] =
            (struct type_body){.foot = {R(bars[i].x * size), 0.25, R(bars[i].z * size)},
                               .size = {R(bars[i].width * size), 0.125, R(bars[i].depth * size)},
                               .paint = use->inputs == 4  ? BODY_DIGIT
                                        : i < use->inputs ? BODY_INPUT
                                                          : BODY_OWN,
                               .input = (uint8_t)i,
                               .values = digits_with(i)};
    return 9;
}

#undef R
