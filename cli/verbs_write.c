/* The rows of the verbs that write worlds. */
#include "options.h"

const struct verb convert_verb = {
    .name = "convert",
    .operands = "IN OUT | IN... FOLDER",
    .summary = "to JSON, another version, Tiled, a picture of heights, and back; to glTF",
    .description =
        "Converts a file. What OUT becomes is told by its extension or by --to. JSON is\n"
        "lossless: turned back, it gives the same bytes. What another version cannot carry\n"
        "is told as a warning, and so is a name that is not of its kind; --strict allows\n"
        "neither. OUT is written whole or not at all.\n"
        "Many files, and with -r those below folders (not what is hidden or a link), become\n"
        "files in FOLDER, as --to says, with the folders that they stand in.\n"
        "A PNG as OUT gets the heights of the world's ground, in 16-bit grey and with their\n"
        "scale as texts in it. --terrain takes those of a PNG, or its red, for the ground of\n"
        "a city: as its game reads it, an image beside OUT that the save names.\n"
        "A TMJ or TMX as OUT gets a level as a map for Tiled, and a tileset beside it; edited\n"
        "there and converted back, the level has what was changed and is else the same, byte\n"
        "for byte. A CSV gets the cells of one layer: the tile, and 32768 more where nothing\n"
        "passes. A glTF (.glb, or .gltf as text) shows the world in viewers, engines and\n"
        "modellers; with --instancing a large one takes a tenth, for those that know it.",
    .options = {{'t', "to", "FORMAT",
                 "json, png (heights), glb, gltf, tmj, tmx, csv, or the name of a format"},
                {'V', "version", "N", "write this version of the format"},
                {0, "variant", "NAME", "write this variant of the format"},
                TELL_OPTIONS,
                READ_AS_OPTION,
                RECURSIVE_OPTION,
                {'s', "strict", NULL, "warnings make the exit status 1, and nothing is written"},
                {0, "terrain", "FILE", "put the heights of a PNG in place of the ground"},
                {0, "tileset", "IMAGE", "of a map for Tiled: take this PNG, make none"},
                {0, "layer", "N", "of a CSV: this layer of the level, from 0 on"},
                {0, "instancing", NULL, "in a glTF, what is alike once: EXT_mesh_gpu_instancing"},
                ASSETS_OPTION,
                {'f', "force", NULL, "replace OUT if it exists"},
                {'i', "in-place", NULL, "replace IN itself; no OUT is given"},
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld convert MySave/ save.json", "a world as JSON"},
                 {"overworld convert save.json data.logicworld", "and back"},
                 {"overworld convert old.logicworld new.logicworld --version 7",
                  "to the newest version"},
                 {"overworld convert - - < data.logicworld | jq .wires[0]",
                  "through standard input and output"},
                 {"overworld convert my.city heights.png", "the ground as a picture"},
                 {"overworld convert my.city new.city --terrain heights.png",
                  "and the picture as ground"},
                 {"overworld convert MySave/ save.glb", "for viewers of 3D models"},
                 {"overworld convert level.lvd level.tmj", "a level for Tiled"},
                 {"overworld convert -r saves/ json/ --to json", "all worlds below a folder"}},
    .least_operands = 0, /* run_convert knows about --in-place */
    .most_operands = -1,
    .run = run_convert,
};

const struct verb set_verb = {
    .name = "set",
    .operands = "FILE PART VALUE",
    .summary = "one value of a world, changed",
    .description =
        "Puts a value in the place of another. PART is a JSON Pointer, or C-12 for a component of\n"
        "that address with a pointer behind it, such as C-12/position/0. VALUE is JSON; what is "
        "none\n"
        "is a text. -o writes the changed world, -i replaces the file; with neither, what would\n"
        "change is told and nothing is written. Nothing but the value changes.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld set level.lvd /blocks/0/author Ada -i", "a text"},
                 {"overworld set MySave/ /components/7/position '[300, 0, 0]' -i",
                  "somewhere else"},
                 {"overworld set my.city /things/3/x 12.5 -o new.city", "into another file"}},
    .least_operands = 3,
    .most_operands = 3,
    .run = run_set,
};

const struct verb patch_verb = {
    .name = "patch",
    .operands = "FILE PATCH",
    .summary = "a JSON Patch, done to a world",
    .description =
        "Changes a world as a JSON Patch (RFC 6902) says: a list of operations add, remove,\n"
        "replace, move, copy and test on the world's JSON, such as `diff --patch` makes. All of\n"
        "them are done, or none: the exit status is 1 where one finds nothing to work on or a "
        "test\n"
        "fails, 4 where the patch is none or no world comes of it.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld patch level.lvd change.json -o new.lvd", "into another file"},
                 {"overworld diff --patch a.lvd b.lvd | overworld patch c.lvd - -i",
                  "what was done to one world, done to another"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_patch,
};

const struct verb merge3_verb = {
    .name = "merge3",
    .operands = "BASE OURS THEIRS",
    .summary = "what was done to a world, done to another",
    .description =
        "Two worlds came of one: does to OURS what THEIRS did to BASE. Records are known by what\n"
        "they are, as by diff, so each side may have added, removed and changed others of a list.\n"
        "-o writes the merged world, -i replaces OURS; with neither, what would change in OURS is\n"
        "told and nothing is written.\n"
        "What both changed, or one changed and the other removed, is a conflict: it is told, ours\n"
        "is kept there, the rest is merged and written, and the exit status is 1. So it is where\n"
        "check finds an error in what comes of it that neither side has.",
    .options = {{0, "path", "PATH", "call OURS this in messages: git's %P"}, CHANGE_OPTIONS},
    .examples = {{"overworld merge3 base.lvd ours.lvd theirs.lvd -o merged.lvd",
                  "two levels that came of one"},
                 {"git config merge.overworld.driver 'overworld merge3 %O %A %B -i --path=%P'",
                  "git merges worlds"}},
    .least_operands = 3,
    .most_operands = 3,
    .run = run_merge3,
};

const struct verb repair_verb = {
    .name = "repair",
    .operands = "FILE",
    .summary = "mends what check finds, and saves what is left of a broken file",
    .description =
        "Fixes what check finds: warnings and errors, by the fix that each code has (see\n"
        "check --explain all); infos only where --only names them. What loses nothing is done\n"
        "always, the rest with --lossy: then check finds no error any more. A file that is\n"
        "cut short or garbled gives up its complete records with --lossy, and what is lost is\n"
        "told. Without -o and -i it tells what would be fixed, and writes nothing.\n"
        "The exit status is 1 where errors are left, and 4 where nothing sound is.",
    .options = {{'l', "lossy", NULL, "also fix what cannot be fixed without losing something"},
                {0, "only", "CODES", "fix these codes alone, with commas between them"},
                {'n', "dry-run", NULL, "write nothing, whatever -o and -i say"},
                CHANGE_OPTIONS,
                ASSETS_OPTION,
                COLOR_OPTION},
    .examples = {{"overworld repair MySave/", "what would be fixed"},
                 {"overworld repair broken.logicworld --lossy -o saved.logicworld",
                  "what is left of a file"},
                 {"overworld repair my.city -i --backup .old", "in place, the old file is kept"},
                 {"overworld repair level.lvd --only LEVELD_LAYER_LENGTH --lossy -o fixed.lvd",
                  "one thing alone"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_repair,
};
