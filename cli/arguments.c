/* Parses the command line with getopt_long, from a verb's own table. */
#include "help/choices.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int row_of(const struct verb *verb, const char *name)
{
    for (int i = 0; i < MOST_OPTIONS && verb->options[i].name; i++)
        if (strcmp(verb->options[i].name, name) == 0)
            return i;
    return -1;
}

const char *option_value(const struct arguments *arguments, const char *name)
{
    int row = row_of(arguments->verb, name);
    return row < 0 ? NULL : arguments->values[row];
}

const char *option_value_at(const struct arguments *arguments, const char *name, int index)
{
    int row = row_of(arguments->verb, name);
    for (int i = 0; row >= 0 && i < arguments->given_count; i++)
        if (arguments->given[i].row == row && index-- == 0)
            return arguments->given[i].value;
    return NULL;
}

bool option_set(const struct arguments *arguments, const char *name)
{
    return option_value(arguments, name) != NULL;
}

bool has_option(const struct verb *verb, const char *name)
{
    return row_of(verb, name) >= 0;
}

bool option_number(const struct arguments *arguments, const char *name, unsigned long long *number)
{
    const char *text = option_value(arguments, name);
    if (!text)
        return true;
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0)
        return true;
    complain("--%s takes a whole number, not \"%s\"", name, text);
    return false;
}

bool option_size(const struct arguments *arguments, const char *name, unsigned long long *size)
{
    static const char units[] = "KMG";
    const char *text = option_value(arguments, name);
    if (!text)
        return true;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, toupper((unsigned char)*end)) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    if (*text >= '0' && *text <= '9' && number > 0 && number <= ULLONG_MAX >> shift &&
        end[unit != NULL] == '\0' && errno == 0) {
        *size = number << shift;
        return true;
    }
    complain("--%s takes a number of bytes, or a number with K, M or G, such as 512M, not \"%s\"",
             name, text);
    return false;
}

bool read_timeout(const struct arguments *arguments, unsigned *seconds)
{
    enum { LONGEST = 1000000 };
    unsigned long long number = 0;
    *seconds = 0;
    if (!option_number(arguments, "timeout", &number))
        return false;
    if (option_value(arguments, "timeout") && (number == 0 || number > LONGEST)) {
        complain("--timeout takes a number of seconds from 1 to %d, not \"%s\"", LONGEST,
                 option_value(arguments, "timeout"));
        return false;
    }
    *seconds = (unsigned)number;
    return true;
}

bool read_limits(const struct arguments *arguments)
{
    unsigned long long memory = 0, file = 0;
    if (!option_size(arguments, "max-memory", &memory) ||
        !option_size(arguments, "max-size", &file))
        return false;
    set_limits(memory, file);
    return true;
}

/* getopt's short form of a table. ':' at the beginning keeps getopt quiet; a '-' would keep it from
 * moving operands. */
static void build_forms(const struct verb *verb, char *letters, struct option *longs)
{
    *letters++ = ':';
    int i = 0;
    for (; i < MOST_OPTIONS && verb->options[i].name; i++) {
        const struct option_row *row = &verb->options[i];
        longs[i] = (struct option){row->name, row->argument ? required_argument : no_argument, NULL,
                                   1000 + i};
        if (row->letter) {
            *letters++ = row->letter;
            if (row->argument)
                *letters++ = ':';
        }
    }
    longs[i++] = (struct option){"help", no_argument, NULL, 'h'};
    longs[i] = (struct option){0};
    *letters++ = 'h';
    *letters = '\0';
}

static int row_of_letter(const struct verb *verb, int letter)
{
    if (letter >= 1000)
        return letter - 1000;
    int i = 0;
    while (verb->options[i].letter != letter)
        i++;
    return i;
}

static bool misused(const struct verb *verb, const char *what, const char *word)
{
    complain("%s %s; see overworld %s --help", what, word, verb->name);
    return false;
}

/* What getopt rejects: in "-fz" the z, in "--json=1" the value. */
static bool wrong_option(const struct verb *verb, const char *word)
{
    char letter[] = {'-', (char)optopt, '\0'};
    if (optopt >= 1000) {
        complain("--%s takes no value; see overworld %s --help", verb->options[optopt - 1000].name,
                 verb->name);
        return false;
    }
    if (optopt && optopt != 'h')
        return misused(verb, "unknown option", letter);
    char name[64]; /* without dashes and value */
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    if (strcmp(name, "help") == 0) {
        complain("--help takes no value; see overworld %s --help", verb->name);
        return false;
    }
    const char *several = words_that_begin("--", name, option_words(verb));
    if (*several) {
        complain("%s is ambiguous: it could be %s; see overworld %s --help", word, several,
                 verb->name);
        return false;
    }
    const char *near = did_you_mean("--", name, option_words(verb));
    complain("unknown option %s%s%s%s%s", word, near, *near ? "" : "; see overworld ",
             *near ? "" : verb->name, *near ? "" : " --help");
    return false;
}

/* If an option with a single value is given several times, the last one counts. */
static bool take_option(struct arguments *arguments, int row, const char *value)
{
    int count = arguments->given_count;
    if (count == MOST_GIVEN)
        return false;
    arguments->values[row] = value;
    arguments->given[count].row = row;
    arguments->given[count].value = value;
    arguments->given_count++;
    return true;
}

/* A file whose name begins with a dash is mistaken for options. */
static void hint_at_dashes(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (argv[i][0] == '-' && argv[i][1] && access(argv[i], F_OK) == 0) {
            hint("\"%s\" is also a file: write ./%s, or put -- before the files", argv[i], argv[i]);
            return;
        }
}

/* "--name=value" where no value belongs. C libraries differ in what getopt_long() reports. */
static bool has_value(const char *word)
{
    return strncmp(word, "--", 2) == 0 && strchr(word, '=') != NULL;
}

static bool parse_options(const struct verb *verb, int argc, char **argv,
                          struct arguments *arguments)
{
    char letters[2 * MOST_OPTIONS + 3];
    struct option longs[MOST_OPTIONS + 2];
    build_forms(verb, letters, longs);
    *arguments = (struct arguments){.verb = verb};
    opterr = 0;
    for (int got; (got = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        if (got == 'h') {
            print_verb_help(verb);
            exit(finish_output());
        }
        if (got == '?' || (got == ':' && has_value(argv[optind - 1])))
            return wrong_option(verb, argv[optind - 1]);
        if (got == ':')
            return misused(verb, "missing value after", argv[argc - 1]);
        if (!take_option(arguments, row_of_letter(verb, got), optarg ? optarg : ""))
            return misused(verb, "this option was given too often:", argv[optind - 1]);
    }
    return true;
}

bool parse_arguments(const struct verb *verb, int argc, char **argv, struct arguments *arguments)
{
    if (!parse_options(verb, argc, argv, arguments)) {
        hint_at_dashes(argc, argv);
        return false;
    }
    arguments->operands = argv + optind;
    arguments->operand_count = argc - optind;
    if (arguments->operand_count < verb->least_operands)
        return misused(verb, "missing operand: expected", verb->operands);
    if (verb->most_operands >= 0 && arguments->operand_count > verb->most_operands)
        return misused(verb, "unexpected operand", argv[optind + verb->most_operands]);
    return true;
}
