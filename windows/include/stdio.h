/* Streams in place of those of mingw's C library. Those write each byte of a message to a console
 * on its own, know no memory as a file, and report a broken pipe to nobody. */
#ifndef WINDOWS_STDIO_H
#define WINDOWS_STDIO_H

#include_next <stdio.h>
#include <wchar.h>

#undef FILE
#undef stdin
#undef stdout
#undef stderr

#define FILE struct stream

extern FILE stream_output, stream_errors;

#define stdout (&stream_output)
#define stderr (&stream_errors)

#define fopen         stream_open
#define fdopen        stream_of
#define fclose        stream_close
#define fflush        stream_flush
#define ferror        stream_has_failed
#define setvbuf       stream_buffer
#define fwrite        stream_write
#define fread         stream_read
#define ftell         stream_place
#define rewind        stream_begin
#define fputs         stream_put
#define puts          stream_put_line
#define putc          stream_put_byte
#define fputc         stream_put_byte
#define putchar(byte) stream_put_byte(byte, stdout)
#define printf(...)   stream_print(stdout, __VA_ARGS__)
#define fprintf       stream_print
#define vfprintf      stream_print_list

FILE *fopen(const char *path, const char *mode);
FILE *fdopen(int file, const char *mode);
FILE *open_memstream(char **text, size_t *size);
int fclose(FILE *stream);
int fflush(FILE *stream);
int ferror(FILE *stream);
int setvbuf(FILE *stream, char *buffer, int mode, size_t size);
size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream);
size_t fread(void *restrict data, size_t size, size_t count, FILE *restrict stream);
long ftell(FILE *stream);
void rewind(FILE *stream);
int fputs(const char *restrict text, FILE *restrict stream);
int puts(const char *text);
int putc(int byte, FILE *stream);
int fprintf(FILE *restrict stream, const char *restrict format, ...)
    __attribute__((format(gnu_printf, 2, 3)));
int vfprintf(FILE *restrict stream, const char *restrict format, va_list values);
ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream);
int renameat(int from, const char *old, int to, const char *new);

#endif
