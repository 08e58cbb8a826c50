/* Texts beside a save that a part of it uses, such as colours of displays. */
#ifndef OW_CLI_CHANGE_USED_TEXTS_H
#define OW_CLI_CHANGE_USED_TEXTS_H

#include "io/folder.h"

struct used_texts {
    struct save_folder folder;
    bool *belongs; /* by file of the folder */
};

/* Finds the texts beside a save that a document uses. EXIT_FINE, or another exit status after a
 * message. Release it in both cases. */
int find_used_texts(struct input *input, const ow_document *document, struct used_texts *used);
void free_used_texts(struct used_texts *used);

/* Removes the texts that the folder of another save has too. Warns about those that differ. */
int omit_known_texts(struct used_texts *used, const char *path, struct input *other);

/* Warns about texts that are not copied. */
void warn_of_used_texts(const struct used_texts *used, const char *path, const char *advice);

/* Writes the texts to a folder, each in one step. Makes missing folders below it. */
int write_used_texts(const struct used_texts *used, const char *folder, bool force);

#endif
