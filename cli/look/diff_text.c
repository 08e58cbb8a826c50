/* overworld diff: prints differences for people, one line each below their record. */
#include "look/diff.h"

#include "io/folder.h"
#include "terminal/terminal.h"
#include "terminal/values.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char signs[] = {
    [OW_REMOVED] = '-', [OW_ADDED] = '+', [OW_CHANGED] = '~', [OW_MOVED] = '>'};

/* Whether to print another line; counts the lines. */
static bool may_print_more(struct comparison *comparison)
{
    if (comparison->quiet)
        return false;
    comparison->shown_count++;
    return comparison->most == 0 || comparison->shown_count <= comparison->most;
}

static ow_visit going_on(const struct comparison *comparison)
{
    return comparison->quiet ? OW_STOP : OW_GO_ON;
}

static void print_some(FILE *out, const ow_value *values, uint64_t count)
{
    enum { MOST = 8 };
    if (!values)
        fprintf(out, count > 0 ? "%" PRIu64 " values" : "something else", count);
    for (uint64_t i = 0; values && i < count && i < MOST; i++) {
        ow_event event = event_of_value(&values[i]);
        if (i > 0)
            putc(' ', out);
        print_value_to(out, &event, true);
    }
    if (values && count == 0)
        fputs("nothing", out);
    if (values && count > MOST)
        fprintf(out, " and %" PRIu64 " more", count - MOST);
}

/* Prints "/components/5" and the record's name. */
static void print_record(FILE *out, const ow_change *change, const char *pointer)
{
    if (*change->name) {
        print_safely(out, change->name, strlen(change->name));
        fprintf(out, "%s  %s%s", color_dim(), pointer, color_off());
    } else {
        fputs(pointer, out);
    }
}

static void begin_record(struct comparison *comparison, const ow_change *change)
{
    const char *record = change->record ? change->record : "";
    if (strcmp(comparison->record, record) == 0)
        return;
    snprintf(comparison->record, sizeof comparison->record, "%s", record);
    *comparison->word = '\0';
    if (!*record)
        return;
    FILE *out = comparison->out;
    fprintf(out, "%s~%s ", color_bold(), color_off());
    print_record(out, change, record);
    putc('\n', out);
}

/* The pointer after that of the record. */
static const char *rest_of(const ow_change *change)
{
    size_t size = change->record ? strlen(change->record) + 1 : 0;
    return (change->after ? change->after : change->before) + size;
}

static const char *word_for(const struct region *region)
{
    bool one = region->count == 1;
    return region->heights ? (one ? "height" : "heights") : one ? "cell" : "cells";
}

static void print_region(struct comparison *comparison)
{
    struct region *region = &comparison->region;
    FILE *out = comparison->out;
    if (!*region->list || !out)
        return;
    fprintf(out, "    %s: %" PRIu64 " %s of %" PRIu64 ",%" PRIu64 " to %" PRIu64 ",%" PRIu64,
            region->list, region->count, word_for(region), region->least[0], region->least[1],
            region->most[0], region->most[1]);
    if (region->heights)
        fprintf(out, ", by up to %g", region->largest);
    putc('\n', out);
    *region->list = '\0';
}

static void widen(struct region *region, uint64_t column, uint64_t row)
{
    const uint64_t at[] = {column, row};
    for (unsigned axis = 0; axis < 2; axis++) {
        if (region->count == 0 || at[axis] < region->least[axis])
            region->least[axis] = at[axis];
        if (region->count == 0 || at[axis] > region->most[axis])
            region->most[axis] = at[axis];
    }
}

static void note_heights(struct region *region, const ow_change *change)
{
    const ow_value *before = change->values_before, *after = change->values_after;
    for (uint64_t i = 0; before && after && i < change->count_after; i++) {
        if (after[i].type != OW_FLOAT || before[i].type != OW_FLOAT)
            return;
        double by = fabs((double)after[i].value.number - (double)before[i].value.number);
        region->heights = true;
        region->largest = by > region->largest ? by : region->largest;
    }
}

/* Joins changes of neighbours in rows to a region. Returns whether the change is one of these. */
static bool add_to_region(struct comparison *comparison, const ow_change *change)
{
    struct region *region = &comparison->region;
    const char *last = strrchr(change->after, '/');
    size_t size = last ? (size_t)(last - rest_of(change)) : 0;
    if (change->row_length == 0 || change->count_before != change->count_after || !last ||
        size >= sizeof region->list)
        return false;
    if (strlen(region->list) != size || memcmp(region->list, rest_of(change), size) != 0) {
        print_region(comparison);
        *region = (struct region){0};
        memcpy(region->list, rest_of(change), size);
        region->list[size] = '\0';
    }
    uint64_t first = 0, width = change->row_length;
    for (const char *at = last + 1; *at >= '0' && *at <= '9'; at++)
        first = first * 10 + (uint64_t)(*at - '0');
    uint64_t end = first + change->count_after - 1;
    bool rows = end / width > first / width; /* it crosses the end of a row */
    widen(region, rows ? 0 : first % width, first / width);
    region->count += change->count_after;
    widen(region, rows ? width - 1 : end % width, end / width);
    note_heights(region, change);
    return true;
}

/* Whether the change is in a text beside the world. */
static bool is_of_folder(const ow_change *change)
{
    return change->record && is_folder_pointer(change->record);
}

static void print_field(FILE *out, const ow_change *change)
{
    if (change->record)
        fprintf(out, "    %s: ", rest_of(change));
    else
        fprintf(out, "%s~%s %s: ", color_bold(), color_off(), rest_of(change));
    print_some(out, change->values_before, change->count_before);
    fprintf(out, " %s->%s ", color_dim(), color_off());
    print_some(out, change->values_after, change->count_after);
    putc('\n', out);
}

ow_visit diff_print(void *context, const ow_change *change)
{
    struct comparison *comparison = context;
    if (!may_print_more(comparison))
        return going_on(comparison);
    clear_progress();
    const char *record = change->record ? change->record : "";
    bool field = change->kind == OW_CHANGED;
    if (!field || strcmp(comparison->record, record) != 0)
        print_region(comparison);
    FILE *out = comparison->out = diff_groups_begin(comparison->groups, change->group);
    if (!out) {
        comparison->no_memory = true;
        return OW_STOP;
    }
    if (field) {
        begin_record(comparison, change);
        if (!change->is_run || !add_to_region(comparison, change)) {
            print_region(comparison);
            if (is_of_folder(change) || !diff_print_words(comparison, change))
                print_field(out, change);
        }
        return OW_GO_ON;
    }
    *comparison->record = '\0';
    fprintf(out, "%s%c%s ", color_bold(), signs[change->kind], color_off());
    print_record(out, change, change->after ? change->after : change->before);
    if (change->kind == OW_MOVED)
        fprintf(out, " was %s", change->before);
    putc('\n', out);
    return OW_GO_ON;
}

/* A pointer without indexes and without the contents of lists: "/blocks/1/layers/0/52" is counted
 * as "blocks/layers". */
static void name_place(const ow_change *change, char place[PLACE_ROOM])
{
    const char *pointer = change->after ? change->after : change->before;
    size_t size = 0;
    while (*pointer == '/') {
        size_t step = strcspn(pointer + 1, "/");
        bool index = step > 0 && strspn(pointer + 1, "0123456789") == step;
        if (!index && size + step + 2 < PLACE_ROOM) {
            size += (size_t)snprintf(place + size, PLACE_ROOM - size, "%s%.*s", size > 0 ? "/" : "",
                                     (int)step, pointer + 1);
        }
        pointer += step + 1;
    }
    place[size] = '\0';
}

ow_visit diff_count(void *context, const ow_change *change)
{
    struct comparison *comparison = context;
    char place[PLACE_ROOM];
    unsigned i = 0;
    name_place(change, place);
    while (i < comparison->place_count && strcmp(comparison->places[i].place, place) != 0)
        i++;
    if (i == MOST_PLACES)
        return OW_GO_ON;
    if (i == comparison->place_count)
        memcpy(comparison->places[comparison->place_count++].place, place, PLACE_ROOM);
    comparison->places[i].by_kind[change->kind]++;
    return OW_GO_ON;
}

static void print_counts(const uint64_t counts[4])
{
    static const char *const words[] = {[OW_REMOVED] = "removed",
                                        [OW_ADDED] = "added",
                                        [OW_CHANGED] = "changed",
                                        [OW_MOVED] = "moved"};
    static const ow_change_kind order[] = {OW_ADDED, OW_REMOVED, OW_CHANGED, OW_MOVED};
    const char *before = "";
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (counts[order[i]] == 0)
            continue;
        char number[32];
        printf("%s%s %s", before, with_commas((long long)counts[order[i]], number),
               words[order[i]]);
        before = ", ";
    }
    putchar('\n');
}

void diff_finish(struct comparison *comparison)
{
    if (comparison->quiet || !diff_differs(comparison))
        return;
    print_region(comparison);
    comparison->no_memory |= !diff_groups_close(comparison->groups);
    comparison->groups = NULL;
    for (unsigned i = 0; i < comparison->place_count; i++) {
        printf("%s: ", comparison->places[i].place);
        print_counts(comparison->places[i].by_kind);
    }
    if (comparison->most > 0 && comparison->shown_count > comparison->most && !comparison->stat)
        printf("... and %llu more (-n 0 shows all)\n", comparison->shown_count - comparison->most);
    const ow_change_totals *totals = &comparison->totals;
    const uint64_t counts[] = {[OW_REMOVED] = totals->removed,
                               [OW_ADDED] = totals->added,
                               [OW_CHANGED] = totals->changed,
                               [OW_MOVED] = totals->moved};
    print_counts(counts);
}
