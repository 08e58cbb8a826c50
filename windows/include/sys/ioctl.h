/* The size of a console. */
#ifndef WINDOWS_SYS_IOCTL_H
#define WINDOWS_SYS_IOCTL_H

enum { TIOCGWINSZ = 0x5413 };

struct winsize {
    unsigned short ws_row, ws_col;
};

int ioctl(int file, int request, struct winsize *size);

#endif
