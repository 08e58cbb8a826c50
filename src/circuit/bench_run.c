/* Running a bench. */
#include "bench.h"

#include "../base/error.h"
#include "../base/utf8.h"

#include <stdio.h>
#include <string.h>

/* Most reported failures. */
enum { MOST_TOLD = 100 };

uint64_t bench_value_of(const struct ow_bench *bench, const struct bench_signal *signal)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < signal->count; i++)
        value |= (uint64_t)(signal->nets[i] != OW_NO_NET
                                ? ow_simulation_net(bench->run, signal->nets[i])
                                : ow_simulation_output(bench->run, signal->outputs[i]))
                 << i;
    return value;
}

void bench_set(struct ow_bench *bench, const struct bench_signal *signal, uint64_t value)
{
    for (uint32_t i = 0; i < signal->count; i++) {
        bool on = value >> i & 1;
        uint32_t at = 0, hand;
        if (signal->hands[i] == NO_COMPONENT)
            ow_simulation_drive(bench->run, signal->nets[i], on, NULL);
        else if (signal->hands[i] != ALL_HANDS)
            ow_simulation_set(bench->run, signal->hands[i], on, NULL);
        else
            while (bench_next_hand(bench->run->circuit, signal->nets[i], &at, &hand))
                ow_simulation_set(bench->run, hand, on, NULL);
    }
}

/* Drives the nets in addition to their switches and gates. */
static void drive(struct ow_bench *bench, const struct bench_value *value)
{
    for (uint32_t i = 0; i < value->signal->count; i++)
        ow_simulation_drive(bench->run, value->signal->nets[i], value->value >> i & 1, NULL);
}

void bench_print(struct ow_bench *bench, uint8_t byte)
{
    if (bench->asked.print)
        bench->asked.print(bench->asked.context, byte);
    if (bench->printed_size == bench->printed_room) {
        size_t room = 2 * bench->printed_room + 256;
        uint8_t *grown = arena_take(&bench->arena, room);
        if (!grown) {
            bench->print_was_lost = true;
            return;
        }
        if (bench->printed_size > 0)
            memcpy(grown, bench->printed, bench->printed_size);
        bench->printed = grown;
        bench->printed_room = room;
    }
    bench->printed[bench->printed_size++] = byte;
}

/* Does what is due before the next tick: clocks, released buttons, memories with a delayed
 * action. */
static void do_what_is_due(struct ow_bench *bench, uint64_t tick)
{
    for (uint32_t i = 0; i < bench->clock_count; i++) {
        struct bench_clock *clock = &bench->clocks[i];
        if (clock->next != tick || clock->cycles_left == 0)
            continue;
        clock->on = !clock->on;
        clock->cycles_left -= !clock->on;
        clock->next =
            clock->next > UINT64_MAX - clock->half ? UINT64_MAX : clock->next + clock->half;
        bench_set(bench, clock->signal, clock->on ? UINT64_MAX : 0);
    }
    for (struct bench_press **press = &bench->presses; *press;) {
        if ((*press)->end > tick) {
            press = &(*press)->next;
            continue;
        }
        bench_set(bench, (*press)->signal, 0);
        *press = (*press)->next;
    }
    for (struct bench_memory *memory = bench->memories; memory; memory = memory->next)
        if (memory->from == tick)
            memory->device->is_due = bench->run->device_is_due = true;
}

/* The tick of the next due action. */
static uint64_t next_due(const struct ow_bench *bench, uint64_t tick, uint64_t end)
{
    for (uint32_t i = 0; i < bench->clock_count; i++)
        if (bench->clocks[i].cycles_left > 0 && bench->clocks[i].next > tick &&
            bench->clocks[i].next < end)
            end = bench->clocks[i].next;
    for (const struct bench_press *press = bench->presses; press; press = press->next)
        if (press->end > tick && press->end < end)
            end = press->end;
    for (const struct bench_memory *memory = bench->memories; memory; memory = memory->next)
        if (memory->from > tick && memory->from < end)
            end = memory->from;
    return end;
}

static ow_status run_to(struct ow_bench *bench, uint64_t end, ow_error *error)
{
    ow_status status = OW_OK;
    while (status == OW_OK && ow_simulation_tick(bench->run) < end) {
        uint64_t tick = ow_simulation_tick(bench->run);
        do_what_is_due(bench, tick);
        status = ow_simulation_run(bench->run, next_due(bench, tick, end) - tick, error);
    }
    if (status == OW_OK && bench->print_was_lost)
        return error_limited(error, bench->arena.status, arena_limit(&bench->arena));
    return status;
}

static bool all_hold(const struct ow_bench *bench, const struct bench_value *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (bench_value_of(bench, values[i].signal) != values[i].value)
            return false;
    return true;
}

static void fail(struct ow_bench *bench, const struct bench_step *step, ow_text signal,
                 const char *message, uint64_t expected, uint64_t found)
{
    char text[240];
    if (bench->row > 0)
        snprintf(text, sizeof text, "row %u: %s", (unsigned)bench->row, message);
    const ow_bench_failure failure = {.tick = ow_simulation_tick(bench->run),
                                      .step = (uint64_t)(step - bench->steps),
                                      .name = step->name,
                                      .signal = signal,
                                      .message = ow_text_of(bench->row > 0 ? text : message),
                                      .expected = expected,
                                      .found = found};
    if (bench->totals.failures++ < MOST_TOLD && bench->asked.failed)
        bench->asked.failed(bench->asked.context, &failure);
}

static void check_values(struct ow_bench *bench, const struct bench_step *step,
                         const struct bench_value *values, uint32_t count)
{
    char message[160];
    for (uint32_t i = 0; i < count; i++) {
        const struct bench_signal *signal = values[i].signal;
        uint64_t found = bench_value_of(bench, signal);
        bench->totals.checks++;
        if (found == values[i].value)
            continue;
        snprintf(message, sizeof message,
                 "expected \"%.*s\" to be %llu (0x%llx), but it is %llu (0x%llx)",
                 (int)utf8_cut(signal->name, 64), signal->name.data,
                 (unsigned long long)values[i].value, (unsigned long long)values[i].value,
                 (unsigned long long)found, (unsigned long long)found);
        fail(bench, step, signal->name, message, values[i].value, found);
    }
}

static void check_bytes(struct ow_bench *bench, const struct bench_step *step, ow_text name,
                        const char *what, ow_bytes expected, ow_bytes found)
{
    size_t same = 0, most = expected.size < found.size ? expected.size : found.size;
    char message[200];
    while (same < most && expected.data[same] == found.data[same])
        same++;
    bench->totals.checks++;
    if (same == expected.size && same == found.size)
        return;
    if (same < most)
        snprintf(message, sizeof message, "expected byte %llu of %s to be 0x%02x, but it is 0x%02x",
                 (unsigned long long)same, what, expected.data[same], found.data[same]);
    else
        snprintf(message, sizeof message, "expected %s to be %llu byte%s, but it is %llu", what,
                 (unsigned long long)expected.size, plural(expected.size),
                 (unsigned long long)found.size);
    fail(bench, step, name, message, expected.size, found.size);
}

static void check_step(struct ow_bench *bench, const struct bench_step *step)
{
    check_values(bench, step, step->expect, step->expect_count);
    for (uint32_t i = 0; i < step->content_count; i++) {
        const struct bench_content *content = &step->contents[i];
        const struct bench_memory *memory = content->memory;
        check_bytes(bench, step, memory->name, "the memory from there on",
                    (ow_bytes){content->bytes, content->size},
                    (ow_bytes){memory->bytes + content->at, content->size});
    }
    if (step->printed)
        check_bytes(bench, step, OW_LITERAL("printed"), "the printed text",
                    (ow_bytes){step->printed, step->printed_size},
                    (ow_bytes){bench->printed, bench->printed_size});
}

static uint64_t later(uint64_t tick, uint64_t ticks)
{
    return ticks < UINT64_MAX - tick ? tick + ticks : UINT64_MAX;
}

/* Checks each tick, except while the circuit is stable. */
static ow_status wait_until(struct ow_bench *bench, const struct bench_step *step, ow_error *error)
{
    uint64_t tick = ow_simulation_tick(bench->run), end = later(tick, step->ticks);
    ow_status status = OW_OK;
    while (status == OW_OK && tick < end && !all_hold(bench, step->until, step->until_count)) {
        do_what_is_due(bench, tick);
        status = run_to(
            bench, ow_simulation_is_settled(bench->run) ? next_due(bench, tick, end) : tick + 1,
            error);
        tick = ow_simulation_tick(bench->run);
    }
    if (status == OW_OK)
        check_values(bench, step, step->until, step->until_count);
    return status;
}

static ow_status wait_for_rest(struct ow_bench *bench, const struct bench_step *step,
                               uint64_t ticks, ow_error *error)
{
    uint64_t begin = ow_simulation_tick(bench->run), tick = begin;
    ow_status status = OW_OK;
    while (status == OW_OK && !ow_simulation_is_settled(bench->run) && tick - begin < ticks) {
        status = run_to(bench, tick + 1, error);
        tick = ow_simulation_tick(bench->run);
    }
    bench->totals.checks++;
    if (status == OW_OK && !ow_simulation_is_settled(bench->run))
        fail(bench, step, OW_LITERAL("rest"),
             "the circuit should be at rest, but it is still changing", 1, 0);
    return status;
}

static ow_status wait_for(struct ow_bench *bench, const struct bench_step *step, ow_error *error)
{
    uint64_t tick = ow_simulation_tick(bench->run);
    switch (step->wait) {
    case WAIT_AT:
        if (step->ticks < tick) {
            fail(bench, step, OW_LITERAL("at"), "the tick of this step has already passed",
                 step->ticks, tick);
            return OW_OK;
        }
        return run_to(bench, step->ticks, error);
    case WAIT_AFTER:
        return run_to(bench, later(tick, step->ticks), error);
    case WAIT_UNTIL:
        return wait_until(bench, step, error);
    case WAIT_REST:
        return wait_for_rest(bench, step, step->ticks, error);
    case WAIT_NOT:
        break;
    }
    return OW_OK;
}

static ow_status press(struct ow_bench *bench, const struct bench_value *value, ow_error *error)
{
    struct bench_press *made = arena_take(&bench->arena, sizeof *made);
    if (!made)
        return error_limited(error, bench->arena.status, arena_limit(&bench->arena));
    uint64_t tick = ow_simulation_tick(bench->run);
    *made =
        (struct bench_press){bench->presses, value->signal,
                             value->value < UINT64_MAX - tick ? tick + value->value : UINT64_MAX};
    bench->presses = made;
    bench_set(bench, value->signal, UINT64_MAX);
    return OW_OK;
}

static ow_status go_through_table(struct ow_bench *bench, const struct bench_step *step,
                                  ow_error *error)
{
    const struct bench_table *table = &step->table;
    const struct bench_value *values = table->values;
    ow_status status = OW_OK;
    for (bench->row = 1; status == OW_OK && bench->row <= table->rows; bench->row++) {
        for (uint32_t i = 0; i < table->sets; i++)
            bench_set(bench, values[i].signal, values[i].value);
        if (table->until_rest)
            status = wait_for_rest(bench, step, table->ticks, error);
        else
            status = run_to(bench, later(ow_simulation_tick(bench->run), table->ticks), error);
        if (status == OW_OK)
            check_values(bench, step, values + table->sets, table->expects);
        values += table->sets + table->expects;
    }
    bench->row = 0;
    return status;
}

static ow_status go_through(struct ow_bench *bench, const struct bench_step *step, ow_error *error)
{
    ow_status status = wait_for(bench, step, error);
    if (status != OW_OK)
        return status;
    check_step(bench, step);
    for (uint32_t i = 0; i < step->set_count; i++)
        bench_set(bench, step->set[i].signal, step->set[i].value);
    for (uint32_t i = 0; i < step->drive_count; i++)
        drive(bench, &step->drive[i]);
    for (uint32_t i = 0; status == OW_OK && i < step->press_count; i++)
        status = press(bench, &step->press[i], error);
    if (status == OW_OK)
        status = go_through_table(bench, step, error);
    bench->totals.steps++;
    return status;
}

static ow_status write_memories(struct ow_bench *bench, ow_error *error)
{
    const ow_bench_options *asked = &bench->asked;
    for (const struct bench_memory *memory = bench->memories; memory; memory = memory->next)
        if (memory->write_to.size > 0 &&
            (!asked->write || !asked->write(asked->context, memory->write_to,
                                            (ow_bytes){memory->bytes, memory->size})))
            return error_set(error, OW_WRITE_FAILED, 0, NULL, "\"%.*s\" cannot be written",
                             (int)utf8_cut(memory->write_to, 128), memory->write_to.data);
    return OW_OK;
}

ow_status ow_bench_run(ow_bench *bench, uint64_t ticks, ow_bench_totals *totals, ow_error *error)
{
    ow_status status = OW_OK;
    error_clear(error);
    if (!bench)
        return error_missing(error, "bench");
    if (!bench->run)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the bench cannot run: its simulation is closed");
    for (uint32_t i = 0; status == OW_OK && i < bench->step_count; i++)
        status = go_through(bench, &bench->steps[i], error);
    if (status == OW_OK)
        status = run_to(bench, ticks > bench->ticks ? ticks : bench->ticks, error);
    if (status == OW_OK)
        status = write_memories(bench, error);
    bench->totals.ticks = ow_simulation_tick(bench->run);
    if (totals)
        *totals = bench->totals;
    return status;
}
