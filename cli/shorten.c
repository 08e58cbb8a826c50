/* The lists of a summary, cut to so many elements each. */
#include "shorten.h"

enum { IN_LIST = 2 };

static bool is_beyond(struct shortened *shortened)
{
    bool element = shortened->in_list && shortened->depth == IN_LIST;
    return element && shortened->count++ >= shortened->most && shortened->most > 0;
}

static ow_visit begin(struct shortened *shortened, const ow_event *event)
{
    if (is_beyond(shortened)) {
        shortened->skipped = true;
        return OW_SKIP;
    }
    if (++shortened->depth == IN_LIST) {
        shortened->in_list = event->kind == OW_BEGIN_ARRAY;
        shortened->count = 0;
    }
    return shortened->visit(shortened->context, event);
}

static ow_visit end(struct shortened *shortened, const ow_event *event)
{
    if (shortened->skipped) {
        shortened->skipped = false;
        return OW_GO_ON;
    }
    if (shortened->depth == IN_LIST && shortened->in_list) {
        shortened->in_list = false;
        if (shortened->most > 0 && shortened->count > shortened->most)
            shortened->left_out(shortened->context, event->name,
                                shortened->count - shortened->most);
    }
    shortened->depth--;
    return shortened->visit(shortened->context, event);
}

ow_visit visit_shortened(void *context, const ow_event *event)
{
    struct shortened *shortened = context;
    if (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY)
        return begin(shortened, event);
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY)
        return end(shortened, event);
    return is_beyond(shortened) ? OW_GO_ON : shortened->visit(shortened->context, event);
}
