/* The input of calls that work on any format: a file, or a document as its file. */
#include "input.h"

#include "../base/error.h"

#include <string.h>

/* Files that users pass instead of a world: worlds are compressed for sending. */
static const struct {
    uint8_t size;
    uint8_t bytes[6]; /* at the start of a file */
    const char *kind, *unpack;
} packed_kinds[] = {
    {2, {0x1f, 0x8b}, "compressed with gzip", "gunzip"},
    {4, {'P', 'K', 3, 4}, "a zip archive", "unzip"},
    {4, {'P', 'K', 5, 6}, "an empty zip archive", "unzip"},
    {4, {0x28, 0xb5, 0x2f, 0xfd}, "compressed with zstd", "unzstd"},
    {6, {0xfd, '7', 'z', 'X', 'Z', 0}, "compressed with xz", "unxz"},
    {4, {'B', 'Z', 'h', '9'}, "compressed with bzip2", "bunzip2"},
    {6, {'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}, "a 7-Zip archive", "7z x"},
    {6, {'R', 'a', 'r', '!', 0x1a, 7}, "a RAR archive", "unrar"},
};

static bool is_packed(const void *bytes, size_t size, ow_error *error)
{
    for (size_t i = 0; i < sizeof packed_kinds / sizeof *packed_kinds; i++) {
        if (size < packed_kinds[i].size ||
            memcmp(bytes, packed_kinds[i].bytes, packed_kinds[i].size) != 0)
            continue;
        error_set(error, OW_UNKNOWN_FORMAT, 0, NULL,
                  "this is %s; unpack it first, for example with %s", packed_kinds[i].kind,
                  packed_kinds[i].unpack);
        return true;
    }
    return false;
}

/* Recognises a JSON object, as a world's JSON is. */
static bool is_json(const char *text, size_t size)
{
    size_t at = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    bool begins = false;
    for (; at < size; at++) {
        if (text[at] == '{' && !begins)
            begins = true;
        else if (text[at] != ' ' && text[at] != '\t' && text[at] != '\r' && text[at] != '\n')
            return begins && (text[at] == '"' || text[at] == '}');
    }
    return false;
}

static ow_status unknown_format(const void *bytes, size_t size, ow_error *error)
{
    uint64_t offset;
    if (size == 0)
        return error_set(error, OW_UNKNOWN_FORMAT, 0, NULL, "the file is empty");
    if (is_packed(bytes, size, error))
        return OW_UNKNOWN_FORMAT;
    if (is_json(bytes, size))
        return error_set(error, OW_UNKNOWN_FORMAT, 0, NULL,
                         "this is JSON, which games cannot open; make a world of it first, for "
                         "example with overworld convert");
    const struct format_row *row = format_row_behind(bytes, size, &offset);
    if (row)
        return error_set(error, OW_UNKNOWN_FORMAT, offset, NULL,
                         "a %s begins only at byte %llu; remove the bytes before it, for example "
                         "with tail -c +%llu",
                         row->about.title, (unsigned long long)offset,
                         (unsigned long long)offset + 1);
    return error_set(error, OW_UNKNOWN_FORMAT, 0, NULL,
                     "this is not a known game world: its first bytes match no format");
}

/* Opens a file as the options say. */
ow_status input_open(struct input *input, const void *bytes, size_t size, const ow_options *options,
                     ow_error *error)
{
    error_clear(error);
    input->written = (ow_buffer){0};
    if (!bytes && size > 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing bytes to read: the pointer is NULL");
    const char *name = options ? options->format : NULL;
    input->row = name ? format_row_by_name(name) : format_row_of_bytes(bytes, size);
    if (name && !input->row)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "unknown format \"%s\"", name);
    if (!input->row)
        return unknown_format(bytes, size, error);
    return driver_open(input->row, bytes, size, options, &input->file, &input->preset, error);
}

ow_status document_missing(ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                     "missing document, contents or format: a pointer is NULL, or the format is "
                     "not from this library");
}

bool document_is_there(const ow_document *document)
{
    return document && format_is_ours(document->format) && document->as.any;
}

ow_status input_open_document(struct input *input, const ow_document *document,
                              const ow_options *options, ow_error *error)
{
    error_clear(error);
    input->written = (ow_buffer){0};
    if (!document_is_there(document))
        return document_missing(error);
    input->row = format_row_of(document->format);
    return driver_open_document(input->row, document->as.any, options, &input->written,
                                &input->file, &input->preset, error);
}

void input_close(struct input *input, const ow_options *options)
{
    ow_buffer_free(&input->written, options);
}

ow_status input_trace(struct input *input, ow_visitor visit, void *context, ow_error *error)
{
    return input->row->trace(&input->file, visit, context, error);
}

/* The result of calls that make a document. */
ow_status result_open(ow_document *document, ow_error *error)
{
    error_clear(error);
    if (!document)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "missing output for the document: the pointer is NULL");
    *document = (ow_document){0};
    return OW_OK;
}

ow_status result_keep(const struct format_row *row, ow_status status, ow_document *document)
{
    document->format = status == OW_OK ? &row->about : NULL;
    return status;
}

ow_status format_has_no(const struct format_row *row, const char *what, ow_error *error)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a %s has no %s", row->about.title, what);
}

ow_status format_outcome(const struct format_row *row, ow_status status, const char *what,
                         ow_error *error)
{
    return status == FORMAT_HAS_NONE ? format_has_no(row, what, error) : status;
}
