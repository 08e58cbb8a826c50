/* overworld render --tick: draws the circuit of a Logic World save after some ticks. */
#include "pictures/render_tick.h"

#include "io/assets.h"
#include "terminal/terminal.h"

#include <stdlib.h>

static int fail(const struct rendering *rendering, ow_status status, const ow_error *error)
{
    clear_progress();
    complain_of_error(rendering->input.path, error);
    return exit_status_of(status);
}

static int show_tick(struct rendering *rendering, struct render_run *run)
{
    const ow_simulation_options asked = {.inflate = inflate_memory, .deflate = deflate_memory};
    ow_options options = input_options(&rendering->input, "simulating");
    ow_error error = {0};
    ow_status status = ow_simulation_open(&run->opened.document, &run->opened.circuit, &asked,
                                          &options, &run->simulation, &error);
    if (status == OW_OK)
        status = ow_simulation_run(run->simulation, rendering->ticks, &error);
    if (status == OW_OK)
        status = ow_simulation_show(run->simulation, &rendering->scene, NULL, NULL, &error);
    if (status != OW_OK)
        return fail(rendering, status, &error);
    clear_progress();
    return EXIT_FINE;
}

int run_to_tick(struct rendering *rendering)
{
    if (!option_set(rendering->arguments, "tick"))
        return EXIT_FINE;
    struct render_run *run = calloc(1, sizeof *run);
    if (!run) {
        complain("%s: there is not enough memory", rendering->input.path);
        return EXIT_FILES;
    }
    rendering->run = run;
    int status = open_circuit_of(rendering->arguments, &rendering->input, &run->opened);
    return status == EXIT_FINE ? show_tick(rendering, run) : status;
}

void end_run_to_tick(struct rendering *rendering)
{
    struct render_run *run = rendering->run;
    if (!run)
        return;
    ow_simulation_close(run->simulation);
    close_circuit(&run->opened);
    free(run);
    rendering->run = NULL;
}
