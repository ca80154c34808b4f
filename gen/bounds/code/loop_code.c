#include "bounds/code/loop_code.h"

const char *gen_bounds_new_register(gen_bounds_loop_code *code, gen_bounds_register_kind kind)
{
    return gen_arena_format(code->arena, "%%custub_l%c%u", "rdp"[kind], code -> registers[kind]++);
}

void gen_bounds_require(gen_bounds_loop_code *code, const char *comparison, const char *type,
                        const char *a, const char *b)
{
    if (code->is_first)
        gen_text_printf(&code->out, "setp.%s.%s %%custub_p0, %s, %s;\n", comparison, type, a, b);
    else
        gen_text_printf(&code->out, "setp.%s.and.%s %%custub_p0, %s, %s, %%custub_p0;\n",
                        comparison, type, a, b);
    code->is_first = false;
}

const char *gen_bounds_literal(const gen_bounds_loop_code *code, int64_t number)
{
    return gen_arena_format(code->arena, "%lld", (long long)number);
}

const char *gen_bounds_write_number(gen_bounds_loop_code *code, uint64_t number)
{
    const char *result = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);

    gen_text_printf(&code->out, "mov.b64 %s, %lld;\n", result, (long long)number);
    return result;
}

const char *gen_bounds_write_operation(gen_bounds_loop_code *code, const char *operation,
                                       const char *a, const char *b)
{
    const char *result = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);

    gen_text_printf(&code->out, "%s %s, %s, %s;\n", operation, result, a, b);
    return result;
}

const char *gen_bounds_write_extension(gen_bounds_loop_code *code, const char *narrow,
                                       bool is_signed)
{
    const char *result = gen_bounds_new_register(code, GEN_BOUNDS_WIDE);

    gen_text_printf(&code->out, "cvt.%s %s, %s;\n", is_signed ? "s64.s32" : "u64.u32", result,
                    narrow);
    return result;
}

/* The low half, if 32 bits of 64 are needed. */
static const char *cut(gen_bounds_loop_code *code, const char *name, uint32_t has, uint32_t bits)
{
    const char *result;

    if (has == bits)
        return name;
    result = gen_bounds_new_register(code, GEN_BOUNDS_NARROW);
    gen_text_printf(&code->out, "cvt.u32.u64 %s, %s;\n", result, name);
    return result;
}

static gen_bounds_register_kind kind_of(uint32_t bits)
{
    return bits == 32 ? GEN_BOUNDS_NARROW : GEN_BOUNDS_WIDE;
}

static const char *write_product(gen_bounds_loop_code *code, const gen_bounds_computed *product)
{
    const char *a = gen_bounds_write_sum(code, &product->sources[0].first, product->bits);
    const char *b = gen_bounds_write_sum(code, &product->sources[1].first, product->bits);
    const char *result = gen_bounds_new_register(code, kind_of(product->bits));

    gen_text_printf(&code->out, "mul.lo.s%u %s, %s, %s;\n", (unsigned)product->bits, result, a, b);
    return result;
}

/* The statement once more, before the loop. */
static const char *write_computed(gen_bounds_loop_code *code, const gen_bounds_computed *computed)
{
    const gen_ptx_statement *s = computed->statement;
    const char *names[GEN_BOUNDS_MAX_SOURCES] = {0};
    const char *result;

    for (size_t i = 1; i < s->operand_count; i++) {
        const gen_ptx_operand *operand = &s->operands[i];
        names[i - 1] =
            operand->kind == GEN_PTX_REGISTER
                ? gen_bounds_write_sum(code, &computed->sources[i - 1].first, operand->reg->bits)
                : gen_arena_copy(code->arena, operand->text.text, operand->text.length);
    }
    result = gen_bounds_new_register(code, kind_of(computed->bits));
    gen_text_printf(&code->out, "%.*s %s", (int)s->opcode.length, s->opcode.text, result);
    for (size_t i = 1; i < s->operand_count; i++)
        gen_text_printf(&code->out, ", %s", names[i - 1]);
    gen_text_puts(&code->out, ";\n");
    return result;
}

static const char *write_term(gen_bounds_loop_code *code, const gen_bounds_term *term,
                              uint32_t bits)
{
    const gen_bounds_computed *computed;
    const gen_ptx_variable *variable;
    const char *result;

    switch (term->kind) {
    case GEN_BOUNDS_VALUE:
        return cut(code, gen_arena_copy(code->arena, term->reg->name.text, term->reg->name.length),
                   term->reg->bits, bits);
    case GEN_BOUNDS_VARIABLE:
        variable = code->turns->function->variables->items[term->index];
        result = gen_bounds_new_register(code, kind_of(bits));
        gen_text_printf(&code->out, "mov.u%u %s, %.*s;\n", (unsigned)bits, result,
                        (int)variable->name.length, variable->name.text);
        return result;
    case GEN_BOUNDS_COMPUTED:
        computed = &code->turns->computed[term->index];
        result =
            computed->statement ? write_computed(code, computed) : write_product(code, computed);
        return cut(code, result, computed->bits, bits);
    default:
        result = gen_bounds_write_sum(code, &code->turns->narrow[term->index].first, 32);
        return gen_bounds_write_extension(code, result, term->kind == GEN_BOUNDS_SIGNED);
    }
}

const char *gen_bounds_write_sum(gen_bounds_loop_code *code, const gen_bounds_form *sum,
                                 uint32_t bits)
{
    const unsigned width = (unsigned)bits;
    const char *all = NULL;

    for (size_t i = 0; i < sum->count; i++) {
        const char *term = write_term(code, &sum->terms[i], bits);
        uint64_t factor = sum->terms[i].factor;
        long long number = bits == 32 ? (int32_t)factor : (long long)factor;
        const char *result;
        if (!all && factor == 1) {
            all = term;
            continue;
        }
        result = gen_bounds_new_register(code, kind_of(bits));
        if (!all)
            gen_text_printf(&code->out, "mul.lo.s%u %s, %s, %lld;\n", width, result, term, number);
        else if (factor == 1)
            gen_text_printf(&code->out, "add.s%u %s, %s, %s;\n", width, result, all, term);
        else
            gen_text_printf(&code->out, "mad.lo.s%u %s, %s, %lld, %s;\n", width, result, term,
                            number, all);
        all = result;
    }
    if (!all || sum->constant) {
        const char *result = gen_bounds_new_register(code, kind_of(bits));
        long long number = bits == 32 ? (int32_t)sum->constant : (long long)sum->constant;
        if (all)
            gen_text_printf(&code->out, "add.s%u %s, %s, %lld;\n", width, result, all, number);
        else
            gen_text_printf(&code->out, "mov.b%u %s, %lld;\n", width, result, number);
        all = result;
    }
    return all;
}

bool gen_bounds_expand_sum(const gen_bounds_loop_code *code, const gen_bounds_form *sum,
                           gen_bounds_form *to)
{
    gen_bounds_function *function = code->turns->function;
    size_t place = function->flow.blocks[code->region->loop.header].begin;

    *to = (gen_bounds_form){.constant = sum->constant};
    for (size_t i = 0; i < sum->count; i++) {
        gen_bounds_form one = {.count = 1, .terms = {sum->terms[i]}};
        gen_bounds_term *term = &one.terms[0];
        uint64_t factor = term->factor;
        term->factor = 1;
        if (term->kind == GEN_BOUNDS_VALUE) {
            one = gen_bounds_form_of(function, term->reg, place);
        } else if (term->kind == GEN_BOUNDS_SIGNED || term->kind == GEN_BOUNDS_UNSIGNED) {
            const gen_bounds_form *narrow = &code->turns->narrow[term->index].first;
            if (narrow->count == 1 && !narrow->constant && narrow->terms[0].factor == 1 &&
                narrow->terms[0].kind == GEN_BOUNDS_VALUE) {
                term->index = 0;
                term->reg = narrow->terms[0].reg;
                term->written = gen_bounds_reaching_write(function, term->reg, place);
            }
        }
        if (!gen_bounds_form_add(to, &one, factor))
            return false;
    }
    return true;
}
