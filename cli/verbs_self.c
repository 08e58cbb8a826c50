/* The rows of the verbs that tell of the formats and of the command itself. */
#include "options.h"

const struct verb schema_verb = {
    .name = "schema",
    .operands = "FORMAT|OUTPUT",
    .summary = "what JSON looks like, as JSON Schema",
    .description =
        "Prints the JSON Schema (2020-12) of a format, for editors and other programs. It is\n"
        "made from the description by which the format is read and written. An OUTPUT is what\n"
        "--json makes a verb write: info, check, show, diff (and what changes a world),\n"
        "explain (check --explain), fields (schema --fields), catalog-search and the like.",
    .options = {JSON_OPTION,
                JSON_LINES_OPTION,
                {0, "fields", NULL, "a table of the fields instead, in Markdown"}},
    .examples = {{"overworld schema leveld > leveld.schema.json", "for an editor"},
                 {"overworld schema --fields blotter", "which version has which field"},
                 {"overworld schema --fields --json city", "the same for a program"},
                 {"overworld schema check", "what check --json writes"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_schema,
};

const struct verb help_verb = {
    .name = "help",
    .operands = "[VERB]",
    .summary = "help on a verb",
    .description = "Shows help on all verbs, or on one.",
    .most_operands = 1,
    .run = run_help,
};

const struct verb completion_verb = {
    .name = "completion",
    .operands = "bash|zsh|fish",
    .summary = "a completion script for a shell",
    .description = "Prints a script that teaches a shell to complete this command.",
    .examples = {{"overworld completion bash > /etc/bash_completion.d/overworld",
                  "for every user of bash"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_completion,
};

const struct verb man_verb = {
    .name = "man",
    .operands = "",
    .summary = "the man page, as roff",
    .description = "Prints the man page's source.",
    .examples = {{"overworld man | man -l -", "read it without installing it"}},
    .run = run_man,
};
