/* What the rules of a check share. */
#ifndef OW_SRC_CITY_CHECK_H
#define OW_SRC_CITY_CHECK_H

#include "codes.h"
#include "walk.h"

#include "../base/error.h"
#include "../base/report.h"

struct checker {
    struct city_file file;
    struct report *report;
    struct arena arena;
    /* The ground that things stand on: no vertices where it is not known. */
    uint32_t x_vertices, y_vertices;
};

/* The part of a save that an issue is in. */
struct place {
    enum city_part part;
    uint64_t index;  /* of a thing */
    uint64_t offset; /* of the part */
};

/* Hands out an issue that report_counts asked for. `field` is the rest of the JSON Pointer behind
 * the part's, such as "/direction". */
void city_issue(struct checker *check, enum city_code code, struct place place, const char *field,
                const char *format, ...) OW_PRINTF(5, 6);

/* How much of a text a message shows: no more than some words, and no half of a character. */
int city_shown_size(ow_text text);

/* The rules, in the order in which they are run. */
void city_check_whole(struct checker *check);
ow_status city_check_terrain(struct checker *check);
ow_status city_check_things(struct checker *check);

#endif
