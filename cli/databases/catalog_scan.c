/* overworld catalog scan: queues the worlds that catalog work reads. */
#include "databases/catalog_add.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/scan.h"

static int run_catalog_scan(const struct arguments *arguments);

const struct verb catalog_scan_verb = {
    .name = "catalog scan",
    .operands = "PATH...",
    .summary = "queue the new and changed worlds below paths",
    .description =
        "Takes the files that catalog add would read, and reads none of them: catalog work does,\n"
        "in as many processes as you like. A file that waits already is not queued twice. Give\n"
        "--thumbnails, --bytes and --archives here if catalog work has them.\n"
        "Exit status 3: a folder could not be read; all others were.",
    .options = {DB_OPTION,
                ROOT_OPTION,
                {0, "thumbnails", NULL, "also queue worlds without a picture"},
                BYTES_OPTION("also queue worlds whose bytes FOLDER or s3://BUCKET lacks"),
                {0, "archives", NULL, "also queue zip, 7z and tar archives"},
                {0, "prune", NULL, "forget files below the paths that are gone"},
                JSON_OPTION,
                LINES_OPTION,
                ADD_WAIT_OPTION},
    .examples = {{"overworld catalog scan --root saves=/srv/saves /srv/saves", "every night"},
                 {"overworld catalog work --root saves=/mnt/saves", "on each machine"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_catalog_scan,
};

#define TOTAL(member) offsetof(struct scan_totals, member)

static const struct total printed_totals[] = {
    {"files", NULL, TOTAL(files), false},
    {"queued", "queued", TOTAL(queued), true},
    {"waiting", "queued before", TOTAL(waiting), false},
    {"unchanged", "unchanged", TOTAL(unchanged), true},
    {"unread", "unreadable", TOTAL(unread), false},
    {"archives", "skipped as archives", TOTAL(archives), false},
    {"files_gone", "no longer there", TOTAL(files_gone), false},
    {"worlds_gone", "removed from the catalogue", TOTAL(worlds_gone), false},
    {NULL, NULL, 0, false},
};

static int run_catalog_scan(const struct arguments *arguments)
{
    struct adding adding = ADDING;
    struct scan_totals totals;
    struct database_failure failure;
    int status = adding_read(arguments, &adding);
    if (status != EXIT_FINE)
        return status;
    if (!catalog_scan(&adding.options, &totals, &failure))
        status = catalog_failed(adding.options.place, &failure);
    else if (totals.unread > 0)
        status = EXIT_FILES;
    adding_free(&adding);
    return print_totals(arguments, printed_totals, &totals, status);
}
