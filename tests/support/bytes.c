/* Bytes that grow: what tests build files with, and where they collect what a sink is given. */
#include "bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

void put_raw(struct bytes *bytes, const void *data, size_t size)
{
    if (bytes->capacity - bytes->size < size) {
        bytes->capacity = bytes->capacity * 2 + size + 64;
        bytes->data = realloc(bytes->data, bytes->capacity);
        if (!bytes->data)
            abort();
    }
    if (size > 0)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void put_u8(struct bytes *bytes, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    put_raw(bytes, &byte, 1);
}

void put_u16(struct bytes *bytes, unsigned value)
{
    put_u8(bytes, value & 255);
    put_u8(bytes, value >> 8 & 255);
}

void put_u32(struct bytes *bytes, uint32_t value)
{
    put_u16(bytes, value & 0xffff);
    put_u16(bytes, value >> 16);
}

void put_i32(struct bytes *bytes, int32_t value)
{
    put_u32(bytes, (uint32_t)value);
}

void put_f32(struct bytes *bytes, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(bytes, bits);
}

void put_text(struct bytes *bytes, const char *text)
{
    put_u32(bytes, (uint32_t)strlen(text));
    put_raw(bytes, text, strlen(text));
}

static unsigned hex_value(char digit)
{
    const char *digits = "0123456789abcdef", *found = strchr(digits, digit);
    if (!found || !digit)
        abort();
    return (unsigned)(found - digits);
}

void put_hex(struct bytes *bytes, const char *hex)
{
    while (*hex) {
        if (*hex == ' ' || *hex == '\n') {
            hex++;
            continue;
        }
        put_u8(bytes, hex_value(hex[0]) << 4 | hex_value(hex[1]));
        hex += 2;
    }
}

struct bytes bytes_from_hex(const char *hex)
{
    struct bytes bytes = {0};
    put_hex(&bytes, hex);
    return bytes;
}

static bool append(void *context, const void *data, size_t size)
{
    put_raw(context, data, size);
    return true;
}

ow_sink sink_to(struct bytes *bytes)
{
    return (ow_sink){.context = bytes, .write = append};
}

uint8_t *exact_copy(const void *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

const char *corpus_folder(void)
{
    const char *corpus = getenv("OVERWORLD_CORPUS");
    return corpus && *corpus ? corpus : "../shared/corpus";
}

struct bytes read_file(const char *path)
{
    struct bytes bytes = {0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return bytes;
    uint8_t part[65536];
    for (size_t size; (size = fread(part, 1, sizeof part, file)) > 0;)
        put_raw(&bytes, part, size);
    if (!bytes.data)
        put_raw(&bytes, "", 0);
    fclose(file);
    return bytes;
}
