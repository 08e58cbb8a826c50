/* Building a save from a netlist: shared data and calls. */
#ifndef OW_SRC_CIRCUIT_BUILD_BUILD_H
#define OW_SRC_CIRCUIT_BUILD_BUILD_H

#include "../../base/memory.h"
#include "../../json/walk.h"
#include "../circuit.h"

#include <overworld/netlist.h>

/* Values of pins without a net. Bits of the text are lower numbers. */
#define CONSTANT_0  (UINT32_MAX - 2)
#define CONSTANT_1  (UINT32_MAX - 1)
#define NO_BIT      UINT32_MAX
#define HIGHEST_BIT INT32_MAX

/* Links and ORs are not gates and have no delay. A link is a fast buffer. An OR is several outputs
 * on one net, without a component. */
enum cell_kind {
    CELL_NOT,
    CELL_AND,
    CELL_XOR,
    CELL_BUFFER,
    CELL_LATCH,
    CELL_LINK,
    CELL_KINDS,
    CELL_OR = CELL_KINDS,
    CELL_RAM /* one bit of a RAM, see struct build_ram */
};

/* A gate has at most `GATE_INPUTS`. */
enum { GATE_INPUTS = 4 };

/* The index of a cell's output among its pins. */
#define OUTPUT_PIN UINT32_MAX

/* A component with logic, or an OR until build_join_drivers replaces it by drivers. Pins are bits
 * of the text until build_number_nets makes them nets. */
struct build_cell {
    uint8_t kind, input_count;
    bool on; /* initial state of its output */
    uint32_t *in, out;
    uint32_t bit;                 /* `out` as in the text */
    ow_text name;                 /* in the text, for errors */
    uint32_t memory, word, place; /* of a memory's latch: its number + 1, and the bit of a word */
    uint32_t ram;                 /* of a RAM's bit: its number; `place` is the bit */
    uint32_t first_driven, driven_count; /* nets that the output drives: builder.driven */
    uint32_t unit;    /* of a latch: its number + 1, see struct build_unit; 0: none */
    int32_t unit_bit; /* the index of its bit */

    /* Place, see place.h: x is the left edge. Side 0 is the channel behind the row, side 1 the one
     * in front. */
    uint32_t row, x;
    uint8_t in_side, out_side;
    uint32_t component; /* in the save */
};

/* One bit of a port. */
struct build_port {
    ow_text name; /* in the text, with escapes */
    bool escaped, is_output, is_numbered;
    uint32_t place; /* index in its port, lowest bit first */
    int32_t index;  /* index in the source: [7:4] has 4 at place 0, [0:3] has 3 there */
    uint32_t net;
    bool is_stem; /* an unused input: a peg of its own names its net */
    uint32_t column, row;
    uint32_t component; /* the switch, display or socket */
    uint32_t peg;       /* its end below the board; NO_BIT: none */
};

/* A memory of latches, as overworld_store.v makes them, or of RAMs, as overworld_ram.v does. */
struct build_memory {
    ow_text name; /* in the text, with escapes */
    bool escaped;
    uint32_t words, bits;
    uint32_t count;  /* of its latches; it is programmed only if there are all of them */
    uint32_t *cells; /* word by word, the lowest bit first; NULL if some are missing */
    uint32_t rams;   /* how many it is made of */
    uint32_t first;  /* the address of word 0 in them */
    uint32_t row;    /* of its label */
};

/* Whether it can be programmed, and has a label for that. */
static inline bool has_label(const struct build_memory *memory)
{
    return memory->cells || memory->rams > 0;
}

/* Latches that stand side by side, because they are the bits of a register or of a word of a
 * memory. The first latches of the flip-flops of a register are a unit of their own. */
struct build_unit {
    ow_text name; /* in the text, with escapes */
    bool escaped;
    bool is_word;  /* of a memory: `word` is its number */
    bool is_first; /* holds the next value of a register */
    uint32_t word;
    uint32_t first, count; /* into builder.unit_cells, the highest bit first */
};

/* A RAM of a mod, CheeseUtilMod.DualPortRamResizable: its port A writes, its port B reads. Each of
 * its bits is a cell with the inputs below. These cells are adjacent; from build_join_drivers on
 * they follow all other cells, and stand in no row. */
struct build_ram {
    uint32_t bits, address_bits;
    uint8_t *contents; /* by address, (bits + 7) / 8 bytes each, lowest bit and byte first */
    uint32_t first;    /* its first cell */
    uint32_t memory, port, lowest; /* number + 1 of its memory; read port, and first bit there */
    uint32_t x, row;               /* see struct build_cell, and builder.rows */
    uint32_t component;            /* in the save */
};

/* The inputs of a bit: data, write, the address of port A, read, the address of port B. */
enum { RAM_DATA, RAM_WRITE, RAM_TO, RAM_PINS_BESIDE_ADDRESSES = 3 };

enum { RAM_BITS = 32, RAM_ADDRESS_BITS = 16 };

/* Of a memory of RAMs: bits of its words, and read ports. */
enum { RAM_WORD_BITS = 1 << 14, RAM_PORTS = 1 << 10 };

/* A through peg beside a RAM, for one of its pins. */
struct build_tap {
    uint32_t net, peg;
};

/* The initial value of a bit. */
struct build_start {
    uint32_t net;
    bool on;
};

struct build_net {
    uint32_t cell, port;             /* index of the cell or input that drives it; NO_BIT: none */
    uint32_t first_load, load_count; /* builder.loads */
    uint32_t first_driver, driver_count; /* into builder.drivers, from build_join_drivers */
    uint32_t outputs;                    /* output ports */
    bool has_stem;                       /* see struct build_port */
    bool has_ram;                        /* a RAM has it at a pin */
    bool on;
    int32_t state;
};

/* How a net follows the clock, see follow.c. Of the first phase, it is on while the clock is on. */
enum { FIRST_PHASE, SECOND_PHASE, PHASES };

/* Ticks; they differ only if gates may be late. */
struct build_span {
    uint32_t least, most;
};

struct build_follow {
    bool follows, gated;
    uint8_t phase;
    struct build_span rise, fall; /* ticks after its phase begins, and ends */
};

/* A pin of a cell. */
struct build_pin {
    uint32_t cell, index; /* index of the input, or OUTPUT_PIN */
};

/* The pins of one net at one channel. */
struct build_group {
    uint32_t net, channel, first, count; /* builder.pins */
    bool has_peg;
    int32_t x;     /* of its through peg, in FRACTIONs of a square */
    uint32_t line; /* of the through pegs of the channel */
    uint32_t peg;  /* the component */
};

enum row_kind { ROW_INPUTS, ROW_CELLS, ROW_OUTPUTS, ROW_MEMORY, ROW_RAMS };

/* A row of components; rows follow each other along z. */
struct build_row {
    enum row_kind kind;
    uint32_t first, count; /* cells in builder.placed, or ports of its kind, from left to right */
    uint32_t depth;        /* of its components, in squares */
    uint32_t z;            /* start, in squares of the whole */
};

/* No real board is longer than `LARGEST_SIDE` squares; `BOARDS_WIDE` boards are side by side. */
enum { FRACTION = 300, COLUMN = 2, PORT_ROW = 3, CHANNEL = 2, LARGEST_SIDE = 80, BOARDS_WIDE = 3 };

/* So many memories can be programmed. */
enum { MOST_MEMORIES = 64 };

struct builder {
    struct json_walk walk;
    const char *net_names; /* the names of nets in the text; NULL: none */
    const char *cells_at;  /* the cells in the text; NULL: none */
    const ow_build_options *asked;
    ow_build_report *report;
    ow_options options; /* the caller's, for circuits and simulations */
    struct arena arena;
    ow_error *error;

    struct build_cell *cells;
    struct build_port *ports;
    struct build_start *starts;
    struct build_memory memories[MOST_MEMORIES];
    uint32_t memory_count;
    struct build_ram *rams;
    uint32_t ram_count;
    struct build_tap *taps; /* as RAMs are put into the save */
    uint32_t tap_count;
    struct build_unit *units;
    uint32_t unit_count;
    uint32_t *unit_cells;
    struct build_net *nets;
    struct build_follow *follows; /* of nets */
    int64_t apart;                /* ticks of half a clock that gates of two such nets need */
    uint32_t clock;               /* its net; NO_BIT: there is none */
    uint32_t cell_count, port_count, start_count, net_count;
    uint32_t bit_count; /* of bits of RAMs; cells after the others, from build_join_drivers on */
    struct build_pin *loads; /* inputs of nets: first_load */
    uint32_t *drivers;       /* cells of nets: first_driver */
    uint32_t *driven;        /* nets of cells: first_driven */
    uint32_t *spare_pins;    /* of the cells that there is room for: build_make_room */
    uint32_t *order;         /* cells, each after what it depends on; latches first */

    struct build_row *rows;
    uint32_t *placed; /* cells by row */
    struct build_pin *pins;
    struct build_group *groups; /* by channel, then by net */
    uint32_t group_count, pin_count;
    uint32_t *first_group;            /* of channels; one more at the end */
    uint32_t *first_group_of_net;     /* the same of nets: into groups_of_net */
    uint32_t *groups_of_net;          /* by net, then by channel */
    uint32_t *channel_lines;          /* of channels: lines of through pegs */
    bool *has_labels;                 /* of channels: of the row before, see labels.c */
    uint32_t row_count, width, depth; /* in squares */
    uint32_t first_cell_row,
        cell_row_count; /* of rows: row r of cells is between channels r and r + 1 */
    uint32_t *input_ports, *output_ports; /* in the order of their places */
    uint32_t input_count, output_count;
    ow_blotter_save *save;
};

/* The steps of the work, in this order; see the file of each name. All set the error if there is
 * more to say than the status. */
ow_status build_read(struct builder *builder);          /* read.c; or: */
ow_status build_read_table(struct builder *builder);    /* table.c */
ow_status build_number_nets(struct builder *builder);   /* nets.c */
ow_status build_order_cells(struct builder *builder);   /* order.c */
ow_status build_follow_clock(struct builder *builder);  /* follow.c */
ow_status build_hold_inputs(struct builder *builder);   /* hold.c */
ow_status build_add_margin(struct builder *builder);    /* margin.c */
ow_status build_time_clock(struct builder *builder);    /* clock.c */
void build_find_states(struct builder *builder);        /* order.c */
ow_status build_join_drivers(struct builder *builder);  /* drivers.c */
ow_status build_list_memories(struct builder *builder); /* memory.c */
ow_status build_find_units(struct builder *builder);    /* units.c */
ow_status build_place(struct builder *builder);         /* place.c */
ow_status build_write_save(struct builder *builder);    /* save.c */

static inline bool is_net(uint32_t pin)
{
    return pin < CONSTANT_0;
}

static inline unsigned ram_address_bits(const struct build_cell *bit)
{
    return ((unsigned)bit->input_count - RAM_PINS_BESIDE_ADDRESSES) / 2;
}

static inline unsigned ram_read_pin(const struct build_cell *bit)
{
    return RAM_TO + ram_address_bits(bit);
}

/* The inputs that an output follows at once are those from this one on. A gate's are all such, a
 * latch has none, and a RAM has those of its port B. */
static inline unsigned first_awaited(const struct build_cell *cell)
{
    return cell->kind == CELL_LATCH ? cell->input_count
           : cell->kind == CELL_RAM ? ram_read_pin(cell)
                                    : 0;
}

/* Latches, and RAMs that can be written: input 0 is kept while input 1 is on. */
static inline bool keeps_data(const struct build_cell *cell)
{
    return cell->kind == CELL_LATCH || (cell->kind == CELL_RAM && cell->in[1] != CONSTANT_0);
}

/* Whether a pin takes the clock as a clock. Others take it as data: an XOR, what a latch or a RAM
 * keeps, and addresses. */
static inline bool takes_clock(const struct build_cell *cell, unsigned pin)
{
    bool has_enable = cell->kind == CELL_LATCH || cell->kind == CELL_RAM;
    return cell->kind != CELL_XOR && (!has_enable || pin == 1);
}

/* Whether a net has a pin below the board besides those of the channels. */
static inline bool is_below(const struct build_net *net)
{
    return net->port != NO_BIT || net->outputs > 0 || net->has_stem || net->has_ram;
}

static inline bool build_pin_is_on(const struct builder *builder, uint32_t pin)
{
    return is_net(pin) && builder->nets[pin].on;
}

/* How many ticks a cell takes at least. */
static inline uint32_t ticks_of_cell(const struct build_cell *cell)
{
    return cell->kind != CELL_OR && cell->kind != CELL_LINK;
}

/* How many ticks a cell that takes one takes at most. */
static inline uint32_t most_ticks(const struct builder *builder)
{
    return 1 + builder->asked->margin;
}

/* Memory for the inputs of a cell; NULL without memory. */
static inline uint32_t *build_take_pins(struct builder *builder, uint32_t count)
{
    return arena_take(&builder->arena, count * sizeof(uint32_t));
}

/* Makes room for `count` more cells of up to two inputs, and their nets. */
ow_status build_make_room(struct builder *builder, uint64_t count); /* nets.c */

/* Adds a gate where there is room for it. `second`: NO_BIT for a gate of one input. `name`: the
 * cell of the text that it is for. Returns the net of its output. */
uint32_t build_add_gate(struct builder *builder, enum cell_kind kind, uint32_t first,
                        uint32_t second, ow_text name); /* nets.c */

/* How a latch depends on the clock; NULL if it does not. Gates are for latches of the first phase
 * only. */
const struct build_follow *build_find_enable(const struct builder *builder,
                                             const struct build_cell *latch); /* follow.c */

/* The enables of all latches. Of a phase without latches, the rise is INT32_MAX and the fall -1. */
struct build_phases {
    int64_t least_rise[PHASES], most_fall[PHASES];
    bool all_follow; /* each latch depends on the clock */
};
struct build_phases build_find_phases(const struct builder *builder); /* follow.c */

/* By how many ticks a latch that closes at `fall` is open too long for one of the other phase that
 * opens at `rise`: it may not see what the other shows. */
static inline int64_t build_overlap(int64_t fall, int64_t rise)
{
    return fall > rise + 1 ? fall - rise - 1 : 0;
}

/* After a change of cells: lists the loads, orders the cells and follows the clock anew. */
ow_status build_look_again(struct builder *builder); /* follow.c */

/* Returns true if a straight wire from an output to an input meets no body; and if a pin is an
 * output: links end in inputs. */
bool build_can_wire(const struct builder *builder, const struct build_pin *output,
                    const struct build_pin *input);
bool build_is_driver(const struct builder *builder, const struct build_pin *pin);

/* The place of a pin along its row, in FRACTIONs of a square. */
int32_t build_pin_x(const struct builder *builder, const struct build_pin *pin);

static inline bool is_wide(const struct build_cell *cell)
{
    return cell->kind == CELL_XOR || (cell->kind == CELL_AND && cell->input_count > 2);
}

/* How many squares a channel is deep. */
static inline uint32_t build_channel_depth(const struct builder *builder, uint32_t channel)
{
    uint32_t lines = builder->channel_lines[channel];
    return (lines < CHANNEL ? CHANNEL : lines + 1) + builder->has_labels[channel];
}

/* The start of a channel: after the row before it. */
static inline uint32_t build_channel_begin(const struct builder *builder, uint32_t channel)
{
    uint32_t row = builder->first_cell_row + channel;
    return row > 0 ? builder->rows[row - 1].z + builder->rows[row - 1].depth : 0;
}

/* Notes that a latch is a bit of a memory if its name says so. `escaped`: the name has escapes. */
void build_note_memory(struct builder *builder, struct build_cell *cell,
                       bool escaped); /* memory.c */

/* The same for a RAM. `told` has the words and bits of its memory, and the address of its first
 * word; 0 if the text does not say. */
void build_note_ram(struct builder *builder, struct build_ram *ram, ow_text name, bool escaped,
                    const struct build_memory *told); /* memory.c */

/* Counts the bits of RAMs among the cells of the text, and makes room for the RAMs. */
ow_status build_count_rams(struct builder *builder, uint64_t *bits); /* ram.c */

/* Reads a cell of the type "ow_ram". */
ow_status build_read_ram(struct builder *builder, ow_text name, bool escaped,
                         const char *at); /* ram.c */
bool build_is_ram(struct builder *builder, const char *type);

/* Sorts RAMs: those of a memory are together, by port and bit. A memory with a part missing is
 * dropped. */
ow_status build_sort_rams(struct builder *builder); /* ram.c */

/* Whether a RAM's bit shows a bit that is on, from the states of its nets. */
bool build_ram_is_on(const struct builder *builder, const struct build_cell *bit); /* ram.c */

/* The squares of a RAM along its row. */
static inline uint32_t ram_width(const struct build_ram *ram)
{
    return ram->bits > ram->address_bits ? ram->bits : ram->address_bits;
}

static inline size_t ram_cell_size(const struct build_ram *ram)
{
    return (ram->bits + 7) / 8;
}

static inline size_t ram_size(const struct build_ram *ram)
{
    return ram_cell_size(ram) << ram->address_bits;
}

/* Lists the loads of all nets. */
ow_status build_list_loads(struct builder *builder);

/* Rejects the netlist because of a loop of gates with `cell`; see loop.c. */
ow_status build_refuse_loop(struct builder *builder, const uint32_t *waits, uint32_t cell);

/* The source of a thing with these attributes, as in the text: "cpu.v:12.5-12.40". Of several
 * places, the first. Empty if it is unknown. */
ow_text build_source_of(struct builder *builder, const char *attributes);

/* Reads one bit of an array in the text: a number from 2 on, or a constant. */
bool build_read_bit(struct builder *builder, const char *at, uint32_t *bit);

/* Rejects the netlist because of a cell. */
ow_status build_refuse(struct builder *builder, ow_text name, const char *why);

#endif
