/* Runs Yosys. */
#ifndef OW_CLI_CIRCUITS_SYNTHESIS_RUN_H
#define OW_CLI_CIRCUITS_SYNTHESIS_RUN_H

#include "io/output_temporary.h"
#include "verb.h"

enum { MOST_AND_INPUTS = 4, FOLDER_PATH = TEMPORARY_PATH / 2 };

struct synthesis {
    const struct arguments *arguments;
    char folder[FOLDER_PATH]; /* for temporary files; empty: not yet created */
    unsigned long long and_inputs;
    bool has_rams; /* memories become RAMs of a mod */
};

/* Runs Yosys on build.ys in the folder. Prints its errors and its warnings about the design, with
 * the user's names of files. */
int run_yosys(const struct synthesis *synthesis);

#endif
