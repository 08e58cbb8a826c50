/* The PostgreSQL side of catalogues against a server, whose empty database OVERWORLD_POSTGRESQL
 * is the address of: tests/peers/postgresql.py starts one. */
#include "../../catalog/database.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct database_kind *const kind = &postgresql_database;

static struct value integer(int64_t number)
{
    return (struct value){.kind = VALUE_INTEGER, .integer = number};
}

static struct value real(double number)
{
    return (struct value){.kind = VALUE_REAL, .real = number};
}

static struct value text(const char *words)
{
    return (struct value){.kind = VALUE_TEXT, .bytes = words, .size = strlen(words)};
}

static struct value blob(const char *bytes, size_t size)
{
    return (struct value){.kind = VALUE_BLOB, .bytes = bytes, .size = size};
}

static struct database *open_at(const char *address)
{
    struct database_failure failure;
    struct database *database = kind->open(address, false, &failure);
    if (!database)
        fail_msg("%s", failure.message);
    return database;
}

static struct database *open_it(void)
{
    return open_at(getenv("OVERWORLD_POSTGRESQL"));
}

static const char *message_of(const struct database *database)
{
    return kind->failure_of(database)->message;
}

static void must(const struct database *database, bool fine)
{
    if (!fine)
        fail_msg("%s", message_of(database));
}

static void run(struct database *database, const char *sql)
{
    must(database, kind->run(database, sql, NULL, 0, NULL, NULL));
}

static void says(const struct database *database, const char *words)
{
    if (!strstr(message_of(database), words))
        fail_msg("\"%s\" is not in \"%s\"", words, message_of(database));
}

/* The first value of an answer, and how many rows it had. */
struct answer {
    struct value value;
    char bytes[256];
    size_t rows, most;
};

static bool take(void *context, const struct value *values, size_t count)
{
    struct answer *answer = context;
    assert_true(count > 0);
    if (answer->rows++ == 0) {
        answer->value = values[0];
        if (values[0].kind >= VALUE_TEXT) {
            assert_true(values[0].size < sizeof answer->bytes);
            memcpy(answer->bytes, values[0].bytes, values[0].size);
            answer->value.bytes = answer->bytes;
        }
    }
    return answer->rows != answer->most;
}

static struct answer ask(struct database *database, const char *sql, const struct value *values,
                         size_t count)
{
    struct answer answer = {0};
    must(database, kind->run(database, sql, values, count, take, &answer));
    return answer;
}

static int64_t number_of(struct database *database, const char *sql)
{
    struct answer answer = ask(database, sql, NULL, 0);
    assert_int_equal(answer.value.kind, VALUE_INTEGER);
    return answer.value.integer;
}

static void same(const struct value *a, const struct value *b)
{
    assert_int_equal(a->kind, b->kind);
    if (a->kind == VALUE_INTEGER)
        assert_true(a->integer == b->integer);
    if (a->kind == VALUE_REAL)
        assert_true(a->real == b->real || (isnan(a->real) && isnan(b->real)));
    if (a->kind >= VALUE_TEXT) {
        assert_int_equal(a->size, b->size);
        assert_memory_equal(a->bytes, b->bytes, a->size);
    }
}

static void values_come_back(void **state)
{
    (void)state;
    struct database *database = open_it();
    const struct value cases[] = {integer(0),
                                  integer(-1),
                                  integer(INT64_MAX),
                                  integer(INT64_MIN),
                                  real(0.1),
                                  real(-1e300),
                                  real(5e-324),
                                  real(INFINITY),
                                  real(NAN),
                                  text(""),
                                  text("it's \"x\"\n\\"),
                                  text("\xf0\x9f\x8c\x8d"),
                                  blob("", 0),
                                  blob("\0\xff\\x", 4)};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct answer answer = ask(database, "SELECT $1", &cases[i], 1);
        same(&cases[i], &answer.value);
    }
    struct value nothing = {.kind = VALUE_NULL};
    struct answer answer = ask(database, "SELECT CAST($1 AS bigint)", &nothing, 1);
    assert_int_equal(answer.value.kind, VALUE_NULL);
    kind->close(database);
}

static void types_become_kinds(void **state)
{
    (void)state;
    struct database *database = open_it();
    const struct {
        const char *sql;
        struct value value;
    } cases[] = {
        {"SELECT true", integer(1)},
        {"SELECT false", integer(0)},
        {"SELECT 7::int2", integer(7)},
        {"SELECT count(*) FROM (VALUES (1), (2)) v", integer(2)},
        {"SELECT sum(x) FROM (VALUES (1::bigint), (2)) v(x)", integer(3)},
        {"SELECT 1e20::numeric", real(1e20)},
        {"SELECT avg(x) FROM (VALUES (1), (2)) v(x)", real(1.5)},
        {"SELECT 'NaN'::numeric", real(NAN)},
        {"SELECT 0.5::float4", real(0.5)},
        {"SELECT '{\"a\": 1}'::jsonb", text("{\"a\": 1}")},
        {"SELECT 'a'::varchar", text("a")},
        {"SELECT NULL", {.kind = VALUE_NULL}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct answer answer = ask(database, cases[i].sql, NULL, 0);
        same(&cases[i].value, &answer.value);
    }
    kind->close(database);
}

static void statements_that_fail_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *words;
        bool may_retry;
    } cases[] = {
        {"", "there is no statement; write a SELECT", false},
        {"SELECT 1; SELECT 2", "multiple commands", false},
        {"SELEC 1", "(character 1)", false},
        {"SELECT nothing_of_this_name", "does not exist (character 8)", false},
        {"SELECT 1 / 0", "division by zero", false},
        {"COPY (SELECT 1) TO STDOUT", "COPY", false},
        {"COPY pg_temp.nothing FROM STDIN", "does not exist", false},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '40P01'; END $$", "another program", true},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '40001'; END $$", "another program", true},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '55P03'; END $$", "for a minute", true},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '53100'; END $$",
         "disk of the database server is full", false},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '53300'; END $$", "too many connections", true},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '42501'; END $$", "does not have permission: x",
         false},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = 'XX001'; END $$", "damaged: x", false},
        {"DO $$ BEGIN RAISE 'x' USING ERRCODE = '22000', DETAIL = 'y', HINT = 'z'; END $$",
         "x; y; z", false},
    };
    struct database *database = open_it();
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct answer answer = {0};
        assert_false(kind->run(database, cases[i].sql, NULL, 0, take, &answer));
        says(database, cases[i].words);
        assert_int_equal(kind->failure_of(database)->may_retry, cases[i].may_retry);
        assert_int_equal(number_of(database, "SELECT 42"), 42);
    }
    kind->close(database);
}

static void addresses_that_fail_say_why(void **state)
{
    (void)state;
    struct database *database = open_it();
    run(database, "DROP ROLE IF EXISTS guarded");
    run(database, "CREATE ROLE guarded LOGIN PASSWORD 'right'");
    static const struct {
        const char *from, *to, *words;
    } cases[] = {
        {"host=", "host=%2Fnowhere&x_host=", "invalid URI query parameter"},
        {"host=", "port=1&host=", "No such file or directory"},
        {":///", ":///absent_", "does not exist"},
        {"user=overworld", "user=stranger", "role \"stranger\" does not exist"},
        {"user=overworld", "user=guarded&password=wrong", "password authentication failed"},
        {"user=overworld", "user=guarded", "no password supplied"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char address[512];
        const char *whole = getenv("OVERWORLD_POSTGRESQL"), *at = strstr(whole, cases[i].from);
        struct database_failure failure = {.may_retry = true};
        snprintf(address, sizeof address, "%.*s%s%s", (int)(at - whole), whole, cases[i].to,
                 at + strlen(cases[i].from));
        assert_null(kind->open(address, false, &failure));
        if (!strstr(failure.message, cases[i].words))
            fail_msg("\"%s\" is not in \"%s\"", cases[i].words, failure.message);
        assert_null(strstr(failure.message, "wrong"));
        assert_null(strchr(failure.message, '\n'));
        assert_false(failure.may_retry);
    }
    kind->close(database);
}

static void columns_have_names(void **state)
{
    (void)state;
    struct database *database = open_it();
    assert_string_equal(kind->column_name(database, 0), "");
    run(database, "SELECT 1 AS one, 2 AS \"the second\" WHERE false");
    assert_string_equal(kind->column_name(database, 1), "the second");
    assert_string_equal(kind->column_name(database, 2), "");
    ask(database, "SELECT 1 AS one", NULL, 0);
    assert_string_equal(kind->column_name(database, 0), "one");
    kind->close(database);
}

static void an_answer_can_be_ended(void **state)
{
    (void)state;
    static const char endless[] = "SELECT generate_series(1, 10000000000)",
                      some[] = "SELECT x FROM generate_series(1, 10000) x";
    struct database *database = open_it();
    struct answer answer = {.most = 3};
    alarm(30);
    must(database, kind->run(database, endless, NULL, 0, take, &answer));
    alarm(0);
    assert_int_equal(answer.rows, 3);
    assert_int_equal(number_of(database, "SELECT 42"), 42);
    answer = (struct answer){.most = 3};
    must(database, kind->begin(database));
    must(database, kind->run(database, some, NULL, 0, take, &answer));
    assert_int_equal(answer.rows, 3);
    assert_int_equal(number_of(database, "SELECT 42"), 42);
    must(database, kind->commit(database));
    kind->close(database);
}

static bool ask_again(void *context, const struct value *values, size_t count)
{
    (void)values;
    (void)count;
    assert_false(kind->run(context, "SELECT 1", NULL, 0, NULL, NULL));
    says(context, "a statement inside another statement");
    return true;
}

static void an_answer_is_heard_to_its_end(void **state)
{
    (void)state;
    struct database *database = open_it();
    must(database, kind->run(database, "SELECT 1", NULL, 0, ask_again, database));
    assert_int_equal(number_of(database, "SELECT 42"), 42);
    kind->close(database);
}

static void many_statements_are_kept(void **state)
{
    (void)state;
    struct database *database = open_it();
    for (int64_t i = 0; i < 600; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT %" PRId64, i % 300);
        assert_int_equal(number_of(database, sql), i % 300);
    }
    assert_true(number_of(database, "SELECT count(*) FROM pg_prepared_statements") <= 256);
    kind->close(database);
}

static void a_spoilt_transaction_is_no_success(void **state)
{
    (void)state;
    struct database *database = open_it();
    run(database, "CREATE TABLE spoilt (x bigint)");
    must(database, kind->begin(database));
    run(database, "INSERT INTO spoilt VALUES (1)");
    assert_false(kind->run(database, "SELECT 1 / 0", NULL, 0, NULL, NULL));
    assert_false(kind->commit(database));
    says(database, "undone");
    kind->roll_back(database);
    assert_int_equal(number_of(database, "SELECT count(*) FROM spoilt"), 0);
    assert_false(kind->commit(database));
    must(database, kind->begin(database));
    assert_false(kind->begin(database));
    kind->roll_back(database);
    kind->close(database);
}

static void reading_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *sql, *words;
    } tricks[] = {
        {"INSERT INTO looked_at VALUES (1)", "the database is read-only"},
        {"WITH x AS (INSERT INTO looked_at VALUES (1) RETURNING x) SELECT * FROM x",
         "the database is read-only"},
        {"DO $$ BEGIN INSERT INTO looked_at VALUES (1); END $$", "the database is read-only"},
        {"DO $$ BEGIN SET TRANSACTION READ WRITE; INSERT INTO looked_at VALUES (1); END $$",
         "before any query"},
        {"DO $$ BEGIN SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE; COMMIT;"
         " INSERT INTO looked_at VALUES (1); END $$",
         "invalid transaction termination"},
        {"SELECT set_config('transaction_read_only', 'off', false)", "before any query"},
    };
    struct database_failure failure;
    struct database *database = open_it();
    run(database, "CREATE TABLE looked_at (x bigint)");
    kind->close(database);
    database = kind->open(getenv("OVERWORLD_POSTGRESQL"), true, &failure);
    assert_non_null(database);
    assert_int_equal(number_of(database, "SELECT count(*) FROM looked_at"), 0);
    for (size_t i = 0; i < COUNT(tricks); i++) {
        assert_false(kind->run(database, tricks[i].sql, NULL, 0, NULL, NULL));
        says(database, tricks[i].words);
        assert_false(kind->failure_of(database)->may_retry);
    }
    run(database, "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE");
    run(database, "COMMIT");
    assert_false(kind->run(database, tricks[0].sql, NULL, 0, NULL, NULL));
    struct answer answer = {.most = 3}; /* ended early, which undoes the transaction */
    must(database,
         kind->run(database, "SELECT generate_series(1, 1000000)", NULL, 0, take, &answer));
    assert_int_equal(number_of(database, "SELECT count(*) FROM looked_at"), 0);
    kind->close(database);
}

static const char *const columns[] = {"id", "name", "size", "bytes"};

static void make_table(struct database *database, const char *name)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "CREATE TABLE %s (id bigint, name text, size double precision, bytes bytea, more text"
             " DEFAULT 'as it was', PRIMARY KEY (name, id))",
             name);
    run(database, sql);
}

static bool put(struct database *database, int64_t id, const char *name)
{
    struct value values[] = {integer(id), text(name), real(0.5), blob("\0\1", 2)};
    return kind->bulk_row(database, values);
}

static void fill(struct database *database, const char *table, int64_t from, int64_t to)
{
    must(database, kind->bulk_begin(database, table, columns, 4));
    for (int64_t i = from; i < to; i++)
        must(database, put(database, i, "a name"));
    must(database, kind->bulk_end(database));
}

static void rows_go_in_once(void **state)
{
    (void)state;
    struct database *database = open_it();
    make_table(database, "filled");
    for (int i = 0; i < 3; i++) {
        must(database, kind->begin(database));
        fill(database, "filled", 0, 20000);
        fill(database, "filled", 10000, 20000 + i); /* the same table again in one transaction */
        fill(database, "filled", 0, 0);
        must(database, kind->commit(database));
        assert_int_equal(number_of(database, "SELECT count(*) FROM filled"), 20000 + i);
    }
    assert_int_equal(number_of(database,
                               "SELECT count(*) FROM filled WHERE name = 'a name'"
                               " AND size = 0.5 AND bytes = '\\x0001' AND more = 'as it was'"),
                     20002);
    must(database, kind->begin(database));
    fill(database, "filled", 0, 30000);
    kind->roll_back(database);
    assert_int_equal(number_of(database, "SELECT count(*) FROM filled"), 20002);
    static const char *const others[] = {"name", "id"};
    struct value values[] = {text("other"), integer(-1)};
    must(database, kind->begin(database));
    must(database, kind->bulk_begin(database, "filled", others, 2));
    must(database, kind->bulk_row(database, values));
    must(database, kind->bulk_row(database, values)); /* twice in one go */
    must(database, kind->bulk_end(database));
    must(database, kind->commit(database));
    assert_int_equal(number_of(database, "SELECT count(*) FROM filled WHERE size IS NULL"), 1);
    kind->close(database);
}

static void rows_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    const struct value fine = text("a"), nothing = {.kind = VALUE_NULL};
    const struct {
        struct value values[4];
        const char *words;
    } cases[] = {
        {{text("1"), fine, real(1), blob("", 0)}, "does not have the type of its column"},
        {{real(1), fine, real(1), blob("", 0)}, "does not have the type of its column"},
        {{integer(1), blob("a", 1), real(1), blob("", 0)}, "does not have the type of its column"},
        {{nothing, fine, real(1), blob("", 0)}, "not-null"},
        {{integer(1), {.kind = VALUE_TEXT, .bytes = "a\0b", .size = 3}, real(1), blob("", 0)},
         "invalid byte sequence for encoding \"UTF8\": 0x00"},
        {{integer(1), text("\xff"), real(1), blob("", 0)},
         "invalid byte sequence for encoding \"UTF8\": 0xff"},
    };
    struct database *database = open_it();
    make_table(database, "picky");
    for (size_t i = 0; i < COUNT(cases); i++) {
        must(database, kind->begin(database));
        must(database, kind->bulk_begin(database, "picky", columns, 4));
        must(database, put(database, 1, "fine"));
        assert_false(kind->bulk_row(database, cases[i].values) && kind->bulk_end(database));
        says(database, cases[i].words);
        kind->roll_back(database);
        assert_int_equal(number_of(database, "SELECT count(*) FROM picky"), 0);
    }
    /* The same in a statement's values. */
    assert_false(kind->run(database, "SELECT $1", &cases[5].values[1], 1, NULL, NULL));
    says(database, "invalid byte sequence");
    kind->close(database);
}

static void misuse_of_filling_is_refused(void **state)
{
    (void)state;
    static const char *const absent[] = {"absent"}, *const more[] = {"x"};
    struct database *database = open_it();
    make_table(database, "misused");
    run(database, "CREATE TABLE keyless (x bigint)");
    run(database, "CREATE TABLE timed (x timestamptz PRIMARY KEY)");
    assert_false(kind->bulk_begin(database, "misused", columns, 4)); /* no transaction */
    assert_false(put(database, 1, "a"));
    assert_false(kind->bulk_end(database));
    const struct {
        const char *table;
        const char *const *columns;
        size_t count;
        const char *words;
    } cases[] = {
        {"nowhere", columns, 4, "table nowhere does not exist any more"},
        {"misused", absent, 1, "does not exist"},
        {"misused", columns, 0, "columns"},
        {"keyless", more, 1, "no primary key"},
        {"timed", more, 1, "unsupported type"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        must(database, kind->begin(database));
        assert_false(kind->bulk_begin(database, cases[i].table, cases[i].columns, cases[i].count));
        says(database, cases[i].words);
        kind->roll_back(database);
    }
    must(database, kind->begin(database));
    must(database, kind->bulk_begin(database, "misused", columns, 4));
    must(database, put(database, 1, "a"));
    assert_false(kind->run(database, "SELECT 1", NULL, 0, NULL, NULL));
    assert_false(kind->bulk_begin(database, "misused", columns, 4));
    assert_false(kind->commit(database));
    kind->roll_back(database);
    assert_int_equal(number_of(database, "SELECT count(*) FROM misused"), 0);
    kind->close(database);
}

/* Ends the connection of a database from another one, as a restart of the server does. */
static void cut(struct database *database)
{
    struct value process = integer(number_of(database, "SELECT pg_backend_pid()"));
    struct database *other = open_it();
    ask(other, "SELECT pg_terminate_backend($1::int)", &process, 1);
    kind->close(other);
    usleep(50000);
}

static void must_be_lost(struct database *database)
{
    says(database, "the connection to the database was lost");
    assert_true(kind->failure_of(database)->may_retry);
}

static void a_lost_connection_is_made_again(void **state)
{
    (void)state;
    struct database *database = open_it();
    make_table(database, "torn");
    must(database, kind->begin(database));
    fill(database, "torn", 0, 100);
    cut(database);
    assert_false(kind->run(database, "SELECT 42", NULL, 0, NULL, NULL));
    must_be_lost(database);
    assert_false(
        kind->run(database, "SELECT 42", NULL, 0, NULL, NULL)); /* not in this transaction */
    must_be_lost(database);
    kind->roll_back(database);
    must(database, kind->begin(database));
    fill(database, "torn", 0, 50);
    must(database, kind->commit(database));
    assert_int_equal(number_of(database, "SELECT count(*) FROM torn"), 50);
    cut(database);
    assert_false(kind->run(database, "SELECT 42", NULL, 0, NULL, NULL));
    assert_int_equal(number_of(database, "SELECT 42"), 42);
    kind->close(database);
}

static bool take_and_cut(void *context, const struct value *values, size_t count)
{
    assert_int_equal(count, 2);
    assert_int_equal(values[0].integer, *(int64_t *)context + 1);
    if (values[0].integer == 1) {
        struct database *other = open_it();
        ask(other, "SELECT pg_terminate_backend($1::int)", &values[1], 1);
        kind->close(other);
        usleep(50000);
    }
    *(int64_t *)context += 1;
    return true;
}

/* But only where no row has been handed out: none comes twice. */
static void what_reads_asks_again(void **state)
{
    (void)state;
    struct database_failure failure;
    struct database *database = kind->open(getenv("OVERWORLD_POSTGRESQL"), true, &failure);
    int64_t rows = 0;
    assert_non_null(database);
    for (int i = 0; i < 3; i++) {
        cut(database);
        assert_int_equal(number_of(database, "SELECT 42"), 42);
    }
    assert_false(kind->run(database, "SELECT generate_series(1, 1000000), pg_backend_pid()", NULL,
                           0, take_and_cut, &rows));
    must_be_lost(database);
    assert_true(rows >= 1 && rows < 1000000);
    assert_int_equal(number_of(database, "SELECT 42"), 42);
    kind->close(database);
}

static void a_connection_lost_while_filling_leaves_nothing(void **state)
{
    (void)state;
    struct database *database = open_it();
    make_table(database, "half");
    must(database, kind->begin(database));
    struct value process = integer(number_of(database, "SELECT pg_backend_pid()"));
    must(database, kind->bulk_begin(database, "half", columns, 4));
    must(database, put(database, 1, "a"));
    struct database *other = open_it();
    ask(other, "SELECT pg_terminate_backend($1::int)", &process, 1);
    usleep(50000);
    bool fine = true;
    for (int64_t i = 0; i < 100000 && fine; i++)
        fine = put(database, i, "b");
    assert_false(fine && kind->bulk_end(database));
    must_be_lost(database);
    kind->roll_back(database);
    assert_int_equal(number_of(other, "SELECT count(*) FROM half"), 0);
    must(database, kind->begin(database));
    fill(database, "half", 0, 10);
    must(database, kind->commit(database));
    assert_int_equal(number_of(other, "SELECT count(*) FROM half"), 10);
    kind->close(other);
    kind->close(database);
}

/* Adds the same 3000 rows as everybody else, in an order of its own, 500 in each transaction. */
static void write_beside(unsigned seed)
{
    struct database *database = open_it();
    for (int round = 0; round < 6; round++) {
        must(database, kind->begin(database));
        must(database, kind->bulk_begin(database, "shared", columns, 4));
        for (int64_t i = 0; i < 500; i++)
            must(database, put(database, rand_r(&seed) % 3000, "a name"));
        must(database, kind->bulk_end(database));
        must(database, kind->commit(database));
    }
    must(database, kind->begin(database));
    fill(database, "shared", 0, 3000);
    must(database, kind->commit(database));
    kind->close(database);
    exit(0);
}

static void writers_do_not_wait_in_a_ring(void **state)
{
    (void)state;
    struct database *database = open_it();
    make_table(database, "shared");
    kind->close(database);
    for (unsigned i = 0; i < 8; i++)
        if (fork() == 0)
            write_beside(i);
    for (int i = 0, status; i < 8; i++) {
        wait(&status);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    database = open_it();
    assert_int_equal(number_of(database, "SELECT count(*) FROM shared"), 3000);
    kind->close(database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(types_become_kinds),
        cmocka_unit_test(statements_that_fail_say_why),
        cmocka_unit_test(addresses_that_fail_say_why),
        cmocka_unit_test(columns_have_names),
        cmocka_unit_test(an_answer_can_be_ended),
        cmocka_unit_test(an_answer_is_heard_to_its_end),
        cmocka_unit_test(many_statements_are_kept),
        cmocka_unit_test(a_spoilt_transaction_is_no_success),
        cmocka_unit_test(reading_changes_nothing),
        cmocka_unit_test(rows_go_in_once),
        cmocka_unit_test(rows_that_do_not_fit_are_refused),
        cmocka_unit_test(misuse_of_filling_is_refused),
        cmocka_unit_test(a_lost_connection_is_made_again),
        cmocka_unit_test(what_reads_asks_again),
        cmocka_unit_test(a_connection_lost_while_filling_leaves_nothing),
        cmocka_unit_test(writers_do_not_wait_in_a_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
