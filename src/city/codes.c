/* All kinds of issue of a city save: what each means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are generated from this table. */
#include "codes.h"

#include "city.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"CITY_" #name, severity, fix, meaning, advice}

const ow_issue_code city_issue_codes[CITY_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends too early: it announces more data than it has. Either it was cut short (by "
         "a crash or a full disk while saving, or by an interrupted download), or a count in the "
         "file is wrong.",
         "Get the file again. `overworld show` prints everything up to that place."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field has an impossible value, such as an unknown kind of terrain, or there are bytes "
         "after the end of the data. The format has no marks to continue from, so nothing after "
         "that place can be trusted.",
         "Get the file again. `overworld show` prints everything up to that place."),
    CODE(UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The file format version is not 0, the only version in the specification and in the game.",
         "Look for a newer Overworld. If no newer game wrote the save, its header is damaged."),
    CODE(OLD_VARIANT, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "The save is not in the variant that the final version of the game reads and writes (d3). "
         "s1 is the published specification, which has no z_scale. p0 comes from a generator of "
         "test files and has floats in the other byte order. l2 and l1 are early variants without "
         "version and things.",
         "Convert the save with --variant d3. The command reports what it assumes."),
    CODE(VARIANT_UNCERTAIN, OW_SEVERITY_INFO, OW_NO_FIX,
         "The save has neither a z_scale nor things. So it may follow the published specification "
         "(s1) or come from the generator of test files (p0); without things, there is no "
         "difference. It is read as s1.",
         "Nothing to do."),
    CODE(SIZE_WRONG, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The size of a section is neither the true size nor wrong in the way of the game. (The "
         "game writes 48 plus the length of the name for the header, and 56 plus the length of the "
         "path for the terrain, because it added bits to bytes. In l2 and l1 it writes 32 and 40, "
         "which is inferred.) The game ignores these sizes, so the save still loads. No real file "
         "has this.",
         "Remove the size from the JSON of the save; then Overworld writes the true size."),
    CODE(BAD_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The save's name, the path of its image or the name of a Meta Thing is not valid UTF-8, "
         "which the game's code requires. No real file has this.",
         "Correct the text in the JSON of the save."),
    CODE(IMAGE_PATH_EMPTY, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The terrain is an image, but its path is empty, so there is no terrain. No real file has "
         "this.",
         "Set image_path in the JSON of the save, relative to the game's folder."),
    CODE(IMAGE_PATH_UNSAFE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The path of the terrain's image is not a plain relative path with / between names. It "
         "begins with / or a drive letter, leaves the game's folder with .., or has characters "
         "with a special meaning on other systems. Overworld never opens such a path.",
         "Put the image into the game's folder, and set image_path in the JSON of the save "
         "relative to that folder."),
    CODE(IMAGE_MISSING, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The image of the terrain was not found or could not be read. Overworld looks below the "
         "save's own folder, below the game's folder if --assets names it, and beside the save. "
         "The save itself is intact.",
         "Put the image beside the save, or add the game's folder: with --assets, or by opening "
         "that folder on the page."),
    CODE(IMAGE_SIZE_ODD, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The image of the terrain has a size that the game does not use. The game used 128 x 128 "
         "in its first months, and later a multiple of 16 plus one on both sides, such as 129 x "
         "129.",
         "Scale or cut the image."),
    CODE(Z_SCALE_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The scale of the terrain's heights is infinite or not a number.",
         "Set z_scale in the JSON of the save; the game writes 0.1."),
    CODE(Z_SCALE_NOT_POSITIVE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The scale of the terrain's heights is 0, which makes the terrain flat, or negative, "
         "which turns it upside down. No real file has this.",
         "Set z_scale in the JSON of the save; the game writes 0.1."),
    CODE(HEIGHTS_IN_FILE, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The terrain's heights are in the file itself. The specification allows this, but the "
         "game cannot read it, and no real file has it.",
         "For the game, export the heights to an image and set image_path to it."),
    CODE(VERTICES_TOO_FEW, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The terrain has fewer than two vertices in a direction, so it has no area. The "
         "specification sets no minimum; no real file has this.",
         "Set heights with at least two vertices in each direction."),
    CODE(HEIGHT_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A height of the terrain is infinite or not a number.",
         "Set the height in the JSON of the save."),
    CODE(META_THING_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "Two entries of the Meta Things table have the same name. The game makes the table from a "
         "set, so its own files never have this.",
         "Change all things to one of the two entries, and remove the other."),
    CODE(META_THING_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The Meta Things table has an entry that no thing uses. By the specification the table "
         "lists only used names, but the game reads unused ones without harm.",
         "Nothing to do."),
    CODE(META_THING_MISSING, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The meta_thing of a thing is not in the Meta Things table, so the kind of the thing is "
         "unknown.",
         "Add the name to meta_things in the JSON of the save, or remove the thing."),
    CODE(DIRECTION_UNKNOWN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A thing's direction is above 7. There are eight directions, 0 to 7, in steps of 45 "
         "degrees.",
         "Set the direction to one of the eight."),
    CODE(COORDINATE_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A coordinate of a thing is infinite or not a number.",
         "Set the coordinate in the JSON of the save, or remove the thing."),
    CODE(THING_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A thing is outside the terrain, which reaches from 0 to its number of vertices minus "
         "one. No real file has this. If the terrain is an image, this check needs the image.",
         "Move the thing, or remove it."),
    CODE(RESERVED_DATA, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A thing has reserved data. The specification reserves space for it, \"currently empty\". "
         "The game reads the length of the data but does not skip the data, so it reads the data "
         "as the next thing.",
         "Set reserved to \"\" in the JSON of the save."),
};
