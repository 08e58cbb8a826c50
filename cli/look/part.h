/* The part of a file that a person asks for, on a walk through the file's events. */
#ifndef OW_CLI_LOOK_PART_H
#define OW_CLI_LOOK_PART_H

#include "io/input.h"

enum { PART_DEPTH = 32, PART_POINTER = 512 };

/* The last part that was met on the way to the wanted one: tells why there is none. */
struct nearest {
    size_t size; /* of its path, which the pointer begins with */
    bool array;
    uint64_t count;
    unsigned least; /* slips of the nearest name in it */
    char name[64];  /* that name; "" if none is near */
};

/* Where a walk stands, and where it is to go. */
struct part {
    char wanted[PART_POINTER]; /* a JSON Pointer */
    bool reached;
    struct nearest nearest;
    unsigned depth;             /* of what is open */
    size_t lengths[PART_DEPTH]; /* of its paths */
    char path[PART_POINTER];    /* of the last event */
    size_t path_size;
};

/* Takes the number of its own that a record has, such as C-12, and the JSON Pointer from there on. */
bool part_address(const char *selector, uint64_t *number, const char **rest);

/* Puts that pointer behind the record's own. False with an error where there is no room. */
bool part_add_rest(char *pointer, size_t room, const char *rest, ow_error *error);

/* What a person may ask for: a JSON Pointer, "" or "/" for the whole, or the number of a record, which is looked
 * for in the file, with a pointer behind it or without, such as C-12/position. EXIT_FINE, or another exit status after a message;
 * EXIT_PROBLEMS where there is no such record, whose message is in *error alone. */
int part_open(struct part *part, struct input *input, const char *selector, ow_error *error);

/* Whether an event that begins something, or is a value, lies on the way to the part, is it, or is inside
 * it. Sets part->path. */
enum standing { PART_ELSEWHERE, PART_ON_THE_WAY, PART_WANTED };
enum standing part_at(struct part *part, const ow_event *event);

/* The walk goes into what the last event began, and leaves it. */
void part_enter(struct part *part);
void part_leave(struct part *part);

/* Says why there is no such part, after a walk that went to the end. */
void part_missing(const struct part *part, ow_error *error);

/* Whether an event tells what the value before it stands for, see ow_options.meanings. */
bool is_meaning(const ow_event *event);

#endif
