#include "emit/header/global.h"

#include "emit/header/comment.h"

#include <inttypes.h>

/* A variable while its functions are written. */
typedef struct global_stub {
    gen_text *out;
    gen_arena *arena;
    const gen_model *model;
    const gen_global *global;
    const char *name;    /* prefix of its functions' names */
    const char *element; /* the C type */
    uint64_t count;
} global_stub;

bool gen_emit_has_globals(const gen_model *model)
{
    const gen_global *global = model->globals;

    while (global && !global->tag)
        global = global->next;
    return global != NULL;
}

/* "__constant__ float weights[16]" */
static void write_comment(const global_stub *stub)
{
    const gen_global *global = stub->global;
    const gen_type *element = global->type;

    while (element->kind == GEN_TYPE_ARRAY)
        element = element->element;
    gen_text_printf(stub->out, "\n/* %s ", global->constant ? "__constant__" : "__device__");
    gen_text_comment(stub->out, element->spelling);
    gen_text_printf(stub->out, " %s%s%s", global->enclosing, *global->enclosing ? "::" : "",
                    global->name);
    for (const gen_type *type = global->type; type->kind == GEN_TYPE_ARRAY; type = type->element)
        gen_text_printf(stub->out, "[%" PRIu64 "]", type->count);
    gen_text_puts(stub->out, "\n *     ");
    gen_text_comment(stub->out, gen_model_file_of(global->place));
    gen_text_printf(stub->out, ":%u */\n", global->place.line);
}

static void write_prototype(const global_stub *stub, const char *type, const char *verb,
                            const char *parameters)
{
    gen_emit_wrapped(stub->out,
                     gen_arena_format(stub->arena,
                                      "static inline %s %s_%s(const %s_kernels *kernels, "
                                      "%scustub_error *error)",
                                      type, stub->name, verb, stub->model->name, parameters),
                     "", "    ");
}

static void write_return(const global_stub *stub, const char *call)
{
    gen_text_puts(stub->out, "{\n");
    gen_emit_wrapped(stub->out, gen_arena_format(stub->arena, "return %s;", call), "    ",
                     "        ");
    gen_text_puts(stub->out, "}\n");
}

static void write_memory(const global_stub *stub)
{
    gen_text symbol;

    gen_text_initialize(&symbol);
    gen_text_c_string(&symbol, stub->global->symbol);
    write_prototype(stub, "custub_memory", "memory", "");
    write_return(stub,
                 gen_arena_format(stub->arena,
                                  "custub_global_memory(kernels ? kernels->library : NULL, %s, "
                                  "%" PRIu64 ", sizeof(%s), error)",
                                  symbol.data ? symbol.data : "", stub->count, stub->element));
    stub->out->failed |= symbol.failed;
    gen_text_deinitialize(&symbol);
}

/* `host`: the host's parameter; `values`: what is copied. */
static void write_copy(const global_stub *stub, const char *verb, const char *host,
                       const char *values)
{
    gen_text_puts(stub->out, "\n");
    write_prototype(stub, "custub_status", verb,
                    gen_arena_format(stub->arena, "%s, CUstream stream, ", host));
    write_return(stub, gen_arena_format(stub->arena,
                                        "custub_memory_%s(%s_memory(kernels, error), %s, "
                                        "custub_stream_given(stream), error)",
                                        verb, stub->name, values));
}

static void write_global(const global_stub *stub)
{
    const char *type = stub->element;
    bool is_array = stub->global->type->kind == GEN_TYPE_ARRAY;

    write_comment(stub);
    write_memory(stub);
    if (is_array) {
        write_copy(stub, "upload",
                   gen_arena_format(stub->arena, "const %s *source, uint64_t count", type),
                   "source, count");
        write_copy(stub, "download",
                   gen_arena_format(stub->arena, "%s *target, uint64_t count", type),
                   "target, count");
    } else {
        write_copy(stub, "upload", gen_arena_format(stub->arena, "%s value", type), "&value, 1");
        write_copy(stub, "download", gen_arena_format(stub->arena, "%s *value", type), "value, 1");
    }
}

void gen_emit_globals(gen_text *out, const gen_c_names *names, gen_arena *arena)
{
    for (size_t i = 0; i < names->global_count; i++) {
        const gen_global *global = names->globals[i].global;
        global_stub stub = {.out = out,
                            .arena = arena,
                            .model = names->model,
                            .global = global,
                            .name = names->globals[i].name,
                            .count = 1};
        const gen_type *element = global->type;
        if (!stub.name)
            continue;
        for (; element->kind == GEN_TYPE_ARRAY; element = element->element)
            stub.count *= element->count;
        stub.element = gen_c_names_of_type(names, element);
        write_global(&stub);
    }
}
