/* The text files of a save's folder: tracing, describing and checking them. */
#include "input.h"

#include "../base/emit.h"
#include "../base/error.h"
#include "../base/report.h"
#include "../base/text.h"
#include "../jecs/compare.h"

enum { MOST_FOLDERS = 10 /* the root, "folder", and those of a path of 8 parts */ };

/* Texts with their own arena. */
struct opened {
    struct arena arena;
    struct texts texts;
};

static uint64_t size_of(const ow_folder *folder)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < folder->file_count; i++)
        size += folder->files[i].bytes.size;
    return size;
}

static ow_status open_texts(struct opened *opened, const ow_folder *folder,
                            const ow_options *options, ow_error *error)
{
    error_clear(error);
    *opened = (struct opened){0};
    if (!folder || (!folder->files && folder->file_count > 0))
        return error_missing(error, "folder with its files");
    ow_options used = options_or_default(options, size_of(folder));
    arena_init(&opened->arena, &used);
    return texts_open(&opened->texts, folder, &opened->arena, error);
}

static void close_texts(struct opened *opened)
{
    texts_close(&opened->texts);
    if (opened->arena.allocator.release)
        arena_free(&opened->arena);
}

/* A walk through the files, with the open folders. */
struct walk {
    struct arena *arena;
    ow_visitor visit;
    void *context;
    bool has_stopped;
    unsigned depth, hidden; /* of the skipped folder; 0: none */
    ow_text folders[MOST_FOLDERS];
    const char *names[MOST_FOLDERS];
    ow_status status;
};

static ow_visit pass_on(void *context, const ow_event *event)
{
    struct walk *walk = context;
    ow_visit wish = walk->visit(walk->context, event);
    walk->has_stopped |= wish == OW_STOP;
    return wish;
}

static void emit_object(struct walk *walk, ow_event_kind kind, const char *name)
{
    ow_event event = {.kind = kind, .name = name, .spread = true};
    if (walk->has_stopped || (walk->hidden > 0 && walk->depth >= walk->hidden))
        return;
    if (pass_on(walk, &event) == OW_SKIP && kind == OW_BEGIN_OBJECT)
        walk->hidden = walk->depth + 1;
}

static const char *copy_name(struct walk *walk, ow_text name)
{
    char *copy = arena_take(walk->arena, name.size + 1);
    if (!copy) {
        walk->status = walk->arena->status;
        return "";
    }
    memcpy(copy, name.data, name.size);
    copy[name.size] = '\0';
    return copy;
}

static void open_folder(struct walk *walk, ow_text name)
{
    walk->names[walk->depth] = name.data ? copy_name(walk, name) : NULL;
    walk->folders[walk->depth] = name;
    emit_object(walk, OW_BEGIN_OBJECT, walk->names[walk->depth]);
    walk->depth++;
}

static void close_folders(struct walk *walk, unsigned depth)
{
    while (walk->depth > depth) {
        walk->depth--;
        if (walk->hidden == walk->depth + 1)
            walk->hidden = 0;
        emit_object(walk, OW_END_OBJECT, walk->names[walk->depth]);
    }
}

/* Closes the folders that a path is not in and opens those that it is in. Returns the file name. */
static ow_text enter_folders(struct walk *walk, ow_text path)
{
    unsigned depth = 2; /* the root and "folder" itself are open */
    const char *slash;
    while ((slash = memchr(path.data, '/', path.size))) {
        const ow_text part = {path.data, (size_t)(slash - path.data)};
        path = (ow_text){slash + 1, path.size - part.size - 1};
        if (depth >= walk->depth || !text_is_same(walk->folders[depth], part)) {
            close_folders(walk, depth);
            open_folder(walk, part);
        }
        depth++;
    }
    close_folders(walk, depth);
    return path;
}

static void emit_file(struct walk *walk, const struct text_file *file)
{
    const char *name = copy_name(walk, enter_folders(walk, file->path));
    ow_event null = {.kind = OW_VALUE, .type = OW_BYTES, .name = name};
    if (walk->has_stopped || walk->hidden > 0 || walk->status != OW_OK)
        return;
    if (file->text)
        ow_jecs_trace(file->text->root, name, pass_on, walk, NULL);
    else
        pass_on(walk, &null);
}

ow_status ow_trace_folder(const ow_folder *folder, const ow_options *options, ow_visitor visit,
                          void *context, ow_error *error)
{
    struct opened opened;
    if (!visit)
        return error_missing(error, "a visitor");
    ow_status status = open_texts(&opened, folder, options, error);
    struct walk walk = {.arena = &opened.arena, .visit = visit, .context = context};
    if (status == OW_OK) {
        open_folder(&walk, (ow_text){0});
        open_folder(&walk, OW_LITERAL("folder"));
        for (uint32_t i = 0; i < opened.texts.count && walk.status == OW_OK; i++)
            emit_file(&walk, &opened.texts.files[i]);
        close_folders(&walk, 0);
    }
    if (walk.status != OW_OK)
        status = error_limited(error, walk.status, opened.arena.limit);
    close_texts(&opened);
    return status;
}

ow_status ow_summarise_folder(const ow_format *format, const ow_folder *folder,
                              const ow_options *options, ow_visitor visit, void *context,
                              ow_error *error)
{
    struct opened opened;
    if (!visit || !format_is_ours(format))
        return error_missing(error, "a format that the library hands out, and a visitor");
    struct emitter emit = {.visit = visit, .context = context};
    ow_status status = open_texts(&opened, folder, options, error);
    if (status == OW_OK && opened.texts.count > 0) {
        emit_begin_object(&emit, NULL);
        status = format_row_of(format)->folder->summarise(&opened.texts, &emit);
        emit_end_object(&emit);
        if (status != OW_OK)
            error_limited(error, status, opened.arena.limit);
    }
    close_texts(&opened);
    return status;
}

static ow_text text_of(const ow_jecs_node *node)
{
    const bool has_text = node && node->kind == OW_JECS_TEXT && node->value.size > 0;
    return has_text ? node->value : (ow_text){0};
}

static ow_status visit_title(const struct folder_calls *calls, const struct texts *texts,
                             ow_title_visitor visit, void *context, ow_error *error)
{
    const ow_jecs_node *title = NULL, *description = NULL;
    const struct text_file *file = calls->find_title(texts, &title, &description);
    if (!file)
        return OW_OK;
    if (file->text) {
        visit(context, text_of(title), text_of(description));
        return OW_OK;
    }
    if (error)
        *error = *file->error;
    return file->error->status;
}

ow_status ow_find_title(const ow_format *format, const ow_folder *folder, const ow_options *options,
                        ow_title_visitor visit, void *context, ow_error *error)
{
    struct opened opened;
    if (!visit || !format_is_ours(format))
        return error_missing(error, "a format that the library hands out, and a visitor");
    ow_status status = open_texts(&opened, folder, options, error);
    if (status == OW_OK)
        status = visit_title(format_row_of(format)->folder, &opened.texts, visit, context, error);
    close_texts(&opened);
    return status;
}

ow_status ow_check_folder(const ow_document *document, const ow_folder *folder,
                          const ow_options *options, const ow_check_options *check,
                          ow_check_totals *totals, ow_error *error)
{
    static const ow_check_options everything;
    struct opened opened;
    struct report report = {0};
    if (totals)
        *totals = (ow_check_totals){0};
    if (!document_is_there(document))
        return document_missing(error);
    const struct format_row *row = format_row_of(document->format);
    ow_status status = open_texts(&opened, folder, options, error);
    if (status == OW_OK)
        status = report_init(&report, row->about.folder_codes, check ? check : &everything, error);
    if (status == OW_OK)
        status = row->folder->check(document->as.any, &opened.texts, &report, error);
    close_texts(&opened);
    if (totals)
        *totals = report.totals;
    return status;
}

ow_status ow_diff_folders(const ow_format *format, const ow_folder *before, const ow_folder *after,
                          const ow_options *options, ow_change_visitor visit, void *context,
                          ow_change_totals *totals, ow_error *error)
{
    struct opened opened[2] = {0};
    struct text_comparison comparison = {.visit = visit, .context = context};
    if (totals)
        *totals = (ow_change_totals){0};
    if (!format_is_ours(format))
        return error_missing(error, "a format that the library hands out");
    comparison.name = format_row_of(format)->folder->name;
    ow_status status = open_texts(&opened[0], before, options, error);
    if (status == OW_OK)
        status = open_texts(&opened[1], after, options, error);
    if (status == OW_OK) {
        status = texts_compare(&opened[0].texts, &opened[1].texts, &comparison);
        if (status != OW_OK)
            error_limited(error, status, arena_limit(&opened[1].arena));
    }
    for (unsigned i = 0; i < 2; i++)
        close_texts(&opened[i]);
    if (totals)
        *totals = comparison.totals;
    return status;
}

ow_status ow_find_used_texts(const ow_document *document, const ow_folder *folder,
                             const ow_options *options, bool *belongs, ow_error *error)
{
    struct opened opened;
    if (!document_is_there(document))
        return document_missing(error);
    ow_status status = open_texts(&opened, folder, options, error);
    if (status == OW_OK && !belongs && folder->file_count > 0)
        status = error_missing(error, "values to set");
    if (status == OW_OK && folder->file_count > 0) {
        memset(belongs, 0, folder->file_count * sizeof *belongs);
        status = format_row_of(document->format)
                     ->folder->mark_used(document->as.any, &opened.texts, belongs, error);
    }
    close_texts(&opened);
    return status;
}

static ow_status carry_texts(const ow_document *world, ow_document *part, struct opened opened[2],
                             const struct text_carrier *carrier, ow_error *error)
{
    if (opened[1].texts.count == 0)
        return OW_OK;
    return format_row_of(world->format)
        ->folder->carry(world->as.any, &opened[0].texts, part->as.any, &opened[1].texts, carrier,
                        error);
}

ow_status ow_carry_texts(const ow_document *world, const ow_folder *world_folder, ow_document *part,
                         const ow_folder *part_folder, const ow_options *options,
                         ow_carried_text_visitor visit, void *context, ow_error *error)
{
    struct opened opened[2] = {0};
    const struct text_carrier carrier = {options, visit, context};
    if (!document_is_there(world) || !document_is_there(part))
        return document_missing(error);
    if (!visit || world->format != part->format)
        return error_missing(error, "a visitor, or documents of one format");
    ow_status status = open_texts(&opened[0], world_folder, options, error);
    if (status == OW_OK)
        status = open_texts(&opened[1], part_folder, options, error);
    if (status == OW_OK)
        status = carry_texts(world, part, opened, &carrier, error);
    for (unsigned i = 0; i < 2; i++)
        close_texts(&opened[i]);
    return status;
}
