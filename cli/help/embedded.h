/* Files that the build embeds in the command, with scripts/embed.py. */
#ifndef OW_CLI_HELP_EMBEDDED_H
#define OW_CLI_HELP_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name;
    const unsigned char *text;
    size_t size;
};

/* The JSON Schemas of what --json writes, by verb (docs/schema); ends with a row without a name. */
extern const struct embedded embedded_schemas[];

/* The files of share/circuits; ends in the same way. */
extern const struct embedded embedded_circuits[];

#endif
