/* overworld find: searches the texts beside a save. */
#include "look/find_texts.h"

#include "held_files.h"
#include "io/assets.h"
#include "io/folder.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_POINTER = 1024 };

struct text_search {
    const char *words;
    size_t size;
    ow_part_visitor visit;
    void *context;
    uint64_t count;
    bool has_stopped;
};

static bool has_words(const struct text_search *search, ow_text text)
{
    for (size_t at = 0; at + search->size <= text.size; at++)
        if (strncasecmp(text.data + at, search->words, search->size) == 0)
            return true;
    return false;
}

static void report_node(struct text_search *search, const ow_folder_file *file,
                        const ow_jecs_node *node)
{
    char pointer[LONGEST_POINTER];
    int size =
        snprintf(pointer, sizeof pointer, "/folder/%.*s", (int)file->path.size, file->path.data);
    search->count++;
    if (!search->visit || size < 0 || (size_t)size >= sizeof pointer)
        return;
    ow_jecs_pointer(node, pointer + size, sizeof pointer - (size_t)size);
    const ow_part part = {
        .pointer = pointer, .kind = "text", .name = "", .text = node->value, .type = {"", 0}};
    search->has_stopped = search->visit(search->context, &part) == OW_STOP;
}

/* Recursion is as deep as a text can be nested. */
static void search_node(struct text_search *search, const ow_folder_file *file,
                        const ow_jecs_node *node)
{
    if (node->kind == OW_JECS_TEXT && has_words(search, node->value))
        report_node(search, file, node);
    for (const ow_jecs_node *child = node->first; child && !search->has_stopped;
         child = child->next)
        search_node(search, file, child);
}

int find_texts(struct input *input, const char *words, ow_part_visitor visit, void *context,
               uint64_t *count)
{
    struct save_folder folder;
    struct text_search search = {words, strlen(words), visit, context, 0, false};
    int status = read_folder(input, &folder);
    folder_sort_files(&folder.folder);
    for (uint32_t i = 0; i < folder.folder.file_count && !search.has_stopped; i++) {
        const ow_folder_file *file = &folder.folder.files[i];
        ow_jecs *text;
        ow_error error;
        ow_status read = ow_jecs_read(file->bytes.data, file->bytes.size, NULL, &text, &error);
        if (read == OW_NO_MEMORY) {
            complain_of_error(input->path, &error);
            status = EXIT_FILES;
        }
        if (read != OW_OK)
            continue; /* check reports a broken text */
        search_node(&search, file, text->root);
        ow_jecs_free(text);
    }
    *count += search.count;
    free_folder(&folder);
    return status;
}
