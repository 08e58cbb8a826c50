/* A world as a circuit: what the verbs that look at circuits and run them share. */
#ifndef OW_CLI_CIRCUITS_CIRCUIT_H
#define OW_CLI_CIRCUITS_CIRCUIT_H

#include "io/input.h"
#include "verb.h"

struct opened_circuit {
    struct input input, names, types;
    ow_document document;
    ow_circuit circuit;
    bool has_others_input; /* which closes it */
};

/* Reads what --names or --types says into an input, which stays open as long as the text is needed. EXIT_FINE, also
 * where the option was not given; else another exit status after a message. */
int open_beside(const struct arguments *arguments, const char *option, struct input *input,
                ow_text *text);

/* Opens the world that is the first operand, as a circuit with what --names and --types say. EXIT_FINE, or
 * another exit status after a message. */
int open_circuit(const struct arguments *arguments, struct opened_circuit *opened);

/* The same of an input that is open and stays so. */
int open_circuit_of(const struct arguments *arguments, const struct input *input,
                    struct opened_circuit *opened);
void close_circuit(struct opened_circuit *opened);

/* Tells what of the world is not what a circuit should have: wires at no peg, types that nobody knows. */
void warn_of_oddities(const struct opened_circuit *opened);

/* What the value about it begins with, as json_begin_file. */
void json_begin_circuit(ow_json_writer *writer, const struct opened_circuit *opened);

/* The name of a net, in a buffer. */
enum { NET_NAME = 96 };
const char *net_name(const ow_circuit *circuit, uint32_t net, char name[NET_NAME]);

/* A net by what the user calls it; OW_NO_NET after a message. */
uint32_t find_net(struct opened_circuit *opened, const char *name);

/* Unpacks and packs what memories hold, for ow_simulation_options. */
size_t inflate_memory(void *context, const void *packed, size_t packed_size, void *plain,
                      size_t size);
size_t deflate_memory(void *context, const void *plain, size_t plain_size, void *packed,
                      size_t size);

#define CIRCUIT_OPTIONS                                                                            \
    {0, "names", "FILE", "take names of nets from JSON, such as a bench"},                         \
        {0, "types", "FILE", "take behaviour of mod components from JSON"}, MODS_OPTION

#endif
