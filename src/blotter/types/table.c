/* The table of component types. */
#include "forms.h"

#include "../../base/text.h"

#include <string.h>

#define LENGTH_OF(list) (sizeof(list) / sizeof *(list))
#define INPUTS(...)                                                                                \
    .inputs = (const struct type_peg[]){__VA_ARGS__},                                              \
    .input_count = LENGTH_OF(((const struct type_peg[]){__VA_ARGS__}))
#define OUTPUTS(...)                                                                               \
    .outputs = (const struct type_peg[]){__VA_ARGS__},                                             \
    .output_count = LENGTH_OF(((const struct type_peg[]){__VA_ARGS__}))
#define BODIES(...)                                                                                \
    .bodies = (const struct type_body[]){__VA_ARGS__},                                             \
    .body_count = LENGTH_OF(((const struct type_body[]){__VA_ARGS__}))

#define THIRD (1.0 / 3)

/* A buffer's height at its low end, 0.83, as a fraction of the height at its high end, 1.5. */
#define BUFFER_LOW 0.55333333333333334

/* The peg of a Switch or a Button, also of those on panels. */
#define SIDE_OUTPUT                                                                                \
    {                                                                                              \
        0, 0.5, 0.5, OUTPUT_LENGTH, PEG_FRONT                                                      \
    }
#define BELOW_OUTPUT                                                                               \
    {                                                                                              \
        0, -5.0 / 6, 0, OUTPUT_LENGTH, PEG_DOWN                                                    \
    }

/* A one-square block, for a type that no save has shown. */
#define UNSEEN(type_name, does)                                                                    \
    {                                                                                              \
        .name = type_name, .logic = OW_LOGIC_##does, .color = WHITE, .is_unseen = true,            \
        .flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR,                                            \
        BODIES({.size = {1, 1, 1}, .color = WHITE})                                                \
    }

const struct component_type type_unknown = UNSEEN(NULL, UNKNOWN);

static const struct component_type types[] = {
    {
        .name = "MHG.CircuitBoard",
        .words = "board",
        .data = "Cxz",
        .is_scaled = true,
        .color = 0x787878,
        .chosen = 0x787878,
        BODIES(
            {.foot = {0.5, 0, 0.5}, .size = {1, 0.5, 1}, .paint = BODY_CHOSEN, .is_board = true}),
    },
    {
        .name = "MHG.Peg",
        .color = 0x1a1718,
        INPUTS({0, 0, 0, 1, PEG_UP}),
    },
    {
        .name = "MHG.Inverter",
        .logic = OW_LOGIC_INVERTER,
        .color = WHITE,
        INPUTS({0, 1, 0, INPUT_LENGTH, PEG_UP}),
        OUTPUTS(SIDE_OUTPUT),
        BODIES({.size = {1, 1, 1}, .color = WHITE}),
    },
    {
        .name = "MHG.AndGate",
        .logic = OW_LOGIC_AND,
        .color = 0x6d1a17,
        .peg = and_gate_peg,
        .vary = and_gate_bodies,
    },
    {
        .name = "MHG.XorGate",
        .logic = OW_LOGIC_XOR,
        .color = 0x1d2f8e,
        INPUTS({0, 0.5, -0.5, 0.6, PEG_BACK}, {1, 0.5, -0.5, 0.6, PEG_BACK}),
        OUTPUTS({1, 0.5, 0.5, OUTPUT_LENGTH, PEG_FRONT}),
        BODIES({.foot = {0.5, 0, 0}, .size = {2, 1, 1}, .color = 0x1d2f8e}),
    },
    {
        .name = "MHG.DLatch",
        .logic = OW_LOGIC_LATCH,
        .color = 0x349f16,
        INPUTS({0, 0.5, -0.5, 0.6, PEG_BACK}, {0, 1, 0, INPUT_LENGTH, PEG_UP}),
        OUTPUTS({0, 1, 1, OUTPUT_LENGTH, PEG_UP}),
        BODIES({.foot = {0, 0, 0.5}, .size = {1, 1, 2}, .color = 0x349f16}),
    },
    {
        .name = "MHG.Relay",
        .logic = OW_LOGIC_RELAY,
        .color = 0x7e133b,
        INPUTS({0, 1, 0.5, INPUT_LENGTH, PEG_UP}, {0, 0.5, -0.5, 0.6, PEG_BACK},
               {0, 0.5, 1.5, 0.6, PEG_FRONT}),
        BODIES({.foot = {0, 0, 0.5}, .size = {1, 1, 2}, .color = 0x7e133b}),
    },
    {
        .name = "MHG.Buffer_WithOutput",
        .logic = OW_LOGIC_BUFFER,
        .color = WHITE,
        INPUTS({0, 1, -0.5, 0.6, PEG_BACK}),
        OUTPUTS(SIDE_OUTPUT),
        BODIES({.size = {1, 1.5, 1}, .low = BUFFER_LOW, .color = WHITE}),
    },
    {
        .name = "MHG.Buffer",
        .logic = OW_LOGIC_FAST_BUFFER,
        .color = 0x8e0e5f,
        INPUTS({0, 1, -0.5, 0.6, PEG_BACK}, {0, 0.5, 1.5, 0.6, PEG_FRONT}),
        BODIES({.foot = {0, 0, 0.5}, .size = {1, 1.5, 2}, .low = BUFFER_LOW, .color = 0x8e0e5f}),
    },
    {
        .name = "MHG.Delayer",
        .logic = OW_LOGIC_DELAYER,
        .words = "delayer",
        .data = "cd",
        .color = WHITE,
        INPUTS({0, 1, 0, INPUT_LENGTH, PEG_UP_BACK}),
        OUTPUTS({0, 1, 0, OUTPUT_LENGTH, PEG_UP_FRONT}),
        BODIES({.size = {1, 1, 1}, .color = WHITE}),
    },
    {
        .name = "MHG.Switch",
        .logic = OW_LOGIC_SWITCH,
        .words = "switch",
        .data = "Co",
        .color = WHITE,
        .chosen = 0x9a480d,
        .flags = OW_INFERRED_SHAPE,
        OUTPUTS(SIDE_OUTPUT),
        .vary = switch_bodies,
    },
    {
        .name = "MHG.Button",
        .logic = OW_LOGIC_BUTTON,
        .words = "button",
        .data = "Co",
        .color = WHITE,
        .chosen = 0x9a480d,
        .flags = OW_INFERRED_SHAPE,
        OUTPUTS(SIDE_OUTPUT),
        .vary = button_bodies,
    },
    {
        .name = "MHG.PanelSwitch",
        .logic = OW_LOGIC_SWITCH,
        .words = "switch",
        .data = "Co",
        .color = WHITE,
        .chosen = 0x9a480d,
        .flags = OW_INFERRED_SHAPE,
        OUTPUTS(BELOW_OUTPUT),
        .vary = panel_switch_bodies,
    },
    {
        .name = "MHG.PanelButton",
        .logic = OW_LOGIC_BUTTON,
        .words = "button",
        .data = "Coxz",
        .color = WHITE,
        .chosen = 0x9a480d,
        .flags = OW_INFERRED_SHAPE,
        OUTPUTS(BELOW_OUTPUT),
        .vary = panel_button_bodies,
    },
    {
        .name = "MHG.PanelKey",
        .logic = OW_LOGIC_BUTTON,
        .color = WHITE,
        .flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR,
        OUTPUTS(BELOW_OUTPUT),
        BODIES({.size = {1, THIRD, 1}, .paint = BODY_KEY, .color = WHITE}, PANEL_STEM),
    },
    {
        .name = "MHG.PanelDisplay",
        .is_display = true,
        .words = "display",
        .data = "kxz",
        .guesses_several = true,
        .color = 0x202020,
        .peg = panel_display_peg,
        .vary = panel_display_bodies,
    },
    {
        .name = "MHG.StandingDisplay",
        .is_display = true,
        .words = "display",
        .data = "k",
        .guesses_several = true,
        .color = 0x202020,
        .peg = standing_display_peg,
        .vary = standing_display_bodies,
    },
    {
        .name = "MHG.PanelLabel",
        .words = "label",
        .data = "hCfmtxzv",
        .color = WHITE,
        .chosen = 0x262626,
        .text_height = 0.3,
        .vary = panel_label_bodies,
    },
    {
        .name = "MHG.Label",
        .words = "label",
        .data = "hCfmtxzv",
        .color = WHITE,
        .chosen = 0x262626,
        .flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR,
        .text_height = 1,
        .vary = panel_label_bodies,
    },
    {
        .name = "MHG.ThroughPeg",
        .joins_inputs = true,
        .color = WHITE,
        INPUTS({0, THIRD, 0, 1, PEG_UP}, {0, -5.0 / 6, 0, 1, PEG_DOWN}),
        BODIES({.foot = {0, -5.0 / 6, 0}, .size = {2.0 / 3, 7.0 / 6, 2.0 / 3}, .color = WHITE}),
    },
    {
        .name = "MHG.Socket",
        .contact = {{0, THIRD, 0.5}, {1, 0, 0}, {0, 1, 0}, 0.1, 0.1},
        .color = SOCKET_GREY,
        INPUTS({0, 0.5, -1.0 / 6, 0.6, PEG_BACK}),
        BODIES({.foot = {0, 0, 1.0 / 6}, .size = {THIRD, 2.0 / 3, 2.0 / 3}, .color = SOCKET_GREY},
               {.foot = {0, THIRD - 0.1, 0.5}, .size = {0.2, 0.2, 0.002}, .paint = BODY_CONTACT}),
    },
    {
        .name = "MHG.ChubbySocket",
        .contact = {{0, 0.5, 0.5}, {1, 0, 0}, {0, 1, 0}, 0.4, 0.4},
        .color = SOCKET_GREY,
        INPUTS({0, 0.5, -1.0 / 6, 0.6, PEG_BACK}),
        BODIES({.foot = {0, 0, 1.0 / 6}, .size = {1, 1, 2.0 / 3}, .color = SOCKET_GREY},
               {.foot = {0, 0.2, 0.5}, .size = {0.6, 0.6, 0.002}, .paint = BODY_CONTACT}),
    },
    {
        .name = "MHG.Mount",
        .words = "mount",
        .data = "n",
        .may_have_none = true,
        .color = WHITE,
        .vary = mount_bodies,
    },
    UNSEEN("MHG.Randomizer", RANDOMIZER),
    UNSEEN("MHG.ThroughSocket", UNKNOWN),
    UNSEEN("MHG.ChubbyThroughSocket", UNKNOWN),
    UNSEEN("MHG.Chair", NONE),
    UNSEEN("MHG.Flag", NONE),
    UNSEEN("MHG.Singer", NONE),
    UNSEEN("MHG.Drum", NONE),
    {
        .name = "MHG.Key",
        .logic = OW_LOGIC_BUTTON,
        .color = WHITE,
        .flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR,
        BODIES({.size = {1, 1, 1}, .paint = BODY_KEY, .color = WHITE}),
    },
    {
        .name = "HuntaBaddayCPUmod.Buffer8_sw",
        .logic = OW_LOGIC_FIFO,
        .color = CHIP_BLACK,
        INPUTS({5, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT}, {4, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT},
               {3, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT}, {2, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT},
               {1, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT}, {0, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT},
               {-1, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT}, {-2, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT},
               {-5, 0.5, 1.5, INPUT_LENGTH, PEG_FRONT}, {-5, 0.5, -0.5, INPUT_LENGTH, PEG_BACK},
               {-5.5, 0.5, 1, INPUT_LENGTH, PEG_LEFT}),
        OUTPUTS({5, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK}, {4, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK},
                {3, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK}, {2, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK},
                {1, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK}, {0, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK},
                {-1, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK}, {-2, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK},
                {-4, 0.5, -0.5, OUTPUT_LENGTH, PEG_BACK}, {-4, 0.5, 1.5, OUTPUT_LENGTH, PEG_FRONT}),
        BODIES({.foot = {0, 0, 0.5}, .size = {11, 1, 2}, .color = CHIP_BLACK}),
    },
    {
        .name = "HuntaBaddayCPUmod.TSC6530",
        .logic = OW_LOGIC_TIMER,
        .words = "timer",
        .data = TIMER_DATA,
        .may_have_none = true,
        .color = CHIP_BLACK,
        .peg = timer_peg,
        BODIES({.foot = {0.5, 0, 0}, .size = {16, 1, 3}, .color = CHIP_BLACK}),
    },
    {
        .name = "HuntaBaddayCPUmod.TSC6530_Comp",
        .logic = OW_LOGIC_TIMER,
        .words = "timer",
        .data = TIMER_DATA,
        .may_have_none = true,
        .color = CHIP_BLACK,
        .peg = small_timer_peg,
        BODIES({.foot = {0.5, 0, 0.5}, .size = {6, 1, 2}, .color = CHIP_BLACK}),
    },
    {
        /* Not simulated: its opcode is not saved. */
        .name = "HuntaBaddayCPUmod.MOS6502",
        .logic = OW_LOGIC_UNKNOWN,
        .words = "cpu",
        .data = CPU_DATA,
        .may_have_none = true,
        .color = CHIP_BLACK,
        .peg = cpu_peg,
        BODIES({.foot = {0.5, 0, 0}, .size = {20, 1.5, 5}, .color = CHIP_BLACK}),
    },
    {
        .name = "CheeseUtilMod.Ram8aX8b",
        .logic = OW_LOGIC_RAM,
        .color = MOD_GREY,
        .peg = ram_peg,
        .vary = ram_bodies,
    },
    {
        .name = "CheeseUtilMod.RamResizable",
        .logic = OW_LOGIC_RAM,
        .color = MOD_GREY,
        .peg = ram_peg,
        .vary = ram_bodies,
    },
    {
        .name = "CheeseUtilMod.DualPortRamResizable",
        .logic = OW_LOGIC_DUAL_PORT_RAM,
        .color = MOD_GREY,
        .peg = dual_ram_peg,
        .vary = dual_ram_bodies,
    },
    {
        .name = "CheeseUtilMod.BCD8",
        .logic = OW_LOGIC_BCD,
        .color = MOD_GREY,
        .peg = bcd_peg,
        BODIES({.size = {3, 4, 1}, .color = MOD_GREY}),
    },
    UNSEEN("SkysCompactCircuits.ExportBuffer", BUFFER),
    UNSEEN("SkysCompactCircuits.ExportThroughBuffer", BUFFER),
    {
        .name = "CheeseUtilMod.HexResizable",
        .is_display = true,
        .words = "display",
        .data = "Cx",
        .color = 0,
        .chosen = 0,
        .flags = OW_INFERRED_SHAPE,
        .peg = hex_display_peg,
        .vary = hex_display_bodies,
    },
};

const struct component_type *type_list(size_t *count)
{
    *count = LENGTH_OF(types);
    return types;
}

const struct component_type *type_of_name(ow_text name)
{
    for (size_t i = 0; i < LENGTH_OF(types); i++)
        if (text_is_word(name, types[i].name))
            return &types[i];
    return &type_unknown;
}
