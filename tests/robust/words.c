/* What a trace tells in a player's words can be set: each decoded field and each meaning, set to
 * what it is, changes no byte. */
#include "harness.h"

enum { MOST_SETTINGS = 6000, ROOM = 512, DEPTH = 16 };

struct words {
    char (*places)[ROOM];
    ow_buffer *values;
    size_t count;
    uint64_t seen, step;

    /* Of the trace. */
    char path[ROOM];
    size_t lengths[DEPTH];
    unsigned depth;
    char last[ROOM]; /* the pointer of the last value of the file, whose meaning may follow */
};

static void extend(struct words *words, const ow_event *event)
{
    size_t base = words->depth ? words->lengths[words->depth - 1] : 0;
    if (words->depth == 0)
        words->path[0] = '\0';
    else if (event->name)
        snprintf(words->path + base, ROOM - base, "/%s", event->name);
    else
        snprintf(words->path + base, ROOM - base, "/%llu", (unsigned long long)event->index);
}

static bool write_value(const ow_event *event, ow_buffer *buffer)
{
    ow_json_writer *writer;
    ow_event plain = *event;
    plain.derived = false;
    plain.name = NULL;
    struct bytes text = {0};
    ow_sink sink = sink_to(&text);
    if (ow_json_open(NULL, NULL, &sink, &writer, NULL) != OW_OK)
        return false;
    ow_json_visit(writer, &plain);
    bool written = ow_json_close(writer, NULL) == OW_OK;
    buffer->data = text.data;
    buffer->size = text.size;
    return written;
}

static void keep(struct words *words, const char *place, const ow_event *event)
{
    if (words->seen++ % words->step != 0 || words->count == MOST_SETTINGS)
        return;
    if (!write_value(event, &words->values[words->count])) {
        broken("%s: the value is not valid JSON", place);
        return;
    }
    snprintf(words->places[words->count++], ROOM, "%s", place);
}

static ow_visit note(void *context, const ow_event *event)
{
    struct words *words = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        words->path[words->lengths[--words->depth]] = '\0';
        return OW_GO_ON;
    }
    if (event->derived && event->name && strcmp(event->name, "meaning") == 0) {
        keep(words, words->last, event);
        return OW_GO_ON;
    }
    extend(words, event);
    if (event->kind == OW_VALUE) {
        bool is_decoded = event->derived && event->size == 0 && words->depth > 1;
        if (!event->derived)
            snprintf(words->last, sizeof words->last, "%s", words->path);
        if (is_decoded && !strstr(words->path, "_count") && !strstr(words->path, "_length"))
            keep(words, words->path, event);
        return OW_GO_ON;
    }
    words->lengths[words->depth++] = strlen(words->path);
    return OW_GO_ON;
}

static ow_visit count(void *context, const ow_event *event)
{
    struct words *words = context;
    words->seen += event->derived;
    return OW_GO_ON;
}

static void set_all(const struct test_file *file, const ow_document *document,
                    const struct words *words)
{
    ow_setting *settings = calloc(words->count + 1, sizeof *settings);
    ow_document changed;
    ow_error error = {0};
    ow_buffer buffer = {0};
    for (size_t i = 0; settings && i < words->count; i++) {
        settings[i].place = words->places[i];
        settings[i].value = (const char *)words->values[i].data;
        settings[i].size = words->values[i].size;
    }
    ow_status status = ow_set_values(document, settings, words->count, NULL, &changed, &error);
    free(settings);
    if (status != OW_OK) {
        broken("%s at %s", error.message, error.pointer);
        return;
    }
    if (ow_write_buffer(&changed, NULL, &buffer, &error) != OW_OK)
        broken("%s", error.message);
    else if (buffer.size != file->size || memcmp(buffer.data, file->data, file->size) != 0)
        broken("%zu values were set to what they are, and the bytes are others", words->count);
    ow_buffer_free(&buffer, NULL);
    ow_close(&changed);
}

static void words(const struct test_file *file)
{
    ow_document document;
    ow_options options = {.meanings = true};
    struct words words = {.step = 1};
    if (ow_open(file->data, file->size, NULL, &document, NULL) != OW_OK) {
        leave_out();
        return;
    }
    words.places = calloc(MOST_SETTINGS, sizeof *words.places);
    words.values = calloc(MOST_SETTINGS, sizeof *words.values);
    ow_trace_document(&document, &options, count, &words, NULL);
    words.step = is_deep() ? 1 : words.seen / MOST_SETTINGS + 1;
    words.seen = 0;
    if (words.places && words.values)
        ow_trace_document(&document, &options, note, &words, NULL);
    if (words.count > 0)
        set_all(file, &document, &words);
    else
        leave_out();
    for (size_t i = 0; i < words.count; i++)
        free(words.values[i].data);
    free(words.places);
    free(words.values);
    ow_close(&document);
}

int main(int count_of_arguments, char **arguments)
{
    return run_on_files(count_of_arguments, arguments, "what is shown can be set", 0, words);
}
