/* A small world of each format with a bit of everything in it, as JSON with single quotes for
 * double ones. */
#ifndef OW_TESTS_SUPPORT_WORLDS_H
#define OW_TESTS_SUPPORT_WORLDS_H

extern const char world_of_blotter[], world_of_leveld[], world_of_city[], world_of_structure[];

/* A board with two gates and a label on it, a switch beside it, and wires between them all. */
extern const char world_of_boards[];

/* The first four; ends with NULL. */
extern const char *const worlds[];

#endif
