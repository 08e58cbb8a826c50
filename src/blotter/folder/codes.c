/* Every kind of issue of the files beside a Logic World save. */
#include "folder.h"

#define CODE(name, severity, meaning, advice)                                                      \
    [FOLDER_##name] = {"FOLDER_" #name, severity, OW_NO_FIX, meaning, advice}

const ow_issue_code blotter_folder_codes[FOLDER_CODE_COUNT + 1] = {
    CODE(TEXT_BROKEN, OW_SEVERITY_ERROR,
         "A text file of the save breaks a rule of JECS, the game's text format (SUCC in older "
         "versions). The game's own reader refuses such a file.",
         "Open the file in an editor and correct the line that the message names."),
    CODE(
        TWO_ENDINGS, OW_SEVERITY_WARNING,
        "A text file is there twice, as .jecs and as .succ. Game versions since about 0.92 write "
        ".jecs, older ones .succ. Which of two the game reads is not known; Overworld reads .jecs.",
        "Remove the older one."),
    CODE(TITLE_MISSING, OW_SEVERITY_WARNING,
         "The folder has text files, but no meta file with a title. Every real save has a title.",
         "Write a file meta.jecs with a line \"Title: My world\"."),
    CODE(DISPLAY_UNUSED, OW_SEVERITY_INFO,
         "The folder has colours of a display configuration that no display of the world uses. "
         "Players may keep configurations for later.",
         "Nothing to do."),
    CODE(DISPLAY_MISSING, OW_SEVERITY_WARNING,
         "A display uses a configuration that has no file, although other configurations have one. "
         "How the game shows such a display is not known; Overworld draws it dark and white.",
         "Write the file, or choose another configuration in the game."),
    CODE(DISPLAY_COLORS, OW_SEVERITY_WARNING,
         "A display configuration has more or fewer colours than its inputs have values: n inputs "
         "have 2^n values. No real save has this.",
         "Correct the list \"Data\" of the file."),
    CODE(FLAG_MISSING, OW_SEVERITY_WARNING,
         "The order of flags names a component that is not in the world. That its addresses are "
         "hexadecimal is inferred.",
         "Remove the line from the list \"Data\" of ExtraData/MHG.FlagListOrder."),
    CODE(PLACEMENT_COUNT, OW_SEVERITY_WARNING,
         "A subassembly has different numbers of placements and roots. In real subassemblies, each "
         "root has one placement, in the order of the roots (inferred).",
         "Save the subassembly again from the game."),
    CODE(MOD_UNUSED, OW_SEVERITY_INFO,
         "The world lists a mod but uses none of its component types. The game lists all installed "
         "mods.",
         "Nothing to do; the mod may do something without components."),
    CODE(MOD_PEGS, OW_SEVERITY_WARNING,
         "A component has other numbers of pegs than its type has in the mod's files (--mods). The "
         "world was probably saved with another version of the mod.",
         "Use the version of the mod that the world was saved with."),
    CODE(MOD_TYPE_MISSING, OW_SEVERITY_WARNING,
         "The world lists a component type of a mod that does not have it in its files (--mods). "
         "The world was probably saved with another version of the mod.",
         "Use the version of the mod that the world was saved with."),
};
