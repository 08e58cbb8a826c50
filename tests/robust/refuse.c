/* A deed that does not get the memory that it asks for. */
#include "harness.h"

/* What a deed comes to with all the memory that it asks for, and who asks. */
struct usual {
    struct bytes result;
    ow_status status;
    uint64_t *callers;
    uint64_t calls;
};

static bool is_usual(const struct usual *usual, ow_status status, const struct bytes *result)
{
    return status == usual->status && result->size == usual->result.size &&
           (result->size == 0 || memcmp(result->data, usual->result.data, result->size) == 0);
}

/* With the library's own allocator, then with a ledger. */
static struct usual usual_of(const struct named_deed *way, const void *bytes, size_t size)
{
    struct usual usual = {.callers = NULL};
    struct ledger ledger = {.refuse = 0};
    struct bytes result = {0};
    ow_error error = {0};
    ow_options options = ledger_options(&ledger);
    usual.status = way->act(bytes, size, NULL, &usual.result, &error);
    ow_status status = way->act(bytes, size, &options, &result, &error);
    if (!is_usual(&usual, status, &result))
        broken("%s: %s with another allocator, another outcome", way->name, ow_status_name(status));
    if (ledger.blocks > 0 || ledger.bytes > 0 || ledger.wrong_size)
        broken("%s: %llu blocks are left", way->name, (unsigned long long)ledger.blocks);
    usual.calls = ledger.calls;
    bytes_free(&result);
    return usual;
}

static void note_callers(const struct named_deed *way, const void *bytes, size_t size,
                         struct usual *usual)
{
    struct ledger ledger = {.callers_room = (size_t)usual->calls, .bottom = &ledger};
    struct bytes result = {0};
    ow_error error = {0};
    ow_options options = ledger_options(&ledger);
    ledger.callers = usual->callers = calloc(ledger.callers_room + 1, sizeof *ledger.callers);
    if (!ledger.callers)
        abort();
    way->act(bytes, size, &options, &result, &error);
    bytes_free(&result);
}

static void refuse_call(const struct named_deed *way, const void *bytes, size_t size,
                        const struct usual *usual, uint64_t call, bool and_all_later)
{
    struct ledger ledger = {.refuse = call, .refuse_all = and_all_later};
    struct bytes result = {0};
    ow_error error = {0};
    ow_options options = ledger_options(&ledger);
    ow_status status = way->act(bytes, size, &options, &result, &error);
    if (ledger.blocks > 0 || ledger.bytes > 0)
        broken("%s, call %llu: %llu blocks are left", way->name, (unsigned long long)call,
               (unsigned long long)ledger.blocks);
    if (ledger.wrong_size)
        broken("%s, call %llu: a block went with a wrong size", way->name,
               (unsigned long long)call);
    bool reported =
        ledger.refused > 0 && status == OW_NO_MEMORY && error.status == status && *error.message;
    if (!is_usual(usual, status, &result) && !reported)
        broken("%s, call %llu refused: %s, %s, another outcome", way->name,
               (unsigned long long)call, ow_status_name(status), error.message);
    bytes_free(&result);
}

void refuse_each(const struct named_deed *way, const void *bytes, size_t size)
{
    struct usual usual = usual_of(way, bytes, size);
    note_callers(way, bytes, size, &usual);
    for (unsigned all_later = 0; all_later < 2; all_later++) {
        uint64_t kind = mix(mix(HASH, way->name, strlen(way->name)), &all_later, sizeof all_later);
        for (uint64_t call = 1; call <= usual.calls; call++)
            if (is_my_turn(call) &&
                is_worth_trying(mix(kind, &usual.callers[call - 1], sizeof *usual.callers), 1,
                                call))
                refuse_call(way, bytes, size, &usual, call, all_later);
    }
    free(usual.callers);
    bytes_free(&usual.result);
}

/* What came of a deed that was allowed so much: the same as ever, or in words that it was too
 * little. */
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
    bool reported = status == OW_TOO_MUCH_MEMORY && error.status == status && *error.message;
    if (!same && !reported)
        broken("%s, limited to %llu: %s, %s, another outcome", way->name, (unsigned long long)limit,
               ow_status_name(status), error.message);
    bytes_free(&result);
    return !same;
}

/* Which allocation meets a limit is not known before. Outside of deep runs files share the
 * limits; they differ from file to file in any case. */
static bool is_limit_worth_trying(const struct named_deed *way, uint64_t trial, size_t size)
{
    enum { SHARERS = 12 };
    return trial % SHARERS == size % SHARERS ||
           is_worth_trying(mix(mix(HASH, way->name, strlen(way->name)), &trial, sizeof trial), 2,
                           size);
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
        if (is_my_turn(trial++) && is_limit_worth_trying(way, trial, size) &&
            !is_limited(way, bytes, size, &expected, status, limit))
            break;
    bytes_free(&expected);
}
