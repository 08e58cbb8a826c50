/* Worlds made from worlds: differences, patches, repairs, parts. No call changes the world that it
 * gets. */
#include "calls.h"
#include "settings.h"

#include <stdlib.h>

struct diff_settings {
    uint64_t max_changes;
    ow_json_writer *writer;
    uint64_t shown_count;
};

static ow_visit write_change(void *context, const ow_change *change)
{
    struct diff_settings *settings = context;
    if (settings->max_changes == 0 || settings->shown_count < settings->max_changes)
        answer_change(settings->writer, change);
    settings->shown_count++;
    return OW_GO_ON;
}

/* Losses are reported while changes are visited. They are counted, and only the changes are
 * written. */
static void count_loss(void *context, const char *pointer, const char *message)
{
    (void)pointer;
    (void)message;
    ++*(uint64_t *)context;
}

static ow_status answer_diff(const struct world *before, const struct world *after,
                             struct diff_settings *settings)
{
    ow_change_totals totals = {0};
    ow_options options = options_of(before);
    uint64_t losses = 0;
    json_begin_object(settings->writer, NULL);
    json_begin_array(settings->writer, "changes");
    ow_status status = ow_diff(&before->document, &after->document, &options, count_loss, &losses,
                               write_change, settings, &totals, fresh_error());
    json_end_array(settings->writer);
    bool is_cut = settings->max_changes > 0 && settings->shown_count > settings->max_changes;
    json_add_integer(settings->writer, "left_out",
                     is_cut ? settings->shown_count - settings->max_changes : 0);
    answer_change_totals(settings->writer, &totals);
    json_add_integer(settings->writer, "losses", losses);
    json_end_object(settings->writer);
    return close_answer(settings->writer, status);
}

EXPORTED int web_diff(struct world *before, struct world *after, const char *text)
{
    static const struct setting table[] = {
        {"max_changes", SETTING_U64, offsetof(struct diff_settings, max_changes), NULL, 0}, {0}};
    struct diff_settings settings = {0};
    if (read_settings(text, table, &settings) != OW_OK || need_document(before) != OW_OK ||
        need_document(after) != OW_OK)
        return (int)last_error()->status;
    settings.writer = open_answer();
    return (int)(settings.writer ? answer_diff(before, after, &settings) : last_error()->status);
}

/* The answer is a JSON Patch. */
EXPORTED int web_diff_patch(struct world *before, struct world *after)
{
    if (need_document(before) != OW_OK || need_document(after) != OW_OK)
        return (int)last_error()->status;
    ow_options options = options_of(before);
    ow_sink sink = answer_sink();
    return (int)ow_diff_patch(&before->document, &after->document, &options, &sink, fresh_error());
}

static struct world *made(ow_status status, ow_document *document, const struct world *of)
{
    if (status == OW_OK)
        return world_of(document, of);
    ow_close(document);
    return NULL;
}

EXPORTED struct world *web_patch(struct world *world, const char *patch, size_t size)
{
    ow_document changed = {0};
    if (need_document(world) != OW_OK)
        return NULL;
    ow_options options = options_of(world);
    ow_status status = ow_patch(&world->document, patch, size, &options, &changed, fresh_error());
    return made(status, &changed, world);
}

EXPORTED struct world *web_set(struct world *world, const char *pointer, const char *json,
                               size_t size)
{
    ow_document changed = {0};
    if (need_document(world) != OW_OK)
        return NULL;
    ow_options options = options_of(world);
    ow_status status =
        ow_set(&world->document, pointer, json, size, &options, &changed, fresh_error());
    return made(status, &changed, world);
}

static size_t count_texts(const char *texts)
{
    size_t count = 0;
    for (; *texts; texts += strlen(texts) + 1)
        count++;
    return count;
}

/* Sets values of places. `texts` alternates places and values. Each ends with a zero byte, and the
 * last with two. */
EXPORTED struct world *web_set_values(struct world *world, const char *texts)
{
    ow_document changed = {0};
    if (need_document(world) != OW_OK)
        return NULL;
    size_t count = count_texts(texts) / 2;
    ow_setting *settings = calloc(count + 1, sizeof *settings);
    if (!settings) {
        fresh_error()->status = OW_NO_MEMORY;
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        settings[i].place = texts;
        settings[i].value = texts += strlen(texts) + 1;
        settings[i].size = strlen(texts);
        texts += settings[i].size + 1;
    }
    ow_options options = options_of(world);
    ow_status status =
        ow_set_values(&world->document, settings, count, &options, &changed, fresh_error());
    free(settings);
    return made(status, &changed, world);
}

struct repair_settings {
    bool lossy;
    struct texts only;
};

/* Answers with what was done. */
EXPORTED struct world *web_repair(struct world *world, const char *text)
{
    static const struct setting table[] = {
        {"lossy", SETTING_FLAG, offsetof(struct repair_settings, lossy), NULL, 0},
        {"only", SETTING_TEXTS, offsetof(struct repair_settings, only), NULL, 0},
        {0}};
    struct repair_settings settings = {0};
    if (read_settings(text, table, &settings) != OW_OK || need_bytes(world) != OW_OK)
        return NULL;
    struct repair_answer answer = {.writer = open_answer()};
    if (!answer.writer)
        return NULL;
    const ow_repair_options repair = {.lossy = settings.lossy,
                                      .only = settings.only.count ? settings.only.items : NULL,
                                      .broke_off = answer_break,
                                      .kept = answer_kept,
                                      .repaired = answer_repaired,
                                      .context = &answer};
    ow_options options = options_of(world);
    ow_document repaired = {0};
    ow_repair_totals totals = {0};
    json_begin_object(answer.writer, NULL);
    ow_status status = ow_repair(world->bytes.data, world->bytes.size, &options, &repair, &repaired,
                                 &totals, fresh_error());
    answer_repair_end(&answer, &totals);
    json_end_object(answer.writer);
    return made(close_answer(answer.writer, status), &repaired, world);
}

/* Parts. Calls that change a document in place get a copy. */

/* The answer is {"count": N}. */
static ow_status answer_count(ow_status status, uint64_t count)
{
    ow_json_writer *writer = open_answer();
    if (!writer)
        return last_error()->status;
    json_begin_object(writer, NULL);
    json_add_integer(writer, "count", count);
    json_end_object(writer);
    return close_answer(writer, status);
}

static ow_status copy_document(struct world *world, ow_document *copy)
{
    ow_options options = options_of(world);
    ow_status status = need_document(world);
    return status == OW_OK ? ow_copy(&world->document, &options, copy, fresh_error()) : status;
}

EXPORTED struct world *web_remove(struct world *world, const char *selectors)
{
    ow_document copy = {0};
    uint64_t count = 0;
    ow_options options = options_of(world);
    ow_status status = copy_document(world, &copy);
    if (status == OW_OK)
        status = ow_remove_parts(&copy, selectors, &options, &count, fresh_error());
    return made(answer_count(status, count), &copy, world);
}

EXPORTED struct world *web_replace(struct world *world, int tiles, const char *from, const char *to)
{
    ow_document copy = {0};
    uint64_t count = 0;
    ow_options options = options_of(world);
    ow_status status = copy_document(world, &copy);
    if (status == OW_OK)
        status = ow_replace_parts(&copy, tiles ? OW_REPLACE_TILE : OW_REPLACE_TYPE, from, to,
                                  &options, &count, fresh_error());
    return made(answer_count(status, count), &copy, world);
}

/* Wraps the reports of losses in an answer {"losses": [...]}. */
static ow_json_writer *begin_losses(void)
{
    ow_json_writer *writer = open_answer();
    if (writer) {
        json_begin_object(writer, NULL);
        json_begin_array(writer, "losses");
    }
    return writer;
}

static ow_status end_losses(ow_json_writer *writer, ow_status status)
{
    json_end_array(writer);
    json_end_object(writer);
    return close_answer(writer, status);
}

EXPORTED struct world *web_extract(struct world *world, const char *selectors)
{
    ow_document part = {0};
    ow_json_writer *writer = need_document(world) == OW_OK ? begin_losses() : NULL;
    if (!writer)
        return NULL;
    ow_options options = options_of(world);
    ow_status status = ow_extract_parts(&world->document, selectors, &options, answer_loss, writer,
                                        &part, fresh_error());
    return made(end_losses(writer, status), &part, world);
}

/* Moves, turns, mirrors or copies records. The answer is {"losses": [...], "count": N}, also if the
 * call fails: records without a mirror image are among the losses. */
EXPORTED struct world *web_rearrange(struct world *world, const char *selectors, const char *text)
{
    static const char *const axes[] = {"none", "x", "y", "z", NULL};
    static const struct setting table[] = {
        {"by", SETTING_PLACE, offsetof(ow_rearrangement, by), NULL, 0},
        {"quarter_turns", SETTING_U32, offsetof(ow_rearrangement, quarter_turns), NULL, 0},
        {"copies", SETTING_U32, offsetof(ow_rearrangement, copies), NULL, 0},
        {"mirror", SETTING_WORD, offsetof(ow_rearrangement, mirror), axes, 0},
        {"mirror_at", SETTING_NUMBER, offsetof(ow_rearrangement, mirror_at), NULL,
         GIVEN(ow_rearrangement, has_mirror_at)},
        {0}};
    ow_rearrangement how = {0};
    ow_document changed = {0};
    if (read_settings(text, table, &how) != OW_OK || need_document(world) != OW_OK)
        return NULL;
    ow_json_writer *writer = begin_losses();
    if (!writer)
        return NULL;
    uint64_t count = 0;
    ow_options options = options_of(world);
    how.quarter_turns %= 4;
    ow_status status = ow_rearrange_parts(&world->document, selectors, &how, &options, answer_loss,
                                          writer, &changed, &count, fresh_error());
    json_end_array(writer);
    json_add_integer(writer, "count", count);
    json_end_object(writer);
    return made(close_answer(writer, status), &changed, world);
}

struct merge_settings {
    ow_placement placement;
    uint32_t turns;
};

EXPORTED struct world *web_merge(struct world *world, struct world *part, const char *text)
{
    static const struct setting table[] = {
        {"at", SETTING_PLACE, offsetof(struct merge_settings, placement.at), NULL, 0},
        {"under", SETTING_U32, offsetof(struct merge_settings, placement.under), NULL, 0},
        {"quarter_turns", SETTING_U32, offsetof(struct merge_settings, turns), NULL, 0},
        {0}};
    struct merge_settings settings = {0};
    ow_document merged = {0};
    if (read_settings(text, table, &settings) != OW_OK || need_document(world) != OW_OK ||
        need_document(part) != OW_OK)
        return NULL;
    ow_json_writer *writer = begin_losses();
    if (!writer)
        return NULL;
    settings.placement.quarter_turns = (int)(settings.turns % 4);
    ow_options options = options_of(world);
    ow_status status = ow_merge(&world->document, &part->document, &settings.placement, &options,
                                answer_loss, writer, &merged, fresh_error());
    return made(end_losses(writer, status), &merged, world);
}

static ow_visit write_conflict(void *context, const ow_conflict *conflict)
{
    answer_conflict(context, conflict_word(conflict->kind), conflict);
    return OW_GO_ON;
}

/* The answer is {"conflicts": [...], "losses": N}. */
EXPORTED struct world *web_merge3(struct world *base, struct world *ours, struct world *theirs)
{
    ow_document merged = {0};
    if (need_document(base) != OW_OK || need_document(ours) != OW_OK ||
        need_document(theirs) != OW_OK)
        return NULL;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return NULL;
    uint64_t losses = 0;
    ow_options options = options_of(ours);
    json_begin_object(writer, NULL);
    json_begin_array(writer, "conflicts");
    ow_status status =
        ow_merge3(&base->document, &ours->document, &theirs->document, &options, count_loss,
                  &losses, write_conflict, writer, NULL, &merged, fresh_error());
    json_end_array(writer);
    json_add_integer(writer, "losses", losses);
    json_end_object(writer);
    return made(close_answer(writer, status), &merged, ours);
}
