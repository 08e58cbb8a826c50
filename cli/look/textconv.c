/* overworld show --textconv: prints a world as text for git, which compares the text line by line.
 * The text is JSON with long lists on many lines. The command never fails: one unreadable file
 * would end `git log -p` for the whole history. */
#include "look/textconv.h"

#include "io/assets.h"
#include "io/output.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <string.h>

enum { DEEPEST = 64, ROW = 16, LONG_LIST = 64, BYTES_OF_ROW = 48 };

/* An open object or array. */
struct opened {
    bool is_array;
    uint64_t pair[2];       /* of an object: its last two numbers */
    uint64_t width, in_row; /* of an array: values of a row, or 0; those of the row so far */
};

struct textconv {
    struct opened open[DEEPEST];
    unsigned depth;
    ow_json_writer *writer;
};

static void send(struct textconv *text, ow_event_kind kind, const char *name)
{
    const ow_event event = {.kind = kind, .name = name, .spread = true};
    ow_json_visit(text->writer, &event);
}

/* How many values of a list go on a line. If the two numbers before the list, in an object around
 * it, are the width and height of a grid, it is the width. For a long list, it is the last number
 * if that divides the count. */
static uint64_t width_of(const struct textconv *text, uint64_t count)
{
    for (unsigned depth = text->depth; depth > 0 && count != OW_UP_TO_THE_END; depth--) {
        const uint64_t *pair = text->open[depth - 1].pair;
        if (pair[0] > 1 && count % pair[0] == 0 && count / pair[0] == pair[1])
            return pair[0];
    }
    if (count <= LONG_LIST)
        return 0;
    uint64_t last = text->depth > 0 ? text->open[text->depth - 1].pair[1] : 0;
    return last > 1 && count % last == 0 ? last : ROW;
}

static void begin(struct textconv *text, const ow_event *event)
{
    struct opened open = {.is_array = event->kind == OW_BEGIN_ARRAY};
    ow_event spread = *event;
    if (open.is_array)
        open.width = width_of(text, event->count);
    spread.spread |= open.width > 0;
    ow_json_visit(text->writer, &spread);
    text->open[text->depth++] = open;
}

static void end_row(struct textconv *text, struct opened *open)
{
    if (open->in_row > 0)
        send(text, OW_END_ARRAY, NULL);
    open->in_row = 0;
}

/* Writes bytes in several rows, although JSON has them as one text. */
static void write_bytes(struct textconv *text, const ow_event *event)
{
    ow_event part = *event;
    part.name = NULL;
    send(text, OW_BEGIN_ARRAY, event->name);
    for (size_t at = 0; at < event->value.bytes.size; at += BYTES_OF_ROW) {
        size_t left = event->value.bytes.size - at;
        part.value.bytes.data = event->value.bytes.data + at;
        part.value.bytes.size = left < BYTES_OF_ROW ? left : BYTES_OF_ROW;
        send(text, OW_BEGIN_ARRAY, NULL);
        ow_json_visit(text->writer, &part);
        send(text, OW_END_ARRAY, NULL);
    }
    send(text, OW_END_ARRAY, NULL);
}

static void write_value(struct textconv *text, const ow_event *event)
{
    struct opened *open = &text->open[text->depth - 1];
    if (event->type == OW_INTEGER && event->name) {
        open->pair[0] = open->pair[1];
        open->pair[1] = (uint64_t)event->value.integer;
    }
    if (open->width > 0 && open->in_row == 0)
        send(text, OW_BEGIN_ARRAY, NULL);
    if (event->type == OW_BYTES && event->value.bytes.size > 2 * (size_t)BYTES_OF_ROW)
        write_bytes(text, event);
    else
        ow_json_visit(text->writer, event);
    if (open->width > 0 && ++open->in_row == open->width)
        end_row(text, open);
}

static ow_visit visit(void *context, const ow_event *event)
{
    struct textconv *text = context;
    if (event->derived)
        return event->kind == OW_VALUE ? OW_GO_ON : OW_SKIP;
    if (event->kind == OW_VALUE && text->depth > 0) {
        write_value(text, event);
    } else if (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY) {
        if (text->depth == DEEPEST)
            return OW_STOP;
        begin(text, event);
    } else if (text->depth > 0) {
        end_row(text, &text->open[--text->depth]);
        ow_json_visit(text->writer, event);
    }
    return OW_GO_ON;
}

/* Closes what a truncated file left open, so that the text ends with whole lines. */
static void close_all(struct textconv *text)
{
    while (text->depth > 0) {
        struct opened *open = &text->open[--text->depth];
        end_row(text, open);
        send(text, open->is_array ? OW_END_ARRAY : OW_END_OBJECT, NULL);
    }
}

static void print_note(const struct input *input, const char *what, const ow_error *error)
{
    /* git passes a copy whose path is different each time. */
    const char *message = words_of_error(error);
    size_t path = input->path ? strlen(input->path) : 0;
    bool has_path = path > 0 && strncmp(message, input->path, path) == 0 && message[path] == ':';
    printf("# %s: ", what);
    print_words(stdout, message + (has_path ? path + 2 : 0));
    if (error->offset > 0 || *error->pointer) {
        printf(" (byte %" PRIu64 ", ", error->offset);
        print_words(stdout, *error->pointer ? error->pointer : "/");
        putchar(')');
    }
    printf("\n# %zu bytes, hash %016" PRIx64 "\n", input->size,
           hash_of_bytes(input->bytes, input->size));
}

static void print_world(struct input *input, const ow_format *format)
{
    const ow_sink sink = standard_output();
    struct textconv text = {.depth = 0};
    ow_error error = {0};
    ow_options options = input_options(input, "reading");
    if (ow_json_open(format->name, NULL, &sink, &text.writer, &error) != OW_OK) {
        print_note(input, "unreadable", &error);
        return;
    }
    ow_status status = ow_trace(input->bytes, input->size, &options, visit, &text, &error);
    close_all(&text);
    ow_json_close(text.writer, NULL);
    if (status != OW_OK)
        print_note(input, "broken", &error);
}

int run_textconv(const struct arguments *arguments)
{
    struct input input = {0};
    mute_complaints(true);
    int status = open_input(arguments->operands[0], &input);
    const ow_format *format = status == EXIT_FINE ? ow_identify(input.bytes, input.size) : NULL;
    const ow_error unknown = {.message = "the bytes have no known format"};
    if (format)
        print_world(&input, format);
    else
        print_note(&input, "not a world", status == EXIT_FINE ? &unknown : last_complaint());
    close_input(&input);
    mute_complaints(false);
    return finish_output();
}
