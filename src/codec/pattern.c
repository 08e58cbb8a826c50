/* JSON Pointers in which "*" stands for any element, made of events. */
#include "pattern.h"

#include <stdio.h>
#include <string.h>

void pattern_move(struct pattern *pattern, const ow_event *event)
{
    size_t base = pattern->depth > 0 ? pattern->lengths[pattern->depth - 1] : 0;
    pattern->text[base] = '\0';
    if (pattern->depth > 0) /* the root has no step of its own */
        snprintf(pattern->text + base, sizeof pattern->text - base, "/%s",
                 event->name ? event->name : "*");
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
