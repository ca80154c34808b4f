/* Any bytes as a PTX file, verified against the kernels of a small model. */
#include "expr_sample.h"
#include "fuzz_output.h"
#include "fuzz_target.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <string.h>

static void check_function(const gen_ptx_function *function)
{
    uint64_t end = 0;

    if (!function->name.length)
        fuzz_fail("a function without a name", NULL);
    for (size_t i = 0; i < function->param_count; i++) {
        const gen_ptx_param *param = &function->params[i];
        if (!param->align || param->offset % param->align || param->offset < end)
            fuzz_fail("a parameter that lies where none can", NULL);
        end = param->offset + param->size;
    }
    if (function->dimensions > 3)
        fuzz_fail("more than three dimensions", NULL);
}

/* The same with what is in the bodies. */
static void check_bodies(const gen_ptx_module *heads)
{
    gen_arena arena;
    gen_diag diag;
    gen_ptx_module *whole;

    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    whole = gen_ptx_parse(&arena, &diag, heads->path, heads->text);
    if ((whole != NULL) != (diag.errors == 0))
        fuzz_fail("PTX was refused without an error, or the other way round", heads->text);
    if (whole)
        for (const gen_ptx_function *at = whole->functions; at; at = at->next)
            check_function(at);
    gen_arena_deinitialize(&arena);
}

static void verify(gen_diag *diag, const gen_ptx_module *ptx)
{
    static const char *architectures[] = {"sm_80"};
    gen_kernel kernels[2] = {sample_kernel, {.name = "none", .symbol = "none"}};
    gen_model model = sample_model;

    kernels[0].next = &kernels[1];
    for (size_t i = 0; i < 2; i++) {
        kernels[i].architectures = 1;
        kernels[i].max_threads = 256;
        kernels[i].cluster[0] = 2;
        kernels[i].dimensions = 1;
    }
    model.kernels = kernels;
    model.kernel_count = 2;
    model.architecture_count = 1;
    model.architectures = architectures;
    if (gen_verify(&model, 0, ptx, diag) != (diag->errors == 0))
        fuzz_fail("a verification failed without an error, or the other way round", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    gen_arena arena;
    gen_diag diag;
    gen_ptx_module *ptx;
    char *text = malloc(size + 1);

    if (!text)
        abort();
    memcpy(text, data, size);
    text[size] = '\0';
    gen_arena_initialize(&arena);
    gen_diag_initialize(&diag, &arena);
    ptx = gen_ptx_parse_heads(&arena, &diag, "any.ptx", text);
    if ((ptx != NULL) != (diag.errors == 0))
        fuzz_fail("PTX was refused without an error, or the other way round", text);
    if (ptx) {
        for (const gen_ptx_function *at = ptx->functions; at; at = at->next)
            check_function(at);
        check_bodies(ptx);
        verify(&diag, ptx);
    }
    fuzz_print_diagnostics(&diag);
    gen_arena_deinitialize(&arena);
    free(text);
    return 0;
}
