#include "stride_loop.h"

#include "body_value.h"
#include "stride_body.h"

#include <string.h>

#define DEPTH_LIMIT 16

/* What a local variable is besides the kind of its value. */
typedef struct stride_local {
    char index;   /* 'x': it holds that index; 0: it does not, or no longer */
    char stride;  /* 'x': it holds blockDim.x * gridDim.x */
    size_t loops; /* how many grid-stride loops are around its declaration */
} stride_local;

typedef struct stride_search {
    const gen_model *model;
    gen_scan scan;
    gen_body_values values;
    stride_local locals[GEN_BODY_LOCALS_LIMIT]; /* as those of `values` */
    size_t loops;                               /* grid-stride loops around the scan */
    unsigned around;                            /* bit 0: one of them goes over x; 1: y; 2: z */
    unsigned all;                               /* the dimensions around everything that is done */
    uint32_t indices[3]; /* how often x, y and z of threadIdx and blockIdx stand in indices */
    size_t depth;
    size_t part_count;
    gen_loop_part parts[GEN_LOOP_PART_LIMIT];
} stride_search;

static unsigned bit_of(char dimension)
{
    return 1u << (dimension - 'x');
}

/* --- Names ---------------------------------------------------------------------------------------
 */

static bool declare(stride_search *search, gen_token name, gen_value_kind kind, stride_local local)
{
    const size_t at = search->values.local_count;

    local.loops = search->loops;
    if (!gen_token_is_name(name) || gen_token_is_builtin(name) ||
        !gen_values_declare(&search->values, name, kind))
        return false;
    search->locals[at] = local;
    return true;
}

static bool are_same(gen_token a, gen_token b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* Null if there is none of that name. */
static stride_local *find_local(stride_search *search, gen_token name)
{
    for (size_t i = search->values.local_count; i > 0; i--)
        if (are_same(search->values.locals[i - 1].name, name))
            return &search->locals[i - 1];
    return NULL;
}

/* --- Pieces --------------------------------------------------------------------------------------
 */

static gen_source_range range_from(const stride_search *search, size_t begin)
{
    gen_source_range range = {begin, gen_scan_offset(&search->scan)};

    return range;
}

/* An index in its long form, up to a semicolon. */
static char take_index(stride_search *search)
{
    char dimension = gen_scan_take_index(&search->scan);

    if (dimension)
        search->indices[dimension - 'x']++;
    return dimension;
}

/* An index, long or by name. */
static char take_start(stride_search *search)
{
    char dimension = take_index(search);
    const stride_local *local;

    if (dimension)
        return dimension;
    local = find_local(search, search->scan.token);
    if (!local || !local->index)
        return 0;
    gen_scan_advance(&search->scan);
    return gen_scan_at(&search->scan, ";") ? local->index : 0;
}

static char take_stride(stride_search *search)
{
    char dimension = gen_scan_take_stride(&search->scan);
    const stride_local *local;

    if (dimension)
        return dimension;
    local = find_local(search, search->scan.token);
    if (!local || !local->stride)
        return 0;
    gen_scan_advance(&search->scan);
    return local->stride;
}

/* `i < n`, `n >= i`, up to `end`. */
static bool take_condition(stride_search *search, gen_loop_part *part, const char *end)
{
    gen_scan *scan = &search->scan;
    gen_scan ahead = *scan;
    size_t begin;
    bool is_first;

    gen_scan_advance(&ahead);
    is_first = gen_scan_at(&ahead, "<") || gen_scan_at(&ahead, "<=");
    if (is_first) {
        part->name = scan->token;
        part->is_inclusive = gen_scan_at(&ahead, "<=");
        gen_scan_advance(&ahead);
        *scan = ahead;
    }
    begin = gen_scan_offset(scan);
    if (gen_values_take_arithmetic(&search->values, scan) != GEN_VALUE_UNIFORM)
        return false;
    part->bound = range_from(search, begin);
    if (!is_first) {
        if (!gen_scan_at(scan, ">") && !gen_scan_at(scan, ">="))
            return false;
        part->is_inclusive = gen_scan_at(scan, ">=");
        gen_scan_advance(scan);
        part->name = scan->token;
        gen_scan_advance(scan);
    }
    return gen_token_is_name(part->name) && gen_scan_at(scan, end);
}

/* `i += stride`, `i = i + stride`, up to `end`. */
static bool take_step(stride_search *search, gen_loop_part *part, const char *end)
{
    gen_scan *scan = &search->scan;
    size_t begin;

    if (!are_same(scan->token, part->name))
        return false;
    gen_scan_advance(scan);
    if (gen_scan_take(scan, "=")) {
        if (!are_same(scan->token, part->name))
            return false;
        gen_scan_advance(scan);
        if (!gen_scan_take(scan, "+"))
            return false;
    } else if (!gen_scan_take(scan, "+=")) {
        return false;
    }
    begin = gen_scan_offset(scan);
    if (take_stride(search) != part->dimension)
        return false;
    part->stride = range_from(search, begin);
    return gen_scan_at(scan, end);
}

/* The variable that the loop finds: an index that was declared in no other loop, and is spent
 * then. */
static bool take_variable(stride_search *search, gen_loop_part *part)
{
    stride_local *local = find_local(search, part->name);

    if (!local || !local->index || local->loops != search->loops)
        return false;
    part->dimension = local->index;
    part->start.begin = (size_t)(part->name.text - search->scan.source);
    part->start.end = part->start.begin + part->name.length;
    local->index = 0;
    return true;
}

/* --- Loops ---------------------------------------------------------------------------------------
 */

static bool take_statement(stride_search *search);

/* What is between the pieces is not written again. */
static bool has_comment(const gen_scan *scan, gen_source_range range)
{
    for (size_t i = range.begin; i + 1 < range.end; i++)
        if (scan->source[i] == '/' && (scan->source[i + 1] == '/' || scan->source[i + 1] == '*'))
            return true;
    return false;
}

/* `i` is a number like any other inside the loop. */
static bool enter(stride_search *search, const gen_loop_part *part)
{
    static const stride_local plain;

    if (search->around & bit_of(part->dimension))
        return false;
    search->loops++;
    search->around |= bit_of(part->dimension);
    return declare(search, part->name, GEN_VALUE_UNIFORM, plain);
}

static void leave(stride_search *search, const gen_loop_part *part, size_t local_count)
{
    search->values.local_count = local_count;
    search->loops--;
    search->around &= ~bit_of(part->dimension);
}

/* The body: loops in other dimensions, or what is done once for each thread and round. `step`: of a
 * `while`, where its last statement begins. */
static bool take_body(stride_search *search, size_t step)
{
    const stride_search start = *search;
    gen_scan *scan = &search->scan;
    gen_scan end = *scan;

    if (step == 0 && take_statement(search) && search->part_count > start.part_count)
        return true;
    *search = start;
    if (step == 0 && !gen_scan_skip_statement(&end))
        return false;
    if (!gen_stride_body_is_free(&search->values, *scan, step ? step : gen_scan_offset(&end),
                                 step > 0))
        return false;
    search->all &= search->around;
    while (gen_scan_offset(scan) < (step ? step : gen_scan_offset(&end)))
        gen_scan_advance(scan);
    return true;
}

static gen_loop_part *add_part(stride_search *search, const gen_loop_part *part)
{
    if (search->part_count == GEN_LOOP_PART_LIMIT)
        return NULL;
    search->parts[search->part_count] = *part;
    return &search->parts[search->part_count++];
}

static bool take_declared(stride_search *search, gen_loop_part *part, gen_token *name)
{
    gen_scan *scan = &search->scan;
    size_t begin;

    if (!gen_scan_take(scan, "auto") && !gen_scan_take_type(scan, &part->type))
        return false;
    *name = scan->token;
    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "="))
        return false;
    begin = gen_scan_offset(scan);
    part->dimension = take_start(search);
    part->start = range_from(search, begin);
    return part->dimension != 0;
}

/* `for (int i = …; i < n; i += …) …` */
static bool take_for(stride_search *search)
{
    gen_scan *scan = &search->scan;
    gen_loop_part part = {.kind = GEN_LOOP_STRIDE, .text.begin = gen_scan_offset(scan)};
    const size_t local_count = search->values.local_count;
    gen_token declared = {"", 0};
    bool is_done;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "(") ||
        (!gen_scan_at(scan, ";") && !take_declared(search, &part, &declared)) ||
        !gen_scan_take(scan, ";") || !take_condition(search, &part, ";") ||
        !gen_scan_take(scan, ";"))
        return false;
    if (part.dimension ? !are_same(declared, part.name) : !take_variable(search, &part))
        return false;
    if (!take_step(search, &part, ")"))
        return false;
    gen_scan_advance(scan);
    part.text.end = gen_scan_offset(scan);
    while (part.text.end > part.text.begin && scan->source[part.text.end - 1] != ')')
        part.text.end--;
    if (has_comment(scan, part.text) || !add_part(search, &part) || !enter(search, &part))
        return false;
    is_done = take_body(search, 0);
    leave(search, &part, local_count);
    return is_done;
}

/* Where the last statement before the closing brace begins; 0 if that is not certain. */
static size_t find_last_statement(gen_scan scan)
{
    size_t last = 0;

    while (!gen_scan_at(&scan, "}")) {
        last = gen_scan_offset(&scan);
        if (!gen_scan_skip_statement(&scan))
            return 0;
    }
    return last;
}

/* `while (i < n) { …; i += stride; }` */
static bool take_while(stride_search *search)
{
    gen_scan *scan = &search->scan;
    gen_loop_part part = {.kind = GEN_LOOP_STRIDE, .text.begin = gen_scan_offset(scan)};
    gen_loop_part step = {.kind = GEN_LOOP_STEP};
    const size_t local_count = search->values.local_count;
    gen_loop_part *head;
    bool is_done;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "(") || !take_condition(search, &part, ")") ||
        !take_variable(search, &part))
        return false;
    part.text.end = gen_scan_offset(scan) + 1;
    gen_scan_advance(scan);
    head = add_part(search, &part);
    if (has_comment(scan, part.text) || !head || !gen_scan_take(scan, "{"))
        return false;
    step.text.begin = find_last_statement(*scan);
    if (step.text.begin == 0 || !enter(search, &part))
        return false;
    is_done = take_body(search, step.text.begin);
    leave(search, &part, local_count);
    step.dimension = part.dimension;
    step.name = part.name;
    if (!is_done || !take_step(search, head, ";"))
        return false;
    step.name = head->name = part.name;
    step.text.end = gen_scan_offset(scan);
    gen_scan_advance(scan);
    return !has_comment(scan, step.text) && add_part(search, &step) && gen_scan_take(scan, "}");
}

/* --- Everything else, which all threads of the grid do alike -------------------------------------
 */

#define IS_ANY(token, texts) gen_token_is_any(token, texts, sizeof(texts) / sizeof((texts)[0]))

static bool is_number_type(gen_token token)
{
    static const char *const names[] = {
        "const",    "unsigned", "signed",   "int",     "long",     "short",   "char",
        "bool",     "float",    "double",   "size_t",  "int8_t",   "uint8_t", "int16_t",
        "uint16_t", "int32_t",  "uint32_t", "int64_t", "uint64_t", "uint",    "ptrdiff_t"};

    return IS_ANY(token, names);
}

/* Behind `(`: a type up to `)` that is certainly none else: of numbers, or `name *`. */
static bool take_cast(gen_scan *scan)
{
    gen_scan ahead = *scan;
    bool is_number = true;
    bool is_pointer = false;
    size_t names = 0;

    while (gen_token_is_name(ahead.token) || gen_scan_at(&ahead, "::")) {
        names += !gen_token_is(ahead.token, "const");
        is_number = is_number && is_number_type(ahead.token);
        gen_scan_advance(&ahead);
    }
    while (gen_scan_take(&ahead, "*"))
        is_pointer = true;
    if (names == 0 || (!is_number && !is_pointer) || !gen_scan_take(&ahead, ")"))
        return false;
    *scan = ahead;
    return true;
}

/* `<float4 *>` of `reinterpret_cast<float4 *>`. */
static bool take_cast_type(gen_scan *scan)
{
    if (!gen_scan_take(scan, "<"))
        return false;
    while (gen_token_is_name(scan->token) || gen_scan_at(scan, "::") || gen_scan_at(scan, "*"))
        gen_scan_advance(scan);
    return gen_scan_take(scan, ">") && gen_scan_at(scan, "(");
}

static bool is_param(const stride_search *search, gen_token name)
{
    const gen_kernel *kernel = search->values.kernel;

    for (size_t i = 0; i < kernel->param_count; i++)
        if (gen_token_is(name, kernel->params[i].name))
            return kernel->params[i].type && (kernel->params[i].type->kind == GEN_TYPE_SCALAR ||
                                              kernel->params[i].type->kind == GEN_TYPE_POINTER);
    return false;
}

/* A name whose value is a number or a pointer, the same for all threads. */
static bool take_name(stride_search *search)
{
    static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast"};
    static const char *const constants[] = {"true", "false", "nullptr"};
    const gen_token name = search->scan.token;
    gen_value_kind kind;

    if (gen_token_is_builtin(name))
        return gen_scan_take_component(&search->scan) != 0;
    gen_scan_advance(&search->scan);
    if (IS_ANY(name, casts))
        return take_cast_type(&search->scan);
    if (IS_ANY(name, constants))
        return true;
    if (gen_scan_at(&search->scan, "(") || gen_scan_at(&search->scan, "::"))
        return is_number_type(name) && gen_scan_at(&search->scan, "(");
    if (gen_values_find(&search->values, name, &kind))
        return kind != GEN_VALUE_INDEX && kind != GEN_VALUE_ANY;
    return is_param(search, name);
}

static bool is_harmless(gen_token token)
{
    static const char *const texts[] = {
        "+", "-", "*",  "/",  "%",  "<",  ">",  "!",  "|",  "^", "~",
        "?", ":", "<=", ">=", "&&", "||", "==", "!=", "<<", ">>"};

    return IS_ANY(token, texts) ||
           (token.length > 0 && token.text[0] >= '0' && token.text[0] <= '9');
}

/* An expression without a side effect, whatever it is of, up to `end` outside of its brackets. */
static bool take_expression(stride_search *search, const char *end)
{
    gen_scan *scan = &search->scan;
    size_t depth = 0;

    while (depth > 0 || !gen_scan_at(scan, end)) {
        if (gen_token_is_name(scan->token)) {
            if (!take_name(search))
                return false;
        } else if (gen_scan_take(scan, "(")) {
            if (!take_cast(scan))
                depth++;
        } else if (gen_scan_take(scan, "[")) {
            depth++;
        } else if (depth > 0 && (gen_scan_at(scan, ")") || gen_scan_at(scan, "]"))) {
            depth--;
            gen_scan_advance(scan);
        } else if (gen_scan_take(scan, ".")) { /* of a number: `1.0f` */
            gen_scan_advance(scan);
            if (gen_scan_at(scan, "("))
                return false;
        } else if (is_harmless(scan->token)) {
            gen_scan_advance(scan);
        } else {
            return false;
        }
    }
    return true;
}

/* `const int i = blockIdx.x * blockDim.x + threadIdx.x;`, `int stride = …;` */
static bool take_place(stride_search *search)
{
    gen_scan *scan = &search->scan;
    gen_source_range type;
    stride_local local = {0};
    gen_token name;

    gen_scan_take(scan, "const");
    if (!gen_scan_take(scan, "auto") && !gen_scan_take_type(scan, &type))
        return false;
    gen_scan_take(scan, "const");
    name = scan->token;
    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "="))
        return false;
    local.index = take_index(search);
    if (!local.index)
        local.stride = gen_scan_take_stride(scan);
    if ((!local.index && !local.stride) || !gen_scan_take(scan, ";"))
        return false;
    return declare(search, name, local.index ? GEN_VALUE_INDEX : GEN_VALUE_UNIFORM, local);
}

/* `float4 *y4 = (float4 *)y;`, `const int half = n / 2;` */
static bool take_declaration(stride_search *search)
{
    static const stride_local plain;
    const stride_search start = *search;
    gen_scan *scan = &search->scan;
    gen_token name = {"", 0};
    gen_token type = {"", 0};
    bool is_number = true;
    bool is_pointer = false;

    if (take_place(search))
        return true;
    *search = start;
    if (gen_scan_at(scan, "static"))
        return false;
    while (gen_token_is_name(scan->token) || gen_scan_at(scan, "*") || gen_scan_at(scan, "::")) {
        is_pointer |= gen_scan_at(scan, "*");
        if (gen_token_is_name(scan->token)) {
            is_number = is_number && (name.length == 0 || is_number_type(name));
            type = name.length > 0 ? name : type;
            name = scan->token;
        }
        gen_scan_advance(scan);
    }
    if (type.length == 0 || (!is_number && !is_pointer) || !gen_scan_take(scan, "=") ||
        !take_expression(search, ";"))
        return false;
    gen_scan_advance(scan);
    return declare(search, name, is_pointer ? GEN_VALUE_UNKNOWN : GEN_VALUE_UNIFORM, plain);
}

static bool take_if(stride_search *search)
{
    gen_scan *scan = &search->scan;

    gen_scan_advance(scan);
    if (!gen_scan_take(scan, "(") || !take_expression(search, ")"))
        return false;
    gen_scan_advance(scan);
    if (!take_statement(search))
        return false;
    return !gen_scan_take(scan, "else") || take_statement(search);
}

static bool take_block(stride_search *search)
{
    const size_t local_count = search->values.local_count;

    while (!gen_scan_take(&search->scan, "}"))
        if (!take_statement(search))
            return false;
    search->values.local_count = local_count;
    return true;
}

static bool take_any(stride_search *search)
{
    gen_scan *scan = &search->scan;

    if (gen_scan_take(scan, ";"))
        return true;
    if (gen_scan_take(scan, "{"))
        return take_block(search);
    if (gen_scan_at(scan, "#"))
        return gen_scan_take_unroll(scan) && take_statement(search);
    if (gen_scan_at(scan, "if"))
        return take_if(search);
    if (gen_scan_at(scan, "for"))
        return take_for(search);
    if (gen_scan_at(scan, "while"))
        return take_while(search);
    if (gen_scan_take(scan, "return"))
        return search->loops == 0 && gen_scan_take(scan, ";");
    return take_declaration(search);
}

static bool take_statement(stride_search *search)
{
    bool is_taken;

    if (search->depth == DEPTH_LIMIT)
        return false;
    search->depth++;
    is_taken = take_any(search);
    search->depth--;
    return is_taken;
}

/* --- Kernels -------------------------------------------------------------------------------------
 */

static bool search_text(stride_search *search, const gen_kernel *kernel, const char *text,
                        gen_source_range body)
{
    memset(search, 0, sizeof(*search));
    search->values.kernel = kernel;
    search->all = bit_of('x') | bit_of('y') | bit_of('z');
    if (!gen_scan_is_plain(text, body))
        return false;
    gen_scan_begin(&search->scan, text, body);
    while (!gen_scan_at_end(&search->scan))
        if (!take_statement(search))
            return false;
    return search->part_count > 0;
}

/* Whether the front end saw what the text says. */
static bool agree(const stride_search *a, const stride_search *b)
{
    if (a->part_count != b->part_count || a->all != b->all ||
        memcmp(a->indices, b->indices, sizeof(a->indices)) != 0)
        return false;
    for (size_t i = 0; i < a->part_count; i++)
        if (a->parts[i].kind != b->parts[i].kind || !are_same(a->parts[i].name, b->parts[i].name) ||
            a->parts[i].dimension != b->parts[i].dimension ||
            a->parts[i].is_inclusive != b->parts[i].is_inclusive)
            return false;
    return true;
}

bool gen_stride_loops_find(const gen_model *model, const gen_kernel *kernel, gen_loop_guard *loop)
{
    const gen_source_range body = {kernel->body_begin + 1, kernel->body_end - 1};
    stride_search printed;
    stride_search found;

    if (!kernel->printed)
        return false;
    if (!search_text(&found, kernel, model->source, body) ||
        !search_text(&printed, kernel, kernel->printed,
                     (gen_source_range){0, strlen(kernel->printed)}) ||
        !agree(&found, &printed))
        return false;
    for (int i = 0; i < 3; i++)
        if (!gen_loop_is_open(model, kernel, (char)('x' + i), found.indices[i]))
            found.all &= ~(1u << i);
    if (!(found.all & bit_of('x')))
        return false;
    loop->is_strided = true;
    for (size_t i = 0; i < found.part_count; i++)
        if (found.all & bit_of(found.parts[i].dimension))
            loop->parts[loop->part_count++] = found.parts[i];
    for (int i = 0; i < 3; i++)
        loop->is_open[i] = (found.all & (1u << i)) != 0;
    return true;
}
