/* Rules that compare objects with all others: tags that only one object has, and duplicate things.
 *
 * The first walk notes all objects. The few that break a rule (none in most levels) are then looked
 * up in another walk. */
#include "check.h"

#include "../base/sort.h"

ow_status leveld_prepare_notes(struct checker *check)
{
    struct noted *noted = &check->noted;
    const struct block_kind *kinds = check->survey.kinds;
    size_t tagged = (size_t)kinds[OW_LEVELD_THNG].tagged + kinds[OW_LEVELD_TRIG].tagged +
                    kinds[OW_LEVELD_PATH].tagged;
    noted->tags = arena_take(&check->arena, tagged * sizeof *noted->tags);
    if (!noted->tags)
        return check->arena.status;
    return repeats_init(&noted->things, &check->arena, kinds[OW_LEVELD_THNG].last.count);
}

/* Keeps the tags that only one object has. Keeps none if no tag is shared: the level then does not
 * use tags to connect objects. */
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

/* About as many buckets as keys: tags do not exceed the highest by much. */
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

/* The index of a key, or `count`. If an author puts many keys into one bucket, the binary search
 * still finds them. */
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

static void check_tag(struct checker *check, struct record_place place, uint32_t tag)
{
    const struct noted *noted = &check->noted;
    if (tag == 0 || find_key(&noted->lonely, tag) == noted->tag_count)
        return;
    if (report_counts(check->report, TAG_ALONE))
        report_record(&check->records, TAG_ALONE, place, "/tag",
                      "%s %u is the only object with tag %u", leveld_name_of_part(place.kind),
                      place.at[1], tag);
}

static void report_twice(struct checker *check, struct record_place place,
                         const ow_leveld_thing *thing)
{
    report_record(&check->records, THING_TWICE, place, "",
                  "thing %u is at the same place as thing %u, and both have id %u", place.at[1],
                  repeats_first(&check->noted.things, place.at[1]), thing->id);
}

/* The next thing to read: all things if tags are checked, otherwise only duplicates. */
static uint32_t next_thing(const struct checker *check, uint32_t from)
{
    return check->noted.tag_count > 0 ? from : repeats_next(&check->noted.things, from);
}

/* Few things are reported, and only those are read again. */
static void look_up_things(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    const struct noted *noted = &check->noted;
    ow_leveld_thing read;
    uint32_t at = 0; /* index of the current thing */
    for (uint32_t i = next_thing(check, 0); i < block->count && go_on(&survey->codec, i);
         i = next_thing(check, i + 1)) {
        bool twice = repeats_has(&noted->things, i), tags = noted->tag_count > 0;
        if (!tags && !report_counts(check->report, THING_TWICE))
            continue;
        for (; at < i; at++)
            walk_thing(survey, &read);
        struct record_place place = {block->id, {block->index, at++}, offset_now(survey)};
        walk_thing(survey, &read);
        check_tag(check, place, read.tag);
        if (twice && (!tags || report_counts(check->report, THING_TWICE)))
            report_twice(check, place, &read);
    }
}

static void look_up_tags(struct checker *check, const struct block_place *block)
{
    struct survey *survey = &check->survey;
    for (uint32_t i = 0; i < block->count && go_on(&survey->codec, i); i++) {
        struct record_place place = {block->id, {block->index, i}, offset_now(survey)};
        if (block->id == OW_LEVELD_TRIG) {
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

/* If no tag is left, only things are looked up. */
static void look_up_blocks(struct checker *check)
{
    struct survey *survey = &check->survey;
    struct block_place block;
    leveld_first_block(survey);
    if (check->noted.tag_count == 0)
        leveld_go_to(survey, &survey->kinds[OW_LEVELD_THNG].last);
    while (leveld_next_block(survey, &block)) {
        bool counts = block_counts(survey, &block);
        if (counts && block.id == OW_LEVELD_THNG)
            look_up_things(check, &block);
        else if (counts && block.id > OW_LEVELD_THNG)
            look_up_tags(check, &block);
        else
            leveld_skip_block(survey, &block);
        if (check->noted.tag_count == 0)
            return;
    }
}

ow_status leveld_check_noted(struct checker *check)
{
    struct noted *noted = &check->noted;
    repeats_end(&noted->things);
    ow_status status = sort_u64(noted->tags, noted->tag_count, 0, &check->arena);
    if (status != OW_OK)
        return status;
    keep_lonely_tags(noted);
    if (noted->tag_count == 0 && noted->things.repeat_count == 0)
        return OW_OK;
    status = sorted_keys_init(&noted->lonely, noted->tags, noted->tag_count, &check->arena);
    if (status != OW_OK)
        return status;
    look_up_blocks(check);
    return check->survey.codec.status;
}
