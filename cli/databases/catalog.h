/* Functions that the parts of `overworld catalog` share. */
#ifndef OW_CLI_DATABASES_CATALOG_H
#define OW_CLI_DATABASES_CATALOG_H

#include "../../catalog/byte_store.h"
#include "../../catalog/digest.h"
#include "../../catalog/open.h"
#include "../../catalog/place.h"
#include "../../catalog/roots.h"
#include "verb.h"

#include <overworld/overworld.h>

/* The place of the catalogue: --db, $OVERWORLD_CATALOG, or a file in the user's own folder. NULL
 * after a message. The text stays valid as long as the command runs. */
const char *catalog_place(const struct arguments *arguments, bool make_folder);

/* Reports an error of a catalogue, without the password in its address. Returns EXIT_FILES. */
int catalog_failed(const char *place, const struct database_failure *failure);

/* Prints that a server is waited for, or that it is back. CONTEXT is the struct patience. */
void report_wait(void *context, const char *why);

/* Reads --wait into *patience, which takes `usual` seconds without it. Waiting is reported on
 * standard error. Returns false after a message. */
bool read_wait(const struct arguments *arguments, unsigned usual, struct patience *patience);

/* Opens what --bytes names: *store is NULL without it. `report` is told of waiting for --wait, or
 * `usual` seconds without it. EXIT_FINE, or another exit status after a message. */
int open_bytes(const struct arguments *arguments, unsigned usual,
               void (*report)(void *context, const char *why), struct byte_store **store);

/* Opens the catalogue for reading, after --wait at most. EXIT_FINE, or another exit status after a
 * message. */
int open_catalog(const struct arguments *arguments, struct catalog *catalog, const char **place);

/* Reads a number of seconds, minutes or hours. Returns false if TEXT is none of them. */
bool read_time(const char *text, unsigned *seconds);

/* Reads all --root. EXIT_FINE, or another exit status after a message, with nothing to free. */
int read_roots(const struct arguments *arguments, struct roots *roots);

/* Finds the world that `word` means: the path of a file, here or as the catalogue has it, or the
 * beginning of a hash. EXIT_FINE, or another exit status after a message. */
int find_in_catalog(struct catalog *catalog, const char *place, const struct roots *roots,
                    const char *word, uint8_t hash[DIGEST_SIZE]);

/* Reads --percent, how much likely copies have in common. Returns false after a message. */
bool read_percent(const struct arguments *arguments, unsigned *percent);

/* The parts. */
extern const struct verb catalog_add_verb;
extern const struct verb catalog_scan_verb;
extern const struct verb catalog_work_verb;
extern const struct verb catalog_search_verb;
extern const struct verb catalog_show_verb;
extern const struct verb catalog_stats_verb;
extern const struct verb catalog_duplicates_verb;
extern const struct verb catalog_sql_verb;
extern const struct verb catalog_export_verb;
extern const struct verb catalog_gallery_verb;
extern const struct verb catalog_get_verb;
extern const struct verb catalog_verify_verb;
extern const struct verb catalog_forget_verb;
extern const struct verb catalog_tag_verb;
extern const struct verb catalog_like_verb;

#define DB_OPTION                                                                                  \
    {                                                                                              \
        0, "db", "PLACE", "a file or postgresql://... (default: $OVERWORLD_CATALOG, or your own)"  \
    }

#define BYTES_OPTION(words)                                                                        \
    {                                                                                              \
        0, "bytes", "FOLDER", words                                                                \
    }

#define ROOT_OPTION                                                                                \
    {                                                                                              \
        0, "root", "NAME=FOLDER", "record files below FOLDER as NAME/... (repeatable)"             \
    }

/* Of verbs that look for files of the catalogue. */
#define FIND_ROOT_OPTION                                                                           \
    {                                                                                              \
        0, "root", "NAME=FOLDER", "files recorded as NAME/... are below FOLDER (repeatable)"       \
    }

/* Of verbs that only read. */
#define WAIT_OPTION                                                                                \
    {                                                                                              \
        0, "wait", "TIME", "wait for a server that is away, such as 90s or 10m"                    \
    }

#endif
