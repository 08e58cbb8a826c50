/* Opening a catalogue whose server may be away. */
#include "open.h"

bool catalog_open_patiently(struct catalog *catalog, const char *place, bool read_only,
                            struct patience *patience, struct database_failure *failure)
{
    struct attempts attempts = {0};
    bool is_open;
    do
        is_open = catalog_open(catalog, place, read_only, failure);
    while (!is_open && patience_allows(patience, &attempts, failure));
    patience_end(patience, &attempts, is_open);
    if (is_open && catalog->kind->accompany)
        catalog->kind->accompany(catalog->database, patience);
    return is_open;
}
