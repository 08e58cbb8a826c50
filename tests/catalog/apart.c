/* Facts that a process of its own finds: they are the same as without it, and whatever that process
 * does or answers stays harmless. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/worlds.h"

#include "../../catalog/apart.h"
#include "../../catalog/facts_pass.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const struct apart_limits usual = {.memory = (uint64_t)512 << 20, .seconds = 1};

static ow_buffer bytes_of(const char *world)
{
    ow_document document = document_of(world);
    ow_buffer buffer = {0};
    ow_error error;
    assert_int_equal(ow_write_buffer(&document, NULL, &buffer, &error), OW_OK);
    ow_close(&document);
    return buffer;
}

static struct packed facts_of(const ow_buffer *buffer, const struct fact_options *options,
                              const struct apart_limits *limits)
{
    struct facts facts;
    struct packed packed = {0};
    char why[APART_WHY] = "";
    bool found = limits ? apart_find(buffer->data, buffer->size, NULL, options, limits, &facts, why)
                        : facts_find(buffer->data, buffer->size, NULL, options, &facts);
    assert_string_equal(why, "");
    assert_true(found);
    assert_true(facts_pack(&facts, &packed));
    facts_free(&facts);
    return packed;
}

/* Draws a picture that begins as a PNG. */
static bool draw_something(void *context, const ow_document *document, struct fact_picture *out)
{
    static const char bytes[] = "\x89PNG\r\n\x1a\n...";
    (void)context, (void)document;
    *out = (struct fact_picture){.width = 2, .height = 1, .size = sizeof bytes};
    out->png = malloc(sizeof bytes);
    if (out->png)
        memcpy(out->png, bytes, sizeof bytes);
    return out->png != NULL;
}

static bool has_sandbox(void)
{
    char why[APART_WHY] = "";
    return apart_is_possible(&usual, why);
}

static void the_facts_are_the_same(void **state)
{
    const struct fact_options options = {.draw = draw_something};
    (void)state;
    if (!has_sandbox())
        skip();
    for (size_t i = 0; worlds[i]; i++) {
        ow_buffer buffer = bytes_of(worlds[i]);
        struct packed here = facts_of(&buffer, &options, NULL);
        struct packed there = facts_of(&buffer, &options, &usual);
        assert_int_equal(here.size, there.size);
        assert_memory_equal(here.bytes, there.bytes, here.size);
        free(here.bytes);
        free(there.bytes);
        ow_buffer_free(&buffer, NULL);
    }
}

/* Returns whether the bytes are taken for facts. What is taken has every text as a catalogue stores
 * it, and can be packed and freed. */
static bool is_taken(const uint8_t *bytes, size_t size, const uint8_t hash[DIGEST_SIZE])
{
    struct facts facts;
    struct packed again = {0};
    bool lacks_memory;
    if (!facts_unpack(bytes, size, hash, &facts, &lacks_memory)) {
        assert_false(lacks_memory);
        return false;
    }
    for (size_t i = 0; i < WORLD_COLUMNS; i++)
        if (facts.world[i].kind == VALUE_TEXT)
            assert_true(ow_text_is_utf8((ow_text){facts.world[i].bytes, facts.world[i].size}));
    assert_true(facts_pack(&facts, &again));
    assert_int_equal(again.size, size);
    free(again.bytes);
    facts_free(&facts);
    return true;
}

static void answers_are_not_believed(void **state)
{
    const struct fact_options options = {.draw = draw_something};
    uint8_t hash[DIGEST_SIZE];
    size_t taken = 0;
    (void)state;
    ow_buffer buffer = bytes_of(world_of_blotter);
    struct packed facts = facts_of(&buffer, &options, NULL);
    digest(buffer.data, buffer.size, hash);
    assert_true(is_taken(facts.bytes, facts.size, hash));
    for (size_t size = 0; size < facts.size; size++)
        assert_false(is_taken(facts.bytes, size, hash));
    uint8_t *longer = realloc(facts.bytes, facts.size + 1);
    assert_non_null(longer);
    facts.bytes = longer;
    facts.bytes[facts.size] = 0;
    assert_false(is_taken(facts.bytes, facts.size + 1, hash));
    for (size_t i = 0; i < facts.size; i++) {
        uint8_t before = facts.bytes[i];
        facts.bytes[i] ^= 0x80;
        taken += is_taken(facts.bytes, facts.size, hash);
        facts.bytes[i] = 0xff;
        taken += is_taken(facts.bytes, facts.size, hash);
        facts.bytes[i] = before;
    }
    assert_true(taken > 0); /* another number is not wrong */
    hash[0] ^= 1;
    assert_false(is_taken(facts.bytes, facts.size, hash));
    free(facts.bytes);
    ow_buffer_free(&buffer, NULL);
}

/* Facts that a reader could answer and a catalogue cannot store. Each is one step from sound. */
static void what_cannot_be_stored_is_refused(void **state)
{
    static const ow_issue_code no_code = {.code = "NO_SUCH_CODE"};
    char long_name[LONGEST_KEY + 2] = "";
    memset(long_name, 'a', LONGEST_KEY + 1);
    struct fact_issue issue = {
        .code = &no_code, .pointer = text_value(""), .message = text_value("")};
    struct fact_mod mod = {.name = text_value(long_name), .version = text_value("1")};
    const struct fact_options options = {0};
    uint8_t hash[DIGEST_SIZE];
    (void)state;
    ow_buffer buffer = bytes_of(world_of_blotter);
    digest(buffer.data, buffer.size, hash);
    for (int which = 0; which < 8; which++) {
        struct facts facts;
        struct packed packed = {0};
        assert_true(facts_find(buffer.data, buffer.size, NULL, &options, &facts));
        struct fact_mod *mods = facts.mods;
        struct fact_issue *issues = facts.issues;
        if (which == 1)
            facts.mods = &mod;
        else if (which == 2)
            facts.issues = &issue;
        else if (which == 3)
            facts.world[WORLD_SKETCH] = bytes_value(facts.sketch, SKETCH_SIZE - 1);
        else if (which == 4)
            facts.world[WORLD_CONTENT] = bytes_value(facts.content, DIGEST_SIZE - 1);
        else if (which == 5)
            facts.world[WORLD_RECORDS] = text_value("3");
        else if (which == 6)
            facts.world[WORLD_TITLE] = (struct value){VALUE_TEXT, .bytes = "\xff", .size = 1};
        assert_true(facts_pack(&facts, &packed));
        if (which == 7)
            packed.size--;
        bool taken = is_taken(packed.bytes, packed.size, hash);
        if (taken != (which == 0))
            ROW_FAILED("%d is %s\n", which, taken ? "taken" : "refused");
        facts.mods = mods;
        facts.issues = issues;
        free(packed.bytes);
        facts_free(&facts);
    }
    ow_buffer_free(&buffer, NULL);
}

static bool open_socket(void *context, const ow_document *document, struct fact_picture *out)
{
    (void)context, (void)document, (void)out;
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}

static bool open_file(void *context, const ow_document *document, struct fact_picture *out)
{
    (void)context, (void)document, (void)out;
    FILE *file = fopen("/etc/passwd", "r");
    abort();
    return file != NULL;
}

static bool work_forever(void *context, const ow_document *document, struct fact_picture *out)
{
    (void)context, (void)document, (void)out;
    for (volatile bool goes_on = true; goes_on;)
        continue;
    return true;
}

static bool draw_nonsense(void *context, const ow_document *document, struct fact_picture *out)
{
    (void)context, (void)document;
    *out = (struct fact_picture){.size = 8, .png = strdup("GIF89a..")};
    return true;
}

static bool run_out_of_memory(void *context, const ow_document *document, struct fact_picture *out)
{
    (void)context, (void)document, (void)out;
    return false;
}

/* A terminal would show what is written there. */
static bool look_for_terminal(void *context, const ow_document *document, struct fact_picture *out)
{
    struct stat about;
    (void)context, (void)document, (void)out;
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fstat(stream, &about) != 0 || about.st_rdev != makedev(1, 3)) /* /dev/null */
            abort();
    return false;
}

static void what_it_does_is_told(void **state)
{
    static const struct {
        bool (*draw)(void *context, const ow_document *document, struct fact_picture *out);
        const char *why;
    } rows[] = {
        {open_socket, "attempted a forbidden system call"},
        {open_file, "ended its reader, by a bug"},
        {work_forever, "takes more than 1 s of processor time"},
        {draw_nonsense, "answer nonsense"},
        {run_out_of_memory, ""},
        {look_for_terminal, ""},
    };
    (void)state;
    if (!has_sandbox())
        skip();
    ow_buffer buffer = bytes_of(world_of_city);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct fact_options options = {.draw = rows[i].draw};
        struct facts facts;
        char why[APART_WHY] = "?";
        if (apart_find(buffer.data, buffer.size, NULL, &options, &usual, &facts, why) ||
            (*rows[i].why ? !strstr(why, rows[i].why) : *why))
            ROW_FAILED("\"%s\" instead of \"%s\"\n", why, rows[i].why);
    }
    ow_buffer_free(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_facts_are_the_same),
        cmocka_unit_test(answers_are_not_believed),
        cmocka_unit_test(what_cannot_be_stored_is_refused),
        cmocka_unit_test(what_it_does_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
