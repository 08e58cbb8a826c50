/* Reads and writes PNG images with libspng, which returns errors as codes and has limits for
 * untrusted files. */
#include "pictures/png.h"

#include <math.h>
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libspng returns different codes for a failing sink, depending on the place. */
struct png_writing {
    const ow_sink *sink;
    bool refused;
};

/* Buffers for the numbers of an image as text: libspng does not copy them. */
struct png_numbers {
    char scale[32], offset[32];
};

#define SCALE_TEXT  "overworld_scale"
#define OFFSET_TEXT "overworld_offset"

enum {
    LARGEST_CHUNK = 4 << 20, /* of texts and colour profiles; does not apply to image data */
    LARGEST_CHUNKS = 16 << 20,
    PASSES = 7
};

/* An allocator for libspng, so that running out of memory in zlib is not reported as a broken
 * image. */
static bool ran_out;

static void *take(void *block)
{
    ran_out |= !block;
    return block;
}

static void *take_new(size_t size)
{
    return take(malloc(size));
}

static void *take_more(void *block, size_t size)
{
    return take(realloc(block, size));
}

static void *take_zeroed(size_t count, size_t size)
{
    return take(calloc(count, size));
}

static spng_ctx *png_new(int flags)
{
    struct spng_alloc memory = {take_new, take_more, take_zeroed, free};
    ran_out = false;
    return spng_ctx_new2(&memory, flags);
}

/* Converts a status to an error, with words for people where they help. */
static ow_status png_failed(int status, char *message, size_t room)
{
    switch (ran_out ? SPNG_EMEM : status) {
    case SPNG_ESIGNATURE:
        snprintf(message, room, "is not a PNG image");
        break;
    case SPNG_IO_EOF:
    case SPNG_EOF:
    case SPNG_EIDAT_TOO_SHORT:
        snprintf(message, room, "is a truncated PNG image");
        break;
    case SPNG_EMEM:
        snprintf(message, room, "is a PNG image too large for the available memory");
        break;
    default:
        snprintf(message, room, "is a broken PNG image (%s)", spng_strerror(status));
        break;
    }
    return ran_out || status == SPNG_EMEM ? OW_NO_MEMORY : OW_BAD_VALUE;
}

/* Reads a decimal number that takes the whole text. The command never leaves the C locale, so
 * strtod expects a decimal point. */
static bool read_number(const struct spng_text *text, double *number)
{
    size_t digits = strspn(text->text, "0123456789+-.eE");
    if (digits == 0 || digits != text->length)
        return false;
    char *end;
    *number = strtod(text->text, &end);
    return *end == '\0' && isfinite(*number);
}

/* Texts that are not valid are ignored. */
static bool read_texts(spng_ctx *png, ow_image *image)
{
    uint32_t count = 0;
    int status = spng_get_text(png, NULL, &count);
    if (status != SPNG_OK || count == 0)
        return status == SPNG_OK || status == SPNG_ECHUNKAVAIL;
    struct spng_text *texts = calloc(count, sizeof *texts);
    if (!texts || spng_get_text(png, texts, &count) != SPNG_OK) {
        free(texts);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        double number;
        if (!read_number(&texts[i], &number))
            continue;
        if (strcmp(texts[i].keyword, SCALE_TEXT) == 0)
            image->scale = number;
        else if (strcmp(texts[i].keyword, OFFSET_TEXT) == 0)
            image->offset = number;
    }
    free(texts);
    return true;
}

/* Takes the first sample of each pixel of a line. In an interlaced image, a line has every
 * `apart`th pixel of its row. */
static void take_line(const void *line, size_t first, size_t apart, ow_image *image, uint32_t y)
{
    enum { SAMPLES_16 = 4, SAMPLES_8 = 3 }; /* RGBA and RGB */
    const uint16_t *words = line;
    const uint8_t *bytes = line;
    uint16_t *row = image->samples + (size_t)y * image->width;
    for (size_t x = first, i = 0; x < image->width; x += apart, i++)
        row[x] = image->depth == 16 ? words[i * SAMPLES_16] : bytes[i * SAMPLES_8];
}

static int read_lines(spng_ctx *png, bool interlaced, void *line, size_t line_size, ow_image *image)
{
    static const uint8_t first[PASSES] = {0, 4, 0, 2, 0, 1, 0},
                         apart[PASSES] = {8, 8, 4, 4, 2, 2, 1};
    for (;;) {
        struct spng_row_info row;
        int status = spng_get_row_info(png, &row);
        if (status != SPNG_OK)
            return status;
        status = spng_decode_scanline(png, line, line_size);
        if (status != SPNG_OK && status != SPNG_EOI)
            return status;
        if (interlaced)
            take_line(line, first[row.pass], apart[row.pass], image, row.row_num);
        else
            take_line(line, 0, 1, image, row.row_num);
        if (status == SPNG_EOI)
            return SPNG_OK;
    }
}

static int read_pixels(spng_ctx *png, const struct spng_ihdr *header, ow_image *image)
{
    int format = header->bit_depth == 16 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGB8;
    size_t size;
    int status = spng_decoded_image_size(png, format, &size);
    if (status == SPNG_OK)
        status = spng_decode_image(png, NULL, 0, format, SPNG_DECODE_PROGRESSIVE);
    if (status != SPNG_OK)
        return status;
    image->depth = header->bit_depth == 16 ? 16 : 8;
    image->samples = image->owner = malloc((size_t)image->width * image->height * sizeof(uint16_t));
    void *line = malloc(size / header->height);
    status = image->samples && line ? read_lines(png, header->interlace_method != 0, line,
                                                 size / header->height, image)
                                    : SPNG_EMEM;
    free(line);
    return status == SPNG_OK ? spng_decode_chunks(png) : status;
}

/* Checks memory, because some files of half a megabyte are images of gigabytes. Counts the samples
 * with the heights, or the heights with a copy of them, for each pixel, plus the most that libspng
 * and read_lines need for the current line. */
static bool is_allowed(const struct spng_ihdr *header, uint64_t allowed, char *message, size_t room)
{
    enum { KEPT = 2 * sizeof(float), PASSING = 24 };
    const uint64_t column = (uint64_t)header->height * KEPT + PASSING, most = SIZE_MAX / 2;
    allowed = allowed < most ? allowed : most;
    if (column <= allowed / header->width)
        return true;
    const double mib = 1 << 20;
    snprintf(message, room,
             "is a PNG image of %u x %u pixels, which takes %.0f MiB; %.0f MiB are allowed, and "
             "--max-memory can allow more",
             header->width, header->height, (double)column * header->width / mib,
             (double)allowed / mib);
    return false;
}

static ow_status decode(spng_ctx *png, uint64_t allowed, ow_image *image, char *message,
                        size_t room)
{
    struct spng_ihdr header;
    int status = spng_get_ihdr(png, &header);
    if (status != SPNG_OK)
        return png_failed(status, message, room);
    if (!is_allowed(&header, allowed, message, room))
        return OW_TOO_MUCH_MEMORY;
    image->width = header.width;
    image->height = header.height;
    status = read_pixels(png, &header, image);
    if (status != SPNG_OK)
        return png_failed(status, message, room);
    return read_texts(png, image) ? OW_OK : png_failed(SPNG_EMEM, message, room);
}

static spng_ctx *png_open(const uint8_t *bytes, size_t size, int *status)
{
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    spng_ctx *png = png_new(0);
    *status = png ? spng_set_chunk_limits(png, LARGEST_CHUNK, LARGEST_CHUNKS) : SPNG_EMEM;
    /* libspng reports anything shorter than a header as a truncated image. */
    if (size < sizeof signature || memcmp(bytes, signature, sizeof signature) != 0)
        *status = SPNG_ESIGNATURE;
    if (*status == SPNG_OK)
        *status = spng_set_png_buffer(png, bytes, size);
    return png;
}

ow_status png_decode(const uint8_t *bytes, size_t size, uint64_t limit, ow_image *image,
                     char *message, size_t room)
{
    *image = (ow_image){0};
    int status;
    spng_ctx *png = png_open(bytes, size, &status);
    ow_status outcome = status == SPNG_OK
                            ? decode(png, limit > size ? limit - size : 0, image, message, room)
                            : png_failed(status, message, room);
    spng_ctx_free(png);
    if (outcome != OW_OK)
        png_release(image);
    return outcome;
}

void png_release(ow_image *image)
{
    free(image->owner);
    *image = (ow_image){0};
}

static int png_write_part(spng_ctx *png, void *context, void *data, size_t size)
{
    struct png_writing *writing = context;
    (void)png;
    writing->refused |= !writing->sink->write(writing->sink->context, data, size);
    return writing->refused ? SPNG_IO_ERROR : SPNG_OK;
}

static int png_set_scale(spng_ctx *png, double scale, double offset, struct png_numbers *numbers)
{
    static char made_by[] = "Heights of a game world, by Overworld: a height is overworld_offset + "
                            "overworld_scale * sample, which is the grey or the red of a pixel";
    snprintf(numbers->scale, sizeof numbers->scale, "%.17g", scale);
    snprintf(numbers->offset, sizeof numbers->offset, "%.17g", offset);
    struct spng_text texts[] = {
        {.keyword = "Description", .type = SPNG_TEXT, .text = made_by, .length = strlen(made_by)},
        {.keyword = SCALE_TEXT, .type = SPNG_TEXT, .text = numbers->scale},
        {.keyword = OFFSET_TEXT, .type = SPNG_TEXT, .text = numbers->offset},
    };
    texts[1].length = strlen(numbers->scale);
    texts[2].length = strlen(numbers->offset);
    return spng_set_text(png, texts, sizeof texts / sizeof *texts);
}

static int encode(spng_ctx *png, const ow_image *image, struct png_writing *writing)
{
    struct spng_ihdr header = {.width = image->width, .height = image->height, .bit_depth = 16};
    header.color_type = SPNG_COLOR_TYPE_GRAYSCALE;
    struct png_numbers numbers = {{0}, {0}};
    int status = spng_set_ihdr(png, &header);
    if (status == SPNG_OK)
        status = png_set_scale(png, image->scale, image->offset, &numbers);
    if (status == SPNG_OK)
        status = spng_set_png_stream(png, png_write_part, writing);
    size_t size = (size_t)image->width * image->height * sizeof *image->samples;
    if (status == SPNG_OK)
        status = spng_encode_image(png, image->samples, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    return status;
}

static ow_status png_finish(spng_ctx *png, int status, const struct png_writing *writing,
                            ow_error *error)
{
    spng_ctx_free(png);
    if (status == SPNG_OK && !writing->refused)
        return OW_OK;
    bool no_memory = ran_out || status == SPNG_EMEM;
    *error = (ow_error){.status = writing->refused ? OW_WRITE_FAILED
                                  : no_memory      ? OW_NO_MEMORY
                                                   : OW_BAD_ARGUMENT};
    snprintf(error->message, sizeof error->message, "cannot be written as a PNG image: %s",
             writing->refused ? "the output cannot be written"
             : no_memory      ? "not enough memory"
                              : spng_strerror(status));
    return error->status;
}

ow_status png_encode(const ow_image *image, const ow_sink *sink, ow_error *error)
{
    struct png_writing writing = {.sink = sink};
    spng_ctx *png = png_new(SPNG_CTX_ENCODER);
    int status = png ? encode(png, image, &writing) : SPNG_EMEM;
    return png_finish(png, status, &writing, error);
}

/* PNG images in colour. */

_Static_assert(sizeof(ow_color) == 4, "a colour is as libspng has it in RGBA");

static ow_status decode_color(spng_ctx *png, uint64_t allowed, ow_pixels *pixels, char *message,
                              size_t room)
{
    struct spng_ihdr header;
    size_t size = 0;
    int status = spng_get_ihdr(png, &header);
    if (status == SPNG_OK)
        status = spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size);
    if (status != SPNG_OK)
        return png_failed(status, message, room);
    if (size > allowed) {
        snprintf(message, room,
                 "is a PNG image of %u x %u pixels, which is more than --max-memory allows",
                 header.width, header.height);
        return OW_TOO_MUCH_MEMORY;
    }
    pixels->width = header.width;
    pixels->height = header.height;
    pixels->pixels = pixels->owner = malloc(size);
    status = pixels->pixels
                 ? spng_decode_image(png, pixels->pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS)
                 : SPNG_EMEM;
    return status == SPNG_OK ? OW_OK : png_failed(status, message, room);
}

ow_status png_decode_color(const uint8_t *bytes, size_t size, uint64_t limit, ow_pixels *pixels,
                           char *message, size_t room)
{
    *pixels = (ow_pixels){0};
    int status;
    spng_ctx *png = png_open(bytes, size, &status);
    ow_status outcome = status == SPNG_OK ? decode_color(png, limit > size ? limit - size : 0,
                                                         pixels, message, room)
                                          : png_failed(status, message, room);
    spng_ctx_free(png);
    if (outcome != OW_OK)
        pixels_release(pixels);
    return outcome;
}

void pixels_release(ow_pixels *pixels)
{
    free(pixels->owner);
    *pixels = (ow_pixels){0};
}

bool png_has_alpha(const ow_color *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pixels[i].alpha != 255)
            return true;
    return false;
}

/* Flat colours compress best without filters: filtering takes four times as long and gives a larger
 * file. This level takes half as long as zlib's usual one. Pictures of builds become 1 to 4 %
 * larger; flat ones, of at most 100 KB, become 1.3 to 2.2 times as large. */
enum { COLOR_LEVEL = 3 };

static int begin_color(spng_ctx *png, const struct png_rows *rows, struct png_writing *writing)
{
    struct spng_ihdr header = {.width = rows->width, .height = rows->height, .bit_depth = 8};
    header.color_type =
        rows->has_alpha ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
    struct png_numbers numbers = {{0}, {0}};
    int status = spng_set_ihdr(png, &header);
    if (status == SPNG_OK && rows->scale != 0)
        status = png_set_scale(png, rows->scale, 0, &numbers);
    if (status == SPNG_OK)
        status = spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
    if (status == SPNG_OK)
        status = spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, COLOR_LEVEL);
    if (status == SPNG_OK)
        status = spng_set_png_stream(png, png_write_part, writing);
    return status == SPNG_OK ? spng_encode_image(png, NULL, 0, SPNG_FMT_PNG,
                                                 SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE)
                             : status;
}

/* libspng takes rows in the file's form: three bytes per pixel if no pixel is translucent. */
struct png_encoder {
    spng_ctx *png;
    struct png_writing writing;
    ow_sink sink;
    size_t width, channels;
    uint8_t *packed;
    int status; /* SPNG_EOI: all rows are written */
};

struct png_encoder *png_encoder_open(const struct png_rows *rows, const ow_sink *sink)
{
    struct png_encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder)
        return NULL;
    encoder->sink = *sink;
    encoder->writing.sink = &encoder->sink;
    encoder->width = rows->width;
    encoder->channels = rows->has_alpha ? 4 : 3;
    encoder->packed = malloc(encoder->width * encoder->channels);
    encoder->png = png_new(SPNG_CTX_ENCODER);
    encoder->status = encoder->png && encoder->packed
                          ? begin_color(encoder->png, rows, &encoder->writing)
                          : SPNG_EMEM;
    return encoder;
}

void png_encoder_row(struct png_encoder *encoder, const ow_color *row)
{
    if (encoder->status != SPNG_OK)
        return;
    for (size_t x = 0; x < encoder->width; x++)
        memcpy(encoder->packed + x * encoder->channels, &row[x], encoder->channels);
    encoder->status =
        spng_encode_row(encoder->png, encoder->packed, encoder->width * encoder->channels);
}

ow_status png_encoder_close(struct png_encoder *encoder, ow_error *error)
{
    if (!encoder)
        return png_finish(NULL, SPNG_EMEM, &(struct png_writing){0}, error);
    const int status = encoder->status == SPNG_EOI ? SPNG_OK : encoder->status;
    const ow_status result = png_finish(encoder->png, status, &encoder->writing, error);
    free(encoder->packed);
    free(encoder);
    return result;
}

ow_status png_encode_rows(const struct png_rows *rows, const ow_sink *sink, ow_error *error)
{
    struct png_encoder *encoder = png_encoder_open(rows, sink);
    ow_color *row = malloc(rows->width * sizeof *row);
    for (uint32_t y = 0; encoder && row && y < rows->height; y++) {
        rows->take(rows->context, y, row);
        png_encoder_row(encoder, row);
    }
    if (encoder && !row)
        encoder->status = SPNG_EMEM;
    free(row);
    return png_encoder_close(encoder, error);
}

struct pixel_rows {
    const ow_color *pixels;
    uint32_t width;
};

static void take_pixels(void *context, uint32_t y, ow_color *row)
{
    const struct pixel_rows *from = context;
    memcpy(row, from->pixels + (size_t)y * from->width, from->width * sizeof *row);
}

ow_status png_encode_color(const ow_color *pixels, uint32_t width, uint32_t height,
                           const ow_sink *sink, ow_error *error)
{
    struct pixel_rows from = {pixels, width};
    const struct png_rows rows = {.width = width,
                                  .height = height,
                                  .has_alpha = png_has_alpha(pixels, (size_t)width * height),
                                  .context = &from,
                                  .take = take_pixels};
    return png_encode_rows(&rows, sink, error);
}

bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height)
{
    struct spng_ihdr header;
    int status;
    spng_ctx *png = png_open(bytes, size, &status);
    if (status == SPNG_OK)
        status = spng_get_ihdr(png, &header);
    spng_ctx_free(png);
    if (status != SPNG_OK)
        return false;
    *width = header.width;
    *height = header.height;
    return true;
}
