/* The rows of the verbs that write worlds. */
#include "options.h"

const struct verb convert_verb = {
    .name = "convert",
    .group = "Convert",
    .is_first = true,
    .operands = "IN OUT | IN... FOLDER",
    .summary = "convert to JSON, another version, Tiled or glTF, and back",
    .description =
        "The extension of OUT, or --to, says what is written. JSON is lossless: converted back,\n"
        "it gives the same bytes. convert warns about data that the target cannot hold and about\n"
        "a mismatched extension. OUT is written whole or not at all. Several files, and with -r\n"
        "all below folders, are written into FOLDER, in the same folders as before.\n"
        "A PNG gets the heights of the ground in 16-bit grey, with their scale as text. --terrain\n"
        "takes the heights of a PNG (or its red) as the ground of a city: an image beside OUT "
        "that\n"
        "the save names, as the game reads it. A TMJ or TMX is a level as a map of Tiled, with a\n"
        "tileset beside it; converted back, the level has your changes and is otherwise the same,\n"
        "byte for byte. A CSV gets the cells of one layer: the tile, plus 32768 if impassable. A\n"
        "glTF (.glb, or .gltf as text) is for viewers, engines and modellers.",
    .options = {{'t', "to", "FORMAT",
                 "write json, png (heights), glb, gltf, tmj, tmx, csv, or this format"},
                {'V', "version", "N", "write this version of the format"},
                {0, "variant", "NAME", "write this variant of the format"},
                {0, "terrain", "FILE", "replace the ground by the heights of a PNG"},
                {0, "tileset", "IMAGE", "use this PNG as tileset of a map of Tiled"},
                {0, "layer", "N", "write this layer of a level to a CSV, from 0 on"},
                {0, "instancing", NULL,
                 "write equal parts of a glTF once: EXT_mesh_gpu_instancing"},
                {'f', "force", NULL, "replace OUT if it exists"},
                {'i', "in-place", NULL, "replace IN; there is no OUT"},
                {'s', "strict", NULL, "on a warning, write nothing and exit with status 1"},
                RECURSIVE_OPTION,
                READ_AS_OPTION,
                ASSETS_OPTION,
                TELL_OPTIONS,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld convert MySave/ save.json", "JSON, and back in the same way"},
                 {"overworld convert old.logicworld new.logicworld --version 7",
                  "to the newest version"},
                 {"overworld convert -r saves/ json/ --to json", "all worlds below a folder"}},
    .least_operands = 0, /* run_convert knows about --in-place */
    .most_operands = -1,
    .run = run_convert,
};

const struct verb set_verb = {
    .name = "set",
    .group = "Change",
    .is_first = true,
    .operands = "FILE PART VALUE",
    .summary = "set one value of a world",
    .description =
        "PART is a JSON Pointer, or the address of a component with a pointer behind it, such as\n"
        "C-12/position/0. VALUE is parsed as JSON; if that fails, it is taken as a string. "
        "Nothing\n"
        "else changes. Without -o and -i, set prints what would change.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld set level.lvd /blocks/0/author Ada -i", "a text"},
                 {"overworld set MySave/ /components/7/position '[300, 0, 0]' -i",
                  "another position"},
                 {"overworld set my.city /things/3/x 12.5 -o new.city", "into another file"}},
    .least_operands = 3,
    .most_operands = 3,
    .run = run_set,
};

const struct verb patch_verb = {
    .name = "patch",
    .group = "Change",
    .operands = "FILE PATCH",
    .summary = "apply a JSON Patch to a world",
    .description =
        "PATCH is a JSON Patch (RFC 6902) for the world's JSON, such as diff --patch writes. All\n"
        "operations are applied, or none. The exit status is 1 if an operation finds nothing to\n"
        "work on or a test fails. It is 4 if PATCH is invalid or the result is not a world.",
    .options = {CHANGE_OPTIONS},
    .examples = {{"overworld patch level.lvd change.json -o new.lvd", "into another file"},
                 {"overworld patch level.lvd change.json -i --backup .old",
                  "in place, keep the old file"},
                 {"overworld diff --patch a.lvd b.lvd | overworld patch c.lvd - -i",
                  "apply the changes of one world to another"}},
    .least_operands = 2,
    .most_operands = 2,
    .run = run_patch,
};

const struct verb merge3_verb = {
    .name = "merge3",
    .group = "Change",
    .operands = "BASE OURS THEIRS",
    .summary = "three-way merge: apply the changes from BASE to THEIRS to OURS",
    .description =
        "Records are matched as in diff, so each side may add, remove and change other records of\n"
        "one list. -i replaces OURS. If both sides changed one value, or one changed what the\n"
        "other removed, there is a conflict. It is reported and ours is kept; the rest is merged\n"
        "and written. The exit status is then 1. It is also 1 if the merge introduces an error\n"
        "that neither side had.",
    .options = {{0, "path", "PATH", "name of OURS in messages: %P of git"}, CHANGE_OPTIONS},
    .examples = {{"overworld merge3 base.lvd ours.lvd theirs.lvd -o merged.lvd",
                  "two people changed one level"},
                 {"overworld merge3 base.lvd ours.lvd theirs.lvd --json",
                  "conflicts for a program"},
                 {"git config merge.overworld.driver 'overworld merge3 %O %A %B -i --path=%P'",
                  "let git merge worlds"}},
    .least_operands = 3,
    .most_operands = 3,
    .run = run_merge3,
};

const struct verb repair_verb = {
    .name = "repair",
    .group = "Change",
    .is_first = true,
    .operands = "FILE",
    .summary = "fix what check finds, and rescue a broken file",
    .description =
        "Each code of check has its fix (see check --explain all). Fixes that lose nothing are\n"
        "applied; the others need --lossy, and then check finds no error any more. Infos are "
        "fixed\n"
        "only if --only names them. With --lossy, a truncated or garbled file keeps its complete\n"
        "records, and losses are reported. The exit status is 1 if errors are left, and 4 if\n"
        "nothing sound is left.",
    .options = {{'l', "lossy", NULL, "also apply fixes that lose something"},
                {0, "only", "CODES", "fix only these codes (with commas)"},
                {'n', "dry-run", NULL, "write nothing, whatever -o and -i say"},
                CHANGE_OPTIONS,
                ASSETS_OPTION,
                COLOR_OPTION},
    .examples = {{"overworld repair MySave/", "what would be fixed"},
                 {"overworld repair broken.logicworld --lossy -o saved.logicworld",
                  "rescue a broken file"},
                 {"overworld repair my.city -i --backup .old", "in place, keep the old file"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_repair,
};
