/* Prints the man page, from the tables of verbs and topics. */
#include "help/topics.h"
#include "options.h"
#include "terminal/terminal.h"

#include <ctype.h>
#include <overworld/overworld.h>
#include <stdio.h>
#include <string.h>

static int run_man(const struct arguments *arguments);

const struct verb man_verb = {
    .name = "man",
    .group = "About Overworld",
    .operands = "",
    .summary = "print the man page as roff",
    .description = "The man page has everything that help has, and more on each verb.",
    .examples = {{"overworld man | man -l -", "read it without installing it"},
                 {"overworld man > overworld.1", "the file that make install installs"},
                 {"overworld man | groff -man -Tpdf > overworld.pdf", "to print"}},
    .run = run_man,
};

/* Prints text for roff: escapes backslashes and hyphens, and lines that would look like a
 * request. */
static void print_roff(const char *text)
{
    bool line_start = true;
    for (; *text; text++) {
        if (line_start && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        line_start = *text == '\n';
        if (*text == '\\')
            fputs("\\e", stdout);
        else if (*text == '-')
            fputs("\\-", stdout);
        else
            putchar(*text);
    }
}

static void print_option(const struct option_row *row, const char *heading)
{
    if (heading)
        printf(".PP\n%s:\n", heading);
    fputs(".TP\n", stdout);
    if (row->letter)
        printf("\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", stdout);
    print_roff(row->name);
    fputs("\\fR", stdout);
    if (row->argument)
        printf(" \\fI%s\\fR", row->argument);
    putchar('\n');
    print_roff(row->help);
    putchar('\n');
}

static void print_verb(const struct verb *verb)
{
    printf(".SS overworld %s%s%s%s\n", verb->name, verb->options[0].name ? " [options]" : "",
           *verb->operands ? " " : "", verb->operands);
    putchar(toupper((unsigned char)*verb->summary));
    print_roff(verb->summary + 1);
    puts(".\n.PP");
    print_roff(verb->description);
    putchar('\n');
    each_option(verb, print_option);
    for (const struct example *example = verb->examples; example->command; example++) {
        printf("%s.PP\n.nf\n    \\fB", example == verb->examples ? ".PP\nExamples:\n" : "");
        print_roff(example->command);
        fputs("\\fR\n.fi\n.RS 6\n", stdout);
        print_roff(example->what);
        fputs("\n.RE\n", stdout);
    }
}

static void print_verb_and_parts(const struct verb *verb)
{
    print_verb(verb);
    for (const struct verb *const *at = verb->parts; at && *at; at++)
        print_verb(*at);
}

/* When the contents of this page last changed. */
#define LAST_CHANGED "2026-11-25"

static void print_head(void)
{
    printf(".TH OVERWORLD 1 \"%s\" \"overworld %s\" \"User Commands\"\n", LAST_CHANGED,
           ow_version());
    puts(".SH NAME\noverworld \\- open, check, change, convert and show game worlds\n"
         ".SH SYNOPSIS\n.B overworld\n.I VERB\n[options]\n.IR FILE ...\n.br\n"
         ".B overworld help\n[\\fIVERB\\fR | \\fITOPIC\\fR]\n.br\n"
         ".B overworld\n[\\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR]\n"
         ".SH DESCRIPTION\nOverworld reads and writes worlds of games, without the games. Long "
         "options may be cut short as long as they are\nunambiguous. If an option is given "
         "twice, the last one counts, unless its help says\nthat it may be repeated.");
}

/* Prints a topic as a section, with its text unchanged. */
static void print_topic(const struct topic *topic)
{
    printf(".SH %s\n.nf\n", topic->section);
    print_roff(topic->text);
    putchar('\n');
    if (topic->lists_formats)
        list_formats(print_roff);
    if (topic->lists_variants)
        list_variants(print_roff);
    puts(".fi");
}

static void print_verbs(void)
{
    const char *group = "";
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        if (strcmp(group, verb->group) != 0) {
            fputs(".SH ", stdout);
            for (const char *letter = group = verb->group; *letter; letter++)
                putchar(toupper((unsigned char)*letter));
            putchar('\n');
        }
        print_verb_and_parts(verb);
    }
}

static int run_man(const struct arguments *arguments)
{
    (void)arguments;
    print_head();
    print_verbs();
    for (const struct topic *topic = topics; topic->name; topic++)
        print_topic(topic);
    puts(".SH SEE ALSO\nThe folder docs of the source has guides, references of the formats, and "
         "the "
         "documentation of the library.\n.BR jq (1)");
    return finish_output();
}
