/* What a conversion loses, counted and told. */
#include "losses.h"

#include <stdio.h>

#define WITHOUT_SETTINGS "blocks that have no settings in this variant lost their "

static const struct {
    const char *field, *what;
} kinds[LOSS_KINDS] = {
    [SIGNALS] = {"signal", WITHOUT_SETTINGS "signal"},
    [NAMES] = {"name", WITHOUT_SETTINGS "name"},
    [BEARINGS] = {"bearing", WITHOUT_SETTINGS "bearing"},
    [CONNECTIONS] = {"connections", WITHOUT_SETTINGS "connections"},
    [INTEGERS] = {"integers", WITHOUT_SETTINGS "integers"},
    [METADATA] = {"metadata", WITHOUT_SETTINGS "metadata"},
    [MASKS] = {"mask", "masks that no longer told what the block has were changed"},
    [CUT_NAMES] = {"name", "names longer than the 65535 bytes of this variant were cut"},
    [ALPHAS] = {"metadata", "metadata colours whose alpha is not 255, which this variant lacks"},
    [BOUNDS] = {"metadata", "custom blocks without vertices that lost their min and max, which are "
                            "not there in this variant"},
    [INDICES] = {"rotation_index",
                 "rotation indices outside the table, which one byte cannot hold, "
                 "became 255"},
};

void structure_note_loss(struct losses *losses, enum loss_kind kind, uint64_t count, uint32_t block)
{
    if (losses->of[kind].count == 0)
        losses->of[kind].first = block;
    losses->of[kind].count += count;
}

void structure_tell_losses(const struct losses *losses, ow_warn warn, void *warn_context)
{
    for (int i = 0; i < LOSS_KINDS && warn; i++) {
        char pointer[64], message[160];
        if (losses->of[i].count == 0)
            continue;
        snprintf(pointer, sizeof pointer, "/blocks/%u/%s", losses->of[i].first, kinds[i].field);
        snprintf(message, sizeof message, "%s: %llu", kinds[i].what,
                 (unsigned long long)losses->of[i].count);
        warn(warn_context, pointer, message);
    }
}
