/* Summaries, checks, and finding records. */
#include "calls.h"
#include "settings.h"

EXPORTED int web_info(struct world *world, int whole)
{
    if (need_bytes(world) != OW_OK)
        return (int)last_error()->status;
    struct summary_answer answer = {.writer = open_answer()};
    if (!answer.writer)
        return (int)last_error()->status;
    ow_options options = options_of(world);
    json_begin_object(answer.writer, NULL);
    ow_status status = ow_summarise(world->bytes.data, world->bytes.size, &options, whole != 0,
                                    answer_summary, &answer, fresh_error());
    json_end_object(answer.writer);
    return (int)close_answer(answer.writer, status);
}

struct check_settings {
    struct texts only, ignore;
    uint64_t max_issues;
};

struct checking {
    struct world *world;
    ow_check_options check;
    ow_check_totals totals;
    ow_json_writer *writer;
    uint64_t shown_count;
    bool is_beside; /* the issues are about the folder or mods */
};

static void write_issue(void *context, const ow_issue *issue)
{
    struct checking *checking = context;
    checking->shown_count++;
    answer_issue(checking->writer, issue, !checking->is_beside);
}

static bool is_in(const ow_issue_code *table, const char *code)
{
    for (; table && table->code; table++)
        if (strcmp(table->code, code) == 0)
            return true;
    return false;
}

/* Refuses codes that the format does not have. */
static ow_status know_codes(const ow_format *format, const struct texts *codes)
{
    for (size_t i = 0; format && i < codes->count; i++)
        if (!is_in(format->issue_codes, codes->items[i]) &&
            !is_in(format->folder_codes, codes->items[i]))
            return refuse(codes->items[i], "unknown code");
    return OW_OK;
}

static ow_status check_file(struct checking *checking, const ow_format *format)
{
    const char *only[MOST_LISTED_CODES], *ignore[MOST_LISTED_CODES];
    const struct world *world = checking->world;
    ow_check_options own = checking->check;
    ow_options options = options_of(world);
    own.only = codes_in(format ? format->issue_codes : NULL, own.only, only);
    own.ignore = codes_in(format ? format->issue_codes : NULL, own.ignore, ignore);
    return ow_check(world->bytes.data, world->bytes.size, &options, &own, &checking->totals,
                    fresh_error());
}

/* Checks a world that can be read against what is beside it. */
static ow_status check_world_beside(struct checking *checking, const ow_format *format,
                                    const ow_folder *folder, const ow_mods *mods)
{
    const char *only[MOST_LISTED_CODES], *ignore[MOST_LISTED_CODES];
    ow_check_options own = checking->check;
    ow_options options = options_of(checking->world);
    if ((!folder || folder->file_count == 0) && !mods)
        return OW_OK;
    if (need_document(checking->world) != OW_OK)
        return last_error()->status;
    own.only = codes_in(format->folder_codes, own.only, only);
    own.ignore = codes_in(format->folder_codes, own.ignore, ignore);
    checking->is_beside = true;
    return check_beside(&checking->world->document, folder, mods, &options, &own,
                        checking->shown_count, &checking->totals, fresh_error());
}

static ow_status answer_check(struct checking *checking, const ow_format *format,
                              const ow_folder *folder, const ow_mods *mods)
{
    ow_json_writer *writer = checking->writer;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "issues");
    ow_status status = check_file(checking, format);
    if (status == OW_OK)
        status = check_world_beside(checking, format, folder, mods);
    json_end_array(writer);
    answer_check_totals(writer, "counters", &checking->totals);
    if (is_break(status))
        answer_error(writer, "error", last_error());
    else
        json_add_null(writer, "error");
    json_end_object(writer);
    return close_answer(writer, is_break(status) ? OW_OK : status);
}

/* `folder` and `mods` may be NULL. */
EXPORTED int web_check(struct world *world, const char *text, const ow_folder *folder,
                       const ow_mods *mods)
{
    static const struct setting table[] = {
        {"only", SETTING_TEXTS, offsetof(struct check_settings, only), NULL, 0},
        {"ignore", SETTING_TEXTS, offsetof(struct check_settings, ignore), NULL, 0},
        {"max_issues", SETTING_U64, offsetof(struct check_settings, max_issues), NULL, 0},
        {0}};
    struct check_settings settings = {0};
    fresh_error();
    if (read_settings(text, table, &settings) != OW_OK || need_bytes(world) != OW_OK)
        return (int)last_error()->status;
    const ow_format *format = ow_format_by_name(web_format(world));
    if (know_codes(format, &settings.only) != OW_OK ||
        know_codes(format, &settings.ignore) != OW_OK)
        return (int)last_error()->status;
    struct checking checking = {.world = world, .writer = open_answer()};
    if (!checking.writer)
        return (int)last_error()->status;
    checking.check =
        (ow_check_options){.only = settings.only.count ? settings.only.items : NULL,
                           .ignore = settings.ignore.count ? settings.ignore.items : NULL,
                           .max_issues = settings.max_issues,
                           .issue = write_issue,
                           .issue_context = &checking};
    return (int)answer_check(&checking, format, folder, mods);
}

struct find_settings {
    ow_part_choice choice;
    struct texts where;
    uint64_t max_parts; /* 0: all */
    ow_json_writer *writer;
    uint64_t shown_count;
};

static ow_visit write_part(void *context, const ow_part *part)
{
    struct find_settings *settings = context;
    if (settings->max_parts > 0 && settings->shown_count == settings->max_parts)
        return OW_STOP;
    settings->shown_count++;
    answer_part(settings->writer, part);
    return OW_GO_ON;
}

static ow_status find(struct world *world, struct find_settings *settings)
{
    uint64_t count = 0;
    ow_options options = options_of(world);
    json_begin_object(settings->writer, NULL);
    json_begin_array(settings->writer, "parts");
    ow_status status = ow_find_parts(&world->document, &settings->choice, &options, write_part,
                                     settings, &count, fresh_error());
    json_end_array(settings->writer);
    json_add_integer(settings->writer, "count", count);
    json_end_object(settings->writer);
    return close_answer(settings->writer, status);
}

EXPORTED int web_find(struct world *world, const char *text)
{
    static const struct setting table[] = {
        {"selectors", SETTING_TEXT, offsetof(struct find_settings, choice.selectors), NULL, 0},
        {"type", SETTING_TEXT, offsetof(struct find_settings, choice.type), NULL, 0},
        {"text", SETTING_TEXT, offsetof(struct find_settings, choice.text), NULL, 0},
        {"where", SETTING_TEXTS, offsetof(struct find_settings, where), NULL, 0},
        {"tag", SETTING_U32, offsetof(struct find_settings, choice.tag), NULL,
         GIVEN(struct find_settings, choice.has_tag)},
        {"near", SETTING_PLACE, offsetof(struct find_settings, choice.near_to), NULL,
         GIVEN(struct find_settings, choice.has_near)},
        {"within", SETTING_NUMBER, offsetof(struct find_settings, choice.within), NULL, 0},
        {"max_parts", SETTING_U64, offsetof(struct find_settings, max_parts), NULL, 0},
        {0}};
    struct find_settings settings = {0};
    if (read_settings(text, table, &settings) != OW_OK || need_document(world) != OW_OK)
        return (int)last_error()->status;
    if (settings.where.count)
        settings.choice.where = settings.where.items;
    settings.writer = open_answer();
    return (int)(settings.writer ? find(world, &settings) : last_error()->status);
}
