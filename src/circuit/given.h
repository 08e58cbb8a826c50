/* Reading the caller's JSON: shared calls. */
#ifndef OW_SRC_CIRCUIT_GIVEN_H
#define OW_SRC_CIRCUIT_GIVEN_H

#include "circuit.h"

#include "../json/walk.h"

struct given_reader {
    struct circuit_maker *maker;
    struct json_walk walk;
    const char *what; /* which text, for messages */
    size_t known;     /* the first types, which take precedence over those that are read */
    ow_error *error;
    ow_status status;
};

/* Reports an error at `at`, once; reports missing memory. Both return false. */
bool given_refuse(struct given_reader *reader, const char *at, const char *expected);
bool given_no_memory(struct given_reader *reader);

/* Reads a text into scratch memory. */
bool given_read_text(struct given_reader *reader, const char *at, ow_text *text);

/* Reads an integer from 0 to `most`. */
bool given_read_count(struct given_reader *reader, const char *at, uint32_t most, uint32_t *count);

/* Reads the memory of a type with known inputs and outputs. */
bool given_read_memory(struct given_reader *reader, const char *at, ow_circuit_type *type);

/* The error of a memory; NULL: valid. */
const char *given_memory_fault(const ow_circuit_type *type);

/* Replaces a type's valid memory by a copy. */
ow_status given_copy_memory(struct arena *arena, ow_circuit_type *type);

#endif
