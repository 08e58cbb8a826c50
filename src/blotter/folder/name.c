/* What a person calls the files beside a save. */
#include "folder.h"

#include "../../base/error.h"
#include "../../base/text.h"

#include <stdio.h>

/* The number at the beginning of a file's name in a folder, and whether the rest is `rest`. */
static bool take_inputs(const struct text_file *file, const char *rest, uint32_t *inputs)
{
    const size_t prefix = sizeof DISPLAY_FOLDER - 1, size = strlen(rest);
    const char *at = file->stem.data + prefix, *end = file->stem.data + file->stem.size;
    const char *first = at;
    if (!folder_holds(DISPLAY_FOLDER, file))
        return false;
    for (*inputs = 0; at < end && *at >= '0' && *at <= '9' && at - first < 4; at++)
        *inputs = *inputs * 10 + (uint32_t)(*at - '0');
    return at > first && (size_t)(end - at) == size && memcmp(at, rest, size) == 0;
}

void blotter_name_file(const struct text_file *file, char *name, size_t room)
{
    static const struct {
        const char *stem, *name;
    } known[] = {{"meta", "title and description"},
                 {"worldinfo", "kind and spawn of the world"},
                 {"placements", "last placement"},
                 {"ExtraData/MHG.SimulationSpeed", "speed of the simulation"},
                 {"ExtraData/MHG.SimulationPaused", "pause of the simulation"},
                 {"ExtraData/MHG.TotalFlagCount", "count of flags"},
                 {"ExtraData/MHG.FlagListOrder", "order of flags"},
                 {"ExtraData/MHG.WorldTypeData", "look of the ground"}};
    const size_t player = sizeof PLAYER_FOLDER - 1;
    uint32_t inputs, configuration;
    if (folder_names_display(file, &inputs, &configuration))
        snprintf(name, room, "colours %u of displays with %u input%s", (unsigned)configuration,
                 (unsigned)inputs, plural(inputs));
    else if (take_inputs(file, "_pegs/_Order", &inputs))
        snprintf(name, room, "order of colours of displays with %u input%s", (unsigned)inputs,
                 plural(inputs));
    else if (folder_holds(PLAYER_FOLDER, file))
        snprintf(name, room, "player %.*s", (int)(file->stem.size - player),
                 file->stem.data + player);
    else
        snprintf(name, room, "%s", "");
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_is_same(file->stem, ow_text_of(known[i].stem)))
            snprintf(name, room, "%s", known[i].name);
}
