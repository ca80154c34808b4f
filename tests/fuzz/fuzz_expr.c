/* Any bytes as the text of an annotation of a kernel. The first byte chooses the annotation. The
 * same text is also the file's name, the types and the signature. */
#include "fuzz_output.h"

#include "check/check.h"
#include "check/evaluate.h"
#include "emit/expressions/expression_code.h"
#include "emit/expressions/expression_text.h"
#include "expr_sample.h"
#include "fuzz_target.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 100000

typedef struct code_buffer {
    uint32_t *words;
    uint32_t length;
} code_buffer;

static void store_word(void *context, uint32_t word)
{
    code_buffer *code = context;

    if (code->length == MAX_WORDS)
        fuzz_fail("the code is endless", NULL);
    code->words[code->length++] = word;
}

/* --- The tree, in 128-bit arithmetic ---------------------------------------------------------- */

static wide parameter_value(const gen_expr *expr, const sample_values *values)
{
    for (size_t i = 0; i < sample_leaf_count; i++) {
        const sample_leaf *leaf = &sample_leaves[i];
        if (leaf->param == expr->index && leaf->offset == expr->offset &&
            leaf->scalar == expr->scalar)
            return sample_leaf_value(i, values);
    }
    return wide_none();
}

static wide component(const custub_dim3 *shape, uint32_t index)
{
    const uint64_t components[] = {shape->x, shape->y, shape->z};

    if (index > 2)
        fuzz_fail("a component that is none of x, y and z", NULL);
    return wide_of(components[index]);
}

static wide value_of(const gen_expr *expr, const sample_values *values)
{
    switch (expr->op) {
    case CUSTUB_OP_CONSTANT:
        return wide_of_int(expr->value);
    case CUSTUB_OP_PARAMETER:
        return parameter_value(expr, values);
    case CUSTUB_OP_GRID:
        return component(&values->grid, expr->index);
    case CUSTUB_OP_BLOCK:
        return component(&values->block, expr->index);
    default:
        break;
    }
    if (expr->otherwise)
        return wide_conditional(value_of(expr->left, values), value_of(expr->right, values),
                                value_of(expr->otherwise, values));
    if (!expr->right)
        return wide_unary(expr->op, value_of(expr->left, values));
    return wide_binary(expr->op, value_of(expr->left, values), value_of(expr->right, values));
}

/* False if the expression uses elements of the sample's arrays that have no value to compare. */
static bool is_known(const gen_expr *expr)
{
    const sample_values zeros = {0};

    if (!expr)
        return true;
    if (expr->op == CUSTUB_OP_PARAMETER)
        return parameter_value(expr, &zeros).valid;
    return is_known(expr->left) && is_known(expr->right) && is_known(expr->otherwise);
}

/* --- Checks of every accepted expression -------------------------------------------------------
 */

typedef void (*emitter)(gen_text *, const gen_kernel_names *, const gen_expr *, const char *);

static void check_written_c(const gen_kernel_names *names, const gen_expr *expr, emitter emit)
{
    gen_text text;
    size_t depth = 0;
    size_t deepest = 0;

    gen_text_initialize(&text);
    emit(&text, names, expr, "launch");
    for (const char *c = text.data; *c; c++) {
        depth += *c == '(';
        deepest = depth > deepest ? depth : deepest;
        if ((*c == ')' && depth-- == 0) ||
            !(isalnum((unsigned char)*c) || strchr("()[]._,+-*/%<>=!&|^?: ", *c)))
            fuzz_fail("the emitted expression has a character that no expression has", text.data);
    }
    if (depth || deepest > 250)
        fuzz_fail("the emitted expression's parentheses do not match, or are too many", text.data);
    gen_text_deinitialize(&text);
}

static void check_code(const gen_expr *expr)
{
    code_buffer code = {malloc(MAX_WORDS * sizeof(uint32_t)), 0};
    custub_expr description = {expr->text, code.words, 0};
    uint64_t random = 20240229;

    if (!code.words)
        abort();
    gen_emit_code(expr, store_word, &code);
    if (code.length != gen_emit_code_length(expr))
        fuzz_fail("the code has another length than it says", expr->text);
    description.length = code.length;
    for (int round = 0; round < 4 && is_known(expr); round++) {
        sample_values values = sample_values_random(&random);
        void *arguments[SAMPLE_PARAM_COUNT];
        sample_arguments(&values, arguments);
        if (!wide_equals(value_of(expr, &values),
                         custubi_evaluate(&description, arguments, &values.grid, &values.block)))
            fuzz_fail("the code computes something else than the tree", expr->text);
    }
    free(code.words);
}

static void check_expr(const gen_kernel_names *names, const gen_expr *expr)
{
    if (!expr)
        return;
    if (!expr->text || strlen(expr->text) == 0)
        fuzz_fail("an expression without a text", NULL);
    check_written_c(names, expr, gen_emit_need);
    check_written_c(names, expr, gen_emit_condition);
    check_code(expr);
}

static void check_exprs(const gen_kernel_names *names)
{
    const gen_kernel *kernel = names->kernel;

    for (size_t i = 0; i < 3; i++) {
        check_expr(names, kernel->threads[i]);
        check_expr(names, kernel->block[i]);
    }
    check_expr(names, kernel->shared);
    for (size_t i = 0; i < kernel->requirement_count; i++)
        check_expr(names, kernel->requirements[i]);
    for (size_t i = 0; i < kernel->pointer_count; i++)
        check_expr(names, kernel->pointers[i].count);
}

/* --- The model -------------------------------------------------------------------------------- */

typedef struct place_of_annotation {
    const char *key;
    const char *param; /* null: on the kernel */
} place_of_annotation;

static const place_of_annotation places[] = {
    {"requires", NULL},     {"threads", NULL},     {"block", NULL},
    {"shared", NULL},       {"dimensions", NULL},  {"launch_bounds", NULL},
    {"cluster_dims", NULL}, {"grid_stride", NULL}, {"no_such", NULL},
    {"counted_by", "x"},    {"sized_by", "x"},     {"counted_by_or_null", "x"},
    {"counted_by", "i"},    {"sized_by", "p"},     {"requires", "x"},
    {"counted_by", NULL},   {"field", NULL},
};

#define PLACE_COUNT (sizeof(places) / sizeof(places[0]))

/* A modifiable copy of the sample's kernel, with `text` in place of each text from the file. */
static gen_kernel *make_kernel(gen_arena *arena, const char *text)
{
    gen_kernel *kernel = GEN_NEW(arena, gen_kernel);

    *kernel = sample_kernel;
    kernel->place = (gen_place){text, 12, 1};
    kernel->signature = text;
    kernel->cpu.unfit = text;
    kernel->params = GEN_NEW_ARRAY(arena, gen_param, SAMPLE_PARAM_COUNT);
    for (size_t i = 0; i < SAMPLE_PARAM_COUNT; i++) {
        gen_type *type = GEN_NEW(arena, gen_type);
        kernel->params[i] = sample_kernel.params[i];
        *type = *kernel->params[i].type;
        type->spelling = text;
        kernel->params[i].type = type;
    }
    return kernel;
}

static void annotate(gen_kernel *kernel, const place_of_annotation *place,
                     gen_annotation *annotation)
{
    annotation->kind = gen_annotation_kind_of(place->key);
    annotation->key = place->key;
    if (!place->param)
        kernel->annotations = annotation;
    for (size_t i = 0; place->param && i < kernel->param_count; i++)
        if (strcmp(kernel->params[i].name, place->param) == 0)
            kernel->params[i].annotations = annotation;
}

static void check_text(gen_arena *arena, const place_of_annotation *place, const char *text)
{
    gen_annotation annotation = {.text = text, .place = {text, 12, 1}};
    gen_model model = sample_model;
    gen_diag diag;
    bool fine;

    gen_diag_initialize(&diag, arena);
    model.kernels = make_kernel(arena, text);
    model.kernel_count = 1;
    model.path = model.file = model.source = text;
    model.source_length = strlen(text);
    annotate(model.kernels, place, &annotation);
    fine = gen_check(&model, arena, &diag);
    if (fine != (diag.errors == 0))
        fuzz_fail("a check failed without an error, or the other way round", text);
    if (fine) {
        check_exprs(gen_c_names_choose(&model, arena, false)->kernels);
        fuzz_check_emitted(&model, arena, NULL);
    }
    fuzz_print_diagnostics(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gen_arena arena;
    char *text;

    if (size == 0)
        return 0;
    gen_arena_initialize(&arena);
    text = malloc(size); /* a block of its own, so that the sanitizer sees an access beyond it */
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    check_text(&arena, &places[data[0] % PLACE_COUNT], text);
    fuzz_check_quoting(text);
    fuzz_check_depfile(text);
    free(text);
    gen_arena_deinitialize(&arena);
    return 0;
}
