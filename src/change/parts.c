/* The records of a world, numbered through all its lists. */
#include "parts.h"

#include "../base/digits.h"
#include "../base/error.h"
#include "../base/pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void parts_keep_origin(const struct parts *parts, ow_placement *placement)
{
    (void)parts, (void)placement;
}

bool parts_without_wires(const struct parts *parts, uint32_t address, uint8_t *marks)
{
    (void)parts, (void)address, (void)marks;
    return false;
}

ow_status parts_without_relations(struct parts *parts, ow_error *error)
{
    (void)parts, (void)error;
    return OW_OK;
}

ow_status parts_open(struct parts *parts, const struct part_calls *calls, const void *document,
                     const ow_options *options, ow_error *error)
{
    *parts = (struct parts){.calls = calls, .document = document, .options = options};
    arena_init(&parts->arena, options);
    ow_status status = calls->open(parts, error);
    if (status != OW_OK)
        return status;
    parts->chosen = arena_take(&parts->arena, parts->count);
    if (!parts->chosen)
        return error_limited(error, parts->arena.status, arena_limit(&parts->arena));
    if (parts->count > 0)
        memset(parts->chosen, 0, parts->count);
    return OW_OK;
}

ow_status parts_relate(struct parts *parts, ow_error *error)
{
    if (parts->are_related)
        return OW_OK;
    ow_status status = parts->calls->relate(parts, error);
    parts->are_related = status == OW_OK;
    return status;
}

void parts_close(struct parts *parts)
{
    if (parts->nets.close)
        parts->nets.close(parts->nets.context);
    arena_free(&parts->arena);
}

/* Lists are allocated in blocks, each twice as large as the one before; old blocks are not
 * reused. */
static bool make_room(struct parts *parts)
{
    uint32_t count = parts->list_count;
    if ((count & (count - 1)) != 0)
        return true;
    struct part_list *lists =
        arena_take(&parts->arena, (count > 0 ? count * 2ull : 1) * sizeof *lists);
    if (lists && count > 0)
        memcpy(lists, parts->lists, count * sizeof *lists);
    parts->lists = lists;
    return lists != NULL;
}

ow_status parts_add_list(struct parts *parts, const char *within, uint32_t number, const char *name,
                         const char *kind, uint64_t count)
{
    if (count == 0)
        return OW_OK;
    if (count > NO_PART - 1 - parts->count)
        return OW_TOO_MUCH_MEMORY;
    if (!make_room(parts))
        return parts->arena.status;
    struct part_list *list = &parts->lists[parts->list_count++];
    *list = (struct part_list){
        .kind = kind, .first = parts->count, .count = (uint32_t)count, .number = number};
    if (within)
        snprintf(list->pointer, sizeof list->pointer, "/%s/%u/%s", within, (unsigned)number, name);
    else
        snprintf(list->pointer, sizeof list->pointer, "/%s", name);
    parts->count += (uint32_t)count;
    return OW_OK;
}

uint32_t parts_leave_out(void *records, uint32_t count, size_t record_size, const uint8_t *chosen)
{
    uint8_t *bytes = records;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (chosen[i])
            continue;
        if (kept < i)
            memcpy(bytes + kept * record_size, bytes + i * record_size, record_size);
        kept++;
    }
    return kept;
}

uint64_t parts_count_chosen(const struct parts *parts)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < parts->count; i++)
        count += parts->chosen[i];
    return count;
}

void parts_fill(const struct parts *parts, const struct part_list *list, uint32_t index,
                ow_part *part)
{
    *part =
        (ow_part){.pointer = "", .kind = list->kind, .name = "", .type = {"", 0}, .text = {"", 0}};
    parts->calls->fill(parts, list, index, part);
}

struct looking {
    const struct part_list *list;
    unsigned ranges;
    void (*look)(void *context, const struct part_range *range);
    void *context;
};

static void look_at_range(void *argument, uint32_t number)
{
    const struct looking *looking = argument;
    uint64_t count = looking->list->count;
    const struct part_range range = {
        .list = looking->list,
        .number = number,
        .first = (uint32_t)(count * number / looking->ranges),
        .end = (uint32_t)(count * (number + 1) / looking->ranges),
    };
    looking->look(looking->context, &range);
}

unsigned parts_look(const struct parts *parts, const struct part_list *list, bool at_once,
                    void (*look)(void *context, const struct part_range *range), void *context)
{
    enum { LONG_LIST = PIECE(1 << 14, 2) };
    bool in_ranges = at_once && parts->calls->fills_at_once && list->count >= LONG_LIST &&
                     pool_threads(parts->options) > 1;
    struct looking looking = {list, in_ranges ? MOST_RANGES : 1, look, context};
    pool_run(parts->options, looking.ranges, look_at_range, &looking);
    return looking.ranges;
}

void parts_point(const struct part_list *list, uint32_t index, char pointer[PART_POINTER])
{
    size_t size = strlen(list->pointer); /* less than 32, and a number has at most 10 digits */
    unsigned digits = digits_count(index);
    memcpy(pointer, list->pointer, size);
    pointer[size++] = '/';
    digits_put(pointer + size + digits, index, digits);
    pointer[size + digits] = '\0';
}

void parts_note(const struct part_notes *notes, const char *pointer, const char *format, ...)
{
    char message[512];
    va_list values;
    if (!notes->warn)
        return;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    notes->warn(notes->context, pointer, message);
}
