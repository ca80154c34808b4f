#include "frontend/declarations/prototype.h"

#include "frontend/kernels/kernel_reader.h"

/* A kernel that the open unit declares. */
typedef struct gen_prototype {
    struct gen_prototype *next;
    CXCursor function; /* the last declaration: it has the annotations of all */
} gen_prototype;

typedef struct gen_prototypes {
    gen_prototype *first;
    gen_prototype **last;
    gen_name_table names;
} gen_prototypes;

static gen_prototypes *state_of(gen_reader *reader)
{
    return GEN_STATE(reader, of_unit.prototypes, gen_prototypes, .names.arena = reader->arena,
                     .last = &reader->of_unit.prototypes->first);
}

void gen_read_note_prototype(gen_reader *reader, CXCursor function)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(function));
    gen_prototype *prototype;

    if (!reader->options->prototypes)
        return;
    prototype = gen_name_table_find(&state_of(reader)->names, name);
    if (!prototype) {
        prototype = GEN_NEW(reader->arena, gen_prototype);
        *state_of(reader)->last = prototype;
        state_of(reader)->last = &prototype->next;
        gen_name_table_put(&state_of(reader)->names, name, prototype);
    }
    prototype->function = function;
}

void gen_read_prototypes(gen_reader *reader)
{
    for (const gen_prototype *p = state_of(reader)->first; p; p = p->next)
        if (clang_Cursor_isNull(clang_getCursorDefinition(p->function)))
            gen_read_kernel(reader, p->function,
                            gen_reader_text(reader, clang_getCursorSpelling(p->function)), NULL);
}
