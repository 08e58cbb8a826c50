/* What the parts of overworld merge3 share: the conflicts. */
#ifndef OW_CLI_MERGE3_H
#define OW_CLI_MERGE3_H

#include "input.h"

/* A conflict, kept for JSON. Texts are its own. */
struct kept_conflict {
    const char *kind;
    char *base, *ours, *theirs, *name, *message;
    uint64_t count;
};

struct conflicts {
    const char *file; /* that is named where they are told */
    uint64_t count;   /* of all */
    struct kept_conflict *kept;
    size_t kept_count, room;
    bool no_memory;
};

/* A visitor for ow_merge3; `context` is the conflicts. */
ow_visit conflicts_visit(void *context, const ow_conflict *conflict);

/* Notes the errors that check finds in the merged world, and in neither of the two. */
ow_status conflicts_check(struct conflicts *conflicts, const ow_document *ours,
                          const ow_document *theirs, const ow_document *merged,
                          const ow_options *options, ow_error *error);

/* Adds them to the JSON of what changed. */
void conflicts_write(void *context, ow_json_writer *writer);

void conflicts_free(struct conflicts *conflicts);

#endif
