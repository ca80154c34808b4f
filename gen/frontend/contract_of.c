/* Contracts that CUSTUB_CONTRACT_OF declares apart from their kernels. */
#include "frontend/contract_of.h"

#include "frontend/annotations/annotation.h"
#include "frontend/kernel_reader.h"
#include "frontend/redeclaration.h"
#include "frontend/types/signature.h"

#include <string.h>

/* A CUSTUB_CONTRACT_OF, found on any architecture. */
typedef struct gen_contract {
    struct gen_contract *next;
    const char *name; /* of the kernel */
    gen_place place;
    unsigned architecture; /* the last architecture that has it */
    CXCursor function;     /* on that architecture */
    bool matched;          /* an architecture has the kernel */
} gen_contract;

typedef struct gen_contracts {
    gen_contract *first;
    gen_contract **last;
    gen_name_table places; /* keys are names and places */
    gen_name_table names;  /* the first contract of each kernel on the current architecture */
} gen_contracts;

static gen_contracts *state_of(gen_reader *reader)
{
    return GEN_STATE(reader, of_file.contracts, gen_contracts,
                     .last = &reader->of_file.contracts->first, .places.arena = reader->arena);
}

static const char prefix[] = "custub_contract_of_";

bool gen_read_is_contract_name(const char *name)
{
    return strncmp(name, prefix, sizeof(prefix) - 1) == 0;
}

/* The contract at this place; an earlier architecture may have found it. */
static gen_contract *contract_at(gen_reader *reader, const char *name, gen_place place)
{
    const char *key =
        gen_arena_format(reader->arena, "%s %u:%u %s", name, place.line, place.column, place.file);
    gen_contract *contract = gen_name_table_find(&state_of(reader)->places, key);

    if (contract)
        return contract;
    contract = GEN_NEW(reader->arena, gen_contract);
    contract->name = name;
    contract->place = place;
    *state_of(reader)->last = contract;
    state_of(reader)->last = &contract->next;
    gen_name_table_put(&state_of(reader)->places, key, contract);
    return contract;
}

void gen_read_contract(gen_reader *reader, CXCursor function, bool is_kernel)
{
    const char *name =
        gen_reader_text(reader, clang_getCursorSpelling(function)) + sizeof(prefix) - 1;
    gen_place place = gen_reader_place(reader, function);
    gen_contract *contract;

    if (!is_kernel || clang_isCursorDefinition(function)) {
        gen_diag_error(reader->diag, place, "contract-form",
                       "CUSTUB_CONTRACT_OF(%s) does not declare a kernel; write extern \"C\" "
                       "__global__ void CUSTUB_CONTRACT_OF(%s)(...); with the kernel's "
                       "parameters and no body",
                       name, name);
        return;
    }
    contract = contract_at(reader, name, place);
    contract->architecture = reader->architecture;
    contract->function = function;
}

void gen_read_note_contracts(gen_reader *reader)
{
    for (const gen_contract *c = state_of(reader)->first; c; c = c->next) {
        unsigned count =
            c->architecture == reader->architecture ? gen_read_param_count(c->function) : 0;
        if (c->architecture == reader->architecture)
            gen_read_annotations(reader, c->function);
        for (unsigned i = 0; i < count; i++)
            gen_read_annotations(reader, clang_Cursor_getArgument(c->function, i));
    }
}

static const gen_annotation *own_contract(const gen_kernel *kernel)
{
    for (const gen_annotation *a = kernel->annotations; a; a = a->next)
        if (!gen_annotation_is_cudas(a->kind))
            return a;
    for (size_t i = 0; i < kernel->param_count; i++)
        if (kernel->params[i].annotations)
            return kernel->params[i].annotations;
    return NULL;
}

static bool check_alone(gen_reader *reader, gen_contract *contract,
                        const gen_definition *definition)
{
    const gen_contract *first = gen_name_table_find(&state_of(reader)->names, contract->name);
    const gen_annotation *own;

    if (first) {
        gen_diag_error(reader->diag, contract->place, "contract-twice",
                       "kernel '%s' already has a contract at %s; keep one", contract->name,
                       gen_read_place_text(reader, first->place));
        return false;
    }
    gen_name_table_put(&state_of(reader)->names, contract->name, contract);
    own = own_contract(definition->kernel);
    if (own)
        gen_diag_error(reader->diag, contract->place, "contract-twice",
                       "kernel '%s' already has a contract in its own declaration, at %s; keep one",
                       contract->name, gen_read_place_text(reader, own->place));
    return !own;
}

static bool check_type(gen_reader *reader, const gen_contract *contract,
                       const gen_definition *definition)
{
    CXType here = clang_getCursorType(contract->function);
    CXType there = clang_getCursorType(definition->function);

    if (clang_equalTypes(clang_getCanonicalType(here), clang_getCanonicalType(there)))
        return true;
    gen_diag_error(
        reader->diag, contract->place, "contract-type",
        "CUSTUB_CONTRACT_OF(%s) declares a '%s', the kernel at %s is a '%s'; give it the "
        "kernel's parameters",
        contract->name, gen_reader_text(reader, clang_getTypeSpelling(here)),
        gen_read_place_text(reader, definition->kernel->place),
        gen_reader_text(reader, clang_getTypeSpelling(there)));
    return false;
}

static void append(gen_annotation **list, gen_annotation *more)
{
    while (*list)
        list = &(*list)->next;
    while (more) {
        gen_annotation *next = more->next;
        more->next = NULL;
        if (!gen_annotation_is_cudas(more->kind)) {
            *list = more;
            list = &more->next;
        }
        more = next;
    }
}

/* The kernel takes the contract's parameter names, too: its author reads these. */
static void adopt(gen_reader *reader, const gen_contract *contract,
                  const gen_definition *definition)
{
    gen_kernel *kernel = definition->kernel;

    append(&kernel->annotations, gen_read_annotations(reader, contract->function));
    for (unsigned i = 0; i < kernel->param_count; i++) {
        const char *name = gen_read_param_name(reader, contract->function, i);
        if (*name)
            kernel->params[i].name = name;
        append(&kernel->params[i].annotations,
               gen_read_annotations(reader, clang_Cursor_getArgument(contract->function, i)));
    }
    kernel->signature = gen_read_signature(reader, definition->function, kernel);
}

static void apply(gen_reader *reader, gen_contract *contract)
{
    gen_definition *definition =
        gen_name_table_find(&gen_read_definitions(reader)->names, contract->name);
    const char **names;

    if (!definition)
        return;
    contract->matched = true;
    if (!check_alone(reader, contract, definition) || !check_type(reader, contract, definition))
        return;
    names = GEN_NEW_ARRAY(reader->arena, const char *, definition->kernel->param_count);
    for (size_t i = 0; i < definition->kernel->param_count; i++)
        names[i] = definition->kernel->params[i].name;
    if (gen_read_check_names(reader, contract->function, names, contract->name,
                             definition->kernel->place))
        adopt(reader, contract, definition);
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

/* A contract uses the names of parameters, so their order must be the same. */
static void check_param_names(gen_reader *reader, const gen_kernel *kernel, const gen_kernel *known)
{
    const char *const *architectures = reader->model->architectures;

    for (size_t i = 0; own_contract(kernel) && i < kernel->param_count; i++)
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

/* All architectures share one contract. */
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

void gen_read_apply_contracts(gen_reader *reader)
{
    state_of(reader)->names = (gen_name_table){.arena = reader->arena};
    for (gen_contract *c = state_of(reader)->first; c; c = c->next)
        if (c->architecture == reader->architecture)
            apply(reader, c);
    for (const gen_definition *d = gen_read_definitions(reader)->first; d; d = d->next)
        if (d->known)
            check_same_contract(reader, d);
}

void gen_read_unmatched_contracts(gen_reader *reader)
{
    for (const gen_contract *c = state_of(reader)->first; c; c = c->next)
        if (!c->matched && !gen_name_table_find(&reader->of_file.failed_kernels, c->name))
            gen_diag_error(
                reader->diag, c->place, "contract-unknown",
                "CUSTUB_CONTRACT_OF(%s): neither this file nor one that it includes defines "
                "an extern \"C\" kernel of that name; include the file that defines it",
                c->name);
}
