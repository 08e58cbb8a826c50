/* Checks a world with the texts beside it and with mods. */
#include "answers.h"

#include <string.h>

const char *const *codes_in(const ow_issue_code *table, const char *const *list,
                            const char *codes[MOST_LISTED_CODES])
{
    size_t count = 0;
    if (!list || !table)
        return list;
    for (; *list && count + 1 < MOST_LISTED_CODES; list++)
        for (const ow_issue_code *code = table; code->code; code++)
            if (strcmp(code->code, *list) == 0)
                codes[count++] = *list;
    codes[count] = NULL;
    return codes;
}

static void add_totals(ow_check_totals *totals, const ow_check_totals *more)
{
    totals->errors += more->errors;
    totals->warnings += more->warnings;
    totals->infos += more->infos;
    totals->not_shown += more->not_shown;
}

static uint64_t count_of(const ow_check_totals *totals)
{
    return totals->errors + totals->warnings + totals->infos;
}

/* Sets how many more issues may be reported; if none, issues are only counted. */
static void set_remaining(uint64_t shown, ow_check_options *check)
{
    if (check->max_issues > shown)
        check->max_issues -= shown;
    else if (check->max_issues > 0)
        check->issue = NULL;
}

ow_status check_beside(const ow_document *document, const ow_folder *folder, const ow_mods *mods,
                       const ow_options *options, const ow_check_options *check, uint64_t shown,
                       ow_check_totals *totals, ow_error *error)
{
    ow_status status = OW_OK;
    for (int part = 0; part < 2 && status == OW_OK; part++) {
        ow_check_options own = *check;
        ow_check_totals found = {0};
        set_remaining(shown, &own);
        if (part == 0 && folder)
            status = ow_check_folder(document, folder, options, &own, &found, error);
        else if (part == 1 && mods)
            status = ow_check_mods(document, mods, options, &own, &found, error);
        if (!own.issue)
            found.not_shown = count_of(&found);
        shown += count_of(&found) - found.not_shown;
        add_totals(totals, &found);
    }
    return status;
}
