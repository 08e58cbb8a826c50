/* Reads the files beside a world, through no link: the texts that its game may keep there, or all
 * of them. */
#include "io/folder.h"

#include "held_files.h"
#include "io/assets.h"
#include "io/folder_json.h"
#include "terminal/terminal.h"

#include "../../catalog/sidecar.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 8192, SAVE_DEPTH = 4, MOD_DEPTH = 7, WHOLE_DEPTH = 7, LARGEST_FILE = 4 << 20 };
#define MOST_BYTES ((uint64_t)64 << 20)

/* A folder during the walk, and its path relative to the save's, which is empty or ends with a
 * slash. */
struct place {
    int descriptor;
    const char *path;
    unsigned depth;
};

enum wanted {
    TEXTS_OF_SAVE,
    TEXTS_OF_MODS,
    WHOLE_SAVE /* but hidden files and links, which are reported */
};

struct reading {
    const char *path; /* for messages */
    struct save_folder *folder;
    unsigned most_depth;
    enum wanted wanted;
    const char *world; /* the name of the world's own file */
    bool trouble;      /* something could not be read */
    int status;
};

static bool is_text_name(const char *name)
{
    size_t size = strlen(name);
    return size > 5 &&
           (strcmp(name + size - 5, ".jecs") == 0 || strcmp(name + size - 5, ".succ") == 0);
}

/* Whether a folder may hold texts. */
static bool wants_folder(const struct reading *reading, const struct place *place, const char *name)
{
    return place->depth < reading->most_depth &&
           (reading->wanted != TEXTS_OF_SAVE || place->depth > 0 ||
            strcmp(name, "ExtraData") == 0 || strcmp(name, "players") == 0);
}

static bool is_stored_circuits(const struct place *place, const char *name)
{
    const size_t folder = strlen(place->path);
    return strncmp(OW_STORED_CIRCUITS_FILE, place->path, folder) == 0 &&
           strcmp(&OW_STORED_CIRCUITS_FILE[folder], name) == 0;
}

/* Besides its manifest and its components, a mod has other texts, such as translations. */
static bool wants_file(const struct reading *reading, const struct place *place, const char *name)
{
    if (reading->wanted == WHOLE_SAVE)
        return place->depth > 0 || strcmp(name, reading->world) != 0;
    if (reading->wanted == TEXTS_OF_SAVE)
        return is_text_name(name) || is_stored_circuits(place, name);
    return strcmp(name, OW_MOD_TYPES_FILE) == 0 ||
           (is_text_name(name) &&
            (strncmp(name, "manifest.", 9) == 0 || strncmp(place->path, "components/", 11) == 0 ||
             strstr(place->path, "/components/")));
}

static bool lack_memory(struct reading *reading)
{
    complain("%s: there is not enough memory for the files %s it", reading->path,
             reading->wanted == TEXTS_OF_MODS ? "in" : "beside");
    reading->status = EXIT_FILES;
    return false;
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

static char *join(const char *folder, const char *name, const char *end)
{
    char *path = malloc(strlen(folder) + strlen(name) + strlen(end) + 1);
    if (path)
        sprintf(path, "%s%s%s", folder, name, end);
    return path;
}

/* Reports a file or a folder that was skipped. Links are skipped silently, as everywhere, unless
 * everything is read. */
static void report_skipped(struct reading *reading, const struct place *place, const char *name,
                           enum below why)
{
    if (why == BELOW_LINK && reading->wanted != WHOLE_SAVE)
        return;
    warn_of("%s: warning: %s%s is skipped: %s", reading->path, place->path, name, below_words(why));
    reading->trouble |= why == BELOW_FAILED || why == BELOW_NO_MEMORY;
}

static bool read_file(struct reading *reading, const struct place *place, const char *name)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    int file;
    struct save_folder *folder = reading->folder;
    if (folder->folder.file_count == MOST_FILES || folder->bytes > MOST_BYTES) {
        folder->is_full = true;
        return false;
    }
    const uint64_t most = reading->wanted == WHOLE_SAVE ? MOST_BYTES - folder->bytes : LARGEST_FILE;
    enum below why = below_open_at(place->descriptor, name, &file);
    if (why == BELOW_FINE) {
        why = below_read_all(file, most, &bytes, &size);
        close(file);
    }
    if (why == BELOW_FINE)
        return folder_add(folder, join(place->path, name, ""), bytes, size) || lack_memory(reading);
    report_skipped(reading, place, name, why);
    return true;
}

static bool read_entries(struct reading *reading, const struct place *place, DIR *list);

/* Opens a folder to list it; `name` is "." for the place itself. Returns NULL after a warning. */
static DIR *open_list(struct reading *reading, const struct place *place, const char *name,
                      int *descriptor)
{
    *descriptor = openat(place->descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = *descriptor >= 0 ? fdopendir(*descriptor) : NULL;
    if (list)
        return list;
    report_skipped(reading, place, name, errno == ELOOP ? BELOW_LINK : BELOW_FAILED);
    if (*descriptor >= 0)
        close(*descriptor);
    return NULL;
}

static bool read_inner_folder(struct reading *reading, const struct place *place, const char *name)
{
    struct place inner = {.depth = place->depth + 1};
    DIR *list = open_list(reading, place, name, &inner.descriptor);
    char *path = list ? join(place->path, name, "/") : NULL;
    inner.path = path;
    bool goes_on = path ? read_entries(reading, &inner, list) : !list || lack_memory(reading);
    if (list)
        closedir(list);
    free(path);
    return goes_on;
}

/* Reports what a whole save has and JSON has not. */
static bool skip_entry(struct reading *reading, const struct place *place, const char *name,
                       const char *why)
{
    if (reading->wanted == WHOLE_SAVE)
        warn_of("%s: warning: %s%s is skipped: %s", reading->path, place->path, name, why);
    return true;
}

static bool read_entry(struct reading *reading, const struct place *place, const char *name)
{
    struct stat about;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    if (*name == '.')
        return skip_entry(reading, place, name, "hidden files are not read");
    if (reading->wanted == WHOLE_SAVE && !ow_folder_path_is_portable(ow_text_of(name)))
        return skip_entry(reading, place, name, "its name is not portable");
    if (fstatat(place->descriptor, name, &about, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno != ENOENT)
            report_skipped(reading, place, name, BELOW_FAILED);
        return true;
    }
    if (S_ISDIR(about.st_mode))
        return wants_folder(reading, place, name)
                   ? read_inner_folder(reading, place, name)
                   : skip_entry(reading, place, name, "it is nested too deep");
    if (place->depth == 0 && has_sidecars(name) && strcmp(name, reading->world) != 0)
        return skip_entry(reading, place, name, "it is another world");
    return !wants_file(reading, place, name) || read_file(reading, place, name);
}

/* Returns false to stop reading. */
static bool read_entries(struct reading *reading, const struct place *place, DIR *list)
{
    const struct dirent *entry;
    while (errno = 0, (entry = readdir(list)))
        if (!read_entry(reading, place, entry->d_name))
            return false;
    if (errno != 0)
        report_skipped(reading, place, "the rest of the folder", BELOW_FAILED);
    return true;
}

/* Reads the texts below an open folder, and closes it. */
static int read_opened(struct reading *reading, struct place *place)
{
    struct place top = {.path = ""};
    DIR *list = open_list(reading, place, ".", &top.descriptor);
    if (list) {
        read_entries(reading, &top, list);
        closedir(list);
    }
    close(place->descriptor);
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
    struct place place = {.path = ""};
    char path[PATH_MAX];
    folder_of_file(input->file, path);
    reading->path = input->path;
    reading->world = name_of_file(input);
    enum below why = below_open_folder(path, "", false, &place.descriptor);
    if (why == BELOW_FINE)
        read_opened(reading, &place);
    else
        report_skipped(reading, &place, "the folder", why);
    input->trouble |= reading->trouble;
    return reading->status;
}

int read_folder(struct input *input, struct save_folder *folder)
{
    struct reading reading = {.folder = folder, .most_depth = SAVE_DEPTH};
    *folder = (struct save_folder){0};
    if (input->json.data)
        return read_json_folder(input, input->json, false, folder);
    return has_folder(input) ? read_beside(input, &reading) : EXIT_FINE;
}

int read_whole_folder(struct input *input, struct save_folder *folder)
{
    struct reading reading = {.folder = folder, .most_depth = WHOLE_DEPTH, .wanted = WHOLE_SAVE};
    *folder = (struct save_folder){.is_there = true};
    int status = read_beside(input, &reading);
    return reading.trouble ? EXIT_FILES : status;
}

bool is_text_of_save(const char *path)
{
    return is_text_name(path) && (!strchr(path, '/') || strncmp(path, "ExtraData/", 10) == 0 ||
                                  strncmp(path, "players/", 8) == 0);
}

int read_mod_folder(const char *path, struct save_folder *folder)
{
    struct reading reading = {.path = path,
                              .folder = folder,
                              .most_depth = MOD_DEPTH,
                              .wanted = TEXTS_OF_MODS,
                              .world = ""};
    struct place place = {.path = ""};
    *folder = (struct save_folder){0};
    enum below why = below_open_folder(path, "", false, &place.descriptor);
    if (why != BELOW_FINE) {
        complain("%s: %s", path, below_words(why));
        return EXIT_FILES;
    }
    int status = read_opened(&reading, &place);
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
