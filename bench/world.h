/* A large world for the benchmark, with the mix of the real corpus. */
#ifndef OW_BENCH_WORLD_H
#define OW_BENCH_WORLD_H

#include <overworld/overworld.h>

/* Makes the bytes of a version 7 world of about `size` bytes. False when memory is short. The same
 * size gives the same world. Free with ow_buffer_free. */
bool make_world(size_t size, ow_buffer *world);

#endif
