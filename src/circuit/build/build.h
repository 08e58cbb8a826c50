/* Making a save of a netlist: what the parts of the work share. */
#ifndef OW_SRC_CIRCUIT_BUILD_BUILD_H
#define OW_SRC_CIRCUIT_BUILD_BUILD_H

#include "../../base/memory.h"
#include "../../json/walk.h"
#include "../circuit.h"

#include <overworld/netlist.h>

/* What a pin is on where it is on no net. Bits of the text are below. */
#define CONSTANT_0  (UINT32_MAX - 2)
#define CONSTANT_1  (UINT32_MAX - 1)
#define NO_BIT      UINT32_MAX
#define HIGHEST_BIT INT32_MAX

enum cell_kind { CELL_NOT, CELL_AND, CELL_XOR, CELL_BUFFER, CELL_LATCH, CELL_KINDS };

/* A component with logic. Pins are bits of the text until build_number_nets makes them nets. */
struct build_cell {
    uint8_t kind;
    bool is_second; /* drives the net of the one before it: both are an OR */
    bool on;        /* its output */
    uint32_t in[2], out;
    uint32_t bit; /* `out` as it stands in the text */
    ow_text name; /* in the text, for errors */
    uint32_t column, row;
    uint32_t component; /* of the save, */
    uint32_t pegs[3];   /* and the through pegs of its inputs and its output; NO_BIT: none */
};

/* One bit of a port. */
struct build_port {
    ow_text name; /* in the text, escapes and all */
    bool escaped, is_output, is_numbered;
    uint32_t place; /* in its port, the lowest bit first */
    int32_t index;  /* as the source has it: [7:4] has 4 in place 0, [0:3] has 3 there */
    uint32_t net;
    bool
        is_stem; /* an input that nothing reads: its net has a peg of its own, so that it has a name */
    uint32_t column, row;
    uint32_t component,
        peg; /* the switch, display or socket; the through peg of a socket or stem */
};

/* What a bit is before anything happens. */
struct build_start {
    uint32_t net;
    bool on;
};

struct build_net {
    uint32_t drivers;
    uint32_t cell, port; /* that drive it: the first cell, an input; NO_BIT: none */
    uint32_t first_load, load_count;
    uint32_t outputs; /* ports that show it */
    bool has_stem;    /* see struct build_port */
    uint32_t last;    /* the component at which its chain of wires ends; NO_BIT: it has not begun */
    int32_t last_index; /* and its input */
    int32_t state;
    bool on;
};

enum row_kind { ROW_INPUTS, ROW_CELLS, ROW_OUTPUTS };

/* A row of components; rows stand one behind the other, along z. */
struct build_row {
    enum row_kind kind;
    uint32_t first, count; /* cells in order, or ports of its kind */
    uint32_t board, z;     /* where it begins, in squares */
};

/* In squares: a column, and rows by kind. No real board is larger than `LARGEST_SIDE` each way. */
enum { COLUMN = 2, PORT_ROW = 3, CELL_ROW = 6, LARGEST_SIDE = 80 };

struct builder {
    struct json_walk walk;
    const char *net_names; /* the names of nets in the text; NULL: none */
    const ow_build_options *asked;
    ow_build_report *report;
    ow_options options; /* of the caller, for what is opened on the way */
    struct arena arena;
    ow_error *error;

    struct build_cell *cells;
    struct build_port *ports;
    struct build_start *starts;
    struct build_net *nets;
    uint32_t cell_count, port_count, start_count, net_count;
    uint32_t *loads; /* cells of nets: first_load */
    uint32_t *order; /* cells, each behind what it hangs on; latches first */

    struct build_row *rows;
    uint32_t row_count, columns, board_count;
    uint32_t *input_ports, *output_ports; /* in the order of their places */
    uint32_t input_count, output_count;
    ow_blotter_save *save;
};

/* Each part of the work, in this order; see the file of its name. All tell the error where there is more to say
 * than the status. */
ow_status build_read(struct builder *builder);        /* read.c */
ow_status build_number_nets(struct builder *builder); /* nets.c */
ow_status build_order_cells(struct builder *builder); /* order.c */
void build_find_states(struct builder *builder);      /* order.c */
ow_status build_time_clock(struct builder *builder);  /* clock.c */
ow_status build_place(struct builder *builder);       /* place.c */
ow_status build_write_save(struct builder *builder);  /* save.c */

/* How many inputs a kind has. */
static inline unsigned inputs_of_cell(const struct build_cell *cell)
{
    return cell->kind == CELL_NOT || cell->kind == CELL_BUFFER ? 1 : 2;
}

static inline bool is_net(uint32_t pin)
{
    return pin < CONSTANT_0;
}

/* Refuses the netlist for a loop of gates, one of which is `cell`; see loop.c. */
ow_status build_refuse_loop(struct builder *builder, const uint32_t *waits, uint32_t cell);

/* One bit as it stands in an array of the text: a number from 2 on, or a constant. */
bool build_read_bit(struct builder *builder, const char *at, uint32_t *bit);

/* Refuses the netlist for a cell of it. */
ow_status build_refuse(struct builder *builder, ow_text name, const char *why);

#endif
