/* Prints a summary as lines for people. */
#include "look/info_lines.h"

#include "terminal/terminal.h"
#include "terminal/values.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_WIDTH = 26, INNER_WIDTH = 20 };

void lines_begin(struct lines *lines, const char *label)
{
    fputs("  ", stdout);
    fputs(color_dim(), stdout);
    print_label(label, LABEL_WIDTH);
    fputs(color_off(), stdout);
    lines->label = "";
    lines->filled = false;
}

/* Adds a sample of the colour to "#rrggbb" if the terminal has all colours. */
static void print_swatch(ow_text text)
{
    unsigned red, green, blue;
    char digits[8];
    if (!colors_wanted() || !has_all_colors() || text.size != 7 || text.data[0] != '#')
        return;
    memcpy(digits, text.data, 7);
    digits[7] = '\0';
    if (sscanf(digits, "#%2x%2x%2x", &red, &green, &blue) == 3)
        printf("\033[48;2;%u;%u;%um  \033[0m ", red, green, blue);
}

static void print_number_or_value(const ow_event *event)
{
    char text[32];
    if (event->type == OW_TEXT)
        print_swatch(event->value.text);
    if (event->type == OW_INTEGER)
        fputs(with_commas(event->value.integer, text), stdout);
    else
        print_value(event, VALUE_BARE);
}

static void add_value(struct lines *lines, const ow_event *event)
{
    char text[32];
    bool plain = lines->depth == 2 && lines->in_list;
    if (plain && !lines->plain) {
        lines_begin(lines, lines->label);
        lines->plain = true;
    }
    if (lines->filled)
        fputs(plain || (lines->depth == 3 && !lines->in_list) ? ", " : "  ", stdout);
    if (lines->depth > 3 && event->name)
        printf("%s=", event->name);
    if (lines->depth == 3 && lines->in_list && !lines->filled && event->type == OW_INTEGER)
        printf("%9s", with_commas(event->value.integer, text));
    else
        print_number_or_value(event);
    lines->filled = true;
}

static void open_part(struct lines *lines, const ow_event *event)
{
    if (lines->depth == 1) {
        lines->label = event->name;
        lines->in_list = event->kind == OW_BEGIN_ARRAY;
        if (lines->in_list && event->count == 0) {
            lines_begin(lines, event->name);
            puts("none");
        }
    } else if (lines->depth == 2) {
        lines_begin(lines, lines->label);
        if (event->name)
            print_label(event->name, INNER_WIDTH);
    }
    lines->depth++;
}

static ow_visit print_event(struct lines *lines, const ow_event *event)
{
    switch (event->kind) {
    case OW_BEGIN_OBJECT:
    case OW_BEGIN_ARRAY:
        open_part(lines, event);
        break;
    case OW_END_OBJECT:
    case OW_END_ARRAY:
        if (--lines->depth == 2 || lines->plain)
            putchar('\n');
        lines->plain = false;
        break;
    case OW_VALUE:
        if (lines->depth == 1) {
            lines_begin(lines, event->name);
            print_number_or_value(event);
            putchar('\n');
        } else {
            add_value(lines, event);
        }
        break;
    }
    return OW_GO_ON;
}

/* Values that only programs need, and that would not fit in a line. */
static bool is_for_programs(const ow_event *event)
{
    return event->kind == OW_VALUE && event->name && strcmp(event->name, "russian_name") == 0;
}

/* The evidence for a variant is only shown on request. */
static bool hides(const struct lines *lines, const ow_event *event)
{
    return !lines->full && lines->depth == 1 && event->kind == OW_BEGIN_ARRAY && event->count > 0 &&
           strcmp(event->name, "evidence") == 0;
}

/* Prints the names of the members of the first record, if there are several. */
static void print_heads(struct lines *lines)
{
    unsigned depth = 0, heads = 0;
    for (unsigned i = 0; i < lines->kept_count; i++) {
        const ow_event *event = &lines->kept[i].event;
        bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
        depth -= ends;
        heads += depth == 1 && !ends && event->name != NULL;
        depth += event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    }
    if (heads < 2)
        return;
    lines_begin(lines, lines->label);
    fputs(color_dim(), stdout);
    heads = 0;
    for (unsigned i = 0; i < lines->kept_count; i++) {
        const ow_event *event = &lines->kept[i].event;
        bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
        depth -= ends;
        if (depth == 1 && !ends && event->name) {
            bool right = heads == 0 && event->kind == OW_VALUE && event->type == OW_INTEGER;
            int pad = right ? 9 - (int)strlen(event->name) : 0;
            printf("%s%*s", heads > 0 ? "  " : "", pad > 0 ? pad : 0, "");
            print_label(event->name, 0);
            heads++;
        }
        depth += event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    }
    printf("%s\n", color_off());
}

/* Prints the first record, below the names of its members. */
static void print_kept(struct lines *lines, bool has_heads)
{
    lines->keeps = false;
    if (has_heads)
        print_heads(lines);
    for (unsigned i = 0; i < lines->kept_count; i++) {
        print_event(lines, &lines->kept[i].event);
    }
    lines->kept_count = 0;
}

/* Texts are only valid until the visitor returns; as much as print_value shows is kept. Returns
 * false if there is not enough memory: the list then has no heads. */
static bool keep(struct lines *lines, const ow_event *event)
{
    struct kept_event *kept = &lines->kept[lines->kept_count];
    bool has_text = event->kind == OW_VALUE && event->type == OW_TEXT;
    bool has_bytes = event->kind == OW_VALUE && event->type == OW_BYTES;
    if (lines->kept_count == MOST_KEPT || has_bytes)
        return false;
    kept->event = *event;
    if (has_text) {
        size_t size = event->value.text.size < KEPT_TEXT ? event->value.text.size : KEPT_TEXT;
        if (size > 0)
            memcpy(kept->text, event->value.text.data, size);
        kept->event.value.text.data = kept->text;
    }
    lines->kept_count++;
    return true;
}

ow_visit lines_visit(void *context, const ow_event *event)
{
    struct lines *lines = context;
    if (is_for_programs(event))
        return OW_GO_ON;
    if (lines->is_hidden) {
        lines->is_hidden = false;
        return OW_GO_ON;
    }
    if (hides(lines, event)) {
        lines->is_hidden = true;
        lines_begin(lines, event->name);
        printf("%" PRIu64 " points (--full shows them)\n", event->count);
        return OW_SKIP;
    }
    bool is_first = lines->depth == 2 && lines->in_list && event->kind == OW_BEGIN_OBJECT &&
                    *lines->label && !lines->keeps;
    if (is_first) {
        lines->keeps = true;
        lines->kept_depth = 0;
    }
    if (!lines->keeps)
        return print_event(lines, event);
    if (!keep(lines, event)) {
        print_kept(lines, false);
        return print_event(lines, event);
    }
    lines->kept_depth += event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    lines->kept_depth -= event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    if (lines->kept_depth == 0)
        print_kept(lines, true);
    return OW_GO_ON;
}

void lines_end(struct lines *lines)
{
    print_kept(lines, false);
}

void lines_left_out(void *context, const char *list, uint64_t count)
{
    struct lines *lines = context;
    char text[32];
    (void)list;
    if (!lines->plain)
        lines_begin(lines, "");
    printf("%s%s more (--full shows all)", lines->plain ? " and " : "",
           with_commas((long long)count, text));
    if (!lines->plain)
        putchar('\n');
}

/* Cuts the lists of a summary to a number of elements. */

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
