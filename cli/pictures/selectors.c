/* Expands selectors of a picture, and reports those that match nothing. */
#include "pictures/selectors.h"

#include "io/assets.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTERS = 200 }; /* a picture takes 256 selectors */

/* Converts the selectors of one text to another. */
struct expanding {
    struct input *input;
    ow_document document; /* once it is needed */
    FILE *to;
    char *piece;    /* the current selector */
    uint64_t count; /* of the matching records */
    bool any;
};

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

static bool is_place(const char *text)
{
    return begins(text, "at:") || begins(text, "box:") || begins(text, "near:");
}

static bool is_of_records(const char *text)
{
    return is_place(text) || begins(text, "text:") || begins(text, "tag:") ||
           begins(text, "wired:") || begins(text, "net:");
}

/* The effect of not: depends on all selectors before it. */
static bool has_not(const char *selectors)
{
    return begins(selectors, "not:") || strstr(selectors, ",not:");
}

/* The size of the first selector; commas of a place belong to it. */
static size_t selector_size(const char *text)
{
    size_t size = strcspn(text, ",");
    while (is_place(text) && text[size] == ',' && strchr("-0123456789", text[size + 1]) &&
           text[size + 1])
        size += 1 + strcspn(text + size + 1, ",");
    return size;
}

static void put(struct expanding *expanding, const char *text, size_t size)
{
    if (expanding->any)
        fputc(',', expanding->to);
    fwrite(text, 1, size, expanding->to);
    expanding->any = true;
}

static ow_visit put_pointer(void *context, const ow_part *part)
{
    struct expanding *expanding = context;
    if (expanding->count++ < MOST_POINTERS)
        put(expanding, part->pointer, strlen(part->pointer));
    return OW_GO_ON;
}

static void warn(void *context, const char *pointer, const char *message)
{
    const struct input *input = context;
    (void)pointer;
    clear_progress();
    warn_of("%s: warning: %s", input->path, message);
}

static int put_records(struct expanding *expanding)
{
    struct input *input = expanding->input;
    ow_options options = input_options(input, "looking");
    ow_error error = {0};
    const ow_part_choice choice = {
        .selectors = expanding->piece, .warn = warn, .warn_context = input};
    ow_status status = OW_OK;
    if (!expanding->document.format)
        status = ow_open(input->bytes, input->size, &options, &expanding->document, &error);
    if (status != OW_OK) {
        clear_progress();
        return input_failed(input, &error);
    }
    expanding->count = 0;
    status = ow_find_parts(&expanding->document, &choice, &options, put_pointer, expanding, NULL,
                           &error);
    clear_progress();
    if (status != OW_OK) {
        complain_of_error(input->path, &error);
        return exit_status_of(status);
    }
    if (expanding->count <= MOST_POINTERS)
        return EXIT_FINE;
    complain(
        "%s: \"%s\" matches %llu records; a picture can mark up to %d; use a narrower selector",
        input->path, expanding->piece, (unsigned long long)expanding->count, (int)MOST_POINTERS);
    return EXIT_USAGE;
}

static int put_all(struct expanding *expanding, const char *selectors)
{
    int status = EXIT_FINE;
    while (*selectors && status == EXIT_FINE) {
        bool is_whole = has_not(selectors);
        size_t size = is_whole ? strlen(selectors) : selector_size(selectors);
        if (!is_whole && !is_of_records(selectors)) {
            put(expanding, selectors, size);
        } else {
            expanding->piece = strndup(selectors, size);
            if (!expanding->piece) {
                complain("not enough memory");
                return EXIT_FILES;
            }
            status = put_records(expanding);
            free(expanding->piece);
        }
        selectors += size;
        if (*selectors == ',' && selectors[1])
            selectors++;
        else if (*selectors == ',') /* the library reports an empty one */
            return fputs(",,", expanding->to), EXIT_FINE;
    }
    return status;
}

int expand_selectors(struct input *input, const char *selectors, char **expanded)
{
    struct expanding expanding = {.input = input};
    size_t size;
    *expanded = NULL;
    expanding.to = open_memstream(expanded, &size);
    int status = expanding.to ? put_all(&expanding, selectors) : EXIT_FILES;
    ow_close(&expanding.document);
    if (!expanding.to || fclose(expanding.to) != 0 || !*expanded) {
        complain("not enough memory");
        status = EXIT_FILES;
    }
    return status;
}

int warn_of_unmatched(struct input *input, const ow_scene *scene, const char *selectors)
{
    ow_error error = {0};
    if (ow_scene_find_unmatched(scene, selectors, warn, input, &error) == OW_OK)
        return EXIT_FINE;
    complain_of_error(input->path, &error);
    return exit_status_of(error.status);
}
