/* custub/cpu/memory/pipeline.h: replaces libcu++'s <cuda/pipeline> (CUDA C++ Programming Guide,
 * "Asynchronous Data Copies using cuda::pipeline"), whose commits and waits do nothing on a host:
 * the memory checker would not learn of them. Part of custub/cpu_device.h. */
#ifndef CUSTUB_CPU_PIPELINE_H
#define CUSTUB_CPU_PIPELINE_H

#include "standard_library.h"

#if defined(CUSTUB_CPU_WITH_PIPELINE)

#define _CUDA_PIPELINE /* the guard of libcu++'s header */

#include <cuda/atomic>
#include <cuda/barrier>
#if __has_include(<cuda/__barrier/async_contract_fulfillment.h>)
#include <cuda/__barrier/async_contract_fulfillment.h> /* else in <cuda/barrier> */
#endif
#include <cuda/std/chrono>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace custub_cpu
{

/* Has the size of libcu++'s barrier, because sizes are compared with those that the front end saw.
 */
template <cuda::thread_scope Scope> union alignas(cuda::barrier<Scope>) pipeline_barrier {
    uint64_t word;
    unsigned char room[sizeof(cuda::barrier<Scope>)];
};

template <cuda::thread_scope Scope> struct pipeline_stage {
    pipeline_barrier<Scope> produced;
    pipeline_barrier<Scope> consumed;
};

} // namespace custub_cpu

namespace cuda
{

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, uint8_t Stages> class pipeline_shared_state
{
  public:
    pipeline_shared_state() = default;
    pipeline_shared_state(const pipeline_shared_state &) = delete;
    pipeline_shared_state &operator=(const pipeline_shared_state &) = delete;

  private:
    template <thread_scope> friend class pipeline;

    ::custub_cpu::pipeline_stage<Scope> stages[Stages];
    uint32_t members; /* threads that have not left */
};

} // namespace cuda

/* libcu++ declares it in a namespace with its version. */
template <cuda::thread_scope Scope> class cuda::pipeline
{
  public:
    pipeline(pipeline &&other)
        : stages(other.stages), stage_count(other.stage_count),
          members(::std::exchange(other.members, nullptr)), head(other.head), tail(other.tail),
          consumed_parity(other.consumed_parity), produced_parity(other.produced_parity)
    {
    }

    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    ~pipeline()
    {
        quit();
    }

    /* True if the thread is the last one to leave. */
    bool quit()
    {
        uint32_t *const left = ::std::exchange(members, nullptr);
        return left && __atomic_sub_fetch(left, 1, __ATOMIC_ACQ_REL) == 0;
    }

    void producer_acquire()
    {
        while (!::custub_cpu::mbarrier_test(&stages[head].consumed.word, consumed_parity, 1))
            continue;
    }

    void producer_commit()
    {
        uint64_t *const produced = &stages[head].produced.word;
        ::custub_cpu::copy_bind(produced, ~uint64_t(0) << 40, false);
        ::custub_cpu::mbarrier_arrive(produced, 0);
        advance(&head, &consumed_parity);
    }

    void consumer_wait()
    {
        while (!is_produced())
            continue;
    }

    void consumer_release()
    {
        ::custub_cpu::mbarrier_arrive(&stages[tail].consumed.word, 0);
        advance(&tail, &produced_parity);
    }

    template <class Rep, class Period>
    bool consumer_wait_for(const cuda::std::chrono::duration<Rep, Period> &time)
    {
        using nanoseconds = cuda::std::chrono::nanoseconds;
        const long long begin = clock64();
        const long long limit = cuda::std::chrono::duration_cast<nanoseconds>(time).count();
        bool is_there = is_produced();
        while (!is_there && clock64() - begin < limit)
            is_there = is_produced();
        return is_there;
    }

    template <class Clock, class Duration>
    bool consumer_wait_until(const cuda::std::chrono::time_point<Clock, Duration> &time)
    {
        return consumer_wait_for(time - Clock::now());
    }

    /* Does the work of make_pipeline(). The numbers of the group's first thread count. */
    template <class Group, uint8_t Stages>
    static pipeline custub_make(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                                ::std::size_t producers, ::std::size_t consumers)
    {
        if (group.thread_rank() == 0) {
            for (auto &stage : state->stages) {
                __mbarrier_init(&stage.produced.word, static_cast<uint32_t>(producers));
                __mbarrier_init(&stage.consumed.word, static_cast<uint32_t>(consumers));
            }
            __atomic_store_n(&state->members, static_cast<uint32_t>(group.size()),
                             __ATOMIC_RELAXED);
        }
        group.sync();
        return pipeline(state->stages, Stages, &state->members);
    }

    template <class Group, uint8_t Stages>
    static ::std::size_t custub_count(const Group &group,
                                      pipeline_shared_state<Scope, Stages> *state, bool is_counted)
    {
        if (group.thread_rank() == 0)
            __atomic_store_n(&state->members, 0, __ATOMIC_RELAXED);
        group.sync();
        if (is_counted)
            __atomic_add_fetch(&state->members, 1, __ATOMIC_RELAXED);
        group.sync();
        return __atomic_load_n(&state->members, __ATOMIC_RELAXED);
    }

  private:
    using stage_type = ::custub_cpu::pipeline_stage<Scope>;

    pipeline(stage_type *its_stages, unsigned its_stage_count, uint32_t *its_members)
        : stages(its_stages), stage_count(its_stage_count), members(its_members)
    {
    }

    bool is_produced() const
    {
        return ::custub_cpu::mbarrier_test(&stages[tail].produced.word, produced_parity, 1);
    }

    void advance(unsigned *stage, bool *parity) const
    {
        *stage = (*stage + 1) % stage_count;
        *parity ^= *stage == 0;
    }

    stage_type *stages;
    unsigned stage_count;
    uint32_t *members; /* null: the thread has left */
    unsigned head = 0;
    unsigned tail = 0;
    bool consumed_parity = true; /* every stage is free at first */
    bool produced_parity = false;
};

/* A thread's own pipeline: its groups of copies. */
template <> class cuda::pipeline<cuda::thread_scope_thread>
{
  public:
    pipeline() = default;
    pipeline(pipeline &&) = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    ~pipeline() /* not trivial, so that an unused pipeline causes no warning */
    {
    }

    bool quit()
    {
        return true;
    }

    void producer_acquire()
    {
    }

    void producer_commit()
    {
        ::custub_cpu::copy_commit();
        under_way++;
    }

    void consumer_wait()
    {
        if (under_way > 0)
            custub_wait_prior(under_way - 1);
    }

    void consumer_release()
    {
    }

    template <class Rep, class Period>
    bool consumer_wait_for(const cuda::std::chrono::duration<Rep, Period> &)
    {
        consumer_wait();
        return true;
    }

    template <class Clock, class Duration>
    bool consumer_wait_until(const cuda::std::chrono::time_point<Clock, Duration> &)
    {
        consumer_wait();
        return true;
    }

    void custub_wait_prior(::std::size_t prior)
    {
        ::custub_cpu::copy_wait(prior);
        under_way = under_way < prior ? under_way : prior;
    }

  private:
    ::std::size_t under_way = 0; /* groups of copies that the thread has not waited for */
};

namespace cuda
{

inline pipeline<thread_scope_thread> make_pipeline()
{
    return pipeline<thread_scope_thread>();
}

template <class Group, thread_scope Scope, uint8_t Stages>
pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state)
{
    return pipeline<Scope>::custub_make(group, state, group.size(), group.size());
}

template <class Group, thread_scope Scope, uint8_t Stages>
pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                              ::std::size_t producers)
{
    return pipeline<Scope>::custub_make(group, state, producers, group.size() - producers);
}

template <class Group, thread_scope Scope, uint8_t Stages>
pipeline<Scope> make_pipeline(const Group &group, pipeline_shared_state<Scope, Stages> *state,
                              pipeline_role role)
{
    const ::std::size_t producers =
        pipeline<Scope>::custub_count(group, state, role == pipeline_role::producer);
    return make_pipeline(group, state, producers);
}

template <uint8_t Prior> void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &of_thread)
{
    of_thread.custub_wait_prior(Prior);
}

/* From now on the barrier waits for all copies of the thread. */
template <thread_scope Scope>
void pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope> &barrier)
{
    custub_cpu_bind(barrier, true);
}

template <typename Group, typename To, typename From, typename Size, thread_scope Scope>
async_contract_fulfillment memcpy_async(const Group &group, To *to, const From *from, Size size,
                                        pipeline<Scope> &)
{
    static_assert(::std::is_same<::std::remove_cv_t<To>, ::std::remove_cv_t<From>>::value,
                  "source and target must have the same type");
    ::custub_cpu::copy_share(to, from, static_cast<::std::size_t>(size),
                             static_cast<::std::size_t>(group.size()),
                             static_cast<::std::size_t>(group.thread_rank()));
    return async_contract_fulfillment::async;
}

template <typename To, typename From, typename Size, thread_scope Scope>
async_contract_fulfillment memcpy_async(To *to, const From *from, Size size, pipeline<Scope> &)
{
    static_assert(::std::is_same<::std::remove_cv_t<To>, ::std::remove_cv_t<From>>::value,
                  "source and target must have the same type");
    ::custub_cpu::copy_beside(to, from, static_cast<::std::size_t>(size), 0);
    return async_contract_fulfillment::async;
}

} // namespace cuda

#endif

#endif
