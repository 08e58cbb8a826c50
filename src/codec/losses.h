/* Losses of a conversion: each kind counted, with its first place, and reported at the end. */
#ifndef OW_SRC_CODEC_LOSSES_H
#define OW_SRC_CODEC_LOSSES_H

#include "../base/error.h"
#include "path.h"

/* Most kinds; further kinds are counted as the last one. */
enum { LOSS_KINDS = 48, LOSS_WORDS = 320 };

struct loss {
    uint64_t count;                               /* 0: the message says it all */
    char words[LOSS_WORDS];                       /* what is lost, or changed */
    char pointer[sizeof((ow_error *)0)->pointer]; /* first place */
};

struct losses {
    unsigned kinds;
    /* values that cannot be written at all; must be 0 for a valid document */
    uint64_t overflows;
    struct loss of[LOSS_KINDS];
};

/* Adds `count` losses of a kind, perhaps 0. The words identify the kind. The pointer is that of
 * the first place. */
void losses_note(struct losses *losses, uint64_t count, const char *words, const char *pointer, ...)
    OW_PRINTF(4, 5);

/* Adds a whole sentence. */
void losses_note_sentence(struct losses *losses, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* A field that the version or variant does not have. */
void losses_note_field(struct losses *losses, const struct path *path, const char *name);

/* A value that does not fit its field. */
void losses_note_overflow(struct losses *losses, const struct path *path, const char *name,
                          const char *format, ...) OW_PRINTF(4, 5);

/* Reports each kind in one sentence, which ends with the count, except for losses_note_sentence. */
void losses_warn(const struct losses *losses, ow_warn warn, void *warn_context);

#endif
