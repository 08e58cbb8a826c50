/* Every file cut short, at every byte where it is small: a clean error each time, the same one
 * whichever way the file is read. */
#include "harness.h"

static void at_cut(const struct file *file, size_t size)
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
        if (status == OW_OK)
            broken("%s reads %zu bytes of %zu", way->name, size, file->size);
        else if (status != of_open && way->act != deed_stream)
            broken("%s of %zu bytes: %s, open: %s", way->name, size, ow_status_name(status),
                   ow_status_name(of_open));
        else if (error.status != status || error.offset > size || !*error.message)
            broken("%s of %zu bytes: %s at %llu: \"%s\"", way->name, size,
                   ow_status_name(error.status), (unsigned long long)error.offset, error.message);
        bytes_free(&result);
    }
    free(cut);
}

static void cuts(const struct file *file)
{
    /* Each cut reads what is left of the file, so large ones get fewer. */
    enum { EVERY_BYTE_TO = 10000, BYTES_IN_ALL = 24000000 };
    struct bytes result = {0};
    ow_error error = {0};
    size_t end = file->size, step = 1;
    /* Of a file that is broken itself, or has bytes behind its footer, what is before the break. */
    if (deed_open(file->data, file->size, NULL, &result, &error) != OW_OK)
        end = (size_t)error.offset;
    ow_document document;
    if (ow_open(file->data, file->size, NULL, &document, &error) == OW_OK)
        end -= document.as.blotter->trailing.size;
    ow_close(&document);
    bytes_free(&result);
    if (file->size > EVERY_BYTE_TO)
        step = file->size / (BYTES_IN_ALL / file->size) | 1;
    for (size_t size = 0; size < end; size += step)
        at_cut(file, size);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "cut short", 0, cuts);
}
