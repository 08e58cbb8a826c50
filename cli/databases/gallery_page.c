/* The pages of a gallery's worlds: everything that they have in common is stored once, in files
 * beside them. */
#include "databases/gallery_page.h"

#include "io/output.h"
#include "terminal/terminal.h"

#include "../../catalog/digest.h"

#include <stdlib.h>
#include <string.h>

struct sharing {
    const ow_sink sink; /* for the rest of the page */
    bool (*write)(void *context, const char *name, const void *bytes, size_t size);
    void *context;
    bool has_ended, no_memory;
};

/* A part of a page that becomes a file: the text between `begin` and `end`. */
struct kind {
    const char *begin, *end;
    bool (*share)(struct sharing *sharing, const char *text, size_t size);
};

void policy_hash(const char *text, size_t size, char hash[POLICY_HASH])
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t bytes[DIGEST_SIZE + 1] = {0};
    digest(text, size, bytes);
    char *to = hash + sprintf(hash, "'sha256-");
    for (size_t i = 0; i < DIGEST_SIZE; i += 3) { /* 43 digits and padding */
        unsigned group = (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 |
                         (i + 2 < DIGEST_SIZE ? bytes[i + 2] : 0u);
        for (int shift = 18; shift >= 0; shift -= 6)
            *to++ = digits[group >> shift & 63];
    }
    strcpy(to - 1, "='");
}

static bool put(struct sharing *sharing, const char *text, size_t size)
{
    bool fine = sharing->sink.write(sharing->sink.context, text, size);
    sharing->no_memory |= !fine;
    return fine;
}

static bool put_words(struct sharing *sharing, const char *words)
{
    return put(sharing, words, strlen(words));
}

/* Writes a file, and a reference to it in the page between the two texts. */
static bool put_file(struct sharing *sharing, const char *text, size_t size, const char *extension,
                     const char *before, const char *behind)
{
    enum { SHOWN = 8 };
    uint8_t hash[DIGEST_SIZE];
    char digits[DIGEST_DIGITS + 1], name[2 * SHOWN + 8];
    digest(text, size, hash);
    digest_write(hash, digits);
    snprintf(name, sizeof name, "%.*s.%s", 2 * SHOWN, digits, extension);
    sharing->has_ended = !sharing->write(sharing->context, name, text, size);
    return !sharing->has_ended && put_words(sharing, before) && put_words(sharing, name) &&
           put_words(sharing, behind);
}

static bool share_script(struct sharing *sharing, const char *text, size_t size)
{
    return put_file(sharing, text, size, "js", "<script src=\"../viewer/", "\"></script>");
}

static bool share_style(struct sharing *sharing, const char *text, size_t size)
{
    return put_file(sharing, text, size, "css", "<link rel=\"stylesheet\" href=\"../viewer/",
                    "\">");
}

/* ID">JSON: makes a script that restores the data. JSON is a valid JavaScript expression. */
static bool share_data(struct sharing *sharing, const char *text, size_t size)
{
    ow_buffer script = {0};
    const ow_sink sink = sink_to_memory(&script);
    const char *quote = memchr(text, '"', size);
    size_t id = quote ? (size_t)(quote - text) : size;
    if (id + 2 > size || quote[1] != '>')
        return put_words(sharing, "<script type=\"application/json\" id=\"") &&
               put(sharing, text, size) && put_words(sharing, "</script>");
    static const char begin[] = "{const data = document.createElement('script');\n"
                                "data.type = 'application/json';\ndata.id = '",
                      middle[] = "';\ndata.textContent = JSON.stringify(",
                      end[] = ");\ndocument.currentScript.after(data);}\n";
    bool fine = sink.write(sink.context, begin, sizeof begin - 1) &&
                sink.write(sink.context, text, id) &&
                sink.write(sink.context, middle, sizeof middle - 1) &&
                sink.write(sink.context, quote + 2, size - id - 2) &&
                sink.write(sink.context, end, sizeof end - 1);
    sharing->no_memory |= !fine;
    fine = fine && share_script(sharing, (const char *)script.data, script.size);
    free(script.data);
    return fine;
}

/* Hashes cannot allow a script in a file, so they are replaced by the source of the page: 'self' on
 * a server, file: on a disk. */
static bool share_policy(struct sharing *sharing, const char *text, size_t size)
{
    static const char hash[] = "'sha256-";
    const char *end = text + size;
    bool fine = put_words(sharing, "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    for (const char *at = text; fine && at < end;) {
        size_t left = (size_t)(end - at);
        const char *close = left > sizeof hash && memcmp(at, hash, sizeof hash - 1) == 0
                                ? memchr(at + 1, '\'', left - 1)
                                : NULL;
        fine = close ? put_words(sharing, "'self' file:") : put(sharing, at, 1);
        at = close ? close + 1 : at + 1;
    }
    return fine && put_words(sharing, "\">");
}

static bool share_comment(struct sharing *sharing, const char *text, size_t size)
{
    (void)sharing, (void)text, (void)size;
    return true;
}

/* The place of the worlds stays in the page. */
static bool share_worlds(struct sharing *sharing, const char *text, size_t size)
{
    return put_words(sharing, "<script type=\"application/json\" id=\"worlds\">") &&
           put(sharing, text, size) && put_words(sharing, "</script>");
}

static const struct kind kinds[] = {
    {"<!--", "-->", share_comment},
    {"<meta http-equiv=\"Content-Security-Policy\" content=\"", "\">", share_policy},
    {"<style>", "</style>", share_style},
    {"<script>", "</script>", share_script},
    {"<script type=\"application/json\" id=\"worlds\">", "</script>", share_worlds},
    {"<script type=\"application/json\" id=\"", "</script>", share_data},
};

static const struct kind *kind_at(const char *at, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].begin) <= size &&
            memcmp(at, kinds[i].begin, strlen(kinds[i].begin)) == 0)
            return &kinds[i];
    return NULL;
}

static const char *find(const char *from, const char *end, const char *words)
{
    size_t size = strlen(words);
    for (; (size_t)(end - from) >= size; from++) {
        from = memchr(from, *words, (size_t)(end - from) - size + 1);
        if (!from)
            return NULL;
        if (memcmp(from, words, size) == 0)
            return from;
    }
    return NULL;
}

/* Each part of the page is handled by its kind; the text between parts is copied. */
static bool share_all(struct sharing *sharing, const char *at, const char *end)
{
    bool fine = true;
    while (fine && at < end) {
        const char *sign = memchr(at, '<', (size_t)(end - at));
        const char *next = sign ? sign : end;
        const struct kind *kind = sign ? kind_at(sign, (size_t)(end - sign)) : NULL;
        const char *text = kind ? sign + strlen(kind->begin) : NULL;
        const char *close = kind ? find(text, end, kind->end) : NULL;
        fine = put(sharing, at, (size_t)(next - at));
        if (close) {
            fine = fine && kind->share(sharing, text, (size_t)(close - text));
            at = close + strlen(kind->end);
        } else {
            fine = fine && (!sign || put(sharing, sign, 1));
            at = sign ? sign + 1 : end;
        }
    }
    return fine;
}

int share_page(struct page *page,
               bool (*write)(void *context, const char *name, const void *bytes, size_t size),
               void *context)
{
    ow_buffer shell = {0};
    struct sharing sharing = {.sink = sink_to_memory(&shell), .write = write, .context = context};
    const char *html = (const char *)page->file.bytes;
    if (!share_all(&sharing, html, html + page->file.size)) {
        free(shell.data);
        if (sharing.no_memory)
            complain("not enough memory for the page");
        return EXIT_FILES;
    }
    close_input(&page->file);
    page->file = (struct input){.owned = shell.data, .bytes = shell.data, .size = shell.size};
    return page_find_place(page) ? EXIT_FINE : EXIT_BROKEN;
}
