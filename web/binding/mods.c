/* Mods: their components, from their text files. */
#include "calls.h"

#include <stdlib.h>

static void add_warning(void *context, const char *pointer, const char *message)
{
    (void)pointer;
    json_add_message(context, NULL, message);
}

static void add_type(ow_json_writer *writer, const ow_mod_type *type)
{
    json_begin_object(writer, NULL);
    json_add_text(writer, "name", type->name);
    json_add_text(writer, "file", type->file);
    json_add_integer(writer, "line", type->line);
    json_add_integer(writer, "inputs", type->inputs);
    json_add_integer(writer, "outputs", type->outputs);
    json_add_boolean(writer, "has_shape", type->has_shape);
    json_end_object(writer);
}

static void add_mods(ow_json_writer *writer, const ow_mods *mods)
{
    json_add_integer(writer, "mod_count", mods ? mods->mod_count : 0);
    json_begin_array(writer, "types");
    for (uint32_t i = 0; mods && i < mods->type_count; i++)
        add_type(writer, &mods->types[i]);
    json_end_array(writer);
}

/* Reads mods, which share no memory with the folder. Answers with {"warnings": [...], "mod_count",
 * "types": [...]}; a warning begins with a file and a line. */
EXPORTED ow_mods *web_mods(const ow_folder *folder)
{
    ow_mods *mods = NULL;
    ow_json_writer *writer = open_answer();
    if (!writer)
        return NULL;
    json_begin_object(writer, NULL);
    json_begin_array(writer, "warnings");
    ow_status status = ow_mods_read(folder, NULL, add_warning, writer, &mods, fresh_error());
    json_end_array(writer);
    add_mods(writer, mods);
    json_end_object(writer);
    if (close_answer(writer, status) == OW_OK)
        return mods;
    ow_mods_free(mods);
    return NULL;
}

EXPORTED void web_mods_close(ow_mods *mods)
{
    ow_mods_free(mods);
}
