/* A layer over two ranks, threads that share the CPU driver's device. All numbers that a rank's
 * token gets are silu(1). */
#include <moe_ranks.h>

#include <pthread.h>
#include <stdio.h>

enum { WIDTH = 16, EXPERTS = 3 };

typedef struct rank {
    int number;
    moe_ranks_id id;
    float first, last; /* of the results */
    custub_error error;
} rank;

static custub_memory constant(uint64_t count, float value, custub_error *error)
{
    custub_f32_buffer buffer = custub_f32_buffer_create(count, error);

    custub_f32_fill(buffer.view, value, 0, error);
    return custub_f32_memory(buffer.view);
}

static void *run(void *user)
{
    rank *r = user;
    custub_error *error = &r->error;
    custub_device *device = custub_device_open(0, error);
    moe_kernels kernels = moe_load(error);
    CUstream stream = custub_stream_create(error);
    const int experts =
        moe_ranks_expert(EXPERTS, 2, r->number + 1) - moe_ranks_expert(EXPERTS, 2, r->number);
    const uint64_t matrices = (uint64_t)experts * WIDTH * WIDTH;
    const int tokens = 5 - r->number;
    const moe_layer layer = {.element = MOE_F32,
                             .hidden = WIDTH,
                             .inner = WIDTH,
                             .experts = EXPERTS,
                             .top = 2,
                             .normalize = true,
                             .router = constant(EXPERTS * WIDTH, 1, error),
                             .gate = constant(matrices, 1.0f / WIDTH, error),
                             .up = constant(matrices, 1.0f / WIDTH, error),
                             .down = constant(matrices, 1.0f / WIDTH, error)};
    const moe_pass pass = {.tokens = tokens,
                           .x = constant((uint64_t)tokens * WIDTH, 1, error),
                           .out = constant((uint64_t)tokens * WIDTH, 0, error),
                           .stream = stream};
    moe_ranks *ranks = moe_ranks_join(&r->id, r->number, 2, 60, error);
    moe_ranks_plan *plan;
    float out[5 * WIDTH] = {0};

    if (!ranks)
        return NULL;
    custub_stream_synchronize(0, error);
    plan = moe_ranks_plan_create(ranks, &kernels, &layer, &pass, error);
    moe_ranks_plan_run(plan, error);
    moe_ranks_wait(ranks, stream, error);
    custub_f32_download(custub_f32_view_of(pass.out.ptr, pass.out.count), out, pass.out.count,
                        stream, error);
    r->first = out[0];
    r->last = out[tokens * WIDTH - 1];
    moe_ranks_plan_destroy(plan);
    moe_ranks_leave(ranks, error);
    custub_stream_destroy(stream, error);
    moe_unload(&kernels, error);
    custub_device_close(device, error);
    return NULL;
}

int main(void)
{
    custub_error error = custub_error_none();
    const moe_ranks_id id = moe_ranks_id_create(&error);
    rank ranks[2] = {{.number = 0, .id = id}, {.number = 1, .id = id}};
    pthread_t other;

    if (custub_failed(&error) || pthread_create(&other, NULL, run, &ranks[1])) {
        printf("%s\n", error.message);
        return 1;
    }
    run(&ranks[0]);
    pthread_join(other, NULL);
    for (int i = 0; i < 2; i++)
        printf("rank %d: %.4f %.4f %s\n", i, (double)ranks[i].first, (double)ranks[i].last,
               ranks[i].error.message);
    return custub_failed(&ranks[0].error) || custub_failed(&ranks[1].error);
}
