/* .structure written: the layout run as encode. */
#include "structure.h"

#include "../codec/encode.h"

/* The variant governs what is written, and is not written itself. */
VERB void variant(struct codec *c, const ow_structure_variant *v)
{
    const char *wrong = structure_wrong_switch(v);
    if (wrong)
        refuse(c, OW_BAD_VALUE, wrong, "the variant's %s has a value that it cannot have", wrong);
}

#include "layout.h"

#include "../codec/writing.h"

/* The build is only read: the verbs of encode write through no pointer into a record. */
static void encode(const void *document, const ow_options *options, struct output *output,
                   ow_error *error)
{
    ow_structure_build copy = *(const ow_structure_build *)document;
    struct codec codec = {.options = options, .output = output, .error = error};
    open_output(&codec);
    build(&codec, &copy);
    settle_output(&codec);
}

ow_status ow_structure_write(const ow_structure_build *to_write, const ow_options *options,
                             const ow_sink *sink, ow_error *error)
{
    return write_to_sink(encode, to_write, options, sink, error);
}

ow_status ow_structure_write_buffer(const ow_structure_build *to_write, const ow_options *options,
                                    ow_buffer *buffer, ow_error *error)
{
    return write_to_buffer(encode, to_write, options, buffer, error);
}
