/* A world as a tree of its fields, made of events: what differences are looked for in. Knows no format.
 *
 * A world of a million records has many millions of fields. What is small is therefore folded: of a
 * record one node stays, with a hash of all that is inside, and the nodes inside go. Where hashes differ,
 * a second run over the same events unfolds those records alone. */
#ifndef OW_SRC_CHANGE_OUTLINE_H
#define OW_SRC_CHANGE_OUTLINE_H

#include "identity.h"
#include "record_buffer.h"

#include <overworld/change.h>

/* VALUES: an array of such. LONG: one that is kept as parts of PART values each, nodes of VALUES that are
 * folded one by one. */
enum node_kind { NODE_VALUE, NODE_VALUES, NODE_LONG, NODE_ARRAY, NODE_OBJECT };
enum { PART = 4096 };

struct node {
    uint64_t hash;  /* of all inside, names of fields included */
    uint64_t key;   /* of a record: what tells it from others of its list; 0: nothing does */
    uint32_t end;   /* the node behind those inside that are kept */
    uint32_t size;  /* nodes inside, kept or not; of VALUES and of LONG how many values */
    uint32_t value; /* of VALUE and VALUES: where they begin among the values, or NOT_KEPT */
    uint16_t name;  /* see field_names; 0: an element of an array */
    uint8_t kind;
    bool folded; /* what is inside is not kept */
};
#define NOT_KEPT UINT32_MAX

/* The names of fields, as numbers from 1 on that two worlds share. */
enum { MOST_NAMES = 512 };
struct field_names {
    const char *names[MOST_NAMES];
    uint64_t hashes[MOST_NAMES];
    uint16_t seen[MOST_NAMES]; /* by some bits of a name's address: its number */
    uint16_t count;
};

struct outline {
    struct node *nodes;
    ow_value *values;
    uint32_t count, value_count;
    struct record_buffer node_buffer, value_buffer;
};

/* The values of a VALUE or of VALUES; NULL: they are not kept. */
static inline const ow_value *outline_values(const struct outline *outline, uint32_t node)
{
    static const ow_value nothing;
    uint32_t first = outline->nodes[node].value;
    if (first == NOT_KEPT)
        return NULL;
    return outline->values ? outline->values + first : &nothing; /* of an empty list */
}

/* What tells a world as events; OW_OK also where the visitor stopped it. */
struct outline_source {
    ow_status (*emit)(void *context, ow_visitor visit, void *visit_context, ow_error *error);
    void *context;
    struct field_names *names;
    const struct identity *identities; /* NULL: none */
};

/* Makes the outline of a world. What texts and bytes of its values refer to is the world's. Give it back
 * with outline_free, also after a failure. */
ow_status outline_make(struct outline *outline, const struct outline_source *source,
                       struct arena *account, ow_error *error);

/* Makes whole trees of nodes of `outline`, one behind another in the order of `wanted`, which are
 * ascending. */
ow_status outline_unfold(const struct outline *outline, const struct outline_source *source,
                         const uint32_t *wanted, uint32_t wanted_count, struct outline *unfolded,
                         struct arena *account, ow_error *error);
void outline_free(struct outline *outline);

#endif
