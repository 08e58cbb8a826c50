/* Types whose pegs and bodies depend on the number of pegs or on custom data. */
#ifndef OW_SRC_BLOTTER_TYPES_FORMS_H
#define OW_SRC_BLOTTER_TYPES_FORMS_H

#include "types.h"

/* White parts of the game that have no colour of their own, and the bodies of sockets. */
enum { WHITE = 0xefefef, SOCKET_GREY = 0xa9a9a9, MOD_GREY = 0x7f7f7f, CHIP_BLACK = 0x2e2e2e };

/* The stem below the plate of a panel, through its board. */
#define PANEL_STEM                                                                                 \
    {                                                                                              \
        .foot = {0, -5.0 / 6, 0}, .size = {2.0 / 3, 5.0 / 6, 2.0 / 3}, .color = WHITE              \
    }

/* The bytes that HuntaBaddayCPUmod's TSC6530 and MOS6502 save: letters of the table in data.c. */
#define TIMER_DATA                                                                                 \
    "\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8a\x8b"                                             \
    "\x8c\x8d\x8e\x8f\x90\x91\x92"
#define CPU_DATA                                                                                   \
    "\x80\x93\x94\x95\x96\x97\x98\x99\x9a\x9b\x9c\x9d"                                             \
    "\x9e\x9f\xa0\xa1\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9"                                             \
    "\xaa\xab\xac\xad\xae\xaf\xb0\xb1\xb2\xb3\xb4\xb5"                                             \
    "\xb6\xb7"

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
bool dual_ram_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
unsigned dual_ram_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);
bool timer_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
bool small_timer_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
bool cpu_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
bool bcd_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
bool hex_display_peg(const struct type_use *use, bool output, uint32_t index, struct type_peg *peg);
unsigned hex_display_bodies(const struct type_use *use, struct type_body bodies[MOST_BODIES]);

#endif
