/* The man page, from the table of verbs. */
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
}

static void print_verb(const struct verb *verb)
{
    printf(".SS overworld %s [options]%s%s\n", verb->name, *verb->operands ? " " : "",
           verb->operands);
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

int run_man(const struct arguments *arguments)
{
    (void)arguments;
    printf(".TH OVERWORLD 1 \"\" \"overworld %s\" \"User Commands\"\n", ow_version());
    printf(".SH NAME\noverworld \\- open, check, change, convert and show game worlds\n"
           ".SH SYNOPSIS\n.B overworld\n.I VERB\n[options]\n.IR FILE ...\n"
           ".SH DESCRIPTION\nA\n.I FILE\nis a save, the folder of a save, JSON that this program "
           "wrote, or \\- for standard input.\nFormats:\n");
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        printf("%s, version %u", format->title, format->oldest_version);
        if (format->newest_version > format->oldest_version)
            printf(" to %u", format->newest_version);
        puts(".");
    }
    printf(".SH VERBS\n");
    for (const struct verb *verb = verbs; verb->name; verb++)
        print_verb(verb);
    printf(
        ".SH EXIT STATUS\n"
        ".IP 0\nFine.\n.IP 1\nProblems found by check, a conversion that \\-\\-strict refused, or no such part of a file.\n"
        ".IP 2\nWrong usage.\n"
        ".IP 3\nA file cannot be read or written.\n"
        ".IP 4\nNot a known format, not one of \\-\\-format, or broken.\n"
        ".PP\nOf many files it is the highest of theirs.\n"
        ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nIf set and not empty, no colours are used.\n"
        ".TP\n.B COLORTERM\ntruecolor or 24bit: maps are drawn in every colour, not in 256.\n"
        ".TP\n.B COLUMNS\nHow wide maps are drawn, where the terminal does not say.\n");
    return finish_output();
}
