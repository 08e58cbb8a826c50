/* overworld program: the colours of displays, which are in files beside a save. */
#include "change/change_file.h"
#include "circuits/program.h"
#include "io/assets.h"
#include "io/output.h"
#include "io/output_place.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Counts a display, unless it has the same file as the one before it. */
static uint32_t note_display(struct programming *run, uint32_t component, uint32_t found)
{
    char file[DISPLAY_FILE];
    uint32_t colors = 0;
    if (ow_circuit_display_file(&run->opened.document, &run->opened.circuit, component, file,
                                sizeof file, &colors) == 0 ||
        (found > 0 && strcmp(file, run->file) == 0))
        return found;
    memcpy(run->file, file, sizeof file);
    run->display = (struct store){
        .component = component, .is_display = true, .words = colors, .bits = 24, .word_bytes = 3};
    run->store = &run->display;
    return found + 1;
}

uint32_t find_display(struct programming *run, const char *at)
{
    const ow_circuit *circuit = &run->opened.circuit;
    uint32_t found = 0;
    for (uint32_t i = 0; i < circuit->component_count; i++) {
        const struct store one = {.component = i};
        char name[STORE_NAME];
        if (strcmp(store_name(run, &one, name), at) == 0)
            return note_display(run, i, 0);
    }
    uint32_t number = ow_circuit_find_net(circuit, ow_text_of(at));
    for (uint32_t i = 0; number != OW_NO_NET && i < circuit->nets[number].peg_count; i++) {
        uint32_t input = circuit->pegs[circuit->nets[number].first_peg + i];
        found = note_display(run, circuit->inputs[input].component, found);
    }
    return found;
}

/* Reads the file, or the one with the other extension: a save may have files of an older version of
 * the game. */
static bool read_either(struct programming *run, struct asset *asset, char *message, size_t room)
{
    struct input *input = &run->opened.input;
    char other[DISPLAY_FILE], unused[256];
    size_t size = strlen(run->file);
    if (asset_read(input, ow_text_of(run->file), asset, message, room))
        return true;
    if (asset->trouble || size < 5)
        return false;
    bool is_newer = strcmp(run->file + size - 5, ".jecs") == 0;
    snprintf(other, sizeof other, "%.*s%s", (int)size - 5, run->file, is_newer ? ".succ" : ".jecs");
    struct asset second;
    if (!asset_read(input, ow_text_of(other), &second, unused, sizeof unused)) {
        free(second.bytes);
        return false;
    }
    free(asset->bytes);
    *asset = second;
    memcpy(run->file, other, sizeof other);
    return true;
}

/* Reads the colours of a file up to the first invalid one. EXIT_FINE, or another exit status after
 * a message. */
static int read_colors(struct programming *run, const struct asset *asset, uint32_t *count)
{
    const struct input *input = &run->opened.input;
    ow_jecs *text;
    ow_error error = {0};
    ow_status status = ow_jecs_read(asset->bytes, asset->size, NULL, &text, &error);
    if (status == OW_BAD_VALUE && !run->reads) { /* a broken file may be replaced */
        warn_of("%s: warning: %s: %s; its colours count as 0", input->path, run->file,
                error.message);
        *count = run->store->words;
        return EXIT_FINE;
    }
    if (status != OW_OK) {
        complain("%s: %s: %s", input->path, run->file, error.message);
        return exit_status_of(status);
    }
    const ow_jecs_node *data = ow_jecs_find(text->root, "Data");
    uint32_t rgb;
    for (const ow_jecs_node *color = data ? data->first : NULL;
         *count < run->store->words && ow_jecs_color(color, &rgb); color = color->next) {
        uint8_t *at = run->now + (size_t)3 * (*count)++;
        at[0] = (uint8_t)(rgb >> 16);
        at[1] = (uint8_t)(rgb >> 8);
        at[2] = (uint8_t)rgb;
    }
    ow_jecs_free(text);
    return EXIT_FINE;
}

int read_display(struct programming *run)
{
    struct input *input = &run->opened.input;
    struct asset asset;
    char message[256];
    uint32_t count = 0;
    memset(run->now, 0, run->room);
    run->now_size = run->room;
    if (!read_either(run, &asset, message, sizeof message)) {
        free(asset.bytes);
        if (asset.trouble || run->reads)
            return complain("%s: %s", input->path, message),
                   asset.trouble ? EXIT_FILES : EXIT_PROBLEMS;
        warn_of("%s: warning: %s; its colours are taken as 0", input->path, message);
        return EXIT_FINE;
    }
    int status = read_colors(run, &asset, &count);
    free(asset.bytes);
    if (status == EXIT_FINE && count < run->store->words)
        warn_of("%s: warning: %s has %" PRIu32 " of %" PRIu32 " colours; the others are taken as 0",
                input->path, run->file, count, run->store->words);
    return status;
}

static int fill_file(const struct programming *run, struct output_file *output)
{
    const char *suffix = option_value(run->arguments, "backup");
    if (!ow_display_write(run->then, run->store->words, &output->sink)) {
        output_file_abandon(output);
        return EXIT_FILES;
    }
    int status = keep_backup(output, suffix, option_set(run->arguments, "force"));
    if (status == EXIT_FINE)
        return output_file_commit(output);
    output_file_abandon(output);
    return status;
}

enum { LONGEST_SHOWN = PATH_MAX + DISPLAY_FILE + 1 };

/* Opens the file in the save's folder; the name comes from the save. */
static int open_in_place(const struct programming *run, char shown[LONGEST_SHOWN],
                         struct output_file *output)
{
    char folder[PATH_MAX];
    folder_of_file(run->opened.input.file, folder);
    bool is_here = strcmp(folder, ".") == 0;
    snprintf(shown, LONGEST_SHOWN, "%s%s%s", is_here ? "" : folder, is_here ? "" : "/", run->file);
    return output_file_open_below(folder, run->file, shown, true, output);
}

static int open_out(const struct programming *run, struct output_file *output)
{
    const char *out = option_value(run->arguments, "output");
    bool force = option_set(run->arguments, "force");
    int status = check_output_path(out, force);
    return status == EXIT_FINE ? output_file_open(out, force, output) : status;
}

int write_display(struct programming *run)
{
    struct output_file output;
    char shown[LONGEST_SHOWN];
    int status = option_set(run->arguments, "in-place") ? open_in_place(run, shown, &output)
                                                        : open_out(run, &output);
    return status == EXIT_FINE ? fill_file(run, &output) : status;
}
