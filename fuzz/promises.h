/* What holds of any bytes and of any JSON text, whatever format they are of or none. */
#ifndef OW_FUZZ_PROMISES_H
#define OW_FUZZ_PROMISES_H

#include "fuzz.h"

/* Every way of reading bytes ends cleanly and agrees with the others; what reads is written back
 * byte for byte, through records and through JSON, and converts. */
void keep_promises_of_bytes(const uint8_t *data, size_t size);

/* Text is refused cleanly, or becomes a file that reads, is written back byte for byte and is
 * the same after another turn through JSON. */
void keep_promises_of_json(const uint8_t *text, size_t size);

/* A build that was written reads in its own variant, byte for byte. Which one that is, a search
 * finds by what makes sense, within bounds: it may find another, or none. False where the
 * document is no build. */
bool keep_promises_of_build(const ow_document *document, const ow_buffer *file);

/* What is taken out of a document that can be written, what stays, and both put together can be
 * written. `choice` says which record that is. */
void keep_promises_of_parts(const ow_document *document, uint8_t choice);

/* To every version and variant: what converts can be written and reads, and without a warning it
 * converts back to the same content. */
void keep_promises_of_conversions(const ow_document *document);

/* Its scene is sound, and is drawn from any side within a bound of work. */
void keep_promises_of_scene(const ow_document *document);

/* Its circuit is sound and runs, its nets are at each tick what they would be if they were found
 * from nothing, and the states reached are there again when it is written and read. Changes the
 * document. */
void keep_promises_of_circuit(ow_document *document);

/* What differs between two documents makes the second of the first, byte for byte. */
void keep_promises_of_the_way(const ow_document *before, const ow_document *after);

/* Compares two documents, marks the changes in a picture, merges both with a third made from the
 * first, and puts one into the other. Each step works or is refused cleanly. Its result can be
 * written, and is sound if both documents are. */
void keep_promises_of_pair(const ow_document *first, const ow_document *second,
                           const ow_document *third);

/* With a pool each work tells what it tells without one, and fails where it does. */
void keep_promises_of_pool(const uint8_t *data, size_t size);
void keep_promises_of_text_with_pool(const uint8_t *text, size_t size);

/* Options whose images come from a picture of 3 x 2 samples, for any path. */
ow_options options_with_pictures(void);

#endif
