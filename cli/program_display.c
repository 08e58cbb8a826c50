/* overworld program: the colours of displays, which lie in files beside a save. */
#include "program.h"

#include "assets.h"
#include "backup.h"
#include "change_file.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Notes a display, unless it has the file of the one before it. */
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

int read_display(struct programming *run)
{
    struct input *input = &run->opened.input;
    struct asset asset;
    char message[256];
    memset(run->now, 0, run->room);
    run->now_size = run->room;
    if (!asset_read(input, ow_text_of(run->file), &asset, message, sizeof message)) {
        free(asset.bytes);
        if (asset.trouble || run->reads)
            return complain("%s: %s", input->path, message),
                   asset.trouble ? EXIT_FILES : EXIT_PROBLEMS;
        warn_of("%s: warning: %s; its colours count as 0", input->path, message);
        return EXIT_FINE;
    }
    uint32_t count =
        ow_display_read((ow_bytes){asset.bytes, asset.size}, run->now, run->store->words);
    free(asset.bytes);
    if (count < run->store->words)
        warn_of("%s: warning: %s has %" PRIu32 " of %" PRIu32 " colours; the others count as 0",
                input->path, run->file, count, run->store->words);
    return EXIT_FINE;
}

/* The file in the folder of the save. */
static char *path_beside(const struct programming *run)
{
    const char *file = run->opened.input.file, *slash = file ? strrchr(file, '/') : NULL;
    int folder = slash ? (int)(slash - file) + 1 : 0;
    size_t room = (size_t)folder + strlen(run->file) + 1;
    char *path = malloc(room);
    if (path)
        snprintf(path, room, "%.*s%s", folder, file ? file : "", run->file);
    return path;
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

int write_display(struct programming *run)
{
    bool in_place = option_set(run->arguments, "in-place");
    bool force = in_place || option_set(run->arguments, "force");
    char *beside = in_place ? path_beside(run) : NULL;
    const char *out = in_place ? beside : option_value(run->arguments, "output");
    struct output_file output;
    if (!out)
        return complain("not enough memory"), EXIT_FILES;
    int status = check_output_path(out, force);
    if (status == EXIT_FINE)
        status = output_file_open(out, force, &output);
    if (status == EXIT_FINE)
        status = fill_file(run, &output);
    free(beside);
    return status;
}
