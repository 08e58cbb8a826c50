/* The codecs that start from records: what tell says is what a trace of the written bytes says,
 * what measure counts is what is written, a copy lives without its original, and what is lost is
 * counted with its first place. And the bounds that codecs have, with what they say beyond them. */
#include "toy/samples.h"

#include "codec/path.h"
#include "kit/kit.h"
#include "odd/odd.h"

/* Events as lines of text. */
struct lines {
    char text[1 << 14];
    size_t used;
};

static ow_visit note_line(void *context, const ow_event *event)
{
    struct lines *lines = context;
    char *to = lines->text + lines->used;
    size_t room = sizeof lines->text - lines->used;
    uint64_t value = 0;
    if (event->kind == OW_VALUE && event->type == OW_FLOAT)
        memcpy(&value, &event->value.number, sizeof event->value.number);
    else if (event->kind == OW_VALUE && event->type != OW_TEXT && event->type != OW_BYTES)
        value = event->value.unsigned_64;
    int added =
        snprintf(to, room, "%d %d %s %llu of %llu at %llu+%llu %d%d = %llx", event->kind,
                 event->kind == OW_VALUE ? (int)event->type : -1, event->name ? event->name : "-",
                 (unsigned long long)event->index, (unsigned long long)event->count,
                 (unsigned long long)event->offset, (unsigned long long)event->size, event->spread,
                 event->derived, (unsigned long long)value);
    assert_true(added > 0 && (size_t)added < room);
    lines->used += (size_t)added;
    if (event->kind == OW_VALUE && (event->type == OW_TEXT || event->type == OW_BYTES))
        lines->used += (size_t)snprintf(
            lines->text + lines->used, sizeof lines->text - lines->used, " %zu%s %.*s",
            event->value.text.size, event->value.text.data ? "" : " null",
            (int)event->value.text.size, event->value.text.data ? event->value.text.data : "");
    assert_true(lines->used + 1 < sizeof lines->text);
    lines->text[lines->used++] = '\n';
    lines->text[lines->used] = '\0';
    return OW_GO_ON;
}

static void a_toy_is_emitted_and_measured_as_it_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        static struct lines traced, reported;
        traced.used = reported.used = 0;
        struct bytes bytes = {0};
        struct arena arena = new_arena();
        toy read = {0};
        uint64_t failed_at, sizes[MOST_SIZES];
        ow_error error;
        put_hex(&bytes, forms[i].hex);
        assert_int_equal(toy_decode(bytes.data, SIZE, forms[i].variant, &arena, &read, &failed_at),
                         OW_OK);
        assert_int_equal(toy_measure(&read, sizes), SIZE);
        assert_true(sizes[0] == true_sizes[0] && sizes[1] == true_sizes[1]);
        assert_int_equal(toy_trace(bytes.data, SIZE, forms[i].variant, note_line, &traced, &error),
                         OW_OK);
        assert_int_equal(toy_emit(&read, sizes, NULL, note_line, &reported, &error), OW_OK);
        assert_string_equal(reported.text, traced.text);
        arena_free(&arena);
        bytes_free(&bytes);
    }
}

static const char kit_hex[] = "02 0001 01ff 0102 ffff 80 0a1eff 0001 fffe 8000 7fff ff 03616263 0a "
                              "b1c1 03 0700ff 09 010001010000000101 0203 0a0b0c 0002 3f000000 "
                              "7fc00001 02 01 3f800000 ff800000 03 fe "
                              "02 0102 03 ffff 00";
static const char bare_kit_hex[] =
    "ff ffff 00 000000 0000 0000 0000 0000 00 00 00 00 00 0000 0000 00 00 00 00";

static kit kit_of(const char *hex, struct bytes *bytes, struct arena *arena)
{
    kit read = {0};
    uint64_t failed_at;
    put_hex(bytes, hex);
    assert_int_equal(kit_decode(bytes->data, bytes->size, true, arena, &read, &failed_at), OW_OK);
    return read;
}

static void a_kit_is_emitted_and_measured_as_it_is_written(void **state)
{
    (void)state;
    static const char *const kits[] = {kit_hex, bare_kit_hex};
    for (size_t i = 0; i < LENGTH(kits); i++) {
        static struct lines traced, reported;
        traced.used = reported.used = 0;
        struct bytes bytes = {0};
        struct arena arena = new_arena();
        kit read = kit_of(kits[i], &bytes, &arena);
        ow_error error;
        assert_int_equal(kit_measure(&read), bytes.size);
        assert_int_equal(kit_trace(bytes.data, bytes.size, true, note_line, &traced, &error),
                         OW_OK);
        assert_int_equal(kit_emit(&read, NULL, true, note_line, &reported, &error), OW_OK);
        assert_string_equal(reported.text, traced.text);
        arena_free(&arena);
        bytes_free(&bytes);
    }
}

static void lengths_of_each_width_are_measured_as_they_are_written(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 0x7f, 0x80, 0x3fff, 0x4000, 0x1fffff, 0x200000};
    char *name = calloc(1, 0x200000);
    assert_non_null(name);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct bytes bytes = {0};
        struct arena arena = new_arena();
        kit written = kit_of(bare_kit_hex, &bytes, &arena);
        ow_buffer buffer = {0};
        ow_error error;
        written.name = (ow_text){name, sizes[i]};
        assert_int_equal(kit_encode(&written, true, &buffer, &error), OW_OK);
        if (kit_measure(&written) != buffer.size)
            ROW_FAILED("a text of %zu bytes: %llu bytes measured, %zu written\n", sizes[i],
                       (unsigned long long)kit_measure(&written), buffer.size);
        ow_buffer_free(&buffer, NULL);
        arena_free(&arena);
        bytes_free(&bytes);
    }
    free(name);
}

static void a_copy_of_a_toy_lives_without_it(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    struct arena arena = new_arena(), kept = new_arena();
    toy read = {0};
    uint64_t failed_at;
    put_hex(&bytes, big_hex);
    assert_int_equal(
        toy_decode(bytes.data, SIZE, (struct toy_variant){true, 0}, &arena, &read, &failed_at),
        OW_OK);
    assert_int_equal(toy_copy(&read, &kept), OW_OK);
    arena_free(&arena);
    assert_toy(&read);
    assert_encoded(&read, &bytes);
    read.bytes = (ow_bytes){NULL, 0};
    assert_int_equal(toy_copy(&read, &kept), OW_OK);
    assert_null(read.bytes.data); /* what is not there stays so */
    read.integers = NULL;
    assert_int_equal(toy_copy(&read, &kept), OW_BAD_ARGUMENT);
    arena_free(&kept);
    bytes_free(&bytes);
}

static void a_copy_of_a_kit_lives_without_it(void **state)
{
    (void)state;
    static const char *const kits[] = {kit_hex, bare_kit_hex};
    for (size_t i = 0; i < LENGTH(kits); i++) {
        struct bytes bytes = {0};
        struct arena arena = new_arena(), kept = new_arena();
        kit read = kit_of(kits[i], &bytes, &arena);
        ow_buffer buffer = {0};
        ow_error error;
        assert_int_equal(kit_copy(&read, &kept), OW_OK);
        arena_free(&arena);
        assert_int_equal(kit_encode(&read, true, &buffer, &error), OW_OK);
        assert_int_equal(buffer.size, bytes.size);
        assert_memory_equal(buffer.data, bytes.data, bytes.size);
        ow_buffer_free(&buffer, NULL);
        arena_free(&kept);
        bytes_free(&bytes);
    }
}

struct warned {
    char text[1024];
};

static void note_loss(void *context, const char *pointer, const char *message)
{
    struct warned *warned = context;
    size_t used = strlen(warned->text);
    snprintf(warned->text + used, sizeof warned->text - used, "%s: %s\n", pointer, message);
}

#define DROPPED " dropped because the target version or variant cannot store it: "

/* Weights of parts that are not weighed are told once, and are gone afterwards; without `losses`
 * the first of them stops. */
static void losses_are_counted_with_their_first_place(void **state)
{
    (void)state;
    static struct losses losses;
    kit_part parts[] = {{1, 0}, {2, 7}, {3, 0}, {4, 9}};
    kit v = {.part_count = 4, .parts = parts};
    struct warned warned = {{0}};
    ow_error error;
    losses = (struct losses){0};
    assert_int_equal(kit_emit(&v, NULL, false, NULL, NULL, &error), OW_BAD_VALUE);
    assert_string_equal(error.pointer, "/parts/1/weight");
    assert_int_equal(kit_emit(&v, &losses, false, NULL, NULL, &error), OW_OK);
    losses_warn(&losses, note_loss, &warned);
    assert_string_equal(warned.text, "/parts/1/weight: weight" DROPPED "2\n");
    assert_int_equal(losses.overflows, 0);
    assert_int_equal(parts[1].weight + parts[3].weight, 0);
    assert_int_equal(kit_emit(&v, NULL, false, NULL, NULL, &error), OW_OK);
}

/* Bits behind the last one, where each has a byte of its own: told once, and gone afterwards. */
static void spare_bits_are_lost_where_booleans_have_bytes(void **state)
{
    (void)state;
    static struct losses losses;
    uint8_t bits[] = {0xff, 0xff};
    kit v = {.switch_count = 9, .switches = bits};
    struct warned warned = {{0}};
    ow_error error;
    losses = (struct losses){0};
    assert_int_equal(kit_emit(&v, NULL, false, NULL, NULL, &error), OW_BAD_VALUE);
    assert_string_equal(error.pointer, "/spare_bits");
    assert_memory_equal(bits, "\xff\xff", 2);
    assert_int_equal(kit_emit(&v, &losses, false, NULL, NULL, &error), OW_OK);
    losses_warn(&losses, note_loss, &warned);
    assert_string_equal(warned.text, "/spare_bits: spare_bits" DROPPED "1\n");
    assert_memory_equal(bits, "\xff\x80", 2);
    assert_int_equal(kit_emit(&v, NULL, false, NULL, NULL, &error), OW_OK);
}

static void overflows_are_reported_and_passed_over(void **state)
{
    (void)state;
    static struct losses losses;
    static uint8_t zeros[300];
    kit_part parts[] = {{1, 5}};
    kit v = {.index = 300,
             .list_count = 256,
             .list = zeros,
             .part_count = 1,
             .parts = parts}; /* and a loss behind them */
    struct warned warned = {{0}};
    ow_error error;
    losses = (struct losses){0};
    assert_int_equal(kit_emit(&v, &losses, false, NULL, NULL, &error), OW_OK);
    assert_int_equal(losses.overflows, 2);
    losses_warn(&losses, note_loss, &warned);
    assert_string_equal(
        warned.text,
        "/index: index is 300; the file can store 0 to 255: 1\n/list_count: list_count is 256; the "
        "file can store 255: 1\n/parts/0/weight: weight" DROPPED "1\n");
    static char text[256];
    toy of_text = {.order = true, .short_text = {text, 256}};
    uint8_t fixed[2] = {0};
    of_text.fixed = fixed, of_text.fixed_count = 2;
    losses = (struct losses){0};
    assert_int_equal(toy_emit(&of_text, true_sizes, &losses, NULL, NULL, &error), OW_OK);
    assert_int_equal(losses.overflows, 1);
}

/* More kinds than are told apart are counted as the last one. */
static void kinds_of_losses_have_a_bound(void **state)
{
    (void)state;
    static struct losses losses;
    char words[24];
    losses = (struct losses){0};
    for (int i = 0; i < LOSS_KINDS + 5; i++) {
        snprintf(words, sizeof words, "kind %d", i);
        losses_note(&losses, 2, words, "/%d", i);
    }
    assert_int_equal(losses.kinds, LOSS_KINDS);
    assert_int_equal(losses.of[0].count, 2);
    assert_int_equal(losses.of[LOSS_KINDS - 1].count, 12);
    assert_string_equal(losses.of[LOSS_KINDS - 1].pointer, "/47");
    losses_note(&losses, 0, "none", "/none");
    assert_int_equal(losses.of[LOSS_KINDS - 1].count, 12);
}

/* {"depth": N, "in": {... "inmost": 7 ...}, "fields": N, "wide": {...}, "records": []} */
static void put_odd_json(struct bytes *json, unsigned depth, unsigned fields)
{
    char text[64];
    snprintf(text, sizeof text, "{\"depth\": %u, ", depth);
    put_raw(json, text, strlen(text));
    for (unsigned i = 0; i < depth; i++)
        put_raw(json, "\"in\": {", 7);
    put_raw(json, "\"inmost\": 7", 11);
    for (unsigned i = 0; i < depth; i++)
        put_u8(json, '}');
    snprintf(text, sizeof text, ", \"fields\": %u, \"wide\": {", fields);
    put_raw(json, text, strlen(text));
    for (unsigned i = 0; i < fields; i++) {
        snprintf(text, sizeof text, "%s\"%c%u\": 1", i ? ", " : "", 'a' + i / 8, i % 8);
        put_raw(json, text, strlen(text));
    }
    put_raw(json, "}, \"records\": []}", 17);
}

static ow_status parse_odd(unsigned depth, unsigned fields, ow_error *error)
{
    struct bytes json = {0};
    struct arena arena = new_arena();
    ow_options options = options_or_default(NULL, 0);
    odd read = {0};
    put_odd_json(&json, depth, fields);
    struct json_text text = {(const char *)json.data, json.size};
    *error = (ow_error){0};
    ow_status status = odd_parse(&text, NULL, &options, &arena, &read, error);
    arena_free(&arena);
    bytes_free(&json);
    return status;
}

static void what_nests_too_deep_is_refused_in_words(void **state)
{
    (void)state;
    /* The root takes one level. */
    for (unsigned depth = PATH_DEPTH - 2; depth <= ODD_DEPTH; depth++) {
        bool fits = depth < PATH_DEPTH;
        ow_options options = options_or_default(NULL, 0);
        odd v = {.depth = (uint8_t)depth}, preset = {0};
        uint64_t sizes[MOST_SIZES];
        const uint8_t bytes[] = {(uint8_t)depth, 0, 0, 0};
        ow_error errors[3] = {{0}};
        ow_status expected = fits ? OW_OK : OW_BAD_VALUE;
        assert_int_equal(
            odd_trace(bytes, sizeof bytes, &preset, NULL, &options, NULL, NULL, &errors[0]),
            expected);
        assert_int_equal(odd_measure(&v, sizes), sizeof bytes);
        assert_int_equal(odd_emit(&v, sizes, NULL, NULL, &options, NULL, NULL, &errors[1]),
                         expected);
        assert_int_equal(parse_odd(depth, 0, &errors[2]), fits ? OW_OK : OW_BAD_JSON);
        for (int i = 0; i < 3 && !fits; i++)
            assert_non_null(
                strstr(errors[i].message, "nested deeper than the supported 12 levels"));
    }
}

static void fields_beyond_those_kept_track_of_are_refused_in_words(void **state)
{
    (void)state;
    enum { MOST = 40 };
    ow_error error;
    assert_int_equal(parse_odd(0, MOST, &error), OW_OK);
    assert_int_equal(parse_odd(0, MOST + 1, &error), OW_BAD_JSON);
    assert_string_equal(error.pointer, "/wide/f0");
    assert_non_null(strstr(error.message, "more than the supported 40 fields"));
}

static void large_records_are_read_emitted_and_copied_without_overrun(void **state)
{
    (void)state;
    enum { COUNT = 3, HEAD = 4 };
    struct bytes bytes = {0};
    struct arena arena = new_arena(), kept = new_arena();
    ow_options options = options_or_default(NULL, 1 << 20);
    odd read = {0};
    uint64_t sizes[MOST_SIZES];
    put_raw(&bytes, "\0\0\0\3", HEAD);
    for (unsigned i = 0; i < COUNT * sizeof(odd_record); i++)
        put_u8(&bytes, i / 64);
    uint8_t *exact = exact_copy(bytes.data, bytes.size);
    assert_int_equal(odd_decode(exact, bytes.size, &options, &arena, &read), OW_OK);
    assert_int_equal(read.record_count, COUNT);
    assert_memory_equal(read.records, bytes.data + HEAD, COUNT * sizeof(odd_record));
    assert_int_equal(odd_copy(&read, &options, &kept), OW_OK);
    arena_free(&arena);
    assert_memory_equal(read.records, bytes.data + HEAD, COUNT * sizeof(odd_record));
    assert_int_equal(odd_measure(&read, sizes), bytes.size);
    odd preset = {0};
    assert_int_equal(odd_trace(exact, bytes.size, &preset, NULL, &options, NULL, NULL, NULL),
                     OW_OK);
    assert_int_equal(odd_emit(&read, sizes, NULL, NULL, &options, NULL, NULL, NULL), OW_OK);
    arena_free(&kept);
    free(exact);
    bytes_free(&bytes);
}

static void fixed_runs_beyond_their_bound_are_refused(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind <= 5; kind++) {
        const uint8_t head[] = {0, (uint8_t)kind, 0, 0};
        struct bytes bytes = {0};
        struct arena arena = new_arena();
        ow_options options = options_or_default(NULL, 1 << 20);
        odd read = {0}, written = {.inmost = (uint8_t)kind};
        struct output output;
        ow_buffer none = {0}, made = {0};
        uint64_t sizes[MOST_SIZES];
        put_raw(&bytes, head, sizeof head);
        for (unsigned i = 0; kind > 0 && i < ODD_TOO_MANY * sizeof(float); i++)
            put_u8(&bytes, 0);
        ow_status expected = kind == 0 ? OW_OK : OW_BAD_VALUE;
        assert_int_equal(odd_decode(bytes.data, bytes.size, &options, &arena, &read), expected);
        odd_measure(&written, sizes);
        output_to_buffer(&output, &options, &none);
        assert_int_equal(odd_encode(&written, &options, sizes, &output), expected);
        assert_int_equal(output_close_buffer(&output, &made), OW_OK);
        if (kind == 0)
            assert_memory_equal(made.data, head, sizeof head);
        ow_buffer_free(&made, NULL);
        arena_free(&arena);
        bytes_free(&bytes);
    }
}

/* The second count of numbers, times four, overflows to the bytes that are left. */
static void salvage_keeps_a_truncated_grid_if_it_has_room_for_its_list(void **state)
{
    (void)state;
    enum { COUNT = 2, OF_RECORDS = 1 };
    static const uint32_t grids[][2] = {{COUNT + 1, 0}, {COUNT, 1u << 30}}; /* low, high half */
    static const struct {
        unsigned lists;
        bool is_kept;
    } rows[] = {
        {0, true},
        {SALVAGE_LISTS - 1 - OF_RECORDS, true},
        {SALVAGE_LISTS - OF_RECORDS, false},
        {SALVAGE_LISTS + 1, false},
    };
    for (size_t i = 0; i < 2 * LENGTH(rows); i++) {
        unsigned lists = rows[i / 2].lists;
        bool is_kept = rows[i / 2].is_kept;
        struct bytes bytes = {0};
        struct arena arena = new_arena();
        ow_options options = options_or_default(NULL, 1 << 20);
        odd read = {0};
        struct salvage salvage;
        put_raw(&bytes, "\0\6\0\0", 4);
        put_u8(&bytes, lists);
        for (unsigned k = 0; k < lists; k++)
            put_u8(&bytes, 0);
        put_u32(&bytes, grids[i % 2][0]);
        put_u32(&bytes, grids[i % 2][1]);
        for (unsigned k = 0; k < COUNT * sizeof(float); k++)
            put_u8(&bytes, k);
        assert_int_equal(odd_salvage(bytes.data, bytes.size, &options, &arena, &read, &salvage),
                         OW_OK);
        assert_int_equal(salvage.status, OW_TRUNCATED);
        assert_int_equal(salvage.numbers, is_kept ? COUNT : 0);
        assert_int_equal(read.grid != NULL, is_kept);
        if (is_kept)
            assert_memory_equal(read.grid, bytes.data + bytes.size - COUNT * sizeof(float),
                                COUNT * sizeof(float));
        assert_int_equal(salvage.list_count,
                         is_kept ? lists + OF_RECORDS + 1 : (unsigned)SALVAGE_LISTS);
        arena_free(&arena);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_toy_is_emitted_and_measured_as_it_is_written),
        cmocka_unit_test(a_kit_is_emitted_and_measured_as_it_is_written),
        cmocka_unit_test(lengths_of_each_width_are_measured_as_they_are_written),
        cmocka_unit_test(a_copy_of_a_toy_lives_without_it),
        cmocka_unit_test(a_copy_of_a_kit_lives_without_it),
        cmocka_unit_test(losses_are_counted_with_their_first_place),
        cmocka_unit_test(spare_bits_are_lost_where_booleans_have_bytes),
        cmocka_unit_test(overflows_are_reported_and_passed_over),
        cmocka_unit_test(kinds_of_losses_have_a_bound),
        cmocka_unit_test(what_nests_too_deep_is_refused_in_words),
        cmocka_unit_test(fields_beyond_those_kept_track_of_are_refused_in_words),
        cmocka_unit_test(large_records_are_read_emitted_and_copied_without_overrun),
        cmocka_unit_test(fixed_runs_beyond_their_bound_are_refused),
        cmocka_unit_test(salvage_keeps_a_truncated_grid_if_it_has_room_for_its_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
