/* Ponds' row of the registry: with nothing but what a format must have. */
#include "pond.h"

#include "../driver/row.h"

#include <string.h>

DECLARE_RUNS(pond);
DEFINE_CALLS(pond, ow_pond);

static bool sniff(const uint8_t *bytes, size_t size)
{
    return size >= 4 && memcmp(bytes, "POND", 4) == 0;
}

static const char *const extensions[] = {"pond", NULL};

const struct format_row pond_format = {
    ROW_DEFAULTS(pond, ow_pond),
    .about.title = "Pond",
    .about.extensions = extensions,
    .about.oldest_version = OW_POND_OLDEST,
    .about.newest_version = OW_POND_NEWEST,
    .about.oldest_written = OW_POND_OLDEST,
    .sniff = sniff,
};
