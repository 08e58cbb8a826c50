/* overworld check: the codes of issues, the library's and the command's own. */
#include "check_codes.h"

#include "choices.h"
#include "json.h"
#include "judge.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool is_of_file(const ow_issue_code *code)
{
    for (const ow_issue_code *own = file_issue_codes; own->code; own++)
        if (code == own)
            return true;
    return false;
}

/* The tables of codes, one after another: those of formats, then the command's own. NULL after the last. */
static const ow_issue_code *codes_at(size_t index)
{
    const ow_format *format = ow_format_at(index);
    return format                                  ? format->issue_codes
           : index == 0 || ow_format_at(index - 1) ? file_issue_codes
                                                   : NULL;
}

static const ow_issue_code *find_code(const char *name)
{
    const ow_issue_code *codes;
    for (size_t i = 0; (codes = codes_at(i)); i++)
        for (const ow_issue_code *code = codes; code->code; code++)
            if (strcasecmp(code->code, name) == 0)
                return code;
    return NULL;
}

static void explain_as_text(const ow_issue_code *code)
{
    printf("%s%s%s (%s, fix: %s)\n\n%s\n\nWhat to do: %s\n", color_bold(), code->code, color_off(),
           ow_severity_name(code->severity), ow_fix_name(code->fix), code->meaning, code->advice);
}

static void explain_as_json(const ow_issue_code *code)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return;
    json_begin_object(writer, NULL);
    json_add_string(writer, "code", code->code);
    json_add_string(writer, "severity", ow_severity_name(code->severity));
    json_add_string(writer, "fix", ow_fix_name(code->fix));
    json_add_string(writer, "meaning", code->meaning);
    json_add_string(writer, "advice", code->advice);
    json_end_object(writer);
    json_finish(writer);
}

static int no_code(const char *name)
{
    const char *near = did_you_mean("", name, code_words());
    complain("there is no check named \"%s\"%s", name,
             *near ? near : "; overworld check --explain all lists them");
    return EXIT_USAGE;
}

int explain_code(const char *name, bool json)
{
    const ow_issue_code *one = find_code(name), *codes;
    if (!one && strcmp(name, "all") != 0)
        return no_code(name);
    for (size_t i = 0; (codes = codes_at(i)); i++) {
        for (const ow_issue_code *code = codes; code->code; code++) {
            if (one && code != one)
                continue;
            if (json)
                explain_as_json(code);
            else if (one)
                explain_as_text(code);
            else
                printf("%-34s %-8s %s\n", code->code, ow_severity_name(code->severity),
                       ow_fix_name(code->fix));
        }
    }
    return finish_output();
}

/* See read_codes. */
static void add_code(const char **list, const ow_issue_code *code)
{
    size_t own = 0, end;
    while (list[own])
        own++;
    for (end = own + 1; list[end];)
        end++;
    if (is_of_file(code)) {
        list[end] = code->code;
        return;
    }
    memmove(list + own + 1, list + own, (end - own) * sizeof *list);
    list[own] = code->code;
}

int read_codes(const char *text, const char *const **codes)
{
    size_t count = 4; /* with two ends, and a word more than there are commas */
    for (const char *at = text; *at; at++)
        count += *at == ',' || *at == ' ';
    char *copy = malloc(strlen(text) + 1);
    const char **list = calloc(count, sizeof *list);
    int status = copy && list ? EXIT_FINE : EXIT_FILES;
    if (status != EXIT_FINE)
        complain("there is not enough memory");
    char *name = status == EXIT_FINE ? strtok(strcpy(copy, text), ", ") : NULL;
    if (status == EXIT_FINE && !name)
        status = no_code(text); /* an empty list would find nothing wrong with any file */
    for (; status == EXIT_FINE && name; name = strtok(NULL, ", ")) {
        const ow_issue_code *code = find_code(name);
        if (code)
            add_code(list, code);
        else
            status = no_code(name);
    }
    free(copy);
    if (status != EXIT_FINE)
        free(list);
    else
        *codes = list;
    return status;
}

bool has_own_code(const char *const *list, const ow_issue_code *code)
{
    while (*list++)
        ;
    for (; *list; list++)
        if (strcmp(*list, code->code) == 0)
            return true;
    return false;
}
