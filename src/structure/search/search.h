/* Finds the variant of a build, and tests whether the result is plausible. */
#ifndef OW_SRC_STRUCTURE_SEARCH_SEARCH_H
#define OW_SRC_STRUCTURE_SEARCH_SEARCH_H

#include "../structure.h"

enum { STRUCTURE_OTHERS = 8 };

struct structure_search {
    /* The first variant that fits. Otherwise the best one: a variant that ends where the file ends,
     * or the one that is read furthest. */
    ow_structure_variant variant;
    unsigned touched;  /* bits by switch: those that its parsing depended on */
    bool forced;       /* given beforehand, without a search */
    bool found;        /* the variant fits */
    bool parsed;       /* it does not fit, but ends where the file ends */
    bool gave_up;      /* the limit was reached before all were tried */
    bool met_vertices; /* of custom blocks */
    bool all;          /* other variants that fit were searched for */
    uint64_t work;     /* the work spent, see price.h */
    unsigned tries, other_count;
    ow_structure_variant others[STRUCTURE_OTHERS]; /* other variants that fit */
};

/* Searches from the defaults on, in the order of docs/explanation/structure-variants.md; `all` also
 * for other variants that fit. */
ow_status structure_find_variant(const struct file *file, bool all,
                                 struct structure_search *search);

/* Adds to the error of an unreadable file that no variant fits, and which one the error is for.
 * `error` may be NULL. */
void structure_explain_search(const struct structure_search *search, ow_error *error);

/* Tests whether what was read is plausible. Returns what is not, NULL if everything is. A block is
 * judged by the counts of its build. */
const char *structure_judge_roots(const ow_structure_build *build);
const char *structure_judge_block(const ow_structure_build *build, const ow_structure_block *block);
bool structure_makes_sense(const ow_structure_build *build, const char **why);

#endif
