/* Declarations that the rules of a check share. */
#ifndef OW_SRC_CITY_CHECK_H
#define OW_SRC_CITY_CHECK_H

#include "codes.h"
#include "walk.h"

#include "../base/error.h"
#include "../base/report.h"
#include "../driver/records.h"

struct checker {
    struct city_file file;
    struct report *report;
    struct record_reporter records;
    struct arena arena;
    /* Size of the ground that things stand on; 0 if it is not known. */
    uint32_t x_vertices, y_vertices;
};

/* How many bytes of a text a message shows: a few words, ending between characters. */
int city_shown_size(ow_text text);

/* The rules, in the order in which they run. */
void city_check_whole(struct checker *check);
ow_status city_check_terrain(struct checker *check);
ow_status city_check_things(struct checker *check);

#endif
