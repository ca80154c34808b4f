#include "bounds/code/access_log.h"

#include "bounds/code/record_code.h"

#include <custub/bounds_table.h>

#include <stddef.h>

/* An entry: address, base and bytes of the extent, size of the access above its site (64 bits
 * each); how it is measured (32 bits). */
#define ENTRY_BYTES 48
_Static_assert(GEN_BOUNDS_LOG_BYTES % ENTRY_BYTES == 0, "whole entries");
#define MAX_ENTRIES (GEN_BOUNDS_LOG_BYTES / ENTRY_BYTES)

/* How an entry is measured: the offset of its custub_bounds_measure, a multiple of 8, with these.
 * 0: it is bad. */
#define RIGHT  1u
#define WRITES 2u

static const char head[] = ".func custub_bounds_read_log(.param .b64 custub_head, "
                           ".param .b64 custub_begin, .param .b64 custub_end)\n";

#define MOST_IN_PLACE 64 /* accesses of a function */

bool gen_bounds_has_log(size_t accesses)
{
    return accesses > MOST_IN_PLACE;
}

void gen_bounds_begin_log(const gen_bounds_code *code)
{
    *code->log = (gen_bounds_log){.is_used = code->log->is_used, .labels = code->log->labels};
    if (!code->log->is_used)
        return;
    gen_text_puts(code->out, "mov.u64 %custub_d8, custub_log;\n");
    gen_bounds_load(code, "u64", "%custub_d0", offsetof(custub_bounds_head, measures));
    gen_text_puts(code->out, "setp.ne.u64 %custub_p4, %custub_d0, 0;\n");
}

/* On another way the log may have as many entries as fit. */
void gen_bounds_join_log(const gen_bounds_code *code)
{
    if (code->log->is_read)
        code->log->entries = MAX_ENTRIES;
}

void gen_bounds_make_room_in_log(const gen_bounds_code *code, size_t accesses)
{
    if (code->log->entries + accesses <= MAX_ENTRIES)
        return;
    gen_bounds_end_log(code);
    gen_text_puts(code->out, "mov.u64 %custub_d8, custub_log;\n");
}

static bool is_measured(const gen_bounds_access *access)
{
    return access->target.kind == GEN_BOUNDS_TO_POINTER;
}

static size_t measure_of(const gen_bounds_access *access)
{
    return access->target.index * sizeof(custub_bounds_measure);
}

/* Its size above its site, in %custub_d6. */
static void write_access(gen_text *out, const gen_bounds_access *access)
{
    if (access->length)
        gen_text_printf(out,
                        "shl.b64 %%custub_d6, %%custub_d2, 32;\n"
                        "add.s64 %%custub_d6, %%custub_d6, %u;\n",
                        access->site);
    else
        gen_text_printf(out, "mov.u64 %%custub_d6, %llu;\n",
                        (unsigned long long)access->size << 32 | access->site);
}

static void write_entry(const gen_bounds_code *code, const gen_bounds_access *access)
{
    const unsigned writes = access->kind == CUSTUB_BOUNDS_READ ? 0 : WRITES;
    gen_text *out = code->out;

    code->log->entries++;
    write_access(out, access);
    gen_text_puts(out, "not.pred %custub_p0, %custub_p2;\n");
    if (is_measured(access))
        gen_text_printf(out,
                        "or.pred %%custub_p0, %%custub_p0, %%custub_p4;\n"
                        "selp.b32 %%custub_r0, %zu, 0, %%custub_p2;\n",
                        measure_of(access) | RIGHT | writes);
    else
        gen_text_puts(out, "mov.u32 %custub_r0, 0;\n");
    gen_text_puts(out, "@%custub_p0 st.local.v2.u64 [%custub_d8], {%custub_d3, %custub_d4};\n"
                       "@%custub_p0 st.local.v2.u64 [%custub_d8+16], {%custub_d5, %custub_d6};\n"
                       "@%custub_p0 st.local.u32 [%custub_d8+32], %custub_r0;\n");
    gen_text_printf(out, "@%%custub_p0 add.s64 %%custub_d8, %%custub_d8, %d;\n", ENTRY_BYTES);
}

/* Without a log. */
static void write_in_place(const gen_bounds_code *code, const gen_bounds_access *access)
{
    gen_text *out = code->out;
    const char *label = gen_arena_format(code->plan->function->arena, "%s_look%zu_", code->label,
                                         code->log->labels++);

    gen_text_printf(out, "@%%custub_p2 bra %sright;\n", label);
    gen_bounds_write_slow_frequency(code);
    write_access(out, access);
    gen_bounds_load(code, "u64", "%custub_d7", offsetof(custub_bounds_head, record));
    gen_bounds_load(code, "u32", "%custub_r1", offsetof(custub_bounds_head, traps));
    gen_bounds_write_record(code, label);
    if (is_measured(access))
        gen_text_printf(out, "bra %slooked;\n", label);
    gen_text_printf(out, "%sright:\n", label);
    gen_bounds_write_slow_frequency(code);
    if (!is_measured(access))
        return;
    gen_bounds_load(code, "u64", "%custub_d8", offsetof(custub_bounds_head, measures));
    gen_text_printf(out,
                    "setp.eq.u64 %%custub_p0, %%custub_d8, 0;\n"
                    "@%%custub_p0 bra %slooked;\n",
                    label);
    gen_bounds_write_slow_frequency(code);
    gen_text_printf(out,
                    "add.s64 %%custub_d8, %%custub_d8, %zu;\n"
                    "mov.u32 %%custub_r0, %d;\n",
                    measure_of(access), access->kind != CUSTUB_BOUNDS_READ);
    gen_bounds_write_measure(code, label);
    gen_text_printf(out, "%slooked:\n", label);
    gen_bounds_write_slow_frequency(code);
}

void gen_bounds_write_log_entry(const gen_bounds_code *code, const gen_bounds_access *access)
{
    if (code->log->is_used)
        write_entry(code, access);
    else
        write_in_place(code, access);
}

void gen_bounds_end_log(const gen_bounds_code *code)
{
    gen_text *out = code->out;
    size_t label;

    if (!code->log->entries)
        return;
    code->log->entries = 0;
    code->log->is_read = true;
    label = code->log->labels++;
    gen_text_printf(out,
                    "mov.u64 %%custub_d3, custub_log;\n"
                    "setp.eq.u64 %%custub_p0, %%custub_d8, %%custub_d3;\n"
                    "@%%custub_p0 bra %s_read%zu;\n",
                    code->label, label);
    gen_bounds_write_slow_frequency(code);
    gen_bounds_load_address(code, "%custub_d0");
    gen_text_printf(out,
                    "{\n.param .b64 custub_0;\nst.param.b64 [custub_0], %%custub_d0;\n"
                    ".param .b64 custub_1;\nst.param.b64 [custub_1], %%custub_d3;\n"
                    ".param .b64 custub_2;\nst.param.b64 [custub_2], %%custub_d8;\n"
                    "call custub_bounds_read_log, (custub_0, custub_1, custub_2);\n}\n"
                    "%s_read%zu:\n",
                    code->label, label);
    gen_bounds_write_slow_frequency(code);
}

/* --- The function ----------------------------------------------------------------------------- */

void gen_bounds_write_log_declaration(gen_text *out)
{
    gen_text_printf(out, "%s;\n", head);
}

static void write_entry_load(gen_text *out)
{
    gen_text_puts(out, "$entry:\n"
                       "ld.local.v2.u64 {%custub_d3, %custub_d4}, [%at];\n"
                       "ld.local.v2.u64 {%custub_d5, %custub_d6}, [%at+16];\n"
                       "ld.local.u32 %how, [%at+32];\n");
    gen_text_printf(out, "add.s64 %%at, %%at, %d;\n", ENTRY_BYTES);
    gen_text_puts(out, "shr.u64 %custub_d2, %custub_d6, 32;\n"
                       "setp.eq.u32 %custub_p0, %how, 0;\n"
                       "@%custub_p0 bra $bad;\n");
}

void gen_bounds_write_log_function(gen_text *out)
{
    gen_text_printf(out, "\n%s{\n%s", head, GEN_BOUNDS_REGISTERS);
    gen_text_puts(out, ".reg .b64 %at;\n.reg .b64 %end;\n.reg .b32 %how;\n"
                       "ld.param.u64 %custub_d0, [custub_head];\n"
                       "ld.param.u64 %at, [custub_begin];\n"
                       "ld.param.u64 %end, [custub_end];\n");
    write_entry_load(out);
    gen_text_printf(out,
                    "ld.u64 %%custub_d8, [%%custub_d0+%zu];\n"
                    "and.b32 %%custub_r0, %%how, %u;\n"
                    "cvt.u64.u32 %%custub_d7, %%custub_r0;\n"
                    "add.s64 %%custub_d8, %%custub_d8, %%custub_d7;\n"
                    "and.b32 %%custub_r0, %%how, %u;\n",
                    offsetof(custub_bounds_head, measures), ~(RIGHT | WRITES), WRITES);
    gen_bounds_write_measure_call(out);
    gen_text_puts(out, "bra $next;\n"
                       "$bad:\n");
    gen_bounds_write_record_call(out);
    gen_text_puts(out, "$next:\n"
                       "setp.lt.u64 %custub_p0, %at, %end;\n"
                       "@%custub_p0 bra $entry;\n"
                       "ret;\n}\n");
}
