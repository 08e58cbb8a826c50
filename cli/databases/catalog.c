/* Functions that the parts of `overworld catalog` share, and the error for an unknown part. */
#include "databases/catalog.h"

#include "help/choices.h"
#include "terminal/terminal.h"

#include "../../files/below.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LONGEST_PLACE = 4096 };

/* Makes the folders above a file. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

const char *catalog_place(const struct arguments *arguments, bool make_folder)
{
    static char path[LONGEST_PLACE];
    const char *given = option_value(arguments, "db"), *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    if (!given)
        given = getenv("OVERWORLD_CATALOG");
    if (given && *given)
        return given;
    bool has_data = data && below_is_absolute(data);
    if (!has_data && (!home || !below_is_absolute(home))) {
        complain("there is no home folder for the catalogue; add --db FILE");
        return NULL;
    }
    int size = snprintf(path, sizeof path, "%s%s/overworld/catalog.db", has_data ? data : home,
                        has_data ? "" : "/.local/share");
    if (size >= LONGEST_PLACE) {
        complain("the home folder's path is too long for a catalogue; add --db FILE");
        return NULL;
    }
    if (make_folder)
        make_folders(path);
    return path;
}

int catalog_failed(const char *place, const struct database_failure *failure)
{
    char name[LONGEST_PLACE];
    place_without_passwords(place, name, sizeof name);
    complain("%s: %s", name, *failure->message ? failure->message : "not enough memory");
    return EXIT_FILES;
}

bool read_time(const char *text, unsigned *seconds)
{
    static const struct {
        const char *unit;
        unsigned seconds;
    } units[] = {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}};
    enum { LONGEST = 1000 * 3600 };
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    unsigned long number = strtoul(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].unit) != 0 || number > LONGEST / units[i].seconds)
            continue;
        *seconds = (unsigned)number * units[i].seconds;
        return true;
    }
    return false;
}

int read_roots(const struct arguments *arguments, struct roots *roots)
{
    char why[ROOTS_WHY];
    const char *given;
    *roots = (struct roots){.count = 0};
    for (int i = 0; (given = option_value_at(arguments, "root", i)) != NULL; i++) {
        enum roots_added added = roots_add(roots, given, why);
        if (added == ROOT_ADDED)
            continue;
        complain("%s", why);
        roots_free(roots);
        return added == ROOT_IS_WRONG ? EXIT_USAGE : EXIT_FILES;
    }
    return EXIT_FINE;
}

void report_wait(void *context, const char *why)
{
    const struct patience *patience = context;
    const char *what = patience->what ? patience->what : "database server";
    if (why)
        complain("waiting up to %u s for the %s (--wait): %s", patience->seconds, what, why);
    else
        complain("the %s is back", what);
}

bool read_wait(const struct arguments *arguments, unsigned usual, struct patience *patience)
{
    const char *given = option_value(arguments, "wait");
    patience->seconds = usual;
    patience->context = patience;
    patience->report = report_wait;
    if (!given || read_time(given, &patience->seconds))
        return true;
    complain("--wait takes a time up to 1000h, such as 90s, 10m or 1h, not \"%s\"", given);
    return false;
}

int open_bytes(const struct arguments *arguments, unsigned usual,
               void (*report)(void *context, const char *why), struct byte_store **store)
{
    static struct patience patience = PATIENCE; /* lives as long as the store */
    const char *place = option_value(arguments, "bytes");
    char why[BYTES_WHY];
    *store = NULL;
    if (!place)
        return EXIT_FINE;
    if (!read_wait(arguments, usual, &patience))
        return EXIT_USAGE;
    patience.what = "S3 store";
    patience.report = report;
    *store = byte_store_open(place, &patience, why);
    if (*store)
        return EXIT_FINE;
    complain("%s: %s", place, why);
    return EXIT_FILES;
}

int open_catalog(const struct arguments *arguments, struct catalog *catalog, const char **place)
{
    static struct patience patience = PATIENCE; /* lives as long as the catalogue */
    struct database_failure failure;
    if (!read_wait(arguments, 0, &patience))
        return EXIT_USAGE;
    *place = catalog_place(arguments, false);
    if (!*place)
        return EXIT_USAGE;
    return catalog_open_patiently(catalog, *place, true, &patience, &failure)
               ? EXIT_FINE
               : catalog_failed(*place, &failure);
}

/* Only called for unknown parts: known ones have been dispatched before. */
static int run_catalog(const struct arguments *arguments)
{
    const char *word = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    if (!word) {
        complain("missing operand: what to do with the catalogue: %s; see overworld catalog --help",
                 operand_words(arguments->verb));
        return EXIT_USAGE;
    }
    const char *near = did_you_mean("", word, operand_words(arguments->verb));
    complain("unknown command \"catalog %s\"%s", word,
             *near ? near : "; see overworld catalog --help");
    return EXIT_USAGE;
}

static const struct verb *const catalog_parts[] = {
    &catalog_add_verb,        &catalog_search_verb, &catalog_show_verb,   &catalog_stats_verb,
    &catalog_duplicates_verb, &catalog_sql_verb,    &catalog_export_verb, &catalog_gallery_verb,
    &catalog_get_verb,        &catalog_verify_verb, &catalog_forget_verb, &catalog_tag_verb,
    &catalog_scan_verb,       &catalog_work_verb,   &catalog_like_verb,   NULL};

const struct verb catalog_verb = {
    .name = "catalog",
    .group = "Questions and many worlds",
    .operands = "WHAT",
    .summary = "keep facts about many worlds in a database",
    .description = "The database is a file of SQLite, or PostgreSQL. add or scan makes it.\n"
                   "Each WHAT has its own help.",
    .examples = {{"overworld catalog add ~/saves", "read all worlds below a folder"},
                 {"overworld catalog search --text clock", "find some of them"},
                 {"overworld catalog search --help", "help on one WHAT"}},
    .least_operands = 0,
    .most_operands = -1,
    .run = run_catalog,
    .parts = catalog_parts,
};
