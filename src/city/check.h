/* Declarations that the rules of a check share. */
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
    /* Size of the ground that things stand on; 0 if it is not known. */
    uint32_t x_vertices, y_vertices;
};

/* The position of an issue in a save. */
struct place {
    enum city_part part;
    uint64_t index;  /* of the thing */
    uint64_t offset; /* of the part */
};

/* Reports an issue that report_counts accepted. `field` is the rest of the JSON Pointer after the
 * part, such as "/direction". */
void city_issue(struct checker *check, enum city_code code, struct place place, const char *field,
                const char *format, ...) OW_PRINTF(5, 6);

/* How many bytes of a text a message shows: a few words, ending between characters. */
int city_shown_size(ow_text text);

/* The rules, in the order in which they run. */
void city_check_whole(struct checker *check);
ow_status city_check_terrain(struct checker *check);
ow_status city_check_things(struct checker *check);

#endif
