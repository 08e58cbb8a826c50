/* Every byte of every small file set to something else: whatever still reads is written back byte
 * for byte, through records and through JSON, and every way of reading agrees on what reads. */
#include "harness.h"

static void through_json(const uint8_t *data, size_t size, size_t at)
{
    struct bytes json = {0}, back = {0};
    ow_error error = {0};
    if (deed_to_json(data, size, NULL, &json, &error) != OW_OK ||
        deed_from_json(json.data, json.size, NULL, &back, &error) != OW_OK)
        broken("byte %zu as %02x: JSON: %s at %s", at, data[at], error.message, error.pointer);
    else if (back.size != size || memcmp(back.data, data, size) != 0)
        broken("byte %zu as %02x: other bytes from JSON", at, data[at]);
    bytes_free(&json);
    bytes_free(&back);
}

static void try_value(uint8_t *data, size_t size, size_t at, uint8_t value)
{
    uint8_t real = data[at];
    if (value == real)
        return;
    data[at] = value;
    ow_status of_open = OW_OK;
    for (const struct named_deed *way = deeds; way->name; way++) {
        struct bytes result = {0};
        ow_error error = {0};
        ow_status status = way->act(data, size, NULL, &result, &error);
        if (way->act == deed_open) {
            of_open = status;
            if (status == OW_OK && (result.size != size || memcmp(result.data, data, size) != 0))
                broken("byte %zu as %02x: written back otherwise", at, value);
        } else if ((status == OW_OK) != (of_open == OW_OK)) {
            broken("byte %zu as %02x: %s: %s, open: %s", at, value, way->name,
                   ow_status_name(status), ow_status_name(of_open));
        }
        if (status != OW_OK && (error.status != status || error.offset > size || !*error.message))
            broken("byte %zu as %02x: %s: no clean error", at, value, way->name);
        bytes_free(&result);
    }
    if (of_open == OW_OK)
        through_json(data, size, at);
    data[at] = real;
}

/* Small files get every value at every byte; in larger ones the values take turns. */
static void corruption(const struct test_file *file)
{
    enum { VALUES = 4, SMALL = 250 };
    uint8_t *data = exact_copy(file->data, file->size);
    uint64_t *places = places_of_bytes(file->data, file->size);
    for (size_t at = 0; at < file->size; at++) {
        const uint8_t values[VALUES] = {0x00, 0xff, 0x80, (uint8_t)(data[at] + 1)};
        for (size_t i = 0; i < VALUES; i++)
            if (is_my_turn(at) && (file->size <= SMALL || (at + i) % VALUES == 0) &&
                is_worth_trying(mix(places[at], &i, sizeof i), 1, at * VALUES + i))
                try_value(data, file->size, at, values[i]);
    }
    free(places);
    free(data);
}

int main(int count, char **arguments)
{
    enum { LARGEST = 1200 };
    return run_on_files(count, arguments, "every byte set to something else", LARGEST, corruption);
}
