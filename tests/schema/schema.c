/* Schemas and tables of fields: what the layouts describe holds of documents made up at random,
 * and stays within the limits that other codecs have. */
#include "../support/test.h"

#include "../robust/harness.h"
#include "../support/bytes.h"
#include "../support/ledger.h"

#include "change/compare.h"
#include "schema/schema.h"
#include "schema/table.h"

/* As in codec/members.h, which is a codec of its own. */
enum { PARSE_FIELDS = 40, FIELDS_OF_ROOT = 2 };

#define SCENE(name, filler)
#define FORMAT(name, type) extern const struct format_row name##_format;
#include "formats.def"
#undef FORMAT
#define FORMAT(name, type) &name##_format,
static const struct format_row *const rows[] = {
#include "formats.def"
};

struct subject {
    struct arena arena;
    struct exploration *e;
    struct table *tables;
};

/* Each format is explored by the first test that needs it: this takes seconds. */
static struct subject subjects[LENGTH(rows)];

static struct subject *explored(size_t format)
{
    const struct format_row *row = rows[format];
    struct subject *subject = &subjects[format];
    if (subject->tables)
        return subject;
    ow_options options = options_or_default(NULL, 0);
    ow_error error = {0};
    arena_init(&subject->arena, &options);
    if (explore(row, &subject->arena, &subject->e, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", row->about.name, error.message);
    struct table *tables = arena_take(&subject->arena, MOST_PLACES * sizeof *tables);
    assert_non_null(tables);
    if (make_tables(subject->e, tables, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", row->about.name, error.message);
    subject->tables = tables;
    return subject;
}

static int free_explored(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(subjects); i++)
        if (subjects[i].tables)
            arena_free(&subjects[i].arena);
    return 0;
}

/* The longest JSON Pointer to a place: every index has all its digits. */
static size_t pointer_size(const struct description *d, uint16_t place)
{
    size_t size = 0;
    for (; place; place = d->places[place].parent) {
        const char *name = d->places[place].name;
        size += 1 + strlen(name ? name : "4294967295");
    }
    return size;
}

static void layouts_keep_to_the_limits_of_the_codecs(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct description *d = &explored(i)->e->description;
        assert_true(d->deepest <= PATH_DEPTH);
        assert_true(d->most_fields + FIELDS_OF_ROOT <= PARSE_FIELDS);
        for (uint16_t place = 1; place < d->place_count; place++)
            assert_true(pointer_size(d, place) < POINTER_ROOM);
    }
}

/* The cell of a table that the last run is in. */
static const struct cell *cell_of_run(const struct exploration *e, const struct table *table)
{
    const struct description *d = &e->description;
    size_t cell = 0, step = 1;
    for (unsigned i = 0; i < table->count; i++) {
        const struct dimension *dimension = &table->dimensions[i];
        unsigned chosen = d->chosen[dimension->decider];
        unsigned alternative = chosen ? chosen - 1 : d->deciders[dimension->decider].usual;
        unsigned class = dimension->witness ? d->status[dimension->witness] != 0
                                            : dimension->class_of[alternative];
        cell += class * step;
        step *= dimension->classes;
    }
    return &table->cells[cell];
}

/* Of texts and numbers a table has only the widest type. */
static bool lets_through(const struct exploration *e, uint16_t place, const struct cell *cell,
                         uint16_t status)
{
    const struct field_type *found = explore_type(e, status);
    for (unsigned i = 0; i < e->outcome_count[place]; i++) {
        const struct field_type *type = explore_type(e, e->outcomes[place][i].status);
        bool same = e->outcomes[place][i].status == status;
        if (cell->outcomes >> i & 1 && (same || (type && found && type->kind == found->kind)))
            return true;
    }
    return false;
}

static void check_run(const struct subject *subject)
{
    const struct exploration *e = subject->e;
    const struct description *d = &e->description;
    for (uint16_t place = 1; place < d->place_count; place++) {
        if (is_hidden(e, place) || !explore_visited(e, place))
            continue;
        const struct cell *cell = cell_of_run(e, &subject->tables[place]);
        if (!lets_through(e, place, cell, d->status[place]))
            ROW_FAILED("%s: %s is not as its table says\n", e->row->about.name,
                       d->places[place].name ? d->places[place].name : "an element");
        if (d->exact[place] && (d->exact[place] < cell->least || d->exact[place] > cell->most))
            ROW_FAILED("%s: %s has another length than its table says\n", e->row->about.name,
                       d->places[place].name);
    }
}

/* What was found by changing one thing at a time holds of everything changed at once. */
static void tables_hold_of_documents_at_random(void **state)
{
    (void)state;
    const unsigned rounds = is_deep() ? 20000 : 5000, least = rounds / 20;
    uint32_t random = 1;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct subject *subject = explored(i);
        struct description *d = &subject->e->description;
        unsigned checked = 0;
        for (unsigned round = 0; round < rounds; round++) {
            for (unsigned k = 0; k < d->decider_count; k++) {
                random = random * 1664525u + 1013904223u;
                d->chosen[k] = (uint16_t)((random >> 8) % (d->deciders[k].count + 1u));
            }
            if (!explore_run(subject->e))
                continue;
            check_run(subject);
            checked++;
        }
        assert_true(checked > least);
    }
}

static void notes_are_of_fields_that_there_are(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct exploration *e = explored(i)->e;
        size_t found = 0, notes = 0;
        for (uint16_t place = 1; place < e->description.place_count; place++)
            found += explore_note(e, place) != NULL;
        while (rows[i]->notes[notes].path)
            notes++;
        assert_int_equal(found, notes);
    }
}

static void every_format_has_a_schema_that_names_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct subject *subject = explored(i);
        struct bytes text = {0};
        ow_sink sink = sink_to(&text);
        ow_error error;
        char expected[64];
        snprintf(expected, sizeof expected, "\"format\": { \"const\": \"%s\" }",
                 rows[i]->about.name);
        assert_int_equal(schema_write_explored(subject->e, subject->tables, NULL, &sink, &error),
                         OW_OK);
        put_u8(&text, 0);
        assert_non_null(strstr((const char *)text.data, expected));
        bytes_free(&text);
    }
}

/* What a field may be, as ow_list_fields lists it; "" where the layout does not have it so. */
struct listing {
    char *text;
    size_t used;
};

static ow_visit note_field(void *context, const ow_field *field)
{
    struct listing *listing = context;
    enum { ROOM = 300 };
    listing->text = realloc(listing->text, listing->used + ROOM);
    assert_non_null(listing->text);
    int size = snprintf(listing->text + listing->used, ROOM, " %s %s%s;", field->path, field->type,
                        field->hidden ? " hidden" : "");
    listing->used += (size_t)size;
    return OW_GO_ON;
}

/* The quick list has every field of the slow description, in each of its types. */
static void fields_are_listed_as_they_are_described(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct exploration *e = explored(i)->e;
        struct arena arena;
        struct exploration *quick;
        ow_options options = options_or_default(NULL, 0);
        ow_error error;
        arena_init(&arena, &options);
        assert_int_equal(explore_fields(rows[i], &arena, &quick, &error), OW_OK);
        assert_int_equal(quick->description.place_count, e->description.place_count);
        struct listing listing = {NULL, 0};
        assert_int_equal(ow_list_fields(&rows[i]->about, NULL, note_field, &listing, &error),
                         OW_OK);
        for (uint16_t place = 1; place < e->description.place_count; place++) {
            for (unsigned k = 0; k < e->outcome_count[place]; k++) {
                const struct field_type *type = explore_type(e, e->outcomes[place][k].status);
                char path[DESCRIPTION_PATH], wanted[DESCRIPTION_PATH + 32];
                description_path(&e->description, place, path);
                snprintf(wanted, sizeof wanted, " %s %s%s;", path,
                         type ? schema_type_name(type->kind) : "",
                         type && type->hidden ? " hidden" : "");
                bool is_listed =
                    type && (type->kind != TYPE_OBJECT || e->description.places[place].name);
                if (is_listed && !strstr(listing.text, wanted))
                    ROW_FAILED("%s does not list%s\n", rows[i]->about.name, wanted);
            }
        }
        free(listing.text);
        arena_free(&arena);
    }
}

static ow_visit note_decoded(void *context, const ow_field *field)
{
    if (field->derived)
        note_field(context, field);
    return OW_GO_ON;
}

/* The fields that are decoded from others are listed if the options ask for them. A field of an
 * object comes after the object. */
static void decoded_fields_are_listed_on_request(void **state)
{
    static const char *const formats[][2] = {
        {"blotter", " /components/*/place list; /components/*/place/* float; "
                    "/components/*/degrees list; /components/*/degrees/* float; "
                    "/components/*/board object; /components/*/switch object; "
                    "/components/*/button object; /components/*/display object; "
                    "/components/*/label object; /components/*/mount object; "
                    "/components/*/delayer object; /components/*/timer object; "
                    "/components/*/cpu object; /components/*/board/color text; "
                    "/components/*/board/size_x integer; /components/*/board/size_z integer;"},
        {"city", " /things/*/degrees integer;"},
        {"structure", " /blocks/*/place list; /blocks/*/place/* float;"},
        {"leveld", " /blocks/*/actors/*/place list; /blocks/*/actors/*/place/* float;"},
    };
    (void)state;
    for (size_t i = 0; i < LENGTH(formats); i++) {
        struct listing listing = {NULL, 0};
        const ow_options options = {.meanings = true};
        ow_error error;
        const ow_format *format = ow_format_by_name(formats[i][0]);
        assert_int_equal(ow_list_fields(format, NULL, note_decoded, &listing, &error), OW_OK);
        assert_int_equal(listing.used, 0);
        assert_int_equal(ow_list_fields(format, &options, note_decoded, &listing, &error), OW_OK);
        if (strncmp(listing.text, formats[i][1], strlen(formats[i][1])) != 0)
            ROW_FAILED("%s lists%s\n", formats[i][0], listing.text);
        const char *label = strstr(listing.text, "/components/*/label/text text;");
        assert_int_equal(label != NULL, strcmp(formats[i][0], "blotter") == 0);
        if (label)
            assert_null(strstr(label + 1, "/components/*/label/text text;"));
        free(listing.text);
    }
}

static ow_visit stop_at_once(void *context, const ow_field *field)
{
    ++*(unsigned *)context;
    assert_string_equal(field->path, "/header");
    return OW_STOP;
}

static void listing_stops_when_asked_to(void **state)
{
    (void)state;
    ow_error error;
    assert_int_equal(ow_list_fields(ow_format_at(0), NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_list_fields(NULL, NULL, note_field, NULL, &error), OW_BAD_ARGUMENT);
    unsigned fields = 0;
    assert_int_equal(ow_list_fields(ow_format_at(0), NULL, stop_at_once, &fields, &error), OW_OK);
    assert_int_equal(fields, 1);
}

static ow_visit count_events(void *context, const ow_event *event)
{
    (void)event;
    ++*(unsigned *)context;
    return OW_GO_ON;
}

static void arguments_are_looked_at(void **state)
{
    (void)state;
    struct bytes text = {0};
    unsigned events = 0;
    ow_sink sink = sink_to(&text);
    ow_error error;
    assert_int_equal(ow_schema(NULL, NULL, &sink, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_schema(ow_format_at(0), NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_fields(NULL, NULL, count_events, &events, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_fields(ow_format_at(0), NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(text.size + events, 0);
    bytes_free(&text);
}

static void memory_that_is_missing_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) { /* the fourth takes long, and nothing else */
        ow_status status = OW_NO_MEMORY;
        for (uint64_t refuse = 1; status != OW_OK; refuse++) {
            struct ledger ledger = {.refuse = refuse, .refuse_all = true};
            struct bytes text = {0};
            ow_options options = ledger_options(&ledger);
            ow_sink sink = sink_to(&text);
            ow_error error;
            status = ow_schema(ow_format_at(i), &options, &sink, &error);
            assert_true(status == OW_OK || status == OW_NO_MEMORY);
            assert_int_equal(ledger.blocks, 0);
            bytes_free(&text);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_keep_to_the_limits_of_the_codecs),
        cmocka_unit_test(notes_are_of_fields_that_there_are),
        cmocka_unit_test(tables_hold_of_documents_at_random),
        cmocka_unit_test(every_format_has_a_schema_that_names_it),
        cmocka_unit_test(fields_are_listed_as_they_are_described),
        cmocka_unit_test(decoded_fields_are_listed_on_request),
        cmocka_unit_test(listing_stops_when_asked_to),
        cmocka_unit_test(arguments_are_looked_at),
        cmocka_unit_test(memory_that_is_missing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, free_explored);
}
