#include "bounds/code.h"

void gen_bounds_load(const gen_bounds_code *code, const char *type, const char *to, uint32_t offset)
{
    if (code->is_address)
        gen_text_printf(code->out, "ld.param.u64 %%custub_d9, [%s];\nld.%s %s, [%%custub_d9+%u];\n",
                        code->param, type, to, offset);
    else
        gen_text_printf(code->out, "ld.param.%s %s, [%s+%u];\n", type, to, code->param, offset);
}

void gen_bounds_load_address(const gen_bounds_code *code, const char *to)
{
    if (code->is_address)
        gen_text_printf(code->out, "ld.param.u64 %s, [%s];\n", to, code->param);
    else
        gen_text_printf(code->out, "mov.b64 %s, %s;\ncvta.param.u64 %s, %s;\n", to, code->param, to,
                        to);
}
