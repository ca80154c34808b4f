#include "bounds/addresses/function_copy.h"

#include "bounds/flow/instruction.h"
#include "bounds/addresses/origin.h"

#include <string.h>

/* More copies of a function for one kernel would not be worth their size: pointers of further ones
 * are unknown. */
#define MAX_COPIES 8

/* More copies in a file are no longer made for each kernel: it would grow with the product of its
 * kernels and functions. */
#define MOST_COPIES 1000

/* --- Arguments -------------------------------------------------------------------------------- */

const gen_ptx_statement *gen_bounds_bare_call(const gen_ptx_statement *call)
{
    for (const gen_ptx_statement *s = call->sequence; s; s = s->next)
        if (s->kind == GEN_PTX_CALL)
            return s;
    return call;
}

size_t gen_bounds_argument_number(const gen_ptx_statement *call, gen_token name)
{
    const gen_ptx_operand *arguments = &call->operands[1];

    for (size_t i = 0; i < arguments->item_count; i++)
        if (gen_token_equals(arguments->items[i].text, name))
            return i;
    return GEN_BOUNDS_NOWHERE;
}

typedef struct argument_list {
    const gen_bounds_function *caller;
    const gen_ptx_function *callee;
    size_t count;
    gen_bounds_argument *items;
} argument_list;

static void add_argument(argument_list *list, size_t number, int64_t offset,
                         const gen_ptx_operand *value)
{
    gen_bounds_argument *argument = &list->items[list->count];
    gen_bounds_origin origin = gen_bounds_origin_of(list->caller, value);

    if (number >= list->callee->param_count)
        return;
    if (gen_bounds_origin_has_variable(list->caller, &origin) &&
        !list->caller->variables->are_shared_global)
        origin = (gen_bounds_origin){.flags = GEN_BOUNDS_UNKNOWN,
                                     .reason = "it points to a variable of another function"};
    argument->offset = list->callee->params[number].offset + (uint64_t)offset;
    gen_bounds_origin_add(list->caller, &argument->origin, &origin);
    list->count++;
}

/* st.param.b64 [param0+8], %rd1: 8 bytes of an argument. */
static void read_store(argument_list *list, const gen_ptx_statement *call,
                       const gen_ptx_statement *statement)
{
    gen_bounds_opcode opcode = gen_bounds_opcode_of(statement);
    const gen_ptx_operand *address = gen_bounds_address(statement);
    const gen_ptx_operand *value = &statement->operands[statement->operand_count - 1];
    uint32_t size = gen_bounds_access_size(&opcode);
    size_t number;

    if (!gen_bounds_opcode_is(&opcode, "st") || !address || address->reg)
        return;
    number = gen_bounds_argument_number(call, address->name);
    if (value->kind != GEN_PTX_VECTOR && size == 8)
        add_argument(list, number, address->number, value);
    else if (value->kind == GEN_PTX_VECTOR && size == 8 * value->item_count)
        for (size_t i = 0; i < value->item_count; i++)
            add_argument(list, number, address->number + 8 * (int64_t)i, &value->items[i]);
}

static size_t most_arguments(const gen_ptx_statement *call)
{
    size_t count = call->operands[1].item_count;

    for (const gen_ptx_statement *s = call->sequence; s; s = s->next)
        count += 4; /* a vector has at most four */
    return count + 1;
}

static void read_arguments(argument_list *list, const gen_ptx_statement *statement)
{
    const gen_ptx_statement *call = gen_bounds_bare_call(statement);

    list->items =
        GEN_NEW_ARRAY(list->caller->arena, gen_bounds_argument, most_arguments(statement));
    for (const gen_ptx_statement *s = statement->sequence; s; s = s->next)
        if (s->kind == GEN_PTX_INSTRUCTION)
            read_store(list, call, s);
    if (!statement->sequence)
        for (size_t i = 0; i < call->operands[1].item_count; i++)
            if (call->operands[1].items[i].kind == GEN_PTX_REGISTER)
                add_argument(list, i, 0, &call->operands[1].items[i]);
}

gen_bounds_argument *gen_bounds_read_arguments(const gen_bounds_function *caller,
                                               const gen_ptx_function *callee,
                                               const gen_ptx_statement *call, size_t *count)
{
    argument_list list = {.caller = caller, .callee = callee};

    read_arguments(&list, call);
    *count = list.count;
    return list.items;
}

/* --- Copies ----------------------------------------------------------------------------------- */

static bool same_arguments(const gen_bounds_function *caller, const gen_bounds_function_copy *copy,
                           const argument_list *list)
{
    if (copy->argument_count != list->count)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (copy->arguments[i].offset != list->items[i].offset ||
            !gen_bounds_origin_equals(caller, &copy->arguments[i].origin, &list->items[i].origin))
            return false;
    return true;
}

static void forget_origins(argument_list *list, const char *reason)
{
    for (size_t i = 0; i < list->count; i++)
        list->items[i].origin = (gen_bounds_origin){.flags = GEN_BOUNDS_UNKNOWN, .reason = reason};
}

static gen_bounds_function_copy *find_copy(const gen_bounds_function_copies *copies,
                                           const gen_bounds_function *caller, size_t kernel,
                                           const argument_list *list, size_t *count)
{
    *count = 0;
    for (gen_bounds_function_copy *copy = copies->first; copy; copy = copy->next) {
        if (copy->function != list->callee || copy->kernel != kernel)
            continue;
        if (same_arguments(caller, copy, list))
            return copy;
        ++*count;
    }
    return NULL;
}

gen_bounds_function_copy *gen_bounds_copy_of_callee(gen_bounds_function_copies *copies,
                                                    const gen_bounds_function *caller,
                                                    size_t kernel, const gen_ptx_statement *call)
{
    argument_list list = {.caller = caller,
                          .callee = gen_bounds_find_body(caller->module, call->callee)};
    gen_bounds_function_copy *copy;
    size_t count;

    if (!call->callee.length || !list.callee)
        return NULL;
    read_arguments(&list, call);
    if (kernel == GEN_BOUNDS_ANY_KERNEL || copies->count >= MOST_COPIES) {
        kernel = GEN_BOUNDS_ANY_KERNEL;
        forget_origins(&list, "its function is called by any kernel");
    }
    copy = find_copy(copies, caller, kernel, &list, &count);
    if (!copy && count >= MAX_COPIES) {
        forget_origins(&list, "its function is called with pointers into too many buffers");
        copy = find_copy(copies, caller, kernel, &list, &count);
    }
    if (copy)
        return copy;
    copy = GEN_NEW(caller->arena, gen_bounds_function_copy);
    *copy = (gen_bounds_function_copy){.function = list.callee,
                                       .kernel = kernel,
                                       .argument_count = list.count,
                                       .arguments = list.items};
    copy->name = gen_arena_format(caller->arena, "%.*s_custub%zu", (int)list.callee->name.length,
                                  list.callee->name.text, copies->count++);
    *copies->last = copy;
    copies->last = &copy->next;
    return copy;
}

gen_bounds_function_copy *gen_bounds_copy_in_place(gen_arena *arena,
                                                   const gen_ptx_function *function)
{
    gen_bounds_function_copy *copy = GEN_NEW(arena, gen_bounds_function_copy);
    size_t most = 0;

    for (size_t i = 0; i < function->param_count; i++)
        most += function->params[i].size / 8;
    *copy = (gen_bounds_function_copy){
        .function = function,
        .kernel = GEN_BOUNDS_ANY_KERNEL,
        .name = gen_arena_copy(arena, function->name.text, function->name.length),
        .arguments = GEN_NEW_ARRAY(arena, gen_bounds_argument, most + 1)};
    for (size_t i = 0; i < function->param_count; i++)
        for (uint64_t offset = 0; offset + 8 <= function->params[i].size; offset += 8)
            copy->arguments[copy->argument_count++] = (gen_bounds_argument){
                .offset = function->params[i].offset + offset,
                .origin = {.flags = GEN_BOUNDS_UNKNOWN,
                           .reason = "its function is called through a pointer"}};
    return copy;
}

bool gen_bounds_is_moved_out(const gen_bounds_variables *variables,
                             const gen_ptx_statement *declaration)
{
    static const char word[] = ".shared";

    return variables->are_shared_global && declaration->text.length > sizeof(word) &&
           memcmp(declaration->text.text, word, sizeof(word) - 1) == 0;
}

/* --- Text ------------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c && strchr("_$%.", c));
}

/* The place of a word in the text; its end if it is not there. */
static size_t find_word(gen_token text, gen_token word)
{
    for (size_t i = 0; i + word.length < text.length; i++)
        if (memcmp(text.text + i, word.text, word.length) == 0 &&
            (i == 0 || !is_letter(text.text[i - 1])) && !is_letter(text.text[i + word.length]))
            return i;
    return text.length;
}

static bool find_letter(gen_token text)
{
    for (size_t i = 0; i < text.length; i++)
        if (is_letter(text.text[i]))
            return true;
    return false;
}

void gen_bounds_write_copy_head(gen_text *out, const gen_bounds_function_copy *copy)
{
    gen_token before = copy->function->before;
    gen_token linkage = {".func", 5};
    size_t begin = find_word(before, linkage);
    size_t name = find_word(before, copy->function->name);
    size_t end = name + copy->function->name.length;

    gen_text_append(out, before.text + begin, name - begin);
    gen_text_puts(out, copy->name);
    gen_text_append(out, before.text + end, before.length - end);
    gen_text_printf(out, "%s\n.param .b64 custub_head\n)\n",
                    copy->function->param_count ? "," : "");
}

static void write_guard(gen_text *out, const gen_ptx_statement *call)
{
    if (call->guard)
        gen_text_printf(out, "@%s%.*s ", call->guard_negated ? "!" : "",
                        (int)call->guard->name.length, call->guard->name.text);
}

/* The call of `callee`, with the address as its last argument. `prototype` may be empty. */
static void write_call(gen_text *out, const gen_ptx_statement *call, const char *callee,
                       gen_token prototype)
{
    gen_token results = call->operands[0].text;
    gen_token arguments = call->operands[1].text;
    bool has_arguments = find_letter(arguments);

    write_guard(out, call);
    gen_text_append(out, call->opcode.text, call->opcode.length);
    gen_text_printf(out, " %.*s%s%s, ", (int)results.length, results.text,
                    results.length ? ", " : "", callee);
    if (has_arguments)
        gen_text_printf(out, "%.*s, custub_a)", (int)arguments.length - 1, arguments.text);
    else
        gen_text_puts(out, "(custub_a)");
    if (prototype.length)
        gen_text_printf(out, ", %.*s", (int)prototype.length, prototype.text);
    gen_text_puts(out, ";\n");
}

static void write_argument(gen_text *out)
{
    gen_text_puts(out, "{\n.param .b64 custub_a;\nst.param.b64 [custub_a], %custub_d0;\n");
}

void gen_bounds_write_copy_call(gen_text *out, const gen_ptx_statement *call,
                                const gen_bounds_function_copy *copy)
{
    write_argument(out);
    for (const gen_ptx_statement *s = call->sequence; s; s = s->next) {
        if (s->kind == GEN_PTX_CALL)
            write_call(out, s, copy->name, (gen_token){0});
        else
            gen_ptx_print_statement(out, s);
    }
    if (!call->sequence)
        write_call(out, call, copy->name, (gen_token){0});
    gen_text_puts(out, "}\n");
}

/* name : .callprototype (…) _ (…): one more parameter. */
static void write_prototype(gen_text *out, const gen_ptx_statement *statement)
{
    gen_token text = statement->text;
    size_t end = text.length;
    size_t begin;

    while (end && text.text[end - 1] != ')')
        end--;
    begin = end ? end - 1 : 0;
    while (begin && text.text[begin - 1] != '(')
        begin--;
    gen_text_append(out, text.text, end - 1);
    gen_text_puts(out, find_letter((gen_token){text.text + begin, end - 1 - begin})
                           ? ", .param .b64 _)"
                           : ".param .b64 _)");
    gen_text_append(out, text.text + end, text.length - end);
    gen_text_puts(out, ";\n");
}

void gen_bounds_write_pointer_call(gen_text *out, const gen_ptx_statement *call)
{
    const gen_token word = {".callprototype", 14};

    write_argument(out);
    for (const gen_ptx_statement *s = call->sequence; s; s = s->next) {
        if (s->kind == GEN_PTX_CALL) {
            const gen_ptx_operand *items = s->operands[1].items;
            gen_token callee = items[s->operands[1].item_count - 1].text;
            char name[64] = {0};
            memcpy(name, callee.text, callee.length < 63 ? callee.length : 63);
            write_call(out, s, name, s->prototype);
        } else if (s->kind == GEN_PTX_VERBATIM && find_word(s->text, word) < s->text.length) {
            write_prototype(out, s);
        } else {
            gen_ptx_print_statement(out, s);
        }
    }
    gen_text_puts(out, "}\n");
}
