/* Any bytes mended: what comes out reads, has no error where the repair may lose something, and
 * gives nothing more to mend. */
#include "fuzz.h"

static void count_error(void *context, const ow_issue *issue)
{
    if (issue->code->severity == OW_SEVERITY_ERROR)
        ++*(unsigned *)context;
}

static ow_status mend(const uint8_t *data, size_t size, bool lossy, ow_buffer *buffer,
                      ow_repair_totals *totals)
{
    ow_repair_options options = {.lossy = lossy};
    ow_document document;
    ow_error error = {0};
    ow_status status = ow_repair(data, size, NULL, &options, &document, totals, &error);
    expect_clean(status, &error, size);
    PROMISE((status == OW_OK) == (document.format != NULL));
    if (status == OW_OK)
        PROMISE(write_document(&document, buffer) == OW_OK);
    ow_close(&document);
    return status;
}

static void mend_all(const uint8_t *data, size_t size)
{
    ow_buffer mended = {0}, again = {0};
    ow_repair_totals totals = {0};
    if (mend(data, size, true, &mended, &totals) == OW_OK) {
        unsigned errors = 0;
        ow_check_options check = {.issue = count_error, .issue_context = &errors};
        PROMISE(ow_check(mended.data, mended.size, NULL, &check, NULL, NULL) == OW_OK);
        PROMISE(errors == 0);
        PROMISE(totals.fixed > 0 || same_bytes(mended.data, mended.size, data, size));
        PROMISE(mend(mended.data, mended.size, true, &again, &totals) == OW_OK);
        PROMISE(totals.fixed == 0 && same_bytes(mended.data, mended.size, again.data, again.size));
    }
    ow_buffer_free(&mended, NULL);
    ow_buffer_free(&again, NULL);
}

/* What loses nothing is done to what reads alone. */
static void mend_safely(const uint8_t *data, size_t size)
{
    ow_buffer mended = {0};
    ow_repair_totals totals = {0};
    ow_document document;
    bool reads = ow_open(data, size, NULL, &document, NULL) == OW_OK;
    ow_status status = mend(data, size, false, &mended, &totals);
    PROMISE((status == OW_OK) == reads);
    if (reads)
        PROMISE(totals.fixed > 0 || same_bytes(mended.data, mended.size, data, size));
    ow_buffer_free(&mended, NULL);
    ow_close(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mend_safely(data, size);
    mend_all(data, size);
    return 0;
}
