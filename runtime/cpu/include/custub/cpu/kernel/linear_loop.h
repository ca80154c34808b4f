/* custub/cpu/kernel/linear_loop.h: runs blocks of a kernel whose indices and guards go through
 * linear.h. Part of custub/cpu_device.h.
 *
 * Neighbouring blocks run as one box of threads, as if they were one block, larger than a block may
 * be. Threads that do not wait for each other may run in any order, and a kernel that reads only
 * such indices cannot tell the difference. If a kernel reads more than its index in a dimension, a
 * box is one block wide there.
 *
 * A guard is a conjunction of comparisons of one index with a value that is the same for all
 * threads of the grid. The threads that pass it are therefore a box too, whose edges are searched
 * for. Inside this box the kernel runs without the guard.
 */
#ifndef CUSTUB_CPU_LINEAR_LOOP_H
#define CUSTUB_CPU_LINEAR_LOOP_H

#include "linear.h"
#include "plain_loop.h"

namespace custub_cpu
{

/* What the generator knows about a kernel without barriers. */
enum class loop_form {
    plain,
    linear, /* its indices go through linear.h's */
    guarded /* its guards too */
};

/* The dimensions in which a kernel reads only its indices. */
enum : unsigned { across_x = 1, across_y = 2, across_z = 4, across_all = 7 };

/* A box of threads, counted from the first thread of a block, in x, y and z. `end` is one past the
 * last. */
struct thread_box {
    int begin[3];
    int end[3];
};

/* How many blocks in a row to run together, at most `most`. Either the last index of their threads
 * fits an int, or it is one block. */
CUSTUB_CPU_INLINE uint32_t blocks_in_row(uint32_t first, uint32_t grid, uint32_t extent,
                                         uint64_t most)
{
    const uint32_t rest = grid - first;
    const uint32_t fitting = uint32_t(INT_MAX) / extent;
    uint32_t count = most < rest ? uint32_t(most) : rest;

    if (fitting <= first)
        return 1;
    count = count < fitting - first ? count : fitting - first;
    return count > 0 ? count : 1;
}

/* How many of the next `count` blocks make a box, from `index` on, in the order x, y, z. */
template <unsigned Across>
inline custub_cpu_extent blocks_in_box(const custub_cpu_extent &index,
                                       const custub_cpu_extent &grid,
                                       const custub_cpu_extent &extent, uint64_t count)
{
    custub_cpu_extent box = {1, 1, 1};

    if (Across & across_x)
        box.x = blocks_in_row(index.x, grid.x, extent.x, count);
    if (box.x < grid.x)
        return box;
    if (Across & across_y)
        box.y = blocks_in_row(index.y, grid.y, extent.y, count / grid.x);
    if (box.y < grid.y)
        return box;
    if (Across & across_z)
        box.z = blocks_in_row(index.z, grid.z, extent.z, count / grid.x / grid.y);
    return box;
}

/* True if the indices of all threads fit an int, as in nearly all launches. */
CUSTUB_CPU_INLINE bool is_linear(const custub_cpu_extent &index, const custub_cpu_extent &count,
                                 const custub_cpu_extent &extent)
{
    return (uint64_t(index.x) + count.x) * extent.x <= INT_MAX &&
           (uint64_t(index.y) + count.y) * extent.y <= INT_MAX &&
           (uint64_t(index.z) + count.z) * extent.z <= INT_MAX;
}

/* Searches for the box of the threads that pass a guard. */
template <auto Kernel, typename... Types> struct guard_search {
    CUSTUB_CPU_NOINLINE static bool holds_at(int x, int y, int z, Types... arguments)
    {
        pass = pass_probe;
        guard_holds = false;
        CUSTUB_CPU_OWN(threadIdx).x = unsigned(x);
        CUSTUB_CPU_OWN(threadIdx).y = unsigned(y);
        CUSTUB_CPU_OWN(threadIdx).z = unsigned(z);
        Kernel(arguments...);
        return guard_holds;
    }

    /* Shrinks the box to the threads for which the guard holds. False if none was found, although
     * there may be some. */
    CUSTUB_CPU_NOINLINE static bool trim(thread_box &box, Types... arguments)
    {
        int point[3];

        if (!find_point(point, box, arguments...))
            return false;
        for (int axis = 0; axis < 3; axis++) {
            const int begin = find_edge(point, axis, box.begin[axis], arguments...);
            const int last = find_edge(point, axis, box.end[axis] - 1, arguments...);
            box.begin[axis] = begin;
            box.end[axis] = last + 1;
        }
        return true;
    }

  private:
    /* The middle, the first and the last position of an axis. */
    static int position(const thread_box &box, int axis, int which)
    {
        const int begin = box.begin[axis];
        const int last = box.end[axis] - 1;

        return which == 0 ? begin + (last - begin) / 2 : which == 1 ? begin : last;
    }

    /* Looks in a row from end to end, in steps for which a search of this length can be expected to
     * pay. */
    static bool find_in_row(int *point, const thread_box &box, Types... arguments)
    {
        const int length = box.end[0] - box.begin[0];
        const int steps = length < 128 ? 2 : length < 64 * 64 ? length / 64 : 64;

        point[0] = position(box, 0, 0);
        if (holds_at(point[0], point[1], point[2], arguments...))
            return true;
        for (int i = 0; i <= steps; i++) {
            point[0] = box.begin[0] + int(int64_t(length - 1) * i / steps);
            if (holds_at(point[0], point[1], point[2], arguments...))
                return true;
        }
        return false;
    }

    static bool find_point(int *point, const thread_box &box, Types... arguments)
    {
        for (int i = 0; i < 9; i++) {
            point[1] = position(box, 1, i % 3);
            point[2] = position(box, 2, i / 3);
            if (find_in_row(point, box, arguments...))
                return true;
        }
        return false;
    }

    static bool holds_beside(const int *point, int axis, int position, Types... arguments)
    {
        int moved[3] = {point[0], point[1], point[2]};

        moved[axis] = position;
        return holds_at(moved[0], moved[1], moved[2], arguments...);
    }

    /* The outermost position on the axis for which the guard holds, between a point for which it
     * does and `outer`, inclusive. It is mostly near `outer`, so the first steps begin there and
     * are small. */
    static int find_edge(const int *point, int axis, int outer, Types... arguments)
    {
        int inner = point[axis];
        int step = 1;

        if (holds_beside(point, axis, outer, arguments...))
            return outer;
        for (;;) {
            const int distance = inner < outer ? outer - inner : inner - outer;
            int next;
            if (distance <= 1)
                return inner;
            if (step > distance / 2)
                step = distance / 2;
            next = inner < outer ? outer - step : outer + step;
            if (holds_beside(point, axis, next, arguments...)) {
                inner = next;
                step = INT_MAX;
            } else {
                outer = next;
                step = step < INT_MAX / 2 ? 2 * step : INT_MAX;
            }
        }
    }
};

template <loop_form Form, unsigned Across, auto Kernel, typename... Types> struct linear_loop {
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
            block.block_index = index; /* for the message if a kernel ends here */
            if (block.size >= sizeof(block))
                block.box_extent = box;
            enter_block(index);
            run_box(
                {{0, 0, 0}, {int(box.x * extent.x), int(box.y * extent.y), int(box.z * extent.z)}},
                is_linear(index, box, extent), arguments...);
            count -= uint64_t(box.x) * box.y * box.z;
            advance_block(index, grid, box);
        }
    }

  private:
    using search = guard_search<Kernel, Types...>;

    CUSTUB_CPU_INLINE static void run_box(const thread_box &whole, bool is_linear,
                                          Types... arguments)
    {
        thread_box inner = whole;

        if (!is_linear || !find_inner(inner, arguments...)) {
            run_as_written(whole, arguments...);
            return;
        }
        run_linearly(inner, arguments...);
    }

    CUSTUB_CPU_INLINE static bool find_inner(thread_box &box, Types... arguments)
    {
        if constexpr (Form == loop_form::linear)
            return true;
        else
            return (search::holds_at(box.begin[0], box.begin[1], box.begin[2], arguments...) &&
                    search::holds_at(box.end[0] - 1, box.end[1] - 1, box.end[2] - 1,
                                     arguments...)) ||
                   search::trim(box, arguments...);
    }

    CUSTUB_CPU_INLINE static void run_linearly(const thread_box &box, Types... arguments)
    {
        const int begin = box.begin[0];
        const int end = box.end[0];

        pass = pass_linear;
        for (int z = box.begin[2]; z < box.end[2]; z++) {
            CUSTUB_CPU_OWN(threadIdx).z = unsigned(z);
            for (int y = box.begin[1]; y < box.end[1]; y++) {
                CUSTUB_CPU_OWN(threadIdx).y = unsigned(y);
                for (int x = begin; x < end; x++) {
                    CUSTUB_CPU_OWN(threadIdx).x = unsigned(x);
                    Kernel(arguments...);
                }
            }
        }
    }

    CUSTUB_CPU_WIDE CUSTUB_CPU_NOINLINE static void run_as_written(const thread_box &box,
                                                                   Types... arguments)
    {
        const unsigned begin = unsigned(box.begin[0]);
        const unsigned end = unsigned(box.end[0]);

        pass = pass_plain;
        for (int z = box.begin[2]; z < box.end[2]; z++) {
            CUSTUB_CPU_OWN(threadIdx).z = unsigned(z);
            for (int y = box.begin[1]; y < box.end[1]; y++) {
                CUSTUB_CPU_OWN(threadIdx).y = unsigned(y);
                for (unsigned x = begin; x < end; x++) {
                    CUSTUB_CPU_OWN(threadIdx).x = x;
                    Kernel(arguments...);
                }
            }
        }
    }
};

} // namespace custub_cpu

#endif
