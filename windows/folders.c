/* Lists folders. */
#include "layer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1 << 15 };

struct folder {
    int file;
    HANDLE handle;
    bool is_begun, is_over;
    size_t next; /* offset in `list` */
    struct dirent entry;
    _Alignas(8) unsigned char list[ROOM];
};

DIR *fdopendir(int file)
{
    HANDLE handle = handle_of(file);
    struct folder *folder = handle ? malloc(sizeof *folder) : NULL;
    if (!folder)
        return NULL;
    folder->file = file;
    folder->handle = handle;
    folder->is_begun = folder->is_over = false;
    folder->next = ROOM;
    return folder;
}

DIR *opendir(const char *path)
{
    int file = open(path, O_RDONLY | O_DIRECTORY);
    DIR *folder = file >= 0 ? fdopendir(file) : NULL;
    if (!folder && file >= 0)
        close(file);
    return folder;
}

/* Reads the next part of the list. Returns false at the end, or with errno. */
static bool read_list(struct folder *folder)
{
    FILE_INFO_BY_HANDLE_CLASS how =
        folder->is_begun ? FileIdBothDirectoryInfo : FileIdBothDirectoryRestartInfo;
    if (!GetFileInformationByHandleEx(folder->handle, how, folder->list, ROOM)) {
        folder->is_over = true;
        if (GetLastError() != ERROR_NO_MORE_FILES && GetLastError() != ERROR_FILE_NOT_FOUND)
            fail(GetLastError());
        return false;
    }
    folder->is_begun = true;
    folder->next = 0;
    return true;
}

struct dirent *readdir(DIR *folder)
{
    if (folder->is_over || (folder->next == ROOM && !read_list(folder)))
        return NULL;
    const FILE_ID_BOTH_DIR_INFO *entry = (const void *)(folder->list + folder->next);
    int size = WideCharToMultiByte(
        CP_UTF8, 0, entry->FileName, (int)(entry->FileNameLength / sizeof(WCHAR)),
        folder->entry.d_name, sizeof folder->entry.d_name - 1, NULL, NULL);
    folder->entry.d_name[size] = '\0';
    folder->next = entry->NextEntryOffset ? folder->next + entry->NextEntryOffset : ROOM;
    return &folder->entry;
}

int closedir(DIR *folder)
{
    int problem = errno;
    close(folder->file);
    free(folder);
    errno = problem;
    return 0;
}

int alphasort(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

static int by_name(const void *one, const void *other)
{
    return alphasort((const struct dirent **)one, (const struct dirent **)other);
}

/* Appends a copy of an entry. */
static bool keep(struct dirent ***list, int count, const struct dirent *entry)
{
    struct dirent *copy = malloc(sizeof *copy);
    struct dirent **larger = copy ? realloc(*list, ((size_t)count + 1) * sizeof *larger) : NULL;
    if (!larger) {
        free(copy);
        return false;
    }
    *copy = *entry;
    *list = larger;
    larger[count] = copy;
    return true;
}

int scandir(const char *restrict path, struct dirent ***restrict names,
            int (*choose)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **))
{
    DIR *folder = opendir(path);
    struct dirent **list = NULL, *entry;
    int count = 0;
    (void)choose;
    (void)compare;
    if (!folder)
        return -1;
    errno = 0;
    while ((entry = readdir(folder)) && keep(&list, count, entry))
        count++;
    closedir(folder);
    if (errno == 0) {
        if (count > 0)
            qsort(list, (size_t)count, sizeof *list, by_name);
        *names = list;
        return count;
    }
    while (count > 0)
        free(list[--count]);
    free(list);
    return -1;
}
