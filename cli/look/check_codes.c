/* overworld check: the codes of issues, the library's and the command's own. */
#include "look/check_codes.h"

#include "help/choices.h"
#include "look/judge.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

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

/* The tables of codes, in order: of formats, of their folders, and of the command itself. NULL
 * after the last. */
static const ow_issue_code *codes_at(size_t index)
{
    const ow_format *format = ow_format_at(index / 2);
    if (format)
        return index % 2 == 0 ? format->issue_codes : format->folder_codes;
    return index % 2 == 0 && (index == 0 || ow_format_at(index / 2 - 1)) ? file_issue_codes : NULL;
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

/* The option of repair that fixes issues of a code; NULL if there is none. */
static const char *repair_option(const ow_issue_code *code)
{
    bool is_info = code->severity == OW_SEVERITY_INFO;
    if (!ow_remedy_of(code))
        return NULL;
    if (code->fix == OW_LOSSY_FIX)
        return is_info ? " --lossy --only" : " --lossy";
    return is_info ? " --only" : "";
}

static void explain_as_text(const ow_issue_code *code)
{
    const ow_remedy *remedy = ow_remedy_of(code);
    const char *option = repair_option(code);
    printf("%s%s%s (%s, fix: %s)\n\n%s\n\nWhat to do: %s\n", color_bold(), code->code, color_off(),
           ow_severity_name(code->severity), ow_fix_name(code->fix), code->meaning, code->advice);
    if (remedy)
        printf("\nWhat `overworld repair%s%s%s` does: %s: %s.\n", option,
               strstr(option, "--only") ? " " : "", strstr(option, "--only") ? code->code : "",
               remedy->name, remedy->what);
}

static void explain_as_json(const ow_issue_code *code)
{
    ow_json_writer *writer = json_to_stdout();
    if (!writer)
        return;
    answer_issue_code(writer, code);
    json_finish(writer);
}

static void list_code(const ow_issue_code *code)
{
    const ow_remedy *remedy = ow_remedy_of(code);
    printf("%-34s %-8s %s%s%s\n", code->code, ow_severity_name(code->severity),
           ow_fix_name(code->fix), remedy ? " " : "", remedy ? remedy->name : "");
}

static int no_code(const char *name)
{
    const char *near = did_you_mean("", name, code_words());
    complain("unknown check \"%s\"%s", name,
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
                list_code(code);
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
    size_t count = 4; /* both terminators, and one word more than there are commas */
    for (const char *at = text; *at; at++)
        count += *at == ',' || *at == ' ';
    char *copy = malloc(strlen(text) + 1);
    const char **list = calloc(count, sizeof *list);
    int status = copy && list ? EXIT_FINE : EXIT_FILES;
    if (status != EXIT_FINE)
        complain("not enough memory");
    char *name = status == EXIT_FINE ? strtok(strcpy(copy, text), ", ") : NULL;
    if (status == EXIT_FINE && !name)
        status = no_code(text); /* an empty list would accept any file */
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

bool find_severity(const char *name, ow_severity *severity)
{
    for (int i = OW_SEVERITY_INFO; i <= OW_SEVERITY_ERROR; i++) {
        *severity = (ow_severity)i;
        if (strcmp(name, ow_severity_name(*severity)) == 0)
            return true;
    }
    complain("--severity takes info, warning or error, not \"%s\"%s", name,
             did_you_mean("", name, "info warning error"));
    return false;
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
