/* .structure inside the library: what its files share, and its row of the registry. Include before a
 * codec. */
#ifndef OW_SRC_STRUCTURE_STRUCTURE_H
#define OW_SRC_STRUCTURE_STRUCTURE_H

#include "../base/memory.h"
#include "../format.h"

#include <overworld/structure.h>

#define NUMBERS_ARE_BIG(c) ((c)->big_endian)

enum { STRUCTURE_MATH_BLOCK = 129 };

/* What the published specification says of a type being interactive. */
enum structure_word { SAYS_NO, SAYS_YES, SAYS_BLANK };

/* A row of the block types table; without a name for a type that no table has. */
struct structure_type {
    const char *name, *russian;
    bool interactive; /* as `game` reads it */
    bool custom;      /* has vertices in its metadata */
    enum structure_word specification;
};
extern const struct structure_type structure_types[256];

static inline bool structure_is_flipped(const ow_structure_variant *variant, uint8_t id)
{
    return variant->flipped_ids[id / 8] >> id % 8 & 1;
}

/* Whether blocks of a type have settings. A type that no table has is taken for one that has, as most
 * do. */
static inline bool structure_is_interactive(const ow_structure_variant *variant, uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    return (type->interactive || !type->name) != structure_is_flipped(variant, id);
}

/* Whether it is open which of the two a type is: specification and evidence differ, or it says
 * nothing. 17 and 106 are wheels, as the two are that turned out to have settings. */
static inline bool structure_is_doubtful(uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    return !type->name || type->specification == SAYS_BLANK ||
           type->interactive != (type->specification == SAYS_YES) || id == 17 || id == 106;
}

/* The switch of a variant that has a value which it cannot have; NULL where there is none. */
const char *structure_wrong_switch(const ow_structure_variant *variant);

bool structure_same_variant(const ow_structure_variant *a, const ow_structure_variant *b);

/* "game", "spec", or the nearer of them "with" the names of the switches that differ. */
enum { STRUCTURE_VARIANT_NAME = 160 };
void structure_variant_name(const ow_structure_variant *variant, char name[STRUCTURE_VARIANT_NAME]);

/* The variant that a name begins with; false where it is neither. */
bool structure_variant_by_name(ow_text name, ow_structure_variant *variant);

/* The switches of a variant, the one that a search changes first at the front. */
enum structure_switch {
    SWITCH_TABLES,
    SWITCH_IDS,
    SWITCH_PREFIX,
    SWITCH_COLOR_BYTES,
    SWITCH_EMPTY_BOUNDS,
    SWITCH_WIDE_INDEX,
    SWITCH_BYTE_ORDER,
    SWITCHES
};

/* Changes a switch to its other way; of SWITCH_IDS for the type `id`, which counts for no other. */
void structure_flip(ow_structure_variant *variant, enum structure_switch what, uint8_t id);

enum { STRUCTURE_OTHERS = 8 };

struct structure_search {
    /* The first that fits; or the best: one that at least ends where the file ends, or the one that gets
     * furthest. */
    ow_structure_variant variant;
    unsigned touched;  /* bits by switch: on which of them its parse depended */
    bool forced;       /* ow_options.variant says so: nothing was searched */
    bool found;        /* it fits */
    bool parsed;       /* it does not, but ends where the file ends */
    bool gave_up;      /* the bound was hit before all were tried */
    bool met_vertices; /* of custom blocks */
    bool all;          /* others that fit were looked for */
    uint64_t work;     /* that was done, see price.h */
    unsigned tries, other_count;
    ow_structure_variant others[STRUCTURE_OTHERS]; /* that fit as well */
};

/* Searches from the first choices on, in the order of docs/structure.md; `all` also for others that
 * fit. */
ow_status structure_find_variant(const void *bytes, size_t size, const ow_options *options,
                                 bool all, struct structure_search *search);

/* Puts into the error of a file that reads in no way that it is so, and which variant it is that
 * breaks there. `error` may be NULL. */
void structure_tell_search(const struct structure_search *search, ow_error *error);

/* Whether what was read in some variant makes sense: says what does not, NULL where nothing is amiss. A
 * block is judged by the counts of its build. */
const char *structure_judge_roots(const ow_structure_build *build);
const char *structure_judge_block(const ow_structure_build *build, const ow_structure_block *block);
bool structure_makes_sense(const ow_structure_build *build, const char **why);

ow_status structure_trace_variant(const void *bytes, size_t size,
                                  const ow_structure_variant *variant, const ow_options *options,
                                  ow_visitor visit, void *context, ow_error *error);
ow_status structure_explain(const void *bytes, size_t size, const ow_structure_variant *variant,
                            const ow_options *options, ow_status status, ow_error *error);
ow_status structure_keep(struct arena *arena, const ow_structure_build *build,
                         ow_structure_build **kept, ow_error *error);

/* Calls of the row in format.c, see struct format_row. */
bool structure_sniff(const uint8_t *bytes, size_t size);
ow_status structure_parse(const struct json_text *text, const ow_options *options,
                          ow_structure_build **build, ow_error *error);
ow_status structure_check(const void *bytes, size_t size, const ow_options *options,
                          struct report *report, ow_error *error);
ow_status structure_summarise(const void *bytes, size_t size, const ow_options *options, bool whole,
                              struct emitter *emit, ow_error *error);

extern const ow_issue_code structure_issue_codes[];

#endif
