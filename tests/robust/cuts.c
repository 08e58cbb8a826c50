/* Every file cut short, at every byte where it is small: a clean error each time, the same one
 * whichever way the file is read. Where a list goes on to the end of the file, a cut between two of
 * its records is a file of its own. */
#include "harness.h"

/* How a file is read, and where it could end. */
struct shape {
    struct bytes variant;      /* the values that take no bytes: what a reader had to find out */
    struct bytes ends;         /* offsets, of 32 bits each */
    unsigned depth, open_list; /* the depth of a list that goes on to the end, 0: none */
};

static ow_visit note_shape(void *context, const ow_event *event)
{
    struct shape *shape = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    if (event->kind == OW_BEGIN_ARRAY && event->count == OW_UP_TO_THE_END) {
        shape->open_list = shape->depth + 1;
        put_u32(&shape->ends, (uint32_t)event->offset);
    }
    shape->depth += begins;
    shape->depth -= ends;
    if (event->kind == OW_END_OBJECT && shape->open_list > 0 && shape->depth == shape->open_list)
        put_u32(&shape->ends, (uint32_t)(event->offset + event->size));
    if (event->kind == OW_VALUE && event->type == OW_TEXT && event->size == 0 &&
        shape->open_list == 0)
        put_raw(&shape->variant, event->value.text.data, event->value.text.size);
    return OW_GO_ON;
}

static struct shape shape_of(const void *data, size_t size)
{
    struct shape shape = {0};
    ow_error error;
    ow_trace(data, size, NULL, note_shape, &shape, &error);
    return shape;
}

static void shape_free(struct shape *shape)
{
    bytes_free(&shape->variant);
    bytes_free(&shape->ends);
}

static bool may_end_at(const struct shape *shape, size_t size)
{
    for (size_t i = 0; i < shape->ends.size; i += 4) {
        struct bytes end = {0};
        put_u32(&end, (uint32_t)size);
        bool same = memcmp(shape->ends.data + i, end.data, 4) == 0;
        bytes_free(&end);
        if (same)
            return true;
    }
    return false;
}

/* A cut that reads: it ends where the file could end, or it is read in another way than the
 * file. */
static void judge_variant(const struct shape *whole, const uint8_t *cut, size_t size)
{
    struct shape shape = shape_of(cut, size);
    struct bytes written = {0};
    ow_error error = {0};
    bool same = shape.variant.size == whole->variant.size &&
                (shape.variant.size == 0 ||
                 memcmp(shape.variant.data, whole->variant.data, shape.variant.size) == 0);
    if (same && !may_end_at(whole, size))
        broken("%zu bytes read as if they were all", size);
    if (deed_open(cut, size, NULL, &written, &error) != OW_OK || written.size != size ||
        (size > 0 && memcmp(written.data, cut, size) != 0))
        broken("%zu bytes read, but are written otherwise", size);
    bytes_free(&written);
    shape_free(&shape);
}

static void at_cut(const struct test_file *file, const struct shape *whole, size_t size)
{
    uint8_t *cut = exact_copy(file->data, size);
    ow_status of_open = OW_OK;
    /* The last deed, convert, does nothing more than open does. */
    for (const struct named_deed *way = deeds; way->act != deed_convert; way++) {
        struct bytes result = {0};
        ow_error error = {0};
        ow_status status = way->act(cut, size, NULL, &result, &error);
        if (way == deeds)
            of_open = status;
        if (status != of_open && way->act != deed_stream)
            broken("%s of %zu bytes: %s, open: %s", way->name, size, ow_status_name(status),
                   ow_status_name(of_open));
        else if (status != OW_OK &&
                 (error.status != status || error.offset > size || !*error.message))
            broken("%s of %zu bytes: %s at %llu: \"%s\"", way->name, size,
                   ow_status_name(error.status), (unsigned long long)error.offset, error.message);
        bytes_free(&result);
    }
    if (of_open == OW_OK)
        judge_variant(whole, cut, size);
    free(cut);
}

/* Where a file's own bytes end: before a break, before what stands behind its footer. */
static size_t own_end(const struct test_file *file)
{
    struct bytes result = {0};
    ow_error error = {0};
    size_t end = file->size;
    ow_document document;
    if (deed_open(file->data, file->size, NULL, &result, &error) != OW_OK)
        end = (size_t)error.offset;
    if (ow_open(file->data, file->size, NULL, &document, &error) == OW_OK &&
        strcmp(document.format->name, "blotter") == 0)
        end -= document.as.blotter->trailing.size;
    ow_close(&document);
    bytes_free(&result);
    return end;
}

static void cuts(const struct test_file *file)
{
    /* Each cut reads what is left of the file, so large ones get fewer; samples get all. */
    enum { EVERY_BYTE_TO = 2500, BYTES_IN_ALL = 6000000 };
    size_t end = own_end(file), step = 1;
    struct shape whole = shape_of(file->data, file->size);
    uint64_t *places = places_of_bytes(file->data, file->size);
    if (file->size > EVERY_BYTE_TO)
        step = file->size / (BYTES_IN_ALL / file->size) | 1;
    for (size_t size = 0; size < end; size += step)
        if (is_worth_trying(places[size], 6, size))
            at_cut(file, &whole, size);
    free(places);
    shape_free(&whole);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "cut short", 0, cuts);
}
