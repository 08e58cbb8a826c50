/* Facts as bytes: numbers of the host, since both processes run on it. */
#include "facts_pass.h"

#include <stdlib.h>
#include <string.h>

static void put(struct packed *packed, const void *bytes, size_t size)
{
    if (packed->room - packed->size < size) {
        size_t room = packed->room + packed->room / 2 + size + 4096;
        uint8_t *larger = packed->lacks_memory ? NULL : realloc(packed->bytes, room);
        packed->lacks_memory |= !larger;
        if (!larger)
            return;
        packed->bytes = larger;
        packed->room = room;
    }
    if (size > 0)
        memcpy(packed->bytes + packed->size, bytes, size);
    packed->size += size;
}

static void put_number(struct packed *packed, uint64_t number)
{
    put(packed, &number, sizeof number);
}

static void put_bytes(struct packed *packed, const void *bytes, size_t size)
{
    put_number(packed, size);
    put(packed, bytes, size);
}

static void put_value(struct packed *packed, const struct value *value)
{
    put_number(packed, (uint64_t)value->kind);
    if (value->kind == VALUE_INTEGER)
        put_number(packed, (uint64_t)value->integer);
    else if (value->kind == VALUE_REAL)
        put(packed, &value->real, sizeof value->real);
    else if (value->kind != VALUE_NULL)
        put_bytes(packed, value->bytes, value->size);
}

static void put_tally(struct packed *packed, const struct tally *tally)
{
    put_number(packed, tally->left_out);
    put_number(packed, tally->count);
    for (size_t i = 0; i < tally->count; i++) {
        const struct tally_row *row = &tally->rows[i];
        put_bytes(packed, row->kind, strlen(row->kind));
        put_number(packed, row->count);
        put_value(packed, &row->name);
    }
}

static void put_issues(struct packed *packed, const struct fact_issue *issues)
{
    uint64_t count = 0;
    for (const struct fact_issue *issue = issues; issue; issue = issue->next)
        count++;
    put_number(packed, count);
    for (const struct fact_issue *issue = issues; issue; issue = issue->next) {
        put_bytes(packed, issue->code->code, strlen(issue->code->code));
        put_number(packed, issue->count);
        put_value(packed, &issue->pointer);
        put_value(packed, &issue->message);
    }
}

static void put_mods(struct packed *packed, const struct fact_mod *mods)
{
    uint64_t count = 0;
    for (const struct fact_mod *mod = mods; mod; mod = mod->next)
        count++;
    put_number(packed, count);
    for (const struct fact_mod *mod = mods; mod; mod = mod->next) {
        put_value(packed, &mod->name);
        put_value(packed, &mod->version);
    }
}

bool facts_pack(const struct facts *facts, struct packed *packed)
{
    const struct fact_picture *picture = &facts->picture;
    for (size_t i = 0; i < WORLD_COLUMNS; i++)
        put_value(packed, &facts->world[i]);
    put_tally(packed, &facts->types);
    put_tally(packed, &facts->ports);
    put_tally(packed, &facts->texts);
    put_number(packed, facts->text_size);
    put_issues(packed, facts->issues);
    put_issues(packed, facts->folder_issues);
    put_mods(packed, facts->mods);
    put_number(packed, picture->was_asked);
    put_number(packed, picture->width);
    put_number(packed, picture->height);
    put_bytes(packed, picture->png, picture->png ? picture->size : 0);
    return !packed->lacks_memory;
}

/* Bytes that are taken from the front. Once something is wrong, everything is 0 or empty. */
struct taking {
    const uint8_t *at;
    size_t left;
    struct pool *pool;
    bool is_wrong;
};

static const void *take(struct taking *taking, size_t size)
{
    const uint8_t *at = taking->at;
    taking->is_wrong |= size > taking->left;
    if (taking->is_wrong)
        return NULL;
    taking->at += size;
    taking->left -= size;
    return at;
}

static uint64_t take_number(struct taking *taking)
{
    uint64_t number = 0;
    const void *at = take(taking, sizeof number);
    if (at)
        memcpy(&number, at, sizeof number);
    return number;
}

/* A number of at most `most`. */
static uint64_t take_count(struct taking *taking, uint64_t most)
{
    uint64_t count = take_number(taking);
    taking->is_wrong |= count > most;
    return taking->is_wrong ? 0 : count;
}

/* Copies bytes into the pool, with a zero behind them. */
static const char *take_copy(struct taking *taking, size_t *size)
{
    uint64_t stated = take_number(taking);
    const void *at = stated <= taking->left ? take(taking, (size_t)stated) : NULL;
    taking->is_wrong |= !at;
    char *copy = at ? pool_take(taking->pool, (size_t)stated + 1) : NULL;
    *size = 0;
    if (!copy)
        return "";
    memcpy(copy, at, (size_t)stated);
    copy[stated] = '\0';
    *size = (size_t)stated;
    return copy;
}

enum { NO_LIMIT = 0 };
#define KIND(kind) (1u << (kind))

/* Text for a database: valid UTF-8 without a zero. */
static bool is_text(const char *text, size_t size)
{
    return !memchr(text, '\0', size) && ow_text_is_utf8((ow_text){text, size});
}

/* A value of one of these kinds, with at most so many bytes. */
static struct value take_value(struct taking *taking, unsigned kinds, size_t most)
{
    struct value value = {.kind = VALUE_NULL};
    uint64_t kind = take_number(taking);
    taking->is_wrong |= kind > 31 || !(kinds & KIND(kind));
    if (taking->is_wrong || kind == VALUE_NULL)
        return value;
    value.kind = (enum value_kind)kind;
    if (kind == VALUE_INTEGER) {
        value.integer = (int64_t)take_number(taking);
    } else if (kind == VALUE_REAL) {
        const void *at = take(taking, sizeof value.real);
        if (at)
            memcpy(&value.real, at, sizeof value.real);
    } else {
        value.bytes = take_copy(taking, &value.size);
        taking->is_wrong |= (most != NO_LIMIT && value.size > most) ||
                            (kind == VALUE_TEXT && !is_text(value.bytes, value.size));
    }
    return value;
}

static void take_tally(struct taking *taking, struct tally *tally, size_t most_of_name)
{
    tally->left_out = take_number(taking);
    size_t count = (size_t)take_count(taking, TALLY_MOST), size;
    tally->rows = count > 0 ? calloc(count, sizeof *tally->rows) : NULL;
    taking->pool->has_failed |= count > 0 && !tally->rows;
    for (size_t i = 0; tally->rows && i < count; i++) {
        struct tally_row *row = &tally->rows[i];
        row->kind = take_copy(taking, &size);
        taking->is_wrong |= size > LONGEST_KEY || !is_text(row->kind, size);
        row->count = take_number(taking);
        row->name = take_value(taking, KIND(VALUE_TEXT), most_of_name);
    }
    tally->count = tally->room = tally->rows ? count : 0;
}

static const ow_issue_code *find_code(const ow_issue_code *codes, const char *name)
{
    for (; codes && codes->code; codes++)
        if (strcmp(codes->code, name) == 0)
            return codes;
    return NULL;
}

/* Issues have codes of the format. */
static struct fact_issue *take_issues(struct taking *taking, const ow_issue_code *codes)
{
    enum { MOST_CODES = 1000 };
    struct fact_issue *issues = NULL, **end = &issues;
    size_t size;
    for (uint64_t left = take_count(taking, MOST_CODES); left > 0; left--) {
        const ow_issue_code *code = find_code(codes, take_copy(taking, &size));
        struct fact_issue *issue = code ? pool_take(taking->pool, sizeof *issue) : NULL;
        taking->is_wrong |= !code;
        if (!issue)
            return issues;
        *issue = (struct fact_issue){.code = code, .count = take_number(taking)};
        issue->pointer = take_value(taking, KIND(VALUE_TEXT), NO_LIMIT);
        issue->message = take_value(taking, KIND(VALUE_TEXT), NO_LIMIT);
        *end = issue;
        end = &issue->next;
    }
    return issues;
}

static struct fact_mod *take_mods(struct taking *taking)
{
    struct fact_mod *mods = NULL, **end = &mods;
    for (uint64_t left = take_count(taking, taking->left); left > 0; left--) {
        struct fact_mod *mod = pool_take(taking->pool, sizeof *mod);
        if (!mod || taking->is_wrong)
            return mods;
        *mod = (struct fact_mod){.name = take_value(taking, KIND(VALUE_TEXT), LONGEST_KEY)};
        mod->version = take_value(taking, KIND(VALUE_TEXT), LONGEST_KEY);
        *end = mod;
        end = &mod->next;
    }
    return mods;
}

/* What a column of `world` may have, as the catalogue's schema says. */
static unsigned kinds_of(enum world_column column)
{
    switch (column) {
    case WORLD_HASH:
        return KIND(VALUE_BLOB);
    case WORLD_CONTENT:
    case WORLD_SKETCH:
        return KIND(VALUE_BLOB) | KIND(VALUE_NULL);
    case WORLD_STATUS:
        return KIND(VALUE_TEXT);
    case WORLD_ERROR:
    case WORLD_ERROR_POINTER:
    case WORLD_FORMAT:
    case WORLD_VARIANT:
    case WORLD_KIND:
    case WORLD_GAME_VERSION:
    case WORLD_TITLE:
    case WORLD_AUTHOR:
    case WORLD_DESCRIPTION:
        return KIND(VALUE_TEXT) | KIND(VALUE_NULL);
    case WORLD_FACTS:
    case WORLD_SIZE:
    case WORLD_RECORDS:
    case WORLD_ERRORS:
    case WORLD_WARNINGS:
    case WORLD_INFOS:
        return KIND(VALUE_INTEGER);
    default:
        return column >= WORLD_LEAST_X && column <= WORLD_MOST_Z
                   ? KIND(VALUE_REAL) | KIND(VALUE_NULL)
                   : KIND(VALUE_INTEGER) | KIND(VALUE_NULL);
    }
}

static bool has_size(const struct value *value, size_t size)
{
    return value->kind == VALUE_NULL || value->size == size;
}

static void take_world(struct taking *taking, const uint8_t hash[DIGEST_SIZE], struct value *world)
{
    for (unsigned i = 0; i < WORLD_COLUMNS; i++)
        world[i] = take_value(taking, kinds_of((enum world_column)i), NO_LIMIT);
    taking->is_wrong |= taking->is_wrong || !has_size(&world[WORLD_HASH], DIGEST_SIZE) ||
                        memcmp(world[WORLD_HASH].bytes, hash, DIGEST_SIZE) != 0 ||
                        !has_size(&world[WORLD_CONTENT], DIGEST_SIZE) ||
                        !has_size(&world[WORLD_SKETCH], SKETCH_SIZE);
}

static void take_picture(struct taking *taking, struct fact_picture *picture)
{
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    picture->was_asked = take_count(taking, 1) != 0;
    picture->width = (uint32_t)take_count(taking, INT32_MAX);
    picture->height = (uint32_t)take_count(taking, INT32_MAX);
    picture->size = (size_t)take_count(taking, taking->left);
    const void *png = take(taking, picture->size);
    if (!png || picture->size == 0)
        return;
    taking->is_wrong |=
        picture->size < sizeof signature || memcmp(png, signature, sizeof signature) != 0;
    picture->png = malloc(picture->size);
    taking->pool->has_failed |= !picture->png;
    if (picture->png)
        memcpy(picture->png, png, picture->size);
}

bool facts_unpack(const void *bytes, size_t size, const uint8_t hash[DIGEST_SIZE],
                  struct facts *facts, bool *lacks_memory)
{
    *facts = (struct facts){.texts.keeps_whole = true};
    struct taking taking = {.at = bytes, .left = size, .pool = &facts->pool};
    take_world(&taking, hash, facts->world);
    const struct value *name = &facts->world[WORLD_FORMAT];
    const ow_format *format =
        !taking.is_wrong && name->kind == VALUE_TEXT ? ow_format_by_name(name->bytes) : NULL;
    memcpy(facts->hash, hash, DIGEST_SIZE);
    take_tally(&taking, &facts->types, LONGEST_KEY);
    take_tally(&taking, &facts->ports, LONGEST_KEY);
    take_tally(&taking, &facts->texts, NO_LIMIT);
    facts->text_size = (size_t)take_number(&taking);
    facts->issues = take_issues(&taking, format ? format->issue_codes : NULL);
    facts->folder_issues = take_issues(&taking, format ? format->folder_codes : NULL);
    facts->mods = take_mods(&taking);
    take_picture(&taking, &facts->picture);
    *lacks_memory = facts->pool.has_failed;
    if (!taking.is_wrong && !*lacks_memory && taking.left == 0)
        return true;
    facts_free(facts);
    return false;
}
