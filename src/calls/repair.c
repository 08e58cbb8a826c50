/* Repairing a world: reads what it can, then applies one fix after another until a check finds
 * nothing more to fix. */
#include "input.h"

#include "../base/error.h"
#include "../base/report.h"
#include "../change/repair.h"

#include <stdio.h>

enum { SHOWN = 3, POINTER_ROOM = 96, MOST_PASSES = 64 };

/* The issues of one code: their number in the last check, and the result. */
struct tally {
    uint32_t found, before; /* in the last check; when its fix last ran */
    uint32_t beside;        /* when the fix of another code last ran that may fix these too */
    bool has_run;           /* its own fix, since the last check */
    bool is_given_up;       /* its fix does not help */
    uint64_t fixed;
    uint64_t shown, shown_before; /* `shown` before the last fix that may fix some of these */
    char pointers[SHOWN][POINTER_ROOM];
};

struct repair_run {
    const struct format_row *row;
    const ow_options *options;
    const ow_repair_options *asked;
    ow_document *document;
    struct arena arena; /* for everything except the fixes */
    struct tally *tallies;
    struct shapes *shapes;
    struct found *found; /* in the last check */
    uint32_t count, room;
    uint64_t errors; /* in the last check */
    ow_status status;
};

static const struct remedy *remedy_of(const struct format_row *row, unsigned code)
{
    const struct remedy *remedy = row->remedies;
    while (remedy->about.name && remedy->code != code)
        remedy++;
    return remedy->about.name ? remedy : NULL;
}

const ow_remedy *ow_remedy_of(const ow_issue_code *code)
{
    const ow_format *format;
    for (size_t i = 0; code && (format = ow_format_at(i)); i++) {
        for (const ow_issue_code *row = format->issue_codes; row->code; row++) {
            if (row != code)
                continue;
            const struct remedy *remedy =
                remedy_of(format_row_of(format), (unsigned)(row - format->issue_codes));
            return remedy ? &remedy->about : NULL;
        }
    }
    return NULL;
}

static bool is_listed(const char *const *list, const char *code)
{
    while (*list && strcmp(*list, code) != 0)
        list++;
    return *list != NULL;
}

/* Returns true if the issues of a code are to be fixed, if possible. */
static bool is_asked(const struct repair_run *run, unsigned code)
{
    const ow_issue_code *row = &run->row->about.issue_codes[code];
    const char *const *only = run->asked->only;
    if (row->fix == OW_NO_FIX || (row->fix == OW_LOSSY_FIX && !run->asked->lossy))
        return false;
    return only ? is_listed(only, row->code) : row->severity != OW_SEVERITY_INFO;
}

/* Without memory for more, the next check finds the rest. */
static bool make_room(struct repair_run *run)
{
    enum { FIRST = 256 };
    uint32_t room = run->room > 0 ? run->room * 2 : FIRST;
    const ow_options *options = run->options;
    uint64_t most = options->max_memory / 8 / sizeof *run->found;
    if (run->room > UINT32_MAX / 2 || room > most)
        return false;
    struct found *larger = allocator_resize(
        &options->allocator, run->found, run->room * sizeof *run->found, room * sizeof *run->found);
    if (!larger) {
        run->status = OW_NO_MEMORY;
        return false;
    }
    run->found = larger;
    run->room = room;
    return true;
}

static void take_issue(void *context, const ow_issue *issue)
{
    struct repair_run *run = context;
    unsigned code = (unsigned)(issue->code - run->row->about.issue_codes);
    run->tallies[code].found++;
    if (!is_asked(run, code) || (run->count == run->room && !make_room(run)))
        return;
    struct found found = {.code = (uint8_t)code};
    if (found_set(&found, run->shapes, issue->pointer))
        run->found[run->count++] = found;
}

static ow_status check(struct repair_run *run, ow_error *error)
{
    ow_check_options options = {.issue = take_issue, .issue_context = run};
    ow_check_totals totals = {0};
    run->count = 0;
    for (unsigned code = 0; code < REPORT_CODES; code++)
        run->tallies[code].found = 0;
    ow_status status = ow_check_document(run->document, run->options, &options, &totals, error);
    run->errors = totals.errors;
    if (status == OW_OK && run->status != OW_OK)
        return error_plain(error, run->status);
    return status;
}

/* Collects the issues of a code, in file order. */
static uint32_t gather(const struct repair_run *run, unsigned code, struct found *of_code)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->count; i++)
        if (run->found[i].code == code)
            of_code[count++] = run->found[i];
    return count;
}

static void show(const struct repair_run *run, const struct found *found, uint32_t count,
                 struct tally *tally)
{
    for (uint32_t i = 0; i < count && tally->shown < SHOWN; i++)
        found_put_pointer(&found[i], run->shapes, tally->pointers[tally->shown++], POINTER_ROOM);
}

static void note_fixed(struct repair_run *run, const struct repair *repair, struct tally *tally)
{
    tally->fixed += tally->found;
    tally->before = tally->found;
    tally->shown = tally->beside > 0 ? tally->shown_before : tally->shown;
    tally->beside = 0;
    tally->has_run = true;
    tally->shown_before = tally->shown;
    show(run, repair->found, repair->count, tally);
}

/* Other codes may have the same fix: sorting components mends two. What it does for them counts
 * when the next check has shown it. */
static void note_beside(struct repair_run *run, const struct remedy *done, struct found *room)
{
    for (const struct remedy *other = run->row->remedies; other->about.name; other++) {
        struct tally *tally = &run->tallies[other->code];
        if (tally->has_run || other->apply != done->apply || tally->found == 0 ||
            !is_asked(run, other->code))
            continue;
        tally->beside = tally->found;
        tally->shown_before = tally->shown;
        show(run, room, gather(run, other->code, room), tally);
    }
}

static void count_beside(struct repair_run *run)
{
    for (unsigned code = 0; code < REPORT_CODES; code++) {
        struct tally *tally = &run->tallies[code];
        if (tally->beside > tally->found)
            tally->fixed += tally->beside - tally->found;
        else if (tally->beside > 0)
            tally->shown = tally->shown_before;
        tally->beside = 0;
        tally->has_run = false;
    }
}

static ow_status apply(struct repair_run *run, const struct remedy *remedy)
{
    struct tally *tally = &run->tallies[remedy->code];
    struct arena arena;
    arena_share(&arena, &run->arena);
    struct found *of_code = arena_take(&arena, run->count * sizeof *of_code);
    struct repair repair = {.document = run->document->as.any,
                            .owner = run->row->owner_of(run->document->as.any),
                            .arena = &arena,
                            .found = of_code,
                            .shapes = run->shapes};
    ow_status status = arena.status;
    if (of_code) {
        repair.count = gather(run, remedy->code, of_code);
        status = remedy->apply(&repair);
        note_fixed(run, &repair, tally);
        note_beside(run, remedy, of_code);
    }
    arena_free(&arena);
    return status;
}

static void count_loss(void *context, const char *pointer, const char *message)
{
    (void)pointer, (void)message;
    ++*(unsigned *)context;
}

/* A conversion with a warning is not lossless. */
static ow_status convert(struct repair_run *run, const struct remedy *remedy, ow_error *error)
{
    struct tally *tally = &run->tallies[remedy->code];
    unsigned losses = 0;
    void *converted;
    ow_status status = driver_convert(run->row, run->document->as.any, remedy->to, run->options,
                                      count_loss, &losses, &converted, error);
    tally->is_given_up = status != OW_OK || (losses > 0 && !run->asked->lossy);
    if (status != OW_OK)
        return status == OW_BAD_VALUE || status == OW_BAD_ARGUMENT ? OW_OK : status;
    void *gone = tally->is_given_up ? converted : run->document->as.any;
    if (!tally->is_given_up) {
        run->document->as.any = converted;
        tally->fixed += tally->found;
        tally->before = tally->found;
    }
    arena_release(run->row->owner_of(gone));
    return OW_OK;
}

/* A fix that leaves as many issues as before is not tried again. */
static bool is_to_fix(struct repair_run *run, const struct remedy *remedy)
{
    struct tally *tally = &run->tallies[remedy->code];
    if ((!remedy->apply && !remedy->to) || tally->found == 0 || tally->is_given_up ||
        !is_asked(run, remedy->code))
        return false;
    if (tally->before > 0 && tally->found >= tally->before) {
        tally->is_given_up = true;
        tally->fixed -= tally->before;
        tally->shown = tally->shown_before;
    }
    return !tally->is_given_up;
}

/* Fixes the issues of the last check, up to the first fix that moves records. */
static ow_status fix_once(struct repair_run *run, bool *changed, ow_error *error)
{
    ow_status status = OW_OK;
    *changed = false;
    for (const struct remedy *remedy = run->row->remedies; remedy->about.name && status == OW_OK;
         remedy++) {
        if (!is_to_fix(run, remedy))
            continue;
        status = remedy->to ? convert(run, remedy, error) : apply(run, remedy);
        *changed = true;
        if (remedy->moves)
            break;
    }
    return status;
}

/* Fixes until nothing more is found to fix. */
static ow_status fix_all(struct repair_run *run, bool *any, ow_error *error)
{
    bool changed = true;
    ow_status status = check(run, error);
    *any = false;
    for (unsigned code = 0; code < REPORT_CODES; code++) {
        run->tallies[code].before = 0;
        run->tallies[code].is_given_up = false;
    }
    for (unsigned pass = 0; status == OW_OK && changed && pass < MOST_PASSES; pass++) {
        status = fix_once(run, &changed, error);
        if (status != OW_OK)
            return error_limited(error, status, run->options->max_memory);
        *any = *any || changed;
        if (changed)
            status = check(run, error);
        count_beside(run);
    }
    return status;
}

/* Reads the document back from its bytes: if these do not state the variant, it may be another
 * one. */
static ow_status read_again(struct repair_run *run, ow_error *error)
{
    ow_buffer bytes = {0};
    void *read = NULL;
    ow_options options = *run->options;
    options.variant = NULL;
    ow_status status =
        driver_write_buffer(run->row, run->document->as.any, &options, &bytes, error);
    if (status == OW_OK) {
        arena_release(run->row->owner_of(run->document->as.any));
        status = driver_read(run->row, bytes.data, bytes.size, &options, &read, error);
        run->document->as.any = read;
        result_keep(run->row, status, run->document);
    }
    ow_buffer_free(&bytes, &options);
    return status;
}

/* Repeats until the repaired document reads back as the same one. */
static ow_status fix_until_read(struct repair_run *run, bool is_salvaged, ow_error *error)
{
    enum { MOST_READINGS = 8 };
    bool any = true;
    ow_status status = fix_all(run, &any, error);
    any = (any || is_salvaged) && !run->options->variant; /* which a reader would not know */
    for (unsigned reading = 0; status == OW_OK && any && reading < MOST_READINGS; reading++) {
        status = read_again(run, error);
        if (status == OW_OK)
            status = fix_all(run, &any, error);
    }
    return status;
}

/* Returns true if remaining issues of a code are reported: without `only`, all except infos. */
static bool is_meant(const ow_repair_options *asked, const ow_issue_code *code)
{
    return code->severity == OW_SEVERITY_ERROR ||
           (asked->only ? is_listed(asked->only, code->code)
                        : code->severity == OW_SEVERITY_WARNING);
}

static void report_repaired(const struct repair_run *run, ow_repair_totals *totals)
{
    const ow_issue_code *codes = run->row->about.issue_codes;
    for (unsigned code = 0; codes[code].code; code++) {
        const struct tally *tally = &run->tallies[code];
        const struct remedy *remedy = remedy_of(run->row, code);
        const char *pointers[SHOWN];
        for (unsigned i = 0; i < SHOWN; i++)
            pointers[i] = tally->pointers[i];
        const ow_repaired repaired = {&codes[code], remedy ? &remedy->about : NULL,
                                      tally->fixed, tally->found,
                                      pointers,     tally->shown};
        ow_severity severity = codes[code].severity;
        totals->fixed += tally->fixed;
        totals->left += severity == OW_SEVERITY_INFO ? 0 : tally->found;
        bool is_worth_reporting =
            tally->fixed > 0 || (tally->found > 0 && is_meant(run->asked, &codes[code]));
        if (is_worth_reporting && run->asked->repaired)
            run->asked->repaired(run->asked->context, &repaired);
    }
    totals->errors_left = run->errors;
}

/* If a check still finds errors, the fixes of the format do not suffice: nothing valid is left. */
static ow_status judge(const struct repair_run *run, ow_error *error)
{
    const ow_issue_code *codes = run->row->about.issue_codes;
    if (run->errors == 0 || !run->asked->lossy || run->asked->only)
        return OW_OK;
    for (unsigned code = 0; codes[code].code; code++)
        if (run->tallies[code].found > 0 && codes[code].severity == OW_SEVERITY_ERROR)
            return error_set(error, OW_BAD_VALUE, 0, NULL,
                             "nothing of the file can be saved: %s cannot be fixed",
                             codes[code].code);
    return OW_OK;
}

/* A salvaged error. */
struct broken {
    ow_error error;
    struct salvage salvage;
};

static unsigned code_of_break(ow_status status)
{
    return status == OW_TRUNCATED ? REPORT_TRUNCATED : REPORT_BROKEN;
}

static void report_broken(const struct repair_run *run, const struct broken *broken)
{
    const ow_repair_options *asked = run->asked;
    const ow_break place = {
        &broken->error, broken->salvage.offset, broken->salvage.pointer, broken->salvage.passed,
        run->options->variant || !*run->row->salvaged_as ? NULL : run->row->salvaged_as};
    if (broken->error.status == OW_OK)
        return;
    if (asked->broke_off)
        asked->broke_off(asked->context, &place);
    for (unsigned i = 0; i < broken->salvage.list_count && asked->kept; i++) {
        const struct salvage_list *list = &broken->salvage.lists[i];
        const ow_kept kept = {list->name, list->kept, list->announced};
        asked->kept(asked->context, &kept);
    }
}

static ow_status open_world(struct repair_run *run, const struct input *input,
                            struct broken *broken, ow_error *error)
{
    ow_document *document = run->document;
    const struct file *file = &input->file;
    ow_status status = driver_read(run->row, file->bytes, file->size, run->options,
                                   &document->as.any, &broken->error);
    unsigned code = code_of_break(status);
    bool is_of_file = status == OW_TRUNCATED || status == OW_BAD_VALUE;
    if (is_of_file && is_asked(run, code)) {
        status = driver_salvage(run->row, file, &broken->salvage, &document->as.any, error);
        run->tallies[code].fixed = status == OW_OK;
    } else if (status != OW_OK) {
        *error = broken->error;
    }
    return result_keep(run->row, status, document);
}

static ow_status repair_world(struct repair_run *run, const struct input *input,
                              ow_repair_totals *totals, ow_error *error)
{
    struct broken broken = {.error = {0}};
    arena_init(&run->arena, run->options);
    run->tallies = arena_take(&run->arena, REPORT_CODES * sizeof *run->tallies);
    run->shapes = arena_take(&run->arena, sizeof *run->shapes);
    if (!run->tallies || !run->shapes)
        return error_limited(error, run->arena.status, run->options->max_memory);
    memset(run->tallies, 0, REPORT_CODES * sizeof *run->tallies);
    memset(run->shapes, 0, sizeof *run->shapes);
    ow_status status = open_world(run, input, &broken, error);
    if (status == OW_OK)
        status = fix_until_read(run, broken.error.status != OW_OK, error);
    if (status == OW_OK)
        status = judge(run, error);
    if (status != OW_OK)
        return status;
    report_broken(run, &broken);
    report_repaired(run, totals);
    return OW_OK;
}

static ow_status check_names(const struct format_row *row, const char *const *only, ow_error *error)
{
    struct report report;
    const ow_check_options options = {.only = only};
    return report_init(&report, row->about.issue_codes, &options, error);
}

ow_status ow_repair(const void *bytes, size_t size, const ow_options *options,
                    const ow_repair_options *repair, ow_document *document,
                    ow_repair_totals *totals, ow_error *error)
{
    static const ow_repair_options safe;
    ow_error local_error = {0};
    ow_repair_totals counted = {0};
    struct input input;
    error = error ? error : &local_error;
    ow_status status = result_open(document, error);
    if (status == OW_OK)
        status = input_open(&input, bytes, size, options, error);
    if (status == OW_OK && repair)
        status = check_names(input.row, repair->only, error);
    if (status != OW_OK)
        return status;
    struct repair_run run = {.row = input.row,
                             .options = &input.file.options,
                             .asked = repair ? repair : &safe,
                             .document = document};
    totals = totals ? totals : &counted;
    *totals = counted;
    status = repair_world(&run, &input, totals, error);
    allocator_give(&input.file.options.allocator, run.found, run.room * sizeof *run.found);
    arena_free(&run.arena);
    if (status != OW_OK)
        ow_close(document);
    return status;
}
