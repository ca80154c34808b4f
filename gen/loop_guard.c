#include "loop_guard.h"

#include <ctype.h>
#include <string.h>

#define LOCALS_LIMIT 16

typedef struct token {
    const char *text; /* in the source; not terminated */
    size_t length;    /* 0: the end of the body */
} token;

/* What may be said of a variable's value, or of an operand. */
typedef enum value_kind {
    VALUE_UNKNOWN, /* not a number that can be read without a side effect */
    VALUE_UNIFORM, /* the same number for all threads of the grid */
    VALUE_INDEX,   /* blockIdx.x * blockDim.x + threadIdx.x, or of y or z */
    VALUE_ANY,     /* a number */
} value_kind;

typedef struct local {
    token name;
    value_kind kind;
} local;

typedef struct scan {
    const gen_model *model;
    const gen_kernel *kernel;
    const char *next; /* behind `token` */
    const char *end;  /* of the body, its closing brace */
    token token;
    size_t local_count;
    local locals[LOCALS_LIMIT];
    gen_loop_guard *guard;
} scan;

/* --- Tokens --------------------------------------------------------------------------------------
 */

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end) {
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
            while (at < end && *at != '\n')
                at++;
        } else if (end - at >= 2 && at[0] == '/' && at[1] == '*') {
            at += 2;
            while (end - at >= 2 && !(at[0] == '*' && at[1] == '/'))
                at++;
            at = end - at >= 2 ? at + 2 : end;
        } else {
            break;
        }
    }
    return at;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static token token_at(const char **next, const char *end)
{
    static const char *const pairs[] = {"<=", ">=", "&&", "||", "==", "!=", "<<", ">>",
                                        "++", "--", "+=", "-=", "*=", "/=", "->", "::"};
    token found;
    const char *at = skip_blanks(*next, end);

    found.text = at;
    found.length = at < end;
    if (at < end && is_word(*at)) {
        while (at + found.length < end && is_word(at[found.length]))
            found.length++;
    } else if (end - at >= 2) {
        for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
            if (memcmp(at, pairs[i], 2) == 0)
                found.length = 2;
    }
    *next = at + found.length;
    return found;
}

static void advance(scan *s)
{
    s->token = token_at(&s->next, s->end);
}

static bool is_token(token found, const char *text)
{
    return found.length == strlen(text) && memcmp(found.text, text, found.length) == 0;
}

static bool at(const scan *s, const char *text)
{
    return is_token(s->token, text);
}

static bool take(scan *s, const char *text)
{
    if (!at(s, text))
        return false;
    advance(s);
    return true;
}

static bool is_name(token found)
{
    return found.length > 0 && is_word(found.text[0]) && !isdigit((unsigned char)found.text[0]);
}

static size_t offset_of(const scan *s, const char *text)
{
    return (size_t)(text - s->model->source);
}

/* --- Types and values ----------------------------------------------------------------------------
 */

/* Types that hold every index of a launch whose indices fit an int. */
static bool is_index_type(token found)
{
    static const char *const names[] = {"int",      "unsigned", "long",     "size_t",   "int32_t",
                                        "uint32_t", "int64_t",  "uint64_t", "ptrdiff_t"};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (is_token(found, names[i]))
            return true;
    return false;
}

/* "unsigned int", "long long": one type of several words. False if there is none. */
static bool take_type(scan *s, gen_source_range *range)
{
    range->begin = offset_of(s, s->token.text);
    range->end = 0;
    while (is_index_type(s->token)) {
        range->end = offset_of(s, s->token.text) + s->token.length;
        advance(s);
    }
    return range->end > 0;
}

static const gen_param *find_param(const scan *s, token name)
{
    for (size_t i = 0; i < s->kernel->param_count; i++)
        if (is_token(name, s->kernel->params[i].name))
            return &s->kernel->params[i];
    return NULL;
}

static bool is_number(const gen_type *type)
{
    return type && type->kind == GEN_TYPE_SCALAR && (type->size == 4 || type->size == 8) &&
           strstr(type->spelling, "volatile") == NULL;
}

static value_kind kind_of_name(const scan *s, token name)
{
    const gen_param *param;

    for (size_t i = s->local_count; i > 0; i--)
        if (s->locals[i - 1].name.length == name.length &&
            memcmp(s->locals[i - 1].name.text, name.text, name.length) == 0)
            return s->locals[i - 1].kind;
    param = find_param(s, name);
    return param && is_number(param->type) ? VALUE_UNIFORM : VALUE_UNKNOWN;
}

static bool is_builtin(token found)
{
    return is_token(found, "threadIdx") || is_token(found, "blockIdx") ||
           is_token(found, "blockDim") || is_token(found, "gridDim");
}

/* Of `threadIdx.x`; 0 if it is something else. */
static char take_component(scan *s)
{
    char component = 0;

    advance(s);
    if (!take(s, "."))
        return 0;
    if (s->token.length == 1 && s->token.text[0] >= 'x' && s->token.text[0] <= 'z')
        component = s->token.text[0];
    advance(s);
    return component;
}

static bool is_literal(token found)
{
    for (size_t i = 0; i < found.length; i++)
        if (!isdigit((unsigned char)found.text[i]) && !(i > 0 && strchr("uUlL", found.text[i])))
            return false;
    return found.length > 0;
}

static value_kind take_builtin(scan *s)
{
    bool varies = at(s, "threadIdx") || at(s, "blockIdx");

    if (!take_component(s))
        return VALUE_UNKNOWN;
    return varies ? VALUE_ANY : VALUE_UNIFORM;
}

static bool is_arithmetic(token found)
{
    return is_token(found, "+") || is_token(found, "-") || is_token(found, "*");
}

/* Numbers, names of numbers, built-in variables, + - * and parentheses, also those of a cast. An
 * index alone stays one. */
static value_kind take_arithmetic(scan *s)
{
    value_kind kind = VALUE_UNIFORM;
    size_t operands = 0;
    size_t depth = 0;

    for (;; operands++) {
        value_kind operand = VALUE_UNIFORM;
        gen_source_range type;
        while (at(s, "(") || at(s, "-")) {
            bool parenthesis = at(s, "(");
            advance(s);
            if (parenthesis && take_type(s, &type)) {
                if (!take(s, ")"))
                    return VALUE_UNKNOWN;
            } else {
                depth += parenthesis;
                operands += !parenthesis; /* a negated index is none */
            }
        }
        if (is_builtin(s->token)) {
            operand = take_builtin(s);
        } else {
            if (!is_literal(s->token))
                operand = is_name(s->token) ? kind_of_name(s, s->token) : VALUE_UNKNOWN;
            advance(s);
        }
        if (operand > kind || operand == VALUE_UNKNOWN)
            kind = operand;
        if (kind == VALUE_UNKNOWN)
            return kind;
        while (depth > 0 && take(s, ")"))
            depth--;
        if (!is_arithmetic(s->token))
            break;
        advance(s);
    }
    if (depth > 0)
        return VALUE_UNKNOWN;
    return kind == VALUE_INDEX && operands > 0 ? VALUE_ANY : kind;
}

/* --- Indices -------------------------------------------------------------------------------------
 */

/* A built-in variable's component, with a cast before it or not. */
static char take_operand(scan *s, const char *name)
{
    gen_source_range type;

    if (take(s, "(") && (!take_type(s, &type) || !take(s, ")")))
        return 0;
    return at(s, name) ? take_component(s) : 0;
}

/* blockIdx.x * blockDim.x, either way round. */
static char take_product(scan *s)
{
    const scan start = *s;
    static const char *const names[2][2] = {{"blockIdx", "blockDim"}, {"blockDim", "blockIdx"}};

    for (size_t i = 0; i < 2; i++) {
        char first;
        *s = start;
        first = take_operand(s, names[i][0]);
        if (first && take(s, "*") && take_operand(s, names[i][1]) == first)
            return first;
    }
    return 0;
}

/* The dimension of the index that stands here up to the semicolon; or 0. */
static char take_index(scan *s)
{
    const scan start = *s;
    char product = take_product(s);

    if (product && take(s, "+") && take_operand(s, "threadIdx") == product && at(s, ";"))
        return product;
    *s = start;
    product = take_operand(s, "threadIdx");
    if (product && take(s, "+") && take_product(s) == product && at(s, ";"))
        return product;
    *s = start;
    return 0;
}

/* --- Statements ----------------------------------------------------------------------------------
 */

static void add_index(scan *s, char dimension, gen_source_range type, size_t begin)
{
    gen_loop_index *index = &s->guard->indices[s->guard->index_count++];

    index->dimension = dimension;
    index->type = type;
    index->number.begin = begin;
    index->number.end = offset_of(s, s->token.text);
}

/* `const int i = …;` */
static bool take_declaration(scan *s)
{
    gen_source_range type;
    size_t begin;
    char dimension;
    local *added = &s->locals[s->local_count];

    take(s, "const");
    if (!take_type(s, &type))
        return false;
    take(s, "const");
    added->name = s->token;
    if (!is_name(s->token) || is_builtin(s->token) || s->local_count == LOCALS_LIMIT - 1)
        return false;
    advance(s);
    if (!take(s, "="))
        return false;
    begin = offset_of(s, s->token.text);
    dimension = take_index(s);
    added->kind = dimension ? VALUE_INDEX : take_arithmetic(s);
    if (!at(s, ";") || added->kind == VALUE_UNKNOWN ||
        s->guard->index_count == GEN_LOOP_INDEX_LIMIT)
        return false;
    if (dimension)
        add_index(s, dimension, type, begin);
    advance(s);
    s->local_count++;
    return true;
}

static bool is_order(token found)
{
    return is_token(found, "<") || is_token(found, "<=") || is_token(found, ">") ||
           is_token(found, ">=");
}

/* `i < n`, in parentheses or not. */
static bool take_comparison(scan *s)
{
    scan ahead = *s;
    bool parenthesis = take(&ahead, "(") && !is_index_type(ahead.token);
    value_kind left;
    value_kind right;

    if (parenthesis)
        *s = ahead;
    left = take_arithmetic(s);
    if (!is_order(s->token))
        return false;
    advance(s);
    right = take_arithmetic(s);
    if (!(left == VALUE_INDEX && right == VALUE_UNIFORM) &&
        !(left == VALUE_UNIFORM && right == VALUE_INDEX))
        return false;
    return !parenthesis || take(s, ")");
}

/* How many comparisons of an index with what is the same for all threads stand here, joined by
 * `joint`, up to a closing parenthesis; 0 if it is something else. */
static size_t take_comparisons(scan *s, const char *joint)
{
    size_t count = 0;

    do {
        if (!take_comparison(s))
            return 0;
        count++;
    } while (take(s, joint));
    return at(s, ")") ? count : 0;
}

static bool take_return(scan *s)
{
    bool braces = take(s, "{");

    return take(s, "return") && take(s, ";") && (!braces || at(s, "}"));
}

/* Whether the statement that stands here, in braces or an expression, is the body's last. */
static bool ends_body(const scan *s)
{
    const char *next = s->next;
    size_t depth = at(s, "{");

    if (at(s, "if") || at(s, "for") || at(s, "while") || at(s, "do") || at(s, "switch"))
        return false;
    for (token found = token_at(&next, s->end); found.length > 0; found = token_at(&next, s->end)) {
        char first = found.text[0];
        if (first == '"' || first == '\'' || first == '#')
            return false; /* braces may not be braces */
        depth += first == '{';
        if (first == '}' && depth > 0)
            depth--;
        if (depth == 0 && (first == ';' || first == '}'))
            return skip_blanks(next, s->end) == s->end;
    }
    return false;
}

static bool take_guard(scan *s)
{
    gen_loop_guard *guard = s->guard;
    size_t conjuncts;
    scan start;

    if (!take(s, "if") || !at(s, "("))
        return false;
    advance(s);
    guard->condition.begin = offset_of(s, s->token.text);
    start = *s;
    conjuncts = take_comparisons(s, "&&");
    if (conjuncts == 0) {
        *s = start;
        if (take_comparisons(s, "||") == 0)
            return false;
    }
    guard->condition.end = offset_of(s, s->token.text);
    advance(s);
    start = *s;
    guard->returns = take_return(s);
    if (guard->returns)
        return conjuncts < 2; /* those who stay are where none of the comparisons is true */
    return conjuncts > 0 && ends_body(&start);
}

static bool has_line_or_comment(const gen_model *model, gen_source_range range)
{
    for (size_t i = range.begin; i < range.end; i++)
        if (model->source[i] == '\n' || model->source[i] == '/')
            return true;
    return false;
}

/* Not where the host compiler gets another text, or threads wait for each other. */
static bool may_change(const gen_model *model, const gen_kernel *kernel)
{
    if (!kernel->no_barrier || kernel->cpu_unfit || kernel->unread ||
        kernel->body_end < kernel->body_begin + 2 || kernel->body_end > model->source_length)
        return false;
    for (const gen_unfit_body *body = model->unfit_bodies; body && body->begin < kernel->body_end;
         body = body->next)
        if (kernel->body_begin < body->end)
            return false;
    return true;
}

static bool find(const gen_model *model, const gen_kernel *kernel, gen_loop_guard *guard)
{
    scan s = {.model = model, .kernel = kernel, .guard = guard};

    memset(guard, 0, sizeof(*guard));
    if (!may_change(model, kernel))
        return false;
    for (size_t i = 0; i < kernel->param_count; i++) {
        token name = {kernel->params[i].name, strlen(kernel->params[i].name)};
        if (is_builtin(name))
            return false;
    }
    s.next = model->source + kernel->body_begin + 1;
    s.end = model->source + kernel->body_end - 1;
    advance(&s);
    while (take_declaration(&s))
        continue;
    guard->has_guard = take_guard(&s);
    for (size_t i = 0; i < guard->index_count; i++)
        if (has_line_or_comment(model, guard->indices[i].type))
            return false;
    return guard->index_count > 0;
}

/* `previous`: the one that was inserted last. Kernels that only a later architecture has come
 * behind all others, wherever they stand. */
static void insert(gen_model *model, gen_loop_guard **previous, gen_loop_guard *loop)
{
    const size_t begin = loop->kernel->body_begin;
    gen_loop_guard **slot = &model->loops;

    if (*previous && (*previous)->kernel->body_begin < begin)
        slot = &(*previous)->next;
    while (*slot && (*slot)->kernel->body_begin < begin)
        slot = &(*slot)->next;
    loop->next = *slot;
    *slot = loop;
    *previous = loop;
}

void gen_loop_guards_find(gen_model *model, gen_arena *arena)
{
    gen_loop_guard *previous = NULL;
    gen_loop_guard found;

    for (gen_kernel *kernel = model->kernels; kernel; kernel = kernel->next) {
        gen_loop_guard *loop;
        if (!find(model, kernel, &found))
            continue;
        loop = GEN_NEW(arena, gen_loop_guard);
        *loop = found;
        loop->kernel = kernel;
        kernel->loop = loop;
        insert(model, &previous, loop);
    }
}
