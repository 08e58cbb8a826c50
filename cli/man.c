/* The man page, from the table of verbs. */
#include "choices.h"
#include "terminal.h"
#include "verb.h"

#include <stdio.h>

/* Text for roff: backslashes and hyphens escaped, no line that begins like a request. */
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

static void print_option(const struct option_row *row)
{
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
    const ow_format *format;
    for (size_t i = 0; is_of_variants(row->name) && (format = ow_format_at(i)); i++) {
        printf("%s of %s:", i == 0 ? "There are" : ";\n", format->name);
        for (const char *const *variant = format->variants; *variant; variant++) {
            putchar(' ');
            print_roff(*variant);
        }
    }
    if (is_of_variants(row->name))
        puts(".");
}

static void print_verb(const struct verb *verb)
{
    printf(".SS overworld %s%s%s%s\n", verb->name, verb->parts ? "" : " [options]",
           *verb->operands ? " " : "", verb->operands);
    print_roff(verb->description);
    putchar('\n');
    for (const struct option_row *row = verb->options; row->name; row++)
        print_option(row);
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

/* When what this page tells last changed. */
#define LAST_CHANGED "2026-11-22"

static void print_head(void)
{
    printf(".TH OVERWORLD 1 \"%s\" \"overworld %s\" \"User Commands\"\n", LAST_CHANGED,
           ow_version());
    printf(".SH NAME\noverworld \\- open, check, change, convert and show game worlds\n"
           ".SH SYNOPSIS\n.B overworld\n.I VERB\n[options]\n.IR FILE ...\n.br\n"
           ".B overworld\n[\\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR]\n"
           ".SH DESCRIPTION\nA\n.I FILE\nis a save, the folder of a save, JSON that this program "
           "wrote, or \\- for standard input.\nFormats:\n");
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        printf("%s, version %u", format->title, format->oldest_version);
        if (format->newest_version > format->oldest_version)
            printf(" to %u", format->newest_version);
        puts(".");
    }
    puts(".PP\nOptions stand behind the verb, before or behind its files; long ones may be cut "
         "short as long as they are\nunambiguous. After \\fB\\-\\-\\fR everything is a file.");
}

static void print_json(void)
{
    puts(".SH JSON\nWith\n.B \\-\\-json\na verb prints one value for each file, of the same shape "
         "for every outcome; with\n.B \\-\\-json\\-lines\neach is a line. They hold everything, "
         "unless\n.B \\-n\ncuts lists, and then say how much is left out. Numbers of 64 bits are "
         "text.\n.B overworld schema info\n(check, convert, diff, explain, fields, find, repair, "
         "show) prints their JSON Schemas; render tells what convert does, and verbs that change a "
         "world what diff does.");
}

static void print_end(void)
{
    puts(
        ".SH EXIT STATUS\n"
        ".IP 0\nFine.\n.IP 1\nProblems found by check, a conversion that \\-\\-strict refused, or "
        "no "
        "such part of a file.\n"
        ".IP 2\nWrong usage.\n.IP 3\nA file cannot be read or written.\n"
        ".IP 4\nNot a known format, not one of \\-\\-format, or broken.\n"
        ".PP\nOf many files it is the highest of theirs.\n"
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, no colours are used unless "
        "\\-\\-color=always asks for them.\n"
        ".TP\n.B TERM\ndumb: no colours are used.\n"
        ".TP\n.B COLORTERM\ntruecolor or 24bit: maps are drawn in every colour, not in 256.\n"
        ".TP\n.B COLUMNS\nHow wide maps are drawn, whatever the terminal says.\n"
        ".TP\n.B LC_ALL, LC_CTYPE, LANG\nWhere their encoding is not UTF\\-8, nothing but ASCII is "
        "printed to a terminal, and what else there is as \\exNN.\n"
        ".SH SEE ALSO\nThe documentation of the library and of the formats lies in docs of the "
        "source.\n.BR jq (1)");
}

int run_man(const struct arguments *arguments)
{
    (void)arguments;
    print_head();
    printf(".SH VERBS\n");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++)
        print_verb_and_parts(verb);
    print_json();
    print_end();
    return finish_output();
}
