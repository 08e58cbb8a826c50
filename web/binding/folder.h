/* Files in the folder of a save, or of mods, from JavaScript. */
#ifndef OW_BINDING_FOLDER_H
#define OW_BINDING_FOLDER_H

#include "binding.h"

struct folder {
    ow_folder folder; /* owns its files */
    ow_folder_file *files;
    uint32_t room;
};

#endif
