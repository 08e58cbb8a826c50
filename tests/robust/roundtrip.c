/* Every file is written back as it was read, through records and through JSON; every way of
 * variant it comes to the same end; every version and variant that it is converted to reads. */
#include "harness.h"

static void compare(const char *what, const struct bytes *found, const void *data, size_t size)
{
    size_t at = 0;
    while (at < size && at < found->size && found->data[at] == ((const uint8_t *)data)[at])
        at++;
    if (found->size != size || at < size)
        broken("%s: %zu bytes instead of %zu, other from byte %zu on", what, found->size, size, at);
}

static void same_end(const struct test_file *file, ow_status expected)
{
    for (const struct named_deed *way = deeds; way->name; way++) {
        struct bytes result = {0};
        ow_error error = {0};
        ow_status status = way->act(file->data, file->size, NULL, &result, &error);
        if (status != expected)
            broken("%s: %s instead of %s: %s", way->name, ow_status_name(status),
                   ow_status_name(expected), error.message);
        bytes_free(&result);
    }
}

static void through_json(const struct test_file *file)
{
    struct bytes json = {0}, back = {0}, again = {0};
    ow_error error = {0};
    if (deed_to_json(file->data, file->size, NULL, &json, &error) != OW_OK)
        broken("to JSON: %s", error.message);
    uint8_t *text = exact_copy(json.data, json.size);
    if (deed_from_json(text, json.size, NULL, &back, &error) != OW_OK)
        broken("from JSON: %s at %s", error.message, error.pointer);
    compare("from JSON", &back, file->data, file->size);
    if (deed_to_json(back.data, back.size, NULL, &again, &error) != OW_OK)
        broken("to JSON again: %s", error.message);
    compare("JSON", &again, json.data, json.size);
    free(text);
    bytes_free(&json);
    bytes_free(&back);
    bytes_free(&again);
}

static void through_target(const ow_document *document, const ow_target *target)
{
    const char *variant = target->variant ? target->variant : "no variant";
    ow_document converted;
    ow_buffer buffer = {0};
    struct bytes back = {0};
    ow_error error = {0};
    ow_status status = ow_convert(document, target, NULL, NULL, NULL, &converted, &error);
    if (status == OW_OK)
        status = ow_write_buffer(&converted, NULL, &buffer, &error);
    if (status == OW_BAD_ARGUMENT && target->variant && *error.message)
        ; /* not every version has every variant */
    else if (status != OW_OK)
        broken("to version %u, %s: %s", target->version, variant, error.message);
    else if (deed_open(buffer.data, buffer.size, NULL, &back, &error) != OW_OK)
        broken("version %u, %s, does not read: %s", target->version, variant, error.message);
    else
        compare("converted", &back, buffer.data, buffer.size);
    ow_close(&converted);
    ow_buffer_free(&buffer, NULL);
    bytes_free(&back);
}

static void through_versions(const struct test_file *file)
{
    ow_document document;
    ow_error error = {0};
    if (ow_open(file->data, file->size, NULL, &document, &error) != OW_OK)
        return;
    const ow_format *format = document.format;
    ow_target target = {.has_version = true};
    for (target.version = format->oldest_written; target.version <= format->newest_version;
         target.version++) {
        target.variant = NULL;
        through_target(&document, &target);
        for (size_t i = 0; (target.variant = format->variants[i]); i++)
            through_target(&document, &target);
    }
    ow_close(&document);
}

static void roundtrip(const struct test_file *file)
{
    struct bytes written = {0};
    ow_error error = {0};
    ow_status status = deed_open(file->data, file->size, NULL, &written, &error);
    if (status == OW_OK) {
        compare("written", &written, file->data, file->size);
        through_json(file);
        through_versions(file);
    } else if (!*error.message || error.offset > file->size) {
        broken("an error at %llu says \"%s\"", (unsigned long long)error.offset, error.message);
    }
    same_end(file, status);
    bytes_free(&written);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "written back byte for byte", 0, roundtrip);
}
