/* Types of mods whose pegs and bodies depend on counts or custom data, as in the mods' own
 * sources. */
#include "forms.h"

#define R(number) rounded_to_double(number)

/* Three control inputs on its top; as many data inputs as outputs; the others are the address. */
enum { RAM_CONTROLS = 3 };

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
