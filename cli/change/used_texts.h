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

/* Texts of a part for the folder of a world. */
struct carried_texts {
    struct save_folder added, changed; /* paths and bytes in the world's folder */
    bool no_memory;
    const char *part; /* for messages */
};

/* Finds the texts that a part takes along into a world, and gives displays of the part other
 * numbers if the world has other colours under theirs. EXIT_FINE, or another exit status after a
 * message. Release them in both cases. */
int carry_used_texts(struct input *world, const ow_document *document, struct input *input,
                     ow_document *part, struct carried_texts *carried);

/* Writes them to the world's folder, each in one step: new ones first. */
int write_carried_texts(const struct carried_texts *carried, const char *folder);
void free_carried_texts(struct carried_texts *carried);

/* Warns about texts that are not copied. */
void warn_of_used_texts(const struct used_texts *used, const char *path, const char *advice);

/* Writes the texts to a folder, each in one step. Makes missing folders below it. */
int write_used_texts(const struct used_texts *used, const char *folder, bool force);

#endif
