/* Worlds in pairs. */
#include "company.h"

enum {
    SMALL_FILE = 24 << 10, /* these are held against all before them */
    MOST_KEPT = 512,
    LAST_KEPT = 2, /* others against so many */
    NEAREST = 2,
    SHARERS = 6, /* outside of deep runs: against so many, and against one of so many before them */
    TRIES = 40
};

static struct kept {
    ow_document document;
    size_t size;
} kept[MOST_KEPT];
static unsigned kept_count;

bool open_or_leave_out(const struct test_file *file, ow_document *document)
{
    bool is_open = ow_open(file->data, file->size, NULL, document, NULL) == OW_OK;
    if (!is_open)
        leave_out();
    return is_open;
}

/* Files of one kind follow each other, so neighbours are alike; those further away take turns. */
static bool is_near_enough(unsigned earlier, unsigned tried)
{
    return is_deep() || tried < NEAREST || (earlier + kept_count) % SHARERS == 0;
}

void pair_with_earlier(const struct test_file *file, ow_document document, pair_test test)
{
    unsigned last = 0, tried = 0;
    for (unsigned i = kept_count; i-- > 0;) {
        if (kept[i].document.format != document.format || !is_my_turn(i))
            continue;
        bool small = file->size <= SMALL_FILE && kept[i].size <= SMALL_FILE;
        if (is_near_enough(i, tried++) && (small || last++ < LAST_KEPT))
            test(&kept[i].document, &document);
    }
    if (kept_count < MOST_KEPT)
        kept[kept_count++] = (struct kept){document, file->size};
    else
        ow_close(&document);
}

bool mutate(const struct test_file *file, struct random *random, const ow_document *document,
            ow_document *mutated)
{
    uint8_t *bytes = malloc(file->size);
    bool made = false;
    for (unsigned i = 0; i < TRIES && !made && bytes; i++) {
        memcpy(bytes, file->data, file->size);
        for (unsigned n = 1 + random_below(random, 4); n > 0; n--)
            bytes[random_below(random, (uint32_t)file->size)] = (uint8_t)random_below(random, 256);
        made = ow_open(bytes, file->size, NULL, mutated, NULL) == OW_OK;
        if (made && mutated->format != document->format) {
            ow_close(mutated);
            made = false;
        }
    }
    free(bytes);
    return made;
}

void part_company(void)
{
    while (kept_count > 0)
        ow_close(&kept[--kept_count].document);
}
