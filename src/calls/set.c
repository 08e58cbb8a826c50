/* Setting values of documents: fields of the file, and decoded fields. */
#include "patching.h"

#include "../base/error.h"
#include "../base/nearest.h"
#include "../base/selectors.h"
#include "../driver/decoded.h"
#include "../driver/meanings.h"
#include "../json/values.h"

#include <stdio.h>
#include <string.h>

/* ---- names that were probably meant ---- */

struct hint {
    struct nearest nearest;
    unsigned depth; /* of the open containers */
    bool is_list;
};

static ow_visit try_member(void *context, const ow_event *event)
{
    struct hint *hint = context;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    if (ends)
        return hint->depth-- <= 1 ? OW_STOP : OW_GO_ON;
    if (hint->depth == 0)
        hint->is_list = event->kind == OW_BEGIN_ARRAY;
    else if (event->name && strcmp(event->name, "meaning") != 0)
        nearest_try(&hint->nearest, (ow_text){event->name, strlen(event->name)});
    if (event->kind == OW_VALUE)
        return hint->depth == 0 ? OW_STOP : OW_GO_ON;
    hint->depth++;
    return hint->is_list ? OW_STOP : hint->depth > 1 ? OW_SKIP : OW_GO_ON;
}

/* Suggests the name nearest to the last step of a pointer, or "". */
static void find_hint(const ow_document *document, const char *pointer, const ow_options *options,
                      char words[NEAREST_TEXT])
{
    char parent[sizeof((ow_error *)0)->pointer];
    ow_options told = options ? *options : (ow_options){0};
    size_t size = strlen(pointer);
    told.meanings = true;
    told.progress = NULL;
    *words = '\0';
    while (size > 0 && size < sizeof parent && !*words) {
        size_t end = size;
        while (size > 0 && pointer[--size] != '/')
            ;
        struct hint hint = {.depth = 0};
        nearest_begin(&hint.nearest, (ow_text){pointer + size + 1, end - size - 1});
        memcpy(parent, pointer, size);
        parent[size] = '\0';
        if (ow_trace_part(document, parent, 0, 0, &told, try_member, &hint, NULL) != OW_OK)
            continue;
        nearest_words(&hint.nearest, "", words);
        return;
    }
}

static ow_status add_hint(const ow_document *document, const ow_options *options, ow_error *error)
{
    char words[NEAREST_TEXT];
    size_t size = strlen(error->message);
    if (error->status != OW_NOT_THERE)
        return error->status;
    find_hint(document, error->pointer, options, words);
    snprintf(error->message + size, sizeof error->message - size, "%s", words);
    return error->status;
}

/* ---- one value ---- */

static struct decoded_change begin_decoded(struct patching *patching, ow_error *error)
{
    return (struct decoded_change){.row = patching->row,
                                   .document = patching->document,
                                   .arena = &patching->arena,
                                   .error = error};
}

/* Writes the changes of decoded fields into the draft. */
static void put_decoded(struct patching *patching, const struct decoded_change *change)
{
    struct draft *draft = &patching->draft;
    for (uint32_t i = 0; i < change->count && draft->error.status == OW_OK; i++) {
        const struct decoded_value *value = &change->values[i];
        struct json_text json = decoded_json(change, value);
        struct draft_node *node = json.data ? draft_text(draft, json) : NULL;
        if (!json.data)
            draft_no_memory(draft);
        else if (node)
            draft_set(draft, (ow_text){value->pointer, strlen(value->pointer)}, node);
    }
}

static void set_plain(struct patching *patching, ow_text pointer, struct json_text json)
{
    struct draft_node *node = draft_text(&patching->draft, json);
    if (node)
        draft_set(&patching->draft, pointer, node);
}

static void fail_draft(struct patching *patching, const ow_error *error)
{
    if (patching->draft.error.status == OW_OK)
        patching->draft.error = *error;
}

static void set_one(struct patching *patching, ow_text pointer, struct json_text json)
{
    ow_error error = {0};
    struct decoded_change change = begin_decoded(patching, &error);
    if (!patch_is_value(json)) {
        draft_fail(&patching->draft, OW_BAD_ARGUMENT, pointer, "the value is not valid JSON");
        return;
    }
    switch (decoded_set(&change, pointer, json)) {
    case DECODED_NOT:
        set_plain(patching, pointer, json);
        break;
    case DECODED_DONE:
        put_decoded(patching, &change);
        break;
    case DECODED_FAILED:
        fail_draft(patching, &error);
    }
}

ow_status ow_set(const ow_document *document, const char *pointer, const char *json, size_t size,
                 const ow_options *options, ow_document *changed, ow_error *error)
{
    ow_error local_error = {0};
    struct patching patching = {0};
    error = error ? error : &local_error;
    if (changed)
        *changed = (ow_document){0};
    if (!pointer || !json)
        return error_missing(error, pointer ? "value" : "JSON Pointer");
    ow_status status = patching_begin(&patching, document, size, options, changed, error);
    if (status != OW_OK)
        return status;
    set_one(&patching, (ow_text){pointer, strlen(pointer)}, (struct json_text){json, size});
    status = patching_finish(&patching, changed, error);
    return status == OW_OK ? OW_OK : add_hint(document, options, error);
}

/* ---- many values ---- */

enum { MOST_PLACE = 512 };

/* A run of settings. Each run changes only plain fields, or only decoded ones, so that both see
 * the results of earlier runs. */
struct run {
    struct patching patching;
    const ow_document *document;
    const ow_options *options;
    struct decoded_change change;
    ow_error error;     /* of decoded fields and selectors */
    bool any, is_plain; /* what it changes */
    bool is_over;       /* the current setting belongs to the next run */
    struct json_text json;
    const char *rest; /* the rest of the place, after its selector */
    char note[256];   /* about a selector that matches nothing */
};

/* A value that is not JSON is taken as text. */
static struct json_text json_of(struct run *run, const ow_setting *setting)
{
    struct json_text json = {setting->value, setting->size};
    if (patch_is_value(json))
        return json;
    struct decoded_value text = {.count = 1};
    text.values[0] = (ow_value){.type = OW_TEXT, .value.text = {setting->value, setting->size}};
    return decoded_json(&run->change, &text);
}

static bool set_pointer(struct run *run, const char *pointer)
{
    struct draft *draft = &run->patching.draft;
    ow_text place = {pointer, strlen(pointer)};
    uint32_t before = run->change.count;
    enum decoded_outcome outcome = decoded_set(&run->change, place, run->json);
    bool is_plain = outcome == DECODED_NOT;
    if (outcome == DECODED_FAILED) {
        fail_draft(&run->patching, &run->error);
    } else if (run->any && is_plain != run->is_plain) {
        run->change.count = before;
        run->is_over = true;
    } else if (is_plain) {
        set_plain(&run->patching, place, run->json);
    }
    run->any = true;
    run->is_plain = run->is_over ? run->is_plain : is_plain;
    return draft->error.status == OW_OK && !run->is_over;
}

static void refuse_long(struct run *run, const char *place)
{
    draft_fail(&run->patching.draft, OW_BAD_ARGUMENT, (ow_text){"", 0},
               "the place %.100s... is too long", place);
}

/* Sets the rest of the place below a record. Returns false if no more is to be set. */
static bool set_below(struct run *run, const char *record)
{
    char place[MOST_PLACE];
    if ((size_t)snprintf(place, sizeof place, "%s%s", record, run->rest) >= sizeof place) {
        refuse_long(run, place);
        return false;
    }
    return set_pointer(run, place);
}

static ow_visit set_part(void *context, const ow_part *part)
{
    return set_below(context, part->pointer) ? OW_GO_ON : OW_STOP;
}

static void keep_note(void *context, const char *pointer, const char *message)
{
    struct run *run = context;
    (void)pointer;
    snprintf(run->note, sizeof run->note, "%s", message);
}

/* "C-12" is only the component, without what is on it. Returns false for other selectors. */
static bool find_address(struct run *run, const char *selectors)
{
    struct selector_words words;
    ow_error unused = {0};
    char record[MOST_PLACE];
    if (!selector_take(&selectors, &words, &unused) || words.sort != BY_ADDRESS || words.negated ||
        *selectors)
        return false;
    ow_status status = ow_find_record_document(run->document, run->options, words.value, record,
                                               sizeof record, &run->error);
    if (status == OW_BAD_ARGUMENT)
        run->error.status = OW_NOT_THERE;
    if (status == OW_OK)
        set_below(run, record);
    else
        fail_draft(&run->patching, &run->error);
    return true;
}

/* "C-12/label/text", "type:Label/label/color" */
static void set_selected(struct run *run, const char *place)
{
    char selectors[MOST_PLACE];
    uint64_t count = 0;
    size_t size = strcspn(place, "/");
    ow_part_choice choice = {.selectors = selectors, .warn = keep_note, .warn_context = run};
    if (strlen(place) >= sizeof selectors) {
        refuse_long(run, place);
        return;
    }
    memcpy(selectors, place, size);
    selectors[size] = '\0';
    run->rest = place + size;
    *run->note = '\0';
    if (find_address(run, selectors))
        return;
    if (ow_find_parts(run->document, &choice, run->options, set_part, run, &count, &run->error) !=
        OW_OK)
        fail_draft(&run->patching, &run->error);
    else if (count == 0 || *run->note)
        draft_fail(&run->patching.draft, OW_NOT_THERE, (ow_text){"", 0}, "%s",
                   *run->note ? run->note : "no record matches");
}

/* Returns false if the setting belongs to the next run, or on failure. */
static bool set_setting(struct run *run, const ow_setting *setting)
{
    run->json = json_of(run, setting);
    if (!run->json.data) {
        draft_no_memory(&run->patching.draft);
        return false;
    }
    if (*setting->place == '/' || *setting->place == '\0')
        return set_pointer(run, setting->place);
    set_selected(run, setting->place);
    return run->patching.draft.error.status == OW_OK && !run->is_over;
}

/* Applies as many settings as go together, and counts them. */
static ow_status do_run(const ow_document *document, const ow_setting *settings, size_t count,
                        const ow_options *options, size_t *done, ow_document *changed,
                        ow_error *error)
{
    size_t size = 0;
    struct run run = {.document = document, .options = options};
    for (size_t i = 0; i < count; i++)
        size += settings[i].size;
    ow_status status = patching_begin(&run.patching, document, size, options, changed, error);
    if (status != OW_OK)
        return status;
    run.change = begin_decoded(&run.patching, &run.error);
    *done = 0;
    while (*done < count && set_setting(&run, &settings[*done]))
        ++*done;
    put_decoded(&run.patching, &run.change);
    status = patching_finish(&run.patching, changed, error);
    return status == OW_OK ? OW_OK : add_hint(document, options, error);
}

static ow_status check_settings(const ow_setting *settings, size_t count, ow_error *error)
{
    if (!settings || count == 0)
        return error_missing(error, "settings");
    for (size_t i = 0; i < count; i++)
        if (!settings[i].place || !settings[i].value)
            return error_missing(error, settings[i].place ? "value" : "place");
    return OW_OK;
}

ow_status ow_set_values(const ow_document *document, const ow_setting *settings, size_t count,
                        const ow_options *options, ow_document *changed, ow_error *error)
{
    ow_error local_error = {0};
    ow_document before = {0};
    size_t done = 0;
    error = error ? error : &local_error;
    ow_status status = changed ? check_settings(settings, count, error) : result_open(NULL, error);
    while (status == OW_OK && count > 0) {
        ow_document next = {0};
        status = do_run(before.format ? &before : document, settings, count, options, &done, &next,
                        error);
        ow_close(&before);
        before = next;
        settings += done;
        count -= done;
    }
    if (changed)
        *changed = before;
    return status;
}
