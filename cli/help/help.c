/* Prints help, from the tables of verbs and topics. */
#include "help/choices.h"
#include "help/topics.h"
#include "options.h"
#include "terminal/terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int run_help(const struct arguments *arguments);

const struct verb help_verb = {
    .name = "help",
    .group = "About Overworld",
    .operands = "[VERB|TOPIC]",
    .summary = "list all verbs, or explain a verb or a topic",
    .description =
        "Topics explain what several verbs share. overworld VERB --help is the short form\n"
        "of overworld help VERB. man overworld has all of help on one page.",
    .examples = {{"overworld help", "all verbs and topics"},
                 {"overworld help check", "a verb"},
                 {"overworld help selectors", "a topic"}},
    .most_operands = 1,
    .run = run_help,
};

static void print_option(const struct option_row *row, const char *heading)
{
    char form[64];
    if (heading)
        printf("\n%s:\n", heading);
    snprintf(form, sizeof form, "%s%c%s --%s%s%s", row->letter ? "-" : " ",
             row->letter ? row->letter : ' ', row->letter ? "," : " ", row->name,
             row->argument ? " " : "", row->argument ? row->argument : "");
    printf("  %-26s %s\n", form, row->help);
}

static void print_text(const char *text)
{
    fputs(text, stdout);
}

static void print_row(const char *name, const char *summary)
{
    printf("  %-12s %s\n", name, summary);
}

/* Names the topics that explain what a verb shares with others; `first` is printed before them. */
static void print_topics_of(const struct verb *verb, const char *first)
{
    const char *between = "\nMore: overworld help ";
    if (verb->parts) {
        printf("\nMore: overworld %s %s --help; man overworld\n", verb->name, verb->operands);
        return;
    }
    if (first) {
        printf("%s%s", between, first);
        between = ", ";
    }
    for (const struct topic *topic = topics; topic->name; topic++)
        if (topic_concerns(topic, verb)) {
            printf("%s%s", between, topic->name);
            between = ", ";
        }
    fputs(*between == ',' ? "; man overworld\n" : "\nMore: man overworld\n", stdout);
}

static void print_verb(const struct verb *verb, bool in_full)
{
    printf("Usage: overworld %s%s%s%s\n\n%c%s.\n", verb->name,
           verb->options[0].name ? " [options]" : "", *verb->operands ? " " : "", verb->operands,
           toupper((unsigned char)*verb->summary), verb->summary + 1);
    if (in_full)
        printf("\n%s\n", verb->description);
    for (const struct verb *const *at = verb->parts; at && *at; at++) {
        fputs(at == verb->parts ? "\n" : "", stdout);
        print_row(part_name(*at), (*at)->summary);
    }
    each_option(verb, print_option);
    for (const struct example *example = verb->examples; example->command; example++)
        printf("%s  %s\n      %s\n", example == verb->examples ? "\nExamples:\n" : "",
               example->command, example->what);
    print_topics_of(verb, in_full ? NULL : verb->name);
}

void print_verb_help(const struct verb *verb)
{
    bool is_part = strchr(verb->name, ' ') != NULL; /* `overworld help` does not reach it */
    print_verb(verb, is_part);
}

static void print_topic(const struct topic *topic)
{
    puts(topic->text);
    if (topic->lists_formats)
        list_formats(print_text);
    if (topic->lists_variants)
        list_variants(print_text);
}

static void print_begin(void)
{
    puts("Overworld opens, checks, changes, converts and shows game worlds.\n\n"
         "Usage: overworld VERB [options] FILE...");
}

void print_first_help(void)
{
    print_begin();
    puts("\nTo begin with:");
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++)
        if (verb->is_first)
            print_row(verb->name, verb->summary);
    puts("\noverworld help lists all verbs. overworld VERB --help explains one.");
}

void print_help(void)
{
    const char *group = "";
    print_begin();
    for (const struct verb *const *at = verbs, *verb; (verb = *at); at++) {
        if (strcmp(group, verb->group) != 0)
            printf("\n%s:\n", verb->group);
        group = verb->group;
        print_row(verb->name, verb->summary);
    }
    puts("\nTopics:");
    for (const struct topic *topic = topics; topic->name; topic++)
        print_row(topic->name, topic->summary);
    puts("\nFormats:");
    list_formats(print_text);
    puts("\noverworld help VERB or TOPIC explains one; overworld --version prints the version.");
}

int no_such_verb(const char *word)
{
    const char *near = did_you_mean("", word, verb_words());
    complain("unknown verb \"%s\"%s", word, *near ? near : "; overworld help lists all verbs");
    return EXIT_USAGE;
}

static int no_such_help(const char *word)
{
    const char *near = did_you_mean("", word, help_words());
    complain("unknown verb or topic \"%s\"%s", word,
             *near ? near : "; overworld help lists all of them");
    return EXIT_USAGE;
}

static int run_help(const struct arguments *arguments)
{
    const char *word = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    const struct topic *topic = word ? topic_by_name(word) : NULL;
    const struct verb *const *at = verbs;
    while (word && *at && strcmp((*at)->name, word) != 0)
        at++;
    if (!word)
        print_help();
    else if (*at)
        print_verb(*at, true);
    else if (topic)
        print_topic(topic);
    else
        return no_such_help(word);
    return finish_output();
}
