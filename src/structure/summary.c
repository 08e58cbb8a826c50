/* A build's summary on one screen: the lines of `overworld info`. */
#include "summary.h"
#include "search/evidence.h"
#include "search/search.h"

#include "../base/emit.h"
#include "../base/error.h"

#include <string.h>

/* The counts at the beginning of a file, as far as they could be read. */
struct head {
    int64_t colors, rotations, roots, blocks; /* -1: not reached */
};

static bool is_called(const ow_event *event, const char *name)
{
    return event->name && strcmp(event->name, name) == 0;
}

/* Counts come before their lists. If there is no table, the count is a special number and null
 * follows. */
static ow_visit note_count(void *context, const ow_event *event)
{
    struct head *head = context;
    if (event->kind == OW_BEGIN_ARRAY)
        return OW_SKIP;
    if (event->kind != OW_VALUE)
        return OW_GO_ON;
    if (is_called(event, "color_count"))
        head->colors = event->value.integer;
    else if (is_called(event, "rotation_count"))
        head->rotations = event->value.integer;
    else if (is_called(event, "root_count"))
        head->roots = event->value.integer;
    else if (is_called(event, "block_count"))
        head->blocks = event->value.integer;
    else if (is_called(event, "colors"))
        head->colors = 0;
    else if (is_called(event, "rotations"))
        head->rotations = 0;
    return head->blocks >= 0 ? OW_STOP : OW_GO_ON;
}

static void emit_count(struct emitter *emit, const char *name, int64_t count)
{
    if (count >= 0)
        emit_integer(emit, name, count);
}

/* Fails if the file ends before its count of blocks; the other counts are emitted first. */
static ow_status emit_head(struct emitter *emit, const struct file *file,
                           const ow_structure_variant *variant, ow_error *error)
{
    struct head head = {-1, -1, -1, -1};
    ow_structure_build preset = {.variant = *variant};
    ow_status status = driver_trace(&structure_format, file, &preset, note_count, &head, error);
    emit_count(emit, "color_count", head.colors);
    emit_count(emit, "rotation_count", head.rotations);
    emit_count(emit, "root_count", head.roots);
    emit_count(emit, "block_count", head.blocks);
    return status;
}

static void emit_name(struct emitter *emit, const char *key, const ow_structure_variant *variant)
{
    char name[STRUCTURE_VARIANT_NAME];
    structure_variant_name(variant, name);
    emit_string(emit, key, name);
}

static void emit_variant(struct emitter *emit, const struct structure_search *search)
{
    emit_name(emit, "variant", &search->variant);
    emit_string(emit, "variant_is",
                search->forced  ? "as requested"
                : search->found ? "the variant fits"
                                : "a guess: no variant fits");
}

/* Emits how certain the variant is. */
static ow_status emit_search(struct emitter *emit, const struct file *file,
                             const struct structure_search *search)
{
    emit_integer(emit, "variants_tried", search->tries);
    emit_boolean(emit, "search_gave_up", search->gave_up);
    return structure_emit_evidence(emit, file, search);
}

/* Emits the content first, then how certain it is that it was read right. */
static ow_status summarise_whole(const struct file *file, const struct structure_search *search,
                                 struct emitter *emit, ow_error *error)
{
    ow_structure_build *build;
    ow_status read = ow_structure_read_as(file->bytes, file->size, &search->variant, &file->options,
                                          &build, error);
    ow_status status = read == OW_OK ? structure_emit_figures(emit, build) : OW_OK;
    ow_structure_free(build);
    if (status == OW_OK)
        status = emit_search(emit, file, search);
    return status == OW_OK ? read : error_limited(error, status, file->options.max_memory);
}

ow_status structure_summarise(const struct file *file, bool whole, struct emitter *emit,
                              ow_error *error)
{
    struct structure_search search;
    unsigned version = file->size > 0 ? file->bytes[0] : 0;
    emit_integer(emit, "version", version);
    ow_status status = structure_find_variant(file, whole, &search);
    if (status != OW_OK)
        return error_limited(error, status, file->options.max_memory);
    if (version <= OW_STRUCTURE_NEWEST) /* of other versions nothing is known */
        emit_variant(emit, &search);
    status = emit_head(emit, file, &search.variant, error);
    if (whole && status == OW_OK)
        status = summarise_whole(file, &search, emit, error);
    if (status != OW_OK)
        structure_explain_search(&search, error);
    return status;
}
