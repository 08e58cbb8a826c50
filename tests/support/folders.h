/* Folders of text files, as callers hand them over. */
#ifndef OW_TESTS_SUPPORT_FOLDERS_H
#define OW_TESTS_SUPPORT_FOLDERS_H

#include <overworld/overworld.h>

#include <string.h>

enum { MOST_FILES = 8 };

/* Files of a folder: path, text, path, text, NULL. */
static inline ow_folder folder_of(const char *const *texts, ow_folder_file files[MOST_FILES])
{
    ow_folder folder = {.files = files};
    for (; *texts; texts += 2) {
        const ow_bytes bytes = {(const uint8_t *)texts[1], strlen(texts[1])};
        files[folder.file_count++] = (ow_folder_file){ow_text_of(texts[0]), bytes};
    }
    return folder;
}

#endif
