/* The library for JavaScript: calls whose parameters and results are numbers, for the loader in
 * web/overworld.
 *
 * A world is a handle. A call that can fail returns an ow_status; web_error_... have its error.
 * Bytes or JSON that a call returns are the answer (web_answer), which is valid until the next
 * call; JSON has the shapes of the command's --json. Options are text, see settings.h. All memory
 * comes from malloc. */
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

/* A world: its bytes, its records, or both. Each is made from the other when it is needed. */
struct world {
    uint32_t holders; /* circuits that use it; it outlives its handle as long as there are any */
    ow_options options;
    char format_name[32], variant[64]; /* text that `options` points to */
    ow_buffer bytes;                   /* no data: not written yet */
    ow_document document;              /* no format: not read yet */
    ow_tracer *tracer;                 /* for its bytes; NULL: not needed yet */
};

/* The error of the current call, cleared. */
ow_error *fresh_error(void);

/* The error of the last call. */
ow_error *last_error(void);

/* Fails with OW_BAD_ARGUMENT: its subject and a sentence. */
ow_status refuse(const char *about, const char *message);

/* The options of a world for one call, with the host's progress. */
ow_options options_of(const struct world *world);

/* Makes the bytes, or the records, of a world if they are missing. */
ow_status need_bytes(struct world *world);
ow_status need_document(struct world *world);

/* Makes a world that owns a document, with the options of another world. Returns NULL with an
 * error. */
struct world *world_of(ow_document *document, const struct world *like);

/* Starts a new answer: as a buffer, as a sink, as a JSON writer (NULL with an error). Keeps the
 * last error. */
ow_buffer *fresh_answer(void);
ow_sink answer_sink(void);
ow_json_writer *open_answer(void);

/* Ends the JSON of an answer. Returns `status`, or the error of writing. */
ow_status close_answer(ow_json_writer *writer, ow_status status);

/* Files beside the world, from the host. */
ow_scene_files host_scene_files(void);
ow_image_source host_images(void);
bool host_read(void *context, ow_text path, ow_bytes *bytes);
void host_release(void *context, ow_bytes *bytes);

/* Passes what is written to the host, piece by piece. */
ow_sink host_sink(void);

/* Reports progress to the host: an ow_options.progress. */
bool host_goes_on(void *context, uint64_t done, uint64_t total);

#endif
