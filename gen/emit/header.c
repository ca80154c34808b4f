#include "emit/emit.h"

#include "emit/header/global.h"
#include "emit/header/cxx_launch.h"
#include "emit/header/stub.h"
#include "emit/header/type_definition.h"

#include <inttypes.h>
#include <string.h>

/* --- The loaded kernels ---------------------------------------------------------------------- */

/* True unless the program takes the kernels that are linked into it and needs no other image. */
static bool embeds_images(const gen_options *options)
{
    return !options->linked || options->images.count > 0;
}

/* Macros that replace the names that a program writes by those that the linker sees. */
static void write_symbols(gen_text *out, const gen_model *model, const gen_options *options)
{
    const char *const linked[] = {"library", "images", "linked"};
    const size_t count = options->linked ? 3 : 2;

    gen_text_puts(out, "/* What is linked is called after its unit: two libraries of a program may "
                       "have a file of\n * this name. */\n");
    for (size_t i = 0; i < count; i++)
        gen_text_printf(out, "#define %s_custub_%s %s_custub_%s_%s\n", model->name, linked[i],
                        model->name, linked[i], model->unit);
}

/* The loaded kernels, each a field under its name. */
static void write_loading(gen_text *out, const gen_c_names *names, const gen_options *options)
{
    const gen_model *model = names->model;
    const char *name = model->name;

    gen_text_puts(out, "\n/* The kernels of ");
    gen_text_comment(out, model->file);
    gen_text_printf(
        out,
        ", loaded.\n"
        " * Filled by %s_load%s(), freed by %s_unload() and not changed in between; any\n"
        " * number of threads may launch from it at once. */\n",
        name, embeds_images(options) ? "" : "_linked", name);
    gen_text_printf(out, "typedef struct %s_kernels {\n    custub_library *library;\n", name);
    for (size_t i = 0; i < names->kernel_count; i++)
        gen_text_printf(out, "    custub_kernel %s;\n", names->kernels[i].field);
    gen_text_printf(out, "} %s_kernels;\n\n", name);
    if (model->unit)
        write_symbols(out, model, options);
    gen_text_printf(out, "extern const custub_library_info %s_custub_library;\n", name);
    if (embeds_images(options))
        gen_text_printf(
            out, "extern const custub_image %s_custub_images[]; /* embedded by the build */\n",
            name);
    if (options->linked)
        gen_text_printf(out, "extern const custub_linked %s_custub_linked; /* in %s.nvcc.cu */\n",
                        name, name);
}

static const char load_images[] =
    "\n/* Loads from images of the caller's, which are borrowed until the unload and end with "
    "a\n"
    " * null `data`. On failure nothing is held. */\n"
    "static inline @_kernels @_load_images(const custub_image *images, custub_error *error)\n"
    "{\n"
    "    @_kernels kernels;\n"
    "\n"
    "    custub_library_load(&kernels, sizeof(kernels), &@_custub_library,\n"
    "                        UINT64_C(0x#), images, error);\n"
    "    return kernels;\n"
    "}\n";

static const char load_embedded[] =
    "\n/* Loads from the images that the build embedded. */\n"
    "static inline @_kernels @_load(custub_error *error)\n"
    "{\n"
    "    return @_load_images(@_custub_images, error);\n"
    "}\n"
    "\n/* The same with options, which may name other images and may be null. */\n"
    "static inline @_kernels @_load_with(const custub_load_options *options,\n"
    "    custub_error *error)\n"
    "{\n"
    "    @_kernels kernels;\n"
    "\n"
    "    custub_library_load_with(&kernels, sizeof(kernels), &@_custub_library,\n"
    "                             UINT64_C(0x#), @_custub_images, options, error);\n"
    "    return kernels;\n"
    "}\n";

static const char load_linked[] =
    "\n/* Loads the kernels that nvcc compiled into the program, those that <<<>>> launches, for "
    "the\n"
    " * CUDA runtime's device. The CPU driver has none of them. On failure nothing is held, and\n"
    " * cudaGetLastError() is as before. */\n"
    "static inline @_kernels @_load_linked(custub_error *error)\n"
    "{\n"
    "    @_kernels kernels;\n"
    "\n"
    "    custub_library_load_linked(&kernels, sizeof(kernels), UINT64_C(0x#),\n"
    "                               &@_custub_linked, error);\n"
    "    return kernels;\n"
    "}\n";

static const char load_linked_or_embedded[] =
    "\n/* Loads the kernels that nvcc compiled into the program, those that <<<>>> launches, for "
    "the\n"
    " * CUDA runtime's device; or those with bounds checks that the build embedded, if they are\n"
    " * asked for (<custub/bounds.h>). The CPU driver has none of them. On failure nothing is "
    "held,\n"
    " * and cudaGetLastError() is as before. */\n"
    "static inline @_kernels @_load_linked(custub_error *error)\n"
    "{\n"
    "    @_kernels kernels;\n"
    "\n"
    "    custub_library_load_linked_with(&kernels, sizeof(kernels), UINT64_C(0x#),\n"
    "                                    &@_custub_linked, @_custub_images, error);\n"
    "    return kernels;\n"
    "}\n";

static const char unload[] =
    "\n/* No launch may be under way. Launches after it are refused. Null changes nothing. */\n"
    "static inline custub_status @_unload(@_kernels *kernels, custub_error *error)\n"
    "{\n"
    "    return custub_library_unload(kernels, sizeof(*kernels), error);\n"
    "}\n";

static const char functions[] =
    "\n/* !launch_<kernel>() checks a launch and makes it. !prepare_<kernel>() checks it\n"
    " * once, for custub_prepared_launch(); custub_prepared_destroy() frees it.\n"
    " * !launch_<kernel>_args() and !prepare_<kernel>_args() take the arguments by name; a\n"
    " * field that is left out is zero, a view null. */\n";

/* '@': the model's name; '!': its prefix; '#': its fingerprint. */
static void write_form(gen_text *out, const gen_model *model, const char *form)
{
    for (; *form; form++) {
        if (*form == '@')
            gen_text_puts(out, model->name);
        else if (*form == '!')
            gen_text_puts(out, model->prefix);
        else if (*form == '#')
            gen_text_printf(out, "%016" PRIx64, gen_emit_fingerprint(model));
        else
            gen_text_append(out, form, 1);
    }
}

static void write_load_and_unload(gen_text *out, const gen_model *model, const gen_options *options)
{
    write_form(out, model, load_images);
    if (embeds_images(options))
        write_form(out, model, load_embedded);
    if (options->linked)
        write_form(out, model, embeds_images(options) ? load_linked_or_embedded : load_linked);
    write_form(out, model, unload);
}

static bool has_vectors(const gen_model *model)
{
    const gen_record *record = model->records;

    while (record && !(record->by_value && record->vector))
        record = record->next;
    return record != NULL;
}

static bool has_maps(const gen_model *model)
{
    for (const gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next)
        for (size_t i = 0; i < kernel->param_count; i++)
            if (kernel->params[i].kind == CUSTUB_PARAM_TENSOR_MAP)
                return true;
    return false;
}

static bool has_elements(const gen_model *model)
{
    const gen_record *record = model->records;

    while (record && !(record->is_element && !record->vector))
        record = record->next;
    return record != NULL;
}

static void write_includes(gen_text *out, const gen_c_names *names, const char *include)
{
    const gen_model *model = names->model;

    gen_text_puts(out, "#include <assert.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
                       "#include <stdint.h>\n");
    if (gen_emit_has_makers(names))
        gen_text_puts(out, "#include <string.h>\n");
    gen_text_puts(out, "#ifndef __cplusplus\n#include <stdalign.h>\n#endif\n\n");
    if (has_elements(model))
        gen_text_puts(out, "#include <custub/buffer.h>\n");
    if (gen_emit_has_globals(model))
        gen_text_puts(out, "#include <custub/global.h>\n");
    gen_text_puts(out, "#include <custub/stub.h>\n");
    if (has_maps(model))
        gen_text_puts(out, "#include <custub/tensor_map.h>\n");
    if (has_vectors(model))
        gen_text_puts(out, "#include <custub/vector.h>\n");
    if (include)
        gen_text_printf(out, "\n#include \"%s\"\n#include <custub/user_type.h>\n", include);
}

void gen_emit_header(gen_text *out, const gen_c_names *names, gen_arena *arena,
                     const gen_options *options)
{
    const gen_model *model = names->model;
    const char *include = options->include;
    const char *guard = gen_arena_format(arena, "%s%s%s", model->name, model->unit ? "_" : "",
                                         model->unit ? model->unit : "");

    gen_text_puts(out, "/* Generated by custub from ");
    gen_text_comment(out, model->file);
    /* The generator writes these headers and reads none: a source may include its own. */
    gen_text_printf(out,
                    ". Do not edit. */\n#if !defined(CUSTUB_GENERATED_%s_H) && "
                    "!defined(__CUSTUB__)\n",
                    guard);
    gen_text_printf(out, "#define CUSTUB_GENERATED_%s_H\n\n", guard);
    write_includes(out, names, include);
    gen_text_printf(
        out,
        "\n#if CUSTUB_ABI != %d\n#error \"%s.custub.h was generated for another version of "
        "custub: regenerate it\"\n#endif\n",
        CUSTUB_ABI, model->name);
    gen_text_puts(out, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    gen_emit_types(out, names, arena, include != NULL);
    write_loading(out, names, options);
    write_load_and_unload(out, model, options);
    if (names->kernel_count)
        write_form(out, model, functions);
    for (size_t i = 0; i < names->kernel_count; i++)
        gen_emit_stub(out, &names->kernels[i], arena);
    gen_emit_globals(out, names, arena);
    gen_text_puts(out, "\n#ifdef __cplusplus\n}\n#endif\n");
    gen_emit_overloads(out, names, arena);
    gen_text_puts(out, "#endif\n");
}
