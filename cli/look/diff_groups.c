/* overworld diff: text in the order of groups. The lines of changes on one board stand together,
 * below its name, although the records of a world are in no such order. */
#include "look/diff_groups.h"

#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP_NAME = 160 };

/* Longer text is printed in parts, each grouped by itself. */
static const long most_text = 16 << 20;

struct group {
    char name[GROUP_NAME]; /* "": of what stands on nothing */
};

/* Lines of one group that came one after the other. */
struct chunk {
    unsigned group;
    size_t begin; /* in the text */
};

struct diff_groups {
    FILE *out; /* writes the text */
    char *text;
    size_t size;
    struct group *groups;
    struct chunk *chunks;
    size_t group_count, chunk_count, group_room, chunk_room;
};

static bool grow(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t larger = *room ? 2 * *room : 16;
    void *grown = realloc(*array, larger * size);
    if (!grown)
        return false;
    *array = grown;
    *room = larger;
    return true;
}

/* The group's index, group_count if it is new and there is no memory for it. */
static size_t group_of(struct diff_groups *groups, const char *name)
{
    size_t at = groups->chunk_count ? groups->chunks[groups->chunk_count - 1].group : 0;
    if (at < groups->group_count && strcmp(groups->groups[at].name, name) == 0)
        return at;
    for (at = 0; at < groups->group_count; at++)
        if (strcmp(groups->groups[at].name, name) == 0)
            return at;
    void *array = groups->groups;
    if (!grow(&array, groups->group_count, &groups->group_room, sizeof *groups->groups))
        return at;
    groups->groups = array;
    snprintf(groups->groups[at].name, GROUP_NAME, "%s", name);
    return groups->group_count++;
}

static bool add_chunk(struct diff_groups *groups, size_t group, long begin)
{
    void *array = groups->chunks;
    if (groups->chunk_count > 0 && groups->chunks[groups->chunk_count - 1].group == group)
        return true;
    if (begin < 0 || group == groups->group_count ||
        !grow(&array, groups->chunk_count, &groups->chunk_room, sizeof *groups->chunks))
        return false;
    groups->chunks = array;
    groups->chunks[groups->chunk_count++] = (struct chunk){(unsigned)group, (size_t)begin};
    return true;
}

struct diff_groups *diff_groups_open(void)
{
    struct diff_groups *groups = calloc(1, sizeof *groups);
    if (groups)
        groups->out = open_memstream(&groups->text, &groups->size);
    if (groups && groups->out)
        return groups;
    free(groups);
    return NULL;
}

/* Prints the lines of one group. */
static void print_group(const struct diff_groups *groups, unsigned group, bool has_heading)
{
    if (has_heading && *groups->groups[group].name)
        printf("%son %s:%s\n", color_bold(), groups->groups[group].name, color_off());
    for (size_t i = 0; i < groups->chunk_count; i++) {
        size_t begin = groups->chunks[i].begin;
        size_t end = i + 1 < groups->chunk_count ? groups->chunks[i + 1].begin : groups->size;
        if (groups->chunks[i].group == group)
            fwrite(groups->text + begin, 1, end - begin, stdout);
    }
}

static void print_groups(struct diff_groups *groups)
{
    fflush(groups->out);
    for (unsigned with_name = 0; with_name < 2; with_name++)
        for (unsigned group = 0; group < groups->group_count; group++)
            if (!*groups->groups[group].name == !with_name)
                print_group(groups, group, groups->group_count > 1);
    groups->chunk_count = groups->group_count = 0;
    rewind(groups->out);
}

FILE *diff_groups_begin(struct diff_groups *groups, const char *group)
{
    if (ftell(groups->out) > most_text)
        print_groups(groups);
    return add_chunk(groups, group_of(groups, group ? group : ""), ftell(groups->out)) ? groups->out
                                                                                       : NULL;
}

bool diff_groups_close(struct diff_groups *groups)
{
    if (!groups)
        return true;
    print_groups(groups);
    bool is_whole = !ferror(groups->out);
    fclose(groups->out);
    free(groups->text);
    free(groups->groups);
    free(groups->chunks);
    free(groups);
    return is_whole;
}
