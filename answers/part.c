/* Found records as JSON. */
#include "answers.h"

void answer_part(ow_json_writer *writer, const ow_part *part)
{
    json_begin_object(writer, NULL);
    json_add_string(writer, "pointer", part->pointer);
    json_add_string(writer, "kind", part->kind);
    if (*part->name)
        json_add_string(writer, "name", part->name);
    if (part->has_address)
        json_add_integer(writer, "address", part->address);
    if (part->type.size > 0)
        json_add_text(writer, "type", part->type);
    if (part->has_tag)
        json_add_integer(writer, "tag", part->tag);
    if (part->text.size > 0)
        json_add_text(writer, "text", part->text);
    if (part->axes > 0) {
        json_begin_array(writer, "position");
        for (unsigned axis = 0; axis < part->axes; axis++)
            json_add_float(writer, NULL, (float)part->position[axis]);
        json_end_array(writer);
    }
    json_end_object(writer);
}
