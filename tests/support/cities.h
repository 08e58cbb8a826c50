/* City saves for tests: bytes from JSON, and a source of images that need no files. */
#ifndef OW_TESTS_SUPPORT_CITIES_H
#define OW_TESTS_SUPPORT_CITIES_H

#include "bytes.h"

/* The bytes of a document in JSON, with single quotes for double ones. */
struct bytes bytes_of_json(const char *text);

/* Gives one image, whatever it is asked for, and keeps books. All members zero: there is none. */
struct image_shelf {
    uint32_t width, height;                     /* of the image; 0: "there is no such image" */
    unsigned depth;                             /* 0: 8 */
    uint16_t (*sample)(uint32_t x, uint32_t y); /* NULL: all are 100 */
    unsigned loaded, released;
    char asked_for[256];
};

/* Options whose images come from a shelf, which must live as long. */
ow_options options_with(struct image_shelf *shelf);

#endif
