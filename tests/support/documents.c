/* Documents of any format as JSON text: what tests of conversions and changes compare. */
#include "documents.h"

#include "bytes.h"
#include "test.h"

static void exchange_quotes(char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] == '\'' ? '"' : text[i] == '"' ? '\'' : text[i];
}

ow_document document_of_json(const char *json)
{
    ow_document document;
    ow_error error = {0};
    if (ow_from_json(json, strlen(json), NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    return document;
}

ow_document document_of(const char *text)
{
    char *copy = strdup(text);
    exchange_quotes(copy, strlen(copy));
    ow_document document = document_of_json(copy);
    free(copy);
    return document;
}

/* Line ends and the blanks that indent become one blank, none behind an opening bracket. */
static size_t join_lines(char *text, size_t size)
{
    size_t kept = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] != '\n') {
            text[kept++] = text[i];
            continue;
        }
        while (i + 1 < size && text[i + 1] == ' ')
            i++;
        bool opened = kept > 0 && (text[kept - 1] == '[' || text[kept - 1] == '{');
        bool closes = i + 1 >= size || text[i + 1] == ']' || text[i + 1] == '}';
        if (!opened && !closes)
            text[kept++] = ' ';
    }
    return kept;
}

char *text_of(const ow_document *document)
{
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_buffer bytes = {0};
    ow_error error = {0};
    if (ow_write_buffer(document, NULL, &bytes, &error) != OW_OK ||
        ow_to_json(bytes.data, bytes.size, NULL, &sink, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    ow_buffer_free(&bytes, NULL);
    json.size = join_lines((char *)json.data, json.size);
    exchange_quotes((char *)json.data, json.size);
    put_u8(&json, 0);
    return (char *)json.data;
}

void note_warning(void *context, const char *pointer, const char *message)
{
    struct warnings *warnings = context;
    size_t used = strlen(warnings->text);
    snprintf(warnings->text + used, sizeof warnings->text - used, "%s %s\n", pointer, message);
}

ow_document converted_to(const ow_document *document, const ow_target *target,
                         struct warnings *warnings)
{
    ow_document converted;
    ow_error error = {0};
    *warnings = (struct warnings){0};
    if (ow_convert(document, target, NULL, note_warning, warnings, &converted, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    return converted;
}

void assert_has(const ow_document *document, const char *fragment, bool expected)
{
    char *text = text_of(document);
    if ((strstr(text, fragment) != NULL) != expected)
        ROW_FAILED("%s %s in\n%s\n", fragment, expected ? "is not" : "is", text);
    free(text);
}
