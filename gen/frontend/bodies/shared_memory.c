/* Finds the variables in shared memory that a body uses: their size, and the `extern` arrays, which
 * the CPU image must define. */
#include "frontend/bodies/shared_memory.h"

#include "frontend/reader/state.h"
#include "frontend/types/spelling.h"

static void add_shared_array(gen_reader *reader, CXCursor variable)
{
    const char *name = gen_reader_text(reader, clang_getCursorSpelling(variable));
    CXType type = clang_getCursorType(variable);
    CXType element = clang_getArrayElementType(type);
    const char *enclosing = gen_reader_enclosing_namespaces(reader, variable);
    const char *key = gen_arena_format(reader->arena, "%s::%s", enclosing, name);
    static const char owner;
    gen_name_table *known = gen_table_of_file(reader, &owner);
    gen_shared_array *array;

    if (gen_name_table_find(known, key))
        return;
    array = GEN_NEW(reader->arena, gen_shared_array);
    array->name = name;
    array->enclosing = enclosing;
    array->element =
        gen_read_written_spelling(reader, element.kind == CXType_Invalid ? type : element);
    GEN_APPEND(gen_shared_array, reader->model->shared_arrays, array);
    gen_name_table_put(known, key, array);
}

/* A variable, or the set of a called function. */
typedef struct shared_part {
    struct shared_part *next;
    gen_shared_variable *variable;
    struct gen_shared_set *set; /* or null */
} shared_part;

/* The variables that a body uses, and the sets of the functions that it calls. Sets are not merged:
 * with many functions, that would take quadratic time or more. */
struct gen_shared_set {
    shared_part *first; /* the latest */
    size_t round;       /* the last sum that counted the set */
};

struct gen_shared_variable {
    struct gen_shared_variable *next; /* the next with the same hash */
    CXCursor cursor;
    uint64_t size; /* bytes */
    uint64_t align;
    size_t round;
};

static void add_part(gen_reader *reader, gen_body_facts *facts, shared_part part)
{
    shared_part *copy = GEN_NEW(reader->arena, shared_part);

    if (!facts->shared)
        facts->shared = GEN_NEW(reader->arena, gen_shared_set);
    *copy = part;
    copy->next = facts->shared->first;
    facts->shared->first = copy;
}

typedef struct gen_shared_variables {
    gen_name_table table; /* by the hash of the cursor */
    size_t rounds;
} gen_shared_variables;

static gen_shared_variables *variables_of(gen_reader *reader)
{
    static const char owner;
    gen_shared_variables *variables = gen_state_of_unit(reader, &owner, sizeof(*variables));

    variables->table.arena = reader->arena;
    return variables;
}

/* The object for a variable, the same in each call. */
static gen_shared_variable *variable_of(gen_reader *reader, CXCursor cursor)
{
    const char *hash = gen_arena_format(reader->arena, "%x", clang_hashCursor(cursor));
    gen_shared_variable *first = gen_name_table_find(&variables_of(reader)->table, hash);
    gen_shared_variable *variable = first;

    while (variable && !clang_equalCursors(variable->cursor, cursor))
        variable = variable->next;
    if (variable)
        return variable;
    variable = GEN_NEW(reader->arena, gen_shared_variable);
    variable->cursor = cursor;
    variable->next = first;
    gen_name_table_put(&variables_of(reader)->table, hash, variable);
    return variable;
}

static void add_variable(gen_reader *reader, gen_body_facts *facts, CXCursor cursor, uint64_t size,
                         uint64_t align)
{
    gen_shared_variable *variable = variable_of(reader, cursor);

    variable->size = size;
    variable->align = align;
    add_part(reader, facts, (shared_part){.variable = variable});
}

void gen_read_shared_variable(gen_reader *reader, gen_body_facts *facts, CXCursor variable)
{
    CXType type = clang_getCursorType(variable);
    long long size;
    long long align;

    if (clang_Cursor_getStorageClass(variable) == CX_SC_Extern) {
        facts->dynamic_shared = true;
        add_shared_array(reader, variable);
        return;
    }
    size = clang_Type_getSizeOf(type);
    align = clang_Type_getAlignOf(type);
    if (size > 0 && align > 0) /* otherwise the size depends on a template's arguments */
        add_variable(reader, facts, variable, (uint64_t)size, (uint64_t)align);
}

void gen_read_shared_use(gen_reader *reader, gen_body_facts *facts, CXCursor variable)
{
    if (!clang_Cursor_isNull(gen_reader_child(variable, CXCursor_CUDASharedAttr)))
        gen_read_shared_variable(reader, facts, variable);
}

void gen_read_merge_shared(gen_reader *reader, gen_body_facts *into, const gen_body_facts *from)
{
    into->dynamic_shared |= from->dynamic_shared;
    if (from->shared && from->shared != into->shared)
        add_part(reader, into, (shared_part){.set = from->shared});
}

/* Counts each variable once, even if several functions use it. */
static uint64_t add_sizes(gen_shared_set *set, uint64_t size, size_t round)
{
    if (set->round == round)
        return size;
    set->round = round;
    for (const shared_part *part = set->first; part; part = part->next) {
        gen_shared_variable *variable = part->variable;
        if (part->set)
            size = add_sizes(part->set, size, round);
        if (!variable || variable->round == round)
            continue;
        variable->round = round;
        size = (size + variable->align - 1) / variable->align * variable->align + variable->size;
    }
    return size;
}

uint64_t gen_read_shared_size(gen_reader *reader, const gen_body_facts *facts)
{
    return facts->shared ? add_sizes(facts->shared, 0, ++variables_of(reader)->rounds) : 0;
}
