/* The rows of the verbs that tell of the formats and of the command itself. */
#include "options.h"

const struct verb schema_verb = {
    .name = "schema",
    .group = "About Overworld",
    .operands = "FORMAT|OUTPUT",
    .summary = "print the JSON Schema of a format or of a verb's output",
    .description =
        "The schema (JSON Schema 2020-12) of a format is made from the description by which the\n"
        "format is read and written. OUTPUT is a verb with --json: info, check, show, diff (also\n"
        "for verbs that change a world), explain (check --explain), fields (schema --fields),\n"
        "catalog-search and so on.",
    .options = {{0, "fields", NULL, "print a table of the fields instead, in Markdown"},
                JSON_OPTION,
                JSON_LINES_OPTION},
    .examples = {{"overworld schema leveld > leveld.schema.json", "for an editor"},
                 {"overworld schema --fields blotter", "which version has which field"},
                 {"overworld schema check", "what check --json prints"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_schema,
};

const struct verb help_verb = {
    .name = "help",
    .group = "About Overworld",
    .operands = "[VERB|TOPIC]",
    .summary = "list all verbs, or explain a verb or a topic",
    .description = "Topics explain what several verbs share.",
    .examples = {{"overworld help", "all verbs and topics"},
                 {"overworld help check", "a verb"},
                 {"overworld help selectors", "a topic"}},
    .most_operands = 1,
    .run = run_help,
};

const struct verb completion_verb = {
    .name = "completion",
    .group = "About Overworld",
    .operands = "bash|zsh|fish",
    .summary = "print a completion script for a shell",
    .description = "make install puts the scripts in place.",
    .examples = {{"overworld completion bash > /etc/bash_completion.d/overworld",
                  "for every user of bash"},
                 {"overworld completion zsh > ~/.zfunc/_overworld", "for yourself, zsh"},
                 {"overworld completion fish > ~/.config/fish/completions/overworld.fish",
                  "for yourself, fish"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_completion,
};

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
