/* Rows of ponds with more than a format must have. */
#include "members.h"

#include "../driver/row.h"

#include <string.h>

static void own(void *document, void *owner)
{
    ((ow_pond *)document)->owner = owner;
}

static void *owner_of(const void *document)
{
    return ((const ow_pond *)document)->owner;
}

/* A file of pond_all, for the command: a pond whose name begins so. */
static bool sniff_all(const uint8_t *bytes, size_t size)
{
    return size >= 11 && memcmp(bytes, "POND", 4) == 0 && memcmp(bytes + 8, "all", 3) == 0;
}

static const char *const extensions[] = {"fullpond", NULL};

DECLARE_RUNS(pond);

#define POND(member)                                                                               \
    ROW_DEFAULTS(pond, ow_pond), .about.name = "pond_" #member, .about.title = "Pond",             \
                                 .about.oldest_version = OW_POND_OLDEST,                           \
                                 .about.newest_version = OW_POND_NEWEST,                           \
                                 .about.oldest_written = OW_POND_OLDEST

#define MEMBER(member, ...)                                                                        \
    extern const struct format_row pond_##member##_format;                                         \
    const struct format_row pond_##member##_format = {POND(member), __VA_ARGS__};
#include "members.def"
#undef MEMBER

/* A scene is no member of a row, see calls.def. */
extern const struct format_row pond_scene_format;
const struct format_row pond_scene_format = {POND(scene)};

#define MEMBER(member, ...) __VA_ARGS__,
extern const struct format_row pond_all_format;
const struct format_row pond_all_format = {
    POND(all),
    .about.title = "Full pond",
    .about.extensions = extensions,
    .sniff = sniff_all,
#include "members.def"
};
