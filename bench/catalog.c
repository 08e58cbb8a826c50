/* What a catalogue is measured with: folders of small worlds, and catalogues of made-up rows.
 *
 * Usage: catalog worlds FOLDER COUNT    writes COUNT different worlds of about 5 KB below FOLDER
 *        catalog rows DATABASE COUNT    fills a catalogue up to COUNT worlds that never were
 *
 * bench/catalog.py runs both and says how long `overworld catalog` takes with them. */
#define _DEFAULT_SOURCE
#include "world.h"

#include "../catalog/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EACH_FOLDER = 1000, WORLD_SIZE_MEANT = 5000, EACH_BATCH = 5000, TYPES = 10 };

static uint64_t random_number(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Moves everything of a world a little, so that nothing of it is that of another one. */
static bool vary(const ow_buffer *world, ow_buffer *varied)
{
    ow_blotter_save *save;
    ow_error error;
    if (ow_blotter_read(world->data, world->size, NULL, &save, &error) != OW_OK)
        return false;
    for (uint32_t i = 0; i < save->component_count; i++)
        save->components[i].position.fixed[0] += (int32_t)(random_number() % 1000000);
    bool fine = ow_blotter_write_buffer(save, NULL, varied, &error) == OW_OK;
    ow_blotter_free(save);
    return fine;
}

static bool write_world(const char *folder, unsigned long number, const ow_buffer *world)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%04lu", folder, number / EACH_FOLDER);
    if (number % EACH_FOLDER == 0)
        mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%04lu/world-%06lu.logicworld", folder, number / EACH_FOLDER,
             number);
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool fine = fwrite(world->data, 1, world->size, file) == world->size;
    return fclose(file) == 0 && fine;
}

static bool make_worlds(const char *folder, unsigned long count)
{
    ow_buffer worlds[16] = {{0}}, varied = {0};
    bool fine = true;
    mkdir(folder, 0777);
    for (size_t i = 0; i < 16 && fine; i++)
        fine = make_world(WORLD_SIZE_MEANT - 640 + 80 * i, &worlds[i]);
    for (unsigned long i = 0; i < count && fine; i++) {
        varied.size = 0;
        fine = vary(&worlds[i % 16], &varied) && write_world(folder, i, &varied);
    }
    for (size_t i = 0; i < 16; i++)
        ow_buffer_free(&worlds[i], NULL);
    ow_buffer_free(&varied, NULL);
    return fine;
}

static const char *const types[] = {
    "MHG.Peg",         "MHG.CircuitBoard", "MHG.Inverter", "MHG.AndGate",  "MHG.XorGate",
    "MHG.Buffer",      "MHG.Relay",        "MHG.DLatch",   "MHG.Delayer",  "MHG.PanelLabel",
    "MHG.PanelSwitch", "MHG.Switch",       "MHG.Mount",    "MHG.Button",   "MHG.ThroughPeg",
    "MHG.Socket",      "MHG.ChubbySocket", "MHG.Key",      "MHG.FlagPole", "MHG.StandingDisplay",
};

/* Small counts are common, large ones rare. */
static uint64_t random_count(void)
{
    uint64_t count = 1 + random_number() % 16;
    while (random_number() % 3 == 0 && count < 100000)
        count *= 2;
    return count;
}

/* Nearly all worlds have the common mod, issue and word; a few have the rare ones. */
static void make_belongings(struct facts *facts, bool is_rare)
{
    const ow_issue_code *code = ow_format_by_name("blotter")->issue_codes + is_rare;
    struct fact_mod *mod = pool_take(&facts->pool, sizeof *mod);
    struct fact_issue *issue = pool_take(&facts->pool, sizeof *issue);
    char *title = pool_take(&facts->pool, 64);
    if (!mod || !issue || !title)
        return;
    snprintf(title, 64, "%s word %u", is_rare ? "needle" : "common",
             (unsigned)(random_number() % 10000));
    *mod = (struct fact_mod){NULL, text_value(is_rare ? "Rare" : "Common"), text_value("1.0")};
    *issue = (struct fact_issue){NULL, code, 2, text_value("/components/7"),
                                 text_value("is connected to nothing")};
    facts->mods = mod;
    facts->issues = issue;
    facts->world[WORLD_TITLE] = text_value(title);
}

static void make_facts(struct facts *facts)
{
    int64_t records = 0;
    for (size_t i = 0; i < DIGEST_SIZE / 8; i++) {
        uint64_t number = random_number();
        memcpy(facts->hash + 8 * i, &number, 8);
    }
    size_t first = (size_t)(random_number() % 20);
    for (size_t i = 0; i < TYPES; i++) {
        ow_text name = ow_text_of(types[(first + 3 * i) % 20]);
        struct tally_row *row = tally_add(&facts->types, &facts->pool, "component", name);
        if (row)
            row->count = random_count();
        records += row ? (int64_t)row->count : 0;
    }
    facts->world[WORLD_HASH] = bytes_value(facts->hash, DIGEST_SIZE);
    facts->world[WORLD_FACTS] = integer_value(FACTS_VERSION);
    facts->world[WORLD_SIZE] = integer_value(60 * records);
    facts->world[WORLD_STATUS] = text_value("ok");
    facts->world[WORLD_FORMAT] = text_value("blotter");
    bool is_rare = random_number() % 10000 == 0;
    make_belongings(facts, is_rare);
    facts->world[WORLD_VERSION] = integer_value(is_rare ? 3 : 5 + (int64_t)(random_number() % 3));
    facts->world[WORLD_KIND] = text_value(random_number() % 2 ? "world" : "subassembly");
    facts->world[WORLD_RECORDS] = facts->world[WORLD_COMPONENTS] = integer_value(records);
    facts->world[WORLD_ERRORS] = facts->world[WORLD_WARNINGS] = facts->world[WORLD_INFOS] =
        integer_value(0);
}

static struct found *make_found(unsigned long number)
{
    char folder[64], name[64];
    struct found *found = calloc(1, sizeof *found);
    if (!found)
        return NULL;
    snprintf(folder, sizeof folder, "/made/up/%04lu", number / EACH_FOLDER);
    snprintf(name, sizeof name, "world-%07lu.logicworld", number);
    found->folder = escape_text(&found->pool, ow_text_of(folder));
    found->name = escape_text(&found->pool, ow_text_of(name));
    found->has_facts = true;
    make_facts(&found->facts);
    return found;
}

static int by_hash(const void *a, const void *b)
{
    const struct found *const *first = a, *const *second = b;
    return memcmp((*first)->facts.hash, (*second)->facts.hash, DIGEST_SIZE);
}

static bool add_batch(struct catalog *catalog, unsigned long first, unsigned long count)
{
    struct found *list[EACH_BATCH];
    unsigned long made = 0;
    while (made < count && (list[made] = make_found(first + made)))
        made++;
    bool fine = made == count;
    if (made > 0)
        qsort(list, made, sizeof *list, by_hash);
    for (unsigned long i = 0; i < made; i++)
        list[i]->next = i + 1 < made ? list[i + 1] : NULL;
    fine = fine && store_batch(catalog, list[0]);
    for (unsigned long i = 0; i < made; i++)
        found_free(list[i]);
    return fine;
}

static bool make_rows(const char *place, unsigned long count)
{
    struct catalog catalog;
    struct database_failure failure;
    if (!catalog_open(&catalog, place, false, &failure)) {
        fprintf(stderr, "%s: %s\n", place, failure.message);
        return false;
    }
    int64_t there =
        0; /* a run that was ended is taken up again: the same worlds come in the same order */
    bool fine = catalog_number(&catalog, "SELECT count(*) FROM file", NULL, 0, 0, &there);
    for (int64_t i = 0; i < there && fine; i++)
        found_free(make_found((unsigned long)i));
    for (unsigned long i = (unsigned long)there; i < count && fine; i += EACH_BATCH)
        fine = add_batch(&catalog, i, count - i < EACH_BATCH ? count - i : EACH_BATCH);
    if (!fine)
        fprintf(stderr, "%s: %s\n", place, catalog_failure(&catalog)->message);
    catalog_close(&catalog);
    return fine;
}

int main(int argc, char **argv)
{
    unsigned long count = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    if (argc == 4 && strcmp(argv[1], "worlds") == 0)
        return make_worlds(argv[2], count) ? 0 : 1;
    if (argc == 4 && strcmp(argv[1], "rows") == 0)
        return make_rows(argv[2], count) ? 0 : 1;
    fprintf(stderr, "usage: catalog worlds FOLDER COUNT | catalog rows DATABASE COUNT\n");
    return 2;
}
