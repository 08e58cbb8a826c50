/* Whatever changes a world, or makes another kind of file of it, with every allocation refused
 * in turn, and with limits that rise until they are enough: no memory, too much memory, or the
 * very same outcome as ever, and nothing left behind. The worlds that a change is made of are
 * opened with all memory. */
#include "harness.h"

#define LENGTH_OF(list) (sizeof(list) / sizeof *(list))

#ifndef LARGEST_FILE
#define LARGEST_FILE (6 << 10)
#endif

enum { MOST_KINDS = 16, LONGEST_POINTER = 64 };

/* Records of a world, one of each kind. */
struct kinds {
    char pointers[MOST_KINDS][LONGEST_POINTER], types[MOST_KINDS][LONGEST_POINTER];
    const char *names[MOST_KINDS];
    unsigned count;
};

static ow_visit note_kind(void *context, const ow_part *part)
{
    struct kinds *kinds = context;
    for (unsigned i = 0; i < kinds->count; i++)
        if (strcmp(kinds->names[i], part->kind) == 0)
            return OW_GO_ON;
    if (kinds->count == MOST_KINDS)
        return OW_STOP;
    snprintf(kinds->pointers[kinds->count], LONGEST_POINTER, "%s", part->pointer);
    snprintf(kinds->types[kinds->count], LONGEST_POINTER, "%.*s", (int)part->type.size,
             part->type.data);
    kinds->names[kinds->count++] = part->kind;
    return OW_GO_ON;
}

static struct kinds kinds_of(const ow_document *document)
{
    struct kinds kinds = {.count = 0};
    ow_find_parts(document, NULL, NULL, note_kind, &kinds, NULL, NULL);
    return kinds;
}

static void note_warning(void *context, const char *pointer, const char *message)
{
    put_text(context, pointer);
    put_text(context, message);
}

static ow_visit note_part(void *context, const ow_part *part)
{
    put_text(context, part->pointer);
    put_text(context, part->name);
    return OW_GO_ON;
}

static ow_visit note_change(void *context, const ow_change *change)
{
    put_u8(context, (unsigned)change->kind);
    put_text(context, change->before ? change->before : "");
    put_text(context, change->after ? change->after : "");
    put_text(context, change->name);
    return OW_GO_ON;
}

static ow_visit note_conflict(void *context, const ow_conflict *conflict)
{
    put_text(context, conflict->message);
    put_text(context, conflict->name);
    return OW_GO_ON;
}

/* What a deed says that is no lack of memory is its outcome, like any other. */
static ow_status outcome(ow_status status, struct bytes *result)
{
    put_u8(result, (unsigned)status);
    return status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY ? status : OW_OK;
}

static ow_status write_changed(ow_status status, ow_document *changed, const ow_options *options,
                               struct bytes *result, ow_error *error)
{
    if (status == OW_OK)
        status = write_to(changed, options, result, error);
    ow_close(changed);
    return outcome(status, result);
}

static ow_status repair(const void *bytes, size_t size, const ow_options *options,
                        struct bytes *result, ow_error *error)
{
    const ow_repair_options asked = {.lossy = true};
    ow_document document = {0};
    ow_status status = ow_repair(bytes, size, options, &asked, &document, NULL, error);
    return write_changed(status, &document, options, result, error);
}

/* What is needed before a change is made with all memory, so that it is the change that runs
 * short. */
/* A world opened with all memory, and the same without a record of each end. */
struct sides {
    ow_document base, ours, theirs;
    struct kinds kinds;
};

static bool open_sides(const void *bytes, size_t size, struct sides *sides)
{
    *sides = (struct sides){.kinds = {.count = 0}};
    if (ow_open(bytes, size, NULL, &sides->base, NULL) != OW_OK)
        return false;
    sides->kinds = kinds_of(&sides->base);
    unsigned last = sides->kinds.count - 1;
    if (ow_copy(&sides->base, NULL, &sides->ours, NULL) != OW_OK ||
        ow_copy(&sides->base, NULL, &sides->theirs, NULL) != OW_OK)
        broken("no copy");
    if (sides->kinds.count > 0) {
        ow_remove_parts(&sides->ours, sides->kinds.pointers[0], NULL, NULL, NULL);
        ow_remove_parts(&sides->theirs, sides->kinds.pointers[last], NULL, NULL, NULL);
    }
    return true;
}

static void close_sides(struct sides *sides)
{
    ow_close(&sides->base);
    ow_close(&sides->ours);
    ow_close(&sides->theirs);
}

/* A record of some kind, another kind for each size of file. */
static unsigned some_kind(const struct sides *sides, size_t size)
{
    return sides->kinds.count > 0 ? (unsigned)(size % sides->kinds.count) : MOST_KINDS - 1;
}

static ow_status find(const void *bytes, size_t size, const ow_options *options,
                      struct bytes *result, ow_error *error)
{
    static const char *const where[] = {"/type >= 0", NULL};
    struct sides sides;
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    unsigned kind = some_kind(&sides, size);
    const ow_part_choice choices[] = {
        {.selectors = "*"},
        {.selectors = sides.kinds.pointers[kind], .has_near = true},
        {.type = sides.kinds.types[kind], .where = where},
    };
    ow_status status = ow_find_parts(&sides.base, &choices[size % LENGTH_OF(choices)], options,
                                     note_part, result, NULL, error);
    close_sides(&sides);
    return outcome(status, result);
}

static ow_status extract_some(const void *bytes, size_t size, const ow_options *options,
                              struct bytes *result, ow_error *error)
{
    struct sides sides;
    ow_document part = {0};
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    ow_status status = ow_extract_parts(&sides.base, sides.kinds.pointers[some_kind(&sides, size)],
                                        options, note_warning, result, &part, error);
    close_sides(&sides);
    return write_changed(status, &part, NULL, result, error);
}

/* What was taken out comes into the world that it is of, and into what is left of that. */
static ow_status put_in(const void *bytes, size_t size, const ow_options *options,
                        struct bytes *result, ow_error *error)
{
    struct sides sides;
    ow_document part = {0}, merged = {0};
    const ow_placement beside = {.at = {3, 0, 1}, .quarter_turns = 1};
    bool has_rest = size % 2 != 0;
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    const char *pointer = sides.kinds.pointers[has_rest ? 0 : some_kind(&sides, size)];
    ow_status status = ow_extract_parts(&sides.base, pointer, NULL, NULL, NULL, &part, error);
    if (status == OW_OK)
        status = ow_merge(has_rest ? &sides.ours : &sides.base, &part, has_rest ? NULL : &beside,
                          options, note_warning, result, &merged, error);
    ow_close(&part);
    close_sides(&sides);
    return write_changed(status, &merged, NULL, result, error);
}

static ow_status remove_some(const void *bytes, size_t size, const ow_options *options,
                             struct bytes *result, ow_error *error)
{
    struct sides sides;
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    ow_status status = ow_remove_parts(&sides.base, sides.kinds.pointers[some_kind(&sides, size)],
                                       options, NULL, error);
    status = outcome(status, result);
    close_sides(&sides);
    return status;
}

static ow_status compare(const void *bytes, size_t size, const ow_options *options,
                         struct bytes *result, ow_error *error)
{
    struct sides sides;
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    ow_status status = ow_diff(&sides.ours, &sides.theirs, options, note_warning, result,
                               note_change, result, NULL, error);
    close_sides(&sides);
    return outcome(status, result);
}

static ow_status write_patch(const void *bytes, size_t size, const ow_options *options,
                             struct bytes *result, ow_error *error)
{
    struct sides sides;
    ow_sink sink = sink_to(result);
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    ow_status status = ow_diff_patch(&sides.ours, &sides.base, options, &sink, error);
    close_sides(&sides);
    return outcome(status, result);
}

static ow_status apply_patch(const void *bytes, size_t size, const ow_options *options,
                             struct bytes *result, ow_error *error)
{
    struct sides sides;
    struct bytes patch = {0};
    ow_sink sink = sink_to(&patch);
    ow_document patched = {0};
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    ow_status status = ow_diff_patch(&sides.ours, &sides.base, NULL, &sink, error);
    if (status == OW_OK)
        status =
            ow_patch(&sides.ours, (const char *)patch.data, patch.size, options, &patched, error);
    close_sides(&sides);
    bytes_free(&patch);
    return write_changed(status, &patched, NULL, result, error);
}

static ow_status merge3(const void *bytes, size_t size, const ow_options *options,
                        struct bytes *result, ow_error *error)
{
    struct sides sides;
    ow_document merged = {0};
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    ow_status status = ow_merge3(&sides.base, &sides.ours, &sides.theirs, options, note_warning,
                                 result, note_conflict, result, NULL, &merged, error);
    close_sides(&sides);
    return write_changed(status, &merged, NULL, result, error);
}

/* Of those settings, all that the world has room for. */
static ow_status set_some(const void *bytes, size_t size, const ow_options *options,
                          struct bytes *result, ow_error *error)
{
    static const char *const wanted[][2] = {{"kind:component/place", "[1, 1, 1]"},
                                            {"kind:component/degrees", "[0, 90, 0]"},
                                            {"type:*Label/label/text", "\"a\\u00e9\\n\""},
                                            {"type:*Label/label/color", "red"},
                                            {"type:*Switch/switch/on", "true"},
                                            {"type:*Board/board/color", "#102030"},
                                            {"/components/0/type", "MHG.Peg"},
                                            {"kind:thing/place", "[1, 1]"},
                                            {"/blocks/0/timestamp", "2024-02-29"},
                                            {"/blocks/1/layers/0/0", "tile 1, impassable"},
                                            {"/things/0/degrees", "90"},
                                            {"/things/0/meta_thing", "overworld-oak"},
                                            {"/blocks/0/place", "[0, 0, 0]"},
                                            {"/blocks/0/id", "Metal block"},
                                            {"/blocks/0/color_index", "#ff0000"},
                                            {"/version", "x"}};
    struct sides sides;
    ow_setting settings[LENGTH_OF(wanted)];
    size_t count = 0;
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    for (size_t i = 0; i < LENGTH_OF(wanted); i++) {
        ow_document changed = {0};
        settings[count] = (ow_setting){wanted[i][0], wanted[i][1], strlen(wanted[i][1]), {0}};
        count += ow_set_values(&sides.base, &settings[count], 1, NULL, &changed, NULL) == OW_OK;
        ow_close(&changed);
    }
    ow_document changed = {0};
    ow_status status = ow_set_values(&sides.base, settings, count, options, &changed, error);
    close_sides(&sides);
    return write_changed(status, &changed, NULL, result, error);
}

static ow_status rearrange(const void *bytes, size_t size, const ow_options *options,
                           struct bytes *result, ow_error *error, const ow_rearrangement *how)
{
    struct sides sides;
    if (!open_sides(bytes, size, &sides))
        return OW_OK;
    unsigned kind = some_kind(&sides, size);
    const char *selectors = sides.kinds.count > 0 ? sides.kinds.pointers[kind] : "box:0,0..1,1";
    ow_document changed = {0};
    uint64_t count;
    ow_status status = ow_rearrange_parts(&sides.base, selectors, how, options, note_warning,
                                          result, &changed, &count, error);
    close_sides(&sides);
    return write_changed(status, &changed, NULL, result, error);
}

static ow_status move_some(const void *bytes, size_t size, const ow_options *options,
                           struct bytes *result, ow_error *error)
{
    const ow_rearrangement how = {.by = {1, 0, 0}};
    return rearrange(bytes, size, options, result, error, &how);
}

static ow_status turn_some(const void *bytes, size_t size, const ow_options *options,
                           struct bytes *result, ow_error *error)
{
    const ow_rearrangement how = {.quarter_turns = 1};
    return rearrange(bytes, size, options, result, error, &how);
}

static ow_status mirror_some(const void *bytes, size_t size, const ow_options *options,
                             struct bytes *result, ow_error *error)
{
    const ow_rearrangement how = {.mirror = OW_MIRROR_X};
    return rearrange(bytes, size, options, result, error, &how);
}

static ow_status copy_some(const void *bytes, size_t size, const ow_options *options,
                           struct bytes *result, ow_error *error)
{
    const ow_rearrangement how = {.by = {0, 1, 0}, .copies = 2};
    return rearrange(bytes, size, options, result, error, &how);
}

static void changes(const struct test_file *file)
{
    static const struct named_deed ways[] = {
        {"set", set_some},       {"move", move_some},       {"turn", turn_some},
        {"mirror", mirror_some}, {"copy", copy_some},       {"repair", repair},
        {"find", find},          {"extract", extract_some}, {"merge", put_in},
        {"remove", remove_some}, {"compare", compare},      {"write_patch", write_patch},
        {"patch", apply_patch},  {"merge3", merge3},        {"tiled", deed_tiled}};
    for (size_t i = 0; i < LENGTH_OF(ways); i++)
        refuse_each(&ways[i], file->data, file->size);
    for (size_t i = 0; i < LENGTH_OF(ways); i++)
        limit_each(&ways[i], file->data, file->size);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "changed without memory", LARGEST_FILE, changes);
}
