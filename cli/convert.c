/* overworld convert: between binary, JSON and versions of a format. */
#include "input.h"
#include "output.h"
#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

struct conversion {
    const struct arguments *arguments;
    struct input input;
    ow_document document, converted; /* the second only where the version changes */
    const char *out;
    bool from_json, to_json;
    const ow_format *to_format; /* NULL for JSON, or where the input's own is meant */
    unsigned long long version; /* where --version is given */
};

static bool changes_version(const struct conversion *conversion)
{
    return option_set(conversion->arguments, "version");
}

static const char *extension_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    return dot && (!slash || dot > slash) ? dot + 1 : "";
}

static bool set_target(struct conversion *conversion, const char *name, bool is_extension)
{
    conversion->to_json = strcasecmp(name, "json") == 0;
    if (!conversion->to_json)
        conversion->to_format =
            is_extension ? ow_format_by_extension(name) : ow_format_by_name(name);
    return conversion->to_json || conversion->to_format;
}

/* By --to, by the output's extension, or, where the output has none, to the other side. */
static int choose_target(struct conversion *conversion)
{
    const char *to = option_value(conversion->arguments, "to"), *out = conversion->out;
    if (to && !set_target(conversion, to, false)) {
        complain("--to takes json or the name of a format (blotter), not \"%s\"", to);
        return EXIT_USAGE;
    }
    if (to)
        return EXIT_FINE;
    if (strcmp(out, "-") == 0) {
        conversion->to_json = !conversion->from_json;
        return EXIT_FINE;
    }
    if (option_set(conversion->arguments, "in-place")) {
        conversion->to_json = conversion->from_json;
        return EXIT_FINE;
    }
    if (set_target(conversion, extension_of(out), true))
        return EXIT_FINE;
    complain("%s: its extension does not say what it should be; add --to json or --to blotter",
             out);
    return EXIT_USAGE;
}

/* A folder is no output: which of the files in it is meant, nobody can tell. */
static bool is_folder(const char *path)
{
    struct stat about;
    if (strcmp(path, "-") == 0 || stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return false;
    bool slash = path[strlen(path) - 1] == '/';
    complain("%s: is a folder; name the file in it, such as %s%sdata.logicworld", path, path,
             slash ? "" : "/");
    return true;
}

static int check_terminal(const struct conversion *conversion)
{
    if (conversion->to_json || !isatty(STDOUT_FILENO) || option_set(conversion->arguments, "force"))
        return EXIT_FINE;
    complain(
        "the bytes of a world are nothing for a terminal; name a file as OUT, or add --to json");
    return EXIT_USAGE;
}

/* Nothing that exists is replaced unless the user said so. */
static int check_output(const struct conversion *conversion)
{
    const struct arguments *arguments = conversion->arguments;
    struct stat in, out;
    if (strcmp(conversion->out, "-") == 0)
        return check_terminal(conversion);
    if (option_set(arguments, "in-place") || stat(conversion->out, &out) != 0)
        return EXIT_FINE;
    if (conversion->input.file && stat(conversion->input.file, &in) == 0 &&
        in.st_dev == out.st_dev && in.st_ino == out.st_ino) {
        complain("%s: is the input itself; add --in-place to replace it", conversion->out);
        return EXIT_FILES;
    }
    if (option_set(arguments, "force") || !S_ISREG(out.st_mode))
        return EXIT_FINE;
    complain("%s: exists already; add --force to replace it", conversion->out);
    return EXIT_FILES;
}

static int failed(const struct conversion *conversion, ow_status status, const ow_error *error)
{
    clear_progress();
    complain_of_error(conversion->input.path, error);
    return exit_status_of(status);
}

static int open_document(struct conversion *conversion)
{
    ow_options options = options_with_progress("reading");
    ow_error error = {0};
    const struct input *input = &conversion->input;
    ow_status status = conversion->from_json ? ow_from_json((const char *)input->bytes, input->size,
                                                            &options, &conversion->document, &error)
                                             : ow_open(input->bytes, input->size, &options,
                                                       &conversion->document, &error);
    clear_progress();
    return status == OW_OK ? EXIT_FINE : failed(conversion, status, &error);
}

static void print_warning(void *context, const char *pointer, const char *message)
{
    const struct conversion *conversion = context;
    complain("%s: warning: %s (%s)", conversion->input.path, message, pointer);
}

static int change_version(struct conversion *conversion)
{
    const ow_format *format = conversion->document.format;
    ow_error error = {0};
    if (conversion->to_format && conversion->to_format != format) {
        complain("%s: a %s cannot become a %s", conversion->input.path, format->title,
                 conversion->to_format->title);
        return EXIT_USAGE;
    }
    if (!changes_version(conversion))
        return EXIT_FINE;
    if (conversion->version < format->oldest_written ||
        conversion->version > format->newest_version) {
        complain("%s: version %llu of %s cannot be written; versions %u to %u can",
                 conversion->input.path, conversion->version, format->name, format->oldest_written,
                 format->newest_version);
        return EXIT_USAGE;
    }
    ow_target target = {.has_version = true, .version = (unsigned)conversion->version};
    ow_status status = ow_convert(&conversion->document, &target, NULL, print_warning, conversion,
                                  &conversion->converted, &error);
    return status == OW_OK ? EXIT_FINE : failed(conversion, status, &error);
}

static const ow_document *result_of(const struct conversion *conversion)
{
    return conversion->converted.format ? &conversion->converted : &conversion->document;
}

static ow_status write_json(const struct conversion *conversion, const ow_sink *sink,
                            ow_error *error)
{
    ow_options options = options_with_progress("writing");
    const struct input *input = &conversion->input;
    if (!conversion->from_json && !changes_version(conversion))
        return ow_to_json(input->bytes, input->size, &options, sink, error);
    ow_buffer bytes = {0};
    ow_status status = ow_write_buffer(result_of(conversion), &options, &bytes, error);
    if (status == OW_OK)
        status = ow_to_json(bytes.data, bytes.size, &options, sink, error);
    ow_buffer_free(&bytes, NULL);
    return status;
}

static int write_output(struct conversion *conversion)
{
    struct output_file output;
    int opened = output_file_open(conversion->out, &output);
    if (opened != EXIT_FINE)
        return opened;
    ow_options options = options_with_progress("writing");
    ow_error error = {0};
    ow_status status = conversion->to_json
                           ? write_json(conversion, &output.sink, &error)
                           : ow_write(result_of(conversion), &options, &output.sink, &error);
    clear_progress();
    if (status == OW_OK)
        return output_file_commit(&output);
    output_file_abandon(&output);
    return status == OW_WRITE_FAILED ? EXIT_FILES : failed(conversion, status, &error);
}

static int convert(struct conversion *conversion)
{
    if (is_folder(conversion->out))
        return EXIT_FILES;
    int status = choose_target(conversion);
    if (status == EXIT_FINE)
        status = check_output(conversion);
    /* Binary to JSON is told straight from the bytes; everything else goes through a document. */
    bool needs_document =
        conversion->from_json || !conversion->to_json || changes_version(conversion);
    if (status == EXIT_FINE && needs_document)
        status = open_document(conversion);
    if (status == EXIT_FINE && needs_document)
        status = change_version(conversion);
    return status == EXIT_FINE ? write_output(conversion) : status;
}

int run_convert(const struct arguments *arguments)
{
    struct conversion conversion = {.arguments = arguments};
    bool in_place = option_set(arguments, "in-place");
    if (arguments->operand_count != (in_place ? 1 : 2)) {
        complain(in_place ? "--in-place takes one file, and no OUT; see overworld convert --help"
                          : "needed: IN OUT (or --in-place FILE); see overworld convert --help");
        return EXIT_USAGE;
    }
    if (in_place && strcmp(arguments->operands[0], "-") == 0) {
        complain(
            "--in-place takes a file, which standard input is not; - as OUT is standard output");
        return EXIT_USAGE;
    }
    if (!option_number(arguments, "version", &conversion.version))
        return EXIT_USAGE;
    int status = open_raw_input(arguments->operands[0], &conversion.input);
    const struct input *input = &conversion.input;
    conversion.out = in_place ? input->file : arguments->operands[1];
    if (status == EXIT_FINE) {
        conversion.from_json = looks_like_json(input->bytes, input->size);
        status = convert(&conversion);
    }
    ow_close(&conversion.converted); /* it shares memory with the document */
    ow_close(&conversion.document);
    close_input(&conversion.input);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
