/* The tables of colours and rotations of a build. */
#include "tables.h"

#include "../../base/error.h"
#include "../../base/sort.h"

#include <string.h>

enum { MOST_COLORS = 254, MOST_ROTATIONS = 65534 };

/* The functions of one of the two tables. Keys have at most 48 bits. */
struct table {
    uint32_t most;
    uint32_t (*count)(const ow_structure_build *build);
    bool (*is_used)(const ow_structure_block *block);
    uint64_t (*entry)(const ow_structure_build *build, uint32_t index);
    uint32_t (*index)(const ow_structure_block *block);
    uint64_t (*own)(const ow_structure_block *block);
    void (*set_index)(ow_structure_block *block, uint32_t index);
    void (*set_own)(ow_structure_block *block, uint64_t key);
    ow_status (*set_entries)(ow_structure_build *build, const uint64_t *keys, uint32_t count,
                             ow_error *error);
    const char *name;
};

static uint32_t count_colors(const ow_structure_build *build)
{
    return build->colors ? build->color_count : 0;
}

static bool has_color(const ow_structure_block *block)
{
    return !(block->mask & OW_STRUCTURE_NO_COLOR);
}

static uint64_t color_entry(const ow_structure_build *build, uint32_t index)
{
    return build->colors[index];
}

static uint32_t color_index(const ow_structure_block *block)
{
    return block->color_index;
}

static uint64_t own_color(const ow_structure_block *block)
{
    return block->color;
}

static void set_color_index(ow_structure_block *block, uint32_t index)
{
    memset(block->rgba, 0, sizeof block->rgba);
    block->color_index = (uint8_t)index;
}

static void set_own_color(ow_structure_block *block, uint64_t key)
{
    memset(block->rgba, 0, sizeof block->rgba);
    block->color = (uint16_t)key;
}

static ow_status set_colors(ow_structure_build *build, const uint64_t *keys, uint32_t count,
                            ow_error *error)
{
    uint16_t *colors = count > 0 ? ow_take(build->owner, count, sizeof *colors, error) : NULL;
    if (count > 0 && !colors)
        return error->status;
    for (uint32_t i = 0; i < count; i++)
        colors[i] = (uint16_t)keys[i];
    build->colors = colors;
    build->color_count = count;
    return OW_OK;
}

static uint32_t count_rotations(const ow_structure_build *build)
{
    return build->rotations ? build->rotation_count : 0;
}

static bool has_rotation(const ow_structure_block *block)
{
    (void)block;
    return true;
}

static uint64_t key_of(const uint16_t rotation[3])
{
    return (uint64_t)rotation[0] << 32 | (uint64_t)rotation[1] << 16 | rotation[2];
}

static void angles_of(uint64_t key, uint16_t rotation[3])
{
    rotation[0] = (uint16_t)(key >> 32);
    rotation[1] = (uint16_t)(key >> 16);
    rotation[2] = (uint16_t)key;
}

static uint64_t rotation_entry(const ow_structure_build *build, uint32_t index)
{
    return key_of(build->rotations[index]);
}

static uint32_t rotation_index(const ow_structure_block *block)
{
    return block->rotation_index;
}

static uint64_t own_rotation(const ow_structure_block *block)
{
    return key_of(block->rotation);
}

static void set_rotation_index(ow_structure_block *block, uint32_t index)
{
    memset(block->rotation, 0, sizeof block->rotation);
    block->rotation_index = (uint16_t)index;
}

static void set_own_rotation(ow_structure_block *block, uint64_t key)
{
    angles_of(key, block->rotation);
}

static ow_status set_rotations(ow_structure_build *build, const uint64_t *keys, uint32_t count,
                               ow_error *error)
{
    uint16_t(*rotations)[3] =
        count > 0 ? ow_take(build->owner, count, sizeof *rotations, error) : NULL;
    if (count > 0 && !rotations)
        return error->status;
    for (uint32_t i = 0; i < count; i++)
        angles_of(keys[i], rotations[i]);
    build->rotations = rotations;
    build->rotation_count = count;
    return OW_OK;
}

static const struct table tables[] = {
    {MOST_COLORS, count_colors, has_color, color_entry, color_index, own_color, set_color_index,
     set_own_color, set_colors, "colors"},
    {MOST_ROTATIONS, count_rotations, has_rotation, rotation_entry, rotation_index, own_rotation,
     set_rotation_index, set_own_rotation, set_rotations, "rotations"},
};

/* The key of a block, whether it is in the table or in the block. */
static bool find_key(const struct table *table, const ow_structure_build *build, uint32_t block,
                     uint64_t *key)
{
    const ow_structure_block *record = &build->blocks[block];
    uint32_t count = table->count(build);
    if (count > 0 && table->index(record) >= count)
        return false;
    *key = count > 0 ? table->entry(build, table->index(record)) : table->own(record);
    return true;
}

static ow_status check_indices(const struct table *table, const ow_structure_build *build,
                               ow_error *error)
{
    uint64_t key;
    for (uint32_t i = 0; i < build->block_count; i++)
        if (table->is_used(&build->blocks[i]) && !find_key(table, build, i, &key))
            return error_set(
                error, OW_BAD_VALUE, 0, NULL,
                "block %u has entry %u of a table of %u %s; repair the build before you merge it",
                (unsigned)i, (unsigned)table->index(&build->blocks[i]),
                (unsigned)table->count(build), table->name);
    return OW_OK;
}

/* A table that collects the keys of blocks, each once, after the keys that it has. */
struct growing {
    uint64_t *keys, *sorted; /* in table order; sorted, with the index in the low 16 bits */
    uint32_t count, sorted_count;
};

/* Adds the keys of all blocks to the table, in their order. Returns false if the table becomes too
 * large. `places` gets the index of each. */
static ow_status add_keys(const struct table *table, const ow_structure_build *build,
                          struct growing *growing, uint32_t *places, struct arena *arena,
                          bool *fits)
{
    uint64_t key = 0;
    uint64_t *asked = arena_take(arena, (build->block_count + 1ull) * sizeof *asked);
    uint32_t *leader = arena_take(arena, (build->block_count + 1ull) * sizeof *leader);
    uint32_t count = 0, at = 0;
    if (!asked || !leader)
        return arena->status;
    for (uint32_t i = 0; i < build->block_count; i++)
        if (table->is_used(&build->blocks[i]) && find_key(table, build, i, &key))
            asked[count++] = key << 16 | i;
    ow_status status = sort_u64(asked, count, 0, arena);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t block = (uint32_t)(asked[i] & 0xffff);
        bool again = i > 0 && asked[i] >> 16 == asked[i - 1] >> 16;
        leader[block] = again ? leader[asked[i - 1] & 0xffff] : block;
        while (at < growing->sorted_count && growing->sorted[at] >> 16 < asked[i] >> 16)
            at++;
        bool known = at < growing->sorted_count && growing->sorted[at] >> 16 == asked[i] >> 16;
        places[block] = known ? (uint32_t)(growing->sorted[at] & 0xffff) : NO_PART;
    }
    for (uint32_t i = 0; status == OW_OK && i < build->block_count; i++) {
        if (!table->is_used(&build->blocks[i]) || places[i] != NO_PART)
            continue;
        if (leader[i] != i) {
            places[i] = places[leader[i]];
            continue;
        }
        if (growing->count == table->most) {
            *fits = false;
            return OW_OK;
        }
        find_key(table, build, i, &growing->keys[growing->count]);
        places[i] = growing->count++;
    }
    *fits = true;
    return status;
}

static void use_places(const struct table *table, ow_structure_build *build, const uint32_t *places)
{
    for (uint32_t i = 0; i < build->block_count; i++)
        if (table->is_used(&build->blocks[i]))
            table->set_index(&build->blocks[i], places[i]);
}

/* Points the blocks to the new index of their entry. */
static void use_entries(const struct table *table, ow_structure_build *build,
                        const uint32_t *places)
{
    for (uint32_t i = 0; i < build->block_count; i++)
        if (table->is_used(&build->blocks[i]))
            table->set_index(&build->blocks[i], places[table->index(&build->blocks[i])]);
}

/* Without a table, each block stores its own. */
static void write_out(const struct table *table, ow_structure_build *build)
{
    uint64_t key;
    if (table->count(build) == 0)
        return;
    for (uint32_t i = 0; i < build->block_count; i++)
        if (table->is_used(&build->blocks[i]) && find_key(table, build, i, &key))
            table->set_own(&build->blocks[i], key);
}

static ow_status begin_growing(const struct table *table, const ow_structure_build *build,
                               struct growing *growing, struct arena *arena)
{
    uint32_t count = table->count(build);
    *growing = (struct growing){.count = count, .sorted_count = count};
    growing->keys = arena_take(arena, (size_t)MOST_ROTATIONS * sizeof *growing->keys);
    growing->sorted = arena_take(arena, count * sizeof *growing->sorted);
    if (!growing->keys || !growing->sorted)
        return arena->status;
    for (uint32_t i = 0; i < count; i++) {
        growing->keys[i] = table->entry(build, i);
        growing->sorted[i] = growing->keys[i] << 16 | i;
    }
    return sort_u64(growing->sorted, count, 0, arena);
}

/* Extends the world's table by the part's keys, or drops it. */
static ow_status join(const struct table *table, ow_structure_build *world,
                      ow_structure_build *part, struct arena *arena, ow_error *error)
{
    struct growing growing = {0};
    bool fits = false, wanted = table->count(world) > 0;
    uint32_t *places = arena_take(arena, (part->block_count + 1ull) * sizeof *places);
    ow_status status = places ? begin_growing(table, world, &growing, arena) : arena->status;
    if (status == OW_OK && world->block_count == 0 && table->count(part) > 0)
        wanted = true; /* a world without blocks does not show whether it would use one */
    if (status == OW_OK && wanted && table->count(world) <= table->most)
        status = add_keys(table, part, &growing, places, arena, &fits);
    if (status != OW_OK)
        return error_limited(error, status, arena_limit(arena));
    if (fits) {
        use_places(table, part, places);
        return table->set_entries(world, growing.keys, growing.count, error);
    }
    write_out(table, world);
    write_out(table, part);
    return table->count(world) > 0 ? table->set_entries(world, NULL, 0, error) : OW_OK;
}

ow_status tables_join(ow_structure_build *world, ow_structure_build *part, ow_error *error)
{
    struct arena scratch;
    ow_status status = OW_OK;
    if (!structure_has_tables(world->version))
        return OW_OK;
    arena_share(&scratch, world->owner);
    for (unsigned i = 0; status == OW_OK && i < sizeof tables / sizeof *tables; i++) {
        status = check_indices(&tables[i], world, error);
        if (status == OW_OK)
            status = check_indices(&tables[i], part, error);
        if (status == OW_OK)
            status = join(&tables[i], world, part, &scratch, error);
    }
    arena_free(&scratch);
    return status;
}

/* Marks the entries that blocks use. Returns false if one is outside the table, as its meaning is
 * not known. */
static bool mark_used(const struct table *table, const ow_structure_build *build, uint32_t *places)
{
    uint32_t count = table->count(build);
    for (uint32_t i = 0; i < count; i++)
        places[i] = NO_PART;
    for (uint32_t i = 0; i < build->block_count; i++) {
        if (!table->is_used(&build->blocks[i]))
            continue;
        if (table->index(&build->blocks[i]) >= count)
            return false;
        places[table->index(&build->blocks[i])] = 0;
    }
    return true;
}

/* Keeps the entries that blocks use, in their order. */
static ow_status shorten(const struct table *table, ow_structure_build *build, struct arena *arena,
                         ow_error *error)
{
    uint32_t count = table->count(build), kept = 0;
    uint32_t *places = arena_take(arena, count * sizeof *places);
    uint64_t *keys = arena_take(arena, count * sizeof *keys);
    if (!places || !keys)
        return error_limited(error, arena->status, arena_limit(arena));
    if (count == 0 || !mark_used(table, build, places))
        return OW_OK;
    for (uint32_t i = 0; i < count; i++) {
        keys[kept] = table->entry(build, i);
        places[i] = places[i] == NO_PART ? NO_PART : kept++;
    }
    use_entries(table, build, places);
    return kept < count ? table->set_entries(build, keys, kept, error) : OW_OK;
}

ow_status tables_shorten(ow_structure_build *build, ow_error *error)
{
    struct arena scratch;
    ow_status status = OW_OK;
    if (!structure_has_tables(build->version))
        return OW_OK;
    arena_share(&scratch, build->owner);
    for (unsigned i = 0; status == OW_OK && i < sizeof tables / sizeof *tables; i++)
        status = shorten(&tables[i], build, &scratch, error);
    arena_free(&scratch);
    return status;
}
