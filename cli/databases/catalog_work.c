/* overworld catalog work: reads the worlds that catalog scan has queued. */
#include "databases/catalog_add.h"
#include "options.h"
#include "terminal/terminal.h"

static int run_catalog_work(const struct arguments *arguments);

const struct verb catalog_work_verb = {
    .name = "catalog work",
    .operands = "",
    .summary = "read the worlds that catalog scan has queued",
    .description =
        "Any number of processes, on any number of machines, may work at once: each file is read\n"
        "by one of them. Ends when nothing is left. You may kill it at any moment: its files go\n"
        "to the others after the time of --lease. With --root, it takes files of these roots;\n"
        "without, those with an absolute path.\n"
        "Exit status 3: a file could not be read; all others were.",
    .options = {DB_OPTION,
                READERS_OPTION,
                {0, "root", "NAME=FOLDER",
                 "take files queued as NAME/... from FOLDER (repeatable)"},
                {0, "follow", NULL, "wait for more files when nothing is left"},
                {0, "lease", "TIME",
                 "give files to others after TIME without a sign of life (default: 60s)"},
                {0, "thumbnails", NULL, "draw a small picture of each world, for the gallery"},
                BYTES_OPTION("keep the bytes of each world by hash, in FOLDER or s3://BUCKET"),
                {0, "archives", NULL, "also read the worlds in zip, 7z and tar archives"},
                JSON_OPTION,
                LINES_OPTION,
                ADD_WAIT_OPTION,
                ADD_SIZE_OPTION,
                MEMORY_OPTION,
                ADD_SANDBOX_OPTIONS},
    .examples = {{"overworld catalog scan ~/saves && overworld catalog work",
                  "both on one machine"},
                 {"overworld catalog work --root saves=/mnt/saves --follow", "a service"}},
    .least_operands = 0,
    .most_operands = 0,
    .run = run_catalog_work,
    .confines_itself = true,
};

enum { USUAL_LEASE = 60 };

#define TOTAL(member) offsetof(struct add_totals, member)

static const struct total printed_totals[] = {
    {"files", NULL, TOTAL(files), false},
    {"added", "read", TOTAL(added), true},
    {"broken", "of them broken", TOTAL(broken), false},
    {"incomplete", "of them without a text beside them", TOTAL(incomplete), false},
    {"unread", "unreadable", TOTAL(unread), false},
    {"refused", "refused", TOTAL(refused), false},
    {"archives", "skipped as archives", TOTAL(archives), false},
    {"opened", "opened as archives", TOTAL(opened), false},
    {"lost", "left to other workers", TOTAL(lost), false},
    {NULL, NULL, 0, false},
};

static int run_catalog_work(const struct arguments *arguments)
{
    struct adding adding = ADDING;
    struct work_options work = {.lease = USUAL_LEASE, .follow = option_set(arguments, "follow")};
    const char *lease = option_value(arguments, "lease");
    if (lease && (!read_time(lease, &work.lease) || work.lease == 0)) {
        complain("--lease takes a time from 1s to 1000h, such as 30s or 5m, not \"%s\"", lease);
        return EXIT_USAGE;
    }
    int status = adding_read(arguments, &adding);
    if (status != EXIT_FINE)
        return status;
    adding.options.work = &work;
    status = add_and_print(arguments, &adding.options, printed_totals);
    adding_free(&adding);
    return status;
}
