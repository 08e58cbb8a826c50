/* Lists of files that a caller reads one by one. */
#include "held_files.h"

#include <stdlib.h>
#include <string.h>

/* What an ow_folder points to is constant for the library, but not for its owner. */
static void *owned(const void *memory)
{
    return (void *)(uintptr_t)memory;
}

/* Room follows from the number of files: 64, and twice as many each time the files fill it. */
static bool make_room(ow_folder *folder)
{
    enum { FIRST_ROOM = 64 };
    uint32_t count = folder->file_count;
    if (count > 0 && (count < FIRST_ROOM || (count & (count - 1)) != 0))
        return true;
    size_t room = count > 0 ? 2 * (size_t)count : FIRST_ROOM;
    ow_folder_file *files = realloc(owned(folder->files), room * sizeof *files);
    if (files)
        folder->files = files;
    return files != NULL;
}

bool folder_take_file(ow_folder *folder, ow_text path, ow_bytes bytes)
{
    if (!path.data || !bytes.data || !make_room(folder)) {
        free(owned(path.data));
        free(owned(bytes.data));
        return false;
    }
    ow_folder_file *files = owned(folder->files);
    files[folder->file_count++] = (ow_folder_file){.path = path, .bytes = bytes};
    return true;
}

static void *copy_of(const void *data, size_t size)
{
    char *copy = malloc(size + 1);
    if (copy && size > 0)
        memcpy(copy, data, size);
    if (copy)
        copy[size] = '\0';
    return copy;
}

bool folder_copy_file(ow_folder *folder, ow_text path, ow_bytes bytes)
{
    return folder_take_file(folder, (ow_text){copy_of(path.data, path.size), path.size},
                            (ow_bytes){copy_of(bytes.data, bytes.size), bytes.size});
}

static int compare_paths(const void *first, const void *second)
{
    const ow_folder_file *one = first, *other = second;
    return strcmp(one->path.data, other->path.data);
}

void folder_sort_files(ow_folder *folder)
{
    if (folder->file_count > 0)
        qsort(owned(folder->files), folder->file_count, sizeof *folder->files, compare_paths);
}

void folder_free_files(ow_folder *folder)
{
    for (uint32_t i = 0; i < folder->file_count; i++) {
        free(owned(folder->files[i].path.data));
        free(owned(folder->files[i].bytes.data));
    }
    free(owned(folder->files));
    *folder = (ow_folder){0};
}
