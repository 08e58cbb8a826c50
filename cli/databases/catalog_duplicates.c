/* overworld catalog duplicates: finds duplicate worlds. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/duplicates.h"
#include "../../catalog/pool.h"

#include <string.h>

static int run_catalog_duplicates(const struct arguments *arguments);

const struct verb catalog_duplicates_verb = {
    .name = "catalog duplicates",
    .operands = "",
    .summary = "list pairs of worlds that are equal or alike",
    .description =
        "Pairs have the same bytes; or the same content in another version of the format, if\n"
        "converting loses nothing; or they are likely copies. Of likely copies, at least\n"
        "--percent of the records have the same type and position, by an estimate. Without one\n"
        "of the three options, all kinds are listed. Exit status 1: there is none.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                {0, "same-bytes", NULL, "list files with the same bytes"},
                {0, "same-content", NULL, "list worlds equal in another version or variant"},
                {0, "alike", NULL, "list likely copies"},
                {0, "percent", "N", "of likely copies: how much they have in common (80)"},
                {'n', "most", "N", "print at most N pairs"},
                COLOR_OPTION,
                ROWS_OPTIONS},
    .examples = {{"overworld catalog duplicates", "all kinds"},
                 {"overworld catalog duplicates --same-bytes --csv", "what could be removed"},
                 {"overworld catalog duplicates --alike --percent 95", "nearly the same"}},
    .most_operands = 0,
    .run = run_catalog_duplicates,
};

struct listing {
    struct rows rows;
    uint64_t most;
};

bool read_percent(const struct arguments *arguments, unsigned *percent)
{
    unsigned long long number = 80;
    if (!option_number(arguments, "percent", &number))
        return false;
    *percent = (unsigned)number;
    if (number >= 1 && number <= 100)
        return true;
    complain("--percent takes a number from 1 to 100");
    return false;
}

static bool take_twin(void *context, const struct twin *twin)
{
    struct listing *listing = context;
    struct value values[] = {text_value(likeness_word(twin->likeness)),
                             integer_value(twin->percent), *twin->paths[0], *twin->paths[1]};
    bool more = rows_take(&listing->rows, values, 4);
    return more && (listing->most == 0 || listing->rows.count < listing->most);
}

static int run_catalog_duplicates(const struct arguments *arguments)
{
    static const char *const names[] = {"likeness", "percent", "path", "other"};
    unsigned percent;
    unsigned long long most = 0;
    const char *place;
    struct catalog catalog;
    unsigned kinds = (option_set(arguments, "same-bytes") ? SAME_BYTES : 0u) |
                     (option_set(arguments, "same-content") ? SAME_CONTENT : 0u) |
                     (option_set(arguments, "alike") ? ALIKE : 0u);
    enum rows_form form;
    if (!read_rows_form(arguments, &form) || !read_percent(arguments, &percent) ||
        !option_number(arguments, "most", &most))
        return EXIT_USAGE;
    if (option_set(arguments, "percent") && kinds && !(kinds & ALIKE)) {
        complain(
            "--percent works only with --alike: it says how much likely copies have in common");
        return EXIT_USAGE;
    }
    int status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE)
        return status;
    struct listing listing = {.most = most};
    rows_begin(&listing.rows, &catalog, form);
    listing.rows.names = names;
    if (!catalog_find_twins(&catalog, kinds ? kinds : SAME_BYTES | SAME_CONTENT | ALIKE, percent,
                            take_twin, &listing))
        status = catalog_failed(place, catalog_failure(&catalog));
    rows_end(&listing.rows);
    status = rows_status(&listing.rows, status);
    if (status == EXIT_FINE && listing.rows.count == 0)
        status = EXIT_PROBLEMS;
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
