/* Where the tiles of c are: groups of rows, each with a matrix of its own. */
#ifndef KERNELS_HOPPER_GROUPS_CUH
#define KERNELS_HOPPER_GROUPS_CUH

namespace hopper
{
/* A tile: rows `begin` to `end` - 1 at most, of group `group`; its column is the across-th. */
struct place {
    int group, begin, end, across;
};

/* Blocks that run at the same time share rows and columns, which are then in the cache: the order
 * goes down 8 tiles before it goes to the next column. */
__device__ __forceinline__ place place_in_group(int group, int begin, int end, int down, int across,
                                                int rows, int t)
{
    constexpr int HIGH = 8;
    const int first = t / (HIGH * across) * HIGH;
    const int height = min(down - first, HIGH), within = t - first * across;

    return {group, begin + (first + within % height) * rows, end, within / height};
}

/* Groups of the same number of rows each: a batch. */
template <int ROWS> struct equal_groups {
    int count, rows;

    __device__ int down() const
    {
        return (rows + ROWS - 1) / ROWS;
    }
    __device__ int tiles() const
    {
        return count * down();
    }
    __device__ place find(int t, int across) const
    {
        const int group = t / (down() * across);

        return place_in_group(group, group * rows, (group + 1) * rows, down(), across, ROWS,
                              t - group * down() * across);
    }
};

/* Groups of any number of rows: group g has rows first[g] to first[g + 1] - 1. */
template <int ROWS, int MAX_GROUPS> struct given_groups {
    struct storage {
        int begin[MAX_GROUPS + 1], tile[MAX_GROUPS + 1]; /* of the first tile of each group */
    };
    const storage &at;
    int count;

    __device__ int tiles() const
    {
        return at.tile[count];
    }
    __device__ place find(int t, int across) const
    {
        int low = 0, high = count - 1; /* the last group whose tiles begin at t or before */

        while (low < high) {
            const int middle = (low + high + 1) / 2;
            if (at.tile[middle] * across <= t)
                low = middle;
            else
                high = middle - 1;
        }
        return place_in_group(low, at.begin[low], at.begin[low + 1],
                              at.tile[low + 1] - at.tile[low], across, ROWS,
                              t - at.tile[low] * across);
    }

    /* The first warp fills `to`; the block waits for it before it uses the groups. */
    __device__ static void count_tiles(storage &to, const int *first, int count)
    {
        constexpr int EACH = (MAX_GROUPS + 31) / 32;
        const int lane = (int)threadIdx.x;
        int before = 0;

        if (lane >= 32)
            return;
        for (int g = lane * EACH; g < min((lane + 1) * EACH, count); g++)
            before += (first[g + 1] - first[g] + ROWS - 1) / ROWS;
        const int own = before;
        for (int distance = 1; distance < 32; distance *= 2) {
            const int other = __shfl_up_sync(0xffffffff, before, distance);
            before += lane >= distance ? other : 0;
        }
        before -= own;
        for (int g = lane * EACH; g < min((lane + 1) * EACH, count); g++) {
            to.begin[g] = first[g];
            to.tile[g] = before;
            before += (first[g + 1] - first[g] + ROWS - 1) / ROWS;
            if (g == count - 1) {
                to.begin[count] = first[count];
                to.tile[count] = before;
            }
        }
    }
};
} // namespace hopper

#endif
