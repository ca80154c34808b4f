#include "frontend/names/answer.h"

#include "contract/looked_up.h"
#include "frontend/names/global_name.h"
#include "frontend/reader/declaration_walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A place of a probe, which has several if its file is included several times. */
typedef struct finding {
    struct finding *next;
    CXCursor variable;
} finding;

typedef struct clang_error {
    CXFile file;
    unsigned offset;
    const char *text;
} clang_error;

typedef struct findings {
    const gen_survey *survey;
    finding **probes;      /* by number, in the order of the text */
    CXCursor *instances;   /* values in instances, indexed by the question's number */
    gen_name_table orders; /* the number of the first declaration with this USR */
    gen_name_table places; /* the same, also by line */
    size_t declarations;   /* number of declarations so far */
    clang_error *errors;   /* sorted by offset */
    size_t error_count;
    size_t error_capacity;
} findings;

/* --- Findings -------------------------------------------------------------------------------- */

static enum CXChildVisitResult visit_variable(CXCursor cursor, CXCursor parent, CXClientData data)
{
    CXString spelling;
    bool found;

    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl)
        return CXChildVisit_Recurse;
    spelling = clang_getCursorSpelling(cursor);
    found = strcmp(clang_getCString(spelling), GEN_PROBE_VALUE) == 0;
    clang_disposeString(spelling);
    if (!found)
        return CXChildVisit_Recurse;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Break;
}

static void add_finding(gen_reader *reader, finding **list, CXCursor variable)
{
    finding *found = GEN_NEW(reader->arena, finding);

    *found = (finding){.variable = variable};
    while (*list)
        list = &(*list)->next;
    *list = found;
}

/* The number at the end of the text after the prefix; 0 if it does not begin with it. */
static unsigned long number_after(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 ? strtoul(text + length, NULL, 10) : 0;
}

static void visit_declaration(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    findings *all = data;
    CXCursor cursor = declaration->cursor;
    bool is_assertion = declaration->kind == CXCursor_StaticAssert;
    CXCursor named = is_assertion ? gen_reader_child(cursor, CXCursor_StringLiteral) : cursor;
    CXCursor variable = clang_getNullCursor();
    const char *name;
    unsigned long number;

    if (declaration->in_system || clang_Cursor_isNull(named))
        return;
    name = gen_reader_text(reader, clang_getCursorSpelling(named));
    if (declaration->kind == CXCursor_VarDecl) {
        number = number_after(name, GEN_PROBE_VALUE "_");
        if (number > 0 && number <= all->survey->value_count)
            all->instances[number - 1] = cursor;
        return;
    }
    number = number_after(name, is_assertion ? "\"" GEN_PROBE_MESSAGE : GEN_PROBE_CLASS);
    if (number == 0 || number > all->survey->probe_count)
        return;
    clang_visitChildren(cursor, visit_variable, &variable);
    if (!clang_Cursor_isNull(variable))
        add_finding(reader, &all->probes[number - 1], variable);
}

/* --- Values ---------------------------------------------------------------------------------- */

/* What one probe says. */
typedef struct answer {
    bool is_known;
    uint64_t bits;
    bool negative;
    const char *name; /* at global scope, or null */
    bool is_closed;
} answer;

/* True if the variable is an integer of at most 64 bits. */
static bool evaluate(CXCursor variable, answer *found)
{
    CXEvalResult result = NULL;
    long long value;

    if (!clang_Cursor_isNull(variable) && clang_Type_getSizeOf(clang_getCursorType(variable)) <= 8)
        result = clang_Cursor_Evaluate(variable);
    if (!result)
        return false;
    if (clang_EvalResult_getKind(result) == CXEval_Int) {
        value = clang_EvalResult_getAsLongLong(result);
        found->is_known = true;
        found->bits = (uint64_t)value;
        found->negative = value < 0 && !clang_EvalResult_isUnsignedInt(result);
    }
    clang_EvalResult_dispose(result);
    return found->is_known;
}

/* --- Declarations of one macro ---------------------------------------------------------------- */

static void add_order(findings *all, gen_name_table *table, const char *name)
{
    size_t *order;

    if (gen_name_table_find(table, name))
        return;
    order = GEN_NEW(all->survey->reader->arena, size_t);
    *order = all->declarations;
    gen_name_table_put(table, name, order);
}

static const char *place_key(gen_reader *reader, const char *unified, gen_place place)
{
    return gen_arena_format(reader->arena, "%s %u %s", unified, place.line, place.file);
}

static void visit_order(gen_reader *reader, const gen_declaration *declaration, void *data)
{
    findings *all = data;
    const char *unified;

    if (declaration->in_system)
        return;
    all->declarations++;
    unified = gen_reader_text(reader, clang_getCursorUSR(declaration->cursor));
    add_order(all, &all->orders, unified);
    add_order(all, &all->places,
              place_key(reader, unified, gen_reader_place(reader, declaration->cursor)));
}

/* Limits names to those that the macro declares up to the carrier. A late probe also sees later
 * ones, but the contract does not. */
static void limit_to(findings *all, gen_looked_up *at, const gen_carrier *carrier)
{
    gen_reader *reader = all->survey->reader;
    const size_t *order;

    if (all->declarations == 0) {
        all->orders.arena = all->places.arena = reader->arena;
        gen_reader_visit_declarations(reader, reader->unit, visit_order, all);
    }
    order = gen_name_table_find(&all->places, place_key(reader, carrier->unified, carrier->place));
    at->orders = &all->orders;
    at->last = order ? *order : 0;
}

static bool is_same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool is_same_answer(const answer *a, const answer *b)
{
    return a->is_known == b->is_known && a->bits == b->bits && a->negative == b->negative &&
           is_same_name(a->name, b->name);
}

static answer answer_at(findings *all, const gen_question *q, const gen_probe *probe,
                        CXCursor variable)
{
    gen_looked_up at = {.probe = probe,
                        .variable = variable,
                        .arguments = q->arguments,
                        .instance = probe->in_template ? q->record : NULL};
    unsigned number = probe == q->late ? q->late_number : q->number;
    answer found = {0};

    if (probe == q->late)
        limit_to(all, &at, probe->carrier);
    if (evaluate(variable, &found) || (number > 0 && evaluate(all->instances[number - 1], &found)))
        found.name = gen_read_global_name(all->survey->reader, &at);
    found.is_closed = at.is_closed;
    return found;
}

/* --- Problems -------------------------------------------------------------------------------- */

static int compare_errors(const void *a, const void *b)
{
    const clang_error *x = a;
    const clang_error *y = b;

    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void read_errors(findings *all)
{
    gen_reader *reader = all->survey->reader;
    unsigned count = clang_getNumDiagnostics(reader->unit);

    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(reader->unit, i);
        clang_error error = {0};
        clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &error.file, NULL, NULL,
                                   &error.offset);
        if (error.file && clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            error.text = gen_reader_text(reader, clang_getDiagnosticSpelling(diagnostic));
            GEN_GROW(reader->arena, all->errors, all->error_count, &all->error_capacity);
            all->errors[all->error_count++] = error;
        }
        clang_disposeDiagnostic(diagnostic);
    }
    if (all->error_count > 0)
        qsort(all->errors, all->error_count, sizeof(clang_error), compare_errors);
}

/* The index of the first error at or after the offset, in any file. */
static size_t first_error(const findings *all, unsigned offset)
{
    size_t begin = 0;
    size_t end = all->error_count;

    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (all->errors[middle].offset < offset)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* The compiler's first error in the probe's name; null if there is none. */
static const char *error_in(const findings *all, const gen_probe *probe, CXCursor variable)
{
    CXFile file = NULL;
    unsigned begin = 0;
    size_t end;

    clang_getExpansionLocation(clang_getCursorLocation(variable), &file, NULL, NULL, &begin);
    begin = gen_probe_text_offset(probe, begin);
    end = begin + strlen(probe->text) + strlen(");");
    for (size_t i = first_error(all, begin); i < all->error_count; i++) {
        if (all->errors[i].offset > end)
            break;
        if (clang_File_isEqual(all->errors[i].file, file))
            return all->errors[i].text;
    }
    return NULL;
}

static void set_problem(const findings *all, const gen_question *q)
{
    const finding *found = all->probes[q->probe->number - 1];
    const char *error = found ? error_in(all, q->probe, found->variable) : NULL;

    if (q->probe->in_template && q->number == 0)
        q->named->problem = "custub does not know all arguments of the template";
    else
        q->named->problem = error ? error : "it is not an integer that the compiler knows";
    /* clang's error for `(particle);` */
    q->named->is_type = error && strcmp(error, "expected expression") == 0;
}

/* --- Questions ------------------------------------------------------------------------------- */

/* Adds the value on the current architecture. */
static void add_value(gen_reader *reader, gen_named *named, const answer *found)
{
    /* sizeof(T) of an instance with T = float: nothing to assert */
    bool is_of_language = named->is_size && gen_expr_size_of_words(found->name);
    const char *name = is_of_language ? NULL : found->name;
    gen_constant **last = &named->value;

    while (*last && ((*last)->bits != found->bits || (*last)->negative != found->negative ||
                     !is_same_name((*last)->name, name)))
        last = &(*last)->other;
    if (!*last) {
        *last = GEN_NEW(reader->arena, gen_constant);
        **last = (gen_constant){.name = name,
                                .is_size = named->is_size,
                                .is_closed = found->is_closed,
                                .bits = found->bits,
                                .negative = found->negative};
    }
    (*last)->architectures |= UINT32_C(1) << reader->architecture;
}

/* How many earlier inclusions of the file also declare something at the probe's place. */
static size_t earlier_inclusions(const gen_survey *survey, const gen_probe *probe)
{
    size_t count = 0;

    for (size_t i = 0; i < survey->probe_count; i++) {
        const gen_probe *other = survey->probes[i];
        bool is_first = other->inclusion < probe->inclusion &&
                        other->file_name == probe->file_name && other->offset == probe->offset;
        for (size_t j = 0; is_first && j < i; j++)
            is_first = survey->probes[j]->inclusion != other->inclusion ||
                       survey->probes[j]->file_name != probe->file_name ||
                       survey->probes[j]->offset != probe->offset;
        count += is_first;
    }
    return count;
}

/* Reads the probe's answer. A text that is included several times has its probes each time. False,
 * with the problem set, if they differ and it is unknown which one counts. */
static bool ask_probe(findings *all, const gen_question *q, const gen_probe *probe, answer *result)
{
    const finding *first = all->probes[probe->number - 1];
    size_t skipped =
        first && first->next && probe->inclusion ? earlier_inclusions(all->survey, probe) : 0;

    while (skipped > 0 && first->next) {
        first = first->next;
        skipped--;
    }
    *result = first ? answer_at(all, q, probe, first->variable) : (answer){0};
    for (const finding *f = first; f && !probe->inclusion; f = f->next) {
        answer other = answer_at(all, q, probe, f->variable);
        if (is_same_answer(result, &other))
            continue;
        q->named->problem = "it means something else where this text is included again";
        return false;
    }
    return true;
}

static void answer_question(findings *all, const gen_question *q)
{
    gen_reader *reader = all->survey->reader;
    answer found;
    answer late = {0};

    if (q->named->problem || !ask_probe(all, q, q->probe, &found) ||
        (q->late && !ask_probe(all, q, q->late, &late)))
        return;
    if (late.name) /* a name that the macro declares before the carrier, or the same as `found` */
        found = late;
    if (!found.is_known)
        set_problem(all, q);
    else if (!found.name)
        q->named->problem =
            "it cannot be named outside of its class, so that nvcc could not check it";
    else
        add_value(reader, q->named, &found);
    if (q->named->problem)
        q->named->value = NULL;
}

void gen_survey_answer(gen_survey *survey)
{
    gen_reader *reader = survey->reader;
    findings all = {.survey = survey};

    all.probes = GEN_NEW_ARRAY(reader->arena, finding *, survey->probe_count);
    all.instances = GEN_NEW_ARRAY(reader->arena, CXCursor, survey->value_count);
    for (unsigned i = 0; i < survey->value_count; i++)
        all.instances[i] = clang_getNullCursor();
    gen_reader_visit_declarations(reader, reader->unit, visit_declaration, &all);
    read_errors(&all);
    for (const gen_question *q = survey->questions; q; q = q->next)
        answer_question(&all, q);
}
