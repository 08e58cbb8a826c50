/* Duplicate worlds: the same bytes, the same content in another version, and likely copies. */
#include "duplicates.h"

#include "digest.h"
#include "pool.h"
#include "sketch.h"

#include <stdlib.h>
#include <string.h>

const char *likeness_word(enum likeness likeness)
{
    return likeness == SAME_BYTES     ? "same bytes"
           : likeness == SAME_CONTENT ? "same content"
                                      : "alike";
}

struct member {
    struct value path;
    uint8_t sketch[SKETCH_SIZE], content[32];
    bool has_content;
};

struct search {
    struct catalog *catalog;
    twin_visitor visit;
    void *context;
    enum likeness likeness;
    unsigned least;         /* percent */
    bool ended, has_failed; /* the visitor stopped; memory ran out */
    struct pool keys;       /* keys of groups */
    struct key {
        struct key *next;
        struct value value;
    } * first, **end;
    struct pool pool; /* of one group */
    struct member *members;
    size_t count, room;
    uint64_t *visited; /* pairs already found through other bands: a hash table */
    size_t visited_count, visited_room;
};

static struct value copy_of(struct pool *pool, const struct value *value)
{
    struct value copy = *value;
    void *bytes = pool_take(pool, value->size + 1);
    copy.bytes = bytes;
    copy.size = bytes ? value->size : 0;
    if (bytes && value->size)
        memcpy(bytes, value->bytes, value->size);
    return copy;
}

static bool take_key(void *context, const struct value *values, size_t count)
{
    struct search *search = context;
    struct key *key = count > 0 ? pool_take(&search->keys, sizeof *key) : NULL;
    if (!key)
        return !(search->has_failed = true);
    *key = (struct key){NULL, values[0]};
    if (values[0].kind == VALUE_BLOB)
        key->value = copy_of(&search->keys, &values[0]);
    *search->end = key;
    search->end = &key->next;
    return true;
}

/* A path; but for equal bytes, the sketch and the content too. */
static bool take_member(void *context, const struct value *values, size_t count)
{
    struct search *search = context;
    if (search->count == search->room) {
        size_t room = search->room ? 2 * search->room : 16;
        struct member *larger = realloc(search->members, room * sizeof *larger);
        if (!larger)
            return !(search->has_failed = true);
        search->members = larger;
        search->room = room;
    }
    struct member *member = &search->members[search->count++];
    *member = (struct member){.path = copy_of(&search->pool, &values[0])};
    if (count > 1 && values[1].size == SKETCH_SIZE)
        memcpy(member->sketch, values[1].bytes, SKETCH_SIZE);
    member->has_content = count > 2 && values[2].size == sizeof member->content;
    if (member->has_content)
        memcpy(member->content, values[2].bytes, sizeof member->content);
    return true;
}

static void visit_pair(struct search *search, size_t first, size_t second, unsigned percent)
{
    struct twin twin = {
        search->likeness, percent, {&search->members[first].path, &search->members[second].path}};
    if (!search->ended && !search->visit(search->context, &twin))
        search->ended = true;
}

static bool put_visited(uint64_t *table, size_t room, uint64_t pair)
{
    size_t slot = (size_t)pair & (room - 1);
    while (table[slot] && table[slot] != pair)
        slot = (slot + 1) & (room - 1);
    bool is_new = table[slot] == 0;
    table[slot] = pair;
    return is_new;
}

/* Returns true if no other band has led to this pair. If memory runs out, the pair is reported
 * again. */
static bool is_new_pair(struct search *search, const struct member *a, const struct member *b)
{
    uint64_t pair = mix(mix(3, a->path.bytes, a->path.size), b->path.bytes, b->path.size) | 1;
    if (2 * search->visited_count >= search->visited_room) {
        size_t room = search->visited_room ? 2 * search->visited_room : 1024;
        uint64_t *larger = calloc(room, sizeof *larger);
        if (!larger)
            return true;
        for (size_t i = 0; i < search->visited_room; i++)
            if (search->visited[i])
                put_visited(larger, room, search->visited[i]);
        free(search->visited);
        search->visited = larger;
        search->visited_room = room;
    }
    bool is_new = put_visited(search->visited, search->visited_room, pair);
    search->visited_count += is_new;
    return is_new;
}

static bool is_same(const struct member *a, const struct member *b)
{
    return a->has_content && b->has_content &&
           memcmp(a->content, b->content, sizeof a->content) == 0;
}

static void visit_similar(struct search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        for (size_t k = i + 1; k < search->count; k++) {
            const struct member *a = &search->members[i], *b = &search->members[k];
            unsigned percent = sketch_percent(a->sketch, b->sketch);
            if (percent >= search->least && !is_same(a, b) && is_new_pair(search, a, b))
                visit_pair(search, i, k, percent);
        }
    }
}

static void visit_group(struct search *search)
{
    if (search->likeness == ALIKE)
        visit_similar(search);
    for (size_t i = 1; search->likeness != ALIKE && i < search->count; i++)
        if (search->likeness == SAME_BYTES || is_same(&search->members[0], &search->members[i]))
            visit_pair(search, 0, i, 100);
}

/* Queries for the groups of a kind, and for the members of a group. */
static const struct question {
    enum likeness likeness;
    const char *keys, *members;
} questions[] = {
    {SAME_BYTES, "SELECT key FROM file GROUP BY key HAVING count(*) > 1 ORDER BY key",
     "SELECT folder || '/' || name FROM file WHERE key = $1 ORDER BY folder, name"},
    {SAME_CONTENT,
     "SELECT substr(content, 1, 8) FROM world WHERE substr(content, 1, 8) IS NOT NULL"
     " GROUP BY substr(content, 1, 8) HAVING count(*) > 1 ORDER BY 1",
     "SELECT min(file.folder || '/' || file.name), world.sketch, world.content FROM world"
     " JOIN file ON file.key = world.key WHERE substr(world.content, 1, 8) = $1"
     " GROUP BY world.key, world.sketch, world.content ORDER BY 1"},
    {ALIKE,
     "SELECT value FROM world_band GROUP BY value HAVING count(*) BETWEEN 2 AND 200 ORDER BY value",
     "SELECT min(file.folder || '/' || file.name), world.sketch, world.content FROM world_band"
     " JOIN world ON world.key = world_band.key JOIN file ON file.key = world_band.key"
     " WHERE world_band.value = $1 GROUP BY world.key, world.sketch, world.content ORDER BY 1"},
};

/* Lists all groups before their members: no query runs inside another. */
static bool ask(struct search *search, const struct question *question)
{
    search->likeness = question->likeness;
    search->keys = (struct pool){0};
    search->first = NULL;
    search->end = &search->first;
    bool fine = catalog_run(search->catalog, question->keys, NULL, 0, take_key, search);
    for (const struct key *key = search->first; fine && key && !search->ended; key = key->next) {
        search->count = 0;
        fine = catalog_run(search->catalog, question->members, &key->value, 1, take_member, search);
        fine = fine && !search->has_failed && !search->pool.has_failed;
        if (fine)
            visit_group(search);
        pool_free(&search->pool);
    }
    fine = fine && !search->has_failed && !search->keys.has_failed;
    pool_free(&search->keys);
    return fine;
}

bool catalog_find_twins(struct catalog *catalog, unsigned kinds, unsigned percent,
                        twin_visitor visit, void *context)
{
    struct search search = {
        .catalog = catalog, .visit = visit, .context = context, .least = percent};
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof questions / sizeof *questions; i++)
        if (kinds & questions[i].likeness)
            fine = ask(&search, &questions[i]);
    free(search.members);
    free(search.visited);
    return fine;
}
