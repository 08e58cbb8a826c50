/* The names of a batch, each once: a table of hashes in front of a list. */
#include "names.h"

#include "digest.h"
#include "pool.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 24 };

static size_t size_of(const struct value *part)
{
    return part->kind == VALUE_TEXT ? part->size : part->kind == VALUE_INTEGER ? MOST_DIGITS : 0;
}

/* Joins the parts. Returns their size, or SIZE_MAX if memory runs out. */
static size_t join(struct names *names, const struct value *parts, size_t count)
{
    size_t most = count, size = 0;
    for (size_t i = 0; i < count; i++)
        most += size_of(&parts[i]);
    if (most > names->joined_room) {
        char *larger = realloc(names->joined, 2 * most);
        if (!larger)
            return SIZE_MAX;
        names->joined = larger;
        names->joined_room = 2 * most;
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            names->joined[size++] = '\n';
        if (parts[i].kind == VALUE_INTEGER)
            size +=
                (size_t)snprintf(names->joined + size, MOST_DIGITS, "%" PRId64, parts[i].integer);
        else if (parts[i].kind == VALUE_TEXT && parts[i].size > 0)
            memcpy(names->joined + size, parts[i].bytes, parts[i].size);
        size += parts[i].kind == VALUE_TEXT ? parts[i].size : 0;
    }
    return size;
}

static bool is_name(const struct name *name, const struct value *parts, size_t count)
{
    bool same = name->count == count;
    for (size_t i = 0; same && i < count; i++)
        same = value_is_same(&name->parts[i], &parts[i]);
    return same;
}

static void put_into_slot(struct names *names, size_t number)
{
    size_t slots = 2 * names->room, slot = (size_t)names->list[number].mixed & (slots - 1);
    while (names->slots[slot])
        slot = (slot + 1) & (slots - 1);
    names->slots[slot] = (uint32_t)number + 1;
}

static bool grow(struct names *names)
{
    size_t room = names->room ? 2 * names->room : 64;
    struct name *list = realloc(names->list, room * sizeof *list);
    if (!list)
        return false;
    names->list = list;
    uint32_t *slots = calloc(2 * room, sizeof *slots);
    if (!slots)
        return false;
    free(names->slots);
    names->slots = slots;
    names->room = room;
    for (size_t i = 0; i < names->count; i++)
        put_into_slot(names, i);
    return true;
}

bool names_find(struct names *names, const struct value *parts, size_t count, int64_t *id)
{
    size_t size = join(names, parts, count), slots = 2 * names->room;
    if (size == SIZE_MAX || count > NAME_PARTS)
        return false;
    uint64_t mixed = mix(count, names->joined, size);
    for (size_t slot = (size_t)mixed & (slots - 1); slots > 0 && names->slots[slot];
         slot = (slot + 1) & (slots - 1)) {
        const struct name *name = &names->list[names->slots[slot] - 1];
        if (name->mixed != mixed || !is_name(name, parts, count))
            continue;
        *id = name->id;
        return true;
    }
    if (names->count == names->room && !grow(names))
        return false;
    struct name *name = &names->list[names->count++];
    *name = (struct name){.count = count, .id = digest_id(names->joined, size), .mixed = mixed};
    memcpy(name->parts, parts, count * sizeof *parts);
    put_into_slot(names, names->count - 1);
    *id = name->id;
    return true;
}

void names_free(struct names *names)
{
    free(names->list);
    free(names->slots);
    free(names->joined);
    *names = (struct names){0};
}
