/* A picture on its way: what is asked for, and what its parts share. */
#ifndef OW_CLI_PICTURES_RENDER_H
#define OW_CLI_PICTURES_RENDER_H

#include "io/input.h"
#include "terminal/json.h"
#include "verb.h"

struct render_run;

/* Of one file; strings belong to argv. */
struct rendering {
    const struct arguments *arguments;
    struct input input;
    bool is_svg;
    const char *out;  /* the file, or "-" */
    const char *save; /* the folder whose picture it is, with --thumbnails; or NULL */
    ow_picture_options picture;
    ow_scene_choice choice;
    ow_scene scene;
    unsigned long long ticks;        /* of --tick */
    struct render_run *run;          /* of --tick; or NULL */
    char *only;                      /* of --layer */
    char *only_parts, *hidden_parts; /* selectors of the file at hand, expanded */
    struct written written;
    const struct worlds *worlds; /* all that are drawn */
    bool makes_folders;          /* those that a picture is to stand in */
};

/* What a step returns is an exit status; it has told why it is not EXIT_FINE. */

/* Reads every option that says how a picture is to look. */
int read_render_options(struct rendering *rendering);

/* Opens the file as a scene and chooses what of it is to be seen. */
int open_scene(struct rendering *rendering, const char *file);
void close_scene(struct rendering *rendering);

/* Draws the scene; the picture is given back with ow_picture_free. */
int draw_scene(struct rendering *rendering, ow_picture *picture);

/* All files on one page, with their names. */
int render_contact_sheet(struct rendering *rendering, const char *out);

/* Whether OUT may be written: nothing that exists is replaced without --force. */
int check_picture_output(const struct arguments *arguments, const char *out);

/* Tells what became of the file, for --json, and gives everything of it back. `file` is its path. Returns the
 * exit status. */
int end_rendering(struct rendering *rendering, const char *file, int status);

/* Writes pixels as a PNG to rendering->out. */
int write_png(struct rendering *rendering, const ow_color *pixels, uint32_t width, uint32_t height);

#endif
