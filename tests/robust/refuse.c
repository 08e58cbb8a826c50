/* Every allocation of a deed refused in turn, alone and with all later ones. */
#include "harness.h"

static void refuse_one(const struct named_deed *way, const void *bytes, size_t size,
                       const struct bytes *expected, ow_status expected_status, bool and_all_later)
{
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        struct ledger ledger = {.refuse = call, .refuse_all = and_all_later};
        struct bytes result = {0};
        ow_error error = {0};
        ow_options options = ledger_options(&ledger);
        ow_status status = way->act(bytes, size, &options, &result, &error);
        more = ledger.refused > 0;
        if (ledger.blocks > 0 || ledger.bytes > 0)
            broken("%s, call %llu: %llu blocks are left", way->name, (unsigned long long)call,
                   (unsigned long long)ledger.blocks);
        if (ledger.wrong_size)
            broken("%s, call %llu: a block went with a wrong size", way->name,
                   (unsigned long long)call);
        bool same = status == expected_status && result.size == expected->size &&
                    (result.size == 0 || memcmp(result.data, expected->data, result.size) == 0);
        bool told = more && status == OW_NO_MEMORY && error.status == status && *error.message;
        if (!same && !told)
            broken("%s, call %llu refused: %s, %s, another outcome", way->name,
                   (unsigned long long)call, ow_status_name(status), error.message);
        bytes_free(&result);
    }
}

void refuse_each(const struct named_deed *way, const void *bytes, size_t size)
{
    struct bytes expected = {0};
    ow_error error = {0};
    ow_status status = way->act(bytes, size, NULL, &expected, &error);
    refuse_one(way, bytes, size, &expected, status, false);
    refuse_one(way, bytes, size, &expected, status, true);
    bytes_free(&expected);
}
