/* Large levels and city saves for the benchmark. */
#ifndef OW_BENCH_LEVELS_H
#define OW_BENCH_LEVELS_H

#include <overworld/overworld.h>

/* A version 4 level of one layer of `cells` tiles. */
bool make_tiles(size_t cells, ow_buffer *file);

/* A version 4 level of `count` things; one in eight has metadata of a few bytes. */
bool make_things(size_t count, ow_buffer *file);

/* A version 4 level of `count` triggers, rectangles and circles mixed. */
bool make_triggers(size_t count, ow_buffer *file);

/* A city whose terrain is `side` by `side` heights. */
bool make_heights(size_t side, ow_buffer *file);

/* A city of `count` things. */
bool make_city_things(size_t count, ow_buffer *file);

/* A build of `count` blocks, at most 65,535. */
bool make_build(size_t count, ow_buffer *file);
bool make_old_build(size_t count, ow_buffer *file);

#endif
