/* Inputs that become files in a folder: no two become one. */
#ifndef OW_CLI_MADE_LIST_H
#define OW_CLI_MADE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* The inputs that were converted into a folder, and what they became. */
struct made_list {
    struct made_pair {
        char *in, *out;
    } * pairs;
    size_t count, room;
};

/* Whether no other input has become `out`. False after a message. */
bool is_not_made(const struct made_list *list, const char *in, const char *out);

/* Notes what an input has become; without memory what comes next is refused. False then. */
bool note_made(struct made_list *list, const char *in, const char *out);

void free_made(struct made_list *list);

#endif
