/* Applying a JSON Patch backwards, and writing patches that can be. RFC 6902 has no reverse: what
 * replaces or removes a value does not say what the value was. Such an operation can be reversed if
 * a test of the old value comes right before it. */
#include "patch.h"

#include "patch_operations.h"

#include "../base/error.h"
#include "../base/text.h"
#include "../json/equal.h"

#include <string.h>

/* Operations, from the last to the first. */
struct kept_operation {
    struct operation operation;
    struct kept_operation *previous;
};

static bool is_op(const struct operation *operation, const char *name)
{
    return operation->op.data && json_token_is(&operation->op, name);
}

static bool keep_operation(struct patcher *patcher)
{
    struct kept_operation **last = patcher->context;
    struct kept_operation *kept = arena_take(patcher->draft->arena, sizeof *kept);
    if (!kept)
        return draft_no_memory(patcher->draft);
    *kept = (struct kept_operation){patcher->operation, *last};
    *last = kept;
    return true;
}

/* Applies an operation that is not in the patch. */
static bool apply(struct patcher *patcher, const char *name, ow_text path, ow_text from,
                  struct json_text value)
{
    patcher->operation = (struct operation){.op = {.data = name, .size = strlen(name)},
                                            .path = path,
                                            .from = from,
                                            .value = value,
                                            .has_path = true,
                                            .has_from = true};
    return patch_apply_operation(patcher);
}

/* Finds the place that a path stands for after the operation: "-" at its end is the last element of
 * a list. */
static bool find_place(struct patcher *patcher, ow_text *path)
{
    struct draft *draft = patcher->draft;
    struct draft_node *list;
    if (path->size < 2 || memcmp(path->data + path->size - 2, "/-", 2) != 0)
        return true;
    ow_text parent = {path->data, path->size - 2};
    if (!draft_find(draft, parent, &list) || !draft_open_node(draft, list))
        return false;
    if (list->kind != DRAFT_ARRAY)
        return true;
    uint64_t count = rope_count(list->elements);
    if (count == 0)
        return draft_fail(draft, OW_NOT_THERE, parent, "the list is empty");
    char *copy = arena_take(draft->arena, parent.size + 1);
    if (!copy)
        return draft_no_memory(draft);
    memcpy(copy, parent.data, parent.size);
    copy[parent.size] = '\0';
    const char *place = draft_pointer(draft, copy, NULL, count - 1);
    if (place)
        *path = ow_text_of(place);
    return place != NULL;
}

static bool undo_add(struct patcher *patcher, const struct operation *operation)
{
    const ow_text none = {NULL, 0};
    ow_text path = operation->path;
    return find_place(patcher, &path) && apply(patcher, "test", path, none, operation->value) &&
           apply(patcher, "remove", path, none, (struct json_text){0});
}

/* A copy has to be like the value that it was made of. */
static bool undo_copy(struct patcher *patcher, const struct operation *operation)
{
    struct draft_node *node;
    ow_buffer copied = {0}, source = {0};
    ow_text path = operation->path;
    bool done = find_place(patcher, &path) && draft_remove(patcher->draft, path, &node) &&
                patch_write_node(patcher, node, &copied) &&
                draft_find(patcher->draft, operation->from, &node) &&
                patch_write_node(patcher, node, &source);
    if (done && !json_equal((struct json_text){(const char *)copied.data, copied.size},
                            (struct json_text){(const char *)source.data, source.size}))
        done = draft_fail(patcher->draft, OW_NOT_THERE, path, "the copy differs from its source");
    ow_buffer_free(&copied, patcher->options);
    ow_buffer_free(&source, patcher->options);
    return done;
}

static bool undo_move(struct patcher *patcher, const struct operation *operation)
{
    ow_text path = operation->path;
    return find_place(patcher, &path) &&
           apply(patcher, "move", operation->from, path, (struct json_text){0});
}

/* Brings back the value that the test before the operation has. */
static bool undo_loss(struct patcher *patcher, const struct kept_operation *kept, bool removes)
{
    const ow_text none = {NULL, 0};
    const struct operation *operation = &kept->operation;
    const struct operation *test = kept->previous ? &kept->previous->operation : NULL;
    if (!test || !is_op(test, "test") || !text_is_same(test->path, operation->path) ||
        !test->value.data)
        return draft_fail(patcher->draft, OW_NOT_THERE, operation->path,
                          "the patch does not say what the old value was (diff --patch "
                          "--reversible does)");
    if (removes)
        return apply(patcher, "add", operation->path, none, test->value);
    return apply(patcher, "test", operation->path, none, operation->value) &&
           apply(patcher, "replace", operation->path, none, test->value);
}

static bool undo(struct patcher *patcher, const struct kept_operation *kept, bool *takes_test)
{
    const struct operation *operation = &kept->operation;
    bool removes = is_op(operation, "remove");
    *takes_test = removes || is_op(operation, "replace");
    /* Only a test, or what is refused forwards too, is the same both ways. */
    if (!operation->has_path ||
        (!operation->has_from && (is_op(operation, "move") || is_op(operation, "copy"))))
        return patch_apply_operation(patcher);
    if (is_op(operation, "add"))
        return undo_add(patcher, operation);
    if (is_op(operation, "copy"))
        return undo_copy(patcher, operation);
    if (is_op(operation, "move"))
        return undo_move(patcher, operation);
    return *takes_test ? undo_loss(patcher, kept, removes) : patch_apply_operation(patcher);
}

bool patch_apply_back(struct draft *draft, struct json_text patch, const ow_options *options)
{
    struct kept_operation *kept = NULL;
    struct patcher patcher = {
        .draft = draft, .text = patch, .options = options, .use = keep_operation, .context = &kept};
    bool takes_test;
    if (!patch_read(&patcher))
        return false;
    for (; kept; kept = takes_test ? kept->previous->previous : kept->previous) {
        patcher.operation = kept->operation;
        if (!undo(&patcher, kept, &takes_test)) {
            patcher.operation = kept->operation;
            return patch_name_operation(&patcher);
        }
    }
    return true;
}

static void put(struct output *output, const char *text, size_t size)
{
    output_bytes(output, text, size);
}

/* Writes a test of the value at a path. The JSON of the path is taken from the operation. */
static bool put_test(struct patcher *patcher, struct output *output, struct json_token path)
{
    struct draft_node *node;
    ow_buffer value;
    static const char begin[] = "{\"op\": \"test\", \"path\": \"", middle[] = "\", \"value\": ";
    if (!draft_find(patcher->draft, patcher->operation.path, &node))
        return false;
    bool written = patch_write_node(patcher, node, &value);
    if (written) {
        put(output, begin, sizeof begin - 1);
        put(output, path.data, path.size);
        put(output, middle, sizeof middle - 1);
        put(output, (const char *)value.data, value.size);
        put(output, "},\n  ", 5);
    }
    ow_buffer_free(&value, patcher->options);
    return written;
}

static bool put_operation(struct patcher *patcher)
{
    struct output *output = patcher->context;
    const struct operation *operation = &patcher->operation;
    bool takes = is_op(operation, "replace") || is_op(operation, "remove");
    put(output, operation->number > 0 ? ",\n  " : "\n  ", operation->number > 0 ? 4 : 3);
    if (takes && operation->has_path && !put_test(patcher, output, operation->path_token))
        return false;
    put(output, operation->whole.data, operation->whole.size);
    return patch_apply_operation(patcher);
}

bool patch_write_with_tests(struct draft *draft, struct json_text patch, const ow_options *options,
                            struct output *output)
{
    struct patcher patcher = {
        .draft = draft, .text = patch, .options = options, .use = put_operation, .context = output};
    put(output, "[", 1);
    if (!patch_read(&patcher))
        return false;
    bool is_empty = patcher.operation.op.data == NULL;
    put(output, is_empty ? "]\n" : "\n]\n", is_empty ? 2 : 3);
    return true;
}
