/* Places of catalogues, as people are told them: never with a password. */
#include "../../catalog/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *place, *reported;
} cases[] = {
    {"worlds.db", "worlds.db"},
    {"/a:b@c/worlds.db", "/a:b@c/worlds.db"},
    {"postgresql://", "postgresql://"},
    {"postgresql:///worlds", "postgresql:///worlds"},
    {"postgresql://me@host/worlds", "postgresql://me@host/worlds"},
    {"postgresql://host:5432/worlds", "postgresql://host:5432/worlds"},
    {"postgresql://me:secret@host:5432/worlds", "postgresql://me:***@host:5432/worlds"},
    {"postgres://me:secret@host/worlds", "postgres://me:***@host/worlds"},
    {"postgresql://me:sec@ret@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://me:sec?ret@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://me:sec/ret@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://me:secret@one:1,two:2/worlds", "postgresql://me:***@one:1,two:2/worlds"},
    {"postgresql://[::1]:5432/worlds?user=me@home", "postgresql://[::1]:5432/worlds?user=me@home"},
    {"postgresql:///worlds?password=secret", "postgresql:///worlds?password=***"},
    {"postgresql:///worlds?user=me&password=secret&host=h",
     "postgresql:///worlds?user=me&password=***&host=h"},
    {"postgresql:///worlds?sslpassword=secret&sslmode=require",
     "postgresql:///worlds?sslpassword=***&sslmode=require"},
    {"postgresql://me:one@host/worlds?password=two",
     "postgresql://me:***@host/worlds?password=***"},
    {"postgresql://me:sec/r?et@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://me:secret@[::1", "postgresql://me:***@[::1"},
    {"postgresql://me:secret%2", "postgresql://me:***"},
    {"postgresql://me:secret", "postgresql://me:***"},
    {"postgresql://me:12?a=secret@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://me:12/34secret@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://me:sec#ret@host/worlds", "postgresql://me:***@host/worlds"},
    {"postgresql://host:5432/worlds?user=me@home", "postgresql://host:5432/worlds?user=me@home"},
    {"postgresql:///worlds?pass%77ord=secret", "postgresql:///worlds?pass%77ord=***"},
    {"postgresql:///worlds?password=sec&ret", "postgresql:///worlds?password=***"},
    {"postgresql:///worlds?password=sec&ret&host=h", "postgresql:///worlds?password=***&host=h"},
    {"postgresql:///worlds?passwd=secret", "postgresql:///worlds?passwd=***"},
    {"postgresql:///worlds?passwordless=1", "postgresql:///worlds?passwordless=1"},
};

/* What libpq says of an address that is not clear is not passed on. */
static void addresses_are_clear_or_not(void **state)
{
    (void)state;
    static const char *const clear[] = {"postgresql://",
                                        "postgresql:///x",
                                        "postgresql://h:1,g:2/x",
                                        "postgresql://u@h/x",
                                        "postgresql://u:p:q@h:1/x",
                                        "postgresql://[::1]:1/x",
                                        "postgresql://u:p@[::1]:1/x",
                                        "postgresql://h/x?user=a@b",
                                        "postgresql:///x?password=a@b"};
    static const char *const unclear[] = {
        "postgresql://u:s@t@h",     "postgresql://u:s/t@h",   "postgresql://u:s?t@h/x",
        "postgresql://u:s/t?u@h",   "postgresql://u:s#t@h/x", "postgresql://u:1/2@h/x",
        "postgresql://u:1?a=2@h/x", "postgresql://u:s",       "postgresql://u:s%2"};
    for (size_t i = 0; i < sizeof clear / sizeof *clear; i++)
        assert_true(place_is_clear(clear[i]));
    for (size_t i = 0; i < sizeof unclear / sizeof *unclear; i++)
        assert_false(place_is_clear(unclear[i]));
}

static void passwords_are_not_printed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[256];
        place_without_passwords(cases[i].place, name, sizeof name);
        assert_string_equal(name, cases[i].reported);
        assert_int_equal(place_is_address(cases[i].place),
                         strncmp(cases[i].place, "postgres", 8) == 0);
    }
}

static void long_places_are_cut(void **state)
{
    (void)state;
    char name[8];
    place_without_passwords("postgresql://me:secret@host/worlds", name, sizeof name);
    assert_string_equal(name, "postgre");
    place_without_passwords("worlds-of-mine.db", name, sizeof name);
    assert_string_equal(name, "worlds-");
    place_without_passwords("worlds-of-mine.db", name, 1);
    assert_string_equal(name, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passwords_are_not_printed),
        cmocka_unit_test(addresses_are_clear_or_not),
        cmocka_unit_test(long_places_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
