/* Calls of the public headers in any order: objects that refer to each other are opened, changed,
 * run, stored and closed. See calls.h. */
#include "calls.h"

/* The call whose number is next. So a call that is added takes the place of few others. */
static const struct call *call_of(unsigned number)
{
    for (unsigned i = 0; i < call_count; i++)
        if (calls[i].number >= number)
            return &calls[i];
    return &calls[0];
}

/* The texts; returns where the script begins. */
static const uint8_t *read_texts(struct run *run, const uint8_t *at, const uint8_t *end)
{
    while (at < end && *at != 0) {
        const uint8_t *zero = memchr(at, 0, (size_t)(end - at));
        const uint8_t *next = zero ? zero : end;
        if (run->text_count < MOST_TEXTS)
            run->texts[run->text_count++] = (ow_text){(const char *)at, (size_t)(next - at)};
        at = zero ? zero + 1 : end;
    }
    return at < end ? at + 1 : end;
}

/* Most calls need a world or a file. */
static void open_texts(struct run *run)
{
    for (unsigned i = 0; i < run->text_count; i++) {
        ow_document *document = new_object(sizeof *document, false);
        ow_buffer *buffer = new_object(sizeof *buffer, false);
        bool opened =
            ow_from_json(run->texts[i].data, run->texts[i].size, NULL, document, NULL) == OW_OK;
        bool written = opened && write_document(document, buffer) == OW_OK;
        add_if(run, opened, KIND_ow_document, document, NULL);
        add_if(run, written, KIND_ow_buffer, buffer, NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct run run = {.end = data + size, .tells = getenv("OVERWORLD_TELL") != NULL};
    run.at = read_texts(&run, data, data + size);
    open_texts(&run);
    for (unsigned i = 0; i < MOST_CALLS && run.end - run.at >= 2; i++) {
        unsigned number = run.at[0] | (unsigned)run.at[1] << 8;
        run.at += 2;
        const struct call *call = call_of(number);
        if (run.tells)
            fprintf(stderr, "%s\n", call->name);
        call->make(&run);
    }
    close_all(&run);
    return 0;
}
