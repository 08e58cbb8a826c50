/* Paths as the kernel of Windows takes them: "\??\C:\a\b", or "a\b" from an open folder. So no path
 * is limited to 260 characters, and no name becomes a device. */
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <ntstatus.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { LONGEST_NAME = 255, LONGEST_PATH = 32000 };

static bool is_slash(wchar_t character)
{
    return character == L'/' || character == L'\\';
}

/* NUL, nul.lvd and COM1 are devices for many programs, whatever the folder. */
static bool is_reserved(const wchar_t *name, size_t size)
{
    static const wchar_t *const devices[] = {L"CON", L"PRN", L"AUX", L"NUL", L"CONIN$", L"CONOUT$"};
    size_t stem = 0;
    while (stem < size && name[stem] != L'.')
        stem++;
    while (stem > 0 && name[stem - 1] == L' ')
        stem--;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (wcslen(devices[i]) == stem && _wcsnicmp(name, devices[i], stem) == 0)
            return true;
    return stem == 4 && (_wcsnicmp(name, L"COM", 3) == 0 || _wcsnicmp(name, L"LPT", 3) == 0) &&
           (wcschr(L"123456789\xb9\xb2\xb3", name[3]) != NULL);
}

/* Returns 0 or the error for one name of a path. A name with a wildcard is only not there, as the
 * user meant the files that it matches. */
static int check_name(const wchar_t *name, size_t size, bool makes)
{
    if (size > LONGEST_NAME)
        return ENAMETOOLONG;
    if (is_reserved(name, size))
        return ERESERVED;
    for (size_t i = 0; i < size; i++) {
        if (wcschr(L"*?", name[i]))
            return makes ? EBADNAME : ENOENT;
        if (name[i] < L' ' || wcschr(L"<>:\"|", name[i]))
            return EBADNAME;
    }
    wchar_t last = name[size - 1];
    return last == L' ' || last == L'.' ? EBADNAME : 0;
}

static int check_names(const wchar_t *path, bool makes)
{
    if (path[0] && path[1] == L':')
        path += 2;
    for (size_t size; *path; path += size) {
        for (size = 0; path[size] && !is_slash(path[size]);)
            size++;
        bool is_dots =
            (size == 1 && path[0] == L'.') || (size == 2 && wcsncmp(path, L"..", 2) == 0);
        int problem = size > 0 && !is_dots ? check_name(path, size, makes) : 0;
        if (problem)
            return problem;
        size += path[size] != L'\0';
    }
    return 0;
}

/* The absolute path, without "." and "..", with what the kernel has in front. */
static wchar_t *absolute(const wchar_t *path)
{
    enum { FRONT = sizeof "\\??\\UNC" };
    DWORD room = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *result = room > 0 ? malloc((FRONT + room) * sizeof *result) : NULL;
    if (!result) {
        fail(room > 0 ? ERROR_NOT_ENOUGH_MEMORY : GetLastError());
        return NULL;
    }
    wchar_t *full = result + FRONT;
    DWORD size = GetFullPathNameW(path, room, full, NULL);
    if (size == 0 || size >= room) {
        fail(size > 0 ? ERROR_PATH_NOT_FOUND : GetLastError());
        free(result);
        return NULL;
    }
    bool is_share = is_slash(full[0]) && is_slash(full[1]);
    const wchar_t *front = is_share ? L"\\??\\UNC" : L"\\??\\";
    wmemcpy(result, front, wcslen(front));
    wmemmove(result + wcslen(front), full + is_share, size + 1 - is_share);
    return result;
}

/* A path below an open folder. "." is the folder itself, whose name is empty for the kernel. */
static wchar_t *relative(const wchar_t *path)
{
    wchar_t *copy = _wcsdup(wcscmp(path, L".") == 0 ? L"" : path);
    for (wchar_t *at = copy; at && *at; at++)
        if (*at == L'/')
            *at = L'\\';
    if (!copy)
        fail_with(ENOMEM);
    return copy;
}

static void end_place(struct place *place)
{
    size_t size = wcslen(place->path);
    /* the slash of "\??\C:\" stays */
    while (size > 1 && is_slash(place->path[size - 1]) && place->path[size - 2] != L':') {
        place->path[--size] = L'\0';
        place->is_folder = true;
    }
    place->name = (UNICODE_STRING){(USHORT)(size * 2), (USHORT)(size * 2), place->path};
    place->attributes = (OBJECT_ATTRIBUTES){.Length = sizeof place->attributes,
                                            .RootDirectory = place->folder,
                                            .ObjectName = &place->name,
                                            .Attributes = OBJ_CASE_INSENSITIVE};
}

static bool is_null_device(const char *path)
{
    return strcmp(path, "/dev/null") == 0 || _stricmp(path, "NUL") == 0;
}

/* Names below an open folder may come from a stranger. They must not lead out of it: to another
 * drive, or to a folder above by "..", or by a backslash that others took for a part of a name. */
static bool leads_out(const wchar_t *path)
{
    return is_slash(*path) || wcspbrk(path, L"\\:") || wcscmp(path, L"..") == 0 ||
           wcsncmp(path, L"../", 3) == 0 || wcsstr(path, L"/..");
}

bool place_of(int folder, const char *path, bool makes, struct place *place)
{
    *place = (struct place){0};
    if (!*path)
        return fail_with(ENOENT) == 0;
    place->is_null = folder == AT_FDCWD && is_null_device(path);
    wchar_t *wide = place->is_null ? _wcsdup(L"\\??\\NUL") : to_wide(path);
    if (!wide)
        return false;
    bool is_below = folder != AT_FDCWD;
    int problem = place->is_null                ? 0
                  : is_below && leads_out(wide) ? EBADNAME
                  : wcslen(wide) > LONGEST_PATH ? ENAMETOOLONG
                                                : check_names(wide, makes);
    if (problem) {
        free(wide);
        return fail_with(problem) == 0;
    }
    place->folder = is_below ? handle_of(folder) : NULL;
    if (!is_below || place->folder)
        place->path = place->is_null ? _wcsdup(wide) : is_below ? relative(wide) : absolute(wide);
    free(wide);
    if (place->path)
        end_place(place);
    return place->path != NULL;
}

void place_free(struct place *place)
{
    int problem = errno;
    free(place->path);
    errno = problem;
}

NTSTATUS place_open(struct place *place, ACCESS_MASK access, ULONG disposition, ULONG options,
                    HANDLE *handle)
{
    IO_STATUS_BLOCK state;
    if (place->is_folder && disposition == FILE_OPEN)
        options |= FILE_DIRECTORY_FILE;
    return NtCreateFile(handle, access | SYNCHRONIZE | FILE_READ_ATTRIBUTES, &place->attributes,
                        &state, NULL, FILE_ATTRIBUTE_NORMAL,
                        FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, disposition,
                        options | FILE_SYNCHRONOUS_IO_NONALERT, NULL, 0);
}

/* Other reparse points, such as files that are kept in a cloud, are no links. */
static bool is_link(HANDLE handle, bool *is_other)
{
    FILE_ATTRIBUTE_TAG_INFO about;
    *is_other = false;
    if (!GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &about, sizeof about) ||
        !(about.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT))
        return false;
    *is_other = about.ReparseTag != IO_REPARSE_TAG_SYMLINK &&
                about.ReparseTag != IO_REPARSE_TAG_MOUNT_POINT;
    return !*is_other;
}

NTSTATUS place_open_no_link(struct place *place, ACCESS_MASK access, ULONG options, HANDLE *handle,
                            bool *link)
{
    bool is_other = false;
    NTSTATUS status =
        place_open(place, access, FILE_OPEN, options | FILE_OPEN_REPARSE_POINT, handle);
    *link = false;
    if (status < 0)
        return status;
    *link = is_link(*handle, &is_other);
    if (!is_other)
        return status;
    CloseHandle(*handle);
    return place_open(place, access, FILE_OPEN, options, handle);
}

int place_missing(const struct place *place, NTSTATUS status)
{
    if (status != STATUS_OBJECT_PATH_NOT_FOUND || place->folder)
        return fail_status(status);
    wchar_t *path = _wcsdup(place->path);
    int problem = path ? ENOENT : ENOMEM;
    if (path)
        path[1] = L'\\'; /* "\\?\", as the calls above the kernel take it */
    for (wchar_t *slash; path && (slash = wcsrchr(path, L'\\')) && slash > path + 6;) {
        *slash = L'\0';
        DWORD attributes = GetFileAttributesW(path);
        if (attributes == INVALID_FILE_ATTRIBUTES)
            continue;
        problem = attributes & FILE_ATTRIBUTE_DIRECTORY ? ENOENT : ENOTDIR;
        break;
    }
    free(path);
    return fail_with(problem);
}
