/* Writes a document as text, and emits it as events. */
#include "jecs.h"

#include "../base/error.h"
#include "../base/output.h"

static void write_text(const ow_jecs *document, struct output *output)
{
    for (const ow_jecs_node *node = document->root; node; node = jecs_following(node))
        output_bytes(output, node->text, jecs_size(node));
    output_bytes(output, document->end.data, document->end.size);
}

ow_status ow_jecs_write(const ow_jecs *document, const ow_options *options, const ow_sink *sink,
                        ow_error *error)
{
    ow_options used = options_or_default(options, 0);
    struct output output;
    error_clear(error);
    if (!document || !sink || !sink->write)
        return error_missing(error, !document ? "a document" : "sink that writes");
    if (output_to_sink(&output, &used, sink) == OW_OK)
        write_text(document, &output);
    ow_status status = output.begin ? output_close_sink(&output) : output.status;
    return status == OW_OK ? OW_OK : error_plain(error, status);
}

ow_status ow_jecs_write_buffer(const ow_jecs *document, const ow_options *options,
                               ow_buffer *buffer, ow_error *error)
{
    ow_options used = options_or_default(options, 0);
    struct output output;
    error_clear(error);
    if (!document || !buffer)
        return error_missing(error, !document ? "a document" : "a buffer");
    output_to_buffer(&output, &used, buffer);
    write_text(document, &output);
    ow_status status = output_close_buffer(&output, buffer);
    return status == OW_OK ? OW_OK : error_plain(error, status);
}

/* The receiver of a document's events. */
struct listener {
    ow_visitor visit;
    void *context;
    bool has_stopped;
};

static ow_visit emit(struct listener *listener, ow_event *event, const char *name, uint64_t index)
{
    event->name = name;
    event->index = index;
    ow_visit wish = listener->visit(listener->context, event);
    listener->has_stopped |= wish == OW_STOP;
    return wish;
}

static void emit_value(struct listener *listener, const ow_jecs_node *node, const char *name,
                       uint64_t index)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES};
    if (node->kind == OW_JECS_TEXT) {
        event.type = OW_TEXT;
        event.value.text = node->value;
    }
    emit(listener, &event, name, index);
}

/* Recursion is limited by OW_JECS_DEPTH, which no node exceeds. An empty document is an object. */
static void emit_node(struct listener *listener, const ow_jecs_node *node, const char *name,
                      uint64_t index)
{
    bool is_list = node->kind == OW_JECS_LIST;
    uint64_t at = 0;
    if (node->parent && node->kind != OW_JECS_KEYS && !is_list) {
        emit_value(listener, node, name, index);
        return;
    }
    ow_event begin = {.kind = is_list ? OW_BEGIN_ARRAY : OW_BEGIN_OBJECT,
                      .count = is_list ? node->child_count : 0,
                      .spread = !is_list};
    ow_event end = {.kind = is_list ? OW_END_ARRAY : OW_END_OBJECT, .spread = !is_list};
    ow_visit wish = emit(listener, &begin, name, index);
    for (const ow_jecs_node *child = wish == OW_GO_ON ? node->first : NULL;
         child && !listener->has_stopped; child = child->next)
        emit_node(listener, child, child->key.data, at++);
    if (!listener->has_stopped)
        emit(listener, &end, name, index);
}

ow_status ow_jecs_trace(const ow_jecs_node *node, const char *name, ow_visitor visit, void *context,
                        ow_error *error)
{
    struct listener listener = {visit, context, false};
    error_clear(error);
    if (!node || !visit)
        return error_missing(error, !node ? "a node" : "a visitor");
    emit_node(&listener, node, name, 0);
    return OW_OK;
}
