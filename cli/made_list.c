/* Inputs that become files in a folder: no two become one. */
#include "made_list.h"

#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether two paths name one file, as they may by links and on systems that do not tell A from
 * a. */
static bool is_same_file(const char *first, const char *second)
{
    struct stat one, other;
    return strcmp(first, second) == 0 || (stat(first, &one) == 0 && stat(second, &other) == 0 &&
                                          one.st_dev == other.st_dev && one.st_ino == other.st_ino);
}

bool is_not_made(const struct made_list *list, const char *in, const char *out)
{
    for (size_t i = 0; i < list->count; i++) {
        if (!is_same_file(list->pairs[i].out, out))
            continue;
        complain("%s: would become %s, which %s has become: use two folders", in, out,
                 list->pairs[i].in);
        return false;
    }
    return true;
}

bool note_made(struct made_list *list, const char *in, const char *out)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 16;
        struct made_pair *larger = realloc(list->pairs, room * sizeof *larger);
        if (!larger)
            return false;
        list->pairs = larger;
        list->room = room;
    }
    struct made_pair pair = {strdup(in), strdup(out)};
    if (pair.in && pair.out) {
        list->pairs[list->count++] = pair;
        return true;
    }
    free(pair.in);
    free(pair.out);
    return false;
}

void free_made(struct made_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->pairs[i].in);
        free(list->pairs[i].out);
    }
    free(list->pairs);
}
