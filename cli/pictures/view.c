/* overworld view: puts worlds into a page, for a browser or to share. */
#include "circuits/circuit.h"
#include "io/input.h"
#include "io/mods.h"
#include "io/output.h"
#include "options.h"
#include "pictures/view_page.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_view(const struct arguments *arguments);

const struct verb view_verb = {
    .name = "view",
    .group = "Look",
    .is_first = true,
    .operands = "FILE...",
    .summary = "open worlds in a browser page",
    .description =
        "The page shows worlds, their tree, their problems and their bytes. It is one file and\n"
        "needs no network. Without -o, the page is written to a temporary file, which stays, and\n"
        "opened in the browser. With -o, it is only written. Files beside a world that the page\n"
        "shows, such as a tileset or the texts of a save's folder, are put into it too.",
    .options = {{'o', "output", "OUT", "write the page to OUT, and open no browser; - for stdout"},
                {0, "beside", "FILE", "add names, types, a bench or a tileset; repeat for more"},
                {0, "page", "FILE", "use this page without worlds instead of the built one"},
                {'f', "force", NULL, "replace OUT if it exists"},
                STRICT_OPTION,
                ASSETS_OPTION,
                MODS_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld view MySave/", "look around"},
                 {"overworld view level.lvd -o level.html", "a page for somebody else"},
                 {"overworld view adder.partialworld --beside bench.json",
                  "with a bench that the page runs"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_view,
};

extern char **environ;

/* A new file for a page without a given name. The browser reads it, so it stays. */
static int make_temporary(char path[4096])
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, 4096, "%s/overworld-XXXXXX.html", folder && *folder ? folder : "/tmp");
    int descriptor = mkstemps(path, sizeof ".html" - 1);
    if (descriptor < 0) {
        complain("%s: %s; add -o OUT.html to write the page elsewhere", path, strerror(errno));
        return EXIT_FILES;
    }
    close(descriptor);
    return EXIT_FINE;
}

/* Returns false if there is no such program. */
static bool start(const char *program, char *path)
{
    char *words[] = {(char *)(uintptr_t)program, path, NULL};
    pid_t process;
    return posix_spawnp(&process, program, NULL, NULL, words, environ) == 0;
}

static void open_in_browser(char *path)
{
    const char *browser = getenv("BROWSER");
    bool started = (browser && *browser && start(browser, path)) || start("xdg-open", path) ||
                   start("open", path);
    if (!started)
        complain("%s: no browser was found; open this page yourself", path);
}

static int write_page(const struct page *page, struct input *inputs, size_t count, const char *out,
                      bool replace)
{
    struct output_file output;
    int status = check_output_path(out, replace);
    if (status == EXIT_FINE)
        status = output_file_open(out, replace, &output);
    if (status != EXIT_FINE)
        return status;
    if (page_write(page, inputs, count, &output.sink))
        return output_file_commit(&output);
    bool is_reported = false;
    for (size_t i = 0; i < count; i++)
        is_reported = is_reported || inputs[i].trouble;
    if (!is_reported && !output.problem)
        complain("%s: not enough memory", out);
    output_file_abandon(&output);
    return EXIT_FILES;
}

static int show_worlds(const struct arguments *arguments, const struct page *page,
                       struct input *inputs, size_t count)
{
    char temporary[4096];
    const char *out = option_value(arguments, "output");
    if (out)
        return write_page(page, inputs, count, out, option_set(arguments, "force"));
    int status = make_temporary(temporary);
    if (status != EXIT_FINE)
        return status;
    status = write_page(page, inputs, count, temporary, true);
    if (status == EXIT_FINE)
        open_in_browser(temporary);
    else
        unlink(temporary);
    return status;
}

/* Refuses files that are not worlds. A truncated world is fine: the page shows where it ends. */
static int open_shown(const char *path, struct input *input)
{
    int status = open_input(path, input);
    if (status != EXIT_FINE || ow_identify(input->bytes, input->size))
        return status;
    ow_document document;
    ow_error error;
    ow_open(input->bytes, input->size, NULL, &document, &error); /* has the message */
    complain_of_error(input->path, &error);
    return EXIT_BROKEN;
}

static void drop(void *context, const char *path, ow_bytes bytes)
{
    (void)context, (void)path, (void)bytes;
}

/* Warns before anything is written. */
static int warn_first(struct page *page, struct input *inputs, size_t count)
{
    bool is_fine = true;
    for (size_t i = 0; i < count; i++)
        is_fine = each_file_beside(&inputs[i], true, drop, NULL) && is_fine;
    page->warns = false;
    return is_fine ? EXIT_FINE : EXIT_FILES;
}

static int run_view(const struct arguments *arguments)
{
    size_t count = (size_t)arguments->operand_count;
    struct input *inputs = calloc(count, sizeof *inputs);
    struct page page = {.warns = true};
    if (!inputs) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    int status = page_open(&page, option_value(arguments, "page"));
    if (status == EXIT_FINE)
        status = page_take_beside(&page, arguments);
    if (status == EXIT_FINE)
        status = find_mod_files(arguments, &page.mods);
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = open_shown(arguments->operands[i], &inputs[i]);
    if (status == EXIT_FINE && option_set(arguments, "strict"))
        status = warn_first(&page, inputs, count);
    if (status == EXIT_FINE)
        status = show_worlds(arguments, &page, inputs, count);
    for (size_t i = 0; i < count; i++)
        close_input(&inputs[i]);
    page_close(&page);
    free(inputs);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
