/* Every kind of issue of a city save: what it means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are made from this table. */
#include "codes.h"

#include "city.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"CITY_" #name, severity, fix, meaning, advice}

const ow_issue_code city_issue_codes[CITY_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends before the data that it announces. Either it was cut short (a crash or a "
         "full disk while saving, an interrupted download), or a count in it is wrong.",
         "Get the file again. `overworld show` tells what stands before the break."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field holds what it cannot hold, such as a kind of terrain that nobody knows, or bytes "
         "follow where the file should end. The format has no mark to find the way again by: from "
         "there on nothing can be trusted.",
         "Get the file again. `overworld show` tells what stands before the break."),
    CODE(UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The file format version is not 0, the only one that the specification and the game know.",
         "Look for a newer Overworld; if the save was never of a newer game, the header is "
         "damaged."),
    CODE(OLD_VARIANT, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "The save is not laid out as the game in its final form writes and reads it (d3). s1 is "
         "the published specification, which has no z_scale; p0 comes from a generator of test "
         "files, with floats the other way round; l2 and l1 are early, without version and things.",
         "Convert it with --variant d3, which tells what it has to assume."),
    CODE(
        VARIANT_UNCERTAIN, OW_SEVERITY_INFO, OW_NO_FIX,
        "The save has neither a z_scale nor things. Whether it is of the published specification "
        "(s1) or of the generator of test files (p0) cannot be told, and makes no difference until "
        "it has things. It is read as s1.",
        "Nothing to do."),
    CODE(SIZE_WRONG, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "A section states a size that is neither the true one nor wrong in the game's own way (48 "
         "and the name's length for the header, 56 and the path's for the terrain, where bits were "
         "added up for bytes; 32 and 40 in l2 and l1, which is inferred). The game ignores these "
         "sizes, so the save still loads; no real file has this.",
         "Leave the size out of the JSON of the save: then the true one is written."),
    CODE(BAD_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The save's name, the path of its image or the name of a Meta Thing is not valid UTF-8, "
         "which the game's code requires. No real file has this.",
         "Correct the text in the JSON of the save."),
    CODE(IMAGE_PATH_EMPTY, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The terrain is an image, but its path is empty, so there is no terrain. No real file has "
         "this.",
         "Set image_path in the JSON of the save, relative to the game's folder."),
    CODE(
        IMAGE_PATH_UNSAFE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
        "The path of the terrain's image is not a relative path of plain names with / between "
        "them: it begins with / or a drive letter, climbs out of the game's folder with .., or has "
        "characters that paths elsewhere would take for more than a name. Overworld never opens "
        "such a path.",
        "Put the image into the game's folder and name it from there in the JSON of the save."),
    CODE(IMAGE_MISSING, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The image of the terrain was not found, or could not be read. It is looked for below the "
         "save's own folder, below the game's where that is given (--assets), and beside the save. "
         "The save itself is whole.",
         "Put the image beside the save, or give the game's folder as well: with --assets, or by "
         "opening that folder on the page."),
    CODE(IMAGE_SIZE_ODD, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The image of the terrain is of a size that the game does not use: 128 x 128 in its first "
         "months, later a multiple of 16 and one more on both sides, such as 129 x 129.",
         "Scale or cut the image."),
    CODE(Z_SCALE_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The scale of the terrain's heights is infinite or not a number.",
         "Set z_scale in the JSON of the save; the game writes 0.1."),
    CODE(
        Z_SCALE_NOT_POSITIVE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
        "The scale of the terrain's heights is 0, which makes it flat, or negative, which turns it "
        "upside down. No real file has this.",
        "Set z_scale in the JSON of the save; the game writes 0.1."),
    CODE(HEIGHTS_IN_FILE, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The terrain's heights stand in the file itself. The specification has this, but the game "
         "never learned to read it, and no real file does it.",
         "For the game, export the heights to an image and refer to that."),
    CODE(VERTICES_TOO_FEW, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The terrain has fewer than two vertices in a direction, so there is no ground between "
         "them. The specification sets no least number; no real file has this.",
         "Set other heights."),
    CODE(HEIGHT_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A height of the terrain is infinite or not a number.",
         "Set the height in the JSON of the save."),
    CODE(META_THING_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "Two entries of the Meta Things table have the same name. The game makes the table from a "
         "set, so no file of its own has this.",
         "Let all things use one of the two, and remove the other."),
    CODE(META_THING_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The Meta Things table has an entry that no thing uses. The specification lists those in "
         "use, and the game reads others without harm.",
         "Nothing to do."),
    CODE(
        META_THING_MISSING, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
        "A thing's meta_thing is an index beyond the Meta Things table, so nobody can tell what it "
        "is.",
        "Add the name to meta_things in the JSON of the save, or remove the thing."),
    CODE(DIRECTION_UNKNOWN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A thing's direction is above 7. There are eight directions, 0 to 7, in steps of 45 "
         "degrees.",
         "Set the direction to one of the eight."),
    CODE(COORDINATE_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A coordinate of a thing is infinite or not a number.",
         "Set it in the JSON of the save, or remove the thing."),
    CODE(THING_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A thing stands beyond the terrain, which reaches from 0 to its number of vertices less "
         "one. No real file has this. Where the terrain is an image, this is only looked for when "
         "the image is there.",
         "Move the thing, or remove it."),
    CODE(
        RESERVED_DATA, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
        "A thing has reserved data. The specification leaves room for it, \"currently empty\"; the "
        "game reads how long it is, but never passes over it, and so takes it for the next thing.",
        "Set reserved to \"\" in the JSON of the save."),
};
