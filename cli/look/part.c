/* Finds a part of a file by the user's selector, during a walk through the file's events. */
#include "look/part.h"

#include "io/assets.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool part_address(const char *selector, uint64_t *number, const char **rest)
{
    size_t digits = strlen(selector) > 2 ? strspn(selector + 2, "0123456789") : 0;
    if ((*selector != 'C' && *selector != 'c') || selector[1] != '-' || digits == 0)
        return false;
    *number = strtoull(selector + 2, NULL, 10);
    *rest = selector + 2 + digits;
    return **rest == '\0' || **rest == '/';
}

bool part_add_rest(char *pointer, size_t room, const char *rest, ow_error *error)
{
    size_t size = strlen(pointer);
    if (size + strlen(rest) < room) {
        strcpy(pointer + size, rest);
        return true;
    }
    snprintf(error->message, sizeof error->message, "the pointer %.100s... is too long", rest);
    error->status = OW_BAD_ARGUMENT;
    return false;
}

static int find_record(struct part *part, struct input *input, uint64_t number, const char *rest,
                       ow_error *error)
{
    ow_options options = input_options(input, "looking");
    ow_status status = ow_find_record(input->bytes, input->size, &options, number, part->wanted,
                                      sizeof part->wanted, error);
    clear_progress();
    if (status == OW_OK && !part_add_rest(part->wanted, sizeof part->wanted, rest, error))
        return EXIT_USAGE;
    return status == OW_OK             ? EXIT_FINE
           : status == OW_BAD_ARGUMENT ? EXIT_PROBLEMS
                                       : exit_status_of(status);
}

int part_open(struct part *part, struct input *input, const char *selector, ow_error *error)
{
    uint64_t number;
    const char *rest;
    *part = (struct part){.depth = 0};
    if (part_address(selector, &number, &rest))
        return find_record(part, input, number, rest, error);
    if (strcmp(selector, "/") == 0)
        selector = "";
    if (strlen(selector) < sizeof part->wanted && (*selector == '\0' || *selector == '/')) {
        strcpy(part->wanted, selector);
        return EXIT_FINE;
    }
    snprintf(error->message, sizeof error->message,
             "a part is a JSON Pointer such as /components/12, or a component's address such as "
             "C-12, not \"%.100s\"",
             selector);
    error->status = OW_BAD_ARGUMENT;
    return EXIT_USAGE;
}

/* Appends the step of an event to the path. The length of the open container restores the path
 * later. */
static void extend_path(struct part *part, const ow_event *event)
{
    size_t base = part->depth ? part->lengths[part->depth - 1] : 0;
    size_t room = sizeof part->path - base;
    int added = 0;
    part->path[base] = '\0';
    if (part->depth > 0 && event->name)
        added = snprintf(part->path + base, room, "/%s", event->name);
    else if (part->depth > 0)
        added = snprintf(part->path + base, room, "/%" PRIu64, event->index);
    part->path_size = base + (added > 0 && (size_t)added < room ? (size_t)added : 0);
}

/* Finds the name that was probably meant, among those in the last part on the way. */
static void try_name(struct part *part, const char *name)
{
    struct nearest *nearest = &part->nearest;
    if (part->depth == 0 || part->lengths[part->depth - 1] != nearest->size || !name)
        return;
    const char *wanted = part->wanted + nearest->size + 1;
    ow_text word = {wanted, strcspn(wanted, "/")};
    unsigned distance = ow_text_distance(word, ow_text_of(name));
    unsigned most = *nearest->name ? nearest->least : (unsigned)word.size / 3 + 1;
    if (distance >= most)
        return;
    nearest->least = distance;
    snprintf(nearest->name, sizeof nearest->name, "%s", name);
}

enum standing part_at(struct part *part, const ow_event *event)
{
    extend_path(part, event);
    if (part->reached)
        return PART_WANTED;
    size_t size = part->path_size;
    if (strncmp(part->path, part->wanted, size) != 0) {
        try_name(part, event->name);
        return PART_ELSEWHERE;
    }
    if (part->wanted[size] == '\0') {
        part->reached = true;
        return PART_WANTED;
    }
    if (part->wanted[size] != '/') {
        try_name(part, event->name);
        return PART_ELSEWHERE;
    }
    if (event->kind != OW_VALUE)
        part->nearest = (struct nearest){
            .size = part->path_size, .array = event->kind == OW_BEGIN_ARRAY, .count = event->count};
    return PART_ON_THE_WAY;
}

void part_enter(struct part *part)
{
    part->lengths[part->depth++] = part->path_size;
}

void part_leave(struct part *part)
{
    part->path[part->lengths[--part->depth]] = '\0';
}

void part_missing(const struct part *part, ow_error *error)
{
    const struct nearest *nearest = &part->nearest;
    const char *wanted = part->wanted;
    error->status = OW_BAD_ARGUMENT;
    if (nearest->array && nearest->count != OW_UP_TO_THE_END)
        snprintf(error->message, sizeof error->message,
                 "unknown part %.120s: %.*s has %" PRIu64 " element%s, counted from 0", wanted,
                 (int)nearest->size, wanted, nearest->count, plural(nearest->count));
    else if (*nearest->name)
        snprintf(error->message, sizeof error->message,
                 "unknown part %.120s (did you mean \"%.*s/%s\"?)", wanted, (int)nearest->size,
                 wanted, nearest->name);
    else
        snprintf(error->message, sizeof error->message,
                 "unknown part %.120s; overworld show --depth 1 FILE%s%.*s lists the parts", wanted,
                 nearest->size ? " " : "", (int)nearest->size, wanted);
}

bool is_meaning(const ow_event *event)
{
    return event->derived && event->name && strcmp(event->name, "meaning") == 0;
}
