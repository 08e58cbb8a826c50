/* A deed that does not get the memory that it asks for. */
#include "harness.h"

static void refuse_one(const struct named_deed *way, const void *bytes, size_t size,
                       const struct bytes *expected, ow_status expected_status, bool and_all_later)
{
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        if (!is_my_turn(call))
            continue;
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

/* What came of a deed that was allowed so much: the same as ever, or in words that it was too little. */
static bool is_limited(const struct named_deed *way, const void *bytes, size_t size,
                       const struct bytes *expected, ow_status expected_status, uint64_t limit)
{
    struct ledger ledger = {.refuse = 0};
    struct bytes result = {0};
    ow_error error = {0};
    ow_options options = ledger_options(&ledger);
    options.max_memory = limit;
    ow_status status = way->act(bytes, size, &options, &result, &error);
    if (ledger.blocks > 0 || ledger.bytes > 0)
        broken("%s, limited to %llu: %llu blocks are left", way->name, (unsigned long long)limit,
               (unsigned long long)ledger.blocks);
    bool same = status == expected_status && result.size == expected->size &&
                (result.size == 0 || memcmp(result.data, expected->data, result.size) == 0);
    bool told = status == OW_TOO_MUCH_MEMORY && error.status == status && *error.message;
    if (!same && !told)
        broken("%s, limited to %llu: %s, %s, another outcome", way->name, (unsigned long long)limit,
               ow_status_name(status), error.message);
    bytes_free(&result);
    return !same;
}

void limit_each(const struct named_deed *way, const void *bytes, size_t size)
{
    enum { LARGEST = 1 << 20, TINY_FILE = 200 };
    uint64_t part = size <= TINY_FILE ? 256 : 16; /* tiny files are looked at closely */
    struct bytes expected = {0};
    ow_error error = {0};
    const ow_options unlimited = {.max_memory = UINT64_MAX};
    ow_status status = way->act(bytes, size, &unlimited, &expected, &error);
    uint64_t trial = 0;
    /* Small steps where little is allowed, which differ from file to file. */
    for (uint64_t limit = 1 + size % 24; limit < LARGEST; limit += 8 + limit / part)
        if (is_my_turn(trial++) && !is_limited(way, bytes, size, &expected, status, limit))
            break;
    bytes_free(&expected);
}
