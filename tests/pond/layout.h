/* A pond's bytes, each field once and in file order. Include pond.h and a codec first. */
#ifndef OW_SRC_POND_LAYOUT_H
#define OW_SRC_POND_LAYOUT_H

#include <overworld/pond.h>

/* The fewest bytes that a thing takes in any version, for holding counts against. */
enum { THING_LEAST = 11 };

static const struct choice kinds[] = {
    {0, OW_POND_FISH, "fish"},
    {1, OW_POND_FROG, "frog"},
    {2, OW_POND_REED, "reed"},
};

VERB void resume(struct codec *c, const ow_pond *v)
{
    c->version = v->version;
}

VERB void thing(struct codec *c, ow_pond_thing *v)
{
    text(c, "name", &v->name, U16);
    choice8(c, "kind", &v->kind, kinds, 3);
    f32(c, "x", &v->x);
    f32(c, "y", &v->y);
    if (c->version >= 2)
        u16(c, "ring", &v->ring);
    else
        absent(c, "ring", v->ring);
}

/* What an issue can refer to, by pond.h's numbers. */
#define RECORDS(RECORD, NUMBER) RECORD(POND_THING, "/things/*", ow_pond_thing, thing(c, &record))

VERB void document(struct codec *c, ow_pond *v)
{
    magic(c, "magic", "POND", 4);
    u16(c, "version", &v->version);
    resume(c, v);
    if (v->version < OW_POND_OLDEST || v->version > OW_POND_NEWEST)
        refuse(c, OW_UNKNOWN_VERSION, "version",
               "the pond is of version %u; only versions 1 and 2 are known", v->version);
    text(c, "name", &v->name, U16);
    count(c, "thing_count", &v->thing_count, U32, THING_LEAST);
    list(c, "things", v->things, v->thing_count, thing);
    end_of_file(c);
}

#endif
