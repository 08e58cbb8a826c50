/* Every allocation refused in turn, alone and with all later ones: OW_NO_MEMORY or the very same
 * outcome as without, and nothing left behind. */
#include "harness.h"

static void allocations(const struct test_file *file)
{
    static const struct named_deed from_json = {"from_json", deed_from_json};
    struct bytes json = {0};
    ow_error error = {0};
    for (const struct named_deed *way = deeds; way->name; way++)
        refuse_each(way, file->data, file->size);
    if (deed_to_json(file->data, file->size, NULL, &json, &error) == OW_OK)
        refuse_each(&from_json, json.data, json.size);
    bytes_free(&json);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "every allocation refused", 0, allocations);
}
