/* A stream holds a bounded amount of work. A call that adds more waits, and no other call does. */
#define _POSIX_C_SOURCE 200809L

#include "api_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define SUBMISSIONS 5000
#define AT_LEAST    128 /* accepted without waiting, also launches of graphs */

typedef enum work_kind { LAUNCHES, RECORDS, GRAPHS, FUNCTIONS, WORK_KINDS } work_kind;

typedef struct submitter {
    work_kind kind;
    CUstream stream;
    CUevent event;
    CUgraphExec graph;
    atomic_int done;
    CUresult result;
} submitter;

static void do_nothing(void *unused)
{
    (void)unused;
}

static CUresult add_one(CUstream stream)
{
    int value = 1;
    size_t n = COUNT;
    void *params[] = {&f.data, &value, &n};

    return cu.cuLaunchKernel(f.add, COUNT / 64, 1, 1, 64, 1, 1, 0, stream, params, NULL);
}

static CUresult submit_one(const submitter *s)
{
    switch (s->kind) {
    case LAUNCHES:
        return add_one(s->stream);
    case RECORDS:
        return cu.cuEventRecord(s->event, s->stream);
    case GRAPHS:
        return cu.cuGraphLaunch(s->graph, s->stream);
    default:
        return cu.cuLaunchHostFunc(s->stream, do_nothing, NULL);
    }
}

static void *submit_all(void *argument)
{
    submitter *s = argument;

    s->result = cu.cuCtxSetCurrent(f.context);
    while (s->result == CUDA_SUCCESS && atomic_load(&s->done) < SUBMISSIONS) {
        s->result = submit_one(s);
        atomic_fetch_add(&s->done, 1);
    }
    return NULL;
}

/* Waits until nothing was submitted for a tenth of a second. Returns the number of submissions. */
static int wait_until_blocked(submitter *s)
{
    const struct timespec time = {.tv_nsec = 100000000};
    int before;

    do {
        before = atomic_load(&s->done);
        nanosleep(&time, NULL);
    } while (before < AT_LEAST || atomic_load(&s->done) != before);
    return before;
}

static CUgraphExec make_graph(void)
{
    CUgraph graph;
    CUgraphExec exec;
    int value = 1;

    succeed(cu.cuGraphCreate(&graph, 0));
    api_add_node(graph, NULL, 0, &value, NULL);
    exec = api_instantiate(graph);
    succeed(cu.cuGraphDestroy(graph));
    return exec;
}

static void fill_a_stream(work_kind kind, CUevent event, CUgraphExec graph)
{
    submitter s = {.kind = kind, .stream = f.first, .event = event, .graph = graph};
    pthread_t thread;
    int taken;

    *f.flag = 0;
    api_hold(f.first);
    assert_int_equal(pthread_create(&thread, NULL, submit_all, &s), 0);
    taken = wait_until_blocked(&s);
    if (cu.is_cpu || kind != FUNCTIONS) /* an H200's driver accepts any number of these */
        assert_true(taken < SUBMISSIONS);
    if (api_threads() > 1) { /* other streams go on */
        succeed(cu.cuMemsetD32Async(f.data, 0, COUNT, f.second));
        succeed(cu.cuStreamSynchronize(f.second));
    }
    *f.flag = 1;
    pthread_join(thread, NULL);
    succeed(s.result);
    assert_int_equal(atomic_load(&s.done), SUBMISSIONS);
    if (kind == LAUNCHES || kind == GRAPHS)
        api_expect(f.first, SUBMISSIONS);
    succeed(cu.cuStreamSynchronize(f.first));
}

static void a_caller_waits_for_a_full_stream(void **state)
{
    CUevent event;
    CUgraphExec graph = make_graph();

    (void)state;
    succeed(cu.cuEventCreate(&event, 0));
    for (work_kind kind = LAUNCHES; kind < WORK_KINDS; kind++) {
        succeed(cu.cuMemsetD32_v2(f.data, 0, COUNT));
        fill_a_stream(kind, event, graph);
    }
    succeed(cu.cuGraphExecDestroy(graph));
    succeed(cu.cuEventDestroy_v2(event));
}

/* --- Two threads, each of whose streams waits for the other's ------------------------------- */

typedef struct partner {
    CUstream own;
    CUstream other;
    CUevent event;
    CUresult result;
} partner;

static CUresult hand_over(const partner *p)
{
    CUresult result = add_one(p->own);

    if (result == CUDA_SUCCESS)
        result = cu.cuEventRecord(p->event, p->own);
    if (result == CUDA_SUCCESS)
        result = cu.cuStreamWaitEvent(p->other, p->event, 0);
    return result;
}

static void *hand_over_often(void *argument)
{
    partner *p = argument;

    p->result = cu.cuCtxSetCurrent(f.context);
    for (int i = 0; i < SUBMISSIONS && p->result == CUDA_SUCCESS; i++)
        p->result = hand_over(p);
    return NULL;
}

static void run_partners(CUstream first, CUstream second)
{
    partner both[] = {{.own = first, .other = second}, {.own = second, .other = first}};
    pthread_t threads[2];

    for (int i = 0; i < 2; i++) {
        succeed(cu.cuEventCreate(&both[i].event, 0));
        assert_int_equal(pthread_create(&threads[i], NULL, hand_over_often, &both[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    succeed(cu.cuCtxSynchronize());
    for (int i = 0; i < 2; i++) {
        succeed(both[i].result);
        succeed(cu.cuEventDestroy_v2(both[i].event));
    }
}

static void full_streams_that_wait_for_each_other_go_on(void **state)
{
    CUstream blocking;

    (void)state;
    run_partners(f.first, f.second);
    succeed(cu.cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    run_partners(blocking, NULL); /* the legacy stream, which waits for the other one anyway */
    succeed(cu.cuStreamDestroy_v2(blocking));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, api_begin, api_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_caller_waits_for_a_full_stream),
        TEST(full_streams_that_wait_for_each_other_go_on),
    };

    if (!driver_open(true))
        return SKIPPED;
    return cmocka_run_group_tests(tests, api_open, api_close);
}
