/* The versions of Blotter and the variants that share their numbers: the only table of them, and
 * functions that use it. */
#include "blotter.h"

const struct version blotter_versions[BLOTTER_VERSIONS] = {
    {4, OW_BLOTTER_PLAIN, NULL}, {5, OW_BLOTTER_PLAIN, NULL}, {5, OW_BLOTTER_DRAFT, "draft"},
    {6, OW_BLOTTER_PLAIN, NULL}, {7, OW_BLOTTER_PLAIN, NULL},
};

const char *const blotter_variants[] = {"draft", NULL};

void blotter_take_variant(const void *from, void *to)
{
    ((ow_blotter_save *)to)->variant = ((const ow_blotter_save *)from)->variant;
}

/* There is only one name. */
void blotter_name_variant(void *preset, const char *name)
{
    (void)name;
    ((ow_blotter_save *)preset)->variant = OW_BLOTTER_DRAFT;
}

unsigned blotter_candidates(const struct file *file, void *preset)
{
    enum { VERSION_AT = 16 };
    ow_blotter_save *candidates = preset;
    if (file->preset) {
        blotter_take_variant(file->preset, candidates);
        return 1;
    }
    if (file->size <= VERSION_AT)
        return 1;
    unsigned count = 0;
    for (unsigned i = 0; i < BLOTTER_VERSIONS; i++)
        if (blotter_versions[i].version == file->bytes[VERSION_AT])
            candidates[count++].variant = blotter_versions[i].variant;
    return count > 0 ? count : 1;
}
