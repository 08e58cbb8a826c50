/* overworld sql: prints the tables of worlds as CREATE statements. */
#include "databases/sql_schema.h"

#include "attach.h"
#include "terminal/terminal.h"

#include <stdio.h>

static void put_text(void *context, const char *text)
{
    bool *is_found = context;
    *is_found = true;
    fputs(text, stdout);
}

static int print_format(const ow_format *format, const char *only, bool *is_found)
{
    if (print_schema(format, only, put_text, is_found))
        return EXIT_FINE;
    complain("not enough memory for the tables of %s", format->name);
    return EXIT_FILES;
}

/* The format of an operand: its name, or that of a file. */
static int find_format(const char *operand, const ow_format **format)
{
    struct input input = {0};
    *format = ow_format_by_name(operand);
    if (*format)
        return EXIT_FINE;
    int status = open_input(operand, &input);
    if (status == EXIT_FINE)
        *format = ow_identify(input.bytes, input.size);
    close_input(&input);
    if (status == EXIT_FINE && !*format) {
        complain("%s: its format has no tables", operand);
        return EXIT_BROKEN;
    }
    return status;
}

int print_schemas(const struct arguments *arguments)
{
    bool is_found = false;
    for (int i = 0; i < arguments->operand_count; i++) {
        const ow_format *format;
        int status = find_format(arguments->operands[i], &format);
        if (status == EXIT_FINE)
            status = print_format(format, NULL, &is_found);
        if (status != EXIT_FINE)
            return status;
    }
    return finish_output();
}

static bool has_format(const struct input *inputs, int count, const ow_format *format)
{
    for (int i = 0; i < count; i++)
        if (ow_identify(inputs[i].bytes, inputs[i].size) == format)
            return true;
    return false;
}

int print_file_schemas(const struct input *inputs, int count, const char *only)
{
    const ow_format *format;
    bool is_found = false;
    for (size_t i = 0; (format = ow_format_at(i)); i++) {
        int status =
            has_format(inputs, count, format) ? print_format(format, only, &is_found) : EXIT_FINE;
        if (status != EXIT_FINE)
            return status;
    }
    if (is_found)
        return finish_output();
    complain("no such table: %s", only);
    hint(".tables lists the tables");
    return EXIT_USAGE;
}
