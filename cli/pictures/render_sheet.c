/* overworld render --contact-sheet: draws many worlds on one page, each with its name. */
#include "pictures/render.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

enum { USUAL_PICTURE = 256, CAPTION = 22, MARGIN = 12, MOST_PICTURES = 4096 };

struct sheet {
    uint32_t columns, rows, width, height; /* numbers of pictures; size of each in pixels */
    ow_picture page;
    ow_color background, ink;
};

/* About four pictures wide for three high. */
static bool lay_out(struct sheet *sheet, uint32_t count)
{
    sheet->columns = 1;
    while ((uint64_t)sheet->columns * sheet->columns * 3 < (uint64_t)count * 4)
        sheet->columns++;
    sheet->rows = (count + sheet->columns - 1) / sheet->columns;
    uint64_t width = (uint64_t)sheet->columns * (sheet->width + MARGIN) + MARGIN;
    uint64_t height = (uint64_t)sheet->rows * (sheet->height + CAPTION + MARGIN) + MARGIN;
    if (width > OW_PICTURE_LARGEST || height > OW_PICTURE_LARGEST) {
        complain("too many worlds for a page of %d x %d pixels; use a smaller --size",
                 (int)OW_PICTURE_LARGEST, (int)OW_PICTURE_LARGEST);
        return false;
    }
    sheet->page.width = (uint32_t)width;
    sheet->page.height = (uint32_t)height;
    sheet->page.pixels = malloc((size_t)(width * height) * sizeof *sheet->page.pixels);
    for (size_t i = 0; sheet->page.pixels && i < (size_t)(width * height); i++)
        sheet->page.pixels[i] = sheet->background;
    if (!sheet->page.pixels)
        complain("not enough memory for the page");
    return sheet->page.pixels != NULL;
}

static uint8_t mixed(uint8_t below, uint8_t above, unsigned opacity)
{
    return (uint8_t)((below * (255 - opacity) + above * opacity + 127) / 255);
}

/* Copies a picture to its place; translucent pixels show the page. */
static void paste(struct sheet *sheet, uint32_t left, uint32_t top, const ow_picture *picture)
{
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++) {
            ow_color *to = &sheet->page.pixels[(size_t)(top + y) * sheet->page.width + left + x];
            const ow_color *from = &picture->pixels[(size_t)y * picture->width + x];
            to->red = mixed(to->red, from->red, from->alpha);
            to->green = mixed(to->green, from->green, from->alpha);
            to->blue = mixed(to->blue, from->blue, from->alpha);
        }
}

/* Adds one world, or the reason why it cannot be drawn. */
static int add(struct sheet *sheet, const struct rendering *asked, int index)
{
    struct rendering rendering = *asked;
    ow_picture picture = {0};
    const char *file = asked->arguments->operands[index];
    uint32_t column = (uint32_t)index % sheet->columns, row = (uint32_t)index / sheet->columns;
    uint32_t left = MARGIN + column * (sheet->width + MARGIN);
    uint32_t top = MARGIN + row * (sheet->height + CAPTION + MARGIN);
    int status = open_scene(&rendering, file);
    if (status == EXIT_FINE)
        status = draw_scene(&rendering, &picture);
    if (status == EXIT_FINE)
        paste(sheet, left, top, &picture);
    const char *name = rendering.input.name ? rendering.input.name : file;
    ow_picture_write_text(&sheet->page, left, top + sheet->height + 6, sheet->width,
                          ow_text_of(name), sheet->ink);
    if (status != EXIT_FINE)
        ow_picture_write_text(&sheet->page, left, top + sheet->height / 2, sheet->width,
                              OW_LITERAL("cannot be drawn"), (ow_color){192, 32, 32, 255});
    ow_picture_free(&picture);
    return end_rendering(&rendering, file, status);
}

/* Adds all worlds; sets `worst` to the worst status. Returns how many were drawn. */
static int add_all(struct sheet *sheet, const struct rendering *asked, int *worst)
{
    int drawn = 0;
    for (int i = 0; i < asked->arguments->operand_count; i++) {
        int added = add(sheet, asked, i);
        drawn += added == EXIT_FINE;
        *worst = added > *worst ? added : *worst;
    }
    return drawn;
}

/* Returns the exit status of the page; sets `worst` to that of the worlds. */
static int make_sheet(struct rendering *rendering, const char *out, int *worst)
{
    struct sheet sheet = {.background = {255, 255, 255, 255}, .ink = {38, 38, 38, 255}};
    int count = rendering->arguments->operand_count;
    int status = check_picture_output(rendering->arguments, out);
    if (status == EXIT_FINE && (rendering->is_svg || count > MOST_PICTURES)) {
        complain("a contact sheet can hold up to %d worlds, as a PNG", (int)MOST_PICTURES);
        status = EXIT_USAGE;
    }
    if (status != EXIT_FINE)
        return status;
    if (rendering->picture.width == 0)
        rendering->picture.width = rendering->picture.height = USUAL_PICTURE;
    sheet.width = rendering->picture.width;
    sheet.height = rendering->picture.height;
    if (!lay_out(&sheet, (uint32_t)count))
        return EXIT_FILES;
    rendering->out = out;
    if (add_all(&sheet, rendering, worst) > 0) {
        status = write_png(rendering, sheet.page.pixels, sheet.page.width, sheet.page.height);
    } else {
        complain("%s: nothing was written: none of the worlds can be drawn", out);
        status = *worst;
    }
    free(sheet.page.pixels);
    return status;
}

/* Writes a JSON value for each world, and then one for the page, which has no file. */
int render_contact_sheet(struct rendering *rendering, const char *out)
{
    int worst = EXIT_FINE, status = make_sheet(rendering, out, &worst);
    status = end_rendering(rendering, NULL, status);
    return status > worst ? status : worst;
}
