#define _POSIX_C_SOURCE 200809L
#include "rank_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pthread_barrier_t all_here;

/* --- Layers --- */

static char *random_matrix(const whole *w, int count, double size)
{
    char *matrix = calloc((size_t)count, reference_type(w->element)->size);

    for (int i = 0; i < count; i++)
        element_set(reference_type(w->element), matrix, (size_t)i,
                    (2 * reference_random() - 1) * size);
    return matrix;
}

static int tokens_before(const whole *w, int rank)
{
    int sum = 0;

    for (int r = 0; r < rank; r++)
        sum += w->shape.tokens[r];
    return sum;
}

/* The size of so many tokens in bytes. */
static uint64_t bytes_of(const whole *w, int tokens)
{
    return (uint64_t)(tokens * w->shape.hidden) * reference_type(w->element)->size;
}

static custub_memory put(device_pass *p, int at, const char *host, uint64_t count, uint64_t size,
                         custub_error *error)
{
    p->memory[at] = custub_bytes_buffer_create(count * size, error);
    if (host)
        custub_bytes_upload(p->memory[at].view, host, count * size, 0, error);
    else
        custub_bytes_fill(p->memory[at].view, 0xff, 0, error);
    return custub_memory_of(p->memory[at].view.ptr, count, size);
}

static void put_choice(device_pass *p, const whole *w, int token, int tokens, custub_error *error)
{
    const int top = w->shape.top;
    const uint64_t entries = (uint64_t)(tokens * top);
    const char *choice = (const char *)(w->choice + token * top);
    const char *weight = (const char *)(w->weight + token * top);

    p->pass.choice = custub_i32_view_of(put(p, 7, choice, entries, 4, error).ptr, entries);
    p->pass.weight = custub_f32_view_of(put(p, 8, weight, entries, 4, error).ptr, entries);
}

/* Experts `expert` to `expert_end` - 1 and the tokens from `token` on. */
static device_pass open_pass(const whole *w, int expert, int expert_end, int token, int tokens,
                             CUstream stream, custub_error *error)
{
    const shape *s = &w->shape;
    const uint64_t size = reference_type(w->element)->size;
    const uint64_t matrix = (uint64_t)(s->inner * s->hidden), row = (uint64_t)s->hidden;
    const uint64_t skipped = (uint64_t)expert * matrix * size;
    const uint64_t experts = (uint64_t)(expert_end - expert);
    device_pass p = {.layer = {.element = w->element,
                               .hidden = s->hidden,
                               .inner = s->inner,
                               .experts = s->experts,
                               .top = s->top,
                               .capacity = s->capacity,
                               .normalize = s->normalize},
                     .pass = {.tokens = tokens, .stream = stream}};

    p.layer.router = put(&p, 0, w->router, (uint64_t)s->experts * row, size, error);
    p.layer.gate = put(&p, 1, w->gate + skipped, experts * matrix, size, error);
    p.layer.up = put(&p, 2, w->up + skipped, experts * matrix, size, error);
    p.layer.down = put(&p, 3, w->down + skipped, experts * matrix, size, error);
    p.pass.x = put(&p, 4, w->x + bytes_of(w, token), (uint64_t)tokens * row, size, error);
    p.pass.out = put(&p, 5, NULL, (uint64_t)tokens * row, size, error);
    p.dropped = custub_i32_buffer_create((uint64_t)s->experts, error);
    p.pass.dropped = p.dropped.view;
    if (s->chosen)
        put_choice(&p, w, token, tokens, error);
    custub_stream_synchronize(0, error);
    return p;
}

void device_pass_close(device_pass *p, custub_error *error)
{
    for (int i = 0; i < 9; i++)
        custub_bytes_buffer_destroy(&p->memory[i], error);
    custub_i32_buffer_destroy(&p->dropped, error);
}

static void run_on_one(whole *w, int token, int tokens, int *dropped, const moe_kernels *kernels,
                       custub_error *error)
{
    const shape *s = &w->shape;
    device_pass p = open_pass(w, 0, s->experts, token, tokens, 0, error);

    p.memory[6] = custub_bytes_buffer_create(moe_workspace_size(&p.layer, tokens, error), error);
    p.pass.workspace = p.memory[6].view;
    moe_forward(kernels, &p.layer, &p.pass, error);
    custub_bytes_download(p.memory[5].view, w->out + bytes_of(w, token), bytes_of(w, tokens), 0,
                          error);
    custub_i32_download(p.dropped.view, dropped, (uint64_t)s->experts, 0, error);
    device_pass_close(&p, error);
}

static void choose(whole *w, int tokens)
{
    const int top = w->shape.top, experts = w->shape.experts;

    w->choice = calloc((size_t)(tokens * top), sizeof(*w->choice));
    w->weight = calloc((size_t)(tokens * top), sizeof(*w->weight));
    for (int i = 0; i < tokens * top; i++) {
        w->choice[i] = i / top % 4 ? experts - 1 : i % experts;
        w->weight[i] = (float)reference_random();
    }
}

/* A capacity applies to the tokens of each rank, so the reference runs them rank by rank. */
void whole_open(whole *w, const shape *given, moe_element element, int count,
                const moe_kernels *kernels, custub_error *error)
{
    int dropped[256];
    int tokens, matrix;

    memset(w, 0, sizeof(*w));
    w->shape = *given;
    w->element = element;
    w->count = count;
    tokens = tokens_before(w, count);
    matrix = w->shape.experts * w->shape.inner * w->shape.hidden;
    w->router = random_matrix(w, w->shape.experts * w->shape.hidden, w->shape.equal ? 0 : 1);
    w->gate = random_matrix(w, matrix, 2 / sqrt(w->shape.hidden));
    w->up = random_matrix(w, matrix, 2 / sqrt(w->shape.hidden));
    w->down = random_matrix(w, matrix, 2 / sqrt(w->shape.inner));
    w->x = random_matrix(w, tokens * w->shape.hidden, 1);
    w->out = calloc(bytes_of(w, tokens), 1);
    if (w->shape.chosen)
        choose(w, tokens);
    if (w->shape.capacity == 0)
        run_on_one(w, 0, tokens, dropped, kernels, error);
    else
        for (int r = 0; r < count; r++)
            if (w->shape.tokens[r])
                run_on_one(w, tokens_before(w, r), w->shape.tokens[r], w->dropped[r], kernels,
                           error);
}

void whole_close(whole *w)
{
    free(w->router);
    free(w->gate);
    free(w->up);
    free(w->down);
    free(w->x);
    free(w->out);
    free(w->choice);
    free(w->weight);
}

/* --- Ranks --- */

void rank_run(rank_state *s)
{
    s->device = custub_device_open(s->ordinal, &s->error);
    s->kernels = moe_load(&s->error);
    s->stream = custub_stream_create(&s->error);
    s->ranks = moe_ranks_join(&s->id, s->rank, s->count, s->seconds, &s->error);
    if (s->ranks)
        s->act(s);
    moe_ranks_leave(s->ranks, &s->error);
    custub_stream_destroy(s->stream, &s->error);
    moe_unload(&s->kernels, &s->error);
    custub_device_close(s->device, &s->error);
}

static void *run_thread(void *user)
{
    rank_run(user);
    return NULL;
}

void ranks_run(rank_state *states, int count, int started, const rank_state *model, bool shared)
{
    pthread_t threads[RANKS];

    pthread_barrier_init(&all_here, NULL, (unsigned)started);
    for (int r = 0; r < started; r++) {
        states[r] = *model;
        states[r].rank = r;
        states[r].count = count;
        states[r].ordinal = shared ? 0 : r;
        pthread_create(&threads[r], NULL, run_thread, &states[r]);
    }
    for (int r = 0; r < started; r++)
        pthread_join(threads[r], NULL);
    pthread_barrier_destroy(&all_here);
}

device_pass rank_pass_open(rank_state *s, const whole *w)
{
    const int experts = w->shape.experts;

    return open_pass(w, moe_ranks_expert(experts, s->count, s->rank),
                     moe_ranks_expert(experts, s->count, s->rank + 1), tokens_before(w, s->rank),
                     w->shape.tokens[s->rank], s->stream, &s->error);
}

const char *rank_tokens(const rank_state *s, const whole *w)
{
    return w->x + bytes_of(w, tokens_before(w, s->rank));
}

void rank_compare(rank_state *s, const whole *w, device_pass *p)
{
    const uint64_t bytes = p->memory[5].view.count;
    const char *want = w->out + bytes_of(w, tokens_before(w, s->rank));
    char *got = calloc(bytes + 1, 1);
    int dropped[256] = {0};

    custub_bytes_download(p->memory[5].view, got, bytes, s->stream, &s->error);
    custub_i32_download(p->dropped.view, dropped, p->dropped.view.count, s->stream, &s->error);
    for (uint64_t i = 0; i < bytes && !s->fault[0]; i++)
        if (got[i] != want[i])
            snprintf(s->fault, sizeof(s->fault), "%d experts, element type %d: byte %llu of %llu",
                     w->shape.experts, (int)w->element, (unsigned long long)i,
                     (unsigned long long)bytes);
    for (int e = 0; e < w->shape.experts && !s->fault[0]; e++)
        if (dropped[e] != w->dropped[s->rank][e])
            snprintf(s->fault, sizeof(s->fault), "expert %d dropped %d, expected %d", e, dropped[e],
                     w->dropped[s->rank][e]);
    free(got);
}

void rank_poison(rank_state *s, device_pass *p)
{
    custub_bytes_fill(p->memory[5].view, 0xff, s->stream, &s->error);
    custub_bytes_fill(
        p->dropped.view.ptr
            ? custub_bytes_view_of(p->dropped.view.ptr, p->dropped.view.count * sizeof(int))
            : custub_bytes_view_of(0, 0),
        0xff, s->stream, &s->error);
}

/* Launches one graph twice: over zeros, then over the tokens. */
static void replay(rank_state *s, const whole *w, device_pass *p, moe_ranks_plan *plan)
{
    const uint64_t bytes = p->memory[4].view.count;
    CUgraph graph;
    CUgraphExec exec;

    custub_capture_begin(s->stream, &s->error);
    moe_ranks_plan_run(plan, &s->error);
    graph = custub_capture_end(s->stream, &s->error);
    exec = custub_graph_instantiate(graph, &s->error);
    for (int turn = 0; turn < 2; turn++) {
        rank_poison(s, p);
        if (turn == 0)
            custub_bytes_zero(p->memory[4].view, s->stream, &s->error);
        else
            custub_bytes_upload(p->memory[4].view, rank_tokens(s, w), bytes, s->stream, &s->error);
        custub_graph_launch(exec, s->stream, &s->error);
    }
    moe_ranks_wait(s->ranks, s->stream, &s->error);
    rank_compare(s, w, p);
    custub_graph_exec_destroy(exec, &s->error);
    custub_graph_destroy(graph, &s->error);
}

void run_layers(rank_state *s)
{
    for (int i = 0; i < s->whole_count; i++) {
        const whole *w = &s->wholes[i];
        device_pass p = rank_pass_open(s, w);
        moe_ranks_plan *plan =
            moe_ranks_plan_create(s->ranks, &s->kernels, &p.layer, &p.pass, &s->error);
        for (int turn = 0; turn < 2 && plan; turn++) {
            rank_poison(s, &p);
            moe_ranks_plan_run(plan, &s->error);
        }
        moe_ranks_wait(s->ranks, s->stream, &s->error);
        rank_compare(s, w, &p);
        if (w->shape.graph && plan)
            replay(s, w, &p, plan);
        pthread_barrier_wait(&all_here);
        moe_ranks_plan_destroy(plan);
        device_pass_close(&p, &s->error);
        pthread_barrier_wait(&all_here);
    }
}
