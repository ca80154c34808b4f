/* Contracts that CUSTUB_CONTRACT_OF declares apart from their kernels. */
#include "frontend/declarations/contract_of.h"

#include "frontend/annotations/annotation.h"
#include "frontend/declarations/redeclaration.h"
#include "frontend/kernels/same_contract.h"
#include "frontend/kernels/symbol.h"
#include "frontend/reader/parameters.h"
#include "frontend/types/signature.h"

#include <string.h>

/* A CUSTUB_CONTRACT_OF, found on any architecture. */
typedef struct gen_contract {
    struct gen_contract *next;
    const char *name; /* of the kernel, "math::axpy" */
    bool is_c;        /* it has C linkage */
    gen_place place;
    unsigned architecture; /* the last architecture that has it */
    CXCursor function;     /* on that architecture */
    bool matched;          /* some architecture has the kernel */
    bool unused;           /* some architecture has it without a launch function */
    bool has_cpp;          /* it has C linkage, and a C++ kernel has its name */
    gen_place cpp;         /* that kernel's */
} gen_contract;

/* --- Finding them ---------------------------------------------------------------------------- */

static const char prefix[] = "custub_contract_of_";

bool gen_read_is_contract_name(const char *name)
{
    return strncmp(name, prefix, sizeof(prefix) - 1) == 0;
}

/* The contract at this place, which an earlier architecture may have found. */
static gen_contract *contract_at(gen_reader *reader, gen_contracts *contracts, const char *name,
                                 gen_place place)
{
    const char *key =
        gen_arena_format(reader->arena, "%s %u:%u %s", name, place.line, place.column, place.file);
    gen_contract *contract = gen_name_table_find(&contracts->places, key);

    if (contract)
        return contract;
    contract = GEN_NEW(reader->arena, gen_contract);
    contract->name = name;
    contract->place = place;
    GEN_ADD(contracts, contract);
    gen_name_table_put(&contracts->places, key, contract);
    return contract;
}

/* The name of the kernel that a function declares, "math::axpy"; without namespaces if it has C
 * linkage. */
static const char *name_of(gen_reader *reader, CXCursor function, bool is_c)
{
    const char *name =
        gen_reader_text(reader, clang_getCursorSpelling(function)) + sizeof(prefix) - 1;
    const char *scope = gen_reader_qualified_name(reader, clang_getCursorSemanticParent(function));

    return is_c || !*scope ? name : gen_arena_format(reader->arena, "%s::%s", scope, name);
}

/* Reports a function that does not declare a kernel. */
static bool check_form(gen_reader *reader, CXCursor function, const char *name, bool is_global)
{
    gen_place place = gen_reader_place(reader, function);

    if (!is_global || clang_isCursorDefinition(function))
        gen_diag_error(reader->diag, place, "contract-form",
                       "CUSTUB_CONTRACT_OF(%s) does not declare a kernel; write the kernel's "
                       "declaration, with __global__ and without a body, and CUSTUB_CONTRACT_OF "
                       "around its name",
                       name);
    else if (!clang_Cursor_isNull(clang_getSpecializedCursorTemplate(function)))
        gen_diag_error(reader->diag, place, "contract-form",
                       "CUSTUB_CONTRACT_OF(%s) declares a specialization, which would be a new one "
                       "to nvcc; write the contract of the template",
                       name);
    else
        return true;
    return false;
}

void gen_read_contract(gen_reader *reader, gen_contracts *contracts, CXCursor function,
                       bool is_global)
{
    bool is_c = gen_read_has_c_linkage(reader, function);
    const char *name = name_of(reader, function, is_c);
    gen_contract *contract;

    if (!check_form(reader, function, name, is_global))
        return;
    contract = contract_at(reader, contracts, name, gen_reader_place(reader, function));
    contract->is_c = is_c;
    contract->architecture = reader->architecture;
    contract->function = function;
}

void gen_read_note_contracts(gen_reader *reader, const gen_contracts *contracts)
{
    for (const gen_contract *c = contracts->first; c; c = c->next) {
        unsigned count =
            c->architecture == reader->architecture ? gen_read_param_count(c->function) : 0;
        if (c->architecture == reader->architecture)
            gen_read_annotations(reader, c->function);
        for (unsigned i = 0; i < count; i++)
            gen_read_annotations(reader, gen_read_param_of(c->function, i));
    }
}

/* --- Their kernels --------------------------------------------------------------------------- */

static bool check_alone(gen_reader *reader, const gen_contract *contract,
                        gen_definition *definition)
{
    const gen_annotation *own;

    if (definition->contract) {
        gen_diag_error(reader->diag, contract->place, "contract-twice",
                       "kernel '%s' already has a contract at %s; keep one", contract->name,
                       gen_read_place_text(reader, *definition->contract));
        return false;
    }
    definition->contract = &contract->place;
    own = gen_read_own_contract(definition->kernel);
    if (own)
        gen_diag_error(reader->diag, contract->place, "contract-twice",
                       "kernel '%s' already has a contract in its own declaration, at %s; keep one",
                       contract->name, gen_read_place_text(reader, own->place));
    return !own;
}

/* The declaration of the kernel: the template of an instance, else the kernel itself. */
static CXCursor declaration_of(const gen_definition *definition)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(definition->function);

    return clang_Cursor_isNull(pattern) ? definition->function : pattern;
}

static void fail_template(gen_reader *reader, const gen_contract *contract,
                          const gen_definition *definition, const char *difference)
{
    gen_diag_error(reader->diag, contract->place, "contract-type",
                   "CUSTUB_CONTRACT_OF(%s) declares another template than that of the kernel at "
                   "%s: %s; give it the parameters of the kernel's template",
                   contract->name, gen_read_place_text(reader, definition->kernel->place),
                   difference);
}

/* The types as they are written; as they are meant, if they are written alike. */
static void fail_function(gen_reader *reader, const gen_contract *contract,
                          const gen_definition *definition)
{
    CXType types[] = {clang_getCursorType(contract->function),
                      clang_getCursorType(declaration_of(definition))};
    const char *here = gen_reader_text(reader, clang_getTypeSpelling(types[0]));
    const char *there = gen_reader_text(reader, clang_getTypeSpelling(types[1]));

    if (strcmp(here, there) == 0) {
        here = gen_read_canonical_text(reader, types[0]);
        there = gen_read_canonical_text(reader, types[1]);
    }
    gen_diag_error(reader->diag, contract->place, "contract-type",
                   "CUSTUB_CONTRACT_OF(%s) declares a '%s', the kernel at %s is a '%s'; give it "
                   "the kernel's parameters%s",
                   contract->name, here, gen_read_place_text(reader, definition->kernel->place),
                   there, contract->is_c ? "" : ", and those of its template");
}

static void fail_type(gen_reader *reader, const gen_contract *contract,
                      const gen_definition *definition)
{
    CXCursor kernel = declaration_of(definition);

    if (gen_read_have_same_type(contract->function, kernel))
        fail_template(reader, contract, definition,
                      gen_read_template_difference(reader, contract->function, kernel));
    else
        fail_function(reader, contract, definition);
}

static bool check_count(gen_reader *reader, const gen_contract *contract,
                        const gen_definition *definition)
{
    if (gen_read_param_count(contract->function) == definition->kernel->param_count)
        return true;
    gen_diag_error(reader->diag, contract->place, "contract-form",
                   "CUSTUB_CONTRACT_OF(%s) has a pack of parameters, which a contract cannot "
                   "name; remove it",
                   contract->name);
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

/* Gives the contract to the kernel. The kernel also takes the contract's parameter names, which are
 * the ones that its author reads. */
static void add_contract(gen_reader *reader, const gen_contract *contract,
                         const gen_definition *definition)
{
    gen_kernel *kernel = definition->kernel;

    append(&kernel->annotations, gen_read_annotations(reader, contract->function));
    for (unsigned i = 0; i < kernel->param_count; i++) {
        const char *name = gen_read_param_name(reader, contract->function, i);
        if (*name)
            kernel->params[i].name = name;
        append(&kernel->params[i].annotations,
               gen_read_annotations(reader, gen_read_param_of(contract->function, i)));
    }
    for (unsigned i = 0; i < kernel->template_arguments.count; i++) {
        gen_template_argument *argument = &kernel->template_arguments.data[i];
        if (!*argument->name)
            argument->name = gen_reader_text(
                reader, clang_getCursorSpelling(gen_read_template_param_of(contract->function, i)));
    }
    kernel->signature = gen_read_signature(reader, definition->function, kernel);
}

static bool give_contract(gen_reader *reader, const gen_contract *contract,
                          gen_definition *definition)
{
    if (!check_alone(reader, contract, definition) || !check_count(reader, contract, definition))
        return false;
    add_contract(reader, contract, definition);
    return true;
}

/* Notes that the contract's kernel has no launch function, or that an error in its CUSTUB_STUB was
 * reported. */
static void note_mangled(gen_reader *reader, gen_contract *contract,
                         const gen_mangled_kernels *mangled, const gen_stub_uses *stubs)
{
    CXCursor kernel = gen_read_find_mangled(reader, mangled, contract->name);

    if (clang_Cursor_isNull(kernel))
        return;
    if (contract->is_c) {
        contract->has_cpp = true;
        contract->cpp = gen_reader_place(reader, kernel);
    } else if (gen_read_has_stub(reader, stubs, kernel)) {
        contract->matched = true;
    } else {
        contract->unused = true;
    }
}

/* Gives the contract to all instances of a template. `first`: the first kernel of the name. */
static void apply(gen_reader *reader, gen_contract *contract, gen_definition *first)
{
    bool found = false;

    contract->matched = true;
    for (gen_definition *d = first; d; d = d->same_name) {
        if (!gen_read_declares_same(contract->function, declaration_of(d)))
            continue;
        found = true;
        if (!give_contract(reader, contract, d))
            break;
    }
    if (!found)
        fail_type(reader, contract, first);
}

void gen_read_apply_contracts(gen_reader *reader, const gen_contracts *contracts,
                              const gen_definitions *definitions,
                              const gen_mangled_kernels *mangled, const gen_stub_uses *stubs)
{
    for (gen_contract *c = contracts->first; c; c = c->next) {
        gen_definition *first;
        if (c->architecture != reader->architecture)
            continue;
        first = gen_name_table_find(&definitions->names,
                                    c->is_c ? c->name
                                            : gen_arena_format(reader->arena, "::%s", c->name));
        if (first)
            apply(reader, c, first);
        else
            note_mangled(reader, c, mangled, stubs);
    }
}

static void report_unmatched(gen_reader *reader, const gen_contract *contract)
{
    if (contract->unused)
        gen_diag_note(reader->diag, contract->place, "contract-unused",
                      "CUSTUB_CONTRACT_OF(%s): the kernel gets no launch function, so nothing "
                      "checks its contract; give it one with CUSTUB_STUB",
                      contract->name);
    else if (contract->has_cpp)
        gen_diag_error(reader->diag, contract->place, "contract-form",
                       "CUSTUB_CONTRACT_OF(%s): the kernel at %s has C++ linkage, and this "
                       "declaration has not; remove extern \"C\" before it",
                       contract->name, gen_read_place_text(reader, contract->cpp));
    else if (!contract->is_c && gen_name_table_find(&reader->kernels, contract->name))
        gen_diag_error(reader->diag, contract->place, "contract-form",
                       "CUSTUB_CONTRACT_OF(%s): the kernel has C linkage, and this declaration has "
                       "not; write extern \"C\" before it",
                       contract->name);
    else
        gen_diag_error(reader->diag, contract->place, "contract-unknown",
                       "CUSTUB_CONTRACT_OF(%s): neither this file nor one that it includes defines "
                       "%s kernel of that name; include the file that defines it",
                       contract->name, contract->is_c ? "an extern \"C\"" : "a");
}

void gen_read_unmatched_contracts(gen_reader *reader, const gen_contracts *contracts)
{
    for (const gen_contract *c = contracts->first; c; c = c->next)
        if (!c->matched && !gen_name_table_find(&reader->failed_kernels, c->name))
            report_unmatched(reader, c);
}
