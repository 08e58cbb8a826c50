/* Memory for the facts of one world, released at once; and text for a database. */
#include "pool.h"

#include "digest.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_BLOCK = 2 << 10 };

struct pool_block {
    struct pool_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

static struct pool_block *add_block(struct pool *pool, size_t size)
{
    size_t room = size > USUAL_BLOCK ? size : USUAL_BLOCK;
    struct pool_block *block = malloc(sizeof *block + room);
    if (!block)
        return NULL;
    *block = (struct pool_block){.next = pool->blocks, .size = room};
    pool->blocks = block;
    return block;
}

void *pool_take(struct pool *pool, size_t size)
{
    size_t rounded =
        (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    struct pool_block *block = pool->blocks;
    if (!block || block->size - block->used < rounded)
        block = add_block(pool, rounded);
    if (!block) {
        pool->has_failed = true;
        return NULL;
    }
    void *memory = block->bytes + block->used;
    block->used += rounded;
    return memory;
}

void pool_free(struct pool *pool)
{
    for (struct pool_block *block = pool->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    *pool = (struct pool){0};
}

/* Size in bytes of the character at the beginning of text; 0 if it has to be escaped. */
static size_t plain_character(const char *text, size_t size)
{
    unsigned char first = (unsigned char)*text;
    size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (first == 0 || first == '\\' || length > size)
        return 0;
    return length == 1 || ow_text_is_utf8((ow_text){text, length}) ? length : 0;
}

static size_t escape(const char *text, size_t size, char *to)
{
    size_t used = 0;
    char unit[5];
    for (size_t at = 0; at < size;) {
        size_t plain = plain_character(text + at, size - at);
        size_t length = plain;
        const char *from = text + at;
        if (plain == 0) {
            length = text[at] == '\\' ? 2 : 4;
            snprintf(unit, sizeof unit, length == 2 ? "\\\\" : "\\x%02x", (unsigned char)text[at]);
            from = unit;
        }
        if (to)
            memcpy(to + used, from, length);
        used += length;
        at += plain ? plain : 1;
    }
    return used;
}

struct value escape_text(struct pool *pool, ow_text text)
{
    size_t size = escape(text.data, text.size, NULL);
    char *escaped = pool_take(pool, size + 1);
    if (!escaped)
        return (struct value){.kind = VALUE_NULL};
    escape(text.data, text.size, escaped);
    escaped[size] = '\0';
    return (struct value){.kind = VALUE_TEXT, .bytes = escaped, .size = size};
}

/* How many bytes of valid UTF-8, in whole characters, fit into `most` bytes. */
size_t whole_characters(const char *text, size_t size, size_t most)
{
    size_t end = size < most ? size : most;
    while (end > 0 && end < size && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    return end;
}

struct value escape_key(struct pool *pool, ow_text text, size_t most)
{
    enum { ELLIPSIS = 3, TAIL = ELLIPSIS + 2 * DIGEST_SIZE };
    uint8_t hash[DIGEST_SIZE];
    struct value whole = escape_text(pool, text);
    if (whole.size <= most)
        return whole;
    size_t kept = whole_characters(whole.bytes, whole.size, most - TAIL);
    char *cut = pool_take(pool, most + 1);
    if (!cut)
        return whole;
    digest(text.data, text.size, hash);
    size_t used =
        (size_t)snprintf(cut, most + 1, "%.*s\xe2\x80\xa6", (int)kept, (const char *)whole.bytes);
    digest_write(hash, cut + used);
    return (struct value){.kind = VALUE_TEXT, .bytes = cut, .size = used + DIGEST_DIGITS};
}

static int digit(char letter)
{
    return letter >= '0' && letter <= '9'   ? letter - '0'
           : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                            : -1;
}

char *unescape_text(const char *text, size_t size, size_t *plain_size)
{
    char *plain = malloc(size + 1);
    size_t used = 0;
    for (size_t at = 0; plain && at < size;) {
        size_t left = size - at;
        if (text[at] == '\\' && left >= 2 && text[at + 1] == '\\') {
            plain[used++] = '\\';
            at += 2;
        } else if (text[at] == '\\' && left >= 4 && text[at + 1] == 'x' &&
                   digit(text[at + 2]) >= 0 && digit(text[at + 3]) >= 0) {
            plain[used++] = (char)(digit(text[at + 2]) * 16 + digit(text[at + 3]));
            at += 4;
        } else {
            plain[used++] = text[at++];
        }
    }
    if (plain)
        plain[used] = '\0';
    *plain_size = used;
    return plain;
}

bool value_is_same(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && a->integer == b->integer && a->size == b->size &&
           memcmp(&a->real, &b->real, sizeof a->real) == 0 &&
           (a->size == 0 || memcmp(a->bytes, b->bytes, a->size) == 0);
}

struct value text_value(const char *text)
{
    return text ? (struct value){.kind = VALUE_TEXT, .bytes = text, .size = strlen(text)}
                : (struct value){.kind = VALUE_NULL};
}

struct value integer_value(int64_t integer)
{
    return (struct value){.kind = VALUE_INTEGER, .integer = integer};
}

struct value real_value(double real)
{
    /* SQLite does not store the sign of a zero. */
    return (struct value){.kind = VALUE_REAL, .real = real == 0 ? 0 : real};
}

struct value bytes_value(const void *bytes, size_t size)
{
    return (struct value){.kind = VALUE_BLOB, .bytes = bytes, .size = size};
}
