// The pieces of a grid-stride loop of many threads are the rounds of those threads, each thread's
// in their order, whatever wraps.
#include <custub/cpu/kernel/stride_loop.h>

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" {
#include <cmocka.h>
}

namespace
{

// Loops that never end are compared up to here.
constexpr size_t rounds_limit = 300;

uint32_t random_number()
{
    static uint32_t state = 4711;

    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

template <typename Number> Number random_of(uint32_t limit)
{
    if (random_number() % 4 > 0)
        return Number(random_number() % limit);
    return Number(std::numeric_limits<Number>::max() - Number(random_number() % limit));
}

// Whether the source's own addition is undefined.
template <typename Index, typename Stride> bool overflows(Index i, Stride stride)
{
    decltype(i + stride) sum;

    return __builtin_add_overflow(i, stride, &sum) && std::is_signed<decltype(sum)>::value;
}

// As the source has it, of one thread; as many as the limit if they do not end.
template <bool IsInclusive, typename Index, typename Stride, typename Bound>
std::vector<Index> rounds_of(Index first, Stride stride, Bound bound)
{
    using common = std::common_type_t<Index, Bound>;
    std::vector<Index> rounds;

    for (Index i = first; IsInclusive ? common(i) <= common(bound) : common(i) < common(bound);
         i = Index(i + stride)) {
        rounds.push_back(i);
        if (rounds.size() == rounds_limit || overflows(i, stride))
            return std::vector<Index>(rounds_limit);
    }
    return rounds;
}

template <bool IsInclusive, typename Index, typename Stride, typename Bound>
void check_loop(Index first, unsigned threads, Stride stride, Bound bound)
{
    std::vector<std::vector<Index>> wanted;
    std::vector<size_t> done(threads);
    size_t count = 0;
    bool is_endless = false;

    for (unsigned k = 0; k < threads; k++) {
        wanted.push_back(rounds_of<IsInclusive>(Index(first + Index(k)), stride, bound));
        count += wanted.back().size();
        is_endless |= wanted.back().size() == rounds_limit;
    }
    if (is_endless)
        return;
    custub_cpu::span.x = threads;
    auto loop = custub_cpu::strides<'x', Index, IsInclusive>(first, stride, bound);
    while (loop.next()) {
        for (Index i = loop.begin(); i < loop.end(); i++) {
            unsigned k = 0;
            while (k < threads && !(done[k] < wanted[k].size() && wanted[k][done[k]] == i))
                k++; // the next round of some thread
            assert_true(k < threads);
            done[k]++;
            count--;
        }
    }
    assert_int_equal(count, 0);
}

template <typename Index, typename Stride, typename Bound> void check_types()
{
    for (int round = 0; round < 3000; round++) {
        const unsigned blocks = 1 + random_number() % 5;
        const unsigned threads = 1 + random_number() % 9;
        const Index first = Index(random_number() % 20);
        const Stride fitting = Stride(blocks * threads + unsigned(first));
        const Stride stride = random_number() % 8 ? fitting : random_of<Stride>(20);
        const Bound bound = random_of<Bound>(100);
        check_loop<false>(first, threads, stride, bound);
        check_loop<true>(first, threads, stride, bound);
        check_loop<false>(first, threads, stride, Bound(0));
        if (std::is_signed<Bound>::value)
            check_loop<false>(first, threads, stride, Bound(-5));
        check_loop<false>(Index(0), threads, Stride(threads), bound); // the whole grid
    }
}

void rounds_are_those_of_each_thread(void **)
{
    check_types<int, unsigned, int>();
    check_types<int, int, int>();
    check_types<unsigned, unsigned, unsigned>();
    check_types<unsigned, unsigned, size_t>();
    check_types<size_t, unsigned, size_t>();
    check_types<size_t, int, int>();
    check_types<long long, int, long long>();
    check_types<int, unsigned, unsigned>();
    check_types<unsigned, unsigned, int>();
    check_types<int, unsigned, float>();
}

// Small types, in which a stride wraps soon.
void rounds_that_wrap(void **)
{
    check_types<uint8_t, unsigned, int>();
    check_types<int8_t, unsigned, int>();
    check_types<uint8_t, uint8_t, uint8_t>();
    check_types<int16_t, int, short>();
}

void steps_of_nothing(void **)
{
    check_loop<false>(5, 3, 0u, 4);
    check_loop<false>(5, 3, 0u, 5);
    check_loop<false>(-3, 1, 4u, 6);
    check_loop<true>(0u, 4, 4u, UINT32_MAX - 1 - UINT32_MAX / 2 * 2);
}

} // namespace

int main()
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_are_those_of_each_thread),
        cmocka_unit_test(rounds_that_wrap),
        cmocka_unit_test(steps_of_nothing),
    };

    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
