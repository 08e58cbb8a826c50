/* Editing documents: memory in their arenas, and lists that grow and shrink. */
#include <overworld/edit.h>

#include "error.h"
#include "list_capacities.h"

#include <string.h>

/* Initial room of a list of few small records, in bytes. */
enum { LEAST_ROOM = 32 };

static ow_status refuse(ow_error *error, const char *sentence)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "%s", sentence);
}

static ow_status check_owner(const void *owner, ow_error *error)
{
    error_clear(error);
    return owner ? OW_OK : refuse(error, "the document cannot be changed: its owner is NULL");
}

void *ow_take(void *owner, size_t count, size_t size, ow_error *error)
{
    struct arena *arena = owner;
    if (check_owner(owner, error) != OW_OK)
        return NULL;
    if (size > 0 && count > SIZE_MAX / size) {
        error_plain(error, OW_TOO_MUCH_MEMORY);
        return NULL;
    }
    void *memory = arena_take_unlimited(arena, count * size);
    if (!memory)
        error_plain(error, arena->status);
    else
        memset(memory, 0, count * size);
    return memory;
}

/* Copies bytes. Returns NULL and sets *status on failure. */
static void *keep(void *owner, const void *data, size_t size, ow_status *status, ow_error *error)
{
    struct arena *arena = owner;
    *status = check_owner(owner, error);
    if (*status == OW_OK && !data && size > 0)
        *status = error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                            "a size of %zu bytes, but the pointer is NULL", size);
    if (*status != OW_OK)
        return NULL;
    void *copy = arena_take_unlimited(arena, size);
    if (!copy)
        *status = error_plain(error, arena->status);
    else if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

ow_status ow_keep_text(void *owner, ow_text text, ow_text *kept, ow_error *error)
{
    ow_status status;
    if (!kept)
        return refuse(error, "missing output for the text: the pointer is NULL");
    const char *copy = keep(owner, text.data, text.size, &status, error);
    if (status == OW_OK)
        *kept = (ow_text){copy, text.size};
    return status;
}

ow_status ow_keep_bytes(void *owner, ow_bytes bytes, ow_bytes *kept, ow_error *error)
{
    ow_status status;
    if (!kept)
        return refuse(error, "missing output for the bytes: the pointer is NULL");
    const uint8_t *copy = keep(owner, bytes.data, bytes.size, &status, error);
    if (status == OW_OK)
        *kept = (ow_bytes){bytes.data ? copy : NULL, bytes.size};
    return status;
}

/* A list as passed to a call. The type of its pointer is unknown here, so the pointer is copied as
 * bytes: accessing it as another type would be undefined. */
struct list {
    struct arena *arena;
    void *place;
    uint8_t *records;
    uint32_t count;
    size_t record_size, used; /* bytes */
};

static ow_status open_list(struct list *list, void *owner, void *place, const uint32_t *count,
                           size_t record_size, ow_error *error)
{
    *list = (struct list){0};
    if (check_owner(owner, error) != OW_OK)
        return OW_BAD_ARGUMENT;
    if (!place || !count || record_size == 0)
        return refuse(error, "missing list or count, or the size of records is 0");
    if (*count > SIZE_MAX / record_size)
        return error_plain(error, OW_TOO_MUCH_MEMORY);
    *list = (struct list){owner, place, NULL, *count, record_size, *count * record_size};
    memcpy(&list->records, place, sizeof list->records);
    if (!list->records && *count > 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a list of %u records, but the pointer is NULL", *count);
    return OW_OK;
}

/* Moves a list to `size` bytes of new memory. */
static ow_status move_list(struct list *list, size_t size, ow_error *error)
{
    size = size < LEAST_ROOM ? LEAST_ROOM : size;
    uint8_t *moved =
        capacities_prepare(list->arena) ? arena_take_unlimited(list->arena, size) : NULL;
    if (!moved)
        return error_plain(error, list->arena->status);
    if (list->used > 0)
        memcpy(moved, list->records, list->used);
    capacities_add(list->arena, (struct list_capacity){moved, list->used, size});
    list->records = moved;
    memcpy(list->place, &list->records, sizeof list->records);
    return OW_OK;
}

/* Makes room for more records. A list that has to move doubles its room. */
static ow_status make_room(struct list *list, uint32_t how_many, ow_error *error)
{
    if (how_many > UINT32_MAX - list->count)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "%u more records than %u are too many: a list can have %u", how_many,
                         list->count, UINT32_MAX);
    if (how_many > (SIZE_MAX - list->used) / list->record_size)
        return error_plain(error, OW_TOO_MUCH_MEMORY);
    size_t needed = list->used + how_many * list->record_size;
    const void *outgrown = list->records;
    const struct list_capacity *room = capacities_find(list->arena, outgrown, list->used);
    if (list->records && (needed == list->used || (room && room->size >= needed)))
        return OW_OK;
    size_t twice = list->used <= SIZE_MAX / 2 ? list->used * 2 : 0;
    ow_status status = move_list(list, needed < twice ? twice : needed, error);
    room = capacities_find(list->arena, outgrown, list->used); /* the table may have moved */
    if (status == OW_OK && room)
        capacities_remove(list->arena, room);
    return status;
}

/* Records the new size of a list of `used` bytes. */
static void note_used(const struct list *list, size_t used)
{
    struct list_capacity *room = capacities_find(list->arena, list->records, list->used);
    if (room)
        room->used = used;
}

void *ow_insert_records(void *owner, void *list, uint32_t *count, size_t record_size, uint32_t at,
                        uint32_t how_many, ow_error *error)
{
    struct list found;
    if (open_list(&found, owner, list, count, record_size, error) != OW_OK)
        return NULL;
    if (at == OW_AT_THE_END)
        at = found.count;
    if (at > found.count) {
        error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                  "there is no record %u to insert before; the list has %u", at, found.count);
        return NULL;
    }
    if (make_room(&found, how_many, error) != OW_OK)
        return NULL;
    uint8_t *first = found.records + at * record_size;
    size_t added = how_many * record_size;
    memmove(first + added, first, found.used - at * record_size);
    memset(first, 0, added);
    note_used(&found, found.used + added);
    *count = found.count + how_many;
    return first;
}

ow_status ow_remove_records(void *owner, void *list, uint32_t *count, size_t record_size,
                            uint32_t at, uint32_t how_many, ow_error *error)
{
    struct list found;
    ow_status status = open_list(&found, owner, list, count, record_size, error);
    if (status != OW_OK)
        return status;
    if (at > found.count || how_many > found.count - at)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "cannot remove %u record%s from record %u on; the list has %u", how_many,
                         plural(how_many), at, found.count);
    if (how_many == 0)
        return OW_OK;
    uint8_t *first = found.records + at * record_size;
    size_t removed = how_many * record_size;
    memmove(first, first + removed, found.used - removed - at * record_size);
    note_used(&found, found.used - removed);
    *count = found.count - how_many;
    return OW_OK;
}

ow_status ow_reserve_records(void *owner, void *list, uint32_t count, size_t record_size,
                             uint32_t how_many, ow_error *error)
{
    struct list found;
    ow_status status = open_list(&found, owner, list, &count, record_size, error);
    return status == OW_OK ? make_room(&found, how_many, error) : status;
}

ow_status ow_unshare_records(void *owner, void *list, uint32_t count, size_t record_size,
                             ow_error *error)
{
    struct list found;
    ow_status status = open_list(&found, owner, list, &count, record_size, error);
    return status == OW_OK && found.records ? move_list(&found, found.used, error) : status;
}
