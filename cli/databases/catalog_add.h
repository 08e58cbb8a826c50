/* What catalog add shares with catalog scan and catalog work. */
#ifndef OW_CLI_DATABASES_CATALOG_ADD_H
#define OW_CLI_DATABASES_CATALOG_ADD_H

#include "databases/catalog.h"

#include "../../catalog/add.h"
#include "../../catalog/apart.h"

#define READERS_OPTION                                                                             \
    {                                                                                              \
        'j', "jobs", "N", "read with N threads (default: one per processor)"                       \
    }
#define LINES_OPTION                                                                               \
    {                                                                                              \
        0, "json-lines", NULL, "print a line of JSON for each file, then the counts"               \
    }
#define ADD_WAIT_OPTION                                                                            \
    {                                                                                              \
        0, "wait", "TIME",                                                                         \
            "wait for a PostgreSQL server that is away, such as 90s or 1h (default: 10m)"          \
    }
#define ADD_SIZE_OPTION                                                                            \
    {                                                                                              \
        0, "max-size", "SIZE", "skip larger files and report them (default: 512M)"                 \
    }
#define ADD_SANDBOX_OPTIONS                                                                        \
    {0, "sandbox", NULL, "read each world in a process with no rights left"},                      \
    {                                                                                              \
        0, "timeout", "SECONDS",                                                                   \
            "with --sandbox: limit the processor time of a world (default: 60)"                    \
    }

/* What is read from the options. Initialise with ADDING. */
struct adding {
    struct patience patience;
    struct roots roots;
    struct apart_limits apart;
    struct unpack_limits archives;
    struct add_options options; /* refers to the others */
};

#define ADDING                                                                                     \
    {                                                                                              \
        .patience = PATIENCE                                                                       \
    }

/* Reads the options. EXIT_FINE, or another exit status after a message, with nothing to free. */
int adding_read(const struct arguments *arguments, struct adding *adding);
void adding_free(struct adding *adding);

/* A count that is printed at the end. A list ends with a row without a name; its first row is the
 * number of all files, which has no words. */
struct total {
    const char *name, *words;
    size_t offset; /* of the uint64_t */
    bool always;   /* also if it is 0 */
};

/* Prints counts, as JSON if asked. After a failure without any file there is no text. Returns the
 * exit status: `status`, or that of printing. */
int print_totals(const struct arguments *arguments, const struct total *list, const void *counts,
                 int status);

/* Adds files and prints the counts. Returns the exit status. */
int add_and_print(const struct arguments *arguments, const struct add_options *options,
                  const struct total *list);

#endif
