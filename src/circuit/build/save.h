/* Writing the save: shared data and calls. */
#ifndef OW_SRC_CIRCUIT_BUILD_SAVE_H
#define OW_SRC_CIRCUIT_BUILD_SAVE_H

#include "build.h"

#include "../../blotter/types/types.h"

/* Types of components: cells by kind, and others. */
enum {
    TYPE_BOARD = CELL_KINDS,
    TYPE_THROUGH_PEG,
    TYPE_SWITCH,
    TYPE_DISPLAY,
    TYPE_SOCKET,
    TYPE_LABEL,
    TYPE_RAM,
    TYPES
};

/* A save that is being written, in memory that was allocated before. */
struct writer {
    struct builder *builder;
    ow_blotter_save *save;
    uint32_t *board_starts; /* along z, in squares */
    uint32_t boards_wide, boards_deep;
    bool used[TYPES];
    int32_t next_state;
    ow_status status;
};

/* Allocates bytes of the save; NULL after a failure. */
uint8_t *build_take_bytes(struct writer *writer, size_t size);

/* Adds a component on the board below, and returns its number. Places are in FRACTIONs of a
 * square, from the corner of the whole. */
uint32_t build_put_component(struct writer *writer, unsigned type, unsigned input_count,
                             unsigned output_count, int32_t x, int32_t z);

/* Adds a component in the middle of a square. */
uint32_t build_put_on_square(struct writer *writer, unsigned type, uint32_t x, uint32_t z);

/* Half a turn about y. */
void build_turn(struct writer *writer, uint32_t component);

/* Sets states: inputs have that of their net; those without a net (NO_BIT) their own. */
void build_put_states(struct writer *writer, uint32_t component, unsigned first, unsigned count,
                      uint32_t net);
void build_put_data(struct writer *writer, uint32_t component, const uint8_t *data, size_t size);

ow_blotter_peg build_input_of(uint32_t component, int32_t index);
ow_blotter_peg build_output_of(uint32_t component, int32_t index);
void build_put_wire(struct writer *writer, ow_blotter_peg from, ow_blotter_peg to);

/* Returns true if a pin's net is connected to anything else. */
static inline bool is_wired(const struct builder *builder, uint32_t pin)
{
    if (!is_net(pin))
        return false;
    const struct build_net *net = &builder->nets[pin];
    return (net->driver_count > 0 || net->port != NO_BIT) &&
           (net->load_count > 0 || net->outputs > 0 || net->has_stem);
}

/* Adds a port: its panel or socket, and its label. */
void build_put_port(struct writer *writer, struct build_port *port); /* ports.c */

/* Adds a RAM; later through pegs for its pins. */
void build_put_ram(struct writer *writer, struct build_ram *ram);            /* ram_save.c */
void build_put_ram_pins(struct writer *writer, const struct build_ram *ram); /* ram_save.c */

/* Adds the wires of channels and those below the board. */
ow_status build_put_wires(struct writer *writer); /* wires.c */

#endif
