/* Names made to collide: what a hostile file would hold against a table of hashes. */
#ifndef OW_TESTS_SUPPORT_COLLISIONS_H
#define OW_TESTS_SUPPORT_COLLISIONS_H

#include <overworld/base.h>

enum { COLLIDING_PARTS = 10, COLLIDING_NAMES = 1 << COLLIDING_PARTS, COLLIDING_SIZE = 80 };

/* Name `index` of COLLIDING_NAMES different ones that all have one FNV-1a hash of 32 bits, when it
 * starts as usual. Writes COLLIDING_SIZE letters. */
void make_colliding_name(unsigned index, char *name);

#endif
