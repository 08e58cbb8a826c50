/* For tests of files that are made to cost much: they take no more time and memory than others of
 * their size. */
#ifndef OW_TESTS_ROBUST_CHEAP_H
#define OW_TESTS_ROBUST_CHEAP_H

#include "../support/test.h"

#include "harness.h"

#include <time.h>

/* Sanitizers make everything slow; what is quadratic is slower still by far. */
enum { SECONDS_ALLOWED = 20 };

/* Whether a deed is done to this file: outside of deep runs a third of the files has it, by what
 * they hold. */
static inline bool is_worth_its_time(const struct bytes *bytes, const char *name)
{
    enum { SHARERS = 3, HEAD = 4096 };
    uint64_t hash = mix(HASH, name, strlen(name));
    hash = mix(hash, &bytes->size, sizeof bytes->size);
    hash = mix(hash, bytes->data, bytes->size < HEAD ? bytes->size : HEAD);
    return is_deep() || (hash >> 32) % SHARERS == 0;
}

/* Does everything that can be done with a file and fails the test where that takes long, takes more
 * memory than is promised, or keeps some. */
static inline void assert_cheap(const struct bytes *bytes)
{
    for (const struct named_deed *way = deeds; way->name; way++) {
        if (!is_worth_its_time(bytes, way->name))
            continue;
        struct ledger ledger = {0};
        struct bytes result = {0};
        ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        clock_t began = clock();
        ow_status status = way->act(bytes->data, bytes->size, &options, &result, &error);
        double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        /* What is written into a buffer is the caller's, and so is a document beside its copy. */
        uint64_t most = bytes->size * 4 + (16u << 20);
        if (way->act == deed_scene) /* see ow_scene_open: records are small beside what they show */
            most = bytes->size * 16 + (64u << 20);
        if (way->act == deed_convert || way->act == deed_open || way->act == deed_heights)
            most *= 2;
        if (seconds > SECONDS_ALLOWED || ledger.peak > most || ledger.blocks > 0)
            ROW_FAILED("%s of %zu bytes: %s after %.1f s, %zu bytes of memory\n", way->name,
                       bytes->size, ow_status_name(status), seconds, (size_t)ledger.peak);
        bytes_free(&result);
    }
}

/* The beginning of a document, then nothing but commas and brackets: text that promises records
 * without having them. */
static inline void assert_json_is_cheap(const char *head)
{
    const size_t enough = is_deep() ? 4000000 : 1000000; /* bytes */
    static const char *const fillers[] = {",", "0,", "{},", "[],", "\"\",", "[", "{\"a\":"};
    for (size_t i = 0; i < LENGTH(fillers); i++) {
        struct bytes text = {0}, result = {0};
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        put_raw(&text, head, strlen(head));
        while (text.size < enough)
            put_raw(&text, fillers[i], strlen(fillers[i]));
        clock_t began = clock();
        assert_int_equal(deed_from_json(text.data, text.size, &options, &result, &error),
                         OW_BAD_JSON);
        assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
        assert_true(ledger.peak <= text.size * 4 + (16u << 20));
        bytes_free(&result);
        bytes_free(&text);
    }
}

/* A caller's own limit holds for a call as a whole, give or take the block of an output. */
static inline void assert_limits_hold(const struct bytes *bytes)
{
    enum { BLOCK = 80 * 1024 };
    for (uint64_t limit = 1 << 14; limit < 1 << 24; limit *= 2) {
        for (const struct named_deed *way = deeds; way->act != deed_to_json; way++) {
            if (way->act == deed_open)
                continue; /* its buffer is the caller's */
            struct ledger ledger = {0};
            struct bytes result = {0};
            ow_options options = ledger_options(&ledger);
            ow_error error = {0};
            options.max_memory = limit;
            ow_status status = way->act(bytes->data, bytes->size, &options, &result, &error);
            if (ledger.peak > limit + BLOCK || (status != OW_OK && status != OW_TOO_MUCH_MEMORY))
                ROW_FAILED("%s within %zu bytes: %s, %zu bytes\n", way->name, (size_t)limit,
                           ow_status_name(status), (size_t)ledger.peak);
            bytes_free(&result);
        }
    }
}

#endif
