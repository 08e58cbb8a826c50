/* Finding the variant of a build, and whether what it gives makes sense. */
#ifndef OW_SRC_STRUCTURE_SEARCH_SEARCH_H
#define OW_SRC_STRUCTURE_SEARCH_SEARCH_H

#include "../structure.h"

enum { STRUCTURE_OTHERS = 8 };

struct structure_search {
    /* The first that fits; or the best: one that at least ends where the file ends, or the one that gets
     * furthest. */
    ow_structure_variant variant;
    unsigned touched;  /* bits by switch: on which of them its parse depended */
    bool forced;       /* it was known beforehand: nothing was searched */
    bool found;        /* it fits */
    bool parsed;       /* it does not, but ends where the file ends */
    bool gave_up;      /* the bound was hit before all were tried */
    bool met_vertices; /* of custom blocks */
    bool all;          /* others that fit were looked for */
    uint64_t work;     /* that was done, see price.h */
    unsigned tries, other_count;
    ow_structure_variant others[STRUCTURE_OTHERS]; /* that fit as well */
};

/* Searches from the first choices on, in the order of docs/explanation/structure-variants.md; `all` also for others that
 * fit. */
ow_status structure_find_variant(const struct file *file, bool all,
                                 struct structure_search *search);

/* Puts into the error of a file that reads in no way that it is so, and which variant it is that
 * breaks there. `error` may be NULL. */
void structure_explain_search(const struct structure_search *search, ow_error *error);

/* Whether what was read in some variant makes sense: says what does not, NULL where nothing is amiss. A
 * block is judged by the counts of its build. */
const char *structure_judge_roots(const ow_structure_build *build);
const char *structure_judge_block(const ow_structure_build *build, const ow_structure_block *block);
bool structure_makes_sense(const ow_structure_build *build, const char **why);

#endif
