/* The library for JavaScript: calls that take and give numbers alone, for the loader in
 * web/overworld.
 *
 * A world is a handle. A call that can fail returns an ow_status; its error is read by
 * web_error_... What a call answers, bytes or JSON as the command's --json has it, is the
 * answer, which lives until the next call. Options come as text, see settings.h. All memory is
 * of malloc. */
#ifndef OW_BINDING_H
#define OW_BINDING_H

#include <overworld/overworld.h>

#include "answers.h"

#if defined(__EMSCRIPTEN__)
#include <emscripten/em_macros.h>
#define EXPORTED       EMSCRIPTEN_KEEPALIVE
#define IMPORTED(name) __attribute__((import_module("host"), import_name(name)))
#else
#define EXPORTED
#define IMPORTED(name)
#endif

/* A world: its bytes, the records in them, or both. Each is made of the other when it is asked
 * for. */
struct world {
    uint32_t holders; /* circuits, which keep it after its handle is closed */
    ow_options options;
    char format_name[32], variant[64]; /* what options refer to */
    ow_buffer bytes;                   /* no data: not written yet */
    ow_document document;              /* no format: not read yet */
    ow_tracer *tracer;                 /* of its bytes; NULL: not asked for yet */
};

/* The error of the call that is running, without anything in it. */
ow_error *fresh_error(void);

/* The error of the last call. */
ow_error *last_error(void);

/* Fails with OW_BAD_ARGUMENT: what it is about, and a sentence. */
ow_status refuse(const char *about, const char *message);

/* Options of a world for one call: with the host's progress. */
ow_options options_of(const struct world *world);

/* Sees that a world has its bytes, or its records. */
ow_status need_bytes(struct world *world);
ow_status need_document(struct world *world);

/* A world of a document, which it takes; with the options of another. NULL with an error. */
struct world *world_of(ow_document *document, const struct world *like);

/* A new answer: emptied, as a sink, as a writer of JSON (NULL with an error). What error there
 * is stays. */
ow_buffer *fresh_answer(void);
ow_sink answer_sink(void);
ow_json_writer *open_answer(void);

/* Ends JSON. Returns `status`, or what went wrong with the writing. */
ow_status close_answer(ow_json_writer *writer, ow_status status);

/* Files beside the world, as the host has them. */
ow_scene_files host_scene_files(void);
ow_image_source host_images(void);
bool host_read(void *context, ow_text path, ow_bytes *bytes);
void host_release(void *context, ow_bytes *bytes);

/* What is written to it goes to the host, piece by piece. */
ow_sink host_sink(void);

/* Tells the host how far a call is: an ow_options.progress. */
bool host_goes_on(void *context, uint64_t done, uint64_t total);

#endif
