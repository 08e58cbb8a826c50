/* The operations of a JSON Patch, one after another. Knows no format. */
#ifndef OW_SRC_CHANGE_PATCH_OPERATIONS_H
#define OW_SRC_CHANGE_PATCH_OPERATIONS_H

#include "draft.h"

/* One operation. Members that it does not need are ignored, as the RFC says. */
struct operation {
    uint64_t number; /* from 0 on */
    struct json_token op;
    struct json_token path_token; /* as the patch has it */
    ow_text path, from;
    struct json_text value; /* data NULL: none */
    struct json_text whole; /* the operation itself */
    bool has_path, has_from;
};

struct patcher {
    struct draft *draft;
    struct json_text text; /* outlives the draft */
    const ow_options *options;
    struct operation operation; /* current */
    /* Called with each operation. Returns false after a failure. */
    bool (*use)(struct patcher *patcher);
    void *context; /* of `use` */
};

/* Reads all operations of a patch. Returns false after a failure, see patch_apply; if it is one of
 * `use`, the message names the operation. */
bool patch_read(struct patcher *patcher);

/* Applies the current operation. */
bool patch_apply_operation(struct patcher *patcher);

/* Adds the current operation to the message of the draft's error. Returns false. */
bool patch_name_operation(struct patcher *patcher);

/* Writes the JSON of a node; the caller releases the buffer, also after a failure. */
bool patch_write_node(struct patcher *patcher, struct draft_node *node, ow_buffer *buffer);

#endif
