/* Repairs: what the fixes of all formats share. */
#include "repair.h"

#include "../base/utf8.h"

#include <math.h>
#include <overworld/formats.h>
#include <stdio.h>

static bool is_digit(char character)
{
    return character >= '0' && character <= '9';
}

static unsigned find_shape(struct shapes *shapes, const char *text)
{
    unsigned i = 0;
    while (i < shapes->count && strcmp(shapes->text[i], text) != 0)
        i++;
    if (i == shapes->count && i < SHAPES) {
        snprintf(shapes->text[i], SHAPE_ROOM, "%s", text);
        shapes->count++;
    }
    return i;
}

bool found_set(struct found *found, struct shapes *shapes, const char *pointer)
{
    char text[SHAPE_ROOM];
    size_t size = 0;
    unsigned steps = 0;
    while (*pointer && size < sizeof text - 1) {
        if (steps == FOUND_STEPS || size == 0 || text[size - 1] != '/' || !is_digit(*pointer)) {
            text[size++] = *pointer++;
            continue;
        }
        uint64_t index = 0;
        for (; is_digit(*pointer); pointer++)
            index = index * 10 + (uint64_t)(*pointer - '0');
        found->at[steps++] = (uint32_t)index;
        text[size++] = '*';
    }
    text[size] = '\0';
    unsigned shape = *pointer ? SHAPES : find_shape(shapes, text);
    found->shape = (uint8_t)shape;
    return shape < SHAPES;
}

void found_put_pointer(const struct found *found, const struct shapes *shapes, char *pointer,
                       size_t size)
{
    unsigned steps = 0;
    size_t used = 0;
    for (const char *at = shapes->text[found->shape]; *at && used + 1 < size; at++) {
        int written = *at == '*' ? snprintf(pointer + used, size - used, "%u", found->at[steps++])
                                 : snprintf(pointer + used, size - used, "%c", *at);
        used += (size_t)written;
    }
}

bool found_is(const struct repair *repair, const struct found *found, const char *shape)
{
    return strcmp(repair->shapes->text[found->shape], shape) == 0;
}

void *repair_take(struct repair *repair, size_t count, size_t size)
{
    return ow_take(repair->owner, count, size, NULL);
}

ow_status repair_remove(const struct repair *repair, uint32_t first, uint32_t end, unsigned step,
                        void *list, uint32_t *count, size_t record_size)
{
    uint8_t *records = list, *gone = arena_take(repair->arena, *count);
    uint32_t kept = 0;
    if (!gone)
        return repair->arena->status;
    if (*count > 0)
        memset(gone, 0, *count);
    for (uint32_t i = first; i < end; i++)
        if (repair->found[i].at[step] < *count)
            gone[repair->found[i].at[step]] = 1;
    for (uint32_t i = 0; i < *count; i++) {
        if (gone[i])
            continue;
        if (kept != i)
            memcpy(records + kept * record_size, records + i * record_size, record_size);
        kept++;
    }
    *count = kept;
    return OW_OK;
}

uint32_t repair_group_end(const struct repair *repair, uint32_t first)
{
    uint32_t end = first + 1;
    while (end < repair->count && repair->found[end].at[0] == repair->found[first].at[0])
        end++;
    return end;
}

ow_status repair_text(struct repair *repair, ow_text *text)
{
    char *fixed = repair_take(repair, text->size + 1, 1);
    if (!fixed)
        return OW_NO_MEMORY;
    for (size_t at = 0; at < text->size;) {
        size_t begin = at;
        utf8_next(*text, &at);
        if (ow_text_is_utf8((ow_text){text->data + begin, at - begin})) {
            memcpy(fixed + begin, text->data + begin, at - begin);
        } else {
            fixed[begin] = '?';
            at = begin + 1;
        }
    }
    text->data = fixed;
    return OW_OK;
}

void repair_floats(float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            numbers[i] = 0;
}
