#include "patch/insertion.h"

void gen_insertions_add(gen_insertions *insertions, size_t offset, const char *text)
{
    gen_insertion **at = &insertions->first;
    gen_insertion *added = GEN_NEW(insertions->arena, gen_insertion);

    while (*at && (*at)->offset <= offset)
        at = &(*at)->next;
    *added = (gen_insertion){*at, offset, text};
    *at = added;
}
