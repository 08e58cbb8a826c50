/* Parts of a world: records found by what they are, taken out, and put into another world.
 *
 * A record is what a world is made of: in Blotter a component or a wire; in LevelD a layer, an actor, a
 * thing, a trigger or a path; in city saves a thing; in .structure a root or a block. Places are in the
 * axes of the file itself, and in the units that pictures have: squares of Logic World, cells of a level,
 * blocks of a build, units of a city. A component's is where it stands in the world, whatever it stands
 * on. */
#ifndef OVERWORLD_PARTS_H
#define OVERWORLD_PARTS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A record that was found. Only ever handed out: it grows at its end. */
typedef struct ow_part {
    const char *pointer; /* its JSON Pointer */
    const char *kind;    /* "component", "wire", "thing"; a constant */
    const char *name;    /* in a few words for people, where type and place say nothing: "wire C-41
                            output 0 - C-42 input 0"; else "" */
    ow_text type;        /* as in type:NAME; empty where it has none */
    ow_text text;        /* what is written on it, or what a player called it; empty: nothing */
    uint32_t address;    /* of a component, else 0 */
    uint32_t tag;        /* of a thing, a trigger or a path of a level, else 0 */
    bool has_address, has_tag;
    uint8_t padding[2];
    unsigned axes;      /* of its position: 2 or 3, or 0 where it has none */
    double position[3]; /* not in 1/1000s, not relative to what it stands on */
} ow_part;

/* Which records are meant: those that each member allows. All members zero: all.
 *
 * `selectors` are joined by commas, and any of them chooses:
 *
 *     /components/3     a JSON Pointer: the record, or the list, and all that is on it
 *     C-12              a component by its address, and all that is on it
 *     type:NAME         in Blotter the text id, with its mod or without, in city saves the name in the table, in LevelD the id
 *                       of a thing, an actor or a trigger's action, in .structure the name in English;
 *                       * stands for any characters
 *     kind:NAME, NAME   "wire", "wires"
 *     tag:N             of a level's things, triggers and paths
 *     text:WORDS        that stand in the record's text, whatever the case of letters; * as above
 *     at:X,Y[,Z]        a cell of a level; else what is no more than half a unit away on each axis
 *     box:X,Y[,Z]..X,Y[,Z]   from the least to the most, both included
 *     near:X,Y[,Z]:R    at most R units away
 *     only:C-12         a component without what is on it
 *     wired:C-12        what wires join with a component, and those wires
 *     not:SELECTOR      takes away: of what the selectors before it choose, or of all if it is the first
 *
 * `where` are conditions "POINTER OP VALUE", ended by NULL: of a field, by its pointer from the record
 * on, with * for any element, and with one of = != < <= > >= and ~ (contains). A field that is not there
 * fulfils none.
 *
 * `warn`, which may be NULL, gets a message for each selector, type, text, tag, field and value that
 * matches nothing, with the nearest that exists. */
typedef struct ow_part_choice {
    const char *selectors, *type, *text;
    const char *const *where;
    bool has_tag, has_near;
    uint8_t padding[2];
    uint32_t tag;
    double near_to[3]; /* with has_near; the third counts where a record has one */
    double within;     /* the longest distance from there; 0: the nearest record alone */
    ow_warn warn;
    void *warn_context;
    uint64_t reserved[4];
} ow_part_choice;

/* Return OW_STOP to hear of no more; all else is OW_GO_ON. A part lives until the visitor returns. */
typedef ow_visit (*ow_part_visitor)(void *context, const ow_part *part);

/* Finds records, in the order of the file. `choice`, `visit` and `count` (how many there are, whenever
 * the visitor stopped) may be NULL. That nothing is found is no error. OW_BAD_ARGUMENT: a selector or a
 * condition that cannot be understood. */
OW_API ow_status ow_find_parts(const ow_document *document, const ow_part_choice *choice,
                               const ow_options *options, ow_part_visitor visit, void *context,
                               uint64_t *count, ow_error *error);

/* Removes records with what is on them and what joins them to others, and renumbers what refers to those
 * that stay: in Blotter wires go with either of their components, and a subassembly's list of states that
 * are on keeps those that are still used; in LevelD a layer goes with what stands on it; in .structure a
 * root with its blocks, and connections to a block with the block. *removed (may be NULL) is how many
 * went. OW_BAD_ARGUMENT, and the document as it was: a selector that chooses nothing, a document that has
 * no memory of its own, or what a world cannot be without. */
OW_API ow_status ow_remove_parts(ow_document *document, const char *selectors,
                                 const ow_options *options, uint64_t *removed, ow_error *error);

/* What ow_replace_parts changes. */
typedef enum ow_replaced {
    OW_REPLACE_TYPE, /* the type of records, as ow_part.type has it */
    OW_REPLACE_TILE  /* LevelD: the tile of cells, a number; whether something passes stays */
} ow_replaced;

/* Makes records of one type, or cells of one tile, those of another. In Blotter and in city saves a name of
 * the table is changed or, where the other one is in it too, left out, and what had it gets the other's
 * number. In .structure both types, by name or id, must keep the same things; in LevelD types are the
 * ids of things, actors and the actions of triggers. A name may leave out its mod, if records have one
 * such type. *count (may be NULL) is how many records or cells
 * changed. OW_BAD_ARGUMENT, and the document as it was: nothing is of the first type, the other is no type
 * of the format, or the format has no such thing. */
OW_API ow_status ow_replace_parts(ow_document *document, ow_replaced what, const char *from,
                                  const char *to, const ow_options *options, uint64_t *count,
                                  ow_error *error);

/* Makes a world of the records that selectors choose, with what is on them and what joins them. The
 * document itself stays as it is; *part owns memory of its own. What cannot come along is told to `warn`
 * (which may be NULL), one sentence a call, with the JSON Pointer of the first place: wires to what stays,
 * say.
 *
 * Blotter: components and all that is on them become a subassembly, with the wires among them and the
 * states of their pegs. Addresses and states keep their numbers. The first component that stands on none
 * of them stands at 0, the others beside it as before; what stood on several is as it stood in the world.
 * .structure: roots, or blocks with their roots; numbers and tables are made anew. LevelD: the cells of
 * what box: says, and the chosen things, triggers and paths, from its corner on; whole without box:. City:
 * the chosen things, on the ground below what box: says where that is heights, from its corner on.
 *
 * OW_BAD_ARGUMENT: a selector that chooses nothing, or nothing that could be a world. */
OW_API ow_status ow_extract_parts(const ow_document *document, const char *selectors,
                                  const ow_options *options, ow_warn warn, void *warn_context,
                                  ow_document *part, ow_error *error);

/* Tells the files that a format's game keeps of a part, in a folder of its own: their names and what is in
 * them, NULL in the world's own. */
typedef void (*ow_part_file_visitor)(void *context, const char *name, ow_text text);
OW_API ow_status ow_part_files(const ow_format *format, ow_text title, ow_part_file_visitor visit,
                               void *context, ow_error *error);

/* Where a part is to go. All members zero: where it stands in its own file. */
typedef struct ow_placement {
    double at[3];   /* added to where each of its records stands, in units as above */
    uint32_t under; /* Blotter: the address of the component that it stands on, whose frame `at` is
                          in; 0: on nothing */
    int quarter_turns; /* about its upright axis, as seen from above: clockwise */
    uint64_t reserved[4];
} ow_placement;

/* Makes a world that has everything of two of one format: of the first as it is, and of `part`, which
 * becomes of the first's version and variant, in numbers that are free. Both stay as they are; *merged owns
 * memory of its own. What changes on the way is told to `warn`, which may be NULL.
 *
 * Blotter: components whose address the world does not have keep it, states likewise; types go by their
 * name, mods that are missing are added. .structure: roots and blocks behind those that are there; tables
 * are made anew. LevelD: cells are put over those that are there, from the cell `at` on, and its objects
 * behind the others. City: its things.
 *
 * OW_BAD_ARGUMENT: two formats, an address that the world does not have, a turn that the format has not.
 * OW_BAD_VALUE: a place or a number that the world has no room for. */
OW_API ow_status ow_merge(const ow_document *world, const ow_document *part,
                          const ow_placement *placement, const ow_options *options, ow_warn warn,
                          void *warn_context, ow_document *merged, ow_error *error);

/* How records are moved, turned or copied. Start with all members zero. */
typedef struct ow_rearrangement {
    /* How far, on the axes and in the units of ow_part.position; of a level, the third is the layer. */
    double by[3];

    /* Clockwise as seen from above, about the first record that is chosen; a negative number turns the other way. */
    int32_t quarter_turns;

    /* 0: the records themselves move. Else they stay, and so many copies are added, each `by` farther than
     * the one before. */
    uint32_t copies;
    uint64_t reserved[8];
} ow_rearrangement;

/* Moves, turns or copies the records that selectors match, with everything on them. The result is a document of
 * its own, `changed`, which ow_close gives back. What changes besides, or cannot come along, goes to `warn`
 * (which may be NULL), one sentence a call. `count` (which may be NULL) gets how many records moved or were
 * added.
 *
 * Blotter: components with all on them. Wires follow; copies have the wires among them, and states of their own.
 * What is mounted stays mounted. LevelD: objects; with box: the cells of the rectangle too, on all layers. Cells
 * that are left behind become 0. City: things. .structure: roots, and blocks within the bounds of their root;
 * copies have roots of their own, with the connections among them.
 *
 * OW_BAD_ARGUMENT if nothing matches, or the format cannot turn such records. OW_BAD_VALUE if a record would
 * stand where the format has no place. */
OW_API ow_status ow_rearrange_parts(const ow_document *document, const char *selectors,
                                    const ow_rearrangement *how, const ow_options *options,
                                    ow_warn warn, void *warn_context, ow_document *changed,
                                    uint64_t *count, ow_error *error);

#ifdef __cplusplus
}
#endif

#endif
