/* The rows of the verbs that find, take out and put in parts of a world. */
#include "options.h"

const struct verb find_verb = {
    .name = "find",
    .group = "Look",
    .is_first = true,
    .operands = "FILE [SELECTOR]",
    .summary = "list the records that match a selector and all options",
    .description =
        "Prints the JSON Pointer, address, kind, type, position and text of each record. The exit\n"
        "status is 1 if nothing matches. With -r, FILE may be a folder, and each line begins with\n"
        "the file.",
    .options = {{0, "type", "NAME", "records of this type; * stands for any characters"},
                {0, "text", "WORDS", "records with these words on them, in any case"},
                {0, "tag", "N", "things, triggers and paths of a level with this tag"},
                {0, "near", "PLACE", "the record nearest to X,Y,Z, or all of --within"},
                {0, "within", "DISTANCE", "with --near: records at most this far away"},
                {0, "where", "CONDITION", "compare fields: 'inputs/0 = 3 and parent != 0'"},
                {0, "count", NULL, "print only how many there are"},
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld find MySave/ text:clock", "where is the label?"},
                 {"overworld find level.lvd box:0,0..9,9 --where 'flags != 0'",
                  "things in the corner of a level"},
                 {"overworld find -r saves/ --type '*Relay' --count", "relays in each world"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_find,
};

const struct verb remove_verb = {
    .name = "remove",
    .group = "Change",
    .operands = "FILE SELECTOR",
    .summary = "remove records with everything on them",
    .description =
        "Wires of a removed component and connections to a removed block are removed too.\n"
        "References by number are renumbered. Nothing else changes.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld remove MySave/ C-12", "what would be removed"},
                 {"overworld remove MySave/ C-12 -o smaller.logicworld",
                  "a board with everything on it"},
                 {"overworld remove level.lvd tag:3 -i --backup .old",
                  "in place, keep the old file"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_remove,
};

const struct verb replace_verb = {
    .name = "replace",
    .group = "Change",
    .operands = "FILE --type OLD NEW | FILE --tile OLD NEW",
    .summary = "change records from one type to another",
    .description =
        "Types are the text id of a component's type, the name of a thing in a city, the name or\n"
        "id of a block in a build, and the id of an object in a level.",
    .options = {{0, "type", "OLD", "the type to replace"},
                {0, "tile", "OLD", "the tile of a level to replace, by number"},
                CHANGE_OPTIONS},
    .examples =
        {{"overworld replace MySave/ --type OldMod.Lamp NewMod.Lamp -i --backup .old",
          "a mod with a new name"},
         {"overworld replace car.structure --type 'Metal block' 'Wood block' -o wood.structure",
          "a build of wood"},
         {"overworld replace level.lvd --tile 3 7 -o new.lvd", "grass for sand"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_replace,
};

const struct verb extract_verb = {
    .name = "extract",
    .group = "Change",
    .operands = "FILE SELECTOR...",
    .summary = "copy a part into a world of its own",
    .description =
        "Writes a world of the matching records, with everything on them and what joins them.\n"
        "Logic World: a subassembly, with the wires among its components and their states; the\n"
        "first component stands at 0. LevelD: the cells of box:, with the objects in it. A "
        "warning\n"
        "names what cannot be copied. If OUT is a folder, the subassembly is written as Logic "
        "World\n"
        "keeps it, with meta.jecs and placements.jecs.",
    .options = {{'o', "output", "OUT", "write to OUT: a file, a folder/, or - for standard output"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld extract MySave/ C-12 -o adder.partialworld", "a board as a part"},
                 {"overworld extract MySave/ C-12 -o Adder/", "a folder for the game"},
                 {"overworld extract level.lvd box:0,0..15,9 -o corner.lvd",
                  "a rectangle of a level"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_extract,
};

const struct verb merge_verb = {
    .name = "merge",
    .group = "Change",
    .operands = "WORLD PART...",
    .summary = "insert worlds into another world",
    .description =
        "Inserts everything of each PART into WORLD: components with wires and states, blocks,\n"
        "cells and objects. Numbers of WORLD stay. A part gets new numbers if WORLD has them\n"
        "already. A part in another version is converted. Positions are in squares, cells or\n"
        "blocks.",
    .options = {{0, "at", "PLACE", "put the origin of the part here: X,Y,Z, or X,Y in a level"},
                {0, "under", "ADDRESS", "mount the part on this component, such as C-9"},
                {0, "turn", "N", "turn by N quarters, clockwise from above"},
                CHANGE_OPTIONS},
    .examples = {{"overworld merge MySave/ adder.partialworld --at 10,0,4 -o new.logicworld",
                  "a part into a world"},
                 {"overworld merge MySave/ adder.partialworld --under C-9 --turn 1 -i",
                  "on a board, turned"},
                 {"overworld merge level.lvd house.lvd --at 12,3 -i", "a house into a level"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_merge,
};
