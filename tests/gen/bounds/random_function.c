#include "random_writer.h"

#include <stdio.h>

void random_load_params(random_writer *w, const char *name)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        gen_text_printf(w->out, "ld.param.u64 %%rd%u, [%s_%u];\n", w->wide++, name, i);
    for (unsigned i = 0; i < RANDOM_INTEGERS; i++)
        gen_text_printf(w->out, "ld.param.u32 %%r%u, [%s_%u];\n", w->narrow++, name,
                        MACHINE_BUFFERS + i);
}

void random_write_params(gen_text *out, const char *name)
{
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        gen_text_printf(out, ".param .u64 %s_%u,\n", name, i);
    for (unsigned i = 0; i < RANDOM_INTEGERS; i++)
        gen_text_printf(out, ".param .u32 %s_%u%s\n", name, MACHINE_BUFFERS + i,
                        i + 1 < RANDOM_INTEGERS ? "," : "");
}

void random_write_registers(gen_text *out, const random_writer *w)
{
    gen_text_printf(out, ".reg .pred %%p<%u>;\n.reg .b32 %%r<%u>;\n.reg .b64 %%rd<%u>;\n",
                    w->predicates + 1, w->narrow + 1, w->wide + 1);
}

void random_call(random_writer *w)
{
    gen_text_puts(w->out, "{\n");
    for (unsigned i = 0; i < MACHINE_BUFFERS; i++)
        gen_text_printf(w->out, ".param .b64 param%u;\nst.param.b64 [param%u], %%rd%u;\n", i, i,
                        random_pointer(w));
    for (unsigned i = MACHINE_BUFFERS; i < MACHINE_BUFFERS + RANDOM_INTEGERS; i++) {
        gen_text_printf(w->out, ".param .b32 param%u;\nst.param.b32 [param%u], ", i, i);
        gen_text_printf(w->out, random_any(3) ? "%%r%u;\n" : "%u;\n", random_any(w->narrow));
    }
    gen_text_printf(w->out, ".param .b32 retval0;\ncall.uni (retval0), f%u, (",
                    random_any(w->functions));
    for (unsigned i = 0; i < MACHINE_BUFFERS + RANDOM_INTEGERS; i++)
        gen_text_printf(w->out, "%sparam%u", i ? ", " : "", i);
    gen_text_printf(w->out, ");\nld.param.b32 %%r%u, [retval0];\n}\n", w->narrow++);
    w->calls--;
}

void random_functions(gen_text *out, unsigned count, bool is_varied)
{
    for (unsigned i = 0; i < count; i++) {
        char name[16];
        gen_text body = {0};
        random_writer w = {
            .out = &body, .functions = i, .calls = i ? 1 : 0, .is_varied = is_varied};
        snprintf(name, sizeof(name), "f%u", i);
        random_load_params(&w, name);
        gen_text_puts(&body, "st.param.b32 [result], %r0;\nsetp.lt.s32 %p0, %r1, 9;\n");
        w.predicates = 1;
        random_statements(&w, 1);
        gen_text_printf(out, ".func (.param .b32 result) %s(\n", name);
        random_write_params(out, name);
        gen_text_puts(out, ")\n{\n");
        random_write_registers(out, &w);
        gen_text_printf(out, "%sst.param.b32 [result], %%r%u;\nret;\n}\n", body.data,
                        random_any(w.narrow));
        gen_text_deinitialize(&body);
    }
}
