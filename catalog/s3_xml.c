/* What an S3 store answers in XML, read by expat. */
#include "s3_xml.h"

#include <expat.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_TEXT = 4096 };

/* `take` receives each element that has text, and returns false to stop. */
struct reading {
    XML_Parser parser;
    bool (*take)(struct reading *reading, const char *element, const char *text);
    void *context;
    char text[LONGEST_TEXT];
    size_t size;
    bool is_too_long, is_page, is_truncated;
};

static void XMLCALL begin(void *context, const XML_Char *name, const XML_Char **attributes)
{
    struct reading *reading = context;
    (void)attributes;
    reading->is_page = reading->is_page || strcmp(name, "ListBucketResult") == 0;
    reading->size = 0;
    reading->is_too_long = false;
}

static void XMLCALL take_text(void *context, const XML_Char *text, int size)
{
    struct reading *reading = context;
    reading->is_too_long =
        reading->is_too_long || (size_t)size >= sizeof reading->text - reading->size;
    if (reading->is_too_long)
        return;
    memcpy(reading->text + reading->size, text, (size_t)size);
    reading->size += (size_t)size;
}

static void XMLCALL end(void *context, const XML_Char *name)
{
    struct reading *reading = context;
    reading->text[reading->size] = '\0';
    if (!reading->is_too_long && !reading->take(reading, name, reading->text))
        XML_StopParser(reading->parser, XML_FALSE);
    reading->size = 0;
}

/* Returns false if it is not XML, or if `take` stopped. */
static bool read_xml(struct reading *reading, const void *bytes, size_t size)
{
    reading->parser = size > 0 && size <= INT_MAX ? XML_ParserCreate(NULL) : NULL;
    if (!reading->parser)
        return false;
    XML_SetUserData(reading->parser, reading);
    XML_SetElementHandler(reading->parser, begin, end);
    XML_SetCharacterDataHandler(reading->parser, take_text);
    bool fine = XML_Parse(reading->parser, bytes, (int)size, 1) == XML_STATUS_OK;
    XML_ParserFree(reading->parser);
    return fine;
}

static bool take_part(struct reading *reading, const char *element, const char *text)
{
    struct s3_page *page = reading->context;
    if (strcmp(element, "Key") == 0)
        return page->visit(page->context, text);
    if (strcmp(element, "IsTruncated") == 0)
        reading->is_truncated = strcmp(text, "true") == 0;
    if (strcmp(element, "NextContinuationToken") == 0 && strlen(text) < sizeof page->next)
        memcpy(page->next, text, strlen(text) + 1);
    return true;
}

/* Where a page is said to be not the last one, the next one has to be known: a list that ends early
 * would call bytes missing. */
bool s3_xml_page(const void *bytes, size_t size, struct s3_page *page)
{
    struct reading reading = {.take = take_part, .context = page};
    *page->next = '\0';
    if (!read_xml(&reading, bytes, size) || !reading.is_page)
        return false;
    if (!reading.is_truncated)
        *page->next = '\0';
    return !reading.is_truncated || *page->next;
}

static bool take_code(struct reading *reading, const char *element, const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    char *code = reading->context;
    if (strcmp(element, "Code") != 0)
        return true;
    if (strlen(text) < S3_LONGEST_CODE && text[strspn(text, letters)] == '\0')
        snprintf(code, S3_LONGEST_CODE, "%s", text);
    return false;
}

void s3_xml_code(const void *bytes, size_t size, char code[S3_LONGEST_CODE])
{
    struct reading reading = {.take = take_code, .context = code};
    *code = '\0';
    read_xml(&reading, bytes, size);
}
