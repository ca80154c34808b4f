#include "frontend/mangled.h"

#include "frontend/annotations/misplaced.h"
#include "frontend/redeclaration.h"
#include "frontend/stub_use.h"

/* A declaration in the open unit. */
typedef struct gen_mangled_kernel {
    struct gen_mangled_kernel *next;
    CXCursor function;
    bool has_annotation;
} gen_mangled_kernel;

typedef struct gen_mangled_kernels {
    gen_mangled_kernel *first;
    gen_mangled_kernel **last;
} gen_mangled_kernels;

#define MAX_NAMED 8

/* Kernels without a launch function. */
typedef struct gen_mangled {
    size_t count;
    const char *names; /* the names of the first few */
    gen_place first;
} gen_mangled;

void gen_read_mangled(gen_reader *reader, CXCursor function, bool has_annotation)
{
    gen_mangled_kernels *all = GEN_STATE(reader, of_unit.mangled, gen_mangled_kernels,
                                         .last = &reader->of_unit.mangled->first);
    gen_mangled_kernel *kernel = GEN_NEW(reader->arena, gen_mangled_kernel);

    kernel->function = function;
    kernel->has_annotation = has_annotation;
    *all->last = kernel;
    all->last = &kernel->next;
}

static void count_mangled(gen_reader *reader, CXCursor function)
{
    const char *name = gen_reader_qualified_name(reader, function);
    gen_mangled *mangled = reader->of_file.mangled;

    if (!mangled) {
        mangled = reader->of_file.mangled = GEN_NEW(reader->arena, gen_mangled);
        mangled->first = gen_reader_place(reader, function);
    }
    if (mangled->count < MAX_NAMED)
        mangled->names = mangled->names
                             ? gen_arena_format(reader->arena, "%s, '%s'", mangled->names, name)
                             : gen_arena_format(reader->arena, "'%s'", name);
    else if (mangled->count == MAX_NAMED)
        mangled->names = gen_arena_format(reader->arena, "%s, ...", mangled->names);
    mangled->count++;
}

void gen_read_settle_mangled(gen_reader *reader)
{
    const gen_mangled_kernel *kernel =
        reader->of_unit.mangled ? reader->of_unit.mangled->first : NULL;

    for (; kernel; kernel = kernel->next) {
        bool is_definition = clang_isCursorDefinition(kernel->function) != 0;
        bool has_stub = gen_read_has_stub(reader, kernel->function);
        if (has_stub && kernel->has_annotation && !is_definition)
            gen_read_redeclaration(reader, kernel->function);
        else if (!has_stub && kernel->has_annotation)
            gen_read_mangled_contract(reader, kernel->function);
        if (!has_stub && is_definition && reader->architecture == 0)
            count_mangled(reader, kernel->function);
    }
}

void gen_read_note_mangled(gen_reader *reader)
{
    const gen_mangled *mangled = reader->of_file.mangled;

    if (mangled)
        gen_diag_note(reader->diag, mangled->first, "kernels-without-c-linkage",
                      "no launch function for %zu kernel%s without C linkage (templates, or "
                      "not extern \"C\"): %s; give one to those that you launch with CUSTUB_STUB",
                      mangled->count, mangled->count == 1 ? "" : "s", mangled->names);
}
