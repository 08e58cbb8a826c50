/* overworld catalog tag: gives files of a catalogue an owner and tags. */
#include "databases/catalog.h"
#include "databases/catalog_marks.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/walk.h"

#include <stdlib.h>
#include <string.h>

static int run_catalog_tag(const struct arguments *arguments);

const struct verb catalog_tag_verb = {
    .name = "catalog tag",
    .operands = "PATH|HASH...",
    .summary = "give files an owner and tags",
    .description =
        "PATH means one file, HASH all files with these bytes. A file has one owner and any\n"
        "number of tags. They stay with its path when its content changes, until catalog add\n"
        "--prune or catalog forget forgets the file. catalog search --owner and --tag find them.",
    .options = {DB_OPTION,
                FIND_ROOT_OPTION,
                {0, "owner", "NAME", "set the owner; '' for none"},
                {0, "tag", "NAME", "add a tag; may be given several times"},
                {0, "untag", "NAME", "remove a tag; may be given several times"}},
    .examples = {{"overworld catalog tag --tag featured ~/saves/Adder/data.partialworld", "a file"},
                 {"overworld catalog tag --owner alice --untag new 4be1f02c", "all its files"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_catalog_tag,
};

bool read_mark_names(const struct arguments *arguments, const char *option, const char *kind,
                     struct pool *pool, struct path_marks *marks)
{
    const char *name;
    const bool is_tag = strcmp(kind, MARK_TAG) == 0;
    for (int i = 0; (name = option_value_at(arguments, option, i)); i++) {
        struct value text = escape_text(pool, ow_text_of(name));
        if (marks->count == MOST_PATH_MARKS) {
            complain("an owner and tags can be at most %d at a time", (int)MOST_PATH_MARKS);
            return false;
        }
        if ((is_tag && !*name) || text.size > LONGEST_MARK) {
            complain("--%s takes a name of 1 to %d bytes", option, (int)LONGEST_MARK);
            return false;
        }
        marks->list[marks->count++] = (struct path_mark){kind, text};
    }
    return true;
}

static bool take_row(void *context, const struct value *values, size_t count)
{
    (void)values;
    *(bool *)context = count > 0;
    return false;
}

/* Finds out whether a word is the path of a file of the world. Otherwise it is a hash, for all its
 * files. */
static bool find_file(struct catalog *catalog, const struct roots *roots, const char *path,
                      struct pool *pool, struct marked_files *which)
{
    struct value values[] = {integer_value(digest_key(which->hash)), {0}, {0}};
    bool is_file = false;
    char *real = realpath(path, NULL);
    bool fine =
        !place_of_path(real ? real : path, roots, pool, &values[1], &values[2]) ||
        catalog_run(catalog, "SELECT 1 FROM file WHERE key = $1 AND folder = $2 AND name = $3",
                    values, 3, take_row, &is_file);
    if (is_file) {
        which->folder = values[1];
        which->name = values[2];
    }
    free(real);
    return fine;
}

/* The path may be as it is printed, with escapes for bytes that are not text. */
static bool find_files(struct catalog *catalog, const struct roots *roots, const char *word,
                       struct pool *pool, struct marked_files *which)
{
    size_t size;
    char *plain = strchr(word, '\\') ? unescape_text(word, strlen(word), &size) : NULL;
    bool fine = find_file(catalog, roots, word, pool, which) &&
                (!plain || which->folder.kind != VALUE_NULL ||
                 find_file(catalog, roots, plain, pool, which));
    free(plain);
    return fine;
}

/* What is changed, and how many files were. */
struct change {
    const char *place;
    struct roots roots;
    struct path_marks added, removed;
    uint64_t files;
};

static int change(struct catalog *catalog, struct change *change, const char *word)
{
    uint8_t hash[DIGEST_SIZE];
    struct marked_files which = {.hash = hash};
    struct pool pool = {0};
    uint64_t count = 0;
    int status = find_in_catalog(catalog, change->place, &change->roots, word, hash);
    if (status == EXIT_FINE &&
        (!find_files(catalog, &change->roots, word, &pool, &which) || pool.has_failed ||
         !marks_change(catalog, &which, &change->added, &change->removed, &count)))
        status = catalog_failed(change->place, catalog_failure(catalog));
    pool_free(&pool);
    change->files += count;
    return status;
}

static int change_all(const struct arguments *arguments, struct change *changed)
{
    struct catalog catalog;
    struct database_failure failure;
    char number[32];
    int status = EXIT_FINE;
    if (!catalog_open(&catalog, changed->place, false, &failure))
        return catalog_failed(changed->place, &failure);
    for (int i = 0; i < arguments->operand_count && status != EXIT_FILES; i++) {
        int own = change(&catalog, changed, arguments->operands[i]);
        status = own != EXIT_FINE ? own : status;
    }
    catalog_close(&catalog);
    printf("%s file%s marked\n", with_commas((long long)changed->files, number),
           plural(changed->files));
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}

static int run_catalog_tag(const struct arguments *arguments)
{
    struct change changed = {.place = catalog_place(arguments, false)};
    struct pool pool = {0};
    int status = changed.place ? read_roots(arguments, &changed.roots) : EXIT_USAGE;
    if (status != EXIT_FINE)
        return status;
    if (!read_mark_names(arguments, "owner", MARK_OWNER, &pool, &changed.added) ||
        !read_mark_names(arguments, "tag", MARK_TAG, &pool, &changed.added) ||
        !read_mark_names(arguments, "untag", MARK_TAG, &pool, &changed.removed)) {
        status = EXIT_USAGE;
    } else if (changed.added.count + changed.removed.count == 0) {
        complain("nothing to do; add --owner, --tag or --untag with a name");
        status = EXIT_USAGE;
    } else {
        status = change_all(arguments, &changed);
    }
    pool_free(&pool);
    roots_free(&changed.roots);
    return status;
}
