/* The table of verbs, in the order of help; verbs of the same group are together. */
#include "verb.h"

#include <stddef.h>
#include <string.h>

const struct verb *const verbs[] = {
    &info_verb,     &check_verb,   &show_verb,       &get_verb,    &find_verb,    &parts_verb,
    &render_verb,   &view_verb,    &diff_verb,       &set_verb,    &move_verb,    &turn_verb,
    &mirror_verb,   &copy_verb,    &patch_verb,      &undo_verb,   &remove_verb,  &replace_verb,
    &extract_verb,  &merge_verb,   &merge3_verb,     &repair_verb, &convert_verb, &nets_verb,
    &simulate_verb, &program_verb, &netlist_verb,    &build_verb,  &sql_verb,     &catalog_verb,
    &schema_verb,   &help_verb,    &completion_verb, &man_verb,    NULL,
};

const char *part_name(const struct verb *part)
{
    return strchr(part->name, ' ') + 1;
}

const struct verb *part_of_verb(const struct verb *verb, const char *word)
{
    for (const struct verb *const *at = verb->parts; at && *at; at++)
        if (strcmp(part_name(*at), word) == 0)
            return *at;
    return NULL;
}
