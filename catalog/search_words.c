/* The words that a full-text search asks for. */
#include "search_words.h"

#include "schema_steps.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char spaces[] = " \t\n";

/* FTS5 takes words in quotes, PostgreSQL words joined by &. */
static struct value query_of(struct builder *builder, const char *at)
{
    bool is_fts = is_sqlite(builder);
    char *said = pool_take(&builder->pool, 4 * strlen(at) + 8), *to = said;
    while (to && *(at += strspn(at, spaces))) {
        size_t size = strcspn(at, spaces);
        bool begins = size > 1 && at[size - 1] == '*';
        to += sprintf(to, "%s%c", to == said ? "" : is_fts ? " " : " & ", is_fts ? '"' : '\'');
        for (size_t i = 0; i < size - begins; i++) {
            if (is_fts && at[i] == '"')
                *to++ = '"';
            *to++ = is_fts || !ispunct((unsigned char)at[i]) ? at[i] : ' ';
        }
        to += sprintf(to, "%c%s", is_fts ? '"' : '\'', !begins ? "" : is_fts ? "*" : ":*");
        at += size;
    }
    return text_value(said && to > said ? said : "\"\"");
}

static struct value copy_of(struct pool *pool, const struct value *value)
{
    char *copy = pool_take(pool, value->size + 1);
    if (!copy)
        return (struct value){.kind = VALUE_NULL};
    memcpy(copy, value->bytes, value->size);
    copy[value->size] = '\0';
    return (struct value){.kind = VALUE_TEXT, .bytes = copy, .size = value->size};
}

struct taking {
    struct builder *builder;
    struct search_words *words;
    struct search_word *begun; /* whose other words are taken; NULL: words of the query */
    bool begins;
};

static bool take_word(void *context, const struct value *values, size_t count)
{
    struct taking *taking = context;
    if (count == 0 || values->kind != VALUE_TEXT || taking->words->count == MOST_SEARCH_NAMES)
        return false;
    taking->words->list[taking->words->count++] = (struct search_word){
        .word = copy_of(&taking->builder->pool, values), .begins = taking->begins};
    return true;
}

static bool take_other(void *context, const struct value *values, size_t count)
{
    struct taking *taking = context;
    struct search_word *word = taking->begun;
    if (count > 0 && values->kind == VALUE_TEXT)
        word->others[word->count++] = copy_of(&taking->builder->pool, values);
    return false;
}

/* No character comes after the last one, so this is above all words that begin so. */
static struct value above(struct pool *pool, const struct value *word)
{
    static const char last[] = "\xf4\x8f\xbf\xbf";
    char *text = pool_take(pool, word->size + sizeof last);
    if (!text)
        return (struct value){.kind = VALUE_NULL};
    memcpy(text, word->bytes, word->size);
    memcpy(text + word->size, last, sizeof last);
    return text_value(text);
}

/* Finds the words that begin so, by steps through the index. */
static bool find_others(struct taking *taking, struct search_word *word)
{
    struct value range[] = {word->word, above(&taking->builder->pool, &word->word)};
    const char *sql = "SELECT min(word) FROM world_word WHERE word >= $1 AND word < $2";
    word->others = pool_take(&taking->builder->pool, MOST_SEARCH_NAMES * sizeof *word->others);
    taking->begun = word;
    for (size_t before = SIZE_MAX; word->others && word->count != before;) {
        if (word->count == MOST_SEARCH_NAMES) {
            word->has_more = true;
            return true;
        }
        before = word->count;
        if (!catalog_run(taking->builder->catalog, sql, range, 2, take_other, taking))
            return false;
        if (word->count > 0)
            range[0] = word->others[word->count - 1];
        sql = "SELECT min(word) FROM world_word WHERE word > $1 AND word < $2";
    }
    return true;
}

static bool find_words(struct taking *taking, const char *at)
{
    struct search_words *words = taking->words;
    for (size_t size, asked = 0; *(at += strspn(at, spaces)); at += size, asked++) {
        size = strcspn(at, spaces);
        size_t before = words->count;
        taking->begins = size > 1 && at[size - 1] == '*';
        struct value text = {
            .kind = VALUE_TEXT, .bytes = at, .size = size - (taking->begins ? 1 : 0)};
        if (!catalog_run(taking->builder->catalog, "SELECT unnest(" POSTGRESQL_WORDS("$1") ")",
                         &text, 1, take_word, taking))
            return false;
        words->are_together |= words->count > before + 1 || (asked > 0 && words->count > before);
    }
    for (size_t i = 0; i < words->count; i++) {
        if (words->list[i].begins) {
            if (!find_others(taking, &words->list[i]))
                return false;
            words->are_together |= words->list[i].has_more;
        }
    }
    return true;
}

bool search_words_find(struct builder *builder, const char *text, struct search_words *words)
{
    struct value escaped = escape_text(&builder->pool, ow_text_of(text));
    const char *at = escaped.kind == VALUE_TEXT ? escaped.bytes : "";
    *words = (struct search_words){.query = query_of(builder, at)};
    struct taking taking = {.builder = builder, .words = words};
    return is_sqlite(builder) || find_words(&taking, at);
}

void append_search_word(struct builder *builder, const char *column, const struct search_word *word)
{
    append(builder, column);
    if (!word->begins) {
        append(builder, " = ");
        append_value(builder, word->word);
    } else if (word->has_more) {
        append(builder, " >= ");
        append_value(builder, word->word);
        append(builder, " AND ");
        append(builder, column);
        append(builder, " < ");
        append_value(builder, above(&builder->pool, &word->word));
    } else {
        append(builder, " IN (''");
        for (size_t i = 0; i < word->count; i++) {
            append(builder, ", ");
            append_value(builder, word->others[i]);
        }
        append(builder, ")");
    }
}
