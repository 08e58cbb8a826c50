/* Benches: what each member does, and what is told where a value is another. */
#include "../support/test.h"

#include "../support/circuits.h"

/* What a bench told. */
struct lent {
    struct board board;
    ow_bench *bench;
    char failures[600], printed[64], written[64];
    unsigned released, failed;
};

static bool read_contents(void *context, ow_text path, ow_bytes *bytes)
{
    (void)context;
    static const uint8_t file[] = {1, 2, 3};
    if (path.size != 6 || memcmp(path.data, "a.data", 6) != 0)
        return false;
    *bytes = (ow_bytes){file, sizeof file};
    return true;
}

static void release(void *context, ow_bytes *bytes)
{
    struct lent *lent = context;
    lent->released++;
    *bytes = (ow_bytes){0};
}

static bool write_contents(void *context, ow_text path, ow_bytes bytes)
{
    struct lent *lent = context;
    size_t used = strlen(lent->written);
    used += (size_t)snprintf(lent->written + used, sizeof lent->written - used,
                             "%.*s:", (int)path.size, path.data);
    for (size_t i = 0; i < bytes.size && i < 8; i++)
        used += (size_t)snprintf(lent->written + used, sizeof lent->written - used, "%02x",
                                 bytes.data[i]);
    return strncmp(path.data, "no", 2) != 0;
}

static void print(void *context, uint8_t byte)
{
    struct lent *lent = context;
    lent->printed[strlen(lent->printed)] = (char)byte;
}

static void fail_step(void *context, const ow_bench_failure *failure)
{
    struct lent *lent = context;
    size_t used = strlen(lent->failures);
    lent->failed++;
    snprintf(lent->failures + used, sizeof lent->failures - used, "%llu/%u %.*s: %.*s\n",
             (unsigned long long)failure->tick, (unsigned)failure->step, (int)failure->name.size,
             failure->name.data, (int)failure->message.size, failure->message.data);
}

/* JSON with single quotes for double ones. */
static ow_status open_bench(struct lent *lent, const char *circuit, const char *text,
                            ow_error *error)
{
    size_t size = strlen(text);
    char *copy = malloc(size);
    for (size_t i = 0; i < size; i++)
        copy[i] = text[i] == '\'' ? '"' : text[i];
    const ow_bench_options options = {.context = lent,
                                      .read = read_contents,
                                      .release = release,
                                      .write = write_contents,
                                      .print = print,
                                      .failed = fail_step};
    memset(lent, 0, sizeof *lent);
    board_open(&lent->board, circuit);
    ow_status status = ow_bench_open(copy, size, &lent->board.circuit, lent->board.run, &options,
                                     NULL, &lent->bench, error);
    free(copy); /* nothing of it is needed any more */
    return status;
}

static void close_bench(struct lent *lent)
{
    ow_bench_close(lent->bench);
    board_free(&lent->board);
}

struct case_of_bench {
    const char *circuit, *text;
    uint64_t ticks, checks;
    const char *failures;
};

static void check_cases(const struct case_of_bench *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct lent lent;
        ow_error error = {0};
        ow_bench_totals totals = {0};
        if (open_bench(&lent, cases[i].circuit, cases[i].text, &error) != OW_OK ||
            ow_bench_run(lent.bench, 0, &totals, &error) != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        if (strcmp(lent.failures, cases[i].failures) != 0 || totals.ticks != cases[i].ticks ||
            totals.checks != cases[i].checks || totals.failures != lent.failed)
            ROW_FAILED("row %zu: %u ticks, %u checks\n%s", i, (unsigned)totals.ticks,
                       (unsigned)totals.checks, lent.failures);
        close_bench(&lent);
    }
}

#define HAND "switch:1 peg:2 1>2 buffer:3 2-3 peg:4 3>4 "

static void steps_wait_look_and_set(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        {HAND, "{}", 0, 0, ""},
        {HAND, "{'ticks': 7}", 7, 0, ""},
        {HAND, "{'$schema': 'x', 'title': 'y', 'steps': []}", 0, 0, ""},
        {HAND, "{'steps': [{'set': {'C-1': 1}}, {'after': 2, 'expect': {'C-2': 1, 'C-4': 1}}]}", 2,
         2, ""},
        {HAND, "{'steps': [{'set': {'C-2': true}}, {'at': 2, 'expect': {'C-4': true}}]}", 2, 1, ""},
        {HAND, "{'steps': [{'at': 3, 'name': 'late', 'expect': {'C-4': 1}}], 'ticks': 9}", 9, 1,
         "3/0 late: expected \"C-4\" to be 1 (0x1), but it is 0 (0x0)\n"},
        {HAND, "{'steps': [{'at': 3}, {'at': 2}]}", 3, 0,
         "3/1 : the tick of this step has already passed\n"},
        /* Until, within. */
        {HAND, "{'steps': [{'set': {'C-1': 1}}, {'until': {'C-4': 1}, 'within': 9}]}", 2, 1, ""},
        {HAND, "{'steps': [{'until': {'C-4': 1, 'C-2': 0}, 'within': 4}]}", 4, 2,
         "4/0 : expected \"C-4\" to be 1 (0x1), but it is 0 (0x0)\n"},
        {HAND, "{'steps': [{'rest': 10}]}", 1, 1, ""},
        {"inverter:1 1>1", "{'steps': [{'rest': 10, 'name': 'still'}]}", 10, 1,
         "10/0 still: the circuit should be at rest, but it is still changing\n"},
        /* Buttons are held; a net from outside is let go. */
        {"button:1 peg:2 1>2",
         "{'steps': [{'press': {'C-1': 3}}, {'at': 1, 'expect': {'C-2': 1}}, {'at': 3, 'expect': "
         "{'C-2': 1}}, {'at': 4, 'expect': {'C-2': 0}}]}",
         4, 3, ""},
        {"peg:2",
         "{'steps': [{'press': {'C-2': '0xffffffffffffffff'}}, {'at': 5}, {'press': "
         "{'C-2': '0xffffffffffffffff'}, 'expect': {'C-2': 1}}, {'at': 9, 'expect': "
         "{'C-2': 1}}]}",
         9, 2, ""},
    };
    check_cases(cases, LENGTH(cases));
}

static void buses_have_their_lowest_bit_first(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        {"switch:1 switch:2 switch:3 peg:4 peg:5 peg:6 1>4 2>5 3>6",
         "{'nets': {'in': ['C-1', 'C-2', 'C-3'], 'out': ['C-4', 'C-5', 'C-6'], 'low': 'C-4'},"
         "'steps': [{'set': {'in': 6}}, {'after': 2, 'expect': {'out': '0b110', 'low': 0}},"
         "{'set': {'in': '0x5'}}, {'after': 2, 'expect': {'out': 5, 'C-5': false}},"
         "{'expect': {'out': 7}}]}",
         4, 5, "4/4 : expected \"out\" to be 7 (0x7), but it is 5 (0x5)\n"},
        /* The names of benches are those of the circuit for them: hands are found behind nets. */
        {"switch:1 peg:2 1>2",
         "{'nets': {'a b': 'n0'}, 'steps': [{'set': {'a b': 1}}, {'after': 1, "
         "'expect': {'C-1': 1}}]}",
         1, 1, ""},
    };
    check_cases(cases, LENGTH(cases));
}

static void clocks_run(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        /* The first half period is off; a value shows at the end of the tick behind it. */
        {"peg:1",
         "{'clocks': [{'net': 'C-1', 'half': 3}], 'steps': [{'at': 3, 'expect': {'C-1': 0}},"
         "{'at': 4, 'expect': {'C-1': 1}}, {'at': 6, 'expect': {'C-1': 1}},"
         "{'at': 7, 'expect': {'C-1': 0}}, {'at': 10, 'expect': {'C-1': 1}}]}",
         10, 5, ""},
        {"peg:1",
         "{'clocks': [{'net': 'C-1', 'half': 1, 'from': 4, 'cycles': 1}], 'steps': ["
         "{'at': 5, 'expect': {'C-1': 0}}, {'at': 6, 'expect': {'C-1': 1}},"
         "{'at': 7, 'expect': {'C-1': 0}}, {'at': 8, 'expect': {'C-1': 0}},"
         "{'at': 99, 'expect': {'C-1': 0}}]}",
         99, 5, ""},
        {"peg:1", "{'clocks': [{'net': 'C-1', 'half': 1, 'cycles': 0}], 'ticks': 20}", 20, 0, ""},
        {"peg:1",
         "{'clocks': [{'net': 'C-1', 'half': '0xffffffffffffffff', 'from': 9}],"
         " 'ticks': 20}",
         20, 0, ""},
        {"peg:1",
         "{'clocks': [{'net': 'C-1', 'half': '0x8000000000000000', 'from': 1}],"
         " 'ticks': 20}",
         20, 0, ""},
    };
    check_cases(cases, LENGTH(cases));
}

static void clocks_may_begin_on(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        {"peg:1",
         "{'clocks': [{'net': 'C-1', 'half': 3, 'on_first': true, 'cycles': 1}], 'steps': ["
         "{'at': 1, 'expect': {'C-1': 1}}, {'at': 3, 'expect': {'C-1': 1}}, {'at': 4, 'expect': "
         "{'C-1': 0}}, {'at': 9, 'expect': {'C-1': 0}}]}",
         9, 4, ""},
        {"peg:1",
         "{'clocks': [{'net': 'C-1', 'half': 2, 'from': 4, 'on_first': true}], 'steps': ["
         "{'at': 4, 'expect': {'C-1': 0}}, {'at': 5, 'expect': {'C-1': 1}}, {'at': 7, 'expect': "
         "{'C-1': 0}}, {'at': 9, 'expect': {'C-1': 1}}]}",
         9, 4, ""},
    };
    check_cases(cases, LENGTH(cases));
}

/* A net is set by all its hands, a peg by its own; `drive` leaves hands alone. */
static void nets_have_several_hands(void **state)
{
    (void)state;
#define TWO "switch:1 switch:2{9a480d01} button:3 peg:4 1>4 2>4 3>4 +2 *4 "
    static const struct case_of_bench cases[] = {
        {TWO, "{'steps': [{'set': {'C-4': 0}}, {'rest': 10, 'expect': {'C-4': 0}}]}", 1, 2, ""},
        {TWO,
         "{'steps': [{'set': {'C-4': 1}}, {'rest': 10}, {'set': {'C-2': 0}}, {'rest': 10, "
         "'expect': {'C-4': 1}}, {'set': {'C-1': 0}}, {'rest': 10, 'expect': {'C-4': 1}}, "
         "{'set': {'C-3': 0}}, {'rest': 10, 'expect': {'C-4': 0}}]}",
         4, 7, ""},
        {TWO,
         "{'nets': {'n': 'n0'}, 'steps': [{'set': {'n': 0}, 'drive': {'n': 1}}, {'rest': 10, "
         "'expect': {'n': 1}}, {'set': {'C-4': 0}}, {'rest': 10, 'expect': {'n': 1}}, {'drive': "
         "{'n': 0}}, {'after': 1, 'expect': {'n': 0}}]}",
         2, 5, ""},
    };
    check_cases(cases, LENGTH(cases));
}

static void outputs_without_a_wire_have_names(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        {"switch:5 inverter:6",
         "{'nets': {'both': ['C-5', 'C-6']}, 'steps': [{'rest': 9, 'expect': {'both': 2}}, "
         "{'set': {'C-5': 1}}, {'rest': 9, 'expect': {'C-5': 1, 'C-6.out0': 1, 'both': 3}}, "
         "{'press': {'C-5': 2}}, {'after': 3, 'expect': {'C-5': 0}}]}",
         5, 7, ""},
    };
    check_cases(cases, LENGTH(cases));
    struct lent lent;
    ow_error error = {0};
    uint32_t count = 9;
    assert_int_equal(open_bench(&lent, "switch:5 peg:1", "{'nets': {'s': 'C-5'}}", &error), OW_OK);
    assert_null(ow_bench_find(lent.bench, OW_LITERAL("s"), &count)); /* there is no net to watch */
    assert_int_equal(count, 0);
    assert_non_null(ow_bench_find(lent.bench, OW_LITERAL("C-1"), &count));
    close_bench(&lent);
}

static void tables_set_and_expect_row_by_row(void **state)
{
    (void)state;
#define XOR "switch:1 switch:2 xor:3 peg:4 1>3 2>3.1 3>4 "
    static const struct case_of_bench cases[] = {
        {XOR,
         "{'steps': [{'table': {'set': ['C-1', 'C-2'], 'expect': ['C-4'], 'rest': 9, 'rows': "
         "[[0, 0, 0], [0, 1, 1], [true, '0b1', 0], [1, 0, 1]]}}]}",
         7, 8, ""},
        {XOR,
         "{'steps': [{'name': 'xor', 'table': {'set': ['C-1', 'C-2'], 'expect': ['C-4', 'C-1'], "
         "'after': 5, 'rows': [[0, 1, 0, 0], [1, 1, 1, 0]]}}, {'expect': {'C-1': 0}}]}",
         10, 5,
         "5/0 xor: row 1: expected \"C-4\" to be 0 (0x0), but it is 1 (0x1)\n10/0 xor: row 2: "
         "expected \"C-4\" to be 1 (0x1), but it is 0 (0x0)\n10/0 xor: row 2: expected \"C-1\" to "
         "be 0 (0x0), but it is 1 (0x1)\n10/1 : expected \"C-1\" to be 0 (0x0), but it is 1 "
         "(0x1)\n"},
        {"inverter:1 1>1", "{'steps': [{'table': {'set': [], 'rest': 4, 'rows': [[]]}}]}", 4, 1,
         "4/0 : row 1: the circuit should be at rest, but it is still changing\n"},
    };
    check_cases(cases, LENGTH(cases));
}

/* More names than the first table of them has room for. */
static void many_names_are_found(void **state)
{
    (void)state;
    enum { NAMES = 1000, ROOM = 60 * NAMES };
    char *text = malloc(ROOM);
    size_t used = (size_t)snprintf(text, ROOM, "{'nets': {");
    for (int i = 0; i < NAMES; i++)
        used += (size_t)snprintf(text + used, ROOM - used, "%s'net %d': 'C-%d'", i > 0 ? "," : "",
                                 i, 1 + i % 2);
    used += (size_t)snprintf(text + used, ROOM - used, "}, 'steps': [{'expect': {");
    for (int i = 0; i < NAMES; i++)
        used += (size_t)snprintf(text + used, ROOM - used, "%s'net %d': %d", i > 0 ? "," : "", i,
                                 i % 2);
    snprintf(text + used, ROOM - used, "}}]}");
    const struct case_of_bench one = {"peg:1 inverter:2 2>2 *2 +2", text, 0, NAMES, ""};
    check_cases(&one, 1);
    free(text);
}

/* Read, write, two bits of address, four of data with what drives them. */
#define BUS "peg:1 peg:2 peg:10 peg:11 peg:20 peg:21 peg:22 peg:23 "
#define NETS                                                                                       \
    "'nets': {'r': 'C-1', 'w': 'C-2', 'a': ['C-10', 'C-11'], 'd': ['C-20', 'C-21', 'C-22', "       \
    "'C-23']}, "
#define RAM "'memories': [{'name': 'm', 'address': 'a', 'data': 'd', 'read': 'r', 'write': 'w'"

static void memories_lie_on_a_bus(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        {BUS,
         "{" NETS RAM ", 'hex': '01 02\\n0C0f'}], 'steps': ["
         "{'set': {'r': 1, 'a': 2}}, {'after': 3, 'expect': {'d': 12}},"
         "{'set': {'a': 3}}, {'after': 3, 'expect': {'d': 15}},"
         "{'set': {'r': 0}}, {'after': 3, 'expect': {'d': 0}},"
         "{'set': {'a': 1, 'd': 9}}, {'after': 2, 'set': {'w': 1}}, {'after': 2, 'set': {'w': "
         "0}}, {'after': 2, 'set': {'d': 0}},"
         "{'set': {'r': 1}}, {'after': 3, 'expect': {'d': 9}, 'memory': {'m': {'at': 1, "
         "'hex': '090c'}}},"
         "{'memory': {'m': {'text': 'x'}}}, {'memory': {'m': {}}}]}",
         18, 7, "18/12 : expected byte 0 of the memory from there on to be 0x78, but it is 0x01\n"},
        {BUS,
         "{" NETS "'memories': [{'address': ['C-10', 'C-11'], 'data': 'd', 'text': 'AB'}],"
         "'steps': [{'set': {'C-10': 1}}, {'after': 3, 'expect': {'d': 2}}]}",
         3, 1, ""},
        {BUS,
         "{" NETS RAM ", 'contents': 'a.data', 'read_only': true}], 'steps': ["
         "{'set': {'w': 1, 'd': 5}}, {'after': 4, 'memory': {'m': {'hex': '01020300'}}}]}",
         4, 1, ""},
        /* Asleep until then. */
        {BUS,
         "{" NETS RAM ", 'hex': '03', 'from': 5}], 'steps': [{'set': {'r': 1}},"
         "{'at': 5, 'expect': {'d': 0}}, {'at': 7, 'expect': {'d': 3}}]}",
         7, 2, ""},
    };
    check_cases(cases, LENGTH(cases));
}

static void what_is_written_to_a_place_is_printed(void **state)
{
    (void)state;
    static const char text[] =
        "{'nets': {'w': 'C-2', 'a': ['C-10', 'C-11'], 'd': ['C-20', 'C-21', 'C-22', 'C-23', 'C-24',"
        " 'C-25', 'C-26']}, 'memories': [{'address': 'a', 'data': 'd', 'write': 'w', 'print': 2,"
        " 'write_to': 'out'}, {'address': 'a', 'data': 'd', 'read': 'w'}],"
        "'steps': [{'set': {'a': 2, 'd': 72}}, {'after': 2, 'set': {'w': 1}}, {'after': 2, 'set': "
        "{'w': 0}}, {'after': 2, 'set': {'d': 105, 'w': 1}}, {'after': 2, 'set': {'a': 1}},"
        "{'after': 2, 'set': {'w': 0}}, {'after': 2, 'printed': 'Hi'}, {'printed': 'Ho'},"
        "{'printed': 'H'}, {'printed': 'Hi!'}, {'printed': ''}]}";
    struct lent lent;
    ow_error error = {0};
    ow_bench_totals totals;
    if (open_bench(&lent, "peg:2 peg:10 peg:11 peg:20 peg:21 peg:22 peg:23 peg:24 peg:25 peg:26",
                   text, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(ow_bench_run(lent.bench, 40, &totals, &error), OW_OK);
    assert_string_equal(lent.printed, "Hi");
    assert_string_equal(lent.written, "out:00696900");
    assert_string_equal(lent.failures,
                        "12/7 : expected byte 1 of the printed text to be 0x6f, but it is 0x69\n"
                        "12/8 : expected the printed text to be 1 byte, but it is 2\n"
                        "12/9 : expected the printed text to be 3 bytes, but it is 2\n"
                        "12/10 : expected the printed text to be 0 bytes, but it is 2\n");
    assert_int_equal(totals.ticks, 40);
    assert_int_equal(totals.steps, 11);
    close_bench(&lent);
}

static void files_are_lent_and_given_back(void **state)
{
    (void)state;
    struct lent lent;
    ow_error error = {0};
    assert_int_equal(open_bench(&lent, BUS, "{" NETS RAM ", 'contents': 'a.data'}]}", &error),
                     OW_OK);
    assert_int_equal(lent.released, 1);
    close_bench(&lent);
    assert_int_equal(open_bench(&lent, BUS, "{" NETS RAM ", 'contents': 'b.data'}]}", &error),
                     OW_NOT_THERE);
    assert_non_null(strstr(error.message, "line 1, column "));
    assert_non_null(strstr(error.message, "the file \"b.data\" cannot be read"));
    assert_int_equal(lent.released, 0);
    close_bench(&lent);
    assert_int_equal(open_bench(&lent, BUS, "{" NETS RAM ", 'write_to': 'nowhere'}]}", &error),
                     OW_OK);
    assert_int_equal(ow_bench_run(lent.bench, 0, NULL, &error), OW_WRITE_FAILED);
    assert_error(&error, OW_WRITE_FAILED, 0, "", "\"nowhere\" cannot be written");
    close_bench(&lent);
}

/* A circuit that rests is not looked at tick by tick, and a clock in it is. */
static void waiting_for_long_costs_nothing(void **state)
{
    (void)state;
    static const struct case_of_bench cases[] = {
        {HAND, "{'steps': [{'until': {'C-4': 1}, 'within': 1000000000000}]}", 1000000000000, 1,
         "1000000000000/0 : expected \"C-4\" to be 1 (0x1), but it is 0 (0x0)\n"},
        {"peg:1 buffer:2 1-2 peg:3 2>3",
         "{'clocks': [{'net': 'C-1', 'half': 1000000007}], 'steps': [{'until': {'C-3': 1}, "
         "'within': '0xffffffffffffffff'}, {'until': {'C-3': 0}, 'within': 2000000000}]}",
         2000000016, 2, ""},
    };
    check_cases(cases, LENGTH(cases));
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    ++*(unsigned *)context;
    return false;
}

static void a_bench_whose_runs_are_short_can_be_cancelled(void **state)
{
    (void)state;
    static const char text[] = "{\"clocks\": [{\"net\": \"C-1\", \"half\": 1}], \"ticks\": "
                               "1000000000000}";
    struct board board;
    unsigned asked = 0;
    const ow_options options = {.progress = stop_at_once, .progress_context = &asked};
    ow_simulation *run;
    ow_bench *bench;
    ow_error error;
    board_open(&board, "peg:1");
    assert_int_equal(
        ow_simulation_open(&board.document, &board.circuit, NULL, &options, &run, NULL), OW_OK);
    assert_int_equal(
        ow_bench_open(text, sizeof text - 1, &board.circuit, run, NULL, NULL, &bench, NULL), OW_OK);
    assert_int_equal(ow_bench_run(bench, 0, NULL, &error), OW_CANCELLED);
    assert_int_equal(error.status, OW_CANCELLED);
    assert_int_equal(asked, 1);
    ow_bench_close(bench);
    ow_simulation_close(run);
    board_free(&board);
}

/* A byte every two ticks, more than are kept at first: all of them, or it is told. */
static void what_is_printed_is_kept_or_memory_is_reported(void **state)
{
    (void)state;
    enum { BYTES = 6000 };
    static char text[BYTES + 400];
    memset(text, 0, sizeof text);
    strcpy(text, "{\"clocks\": [{\"net\": \"C-1\", \"half\": 1}], \"memories\": [{\"address\": "
                 "\"C-1\", \"data\": [\"C-2\", \"C-2\", \"C-2\", \"C-2\", \"C-2\", \"C-2\"], "
                 "\"write\": \"C-3\", \"print\": 1}], \"steps\": [{\"set\": {\"C-2\": 1, "
                 "\"C-3\": 1}}, {\"at\": 12002}, {\"printed\": \"");
    memset(text + strlen(text), '?', BYTES);
    strcat(text, "\"}]}");
    bool whole = false, lost = false;
    for (uint64_t limit = 1024; !whole; limit += 64) {
        const ow_options options = {.max_memory = limit};
        struct board board;
        ow_bench *bench;
        ow_error error;
        ow_bench_totals totals = {0};
        board_open(&board, "peg:1 peg:2 peg:3");
        ow_status status = ow_bench_open(text, strlen(text), &board.circuit, board.run, NULL,
                                         &options, &bench, &error);
        if (status == OW_OK) {
            status = ow_bench_run(bench, 0, &totals, &error);
            lost = lost || status != OW_OK;
        }
        whole = status == OW_OK;
        assert_int_equal(totals.failures, 0);
        assert_true(whole || (status == OW_TOO_MUCH_MEMORY && error.status == status));
        ow_bench_close(bench);
        board_free(&board);
    }
    assert_true(lost);
}

static void only_so_many_failures_are_reported(void **state)
{
    (void)state;
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, "{'steps': [");
    enum { FAILURES = 150, TOLD = 100 };
    for (int i = 0; i < FAILURES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{'expect': {'C-1': 1}}",
                                 i > 0 ? ", " : "");
    snprintf(text + used, sizeof text - used, "]}");
    struct lent lent;
    ow_error error = {0};
    ow_bench_totals totals;
    assert_int_equal(open_bench(&lent, "peg:1", text, &error), OW_OK);
    assert_int_equal(ow_bench_run(lent.bench, 0, &totals, &error), OW_OK);
    assert_int_equal(totals.failures, FAILURES);
    assert_int_equal(lent.failed, TOLD);
    close_bench(&lent);
}

static void signals_are_found_by_name(void **state)
{
    (void)state;
    struct lent lent;
    ow_error error = {0};
    uint32_t count = 99;
    assert_int_equal(
        open_bench(&lent, "peg:1 peg:2", "{'nets': {'b': ['C-2', 'C-1'], 'one': 'C-2'}}", &error),
        OW_OK);
    const uint32_t *nets = ow_bench_find(lent.bench, OW_LITERAL("b"), &count);
    assert_int_equal(count, 2);
    assert_int_equal(nets[0], 1);
    assert_int_equal(nets[1], 0);
    nets = ow_bench_find(lent.bench, OW_LITERAL("C-2.in0"), &count);
    assert_int_equal(count, 1);
    assert_int_equal(nets[0], 1);
    for (int times = 0; times < 2; times++) {
        assert_null(ow_bench_find(lent.bench, OW_LITERAL("nothing"), &count));
        assert_int_equal(count, 0);
    }
    assert_null(ow_bench_find(lent.bench, (ow_text){NULL, 0}, &count));
    assert_null(ow_bench_find(lent.bench, OW_LITERAL("b"), NULL));
    assert_null(ow_bench_find(NULL, OW_LITERAL("b"), &count));
    assert_text(ow_bench_signal(lent.bench, 0), "b");
    assert_text(ow_bench_signal(lent.bench, 1), "one");
    assert_int_equal(ow_bench_signal(lent.bench, 2).size, 0);
    assert_int_equal(ow_bench_signal(NULL, 0).size, 0);
    close_bench(&lent);
}

/* What a bench attached goes with it, also where it was refused half way. */
static void a_bench_takes_its_memories_with_it(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{" NETS "'memories': [{'address': 'a', 'data': 'd', 'hex': '07'}], 'ticks': 3}",
        "{" NETS "'memories': [{'address': 'a', 'data': 'd', 'hex': '07'}], 'steps': [7]}"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct lent lent;
        ow_error error = {0};
        ow_status status = open_bench(&lent, BUS, texts[i], &error);
        assert_int_equal(status, i == 0 ? OW_OK : OW_BAD_JSON);
        if (status == OW_OK) {
            assert_int_equal(ow_bench_run(lent.bench, 0, NULL, NULL), OW_OK);
            assert_true(is_on(&lent.board, "C-20"));
        }
        ow_bench_close(lent.bench);
        lent.bench = NULL;
        run_ticks(&lent.board, 3);
        assert_false(is_on(&lent.board, "C-20"));
        close_bench(&lent);
    }
}

static void odd_arguments_are_refused(void **state)
{
    (void)state;
    struct board board;
    ow_bench *bench;
    ow_error error;
    board_open(&board, "peg:1");
    assert_int_equal(ow_bench_open("{}", 2, &board.circuit, board.run, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_bench_open(NULL, 2, &board.circuit, board.run, NULL, NULL, &bench, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_bench_open("{}", 2, NULL, board.run, NULL, NULL, &bench, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_bench_open("{}", 2, &board.circuit, NULL, NULL, NULL, &bench, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_bench_open(NULL, 0, &board.circuit, board.run, NULL, NULL, &bench, &error),
                     OW_BAD_JSON);
    assert_null(bench);
    assert_int_equal(ow_bench_run(NULL, 1, NULL, &error), OW_BAD_ARGUMENT);
    ow_bench_close(NULL);
    /* Nobody to tell, nothing to lend. */
    static const char text[] = "{\"memories\": [{\"address\": \"C-1\", \"data\": \"C-1\", "
                               "\"write\": \"C-1\", \"print\": 0}], \"steps\": [{\"expect\": "
                               "{\"C-1\": 1}, \"set\": {\"C-1\": 1}}], \"ticks\": 4}";
    ow_bench_totals totals;
    assert_int_equal(
        ow_bench_open(text, sizeof text - 1, &board.circuit, board.run, NULL, NULL, &bench, &error),
        OW_OK);
    assert_int_equal(ow_bench_run(bench, 1, &totals, NULL), OW_OK);
    assert_int_equal(totals.failures, 1);
    ow_bench_close(bench);
    board_free(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_wait_look_and_set),
        cmocka_unit_test(buses_have_their_lowest_bit_first),
        cmocka_unit_test(clocks_run),
        cmocka_unit_test(clocks_may_begin_on),
        cmocka_unit_test(nets_have_several_hands),
        cmocka_unit_test(outputs_without_a_wire_have_names),
        cmocka_unit_test(tables_set_and_expect_row_by_row),
        cmocka_unit_test(many_names_are_found),
        cmocka_unit_test(memories_lie_on_a_bus),
        cmocka_unit_test(what_is_written_to_a_place_is_printed),
        cmocka_unit_test(files_are_lent_and_given_back),
        cmocka_unit_test(waiting_for_long_costs_nothing),
        cmocka_unit_test(a_bench_whose_runs_are_short_can_be_cancelled),
        cmocka_unit_test(what_is_printed_is_kept_or_memory_is_reported),
        cmocka_unit_test(only_so_many_failures_are_reported),
        cmocka_unit_test(signals_are_found_by_name),
        cmocka_unit_test(a_bench_takes_its_memories_with_it),
        cmocka_unit_test(odd_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
