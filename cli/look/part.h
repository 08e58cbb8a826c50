/* Finds a part of a file by the user's selector, during a walk through the file's events. */
#ifndef OW_CLI_LOOK_PART_H
#define OW_CLI_LOOK_PART_H

#include "io/input.h"

enum { PART_DEPTH = 32, PART_POINTER = 512 };

/* The last part found on the way to the wanted one, for the error message. */
struct nearest {
    size_t size; /* length of its path, which is a prefix of the pointer */
    bool array;
    uint64_t count;
    unsigned least; /* the number of typos in the nearest name */
    char name[64];  /* the nearest name; "" if none is near */
};

/* The position of a walk, and its goal. */
struct part {
    char wanted[PART_POINTER]; /* a JSON Pointer */
    bool reached;
    struct nearest nearest;
    unsigned depth;             /* of the open container */
    size_t lengths[PART_DEPTH]; /* lengths of the paths */
    char path[PART_POINTER];    /* of the last event */
    size_t path_size;
};

/* Parses a record's own number, such as C-12, and the JSON Pointer after it. */
bool part_address(const char *selector, uint64_t *number, const char **rest);

/* Appends that pointer to the record's own. Returns false with an error if it does not fit. */
bool part_add_rest(char *pointer, size_t room, const char *rest, ow_error *error);

/* Parses a selector: a JSON Pointer, "" or "/" for the whole file, or the number of a record, which
 * is searched in the file, optionally followed by a pointer, such as C-12/position. EXIT_FINE, or
 * another exit status after a message; EXIT_PROBLEMS if there is no such record: the message is
 * then only in *error. */
int part_open(struct part *part, struct input *input, const char *selector, ow_error *error);

/* Whether an event that begins a container, or is a value, is on the way to the part, is the part,
 * or is inside it. Sets part->path. */
enum standing { PART_ELSEWHERE, PART_ON_THE_WAY, PART_WANTED };
enum standing part_at(struct part *part, const ow_event *event);

/* Enter the container that the last event began, and leave it. */
void part_enter(struct part *part);
void part_leave(struct part *part);

/* Sets the error for a missing part, after a walk to the end. */
void part_missing(const struct part *part, ow_error *error);

/* Whether an event is the meaning of the value before it, see ow_options.meanings. */
bool is_meaning(const ow_event *event);

#endif
