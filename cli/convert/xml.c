/* Reads XML text as a tree of elements, with expat. */
#include "convert/xml.h"

#include <expat.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 64 * 1024, TEXT_START = 64 };

struct xml_block {
    struct xml_block *next;
};

/* Text that grows: one for each open element. */
struct growing {
    char *data;
    size_t size, room;
};

struct reading {
    XML_Parser parser;
    struct xml_tree *tree;
    char *at, *end; /* in the current block */
    uint64_t held, limit;
    struct xml_element *open[XML_DEPTH];
    struct growing text[XML_DEPTH];
    unsigned depth;
    const char *problem;
    ow_status status;
};

static void stop(struct reading *reading, ow_status status, const char *problem)
{
    if (reading->problem)
        return;
    reading->status = status;
    reading->problem = problem;
    XML_StopParser(reading->parser, XML_FALSE);
}

static bool account(struct reading *reading, size_t size)
{
    reading->held += size;
    if (reading->held <= reading->limit)
        return true;
    stop(reading, OW_TOO_MUCH_MEMORY, "needs more memory than is allowed");
    return false;
}

static void *take(struct reading *reading, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if ((size_t)(reading->end - reading->at) < size) {
        size_t whole = sizeof(struct xml_block) + 16 + (size > BLOCK ? size : BLOCK);
        struct xml_block *block = account(reading, whole) ? malloc(whole) : NULL;
        if (!block) {
            stop(reading, OW_NO_MEMORY, "is too large for the available memory");
            return NULL;
        }
        block->next = reading->tree->blocks;
        reading->tree->blocks = block;
        reading->at = (char *)block + 16;
        reading->end = (char *)block + whole;
    }
    void *taken = reading->at;
    reading->at += size;
    return taken;
}

static char *keep(struct reading *reading, const char *text, size_t size)
{
    char *copy = take(reading, size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

static struct xml_attribute *keep_attributes(struct reading *reading, const char **attributes)
{
    size_t count = 0;
    while (attributes[2 * count])
        count++;
    struct xml_attribute *kept = take(reading, (count + 1) * sizeof *kept);
    for (size_t i = 0; kept && i < count; i++) {
        const char *name = attributes[2 * i], *value = attributes[2 * i + 1];
        kept[i].name = keep(reading, name, strlen(name));
        kept[i].value = keep(reading, value, strlen(value));
    }
    if (kept)
        kept[count] = (struct xml_attribute){0};
    return kept;
}

static void on_start(void *context, const char *name, const char **attributes)
{
    struct reading *reading = context;
    if (reading->problem)
        return;
    if (reading->depth == XML_DEPTH) {
        stop(reading, OW_BAD_VALUE, "has elements nested too deep");
        return;
    }
    struct xml_element *element = take(reading, sizeof *element);
    if (!element)
        return;
    *element = (struct xml_element){.name = keep(reading, name, strlen(name)),
                                    .attributes = keep_attributes(reading, attributes)};
    struct xml_element *parent = reading->depth > 0 ? reading->open[reading->depth - 1] : NULL;
    if (!parent)
        reading->tree->root = element;
    else if (parent->last)
        parent->last = parent->last->next = element;
    else
        parent->first = parent->last = element;
    reading->text[reading->depth].size = 0;
    reading->open[reading->depth++] = element;
}

static void on_end(void *context, const char *name)
{
    struct reading *reading = context;
    (void)name;
    if (reading->problem)
        return;
    struct xml_element *element = reading->open[--reading->depth];
    const struct growing *text = &reading->text[reading->depth];
    element->text = keep(reading, text->size > 0 ? text->data : "", text->size);
    element->text_size = text->size;
}

static void on_text(void *context, const char *text, int size)
{
    struct reading *reading = context;
    if (reading->problem || reading->depth == 0)
        return;
    struct growing *to = &reading->text[reading->depth - 1];
    size_t wanted = to->size + (size_t)size, room = to->room > 0 ? to->room : TEXT_START;
    while (room < wanted)
        room *= 2;
    if (room > to->room) {
        char *larger = account(reading, room - to->room) ? realloc(to->data, room) : NULL;
        if (!larger) {
            stop(reading, OW_NO_MEMORY, "is too large for the available memory");
            return;
        }
        to->data = larger;
        to->room = room;
    }
    memcpy(to->data + to->size, text, (size_t)size);
    to->size = wanted;
}

/* Old maps name a document type. Its declarations could expand without limit, and no map needs
 * them. */
static void on_document_type(void *context, const char *name, const char *system,
                             const char *public, int has_declarations)
{
    (void)name, (void)system, (void)public;
    if (has_declarations)
        stop(context, OW_BAD_VALUE, "declares its own entities, which are not supported");
}

static ow_status no_memory(ow_error *error)
{
    if (error)
        *error = (ow_error){.status = OW_NO_MEMORY, .message = "not enough memory"};
    return OW_NO_MEMORY;
}

static ow_status explain(struct reading *reading, ow_error *error)
{
    if (!reading->problem && XML_GetErrorCode(reading->parser) == XML_ERROR_NO_MEMORY)
        return no_memory(error);
    ow_error failure = {.status = reading->problem ? reading->status : OW_BAD_VALUE};
    const char *problem =
        reading->problem ? reading->problem : XML_ErrorString(XML_GetErrorCode(reading->parser));
    if (failure.status == OW_BAD_VALUE)
        snprintf(failure.message, sizeof failure.message, "line %lu, column %lu of the XML: %s",
                 (unsigned long)XML_GetCurrentLineNumber(reading->parser),
                 (unsigned long)XML_GetCurrentColumnNumber(reading->parser) + 1, problem);
    else
        snprintf(failure.message, sizeof failure.message, "the XML %s", problem);
    if (error)
        *error = failure;
    return failure.status;
}

ow_status xml_read(const void *bytes, size_t size, uint64_t limit, struct xml_tree *tree,
                   ow_error *error)
{
    enum { PIECE = 1 << 20 };
    struct reading reading = {.tree = tree, .limit = limit};
    *tree = (struct xml_tree){0};
    reading.parser = XML_ParserCreate(NULL);
    if (!reading.parser)
        return no_memory(error);
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, on_start, on_end);
    XML_SetCharacterDataHandler(reading.parser, on_text);
    XML_SetStartDoctypeDeclHandler(reading.parser, on_document_type);
    bool fine = true;
    for (size_t at = 0; fine && at <= size; at += PIECE) {
        size_t piece = size - at < PIECE ? size - at : PIECE;
        fine = XML_Parse(reading.parser, (const char *)bytes + at, (int)piece, at + PIECE > size) ==
               XML_STATUS_OK;
    }
    ow_status status = fine && !reading.problem ? OW_OK : explain(&reading, error);
    XML_ParserFree(reading.parser);
    for (unsigned i = 0; i < XML_DEPTH; i++)
        free(reading.text[i].data);
    return status;
}

void xml_close(struct xml_tree *tree)
{
    while (tree->blocks) {
        struct xml_block *next = tree->blocks->next;
        free(tree->blocks);
        tree->blocks = next;
    }
    *tree = (struct xml_tree){0};
}

const char *xml_attribute(const struct xml_element *element, const char *name)
{
    for (const struct xml_attribute *row = element->attributes; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row->value;
    return NULL;
}

const struct xml_element *xml_child(const struct xml_element *element, const char *name)
{
    const struct xml_element *child = element->first;
    while (child && strcmp(child->name, name) != 0)
        child = child->next;
    return child;
}
