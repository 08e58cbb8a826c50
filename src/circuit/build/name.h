/* Names of bits in the text; see name.c. */
#ifndef OW_SRC_CIRCUIT_BUILD_NAME_H
#define OW_SRC_CIRCUIT_BUILD_NAME_H

#include "build.h"

/* `signal` is empty for a bit without a name. */
struct build_name {
    ow_text signal, source; /* in the text: a name with its escapes, and a place in the source */
    uint32_t net;           /* number of the named net in the text */
    int32_t index;          /* of the bit in the source */
    bool escaped, is_numbered, is_own; /* the name stands in the user's source */
};

/* Bits that get names. `bits` are ascending: the bit of the text in the high half, and the index
 * of its name in the low. */
struct named_bits {
    const uint64_t *bits;
    size_t count;
    struct build_name *names;
};

/* Gives bits the best of their names. */
void build_offer_names(struct builder *builder, const struct named_bits *named);

/* Returns true if a place is in the files that map a design: overworld_store.v and others. */
bool build_is_of_mapping(ow_text source);

#endif
