/* overworld check: reports all problems of a file, and where they are. */
#include "circuits/circuit.h"
#include "io/assets.h"
#include "io/folder.h"
#include "io/input.h"
#include "io/mods.h"
#include "io/walk.h"
#include "look/check_codes.h"
#include "look/judge.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int run_check(const struct arguments *arguments);

const struct verb check_verb = {
    .name = "check",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "report everything that is wrong with a file, and where",
    .description =
        "Checks files against their format and against what holds in all real files. An error\n"
        "breaks the file for its game. A warning is something that no real file has. An info is\n"
        "worth knowing. The exit status is 1 if there are errors, and 0 if there are only\n"
        "warnings, unless --strict is given; of several files it is the highest. --only,\n"
        "--ignore and --severity leave out the other issues also of the exit status. With -r,\n"
        "the last line counts the files by their verdict.",
    .options = {{0, "only", "CODES", "report only these codes (with commas)"},
                {0, "ignore", "CODES", "do not report these codes"},
                {0, "severity", "LEVEL",
                 "count and report only info, warning or error and worse; skip fine files"},
                {'q', "quiet", NULL, "print nothing; the exit status is the answer"},
                {'n', "max-issues", "N", "print at most N issues (text: 100; 0: all)"},
                {'e', "explain", "CODE", "explain a code, or list \"all\""},
                {'s', "strict", NULL, "warnings make the exit status 1 too"},
                RECURSIVE_OPTION,
                WANTED_OPTIONS,
                READ_AS_OPTION,
                ASSETS_OPTION,
                MODS_OPTION,
                COLOR_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                JOBS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION,
                SANDBOX_OPTIONS},
    .examples = {{"overworld check -r saves/", "all worlds below a folder"},
                 {"overworld check --explain BLOTTER_DANGLING_PEG", "what a code means"},
                 {"overworld check --format leveld --max-size 4M --strict --json upload.lvd",
                  "a verdict for a site"}},
    .least_operands = 0,
    .most_operands = -1,
    .run = run_check,
};

/* Default of --max-issues: nobody reads more on a terminal. */
enum { MOST_SHOWN = 100 };

struct checked_file {
    const struct input *input;
    const ow_mods *mods;    /* NULL: none */
    ow_json_writer *writer; /* NULL for text */
    uint64_t shown;
    bool quiet;       /* print nothing */
    bool only_issues; /* print nothing about files without issues */
};

static void print_path(const struct input *input)
{
    print_safely(stdout, input->path, strlen(input->path));
}

/* Whether the place of an issue is bytes of the file: not if they were converted from JSON, nor if
 * the issue is about the folder. */
static bool has_bytes(const struct input *input, const ow_issue *issue)
{
    const ow_format *format = ow_identify(input->bytes, input->size);
    for (const ow_issue_code *code = format ? format->folder_codes : NULL; code && code->code;
         code++)
        if (code == issue->code)
            return false;
    return !input->was_text && !is_of_file(issue->code);
}

static void print_issue(void *context, const ow_issue *issue)
{
    struct checked_file *file = context;
    file->shown++;
    if (file->quiet)
        return;
    ow_severity severity = issue->code->severity;
    clear_progress();
    print_path(file->input);
    printf(": %s%s%s %s: ", color_severity(severity), ow_severity_name(severity), color_off(),
           issue->code->code);
    print_safely(stdout, issue->message, strlen(issue->message));
    if (is_of_file(issue->code)) {
        putchar('\n');
        return;
    }
    printf("\n    %sat %s", color_dim(), *issue->pointer ? issue->pointer : "/");
    if (has_bytes(file->input, issue))
        printf(", byte %" PRIu64, issue->offset);
    if (has_bytes(file->input, issue) && issue->size > 1)
        printf(" to %" PRIu64, issue->offset + issue->size - 1);
    printf("%s\n", color_off());
}

static void write_issue(void *context, const ow_issue *issue)
{
    struct checked_file *file = context;
    file->shown++;
    answer_issue(file->writer, issue, has_bytes(file->input, issue));
}

static void print_totals(const struct input *input, const ow_check_totals *totals)
{
    print_path(input);
    if (totals->errors + totals->warnings + totals->infos == 0) {
        puts(": no problems");
        return;
    }
    printf(": %" PRIu64 " error%s, %" PRIu64 " warning%s, %" PRIu64 " info%s", totals->errors,
           plural(totals->errors), totals->warnings, plural(totals->warnings), totals->infos,
           plural(totals->infos));
    if (totals->not_shown)
        printf("; %" PRIu64 " not shown (--max-issues 0 shows all)", totals->not_shown);
    putchar('\n');
}

static int verdict(ow_status status, const ow_check_totals *totals, bool strict)
{
    if (status != OW_OK)
        return exit_status_of(status);
    return totals->errors || (strict && totals->warnings) ? EXIT_PROBLEMS : EXIT_FINE;
}

/* The status if the texts beside a world could not be read. It has been reported. */
static ow_status status_of_folder(const struct input *input)
{
    return input->error.status == OW_OK ? OW_NO_MEMORY : input->error.status;
}

/* Reads the texts beside a world, and checks the world against them. */
static ow_status check_folder(struct checked_file *file, struct input *input,
                              const ow_check_options *check, ow_check_totals *totals,
                              ow_error *error)
{
    const ow_format *format = ow_identify(input->bytes, input->size);
    const char *only[MOST_LISTED_CODES], *ignore[MOST_LISTED_CODES];
    ow_check_options own = *check;
    struct save_folder folder;
    ow_document document = {0};
    ow_options options = input_options(input, "reading");
    ow_status status = read_folder(input, &folder) == EXIT_FINE ? OW_OK : status_of_folder(input);
    own.only = codes_in(format->folder_codes, check->only, only);
    own.ignore = codes_in(format->folder_codes, check->ignore, ignore);
    if (status == OW_OK && (folder.folder.file_count > 0 || file->mods)) {
        status = ow_open(input->bytes, input->size, &options, &document, error);
        if (status == OW_OK)
            status = check_beside(&document, &folder.folder, file->mods, &options, &own,
                                  file->shown, totals, error);
        clear_progress();
    }
    ow_close(&document);
    free_folder(&folder);
    return status;
}

/* Checks the name of a file, then its contents. */
static ow_status check_input(struct checked_file *file, struct input *input,
                             const ow_check_options *check, ow_check_totals *totals,
                             ow_error *error)
{
    char message[300];
    ow_issue issue;
    ow_options options = input_options(input, "checking");
    const char *only[MOST_LISTED_CODES], *ignore[MOST_LISTED_CODES];
    ow_check_options own = *check;
    const ow_format *format = ow_identify(input->bytes, input->size);
    own.only = codes_in(format ? format->issue_codes : NULL, check->only, only);
    own.ignore = codes_in(format ? format->issue_codes : NULL, check->ignore, ignore);
    bool named = find_name_issue(input, message, sizeof message, &issue) &&
                 issue.code->severity >= check->least &&
                 (!check->only || has_own_code(check->only, issue.code)) &&
                 (!check->ignore || !has_own_code(check->ignore, issue.code));
    if (named)
        check->issue(file, &issue);
    ow_status status = ow_check(input->bytes, input->size, &options, &own, totals, error);
    clear_progress();
    if (named && issue.code->severity == OW_SEVERITY_ERROR)
        totals->errors++;
    else if (named)
        totals->warnings++;
    if (status == OW_OK)
        status = check_folder(file, input, check, totals, error);
    return status;
}

static int check_as_text(struct checked_file file, struct input *input, ow_check_options check,
                         bool strict)
{
    ow_check_totals totals;
    ow_error error = {0};
    check.issue = print_issue;
    check.issue_context = &file;
    ow_status status = check_input(&file, input, &check, &totals, &error);
    /* The error that stops reading is the last issue, unless options filtered it. */
    bool reported = status == OW_OK || (is_break(status) && file.shown > 0 &&
                                        totals.not_shown == 0 && !check.only && !check.ignore);
    if (!reported && error.status != OW_OK)
        complain_of_error(input->path, &error);
    bool is_shown = file.shown > 0 || !file.only_issues;
    if ((status == OW_OK || file.shown > 0) && is_shown && !file.quiet)
        print_totals(input, &totals);
    return verdict(status, &totals, strict);
}

static ow_status write_issues(struct checked_file *file, struct input *input,
                              ow_check_options check, ow_check_totals *totals, ow_error *error)
{
    check.issue = write_issue;
    check.issue_context = file;
    ow_status status = check_input(file, input, &check, totals, error);
    if (error->status == OW_OK) /* or it is that of the texts, which has been reported */
        *error = input->error;
    else if (status != OW_OK && !is_break(status)) /* that error is among the issues */
        complain_of_error(input->path, error);
    return status;
}

/* `opened` is the exit status of opening the file. */
static int check_as_json(struct input *input, const ow_mods *mods, ow_check_options check,
                         bool strict, int opened)
{
    struct checked_file file = {.input = input, .mods = mods, .writer = json_to_stdout()};
    ow_check_totals totals = {0};
    ow_error error = input->error;
    ow_status status = OW_OK;
    if (!file.writer)
        return EXIT_FILES;
    json_begin_file(file.writer, input, NULL);
    json_begin_array(file.writer, "issues");
    if (opened == EXIT_FINE)
        status = write_issues(&file, input, check, &totals, &error);
    json_end_array(file.writer);
    answer_check_totals(file.writer, "counters", &totals);
    int judged = opened != EXIT_FINE ? opened : verdict(status, &totals, strict);
    json_add_error(file.writer, &error, opened != EXIT_FINE || status != OW_OK);
    json_add_boolean(file.writer, "fine", judged == EXIT_FINE);
    json_end_object(file.writer);
    int finished = json_finish(file.writer);
    return judged != EXIT_FINE ? judged : finished;
}

static int read_options(const struct arguments *arguments, ow_check_options *check)
{
    unsigned long long most = json_asked(arguments) ? 0 : MOST_SHOWN;
    if (!option_number(arguments, "max-issues", &most))
        return EXIT_USAGE;
    check->max_issues = most;
    const char *only = option_value(arguments, "only"), *ignore = option_value(arguments, "ignore");
    int status = only ? read_codes(only, &check->only) : EXIT_FINE;
    if (status == EXIT_FINE && ignore)
        status = read_codes(ignore, &check->ignore);
    const char *severity = option_value(arguments, "severity");
    if (status == EXIT_FINE && severity && !find_severity(severity, &check->least))
        status = EXIT_USAGE;
    return status;
}

static int check_one(const struct arguments *arguments, const char *path,
                     const struct wanted *wanted, const ow_check_options *check)
{
    bool strict = option_set(arguments, "strict");
    struct input input;
    const ow_mods *mods;
    int status = find_mods(arguments, &mods);
    if (status != EXIT_FINE)
        return status;
    status = open_wanted(path, wanted, &input);
    status = read_as(&input, arguments, status);
    const struct checked_file file = {.input = &input,
                                      .mods = mods,
                                      .quiet = option_set(arguments, "quiet"),
                                      .only_issues = option_set(arguments, "severity")};
    if (json_asked(arguments) && !file.quiet)
        status = check_as_json(&input, mods, *check, strict, status);
    else if (status == EXIT_FINE)
        status = check_as_text(file, &input, *check, strict);
    status = with_trouble(&input, status);
    close_input(&input);
    return status;
}

/* Prints the totals. Files that a walk did not find are not counted. */
static void print_verdicts(const uint64_t counts[EXIT_BROKEN + 1], size_t total)
{
    static const char *const words[EXIT_BROKEN + 1] = {
        [EXIT_FINE] = "fine",
        [EXIT_PROBLEMS] = "with problems",
        [EXIT_USAGE] = "not checked because of wrong usage",
        [EXIT_FILES] = "unreadable",
        [EXIT_BROKEN] = "broken, or of another format than --format allows",
    };
    printf("%zu file%s", total, plural(total));
    for (int i = EXIT_FINE; i <= EXIT_BROKEN; i++)
        if (counts[i] > 0)
            printf("%s %" PRIu64 " %s", i == EXIT_FINE || !counts[EXIT_FINE] ? ":" : ",", counts[i],
                   words[i]);
    putchar('\n');
}

static int check_all(const struct arguments *arguments, const ow_check_options *check)
{
    struct wanted wanted;
    struct worlds worlds;
    uint64_t counts[EXIT_BROKEN + 1] = {0};
    if (!read_wanted(arguments, &wanted))
        return EXIT_USAGE;
    struct walk_options walk = {option_set(arguments, "recursive"), wanted.text, NULL};
    find_worlds(arguments->operands, arguments->operand_count, &walk, &worlds);
    int worst = worlds.status;
    for (size_t i = 0; i < worlds.count; i++) {
        show_count("checking", i, worlds.count);
        set_walked(&worlds.list[i]);
        int status = check_one(arguments, worlds.list[i].path, &wanted, check);
        counts[status]++;
        worst = status > worst ? status : worst;
    }
    if (walk.walk && !json_asked(arguments) && !option_set(arguments, "quiet"))
        print_verdicts(counts, worlds.count);
    set_walked(NULL);
    free_worlds(&worlds);
    return worst;
}

static int run_check(const struct arguments *arguments)
{
    ow_check_options check = {0};
    if (option_set(arguments, "explain"))
        return explain_code(option_value(arguments, "explain"), json_asked(arguments));
    if (arguments->operand_count == 0) {
        complain("missing operand: %s; see overworld check --help", arguments->verb->operands);
        return EXIT_USAGE;
    }
    int worst = read_options(arguments, &check);
    if (worst == EXIT_FINE)
        worst = check_all(arguments, &check);
    free((void *)check.only);
    free((void *)check.ignore);
    int finished = finish_output();
    return worst != EXIT_FINE ? worst : finished;
}
