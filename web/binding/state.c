/* Shared state of calls: the error and the answer of the last call, and what the host lends. */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>

static ow_error error;
static ow_buffer answer;

ow_error *fresh_error(void)
{
    error = (ow_error){0};
    return &error;
}

ow_error *last_error(void)
{
    return &error;
}

ow_status refuse(const char *about, const char *message)
{
    fresh_error()->status = OW_BAD_ARGUMENT;
    snprintf(error.message, sizeof error.message, "%.200s: %s", about, message);
    return OW_BAD_ARGUMENT;
}

EXPORTED int web_error_status(void)
{
    return (int)error.status;
}

EXPORTED const char *web_error_name(void)
{
    return ow_status_name(error.status);
}

EXPORTED double web_error_offset(void)
{
    return (double)error.offset;
}

EXPORTED const char *web_error_pointer(void)
{
    return error.pointer;
}

EXPORTED const char *web_error_message(void)
{
    return words_of_error(&error);
}

EXPORTED void *web_allocate(size_t size)
{
    return malloc(size ? size : 1);
}

EXPORTED void web_release(void *memory)
{
    free(memory);
}

/* The answer. */

ow_buffer *fresh_answer(void)
{
    ow_buffer_free(&answer, NULL);
    return &answer;
}

static bool append(void *context, const void *data, size_t size)
{
    (void)context;
    if (size > answer.capacity - answer.size) {
        size_t more = answer.capacity + answer.capacity / 2;
        size_t capacity = more < answer.size + size ? answer.size + size + 4096 : more;
        uint8_t *moved = capacity > answer.size ? realloc(answer.data, capacity) : NULL;
        if (!moved)
            return false;
        answer.data = moved;
        answer.capacity = capacity;
    }
    if (size > 0)
        memcpy(answer.data + answer.size, data, size);
    answer.size += size;
    return true;
}

ow_sink answer_sink(void)
{
    fresh_answer();
    return (ow_sink){.write = append};
}

ow_json_writer *open_answer(void)
{
    static ow_sink sink; /* must outlive the writer */
    ow_json_writer *writer = NULL;
    ow_error failed;
    sink = answer_sink();
    if (ow_json_open(NULL, NULL, &sink, &writer, &failed) == OW_OK)
        return writer;
    error = failed;
    return NULL;
}

ow_status close_answer(ow_json_writer *writer, ow_status status)
{
    ow_error local_error;
    ow_status closed = ow_json_close(writer, &local_error);
    if (status == OW_OK)
        error = (ow_error){.status = closed == OW_OK ? OW_OK : OW_NO_MEMORY};
    return error.status;
}

EXPORTED const uint8_t *web_answer(void)
{
    return answer.data;
}

EXPORTED double web_answer_size(void)
{
    return (double)answer.size;
}

/* Releases the memory of the answer. */
EXPORTED void web_answer_release(void)
{
    fresh_answer();
}
