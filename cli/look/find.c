/* overworld find: finds records of a world. */
#include "change/parts.h"
#include "io/assets.h"
#include "io/input.h"
#include "io/walk.h"
#include "look/find_lines.h"
#include "look/find_texts.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_find(const struct arguments *arguments);

const struct verb find_verb = {
    .name = "find",
    .group = "Look",
    .is_first = true,
    .operands = "FILE [SELECTOR]",
    .summary = "list the records that match a selector and all options",
    .description =
        "Prints the JSON Pointer, address, kind, type, position and text of each record. Words\n"
        "without another condition are looked for in the texts beside a save, too. The exit\n"
        "status is 1 if nothing matches. With -r, FILE may be a folder, and each line begins\n"
        "with the file.",
    .options = {{0, "type", "NAME", "records of this type; * stands for any characters"},
                {0, "text", "WORDS", "records with these words on them, in any case"},
                {0, "tag", "N", "things, triggers and paths of a level with this tag"},
                {0, "near", "PLACE", "the record nearest to X,Y,Z, or all of --within"},
                {0, "within", "DISTANCE", "with --near: records at most this far away"},
                {0, "where", "CONDITION", "compare fields: 'inputs/0 = 3 and parent != 0'"},
                {0, "count", NULL, "print only how many there are"},
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                JOBS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld find MySave/ text:clock", "where is the label?"},
                 {"overworld find level.lvd box:0,0..9,9 --where 'flags != 0'",
                  "things in the corner of a level"},
                 {"overworld find -r saves/ --type '*Relay' --count", "relays in each world"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_find,
};

enum { MOST_CONDITIONS = 16 };

struct finding {
    ow_part_choice choice;
    char *conditions; /* those of --where, each terminated by a zero */
    const char *where[MOST_CONDITIONS + 1];
    const char *words;   /* also searched in the texts beside a save; NULL: none */
    char unmatched[400]; /* with `words`: the message if the texts have no match either */
    bool json, count_only;
    bool is_walk;     /* of the worlds below folders: lines begin with the file */
    const char *path; /* of the current world, for lines */
    bool any;         /* a world had a match */
    uint64_t count;
    ow_error error;
    ow_json_writer *writer;
};

static void print_file(const struct finding *finding)
{
    if (!finding->is_walk)
        return;
    print_words(stdout, finding->path);
    fputs(": ", stdout);
}

static ow_visit print_part(void *context, const ow_part *part)
{
    clear_progress();
    print_file(context);
    print_part_line(part);
    return OW_GO_ON;
}

static ow_visit write_part(void *context, const ow_part *part)
{
    const struct finding *finding = context;
    answer_part(finding->writer, part);
    return OW_GO_ON;
}

static void warn_about_no_match(void *context, const char *pointer, const char *message)
{
    struct finding *finding = context;
    (void)pointer;
    clear_progress();
    if (finding->words)
        snprintf(finding->unmatched, sizeof finding->unmatched, "%s", message);
    else
        warn_of("%s: warning: %s", finding->path, message);
}

static int find_parts(struct finding *finding, struct input *input)
{
    ow_document document;
    ow_options options = input_options(input, "looking");
    ow_part_visitor visit = finding->json ? write_part : print_part;
    ow_status status = ow_open(input->bytes, input->size, &options, &document, &finding->error);
    clear_progress();
    if (status != OW_OK)
        return input_failed(input, &finding->error);
    /* for many worlds, one warning for all */
    finding->choice.warn = finding->is_walk ? NULL : warn_about_no_match;
    finding->choice.warn_context = finding;
    status =
        ow_find_parts(&document, &finding->choice, &options, finding->count_only ? NULL : visit,
                      finding, &finding->count, &finding->error);
    ow_close(&document);
    if (status == OW_OK && finding->words) {
        int found = find_texts(input, finding->words, finding->count_only ? NULL : visit, finding,
                               &finding->count);
        if (finding->count == 0 && *finding->unmatched)
            warn_of("%s: warning: %s", input->path, finding->unmatched);
        if (found != EXIT_FINE)
            return found;
    }
    if (status == OW_OK)
        return finding->count > 0 ? EXIT_FINE : EXIT_PROBLEMS;
    complain("%s: %s", input->path, finding->error.message);
    return status == OW_BAD_ARGUMENT ? EXIT_USAGE : exit_status_of(status);
}

/* Writes everything as one JSON value; `status` is the exit status of opening the file. */
static int write_all(struct finding *finding, struct input *input, int status)
{
    ow_json_writer *writer = finding->writer = json_to_stdout();
    if (!writer)
        return EXIT_FILES;
    finding->error = input->error;
    json_begin_file(writer, input, NULL);
    json_begin_array(writer, "parts");
    if (status == EXIT_FINE)
        status = find_parts(finding, input);
    json_end_array(writer);
    json_add_integer(writer, "count", finding->count);
    json_add_error(writer, &finding->error, status != EXIT_FINE && status != EXIT_PROBLEMS);
    json_end_object(writer);
    int finished = json_finish(writer);
    return status != EXIT_FINE ? status : finished;
}

static bool read_tag(const struct arguments *arguments, ow_part_choice *choice)
{
    unsigned long long tag = 0;
    if (!option_number(arguments, "tag", &tag))
        return false;
    choice->has_tag = option_value(arguments, "tag") != NULL;
    choice->tag = (uint32_t)tag;
    if (tag <= UINT32_MAX)
        return true;
    complain("--tag takes a number up to %" PRIu32, UINT32_MAX);
    return false;
}

static bool read_near(const struct arguments *arguments, ow_part_choice *choice)
{
    double within[3];
    unsigned axes;
    if (!option_place(arguments, "near", choice->near_to, &axes) ||
        (option_value(arguments, "within") && !option_place(arguments, "within", within, NULL)))
        return false;
    choice->has_near = option_value(arguments, "near") != NULL;
    if (!option_value(arguments, "within"))
        return true;
    choice->within = within[0];
    if (!choice->has_near)
        complain("--within works only with --near: it is a distance from that place");
    else if (!(within[0] > 0))
        complain("--within takes a number above 0");
    return choice->has_near && within[0] > 0;
}

/* Reads "A = 1 and B > 2" as two conditions. EXIT_FINE, or another exit status after a message. */
static int read_conditions(const struct arguments *arguments, struct finding *finding)
{
    static const char joint[] = " and ";
    const char *value = option_value(arguments, "where");
    char *at = finding->conditions = value ? strdup(value) : NULL;
    if (value && !at) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    for (unsigned count = 0; at; count++) {
        if (count == MOST_CONDITIONS) {
            complain("--where takes up to %d conditions", (int)MOST_CONDITIONS);
            return EXIT_USAGE;
        }
        finding->where[count] = at;
        at = strstr(at, joint);
        if (at) {
            *at = '\0';
            at += sizeof joint - 1;
        }
    }
    return EXIT_FINE;
}

static int read_choice(const struct arguments *arguments, struct finding *finding)
{
    ow_part_choice *choice = &finding->choice;
    int status = read_conditions(arguments, finding);
    if (status != EXIT_FINE)
        return status;
    *choice = (ow_part_choice){
        .selectors = arguments->operand_count > 1 ? arguments->operands[1] : NULL,
        .type = option_value(arguments, "type"),
        .text = option_value(arguments, "text"),
        .where = finding->where[0] ? finding->where : NULL,
    };
    return read_tag(arguments, choice) && read_near(arguments, choice) ? EXIT_FINE : EXIT_USAGE;
}

/* If words are the only condition, the texts beside a save are searched too. */
static const char *words_alone(const ow_part_choice *choice)
{
    bool has_more = choice->type || choice->where || choice->has_tag || choice->has_near;
    if (choice->text && !choice->selectors && !has_more)
        return choice->text;
    bool is_text = choice->selectors && strncmp(choice->selectors, "text:", 5) == 0 &&
                   !strchr(choice->selectors, ',');
    return is_text && !choice->text && !has_more ? choice->selectors + 5 : NULL;
}

/* Searches one world. */
static int find(const struct arguments *arguments, struct finding *finding, const char *path)
{
    struct input input;
    finding->count = 0;
    finding->error = (ow_error){0};
    finding->path = path;
    *finding->unmatched = '\0';
    int status = read_as(&input, arguments, open_input(path, &input));
    finding->path = input.path;
    if (status != EXIT_USAGE && finding->json)
        status = write_all(finding, &input, status);
    else if (status == EXIT_FINE)
        status = find_parts(finding, &input);
    if (finding->count_only && !finding->json && finding->error.status == OW_OK &&
        (status == EXIT_FINE || status == EXIT_PROBLEMS)) {
        print_file(finding);
        printf("%" PRIu64 "\n", finding->count);
    }
    finding->any = finding->any || finding->count > 0;
    status = with_trouble(&input, status);
    close_input(&input);
    return status;
}

/* Searches the worlds below folders. It is not a problem if some have no such record. */
static int find_below(const struct arguments *arguments, struct finding *finding)
{
    struct worlds worlds;
    const struct walk_options walk = {true, false, NULL};
    find_worlds(arguments->operands, 1, &walk, &worlds);
    int worst = worlds.status;
    finding->is_walk = true;
    for (size_t i = 0; i < worlds.count && worst != EXIT_USAGE; i++) {
        show_count("looking", i, worlds.count);
        int status = find(arguments, finding, worlds.list[i].path);
        worst = status > worst && status != EXIT_PROBLEMS ? status : worst;
    }
    clear_progress();
    if (worst == EXIT_FINE && !finding->any) {
        warn_of("%s: warning: no record of %zu world%s matches", arguments->operands[0],
                worlds.count, plural(worlds.count));
        worst = EXIT_PROBLEMS;
    }
    free_worlds(&worlds);
    return worst;
}

static int run_find(const struct arguments *arguments)
{
    struct finding finding = {.json = json_asked(arguments),
                              .count_only = option_set(arguments, "count")};
    int status = read_choice(arguments, &finding);
    finding.words = words_alone(&finding.choice);
    if (status == EXIT_FINE)
        status = option_set(arguments, "recursive")
                     ? find_below(arguments, &finding)
                     : find(arguments, &finding, arguments->operands[0]);
    free(finding.conditions);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
