/* Calls of the library in any order: the objects, and memory blocks of exactly the size that a
 * call is given. */
#include "calls.h"

static void *keep_block(struct block **list, void *memory)
{
    struct block *block = malloc(sizeof *block);
    PROMISE(block && memory);
    *block = (struct block){.next = *list, .memory = memory};
    *list = block;
    return memory;
}

static void free_blocks(struct block **list, const struct block *last)
{
    while (*list != last) {
        struct block *block = *list;
        *list = block->next;
        free(block->memory);
        free(block);
    }
}

/* A block that is gone when the call ends, so that each use after it is seen; or one that stays,
 * where the header says so. */
static void *take(struct run *run, size_t size)
{
    return keep_block(run->keeps ? &run->kept : &run->taken, calloc(1, size > 0 ? size : 1));
}

struct frame enter(struct run *run, bool keeps)
{
    struct frame frame = {.taken = run->taken, .keeps = run->keeps};
    memcpy(frame.recent, run->recent, sizeof frame.recent);
    memset(run->recent, 0, sizeof run->recent);
    run->keeps = keeps;
    run->depth++;
    return frame;
}

void leave(struct run *run, const struct frame *frame)
{
    free_blocks(&run->taken, frame->taken);
    memcpy(run->recent, frame->recent, sizeof run->recent);
    run->keeps = frame->keeps;
    run->depth--;
}

/* Most callbacks go on; some calls see them stop, and their memory end. */
void begin_call(struct run *run)
{
    enum { USUAL = 220, MUCH = 100000, OFTEN = 20 };
    unsigned way = below(run, 256);
    run->answers = way < USUAL ? 0 : way;
    run->answered = 0;
    run->allowed = below(run, OFTEN) == 1 ? below(run, 256) : MUCH;
    run->written = 0;
}

void tell_status(const struct run *run, const char *name, ow_status status, const ow_error *error)
{
    if (run->tells)
        fprintf(stderr, "%s: %s%s%s\n", name, ow_status_name(status), error ? ", " : "",
                error ? error->message : "");
}

void expect_status(struct run *run, ow_status status, const ow_error *error)
{
    (void)run;
    if (error)
        expect_clean(status, error, UINT64_MAX);
}

/* Objects. */

bool is_zero(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            return false;
    return true;
}

/* A struct for a call to fill, with other content in front where the call has to zero it. */
void *new_object(size_t size, bool dirty)
{
    void *made = malloc(size);
    PROMISE(made);
    return memset(made, dirty ? 0xa5 : 0, size);
}

static void close_slot(struct run *run, unsigned kind, unsigned slot)
{
    void *at = run->objects[kind][slot].at;
    run->objects[kind][slot] = (struct object){NULL, NULL};
    for (unsigned i = 0; at && i < KIND_COUNT; i++)
        for (unsigned k = 0; k < MOST_OBJECTS; k++)
            if (run->objects[i][k].at && run->objects[i][k].base == at)
                close_slot(run, i, k);
    if (!at)
        return;
    kinds[kind].close(at);
    if (kinds[kind].size > 0) {
        PROMISE(!kinds[kind].zeroes || is_zero(at, kinds[kind].size));
        free(at);
    }
}

/* While an argument is made, the others stay: a new object for which there is no place goes. */
void add(struct run *run, enum kind_number kind, void *made, const void *base)
{
    if (!made)
        return;
    unsigned slot = 0;
    while (slot < MOST_OBJECTS && run->objects[kind][slot].at)
        slot++;
    if (slot == MOST_OBJECTS) {
        slot = run->depth > 1 ? MOST_OBJECTS : below(run, MOST_OBJECTS);
        if (slot == MOST_OBJECTS) {
            kinds[kind].close(made);
            if (kinds[kind].size > 0)
                free(made);
            return;
        }
        close_slot(run, kind, slot);
    }
    run->objects[kind][slot] = (struct object){made, base};
}

void add_if(struct run *run, bool good, enum kind_number kind, void *made, const void *base)
{
    if (good) {
        add(run, kind, made, base);
        return;
    }
    kinds[kind].close(made);
    free(made);
}

/* Each of the objects that there are, with the same chance. */
static unsigned live_slot(struct run *run, enum kind_number kind)
{
    unsigned live[MOST_OBJECTS], count = 0;
    for (unsigned i = 0; i < MOST_OBJECTS; i++)
        if (run->objects[kind][i].at)
            live[count++] = i;
    return count > 0 ? live[below(run, count)] : MOST_OBJECTS;
}

static bool has_room(const struct run *run, enum kind_number kind)
{
    for (unsigned i = 0; i < MOST_OBJECTS; i++)
        if (!run->objects[kind][i].at)
            return true;
    return false;
}

static void make_object(struct run *run, enum kind_number kind)
{
    const struct kind *known = &kinds[kind];
    unsigned count =
        below(run, 2) == 0 && known->root_count > 0 ? known->root_count : known->maker_count;
    if (count > 0 && run->depth < MOST_DEPTH)
        known->makers[below(run, count)](run);
}

static void *find_object(struct run *run, enum kind_number kind, bool changes)
{
    enum { SELDOM = 8, TRIES = 3 };
    bool more = below(run, SELDOM) == SELDOM - 1 && has_room(run, kind);
    unsigned tries = run->depth > 1 ? 1 : TRIES; /* or a few levels would make hundreds of calls */
    for (unsigned i = 0; i < tries && (more || live_slot(run, kind) == MOST_OBJECTS); i++) {
        make_object(run, kind);
        more = false;
    }
    unsigned slot = live_slot(run, kind);
    void *found = slot < MOST_OBJECTS ? run->objects[kind][slot].at : NULL;
    for (unsigned i = 0; found && changes && i < KIND_COUNT; i++)
        for (unsigned k = 0; k < MOST_OBJECTS; k++)
            if (run->objects[i][k].at && run->objects[i][k].base == found)
                close_slot(run, i, k);
    run->recent[kind] = found;
    return found;
}

void *object(struct run *run, enum kind_number kind)
{
    return find_object(run, kind, false);
}

void *object_to_change(struct run *run, enum kind_number kind)
{
    return find_object(run, kind, true);
}

/* NULL is allowed wherever a call can fail. */
static bool wants_null(struct run *run)
{
    enum { SELDOM = 32 };
    return below(run, SELDOM) == SELDOM - 1;
}

void *object_or_null(struct run *run, enum kind_number kind)
{
    return wants_null(run) ? NULL : object(run, kind);
}

void *object_to_change_or_null(struct run *run, enum kind_number kind)
{
    return wants_null(run) ? NULL : object_to_change(run, kind);
}

void close_some(struct run *run, enum kind_number kind)
{
    unsigned slot = live_slot(run, kind);
    if (slot < MOST_OBJECTS)
        close_slot(run, kind, slot);
    else
        kinds[kind].close(NULL);
}

/* Whatever is left can still be written; it is closed in either order. */
void close_all(struct run *run)
{
    bool backwards = below(run, 2) == 1;
    for (unsigned i = 0; i < MOST_OBJECTS; i++) {
        const ow_document *document = run->objects[KIND_ow_document][i].at;
        ow_buffer buffer = {0};
        if (document)
            write_document(document, &buffer);
        ow_buffer_free(&buffer, NULL);
    }
    for (unsigned i = 0; i < KIND_COUNT; i++)
        for (unsigned k = 0; k < MOST_OBJECTS; k++)
            close_slot(run, backwards ? KIND_COUNT - 1 - i : i, k);
    free_blocks(&run->taken, NULL);
    free_blocks(&run->kept, NULL);
}

/* Memory for arguments. */

void *choose_room(struct run *run, size_t element, unsigned most, size_t *count)
{
    *count = below(run, most + 1);
    return take(run, *count * element);
}

void fill_numbers(struct run *run, void *value, size_t size)
{
    uint64_t some = number(run);
    memcpy(value, &some, size < sizeof some ? size : sizeof some);
}

const void *choose_array(struct run *run, size_t element, filler *fill, size_t *count)
{
    *count = below(run, MOST_LISTED + 1);
    uint8_t *records = take(run, *count * element);
    for (size_t i = 0; i < *count; i++)
        fill(run, records + i * element, element);
    return records;
}

const void *choose_list(struct run *run, size_t element, filler *fill, void *count,
                        size_t count_size)
{
    size_t found;
    const void *records = choose_array(run, element, fill, &found);
    uint32_t narrow = (uint32_t)found;
    memcpy(count, count_size == sizeof narrow ? (void *)&narrow : (void *)&found, count_size);
    return records;
}

const void *choose_one(struct run *run, size_t size, filler *fill)
{
    void *value = take(run, size);
    fill(run, value, size);
    return value;
}

static bool is_likely(struct run *run, const struct likely *likely)
{
    return likely && below(run, 2) == 1;
}

/* A file that was written, one of the input's texts, or any text. */
const void *choose_contents(struct run *run, const struct likely *likely, size_t *size, bool stays)
{
    enum { OF_FILES = 3, OF_TEXTS = 6, WAYS = 8 };
    bool keeps = run->keeps;
    bool is_from_list = is_likely(run, likely);
    unsigned way = is_from_list ? WAYS : below(run, WAYS);
    ow_text text = {NULL, 0};
    run->keeps = stays;
    if (is_from_list) {
        text = ow_text_of(likely->texts[below(run, likely->count)]);
    } else if (way < OF_FILES) {
        const ow_buffer *buffer = object(run, KIND_ow_buffer);
        if (buffer && buffer->data)
            text = (ow_text){(const char *)buffer->data, buffer->size};
    } else if (way < OF_TEXTS && run->text_count > 0) {
        text = run->texts[below(run, run->text_count)];
    } else {
        text = choose_ow_text(run);
    }
    *size = text.size;
    void *copy = take(run, text.size);
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    run->keeps = keeps;
    return copy;
}

static const char *keep_text(struct run *run, ow_text text)
{
    char *string = take(run, text.size + 1);
    if (text.size > 0)
        memcpy(string, text.data, text.size);
    return string;
}

const char *keep_string(struct run *run, const char *string)
{
    return keep_text(run, ow_text_of(string));
}

const char *choose_string(struct run *run)
{
    return wants_null(run) ? NULL : keep_text(run, choose_ow_text(run));
}

const char *choose_likely(struct run *run, const struct likely *likely,
                          const char *(*otherwise)(struct run *run))
{
    if (!is_likely(run, likely))
        return otherwise(run);
    return keep_string(run, likely->texts[below(run, likely->count)]);
}

const char *const *choose_strings(struct run *run)
{
    unsigned count = below(run, MOST_LISTED);
    const char **strings = take(run, (count + 1) * sizeof *strings);
    for (unsigned i = 0, used = 0; i < count; i++) {
        strings[used] = choose_string(run);
        used += strings[used] != NULL;
    }
    return strings;
}

ow_bytes choose_ow_bytes(struct run *run)
{
    ow_text text = choose_ow_text(run);
    return (ow_bytes){(const uint8_t *)text.data, text.size};
}

static const char *const words[] = {
#include "calls_words.inc"
};

/* One of the input's texts, a word, or a few bytes of the script. */
ow_text choose_ow_text(struct run *run)
{
    enum { WORD = 3, BYTES = 4, LONGEST = 24, WAYS = 5 };
    unsigned way = below(run, WAYS), count = sizeof words / sizeof *words;
    if (way < WORD && run->text_count > 0)
        return run->texts[below(run, run->text_count)];
    if (way < BYTES)
        return ow_text_of(words[below(run, count)]);
    char bytes[LONGEST];
    size_t size = below(run, LONGEST);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)below(run, 256);
    char *copy = take(run, size);
    memcpy(copy, bytes, size);
    return (ow_text){copy, size};
}

ow_error *choose_error(struct run *run)
{
    run->error = (ow_error){.status = OW_OK};
    return below(run, 8) == 7 ? NULL : &run->error;
}
