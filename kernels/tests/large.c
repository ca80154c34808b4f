/* More elements than 32 bits count. */
#include "strided.custub.h"

#include "groups.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT ((UINT64_C(1) << 31) + 7)

static custub_argument whole(CUdeviceptr ptr)
{
    return custub_argument_buffer(CUSTUB_SCALAR_NONE, ptr, COUNT);
}

static void expect(session *s, CUdeviceptr ptr, unsigned char wanted)
{
    unsigned char *host = malloc(COUNT);
    uint64_t i = 0;

    if (!host)
        abort();
    custub_memory_download(custub_memory_of(ptr, COUNT, 1), host, COUNT, 0, &s->error);
    while (i < COUNT && host[i] == wanted)
        i++;
    s->compared += COUNT;
    if (i < COUNT)
        session_fail(s, "[%llu] is %d, not %d", (unsigned long long)i, host[i], wanted);
    free(host);
}

/* Sums the COUNT numbers at x, all of which are 200. */
static void sum(session *s, CUdeviceptr x, CUdeviceptr y)
{
    const custub_kernel *kernel = session_kernel(s, "sum", element_type_named("u8"));
    const uint64_t bytes = 8 << 20; /* of the workspace */
    CUdeviceptr workspace = custub_memory_create(bytes, 1, &s->error);
    const custub_argument arguments[] = {
        custub_argument_u64(1),
        custub_argument_u64(COUNT),
        custub_argument_u64(1),
        whole(x),
        custub_argument_buffer(CUSTUB_SCALAR_NONE, y, 1),
        custub_argument_buffer(CUSTUB_SCALAR_NONE, workspace, bytes)};
    uint64_t result = 0;

    custub_memory_fill(custub_memory_of(workspace, bytes, 1), "", NULL, &s->error);
    if (session_launch(s, kernel, 6, arguments))
        custub_memory_download(custub_memory_of(y, 1, 8), &result, 1, NULL, &s->error);
    s->compared++;
    if (result != 200 * COUNT)
        session_fail(s, "the sum is %llu", (unsigned long long)result);
    custub_memory_destroy(workspace, &s->error);
}

void test_large(session *s)
{
    static const strided_kernels_strides row = {{1, 1, 1, COUNT}, {0, 0, 0, 1}, {0, 0, 0, 1}};
    const element_type *type = element_type_named("u8");
    const custub_kernel *fill = session_kernel(s, "fill", type);
    const custub_kernel *add = session_kernel(s, "add", type);
    const custub_kernel *transpose = session_kernel(s, "transpose", type);
    const custub_kernel *copy = session_kernel(s, "copy_strided", type);
    CUdeviceptr x = custub_memory_create(COUNT, 1, &s->error);
    CUdeviceptr y = custub_memory_create(COUNT, 1, &s->error);
    const custub_argument fill_x[] = {custub_argument_u64(COUNT), custub_argument_u8(200),
                                      whole(x)};
    const custub_argument add_y[] = {custub_argument_u64(COUNT), whole(x), whole(x), whole(y)};
    const custub_argument transpose_x[] = {custub_argument_u64(1), custub_argument_u64(1),
                                           custub_argument_u64(COUNT), whole(y), whole(x)};
    const custub_argument copy_y[] = {custub_argument_bytes(&row, sizeof(row)), whole(x), whole(y)};

    snprintf(s->what, sizeof(s->what), "%llu bytes", (unsigned long long)COUNT);
    if (!fill)
        session_fail(s, "the library has no kernels for u8");
    else if (session_launch(s, fill, 3, fill_x) && session_launch(s, add, 4, add_y))
        expect(s, y, 144);
    if (fill && session_launch(s, transpose, 5, transpose_x))
        expect(s, x, 144);
    if (fill && session_launch(s, fill, 3, fill_x) && session_launch(s, copy, 3, copy_y))
        expect(s, y, 200);
    if (fill)
        sum(s, x, y);
    custub_memory_destroy(y, &s->error);
    custub_memory_destroy(x, &s->error);
}
