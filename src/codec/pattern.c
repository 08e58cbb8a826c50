/* JSON Pointers with "*" for any element, built from events. */
#include "pattern.h"

#include <string.h>

/* Called for each event of a walk. */
void pattern_move(struct pattern *pattern, const ow_event *event)
{
    size_t base = pattern->depth > 0 ? pattern->lengths[pattern->depth - 1] : 0;
    pattern->text[base] = '\0';
    if (pattern->depth == 0) /* the root has no step of its own */
        return;
    const char *step = event->name ? event->name : "*";
    size_t room = sizeof pattern->text - base - 1, size = strlen(step);
    if (room == 0)
        return;
    size = size < room ? size : room - 1;
    pattern->text[base] = '/';
    memcpy(pattern->text + base + 1, step, size);
    pattern->text[base + 1 + size] = '\0';
}

bool pattern_enter(struct pattern *pattern)
{
    if (pattern->depth == PATTERN_DEPTH)
        return false;
    pattern->lengths[pattern->depth++] = strlen(pattern->text);
    return true;
}

void pattern_leave(struct pattern *pattern)
{
    pattern->text[pattern->lengths[--pattern->depth]] = '\0';
}
