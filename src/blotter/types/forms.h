/* Types whose pegs and bodies depend on the number of pegs or on custom data. */
#ifndef OW_SRC_BLOTTER_TYPES_FORMS_H
#define OW_SRC_BLOTTER_TYPES_FORMS_H

#include "types.h"

/* White parts of the game that have no colour of their own, and the bodies of sockets. */
enum { WHITE = 0xefefef, SOCKET_GREY = 0xa9a9a9, MOD_GREY = 0x7f7f7f };

/* The stem below the plate of a panel, through its board. */
#define PANEL_STEM                                                                                 \
    {                                                                                              \
        .foot = {0, -5.0 / 6, 0}, .size = {2.0 / 3, 5.0 / 6, 2.0 / 3}, .color = WHITE              \
    }

/* See struct component_type. */
bool and_gate_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
unsigned and_gate_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
unsigned switch_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
unsigned button_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
unsigned panel_switch_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
unsigned panel_button_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
bool panel_display_peg(const struct type_use *use, bool output, uint32_t index,
                       struct type_peg *peg);
unsigned panel_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
unsigned panel_label_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
bool standing_display_peg(const struct type_use *use, bool output, uint32_t index,
                          struct type_peg *peg);
unsigned standing_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
unsigned mount_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
bool ram_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
unsigned ram_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
bool bcd_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
bool hex_display_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
unsigned hex_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);

#endif
