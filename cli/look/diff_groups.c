/* overworld diff: text in the order of groups. The lines of changes on one board stand together,
 * below its name, although the records of a world are in no such order. */
#include "look/diff_groups.h"

#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP_NAME = 160 };

/* Longer text is printed in parts, each grouped by itself. */
static const long most_text = 16 << 20;

/* The name of a group with a NUL, and lines of this group that came one after the other. */
struct chunk {
    size_t begin, end; /* in the text */
    size_t first;      /* where the first chunk of the group begins */
    const char *name; /* "": of what stands on nothing; set before printing, as `end` and `first` */
};

struct diff_groups {
    FILE *out; /* writes the text */
    char *text;
    size_t size;
    struct chunk *chunks;
    size_t count, room;
    char name[GROUP_NAME]; /* of the last chunk */
};

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

static bool add_chunk(struct diff_groups *groups, const char *name)
{
    long begin = ftell(groups->out);
    if (groups->count == groups->room) {
        size_t larger = groups->room ? 2 * groups->room : 16;
        struct chunk *grown = realloc(groups->chunks, larger * sizeof *grown);
        if (!grown)
            return false;
        groups->chunks = grown;
        groups->room = larger;
    }
    if (begin < 0)
        return false;
    groups->chunks[groups->count++] = (struct chunk){.begin = (size_t)begin};
    snprintf(groups->name, sizeof groups->name, "%s", name);
    fwrite(groups->name, 1, strlen(groups->name) + 1, groups->out);
    return true;
}

static int compare_sizes(size_t a, size_t b)
{
    return (a > b) - (a < b);
}

static int compare_names(const void *a, const void *b)
{
    const struct chunk *one = a, *other = b;
    int order = strcmp(one->name, other->name);
    return order != 0 ? order : compare_sizes(one->begin, other->begin);
}

/* The group without a name comes first, and the others as their first chunks came. */
static int compare_places(const void *a, const void *b)
{
    const struct chunk *one = a, *other = b;
    int order = (*one->name != '\0') - (*other->name != '\0');
    order = order != 0 ? order : compare_sizes(one->first, other->first);
    return order != 0 ? order : compare_sizes(one->begin, other->begin);
}

/* Sorts the chunks as they are printed. Returns the number of groups. */
static size_t sort_chunks(struct diff_groups *groups)
{
    struct chunk *chunks = groups->chunks;
    size_t count = 0;
    for (size_t i = 0; i < groups->count; i++) {
        chunks[i].name = groups->text + chunks[i].begin;
        chunks[i].end = i + 1 < groups->count ? chunks[i + 1].begin : groups->size;
    }
    qsort(chunks, groups->count, sizeof *chunks, compare_names);
    for (size_t i = 0; i < groups->count; i++) {
        bool is_first = i == 0 || strcmp(chunks[i].name, chunks[i - 1].name) != 0;
        chunks[i].first = is_first ? chunks[i].begin : chunks[i - 1].first;
        count += is_first;
    }
    qsort(chunks, groups->count, sizeof *chunks, compare_places);
    return count;
}

static void print_groups(struct diff_groups *groups)
{
    fflush(groups->out);
    if (groups->count == 0 || ferror(groups->out))
        return;
    bool has_headings = sort_chunks(groups) > 1;
    for (size_t i = 0; i < groups->count; i++) {
        const struct chunk *chunk = &groups->chunks[i];
        size_t name = strlen(chunk->name);
        if (has_headings && name > 0 && chunk->first == chunk->begin)
            printf("%son %s:%s\n", color_bold(), chunk->name, color_off());
        fwrite(chunk->name + name + 1, 1, chunk->end - chunk->begin - name - 1, stdout);
    }
    groups->count = 0;
    rewind(groups->out);
}

FILE *diff_groups_begin(struct diff_groups *groups, const char *group)
{
    const char *name = group ? group : "";
    if (ftell(groups->out) > most_text)
        print_groups(groups);
    bool is_same = groups->count > 0 && strcmp(groups->name, name) == 0;
    return is_same || add_chunk(groups, name) ? groups->out : NULL;
}

bool diff_groups_close(struct diff_groups *groups)
{
    if (!groups)
        return true;
    print_groups(groups);
    bool is_whole = !ferror(groups->out);
    fclose(groups->out);
    free(groups->text);
    free(groups->chunks);
    free(groups);
    return is_whole;
}
