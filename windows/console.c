/* The console: colours and size. */
#include "layer.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool is_console(HANDLE handle)
{
    DWORD mode;
    return GetFileType(handle) == FILE_TYPE_CHAR && GetConsoleMode(handle, &mode);
}

/* NUL is a device too, but nobody sees what goes there. */
int isatty(int file)
{
    HANDLE handle = handle_of(file);
    if (handle && is_console(handle))
        return 1;
    if (handle)
        errno = ENOTTY;
    return 0;
}

int ioctl(int file, int request, struct winsize *size)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    HANDLE handle = handle_of(file);
    if (request != TIOCGWINSZ)
        return fail_with(EINVAL);
    if (!handle)
        return -1;
    if (!GetConsoleScreenBufferInfo(handle, &about))
        return fail_with(ENOTTY);
    size->ws_col = (unsigned short)(about.srWindow.Right - about.srWindow.Left + 1);
    size->ws_row = (unsigned short)(about.srWindow.Bottom - about.srWindow.Top + 1);
    return 0;
}

/* Escape sequences work since Windows 10. A console that does not know them gets none. */
void prepare_console(void)
{
    static const int streams[] = {STDOUT_FILENO, STDERR_FILENO};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        DWORD mode;
        HANDLE handle = handle_of(streams[i]);
        if (!handle || GetFileType(handle) != FILE_TYPE_CHAR || !GetConsoleMode(handle, &mode))
            continue;
        if (!SetConsoleMode(handle,
                            mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING))
            set_default("TERM", "dumb");
    }
}
