/* Declarations that the rules of a check share. */
#ifndef OW_SRC_LEVELD_CHECK_H
#define OW_SRC_LEVELD_CHECK_H

#include "codes.h"
#include "repeats.h"
#include "survey.h"

#include "../base/report.h"
#include "../driver/records.h"

/* Keys in ascending order, and a directory by their highest bits: each bucket has only a few
 * keys. */
struct sorted_keys {
    const uint64_t *keys;
    uint32_t count;
    uint32_t *starts; /* of each bucket, and one at the end; NULL without keys */
    unsigned shift;   /* key >> shift is the bucket */
};

/* Objects that are compared with all others, noted by the rules on blocks. */
struct noted {
    struct repeats things;
    /* of all objects, without 0; in the end only the tags that a single object has, ascending */
    uint64_t *tags;
    uint32_t tag_count;
    struct sorted_keys lonely; /* the few tags that are left in the end */
};

struct checker {
    struct survey survey;
    struct report *report;
    struct record_reporter records;
    struct arena arena;  /* memory for the whole check */
    ow_leveld_mesh mesh; /* the map that a game uses; with its layers if rules need cells */
    uint64_t wide, high; /* size of the map in pixels; 0 if not known */
    struct noted noted;
};

/* Reports an issue of a known range of bytes. `field` is the rest of the JSON Pointer after the
 * block. */
void leveld_range_issue(struct checker *check, enum leveld_code code, uint32_t block,
                        const char *field, uint64_t offset, uint64_t size, const char *format, ...)
    OW_PRINTF(7, 8);

/* Checks the encoding of a record's text. */
void leveld_check_text(struct checker *check, struct record_place place, const char *field,
                       ow_text text);

/* The rules, in the order in which they run. A rule on a block begins behind the block's head and
 * moves the walk behind the block. Except for leveld_check_mesh, they are for blocks that a game
 * uses. */
void leveld_check_file(struct checker *check);
void leveld_check_meta(struct checker *check, const struct block_place *block);
void leveld_check_mesh(struct checker *check, const struct block_place *block);
void leveld_check_actors(struct checker *check, const struct block_place *block);
void leveld_check_things(struct checker *check, const struct block_place *block);
void leveld_check_triggers(struct checker *check, const struct block_place *block);
void leveld_check_paths(struct checker *check, const struct block_place *block);

/* Rules that compare an object with all others. They need three steps: memory for the notes, a note
 * of each object that counts (repeats_note too for a thing), and then the rules. */
ow_status leveld_prepare_notes(struct checker *check);
static inline void leveld_note_tag(struct checker *check, uint32_t tag)
{
    if (tag != 0)
        check->noted.tags[check->noted.tag_count++] = tag;
}

ow_status leveld_check_noted(struct checker *check);

/* The kind of object for a message, such as "thing". */
const char *leveld_name_of_part(unsigned part);

#endif
