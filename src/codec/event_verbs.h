/* The verbs that make events of fields, the same for both sources. Included last by
 * trace.h and emit.h, which define the access to a field:
 *
 *   fetch(c, name, &v, size, big)      a number
 *   fetch_byte(c, name, held)          the byte of a wider number; `held` is what a record has
 *   fetch_sized(c, name, length, &bytes) bytes after their length; returns the size of both
 *   fetch_run(c, name, v, n, width)    consecutive numbers; NULL if they are missing
 *   fetch_bit_bytes(c, name, v, n)     the same for booleans of a byte each; bit_of_run(c, run,
 *                                      i) is one of them
 *   RUN_IS_BIG(big)                    the byte order of such a run, if the file has `big`
 *   pass(c, size)                      moves past them
 *   note_list(c, v, n, width, kind)    address of the numbers of the array that begins
 *   first_emitted(c, n, width, &end)   which elements of the array become events
 *   total_size(c)                      of the file, 0 if unknown */
#ifndef OW_SRC_CODEC_EVENT_VERBS_H
#define OW_SRC_CODEC_EVENT_VERBS_H

#define EVENT_INTEGER(verb, type, width)                                                           \
    EVENT_VERB void verb(struct codec *c, const char *name, type *v)                               \
    {                                                                                              \
        fetch(c, name, v, width, NUMBERS_ARE_BIG(c));                                              \
        number(c, name, *v, width, false);                                                         \
    }

EVENT_INTEGER(u8, uint8_t, 1)
EVENT_INTEGER(i8, int8_t, 1)
EVENT_INTEGER(u16, uint16_t, 2)
EVENT_INTEGER(u32, uint32_t, 4)
EVENT_INTEGER(i32, int32_t, 4)

#undef EVENT_INTEGER

EVENT_VERB void u64(struct codec *c, const char *name, uint64_t *v)
{
    fetch(c, name, v, 8, NUMBERS_ARE_BIG(c));
    ow_event event = {.kind = OW_VALUE, .type = OW_UNSIGNED_64, .name = name};
    event.value.unsigned_64 = *v;
    deliver(c, &event, c->field_at, 8);
}

EVENT_VERB void derived_number(struct codec *c, const char *name, uint16_t *v, enum length length)
{
    uint8_t narrow = (uint8_t)*v; /* cut, as in encode */
    if (length == U8)
        fetch(c, name, &narrow, 1, false);
    else
        fetch(c, name, v, 2, NUMBERS_ARE_BIG(c));
    if (length == U8 && READS_RECORDS)
        *v = narrow;
    number(c, name, length == U8 ? narrow : *v, width_of_length(length), true);
}

#define EVENT_NARROW(verb, type)                                                                   \
    EVENT_VERB void verb(struct codec *c, const char *name, type *v)                               \
    {                                                                                              \
        uint8_t byte = fetch_byte(c, name, READS_RECORDS ? 0 : (int64_t)*v);                       \
        if (READS_RECORDS)                                                                         \
            *v = byte;                                                                             \
        number(c, name, byte, 1, false);                                                           \
    }

EVENT_NARROW(i32_as_u8, int32_t)
EVENT_NARROW(u16_as_u8, uint16_t)

#undef EVENT_NARROW

EVENT_VERB void f32(struct codec *c, const char *name, float *v)
{
    fetch(c, name, v, 4, FLOATS_ARE_BIG(c));
    deliver_float(c, name, v, c->field_at);
}

/* Consecutive numbers as events; `from` is where the array begins, perhaps at its count. `list`:
 * they are a list, not a part of the record. */
EVENT_VERB void event_numbers(struct codec *c, const char *name, const void *v, uint64_t n,
                              enum number_kind kind, uint64_t from, bool list)
{
    size_t width = width_of(kind);
    bool big = kind == NUMBER_F32 ? FLOATS_ARE_BIG(c) : NUMBERS_ARE_BIG(c);
    uint64_t begin = offset_now(c);
    c->field_at = from;
    const uint8_t *run = fetch_run(c, name, v, n, width);
    if (!run && n > 0)
        return;
    c->field_at = begin;
    uint64_t end;
    note_list(c, list ? v : NULL, n, width, kind_name(kind));
    open_event(c, &(ow_event){.kind = OW_BEGIN_ARRAY, .name = name, .count = n}, from);
    note_list(c, NULL, 0, 0, NULL);
    for (uint64_t i = first_emitted(c, n, width, &end); i < end && is_looked_at(c); i++) {
        path_move(&c->path, i);
        deliver_number(c, run + i * width, kind, RUN_IS_BIG(big), begin + i * width);
    }
    if (healthy(c))
        pass(c, n * width);
    close_container(c, OW_END_ARRAY);
}

/* A fixed number of numbers. */
EVENT_VERB void event_fixed(struct codec *c, const char *name, void *v, uint32_t n,
                            enum number_kind kind)
{
    bool big = kind == NUMBER_F32 ? FLOATS_ARE_BIG(c) : NUMBERS_ARE_BIG(c);
    size_t width = width_of(kind);
    if (READS_RECORDS) {
        const uint8_t *run = peek_run(c, n * width);
        for (uint32_t i = 0; run && i < n; i++)
            load_number((uint8_t *)v + i * width, run + i * width, width, big);
        if (!run)
            memset(v, 0, n * width);
    }
    event_numbers(c, name, v, n, kind, offset_now(c), false);
}

#define EVENT_FIXED(verb, type, kind)                                                              \
    EVENT_VERB void verb(struct codec *c, const char *name, type *v, uint32_t n)                   \
    {                                                                                              \
        event_fixed(c, name, v, n, kind);                                                          \
    }

EVENT_FIXED(u8v, uint8_t, NUMBER_U8)
EVENT_FIXED(u16v, uint16_t, NUMBER_U16)
EVENT_FIXED(i16v, int16_t, NUMBER_I16)
EVENT_FIXED(i32v, int32_t, NUMBER_I32)
EVENT_FIXED(f32v, float, NUMBER_F32)

#undef EVENT_FIXED

/* The record begins with element 0, the file with element `first`. */
EVENT_VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n, uint32_t first)
{
    uint64_t begin = c->field_at = offset_now(c);
    const uint8_t *run = fetch_run(c, name, v, n, 4);
    if (!run)
        return;
    open_container(c, OW_BEGIN_ARRAY, name, n);
    for (uint32_t i = 0; i < n && healthy(c); i++) {
        uint32_t place = (i + n - first) % n;
        if (READS_RECORDS)
            load_number((uint8_t *)&v[i], run + 4 * (size_t)place, 4, FLOATS_ARE_BIG(c));
        path_move(&c->path, i);
        deliver_float(c, NULL, &v[i], begin + 4 * (uint64_t)place);
    }
    if (healthy(c))
        pass(c, 4 * (uint64_t)n);
    close_container(c, OW_END_ARRAY);
}

#define EVENT_RUN(verb, type, kind)                                                                \
    EVENT_VERB void verb(struct codec *c, const char *name, type **v, uint32_t *count)             \
    {                                                                                              \
        if (READS_RECORDS)                                                                         \
            *v = NULL;                                                                             \
        uint64_t from = name ? offset_now(c) : c->field_at;                                        \
        event_numbers(c, name, *v, *count, kind, from, true);                                      \
    }

EVENT_RUN(u8s, uint8_t, NUMBER_U8)
EVENT_RUN(u16s, uint16_t, NUMBER_U16)
EVENT_RUN(i32s, int32_t, NUMBER_I32)
EVENT_RUN(f32s, float, NUMBER_F32)

#undef EVENT_RUN

EVENT_VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    if (READS_RECORDS)
        *v = NULL;
    event_numbers(c, name, *v, count, NUMBER_F32, offset_now(c), true);
}

/* All bits of a byte have its place. Bits after the last are events if they are set. */
EVENT_VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    uint64_t from = offset_now(c);
    const uint8_t *bits = fetch_bits(c, name, v, count);
    uint64_t begin = from + 1;
    if (!bits && *count > 0)
        return;
    open_event(c, &(ow_event){.kind = OW_BEGIN_ARRAY, .name = name, .count = *count}, from);
    for (uint32_t i = 0; i < *count; i++) {
        path_move(&c->path, i);
        deliver_flag(c, NULL, bits[i / 8] >> (7 - i % 8) & 1, begin + i / 8, 1);
    }
    close_container(c, OW_END_ARRAY);
    uint32_t last = (*count + 7) / 8 - (*count > 0);
    unsigned spare = *count % 8 ? bits[last] & (0xffu >> *count % 8) : 0;
    c->field_at = begin + last;
    if (spare)
        number(c, "spare_bits", spare, 0, false);
}

EVENT_VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    uint64_t begin = c->field_at = offset_now(c);
    const uint8_t *run = fetch_bit_bytes(c, name, v, *count);
    if (!run && *count > 0)
        return;
    c->field_at = begin;
    open_event(c, &(ow_event){.kind = OW_BEGIN_ARRAY, .name = name, .count = *count}, begin);
    for (uint32_t i = 0; i < *count && healthy(c); i++) {
        path_move(&c->path, i);
        c->field_at = begin + i;
        deliver_flag(c, NULL, bit_of_run(c, run, i), begin + i, 1);
    }
    if (healthy(c))
        pass(c, *count);
    close_container(c, OW_END_ARRAY);
}

EVENT_VERB void text(struct codec *c, const char *name, ow_text *v, enum length length)
{
    ow_bytes held = {0};
    if (!READS_RECORDS)
        held = (ow_bytes){(const uint8_t *)v->data, v->size};
    uint64_t size = fetch_sized(c, name, length, &held);
    ow_text found = {(const char *)held.data, held.size};
    if (READS_RECORDS)
        *v = found;
    if (!found.data) /* records may use NULL for empty text */
        found.data = "";
    deliver_text(c, name, found, size, false);
}

EVENT_VERB void bytes(struct codec *c, const char *name, ow_bytes *v, enum length length)
{
    ow_bytes held = {0};
    if (!READS_RECORDS)
        held = *v;
    uint64_t size = fetch_sized(c, name, length, &held);
    if (READS_RECORDS)
        *v = held;
    if (!held.data && length != I32_OR_NONE) /* NULL in an event means none at all */
        held.data = (const uint8_t *)"";
    deliver_bytes(c, name, held, size);
}

/* Facts without bytes are events at the first place that they affect. */
EVENT_VERB void external(struct codec *c, const char *name, const uint8_t *v,
                         const struct choice *choices, size_t n)
{
    c->field_at = offset_now(c);
    for (size_t i = 0; i < n; i++) {
        if (choices[i].value != *v)
            continue;
        if (choices[i].name)
            deliver_text(c, name, (ow_text){choices[i].name, strlen(choices[i].name)}, 0, false);
        return;
    }
    refuse(c, OW_BAD_VALUE, name, "%s is %u, which is not a known value", name, *v);
}

EVENT_VERB void external_variant(struct codec *c, const char *name, const uint8_t *v,
                                 const struct version *versions, size_t n)
{
    const struct version *found = find_version(versions, n, c->version, *v);
    c->field_at = offset_now(c);
    if (!healthy(c))
        return;
    const char *elsewhere = name_of_variant(versions, n, *v);
    if (!found && elsewhere)
        refuse(c, OW_BAD_VALUE, name, "%s is \"%s\", which version %u does not have", name,
               elsewhere, c->version);
    else if (!found)
        refuse(c, OW_BAD_VALUE, name, "%s is %u, which version %u does not have", name, *v,
               c->version);
    else if (found->name)
        deliver_text(c, name, (ow_text){found->name, strlen(found->name)}, 0, false);
}

EVENT_VERB void begin_object(struct codec *c, const char *name)
{
    open_container(c, OW_BEGIN_OBJECT, name, 0);
}

EVENT_VERB void end_object(struct codec *c)
{
    close_container(c, OW_END_OBJECT);
}

EVENT_VERB bool begin_external(struct codec *c, const char *name)
{
    c->field_at = offset_now(c);
    begin_object(c, name);
    return true;
}

EVENT_VERB void end_external(struct codec *c)
{
    end_object(c);
}

/* `write` writes the name into a text of EXTERNAL_NAME bytes. */
#define external_name(c, name, v, write, read, words)                                              \
    do {                                                                                           \
        char name_[EXTERNAL_NAME];                                                                 \
        write(v, name_);                                                                           \
        deliver_text(c, name, (ow_text){name_, strlen(name_)}, 0, false);                          \
    } while (0)

EVENT_VERB void external_number(struct codec *c, const char *name, const uint16_t *v,
                                uint16_t least, uint16_t most)
{
    if (*v < least || *v > most)
        refuse(c, OW_BAD_VALUE, name, "%s is %u; expected %u to %u", name, *v, least, most);
    number(c, name, *v, 0, false);
}

EVENT_VERB void external_flag(struct codec *c, const char *name, const bool *v)
{
    deliver_flag(c, name, *v, c->field_at, 0);
}

/* The numbers of the set bits: bit n % 8 of byte n / 8. */
EVENT_VERB void external_set(struct codec *c, const char *name, const uint8_t bits[32])
{
    uint32_t count = 0;
    for (unsigned n = 0; n < 256; n++)
        count += bits[n / 8] >> n % 8 & 1;
    open_container(c, OW_BEGIN_ARRAY, name, count);
    count = 0;
    for (unsigned n = 0; n < 256; n++) {
        if (!(bits[n / 8] >> n % 8 & 1))
            continue;
        path_move(&c->path, count++);
        number(c, NULL, n, 0, false);
    }
    close_container(c, OW_END_ARRAY);
}

EVENT_VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    c->field_at = offset_now(c);
    if (none)
        deliver_bytes(c, name, (ow_bytes){0}, 0);
    return none;
}

EVENT_VERB bool go_on(struct codec *c, uint32_t index)
{
    if (index % PROGRESS_EVERY == PROGRESS_EVERY - 1 && c->options->progress && healthy(c) &&
        !c->options->progress(c->options->progress_context, offset_now(c), total_size(c))) {
        error_set(&c->error, OW_CANCELLED, offset_now(c), NULL,
                  "stopped before the end, as requested");
        go_to_the_end(c);
    }
    return healthy(c);
}

EVENT_VERB void begin_element(struct codec *c, uint32_t index)
{
    path_move(&c->path, index);
}

EVENT_VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    path_move(&c->path, index);
    open_event(c, &(ow_event){.kind = OW_BEGIN_OBJECT, .spread = spread}, offset_now(c));
}

EVENT_VERB void end_item(struct codec *c)
{
    close_container(c, OW_END_OBJECT);
}

#endif
