/* Levels as maps of Tiled, and maps that were edited there. */
#include "maps.h"

#include "test.h"

static char *with_quotes(const char *text)
{
    char *copy = test_malloc(strlen(text) + 1);
    size_t i = 0;
    for (; text[i]; i++)
        copy[i] = text[i] == '\'' ? '"' : text[i];
    copy[i] = '\0';
    return copy;
}

struct bytes map_of(const char *level)
{
    struct bytes map = {0};
    ow_sink sink = sink_to(&map);
    ow_document document = document_of(level);
    ow_error error = {0};
    if (ow_leveld_to_tiled(document.as.leveld, NULL, NULL, &sink, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    ow_close(&document);
    return map;
}

struct bytes map_from(const char *text)
{
    struct bytes map = {0};
    char *quoted = with_quotes(text);
    put_raw(&map, quoted, strlen(quoted));
    test_free(quoted);
    return map;
}

void edit_map(struct bytes *map, const char *from, const char *to)
{
    struct bytes edited = {0};
    char *old = with_quotes(from), *new = with_quotes(to);
    size_t size = strlen(old), found = 0;
    for (size_t i = 0; i < map->size;) {
        if (map->size - i >= size && memcmp(map->data + i, old, size) == 0) {
            put_raw(&edited, new, strlen(new));
            i += size;
            found++;
        } else {
            put_raw(&edited, map->data + i++, 1);
        }
    }
    if (found == 0)
        ROW_FAILED("nowhere in the map: %s\n%.*s\n", old, (int)map->size, (char *)map->data);
    test_free(old);
    test_free(new);
    bytes_free(map);
    *map = edited;
}

char *level_of_map(const struct bytes *map, struct warnings *warnings)
{
    ow_document document = {.format = ow_format_by_name("leveld")};
    ow_error error = {0};
    *warnings = (struct warnings){0};
    if (ow_leveld_from_tiled((const char *)map->data, map->size, NULL, NULL, note_warning, warnings,
                             &document.as.leveld, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    char *text = text_of(&document);
    ow_close(&document);
    return text;
}
