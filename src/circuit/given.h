/* What the caller gives as JSON: what reading its parts shares. */
#ifndef OW_SRC_CIRCUIT_GIVEN_H
#define OW_SRC_CIRCUIT_GIVEN_H

#include "circuit.h"

#include "../json/walk.h"

struct given_reader {
    struct circuit_maker *maker;
    struct json_walk walk;
    const char *what; /* which text, for messages */
    ow_error *error;
    ow_status status;
};

/* Refuses the text for what stands at `at`, once; for want of memory. Both return false. */
bool given_refuse(struct given_reader *reader, const char *at, const char *expected);
bool given_no_memory(struct given_reader *reader);

/* A text, in scratch memory. */
bool given_read_text(struct given_reader *reader, const char *at, ow_text *text);

/* A whole number up to `most`. */
bool given_read_count(struct given_reader *reader, const char *at, uint32_t most, uint32_t *count);

/* The memory of a type whose inputs and outputs are known. */
bool given_read_memory(struct given_reader *reader, const char *at, ow_circuit_type *type);

/* What a memory should be and is not; NULL: it is sound. */
const char *given_memory_fault(const ow_circuit_type *type);

/* Puts a copy in place of a type's memory, which is sound. */
ow_status given_copy_memory(struct arena *arena, ow_circuit_type *type);

#endif
