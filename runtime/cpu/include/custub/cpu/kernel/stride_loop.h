/* custub/cpu/kernel/stride_loop.h: runs grid-stride loops, `for (i = blockIdx.x * blockDim.x +
 * threadIdx.x; i < n; i += blockDim.x * gridDim.x)`, for many threads at once. Part of
 * custub/cpu_device.h.
 *
 * A thread of such a loop strides through memory, and each of its rounds lies beside those of its
 * neighbours. If the generator is certain that the threads of a kernel do nothing outside of such
 * loops, and that no round depends on the one before, the kernel runs once for a box of threads. In
 * `<stem>.cpu.cpp` a stride_loop replaces the loop's head and goes over the box, one round after
 * the other. Each thread has its rounds, and its loops, in their order.
 */
#ifndef CUSTUB_CPU_STRIDE_LOOP_H
#define CUSTUB_CPU_STRIDE_LOOP_H

#include "linear_loop.h"

#include <limits>
#include <type_traits>

namespace custub_cpu
{

/* How many threads the kernel runs for, from threadIdx on. Like threadIdx, it is not atomic, and no
 * store of a kernel reaches it. */
CUSTUB_CPU_STATE thread_local dim3 span;

template <char Axis> CUSTUB_CPU_INLINE uint64_t span_of()
{
#if defined(CUSTUB_CPU_STEPWISE)
    return 1;
#else
    return Axis == 'x' ? span.x : Axis == 'y' ? span.y : span.z;
#endif
}

/* The rounds of a loop over `i < bound` or `i <= bound`, as ranges from begin() up to end(). The
 * numbers have the types and values of the source. */
template <char Axis, typename Index, bool IsInclusive, typename Stride, typename Bound>
class stride_loop
{
    using common = std::common_type_t<Index, Bound>;

    const uint64_t threads_ = span_of<Axis>();
    const Index first_; /* of the first thread */
    const Stride stride_;
    const Bound bound_;
    bool is_regular_ = false;
    Index begin_ = 0;
    Index end_ = 0;
    /* If regular: all threads in each round. */
    uint64_t next_ = 0;
    uint64_t width_ = 0;
    uint64_t limit_ = 0;
    /* Otherwise: thread by thread. */
    uint64_t thread_ = 0;
    bool has_begun_ = false;

  public:
    using index = Index;

    CUSTUB_CPU_INLINE stride_loop(Index first, Stride stride, Bound bound)
        : first_(first), stride_(stride), bound_(bound)
    {
        if constexpr (std::is_integral<Bound>::value && std::is_integral<Stride>::value)
            plan();
    }

    CUSTUB_CPU_INLINE bool next()
    {
        return is_regular_ ? next_round() : next_alone();
    }

    CUSTUB_CPU_INLINE Index begin() const
    {
        return begin_;
    }

    CUSTUB_CPU_INLINE Index end() const
    {
        return end_;
    }

  private:
    template <typename Number> CUSTUB_CPU_INLINE static bool is_negative(Number number)
    {
        if constexpr (std::is_signed<Number>::value)
            return number < 0;
        else
            return (void)number, false;
    }

    /* A loop is regular if nothing wraps and its rounds do not overlap. */
    CUSTUB_CPU_INLINE void plan()
    {
        constexpr uint64_t most = uint64_t(std::numeric_limits<Index>::max());
        const common bound = common(bound_);
        const uint64_t stride = uint64_t(stride_);

        if (is_negative(first_) || is_negative(stride_) || stride < threads_ || stride >= most)
            return;
        limit_ = is_negative(bound) ? 0 : uint64_t(bound);
        if (IsInclusive && !is_negative(bound))
            limit_++;
        if (limit_ > most - stride || (IsInclusive && limit_ == 0 && !is_negative(bound)))
            return;
        next_ = uint64_t(first_);
        width_ = stride == threads_ ? limit_ : threads_; /* for a whole grid, all rounds are one */
        is_regular_ = true;
    }

    CUSTUB_CPU_INLINE bool next_round()
    {
        const uint64_t begin = next_;

        if (begin >= limit_)
            return false;
        begin_ = Index(begin);
        end_ = Index(width_ < limit_ - begin ? begin + width_ : limit_);
        next_ = width_ < limit_ - begin ? begin + uint64_t(stride_) : limit_;
        return true;
    }

    CUSTUB_CPU_INLINE bool holds(Index i) const
    {
        return IsInclusive ? common(i) <= common(bound_) : common(i) < common(bound_);
    }

    CUSTUB_CPU_INLINE bool next_alone()
    {
        for (; thread_ < threads_; thread_++) {
            begin_ = has_begun_ ? Index(begin_ + stride_) : Index(first_ + Index(thread_));
            has_begun_ = holds(begin_);
            if (has_begun_) {
                end_ = Index(begin_ + 1);
                return true;
            }
        }
        return false;
    }
};

/* `Index` is the variable's type; void if it is the number's. */
template <char Axis, typename Index, bool IsInclusive, typename First, typename Stride,
          typename Bound>
CUSTUB_CPU_INLINE auto strides(First first, Stride stride, Bound bound)
{
    using type = std::conditional_t<std::is_void<Index>::value, First, Index>;

    return stride_loop<Axis, type, IsInclusive, Stride, Bound>(type(first), stride, bound);
}

/* Runs blocks of a kernel. All its loops in the dimensions of `Across` are such loops. */
template <unsigned Across, auto Kernel, typename... Types> struct stride_runner {
    /* Not inlined, so that the arguments are parameters, which nothing local can alias. */
    CUSTUB_CPU_WIDE CUSTUB_CPU_NOINLINE static void run(custub_cpu_block &block, uint64_t count,
                                                        Types... arguments)
    {
        const custub_cpu_extent grid = block.grid_extent;
        const custub_cpu_extent extent = block.block_extent;
        custub_cpu_extent index = block.block_index;

        enter_grid(block);
        while (count > 0) {
            const custub_cpu_extent box = blocks_in_box<Across>(index, grid, extent, count);
            const custub_cpu_extent threads = {box.x * extent.x, box.y * extent.y,
                                               box.z * extent.z};
            block.block_index = index; /* for the message if a kernel ends here */
            if (block.size >= sizeof(block))
                block.box_extent = box;
            enter_block(index);
            enter_span(threads, is_linear(index, box, extent));
            run_box(threads, arguments...);
            count -= uint64_t(box.x) * box.y * box.z;
            advance_block(index, grid, box);
        }
    }

  private:
    CUSTUB_CPU_INLINE static void enter_span(const custub_cpu_extent &threads, bool is_linear)
    {
        span.x = is_linear && (Across & across_x) ? threads.x : 1;
        span.y = is_linear && (Across & across_y) ? threads.y : 1;
        span.z = is_linear && (Across & across_z) ? threads.z : 1;
    }

    CUSTUB_CPU_INLINE static void run_box(const custub_cpu_extent &threads, Types... arguments)
    {
        for (uint32_t z = 0; z < threads.z; z += span.z) {
            CUSTUB_CPU_OWN(threadIdx).z = z;
            for (uint32_t y = 0; y < threads.y; y += span.y) {
                CUSTUB_CPU_OWN(threadIdx).y = y;
                for (uint32_t x = 0; x < threads.x; x += span.x) {
                    CUSTUB_CPU_OWN(threadIdx).x = x;
                    Kernel(arguments...);
                }
            }
        }
    }
};

} // namespace custub_cpu

#endif
