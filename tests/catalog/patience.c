/* Waiting for a database server, and the reports about it, without a server. */
#include "../../catalog/patience.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct database_failure conflict = {.may_retry = true, .message = "conflict"};
static const struct database_failure lost = {
    .may_retry = true, .was_lost = true, .message = "lost"};
static const struct database_failure away = {.is_away = true, .message = "away"};
static const struct database_failure away_after_loss = {
    .may_retry = true, .is_away = true, .was_lost = true, .message = "away after loss"};
static const struct database_failure final = {.message = "final"};

/* What was reported, one letter each: w for waiting, b for back. */
struct report {
    char letters[16], why[64];
};

static void take_report(void *context, const char *why)
{
    struct report *report = context;
    size_t size = strlen(report->letters);
    assert_true(size + 1 < sizeof report->letters);
    report->letters[size] = why ? 'w' : 'b';
    if (why)
        snprintf(report->why, sizeof report->why, "%s", why);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* How often a failure that stays is tried again, and how long that takes. */
static void failures_are_tried_again_as_long_as_they_should(void **state)
{
    (void)state;
    static const struct {
        const struct database_failure *why;
        unsigned seconds, least_tries, most_tries;
        double least, most;
        const char *reports;
    } cases[] = {
        {&final, 1, 0, 0, 0, 0.5, ""},         {&conflict, 1, 8, 8, 5, 15, ""},
        {&away, 0, 0, 0, 0, 0.5, ""},          {&away, 1, 3, 6, 0.9, 3, "w"},
        {&away_after_loss, 0, 8, 8, 5, 9, ""}, {&away_after_loss, 1, 3, 6, 0.9, 3, "w"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct report report = {0};
        struct attempts attempts = {0};
        struct patience patience = PATIENCE;
        unsigned tries = 0;
        double began = now();
        patience.seconds = cases[i].seconds;
        patience.context = &report;
        patience.report = take_report;
        while (patience_allows(&patience, &attempts, cases[i].why))
            tries++;
        patience_end(&patience, &attempts, false);
        assert_in_range(tries, cases[i].least_tries, cases[i].most_tries);
        double took = now() - began;
        if (took < cases[i].least || took >= cases[i].most)
            fail_msg("case %zu took %f s", i, took);
        assert_string_equal(report.letters, cases[i].reports);
        assert_string_equal(report.why, *cases[i].reports ? cases[i].why->message : "");
    }
}

static void a_server_that_is_back_at_once_is_not_reported(void **state)
{
    (void)state;
    struct report report = {0};
    struct attempts attempts = {0};
    struct patience patience = PATIENCE;
    patience.seconds = 60;
    patience.context = &report;
    patience.report = take_report;
    assert_true(patience_allows(&patience, &attempts, &lost));
    assert_true(patience_allows(&patience, &attempts, &away));
    patience_end(&patience, &attempts, true);
    assert_string_equal(report.letters, "");
    assert_int_equal(patience_take_losses(&patience), 2);
    assert_int_equal(patience_take_losses(&patience), 0);
}

/* Two connections wait for one server: it is reported once, and as back when both have it. */
static void users_of_a_server_wait_together(void **state)
{
    (void)state;
    struct report report = {0};
    struct attempts one = {0}, other = {0};
    struct patience patience = PATIENCE;
    patience.seconds = 60;
    patience.context = &report;
    patience.report = take_report;
    for (int i = 0; i < 2; i++) {
        assert_true(patience_allows(&patience, &one, &away));
        assert_true(patience_allows(&patience, &other, &away));
    }
    assert_string_equal(report.letters, "w");
    patience_end(&patience, &one, true);
    assert_string_equal(report.letters, "w");
    patience_end(&patience, &other, true);
    assert_string_equal(report.letters, "wb");
    assert_true(patience_allows(&patience, &one, &away));
    assert_true(patience_allows(&patience, &one, &away));
    assert_string_equal(report.letters, "wbw");
    patience_end(&patience, &one, false);
    assert_string_equal(report.letters, "wbw");
}

static void *wait_in_vain(void *context)
{
    struct attempts attempts = {0};
    while (patience_allows(context, &attempts, &away))
        continue;
    patience_end(context, &attempts, false);
    return NULL;
}

static void an_end_of_patience_ends_all_waiting(void **state)
{
    (void)state;
    pthread_t thread;
    struct attempts attempts = {0};
    struct patience patience = PATIENCE;
    double began = now();
    patience.seconds = 60;
    assert_int_equal(pthread_create(&thread, NULL, wait_in_vain, &patience), 0);
    assert_true(patience_allows(&patience, &attempts, &away));
    patience_stop(&patience);
    pthread_join(thread, NULL);
    assert_true(now() - began < 10);
    assert_false(patience_allows(&patience, &attempts, &away));
    assert_false(patience_allows(&patience, &attempts, &conflict));
    assert_true(patience_allows(NULL, &(struct attempts){0}, &conflict));
    assert_false(patience_allows(NULL, &(struct attempts){0}, &away));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_are_tried_again_as_long_as_they_should),
        cmocka_unit_test(a_server_that_is_back_at_once_is_not_reported),
        cmocka_unit_test(users_of_a_server_wait_together),
        cmocka_unit_test(an_end_of_patience_ends_all_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
