/* What a check of a large city save costs, and how it is held back. */
#include "../support/test.h"

#include "../support/cities.h"
#include "../support/collisions.h"
#include "../support/ledger.h"

/* A save of many things that all face one way. */
static struct bytes large_save(uint32_t things, uint8_t direction)
{
    struct bytes bytes = bytes_of_json(
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "
        "'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, 'meta_things': ['a'], 'things': []}");
    static const uint8_t thing[21] = {0};
    for (int i = 0; i < 4; i++) {
        bytes.data[bytes.size - 8 + (size_t)i] = (uint8_t)((8 + 21 * things) >> (24 - 8 * i));
        bytes.data[bytes.size - 4 + (size_t)i] = (uint8_t)(things >> (24 - 8 * i));
    }
    for (uint32_t i = 0; i < things; i++) {
        put_raw(&bytes, thing, sizeof thing);
        bytes.data[bytes.size - sizeof thing + 4] = direction;
    }
    return bytes;
}

static void count_one(void *context, const ow_issue *issue)
{
    (void)issue;
    ++*(int *)context;
}

static void a_million_issues_are_counted_and_few_handed_out(void **state)
{
    (void)state;
    enum { MANY = 1000000 };
    struct bytes bytes = large_save(MANY, 200);
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    int count = 0;
    ow_check_options check = {.max_issues = 3, .issue = count_one, .issue_context = &count};
    ow_check_totals totals;
    ow_error error;
    assert_int_equal(ow_check(bytes.data, bytes.size, &options, &check, &totals, &error), OW_OK);
    assert_int_equal(totals.errors, MANY);
    assert_int_equal(totals.not_shown, MANY - 3);
    assert_int_equal(count, 3);
    assert_true(ledger.peak < 100000);
    assert_int_equal(ledger.blocks, 0);
    bytes_free(&bytes);
}

static bool stop_at(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return (*(int *)context)-- > 0;
}

static void a_check_may_be_cancelled_in_each_walk(void **state)
{
    (void)state;
    struct bytes bytes = large_save(20000, 0);
    for (int asked = 0;; asked++) {
        int left = asked;
        ow_options options = {.progress = stop_at, .progress_context = &left};
        ow_check_options check = {0};
        ow_check_totals totals;
        ow_error error = {0};
        ow_status status = ow_check(bytes.data, bytes.size, &options, &check, &totals, &error);
        if (left > 0) {
            assert_int_equal(status, OW_OK);
            assert_true(asked > 8); /* 4 times in each of two walks */
            break;
        }
        assert_int_equal(status, left < 0 ? OW_CANCELLED : OW_OK);
        assert_true(left == 0 || error.status == OW_CANCELLED);
    }
    bytes_free(&bytes);
}

/* A save of this many names, some the same, and no things. */
static struct bytes save_of_names(uint32_t names)
{
    enum { HEAD = 31 };
    struct bytes bytes = large_save(0, 0), many = {0};
    put_raw(&many, bytes.data, HEAD);
    const uint8_t count[] = {0, (uint8_t)(names >> 16), (uint8_t)(names >> 8), (uint8_t)names};
    put_raw(&many, count, sizeof count);
    for (uint32_t i = 0; i < names; i++) { /* of three letters, each name some times */
        const uint8_t name[] = {0, 3, 'a', (uint8_t)('0' + i % 50), (uint8_t)('0' + i / 50 % 50)};
        put_raw(&many, name, sizeof name);
    }
    put_raw(&many, bytes.data + bytes.size - 8, 8);
    bytes_free(&bytes);
    return many;
}

/* Each name is looked at in turn; the first of the same name is not looked for through all of
 * them. */
static void many_names_take_no_longer_each(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    struct bytes many = save_of_names(MANY);
    int issues = 0;
    ow_check_options check = {.max_issues = 1, .issue = count_one, .issue_context = &issues};
    ow_check_totals totals;
    ow_error error = {0};
    assert_int_equal(ow_check(many.data, many.size, NULL, &check, &totals, &error), OW_OK);
    assert_int_equal(totals.warnings, MANY - 2500 + 1); /* and one size */
    assert_int_equal(totals.infos, MANY);
    assert_int_equal(issues, 1);
    bytes_free(&many);
}

/* A check without enough memory must not pass for a complete one. Each list of so many names is an
 * allocation of its own. */
static void a_check_fails_if_memory_runs_out(void **state)
{
    (void)state;
    enum { NAMES = 20000, LISTS = 3 };
    struct bytes bytes = save_of_names(NAMES);
    ow_check_options check = {0};
    unsigned refused = 0;
    for (bool more = true; more; refused += more) {
        struct ledger ledger = {.refuse = refused + 1};
        ow_options options = ledger_options(&ledger);
        ow_check_totals totals;
        ow_error error = {0};
        ow_status status = ow_check(bytes.data, bytes.size, &options, &check, &totals, &error);
        more = ledger.refused > 0;
        if (status != (more ? OW_NO_MEMORY : OW_OK) || error.status != status)
            ROW_FAILED("after allocation %u: status %d\n", refused, (int)status);
        assert_int_equal(ledger.blocks, 0);
    }
    assert_true(refused >= LISTS);
    bytes_free(&bytes);
}

static void note_pair(void *context, const ow_issue *issue)
{
    unsigned *next = context, earlier, later;
    if (strcmp(issue->code->code, "CITY_META_THING_TWICE") != 0)
        return;
    assert_int_equal(sscanf(issue->message, "Meta Things %u and %u ", &earlier, &later), 2);
    assert_int_equal(earlier, 200 + *next);
    assert_int_equal(later, 300 + *next);
    ++*next;
}

/* Names that share a hash, of which the last twenty stand twice. */
static void names_made_to_collide_hide_no_duplicates(void **state)
{
    (void)state;
    enum { NAMES = 320, DIFFERENT = 300, HEAD = 31 };
    struct bytes bytes = large_save(0, 0), many = {0};
    put_raw(&many, bytes.data, HEAD);
    const uint8_t count[] = {0, 0, NAMES >> 8, NAMES & 255};
    put_raw(&many, count, sizeof count);
    for (unsigned i = 0; i < NAMES; i++) {
        uint8_t name[2 + COLLIDING_SIZE] = {0, COLLIDING_SIZE};
        make_colliding_name(i < DIFFERENT ? i : i - 100, (char *)name + 2);
        put_raw(&many, name, sizeof name);
    }
    put_raw(&many, bytes.data + bytes.size - 8, 8);
    unsigned found = 0;
    ow_check_options check = {.issue = note_pair, .issue_context = &found};
    ow_check_totals totals;
    ow_error error = {0};
    assert_int_equal(ow_check(many.data, many.size, NULL, &check, &totals, &error), OW_OK);
    assert_int_equal(found, NAMES - DIFFERENT);
    bytes_free(&bytes);
    bytes_free(&many);
}

static void note_text(void *context, const ow_issue *issue)
{
    if (strcmp(issue->code->code, "CITY_META_THING_TWICE") == 0)
        snprintf(context, 512, "%s", issue->message);
}

/* Messages are text, whatever the name that they tell is. */
static void messages_are_utf8(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "
        "'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, 'meta_things': [{'base64': 'Yf8='}, "
        "{'base64': 'Yf8='}], 'things': []}");
    char message[512] = "";
    ow_check_options check = {.issue = note_text, .issue_context = message};
    ow_check_totals totals;
    ow_error error = {0};
    assert_int_equal(ow_check(bytes.data, bytes.size, NULL, &check, &totals, &error), OW_OK);
    assert_string_equal(message, "Meta Things 0 and 1 are both called \"a?\"");
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_issues_are_counted_and_few_handed_out),
        cmocka_unit_test(a_check_may_be_cancelled_in_each_walk),
        cmocka_unit_test(many_names_take_no_longer_each),
        cmocka_unit_test(a_check_fails_if_memory_runs_out),
        cmocka_unit_test(names_made_to_collide_hide_no_duplicates),
        cmocka_unit_test(messages_are_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
