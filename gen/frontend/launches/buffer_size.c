#include "frontend/launches/buffer_size.h"

#include "frontend/launches/host_syntax.h"
#include "frontend/launches/host_value.h"

#include <string.h>

#define DEPTH   12
#define FACTORS 16
#define ROOTS   16
#define MOST    (INT64_C(1) << 40)

/* An argument or an extent of a launch, and the word that stands for it. */
typedef struct known_value {
    const gen_host_value *value;
    const char *word;
} known_value;

/* A launch whose buffers are looked for. */
typedef struct binding {
    gen_host_code *code;
    const gen_host_launch *launch;
    known_value known[134];
    size_t count;
    bool folds;                 /* constants stay constants, even if an argument has their name */
    bool from_last;             /* of arguments with the same value, the last one is taken */
    const gen_host_write *call; /* of the function that allocates; null: none is known */
} binding;

/* Where an expression is evaluated. */
typedef struct moment {
    CXCursor function;
    unsigned offset;
} moment;

/* An expression in postfix notation; null: there is none. */
typedef struct words {
    const char *text;
    bool is_constant;
    int64_t constant;
} words;

static words express(binding *b, const gen_host_value *value, moment at, int depth);

/* --- Arguments -------------------------------------------------------------------------------- */

static void know(binding *b, CXCursor expression, const char *word)
{
    const gen_host_value *value = gen_host_value_read(b->code, expression);

    if (value)
        b->known[b->count++] = (known_value){value, word};
}

static void know_launch(binding *b)
{
    gen_arena *arena = b->code->reader->arena;

    for (unsigned i = 0; i < b->launch->count; i++)
        know(b, b->launch->arguments[i], gen_arena_format(arena, "p%u", i));
    for (unsigned axis = 0; axis < 3; axis++) {
        know(b, b->launch->grid[axis], gen_arena_format(arena, "g%u", axis));
        know(b, b->launch->block[axis], gen_arena_format(arena, "b%u", axis));
    }
}

static bool is_stable(const binding *b, const gen_host_value *value, moment at)
{
    return gen_host_value_stays(b->code, value, at.function, at.offset);
}

/* True if the value is the argument. Equal constants are the same if they have one name. */
static bool is_known_as(binding *b, const gen_host_value *value, const gen_host_value *known)
{
    const gen_host_value *constant = gen_host_value_constant(b->code, known);

    if (!constant)
        return gen_host_value_equals(b->code, value, known);
    return !b->folds && !value->operation && !known->operation &&
           clang_equalCursors(value->variable, known->variable) &&
           (!clang_Cursor_isNull(value->variable) ||
            (value->constant == known->constant && *value->name &&
             strcmp(value->name, known->name) == 0));
}

static const char *known_word(binding *b, const gen_host_value *value, moment at)
{
    for (size_t i = 0; i < b->count; i++) {
        const known_value *known = &b->known[b->from_last ? b->count - 1 - i : i];

        if (is_known_as(b, value, known->value))
            return is_stable(b, value, at) ? known->word : NULL;
    }
    return NULL;
}

/* --- Operations ------------------------------------------------------------------------------- */

static words constant(binding *b, int64_t value)
{
    const words none = {0};
    const words made = {gen_arena_format(b->code->reader->arena, "%lld", (long long)value), true,
                        value};

    return value >= 0 && value <= MOST ? made : none;
}

static words fold(binding *b, char operation, int64_t left, int64_t right)
{
    const words none = {0};

    switch (operation) {
    case '+':
        return constant(b, left + right);
    case '-':
        return constant(b, left - right);
    case '*':
        return left && right > MOST / left ? none : constant(b, left * right);
    case '/':
        return right ? constant(b, left / right) : none;
    default:
        return right ? constant(b, left % right) : none;
    }
}

static words combine(binding *b, char operation, words left, words right)
{
    const words none = {0};

    if (!left.text || !right.text)
        return none;
    if (operation == '*' && left.is_constant && left.constant == 1)
        return right;
    if (left.is_constant && right.is_constant)
        return fold(b, operation, left.constant, right.constant);
    return (words){
        gen_arena_format(b->code->reader->arena, "%s %s %c", left.text, right.text, operation),
        false, 0};
}

static size_t add_factors(const gen_host_value *value, const gen_host_value *list[FACTORS],
                          size_t count)
{
    if (value->operation == '*')
        return add_factors(value->right, list, add_factors(value->left, list, count));
    if (count < FACTORS)
        list[count] = value;
    return count + 1;
}

/* Removes the factors of an argument such as "w * h" from the list, if it has them all. */
static bool remove_factors(binding *b, const gen_host_value *known, moment at,
                           const gen_host_value *list[FACTORS], size_t *count)
{
    const gen_host_value *factors[FACTORS], *rest[FACTORS];
    const size_t wanted = add_factors(known, factors, 0);
    size_t left = *count;

    memcpy(rest, list, sizeof(rest));
    for (size_t i = 0; i < wanted && wanted <= FACTORS; i++) {
        size_t k = 0;

        while (k < left && !gen_host_value_equals(b->code, factors[i], rest[k]))
            k++;
        if (k == left || !is_stable(b, rest[k], at))
            return false;
        rest[k] = rest[--left];
    }
    if (wanted > FACTORS)
        return false;
    memcpy(list, rest, sizeof(rest));
    *count = left;
    return true;
}

/* An argument may be the product of factors that are not beside each other. */
static words express_product(binding *b, const gen_host_value *value, moment at, int depth)
{
    const gen_host_value *list[FACTORS];
    const words none = {0};
    size_t count = add_factors(value, list, 0);
    words all = constant(b, 1);

    for (size_t i = 0; count <= FACTORS && i < b->count; i++) {
        const gen_host_value *known = b->known[i].value;
        const gen_host_write *write;

        if (!known->operation && !clang_Cursor_isNull(known->variable))
            known = gen_host_value_follow(b->code, known->variable, &write);
        if (known && known->operation == '*' && !gen_host_value_constant(b->code, known) &&
            remove_factors(b, known, at, list, &count))
            all = combine(b, '*', all, (words){b->known[i].word, false, 0});
    }
    if (count > FACTORS)
        return none;
    for (size_t i = 0; i < count; i++)
        all = combine(b, '*', all, express(b, list[i], at, depth));
    return all;
}

/* What the variable stands for, and where; of a parameter, the argument of the call. */
static const gen_host_value *follow(const binding *b, CXCursor variable,
                                    const gen_host_write **write)
{
    for (const gen_host_write *w = b->call; w; w = w->next) {
        if (w->offset == b->call->offset && clang_equalCursors(w->function, b->call->function) &&
            clang_equalCursors(w->target, variable)) {
            *write = w;
            return gen_host_value_read(b->code, w->value);
        }
    }
    return gen_host_value_follow(b->code, variable, write);
}

/* A value that is evaluated at that place, in words of the launch. */
static words express(binding *b, const gen_host_value *value, moment at, int depth)
{
    const words none = {0};
    const char *word = depth ? known_word(b, value, at) : NULL;
    const gen_host_write *write;
    const gen_host_value *next;

    if (depth == 0)
        return none;
    if (word)
        return (words){word, false, 0};
    if (value->operation == '*')
        return express_product(b, value, at, depth - 1);
    if (value->operation)
        return combine(b, value->operation, express(b, value->left, at, depth - 1),
                       express(b, value->right, at, depth - 1));
    if (clang_Cursor_isNull(value->variable))
        return constant(b, value->constant);
    next = follow(b, value->variable, &write);
    return next ? express(b, next, (moment){write->function, write->offset}, depth - 1) : none;
}

/* --- Buffers ---------------------------------------------------------------------------------- */

static void add(binding *b, unsigned param, const char *bytes)
{
    gen_model *model = b->code->reader->model;
    gen_buffer_size *added;

    for (const gen_buffer_size *known = model->buffer_sizes; known; known = known->next) {
        if (known->param == param && strcmp(known->bytes, bytes) == 0 &&
            strcmp(known->symbol, b->launch->symbol) == 0)
            return;
    }
    added = GEN_NEW(b->code->reader->arena, gen_buffer_size);
    *added = (gen_buffer_size){NULL, b->launch->symbol, param, bytes};
    GEN_APPEND(gen_buffer_size, model->buffer_sizes, added);
}

static void read_size(binding *b, unsigned param, const gen_host_allocation *allocation)
{
    const gen_host_value *size = gen_host_value_read(b->code, allocation->size);
    const moment at = {allocation->function, allocation->offset};
    bool is_known = false;
    words all;

    for (int way = 0; size && way < 4; way++) {
        b->folds = way & 1;
        b->from_last = way & 2;
        all = combine(b, '*', constant(b, allocation->multiple), express(b, size, at, DEPTH));
        if (all.text)
            add(b, param, all.text);
        is_known |= all.text != NULL;
    }
    if (!is_known)
        add(b, param, GEN_BUFFER_SIZE_UNKNOWN);
}

/* The first parameter that the same call writes. */
static const gen_host_write *first_argument(const gen_host_code *code, const gen_host_write *of)
{
    const gen_host_write *first = code->writes.first;

    while (first->offset != of->offset || !clang_equalCursors(first->function, of->function))
        first = first->next;
    return first;
}

static size_t add_root(CXCursor roots[ROOTS], size_t count, CXCursor root)
{
    for (size_t i = 0; i < count; i++) {
        if (clang_equalCursors(roots[i], root))
            return count;
    }
    if (count == ROOTS || clang_Cursor_isNull(root))
        return count;
    roots[count] = root;
    return count + 1;
}

/* Looks for functions that allocate what a parameter such as "float **x" points to. */
static void read_through_calls(binding *b, unsigned param, const gen_host_allocation *allocation,
                               CXCursor root)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(allocation->target));

    if (clang_getCursorKind(allocation->target) != CXCursor_ParmDecl ||
        clang_getPointeeType(clang_getPointeeType(type)).kind == CXType_Invalid)
        return;
    for (const gen_host_write *w = b->code->writes.first; w; w = w->next) {
        if (!clang_equalCursors(w->target, allocation->target) ||
            !clang_equalCursors(gen_host_root(b->code->reader, w->value), root))
            continue;
        b->call = first_argument(b->code, w);
        read_size(b, param, allocation);
        b->call = NULL;
    }
}

/* True if the pointer is moved, as by "p += n": then it is not the beginning of what it got. */
static bool is_moved(const gen_host_code *code, CXCursor pointer)
{
    for (const gen_host_write *w = code->writes.first; w; w = w->next)
        if (w->moves && clang_equalCursors(w->target, pointer))
            return true;
    return false;
}

/* Looks for allocations of all variables that the argument may be a copy of. */
static void read_argument(binding *b, unsigned param)
{
    gen_host_code *code = b->code;
    CXCursor roots[ROOTS];
    size_t count = add_root(roots, 0, gen_host_root(code->reader, b->launch->arguments[param]));

    for (size_t i = 0; i < count; i++) {
        if (is_moved(code, roots[i]))
            add(b, param, GEN_BUFFER_SIZE_UNKNOWN);
        for (const gen_host_allocation *a = code->allocations.first; a; a = a->next) {
            if (clang_equalCursors(a->target, roots[i]))
                read_size(b, param, a);
            else
                read_through_calls(b, param, a, roots[i]);
        }
        for (const gen_host_write *w = code->writes.first; w; w = w->next) {
            if (clang_equalCursors(w->target, roots[i]) && !clang_Cursor_isNull(w->value))
                count = add_root(roots, count, gen_host_root(code->reader, w->value));
        }
    }
}

void gen_read_buffer_sizes(gen_host_code *code)
{
    for (const gen_host_launch *launch = code->launches.first; launch; launch = launch->next) {
        binding b = {.code = code, .launch = launch};

        know_launch(&b);
        for (unsigned i = 0; i < launch->count; i++)
            read_argument(&b, i);
    }
}
