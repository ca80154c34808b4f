#include "rewriting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const gen_bounds_pointer pointers[] = {{"a", 0}, {"b", 8}};

void rewrite_text(rewriting *r, const char *text)
{
    rewrite_launched(r, text, (const uint32_t[3]){0}, 0);
}

/* The kernel as it was, which is in the same file. */
static void leave_out_plain(gen_text *file)
{
    char *name = strstr(file->data, CUSTUB_BOUNDS_PLAIN "(");
    char *begin = name;
    char *end = name ? strstr(name, "\n}\n") : NULL;

    if (!end)
        return;
    while (begin > file->data && begin[-1] != '\n')
        begin--;
    memmove(begin, end + 3, strlen(end + 3) + 1);
    file->length = strlen(file->data);
}

void rewrite_launched(rewriting *r, const char *text, const uint32_t *block, uint64_t shared)
{
    const gen_bounds_kernel kernel = {.name = "k",
                                      .symbol = "k",
                                      .pointer_count = 2,
                                      .pointers = pointers,
                                      .block = {block[0], block[1], block[2]},
                                      .shared = shared};
    gen_bounds *bounds;

    memset(r, 0, sizeof(*r));
    gen_arena_initialize(&r->arena);
    gen_diag_initialize(&r->diag, &r->arena);
    bounds = gen_bounds_begin(&r->arena, &r->diag, &kernel, 1);
    assert_true(gen_bounds_add(bounds, "k.ptx", text));
    gen_bounds_finish(bounds, &r->file, &r->table, &r->counts);
    leave_out_plain(&r->file);
    assert_int_equal(r->diag.errors, 0);
    memcpy(&r->head, r->table.data, sizeof(r->head));
    r->limits = (const void *)(r->table.data + r->head.limits);
    r->sites = (const void *)(r->table.data + r->head.sites);
}

static char text[8192];

const char *rewrite(rewriting *r, const char *target, const char *before, const char *statements)
{
    snprintf(text, sizeof(text),
             ".version 9.0\n.target %s\n.address_size 64\n%s.visible .entry k(\n"
             ".param .u64 k_0,\n.param .u64 k_1,\n.param .u32 k_2,\n.param .u32 k_3\n)\n{\n"
             ".reg .pred %%p<9>;\n.reg .b32 %%r<40>;\n.reg .b64 %%rd<40>;\n.reg .f32 %%f<40>;\n"
             ".shared .align 4 .b8 tile[64];\n"
             "ld.param.u64 %%rd1, [k_0];\nld.param.u64 %%rd2, [k_1];\n"
             "ld.param.u32 %%r1, [k_2];\nld.param.u32 %%r2, [k_3];\n%sret;\n}\n",
             target, before, statements);
    rewrite_text(r, text);
    return text;
}

void rewriting_release(rewriting *r)
{
    gen_text_deinitialize(&r->file);
    gen_text_deinitialize(&r->table);
    gen_arena_deinitialize(&r->arena);
}
