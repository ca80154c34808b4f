#include "frontend/launches/host_launch.h"

#include "frontend/kernels/symbol.h"
#include "frontend/launches/host_syntax.h"

#include <string.h>

#define DEPTH 8 /* of expressions around an extent */
#define SHAPE 1 /* clang's call that passes the shape on */

#define MOST_ARGUMENTS (sizeof(((gen_host_launch *)0)->arguments) / sizeof(CXCursor))

/* cuModuleGetFunction(&variable, module, "symbol") */
typedef struct gen_host_function {
    struct gen_host_function *next;
    CXCursor variable;
    const char *symbol;
} gen_host_function;

/* --- Shapes ----------------------------------------------------------------------------------- */

static bool is_dim3(gen_reader *reader, CXCursor expression)
{
    const CXType type = clang_getCanonicalType(clang_getCursorType(expression));
    const CXCursor class = clang_getTypeDeclaration(type);

    return strcmp(gen_reader_text(reader, clang_getCursorSpelling(class)), "dim3") == 0;
}

/* The arguments of the constructor that an expression of type dim3 is made by. */
static bool read_shape(gen_reader *reader, CXCursor expression, CXCursor extents[3])
{
    for (unsigned depth = 0; depth < DEPTH && !clang_Cursor_isNull(expression); depth++) {
        const enum CXCursorKind kind = clang_getCursorKind(expression);
        const int count = kind == CXCursor_CallExpr ? clang_Cursor_getNumArguments(expression) : 0;

        if (count > 0 && !is_dim3(reader, clang_Cursor_getArgument(expression, 0))) {
            for (int i = 0; i < count && i < 3; i++)
                extents[i] = clang_Cursor_getArgument(expression, (unsigned)i);
            return is_dim3(reader, expression);
        }
        if (kind == CXCursor_DeclRefExpr)
            expression = gen_host_last_expression(clang_getCursorReferenced(expression));
        else
            expression = count > 0 ? clang_Cursor_getArgument(expression, 0)
                                   : gen_host_last_expression(expression);
    }
    return false;
}

/* --- Kernels ---------------------------------------------------------------------------------- */

static const char *symbol_of(gen_reader *reader, CXCursor kernel)
{
    if (clang_getCursorKind(kernel) != CXCursor_FunctionDecl)
        return NULL;
    return gen_read_has_c_linkage(reader, kernel)
               ? gen_reader_text(reader, clang_getCursorSpelling(kernel))
               : gen_read_symbol(reader, kernel);
}

static void add_function(gen_host_code *code, CXCursor call)
{
    gen_host_function *added = GEN_NEW(code->reader->arena, gen_host_function);
    CXEvalResult name = clang_Cursor_Evaluate(clang_Cursor_getArgument(call, 2));

    added->variable = gen_host_root(code->reader, clang_Cursor_getArgument(call, 0));
    if (name && clang_EvalResult_getKind(name) == CXEval_StrLiteral)
        added->symbol = gen_arena_string(code->reader->arena, clang_EvalResult_getAsStr(name));
    if (name)
        clang_EvalResult_dispose(name);
    GEN_ADD(&code->functions, added);
}

static const char *symbol_of_function(gen_host_code *code, CXCursor expression)
{
    const CXCursor variable = gen_host_root(code->reader, expression);
    const char *symbol = NULL;

    for (const gen_host_function *f = code->functions.first; f; f = f->next) {
        if (clang_equalCursors(f->variable, variable))
            symbol = f->symbol;
    }
    return symbol;
}

/* --- Launches --------------------------------------------------------------------------------- */

static gen_host_launch *add_launch(gen_host_code *code, const char *symbol)
{
    gen_host_launch *added = GEN_NEW(code->reader->arena, gen_host_launch);

    added->symbol = symbol;
    for (size_t axis = 0; axis < 3; axis++)
        added->grid[axis] = added->block[axis] = clang_getNullCursor();
    GEN_ADD(&code->launches, added);
    return added;
}

static void set_shape(gen_host_code *code, gen_host_launch *launch, CXCursor grid, CXCursor block)
{
    read_shape(code->reader, grid, launch->grid);
    launch->has_block = read_shape(code->reader, block, launch->block);
}

/* The elements of "void *arguments[] = {&n, &x};" */
static void set_arguments(gen_host_code *code, gen_host_launch *launch, CXCursor array)
{
    const CXCursor list =
        gen_host_unwrapped(gen_host_last_expression(gen_host_root(code->reader, array)));

    while (clang_getCursorKind(list) == CXCursor_InitListExpr && launch->count < MOST_ARGUMENTS) {
        const CXCursor element = gen_host_unwrapped(gen_host_child(list, launch->count));

        if (clang_Cursor_isNull(element))
            break;
        launch->arguments[launch->count++] =
            gen_host_operator(element) == '&' ? gen_host_child(element, 0) : element;
    }
}

static void read_brackets(gen_host_code *code, CXCursor call, CXCursor shape)
{
    const char *symbol = symbol_of(code->reader, clang_getCursorReferenced(call));
    const int count = clang_Cursor_getNumArguments(call);
    gen_host_launch *launch = symbol ? add_launch(code, symbol) : NULL;

    if (!launch)
        return;
    set_shape(code, launch, clang_Cursor_getArgument(shape, 0), clang_Cursor_getArgument(shape, 1));
    for (int i = 0; i < count && launch->count < MOST_ARGUMENTS; i++)
        launch->arguments[launch->count++] = clang_Cursor_getArgument(call, (unsigned)i);
}

/* cudaLaunchKernel(kernel, grid, block, arguments, …) */
static void read_runtime_launch(gen_host_code *code, CXCursor call)
{
    const CXCursor kernel = gen_host_root(code->reader, clang_Cursor_getArgument(call, 0));
    const char *symbol = symbol_of(code->reader, kernel);
    gen_host_launch *launch = symbol ? add_launch(code, symbol) : NULL;

    if (!launch)
        return;
    set_shape(code, launch, clang_Cursor_getArgument(call, 1), clang_Cursor_getArgument(call, 2));
    set_arguments(code, launch, clang_Cursor_getArgument(call, 3));
}

/* cuLaunchKernel(function, grid x, y, z, block x, y, z, shared, stream, arguments, …) */
static void read_driver_launch(gen_host_code *code, CXCursor call)
{
    const char *symbol = symbol_of_function(code, clang_Cursor_getArgument(call, 0));
    gen_host_launch *launch = symbol ? add_launch(code, symbol) : NULL;

    if (!launch)
        return;
    for (unsigned axis = 0; axis < 3; axis++) {
        launch->grid[axis] = clang_Cursor_getArgument(call, 1 + axis);
        launch->block[axis] = clang_Cursor_getArgument(call, 4 + axis);
    }
    launch->has_block = true;
    set_arguments(code, launch, clang_Cursor_getArgument(call, 9));
}

bool gen_host_launch_read(gen_host_code *code, CXCursor call, const char *name)
{
    const CXCursor shape = gen_host_child(call, SHAPE);
    const bool is_call = clang_getCursorKind(shape) == CXCursor_CallExpr;
    const char *shape_name =
        is_call ? gen_reader_text(code->reader, clang_getCursorSpelling(shape)) : "";

    if (strcmp(shape_name, "cudaConfigureCall") == 0 ||
        strcmp(shape_name, "__cudaPushCallConfiguration") == 0)
        read_brackets(code, call, shape);
    else if (strcmp(name, "cudaLaunchKernel") == 0 ||
             strcmp(name, "cudaLaunchCooperativeKernel") == 0)
        read_runtime_launch(code, call);
    else if (strcmp(name, "cuLaunchKernel") == 0 || strcmp(name, "cuLaunchCooperativeKernel") == 0)
        read_driver_launch(code, call);
    else if (strcmp(name, "cuModuleGetFunction") == 0)
        add_function(code, call);
    else
        return false;
    return true;
}
