/* The facts of a world: what its first bytes say, what a check finds, and what it is a duplicate
 * of. */
#include "facts.h"

#include <stdlib.h>
#include <string.h>

/* Events of a summary that have a column, by name, and those that list mods. */
static const struct summary_column {
    const char *name;
    enum world_column column;
} summary_column[] = {
    {"version", WORLD_VERSION},  {"variant", WORLD_VARIANT},
    {"save_type", WORLD_KIND},   {"game_version", WORLD_GAME_VERSION},
    {"level_name", WORLD_TITLE}, {"name", WORLD_TITLE},
    {"author", WORLD_AUTHOR},    {"description", WORLD_DESCRIPTION},
    {"timestamp", WORLD_MADE},
};

struct summary {
    struct facts *facts;
    unsigned depth;
    bool in_mods;
    struct fact_mod *mod, **end;
};

static void take_value(struct summary *summary, const ow_event *event)
{
    struct facts *facts = summary->facts;
    for (size_t i = 0; i < sizeof summary_column / sizeof *summary_column; i++) {
        if (strcmp(event->name, summary_column[i].name) != 0)
            continue;
        struct value *value = &facts->world[summary_column[i].column];
        if (event->type == OW_TEXT && event->value.text.size > 0)
            *value = escape_text(&facts->pool, event->value.text);
        else if (event->type == OW_INTEGER)
            *value = integer_value(event->value.integer);
        else if (event->type == OW_UNSIGNED_64 && event->value.unsigned_64 <= INT64_MAX)
            *value = integer_value((int64_t)event->value.unsigned_64);
    }
}

static void begin_mod(struct summary *summary)
{
    struct fact_mod *mod = pool_take(&summary->facts->pool, sizeof *mod);
    summary->mod = mod;
    if (!mod)
        return;
    *mod = (struct fact_mod){.name = text_value(""), .version = text_value("")};
    *summary->end = mod;
    summary->end = &mod->next;
}

static void take_mod_field(struct summary *summary, const ow_event *event)
{
    if (!summary->mod || event->type != OW_TEXT || !event->name)
        return;
    struct value text = escape_key(&summary->facts->pool, event->value.text, LONGEST_KEY);
    *(strcmp(event->name, "id") == 0 ? &summary->mod->name : &summary->mod->version) = text;
}

/* The root has depth 0, its members depth 1. */
static ow_visit take_summary(void *context, const ow_event *event)
{
    struct summary *summary = context;
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        if (summary->depth == 1)
            summary->in_mods = strcmp(event->name, "mods") == 0;
        if (summary->depth == 2 && summary->in_mods)
            begin_mod(summary);
        summary->depth++;
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        summary->depth--;
        break;
    case OW_VALUE:
        if (summary->depth == 1)
            take_value(summary, event);
        else if (summary->depth == 3 && summary->in_mods)
            take_mod_field(summary, event);
    }
    return OW_GO_ON;
}

static void take_issue_of(struct facts *facts, struct fact_issue **at, const ow_issue *issue)
{
    for (; *at; at = &(*at)->next) {
        if ((*at)->code != issue->code)
            continue;
        (*at)->count++;
        return;
    }
    struct fact_issue *added = pool_take(&facts->pool, sizeof *added);
    if (!added)
        return;
    *added = (struct fact_issue){NULL, issue->code, 1,
                                 escape_text(&facts->pool, ow_text_of(issue->pointer)),
                                 escape_text(&facts->pool, ow_text_of(issue->message))};
    *at = added;
}

static void take_issue(void *context, const ow_issue *issue)
{
    struct facts *facts = context;
    take_issue_of(facts, &facts->issues, issue);
}

static void take_folder_issue(void *context, const ow_issue *issue)
{
    struct facts *facts = context;
    take_issue_of(facts, &facts->folder_issues, issue);
}

bool facts_step(struct facts *facts, ow_status status)
{
    facts->lacks_memory = facts->lacks_memory || status == OW_NO_MEMORY;
    return status == OW_OK;
}

static void check(struct facts *facts, const void *bytes, size_t size, const ow_options *options)
{
    ow_check_options asked = {.issue = take_issue, .issue_context = facts};
    ow_check_totals totals = {0};
    ow_error error;
    facts_step(facts, ow_check(bytes, size, options, &asked, &totals, &error));
    facts->world[WORLD_ERRORS] = integer_value((int64_t)totals.errors);
    facts->world[WORLD_WARNINGS] = integer_value((int64_t)totals.warnings);
    facts->world[WORLD_INFOS] = integer_value((int64_t)totals.infos);
}

static void check_folder(struct facts *facts, const ow_document *document, const ow_folder *folder,
                         const ow_options *options)
{
    ow_check_options asked = {.issue = take_folder_issue, .issue_context = facts};
    ow_error error;
    facts_step(facts, ow_check_folder(document, folder, options, &asked, NULL, &error));
}

static void note_loss(void *context, const char *pointer, const char *message)
{
    (void)pointer;
    (void)message;
    *(bool *)context = true;
}

/* Removes what the player did not build: the game version and the mods that wrote the file. */
static void leave_writer_out(ow_document *document)
{
    if (strcmp(document->format->name, "blotter") != 0)
        return;
    memset(document->as.blotter->game_version, 0, sizeof document->as.blotter->game_version);
    document->as.blotter->mod_count = 0;
}

/* The digest of the world in the newest version of its format, if converting loses nothing. It is
 * the same for a world and its conversions. */
static void find_content(struct facts *facts, const ow_document *document,
                         const ow_options *options)
{
    ow_target newest = {.has_version = true, .version = document->format->newest_version};
    ow_document converted = {0};
    ow_buffer buffer = {0};
    ow_error error;
    bool loses = false;
    if (!facts_step(facts,
                    ow_convert(document, &newest, options, note_loss, &loses, &converted, &error)))
        return;
    leave_writer_out(&converted);
    if (!loses && facts_step(facts, ow_write_buffer(&converted, options, &buffer, &error))) {
        digest(buffer.data, buffer.size, facts->content);
        facts->world[WORLD_CONTENT] = bytes_value(facts->content, DIGEST_SIZE);
    }
    ow_buffer_free(&buffer, options);
    ow_close(&converted);
}

static void take_error(struct facts *facts, const ow_error *error)
{
    struct value *world = facts->world;
    world[WORLD_STATUS] = text_value(ow_status_name(error->status));
    world[WORLD_ERROR] = escape_text(&facts->pool, ow_text_of(error->message));
    world[WORLD_ERROR_OFFSET] = integer_value((int64_t)error->offset);
    world[WORLD_ERROR_POINTER] = escape_text(&facts->pool, ow_text_of(error->pointer));
}

static void begin(struct facts *facts, const void *bytes, size_t size)
{
    *facts = (struct facts){0};
    facts->texts.keeps_whole = true;
    digest(bytes, size, facts->hash);
    facts->world[WORLD_HASH] = bytes_value(facts->hash, DIGEST_SIZE);
    facts->world[WORLD_FACTS] = integer_value(FACTS_VERSION);
    facts->world[WORLD_SIZE] = integer_value((int64_t)size);
    facts->world[WORLD_STATUS] = text_value(ow_status_name(OW_OK));
    facts->world[WORLD_RECORDS] = integer_value(0);
    facts->world[WORLD_ERRORS] = facts->world[WORLD_WARNINGS] = facts->world[WORLD_INFOS] =
        integer_value(0);
}

/* Only the first of several equal files is drawn, because a picture belongs to the world. */
static void draw(struct facts *facts, const ow_document *document,
                 const struct fact_options *options)
{
    if (!options->draw || (options->drawn && !hash_set_add(options->drawn, facts->hash)))
        return;
    if (!options->draw(options->context, document, &facts->picture))
        facts->lacks_memory = true;
    facts->picture.was_asked = true;
}

bool facts_find(const void *bytes, size_t size, const ow_folder *folder,
                const struct fact_options *options, struct facts *facts)
{
    ow_options asked = {.max_memory = options->max_memory};
    ow_document document = {0};
    ow_error error = {0};
    begin(facts, bytes, size);
    const ow_format *format = ow_identify(bytes, size);
    if (format) {
        struct summary summary = {.facts = facts, .end = &facts->mods};
        facts->world[WORLD_FORMAT] = text_value(format->name);
        facts_step(facts, ow_summarise(bytes, size, &asked, false, take_summary, &summary, &error));
        check(facts, bytes, size, &asked);
    }
    ow_status status = ow_open(bytes, size, &asked, &document, &error);
    if (status != OW_OK) {
        take_error(facts, &error);
    } else {
        facts_of_parts(facts, &document, &asked);
        if (folder && folder->file_count > 0)
            check_folder(facts, &document, folder, &asked);
        find_content(facts, &document, &asked);
        draw(facts, &document, options);
    }
    ow_close(&document);
    facts_step(facts, status);
    if (!facts->lacks_memory && !facts->pool.has_failed)
        return true;
    facts_free(facts);
    return false;
}

void facts_free(struct facts *facts)
{
    tally_free(&facts->types);
    tally_free(&facts->ports);
    tally_free(&facts->texts);
    pool_free(&facts->pool);
    free(facts->picture.png);
    *facts = (struct facts){0};
}
