/* Text as a netlist of Yosys, and as a truth table: it is refused cleanly, or what is built has
 * nothing wrong with it, and its circuit can be written as every kind of netlist. Text that is a
 * save's JSON is such a circuit as it is. What is built goes into the save behind a zero byte,
 * or into itself. */
#include "fuzz.h"

static bool take(void *context, const void *data, size_t size)
{
    size_t *whole = context;
    (void)data;
    *whole += size;
    return true;
}

/* BLIF and truth tables are only for gates. The other kinds can be written for every circuit. */
static void expect_netlists(const ow_document *document)
{
    ow_circuit circuit;
    ow_error error = {0};
    ow_status status = ow_circuit_open(document, NULL, NULL, &circuit, &error);
    if (status != OW_OK) {
        PROMISE(status == OW_TOO_MUCH_MEMORY || status == OW_BAD_ARGUMENT);
        return;
    }
    for (int kind = OW_NETLIST_YOSYS; kind <= OW_NETLIST_TABLE + 1; kind++) {
        ow_netlist_options asked = {.for_yosys = kind > OW_NETLIST_TABLE};
        size_t whole = 0;
        ow_sink sink = {.context = &whole, .write = take};
        status =
            ow_netlist_write(&circuit, asked.for_yosys ? OW_NETLIST_VERILOG : (ow_netlist_kind)kind,
                             &asked, NULL, &sink, &error);
        PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY ||
                ((kind == OW_NETLIST_BLIF || kind == OW_NETLIST_TABLE) && status == OW_BAD_VALUE));
        PROMISE(status != OW_OK || whole > 0);
    }
    ow_circuit_close(&circuit);
}

static void expect_sound(const ow_document *document, const ow_build_report *report)
{
    ow_check_totals totals;
    ow_error error = {0};
    PROMISE(ow_check_document(document, NULL, NULL, &totals, &error) == OW_OK);
    PROMISE(totals.errors == 0);
    PROMISE(document->as.blotter->component_count >= report->cells);
    expect_netlists(document);
}

static uint64_t count_errors(const ow_document *document)
{
    ow_check_totals totals = {0};
    ow_error error = {0};
    PROMISE(ow_check_document(document, NULL, NULL, &totals, &error) == OW_OK);
    return totals.errors;
}

/* A save that was sound is sound with the subassembly in it, and runs. */
static void put_into(const ow_document *save, const ow_document *built)
{
    ow_document merged;
    ow_error error = {0};
    const ow_placement placement = {.at = {0, 10, 0}};
    ow_status status = ow_merge(save, built, &placement, NULL, NULL, NULL, &merged, &error);
    expect_clean(status, &error, SIZE_MAX);
    if (status == OW_OK) {
        ow_buffer buffer = {0};
        PROMISE(write_document(&merged, &buffer) == OW_OK);
        ow_buffer_free(&buffer, NULL);
        PROMISE(count_errors(save) > 0 || count_errors(&merged) == 0);
        expect_netlists(&merged);
    }
    ow_close(&merged);
}

static void join(const ow_document *built, const char *text, size_t size)
{
    ow_document save;
    ow_buffer buffer = {0};
    ow_error error = {0};
    put_into(built, built);
    if (ow_from_json(text, size, NULL, &save, &error) == OW_OK &&
        strcmp(save.format->name, "blotter") == 0 && write_document(&save, &buffer) == OW_OK)
        put_into(&save, built);
    ow_buffer_free(&buffer, NULL);
    ow_close(&save);
}

/* A step of the longest path has its names, or empty texts. */
static void expect_step(void *context, const ow_build_step *step)
{
    (void)context;
    PROMISE(step->signal.size == 0 || step->signal.data[step->signal.size - 1] != 0);
    PROMISE(step->source.size == 0 || step->source.data);
}

static const ow_build_options told = {.step = expect_step};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document document;
    ow_build_report report;
    ow_error error = {0};
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    size_t behind = zero ? size - (size_t)(zero - data) - 1 : 0;
    size -= zero ? behind + 1 : 0;
    ow_status status =
        ow_build_netlist((const char *)data, size, &told, NULL, &document, &report, &error);
    expect_clean(status, &error, size);
    if (status == OW_OK) {
        expect_sound(&document, &report);
        join(&document, zero ? (const char *)zero + 1 : "", behind);
    }
    ow_close(&document);
    status = ow_build_table((const char *)data, size, &told, NULL, &document, &report, &error);
    PROMISE(status == OW_OK || status == OW_BAD_VALUE || status == OW_TOO_MUCH_MEMORY);
    if (status == OW_OK)
        expect_sound(&document, &report);
    ow_close(&document);
    if (ow_from_json((const char *)data, size, NULL, &document, &error) == OW_OK)
        expect_netlists(&document);
    ow_close(&document);
    return 0;
}
