/* Applying a JSON Patch (RFC 6902) to a draft. */
#include "patch.h"

#include "patch_operations.h"

#include "../base/error.h"
#include "../base/text.h"
#include "../json/equal.h"

#include <stdio.h>
#include <string.h>

static bool fail_at(struct patcher *patcher, const char *at, const char *problem)
{
    uint64_t line, column;
    struct draft *draft = patcher->draft;
    json_place(patcher->text.data, at, &line, &column);
    if (draft->error.status == OW_OK)
        error_set(&draft->error, OW_BAD_JSON, (uint64_t)(at - patcher->text.data), NULL,
                  "line %llu, column %llu: %s", (unsigned long long)line,
                  (unsigned long long)column, problem);
    return false;
}

static bool fail_cursor(struct patcher *patcher, const struct json_cursor *cursor)
{
    char problem[128];
    snprintf(problem, sizeof problem, "expected %s", cursor->problem);
    return fail_at(patcher, cursor->at, problem);
}

/* Reads a pointer. */
static bool take_pointer(struct patcher *patcher, struct json_cursor *cursor,
                         struct json_token *token, ow_text *pointer)
{
    if (!json_string(cursor, token))
        return fail_cursor(patcher, cursor);
    char *plain = arena_take(patcher->draft->arena, token->size + 1);
    if (!plain)
        return draft_no_memory(patcher->draft);
    if (!json_unescape(token, plain, &pointer->size))
        return fail_at(patcher, token->data, "the text has an unknown escape");
    pointer->data = plain;
    return true;
}

static bool take_value(struct patcher *patcher, struct json_cursor *cursor)
{
    json_peek(cursor);
    const char *at = cursor->at;
    if (!json_skip(cursor))
        return fail_cursor(patcher, cursor);
    patcher->operation.value = (struct json_text){at, (size_t)(cursor->at - at)};
    return true;
}

static bool take_member(struct patcher *patcher, struct json_cursor *cursor)
{
    struct operation *operation = &patcher->operation;
    struct json_token name, from;
    if (!json_string(cursor, &name) || !json_take(cursor, ':', "a colon"))
        return fail_cursor(patcher, cursor);
    bool twice = (json_token_is(&name, "op") && operation->op.data) ||
                 (json_token_is(&name, "path") && operation->has_path) ||
                 (json_token_is(&name, "from") && operation->has_from) ||
                 (json_token_is(&name, "value") && operation->value.data);
    if (twice)
        return fail_at(patcher, name.data - 1, "duplicate field in the operation");
    if (json_token_is(&name, "op"))
        return json_string(cursor, &operation->op) || fail_cursor(patcher, cursor);
    if (json_token_is(&name, "path"))
        return operation->has_path =
                   take_pointer(patcher, cursor, &operation->path_token, &operation->path);
    if (json_token_is(&name, "from"))
        return operation->has_from = take_pointer(patcher, cursor, &from, &operation->from);
    if (json_token_is(&name, "value"))
        return take_value(patcher, cursor);
    return json_skip(cursor) || fail_cursor(patcher, cursor);
}

static bool take_operation(struct patcher *patcher, struct json_cursor *cursor)
{
    if (!json_take(cursor, '{', "an operation, which is an object"))
        return fail_cursor(patcher, cursor);
    const char *begin = cursor->at - 1;
    for (bool first = true; !json_take_if(cursor, '}'); first = false) {
        if (!first && !json_take(cursor, ',', "a comma or the end of the operation"))
            return fail_cursor(patcher, cursor);
        if (!take_member(patcher, cursor))
            return false;
    }
    patcher->operation.whole = (struct json_text){begin, (size_t)(cursor->at - begin)};
    return true;
}

static struct draft_node *value_of(struct patcher *patcher)
{
    struct operation *operation = &patcher->operation;
    if (operation->value.data)
        return draft_text(patcher->draft, operation->value);
    draft_fail(patcher->draft, OW_BAD_JSON, operation->path, "missing \"value\"");
    return NULL;
}

bool patch_write_node(struct patcher *patcher, struct draft_node *node, ow_buffer *buffer)
{
    struct output output;
    *buffer = (ow_buffer){0};
    output_to_buffer(&output, patcher->options, buffer);
    bool written = draft_write(patcher->draft, node, NULL, &output);
    ow_status status = output_close_buffer(&output, buffer);
    if (written && status != OW_OK)
        error_plain(&patcher->draft->error, status);
    return written && status == OW_OK;
}

static bool test(struct patcher *patcher)
{
    const struct operation *operation = &patcher->operation;
    struct draft_node *node, *expected = value_of(patcher);
    ow_buffer found;
    if (!expected || !draft_find(patcher->draft, operation->path, &node))
        return false;
    bool written = patch_write_node(patcher, node, &found);
    struct json_text text = {(const char *)found.data, found.size};
    if (written && !json_equal(text, operation->value))
        draft_fail(patcher->draft, OW_NOT_THERE, operation->path, "the value is %.*s%s, not %.*s%s",
                   (int)(text.size < 60 ? text.size : 60), text.data, text.size > 60 ? "..." : "",
                   (int)(operation->value.size < 60 ? operation->value.size : 60),
                   operation->value.data, operation->value.size > 60 ? "..." : "");
    ow_buffer_free(&found, patcher->options);
    return patcher->draft->error.status == OW_OK;
}

/* Copies a node: touched ones are written out; untouched ones can be taken over twice. */
static struct draft_node *copy_of(struct patcher *patcher, struct draft_node *node)
{
    struct arena *arena = patcher->draft->arena;
    struct draft_node *copy = draft_text(patcher->draft, (struct json_text){0});
    ow_buffer written;
    if (copy && node->kind != DRAFT_OBJECT && node->kind != DRAFT_ARRAY) {
        *copy = *node;
        copy->derived = false;
        return copy;
    }
    if (!copy || !patch_write_node(patcher, node, &written))
        return NULL;
    char *text = arena_take(arena, written.size);
    if (text)
        memcpy(text, written.data, written.size);
    else
        draft_no_memory(patcher->draft);
    copy->text = (struct json_text){text, written.size};
    ow_buffer_free(&written, patcher->options);
    return text ? copy : NULL;
}

static bool check_from(struct patcher *patcher)
{
    const struct operation *operation = &patcher->operation;
    return operation->has_from ||
           draft_fail(patcher->draft, OW_BAD_JSON, operation->path, "missing \"from\"");
}

static bool move(struct patcher *patcher)
{
    const struct operation *operation = &patcher->operation;
    ow_text from = operation->from, path = operation->path;
    struct draft_node *node;
    if (!check_from(patcher))
        return false;
    if (path.size > from.size && path.data[from.size] == '/' &&
        memcmp(path.data, from.data, from.size) == 0)
        return draft_fail(patcher->draft, OW_NOT_THERE, path,
                          "a value cannot be moved into itself (RFC 6902, section 4.4)");
    if (text_is_same(path, from))
        return draft_find(patcher->draft, path, &node);
    if (!draft_remove(patcher->draft, from, &node))
        return false;
    node->derived = false;
    return draft_add(patcher->draft, path, node);
}

static bool copy(struct patcher *patcher)
{
    const struct operation *operation = &patcher->operation;
    struct draft_node *node;
    if (!check_from(patcher) || !draft_find(patcher->draft, operation->from, &node))
        return false;
    node = copy_of(patcher, node);
    return node && draft_add(patcher->draft, operation->path, node);
}

static bool add(struct patcher *patcher)
{
    struct draft_node *node = value_of(patcher);
    return node && draft_add(patcher->draft, patcher->operation.path, node);
}

static bool replace(struct patcher *patcher)
{
    struct draft_node *node = value_of(patcher);
    return node && draft_replace(patcher->draft, patcher->operation.path, node);
}

static bool remove_value(struct patcher *patcher)
{
    struct draft_node *node;
    return draft_remove(patcher->draft, patcher->operation.path, &node);
}

static const struct {
    const char *name;
    bool (*apply)(struct patcher *patcher);
} operations[] = {{"add", add},   {"remove", remove_value}, {"replace", replace},
                  {"move", move}, {"copy", copy},           {"test", test}};

bool patch_apply_operation(struct patcher *patcher)
{
    const struct operation *operation = &patcher->operation;
    if (!operation->op.data)
        return draft_fail(patcher->draft, OW_BAD_JSON, operation->path, "missing \"op\"");
    if (!operation->has_path)
        return draft_fail(patcher->draft, OW_BAD_JSON, operation->path, "missing \"path\"");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (json_token_is(&operation->op, operations[i].name))
            return operations[i].apply(patcher);
    return draft_fail(patcher->draft, OW_BAD_JSON, operation->path,
                      "unknown \"op\"; expected add, remove, replace, move, copy or test");
}

/* "operation 3 (remove /wires/7): there is no element 7" */
bool patch_name_operation(struct patcher *patcher)
{
    const struct operation *operation = &patcher->operation;
    ow_error error = patcher->draft->error;
    if (error.status != OW_BAD_JSON && error.status != OW_NOT_THERE &&
        error.status != OW_BAD_ARGUMENT)
        return false;
    ow_text path = operation->path;
    error_set(&patcher->draft->error, error.status, error.offset, error.pointer,
              "operation %llu (%.*s %.*s): %.300s", (unsigned long long)operation->number,
              (int)(operation->op.size < 20 ? operation->op.size : 20),
              operation->op.data ? operation->op.data : "",
              (int)(path.size < 120 ? path.size : 120), path.data ? path.data : "", error.message);
    return false;
}

/* Finds control characters, which JSON must not have: they mark runs. */
static const char *find_control(struct json_text text)
{
    for (size_t i = 0; i < text.size; i++) {
        unsigned char character = (unsigned char)text.data[i];
        if (character < 0x20 && character != '\t' && character != '\n' && character != '\r')
            return text.data + i;
    }
    return NULL;
}

bool patch_is_value(struct json_text text)
{
    struct json_cursor cursor = {.begin = text.data, .at = text.data, .end = text.data + text.size};
    return !find_control(text) && json_skip(&cursor) &&
           (json_peek(&cursor), cursor.at == cursor.end);
}

bool patch_read(struct patcher *patcher)
{
    struct json_text text = patcher->text;
    struct json_cursor cursor = {.begin = text.data, .at = text.data, .end = text.data + text.size};
    const char *control = find_control(text);
    if (control)
        return fail_at(patcher, control, "a bare control character, which JSON does not allow");
    if (!json_take(&cursor, '[', "a list of operations (RFC 6902)"))
        return fail_cursor(patcher, &cursor);
    for (uint64_t number = 0; !json_take_if(&cursor, ']'); number++) {
        patcher->operation = (struct operation){.number = number};
        if (number > 0 && !json_take(&cursor, ',', "a comma or the end of the list"))
            return fail_cursor(patcher, &cursor);
        if (!take_operation(patcher, &cursor))
            return false;
        if (!patcher->use(patcher))
            return patch_name_operation(patcher);
    }
    json_peek(&cursor);
    return cursor.at == cursor.end ||
           fail_at(patcher, cursor.at, "unexpected text after the end of the patch");
}

bool patch_apply(struct draft *draft, struct json_text patch, const ow_options *options)
{
    struct patcher patcher = {
        .draft = draft, .text = patch, .options = options, .use = patch_apply_operation};
    return patch_read(&patcher);
}
