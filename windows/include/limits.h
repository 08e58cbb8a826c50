/* Paths are longer than mingw says: the layer gives Windows paths without that limit. */
#include_next <limits.h>

#undef PATH_MAX
#undef NAME_MAX
#define PATH_MAX 4096
#define NAME_MAX 255
