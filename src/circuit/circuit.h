/* Making a circuit from a save: shared data and calls. */
#ifndef OW_SRC_CIRCUIT_CIRCUIT_H
#define OW_SRC_CIRCUIT_CIRCUIT_H

#include "../base/pool.h"
#include "../blotter/roster.h"
#include "../blotter/saved_states.h"
#include "../blotter/types/types.h"

#include <overworld/circuit.h>

/* Data from the caller: names of nets, and types; from the options, and from their JSON. */
struct circuit_given {
    ow_circuit_type *types;
    ow_circuit_name *names;
    size_t type_count, name_count;
};

/* A circuit that is being made. Its own memory is in `arena`, temporary memory in `scratch`. */
struct circuit_maker {
    const ow_blotter_save *save;
    const ow_circuit_options *asked;
    const ow_options *options;
    ow_circuit *circuit;
    struct arena arena, scratch;
    struct circuit_given given;
    struct component_index index;
    struct saved_states states;
    struct roster_type *types;
    uint32_t *parents;      /* without cycles */
    uint32_t *order;        /* components, parents before children; NULL until contacts need them */
    uint32_t *joined;       /* of each input: an earlier one of its net, or itself */
    uint8_t *touched;       /* of each component: its socket touches another */
    uint32_t *wire_outputs; /* see struct circuit_index */
    uint32_t *shown_outputs; /* see struct circuit_index */
    uint64_t *drives;        /* pairs: net in the high half, output in the low */
    size_t drive_count;
    uint32_t type_count;   /* of numeric ids, see blotter_list_types */
    uint32_t *first_links; /* of each slice of the components: its first link; and one more */
    uint32_t label_count;  /* of components whose type has a text */
};

/* The default memory limit of a circuit and its simulation, as a multiple of the save's file.
 * Measured: with the document, less than four times in total. */
enum { CIRCUIT_OF_FILE = 4 };

/* The ports of a mod's RAM, and its inputs before data and addresses. */
static inline uint32_t ports_of_ram(ow_logic logic)
{
    return logic == OW_LOGIC_DUAL_PORT_RAM ? 2 : 1;
}

static inline uint32_t controls_of_ram(ow_logic logic)
{
    return logic == OW_LOGIC_DUAL_PORT_RAM ? (uint32_t)DUAL_CONTROLS : (uint32_t)RAM_CONTROLS;
}

/* Bits of data, and of addresses, of one port of a RAM. */
static inline uint32_t data_bits_of_ram(const ow_circuit_component *ram)
{
    return ram->output_count / ports_of_ram(ram->logic);
}

static inline uint32_t address_bits_of_ram(const ow_circuit_component *ram)
{
    return (ram->input_count - controls_of_ram(ram->logic) - ram->output_count) /
           ports_of_ram(ram->logic);
}

/* Returns true if a text of the caller is valid: no size without data. */
static inline bool text_is_there(ow_text text)
{
    return text.data || text.size == 0;
}

/* Components, or wires, of a slice, which is the work of one thread. */
enum { CIRCUIT_SLICE = PIECE(1 << 13, 3) };

/* Returns true if a component joins nets while it is closed. */
static inline bool circuit_is_link(const ow_circuit_component *component)
{
    return component->logic == OW_LOGIC_RELAY || component->logic == OW_LOGIC_FAST_BUFFER;
}

/* Reads the caller's data. */
ow_status circuit_read_given(struct circuit_maker *maker, ow_error *error);

/* Lists the types of a save, with those of mods, and those that the caller declares like another
 * one. */
ow_status circuit_list_types(const ow_blotter_save *save, const ow_circuit *circuit,
                             const ow_mods *mods, struct arena *arena, struct roster_type **types,
                             uint32_t *count);

/* The steps of the work, in this order; see the file of each name. */
ow_status circuit_list_components(struct circuit_maker *maker);
ow_status circuit_join_wires(struct circuit_maker *maker);
ow_status circuit_join_compact(struct circuit_maker *maker);
ow_status circuit_join_contacts(struct circuit_maker *maker);
ow_status circuit_number_nets(struct circuit_maker *maker);
ow_status circuit_find_drivers(struct circuit_maker *maker);
ow_status circuit_find_links(struct circuit_maker *maker);
ow_status circuit_find_left_on(struct circuit_maker *maker);
ow_status circuit_find_ports(struct circuit_maker *maker);
ow_status circuit_name_nets(struct circuit_maker *maker, ow_error *error);

/* The parents of components and their order, computed when first needed. */
ow_status circuit_find_parents(struct circuit_maker *maker);

/* The number of a component's input, and output; or OW_NO_NET. */
uint32_t circuit_input_at(const ow_circuit *circuit, uint32_t component, int64_t index);
uint32_t circuit_output_at(const ow_circuit *circuit, uint32_t component, int64_t index);

/* The first of the inputs that are joined with an input so far. Several threads may join inputs at
 * once. */
uint32_t circuit_root(uint32_t *joined, uint32_t input);
void circuit_join(uint32_t *joined, uint32_t a, uint32_t b);

/* Finds a peg by what a user typed; returns false if there is none. */
struct circuit_peg {
    uint32_t component;
    bool output;
    uint32_t number; /* index among all inputs, or all outputs */
};
bool circuit_find_peg(const ow_circuit *circuit, ow_text text, struct circuit_peg *peg);

/* The names of nets at some point. */
struct circuit_names {
    const uint64_t *keys;   /* circuit_name_key, with the net in the low half; ascending */
    const ow_text *in_turn; /* the name of each key */
    uint32_t count;
};

/* Internal data of a circuit: look-up of nets by address and name, what wires show, and the
 * reference count. */
struct circuit_index {
    owner_count owners;           /* the caller's circuit, and each simulation */
    const uint32_t *wire_outputs; /* of each wire: the output at one end; OW_NO_NET: none */
    /* Of each output: the one whose state it shows. For a packed circuit this is an output of an
     * export buffer, for others their own. NULL if there are no packed circuits. */
    const uint32_t *shown_outputs;
    const uint64_t *by_address; /* address in the high half, component in the low; ascending */
    struct circuit_names names;
    struct circuit_names by_labels; /* label names of nets that a user renamed */
};
ow_status circuit_index_addresses(struct circuit_maker *maker);

/* Copies a circuit that shares its arrays. They live until the last copy is closed with
 * ow_circuit_close. */
ow_circuit circuit_share(const ow_circuit *circuit);

/* Indexes the current names of nets. */
ow_status circuit_index_names(struct circuit_maker *maker, struct circuit_names *names);

/* The sort key of a name in the high half; two names may have the same. */
uint64_t circuit_name_key(ow_text name);

/* The net of a peg; of an output, the first that it drives. */
uint32_t circuit_net_of(const ow_circuit *circuit, const struct circuit_peg *peg);

/* Computes the start of each of `count` runs from their counts, which are in first[0..count - 1];
 * first has one more element, the sum. */
static inline void runs_from_counts(uint32_t *first, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t own = i < count ? first[i] : 0;
        first[i] = sum;
        sum += own;
    }
}

#endif
