/* A program in C++: its macros, and structs that start with {}. tests/install.sh builds and runs it. */
#include <overworld/overworld.h>

static_assert(OW_VERSION_NUMBER >= OW_MAKE_VERSION_NUMBER(0, 1, 0), "a version is a number");

static bool edits(ow_leveld_level *level, ow_error *error)
{
    ow_leveld_block *block = ow_list_append(level->owner, level->blocks, level->block_count, error);
    if (!block)
        return false;
    block->id = OW_LEVELD_META;
    block->meta = ow_take_one(level->owner, ow_leveld_meta, error);
    block->meta->name = OW_LITERAL("C++");
    return ow_list_insert(level->owner, level->blocks, level->block_count, 0, 2, error) &&
           ow_list_reserve(level->owner, level->blocks, level->block_count, 9, error) == OW_OK &&
           ow_list_unshare(level->owner, level->blocks, level->block_count, error) == OW_OK &&
           ow_list_remove(level->owner, level->blocks, level->block_count, 0, 2, error) == OW_OK &&
           level->block_count == 1 && level->blocks[0].meta->name.size == 3;
}

int main()
{
    ow_options options{};
    ow_error error{};
    ow_document document{};
    ow_text text = ow_text_of("{\"format\": \"leveld\", \"version\": 4, \"byte_order\": \"big\", "
                              "\"blocks\": []}");
    if (ow_from_json(text.data, text.size, &options, &document, &error) != OW_OK)
        return 1;
    bool edited = edits(document.as.leveld, &error);
    ow_close(&document);
    return edited ? 0 : 2;
}
