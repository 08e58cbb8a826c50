/* Every file cut short, at every byte where it is small, and with bytes overwritten, put in and
 * taken out: what a repair that may lose something gives is sound, or it says that nothing is
 * left. Of a cut file every record stays that is complete. */
#include "harness.h"

/* The records of the lists that salvage tells of: where each ends, and what is in it. */
struct record {
    const char *list;
    uint64_t end, hash;
};

struct listing {
    struct record *records;
    size_t count, room;
    const char *lists[16];        /* that are open, by depth; NULL: an object */
    unsigned depth, record_depth; /* the depth of the record at hand, 0: none */
    const char *list;
    uint64_t hash;
};

static const char *const reported_lists[] = {"mods",   "component_types", "components", "wires",
                                             "actors", "things",          "triggers",   "paths",
                                             "blocks", "roots",           "meta_things"};

static bool is_reported(const char *name, const ow_event *event)
{
    if (event->count == OW_UP_TO_THE_END) /* the blocks of a level, which hold the lists */
        return false;
    for (size_t i = 0; name && i < sizeof reported_lists / sizeof *reported_lists; i++)
        if (strcmp(name, reported_lists[i]) == 0)
            return true;
    return false;
}

static void add_bytes(struct listing *listing, const void *data, size_t size)
{
    listing->hash = mix(listing->hash, data, size);
}

static void mix_event(struct listing *listing, const ow_event *event)
{
    if (event->name)
        add_bytes(listing, event->name, strlen(event->name));
    if (event->kind != OW_VALUE)
        return;
    if (event->type == OW_TEXT)
        add_bytes(listing, event->value.text.data, event->value.text.size);
    else if (event->type == OW_BYTES)
        add_bytes(listing, event->value.bytes.data, event->value.bytes.size);
    else if (event->type == OW_FLOAT)
        add_bytes(listing, &event->value.number, sizeof event->value.number);
    else
        add_bytes(listing, &event->value.integer, sizeof event->value.integer);
}

static void add_record(struct listing *listing, const ow_event *event)
{
    if (listing->count == listing->room) {
        listing->room = listing->room ? 2 * listing->room : 64;
        listing->records = realloc(listing->records, listing->room * sizeof *listing->records);
    }
    listing->records[listing->count++] =
        (struct record){listing->list, event->offset + event->size, listing->hash};
}

static ow_visit note_record(void *context, const ow_event *event)
{
    struct listing *listing = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    listing->depth -= ends;
    bool in_list = listing->depth > 0 && listing->depth < 16 && listing->lists[listing->depth];
    if (!listing->record_depth && in_list && !ends) {
        listing->list = listing->lists[listing->depth];
        listing->hash = 0xcbf29ce484222325u;
        listing->record_depth = listing->depth;
    }
    if (listing->record_depth)
        mix_event(listing, event);
    if (listing->record_depth == listing->depth && listing->record_depth && !begins) {
        add_record(listing, event);
        listing->record_depth = 0;
    }
    listing->depth += begins;
    if (begins && listing->depth < 16)
        listing->lists[listing->depth] = event->kind == OW_BEGIN_ARRAY && !listing->record_depth &&
                                                 is_reported(event->name, event)
                                             ? event->name
                                             : NULL;
    return OW_GO_ON;
}

static struct listing list_records(const void *data, size_t size)
{
    struct listing listing = {0};
    ow_error error;
    ow_trace(data, size, NULL, note_record, &listing, &error);
    return listing;
}

/* What came of a repair. */
struct outcome {
    ow_status status;
    ow_repair_totals totals;
    unsigned breaks;
    uint64_t kept[sizeof reported_lists / sizeof *reported_lists];
    struct bytes written;
};

static void note_break(void *context, const ow_break *place)
{
    (void)place;
    ((struct outcome *)context)->breaks++;
}

static void note_kept(void *context, const ow_kept *list)
{
    struct outcome *outcome = context;
    for (size_t i = 0; i < sizeof reported_lists / sizeof *reported_lists; i++)
        if (strcmp(list->list, reported_lists[i]) == 0)
            outcome->kept[i] = list->kept;
}

static struct outcome repair(const uint8_t *data, size_t size, const char *format)
{
    struct outcome outcome = {0};
    ow_repair_options options = {
        .lossy = true, .broke_off = note_break, .kept = note_kept, .context = &outcome};
    const ow_options as = {.format = format};
    ow_document document = {0};
    ow_error error = {0};
    outcome.status = ow_repair(data, size, &as, &options, &document, &outcome.totals, &error);
    if (outcome.status == OW_OK && write_to(&document, NULL, &outcome.written, &error) != OW_OK)
        broken("%zu bytes: what is mended cannot be written: %s at %s", size, error.message,
               error.pointer);
    else if (outcome.status != OW_OK && (error.status != outcome.status || !*error.message))
        broken("%zu bytes: no clean error", size);
    ow_close(&document);
    return outcome;
}

struct errors {
    unsigned count;
    const char *code;
};

static void note_error(void *context, const ow_issue *issue)
{
    struct errors *errors = context;
    if (issue->code->severity == OW_SEVERITY_ERROR && errors->count++ == 0)
        errors->code = issue->code->code;
}

/* What is mended opens, has no error, and gives nothing more to mend. */
static void judge(const struct outcome *outcome, const char *how, size_t at)
{
    struct errors errors = {0};
    ow_check_options options = {.issue = note_error, .issue_context = &errors};
    ow_error error = {0};
    ow_status status =
        ow_check(outcome->written.data, outcome->written.size, NULL, &options, NULL, &error);
    if (status != OW_OK || errors.count > 0)
        broken("%s %zu: mended, and yet %s: %s", how, at, errors.code ? errors.code : "",
               error.message);
    struct outcome again = repair(outcome->written.data, outcome->written.size, NULL);
    if (again.status != OW_OK || again.totals.fixed > 0 ||
        again.written.size != outcome->written.size ||
        memcmp(again.written.data, outcome->written.data, again.written.size) != 0)
        broken("%s %zu: mended twice is another: %s, %llu fixed", how, at,
               ow_status_name(again.status), (unsigned long long)again.totals.fixed);
    bytes_free(&again.written);
}

/* How a file is read, as far as its bytes do not say. */
static bool same_variant(const void *data, size_t size, const void *other, size_t other_size)
{
    ow_document documents[2] = {{0}};
    ow_open(data, size, NULL, &documents[0], NULL);
    ow_open(other, other_size, NULL, &documents[1], NULL);
    bool same = documents[0].format && documents[0].format == documents[1].format;
    if (same && strcmp(documents[0].format->name, "blotter") == 0)
        same = documents[0].as.blotter->variant == documents[1].as.blotter->variant;
    else if (same && strcmp(documents[0].format->name, "leveld") == 0)
        same = documents[0].as.leveld->variant == documents[1].as.leveld->variant &&
               documents[0].as.leveld->byte_order == documents[1].as.leveld->byte_order;
    else if (same && strcmp(documents[0].format->name, "city") == 0)
        same = documents[0].as.city->variant == documents[1].as.city->variant;
    else if (same)
        same = memcmp(&documents[0].as.structure->variant, &documents[1].as.structure->variant,
                      sizeof documents[0].as.structure->variant) == 0;
    ow_close(&documents[0]);
    ow_close(&documents[1]);
    return same;
}

/* Each record of the whole file that ends before the cut is there; where nothing but the break
 * was mended, as it was. */
static void judge_records(const struct listing *whole, const struct outcome *outcome, size_t size)
{
    struct listing kept = list_records(outcome->written.data, outcome->written.size);
    for (size_t i = 0; i < sizeof reported_lists / sizeof *reported_lists; i++) {
        uint64_t complete = 0;
        for (size_t k = 0; k < whole->count; k++)
            complete += strcmp(whole->records[k].list, reported_lists[i]) == 0 &&
                        whole->records[k].end <= size;
        if (outcome->kept[i] != complete)
            broken("cut to %zu: %llu of %s kept, %llu are complete", size,
                   (unsigned long long)outcome->kept[i], reported_lists[i],
                   (unsigned long long)complete);
    }
    bool only_cut = outcome->totals.fixed == 1;
    for (size_t k = 0, at = 0; only_cut && k < whole->count && whole->records[k].end <= size; k++) {
        if (at == kept.count || kept.records[at++].hash != whole->records[k].hash) {
            broken("cut to %zu: record %zu is another", size, k);
            break;
        }
    }
    free(kept.records);
}

static void at_cut(const struct test_file *file, const struct listing *whole, size_t size)
{
    uint8_t *cut = exact_copy(file->data, size);
    struct outcome outcome = repair(cut, size, ow_identify(file->data, file->size)->name);
    bool any = false;
    for (size_t i = 0; i < whole->count; i++)
        any = any || (whole->records[i].end <= size &&
                      (strcmp(whole->records[i].list, "components") == 0 ||
                       strcmp(whole->records[i].list, "things") == 0));
    if (outcome.status == OW_OK) {
        judge(&outcome, "cut to", size);
        if (outcome.breaks > 0 &&
            same_variant(file->data, file->size, outcome.written.data, outcome.written.size))
            judge_records(whole, &outcome, size);
    } else if (any) {
        broken("cut to %zu: %s, though records are complete", size, ow_status_name(outcome.status));
    }
    bytes_free(&outcome.written);
    free(cut);
}

static void cut(const struct test_file *file)
{
    enum { EVERY_BYTE_TO = 700, CUTS = 60 };
    struct listing whole = list_records(file->data, file->size);
    size_t step = file->size <= EVERY_BYTE_TO ? 1 : file->size / CUTS | 1;
    uint64_t *places = places_of_bytes(file->data, file->size);
    for (size_t size = 0; size < file->size; size += step)
        if (is_worth_trying(places[size], 4, size))
            at_cut(file, &whole, size);
    free(places);
    free(whole.records);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Some bytes overwritten, put in or taken out at one place. */
static void garble(const struct test_file *file, uint32_t seed)
{
    enum { MOST = 8 };
    uint32_t random = seed;
    size_t at = next_random(&random) % file->size, count = 1 + next_random(&random) % MOST;
    unsigned how = next_random(&random) % 3;
    count = count < file->size - at ? count : file->size - at;
    struct bytes garbled = {0};
    put_raw(&garbled, file->data, at);
    for (size_t i = 0; i < count && how < 2; i++) {
        uint8_t byte = (uint8_t)next_random(&random);
        put_raw(&garbled, &byte, 1);
    }
    size_t behind = how == 1 ? at : at + count;
    put_raw(&garbled, file->data + behind, file->size - behind);
    uint8_t *data = exact_copy(garbled.data, garbled.size);
    struct outcome outcome = repair(data, garbled.size, NULL);
    if (outcome.status == OW_OK)
        judge(&outcome, "garbled with seed", seed);
    bytes_free(&outcome.written);
    bytes_free(&garbled);
    free(data);
}

static void repairs(const struct test_file *file)
{
    enum { GARBLED = 40, LARGE = 20000, FEW = 5 };
    struct outcome outcome = repair(file->data, file->size, NULL);
    if (outcome.status == OW_OK)
        judge(&outcome, "whole", file->size);
    bytes_free(&outcome.written);
    cut(file);
    uint32_t most = file->size > LARGE || !is_deep() ? FEW : GARBLED;
    for (uint32_t seed = 1; seed <= most; seed++)
        garble(file, seed);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "mended", 0, repairs);
}
