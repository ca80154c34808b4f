#include "frontend/setup/option_macros.h"

#include <string.h>

static bool begins_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* False for names that the C library, the toolkit and custub test but do not declare. */
static bool may_be_declared(const char *name)
{
    static const char *const prefixes[] = {"_",       "CUSTUB_", "CUDA",        "CCCL_", "CUB_",
                                           "THRUST_", "NV_",     "LIBCUDACXX_", "NDEBUG"};

    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++)
        if (begins_with(name, prefixes[i]))
            return false;
    return *name != '\0';
}

/* The macro that an option defines, "N=4", or undefines; or null. Moves `i` to the option's last
 * word. */
static const char *definition_of(const gen_frontend_options *options, size_t *i, bool *is_undone)
{
    const char *word = options->clang_arguments[*i];

    if (!begins_with(word, "-D") && !begins_with(word, "-U"))
        return NULL;
    *is_undone = word[1] == 'U';
    if (word[2])
        return word + 2;
    return *i + 1 < options->clang_argument_count ? options->clang_arguments[++*i] : NULL;
}

static void remove_macro(gen_model *model, const char *name)
{
    for (gen_macro_name **link = &model->option_macros; *link; link = &(*link)->next) {
        if (strcmp((*link)->name, name) == 0) {
            *link = (*link)->next;
            return;
        }
    }
}

/* True for names of template parameters and vector members in all versions of cuda_runtime.h, which
 * nvcc includes before every file, and of NVRTC's own header. */
static bool is_of_cuda(const char *name)
{
    static const char *const names[] = {"T", "x", "y", "z", "w"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void report_names_of_cuda(gen_reader *reader)
{
    const gen_place file = {reader->options->path, 0, 0};

    for (const gen_macro_name *m = reader->model->option_macros; m; m = m->next)
        if (is_of_cuda(m->name) && !reader->options->prototypes)
            gen_diag_error(reader->diag, file, "macro-of-cuda",
                           "an option defines the macro '%s', a name in CUDA's own headers, which "
                           "neither nvcc nor NVRTC can then read; give it a longer name, such as "
                           "%s",
                           m->name, strcmp(m->name, "T") == 0 ? "ELEMENT" : "SIZE_X");
}

void gen_read_option_macros(gen_reader *reader)
{
    const gen_frontend_options *options = reader->options;
    gen_model *model = reader->model;

    for (size_t i = 0; i < options->clang_argument_count; i++) {
        bool is_undone = false;
        const char *definition = definition_of(options, &i, &is_undone);
        size_t length = definition ? strcspn(definition, "=(") : 0;
        gen_macro_name *macro;
        if (!length)
            continue;
        macro = GEN_NEW(reader->arena, gen_macro_name);
        macro->name = gen_arena_copy(reader->arena, definition, length);
        remove_macro(model, macro->name);
        if (is_undone || !may_be_declared(macro->name) ||
            (definition[length] == '=' && strcmp(definition + length + 1, macro->name) == 0))
            continue; /* a macro that expands to its own name changes nothing */
        macro->next = model->option_macros;
        model->option_macros = macro;
    }
    report_names_of_cuda(reader);
}
