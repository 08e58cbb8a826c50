/* Calls of the library in any order: choices that the script makes, and what callbacks do. */
#include "calls.h"

#include <math.h>

/* A script that has ended chooses 0. */
unsigned below(struct run *run, unsigned limit)
{
    if (limit <= 1)
        return 0;
    unsigned found = run->at < run->end ? *run->at++ : 0;
    if (limit > 256)
        found |= (run->at < run->end ? *run->at++ : 0u) << 8;
    return found % limit;
}

bool is_chosen(struct run *run)
{
    enum { SELDOM = 8 };
    return below(run, SELDOM) == 1;
}

/* Small ones, ones around powers of two, and any. */
uint64_t number(struct run *run)
{
    enum { SMALLEST = 150, SMALL = 210, AROUND = 240, FEW = 6, BITS = 64 };
    unsigned way = below(run, 256);
    if (way < SMALL)
        return way < SMALLEST ? way % FEW : way - SMALLEST;
    if (way < AROUND) {
        uint64_t power = (uint64_t)1 << below(run, BITS);
        return power - below(run, 3);
    }
    uint64_t any = 0;
    for (unsigned i = 0; i < sizeof any; i++)
        any = any << 8 | below(run, 256);
    return any;
}

uint64_t choose_memory(struct run *run)
{
    enum { FEWEST_BITS = 8, BITS = 14 };
    return (uint64_t)1 << (FEWEST_BITS + below(run, BITS));
}

double real(struct run *run)
{
    static const double values[] = {0,   1,    -1,   0.5,  2,        3.25,      1e-30,
                                    1e9, -1e9, 1e30, -0.0, INFINITY, -INFINITY, NAN,
                                    360, 45,   90,   7,    100};
    return values[below(run, sizeof values / sizeof *values)];
}

/* Memory that ends where begin_call said. */
static bool is_allowed(struct run *run, size_t size)
{
    enum { LARGEST = 1 << 26 };
    if (run->allowed == 0 || size > LARGEST)
        return false;
    run->allowed--;
    return true;
}

static void *allocate(void *context, size_t size)
{
    return is_allowed(context, size) ? malloc(size) : NULL;
}

static void *reallocate(void *context, void *memory, size_t old_size, size_t new_size)
{
    (void)old_size;
    return is_allowed(context, new_size) ? realloc(memory, new_size) : NULL;
}

static void release(void *context, void *memory, size_t size)
{
    (void)context, (void)size;
    free(memory);
}

/* Work ends after a while. */
static bool progress(void *context, uint64_t done, uint64_t total)
{
    enum { MOST = 20 };
    struct run *run = context;
    (void)done, (void)total;
    return ++run->answered < MOST && answer(run);
}

const ow_options *choose_ow_options(struct run *run, bool can_be_null)
{
    static ow_options chosen[16]; /* objects keep a copy, and use the strings of a running call */
    static unsigned next;
    ow_options *options = &chosen[next++ % 16];
    unsigned flags = below(run, 256), seldom = below(run, 32);
    if (can_be_null && flags % 4 == 3)
        return NULL;
    *options = (ow_options){
        .allocator = {.context = run,
                      .allocate = allocate,
                      .reallocate = reallocate,
                      .release = release},
        .strict = (flags & 12) == 12,
        .meanings = flags & 16,
        .progress = progress,
        .progress_context = run,
    };
    if (seldom == 1)
        options->max_memory = choose_memory(run);
    if (seldom == 2)
        options->format = choose_string(run);
    if (seldom == 3)
        options->variant = choose_string(run);
    return options;
}

static bool count_written(void *context, const void *data, size_t size)
{
    struct run *run = context;
    touch(data, size);
    run->written++;
    return answer(run);
}

const ow_sink *choose_ow_sink(struct run *run)
{
    static ow_sink sink;
    sink = (ow_sink){.context = run, .write = count_written};
    return &sink;
}

const ow_format *choose_ow_format(struct run *run)
{
    return ow_format_at(below(run, 5)); /* or none */
}

const ow_issue_code *choose_ow_issue_code(struct run *run)
{
    const ow_format *format = choose_ow_format(run);
    const ow_issue_code *code = format ? format->issue_codes : NULL;
    for (unsigned i = below(run, 256); code && code->code && i > 0; i--)
        code++;
    return code && code->code ? code : NULL;
}

/* Callbacks. */

void touch(const void *data, size_t size)
{
    static volatile uint8_t sum;
    const uint8_t *bytes = data;
    for (size_t i = 0; bytes && i < size; i++)
        sum = (uint8_t)(sum + bytes[i]);
}

void touch_string(const char *string)
{
    if (string)
        touch(string, strlen(string));
}

static void touch_typed(ow_value_type type, const ow_text *text, const ow_bytes *bytes)
{
    if (type == OW_TEXT)
        touch(text->data, text->size);
    if (type == OW_BYTES)
        touch(bytes->data, bytes->size);
}

void touch_ow_event(const ow_event *event)
{
    touch_string(event->name);
    if (event->kind == OW_VALUE)
        touch_typed(event->type, &event->value.text, &event->value.bytes);
}

void touch_ow_value(const ow_value *value)
{
    touch_typed(value->type, &value->value.text, &value->value.bytes);
}

bool answer(struct run *run)
{
    return (run->answers >> run->answered++ % 6 & 1) == 0;
}

ow_visit answer_visit(struct run *run)
{
    if (answer(run))
        return OW_GO_ON;
    return run->answers & 64 ? OW_SKIP : OW_STOP;
}

ow_bytes file_of(struct run *run)
{
    if (run->text_count == 0)
        return (ow_bytes){NULL, 0};
    ow_text text = run->texts[run->answered % run->text_count];
    return (ow_bytes){(const uint8_t *)text.data, text.size};
}

/* Memories are kept as they are. */
size_t copy_packed(void *context, const void *from, size_t from_size, void *to, size_t room)
{
    (void)context;
    if (from_size > room)
        return 0;
    memcpy(to, from, from_size);
    return from_size;
}
