/* A world as a circuit: declarations that the verbs to inspect and run circuits share. */
#ifndef OW_CLI_CIRCUITS_CIRCUIT_H
#define OW_CLI_CIRCUITS_CIRCUIT_H

#include "io/input.h"
#include "verb.h"

struct opened_circuit {
    struct input input, names, types;
    ow_document document;
    ow_circuit circuit;
    bool has_others_input; /* and must close it */
};

/* Reads the file of --names or --types into an input. The input must stay open as long as the text
 * is needed. EXIT_FINE, also if the option is not set; otherwise another exit status after a
 * message. */
int open_beside(const struct arguments *arguments, const char *option, struct input *input,
                ow_text *text);

/* Opens the world that is the first operand as a circuit, with --names and --types. EXIT_FINE, or
 * another exit status after a message. */
int open_circuit(const struct arguments *arguments, struct opened_circuit *opened);

/* The same for an input that is open and stays open. */
int open_circuit_of(const struct arguments *arguments, const struct input *input,
                    struct opened_circuit *opened);
void close_circuit(struct opened_circuit *opened);

/* Warns about wires without a peg, and about unknown types. */
void warn_of_oddities(const struct opened_circuit *opened);

/* Begins the JSON of a circuit, like json_begin_file. */
void json_begin_circuit(ow_json_writer *writer, const struct opened_circuit *opened);

/* The name of a net, in a buffer. */
enum { NET_NAME = 96 };
const char *net_name(const ow_circuit *circuit, uint32_t net, char name[NET_NAME]);

/* Finds a net by the user's name for it; OW_NO_NET after a message. */
uint32_t find_net(struct opened_circuit *opened, const char *name);

/* Decompress and compress the contents of memories, for ow_simulation_options. */
size_t inflate_memory(void *context, const void *packed, size_t packed_size, void *plain,
                      size_t size);
size_t deflate_memory(void *context, const void *plain, size_t plain_size, void *packed,
                      size_t size);

#define CIRCUIT_OPTIONS                                                                            \
    {0, "names", "FILE", "take names of nets from JSON, such as a bench"},                         \
        {0, "types", "FILE", "take behaviour of mod components from JSON"}, MODS_OPTION

#endif
