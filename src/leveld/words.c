/* Names of a level's blocks and their records. */
#include "leveld.h"

const struct leveld_words leveld_words[LEVELD_BLOCK_IDS] = {
    [OW_LEVELD_META] = {"META", NULL, "meta", "the level", NULL},
    [OW_LEVELD_MESH] = {"MESH", "layers", "mesh", "the map", NULL},
    [OW_LEVELD_PLRS] = {"PLRS", "actors", "player", "player", "players"},
    [OW_LEVELD_NPCS] = {"NPCS", "actors", "npc", "NPC", "NPCs"},
    [OW_LEVELD_ITEM] = {"ITEM", "actors", "item", "item", "items"},
    [OW_LEVELD_THNG] = {"THNG", "things", "thing", "thing", "things"},
    [OW_LEVELD_TRIG] = {"TRIG", "triggers", "trigger", "trigger", "triggers"},
    [OW_LEVELD_PATH] = {"PATH", "paths", "path", "path", "paths"},
};
