/* What a conversion loses: each kind counted, with its first place, and told in the end. */
#ifndef OW_SRC_CODEC_LOSSES_H
#define OW_SRC_CODEC_LOSSES_H

#include "../base/error.h"
#include "path.h"

/* As many kinds as are told apart; what comes beyond them is counted as the last one. */
enum { LOSS_KINDS = 48, LOSS_WORDS = 320 };

struct loss {
    uint64_t count;                               /* 0: the words say it all */
    char words[LOSS_WORDS];                       /* what is lost, or changed */
    char pointer[sizeof((ow_error *)0)->pointer]; /* where first */
};

struct losses {
    unsigned kinds;
    uint64_t
        overflows; /* values that cannot be written at all: of these a document must have none */
    struct loss of[LOSS_KINDS];
};

/* `count` of a kind, perhaps none; the kind is its words. The pointer is that of the first place. */
void losses_note(struct losses *losses, uint64_t count, const char *words, const char *pointer, ...)
    OW_PRINTF(4, 5);

/* A whole sentence of its own. */
void losses_note_sentence(struct losses *losses, const char *pointer, const char *format, ...)
    OW_PRINTF(3, 4);

/* A field that the version or variant does not have. */
void losses_note_field(struct losses *losses, const struct path *path, const char *name);

/* A value that its place cannot hold. */
void losses_note_overflow(struct losses *losses, const struct path *path, const char *name,
                          const char *format, ...) OW_PRINTF(4, 5);

/* Tells each kind in one sentence that, but for losses_note_sentence, ends with how many there are. */
void losses_warn(const struct losses *losses, ow_warn warn, void *warn_context);

#endif
