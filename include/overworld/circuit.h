/* Logic World saves as circuits: nets, their drivers, and a simulation.
 *
 * A *net* is a set of input pegs that always share one state. Wires join them, and pegs and
 * sockets that touch. Output pegs *drive* nets; they belong to no net. A net is on if one of its
 * drivers is on, or if a *link* brings a signal. A closed relay links two nets both ways; a fast
 * buffer links one net to another. docs/reference/circuits.md says how the game is known to do
 * this, and what is inferred.
 *
 * Threads: several threads may use one circuit and run different simulations of it. One thread at
 * a time may use a simulation. More in formats.h. */
#ifndef OVERWORLD_CIRCUIT_H
#define OVERWORLD_CIRCUIT_H

#include "blotter.h"
#include "mods.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No net, no component, no index. */
#define OW_NO_NET UINT32_MAX

/* Names a kind of logic. Returns a constant such as "inverter"; "" for other values. Since 0.1. */
OW_API const char *ow_logic_name(ow_logic logic);

/* A component of the circuit. Number i is component i of the save. */
typedef struct ow_circuit_component {
    uint32_t address;
    ow_logic logic;
    uint32_t first_input, input_count;   /* into ow_circuit.inputs */
    uint32_t first_output, output_count; /* into ow_circuit.outputs */
    int32_t delay;                       /* of a delayer, in ticks, at least 1; else 1 */
    int32_t counter;                     /* of a delayer: saved count, 0 to `delay`; else 0 */
    uint32_t table; /* index into ow_circuit.tables for OW_LOGIC_TABLE and _MEMORY; else 0 */
    uint32_t type;  /* number of its type in the save */
} ow_circuit_component;

/* An input peg. */
typedef struct ow_circuit_input {
    uint32_t component; /* whose input number `index` this is */
    uint32_t index;
    uint32_t net;
} ow_circuit_input;

typedef struct ow_circuit_output {
    uint32_t component; /* whose output number `index` this is */
    uint32_t index;
    uint32_t first_net, net_count; /* nets that it drives, into ow_circuit.driven, ascending */
    int32_t state;                 /* its circuit state id; -1: the save has none */
    bool on;                       /* as saved */
    uint8_t reserved[3];
} ow_circuit_output;

/* Where the name of a net comes from. */
typedef enum ow_net_name {
    OW_NET_BY_NUMBER, /* no name, see ow_circuit_net_name */
    /* a label beside one of its ports (inferred: the save does not connect them) */
    OW_NET_BY_LABEL,
    OW_NET_BY_USER /* ow_circuit_options.names */
} ow_net_name;

typedef struct ow_circuit_net {
    uint32_t first_peg, peg_count;       /* its input pegs, into ow_circuit.pegs */
    uint32_t first_driver, driver_count; /* output pegs that drive it, into ow_circuit.drivers */
    uint32_t first_link, link_count;     /* links from or to it, into ow_circuit.linked */
    int32_t state; /* circuit state id of its first peg; -1: the save has none */
    /* unique in the circuit, zero-terminated; may be empty, see ow_circuit_net_name */
    ow_text name;
    ow_net_name name_from;
    uint32_t label;      /* the label that names it, for OW_NET_BY_LABEL */
    uint32_t first_port; /* into ow_circuit.ports, see ow_circuit_port; OW_NO_NET: none */
    bool on;             /* as saved */
    bool has_two_states; /* its pegs have several state ids, as in no save of the game */
    /* On as saved, although no driver and no link turns it on: happens in parts cut out of a
     * larger build (inferred). The first tick turns it off. */
    bool is_left_on;
    uint8_t reserved;
} ow_circuit_net;

/* A relay (both ways) or a fast buffer. */
typedef struct ow_circuit_link {
    uint32_t component;
    uint32_t control; /* the net that closes it; OW_NO_NET: always closed */
    uint32_t from, to;
    bool both_ways;
    bool closed; /* as saved: the control net is on */
    uint8_t reserved[2];
} ow_circuit_link;

/* Components through which the outside reaches a net. */
typedef enum ow_port_kind {
    OW_PORT_SOCKET, /* a socket that touches no other one */
    OW_PORT_SWITCH,
    OW_PORT_BUTTON, /* buttons and keys */
    OW_PORT_DISPLAY
} ow_port_kind;

typedef struct ow_circuit_port {
    uint32_t net;
    uint32_t component;
    uint32_t peg;  /* number of the input of a socket or display, else of the output */
    uint32_t next; /* next port of the same net; OW_NO_NET: none */
    ow_port_kind kind;
} ow_circuit_port;

/* Names a kind of port.
 * Returns a constant: "socket", "switch", "button" or "display"; "" for other values.
 * Since 0.1. */
OW_API const char *ow_port_kind_name(ow_port_kind kind);

/* A memory: which inputs and outputs of a component do what. Lists have the lowest bit first. In a
 * tick in which an input has changed, the memory first writes the data to the addressed cell, if
 * it is to write. Then it outputs that cell, or nothing. Saves do not get the contents, because it
 * is unknown how such a type stores them in its custom data. */
typedef struct ow_circuit_memory {
    const uint32_t *address; /* inputs */
    const uint32_t *data;    /* inputs, as many as outputs; NULL: read-only */
    const uint32_t *shown;   /* outputs, each output of the component once; NULL: in their order */
    uint32_t address_bits;   /* 1 to OW_CIRCUIT_MEMORY_ADDRESS */
    uint32_t bits;           /* of a cell: the number of outputs, 1 to 64 */
    /* Input that enables writing. OW_NO_NET: writes at every clock; read-only without a clock. */
    uint32_t write;
    /* Input at whose rising edge the memory writes, if `write` is on. OW_NO_NET: no clock. */
    uint32_t clock;
    uint32_t read;     /* Input that enables the outputs. OW_NO_NET: always. */
    ow_bytes contents; /* Initial contents, as in ow_simulation_memory; the rest is 0. */
    uint64_t reserved[2];
} ow_circuit_memory;

enum { OW_CIRCUIT_MEMORY_ADDRESS = 24, OW_CIRCUIT_MEMORY_INPUTS = 255 };

/* A type of a mod that the library does not know. It behaves as a known type, follows a truth
 * table with a delay of one tick, or is a memory. */
typedef struct ow_circuit_type {
    ow_text name; /* its text id, such as "MyMod.Nand" */
    ow_text like; /* text id of a type with the same behaviour; empty: table or memory */
    /* of the table or memory; components with other counts are unknown */
    uint32_t inputs, outputs;
    /* 2^inputs rows of `outputs` bytes, 0 or 1. Input 0 is the lowest bit of a row's number. */
    const uint8_t *table;
    const ow_circuit_memory *memory; /* NULL: not a memory */
    uint64_t reserved[3];
} ow_circuit_type;

/* Most inputs of a truth table. */
#define OW_CIRCUIT_TABLE_INPUTS 16

/* A circuit. Arrays have as many records as the count of the same name. Numbers in records are
 * valid indices into these arrays, or OW_NO_NET if the record says so. */
typedef struct ow_circuit {
    uint32_t component_count, input_count, output_count, net_count, link_count, port_count,
        type_count, table_count, wire_count;
    uint32_t driven_count, driver_count, linked_count;
    ow_circuit_component *components;
    ow_circuit_input *inputs;
    ow_circuit_output *outputs;
    ow_circuit_net *nets; /* in the order of their first pegs */
    ow_circuit_link *links;
    ow_circuit_port *ports;  /* in the order of components */
    ow_text *types;          /* text ids of types, by number; empty if the save has none */
    ow_circuit_type *tables; /* those of the caller, copied */
    uint32_t *driven;        /* nets of outputs */
    uint32_t *drivers;       /* outputs of nets, ascending */
    uint32_t *pegs;          /* inputs of nets, ascending */
    uint32_t *linked;        /* links of nets, ascending */
    uint32_t *wires;         /* net of each wire of the save; OW_NO_NET: none */
    uint32_t contacts;       /* pairs of sockets that touch */
    uint32_t loose_wires;    /* wires that do not end at pegs, left out */
    uint32_t unknown;        /* components of unknown types that have pegs */
    uint32_t bad_data;       /* components with invalid custom data, which use the default */
    bool contacts_left;      /* too many sockets in one place: not all pairs were tested */
    uint8_t reserved_bytes[3];
    void *index; /* internal: index for ow_circuit_find_net */
    void *owner;
    uint64_t reserved[8];
} ow_circuit;

/* A name for a net, given by one of its pegs: "C-12" (the first output, or the first input if
 * there is none), "C-12.in0", "C-12.out1"; or by the name from a label. */
typedef struct ow_circuit_name {
    ow_text name, peg;
} ow_circuit_name;

/* What the caller knows about a save. All members zero: nothing. */
typedef struct ow_circuit_options {
    const ow_circuit_type *types;
    size_t type_count;
    const ow_circuit_name *names;
    size_t name_count;

    /* The same as JSON text; empty: none. Names: {"nets": {"clk": "C-12", "data": ["C-3",
     * "C-4.in0"]}}, where a list names "data[0]" and so on. A bench is such a text. Types:
     * {"types": [{"name": "MyMod.Nand", "inputs": 2, "outputs": 1, "table": "1110"}, {"name":
     * "MyMod.Ram", "like": "CheeseUtilMod.RamResizable"}]}. A table has the outputs of all rows.
     * Memories: {"name": "MyMod.Reg", "inputs": 4, "outputs": 1, "memory": {"address": [0, 1],
     * "data": [2], "write": 3}}, optionally with "clock", "read", "shown", and contents in
     * "hex". */
    ow_text names_json, types_json;

    /* Contacts of mods' components, and what OW_MOD_TYPES_FILE says of them; types of the same name
     * above take precedence. NULL: none. */
    const ow_mods *mods;
    uint64_t reserved[3];
} ow_circuit_options;

/* Makes the circuit of a Logic World save, in linear time.
 *
 * document: may be closed afterwards.
 * circuit_options: copied; NULL: all zero.
 * circuit: receives the circuit; release it with ow_circuit_close. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT for a document of another format; OW_NOT_THERE for a name of a
 * missing peg; OW_BAD_JSON for an invalid text of names or types.
 * Since 0.1. */
OW_API ow_status ow_circuit_open(const ow_document *document,
                                 const ow_circuit_options *circuit_options,
                                 const ow_options *options, ow_circuit *circuit, ow_error *error);

/* Releases a circuit and zeroes it. NULL is allowed. Since 0.1. */
OW_API void ow_circuit_close(ow_circuit *circuit);

/* Writes the name of a net: its own, or its number as "n12".
 *
 * text, size: receives the name, truncated and zero-terminated if size is not 0; size in bytes.
 * Returns the length of the whole name.
 * Since 0.1. */
OW_API size_t ow_circuit_net_name(const ow_circuit *circuit, uint32_t net, char *text, size_t size);

/* Finds a net by its name, by the name of its label, by a peg as in ow_circuit_name, or by its
 * number as "n12". An output with several nets means the first. Takes a time that hardly depends
 * on the size of the circuit.
 * Returns the net; OW_NO_NET if there is none.
 * Since 0.1. */
OW_API uint32_t ow_circuit_find_net(const ow_circuit *circuit, ow_text name);

/* What a peg of a component does at a net. */
typedef enum ow_tie_kind {
    OW_TIE_DRIVES, /* an output: turns the net on */
    OW_TIE_READS,  /* an input: the component depends on the net */
    OW_TIE_LINKS,  /* an input of a relay or fast buffer: a link to or from another net */
    OW_TIE_JOINS   /* of a component without logic: a peg, socket or display */
} ow_tie_kind;

/* A peg that connects a net and a component. */
typedef struct ow_circuit_tie {
    uint32_t net, component;
    uint32_t peg; /* number of the output (OW_TIE_DRIVES) or of the input */
    ow_tie_kind kind;
} ow_circuit_tie;

/* Lists the pegs of a net: the outputs that drive it, then its inputs, in the order of the save. A
 * component with several pegs at the net has several ties.
 *
 * ties, room: receives the first `room` ties; may be NULL if `room` is 0.
 * Returns the number of all ties; 0 if there is no such net.
 * Since 0.1. */
OW_API size_t ow_circuit_find_net_ties(const ow_circuit *circuit, uint32_t net,
                                       ow_circuit_tie *ties, size_t room);

/* Lists the nets of a component: those of its outputs, then those of its inputs.
 *
 * ties, room: receives the first `room` ties; may be NULL if `room` is 0.
 * Returns the number of all ties; 0 if there is no such component.
 * Since 0.1. */
OW_API size_t ow_circuit_find_component_ties(const ow_circuit *circuit, uint32_t component,
                                             ow_circuit_tie *ties, size_t room);

/* The distance of nets from the inputs of a circuit. */
typedef struct ow_circuit_depths {
    uint32_t *depth;     /* of each net: ticks of the longest path to it; a loop counts as 0 */
    uint32_t *loop;      /* of each net: number of its loop, from 1 on; 0: none */
    uint32_t loop_count; /* groups of nets that all reach each other */
    uint32_t deepest;
    void *owner;
    uint64_t reserved[4];
} ow_circuit_depths;

/* Finds the depths and loops of all nets, in linear time.
 *
 * depths: receives them; release them with ow_circuit_depths_free. Zeroed on failure.
 * Returns OW_OK.
 * Since 0.1. */
OW_API ow_status ow_circuit_find_depths(const ow_circuit *circuit, const ow_options *options,
                                        ow_circuit_depths *depths, ow_error *error);

/* Releases depths and zeroes them. NULL is allowed. Since 0.1. */
OW_API void ow_circuit_depths_free(ow_circuit_depths *depths);

/* A step of a path: a net, and the component that leads to it. */
typedef struct ow_circuit_step {
    uint32_t net;
    uint32_t component; /* UINT32_MAX: the first net, or a link */
    uint32_t ticks;     /* delay of the component */
} ow_circuit_step;

/* Finds the path between two nets with the fewest components; links are free.
 *
 * steps, room: receives the first `room` steps, from `from` to `to`.
 * count: receives the number of all steps; 0: no path.
 * Returns OW_OK; OW_BAD_ARGUMENT for a net that does not exist.
 * Since 0.1. */
OW_API ow_status ow_circuit_find_path(const ow_circuit *circuit, uint32_t from, uint32_t to,
                                      const ow_options *options, ow_circuit_step *steps,
                                      uint32_t room, uint32_t *count, ow_error *error);

/* How a delayer reacts if its input changes during a delay. Which reading is right is unknown. */
typedef enum ow_delayer_reading {
    /* counts up while the input is on, down while off; changes at the ends (inferred) */
    OW_DELAYER_COUNTS,
    OW_DELAYER_RESTARTS /* restarts whenever input and output are equal (inferred) */
} ow_delayer_reading;

/* Options of a simulation. All members zero: the defaults. */
typedef struct ow_simulation_options {
    ow_delayer_reading delayers;
    uint32_t seed; /* of randomizers, and of extra delays */

    /* Decompress and compress contents of memories (raw deflate, RFC 1951). `size` is the room;
     * the result is the size used, or 0 if the data is invalid or too large. NULL: memories start
     * empty and keep their custom data. */
    void *context;
    size_t (*inflate)(void *context, const void *packed, size_t packed_size, void *plain,
                      size_t size);
    size_t (*deflate)(void *context, const void *plain, size_t plain_size, void *packed,
                      size_t size);

    /* The most ticks, up to OW_MOST_EXTRA_DELAY, by which an update of a component is late, at
     * random each time. It then takes the inputs of that tick. Switches, buttons and delayers are
     * never late. 0, as in the game: none. Shows what in a circuit depends on exact times. */
    uint32_t extra_delay;
    uint32_t reserved_number;
    uint64_t reserved[7];
} ow_simulation_options;

#define OW_MOST_EXTRA_DELAY 200

/* A running circuit. */
typedef struct ow_simulation ow_simulation;

/* Opens a simulation in the saved state, before the first tick. The simulation, the circuit and
 * the document can be closed in any order.
 *
 * document: the one of the circuit, unchanged since.
 * simulation_options: copied; NULL: all zero.
 * options: copied; `progress` is used by ow_simulation_run.
 * simulation: receives the simulation; release it with ow_simulation_close. NULL on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if the document is not of the circuit, or an option is invalid.
 * Since 0.1. */
OW_API ow_status ow_simulation_open(const ow_document *document, const ow_circuit *circuit,
                                    const ow_simulation_options *simulation_options,
                                    const ow_options *options, ow_simulation **simulation,
                                    ow_error *error);

/* Releases a simulation. NULL is allowed. Since 0.1. */
OW_API void ow_simulation_close(ow_simulation *simulation);

/* Runs a number of ticks. Idle parts take no time; if nothing can change any more, the rest is
 * skipped.
 * Returns OW_OK; OW_CANCELLED if `progress` or a device stopped the run, after a whole tick.
 * Since 0.1. */
OW_API ow_status ow_simulation_run(ow_simulation *simulation, uint64_t ticks, ow_error *error);

/* Counts ticks. Returns the number of ticks since the start. Since 0.1. */
OW_API uint64_t ow_simulation_tick(const ow_simulation *simulation);

/* Counts updates of components. Returns the number of updates since the start. Since 0.1. */
OW_API uint64_t ow_simulation_updates(const ow_simulation *simulation);

/* Checks if the circuit is stable.
 * Returns true if nothing changes any more by itself.
 * Since 0.1. */
OW_API bool ow_simulation_is_settled(const ow_simulation *simulation);

/* Reads a net.
 * Returns true if it is on after the last tick; false if there is no such net.
 * Since 0.1. */
OW_API bool ow_simulation_net(const ow_simulation *simulation, uint32_t net);

/* Reads an output.
 * Returns true if it is on after the last tick; false if there is no such output.
 * Since 0.1. */
OW_API bool ow_simulation_output(const ow_simulation *simulation, uint32_t output);

/* Reads a link.
 * Returns true if it is closed after the last tick; false if there is no such link.
 * Since 0.1. */
OW_API bool ow_simulation_link(const ow_simulation *simulation, uint32_t link);

/* Sets a switch, holds or releases a button or key, or sets the state of a D latch. The outputs of
 * switches and buttons follow in the next tick. A latch shows its state at once, its net in the
 * next tick; it keeps the state while it is closed.
 * Returns OW_OK; OW_BAD_ARGUMENT for other components.
 * Since 0.1. */
OW_API ow_status ow_simulation_set(ow_simulation *simulation, uint32_t component, bool on,
                                   ow_error *error);

/* Drives a net from outside, like another driver, from the next tick until it is turned off again.
 * Returns OW_OK; OW_BAD_ARGUMENT if there is no such net.
 * Since 0.1. */
OW_API ow_status ow_simulation_drive(ow_simulation *simulation, uint32_t net, bool on,
                                     ow_error *error);

/* A device on a bus, outside of the circuit. `update` is called in the first tick, and in the tick
 * after one in which an input net has changed. `inputs` has the states of the input nets after the
 * last tick; `update` sets the states that it drives in `outputs`. It returns false to stop the
 * run with OW_CANCELLED. */
typedef struct ow_device {
    const uint32_t *inputs, *outputs; /* nets; copied */
    uint32_t input_count, output_count;
    bool (*update)(void *context, uint64_t tick, const uint8_t *inputs, uint8_t *outputs);
    void *context;
    uint64_t reserved[4];
} ow_device;

/* Attaches a device to nets, until the simulation is closed.
 *
 * device: copied, with its lists of nets.
 * Returns OW_OK; OW_BAD_ARGUMENT if a net does not exist.
 * Since 0.1. */
OW_API ow_status ow_simulation_attach(ow_simulation *simulation, const ow_device *device,
                                      ow_error *error);

/* Called with each watched net that has changed in a tick. */
typedef void (*ow_net_visitor)(void *context, uint64_t tick, uint32_t net, bool on);

/* Nets of a simulation that are watched. */
typedef struct ow_watch ow_watch;

/* Watches nets: at the end of each tick, `changed` is called with each of them that has changed. A
 * simulation can have several watches, besides VCDs; those that began first are called first. The
 * visitor must not open or close one.
 *
 * nets, count: copied.
 * watch: receives the watch; end it with ow_watch_close, before or after the simulation is closed.
 *   NULL on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if a net does not exist.
 * Since 0.1. */
OW_API ow_status ow_watch_open(ow_simulation *simulation, const uint32_t *nets, uint32_t count,
                               ow_net_visitor changed, void *context, ow_watch **watch,
                               ow_error *error);

/* Ends a watch and releases it. Since 0.1. */
OW_API void ow_watch_close(ow_watch *watch);

/* Gives access to the contents of a memory (OW_LOGIC_RAM, OW_LOGIC_DUAL_PORT_RAM,
 * OW_LOGIC_FIFO, OW_LOGIC_MEMORY). Changes
 * take effect when the circuit next reads the memory.
 *
 * size: receives the size in bytes; may be NULL.
 * cell_size: receives the bytes of a cell, lowest first; may be NULL.
 * Returns the contents, valid until ow_simulation_close; NULL for other components.
 * Since 0.1. */
OW_API uint8_t *ow_simulation_memory(ow_simulation *simulation, uint32_t component, size_t *size,
                                     size_t *cell_size);

/* Reads a queue (OW_LOGIC_FIFO), in the order in which bytes will leave it.
 *
 * bytes, room: receives the first `room` bytes.
 * Returns the number of all bytes in the queue; 0 for other components.
 * Since 0.1. */
OW_API size_t ow_simulation_read_queue(const ow_simulation *simulation, uint32_t component,
                                       uint8_t *bytes, size_t room);

/* Replaces the contents of a queue.
 *
 * contents: at most 65,536 bytes; copied.
 * Returns OW_OK; OW_BAD_ARGUMENT if it is too long or the component is not a queue.
 * Since 0.1. */
OW_API ow_status ow_simulation_fill_queue(ow_simulation *simulation, uint32_t component,
                                          ow_bytes contents, ow_error *error);

/* Writes the current states into a document: circuit states, and the custom data of switches,
 * delayers and memories. A memory whose custom data does not match its type cannot be written: its
 * `custom_data` stays as it is, at the same address.
 *
 * document: the one of the circuit or a copy. Must own its memory (`owner` is not NULL).
 * Returns OW_OK; OW_BAD_ARGUMENT for another document.
 * Since 0.1. */
OW_API ow_status ow_simulation_store(const ow_simulation *simulation, ow_document *document,
                                     const ow_options *options, ow_error *error);

/* Finds the file beside a save that has the colours of a display. Displays with as many inputs and
 * the same configuration share a file. It ends in .jecs, which the game writes since version 0.92,
 * or in .succ for older saves. If it is missing, look for the other ending.
 *
 * document: the one of the circuit.
 * path, room: receives the path relative to the save, zero-terminated; room in bytes.
 * colors: receives the number of colours: one for each value of the inputs as a binary number,
 *   input 0 lowest. May be NULL.
 * Returns the length of the whole path; 0 if the component is not a display, or has more inputs or
 * configurations than any known save.
 * Since 0.1. */
OW_API size_t ow_circuit_display_file(const ow_document *document, const ow_circuit *circuit,
                                      uint32_t component, char *path, size_t room,
                                      uint32_t *colors);

/* Reads the colours of a display file.
 *
 * colors, room: receives red, green and blue of at most `room` colours.
 * Returns the number of colours read.
 * Since 0.1. */
OW_API uint32_t ow_display_read(ow_bytes file, uint8_t *colors, uint32_t room);

/* Writes a display file.
 *
 * colors, count: red, green and blue of each colour.
 * sink: receives the text.
 * Returns false if the sink refused bytes.
 * Since 0.1. */
OW_API bool ow_display_write(const uint8_t *colors, uint32_t count, const ow_sink *sink);

/* Switches in rows and columns, like those of a ROM. Viewed from the side that they face, with the
 * page's up direction upwards, else ahead (+z), else to the right (+x). The top row comes first,
 * its leftmost switch first. */
typedef struct ow_switch_grid {
    uint32_t rows, columns;
    uint32_t *switches;    /* rows * columns components; OW_NO_NET: no switch at this place */
    uint32_t switch_count; /* places with a switch, at least half of all */
    uint32_t reserved_number;
    uint64_t reserved[2];
} ow_switch_grid;

typedef struct ow_switch_grids {
    ow_switch_grid *grids; /* in the order of their first switches in the save */
    uint32_t grid_count;
    uint32_t loose; /* switches outside of grids */
    void *owner;
    uint64_t reserved[4];
} ow_switch_grids;

/* Finds grids of switches by their places, on one board or several boards in one plane, in linear
 * time. That the rows are words of a program is inferred.
 *
 * document: the one of the circuit.
 * grids: receives the grids; release them with ow_switch_grids_free. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT for another document.
 * Since 0.1. */
OW_API ow_status ow_circuit_find_switch_grids(const ow_document *document,
                                              const ow_circuit *circuit, const ow_options *options,
                                              ow_switch_grids *grids, ow_error *error);

/* Releases grids and zeroes them. NULL is allowed. Since 0.1. */
OW_API void ow_switch_grids_free(ow_switch_grids *grids);

/* A memory of D latches or of RAMs of a mod, as ow_build_netlist makes them. */
typedef struct ow_built_memory {
    ow_text name;   /* name in the source */
    uint32_t label; /* the label component with the name */
    uint32_t words, bits;
    uint32_t ram_count; /* 0: it is made of latches */
    uint32_t *latches;  /* words * bits components: word by word, lowest bit first; or NULL */
    /* Components CheeseUtilMod.DualPortRamResizable. The first ones have all bits of words between
     * them, the lowest first. If there are more, they have the same contents once more: a copy for
     * each read port. NULL: it is made of latches. */
    uint32_t *rams;
    uint32_t first_word; /* the address of word 0 in the RAMs */
    uint32_t reserved_number;
} ow_built_memory;

typedef struct ow_built_memories {
    ow_built_memory *memories; /* by the addresses of their labels */
    uint32_t memory_count;
    uint32_t reserved_number;
    void *owner;
    uint64_t reserved[4];
} ow_built_memories;

/* Finds memories by labels such as "m: 16 words of 8 bits". The latches or RAMs have the addresses
 * after that of the label, and the circuit must agree. That other programs keep the order of
 * addresses is inferred. The outputs of the latches are the contents; ow_simulation_set changes
 * them. ow_simulation_memory has the contents of a RAM. If its addresses do not begin with 0, the
 * label ends with " from 4".
 *
 * document: the one of the circuit.
 * memories: receives the memories; release them with ow_built_memories_free. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT for another document.
 * Since 0.1. */
OW_API ow_status ow_circuit_find_built_memories(const ow_document *document,
                                                const ow_circuit *circuit,
                                                const ow_options *options,
                                                ow_built_memories *memories, ow_error *error);

/* Releases memories and zeroes them. NULL is allowed. Since 0.1. */
OW_API void ow_built_memories_free(ow_built_memories *memories);

#ifdef __cplusplus
}
#endif

#endif
