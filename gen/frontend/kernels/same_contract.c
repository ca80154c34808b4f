/* Compares the contracts that a kernel has on different architectures. */
#include "frontend/kernels/same_contract.h"

#include <string.h>

const gen_annotation *gen_read_own_contract(const gen_kernel *kernel)
{
    for (const gen_annotation *a = kernel->annotations; a; a = a->next)
        if (!gen_annotation_is_cudas(a->kind))
            return a;
    for (size_t i = 0; i < kernel->param_count; i++)
        if (kernel->params[i].annotations)
            return kernel->params[i].annotations;
    return NULL;
}

/* A kernel or a parameter whose annotations differ between two architectures. */
typedef struct contract_difference {
    const gen_annotation *here; /* null: none */
    const gen_annotation *there;
} contract_difference;

static const gen_annotation *next_contract(const gen_annotation *annotation)
{
    while (annotation && gen_annotation_is_cudas(annotation->kind))
        annotation = annotation->next;
    return annotation;
}

/* Finds the first difference; false if there is none. */
static bool find_difference(const gen_annotation *here, const gen_annotation *there,
                            contract_difference *found)
{
    for (;; here = here->next, there = there->next) {
        *found = (contract_difference){next_contract(here), next_contract(there)};
        here = found->here;
        there = found->there;
        if (!here || !there)
            return here || there;
        if (here->kind != there->kind || strcmp(here->text, there->text) != 0)
            return true;
    }
}

static const char *annotation_text(gen_reader *reader, const gen_annotation *annotation)
{
    const char *macro;

    if (!annotation)
        return "nothing";
    macro = gen_annotation_macro(annotation->kind);
    return *annotation->text ? gen_arena_format(reader->arena, "%s(%s)", macro, annotation->text)
                             : macro;
}

/* Contracts name parameters, so their order must be the same. */
static void check_param_names(gen_reader *reader, const gen_kernel *kernel, const gen_kernel *known)
{
    const char *const *architectures = reader->model->architectures;

    for (size_t i = 0; gen_read_own_contract(kernel) && i < kernel->param_count; i++)
        for (size_t j = 0; j < known->param_count; j++)
            if (j != i && strcmp(kernel->params[i].name, known->params[j].name) == 0) {
                gen_diag_error(reader->diag, kernel->params[i].place, "architectures-differ",
                               "kernel '%s': '%s' is parameter %zu on %s and parameter %zu on %s; "
                               "give the parameters the same names on all",
                               kernel->name, kernel->params[i].name, j + 1,
                               architectures[gen_model_first_architecture(known)], i + 1,
                               architectures[reader->architecture]);
                return;
            }
}

static void check_same_contract(gen_reader *reader, const gen_definition *definition)
{
    const gen_kernel *kernel = definition->kernel;
    const gen_kernel *known = definition->known;
    const char *const *architectures = reader->model->architectures;
    contract_difference found;
    bool differs;

    if (known->param_count != kernel->param_count) /* reported already */
        return;
    check_param_names(reader, kernel, known);
    differs = find_difference(kernel->annotations, known->annotations, &found);
    for (size_t i = 0; !differs && i < kernel->param_count; i++)
        differs =
            find_difference(kernel->params[i].annotations, known->params[i].annotations, &found);
    if (differs)
        gen_diag_error(reader->diag, found.here ? found.here->place : kernel->place,
                       "contracts-differ",
                       "kernel '%s' has %s on %s and %s on %s; write the same contract for all",
                       kernel->name, annotation_text(reader, found.there),
                       architectures[gen_model_first_architecture(known)],
                       annotation_text(reader, found.here), architectures[reader->architecture]);
}

void gen_read_check_same_contracts(gen_reader *reader, const gen_definitions *definitions)
{
    for (const gen_definition *d = definitions->first; d; d = d->next)
        if (d->known)
            check_same_contract(reader, d);
}
