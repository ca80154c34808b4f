#include "emit/assertions/assertion.h"

#include "emit/assertions/layout_assertion.h"
#include "emit/assertions/namespace_scope.h"
#include "emit/assertions/undefine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char decided[] = "write it without conditions on the compiler";

/* --- Conditions on the architecture ---------------------------------------------------------- */

static bool has_architecture(const gen_model *model, const char *name)
{
    for (size_t i = 0; i < model->architecture_count; i++)
        if (strcmp(model->architectures[i], name) == 0)
            return true;
    return false;
}

/* sm_90 and sm_90a have the same __CUDA_ARCH__; a feature macro distinguishes them. */
static void emit_architecture(gen_text *out, const gen_model *model, gen_arena *arena,
                              const char *name)
{
    char *letter;
    unsigned long number = strtoul(name + strlen("sm_"), &letter, 10);

    gen_text_printf(out, "(__CUDA_ARCH__ == %lu0", number);
    if (*letter == 'a')
        gen_text_printf(out, " && defined(__CUDA_ARCH_FEAT_SM%lu_ALL)", number);
    else if (*letter == 'f')
        gen_text_puts(out, " && defined(__CUDA_ARCH_FAMILY_SPECIFIC__)");
    if (!*letter && has_architecture(model, gen_arena_format(arena, "%sa", name)))
        gen_text_printf(out, " && !defined(__CUDA_ARCH_FEAT_SM%lu_ALL)", number);
    if (!*letter && has_architecture(model, gen_arena_format(arena, "%sf", name)))
        gen_text_puts(out, " && !defined(__CUDA_ARCH_FAMILY_SPECIFIC__)");
    gen_text_puts(out, ")");
}

void gen_emit_architectures(gen_text *out, const gen_model *model, gen_arena *arena,
                            uint32_t architectures)
{
    const char *separator = "";

    gen_text_puts(out, "\n#if defined(__CUDA_ARCH__) && (");
    for (size_t i = 0; i < model->architecture_count; i++) {
        if (!(architectures & UINT32_C(1) << i))
            continue;
        gen_text_puts(out, separator);
        emit_architecture(out, model, arena, model->architectures[i]);
        separator = " || ";
    }
    gen_text_puts(out, ")\n");
}

/* Makes what follows apply only to these architectures; 0: ends that. */
static void begin(gen_assertion *to, const gen_model *model, uint32_t architectures)
{
    const uint32_t all = gen_model_all_architectures(model);

    if (to->open == architectures)
        return;
    if (to->open)
        gen_text_puts(to->out, "#endif\n");
    to->open = architectures;
    if (to->is_nvrtc && architectures == all)
        gen_text_puts(to->out, "\n#if defined(__CUDA_ARCH__)\n");
    else if (architectures)
        gen_emit_architectures(to->out, model, to->arena, architectures);
}

/* --- The kernel's type ----------------------------------------------------------------------- */

/* The parameter's type, or the type that it points or refers to. */
static const gen_type *target_of(const gen_type *type)
{
    while (type->kind == GEN_TYPE_POINTER)
        type = type->element;
    return type;
}

/* True if the compiler must deduce the type because custub cannot name it. custub then asserts its
 * properties. */
static bool is_deduced(const gen_type *type)
{
    type = target_of(type);
    return type->kind != GEN_TYPE_VOID && (type->kind != GEN_TYPE_SCALAR || type->is_enumeration);
}

static void emit_qualifiers(gen_text *out, const gen_type *type)
{
    if (type->is_const)
        gen_text_puts(out, "const ");
    if (type->is_volatile)
        gen_text_puts(out, "volatile ");
}

/* Writes the type of a parameter. Its own qualifiers do not belong to the kernel's type. */
static void emit_pattern(gen_text *out, const gen_type *type, size_t index, bool is_param)
{
    if (type->kind == GEN_TYPE_POINTER) {
        emit_pattern(out, type->element, index, false);
        gen_text_printf(out, " %s", type->mark);
        if (!is_param)
            emit_qualifiers(out, type);
        if (!is_param && type->is_restrict)
            gen_text_puts(out, "__restrict__ ");
        return;
    }
    if (!is_param)
        emit_qualifiers(out, type);
    if (is_deduced(type))
        gen_text_printf(out, "custub_T%zu", index);
    else
        gen_text_puts(out, type->kind == GEN_TYPE_VOID ? "void" : type->builtin);
}

/* Writes `open`, T0, T3, `close` for the parameters with deduced types; nothing if there are
 * none. */
static bool emit_deduced(const gen_assertion *to, const char *open, const char *word,
                         const char *close)
{
    bool any = false;

    for (size_t i = 0; i < to->kernel->param_count; i++) {
        if (!is_deduced(to->kernel->params[i].type))
            continue;
        gen_text_printf(to->out, "%s%scustub_T%zu", any ? ", " : open, word, i);
        any = true;
    }
    if (any)
        gen_text_puts(to->out, close);
    return any;
}

void gen_emit_kernel_name(gen_text *out, const gen_kernel *kernel)
{
    if (kernel->written) {
        gen_text_printf(out, "(%s)", kernel->written);
        return;
    }
    if (kernel->pointer_type)
        gen_text_printf(out, "static_cast<%s>(", kernel->pointer_type);
    gen_text_puts(out, "&");
    gen_emit_scope(out, kernel->enclosing ? kernel->enclosing : "");
    gen_text_puts(out, kernel->name);
    if (kernel->pointer_type)
        gen_text_puts(out, ")");
}

/* nvcc instantiates a template where it first reads its name. With this #line, errors about the
 * instance name the CUSTUB_STUB. */
static void begin_stub(const gen_assertion *to)
{
    if (to->file && to->kernel->stub.line)
        gen_text_printf(to->out, "#line %u \"%s\"\n", to->kernel->stub.line,
                        gen_model_file_of(to->kernel->stub));
}

static void end_stub(const gen_assertion *to)
{
    size_t line = 2; /* the line after this directive */

    if (!to->file || !to->kernel->stub.line)
        return;
    for (size_t i = 0; i < to->out->length; i++)
        line += to->out->data[i] == '\n';
    gen_text_printf(to->out, "#line %zu \"%s\"\n", line, to->file);
}

/* Declares two overloads, one for kernels of this type and one for all others, and asserts that the
 * kernel chooses the first. */
static void emit_kernel_type(gen_assertion *to)
{
    const gen_kernel *kernel = to->kernel;

    emit_deduced(to, "template <", "class ", "> ");
    gen_text_puts(to->out, "custub_assert::types<");
    emit_deduced(to, "", "", "");
    gen_text_printf(to->out, "> custub_assert_%zu(void (*)(", to->index);
    for (size_t i = 0; i < kernel->param_count; i++) {
        gen_text_puts(to->out, i ? ", " : "");
        emit_pattern(to->out, kernel->params[i].type, i, true);
    }
    gen_text_printf(to->out, "));\ncustub_assert::other custub_assert_%zu(...);\n", to->index);
    if (!to->is_nvcc)
        gen_text_printf(to->out,
                        "custub_assert::types<::custub_cpu::absent> custub_assert_%zu(void "
                        "(*)(::custub_cpu::absent));\n",
                        to->index);
    begin_stub(to);
    gen_text_printf(to->out, "static_assert(!custub_assert::same<decltype(custub_assert_%zu(",
                    to->index);
    gen_emit_kernel_name(to->out, kernel);
    gen_text_puts(to->out, ")), custub_assert::other>::value");
    to->what = "";
    gen_assertion_end(to, gen_arena_format(to->arena, "'%s'", kernel->signature), decided);
    end_stub(to);
}

static void emit_param(gen_assertion *to, size_t index)
{
    const gen_param *param = &to->kernel->params[index];
    const gen_type *type = target_of(param->type);
    const char *name = gen_arena_format(to->arena, "custub_T%zu", index);

    to->what = gen_arena_format(to->arena, ", parameter '%s'", param->name);
    if (type->kind == GEN_TYPE_RECORD) {
        gen_emit_layout(to, type->record, name, index);
    } else if (type->kind == GEN_TYPE_SCALAR) {
        gen_text_printf(to->out, "    static_assert(custub_assert::is_enumeration<%s, %s>::value",
                        name, type->builtin);
        gen_assertion_end(
            to, gen_arena_format(to->arena, "'%s' as %s", type->spelling, type->builtin), decided);
    }
}

/* Names the types that the compiler deduced. It deduces none from a kernel of another type. */
static void emit_params(gen_assertion *to)
{
    const gen_kernel *kernel = to->kernel;
    bool any = false;

    for (size_t i = 0; i < kernel->param_count; i++)
        any |= is_deduced(kernel->params[i].type);
    if (!any)
        return;
    gen_text_printf(to->out, "template <class> struct custub_assert_types_%zu {};\n", to->index);
    emit_deduced(to, "template <", "class ", ">\n");
    gen_text_printf(to->out, "struct custub_assert_types_%zu<custub_assert::types<", to->index);
    emit_deduced(to, "", "", ">> {\n");
    for (size_t i = 0; i < kernel->param_count; i++)
        if (is_deduced(kernel->params[i].type))
            emit_param(to, i);
    gen_text_printf(to->out,
                    "};\ntemplate struct custub_assert_types_%zu<decltype(custub_assert_%zu(",
                    to->index, to->index);
    gen_emit_kernel_name(to->out, kernel);
    gen_text_puts(to->out, "))>;\n");
}

/* --- Names of contracts ---------------------------------------------------------------------- */

/* The condition under which the compiler reads the name as custub did. */
static const char *condition_of(const gen_assertion *to, const gen_assumption *a)
{
    if (a->is_size)
        return gen_arena_format(to->arena, "sizeof(%s) == %" PRIu64, a->name, a->bits);
    if (a->negative) /* INT64_MIN has no literal */
        return gen_arena_format(to->arena, "static_cast<long long>(%s) == -%" PRIu64 "LL - 1",
                                a->name, UINT64_C(0) - a->bits - 1);
    return gen_arena_format(to->arena, "static_cast<unsigned long long>(%s) == %" PRIu64 "ULL",
                            a->name, a->bits);
}

static void emit_assumption(gen_assertion *to, const gen_assumption *a)
{
    const char *value = gen_arena_format(to->arena, "%s%" PRIu64, a->negative ? "-" : "",
                                         a->negative ? UINT64_C(0) - a->bits : a->bits);

    to->what = "";
    if (a->is_closed) {
        gen_text_printf(to->out, "template struct custub_assert::closed<%u, (%s)>;\n",
                        to->closed_count++, condition_of(to, a));
        return;
    }
    gen_text_printf(to->out, "static_assert(%s", condition_of(to, a));
    gen_assertion_end(
        to,
        gen_arena_format(to->arena, a->is_size ? "sizeof(%s) as %s" : "'%s' as %s", a->name, value),
        decided);
}

/* --- A file ---------------------------------------------------------------------------------- */

static void emit_kernel(gen_assertion *to)
{
    gen_text_puts(to->out, "\n// ");
    gen_text_comment(to->out, to->kernel->signature);
    gen_text_puts(to->out, "\n");
    to->type_count = 0;
    emit_kernel_type(to);
    emit_params(to);
    for (const gen_assumption *a = to->kernel->assumptions; a; a = a->next)
        emit_assumption(to, a);
}

/* Asserts what the host copies. Its size is also compared with the image's at run time. */
static void emit_global(gen_assertion *to, const gen_global *global)
{
    const gen_type *element = global->type;
    gen_text name;

    gen_text_initialize(&name);
    gen_emit_scope(&name, global->enclosing);
    gen_text_puts(&name, global->name);
    while (element->kind == GEN_TYPE_ARRAY)
        element = element->element;
    gen_text_printf(to->out, "static_assert(sizeof(%s) == %" PRIu64, name.data, global->type->size);
    if (element->kind == GEN_TYPE_SCALAR)
        /* nvcc accepts a `__managed__` variable there only in parentheses. */
        gen_text_printf(to->out,
                        " && custub_assert::%s<custub_assert::named<decltype((%s))>::type,"
                        " %s>::value",
                        element->is_enumeration ? "is_enumeration" : "is", name.data,
                        element->builtin);
    gen_text_puts(to->out, ", ");
    gen_text_c_string(to->out, gen_arena_format(to->arena,
                                                "variable '%s': custub read '%s' of %" PRIu64
                                                " bytes, and this compiler does not; %s",
                                                global->name, element->spelling, global->type->size,
                                                decided));
    gen_text_puts(to->out, ");\n");
    to->out->failed |= name.failed;
    gen_text_deinitialize(&name);
}

static bool is_asserted(const gen_kernel *kernel, gen_assert_target target)
{
    return kernel->architectures &&
           (target != GEN_ASSERT_CPU || (!kernel->cpu.unfit && !kernel->cpu.refused));
}

/* The CPU image has the variables' own sizes, and nothing else in it depends on them. */
static bool is_global_asserted(const gen_global *global, gen_assert_target target)
{
    return global->tag && target != GEN_ASSERT_CPU;
}

void gen_emit_assertions(gen_text *out, const gen_model *model, gen_arena *arena,
                         gen_assert_target target)
{
    gen_name_table records = {.arena = arena};
    gen_name_table placed = {.arena = arena};
    gen_assertion to = {.out = out,
                        .arena = arena,
                        .file = target == GEN_ASSERT_NVCC
                                    ? gen_arena_format(arena, "%s.nvcc.cu", model->name)
                                    : NULL,
                        .is_nvcc = target != GEN_ASSERT_CPU,
                        .is_nvrtc = target == GEN_ASSERT_NVRTC,
                        .records = &records,
                        .placed = &placed};

    gen_text_puts(out, "#include <custub/assertion.h>\n");
    gen_emit_undefine(out, model, arena, target != GEN_ASSERT_CPU);
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, to.index++) {
        if (!is_asserted(kernel, target))
            continue;
        begin(&to, model, kernel->architectures);
        to.kernel = kernel;
        emit_kernel(&to);
    }
    for (const gen_global *global = model->globals; global; global = global->next) {
        if (!is_global_asserted(global, target))
            continue;
        begin(&to, model, global->architectures);
        emit_global(&to, global);
    }
    begin(&to, model, 0);
}
