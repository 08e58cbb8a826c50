/* Any bytes: every way of reading them ends cleanly and agrees with the others; what reads is
 * written back byte for byte, through records and through JSON, and converts. */
#include "fuzz.h"

static ow_visit pass(void *context, const ow_event *event)
{
    uint64_t *last = context;
    PROMISE(event->offset + event->size >= event->offset);
    *last = event->offset + event->size;
    return event->index % 7 == 3 ? OW_SKIP : OW_GO_ON;
}

static void pass_issue(void *context, const ow_issue *issue)
{
    const size_t *size = context;
    PROMISE(issue->offset <= *size && issue->size <= *size - issue->offset);
    PROMISE(issue->message[0] && (issue->pointer[0] == '/' || !issue->pointer[0]));
}

static void walk(const uint8_t *data, size_t size, bool reads)
{
    ow_error error = {0};
    uint64_t last = 0;
    ow_status status = ow_trace(data, size, NULL, pass, &last, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == reads && last <= size);
    for (int whole = 0; whole < 2; whole++) {
        status = ow_summarise(data, size, NULL, whole, pass, &last, &error);
        expect_clean(status, &error, size);
        PROMISE(status == OW_OK || !reads);
    }
    ow_check_totals totals;
    ow_check_options check = {.issue = pass_issue, .issue_context = &size, .max_issues = 200};
    status = ow_check(data, size, NULL, &check, &totals, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == reads);
}

static void stream(const uint8_t *data, size_t size, bool reads)
{
    ow_blotter_reader *reader;
    const ow_blotter_component *component = NULL;
    const ow_blotter_wire *wire = NULL;
    ow_error error = {0};
    ow_status status = ow_blotter_reader_open(data, size, NULL, &reader, &error);
    while (status == OW_OK &&
           (status = ow_blotter_next_component(reader, &component, &error)) == OW_OK && component)
        PROMISE(ow_blotter_record_offset(reader) < size);
    while (status == OW_OK && (status = ow_blotter_next_wire(reader, &wire, &error)) == OW_OK &&
           wire)
        PROMISE(ow_blotter_record_offset(reader) < size);
    if (status == OW_OK)
        status = ow_blotter_reader_finish(reader, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == reads);
    ow_blotter_reader_close(reader);
}

static void through_json(const uint8_t *data, size_t size)
{
    struct collected json = {0};
    ow_sink sink = {&json, collect};
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    PROMISE(ow_to_json(data, size, NULL, &sink, &error) == OW_OK);
    PROMISE(ow_from_json((const char *)json.data, json.size, NULL, &document, &error) == OW_OK);
    PROMISE(write_document(&document, &buffer) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, data, size));
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
    free(json.data);
}

static void convert(const ow_document *document)
{
    for (unsigned version = document->format->oldest_written;
         version <= document->format->newest_version; version++) {
        ow_document converted, again;
        ow_buffer buffer = {0};
        ow_error error = {0};
        ow_target target = {.has_version = true, .version = version};
        ow_status status = ow_convert(document, &target, NULL, NULL, NULL, &converted, &error);
        expect_clean(status, &error, SIZE_MAX);
        if (status == OW_OK && write_document(&converted, &buffer) == OW_OK) {
            PROMISE(ow_open(buffer.data, buffer.size, NULL, &again, &error) == OW_OK);
            ow_close(&again);
        }
        ow_buffer_free(&buffer, NULL);
        ow_close(&converted);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document document;
    ow_error error = {0};
    ow_status status = ow_open(data, size, NULL, &document, &error);
    expect_clean(status, &error, size);
    walk(data, size, status == OW_OK);
    stream(data, size, status == OW_OK);
    if (status == OW_OK) {
        ow_buffer buffer = {0};
        PROMISE(write_document(&document, &buffer) == OW_OK);
        PROMISE(same_bytes(buffer.data, buffer.size, data, size));
        ow_buffer_free(&buffer, NULL);
        through_json(data, size);
        convert(&document);
    }
    ow_close(&document);
    return 0;
}
