#include "cpu_image/kernel_table.h"

#include "cpu_image/loop_text.h"
#include "emit/assertions/namespace_scope.h"

#include <inttypes.h>
#include <string.h>

/* --- extern __shared__ arrays --------------------------------------------------------------- */

static const char *last_component(const char *name)
{
    for (const char *separator; (separator = strstr(name, "::")) != NULL;)
        name = separator + 2;
    return name;
}

/* The name of the function that would initialize the array, as the Itanium C++ ABI mangles it. */
static void emit_no_initializer(gen_text *out, const gen_shared_array *array)
{
    const char *enclosing = array->enclosing;
    const char *name = last_component(array->name);

    if (strchr(enclosing, '(')) /* no other file could initialize it */
        return;
    gen_text_printf(out, "CUSTUB_CPU_NO_INITIALIZER(\"_ZTH%s", *enclosing ? "N" : "");
    while (*enclosing) {
        const char *separator = strstr(enclosing, "::");
        size_t length = separator ? (size_t)(separator - enclosing) : strlen(enclosing);

        gen_text_printf(out, "%zu", length);
        gen_text_append(out, enclosing, length);
        enclosing += length + (separator ? 2 : 0);
    }
    gen_text_printf(out, "%zu%s%s\")\n", strlen(name), name, *array->enclosing ? "E" : "");
}

/* All these arrays of a block are the same memory. */
void gen_emit_cpu_shared_arrays(gen_text *out, const gen_model *model)
{
    size_t index = 0;
    bool is_alone = model->shared_arrays && !model->shared_arrays->next;

    if (!is_alone && model->shared_arrays)
        gen_text_puts(out, "CUSTUB_CPU_SHARED_MEMORY\n");
    for (const gen_shared_array *array = model->shared_arrays; array; array = array->next) {
        size_t depth = gen_emit_open_namespaces(out, array->enclosing);

        gen_text_printf(out, "using custub_cpu_element_%zu = %s;\n", index, array->element);
        gen_text_printf(out, "CUSTUB_CPU_SHARED_%s(custub_cpu_element_%zu, %s);\n",
                        is_alone ? "ARRAY" : "ALIAS", index, last_component(array->name));
        while (depth-- > 0)
            gen_text_puts(out, "}\n");
        emit_no_initializer(out, array);
        index++;
    }
    if (index > 0)
        gen_text_puts(out, "\n");
}

/* --- Names that the table refers to --------------------------------------------------------- */

static bool is_at_global_scope(const char *enclosing)
{
    return !enclosing || !*enclosing;
}

/* Writes what ::name finds if the host compiler does not see such a kernel in the source. */
static void emit_stand_ins(gen_text *out, const gen_model *model)
{
    gen_text_puts(out, "namespace custub_cpu_absent\n{\n");
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        if (!kernel->cpu.refused && !kernel->written)
            gen_text_printf(out, "void %s(::custub_cpu::absent);\n", kernel->name);
    gen_text_puts(out, "} // namespace custub_cpu_absent\n"
                       "using namespace custub_cpu_absent;\n\n");
}

/* Defines a pointer to what the name means. The definition is inside the name's namespaces, because
 * some of them are unnamed. `type`: the pointer's type if the name is overloaded, or null. */
static void emit_name(gen_text *out, const char *enclosing, const char *kind, size_t index,
                      const char *type, const char *name)
{
    size_t depth = gen_emit_open_namespaces(out, enclosing);

    gen_text_printf(out, "static constexpr auto custub_cpu_%s_%zu = ", kind, index);
    if (type)
        gen_text_printf(out, "static_cast<%s>(&%s);\n", type, name);
    else
        gen_text_printf(out, "&%s;\n", name);
    while (depth-- > 0)
        gen_text_puts(out, "}\n");
}

/* Writes the address of a kernel or a variable. */
static void emit_address(gen_text *out, const char *enclosing, const char *kind, size_t index,
                         const char *name)
{
    if (is_at_global_scope(enclosing)) {
        gen_text_printf(out, "&::%s", name);
        return;
    }
    gen_emit_scope(out, enclosing);
    gen_text_printf(out, "custub_cpu_%s_%zu", kind, index);
}

static void emit_names(gen_text *out, const gen_model *model)
{
    size_t index = 0;

    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, index++)
        if (!is_at_global_scope(kernel->enclosing) && !kernel->cpu.refused)
            emit_name(out, kernel->enclosing, "kernel", index, kernel->pointer_type, kernel->name);
    index = 0;
    for (const gen_global *global = model->globals; global; global = global->next, index++)
        if (!is_at_global_scope(global->enclosing))
            emit_name(out, global->enclosing, "global", index, NULL, global->name);
}

/* --- The table ------------------------------------------------------------------------------ */

/* Writes the parameters of a kernel that the image cannot name. */
static void emit_refused_params(gen_text *out, const gen_kernel *kernel, size_t index)
{
    if (kernel->param_count == 0)
        return;
    gen_text_printf(out, "static constexpr custub_cpu_param custub_cpu_params_%zu[] = {", index);
    for (size_t i = 0; i < kernel->param_count; i++)
        gen_text_printf(out, "%s{%" PRIu64 ", %" PRIu64 "}", i ? ", " : "",
                        kernel->params[i].offset, kernel->params[i].type->size);
    gen_text_puts(out, "};\n");
}

static void emit_refused_kernel(gen_text *out, const gen_kernel *kernel, size_t index)
{
    gen_text_puts(out, "    ::custub_cpu::refused_kernel(");
    gen_text_c_string(out, kernel->symbol);
    gen_text_printf(out, ", %u, ", (unsigned)kernel->max_threads);
    if (kernel->param_count > 0)
        gen_text_printf(out, "custub_cpu_params_%zu, %zu, ", index, kernel->param_count);
    else
        gen_text_puts(out, "nullptr, 0, ");
    gen_text_c_string(out, kernel->cpu.unfit);
    gen_text_puts(out, "),\n");
}

static void emit_kernel(gen_text *out, const gen_kernel *kernel, const gen_loop_guard *loop,
                        size_t index)
{
    const char *maker = kernel->cpu.unfit        ? "unfit_kernel"
                        : kernel->cpu.no_barrier ? "loop_kernel"
                                                 : "thread_kernel";

    gen_text_printf(out, "    %s::custub_cpu::%s<",
                    kernel->static_shared ? "::custub_cpu::with_static_shared(" : "", maker);
    if (kernel->written)
        gen_text_printf(out, "(%s)", kernel->written);
    else if (kernel->pointer_type && is_at_global_scope(kernel->enclosing))
        gen_text_printf(out, "static_cast<%s>(&::%s)", kernel->pointer_type, kernel->name);
    else
        emit_address(out, kernel->enclosing, "kernel", index, kernel->name);
    if (loop)
        gen_emit_loop_form(out, loop);
    gen_text_puts(out, ">(");
    gen_text_c_string(out, kernel->symbol);
    gen_text_printf(out, ", %u", (unsigned)kernel->max_threads);
    if (kernel->cpu.unfit) {
        gen_text_puts(out, ", ");
        gen_text_c_string(out, kernel->cpu.unfit);
    }
    if (kernel->static_shared)
        gen_text_printf(out, "), %" PRIu64, kernel->static_shared);
    gen_text_puts(out, "),\n");
}

static size_t emit_kernels(gen_text *out, const gen_model *model, const gen_loop_guards *loops)
{
    size_t count = 0;

    if (!model->kernels)
        return 0;
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, count++)
        if (kernel->cpu.refused)
            emit_refused_params(out, kernel, count);
    count = 0;
    gen_text_puts(out, "CUSTUB_CPU_KERNELS(custub_cpu_kernels) = {\n");
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next, count++) {
        if (kernel->cpu.refused)
            emit_refused_kernel(out, kernel, count);
        else
            emit_kernel(out, kernel, gen_loop_guard_of(loops, kernel), count);
    }
    gen_text_puts(out, "};\n\n");
    return count;
}

static size_t emit_globals(gen_text *out, const gen_model *model)
{
    size_t count = 0;

    if (!model->globals || model->cpu_refused)
        return 0;
    gen_text_puts(out, "CUSTUB_CPU_GLOBALS(custub_cpu_globals) = {\n");
    for (const gen_global *global = model->globals; global; global = global->next) {
        gen_text_puts(out, "    ::custub_cpu::describe_global(");
        gen_text_c_string(out, global->symbol);
        gen_text_puts(out, ", ");
        emit_address(out, global->enclosing, "global", count++, global->name);
        gen_text_printf(out, ", %s),\n", global->constant ? "CUSTUB_CPU_GLOBAL_CONSTANT" : "0");
    }
    gen_text_puts(out, "};\n\n");
    return count;
}

void gen_emit_cpu_table(gen_text *out, const gen_model *model, const gen_loop_guards *loops)
{
    size_t kernels;
    size_t globals;

    if (!model->cpu_refused) {
        if (model->kernels)
            emit_stand_ins(out, model);
        emit_names(out, model);
    }
    kernels = emit_kernels(out, model, loops);
    globals = emit_globals(out, model);
    gen_text_puts(out, "#if !defined(CUSTUB_CPU_LINKED)\n"
                       "extern \"C\" {\n"
                       "extern CUSTUB_CPU_EXPORT const custub_cpu_table custub_cpu_image;\n"
                       "const custub_cpu_table custub_cpu_image = {\n"
                       "    CUSTUB_CPU_IMAGE_MAGIC, CUSTUB_CPU_IMAGE_ABI,\n"
                       "    sizeof(custub_cpu_table), sizeof(custub_cpu_kernel),\n");
    gen_text_printf(out, "    %zu, sizeof(custub_cpu_services),\n    ", kernels);
    gen_text_c_string(out, model->file);
    gen_text_printf(out, ", %s, &::custub_cpu::services,\n",
                    kernels > 0 ? "custub_cpu_kernels" : "nullptr");
    gen_text_printf(out, "    %s, %zu, sizeof(custub_cpu_global),\n};\n}\n#endif\n",
                    globals > 0 ? "custub_cpu_globals" : "nullptr", globals);
}
