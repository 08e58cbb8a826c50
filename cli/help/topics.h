/* Topics of help that concern several verbs, for `overworld help TOPIC` and the man page. */
#ifndef OW_CLI_HELP_TOPICS_H
#define OW_CLI_HELP_TOPICS_H

#include "verb.h"

struct topic {
    const char *name;
    const char *section;                /* heading in the man page */
    const char *summary;                /* one line */
    const char *text;                   /* lines of at most 80 columns */
    bool lists_formats, lists_variants; /* the text is followed by a list of them */

    /* The topic concerns verbs that have this option or whose operands or arguments contain this
     * word; NULL: none. */
    const char *option, *word;
};

/* Ends with a row without a name. */
extern const struct topic topics[];

/* The topic with a name, or NULL. */
const struct topic *topic_by_name(const char *name);

/* Whether help on a verb refers to the topic. */
bool topic_concerns(const struct topic *topic, const struct verb *verb);

/* Calls `print` for each option of a verb, group by group. `heading` is the heading of the group,
 * such as "Limits", for its first option, and NULL for the others. */
void each_option(const struct verb *verb,
                 void (*print)(const struct option_row *row, const char *heading));

/* Passes a line for each format to `print`, with its versions and extensions, or with its
 * variants. */
void list_formats(void (*print)(const char *text));
void list_variants(void (*print)(const char *text));

#endif
