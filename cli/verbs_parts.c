/* The rows of the verbs that find, take out and put in parts of a world. */
#include "options.h"

#define SELECTORS_TOLD                                                                             \
    "SELECTOR is one or more of these, with commas between them: a JSON Pointer (and all below\n"  \
    "it), C-12 (a component and all on it), type:NAME, a kind (\"wires\"), tag:N, text:WORDS,\n"   \
    "at:X,Y[,Z], box:X,Y[,Z]..X,Y[,Z]; * in a name stands for any characters. Places are in\n"     \
    "the file's axes and in squares, cells or blocks, as in pictures."

const struct verb find_verb = {
    .name = "find",
    .operands = "FILE [SELECTOR]",
    .summary = "which records of a world are what you look for",
    .description =
        "Prints each record that is what SELECTOR and the options say, all of them: its JSON\n"
        "Pointer, address, kind and type, where it stands and what is written on "
        "it.\n" SELECTORS_TOLD
        "\nExit status 1: there is none. With -r, FILE may be a folder, and each "
        "line begins\nwith the world's file.",
    .options = {{0, "type", "NAME", "of this type; * stands for any characters"},
                {0, "text", "WORDS", "with these words on it, in letters of any case"},
                {0, "tag", "N", "of a level: with this tag"},
                {0, "near", "PLACE", "the nearest to X,Y,Z, or all that --within says"},
                {0, "within", "DISTANCE", "of --near: no further away than that"},
                {0, "where", "CONDITION", "fields compared: 'inputs/0 = 3 and parent != 0'"},
                {0, "count", NULL, "print how many there are, alone"},
                RECURSIVE_OPTION,
                STRICT_OPTION,
                JSON_OPTION,
                JSON_LINES_OPTION,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld find MySave/ --type 'MHG.*Gate' --count", "how many gates"},
                 {"overworld find MySave/ text:clock", "where is the label"},
                 {"overworld find level.lvd box:0,0..9,9 --where 'flags != 0'",
                  "things in a corner of a level"},
                 {"overworld find my.city --near 12,8", "the nearest house"},
                 {"overworld find -r saves/ --type '*Relay' --count", "relays in each world"}},
    .least_operands = 1,
    .most_operands = 2,
    .run = run_find,
};

const struct verb remove_verb = {
    .name = "remove",
    .operands = "FILE SELECTOR",
    .summary = "take records out of a world",
    .description =
        "Removes records with what is on them and what joins them to others: wires of a\n"
        "component, connections to a block. What refers to the rest by number is renumbered;\n"
        "nothing else is touched. Without -o and -i it tells what would go.\n" SELECTORS_TOLD,
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld remove MySave/ C-12 -o smaller.logicworld",
                  "a board and all that is on it"},
                 {"overworld remove level.lvd tag:3 -i --backup .old",
                  "in place, the old file kept"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_remove,
};

const struct verb replace_verb = {
    .name = "replace",
    .operands = "FILE --type OLD NEW | FILE --tile OLD NEW",
    .summary = "make what is of one type of another",
    .description =
        "Makes all records of a type those of another: components by the text id of their type,\n"
        "things of a city by name, blocks of a build by name or id, objects of a level by id;\n"
        "--tile does so for the cells of a level. Without -o and -i it tells what would change.",
    .options = {{0, "type", "OLD", "the type that goes"},
                {0, "tile", "OLD", "of a level: the tile that goes, by number"},
                CHANGE_OPTIONS},
    .examples = {{"overworld replace MySave/ --type OldMod.Lamp NewMod.Lamp -i --backup .old",
                  "a mod that is called otherwise now"},
                 {"overworld replace level.lvd --tile 3 7 -o new.lvd", "grass for sand"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_replace,
};

const struct verb extract_verb = {
    .name = "extract",
    .operands = "FILE SELECTOR...",
    .summary = "make a world of some records of another",
    .description =
        "Writes a world that holds the chosen records alone, with what is on them and what\n"
        "joins them. Logic World: a subassembly, with wires among its components and their\n"
        "states; the first component stands at 0. LevelD: the cells of box:, and objects in it.\n"
        "What cannot come along is told as a warning. OUT with a slash at its end, or a folder,\n"
        "gets a subassembly as Logic World keeps it, with meta.jecs and "
        "placements.jecs.\n" SELECTORS_TOLD,
    .options = {{'o', "output", "OUT",
                 "write the new world here: a file, a folder/, or - for standard output"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                READ_AS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld extract MySave/ C-12 -o adder.partialworld", "a board as a part"},
                 {"overworld extract level.lvd box:0,0..15,9 -o corner.lvd",
                  "a rectangle of a level"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_extract,
};

const struct verb merge_verb = {
    .name = "merge",
    .operands = "WORLD PART...",
    .summary = "put worlds into another one",
    .description =
        "Puts everything of each PART into WORLD: components with their wires and states, blocks,\n"
        "cells and objects. Numbers of the world stay; those of a part that it has already are\n"
        "made anew, and a part of another version becomes of the world's. --at is added to where\n"
        "everything of the part stands, in squares, cells or blocks.",
    .options = {{0, "at", "PLACE", "where its 0 goes: X,Y,Z, or X,Y of a level"},
                {0, "under", "ADDRESS", "Logic World: on this component, such as C-9"},
                {0, "turn", "N", "by quarters, clockwise from above"},
                CHANGE_OPTIONS},
    .examples = {{"overworld merge MySave/ adder.partialworld --at 10,0,4 -o new.logicworld",
                  "a part into a world"},
                 {"overworld merge level.lvd house.lvd --at 12,3 -i", "a house into a level"}},
    .least_operands = 2,
    .most_operands = -1,
    .run = run_merge,
};
