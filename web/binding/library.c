/* The library: its version, its formats, the codes of their issues, their schemas and fields. */
#include "calls.h"

EXPORTED const char *web_version(void)
{
    return ow_version();
}

/* The name of the format of bytes; "" if it is unknown. */
EXPORTED const char *web_identify(const uint8_t *bytes, size_t size)
{
    const ow_format *format = ow_identify(bytes, size);
    return format ? format->name : "";
}

static void add_names(ow_json_writer *writer, const char *name, const char *const *names)
{
    json_begin_array(writer, name);
    for (; names && *names; names++)
        json_add_string(writer, NULL, *names);
    json_end_array(writer);
}

static void add_codes(ow_json_writer *writer, const char *name, const ow_issue_code *code)
{
    json_begin_array(writer, name);
    for (; code && code->code; code++)
        answer_issue_code(writer, code);
    json_end_array(writer);
}

static void add_format(ow_json_writer *writer, const ow_format *format)
{
    json_begin_object(writer, NULL);
    json_add_string(writer, "name", format->name);
    json_add_string(writer, "title", format->title);
    add_names(writer, "extensions", format->extensions);
    add_names(writer, "folder_files", format->folder_files);
    add_names(writer, "variants", format->variants);
    json_add_integer(writer, "oldest_version", format->oldest_version);
    json_add_integer(writer, "newest_version", format->newest_version);
    json_add_integer(writer, "oldest_written", format->oldest_written);
    add_codes(writer, "issue_codes", format->issue_codes);
    add_codes(writer, "folder_codes", format->folder_codes);
    json_end_object(writer);
}

EXPORTED int web_formats(void)
{
    ow_json_writer *writer = open_answer();
    if (!writer)
        return (int)last_error()->status;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "formats");
    for (size_t i = 0; ow_format_at(i); i++)
        add_format(writer, ow_format_at(i));
    json_end_array(writer);
    json_end_object(writer);
    return (int)close_answer(writer, OW_OK);
}

/* The answer is a JSON Schema. */
EXPORTED int web_schema(const char *name)
{
    const ow_format *format = ow_format_by_name(name);
    ow_sink sink = answer_sink();
    return (int)(format ? ow_schema(format, NULL, &sink, fresh_error())
                        : refuse(name, "unknown format"));
}
