/* Converts Verilog to a netlist: writes a script for Yosys, runs Yosys, and passes on its messages
 * about the design.
 *
 * No shell is involved. Yosys expands wildcards and spaces in names of files. So a file with
 * characters in its name other than those of `safe` is read through a link with a safe name. */
#include "circuits/synthesis.h"

#include "circuits/synthesis_run.h"
#include "help/choices.h"
#include "help/embedded.h"
#include "io/output_temporary.h"
#include "terminal/terminal.h"

#include "../../files/below.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

static const char letters[] = LETTERS, safe[] = LETTERS "-./";

/* Lines of overworld.ys. */
static const char take_memories[] = "techmap -map overworld_memory.v",
                  make_latches[] = "techmap -map overworld_store.v";

bool is_verilog(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".v") == 0 || strcmp(dot, ".sv") == 0);
}

static bool is_safe(const char *path)
{
    return *path != '-' && strspn(path, safe) == strlen(path);
}

/* The folder for temporary files. Yosys and abc need a path without spaces. */
static const char *temporary_root(void)
{
    const char *folder = getenv("TMPDIR");
    char root[4];
    bool is_usable = folder && below_is_absolute(folder) && is_safe(below_root(folder, root)) &&
                     strlen(folder) < FOLDER_PATH / 2;
    return is_usable ? folder : "/tmp";
}

static int cannot_write(const char *path)
{
    complain("%s: cannot be written: %s", path, strerror(errno));
    return EXIT_FILES;
}

/* Notes a path, so that a signal removes it too. Returns false after a message. */
static bool note_path(const char *path)
{
    if (temporary_note_path(path))
        return true;
    complain("%s: too many temporary files", path);
    return false;
}

/* Makes the path of a file in the folder. Returns false after a message. */
static bool name_file(struct synthesis *synthesis, const char *name, char path[TEMPORARY_PATH])
{
    snprintf(path, TEMPORARY_PATH, "%s/%s", synthesis->folder, name);
    return note_path(path);
}

static FILE *open_file(struct synthesis *synthesis, const char *name)
{
    char path[TEMPORARY_PATH];
    FILE *file = NULL;
    if (name_file(synthesis, name, path) && !(file = fopen(path, "wx")))
        cannot_write(path);
    return file;
}

static int close_file(struct synthesis *synthesis, FILE *file, const char *name)
{
    char path[TEMPORARY_PATH];
    bool failed = ferror(file) != 0;
    snprintf(path, sizeof path, "%s/%s", synthesis->folder, name);
    return fclose(file) == 0 && !failed ? EXIT_FINE : cannot_write(path);
}

static bool begins_with(const char *line, size_t size, const char *start)
{
    size_t length = strlen(start);
    return size > length && memcmp(line, start, length) == 0;
}

/* Omits gates with too many inputs for abc. Latches of memories need ANDs with four inputs: without
 * these, memories become flip-flops. */
static bool is_omitted(const struct synthesis *synthesis, const char *line, size_t size)
{
    static const char gate[] = "GATE ow_and";
    if (begins_with(line, size, gate))
        return (unsigned long long)(line[sizeof gate - 1] - '0') > synthesis->and_inputs;
    return begins_with(line, size, take_memories) && !synthesis->has_rams &&
           synthesis->and_inputs < MOST_AND_INPUTS;
}

/* Writes what makes RAMs of a mod in place of a line of the script. Returns false for another
 * line. */
static bool put_rams(const char *line, size_t size, char *instead, size_t room)
{
    if (begins_with(line, size, take_memories))
        snprintf(instead, room, "techmap -D RAMS_OF_MOD -map overworld_memory.v\n");
    else if (begins_with(line, size, make_latches))
        snprintf(instead, room, "techmap -map overworld_ram.v\n");
    else
        return false;
    return true;
}

/* In the script, names of files that come with Overworld get their folder. */
static void write_line(const struct synthesis *synthesis, FILE *file, const char *line, size_t size)
{
    static const char name[] = " overworld";
    enum { NAME = sizeof name - 1 };
    char instead[64];
    if (is_omitted(synthesis, line, size))
        return;
    if (synthesis->has_rams && put_rams(line, size, instead, sizeof instead)) {
        line = instead;
        size = strlen(instead);
    }
    for (size_t i = 0; i < size; i++) {
        bool is_name = line[0] != '#' && size - i > NAME && memcmp(line + i, name, NAME) == 0;
        if (is_name)
            fprintf(file, " %s/", synthesis->folder);
        else
            putc(line[i], file);
    }
}

static int write_embedded(struct synthesis *synthesis, const struct embedded *embedded)
{
    FILE *file = open_file(synthesis, embedded->name);
    if (!file)
        return EXIT_FILES;
    const char *text = (const char *)embedded->text;
    for (size_t at = 0, end; at < embedded->size; at = end) {
        const char *newline = memchr(text + at, '\n', embedded->size - at);
        end = newline ? (size_t)(newline - text) + 1 : embedded->size;
        write_line(synthesis, file, text + at, end - at);
    }
    return close_file(synthesis, file, embedded->name);
}

static int make_folder(struct synthesis *synthesis)
{
    snprintf(synthesis->folder, sizeof synthesis->folder, "%s/overworld-XXXXXX", temporary_root());
    if (!mkdtemp(synthesis->folder)) {
        synthesis->folder[0] = '\0';
        return cannot_write(temporary_root());
    }
    return note_path(synthesis->folder) ? EXIT_FINE : EXIT_FILES;
}

/* Makes a link with that name in the folder. Returns false after a message. */
static bool make_link(struct synthesis *synthesis, const char *target, const char *name,
                      char link[TEMPORARY_PATH])
{
    if (!name_file(synthesis, name, link))
        return false;
    if (symlink(target, link) == 0)
        return true;
    cannot_write(link);
    return false;
}

/* Makes a link to a file whose name Yosys would not accept, and one to its folder, for `include. */
static int link_file(struct synthesis *synthesis, const char *path, int number, FILE *script,
                     char link[TEMPORARY_PATH])
{
    char name[32], target[PATH_MAX];
    if (!realpath(path, target)) {
        complain("%s: cannot be opened: %s", path, strerror(errno));
        return EXIT_FILES;
    }
    snprintf(name, sizeof name, "folder%d", number);
    char *slash = strrchr(target, '/'), after = slash[1];
    slash[1] = '\0';
    bool linked = make_link(synthesis, target, name, link);
    slash[1] = after;
    fprintf(script, "verilog_defaults -add -I%s\n", link);
    snprintf(name, sizeof name, "design%d%s", number, strrchr(path, '.'));
    return linked && make_link(synthesis, target, name, link) ? EXIT_FINE : EXIT_FILES;
}

/* Other files are read at their own paths, so that they find their includes. */
static int write_reading(struct synthesis *synthesis, FILE *script)
{
    const struct arguments *arguments = synthesis->arguments;
    for (int i = 0; i < arguments->operand_count; i++) {
        const char *path = arguments->operands[i];
        char link[TEMPORARY_PATH];
        int status = is_safe(path) ? EXIT_FINE : link_file(synthesis, path, i, script, link);
        if (status != EXIT_FINE)
            return status;
        fprintf(script, "read_verilog%s %s\n", strcmp(strrchr(path, '.'), ".sv") == 0 ? " -sv" : "",
                is_safe(path) ? path : link);
    }
    return EXIT_FINE;
}

/* Whether text is a Verilog name that is safe in a script. */
static bool is_name(const char *text, size_t size)
{
    return size > 0 && strspn(text, letters) >= size && (text[0] < '0' || text[0] > '9');
}

/* Whether text is a Verilog number, such as 3, -1 or 8'hff, or a word. None of its characters is
 * special in a script. */
static bool is_value(const char *text)
{
    const char *at = text + (*text == '-');
    bool is_fine = *at != '\0';
    for (; is_fine && *at; at++)
        is_fine = strchr(letters, *at) || *at == '\'' || *at == '.';
    return is_fine;
}

/* Writes --param NAME=VALUE. A value that is not a number is a string. */
static bool write_parameter(FILE *script, const char *parameter, const char *top)
{
    const char *equals = strchr(parameter, '=');
    if (!equals || !is_name(parameter, (size_t)(equals - parameter)) || !is_value(equals + 1)) {
        complain("--param takes NAME=VALUE, such as WIDTH=8 or MASK=8'hf0, not \"%s\"", parameter);
        return false;
    }
    const char *value = equals + 1;
    bool is_number = (*value >= '0' && *value <= '9') || *value == '-';
    fprintf(script, is_number ? "chparam -set %.*s %s %s\n" : "chparam -set %.*s \"%s\" %s\n",
            (int)(equals - parameter), parameter, value, top);
    return true;
}

static int write_top(const struct synthesis *synthesis, FILE *script)
{
    const char *top = option_value(synthesis->arguments, "top"), *parameter;
    if (top && !is_name(top, strlen(top))) {
        complain("--top takes the name of a module, not \"%s\"", top);
        return EXIT_USAGE;
    }
    for (int i = 0; (parameter = option_value_at(synthesis->arguments, "param", i)); i++) {
        if (!top) {
            complain("--param needs --top, which names the module that the parameter belongs to");
            return EXIT_USAGE;
        }
        if (!write_parameter(script, parameter, top))
            return EXIT_USAGE;
    }
    if (top)
        fprintf(script, "hierarchy -check -top %s\n", top);
    else
        fputs("hierarchy -check -auto-top\n", script);
    return EXIT_FINE;
}

static int write_script(struct synthesis *synthesis)
{
    FILE *script = open_file(synthesis, "build.ys");
    if (!script)
        return EXIT_FILES;
    int status = write_reading(synthesis, script);
    if (status == EXIT_FINE)
        status = write_top(synthesis, script);
    fprintf(script, "script %s/overworld.ys\nwrite_json %s/netlist.json\n", synthesis->folder,
            synthesis->folder);
    int closed = close_file(synthesis, script, "build.ys");
    return status == EXIT_FINE ? closed : status;
}

/* Reports a file that cannot be read. Yosys would not say which of several it is. */
static int check_files(const struct arguments *arguments)
{
    for (int i = 0; i < arguments->operand_count; i++) {
        struct input input;
        if (!is_verilog(arguments->operands[i])) {
            complain("%s: not a Verilog file (.v or .sv); of several files, all must be Verilog",
                     arguments->operands[i]);
            return EXIT_USAGE;
        }
        int status = open_other_file(arguments->operands[i], &input);
        close_input(&input);
        if (status != EXIT_FINE)
            return status;
    }
    return EXIT_FINE;
}

bool read_and_inputs(const struct arguments *arguments, unsigned long long *and_inputs)
{
    *and_inputs = MOST_AND_INPUTS;
    if (!option_number(arguments, "and-inputs", and_inputs))
        return false;
    if (*and_inputs >= 2 && *and_inputs <= MOST_AND_INPUTS)
        return true;
    complain("--and-inputs takes 2, 3 or 4, not %llu", *and_inputs);
    return false;
}

/* Reads --memory. */
static bool read_memory(const struct arguments *arguments, bool *has_rams)
{
    const char *word = option_value(arguments, "memory");
    *has_rams = word && strcmp(word, "mod") == 0;
    if (!word || *has_rams || strcmp(word, "latches") == 0)
        return true;
    complain("--memory takes latches or mod, not \"%s\"%s", word,
             did_you_mean("", word, "latches mod"));
    return false;
}

int synthesise(const struct arguments *arguments, struct input *netlist)
{
    struct synthesis synthesis = {.arguments = arguments};
    char path[TEMPORARY_PATH];
    if (!read_and_inputs(arguments, &synthesis.and_inputs) ||
        !read_memory(arguments, &synthesis.has_rams))
        return EXIT_USAGE;
    int status = check_files(arguments);
    if (status == EXIT_FINE)
        status = make_folder(&synthesis);
    for (size_t i = 0; status == EXIT_FINE && embedded_circuits[i].name; i++)
        status = write_embedded(&synthesis, &embedded_circuits[i]);
    if (status == EXIT_FINE)
        status = write_script(&synthesis);
    if (status == EXIT_FINE)
        status = name_file(&synthesis, "netlist.json", path) ? run_yosys(&synthesis) : EXIT_FILES;
    if (status == EXIT_FINE && access(path, F_OK) != 0) {
        complain("Yosys reported no error but wrote no netlist");
        status = EXIT_FILES;
    }
    if (status == EXIT_FINE)
        status = open_other_file(path, netlist);
    temporary_remove_paths();
    return status;
}
