/* Help, from the table of verbs. */
#include "choices.h"
#include "terminal.h"
#include "verb.h"

#include <stdio.h>
#include <string.h>

static void print_option(const struct option_row *row)
{
    char form[64];
    snprintf(form, sizeof form, "%s%c%s --%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
    printf("  %-26s %s\n", form, row->help);
}

/* Which names an option with variants takes: each format has its own. */
static void print_variants(const char *option)
{
    const ow_format *format;
    for (size_t i = 0; is_of_variants(option) && (format = ow_format_at(i)); i++) {
        printf("%29s%s:", "", format->name);
        for (const char *const *variant = format->variants; *variant; variant++)
            printf(" %s", *variant);
        putchar('\n');
    }
}

void print_verb_help(const struct verb *verb)
{
    printf("Usage: overworld %s [options]%s%s\n\n%s\n", verb->name, *verb->operands ? " " : "",
           verb->operands, verb->description);
    for (const struct verb *const *at = verb->parts; at && *at; at++)
        printf("%s  %-12s %s\n", at == verb->parts ? "\n" : "", part_name(*at), (*at)->summary);
    printf("\nOptions:\n");
    for (const struct option_row *row = verb->options; row->name; row++) {
        print_option(row);
        print_variants(row->name);
    }
    print_option(&(struct option_row){'h', "help", NULL, "show this help"});
    for (const struct example *example = verb->examples; example->command; example++)
        printf("%s  %s\n      %s\n", example == verb->examples ? "\nExamples:\n" : "",
               example->command, example->what);
}

void print_help(void)
{
    printf("Overworld opens, checks, changes, converts and shows game worlds.\n\n"
           "Usage: overworld VERB [options] FILE...\n\nVerbs:\n");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++)
        printf("  %-12s %s\n", verb->name, verb->summary);
    printf("\nA FILE is a save, the folder of a save, JSON that this program wrote, or - for\n"
           "standard input. Formats:\n");
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        printf("  %s, version %u", format->title, format->oldest_version);
        if (format->newest_version > format->oldest_version)
            printf(" to %u", format->newest_version);
        putchar(':');
        for (const char *const *extension = format->extensions; *extension; extension++)
            printf(" .%s", *extension);
        putchar('\n');
    }
    printf("\nExit status: 0 fine; 1 problems, differences or no such part; 2 wrong usage; 3 a "
           "file cannot\n"
           "be read or written; 4 not a known format, or broken.\n\n"
           "overworld VERB --help tells more of a verb.\n");
}

int no_such_verb(const char *word)
{
    const char *near = did_you_mean("", word, verb_words());
    complain("there is no verb \"%s\"%s", word, *near ? near : "; overworld --help lists them");
    return EXIT_USAGE;
}

int run_help(const struct arguments *arguments)
{
    if (arguments->operand_count == 0) {
        print_help();
        return finish_output();
    }
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        if (strcmp(verb->name, arguments->operands[0]) == 0) {
            print_verb_help(verb);
            return finish_output();
        }
    }
    return no_such_verb(arguments->operands[0]);
}
