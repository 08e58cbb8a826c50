/* Rules that hold objects against all others: tags that only one has, things that stand twice.
 *
 * Keys of all are noted on the way and sorted; few of them, in most levels none, are then looked up
 * in another walk. */
#include "check.h"

#include "../base/sort.h"

/* Equal for things of one id at one place; else as good as never. */
static uint64_t hash_thing(const ow_leveld_thing *thing)
{
    uint64_t hash = ((uint64_t)thing->x << 32 | thing->y) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
    hash = (hash + ((uint64_t)thing->id << 32 | thing->layer_id)) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

ow_status leveld_prepare_notes(struct checker *check)
{
    struct noted *noted = &check->noted;
    const struct block_kind *kinds = check->survey.kinds;
    size_t tagged = (size_t)kinds[OW_LEVELD_THNG].tagged + kinds[OW_LEVELD_TRIG].tagged +
                    kinds[OW_LEVELD_PATH].tagged;
    noted->tags = arena_take(&check->arena, tagged * sizeof *noted->tags);
    noted->hashes =
        arena_take(&check->arena, kinds[OW_LEVELD_THNG].last.count * sizeof *noted->hashes);
    return noted->tags && noted->hashes ? OW_OK : check->arena.status;
}

void leveld_note_tag(struct checker *check, uint32_t tag)
{
    if (tag != 0)
        check->noted.tags[check->noted.tag_count++] = tag;
}

void leveld_note_thing(struct checker *check, const ow_leveld_thing *thing)
{
    leveld_note_tag(check, thing->tag);
    check->noted.hashes[check->noted.hash_count++] = hash_thing(thing);
}

/* Keeps the tags that stand alone; none where no tag is shared: there, tags are not used as
 * ties. */
static void keep_lonely_tags(struct noted *noted)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, next = 0; i < noted->tag_count; i = next) {
        uint64_t tag = noted->tags[i];
        for (next = i; next < noted->tag_count && noted->tags[next] == tag;)
            next++;
        if (next - i == 1)
            noted->tags[kept++] = tag;
    }
    noted->tag_count = kept < noted->tag_count ? kept : 0;
}

static ow_status keep_repeated_hashes(struct noted *noted, struct arena *arena)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i < noted->hash_count; i++) {
        uint64_t hash = noted->hashes[i];
        if (hash == noted->hashes[i - 1] && (kept == 0 || noted->hashes[kept - 1] != hash))
            noted->hashes[kept++] = hash;
    }
    noted->hash_count = kept;
    noted->first = arena_take(arena, kept * sizeof *noted->first);
    for (uint32_t i = 0; noted->first && i < kept; i++)
        noted->first[i] = NO_THING;
    return noted->first ? OW_OK : arena->status;
}

/* As many buckets as keys, about: hashes are spread evenly, tags lie below some highest one. */
static ow_status sorted_keys_init(struct sorted_keys *sorted, const uint64_t *keys, uint32_t count,
                                  struct arena *arena)
{
    *sorted = (struct sorted_keys){.keys = keys, .count = count};
    if (count == 0)
        return OW_OK;
    while (keys[count - 1] >> sorted->shift > count)
        sorted->shift++;
    uint32_t buckets = (uint32_t)(keys[count - 1] >> sorted->shift) + 1, bucket = 0;
    sorted->starts = arena_take(arena, (buckets + 1ull) * sizeof *sorted->starts);
    if (!sorted->starts)
        return arena->status;
    for (uint32_t i = 0; i < count; i++)
        while (bucket <= keys[i] >> sorted->shift)
            sorted->starts[bucket++] = i;
    sorted->starts[bucket] = count;
    return OW_OK;
}

/* Where a key stands, or `count`. Keys that a file's author crowds into one bucket are halved to it. */
static uint32_t find_key(const struct sorted_keys *sorted, uint64_t key)
{
    if (sorted->count == 0 || key > sorted->keys[sorted->count - 1])
        return sorted->count;
    uint64_t bucket = key >> sorted->shift;
    uint32_t low = sorted->starts[bucket], high = sorted->starts[bucket + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (sorted->keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sorted->count && sorted->keys[low] == key ? low : sorted->count;
}

static void check_tag(struct checker *check, struct place place, uint32_t tag)
{
    const struct noted *noted = &check->noted;
    if (tag == 0 || find_key(&noted->lonely, tag) == noted->tag_count)
        return;
    if (report_counts(check->report, TAG_ALONE))
        leveld_issue(check, TAG_ALONE, place, "/tag", "only %s %u has tag %u",
                     leveld_name_of_part(place.part), place.index, tag);
}

static void check_twice(struct checker *check, struct place place, const ow_leveld_thing *thing)
{
    const struct noted *noted = &check->noted;
    uint32_t at = find_key(&noted->repeated, hash_thing(thing));
    if (at == noted->hash_count)
        return;
    if (noted->first[at] == NO_THING)
        noted->first[at] = place.index;
    else if (report_counts(check->report, THING_TWICE))
        leveld_issue(check, THING_TWICE, place, "",
                     "thing %u is where thing %u is, and both have id %u", place.index,
                     noted->first[at], thing->id);
}

static void look_up_records(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        struct place place = {block->index, block->id, i, 0, offset_now(survey)};
        if (block->id == OW_LEVELD_THNG) {
            ow_leveld_thing read;
            walk_thing(survey, &read);
            check_tag(check, place, read.tag);
            check_twice(check, place, &read);
        } else if (block->id == OW_LEVELD_TRIG) {
            ow_leveld_trigger read;
            walk_trigger(survey, &read);
            check_tag(check, place, read.tag);
        } else {
            ow_leveld_path read;
            walk_path(survey, &read);
            check_tag(check, place, read.tag);
        }
    }
}

ow_status leveld_check_noted(struct checker *check)
{
    struct noted *noted = &check->noted;
    struct block_place block;
    ow_status status = sort_u64(noted->tags, noted->tag_count, 0, &check->arena);
    if (status == OW_OK)
        status = sort_u64(noted->hashes, noted->hash_count, 0, &check->arena);
    if (status == OW_OK)
        status = keep_repeated_hashes(noted, &check->arena);
    if (status == OW_OK)
        status =
            sorted_keys_init(&noted->repeated, noted->hashes, noted->hash_count, &check->arena);
    if (status != OW_OK)
        return status;
    keep_lonely_tags(noted);
    if (noted->tag_count + noted->hash_count == 0)
        return OW_OK;
    status = sorted_keys_init(&noted->lonely, noted->tags, noted->tag_count, &check->arena);
    if (status != OW_OK)
        return status;
    leveld_first_block(&check->survey);
    while (leveld_next_block(&check->survey, &block)) {
        bool has_tags = block.id >= OW_LEVELD_THNG;
        if (has_tags && block_counts(&check->survey, &block))
            look_up_records(check, &block);
        else
            leveld_pass_block(&check->survey, &block);
    }
    return check->survey.codec.status;
}
