/* Logic World saves as circuits: nets, what drives them, what hangs on them, and running it all.
 *
 * A *net* is a set of input pegs that always share one state: joined by wires, through pegs and sockets that
 * touch. Output pegs *drive* nets and are in none; a net is on where any of its drivers is, or a *link*
 * brings it a signal: a relay that is closed joins two nets both ways, a fast buffer leads from one to
 * another. How the game is known to do this, and what is inferred, stands in docs/reference/circuits.md. */
#ifndef OVERWORLD_CIRCUIT_H
#define OVERWORLD_CIRCUIT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No net, no component. */
#define OW_NO_NET UINT32_MAX

/* What a component does with its pegs. */
typedef enum ow_logic {
    OW_LOGIC_NONE,     /* nothing: boards, labels, displays, pegs, sockets */
    OW_LOGIC_UNKNOWN,  /* of a type that nobody has described: its outputs stay as they are saved */
    OW_LOGIC_INVERTER, /* on where input 0 is off */
    OW_LOGIC_AND,      /* on where all inputs are; off where it has none */
    OW_LOGIC_XOR,      /* on where inputs 0 and 1 differ */
    OW_LOGIC_BUFFER,   /* as input 0 */
    OW_LOGIC_LATCH,    /* as input 0 while input 1 is on, else as it was */
    OW_LOGIC_DELAYER,  /* as input 0, some ticks later: see ow_delayer_reading */
    OW_LOGIC_RANDOMIZER,  /* where input 0 goes on: on or off by chance; off with it (inferred) */
    OW_LOGIC_SWITCH,      /* as its custom data says, and somebody sets it */
    OW_LOGIC_BUTTON,      /* buttons and keys: on while somebody holds them */
    OW_LOGIC_RELAY,       /* a link between the nets of inputs 1 and 2 while input 0 is on */
    OW_LOGIC_FAST_BUFFER, /* a link from the net of input 0 to that of input 1 */
    OW_LOGIC_RAM,         /* CheeseUtilMod's Ram8aX8b and RamResizable */
    OW_LOGIC_BCD,         /* CheeseUtilMod's BCD8: digits of a binary number */
    OW_LOGIC_FIFO,        /* HuntaBaddayCPUmod's Buffer8_sw: a queue of 65,536 bytes */
    OW_LOGIC_TABLE,       /* of an ow_circuit_type: outputs by a truth table */
    OW_LOGIC_MEMORY       /* of an ow_circuit_type: a memory of its own shape */
} ow_logic;

/* "inverter", "and", ...; a constant. */
OW_API const char *ow_logic_name(ow_logic logic);

/* What a component is to the circuit; number i is component i of the save. */
typedef struct ow_circuit_component {
    uint32_t address;
    ow_logic logic;
    uint32_t first_input, input_count;   /* into ow_circuit.inputs */
    uint32_t first_output, output_count; /* into ow_circuit.outputs */
    int32_t delay;                       /* of a delayer, in ticks, 1 at least; else 1 */
    int32_t counter;                     /* of a delayer: as saved, 0 to `delay`; else 0 */
    uint32_t table; /* of OW_LOGIC_TABLE and OW_LOGIC_MEMORY: into ow_circuit.tables; else 0 */
    uint32_t type;  /* the number that the save has for it */
} ow_circuit_component;

/* An input peg or an output peg. */
typedef struct ow_circuit_input {
    uint32_t component; /* which has it, as its input number `index` */
    uint32_t index;
    uint32_t net;
} ow_circuit_input;

typedef struct ow_circuit_output {
    uint32_t component; /* as its output number `index` */
    uint32_t index;
    uint32_t first_net, net_count; /* that it drives, into ow_circuit.driven, ascending */
    int32_t state;                 /* its circuit state id; -1 where the save has none */
    bool on;                       /* as saved */
    uint8_t reserved[3];
} ow_circuit_output;

/* Where the name of a net comes from. */
typedef enum ow_net_name {
    OW_NET_BY_NUMBER, /* nothing names it: see ow_circuit_net_name */
    OW_NET_BY_LABEL,  /* a label beside a port of it (inferred: nothing in a save ties the two) */
    OW_NET_BY_USER    /* ow_circuit_options.names */
} ow_net_name;

typedef struct ow_circuit_net {
    uint32_t first_peg, peg_count;       /* its input pegs, into ow_circuit.pegs */
    uint32_t first_driver, driver_count; /* output pegs that drive it, into ow_circuit.drivers */
    uint32_t first_link, link_count;     /* links at it, into ow_circuit.linked */
    int32_t state; /* circuit state id of its first peg; -1 where the save has none */
    ow_text name;  /* unique in the circuit, zero-terminated; empty: see ow_circuit_net_name */
    ow_net_name name_from;
    uint32_t label;      /* the component that names it, with OW_NET_BY_LABEL */
    uint32_t first_port; /* into ow_circuit.ports, see ow_circuit_port; OW_NO_NET: it has none */
    bool on;             /* as saved */
    bool has_two_states; /* its pegs have more than one state id: no save of the game does */
    bool
        is_left_on; /* on as saved, and nothing that is on drives it, nor a net that leads to it: of a part that
                        was cut out of a larger build (inferred). The first tick turns it off. */
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

/* What makes a net a port: a component by which the world around reaches it. */
typedef enum ow_port_kind {
    OW_PORT_SOCKET, /* that touches no other socket */
    OW_PORT_SWITCH,
    OW_PORT_BUTTON, /* buttons and keys */
    OW_PORT_DISPLAY
} ow_port_kind;

typedef struct ow_circuit_port {
    uint32_t net;
    uint32_t component;
    uint32_t peg;  /* which input of a socket or a display; which output of the others */
    uint32_t next; /* port of the same net, later in the list; OW_NO_NET: it is the last */
    ow_port_kind kind;
} ow_circuit_port;

/* "socket", "switch", "button", "display"; a constant. */
OW_API const char *ow_port_kind_name(ow_port_kind kind);

/* A memory of its own shape: which inputs and outputs of a component are what, each list with the lowest bit
 * first. In a tick in which one of its inputs has changed it first takes the data into the cell that `address`
 * names, if it is to write; then it shows that cell on its outputs, or nothing. How such a type keeps its contents
 * in its custom data nobody knows: they are not written into a save. */
typedef struct ow_circuit_memory {
    const uint32_t *address; /* inputs */
    const uint32_t *data;    /* inputs, as many as outputs; NULL: it cannot be written */
    const uint32_t *shown;   /* outputs, each of the component's once; NULL: in their order */
    uint32_t address_bits;   /* 1 to OW_CIRCUIT_MEMORY_ADDRESS */
    uint32_t bits;           /* of a cell: as many as it has outputs, 1 to 64 */
    uint32_t
        write; /* an input: writes while it is on; OW_NO_NET: at every clock, or never without one */
    uint32_t
        clock; /* an input: writes as it goes on alone, if `write` is on then; OW_NO_NET: there is none */
    uint32_t read; /* an input: shows the cell while it is on; OW_NO_NET: always */
    ow_bytes
        contents; /* what it begins with, as ow_simulation_memory has it; behind them all is 0 */
    uint64_t reserved[2];
} ow_circuit_memory;

enum { OW_CIRCUIT_MEMORY_ADDRESS = 24, OW_CIRCUIT_MEMORY_INPUTS = 255 };

/* A type of a mod, for those that the library does not know: one that does what a known one does, one whose
 * outputs follow from its inputs by a truth table, a tick later, or a memory. */
typedef struct ow_circuit_type {
    ow_text name; /* its text id, such as "MyMod.Nand" */
    ow_text like; /* the text id of a type that it behaves as; empty: it has a table or a memory */
    uint32_t inputs, outputs; /* of the table or memory; a component with other counts is unknown */
    /* 2^inputs rows of `outputs` bytes, 0 or 1; input 0 counts 1 in the number of a row. */
    const uint8_t *table;
    const ow_circuit_memory *memory; /* NULL: it is none */
    uint64_t reserved[3];
} ow_circuit_type;

/* Most inputs of a truth table. */
#define OW_CIRCUIT_TABLE_INPUTS 16

/* A circuit. Arrays hold as many records as the count beside them says; numbers in records are indices into
 * these arrays and always within them, or OW_NO_NET where a record says so. */
typedef struct ow_circuit {
    uint32_t component_count, input_count, output_count, net_count, link_count, port_count,
        type_count, table_count, wire_count;
    uint32_t driven_count, driver_count, linked_count;
    ow_circuit_component *components;
    ow_circuit_input *inputs;
    ow_circuit_output *outputs;
    ow_circuit_net *nets; /* in the order of the first peg of each */
    ow_circuit_link *links;
    ow_circuit_port *ports;  /* in the order of components */
    ow_text *types;          /* the text ids of types, by number; empty where the save has none */
    ow_circuit_type *tables; /* those of the caller, copied */
    uint32_t *driven;        /* nets of outputs */
    uint32_t *drivers;       /* outputs of nets, ascending */
    uint32_t *pegs;          /* inputs of nets, ascending */
    uint32_t *linked;        /* links of nets, ascending */
    uint32_t *wires; /* of each wire of the save the net that it is at; OW_NO_NET: it is at none */
    uint32_t contacts;    /* pairs of sockets that touch */
    uint32_t loose_wires; /* wires left out, as an end of theirs is at no peg */
    uint32_t unknown;     /* components of unknown types that have pegs */
    uint32_t
        bad_data; /* components whose custom data is not what their type has: the default stands */
    bool contacts_left; /* there are so many sockets in one place that not all pairs were tried */
    uint8_t reserved_bytes[3];
    void *index; /* the library's own: how ow_circuit_find_net finds */
    void *owner;
    uint64_t reserved[8];
} ow_circuit;

/* A name that a user gives to a net, by a peg of it: "C-12" (its first output if it has one, else its first
 * input), "C-12.in0", "C-12.out1"; or by the name that a label gives it. */
typedef struct ow_circuit_name {
    ow_text name, peg;
} ow_circuit_name;

/* All members zero: what the library knows, no names of the user's. */
typedef struct ow_circuit_options {
    const ow_circuit_type *types;
    size_t type_count;
    const ow_circuit_name *names;
    size_t name_count;

    /* The same as JSON text, empty: none. Names: {"nets": {"clk": "C-12", "data": ["C-3", "C-4.in0"]}}, of
     * which a list names "data[0]" and so on; a bench is such a text. Types: {"types": [{"name":
     * "MyMod.Nand", "inputs": 2, "outputs": 1, "table": "1110"}, {"name": "MyMod.Ram", "like":
     * "CheeseUtilMod.RamResizable"}]}, where a table has the outputs of each row, one after another;
     * and memories: {"name": "MyMod.Reg", "inputs": 4, "outputs": 1, "memory": {"address": [0, 1], "data": [2],
     * "write": 3}}, with "clock", "read", "shown" and contents in "hex" where it has them. */
    ow_text names_json, types_json;
    uint64_t reserved[4];
} ow_circuit_options;

/* Makes the circuit of a Logic World save, in time linear in it. The circuit holds memory of its own, and
 * the document may go away. OW_BAD_ARGUMENT: a document of another format;
 * OW_NOT_THERE: a name for a peg that is not; OW_BAD_JSON. */
OW_API ow_status ow_circuit_open(const ow_document *document,
                                 const ow_circuit_options *circuit_options,
                                 const ow_options *options, ow_circuit *circuit, ow_error *error);

/* Gives it back and zeroes it. NULL is fine. */
OW_API void ow_circuit_close(ow_circuit *circuit);

/* The name of a net in a buffer, cut where it does not fit: its own, or "n12", its number. Returns its whole
 * length. */
OW_API size_t ow_circuit_net_name(const ow_circuit *circuit, uint32_t net, char *text, size_t size);

/* The net that is meant by a name, by the name of its label where the user gave it another one, by a peg as in
 * ow_circuit_name, or by "n12", its number; OW_NO_NET where there is none. Of an output that drives several nets it is the first. Takes a time that hardly grows with
 * the circuit. */
OW_API uint32_t ow_circuit_find_net(const ow_circuit *circuit, ow_text name);

/* What a peg of a component does at a net. */
typedef enum ow_tie_kind {
    OW_TIE_DRIVES, /* an output: the net is on while it is */
    OW_TIE_READS,  /* an input: what the component does depends on the net */
    OW_TIE_LINKS,  /* an input of a relay or a fast buffer, which leads from or to another net */
    OW_TIE_JOINS   /* of a component without logic: a peg, a socket, a display */
} ow_tie_kind;

/* A net and a component that meet at a peg. */
typedef struct ow_circuit_tie {
    uint32_t net, component;
    uint32_t peg; /* number of the output (OW_TIE_DRIVES) or of the input of the component */
    ow_tie_kind kind;
} ow_circuit_tie;

/* From a net to its components: the outputs that drive it, then its inputs, in the order of the save. From a
 * component to its nets: those that its outputs drive, then those of its inputs. A net and a component that meet at
 * several pegs have several ties. Both write the first `room` of them and return how many there are; 0 where
 * there is no such net or component. `ties` may be NULL with a room of 0. */
OW_API size_t ow_circuit_find_net_ties(const ow_circuit *circuit, uint32_t net,
                                       ow_circuit_tie *ties, size_t room);
OW_API size_t ow_circuit_find_component_ties(const ow_circuit *circuit, uint32_t component,
                                             ow_circuit_tie *ties, size_t room);

/* How far nets lie from where a circuit begins. */
typedef struct ow_circuit_depths {
    uint32_t *depth; /* of each net: the most ticks on a way to it, loops counted once as nothing */
    uint32_t *loop;  /* of each net: the loop that it is in, from 1 on; 0: none */
    uint32_t loop_count; /* groups of nets each of which reaches every other one */
    uint32_t deepest;
    void *owner;
    uint64_t reserved[4];
} ow_circuit_depths;

/* Finds them in linear time; give them back with ow_circuit_depths_free. */
OW_API ow_status ow_circuit_find_depths(const ow_circuit *circuit, const ow_options *options,
                                        ow_circuit_depths *depths, ow_error *error);
OW_API void ow_circuit_depths_free(ow_circuit_depths *depths);

/* A step of a way: a net, and what led to it. */
typedef struct ow_circuit_step {
    uint32_t net;
    uint32_t component; /* UINT32_MAX: the first net, or along a link */
    uint32_t ticks;     /* that the component takes */
} ow_circuit_step;

/* The way from one net to another of fewest components (links cost nothing), both included: *count steps, of
 * which the first `room` are filled in. 0 where there is none. */
OW_API ow_status ow_circuit_find_path(const ow_circuit *circuit, uint32_t from, uint32_t to,
                                      const ow_options *options, ow_circuit_step *steps,
                                      uint32_t room, uint32_t *count, ow_error *error);

/* How long a delayer's output lags where its input changes meanwhile is not known. */
typedef enum ow_delayer_reading {
    OW_DELAYER_COUNTS, /* up while the input is on, down while off; changes at either end (inferred) */
    OW_DELAYER_RESTARTS /* counts from the start again wherever input and output are alike (inferred) */
} ow_delayer_reading;

/* All members zero: a fine choice. */
typedef struct ow_simulation_options {
    ow_delayer_reading delayers;
    uint32_t seed; /* of randomizers */

    /* Unpack and pack the contents of memories (raw deflate, RFC 1951): `size` is what fits, and returned is
     * what was used; 0 where the bytes are no such thing or do not fit. NULL: memories begin empty, and
     * keep their custom data. */
    void *context;
    size_t (*inflate)(void *context, const void *packed, size_t packed_size, void *plain,
                      size_t size);
    size_t (*deflate)(void *context, const void *plain, size_t plain_size, void *packed,
                      size_t size);
    uint64_t reserved[8];
} ow_simulation_options;

/* A circuit that runs. */
typedef struct ow_simulation ow_simulation;

/* Begins in the saved state, before the first tick. The document must be as it was when the circuit was made of it;
 * the simulation keeps what it needs, so the simulation, the circuit and the document can be closed in any order.
 * A circuit and its simulations may be used by several threads, each simulation by one at a time. */
OW_API ow_status ow_simulation_open(const ow_document *document, const ow_circuit *circuit,
                                    const ow_simulation_options *simulation_options,
                                    const ow_options *options, ow_simulation **simulation,
                                    ow_error *error);
OW_API void ow_simulation_close(ow_simulation *simulation);

/* Runs so many ticks. What rests costs nothing: where nothing is left to happen the rest is skipped.
 * OW_CANCELLED: ow_options.progress of ow_simulation_open said so, after a whole tick. */
OW_API ow_status ow_simulation_run(ow_simulation *simulation, uint64_t ticks, ow_error *error);

/* Ticks so far; components that were updated in them; whether nothing is left to happen by itself. */
OW_API uint64_t ow_simulation_tick(const ow_simulation *simulation);
OW_API uint64_t ow_simulation_updates(const ow_simulation *simulation);
OW_API bool ow_simulation_rests(const ow_simulation *simulation);

/* Whether a net, an output, a link is on (closed) after the last tick. */
OW_API bool ow_simulation_net(const ow_simulation *simulation, uint32_t net);
OW_API bool ow_simulation_output(const ow_simulation *simulation, uint32_t output);
OW_API bool ow_simulation_link(const ow_simulation *simulation, uint32_t link);

/* Sets a switch, or holds a button: its outputs follow in the next tick. Or sets what a D latch holds: its output
 * shows it at once, its net in the next tick, and it stays as long as the latch is closed. OW_BAD_ARGUMENT if the
 * component is none of these. */
OW_API ow_status ow_simulation_set(ow_simulation *simulation, uint32_t component, bool on,
                                   ow_error *error);

/* Drives a net from outside, as one more driver, from the next tick on until it is set off again. */
OW_API ow_status ow_simulation_drive(ow_simulation *simulation, uint32_t net, bool on,
                                     ow_error *error);

/* Something on a bus: a component from outside. In the tick after one in which an input net of it has
 * changed, and in the first, `update` is called: `inputs` are the states of its input nets after the last
 * tick, and it sets what it drives of its output nets. Returns false to stop the run with OW_CANCELLED. */
typedef struct ow_device {
    const uint32_t *inputs, *outputs; /* nets; copied */
    uint32_t input_count, output_count;
    bool (*update)(void *context, uint64_t tick, const uint8_t *inputs, uint8_t *outputs);
    void *context;
    uint64_t reserved[4];
} ow_device;

OW_API ow_status ow_simulation_attach(ow_simulation *simulation, const ow_device *device,
                                      ow_error *error);

/* Calls `changed` at the end of each tick for each of these nets that changed in it. Each call replaces the visitor
 * of the one before; 0 nets: no visitor. VCDs are not affected. `nets` is copied. */
typedef void (*ow_net_visitor)(void *context, uint64_t tick, uint32_t net, bool on);
OW_API ow_status ow_simulation_watch(ow_simulation *simulation, const uint32_t *nets,
                                     uint32_t count, ow_net_visitor changed, void *context,
                                     ow_error *error);

/* The contents of a memory (OW_LOGIC_RAM, OW_LOGIC_FIFO) of the circuit: `cell_size` bytes for each cell,
 * lowest byte first. They may be changed, which shows when the memory is next read. NULL where the
 * component is none. */
OW_API uint8_t *ow_simulation_memory(ow_simulation *simulation, uint32_t component, size_t *size,
                                     size_t *cell_size);

/* What lies in a queue (OW_LOGIC_FIFO), the next byte to come out first: how many bytes, of which the first
 * `room` are put into `bytes`. 0 where the component is none. */
OW_API size_t ow_simulation_read_queue(const ow_simulation *simulation, uint32_t component,
                                       uint8_t *bytes, size_t room);

/* Puts other bytes into a queue in place of what lies there, 65,536 at most. */
OW_API ow_status ow_simulation_fill_queue(ow_simulation *simulation, uint32_t component,
                                          ow_bytes contents, ow_error *error);

/* Writes the states that were reached into a document, the one that the circuit was made of or a copy of it,
 * which must own its memory: circuit states, and the custom data of switches, delayers and memories. */
OW_API ow_status ow_simulation_store(const ow_simulation *simulation, ow_document *document,
                                     const ow_options *options, ow_error *error);

/* The path beside a save of the file that has the colours of a display, zero-terminated, into `path`: displays with
 * as many inputs and the same configuration share it. It ends in .jecs, as the game writes it since version 0.92, or
 * in .succ for older saves; if there is no such file, look for the other ending. *colors is how many it should have: one for each value of the
 * inputs as a binary number, input 0 lowest. Returns its length, without room for it what it would have been; 0
 * where the component is no display, or one of more inputs or configurations than any known save has. The
 * document is the one that the circuit was made of. */
OW_API size_t ow_circuit_display_file(const ow_document *document, const ow_circuit *circuit,
                                      uint32_t component, char *path, size_t room,
                                      uint32_t *colors);

/* Colours as such a file has them: red, green and blue of each. Reading returns how many there are, `room` at
 * most; writing false where the sink refuses. */
OW_API uint32_t ow_display_read(ow_bytes file, uint8_t *colors, uint32_t room);
OW_API bool ow_display_write(const uint8_t *colors, uint32_t count, const ow_sink *sink);

/* What a simulation has changed in a scene. */
typedef enum ow_shown {
    OW_SHOWN_STATE, /* of ow_scene.states */
    OW_SHOWN_WIRE,  /* a segment: its state and colour */
    OW_SHOWN_ITEM   /* the shape of a switch or button, or the colour of a display */
} ow_shown;

/* Puts the states that were reached into a scene of the same save: states of pegs, states and colours of wires, shapes
 * of switches and buttons, colours of displays, and the bounds that follow from them. The scene is then the same as
 * one of the save that ow_simulation_store makes. `changed` (may be NULL) is called for each change with its index;
 * `on` is false for displays. Linear in the scene. OW_BAD_ARGUMENT if the scene is of another save. */
typedef void (*ow_shown_visitor)(void *context, ow_shown what, uint32_t index, bool on);
OW_API ow_status ow_simulation_show(ow_simulation *simulation, ow_scene *scene,
                                    ow_shown_visitor changed, void *context, ow_error *error);

/* Switches in rows and columns, as those of a ROM. Seen from where they face, with the direction up the page
 * that points up, else ahead (+z), else to the right (+x): the top row comes first, and in it the leftmost. */
typedef struct ow_switch_grid {
    uint32_t rows, columns;
    uint32_t *switches;    /* rows * columns components; OW_NO_NET: a place without a switch */
    uint32_t switch_count; /* places that have one, half of all at least */
    uint32_t reserved_number;
    uint64_t reserved[2];
} ow_switch_grid;

typedef struct ow_switch_grids {
    ow_switch_grid *grids; /* in the order of the first switch of each in the save */
    uint32_t grid_count;
    uint32_t loose; /* switches that are in none */
    void *owner;
    uint64_t reserved[4];
} ow_switch_grids;

/* Finds them by where switches stand, on one board or on several in one plane, in linear time; that these are
 * words of a program is inferred. The document is the one that the circuit was made of. Give them back with
 * ow_switch_grids_free. */
OW_API ow_status ow_circuit_find_switch_grids(const ow_document *document,
                                              const ow_circuit *circuit, const ow_options *options,
                                              ow_switch_grids *grids, ow_error *error);
OW_API void ow_switch_grids_free(ow_switch_grids *grids);

/* A memory of D latches, as ow_build_netlist makes them. */
typedef struct ow_latch_memory {
    ow_text name;   /* in the source */
    uint32_t label; /* the component whose text names it */
    uint32_t words, bits;
    uint32_t reserved_number;
    uint32_t *latches; /* words * bits components: word by word, the lowest bit first */
    uint64_t reserved[2];
} ow_latch_memory;

typedef struct ow_latch_memories {
    ow_latch_memory *memories; /* in the order of the addresses of their labels */
    uint32_t memory_count;
    uint32_t reserved_number;
    void *owner;
    uint64_t reserved[4];
} ow_latch_memories;

/* Finds memories by labels such as "m: 16 words of 8 bits": the latches are those whose addresses follow that of the
 * label, and the circuit must agree. That other programs keep the order of addresses is inferred. The document is the
 * one that the circuit was made of. Contents are the outputs of the latches; ow_simulation_set changes them. Free the
 * result with ow_latch_memories_free. */
OW_API ow_status ow_circuit_find_latch_memories(const ow_document *document,
                                                const ow_circuit *circuit,
                                                const ow_options *options,
                                                ow_latch_memories *memories, ow_error *error);
OW_API void ow_latch_memories_free(ow_latch_memories *memories);

#ifdef __cplusplus
}
#endif

#endif
