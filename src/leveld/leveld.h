/* Declarations that the files of LevelD share, and its row in the registry. Include before a
 * codec. */
#ifndef OW_SRC_LEVELD_LEVELD_H
#define OW_SRC_LEVELD_LEVELD_H

#ifdef OW_SRC_CODEC_VERBS_H
#error "the byte order of a format has to be known before a codec"
#endif

/* The layout sets the byte order: it also applies to the version. */
#define NUMBERS_ARE_BIG(c) ((c)->big_endian)

#include "../base/memory.h"
#include "../change/repair.h"
#include "../driver/driver.h"

#include <overworld/leveld.h>

#define DOCUMENT ow_leveld_level

/* Each byte order has code of its own: a branch for every number would cost more than the rest. */
#define COMMON_FIELD byte_order
#define COMMON_VALUE OW_LEVELD_BIG

/* The version whose blocks a level has, whatever number it states. */
static inline unsigned leveld_layout_of(const ow_leveld_level *level)
{
    return level->variant == OW_LEVELD_V4_LAYOUT ? 4 : level->version;
}

/* Whether a map has a tile size. */
static inline bool leveld_has_tile_size(const ow_leveld_level *level)
{
    return leveld_layout_of(level) >= 2 || level->variant == OW_LEVELD_1B;
}

/* The height that follows from the number of cells, as in versions up to 2. */
static inline uint32_t leveld_counted_height(const ow_leveld_mesh *mesh)
{
    return mesh->width > 0 && mesh->layer_count > 0 ? mesh->layers[0].cell_count / mesh->width : 0;
}

/* See versions.c. */
enum { LEVELD_VERSIONS = 9 };
extern const struct version leveld_versions[LEVELD_VERSIONS];

/* See struct format_row. */
extern const char *const leveld_variants[];
void leveld_set_defaults(void *document);

/* The byte order that a version and variant was written in for the longest time. */
uint8_t leveld_usual_order(unsigned version, uint8_t variant);
void leveld_take_variant(const void *from, void *to);
void leveld_name_variant(void *preset, const char *name);
unsigned leveld_candidates(const struct file *file, void *preset);
ow_status leveld_convert(struct conversion *conversion, const ow_target *target, ow_error *error);

/* Sets version, byte order and variant to those of a target. */
ow_status leveld_resolve_target(const ow_target *target, ow_leveld_level *to, ow_error *error);

extern const struct format_row leveld_format;

/* The records of a level that an issue can refer to are those of the block with this id, and the
 * points of a path. For META and MESH, the record begins after the id. */
enum { LEVELD_POINT = OW_LEVELD_PATH + 1 };
/* Whether a block has actors: PLRS, NPCS, ITEM. */
static inline bool leveld_has_actors(const ow_leveld_block *block)
{
    return block->id == OW_LEVELD_PLRS || block->id == OW_LEVELD_NPCS ||
           block->id == OW_LEVELD_ITEM;
}

/* The blocks that a game uses: the index of the last block of each id, NO_BLOCK if there is
 * none. */
#define NO_BLOCK UINT32_MAX
enum { LEVELD_BLOCK_IDS = OW_LEVELD_PATH + 1 };
/* Names of a block and its records: see words.c. */
struct leveld_words {
    const char *id;     /* in the file */
    const char *list;   /* JSON name of the list in the block or its map; NULL: none */
    const char *name;   /* of a record, for programs */
    const char *record; /* for people, singular and plural; NULL: there is only one */
    const char *records;
};
extern const struct leveld_words leveld_words[LEVELD_BLOCK_IDS];

struct leveld_last {
    uint32_t of[LEVELD_BLOCK_IDS];
};
struct leveld_last leveld_find_last(const ow_leveld_level *level);

/* Whether a game uses a block: only the last of its id, and only actors that come after the last
 * things. */
static inline bool leveld_is_seen(const ow_leveld_level *level, const struct leveld_last *last,
                                  uint32_t index)
{
    uint8_t id = level->blocks[index].id;
    if (!leveld_has_actors(&level->blocks[index]))
        return id < LEVELD_BLOCK_IDS && last->of[id] == index;
    return last->of[OW_LEVELD_THNG] == NO_BLOCK || last->of[OW_LEVELD_THNG] < index;
}

/* The height of a map in cells, computed if the version does not store it. */
static inline uint32_t leveld_map_height(const ow_leveld_level *level, const ow_leveld_mesh *mesh)
{
    return leveld_layout_of(level) >= 3 ? mesh->height : leveld_counted_height(mesh);
}

/* A view whose joined things are in an arena. */
ow_status leveld_view_in(const ow_leveld_level *level, struct arena *arena, ow_leveld_view *view);

/* OW_BAD_ARGUMENT if a level built by a program is inconsistent, such as a count without a list. */
ow_status leveld_check_blocks(const ow_leveld_level *level, ow_error *error);

/* The approximate memory of a level's records, as a limit for copies. */
uint64_t leveld_records_size(const ow_leveld_level *level);

/* Formats a timestamp as a date (ISO 8601, UTC). Programs store different things: games store
 * seconds since 1970, editors 0. Returns false if the result is not between 1990 and 2099. */
enum { LEVELD_DATE = 40 };
bool leveld_date(uint64_t timestamp, char date[LEVELD_DATE]);

/* Functions of the row in format.c, see struct format_row. */
ow_status leveld_check(const struct file *file, struct report *report, ow_error *error);
ow_status leveld_summarise(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error);
ow_status leveld_map(const struct file *file, ow_map *map, ow_error *error);

extern const struct remedy leveld_remedies[];
bool leveld_finish_salvaged(void *document, struct salvage *salvage);

extern const ow_issue_code leveld_issue_codes[];
extern const struct field_note leveld_notes[];

#endif
