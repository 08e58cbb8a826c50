/* A picture that is being made: its options, and declarations that the parts of render share. */
#ifndef OW_CLI_PICTURES_RENDER_H
#define OW_CLI_PICTURES_RENDER_H

#include "io/input.h"
#include "terminal/json.h"
#include "verb.h"

struct render_run;

/* For one file. Strings belong to argv. */
struct rendering {
    const struct arguments *arguments;
    struct input input;
    bool is_svg;
    const char *out;  /* the file, or "-" */
    const char *save; /* the folder that the picture is for, with --thumbnails; or NULL */
    ow_picture_options picture;
    ow_scene_choice choice;
    ow_scene scene;
    unsigned long long ticks;        /* of --tick */
    struct render_run *run;          /* of --tick; or NULL */
    char *only;                      /* of --layer */
    char *only_parts, *hidden_parts; /* selectors for the current file, expanded */
    struct written written;
    const struct worlds *worlds; /* all worlds that are drawn */
    bool makes_folders;          /* create the folders of the picture */
};

/* Steps return an exit status, after a message unless it is EXIT_FINE. */

/* Reads all options for the appearance of a picture. */
int read_render_options(struct rendering *rendering);

/* Opens the file as a scene and selects what is visible. */
int open_scene(struct rendering *rendering, const char *file);
void close_scene(struct rendering *rendering);

/* Draws the scene. Release the picture with ow_picture_free. */
int draw_scene(struct rendering *rendering, ow_picture *picture);

/* Draws all files on one page, with their names. */
int render_contact_sheet(struct rendering *rendering, const char *out);

/* Whether OUT may be written: existing files are only replaced with --force. */
int check_picture_output(const struct arguments *arguments, const char *out);

/* Reports the result for --json, and releases everything of the file. `file` is its path. Returns
 * the exit status. */
int end_rendering(struct rendering *rendering, const char *file, int status);

/* Writes pixels as a PNG to rendering->out. */
int write_png(struct rendering *rendering, const ow_color *pixels, uint32_t width, uint32_t height);

#endif
