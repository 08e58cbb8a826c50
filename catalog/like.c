/* What resembles one world. */
#include "like.h"

#include <stdlib.h>
#include <string.h>

struct search {
    const struct like_model *model;
    struct like_matches *matches;
    unsigned percent;
    bool has_failed; /* memory ran out */
};

void like_model_of_facts(const struct facts *facts, struct like_model *model)
{
    *model = (struct like_model){.has_content = facts->world[WORLD_CONTENT].kind == VALUE_BLOB,
                                 .has_sketch = facts->world[WORLD_SKETCH].kind == VALUE_BLOB};
    memcpy(model->hash, facts->hash, sizeof model->hash);
    memcpy(model->content, facts->content, sizeof model->content);
    memcpy(model->sketch, facts->sketch, sizeof model->sketch);
}

/* A sketch of another size is one of an earlier version. */
static bool take_bytes(const struct value *value, uint8_t *bytes, size_t size)
{
    bool is_there = value->kind == VALUE_BLOB && value->size == size;
    if (is_there)
        memcpy(bytes, value->bytes, size);
    return is_there;
}

static bool take_model(void *context, const struct value *values, size_t count)
{
    struct like_model *model = context;
    model->has_content = count == 2 && take_bytes(&values[0], model->content, DIGEST_SIZE);
    model->has_sketch = count == 2 && take_bytes(&values[1], model->sketch, SKETCH_SIZE);
    return false;
}

bool like_model_of_world(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE],
                         struct like_model *model)
{
    *model = (struct like_model){.is_known = true};
    memcpy(model->hash, hash, DIGEST_SIZE);
    struct value key = integer_value(digest_key(hash));
    return catalog_run(catalog, "SELECT content, sketch FROM world WHERE key = $1", &key, 1,
                       take_model, model);
}

/* A text in the pool of the matches. */
static struct value copy_of(struct pool *pool, const struct value *text)
{
    if (text->kind != VALUE_TEXT)
        return (struct value){.kind = VALUE_NULL};
    char *copy = pool_take(pool, text->size + 1);
    if (copy)
        memcpy(copy, text->bytes, text->size);
    return (struct value){
        .kind = VALUE_TEXT, .bytes = copy ? copy : "", .size = copy ? text->size : 0};
}

static bool put_match(struct search *search, enum likeness likeness, unsigned percent,
                      const struct value *path, const uint8_t *hash)
{
    struct like_matches *matches = search->matches;
    if (matches->count == matches->room) {
        size_t room = matches->room ? 2 * matches->room : 64;
        struct like_match *larger = realloc(matches->list, room * sizeof *larger);
        if (!larger)
            return !(search->has_failed = true);
        matches->list = larger;
        matches->room = room;
    }
    struct like_match *match = &matches->list[matches->count++];
    *match = (struct like_match){likeness, percent, copy_of(&matches->pool, path), {0}};
    memcpy(match->hash, hash, DIGEST_SIZE);
    return true;
}

/* A folder and a name of a file that has the model's bytes. */
static bool take_file(void *context, const struct value *values, size_t count)
{
    struct search *search = context;
    const struct like_model *model = search->model;
    if (count < 3 ||
        (value_is_same(&values[0], &model->folder) && value_is_same(&values[1], &model->name)))
        return true;
    return put_match(search, SAME_BYTES, 100, &values[2], model->hash);
}

/* Content, sketch, hash and path of a candidate. */
static bool take_world(void *context, const struct value *values, size_t count)
{
    struct search *search = context;
    const struct like_model *model = search->model;
    uint8_t content[DIGEST_SIZE], sketch[SKETCH_SIZE], hash[DIGEST_SIZE];
    if (count < 4 || !take_bytes(&values[2], hash, sizeof hash) ||
        memcmp(hash, model->hash, sizeof hash) == 0)
        return true;
    if (model->has_content && take_bytes(&values[0], content, sizeof content) &&
        memcmp(content, model->content, sizeof content) == 0)
        return put_match(search, SAME_CONTENT, 100, &values[3], hash);
    if (!model->has_sketch || !take_bytes(&values[1], sketch, sizeof sketch))
        return true;
    unsigned percent = sketch_percent(model->sketch, sketch);
    return percent < search->percent || put_match(search, ALIKE, percent, &values[3], hash);
}

static int compare_texts(const struct value *a, const struct value *b)
{
    size_t size = a->size < b->size ? a->size : b->size;
    int order = size > 0 ? memcmp(a->bytes, b->bytes, size) : 0;
    return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static int by_likeness(const void *a, const void *b)
{
    const struct like_match *first = a, *second = b;
    if (first->likeness != second->likeness)
        return first->likeness < second->likeness ? -1 : 1;
    if (first->percent != second->percent)
        return first->percent > second->percent ? -1 : 1;
    int order = compare_texts(&first->path, &second->path);
    return order != 0 ? order : memcmp(first->hash, second->hash, DIGEST_SIZE);
}

#define BANDS "world_band WHERE value IN ($1, $2, $3, $4)"
#define PATH                                                                                       \
    "(SELECT min(file.folder || '/' || file.name) FROM file WHERE file.key = world.key) AS path"
#define WORLDS "SELECT content, sketch, hash, " PATH " FROM world WHERE "

/* Worlds with a band in common. */
static bool find_alike(struct catalog *catalog, struct search *search)
{
    int64_t bands[SKETCH_BANDS], count;
    struct value values[SKETCH_BANDS + 1];
    _Static_assert(SKETCH_BANDS == 4, "the statements name four bands");
    sketch_bands(search->model->sketch, bands);
    for (size_t i = 0; i < SKETCH_BANDS; i++)
        values[i] = integer_value(bands[i]);
    values[SKETCH_BANDS] = integer_value(MOST_CANDIDATES);
    if (!catalog_number(
            catalog, "SELECT count(*) FROM (SELECT key FROM " BANDS " LIMIT $5 + 1) AS candidate",
            values, SKETCH_BANDS + 1, 0, &count))
        return false;
    search->matches->are_cut = count > MOST_CANDIDATES;
    return catalog_run(catalog, WORLDS "key IN (SELECT key FROM " BANDS " LIMIT $5)", values,
                       SKETCH_BANDS + 1, take_world, search);
}

/* Worlds with the same content that no band has found: a model with few records has none, and
 * sketches may be of another version. */
static bool find_same(struct catalog *catalog, struct search *search)
{
    struct value values[] = {bytes_value(search->model->content, 8),
                             bytes_value(search->model->content, DIGEST_SIZE)};
    return catalog_run(catalog, WORLDS "substr(content, 1, 8) = $1 AND content = $2", values, 2,
                       take_world, search);
}

/* A world that was found in both ways. */
static void drop_doubles(struct like_matches *matches)
{
    size_t kept = 0;
    for (size_t i = 0; i < matches->count; i++) {
        const struct like_match *match = &matches->list[i];
        if (i == 0 || match->likeness != SAME_CONTENT || by_likeness(match, match - 1) != 0)
            matches->list[kept++] = *match;
    }
    matches->count = kept;
}

static bool find_files(struct catalog *catalog, struct search *search)
{
    struct value values[] = {integer_value(digest_key(search->model->hash)),
                             bytes_value(search->model->hash, DIGEST_SIZE)};
    return catalog_run(catalog,
                       "SELECT folder, file.name, folder || '/' || file.name FROM file"
                       " JOIN world ON world.key = file.key WHERE file.key = $1 AND hash = $2",
                       values, 2, take_file, search);
}

bool like_find(struct catalog *catalog, const struct like_model *model, unsigned percent,
               struct like_matches *matches)
{
    struct search search = {model, matches, percent, false};
    *matches = (struct like_matches){.list = NULL};
    bool fine = (model->is_known || find_files(catalog, &search)) &&
                (!model->has_content || find_same(catalog, &search)) &&
                (!model->has_sketch || find_alike(catalog, &search));
    if (!fine || search.has_failed || matches->pool.has_failed)
        return false;
    if (matches->count > 0)
        qsort(matches->list, matches->count, sizeof *matches->list, by_likeness);
    drop_doubles(matches);
    return true;
}

void like_free(struct like_matches *matches)
{
    free(matches->list);
    pool_free(&matches->pool);
    *matches = (struct like_matches){.list = NULL};
}
