/* For musl's regex.h. */
#include <stddef.h>

typedef ptrdiff_t regoff_t;
