/* Lines of the texts that lie beside saves: a library writes them, with blanks before what counts. */
#ifndef OW_SRC_BLOTTER_SCENE_LINES_H
#define OW_SRC_BLOTTER_SCENE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Text from `at` on. */
struct line {
    const char *at, *end;
};

static inline void line_skip_blanks(struct line *line)
{
    while (line->at < line->end && (*line->at == ' ' || *line->at == '\t' || *line->at == '\r'))
        line->at++;
}

/* Takes the first line of a text off, without its end and the blanks before it; false behind the last. */
static inline bool line_take(struct line *text, struct line *line)
{
    if (text->at == text->end)
        return false;
    const char *end = memchr(text->at, '\n', (size_t)(text->end - text->at));
    *line = (struct line){text->at, end ? end : text->end};
    text->at = end ? end + 1 : text->end;
    while (line->end > line->at && line->end[-1] == '\r')
        line->end--;
    line_skip_blanks(line);
    return true;
}

#endif
