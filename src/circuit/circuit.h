/* Making a circuit of a save: what the parts of the work share. */
#ifndef OW_SRC_CIRCUIT_CIRCUIT_H
#define OW_SRC_CIRCUIT_CIRCUIT_H

#include "../blotter/roster.h"
#include "../blotter/saved_states.h"

#include <overworld/circuit.h>

/* What the caller knows better: names of nets, and types; those of the options, and those of their JSON. */
struct circuit_given {
    ow_circuit_type *types;
    ow_circuit_name *names;
    size_t type_count, name_count;
};

/* A circuit on its way. What the circuit keeps is in `arena`, all else in `scratch`. */
struct circuit_maker {
    const ow_blotter_save *save;
    const ow_circuit_options *asked;
    ow_circuit *circuit;
    struct arena arena, scratch;
    struct circuit_given given;
    struct component_index index;
    struct saved_states states;
    struct roster_type *types;
    uint32_t *parents;
    struct component_frame *frames; /* NULL until contacts or names ask for them */
    uint32_t *joined;       /* of each input: one of its net that comes before it, or itself */
    uint8_t *touched;       /* of each component: whether its socket touches one */
    uint32_t *wire_outputs; /* see struct circuit_index */
    uint64_t *drives;       /* pairs: net in the high half, output in the low one */
    size_t drive_count;
};

/* What a circuit may take, and a simulation of it: the default of ow_options.max_memory for so many times what
 * the save takes as a file. Measured: six to eight times in all. */
enum { CIRCUIT_OF_FILE = 4 };

/* Whether a text of the caller has the bytes that it says. */
static inline bool text_is_there(ow_text text)
{
    return text.data || text.size == 0;
}

/* Reads what the caller knows. */
ow_status circuit_read_given(struct circuit_maker *maker, ow_error *error);

/* The types of a save, with those that the caller says are like another one. */
ow_status circuit_list_types(const ow_blotter_save *save, const ow_circuit *circuit,
                             struct arena *arena, struct roster_type **types);

/* Each part of the work, in this order; see the file of its name. */
ow_status circuit_list_components(struct circuit_maker *maker);
ow_status circuit_join_wires(struct circuit_maker *maker);
ow_status circuit_join_contacts(struct circuit_maker *maker);
ow_status circuit_number_nets(struct circuit_maker *maker);
ow_status circuit_find_drivers(struct circuit_maker *maker);
ow_status circuit_find_links(struct circuit_maker *maker);
ow_status circuit_find_left_on(struct circuit_maker *maker);
ow_status circuit_find_ports(struct circuit_maker *maker);
ow_status circuit_name_nets(struct circuit_maker *maker, ow_error *error);

/* Where components stand: found when first asked for. */
ow_status circuit_find_frames(struct circuit_maker *maker);

/* The pegs of a component that is there, or OW_NO_NET: the number of an input, of an output. */
uint32_t circuit_input_at(const ow_circuit *circuit, uint32_t component, int64_t index);
uint32_t circuit_output_at(const ow_circuit *circuit, uint32_t component, int64_t index);

/* The first input of the net that one is in, as far as it is known by now. */
uint32_t circuit_root(uint32_t *joined, uint32_t input);
void circuit_join(uint32_t *joined, uint32_t a, uint32_t b);

/* A peg by what a user writes; false where there is none. */
struct circuit_peg {
    uint32_t component;
    bool output;
    uint32_t number; /* among all inputs, or all outputs */
};
bool circuit_find_peg(const ow_circuit *circuit, ow_text text, struct circuit_peg *peg);

/* The names of nets at one time. */
struct circuit_names {
    const uint64_t *keys;   /* circuit_name_key with the net in the low half; ascending */
    const ow_text *in_turn; /* the name of each key */
    uint32_t count;
};

/* What a circuit keeps beside its public records: how nets are found by address and name, what wires show, and who
 * holds the circuit. */
struct circuit_index {
    owner_count owners;           /* the caller's circuit, and each simulation of it */
    const uint32_t *wire_outputs; /* of each wire the output at an end of it; OW_NO_NET: none */
    const uint64_t *by_address; /* address in the high half, component in the low one; ascending */
    struct circuit_names names;
    struct circuit_names by_labels; /* where a user has given others: these are still found */
};
ow_status circuit_index_addresses(struct circuit_maker *maker);

/* A copy of a circuit that shares its arrays; they live until the last copy is closed with ow_circuit_close. */
ow_circuit circuit_share(const ow_circuit *circuit);

/* The names that nets have by now. */
ow_status circuit_index_names(struct circuit_maker *maker, struct circuit_names *names);

/* In the high half what names are sorted by: that of two may be the same. */
uint64_t circuit_name_key(ow_text name);

/* The net of a peg: of an output the first that it drives. */
uint32_t circuit_net_of(const ow_circuit *circuit, const struct circuit_peg *peg);

/* Fills in the first of each of `count` runs from their counts, which stand in first[0..count - 1]; first has
 * one more element, the sum. */
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
