/* The conditions of a schema's rules: tests if a document has given alternatives of a decider. */
#include "pieces.h"
#include "rules.h"

#include <stdio.h>

static struct tree *text(struct schema *s, const char *value)
{
    return tree_make(s->arena, TREE_TEXT, value);
}

static struct tree *negated(struct schema *s, struct tree *test)
{
    struct tree *made = object(s);
    tree_add(made, "not", test);
    return made;
}

struct tree *property_test(struct schema *s, const char *name, struct tree *value)
{
    struct tree *test = object(s);
    tree_add(tree_member(s->arena, test, "properties", TREE_OBJECT), name, value);
    tree_add_text(s->arena, tree_member(s->arena, test, "required", TREE_ARRAY), name);
    return test;
}

struct tree *one_of(struct schema *s, struct tree *values)
{
    struct tree *made = object(s);
    if (values && values->first && !values->first->next)
        tree_add(made, "const", tree_copy(s->arena, values->first));
    else
        tree_add(made, "enum", values);
    return made;
}

/* The names of rows of one version, of those whose bits are set; and whether one has no name. */
static bool names_of(struct schema *s, uint64_t rows, unsigned version, struct tree *names)
{
    const struct description *d = &s->e->description;
    bool unnamed = false;
    for (unsigned i = 0; i < d->version_count; i++) {
        if (d->versions[i].version != version || !(rows >> i & 1))
            continue;
        unnamed |= !d->versions[i].name;
        if (d->versions[i].name)
            tree_add_text(s->arena, names, d->versions[i].name);
    }
    return unnamed;
}

/* The rows of a version. */
static uint64_t rows_of(const struct description *d, unsigned version)
{
    uint64_t rows = 0;
    for (unsigned i = 0; i < d->version_count; i++)
        rows |= (uint64_t)(d->versions[i].version == version) << i;
    return rows;
}

static bool is_first_of_version(const struct description *d, unsigned row)
{
    for (unsigned i = 0; i < row; i++)
        if (d->versions[i].version == d->versions[row].version)
            return false;
    return true;
}

/* Adds tests for variants of one version. A version that all files have needs no test. */
static void add_variant_tests(struct schema *s, uint64_t rows, unsigned version, struct tree *tests)
{
    const struct description *d = &s->e->description;
    struct tree *names = tree_make(s->arena, TREE_ARRAY, NULL), *test = object(s);
    bool only = rows_of(d, version) == ((uint64_t)1 << d->version_count) - 1;
    if (!only) {
        struct tree *value = object(s);
        tree_add(value, "const", tree_integer(s->arena, version));
        test = property_test(s, "version", value);
    }
    bool unnamed = names_of(s, rows, version, names);
    if (unnamed) {
        struct tree *absent = tree_copy(s->arena, test);
        tree_add(tree_member(s->arena, absent, "properties", TREE_OBJECT), "variant",
                 tree_make(s->arena, TREE_LITERAL, "false"));
        tree_add(tests, NULL, absent);
    }
    if (names && names->first) {
        tree_merge(s->arena, test, property_test(s, "variant", one_of(s, names)));
        tree_add(tests, NULL, test);
    }
}

struct tree *rows_test(struct schema *s, uint64_t rows)
{
    const struct description *d = &s->e->description;
    struct tree *tests = tree_make(s->arena, TREE_ARRAY, NULL);
    struct tree *whole = tree_make(s->arena, TREE_ARRAY, NULL);
    for (unsigned i = 0; i < d->version_count; i++) {
        uint64_t all = rows_of(d, d->versions[i].version);
        if (is_first_of_version(d, i) && (rows & all) == all)
            tree_add(whole, NULL, tree_integer(s->arena, d->versions[i].version));
    }
    if (whole && whole->first)
        tree_add(tests, NULL, property_test(s, "version", one_of(s, whole)));
    for (unsigned i = 0; i < d->version_count; i++) {
        uint64_t all = rows_of(d, d->versions[i].version);
        if (is_first_of_version(d, i) && (rows & all) != 0 && (rows & all) != all)
            add_variant_tests(s, rows, d->versions[i].version, tests);
    }
    if (tests && tests->first && !tests->first->next)
        return tree_copy(s->arena, tests->first);
    struct tree *test = object(s);
    tree_add(test, "anyOf", tests);
    return test;
}

/* A set of alternatives. */
struct set {
    const struct decider *decider;
    uint64_t bits[ALTERNATIVE_WORDS];
};

static bool has(const struct set *set, unsigned alternative)
{
    return set->bits[alternative / 64] >> alternative % 64 & 1;
}

static unsigned count_of(const struct set *set)
{
    unsigned count = 0;
    for (unsigned i = 0; i < set->decider->count; i++)
        count += has(set, i);
    return count;
}

static struct set complement(const struct set *set)
{
    struct set other = {.decider = set->decider};
    for (unsigned i = 0; i < set->decider->count; i++)
        other.bits[i / 64] |= (uint64_t)!has(set, i) << i % 64;
    return other;
}

/* Returns true for a byte without a name. */
static bool is_raw(const struct decider *decider, unsigned alternative)
{
    return decider->kind == DECIDES_CHOICE && alternative >= decider->named;
}

/* The value of an alternative in JSON. */
static struct tree *value_of(struct schema *s, const struct decider *decider, unsigned alternative)
{
    switch (decider->kind) {
    case DECIDES_NUMBER:
        return tree_integer(s->arena, alternative);
    case DECIDES_TAG:
        return text(s, decider->names[alternative]);
    case DECIDES_CHOICE:
        return text(s, decider->choices[alternative].name);
    case DECIDES_KNOWN:
        return text(s, decider->choices[alternative - 1].name);
    case DECIDES_RANGE:
        return tree_integer(s->arena, decider->least + (int64_t)alternative - 1);
    case DECIDES_FLAG:
        return tree_make(s->arena, TREE_LITERAL, alternative == 2 ? "true" : "false");
    default:
        return NULL;
    }
}

/* The bit that is set in all bytes of a set, or (`value` false) in none; 0 for other sets. */
static unsigned bit_of(const struct set *set, bool value)
{
    for (unsigned bit = 1; bit <= UINT8_MAX; bit <<= 1) {
        unsigned i = 0;
        while (i < set->decider->count && has(set, i) == (!(i & bit) != value))
            i++;
        if (i == MOST_ALTERNATIVES && set->decider->kind == DECIDES_NUMBER)
            return bit;
    }
    return 0;
}

/* The bytes with or without a bit, as a definition, because they are many. */
static struct tree *bit_test(struct schema *s, unsigned bit, bool value, struct tree *values)
{
    enum { NAME = 24, WORDS = 80 };
    char *name = arena_take(s->arena, NAME), *words = arena_take(s->arena, WORDS);
    if (!name || !words)
        return NULL;
    snprintf(name, NAME, "%s_%u", value ? "with_bit" : "without_bit", bit);
    snprintf(words, WORDS, "The numbers from 0 to 255 that have the bit of %u %s.", bit,
             value ? "set" : "not set");
    struct tree *made = definition_new(s, name);
    tree_add(made, "description", text(s, words));
    tree_merge(s->arena, made, values);
    return definition_reference(s, name);
}

static bool may_be_raw(const struct schema *s, const struct decider *decider)
{
    const uint64_t *valid = s->e->valid[decider - s->e->description.deciders];
    return is_raw(decider, decider->count - 1u) &&
           valid[decider->named / 64] >> decider->named % 64 & 1;
}

/* The values of a set. If any byte is allowed, a name may also be written as its byte. */
static struct tree *values_test(struct schema *s, const struct set *set)
{
    struct tree *values = tree_make(s->arena, TREE_ARRAY, NULL);
    for (unsigned i = 0; i < set->decider->count; i++)
        if (has(set, i) && !is_raw(set->decider, i))
            tree_add(values, NULL, value_of(s, set->decider, i));
    for (unsigned i = 0; may_be_raw(s, set->decider) && i < set->decider->named; i++)
        if (has(set, i))
            tree_add(values, NULL, tree_integer(s->arena, set->decider->choices[i].raw));
    for (unsigned value = 0; value < 2; value++)
        if (bit_of(set, value))
            return bit_test(s, bit_of(set, value), value, one_of(s, values));
    return one_of(s, values);
}

/* The range of lengths of a set of counts. */
struct range {
    uint32_t least, most;
    bool open, whole; /* no higher length is tried; no length between is missing */
};

static struct range range_of(const struct set *set)
{
    struct range range = {.least = UINT32_MAX, .open = true, .whole = true};
    for (unsigned i = 0; i < set->decider->count; i++) {
        uint32_t value = description_probes[i];
        if (value == set->decider->null_is || !has(set, i))
            continue;
        range.least = value < range.least ? value : range.least;
        range.most = value > range.most ? value : range.most;
    }
    for (unsigned i = 0; i < set->decider->count; i++) {
        uint32_t value = description_probes[i];
        if (value == set->decider->null_is || has(set, i))
            continue;
        range.whole = range.whole && (value < range.least || value > range.most);
        range.open = range.open && value < range.most;
    }
    return range;
}

static bool is_probe(uint32_t value)
{
    for (unsigned i = 0; i < PROBES; i++)
        if (description_probes[i] == value)
            return true;
    return false;
}

static bool has_null(const struct set *set)
{
    for (unsigned i = 0; i < set->decider->count; i++)
        if (description_probes[i] == set->decider->null_is && has(set, i))
            return true;
    return false;
}

/* If a set cannot be expressed, its complement can: one of the two has null, or two parts. */
static struct tree *count_test(struct schema *s, const struct set *set)
{
    struct range range = range_of(set);
    struct set other = complement(set);
    if (has_null(set) || !range.whole)
        return negated(s, count_test(s, &other));
    if ((range.least > 0 && !is_probe(range.least - 1)) ||
        (!range.open && !is_probe(range.most + 1)))
        s->e->description.problem = "a list's length decides where description_probes has a gap";
    struct tree *test = object(s);
    tree_add(test, "type", text(s, "array"));
    if (range.least > 0)
        tree_add(test, "minItems", tree_integer(s->arena, range.least));
    if (!range.open)
        tree_add(test, "maxItems", tree_integer(s->arena, range.most));
    return test;
}

/* Wraps the test of a field in the names on its path from an object. */
static struct tree *wrapped(struct schema *s, uint16_t place, uint16_t object, struct tree *test)
{
    const struct place *places = s->e->description.places;
    for (; place != object; place = places[place].parent)
        test = property_test(s, places[place].name, test);
    return test;
}

static struct tree *set_test(struct schema *s, const struct set *set, uint16_t object)
{
    const struct decider *decider = set->decider;
    bool omittable = decider->kind == DECIDES_KNOWN || decider->kind == DECIDES_RANGE ||
                     decider->kind == DECIDES_FLAG;
    struct set other = complement(set);
    if (omittable && has(set, 0))
        return negated(s, set_test(s, &other, object));
    if (decider->kind == DECIDES_COUNT)
        return wrapped(s, decider->place, object, count_test(s, set));
    bool raw = decider->kind == DECIDES_CHOICE && decider->named < decider->count &&
               has(set, decider->named);
    if (raw || count_of(set) > MOST_ALTERNATIVES / 2)
        return wrapped(s, decider->place, object, negated(s, values_test(s, &other)));
    return wrapped(s, decider->place, object, values_test(s, set));
}

struct tree *dimension_test(struct schema *s, const struct dimension *dimension,
                            const uint64_t classes[ALTERNATIVE_WORDS], uint16_t object)
{
    const struct description *d = &s->e->description;
    if (dimension->witness) {
        struct tree *test = tree_make(s->arena, TREE_OBJECT, NULL);
        tree_add_text(s->arena, tree_member(s->arena, test, "required", TREE_ARRAY),
                      d->places[dimension->witness].name);
        return wrapped(s, d->places[dimension->witness].parent, object,
                       classes[0] & 2 ? test : negated(s, test));
    }
    struct set set = {.decider = &d->deciders[dimension->decider]};
    for (unsigned i = 0; i < set.decider->count; i++) {
        unsigned class = dimension->class_of[i];
        bool valid = s->e->valid[dimension->decider][i / 64] >> i % 64 & 1;
        if (valid && classes[class / 64] >> class % 64 & 1)
            set.bits[i / 64] |= (uint64_t)1 << i % 64;
    }
    return dimension->decider == 0 ? rows_test(s, set.bits[0]) : set_test(s, &set, object);
}
