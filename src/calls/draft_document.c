/* Turning a draft into a document: parses its JSON, in which untouched records are references. */
#include "draft_document.h"

#include "../base/error.h"

struct making {
    struct draft *draft;
    const struct format_row *row;
    const ow_options *options;
    void **document;
    bool is_misplaced;
};

static ow_status parse(struct making *making, struct draft_runs *runs, ow_error *error)
{
    struct draft *draft = making->draft;
    struct output output;
    ow_buffer text = {0};
    output_to_buffer(&output, making->options, &text);
    bool written = draft_write(draft, draft->root, runs, &output);
    ow_status status = output_close_buffer(&output, &text);
    if (!written)
        *error = draft->error;
    else if (status != OW_OK)
        error_plain(error, status);
    if (written && status == OW_OK) {
        struct record_runs reused = {runs ? runs->runs : NULL, runs ? runs->count : 0, false};
        struct json_text json = {(const char *)text.data, text.size};
        driver_parse_runs(making->row, &json, &reused, making->options, making->document, error);
        making->is_misplaced = reused.is_misplaced;
    }
    ow_buffer_free(&text, making->options);
    return error->status;
}

ow_status draft_document(struct draft *draft, const struct format_row *row,
                         const ow_options *options, void **document, ow_error *error)
{
    struct making making = {draft, row, options, document, false};
    struct draft_runs runs = {0};
    if (draft->error.status != OW_OK) {
        *error = draft->error;
        return error->status;
    }
    ow_status status = parse(&making, draft->has_other_form ? NULL : &runs, error);
    if (making.is_misplaced) {
        error_clear(error);
        status = parse(&making, NULL, error);
    }
    return status;
}
