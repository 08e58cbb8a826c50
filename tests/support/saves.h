/* Small saves built field by field: tests of rules change one thing in a sound one. */
#ifndef OW_TESTS_SUPPORT_SAVES_H
#define OW_TESTS_SUPPORT_SAVES_H

#include "bytes.h"

/* Appends the parts of a version 7 save. */
void put_head(struct bytes *bytes, unsigned save_type, uint32_t components, uint32_t wires);
void put_types(struct bytes *bytes, unsigned count); /* no mods; types 1 to count */
void put_component(struct bytes *bytes, uint32_t address, uint32_t parent, unsigned type,
                   uint32_t inputs, uint32_t outputs, int32_t first_state);
void put_wire(struct bytes *bytes, unsigned first_kind, uint32_t first, int32_t first_index,
              unsigned second_kind, uint32_t second, int32_t second_index, int32_t state);
void put_on_states(struct bytes *bytes, uint32_t count, const int32_t *states);
void put_footer(struct bytes *bytes);

/* A sound subassembly: a root with 2 inputs (states 0 and 1), a child with 1 output (state 2), a
 * wire between input 0 and the output. Where its records begin is told below. */
struct bytes sound_save(void);
enum {
    SOUND_ROOT = 76,    /* the root, 58 bytes and its two states */
    SOUND_CHILD = 134,  /* the child */
    SOUND_WIRE = 188,   /* the wire, 26 bytes */
    SOUND_STATES = 214, /* the list of states that are on, with its count */
    SOUND_FOOTER = 222,
    SOUND_SIZE = 238
};

#endif
