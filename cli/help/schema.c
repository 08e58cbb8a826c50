/* overworld schema: the JSON of a format, for programs and for people. */
#include "help/choices.h"
#include "help/embedded.h"
#include "io/output.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <stdio.h>
#include <string.h>

static int run_schema(const struct arguments *arguments);

const struct verb schema_verb = {
    .name = "schema",
    .group = "About Overworld",
    .operands = "FORMAT|OUTPUT",
    .summary = "print the JSON Schema of a format or of a verb's output",
    .description =
        "The schema (JSON Schema 2020-12) of a format is made from the description by which the\n"
        "format is read and written. OUTPUT is a verb with --json: info, check, show, diff\n"
        "(also for verbs that change a world), convert (also for render), explain (check\n"
        "--explain), fields (schema --fields), catalog-search and so on.",
    .options = {{0, "fields", NULL, "print a table of the fields of a format instead, in Markdown"},
                JSON_OPTION,
                JSON_LINES_OPTION},
    .examples = {{"overworld schema leveld > leveld.schema.json", "for an editor"},
                 {"overworld schema --fields blotter", "which version has which field"},
                 {"overworld schema check", "what check --json prints"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_schema,
};

/* The table of fields during a walk: a row, and the depth of events. */
struct table {
    char path[300], json[300], bytes[100], versions[300], depends[600], note[500];
    const char *list;            /* the open list */
    unsigned depth;              /* 3 inside a field */
    unsigned versions_of_format; /* the number of versions */
    unsigned versions_of_field;
};

static void print_row(const struct table *table)
{
    bool everywhere = table->versions_of_field == table->versions_of_format;
    printf("| `%s` | %s | %s | %s | %s | %s |\n", table->path, *table->json ? table->json : "-",
           *table->bytes ? table->bytes : "-", everywhere ? "all" : table->versions, table->depends,
           table->note);
}

static void take_value(struct table *table, const ow_event *event)
{
    ow_text text = event->value.text;
    if (table->depth == 2 && table->list) { /* the format's versions; those of fields come later */
        table->versions_of_format++;
    } else if (table->list && strcmp(table->list, "versions") == 0) {
        append_word(table->versions, sizeof table->versions, ", ", text);
        table->versions_of_field++;
    } else if (table->list && table->depth == 4) {
        append_word(table->depends, sizeof table->depends, ", ", text);
    } else if (table->depth == 3 && strcmp(event->name, "path") == 0) {
        append_word(table->path, sizeof table->path, "", text);
    } else if (table->depth == 3 && strcmp(event->name, "json") == 0) {
        append_word(table->json, sizeof table->json, "", text);
    } else if (table->depth == 3 && strcmp(event->name, "bytes") == 0) {
        append_word(table->bytes, sizeof table->bytes, "", text);
    } else if (table->depth == 3 && strcmp(event->name, "note") == 0) {
        append_word(table->note, sizeof table->note, "", text);
    }
}

static ow_visit visit_field(void *context, const ow_event *event)
{
    struct table *table = context;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        table->list = event->kind == OW_BEGIN_ARRAY ? event->name : NULL;
        table->depth++;
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        table->list = NULL;
        if (table->depth-- != 3)
            break;
        print_row(table);
        *table->path = *table->json = *table->bytes = *table->versions = *table->depends = '\0';
        *table->note = '\0';
        table->versions_of_field = 0;
        break;
    case OW_VALUE:
        take_value(table, event);
    }
    return OW_GO_ON;
}

static ow_status print_fields(const ow_format *format, ow_error *error)
{
    struct table table = {.depth = 0};
    printf(
        "| Field | JSON | Bytes | Versions | Depends on | Meaning |\n|---|---|---|---|---|---|\n");
    return ow_fields(format, NULL, visit_field, &table, error);
}

static ow_status print_fields_as_json(const ow_format *format, ow_error *error)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return OW_NO_MEMORY;
    ow_status status = ow_fields(format, NULL, ow_json_visit, writer, error);
    return json_finish(writer) == EXIT_FINE ? status : OW_NO_MEMORY;
}

static ow_status print_schema(const ow_format *format, ow_error *error)
{
    ow_sink sink = standard_output();
    return ow_schema(format, NULL, &sink, error);
}

/* "blotter, leveld, ..., show" */
static int no_schema(const struct verb *verb, const char *name, bool fields)
{
    char known[512] = "";
    const ow_format *format;
    for (size_t i = 0; (format = ow_format_at(i)); i++)
        append_word(known, sizeof known, ", ", ow_text_of(format->name));
    for (const struct embedded *row = embedded_schemas; row->name && !fields; row++)
        append_word(known, sizeof known, ", ", ow_text_of(row->name));
    complain("unknown %s \"%s\"; write one of: %s%s", fields ? "format" : "format or output", name,
             known, did_you_mean("", name, fields ? format_words() : operand_words(verb)));
    return EXIT_USAGE;
}

static const struct embedded *find_output(const char *name)
{
    const struct embedded *row = embedded_schemas;
    while (row->name && strcmp(row->name, name) != 0)
        row++;
    return row;
}

static int run_schema(const struct arguments *arguments)
{
    ow_error error = {0};
    const char *name = arguments->operands[0];
    bool fields = option_set(arguments, "fields");
    const ow_format *format = ow_format_by_name(name);
    const struct embedded *output = find_output(name);
    if (!format && (fields || !output->name))
        return no_schema(arguments->verb, name, fields);
    if (!format) {
        fwrite(output->text, 1, output->size, stdout);
        return finish_output();
    }
    ow_status status = !fields                 ? print_schema(format, &error)
                       : json_asked(arguments) ? print_fields_as_json(format, &error)
                                               : print_fields(format, &error);
    if (status == OW_OK || status == OW_WRITE_FAILED)
        return finish_output();
    complain("%s", error.message);
    return exit_status_of(status);
}
