/* What the paths of files beside a save say: displays, players, and names for people. */
#include "folder.h"

#include "../../base/error.h"
#include "../../base/text.h"

#include <stdio.h>

/* Reads a number of at most four digits and moves behind it. */
static bool take_number(const char **at, const char *end, uint32_t *number)
{
    const char *begin = *at;
    *number = 0;
    while (*at < end && **at >= '0' && **at <= '9' && *at - begin < 4)
        *number = *number * 10 + (uint32_t)(*(*at)++ - '0');
    return *at > begin;
}

static bool take_word(const char **at, const char *end, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(end - *at) < size || memcmp(*at, word, size) != 0)
        return false;
    *at += size;
    return true;
}

/* Reads the count of inputs in the path of a file about displays, up to `word`. */
static bool take_inputs(const char **at, const char *end, uint32_t *inputs, const char *word)
{
    return take_word(at, end, DISPLAY_FOLDER) && take_number(at, end, inputs) &&
           take_word(at, end, word);
}

bool folder_names_display(const struct text_file *file, uint32_t *inputs, uint32_t *configuration)
{
    const char *at = file->stem.data, *end = at + file->stem.size;
    return take_inputs(&at, end, inputs, "_pegs/Configuration") &&
           take_number(&at, end, configuration) && at == end && *inputs <= DISPLAY_INPUTS &&
           *configuration < DISPLAY_CONFIGURATIONS;
}

bool folder_names_order(const struct text_file *file, uint32_t *inputs)
{
    const char *at = file->stem.data, *end = at + file->stem.size;
    return take_inputs(&at, end, inputs, "_pegs/_Order") && at == end;
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
    else if (folder_names_order(file, &inputs))
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
