// custub: --include own_header.h
// Structs and enumerations of a C header, with and without typedefs.
#include "own_header.h"

extern "C" __global__ void take(struct tagged a, renamed b, unnamed c, band d, union number e,
                                struct blur f)
{
    d.number.f = e.f;
}

extern "C" __global__ void point(const struct tagged *a, unnamed::inner *b, renamed *c, unnamed *d, band *e)
{
    d->level = LEVEL_LOW;
}

/* The source itself defines this one, so that the header does not. */
struct local {
    renamed r;
    struct tagged t[2];
};
enum corner { CORNER_LEFT, CORNER_RIGHT };

extern "C" __global__ void keep(local l, corner c) {}

extern "C" __global__ void choose(enum mode m, shape s, enum unnamed::level l) {}

/* The header has structs and enumerations that are called like structs of arguments. */
extern "C" __global__ void take(take_args t) {}

extern "C" __global__ void pick(enum pick_args p) {}
