#include "bounds/code/group_test.h"

void gen_bounds_compare(gen_bounds_group_test *test, const char *comparison, const char *type,
                        const char *a, const char *b)
{
    gen_text *out = test->code->out;

    if (test->is_first)
        gen_text_printf(out, "setp.%s.%s %%custub_p%u, %s, %s;\n", comparison, type,
                        test->predicate, a, b);
    else
        gen_text_printf(out, "setp.%s.%s.%s %%custub_p%u, %s, %s, %%custub_p%u;\n", comparison,
                        test->join, type, test->predicate, a, b, test->predicate);
    test->is_first = false;
}

void gen_bounds_refuse(gen_bounds_group_test *test)
{
    gen_text_puts(test->code->out, "mov.u32 %custub_r0, 0;\n");
    gen_bounds_compare(test, "ne", "u32", "%custub_r0", "0");
}

char *gen_bounds_register_name(const gen_bounds_group_test *test, const gen_ptx_register *reg)
{
    return gen_arena_copy(test->code->plan->function->arena, reg->name.text, reg->name.length);
}

uint64_t gen_bounds_group_span(const gen_bounds_group *group)
{
    return (uint64_t)(group->high - group->low);
}

custub_bounds_limit gen_bounds_group_limit(const gen_bounds_group *group,
                                           custub_bounds_limit_kind kind, size_t extent)
{
    return (custub_bounds_limit){.kind = (uint32_t)kind,
                                 .extent = (uint32_t)extent,
                                 .align = group->is_aligned ? group->align : 1,
                                 .span = gen_bounds_group_span(group),
                                 .scale = 1};
}

uint32_t gen_bounds_group_offset(const gen_bounds_group_test *test,
                                 const custub_bounds_limit *limits, size_t count)
{
    return test->code->limits ? gen_bounds_limit_offset(test->code->limits, limits, count) : 0;
}
