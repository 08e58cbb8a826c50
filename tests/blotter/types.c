/* Component types: where each one's pegs are, what stands there, what custom data is taken. */
#include "../support/test.h"

#include "blotter/types/mirror.h"

#include <math.h>

#define HALF_ROOT 0.70710678118654752440

static const struct component_type *known(const char *name)
{
    const struct component_type *type = type_of_name(ow_text_of(name));
    if (type == &type_unknown)
        ROW_FAILED("%s is not known\n", name);
    return type;
}

static struct type_use use_of(const char *name, uint32_t inputs, uint32_t outputs)
{
    struct type_use use = {.type = known(name), .inputs = inputs, .outputs = outputs};
    type_read_data(use.type, (ow_bytes){NULL, 0}, &use.data);
    return use;
}

/* Numbers as the facts have them, in squares; wire points are 0.9 of a peg's length away. */
static const struct peg_row {
    const char *name;
    uint32_t inputs, outputs;
    bool output;
    uint32_t index;
    double at[3], up[3], length;
} pegs[] = {
    {"MHG.Peg", 1, 0, false, 0, {0, 0, 0}, {0, 1, 0}, 1},
    {"MHG.Inverter", 1, 1, false, 0, {0, 1, 0}, {0, 1, 0}, 0.8},
    {"MHG.Inverter", 1, 1, true, 0, {0, 0.5, 0.5}, {0, 0, 1}, 0.4},
    {"MHG.AndGate", 2, 1, false, 0, {-0.25, 0.5, -0.5}, {0, 0, -1}, 0.62},
    {"MHG.AndGate", 2, 1, false, 1, {0.25, 0.5, -0.5}, {0, 0, -1}, 0.62},
    {"MHG.AndGate", 2, 1, true, 0, {0, 0.5, 0.5}, {0, 0, 1}, 0.4},
    {"MHG.AndGate", 3, 1, false, 0, {-0.5, 0.5, -0.5}, {0, 0, -1}, 0.62},
    {"MHG.AndGate", 3, 1, false, 2, {0.5, 0.5, -0.5}, {0, 0, -1}, 0.62},
    {"MHG.AndGate", 3, 1, true, 0, {0, 0.5, 0.5}, {0, 0, 1}, 0.4},
    {"MHG.AndGate", 4, 1, false, 3, {1.25, 0.5, -0.5}, {0, 0, -1}, 0.62},
    {"MHG.AndGate", 5, 1, true, 0, {1, 0.5, 0.5}, {0, 0, 1}, 0.4},
    {"MHG.AndGate", 1, 1, false, 0, {0, 0.5, -0.5}, {0, 0, -1}, 0.62},
    {"MHG.XorGate", 2, 1, false, 1, {1, 0.5, -0.5}, {0, 0, -1}, 0.6},
    {"MHG.XorGate", 2, 1, true, 0, {1, 0.5, 0.5}, {0, 0, 1}, 0.4},
    {"MHG.DLatch", 2, 1, false, 0, {0, 0.5, -0.5}, {0, 0, -1}, 0.6},
    {"MHG.DLatch", 2, 1, false, 1, {0, 1, 0}, {0, 1, 0}, 0.8},
    {"MHG.DLatch", 2, 1, true, 0, {0, 1, 1}, {0, 1, 0}, 0.4},
    {"MHG.Relay", 3, 0, false, 0, {0, 1, 0.5}, {0, 1, 0}, 0.8},
    {"MHG.Relay", 3, 0, false, 1, {0, 0.5, -0.5}, {0, 0, -1}, 0.6},
    {"MHG.Relay", 3, 0, false, 2, {0, 0.5, 1.5}, {0, 0, 1}, 0.6},
    {"MHG.Buffer_WithOutput", 1, 1, false, 0, {0, 1, -0.5}, {0, 0, -1}, 0.6},
    {"MHG.Buffer", 2, 0, false, 1, {0, 0.5, 1.5}, {0, 0, 1}, 0.6},
    {"MHG.Delayer", 1, 1, false, 0, {0, 1, 0}, {0, HALF_ROOT, -HALF_ROOT}, 0.8},
    {"MHG.Delayer", 1, 1, true, 0, {0, 1, 0}, {0, HALF_ROOT, HALF_ROOT}, 0.4},
    {"MHG.Switch", 0, 1, true, 0, {0, 0.5, 0.5}, {0, 0, 1}, 0.4},
    {"MHG.PanelSwitch", 0, 1, true, 0, {0, -5.0 / 6, 0}, {0, -1, 0}, 0.4},
    {"MHG.PanelDisplay", 1, 0, false, 0, {0, -5.0 / 6, 0}, {0, -1, 0}, 1},
    {"MHG.PanelDisplay", 3, 0, false, 2, {2.0 / 9, -5.0 / 6, 0}, {0, -1, 0}, 1.4},
    {"MHG.StandingDisplay", 6, 0, false, 5, {5, 0, 0}, {0, 1, 0}, 1.6},
    {"CheeseUtilMod.HexResizable", 4, 0, false, 3, {-7.0 / 24, -1, 1.0 / 24}, {0, -1, 0}, 0.85},
    {"MHG.StandingDisplay", 1, 0, false, 0, {0, 0, 0}, {0, 1, 0}, 1.6},
    {"MHG.StandingDisplay", 4, 0, false, 3, {1, 0, 1}, {0, 1, 0}, 1.6},
    {"MHG.ThroughPeg", 2, 0, false, 0, {0, 1.0 / 3, 0}, {0, 1, 0}, 1},
    {"MHG.ThroughPeg", 2, 0, false, 1, {0, -5.0 / 6, 0}, {0, -1, 0}, 1},
    {"MHG.Socket", 1, 0, false, 0, {0, 0.5, -1.0 / 6}, {0, 0, -1}, 0.6},
    {"MHG.ChubbySocket", 1, 0, false, 0, {0, 0.5, -1.0 / 6}, {0, 0, -1}, 0.6},
    {"HuntaBaddayCPUmod.Buffer8_sw", 11, 10, false, 10, {-5.5, 0.5, 1}, {-1, 0, 0}, 0.8},
    {"HuntaBaddayCPUmod.Buffer8_sw", 11, 10, true, 9, {-4, 0.5, 1.5}, {0, 0, 1}, 0.4},
    {"CheeseUtilMod.Ram8aX8b", 19, 8, true, 0, {-3, 1, 1.5}, {0, 0, 1}, 0.4},
    {"CheeseUtilMod.Ram8aX8b", 19, 8, false, 2, {1, 2, 0}, {0, 1, 0}, 0.4},
    {"CheeseUtilMod.Ram8aX8b", 19, 8, false, 10, {4, 0.5, -0.5}, {0, 0, -1}, 0.55},
    {"CheeseUtilMod.RamResizable", 25, 8, false, 11, {-6, 1.5, -0.5}, {0, 0, -1}, 0.2},
    /* two bits of address, three of data */
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 0, {1, 5, 0.5}, {0, 1, 0}, 0.8},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 1, {-1, 5, 0}, {0, 1, 0}, 1},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 4, {0, 5, 1}, {0, 1, 0}, 0.8},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 6, {0.5, 4, -0.5}, {0, 0, -1}, 0.4},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 7, {-0.5, 4, 1.5}, {0, 0, 1}, 0.2},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 10, {0.5, 2.5, -0.5}, {0, 0, -1}, 1.0 / 3},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, false, 14, {1.5, 2.5, 1.5}, {0, 0, 1}, 7.0 / 15},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, true, 2, {1.5, 1, -0.5}, {0, 0, -1}, 0.4},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, true, 3, {-0.5, 1, 1.5}, {0, 0, 1}, 0.4},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, false, 0, {-7, 0.5, -1.5}, {0, 0, -1}, 0.8},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, false, 13, {8, 0.5, -1.5}, {0, 0, -1}, 0.8},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, false, 14, {-7, 0.5, 1.5}, {0, 0, 1}, 0.8},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, false, 19, {8, 0.5, 1.5}, {0, 0, 1}, 0.8},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, true, 7, {0, 0.7, -1.5}, {0, 0, -1}, 0.4},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, true, 10, {6, 0.5, 1.5}, {0, 0, 1}, 0.4},
    {"HuntaBaddayCPUmod.TSC6530_Comp", 20, 11, false, 1, {-1.66, 0.5, -0.5}, {0, 0, -1}, 0.8},
    {"HuntaBaddayCPUmod.TSC6530_Comp", 20, 11, true, 9, {0.75, 0.5, 1.5}, {0, 0, 1}, 0.4},
    {"HuntaBaddayCPUmod.MOS6502", 20, 29, false, 5, {3, 0.5, 2.5}, {0, 0, 1}, 0.8},
    {"HuntaBaddayCPUmod.MOS6502", 20, 29, false, 19, {10, 0.5, -2.5}, {0, 0, -1}, 0.8},
    {"HuntaBaddayCPUmod.MOS6502", 20, 29, true, 19, {9, 0.5, -2.5}, {0, 0, -1}, 0.4},
    {"HuntaBaddayCPUmod.MOS6502", 20, 29, true, 27, {3, 0.7, -2.5}, {0, 0, -1}, 0.4},
    {"HuntaBaddayCPUmod.MOS6502", 20, 29, true, 28, {10, 1.2, 2}, {0, 1, 0}, 0.4},
    {"CheeseUtilMod.BCD8", 8, 12, false, 0, {-4.0 / 3, 1.0 / 6, -0.5}, {0, 0, -1}, 0.5},
    {"CheeseUtilMod.BCD8", 8, 12, true, 7, {0, 3.5, 0.5}, {0, 0, 1}, 0.4},
};

static bool near(double found, double expected)
{
    return fabs(found - expected) < 1e-12;
}

static void pegs_stand_where_the_facts_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(pegs); i++) {
        const struct peg_row *row = &pegs[i];
        struct type_use use = use_of(row->name, row->inputs, row->outputs);
        struct type_peg peg;
        bool found = type_find_peg(&use, row->output, row->index, &peg);
        struct vector up = peg_up(peg.direction), point = peg_wire_point(&peg);
        bool at = near(peg.x, row->at[0]) && near(peg.y, row->at[1]) && near(peg.z, row->at[2]);
        bool turned = near(up.x, row->up[0]) && near(up.y, row->up[1]) && near(up.z, row->up[2]);
        bool wired = near(point.z, row->at[2] + row->up[2] * row->length * 0.9) &&
                     near(point.y, row->at[1] + row->up[1] * row->length * 0.9);
        if (!found || !at || !turned || !wired || !near(peg.length, row->length))
            ROW_FAILED("%s, peg %u of row %zu: at %g %g %g, up %g %g %g, %g long\n", row->name,
                       row->index, i, peg.x, peg.y, peg.z, up.x, up.y, up.z, peg.length);
    }
}

/* The rotation of a direction turns y to it. */
static void directions_are_given_in_two_ways_that_agree(void **state)
{
    (void)state;
    for (int i = 0; i < PEG_DIRECTIONS; i++) {
        struct vector up = peg_up((enum peg_direction)i);
        struct vector turned =
            vector_turn(peg_turn((enum peg_direction)i), (struct vector){0, 1, 0});
        if (!near(up.x, turned.x) || !near(up.y, turned.y) || !near(up.z, turned.z))
            ROW_FAILED("direction %d: %g %g %g\n", i, turned.x, turned.y, turned.z);
    }
}

static void pegs_beyond_a_type_are_spread_over_a_square(void **state)
{
    (void)state;
    static const struct {
        const char *name; /* NULL: unknown */
        uint32_t inputs, outputs, index;
        bool output;
        double x, z;
    } rows[] = {
        {NULL, 1, 0, 0, false, 0, -0.5},
        {NULL, 4, 0, 3, false, 0.375, -0.5},
        {NULL, 0, 2, 0, true, -0.25, 0.5},
        {"MHG.Inverter", 2, 1, 1, false, 0.25, -0.5},
        {"MHG.Mount", 0, 1, 0, true, 0, 0.5},
        {"MHG.AndGate", 2, 2, 1, true, 0.25, 0.5},
        {"MHG.CircuitBoard", 2, 0, 0, false, -0.25, -0.5},
        {"MHG.PanelDisplay", 1, 1, 0, true, 0, 0.5},
        {"MHG.StandingDisplay", 1, 1, 0, true, 0, 0.5},
        {"CheeseUtilMod.HexResizable", 1, 1, 0, true, 0, 0.5},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct type_use use = {.type = rows[i].name ? known(rows[i].name) : &type_unknown,
                               .inputs = rows[i].inputs,
                               .outputs = rows[i].outputs};
        struct type_peg peg;
        if (type_find_peg(&use, rows[i].output, rows[i].index, &peg) || !near(peg.x, rows[i].x) ||
            !near(peg.z, rows[i].z) || !near(peg.y, 0.5))
            ROW_FAILED("row %zu: %g %g %g\n", i, peg.x, peg.y, peg.z);
    }
}

/* A body as the facts have it: the middle of its underside, and its size. */
static const struct body_row {
    const char *name;
    uint32_t inputs, outputs;
    const char *data; /* 4-byte numbers, blank between; NULL: none */
    unsigned body, count;
    double foot[3], size[3];
} bodies[] = {
    {"MHG.CircuitBoard", 0, 0, NULL, 0, 1, {0.5, 0, 0.5}, {1, 0.5, 1}},
    {"MHG.AndGate", 2, 1, NULL, 0, 1, {0, 0, 0}, {1, 1, 1}},
    {"MHG.AndGate", 3, 1, NULL, 0, 1, {0, 0, 0}, {1.5, 1, 1}},
    {"MHG.AndGate", 6, 1, NULL, 0, 1, {1, 0, 0}, {3, 1, 1}},
    {"MHG.XorGate", 2, 1, NULL, 0, 1, {0.5, 0, 0}, {2, 1, 1}},
    {"MHG.DLatch", 2, 1, NULL, 0, 1, {0, 0, 0.5}, {1, 1, 2}},
    {"MHG.Relay", 3, 0, NULL, 0, 1, {0, 0, 0.5}, {1, 1, 2}},
    {"MHG.Buffer", 2, 0, NULL, 0, 1, {0, 0, 0.5}, {1, 1.5, 2}},
    {"MHG.Switch", 0, 1, NULL, 0, 2, {0, 0, 0}, {1, 1, 1}},
    {"MHG.Button", 0, 1, NULL, 0, 2, {0, 0, 0}, {1, 1, 1}},
    {"MHG.Button", 0, 1, NULL, 1, 2, {0, 1, 0}, {0.6, 0.2, 0.6}},
    {"MHG.Button", 0, 1, "17647770", 1, 2, {0, 1, 0}, {0.6, 0.1, 0.6}}, /* down */
    {"MHG.PanelButton", 0, 1, NULL, 2, 3, {0, 1.0 / 3, 0}, {0.6, 0.2, 0.6}},
    {"MHG.PanelButton", 0, 1, "17647770 2 3", 0, 3, {0.5, 0, 1}, {2, 1.0 / 3, 3}},
    {"MHG.PanelButton", 0, 1, "17647770 2 3", 2, 3, {0.5, 1.0 / 3, 1}, {1.6, 0.1, 2.6}},
    {"MHG.PanelSwitch", 0, 1, NULL, 0, 3, {0, 0, 0}, {1, 1.0 / 3, 1}},
    {"MHG.PanelSwitch", 0, 1, NULL, 1, 3, {0, -5.0 / 6, 0}, {2.0 / 3, 5.0 / 6, 2.0 / 3}},
    {"MHG.PanelDisplay", 1, 0, "0 3 2", 0, 2, {1, 0, 0.5}, {3, 1.0 / 3, 2}},
    {"MHG.StandingDisplay", 1, 0, "0", 0, 1, {0, 1.6, 0}, {1, 1, 1}},
    {"MHG.StandingDisplay", 4, 0, "0", 0, 1, {0.5, 1.6, 0.5}, {2, 1, 2}},
    {"MHG.StandingDisplay", 6, 0, "0", 0, 1, {2.5, 1.6, 0}, {6, 1, 1}},
    {"MHG.ThroughPeg", 2, 0, NULL, 0, 1, {0, -5.0 / 6, 0}, {2.0 / 3, 7.0 / 6, 2.0 / 3}},
    {"MHG.Socket", 1, 0, NULL, 0, 2, {0, 0, 1.0 / 6}, {1.0 / 3, 2.0 / 3, 2.0 / 3}},
    {"MHG.ChubbySocket", 1, 0, NULL, 0, 2, {0, 0, 1.0 / 6}, {1, 1, 2.0 / 3}},
    {"MHG.Mount", 0, 0, NULL, 0, 1, {0, 0, 0}, {0.5, 2, 1.0 / 3}},
    {"MHG.Mount", 0, 0, "12", 0, 1, {0, 0, 0}, {0.5, 4, 1.0 / 3}},
    {"MHG.Peg", 1, 0, NULL, 0, 0, {0, 0, 0}, {0, 0, 0}},
    {"HuntaBaddayCPUmod.Buffer8_sw", 11, 10, NULL, 0, 1, {0, 0, 0.5}, {11, 1, 2}},
    {"CheeseUtilMod.RamResizable", 25, 8, NULL, 0, 1, {0.5, 0, 0.5}, {14, 2, 2}},
    {"CheeseUtilMod.DualPortRamResizable", 15, 6, NULL, 0, 1, {0.5, 0, 0.5}, {3, 5, 2}},
    {"CheeseUtilMod.DualPortRamResizable", 17, 4, NULL, 0, 1, {0.5, 0, 0.5}, {4, 5, 2}},
    {"CheeseUtilMod.DualPortRamResizable", 0, 0, NULL, 0, 1, {0.5, 0, 0.5}, {1, 5, 2}},
    {"HuntaBaddayCPUmod.TSC6530", 20, 11, NULL, 0, 1, {0.5, 0, 0}, {16, 1, 3}},
    {"HuntaBaddayCPUmod.TSC6530_Comp", 20, 11, NULL, 0, 1, {0.5, 0, 0.5}, {6, 1, 2}},
    {"HuntaBaddayCPUmod.MOS6502", 20, 29, NULL, 0, 1, {0.5, 0, 0}, {20, 1.5, 5}},
    {"CheeseUtilMod.BCD8", 8, 12, NULL, 0, 1, {0, 0, 0}, {3, 4, 1}},
};

static void put_numbers(const char *text, uint8_t bytes[16], size_t *size)
{
    for (*size = 0; *text; *size += 4) {
        char *end;
        uint32_t value = (uint32_t)strtol(text, &end, 10);
        for (int i = 0; i < 4; i++)
            bytes[*size + (size_t)i] = (uint8_t)(value >> 8 * i);
        text = end;
    }
}

static void bodies_are_as_large_as_the_facts_say(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(bodies); i++) {
        const struct body_row *row = &bodies[i];
        struct type_use use = use_of(row->name, row->inputs, row->outputs);
        struct type_body found[MOST_BODIES] = {{.low = 0}};
        uint8_t bytes[16];
        size_t size = 0;
        if (row->data) {
            put_numbers(row->data, bytes, &size);
            assert_true(type_read_data(use.type, (ow_bytes){bytes, size}, &use.data));
        }
        unsigned count;
        const struct type_body *list = type_find_bodies(&use, found, &count);
        const struct type_body *body = count > 0 ? &list[row->body] : &found[row->body];
        bool foot = near(body->foot.x, row->foot[0]) && near(body->foot.y, row->foot[1]) &&
                    near(body->foot.z, row->foot[2]);
        bool sized = near(body->size.x, row->size[0]) && near(body->size.y, row->size[1]) &&
                     near(body->size.z, row->size[2]);
        if (count != row->count || !foot || !sized)
            ROW_FAILED("row %zu, %s: %u bodies, foot %g %g %g, size %g %g %g\n", i, row->name,
                       count, body->foot.x, body->foot.y, body->foot.z, body->size.x, body->size.y,
                       body->size.z);
    }
}

/* The seven bars of a digit: 8 has all of them, 1 has two. */
static void a_hexadecimal_digit_lights_its_bars(void **state)
{
    (void)state;
    static const struct {
        uint32_t value, lit;
    } rows[] = {{0, 6}, {1, 2}, {7, 3}, {8, 7}, {15, 4}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct type_use use = use_of("CheeseUtilMod.HexResizable", 4, 0);
        struct type_body found[MOST_BODIES];
        unsigned lit = 0, count;
        type_find_bodies(&use, found, &count);
        for (unsigned k = count; k-- > 0;)
            lit += found[k].paint == BODY_DIGIT && found[k].values >> rows[i].value & 1;
        assert_int_equal(lit, rows[i].lit);
    }
}

/* Bytes of real saves. */
static const struct data_row {
    const char *name;
    const char *bytes;
    size_t size;
} custom_data[] = {
    {"MHG.CircuitBoard", "\x33\x33\x33\x06\0\0\0\x04\0\0\0", 11},
    {"MHG.Switch", "\x9a\x48\x0d\x01", 4},
    {"MHG.PanelSwitch", "\x9a\x48\x0d\x01", 4},
    {"MHG.Button", "\x9a\x48\x0d\x00", 4},
    {"MHG.PanelButton", "\x9a\x48\x0d\x00\x02\0\0\0\x03\0\0\0", 12},
    {"MHG.PanelLabel",
     "\x01\0\0\0\x26\x26\x26\xcd\xcc\x4c\x3f\0\x03\0\0\0INT\x08\0\0\0\x01\0\0\0\x02\0\0\0", 31},
    {"MHG.PanelDisplay", "\x05\0\0\0\x02\0\0\0\x03\0\0\0", 12},
    {"MHG.StandingDisplay", "\x05\0\0\0", 4},
    {"MHG.Mount", "\x0c\0\0\0", 4},
    {"MHG.Delayer", "\x02\0\0\0\x0a\0\0\0", 8},
    {"CheeseUtilMod.HexResizable", "\xff\0\0\x02\0\0\0", 7},
};

static void custom_data_is_taken_at_its_own_length_alone(void **state)
{
    (void)state;
    enum { BEYOND = 3 };
    for (size_t i = 0; i < LENGTH(custom_data); i++) {
        const struct component_type *type = known(custom_data[i].name);
        for (size_t size = 0; size <= custom_data[i].size + BEYOND; size++) {
            struct component_data data;
            uint8_t *copy = calloc(1, size + 1), *exact = malloc(size > 0 ? size : 1);
            memcpy(copy, custom_data[i].bytes,
                   size < custom_data[i].size ? size : custom_data[i].size);
            memcpy(exact, copy, size);
            bool taken = type_read_data(type, (ow_bytes){exact, size}, &data);
            if (taken != (size == custom_data[i].size) || data.size_x < 1 || data.size_z < 1)
                ROW_FAILED("%s: %zu bytes\n", custom_data[i].name, size);
            free(copy);
            free(exact);
        }
    }
}

static void custom_data_says_what_it_holds(void **state)
{
    (void)state;
    struct component_data data;
    const struct data_row *label = &custom_data[5], *board = &custom_data[0],
                          *button = &custom_data[4];
    assert_true(type_read_data(known(label->name),
                               (ow_bytes){(const uint8_t *)label->bytes, label->size}, &data));
    assert_text(data.text, "INT");
    assert_float(data.font_size, 0.8f);
    assert_int_equal(data.color.red, 0x26);
    assert_int_equal(data.size_x, 8);
    assert_int_equal(data.size_z, 1);
    assert_int_equal(data.align_x, 1);
    assert_int_equal(data.align_z, 2);
    assert_true(type_read_data(known(board->name),
                               (ow_bytes){(const uint8_t *)board->bytes, board->size}, &data));
    assert_int_equal(data.color.green, 0x33);
    assert_int_equal(data.size_x, 6);
    assert_int_equal(data.size_z, 4);
    assert_true(type_read_data(known(button->name),
                               (ow_bytes){(const uint8_t *)button->bytes, button->size}, &data));
    assert_false(data.on);
    assert_int_equal(data.size_x, 2);
    assert_int_equal(data.size_z, 3);
}

/* Nothing, less than nothing and what is no number are not taken for sizes. */
static void sizes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct data_row rows[] = {
        {"MHG.CircuitBoard", "\x33\x33\x33\0\0\0\0\x04\0\0\0", 11},
        {"MHG.CircuitBoard", "\x33\x33\x33\x04\0\0\0\xff\xff\xff\xff", 11},
        {"MHG.Mount", "\xff\xff\xff\xff", 4},
        {"MHG.PanelLabel",
         "\x01\0\0\0\x26\x26\x26\0\0\xc0\x7f\0\x03\0\0\0INT\x08\0\0\0\x01\0\0\0\x02\0\0\0", 31},
        {"MHG.PanelLabel",
         "\x01\0\0\0\x26\x26\x26\xcd\xcc\x4c\x3f\0\xff\xff\xff\xffINT\x08\0\0\0\x01\0\0\0\x02\0\0"
         "\0",
         31},
        {"MHG.PanelLabel",
         "\x01\0\0\0\x26\x26\x26\xcd\xcc\x4c\x3f\0\xff\xff\xff\x7fINT\x08\0\0\0\x01\0\0\0\x02\0\0"
         "\0",
         31},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct component_data data;
        if (type_read_data(known(rows[i].name),
                           (ow_bytes){(const uint8_t *)rows[i].bytes, rows[i].size}, &data) ||
            data.size_x != 1 || data.size_z != 1 || data.length != 6 || data.text.size > 0)
            ROW_FAILED("row %zu\n", i);
    }
}

static void names_are_found_once_and_whole(void **state)
{
    (void)state;
    size_t count;
    const struct component_type *types = type_list(&count);
    assert_true(count > 30);
    for (size_t i = 0; i < count; i++)
        assert_ptr_equal(type_of_name(ow_text_of(types[i].name)), &types[i]);
    assert_ptr_equal(type_of_name(OW_LITERAL("MHG.Pe")), &type_unknown);
    assert_ptr_equal(type_of_name(OW_LITERAL("MHG.Pegs")), &type_unknown);
    assert_ptr_equal(type_of_name((ow_text){NULL, 0}), &type_unknown);
}

/* Planes across x and z, and whether the inputs change places; twice the plane's place. */
static const struct mirror_row {
    const char *name;
    uint32_t inputs, outputs;
    unsigned axis;
    bool found, reversed;
    double sum;
} mirrors[] = {
    {"MHG.Peg", 1, 0, 0, true, false, 0},
    {"MHG.Peg", 1, 0, 1, false, false, 0},
    {"MHG.Inverter", 1, 1, 0, true, false, 0},
    {"MHG.Inverter", 1, 1, 2, false, false, 0},
    {"MHG.Inverter", 2, 1, 0, false, false, 0},
    {"MHG.AndGate", 1, 1, 0, true, false, 0},
    {"MHG.AndGate", 2, 1, 0, true, true, 0},
    {"MHG.AndGate", 3, 1, 0, true, true, 0},
    {"MHG.AndGate", 5, 1, 0, true, true, 2},
    {"MHG.AndGate", 2, 1, 2, false, false, 0},
    {"MHG.XorGate", 2, 1, 0, false, false, 0},
    {"MHG.XorGate", 2, 1, 1, false, false, 0},
    {"MHG.DLatch", 2, 1, 0, true, false, 0},
    {"MHG.Buffer", 2, 0, 0, true, false, 0},
    {"MHG.Buffer", 2, 0, 2, false, false, 0},
    {"MHG.Switch", 0, 1, 0, true, false, 0},
    {"MHG.Switch", 0, 0, 2, false, false, 0},
    {"MHG.ThroughPeg", 2, 0, 2, true, false, 0},
    {"MHG.ChubbySocket", 1, 0, 0, true, false, 0},
    {"MHG.CircuitBoard", 0, 0, 0, true, false, 1},
    {"MHG.CircuitBoard", 0, 0, 1, true, false, 0.5},
    {"MHG.PanelDisplay", 1, 0, 2, true, false, 0},
    {"MHG.PanelDisplay", 2, 0, 0, false, false, 0},
    {"MHG.Randomizer", 0, 0, 0, false, false, 0},
    {"CheeseUtilMod.HexResizable", 4, 0, 0, false, false, 0},
    {"HuntaBaddayCPUmod.Buffer8_sw", 11, 10, 0, false, false, 0},
};

static void some_types_are_their_own_mirror_images(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(mirrors); i++) {
        const struct mirror_row *row = &mirrors[i];
        struct type_use use = use_of(row->name, row->inputs, row->outputs);
        struct type_mirror mirror;
        bool found = type_find_mirror(&use, row->axis, &mirror);
        if (found != row->found ||
            (found && (mirror.is_reversed != row->reversed || !near(mirror.sum, row->sum))))
            ROW_FAILED("row %zu, %s: %d, reversed %d, sum %g\n", i, row->name, found,
                       mirror.is_reversed, mirror.sum);
    }
    struct type_use unknown = {.type = &type_unknown};
    struct type_mirror mirror;
    assert_false(type_find_mirror(&unknown, 0, &mirror));
}

/* A mirror image has the first input where the last one was. A component whose inputs differ in
 * what they do has none. */
static void only_inputs_that_do_the_same_change_places(void **state)
{
    (void)state;
    static const struct type_peg inputs[] = {{-1, 0.5, -0.5, 0.6, PEG_BACK},
                                             {1, 0.5, -0.5, 0.6, PEG_BACK}};
    static const struct type_peg output = {0, 0.5, 0.5, 0.4, PEG_FRONT};
    static const struct type_body body = {.size = {3, 1, 1}};
    static const struct {
        ow_logic logic;
        bool found;
    } rows[] = {
        {OW_LOGIC_AND, true},    {OW_LOGIC_XOR, true},    {OW_LOGIC_LATCH, false},
        {OW_LOGIC_RELAY, false}, {OW_LOGIC_TIMER, false}, {OW_LOGIC_UNKNOWN, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct component_type type = {.name = "M.Gate",
                                            .logic = rows[i].logic,
                                            .inputs = inputs,
                                            .input_count = LENGTH(inputs),
                                            .outputs = &output,
                                            .output_count = 1,
                                            .bodies = &body,
                                            .body_count = 1};
        const struct type_use use = {.type = &type, .inputs = 2, .outputs = 1};
        struct type_mirror mirror;
        bool found = type_find_mirror(&use, 0, &mirror);
        if (found != rows[i].found || (found && !mirror.is_reversed))
            ROW_FAILED("row %zu: found %d\n", i, found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pegs_stand_where_the_facts_say),
        cmocka_unit_test(directions_are_given_in_two_ways_that_agree),
        cmocka_unit_test(pegs_beyond_a_type_are_spread_over_a_square),
        cmocka_unit_test(bodies_are_as_large_as_the_facts_say),
        cmocka_unit_test(a_hexadecimal_digit_lights_its_bars),
        cmocka_unit_test(custom_data_is_taken_at_its_own_length_alone),
        cmocka_unit_test(custom_data_says_what_it_holds),
        cmocka_unit_test(sizes_that_cannot_be_are_refused),
        cmocka_unit_test(names_are_found_once_and_whole),
        cmocka_unit_test(some_types_are_their_own_mirror_images),
        cmocka_unit_test(only_inputs_that_do_the_same_change_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
