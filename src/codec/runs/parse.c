/* JSON text into records. */
#include "run.h"

#include "../parse.h"

#include FORMAT_LAYOUT

#include "records.h"

/* Lists of numbers have no lanes. */
#define NOTHING(number, pointer, type, call)

/* The layouts of records name `record`, which is the item itself. */
#define record (*item_)
#define PARSE(number, pointer, type, call)                                                         \
    case number:                                                                                   \
        for (; item_size == sizeof(type) && index_ < end && go_on(c, index_); index_++) {          \
            type *item_ = (type *)items + index_;                                                  \
            RUN_ITEM(c, call);                                                                     \
        }                                                                                          \
        break;

static uint32_t parse_records(struct codec *c, unsigned kind, const void *document, void *items,
                              size_t item_size, uint32_t first, uint32_t end)
{
    const DOCUMENT *v = document;
    uint32_t index_ = first;
    (void)c, (void)v, (void)items, (void)item_size, (void)end;
    switch (kind) {
        RECORDS(PARSE, NOTHING)
    default:
        break;
    }
    return index_ - first;
}
#undef PARSE
#undef record

ow_status RUN(parse)(const struct json_text *text, struct record_runs *reused,
                     const ow_options *options, struct arena *arena, void *read, ow_error *error)
{
    const struct parse_lanes lanes = {
        .parse_records = parse_records,
        .record_pointer = RUN(record_pointer),
        .document = read,
        .document_size = sizeof(DOCUMENT),
    };
    struct codec codec = {
        .cursor = {.begin = text->data, .at = text->data, .end = text->data + text->size},
        .arena = arena,
        .options = options,
        .reused = reused,
        .lanes = pool_threads(options) > 1 ? &lanes : NULL,
    };
    begin_document(&codec);
    document(&codec, read);
#ifdef SAVES_ARE_FOLDERS
    skip_folder(&codec);
#endif
    end_document(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}
