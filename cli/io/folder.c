/* Reads the files beside a world, through no link: the texts that its game may keep there, or all
 * of them. */
#include "io/folder.h"

#include "held_files.h"
#include "io/assets.h"
#include "io/folder_json.h"
#include "terminal/terminal.h"

#include "../../catalog/sidecar.h"
#include "../../catalog/sidecars.h"
#include "../../files/walk_below.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 8192, MOST_DEPTH = 7, LARGEST_FILE = 4 << 20 };
#define MOST_BYTES ((uint64_t)64 << 20)

enum wanted {
    TEXTS_OF_SAVE,
    TEXTS_OF_MODS,
    WHOLE_SAVE /* but hidden files and links, which are reported */
};

struct reading {
    const char *path; /* for messages */
    struct save_folder *folder;
    enum wanted wanted;
    const char *world; /* the name of the world's own file */
    bool trouble;      /* something could not be read */
    int status;
};

/* Besides its manifest and its components, a mod has other texts, such as translations. */
static bool is_of_mod(const struct below_entry *entry)
{
    return strcmp(entry->name, OW_MOD_TYPES_FILE) == 0 ||
           (is_text_name(entry->name) &&
            (strncmp(entry->name, "manifest.", 9) == 0 ||
             strncmp(entry->path, "components/", 11) == 0 || strstr(entry->path, "/components/")));
}

static bool is_wanted(const struct reading *reading, const struct below_entry *entry)
{
    if (reading->wanted == TEXTS_OF_SAVE)
        return is_sidecar_entry(entry);
    if (S_ISDIR(entry->about->st_mode))
        return entry->depth < MOST_DEPTH;
    if (reading->wanted == TEXTS_OF_MODS)
        return is_of_mod(entry);
    return entry->depth > 0 || strcmp(entry->name, reading->world) != 0;
}

static enum below_step lack_memory(struct reading *reading)
{
    complain("%s: there is not enough memory for the files %s it", reading->path,
             reading->wanted == TEXTS_OF_MODS ? "in" : "beside");
    reading->status = EXIT_FILES;
    return BELOW_STOP;
}

bool folder_add(struct save_folder *folder, char *path, uint8_t *bytes, size_t size)
{
    ow_text name = {path, path ? strlen(path) : 0};
    bool is_added = folder_take_file(&folder->folder, name, (ow_bytes){bytes, size});
    folder->bytes += is_added ? size : 0;
    return is_added;
}

bool folder_add_copy(struct save_folder *folder, const char *path, ow_bytes bytes)
{
    bool is_added = folder_copy_file(&folder->folder, ow_text_of(path), bytes);
    folder->bytes += is_added ? bytes.size : 0;
    return is_added;
}

/* Reports a file or a folder that was skipped. Links are skipped silently, as everywhere, unless
 * everything is read. */
static void report_skipped(void *context, const char *path, const char *name, enum below why)
{
    struct reading *reading = context;
    if (why == BELOW_LINK && reading->wanted != WHOLE_SAVE)
        return;
    warn_of("%s: warning: %s%s is skipped: %s", reading->path, path, name, below_words(why));
    reading->trouble |= why == BELOW_FAILED || why == BELOW_NO_MEMORY;
}

static enum below_step take_bytes(struct reading *reading, const struct below_entry *entry,
                                  uint8_t *bytes, size_t size)
{
    const size_t room = strlen(entry->path) + strlen(entry->name) + 1;
    char *path = malloc(room);
    if (path)
        snprintf(path, room, "%s%s", entry->path, entry->name);
    return folder_add(reading->folder, path, bytes, size) ? BELOW_GO_ON : lack_memory(reading);
}

static enum below_step read_file(struct reading *reading, const struct below_entry *entry)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    int file;
    struct save_folder *folder = reading->folder;
    if (folder->folder.file_count == MOST_FILES || folder->bytes > MOST_BYTES) {
        folder->is_full = true;
        return BELOW_STOP;
    }
    const uint64_t most = reading->wanted == WHOLE_SAVE ? MOST_BYTES - folder->bytes : LARGEST_FILE;
    enum below why = below_open_at(entry->folder, entry->name, &file);
    if (why == BELOW_FINE) {
        why = below_read_all(file, most, &bytes, &size);
        close(file);
    }
    if (why == BELOW_FINE)
        return take_bytes(reading, entry, bytes, size);
    report_skipped(reading, entry->path, entry->name, why);
    return BELOW_GO_ON;
}

/* Reports what a whole save has and JSON has not. */
static enum below_step skip_entry(struct reading *reading, const struct below_entry *entry,
                                  const char *why)
{
    if (reading->wanted == WHOLE_SAVE)
        warn_of("%s: warning: %s%s is skipped: %s", reading->path, entry->path, entry->name, why);
    return BELOW_GO_ON;
}

static enum below_step read_entry(void *context, const struct below_entry *entry)
{
    struct reading *reading = context;
    const char *name = entry->name;
    if (*name == '.')
        return skip_entry(reading, entry, "hidden files are not read");
    if (reading->wanted == WHOLE_SAVE && !ow_folder_path_is_portable(ow_text_of(name)))
        return skip_entry(reading, entry, "its name is not portable");
    if (S_ISDIR(entry->about->st_mode))
        return is_wanted(reading, entry) ? BELOW_ENTER
                                         : skip_entry(reading, entry, "it is nested too deep");
    if (entry->depth == 0 && has_sidecars(name) && strcmp(name, reading->world) != 0)
        return skip_entry(reading, entry, "it is another world");
    return is_wanted(reading, entry) ? read_file(reading, entry) : BELOW_GO_ON;
}

/* Reads the texts below an open folder, and closes it. */
static int read_opened(struct reading *reading, int folder)
{
    const struct below_walk walk = {reading, read_entry, report_skipped};
    if (!walk_below(folder, &walk))
        lack_memory(reading);
    close(folder);
    if (reading->folder->is_full)
        warn_of("%s: warning: there are more files %s it than %d, or more than 64 MiB of "
                "them: the others are skipped",
                reading->path, reading->wanted == TEXTS_OF_MODS ? "in" : "beside", MOST_FILES);
    return reading->status;
}

static const char *name_of_file(const struct input *input)
{
    const char *slash = input->file ? strrchr(input->file, '/') : NULL;
    return slash ? slash + 1 : input->file ? input->file : "";
}

bool has_folder(const struct input *input)
{
    return has_sidecars(name_of_file(input));
}

static int read_beside(struct input *input, struct reading *reading)
{
    int beside;
    char path[PATH_MAX];
    folder_of_file(input->file, path);
    reading->path = input->path;
    reading->world = name_of_file(input);
    enum below why = below_open_folder(path, "", false, &beside);
    if (why == BELOW_FINE)
        read_opened(reading, beside);
    else
        report_skipped(reading, "", "the folder", why);
    input->trouble |= reading->trouble;
    return reading->status;
}

int read_folder(struct input *input, struct save_folder *folder)
{
    struct reading reading = {.folder = folder, .wanted = TEXTS_OF_SAVE};
    *folder = (struct save_folder){0};
    if (input->json.data)
        return read_json_folder(input, input->json, false, folder);
    return has_folder(input) ? read_beside(input, &reading) : EXIT_FINE;
}

int read_whole_folder(struct input *input, struct save_folder *folder)
{
    struct reading reading = {.folder = folder, .wanted = WHOLE_SAVE};
    *folder = (struct save_folder){.is_there = true};
    int status = read_beside(input, &reading);
    return reading.trouble ? EXIT_FILES : status;
}

int read_mod_folder(const char *path, struct save_folder *folder)
{
    struct reading reading = {.path = path, .folder = folder, .wanted = TEXTS_OF_MODS, .world = ""};
    int mods;
    *folder = (struct save_folder){0};
    enum below why = below_open_folder(path, "", false, &mods);
    if (why != BELOW_FINE) {
        complain("%s: %s", path, below_words(why));
        return EXIT_FILES;
    }
    int status = read_opened(&reading, mods);
    return reading.trouble ? EXIT_FILES : status;
}

void free_folder(struct save_folder *folder)
{
    folder_free_files(&folder->folder);
    *folder = (struct save_folder){0};
}

bool is_folder_pointer(const char *pointer)
{
    static const char name[] = "/folder";
    const size_t size = sizeof name - 1;
    return strncmp(pointer, name, size) == 0 && (pointer[size] == '\0' || pointer[size] == '/');
}

/* Moves behind a path at the beginning of a pointer, where ~0 is ~. */
static const char *match_path(const char *pointer, const char *path, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (*pointer != path[i])
            return NULL;
        pointer++;
        if (path[i] == '~' && *pointer++ != '0')
            return NULL;
    }
    return *pointer == '/' || *pointer == '\0' ? pointer : NULL;
}

const char *folder_pointer_rest(const char *pointer, const ow_folder_file *file)
{
    enum { PREFIX = sizeof "/folder/" - 1, ENDING = 5 };
    if (strncmp(pointer, "/folder/", PREFIX) != 0)
        return NULL;
    const char *rest = match_path(pointer + PREFIX, file->path.data, file->path.size);
    return rest ? rest : match_path(pointer + PREFIX, file->path.data, file->path.size - ENDING);
}

void complete_folder_pointer(const struct save_folder *folder, char *pointer, size_t room)
{
    enum { ENDING = 5 };
    const size_t size = strlen(pointer);
    for (uint32_t i = 0; i < folder->folder.file_count && size + ENDING < room; i++) {
        const ow_folder_file *file = &folder->folder.files[i];
        const char *rest = folder_pointer_rest(pointer, file);
        if (!rest)
            continue;
        size_t at = (size_t)(rest - pointer);
        const char *ending = file->path.data + file->path.size - ENDING;
        if (memcmp(rest - ENDING, ending, ENDING) != 0) {
            memmove(pointer + at + ENDING, rest, size - at + 1);
            memcpy(pointer + at, ending, ENDING);
        }
        return;
    }
}

ow_status trace_save_folder(struct input *input, char *pointer, size_t room, ow_visitor visit,
                            void *context, ow_error *error)
{
    struct save_folder folder;
    ow_status status = OW_NO_MEMORY;
    *error = (ow_error){.status = status, .message = "there is not enough memory"};
    if (read_folder(input, &folder) == EXIT_FINE) {
        complete_folder_pointer(&folder, pointer, room);
        status = ow_trace_folder(&folder.folder, NULL, visit, context, error);
    }
    free_folder(&folder);
    return status;
}
