/* overworld catalog gallery: a static page of the worlds of a catalogue, with their pictures and a
 * search. */
#include "databases/catalog.h"
#include "databases/gallery_page.h"
#include "databases/rows.h"
#include "io/assets.h"
#include "io/input.h"
#include "io/output.h"
#include "options.h"
#include "pictures/view_page.h"
#include "terminal/terminal.h"

#include "../../catalog/digest.h"
#include "../../catalog/pool.h"
#include "../../files/below.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int run_catalog_gallery(const struct arguments *arguments);

const struct verb catalog_gallery_verb = {
    .name = "catalog gallery",
    .operands = "",
    .summary = "write a folder of web pages with pictures of all worlds",
    .description =
        "index.html shows the worlds with their pictures (of catalog add --thumbnails) and\n"
        "searches them as you type. Each world opens in the page of overworld view, whose parts\n"
        "are written once. The folder needs no server.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                FIND_ROOT_OPTION,
                {'o', "output", "DIR", "write into this folder"},
                {'f', "force", NULL, "replace an existing gallery, which is otherwise refused"},
                STRICT_OPTION,
                {'n', "most", "N", "show at most N worlds (10,000)"},
                {0, "page", "FILE", "use this page, as in overworld view"},
                {0, "without-viewer", NULL, "write no pages of worlds"}},
    .examples = {{"overworld catalog gallery -o site", "then open site/index.html"},
                 {"overworld catalog gallery -o site -f -n 100", "again, the first hundred"},
                 {"overworld catalog gallery -o site --without-viewer", "pictures alone"}},
    .most_operands = 0,
    .run = run_catalog_gallery,
};

/* Default number of worlds; how much of a world's words can be searched; columns of the query. */
enum { USUAL_MOST = 10000, MOST_WORDS = 400, COLUMNS = 9 };

/* Longest path of the gallery's folder, of a file in it, and of both. */
enum { LONGEST_FOLDER = 3900, LONGEST_NAME = 128, LONGEST_SHOWN = LONGEST_FOLDER + LONGEST_NAME };

/* The page's policy contains the hashes of its style and its script. */
static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' "
    "file:;"
    " base-uri 'none'; form-action 'none'; style-src %s; script-src %s\">\n"
    "<title>Worlds</title>\n<style>";

static const char style[] =
    "body{font:15px/1.4 system-ui,sans-serif;margin:0;background:#f4f4f2;color:#222}\n"
    "header{position:sticky;top:0;background:#fff;padding:10px 16px;border-bottom:1px solid "
    "#ccc;display:flex;"
    "gap:12px;align-items:center;flex-wrap:wrap}\n"
    "input,select{font:inherit;padding:4px 8px}input{flex:1;min-width:12em}\n"
    "main{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:14px;padding:"
    "16px}\n"
    "a,.card{display:block;background:#fff;border:1px solid #ddd;border-radius:6px;overflow:hidden;"
    "color:inherit;text-decoration:none}a:hover,a:focus{border-color:#36c}\n"
    "img,.none{display:block;width:100%;aspect-ratio:4/3;object-fit:contain;background:#eceae6}\n"
    ".words{padding:8px "
    "10px}.title{font-weight:600;overflow-wrap:anywhere}.facts{color:#666;font-size:13px}\n"
    "@media(prefers-color-scheme:dark){body{background:#1b1b1d;color:#ddd}header,a,.card{"
    "background:#27272a;"
    "border-color:#444}.facts{color:#999}img,.none{background:#333}}\n";

static const char body[] =
    "</style></head><body>\n<header><input id=\"words\" type=\"search\" placeholder=\"Search "
    "titles, authors, "
    "labels, paths\" aria-label=\"Search\" autofocus>\n<select id=\"format\" aria-label=\"Format\">"
    "<option value=\"\">all formats</option></select>\n<span id=\"count\" "
    "role=\"status\"></span></header>\n"
    "<main id=\"cards\"></main>\n<script type=\"application/json\" id=\"worlds\">[";

/* Two hundred cards are added whenever the page is scrolled to its end. */
static const char before_script[] = "]</script>\n<script>";
static const char script[] =
    "const worlds=JSON.parse(document.getElementById('worlds').textContent);\n"
    "const words=document.getElementById('words'),format=document.getElementById('format');\n"
    "const cards=document.getElementById('cards'),count=document.getElementById('count');\n"
    "for(const world of "
    "worlds)world.all=[world.title,world.author,world.path,world.format,world.words]"
    ".filter(Boolean).join('\\n').toLowerCase();\n"
    "for(const name of [...new Set(worlds.map(world=>world.format))].filter(Boolean).sort())"
    "format.append(new Option(name,name));\n"
    "let found=[],shown=0;\n"
    "function element(name,kind,text){const made=document.createElement(name);made.className=kind;"
    "if(text)made.textContent=text;return made}\n"
    "function card(world){\n"
    "  const made=element(world.link?'a':'div','card');if(world.link)made.href=world.link;\n"
    "  const picture=element(world.picture?'img':'div',world.picture?'':'none');\n"
    "  if(world.picture){picture.src=world.picture;picture.loading='lazy';picture.alt=''}\n"
    "  const text=element('div','words');\n"
    "  text.append(element('div','title',world.title||world.path.split('/').pop()),\n"
    "    element('div','facts',[world.format,world.version!=null?'version '+world.version:'',"
    "world.records.toLocaleString()+' records',world.author].filter(Boolean).join(' \\u00b7 ')));\n"
    "  made.title=world.path;made.append(picture,text);return made}\n"
    "function more(){const "
    "next=found.slice(shown,shown+200);shown+=next.length;cards.append(...next.map(card))}\n"
    "function search(){\n"
    "  const asked=words.value.toLowerCase().split(/\\s+/).filter(Boolean);\n"
    "  found=worlds.filter(world=>(!format.value||world.format===format.value)&&"
    "asked.every(word=>world.all.includes(word)));\n"
    "  count.textContent=found.length.toLocaleString()+' of '+worlds.length.toLocaleString()+' "
    "worlds';\n"
    "  shown=0;cards.replaceChildren();more()}\n"
    "words.addEventListener('input',search);format.addEventListener('change',search);\n"
    "addEventListener('scroll',()=>{if(innerHeight+scrollY>document.body.offsetHeight-600)more()});"
    "\n"
    "search();\n";
static const char tail[] = "</script></body></html>\n";

struct gallery {
    const char *folder;
    struct roots roots;
    struct page page;
    bool has_viewer, force, strict;
    struct output_file index;
    uint64_t count;
    int status;
};

static void put(struct gallery *gallery, const char *text, size_t size)
{
    if (gallery->status == EXIT_FINE &&
        !gallery->index.sink.write(gallery->index.sink.context, text, size))
        gallery->status = EXIT_FILES; /* the reason is reported when the file is abandoned */
}

static void put_words(struct gallery *gallery, const char *text)
{
    put(gallery, text, strlen(text));
}

/* Writes text as JSON that is safe in a page: no "<" can end the script. */
static void put_text(struct gallery *gallery, const char *name, const char *text, size_t size)
{
    char unit[8];
    put_words(gallery, name);
    put_words(gallery, "\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char letter = (unsigned char)text[i];
        if (letter < 0x20 || strchr("\"\\<>&", letter)) {
            snprintf(unit, sizeof unit, "\\u%04x", letter);
            put_words(gallery, unit);
        } else {
            put(gallery, text + i, 1);
        }
    }
    put_words(gallery, "\"");
}

static void put_value(struct gallery *gallery, const char *name, const struct value *value,
                      size_t most)
{
    char number[32];
    if (value->kind == VALUE_TEXT) {
        put_text(gallery, name, value->bytes, whole_characters(value->bytes, value->size, most));
    } else if (value->kind == VALUE_INTEGER) {
        snprintf(number, sizeof number, "%lld", (long long)value->integer);
        put_words(gallery, name);
        put_words(gallery, number);
    }
}

/* Names a file relative to the gallery's folder: below/name.extension. */
static void make_place(const char *below, const char *name, const char *extension,
                       char path[LONGEST_NAME])
{
    snprintf(path, LONGEST_NAME, "%s/%s%s%s", below, name, *extension ? "." : "", extension);
}

/* Opens a file of the gallery without following links, because somebody else may have changed the
 * folder. */
static int open_file(struct gallery *gallery, const char *place, bool replace, char shown[],
                     struct output_file *file)
{
    snprintf(shown, LONGEST_SHOWN, "%s/%s", gallery->folder, place);
    return output_file_open_below(gallery->folder, place, shown, replace, file);
}

/* Ends a file beside the index; `is_whole`: all of its bytes were written. */
static bool end_file(struct gallery *gallery, struct output_file *file, bool is_whole)
{
    int status = is_whole ? output_file_commit(file) : EXIT_FILES;
    if (!is_whole)
        output_file_abandon(file);
    gallery->status = status > gallery->status ? status : gallery->status;
    return status == EXIT_FINE;
}

static bool write_file(struct gallery *gallery, const char *place, const void *bytes, size_t size)
{
    struct output_file file;
    char shown[LONGEST_SHOWN];
    gallery->status = open_file(gallery, place, true, shown, &file);
    return gallery->status == EXIT_FINE &&
           end_file(gallery, &file, file.sink.write(file.sink.context, bytes, size));
}

/* Writes a file that the pages of all worlds share. */
static bool write_shared(void *context, const char *name, const void *bytes, size_t size)
{
    char place[LONGEST_NAME];
    make_place("viewer", name, "", place);
    return write_file(context, place, bytes, size);
}

/* Whether a file is the world in the catalogue: the path may be untrusted, or the file may have
 * been replaced. Returns false after a warning. */
static bool open_known(const char *path, const uint8_t known[DIGEST_SIZE], struct input *input)
{
    uint8_t hash[DIGEST_SIZE];
    if (open_strange_input(path, asset_limit(), input) != EXIT_FINE) {
        count_warning();
        return false;
    }
    digest(input->bytes, input->size, hash);
    bool is_known = memcmp(hash, known, DIGEST_SIZE) == 0 &&
                    (ow_identify(input->bytes, input->size) || is_text(input));
    if (!is_known)
        warn_of("%s: skipped: the file has changed since it was added to the catalogue; run "
                "overworld catalog add again",
                path);
    return is_known;
}

static bool fill_page(struct gallery *gallery, struct input *input, struct output_file *file)
{
    bool is_whole = page_write(&gallery->page, input, 1, &file->sink);
    if (!is_whole && !file->problem && !input->trouble)
        complain("%s: not enough memory for its page", input->path);
    return is_whole;
}

/* Opens the file of a world. Returns false if it is missing or has changed, which is reported but
 * is not a failure. */
static bool open_shown(struct gallery *gallery, const struct value *hash, const struct value *path,
                       struct input *input)
{
    size_t size;
    char *plain = unescape_text(path->bytes, path->size, &size);
    char *local = plain ? roots_find(&gallery->roots, plain) : NULL;
    bool has_root = local || !plain || !below_is_plain(plain);
    bool is_there = has_root && plain && strlen(plain) == size &&
                    open_known(local ? local : plain, hash->bytes, input);
    if (!has_root)
        warn_of("%s: skipped: say where this is with --root NAME=FOLDER", plain);
    if (!plain)
        complain("not enough memory");
    if (!plain || input->trouble)
        gallery->status = EXIT_FILES;
    free(local);
    free(plain);
    return is_there;
}

/* Writes the page of one world. Returns false if the page cannot be written or has no world. */
static bool write_viewer(struct gallery *gallery, const struct value *hash,
                         const struct value *path, const char *place)
{
    char shown[LONGEST_SHOWN];
    struct input input = {0};
    struct output_file file;
    bool is_there = open_shown(gallery, hash, path, &input);
    if (is_there)
        gallery->status = open_file(gallery, place, true, shown, &file);
    bool is_made = is_there && gallery->status == EXIT_FINE &&
                   end_file(gallery, &file, fill_page(gallery, &input, &file));
    if (input.trouble)
        gallery->status = EXIT_FILES;
    close_input(&input);
    return is_made;
}

static bool is_png(const struct value *bytes)
{
    static const char signature[] = "\x89PNG\r\n\x1a\n";
    return bytes->kind == VALUE_BLOB && bytes->size > sizeof signature &&
           memcmp(bytes->bytes, signature, sizeof signature - 1) == 0;
}

/* hash, format, version, title, author, records, path, png, words */
static bool take_world(void *context, const struct value *values, size_t count)
{
    struct gallery *gallery = context;
    char name[DIGEST_DIGITS + 1], place[LONGEST_NAME];
    if (count != COLUMNS || values[0].size != DIGEST_SIZE)
        return false;
    digest_write(values[0].bytes, name);
    put_words(gallery, gallery->count++ > 0 ? ",\n{" : "\n{");
    put_value(gallery, "\"path\":", &values[6], SIZE_MAX);
    put_value(gallery, ",\"format\":", &values[1], SIZE_MAX);
    put_value(gallery, ",\"version\":", &values[2], SIZE_MAX);
    put_value(gallery, ",\"title\":", &values[3], SIZE_MAX);
    put_value(gallery, ",\"author\":", &values[4], SIZE_MAX);
    put_value(gallery, ",\"records\":", &values[5], SIZE_MAX);
    put_value(gallery, ",\"words\":", &values[8], MOST_WORDS);
    make_place("pictures", name, "png", place);
    if (gallery->status == EXIT_FINE && is_png(&values[7]) &&
        write_file(gallery, place, values[7].bytes, values[7].size))
        put_text(gallery, ",\"picture\":", place, strlen(place));
    make_place("worlds", name, "html", place);
    if (gallery->status == EXIT_FINE && gallery->has_viewer &&
        write_viewer(gallery, &values[0], &values[6], place))
        put_text(gallery, ",\"link\":", place, strlen(place));
    put_words(gallery, "}");
    return gallery->status == EXIT_FINE;
}

/* Takes the same row, before anything is written. */
static bool check_world(void *context, const struct value *values, size_t count)
{
    struct gallery *gallery = context;
    struct input input = {0};
    if (count != COLUMNS || values[0].size != DIGEST_SIZE)
        return false;
    open_shown(gallery, &values[0], &values[6], &input);
    close_input(&input);
    return gallery->status == EXIT_FINE;
}

/* If several files have the same world, one represents all. */
static const char question[] =
    "SELECT world.hash, world.format, world.version, coalesce(min(file.title), world.title),"
    " world.author, world.records, min(file.folder || '/' || file.name), world_picture.png,"
    " world_text.text FROM world JOIN file ON file.key = world.key"
    " LEFT JOIN world_picture ON world_picture.key = world.key"
    " LEFT JOIN world_text ON world_text.key = world.key AND world_text.file = ''"
    " WHERE world.status = 'ok' GROUP BY world.key, world.hash, world.format, world.version, "
    "world.title,"
    " world.author, world.records, world_picture.png, world_text.text"
    " ORDER BY 7 LIMIT $1";

/* The gallery's own folder may exist already, or be a link to a folder. */
static int make_folder(const char *folder)
{
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        return EXIT_FINE;
    complain("%s: cannot be created: %s", folder, strerror(errno));
    return EXIT_FILES;
}

static int make_folder_below(const char *folder, const char *below)
{
    int made;
    enum below why = below_open_folder(folder, below, true, &made);
    if (why != BELOW_FINE)
        complain("%s/%s: %s", folder, below, below_words(why));
    if (made >= 0)
        close(made);
    return why == BELOW_FINE ? EXIT_FINE : EXIT_FILES;
}

/* Makes the folders, and the files that the pages of worlds share. */
static int prepare(struct gallery *gallery)
{
    static const char *const folders[] = {"pictures", "worlds", "viewer"};
    char path[LONGEST_SHOWN];
    snprintf(path, sizeof path, "%s/index.html", gallery->folder);
    int status = check_output_path(path, gallery->force);
    if (status == EXIT_FINE)
        status = make_folder(gallery->folder);
    for (size_t i = 0; i < (gallery->has_viewer ? 3 : 1) && status == EXIT_FINE; i++)
        status = make_folder_below(gallery->folder, folders[i]);
    return status == EXIT_FINE && gallery->has_viewer
               ? share_page(&gallery->page, write_shared, gallery)
               : status;
}

static void put_head(struct gallery *gallery)
{
    char hashes[2][POLICY_HASH], text[sizeof head + 2 * POLICY_HASH];
    policy_hash(style, sizeof style - 1, hashes[0]);
    policy_hash(script, sizeof script - 1, hashes[1]);
    snprintf(text, sizeof text, head, hashes[0], hashes[1]);
    put_words(gallery, text);
    put_words(gallery, style);
    put_words(gallery, body);
}

/* With --strict, a world whose file is missing or has changed stops the gallery before its folder
 * is touched. */
static int check_worlds(struct gallery *gallery, struct catalog *catalog, const char *place,
                        const struct value *limit)
{
    if (!gallery->strict || !gallery->has_viewer)
        return EXIT_FINE;
    if (!catalog_run(catalog, question, limit, 1, check_world, gallery))
        return catalog_failed(place, catalog_failure(catalog));
    if (gallery->status == EXIT_FINE && strict_refuses())
        return refuse_for_warnings(gallery->folder);
    return gallery->status;
}

static int write_gallery(struct gallery *gallery, struct catalog *catalog, const char *place,
                         uint64_t most)
{
    char shown[LONGEST_SHOWN];
    struct value limit = {.kind = VALUE_INTEGER, .integer = (int64_t)most};
    int status = check_worlds(gallery, catalog, place, &limit);
    if (status == EXIT_FINE)
        status = prepare(gallery);
    if (status == EXIT_FINE)
        status = open_file(gallery, "index.html", gallery->force, shown, &gallery->index);
    if (status != EXIT_FINE)
        return status;
    put_head(gallery);
    if (!catalog_run(catalog, question, &limit, 1, take_world, gallery))
        gallery->status = catalog_failed(place, catalog_failure(catalog));
    put_words(gallery, "\n");
    put_words(gallery, before_script);
    put_words(gallery, script);
    put_words(gallery, tail);
    if (gallery->status == EXIT_FINE)
        return output_file_commit(&gallery->index);
    output_file_abandon(&gallery->index);
    return gallery->status;
}

static int run_catalog_gallery(const struct arguments *arguments)
{
    const char *place;
    struct catalog catalog;
    unsigned long long most = USUAL_MOST;
    struct gallery gallery = {.folder = option_value(arguments, "output"),
                              .has_viewer = !option_set(arguments, "without-viewer"),
                              .force = option_set(arguments, "force"),
                              .strict = option_set(arguments, "strict")};
    if (!option_number(arguments, "most", &most))
        return EXIT_USAGE;
    if (!gallery.folder || !*gallery.folder || strlen(gallery.folder) > LONGEST_FOLDER) {
        complain("catalog gallery needs -o FOLDER, the folder to write to");
        return EXIT_USAGE;
    }
    if (!has_digests) {
        complain("this build cannot make a gallery: it was built without libmd");
        return EXIT_FILES;
    }
    int status =
        gallery.has_viewer ? page_open(&gallery.page, option_value(arguments, "page")) : EXIT_FINE;
    if (status != EXIT_FINE) {
        hint("add --without-viewer to make a gallery of pictures only");
        return status;
    }
    status = read_roots(arguments, &gallery.roots);
    if (status == EXIT_FINE)
        status = open_catalog(arguments, &catalog, &place);
    if (status == EXIT_FINE) {
        status = write_gallery(&gallery, &catalog, place, most ? most : INT64_MAX);
        catalog_close(&catalog);
    }
    roots_free(&gallery.roots);
    if (gallery.has_viewer)
        page_close(&gallery.page);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
